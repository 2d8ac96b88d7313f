"""The cards of a script: reading them, whether the decks have them, and the whole order of a shoe.

A card is rank and suit, "CUT" the cover card, "*" any card that the script does not name; "!" behind a
card says that it lies face up. What is done with the cards does not live here.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.table.double_shoe import SIDES
from drivers.cards import DECK, JOKER

COVER: Final = "CUT"
ANY: Final = "*"
FACE_UP: Final = "!"
REMEDY: Final = "write rank 2-9 T J Q K A and suit C D H S, CUT, or '*'"


Sides = tuple[tuple[str, ...] | None, tuple[str, ...] | None]
"""The cards of the left and of the right side of a double shoe; None of a side that is not spoken of."""


def read_sides(said: object, decks: int, place: str, *, key: str, step: int = 0) -> Sides:
    """The cards of one shuffle of a double shoe, from a mapping of its sides. '*' is any order of whatever is
    shuffled. ConfigFaults: as read_cards, and where it is no such mapping."""
    if said == ANY:
        return None, None
    if not isinstance(said, dict) or not said or not set(said) <= set(SIDES):
        what = f"{shown(said)} does not say which side of the double shoe"
        remedy = "write {left: CARDS, right: CARDS}, one of them, or '*'"
        raise ConfigFaults((ConfigFault(place, what, remedy, key=key, step=step, value=said),))
    faults = Faults()
    found: list[tuple[str, ...] | None] = []
    for side in SIDES:
        cards = None
        with faults.kept():
            if side in said:
                cards = read_cards(said[side], decks, place, key=f"{key}.{side}", step=step)
        found.append(cards)
    faults.raise_any()
    return found[0], found[1]


def read_cards(said: object, decks: int, place: str, *, key: str, step: int = 0) -> tuple[str, ...]:
    """The cards of one shuffle, from one string or a list. ConfigFaults: something is no card of this
    game, or the decks have not so many."""
    faults: list[ConfigFault] = []

    def note(what: str, remedy: str, value: object) -> None:
        faults.append(ConfigFault(place, what, remedy, key=key, step=step, value=value))

    if isinstance(said, dict):
        remedy = "write the cards as one string or a list, or equipment: {shoe: double}"
        note("this table has no double shoe", remedy, said)
    elif not isinstance(said, str | list):
        note(f"{shown(said)} is no order of cards", "write one string, such as '2C TS 5D!', or a list", said)
    else:
        cards = said.split() if isinstance(said, str) else said
        for number, card in enumerate(cards, 1):
            problem = _problem(card)
            if problem is not None:
                note(f"card {number}: {problem[0]}", problem[1], card)
        if not faults:
            for what in _too_many(cards, decks):
                note(what, f"{decks} decks are shuffled", said)
    if faults:
        raise ConfigFaults(faults)
    assert isinstance(said, str | list)
    return tuple(said.split() if isinstance(said, str) else said)


def read_card(said: object, place: str, *, key: str, step: int) -> str:
    """One card with a face. ConfigFaults where it is none."""
    if isinstance(said, str) and said in DECK:
        return said
    remedy = "write rank 2-9 T J Q K A and suit C D H S"
    raise ConfigFaults(
        (ConfigFault(place, f"{shown(said)} is no card", remedy, key=key, step=step, value=said),)
    )


def _problem(card: object) -> tuple[str, str] | None:
    """What is wrong with one entry and what to write, or None."""
    if not isinstance(card, str):
        return f"{shown(card)} is no card", REMEDY
    face = card.removesuffix(FACE_UP)
    if card == COVER or face in DECK or face == ANY:
        return None
    if face == JOKER:
        return "this game has no joker", "leave it out"
    if face == COVER:
        return "the cover card has no face", "write CUT"
    if len(card.split()) > 1:
        return f"{shown(card)} is more than one card", "write one card an item, or all as one string"
    upper = face.upper().replace("10", "T")
    if upper in DECK or upper == COVER:
        return f"{shown(card)} is no card", f"did you mean {upper}?"
    return f"{shown(card)} is no card", REMEDY


def _too_many(cards: Sequence[str], decks: int) -> Iterator[str]:
    count = Counter(card.removesuffix(FACE_UP) for card in cards)
    if count.pop(COVER, 0) > 1:
        yield "there is one cover card only"
    if count.total() > decks * len(DECK):
        yield f"{count.total()} cards are more than the {decks * len(DECK)} of the decks"
    count.pop(ANY, None)
    for card, times in count.items():
        if times > decks:
            yield f"{card} stands {times} times and the decks have it {decks} times"


def fill(
    cards: Sequence[str], decks: int, seed: int, *, without: Sequence[str] = (), cover: bool = True
) -> list[str]:
    """The whole order of a shoe: `cards` first, each "*" and the rest of the shoe any of the cards that are
    left, by `seed`. Where no cover card is named it lies a quarter from the bottom, or directly behind the
    named cards where they reach farther. without: cards that lie elsewhere; of the named ones those that
    are not among the rest become any card. cover: False where no cover card is used.

    The cards must be such as read_cards gives them.
    """
    left = Counter(DECK * decks)
    left.subtract(without)
    named = [_there(card, left) for card in cards if cover or card != COVER]
    loose = list(left.elements())
    random.Random(seed).shuffle(loose)  # noqa: S311 - a scenario asks for an order that can be repeated
    named = named[: len(loose) + sum(not card.startswith(ANY) for card in named)]
    order = [loose.pop() + card[1:] if card.startswith(ANY) else card for card in named]
    whole = order + loose[::-1]
    if cover and COVER not in order:
        total = len(whole)
        whole.insert(max(total - total // 4, len(order)), COVER)
    return whole


def _there(card: str, left: Counter[str]) -> str:
    """The card, taken from what is left; any card in its place where it lies elsewhere."""
    face = card.removesuffix(FACE_UP)
    if face in (ANY, COVER):
        return card
    if left[face] <= 0:
        return ANY + card[len(face) :]
    left[face] -= 1
    return card
