"""A table without players: its cards lie spread until the first one comes."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from drivers import messages as m
from tests.controller.table.following import Guided, refusal


def playing(shuffler: str = "none", secure: bool = True) -> Guided:
    """A table after one round; with a machine, the blue batch is complete in it."""
    table = Guided(shuffler)
    if not secure:
        table.shuffler.able = tuple(word for word in table.shuffler.able if word != "secure")
        table.back("shuffler")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    if shuffler == "batch":
        table.shuffled()
    table.round()
    return table


def spread(table: Guided, face: str = "down") -> None:
    table.say(c.LeaveIdle())
    assert table.table.phase == "Idle"
    table.step()
    table.say(c.SpreadCards(face))


# ---- 672a.5(g): out of shoe and rack, spread face down --------------------------------------------


@clause("672a.5(g)", "672a.7(d)(1)")
def test_the_cards_come_out_of_the_shoe_before_they_are_spread() -> None:
    table = playing()
    table.say(c.LeaveIdle())
    assert table.urgent().kind == "collect_shoe"
    assert refusal(table, c.SpreadCards("down")) == "topic:idle-table"
    refusal(table, c.CardsSeen("Ann"))
    table.step()
    assert not supply.in_shoe(table.supply)
    assert table.supply.rack == 0
    assert "face down" in table.urgent().words


@clause("672a.5(g)")
def test_they_lie_face_down_or_face_up_for_a_player_who_asks() -> None:
    for faces in (["down"], ["up"], ["down", "up"]):
        table = playing()
        table.say(c.LeaveIdle())
        table.step()
        for face in faces:
            table.say(c.SpreadCards(face))
        assert table.urgent().kind == "look"
        assert [one.note for one in table.events(ev.StepDone) if one.step == "spread"][1:] == [
            f"face {face}" for face in faces
        ]


@clause("672a.5(g)")
def test_nobody_leaves_a_table_idle_on_which_wagers_lie_or_in_a_round() -> None:
    table = playing()
    table.wager(1, 1000)
    assert refusal(table, c.LeaveIdle()) == "topic:idle-table"
    table.say(c.NoMoreBets())
    refusal(table, c.LeaveIdle())


@clause("672a.5(g)")
def test_no_wager_is_taken_and_nothing_dealt_on_an_idle_table() -> None:
    table = playing()
    spread(table)
    refusal(table, c.NoMoreBets())
    assert table.wager(1, 1000).refused is not None
    assert isinstance(table.table.wanted_shoe, m.Lock)
    assert isinstance(table.table.wanted_positions, m.ClosePositions)


@clause("672a.5(g)")
def test_the_first_player_looks_before_the_cards_are_washed() -> None:
    table = playing()
    table.say(c.LeaveIdle())
    table.step()
    refusal(table, c.CardsSeen("Ann"))
    table.say(c.SpreadCards("down"))
    for early in (c.WashCards(), c.ShuffleCards(), c.CutCards(), c.LoadShoe()):
        refusal(table, early)
    table.say(c.CardsSeen("Ann"))
    assert table.table.phase == "Washing"


# ---- 672a.5(g)(1): by hand ------------------------------------------------------------------------


@clause("672a.5(g)(1)")
def test_without_a_machine_they_are_washed_shuffled_and_cut() -> None:
    table = playing()
    spread(table)
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    assert asked == ["look", "wash", "shuffle", "cut", "cut", "load"]


@clause("672a.5(g)(1)", "672a.12(l)")
def test_so_they_are_with_a_machine_that_is_out_of_order() -> None:
    table = playing("batch")
    table.say(c.MarkOutOfOrder("signed"))
    spread(table)
    table.say(c.CardsSeen("Ann"))
    assert table.table.phase == "Washing"
    table.follow()
    assert [batch.where for batch in table.supply.batches] == ["shoe", "table"]


# ---- 672a.5(g)(2): with a machine -----------------------------------------------------------------


@clause("672a.5(g)(2)", "672a.3(b)(4)")
def test_with_a_machine_they_go_into_it_and_what_it_kept_is_played() -> None:
    table = playing("batch")
    spread(table)
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    assert asked == ["look", "take_stack", "feed", "cut", "cut", "load"]
    assert table.supply.batches[table.supply.current].back == "blue"
    assert table.supply.batches[0].where == "shuffler"


@clause("672a.5(g)(2)")
@pytest.mark.parametrize("asks", [False, True])
def test_what_was_spread_is_not_dealt_before_the_machine_shuffled_it(asks: bool) -> None:
    table = playing("batch")
    spread(table)
    table.say(c.CardsSeen("Ann", asks))
    for early in (c.CutCards(), c.LoadShoe(), c.ShuffleCards()):
        refusal(table, early)


def respread_is_asked(table: Guided) -> bool:
    """Whether the batch out of the machine is spread, looked at, washed and shuffled before its cut."""
    asked = []
    while table.table.phase != "Cutting":
        asked.append(table.urgent().kind)
        table.step()
    if asked == ["take_stack", "feed"]:
        return False
    assert asked == ["take_stack", "feed", "spread", "look", "wash", "shuffle"]
    return True


@clause("672a.5(g)(2)")
@pytest.mark.parametrize("asks", [False, True])
def test_a_player_may_ask_to_see_what_the_machine_kept(asks: bool) -> None:
    table = playing("batch")
    spread(table)
    table.say(c.CardsSeen("Ann", asks))
    assert respread_is_asked(table) == asks
    assert table.supply.batches[table.supply.current].back == "blue"
    table.follow()
    assert table.table.phase == "Betting"


@clause("672a.5(g)(2)")
@pytest.mark.parametrize("asks", [False, True])
def test_what_was_not_kept_securely_is_spread_and_shuffled_whether_or_not_anybody_asks(asks: bool) -> None:
    table = playing("batch", secure=False)
    spread(table)
    table.say(c.CardsSeen("Ann", asks))
    assert respread_is_asked(table)


@clause("672a.5(g)(2)")
def test_what_is_spread_again_is_not_cut_before_it_is_shuffled_again() -> None:
    table = playing("batch")
    spread(table)
    table.say(c.CardsSeen("Ann", True))
    table.follow("Spreading")
    for phase in ("Spreading", "Washing", "Shuffling"):
        table.follow(phase)
        refusal(table, c.CutCards())
        refusal(table, c.LoadShoe())
    table.say(c.ShuffleCards())
    assert table.table.phase == "Cutting"


@clause("672a.5(g)(2)")
def test_one_wish_to_see_the_cards_counts_for_one_shoe() -> None:
    table = playing("batch")
    spread(table)
    table.say(c.CardsSeen("Ann", True))
    table.follow()
    table.shuffled()
    table.end_shoe()
    table.step()
    assert not respread_is_asked(table)


@clause("672a.5(g)(2)", "672a.12(k)")
def test_a_machine_whose_stack_perished_meanwhile_shuffles_both() -> None:
    table = playing("batch")
    spread(table)
    table.open_lid()
    table.say(c.CardsSeen("Ann"))
    table.follow()
    assert table.table.phase == "Betting"
    assert [batch.where for batch in table.supply.batches].count("shoe") == 1


@clause("672a.5(g)", "house.1")
def test_an_idle_table_can_be_closed_and_its_cards_changed() -> None:
    for what in (c.CloseTable(), c.ChangeCards()):
        for done in (0, 1, 2):
            table = playing("batch")
            table.say(c.LeaveIdle())
            for _ in range(done):
                table.step()
            table.say(what, "floorperson")
            table.follow("Closed" if isinstance(what, c.CloseTable) else "Inspecting")
            assert table.table.phase in ("Closed", "Inspecting")
            assert table.supply.machine.stage == "empty"


@clause("672a.5(g)", "house.2")
@pytest.mark.parametrize("done", [0, 1, 2])
def test_an_idle_table_after_a_power_loss(done: int) -> None:
    table = playing("batch")
    table.say(c.LeaveIdle())
    for _ in range(done):
        table.step()
    table.restart()
    table.choose("resume")
    assert table.table.phase == "Idle"
    table.follow()
    assert table.table.phase == "Betting"
