"""Real decks for simulated shoes: how many cards, in which order, where the cover card lies.

The order comes from the operating system's generator; a seeded generator is used only where a scenario
asks for a repeatable shoe. Nothing here is known to a controller.
"""

import random
import secrets
from collections.abc import Sequence
from typing import Final

from drivers.cards import DECK, Card

COVER: Final = "CUT"
"""The cover card, as it stands among the cards of a simulated shoe."""

_SYSTEM: Final = secrets.SystemRandom()


def shuffled(decks: int, rng: random.Random = _SYSTEM) -> list[Card]:
    """`decks` times 52 cards in a random order, the first to be drawn first.

    `Random.shuffle` is the Fisher and Yates shuffle with an unbiased choice at each step. ValueError
    when there is not at least one deck.
    """
    if decks < 1:
        raise ValueError(f"{decks} decks: at least one is needed")
    cards = list(DECK) * decks
    rng.shuffle(cards)
    return cards


def with_cover_card(cards: Sequence[str], behind: int) -> list[str]:
    """`cards` with the cover card placed so that `behind` cards come after it.

    ValueError when there are not so many cards, or when a cover card is among them already.
    """
    if not 0 <= behind <= len(cards) or COVER in cards:
        raise ValueError(f"no place for the cover card with {behind} of {len(cards)} cards behind it")
    place = len(cards) - behind
    return [*cards[:place], COVER, *cards[place:]]


def a_shoe(decks: int, behind: int, seed: int | None = None) -> list[str]:
    """A shuffled shoe, the cover card with `behind` cards behind it; repeatable where a seed is given."""
    rng = _SYSTEM if seed is None else random.Random(seed)  # noqa: S311 - asked for by a scenario
    return with_cover_card(shuffled(decks, rng), behind)
