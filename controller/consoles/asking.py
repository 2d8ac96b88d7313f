"""What only a person knows, asked for line by line, with every answer checked. Pure; no terminal.

A choice names the fields of its Command that somebody has to fill in; a Form asks for them one after the
other and gives the Command when it has them all. Each question says what to type. Whether the answers are
right is the table's to say: a form knows shapes, and what is on the screen, never what is expected.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from controller.consoles.frames import Choice, HandShown, Screen
from controller.consoles.requests import MOST_LETTERS, MOST_NOTE
from controller.table import commands as c
from controller.table.state import Lie

GIVE_UP: Final = "."
"""What a person types to leave a form."""
_CARD: Final = re.compile(r"(10|[2-9TJQKA])\s*([CDHS])", re.IGNORECASE)
_MONEY: Final = re.compile(r"\$?(\d{1,9})(?:\.(\d\d))?")
_LIE: Final = re.compile(
    r"(?:draw\s+)?(\d{1,9})\s+(?:is\s+|lies\s+|went\s+)?(?:at\s+|to\s+|with\s+)?(?:the\s+)?"
    r"(?:(mine|me|dealer(?:'s)?)|(?:box\s+)?(\d{1,3})(?:\s*,?\s*(?:hand\s+)?(\d{1,3}))?)",
    re.IGNORECASE,
)


class NotUnderstood(Exception):
    """The line is no answer, no key and no command now; the message says what would be."""


Read = Callable[[str, Screen, Any], Any]
"""A typed answer as the field's value. Given the answers so far, where a field takes several lines.
Raises NotUnderstood."""


class Question(Struct, frozen=True):
    """The words that ask, and how the answer is read. may_skip: an empty line keeps what stands there.
    many: every line adds to the field, an empty one ends it."""

    words: str | Callable[[Screen], str]
    read: Read
    may_skip: bool = False
    many: bool = False


class Form:
    """The questions of one choice, and the answers so far."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self._left = list(choice.asks)
        self._what = choice.what

    def question(self, screen: Screen) -> str:
        """What is asked now, and what to type."""
        asked = self._question()
        words = asked.words if isinstance(asked.words, str) else asked.words(screen)
        return f"{words} ({GIVE_UP} gives up)"

    def answer(self, line: str, screen: Screen) -> c.Command | None:
        """Take one line; the Command once nothing is left to ask. Raises NotUnderstood, and then asks the
        same again."""
        asked, field, typed = self._question(), self._left[0], " ".join(line.split())
        if typed:
            self._put(field, asked.read(typed, screen, self._value(field)))
        elif not asked.may_skip and not (asked.many and self._value(field)):
            raise NotUnderstood(f"that needs an answer; {GIVE_UP} gives up")
        if not (typed and asked.many):
            del self._left[0]
        return None if self._left else self._what

    def _question(self) -> Question:
        kind, _, which = self._left[0].partition(":")
        if kind == "seal":
            return Question(f"What does the package or receipt of the {which} batch say? Type it.", _words)
        return QUESTIONS[type(self._what), kind]

    def _value(self, field: str) -> Any:
        return None if field.startswith("seal:") else asdict(self._what)[field]

    def _put(self, field: str, value: Any) -> None:
        what = self._what
        if field.startswith("seal:"):
            assert isinstance(what, c.OpenTable | c.ChangeCards)
            back = field.removeprefix("seal:")
            named = tuple(replace(one, seal=value) if one.back == back else one for one in what.batches)
            self._what = replace(what, batches=named)
        else:
            self._what = replace(what, **{field: value})


# ---- how answers are read -----------------------------------------------------------------------------


def _words(typed: str, _: Screen, __: Any) -> str:
    return _no_longer_than(typed, MOST_LETTERS)


def _note(typed: str, _: Screen, __: Any) -> str:
    return _no_longer_than(typed, MOST_NOTE)


def _no_longer_than(typed: str, most: int) -> str:
    if len(typed) > most:
        raise NotUnderstood(f"that has {len(typed)} letters, and {most} can be kept: say it shorter")
    if not typed.isprintable():
        raise NotUnderstood("only letters that can be printed")
    return typed


def _number(typed: str, _: Screen, __: Any) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", typed):
        raise NotUnderstood(f"{typed!r} is no number: type digits alone, as 52")
    return int(typed)


def _yes(typed: str, _: Screen, __: Any) -> bool:
    if typed.lower() not in ("y", "yes", "n", "no"):
        raise NotUnderstood(f"{typed!r} is neither yes nor no")
    return typed.lower().startswith("y")


def _rack(typed: str, _: Screen, __: Any) -> str:
    if typed.lower() not in ("height", "mark"):
        raise NotUnderstood(f"{typed!r} is neither height nor mark")
    return typed.lower()


def _places(typed: str, _: Screen, __: Any) -> tuple[int, ...]:
    """Places of cards in a hand: "1 3", "1,3,4". Whether so many are exchanged is the table's to say."""
    found = re.fullmatch(r"[1-9](?:[ ,]+[1-9]){0,8}", typed)
    if found is None:
        raise NotUnderstood(f"{typed!r} says no places: type 1 3 for the first and the third card")
    return tuple(int(place) for place in re.findall(r"[1-9]", typed))


def read_card(typed: str, _: Screen, __: Any = None) -> str:
    """A card as a person types it: "KH", "10s", "t s"."""
    found = _CARD.fullmatch(typed)
    if found is None:
        raise NotUnderstood(f"{typed!r} is no card: rank 2-9 T J Q K A and suit C D H S, as KH")
    rank = "T" if found[1] == "10" else found[1].upper()
    return rank + found[2].upper()


def read_cents(typed: str, _: Screen, __: Any = None) -> int:
    """Dollars as a person types them, in cents: "10", "$7.50"."""
    found = _MONEY.fullmatch(typed)
    if found is None:
        raise NotUnderstood(f"{typed!r} is no amount: write 10 or 7.50")
    return int(found[1]) * 100 + int(found[2] or 0)


def _incident(typed: str, _: Screen, __: Any) -> str:
    kinds = list(c.INCIDENTS)
    if typed.isdecimal() and 1 <= int(typed) <= len(kinds):
        return kinds[int(typed) - 1]
    raise NotUnderstood(f"{typed!r} is none of these: type a number from 1 to {len(kinds)}")


def _box(typed: str, screen: Screen, _: Any) -> int:
    if not (typed.isdecimal() and 1 <= int(typed) <= len(screen.boxes)):
        raise NotUnderstood(f"{typed!r} is no box: type a number from 1 to {len(screen.boxes)}")
    return int(typed)


def _lie(typed: str, screen: Screen, _: Any) -> Lie:
    """Which draw lies where, in words or in bare numbers. Draw, box and hand are those on the screen."""
    found = _LIE.fullmatch(typed)
    if found is None:
        raise NotUnderstood(f"{typed!r} says no draw and place: type 8 box 2, 8 box 2 hand 2, or 9 mine")
    draw, draws = int(found[1]), [draw for _, hand in _hands(screen) for draw in hand.draws]
    if draw not in draws:
        raise NotUnderstood(f"draw {draw} lies nowhere on the table; there are {_listed(draws)}")
    if found[2]:
        return Lie(draw, 0)
    box, hand = int(found[3]), int(found[4] or 1)
    if all((at, one.number) != (box, hand) for at, one in _hands(screen) if at):
        raise NotUnderstood(f"box {box} has no hand {hand} in this round")
    return Lie(draw, box, hand)


def _lies(typed: str, screen: Screen, so_far: tuple[Lie, ...]) -> tuple[Lie, ...]:
    """One more; what was said of the same draw before is corrected by it."""
    new = _lie(typed, screen, None)
    return (*(one for one in so_far if one.draw != new.draw), new)


def _went(typed: str, screen: Screen, _: Any) -> Lie:
    lie = _lie(typed, screen, None)
    if lie.box == 0:
        raise NotUnderstood("a card that a player asked for goes to a later hand, not to the dealer")
    return lie


def _hands(screen: Screen) -> list[tuple[int, HandShown]]:
    """All hands by their box, 0 the dealer's own."""
    return [(box.number, hand) for box in screen.boxes for hand in box.hands] + [(0, screen.dealer)]


def _listed(draws: list[int]) -> str:
    return ", ".join(str(draw) for draw in sorted(draws)) or "none"


def drawn(screen: Screen) -> str:
    """Each draw that lies on the table, and where: "2 9H box 1, 4 face down mine"."""
    each = [
        (draw, f"{draw} {card} {_where(box, hand)}")
        for box, hand in _hands(screen)
        for card, draw in zip(hand.cards, hand.draws, strict=True)
    ]
    return ", ".join(words for _, words in sorted(each))


def _where(box: int, hand: HandShown) -> str:
    if box == 0:
        return "mine"
    return f"box {box}" + (f" hand {hand.number}" if hand.number > 1 else "")


# ---- what is asked ----------------------------------------------------------------------------------

_KINDS: Final = ", ".join(f"{at} {words}" for at, (_, words) in enumerate(c.INCIDENTS.values(), 1))

QUESTIONS: Final[dict[tuple[type, str], Question]] = {
    (c.ConfirmTable, "boxes"): Question("How many boxes has the layout? Type a number.", _number),
    (c.ConfirmTable, "rack"): Question(
        "How does the discard rack show a full stack: by its own height, or by a mark on it? "
        "Type height or mark.",
        _rack,
    ),
    (c.ConfirmTable, "rack_decks"): Question(
        "Of how many decks is the stack that it shows? Type a number.", _number
    ),
    (c.ConfirmTable, "odds"): Question(
        "Are the odds of every wager posted, and a payout limit of the house, on the layout or on a sign? "
        "Type yes or no.",
        _yes,
    ),
    (c.InspectCards, "defect"): Question("What is wrong with the cards? Type it in a few words.", _note),
    (c.CardsSeen, "player"): Question(
        "Who looked at the cards? Type the name, or only Enter where nobody came.", _words, may_skip=True
    ),
    (c.CardsSeen, "respread"): Question(
        "Does the player want to see the batch in the shuffler too? Type yes or no; only Enter for no.",
        _yes,
        may_skip=True,
    ),
    (c.CollectShoe, "remaining"): Question(
        "How many cards were left in the shoe, by your count? Type a number.", _number
    ),
    (c.CountDeck, "cards"): Question(
        "How many cards has the whole deck, by your count? Type a number.", _number
    ),
    (c.CountProgressive, "cents"): Question(
        "How much lies there in chips, by your count? Type dollars, as 10 or 7.50.", read_cents
    ),
    (c.OrderRecut, "why"): Question(
        "What was wrong with the cut? Type it, or only Enter.", _note, may_skip=True
    ),
    (c.NewDealer, "name"): Question("Who deals from now on? Type the name.", _words),
    (c.AdmitPlayer, "player"): Question("Who may wager again? Type the name.", _words),
    (c.DealCards, "up"): Question("Which of your cards lies face up? Type rank and suit, as 5D.", read_card),
    (c.DealCard, "card"): Question("Which card was it? Type rank and suit, as KH or 10S.", read_card),
    (c.FaceUpCard, "card"): Question("Which card lay face up? Type rank and suit, as KH.", read_card),
    (c.CardInError, "card"): Question("Which card was seen? Type rank and suit, as KH.", read_card),
    (c.CorrectCard, "draw"): Question(
        lambda screen: f"On record: {drawn(screen)}. Which draw is another card? Type its number.", _number
    ),
    (c.CorrectCard, "card"): Question("Which card is it? Type rank and suit, as KH or 10S.", read_card),
    (c.EnterCard, "card"): Question("Which card is it? Type rank and suit, as KH or 10S.", read_card),
    (c.CardsLie, "lies"): Question(
        lambda screen: (
            f"On record: {drawn(screen)}. Which draw lies where? Type 8 box 2, or 9 mine; "
            "one a line, only Enter when that is all."
        ),
        _lies,
        many=True,
    ),
    (c.CardWent, "lie"): Question(
        lambda screen: (
            f"On record: {drawn(screen)}. Which draw lies with which later hand? "
            "Type 17 box 3, or 17 box 3 hand 2."
        ),
        _went,
    ),
    (c.Decide, "cards"): Question(
        "Which cards are given up? Type their places in the order of the deal, as 1 3 4.", _places
    ),
    (c.ReportIncident, "kind"): Question(f"What happened? {_KINDS}. Type its number.", _incident),
    (c.ReportIncident, "box"): Question(
        "At which box? Type its number, or only Enter for none.", _box, may_skip=True
    ),
    (c.ReportIncident, "note"): Question(
        "What is to be kept about it? Type it, or only Enter.", _note, may_skip=True
    ),
}
"""By Command and field. Every field that a choice asks for stands here (a test sees to it)."""
