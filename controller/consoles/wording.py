"""How a Screen is put into words and signs: cards, money, names, outcomes. Pure, and without colours.

Shared by the drawn view (pieces.py, terminal.py), the plain lines (lines.py) and the console of keys.
Every sign has a plain ASCII twin for terminals that cannot show it; no meaning rests on colour.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from controller.consoles.frames import (
    FACE_DOWN,
    TO_BE_ENTERED,
    BatchShown,
    ExposedShown,
    HandShown,
    OutcomeShown,
    ShoeShown,
    ShufflerShown,
)

_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_NAMES: Final = {
    "blackjack": ("Bet", "Bet"),
    "push_22": ("Push22", "P22"),
    "insurance": ("Insur.", "Ins"),
    "double_down": ("Double", "Dbl"),
    "split": ("Split", "Spl"),
    "free_bet": ("Free", "Fre"),
    "lucky_ladies": ("Ladies", "Lad"),
    "match_the_dealer": ("Match", "Mat"),
    "in_between": ("Betw.", "Btw"),
    "royal_match_21": ("Royal", "Roy"),
    "bet_the_set_21": ("Set 21", "Set"),
    "kings_bounty": ("Bounty", "Bnt"),
    "three_card_poker": ("3 Card", "3Cd"),
    "super_match": ("Super", "Sup"),
    "bad_beat": ("B.Beat", "BdB"),
    "hit_and_run": ("HitRun", "H&R"),
    "second_chance": ("Chance", "2nd"),
    "ante": ("Ante", "Ant"),
    "bet": ("Bet", "Bet"),
    "options": ("Fee", "Fee"),
    "super": ("Super", "Sup"),
    "super_on_dealer": ("S.deal", "S.D"),
    **{f"super_on_{box}": (f"S.on {box}", f"S.{box}") for box in range(1, 6)},
}
_STATUS: Final = {
    "": "",
    "21": "",
    "blackjack": "BLACKJACK",
    "bust": "BUST",
    "stood": "stood",
    "doubled": "doubled",
    "paid": "paid",
    "announced": "BLACKJACK",
    "surrendered": "surrendered",
    "late": "late",
    "dead": "DEAD",
    "fold": "folds",
    "bet": "bets",
    "buy": "buys a card",
    "exchange": "exchanges",
    "instant": "INSTANT PAYOUT",
    "drawn": "",
    "out": "folded",
}
_PHASES: Final = {"Refilling": "Refilling the shoe", "Idle": "Idle table"}
_WHERE: Final = {
    "table": "on the table",
    "shuffler": "in the shuffler",
    "shoe": "in the shoe",
    "hand": "in the dealer's hand",
}
_INSIDE: Final = {
    "working": "shuffling",
    "cancelling": "being stopped with",
    "done": "done with",
    "failed": "FAILED with",
    "releasing": "giving out",
}
_OUTCOMES: Final = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "surrender": "half lost",
    "void": "void",
    "fee": "paid",
}


MANY: Final = 3
"""So many cards that lie face down side by side are said as a number."""
_PLAIN: Final = str.maketrans({"—": "-", "–": "-", "−": "-", "…": "...", "·": "-", "’": "'"})


class Look(Struct, frozen=True):
    """The signs that a terminal can show."""

    turn: str
    lammer: str
    yes: str
    no: str
    full: str
    back: str
    dash: str
    dot: str
    suits: dict[str, str]
    frame: tuple[str, str, str, str, str, str]


SIGNS: Final = Look("▶", "●", "✔", "✖", "█", "▒▒", "—", "·", _SUITS, ("╭", "╮", "╰", "╯", "─", "│"))
ASCII: Final = Look(
    ">", "*", "ok", "X", "#", "##", "-", "-", {s: s.lower() for s in _SUITS}, ("+", "+", "+", "+", "-", "|")
)


def look_for(encoding: str | None) -> Look:
    """The signs for a terminal of this encoding; ASCII where it is unknown or lacks one of them."""
    try:
        "".join(
            (SIGNS.turn, SIGNS.lammer, SIGNS.yes, SIGNS.no, SIGNS.full, SIGNS.back, *_SUITS.values())
        ).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return SIGNS


def card(shown: str, look: Look) -> str:
    """A card as the screen gives it, short: "K♥", "10♠", the back of a card, "??"."""
    if shown == FACE_DOWN:
        return look.back
    if shown == TO_BE_ENTERED:
        return "??"
    if len(shown) != 2 or shown[1] not in look.suits:
        return shown
    return ("10" if shown[0] == "T" else shown[0]) + look.suits[shown[1]]


def is_red(shown: str) -> bool:
    """Whether a shown card is a diamond or a heart."""
    return len(shown) == 2 and shown[1] in "DH"


def cards(shown: Sequence[str], look: Look) -> str:
    """A hand's cards with spaces between, face-down ones said in words: this is read line by line. Three or
    more of them that lie side by side are counted."""
    said: list[str] = []
    for one, alike in groupby(shown):
        number = len(tuple(alike))
        if one == FACE_DOWN and number >= MANY:
            said.append(f"[{number} {one}]")
        else:
            said += [f"[{one}]" if " " in one else card(one, look)] * number
    return " ".join(said)


def money(cents: int) -> str:
    """Cents as dollars: "$25", "$7.50", "$1,000"."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02}" if rest else "")


def wager(name: str, *, narrow: bool = False) -> str:
    """A wager's name for a column of 6 letters, or of 3."""
    wide, short = _NAMES.get(name, (name.replace("_", " ").title()[:7], name[:3].title()))
    return short if narrow else wide


def phase(name: str) -> str:
    """ "PlayerDecisions" → "Player decisions"."""
    return _PHASES.get(name) or re.sub(r"(?<!^)[A-Z]", lambda found: " " + found.group().lower(), name)


TRUSTS: Final = {
    "signed": "proved by its key",
    "listed": "known by its own word",
    "unauthenticated": "not checked",
}
"""How far a device is trusted, as the floor reads it (docs/commissioning.md)."""


def role(name: str) -> str:
    """ "wager_positions" → "wager positions"."""
    return name.replace("_", " ")


def hand_state(hand: HandShown) -> str:
    """Count and status: "soft 17", "20 stood", "BLACKJACK", "24 BUST", "declared bets", "full house bets".
    How an ace counts matters no more once the hand is complete."""
    status = _STATUS.get(hand.status, hand.status)
    if hand.declared:
        status = f"declared {status}".rstrip()
    if hand.status == "blackjack":
        return status
    told = hand.count.removeprefix("soft ") if status else hand.count
    return " ".join(part for part in (told, status) if part)


def outcome(row: OutcomeShown, *, short: bool = False) -> str:
    """ "won $25", "lost $25", "push", "void"; a lammer that loses loses nothing. short: "+$25", "-$25"."""
    word = _OUTCOMES.get(row.outcome, row.outcome)
    cents = row.paid or row.collected
    if short and cents:
        return ("+" if row.paid else "-") + money(cents)
    return f"{word} {money(cents)}" if cents else word


def net(rows: Sequence[OutcomeShown]) -> int:
    """What the player is better (or worse: negative) off by these rows, in cents."""
    return sum(row.paid - row.collected for row in rows)


def shoe_state(shoe: ShoeShown, *, short: bool = False) -> str:
    """ "LOCKED", "OPEN for 3 cards", of a double shoe "OPEN for 3 cards, left" or "OPEN for 3, left", of an
    automated one what becomes of its stack, or that there is none."""
    if shoe.held:
        return "IN THE DEALER'S HAND"
    if shoe.stack == "exit":
        return "STACK IN THE EXIT" if short else "A STACK LIES IN THE EXIT"
    if shoe.locked:
        return "LOCKED"
    if shoe.stack == "coming":
        return "DISPENSING" if short else "DISPENSING a stack"
    side = f", {shoe.side}" if shoe.side else ""
    if side and short:
        return f"OPEN for {shoe.permitted}{side}"
    return f"OPEN for {shoe.permitted} card{'s' if shoe.permitted != 1 else ''}{side}"


def left(minutes: int) -> str:
    """Until a batch must be changed: "23 h", "45 min", "CHANGE DUE"; "" before it was opened."""
    if minutes < 0:
        return ""
    if minutes == 0:
        return "CHANGE DUE"
    return f"{minutes // 60} h" if minutes >= 60 else f"{minutes} min"


def batch_place(one: BatchShown) -> str:
    """Where a batch is, and at which stage: "in the shoe", "on the table, washed"; of a double shoe "in the
    shoe, left"."""
    where = _WHERE.get(one.where, one.where)
    if one.where == "shoe" and one.side:
        return f"{where}, {one.side}"
    return f"{where}, {one.stage}" if one.where == "table" else where


def shuffler_state(one: ShufflerShown, *, short: bool = False) -> str:
    """What the shuffler does, and what is wrong with it: "empty", "shuffling red", "FAILED with red: jam at
    comb", "OUT OF ORDER, covered", "done with red (count, identity, backs good)". short: without the
    verdicts, of which a bad one is among the reasons of a failure anyway."""
    if one.out_of_order:
        return f"OUT OF ORDER, {one.out_of_order}"
    state = _INSIDE.get(one.stage, one.stage)
    inside = f"{state} {one.back or 'its cards'}" if one.stage in _INSIDE else state
    if one.reason:
        place = f" at {one.place}" if one.place else ""
        return f"{inside}: {one.reason}{place}"
    if short or one.stage not in ("done", "releasing"):
        return inside
    named = (("count", one.counted), ("identity", one.identity), ("backs", one.back_seen))
    good = ", ".join(name for name, verdict in named if verdict == "good")
    return f"{inside} ({good} good)" if good else inside


def exposed(one: ExposedShown, look: Look) -> str:
    """An exposed card that waits: "exposed K♥", or its draw alone where its face is not told yet."""
    return f"exposed {card(one.card, look)}" if one.card else f"exposed, draw {one.draw}"


def fit(words: str, look: Look) -> str:
    """Words as this terminal may get them: nothing in them that it would obey, nothing that it cannot show.
    Everything that is printed goes through here last."""
    if not words.isprintable():
        words = "".join(one if one.isprintable() else "?" for one in words)
    if look is ASCII and not words.isascii():
        words = words.translate(_PLAIN).encode("ascii", "replace").decode()
    return words


def sentence(words: str) -> str:
    """Words as a person reads them: the first letter large."""
    return words[:1].upper() + words[1:]
