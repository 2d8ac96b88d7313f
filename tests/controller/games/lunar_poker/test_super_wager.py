"""The Super Wager: what each line is, which one counts, and what it comes to over all hands."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.figures import Figures, Win, percent
from controller.games.lunar_poker.edges import all_hands, figures, tally
from controller.games.lunar_poker.super_wager import LINES, line_of
from controller.regulation.marks import clause
from controller.table.state import Odds, Paytable
from drivers.cards import DECK, is_red
from tests.controller.games.lunar_poker.odds import paytable


@cache
def all_tallied() -> dict[str, int]:
    """Every hand, judged by the product: once for all tests of a process."""
    return tally(all_hands())


@clause(
    "671a.6(d)",
    "671a.6(d)(1)",
    "671a.6(d)(2)",
    "671a.6(d)(3)",
    "671a.6(d)(4)",
    "671a.6(d)(5)",
    "671a.6(d)(6)",
    "671a.6(d)(7)",
    "671a.6(d)(8)",
)
@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("four-of-a-kind", "2C 2D 2H 2S AC"),
        ("four-of-a-kind", "KC KD KH KS QC"),
        ("five picture cards", "KC KD QH JS JC"),
        ("five picture cards", "KC KD KH JS JC"),
        ("five picture cards", "JC JD JH QS KC"),
        ("full house", "KC KD KH AS AC"),
        ("full house", "2C 2D 2H 3S 3C"),
        ("flush", "AC KC QC JC 9C"),
        ("flush", "KD AD 2D 3D 4D"),
        ("straight", "AC KC QC JC TS"),
        ("straight", "AC 2D 3D 4D 5D"),
        ("three-of-a-kind", "AC AD AH KS QC"),
        ("three-of-a-kind", "2C 2D 2H 4S 7C"),
        ("ace-king-queen", "AC KD QH 2S 7C"),
        ("ace-king-queen", "AC AS KC KS QC"),
        ("ace-king-queen", "AC KS QS 2S 7C"),
        ("same colored five", "2C 4C 7C 9S JS"),
        ("same colored five", "2D 2H 7D 9H JH"),
        ("", "AC KD JH 9S 7C"),
        ("", "2C 2D 7C 7S JS"),
    ],
)
def test_each_line(line: str, hand: str) -> None:
    assert line_of(tuple(hand.split())) == line


@clause("671a.6(d)(4)", "671a.6(d)(5)", "671a.6(d)(7)", "671a.6(d)(8)")
@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("same colored five", "5C 6C 7C 8C 9C"),
        ("same colored five", "AH 2H 3H 4H 5H"),
        ("same colored five", "9S TS JS QS KS"),
        ("ace-king-queen", "TD JD QD KD AD"),
    ],
)
def test_a_straight_flush_is_in_a_row_and_in_one_suit_and_so_neither(line: str, hand: str) -> None:
    assert line_of(tuple(hand.split())) == line


# ---- against a list of all that a hand is ---------------------------


def lines_apart(hand: tuple[str, ...]) -> set[str]:
    """Each line that the clause's own words make of five cards, whatever else they are."""
    ranks = [card[0] for card in hand]
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    in_a_row = "".join(sorted(ranks, key="A23456789TJQK".index)) in "A23456789TJQK" or set(ranks) == set(
        "TJQKA"
    )
    suits = {card[1] for card in hand}
    found = {
        "four-of-a-kind": times[0] == 4,
        "five picture cards": all(rank in "KQJ" for rank in ranks),
        "full house": times == [3, 2],
        "flush": len(suits) == 1 and not in_a_row,
        "straight": in_a_row and len(suits) > 1,
        "three-of-a-kind": times[0] == 3,
        "ace-king-queen": all(rank in ranks for rank in "AKQ"),
        "same colored five": len({is_red(card) for card in hand}) == 1,
    }
    return {line for line, so in found.items() if so}


FEW = tuple(card for card in DECK if card[0] in "TJQKA")
"""Of these many hands win."""


@clause("671a.6(d)")
@given(st.sampled_from((DECK, FEW)).flatmap(st.permutations).map(lambda cards: tuple(cards[:5])))
def test_the_best_line_counts(hand: tuple[str, ...]) -> None:
    lines = lines_apart(hand)
    assert line_of(hand) == (min(lines, key=LINES.index) if lines else "")


# ---- all hands ---------------------------


def counted_by_formula() -> dict[str, int]:
    """How many hands are paid for which line, as one counts on paper. Beside an ace, a king and a queen there
    are 45 pairs of other ranks; one of them makes a straight."""
    picture_quads, picture_houses, picture_threes = 3 * 8, 3 * 4 * 2 * 6, 3 * 4 * 4 * 4
    flushes, straights = 4 * (comb(13, 5) - 10), 10 * (4**5 - 4)
    ace_king_queens = 44 * (4**5 - 4) + 4 + 3 * 6 * 4 * 4 * 40 + 10 * 6 * 4**3 + 3 * 6 * 6 * 4
    # Of one color there are two cards of each rank; those of them that are paid as something better:
    in_color = 44 * (2**5 - 2) + 2 + 3 * 1 * 2 * 2 * 20 + 10 * 1 * 2**3 + 3 * 1 * 1 * 2
    better = 2 * (comb(6, 5) + 10 * (2**5 - 2) + in_color) + flushes
    return {
        "four-of-a-kind": 13 * 48,
        "five picture cards": comb(12, 5) - picture_quads,
        "full house": 13 * 4 * 12 * 6 - picture_houses,
        "flush": flushes,
        "straight": straights,
        "three-of-a-kind": 13 * 4 * comb(12, 2) * 4**2 - picture_threes,
        "ace-king-queen": ace_king_queens,
        "same colored five": 2 * comb(26, 5) - better,
    }


@clause("671a.6(d)")
def test_all_hands_by_line() -> None:
    counted = dict(all_tallied())
    lost = counted.pop("")
    assert counted == counted_by_formula()
    assert lost + sum(counted.values()) == comb(52, 5)


@clause("671a.12(b)")
@pytest.mark.parametrize(
    ("edition", "quads", "pictures", "edge"), [("", 250, 120, "5.15"), ("2016", 200, 150, "5.46")]
)
def test_house_edge(edition: str, quads: int, pictures: int, edge: str) -> None:
    pays = dict(zip(LINES, (quads, pictures, 100, 60, 30, 8, 5, 2), strict=True))
    counts = counted_by_formula()
    back = sum((1 + pays[line]) * counts[line] for line in LINES)
    found = figures(all_tallied(), paytable("super", edition=edition))
    assert found.edge == 1 - Fraction(back, comb(52, 5))
    assert round(found.edge * 100, 2) == Fraction(edge)
    assert found.hits == sum(counts.values())
    assert found.wins == tuple(Win((line,), Fraction(pays[line]), counts[line]) for line in LINES)


def test_figures_of_some_hands() -> None:
    """What no hand is, and what the paytable has not, is not there."""
    hands = [
        tuple(text.split())
        for text in ("2C 2D 2H 2S AC", "2C 4C 7C 9S JS", "2C 2D 7C 7S JS", "2C 4C 7C 9C JC")
    ]
    table = Paytable(
        "super", "A", (Odds("four-of-a-kind", 3, 2, "671a.12(b)"), Odds("straight", 9, 1, "671a.12(b)"))
    )
    quads = Win(("four-of-a-kind",), Fraction(3, 2), 1)
    assert figures(tally(hands), table) == Figures(4, 1, Fraction(3, 8), (quads,))
    assert percent(Fraction(3, 8)) == "37.5000"
