"""What a simulated shuffler finds of the cards that went through it: number, identity, backs.

Three verdicts apart from one another, each good or bad as codes of docs/link.md. Which card is wrong, and
where it lies, is nobody's business and is not worked out here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from drivers.cards import DECK, JOKER
from drivers.simulated.shuffler_codes import BAD, GOOD, UNSUPPORTED

MOST_JOKERS: Final = 2
"""Jokers of one deck that the machine knows of."""

TRICKS: Final = ("count-short", "count-over", "wrong-card", "wrong-back")
"""Faults that spoil a verdict on sound cards."""


class Found(Struct, frozen=True):
    """What is known of a stack: how many cards, and three verdicts. At first nothing is."""

    count: int = 0
    counted: int = UNSUPPORTED
    identity: int = UNSUPPORTED
    back: int = UNSUPPORTED

    def is_bad(self) -> bool:
        """Whether any of the verdicts is."""
        return BAD in (self.counted, self.identity, self.back)


class Eyes(Struct, frozen=True):
    """What a machine looks at. parts: it takes parts of a deck too, whose identity nobody can judge."""

    counts: bool = True
    identifies: bool = True
    backs: bool = True
    parts: bool = False

    def look(self, cards: Sequence[str], backs: Iterable[str], expected: int, tricks: Iterable[str]) -> Found:
        """The verdicts on a stack that should have `expected` cards, with these TRICKS played on it."""
        count = len(cards) + ("count-over" in tricks) - ("count-short" in tricks)
        judged = self.identifies and not (self.parts and decks_of(expected) is None)
        is_whole = "wrong-card" not in tricks and is_identical(cards, expected)
        is_one_colour = "wrong-back" not in tricks and len(set(backs)) <= 1
        return Found(
            count=count if self.counts else 0,
            counted=_verdict(self.counts, count == expected),
            identity=_verdict(judged, is_whole),
            back=_verdict(self.backs, is_one_colour),
        )


def _verdict(looks: bool, is_good: bool) -> int:
    if not looks:
        return UNSUPPORTED
    return GOOD if is_good else BAD


def decks_of(expected: int) -> tuple[int, int] | None:
    """(decks, jokers a deck) that make `expected` cards, with as few jokers as can be; None: no decks do."""
    for jokers in range(MOST_JOKERS + 1):
        decks, rest = divmod(expected, len(DECK) + jokers)
        if decks and not rest:
            return decks, jokers
    return None


def is_identical(cards: Iterable[str], expected: int) -> bool:
    """Whether each card is there as often as decks of `expected` cards in all have it."""
    whole = decks_of(expected)
    if whole is None:
        return False
    decks, jokers = whole
    wanted = Counter(dict.fromkeys(DECK, decks))
    wanted[JOKER] = decks * jokers
    return Counter(cards) == wanted
