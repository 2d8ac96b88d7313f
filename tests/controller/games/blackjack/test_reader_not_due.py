"""A card reader that is used although no Blackjack is possible (633a.14(j)): it depends on the reader."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Equipment
from drivers import messages as m
from tests.controller.games.blackjack.playing import Blackjack, dealt, row
from tests.support import Play

CARDS = "2C TS 9D 7H 6D 8C TC 5S 4S"


def at_decisions(up: str, shows: bool) -> Blackjack:
    table = dealt(CARDS.replace("7H", up), 1000, 500, equipment=Equipment(reader_shows=shows))
    assert table.prompt() == "decide"
    return table


@clause("633a.14(j)", "633a.14(j)(1)")
def test_where_a_player_could_learn_the_card_all_hands_are_dead() -> None:
    table = at_decisions("7H", shows=True)
    assert table.play(1, "hit").refused is None
    ruling = table.report("reader", m.InsertedWhileDisarmed())
    assert ruling.refused is None
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause) == ("reader-not-due", "633a.14(j)(1)")
    assert [way.name for way in hold.remedies] == ["void_round"]
    assert table.ask(c.Decide(1, "stand")).refused is not None
    table.choose("void_round")
    assert set(table.rows()) == {
        row(1, "blackjack", "void", 0, 1000, 0),
        row(1, "blackjack", "void", 0, 500, 0, box=2),
    }


@clause("633a.14(j)(2)")
@pytest.mark.parametrize("shows", [False, True])
def test_else_play_goes_on(shows: bool) -> None:
    """With a ten up the reader was due, if only once: a second insertion makes no hand dead."""
    table = at_decisions("TH" if shows else "7H", shows)
    table.report("reader", m.InsertedWhileDisarmed())
    (hold,) = table.table.holds
    assert hold.clause == ("topic:peek" if shows else "topic:reader-not-due")
    table.choose("notified")
    assert table.prompt() == "decide"
    assert table.rows() == []


@clause("672a.12(i)", "633a.14(j)(1)")
def test_free_bet_blackjack_goes_on_with_any_reader() -> None:
    table = Play(CARDS, equipment=Equipment(reader_shows=True))
    table.wager(1, 1000)
    table.wager(2, 500)
    table.deal()
    table.report("reader", m.InsertedWhileDisarmed())
    (hold,) = table.table.holds
    assert "notified" in [way.name for way in hold.remedies]
