"""The shuffle of the simulated shuffler is random, and a shuffle that is not is found out.

A perfect shuffle fails a test here once in a million times; which is as good as never.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

from drivers.cards import DECK
from drivers.simulated.randomness import (
    Finding,
    Shuffle,
    card_by_place,
    examine,
    guesses,
    names_of,
    observe,
    randomness_report,
    rising_sequences,
)
from drivers.simulated.shuffling import insert_each, seeded
from drivers.simulated.tails import chi_square_tail, normal_tails
from tests.drivers.simulated.shuffler_bench import Bench

BY_CHANCE = 1e-6
NEVER_BY_CHANCE = 1e-9


# ---- the tails, against published tables ------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "degrees", "p"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (0.004, 1, 0.95),
        (5.991, 2, 0.05),
        (18.307, 10, 0.05),
        (3.940, 10, 0.95),
        (29.588, 10, 0.001),
        (43.773, 30, 0.05),
        (18.493, 30, 0.95),
        (124.342, 100, 0.05),
        (135.807, 100, 0.01),
        (70.065, 100, 0.99),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(found: float, degrees: int, p: float) -> None:
    assert chi_square_tail(found, degrees) == pytest.approx(p, rel=0.02, abs=2e-5)


def test_the_tail_of_many_degrees_is_that_of_wilson_and_hilferty() -> None:
    """The cube root of a chi-square by its degrees is all but normal."""
    degrees = 51 * 51
    for found in (2400.0, 2550.0, 2601.0, 2700.0, 2900.0, 3100.0):
        spread = (2 / (9 * degrees)) ** 0.5
        deviations = ((found / degrees) ** (1 / 3) - (1 - spread**2)) / spread
        upper = normal_tails(deviations) / 2 if deviations > 0 else 1 - normal_tails(deviations) / 2
        assert chi_square_tail(found, degrees) == pytest.approx(upper, rel=0.01)


def test_the_tails_at_their_ends() -> None:
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(1e6, 5) == 0
    assert chi_square_tail(2.0, 2) == pytest.approx(0.36787944117144233, rel=1e-12)
    assert normal_tails(0) == 1
    assert normal_tails(-1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_tails(2.575829) == pytest.approx(0.01, rel=1e-5)
    for found, degrees in ((-1.0, 3), (1.0, 0)):
        with pytest.raises(ValueError, match="no chi-square"):
            chi_square_tail(found, degrees)


# ---- good shuffles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "shuffles"), [(1, 2000), (6, 500)])
def test_the_shuffle_is_random(decks: int, shuffles: int) -> None:
    for finding in examine(insert_each, decks, shuffles):
        assert finding.p >= BY_CHANCE, finding


def test_the_stacks_of_the_device_are_random() -> None:
    """Not the function alone: fed, ordered, released and taken, five hundred times."""
    bench = Bench([], speed=1000.0)
    jobs = iter(range(1, 1000))

    def by_the_device(cards: list[str]) -> list[str]:
        job = next(jobs)
        bench.shuffler.feed(cards, bench.now)
        bench.done(job, seconds=0.05)
        bench.release(job)
        return bench.take() or []

    for finding in examine(by_the_device, 1, 500):
        assert finding.p >= BY_CHANCE, finding


def test_every_order_of_three_cards_is_as_likely() -> None:
    rounds = 6000
    seen = Counter(tuple(insert_each("abc")) for _ in range(rounds))
    assert set(seen) == set(permutations("abc"))
    squares = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_square_tail(squares, 5) >= BY_CHANCE


def test_the_p_values_of_a_perfect_shuffle_are_spread_evenly() -> None:
    """Else they were no p-values. Seeded, so that it is the same each time; 120 of each measurement."""
    rng = random.Random(20)
    runs = [examine(lambda cards: rng.sample(cards, len(cards)), 1, 200) for _ in range(120)]
    for number in range(4):
        p_values = [run[number].p for run in runs]
        for part in (0.05, 0.5, 0.95):
            share = sum(p < part for p in p_values) / len(p_values)
            assert abs(share - part) < 4.5 * (part * (1 - part) / len(p_values)) ** 0.5


def test_the_expected_values() -> None:
    found = {one.name: one.expected for one in examine(seeded(3), 1, 10)}
    assert found["cards guessed"] == pytest.approx(4.538, abs=0.001)
    assert found["rising sequences"] == 26.5
    assert found["their variance"] == pytest.approx(53 / 12)
    assert found["each card at each place"] == 51 * 51


def test_a_seed_repeats_its_shuffles() -> None:
    first, second, other = seeded(5), seeded(5), seeded(6)
    assert [first(list(DECK)) for _ in range(3)] == [second(list(DECK)) for _ in range(3)]
    assert first(list(DECK)) != first(list(DECK))
    assert seeded(5)(list(DECK)) != other(list(DECK))


# ---- bad ones ---------------------------------------------------------------------------------------


def rotation(cards: list[str]) -> list[str]:
    return cards[17:] + cards[:17]


def random_cut() -> Shuffle:
    rng = random.Random(1)

    def cut(cards: list[str]) -> list[str]:
        at = rng.randrange(len(cards))
        return cards[at:] + cards[:at]

    return cut


def riffles(times: int) -> Shuffle:
    """The usual model of a riffle: cut about the middle, and the next card from a packet by its size."""
    rng = random.Random(2)

    def once(cards: list[str]) -> list[str]:
        at = rng.getrandbits(len(cards)).bit_count()
        left, right = cards[:at], cards[at:]
        merged = []
        while left or right:
            merged.append((left if rng.randrange(len(left) + len(right)) < len(left) else right).pop(0))
        return merged

    def riffle(cards: list[str]) -> list[str]:
        for _ in range(times):
            cards = once(cards)
        return cards

    return riffle


def shelves(number: int) -> Shuffle:
    """A machine that lays each card on or under the pile of a shelf drawn by lot, once."""
    rng = random.Random(3)

    def machine(cards: list[str]) -> list[str]:
        piles: list[list[str]] = [[] for _ in range(number)]
        for card in cards:
            pile = rng.choice(piles)
            pile.insert(rng.choice((0, len(pile))), card)
        return [card for pile in piles for card in pile]

    return machine


def any_swap() -> Shuffle:
    """The well-known mistake: each card swapped with any other, the settled ones too."""
    rng = random.Random(4)

    def swaps(cards: list[str]) -> list[str]:
        for place in range(len(cards)):
            other = rng.randrange(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    return swaps


def p_values(shuffle: Shuffle, shuffles: int = 500) -> list[float]:
    return [finding.p for finding in examine(shuffle, 1, shuffles)]


@pytest.mark.parametrize("shuffle", [rotation, riffles(1), list], ids=["rotation", "riffle", "none"])
def test_every_measurement_finds_a_bad_shuffle_out(shuffle: Shuffle) -> None:
    assert max(p_values(shuffle)) < NEVER_BY_CHANCE
    findings = examine(shuffle, 8, 50)
    assert max(finding.p for finding in findings) < NEVER_BY_CHANCE


@pytest.mark.parametrize(
    ("shuffle", "found_by"),
    [
        (random_cut(), {"rising sequences", "their variance", "cards guessed"}),
        (riffles(4), {"each card at each place", "rising sequences", "cards guessed"}),
        (shelves(10), {"each card at each place", "cards guessed"}),
        (any_swap(), {"each card at each place"}),
    ],
    ids=["cut", "four riffles", "ten shelves", "any swap"],
)
def test_a_shuffle_that_is_not_quite_random_is_found_out(shuffle: Shuffle, found_by: set[str]) -> None:
    findings = {finding.name: finding.p for finding in examine(shuffle, 1, 3000)}
    assert {name for name in found_by if findings[name] < NEVER_BY_CHANCE} == found_by


def places(order: Sequence[int], times: int = 1) -> list[Sequence[int]]:
    return [order] * times


def test_the_measurements_of_single_orders() -> None:
    same = list(range(52))
    back = same[::-1]
    assert [rising_sequences(places(order))[0].found for order in (same, back)] == [1, 52]
    assert [guesses(places(order)).found for order in (same, back)] == [52, 1]
    assert guesses(places([2, 3, 0, *range(4, 52), 1])).found == 1 + 48
    assert card_by_place(places(same, 52)).found == pytest.approx(52 * 51 * 51)


# ---- the report -------------------------------------------------------------------------------------


def test_the_report() -> None:
    good = randomness_report(seeded(4), 1, 500).splitlines()
    assert good[0].startswith("500 shuffles of 52 cards")
    assert [re.split(r"\s{2,}", line)[0] for line in good[2:]] == [
        "each card at each place",
        "rising sequences",
        "their variance",
        "cards guessed",
    ]
    assert all(line.endswith("holds     holds") for line in good[2:])
    bad = randomness_report(riffles(1), 1, 100).splitlines()
    assert all(line.endswith("fails     fails") for line in bad[2:])


def test_what_holds_at_which_level() -> None:
    told = [[Finding("", 0, 0, p).holds(level) for level in (0.95, 0.99)] for p in (0.2, 0.03, 0.001)]
    assert told == [[True, True], [False, True], [False, False]]


def test_names_tell_all_cards_apart() -> None:
    assert names_of(1) == list(DECK)
    assert len(set(names_of(8))) == 416


@pytest.mark.parametrize(
    ("shuffle", "decks", "shuffles"),
    [(list, 0, 1), (list, 1, 0), (lambda cards: cards[1:], 1, 1), (lambda cards: [*cards[1:], "AS"], 1, 1)],
)
def test_what_cannot_be_observed(shuffle: Shuffle, decks: int, shuffles: int) -> None:
    with pytest.raises(ValueError):
        observe(shuffle, decks, shuffles)
