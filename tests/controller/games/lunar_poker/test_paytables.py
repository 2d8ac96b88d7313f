"""The odds of 671a.12, in the edition that holds where nothing is said and in the later one."""

import pytest

from controller.games.lunar_poker.super_wager import LINES
from controller.games.pokerhands import COMBINATIONS
from controller.regulation.marks import clause
from controller.submission import editions_of, read_paytables
from tests.controller.games.lunar_poker.odds import GAME, odds, paytable

EDITIONS = ("2015", "2016")


def test_the_first_edition_holds_where_nothing_is_said() -> None:
    assert editions_of(GAME) == EDITIONS
    assert read_paytables(GAME) == read_paytables(GAME, "2015") != read_paytables(GAME, "2016")


@clause("671a.12(a)")
@pytest.mark.parametrize(
    ("edition", "letter", "royal", "straight"),
    [
        ("2015", "A", 1500, 200),
        ("2015", "B", 1000, 300),
        ("2015", "C", 1000, 200),
        ("2016", "A", 1500, 250),
        ("2016", "B", 1000, 300),
        ("2016", "C", 1000, 250),
    ],
)
def test_instant_payouts(edition: str, letter: str, royal: int, straight: int) -> None:
    assert odds("instant", letter, edition) == {"royal flush": royal, "straight flush": straight}
    assert list(read_paytables(GAME, edition)["instant"]) == ["A", "B", "C"]


@clause("671a.12(b)")
@pytest.mark.parametrize(
    ("edition", "pays"),
    [("2015", [250, 120, 100, 60, 30, 8, 5, 2]), ("2016", [200, 150, 100, 60, 30, 8, 5, 2])],
)
def test_super_wager(edition: str, pays: list[int]) -> None:
    """An earlier line pays more: so the first line that a hand is, is the best."""
    assert odds("super", edition=edition) == dict(zip(LINES, pays, strict=True))
    assert pays == sorted(pays, reverse=True)


@clause("671a.12(c)")
def test_ante() -> None:
    assert odds("ante") == {"win": 1}
    assert odds("ante", edition="2016") == {"straight or higher": 4, "win": 1}


@clause("671a.12(d)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_bet(edition: str) -> None:
    """Every combination is paid; the later edition has nothing of its own here, and keeps the earlier."""
    pays = [100, 50, 20, 7, 5, 4, 3, 2, 1, 1]
    assert odds("bet", edition=edition) == dict(zip(reversed(COMBINATIONS[1:]), pays, strict=True))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_row_has_its_clause(edition: str) -> None:
    clauses = {"instant": "(a)", "super": "(b)", "ante": "(c)", "bet": "(d)"}
    assert list(read_paytables(GAME, edition)) == list(clauses)
    for wager, paragraph in clauses.items():
        assert {row.clause for row in paytable(wager, "A", edition).odds} == {f"671a.12{paragraph}"}


def test_an_edition_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="no edition '1999'; there are: 2015, 2016"):
        read_paytables(GAME, "1999")
    with pytest.raises(KeyError, match="no edition '2015'; there are: none"):
        read_paytables("blackjack", "2015")
    assert editions_of("blackjack") == ()
