"""The keys of a screen: which there are, and what a typed line means. Pure; no terminal.

A key is a letter or two for a choice of the screen; remedies go by number, or by name. What a choice needs
to be told first is asked for by its Form (asking.py). The process at a keyboard is keys.py.
"""

import re
from typing import Final

from controller.consoles import wording as w
from controller.consoles.asking import Form, NotUnderstood, read_card, read_cents
from controller.consoles.frames import Choice, Screen
from controller.table import commands as c

KEYS: Final[dict[type, str]] = {
    c.OpenTable: "o",
    c.ConfirmTable: "cf",
    c.InspectCards: "i",
    c.VerifyInspection: "v",
    c.SpreadCards: "f",
    c.CardsSeen: "g",
    c.WashCards: "w",
    c.ShuffleCards: "u",
    c.FeedShuffler: "mf",
    c.ClearShuffler: "mg",
    c.TakeStack: "mt",
    c.MarkOutOfOrder: "mo",
    c.ReturnToService: "mr",
    c.CollectShoe: "t",
    c.CountDeck: "k",
    c.RefuseCut: "d",
    c.OrderRecut: "rc",
    c.LoadShoe: "l",
    c.LeaveIdle: "a",
    c.ChangeCards: "cc",
    c.NewDealer: "nd",
    c.AdmitPlayer: "ad",
    c.NoMoreBets: "n",
    c.CloseInsurance: "c",
    c.WithdrawDecision: "w",
    c.AcceptCard: "y",
    c.RefuseCard: "z",
    c.ReportPassedOver: "po",
    c.CardsLie: "li",
    c.CardWent: "we",
    c.ReportIncident: "in",
    c.EnterCard: "en",
    c.WagersSettled: "s",
    c.CardsCollected: "k",
    c.InspectReader: "e",
    c.DirectReshuffle: "r",
    c.CloseTable: "x",
    c.DeclineSecondChance: "ns",
    c.CountProgressive: "ct",
    c.VerifyAward: "va",
    c.DocumentAward: "da",
    c.DealCards: "b",
    c.DealCard: "j",
    c.TurnHand: "tu",
    c.FaceUpCard: "fu",
    c.CardInError: "er",
    c.CoverCardSeen: "cv",
    c.CorrectCard: "co",
    c.LockDecisions: "lk",
}
VARIANTS: Final[dict[c.Command, str]] = {
    c.SpreadCards("down"): "fd",
    c.MarkOutOfOrder("covered"): "mc",
    c.MarkOutOfOrder("signed"): "ms",
    c.MarkOutOfOrder("covered", "shoe"): "hc",
    c.MarkOutOfOrder("signed", "shoe"): "hs",
    c.ReturnToService("shoe"): "hr",
    c.DirectReshuffle("left"): "rl",
    c.DirectReshuffle("right"): "rr",
    c.CutCards("dealer"): "c",
    c.CutCards("player"): "p",
    c.ReportMisdeal("wrong_number"): "wn",
    c.ReportMisdeal("dealer_exposed"): "xd",
    c.ReportMisdeal("shoe_failed"): "sf",
}
"""Keys of Commands of which a screen offers several."""
WITH_QUESTIONS: Final[dict[type, str]] = {
    c.OpenTable: "op",
    c.ChangeCards: "cp",
    c.InspectCards: "id",
    c.CardInError: "ex",
}
"""Keys of those that are offered plain too."""
VERBS: Final = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "switch": "w",
    "second_chance": "sc",
}
BY_BOX: Final = {"fold": "f", "bet": "b", "buy": "y", "exchange": "x"}
"""Keys of decisions that hands may make in any order: the box stands behind them."""
HELP: Final = (
    "Type a key and Enter. ? shows the keys again, q ends this console.",
    "Some keys take more: d 10 doubles for less; c 120 80 (or p 120 80): cut 120 cards deep, 80 cards below",
    "the cover card; card KH (or card 41 KH) enters a card from sight; dealer NAME; admit NAME.",
    "Dealt from the hand: b 5D tells the deal and your card that is face up, j KH a card that you dealt;",
    "card TS 8D enters a hand that was turned over, j alone a card that was dealt face down.",
    "Poker: the box stands behind the letter; d2 declares for box 2, x2 1 4 exchanges its cards 1 and 4.",
)
QUIET: Final = frozenset(
    (
        c.ReportIncident,
        c.NewDealer,
        c.AdmitPlayer,
        c.MarkOutOfOrder,
        c.TakeStack,
        c.CardsLie,
        c.ChangeCards,
        c.LeaveIdle,
        c.FaceUpCard,
        c.CardInError,
        c.CoverCardSeen,
        c.CorrectCard,
        c.ReportMisdeal,
        c.AbandonWagers,
    )
)
"""What may be asked often and seldom is: it stands behind the rest."""
WIDE: Final = 100
"""Columns of a menu's line, as far as its words can be broken."""
_CARD: Final = re.compile(r"(?:(\d{1,9})\s+)?(\S+)")
_MOST_ENTERED: Final = 40
"""Words of a line of cards: more than lie on any table."""
_DEPTHS: Final = re.compile(r"(\d{1,4})(?:\s+(\d{1,4}))?")


def menu(screen: Screen) -> dict[str, Choice]:
    """Key → choice, for all that may be asked now, refused or not. Remedies are numbered from 1 through
    all open questions."""
    keys: dict[str, Choice] = {}
    for one in screen.choices:
        key = _key(one) or str(1 + sum(name.isdigit() for name in keys))
        keys[key if key not in keys else f"{key}{len(keys)}"] = one
    return keys


def _key(one: Choice) -> str:
    what, kind = one.what, type(one.what)
    if isinstance(what, c.Decide):
        return VERBS.get(what.verb) or f"{BY_BOX.get(what.verb, what.verb)}{what.box}"
    if isinstance(what, c.DeclareHand):
        return f"{'i' if what.instant else 'd'}{what.box}"
    if isinstance(what, c.AbandonWagers):
        return f"l{what.box}"
    if isinstance(what, c.TakeEvenMoney):
        return f"m{what.box}"
    if isinstance(what, c.TurnHand):
        return f"tu{what.box}"
    if one.asks and kind in WITH_QUESTIONS:
        return WITH_QUESTIONS[kind]
    return VARIANTS.get(what) or KEYS.get(kind, "")


def menu_lines(screen: Screen, look: w.Look, role: str = "") -> list[str]:
    """The keys in lines: what may be asked, then what would be refused and why. role: who reads it; what is
    for the other one stands on lines of its own behind it."""
    keys = menu(screen)
    may = [(key, one) for key, one in keys.items() if not one.why_not]
    may.sort(key=lambda pair: type(pair[1].what) in QUIET)
    mine = [pair for pair in may if role in ("", pair[1].who)]
    lines = [*_filled(mine), *_filled([pair for pair in may if pair not in mine])]
    for key, one in keys.items():
        if one.why_not:
            lines.append(f"   ({key}) {_words(one)} {look.dash} not now: {one.why_not} ({one.clause})")
    return lines


def _filled(keys: list[tuple[str, Choice]]) -> list[str]:
    """As many keys on a line as it takes."""
    lines: list[str] = []
    for key, one in keys:
        said = f"   [{key}] {_words(one)}"
        if lines and len(lines[-1]) + len(said) <= WIDE:
            lines[-1] += said
        else:
            lines.append(said)
    return lines


def _words(one: Choice) -> str:
    """What a key means; a remedy by its name too, which is what the handbook calls it."""
    name = f"{one.what.remedy}: " if isinstance(one.what, c.ChooseRemedy) else ""
    return name + one.words + (" (floor)" if one.who == "floorperson" else "")


def understand(line: str, screen: Screen) -> c.Command | Form:
    """The Command that a typed line means on this screen, or the Form that asks for what it needs yet. What
    stands behind the key of a form is its first answer. Raises NotUnderstood."""
    first, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    choice = menu(screen).get(first.lower()) or _remedy(first.lower(), screen)
    if choice is not None:
        if choice.asks:
            form = Form(choice)
            return (form.answer(rest, screen) if rest else None) or form
        if not rest:
            return choice.what
        if isinstance(choice.what, c.Decide):
            return c.Decide(choice.what.box, choice.what.verb, choice.what.hand, read_cents(rest, screen))
        if isinstance(choice.what, c.CutCards):
            return _cut(choice.what, rest)
    elif first == "dealer" and rest:
        return c.NewDealer(rest)
    elif first == "admit" and rest:
        return c.AdmitPlayer(rest)
    elif first == "card" and rest:
        return _entered(rest, screen)
    keys = ", ".join(menu(screen)) or "none just now"
    raise NotUnderstood(f"{line.strip()!r} is no key here; keys: {keys}; ? for help")


def _remedy(name: str, screen: Screen) -> Choice | None:
    """The remedy of that name, where only one open question has it."""
    found = [
        one
        for one in screen.choices
        if isinstance(one.what, c.ChooseRemedy) and one.what.remedy == name.replace("-", "_")
    ]
    return found[0] if len(found) == 1 else None


def _entered(words: str, screen: Screen) -> c.Command:
    """A card from sight, for the draw that is named, or for the one that the table asks for."""
    found = _CARD.fullmatch(words)
    if found is None:
        raise NotUnderstood(f"{words!r} is no card: write KH, or 41 KH for draw 41")
    card = read_card(found[2], screen)
    asked = [one.draw for one in screen.prompts if one.kind == "enter_card"]
    draw = int(found[1]) if found[1] else asked[0] if asked else 0
    if not draw:
        raise NotUnderstood("no card is to be entered now")
    return c.EnterCard(draw, card)


def entries(line: str, screen: Screen) -> tuple[c.Command, ...]:
    """Several cards in one line, "card TS 8D": for the draws that the table asks for, in its order. () for
    any other line. Raises NotUnderstood where it asks for fewer."""
    first, *cards = line.split()[:_MOST_ENTERED] or [""]
    if first != "card" or len(cards) < 2 or cards[0].isdecimal():
        return ()
    asked = [one.draw for one in screen.prompts if one.kind == "enter_card"]
    if len(asked) < len(cards):
        raise NotUnderstood(f"{len(cards)} cards, and {len(asked)} are to be entered now")
    told = (read_card(card, screen) for card in cards)
    return tuple(c.EnterCard(draw, card) for draw, card in zip(asked, told, strict=False))


def _cut(what: c.CutCards, words: str) -> c.Command:
    """A cut whose depth was measured: cards from the nearer end, and below the cover card."""
    found = _DEPTHS.fullmatch(words)
    if found is None:
        raise NotUnderstood(
            f"{words!r} says no depth: write 120, or 120 80 with the cards below the cover card"
        )
    return c.CutCards(what.by, int(found[1]), int(found[2] or 0))
