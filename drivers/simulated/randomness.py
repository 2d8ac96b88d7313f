"""Whether a shuffle is random: four measurements, each with the chance that a perfect shuffle does worse.

Each is compared with what is known of orders that are all equally likely. A measurement whose p-value is
below 0.05 is held against the shuffle at 95 %, below 0.01 at 99 %; a perfect shuffle has one p-value in
twenty, and one in a hundred, below these all the same, so that a single one proves nothing. How cards are
shuffled is in `shuffling`.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from drivers.cards import DECK
from drivers.simulated.tails import chi_square_tail, normal_tails

Shuffle = Callable[[list[str]], list[str]]
"""Takes cards, each of another name, and returns the same cards in another order."""

LEVELS: Final = (0.95, 0.99)
_BINS: Final = len(DECK)

Places = Sequence[int]
"""One shuffle: for each place of the new order, from the first on, the card's place in the order before."""


class Finding(Struct, frozen=True):
    """One measurement. found, expected: its value, and the mean over perfect shuffles. p: how often a
    perfect shuffle is found at least as far off."""

    name: str
    found: float
    expected: float
    p: float

    def holds(self, level: float) -> bool:
        """Whether nothing is held against the shuffle at that level, 0.95 or 0.99."""
        return self.p >= 1 - level


def names_of(decks: int) -> list[str]:
    """Cards that can be told apart: of one deck as they are called, of more with the deck's number."""
    if decks == 1:
        return list(DECK)
    return [f"{card} {deck}" for deck in range(1, decks + 1) for card in DECK]


def observe(shuffle: Shuffle, decks: int, shuffles: int) -> list[Places]:
    """`shuffles` shuffles, each of the same order of `decks` decks.

    ValueError where there is nothing to observe, or a shuffle that does not give back the cards it got.
    """
    if decks < 1 or shuffles < 1:
        raise ValueError(f"{shuffles} shuffles of {decks} decks: at least one of each")
    before = names_of(decks)
    place = {card: index for index, card in enumerate(before)}
    seen: list[Places] = []
    for _ in range(shuffles):
        after = shuffle(before.copy())
        if len(after) != len(before) or set(after) != set(before):
            raise ValueError("these are not the cards that were to be shuffled")
        seen.append([place[card] for card in after])
    return seen


# ---- the measurements -------------------------------------------------------------------------------


def card_by_place(seen: Sequence[Places]) -> Finding:
    """Whether each card comes to each place as often: chi-square over 52 by 52.

    Of more decks, neighbouring places are taken together, as many as there are decks. With n cards the
    sum of squares is n / (n - 1) times a chi-square of 51 * 51 degrees, for every card lies at one place
    and every place has one card.
    """
    cards = len(seen[0])
    width = cards // _BINS
    counts = [[0] * _BINS for _ in range(_BINS)]
    for places in seen:
        for place, before in enumerate(places):
            counts[before // width][place // width] += 1
    expected = len(seen) * width * width / cards
    squares = sum((count - expected) ** 2 for row in counts for count in row) / expected
    degrees = (_BINS - 1) ** 2
    found = squares * (cards - 1) / cards
    return Finding("each card at each place", found, degrees, chi_square_tail(found, degrees))


def rising_sequences(seen: Sequence[Places]) -> tuple[Finding, Finding]:
    """How many runs of cards still follow one another as before: their mean number and its variance.

    Of n cards in a random order (n + 1) / 2 on the average, with variance (n + 1) / 12. The spread of the
    variance follows from the fourth cumulant, -(n + 1) / 120.
    """
    cards, shuffles = len(seen[0]), len(seen)
    mean, variance = (cards + 1) / 2, (cards + 1) / 12
    runs = [_runs(places) for places in seen]
    found = sum(runs) / shuffles
    spread = sum((each - mean) ** 2 for each in runs) / shuffles
    of_mean = math.sqrt(variance / shuffles)
    of_spread = math.sqrt((2 * variance**2 - (cards + 1) / 120) / shuffles)
    return (
        Finding("rising sequences", found, mean, normal_tails((found - mean) / of_mean)),
        Finding("their variance", spread, variance, normal_tails((spread - variance) / of_spread)),
    )


def _runs(places: Places) -> int:
    after = [0] * len(places)
    for place, before in enumerate(places):
        after[before] = place
    return 1 + sum(after[card] > after[card + 1] for card in range(len(after) - 1))


def guesses(seen: Sequence[Places]) -> Finding:
    """How many cards are guessed right by one who saw the order before, and each card after his guess.

    He names the card that lay behind the one he saw last, or the next behind it that is still to come. In
    a random order every guess among k cards is right once in k times, whatever was seen: 1 + 1/2 + ... +
    1/n right ones on the average, 4.54 of 52, and no way to guess does better.
    """
    cards, shuffles = len(seen[0]), len(seen)
    mean = sum(1 / left for left in range(1, cards + 1))
    variance = sum((1 / left) * (1 - 1 / left) for left in range(1, cards + 1))
    found = sum(_right(places) for places in seen) / shuffles
    return Finding(
        "cards guessed", found, mean, normal_tails((found - mean) / math.sqrt(variance / shuffles))
    )


def _right(places: Places) -> int:
    cards = len(places)
    behind = [*range(1, cards), 0]  # of each card, the next one that is still to come, in a ring
    ahead = [cards - 1, *range(cards - 1)]
    guess, right = 0, 0
    for card in places:
        right += card == guess
        guess = behind[card]
        behind[ahead[card]], ahead[guess] = guess, ahead[card]
    return right


# ---- together -----------------------------------------------------------------------------------------


def examine(shuffle: Shuffle, decks: int, shuffles: int) -> tuple[Finding, ...]:
    """All measurements on `shuffles` shuffles of `decks` decks. ValueError as in `observe`.

    At five hundred shuffles and more the p-values are as good as exact.
    """
    seen = observe(shuffle, decks, shuffles)
    return (card_by_place(seen), *rising_sequences(seen), guesses(seen))


def randomness_report(shuffle: Shuffle, decks: int, shuffles: int) -> str:
    """What `examine` finds, as a table in text, a line a measurement."""
    return report_of(examine(shuffle, decks, shuffles), decks, shuffles)


def report_of(findings: Sequence[Finding], decks: int, shuffles: int) -> str:
    """These findings about so many shuffles of so many decks, as a table in text."""
    lines = [
        f"{shuffles} shuffles of {decks * len(DECK)} cards, compared with orders that are all equally likely",
        f"{'':24}{'found':>12}{'expected':>12}{'p-value':>12}{'at 95 %':>10}{'at 99 %':>10}",
    ]
    for one in findings:
        marks = "".join(f"{'holds' if one.holds(level) else 'fails':>10}" for level in LEVELS)
        lines.append(f"{one.name:24}{one.found:12.3f}{one.expected:12.3f}{one.p:12.2g}{marks}")
    return "\n".join(lines)
