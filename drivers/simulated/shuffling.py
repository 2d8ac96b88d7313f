"""The mechanics of a shuffle: how a simulated machine brings a stack into a random order.

The model is that of a machine that puts one card after another into a growing stack, each at a place that
a generator draws among all the places there are. With fair draws every order is equally likely, also after
one pass; a machine that lays cards into a few compartments has no such promise, and the measurements of
`randomness` tell the two apart. When a stack is shuffled, and what is known of it, is in `shuffler`.
"""

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Final

Order = Callable[[list[str]], list[str]]
"""Takes a stack, first card first, and returns the same cards in another order."""

_SYSTEM: Final = secrets.SystemRandom()


def insert_each(cards: Sequence[str], rng: random.Random = _SYSTEM) -> list[str]:
    """`cards` in a random order, each put at a place drawn by `rng`, the operating system's generator.

    The first k cards lie in every one of their k! orders with the same chance, so that the next one, put
    at each of k + 1 places with the same chance, makes (k + 1)! equally likely orders.
    """
    stack: list[str] = []
    for card in cards:
        stack.insert(rng.randrange(len(stack) + 1), card)
    return stack


def seeded(seed: int) -> Order:
    """A shuffle that can be repeated: for a scenario that asks for it, never for play."""
    rng = random.Random(seed)  # noqa: S311 - asked for by a scenario
    return lambda cards: insert_each(cards, rng)
