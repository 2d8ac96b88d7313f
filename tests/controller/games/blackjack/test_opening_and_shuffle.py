"""Opening, shuffle, cut and idle time of a Blackjack table, 633a.4 and 633a.5. That the procedures hold at
every point is tested in tests/controller/table; here it is this chapter's table that goes through them."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import Batch
from tests.controller.games.blackjack.guided import GuidedBlackjack, opened, where
from tests.controller.table.following import Guided, refusal

PRE = Batch("red", 6, "preshuffled", "receipt 17")


def played(shuffler: str = "none") -> Guided:
    """A table after one round; with a machine, the blue batch is complete in it."""
    table = opened(shuffler)
    table.follow()
    if shuffler == "batch":
        table.shuffled()
    table.round()
    return table


# ---- opening ------------------------------------------------------------------------------------------


@clause("633a.4(a)", "633a.4(b)", "633a.4(c)", "633a.5(a)")
def test_cards_are_inspected_verified_spread_looked_at_washed_shuffled_cut() -> None:
    table = opened()
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    steps = [kind for kind in asked if kind not in ("confirm_table", "inspect_reader")]
    assert steps == ["inspect", "verify", "spread", "look", "wash", "shuffle", "cut", "cut", "load"]


@clause("633a.4(f)")
def test_preshuffled_cards_are_cut_at_once() -> None:
    table = opened("none", None, PRE)
    assert table.table.phase == "Cutting"
    table.follow()
    assert [one.step for one in table.events(ev.StepDone)] == ["opened", "shuffled", "cut", "loaded"]
    assert table.supply.batches[0].seal == "receipt 17"


@clause("633a.4(f)", "633a.5(a)")
def test_and_shuffled_like_any_others_after_their_first_shoe() -> None:
    table = opened("none", None, PRE)
    table.follow()
    table.end_shoe()
    table.step()
    assert (table.table.phase, table.urgent().kind) == ("Shuffling", "shuffle")


@clause("633a.2(a)", "633a.2(f)", "633a.2(g)(1)")
def test_the_floorperson_confirms_seven_boxes_and_inspects_the_reader_before_the_first_round() -> None:
    table = opened()
    table.follow("Betting")
    table.wager(7, 1000)
    assert refusal(table, c.NoMoreBets())
    assert refusal(table, c.ConfirmTable(6, "height", 6, True)) == "topic:box-count"
    assert refusal(table, c.ConfirmTable(7, "height", 8, True)) == "topic:rack-height"
    table.say(c.ConfirmTable(7, "height", 6, True), "floorperson")
    assert refusal(table, c.NoMoreBets()) == "topic:reader-inspection"
    table.say(c.InspectReader(), "floorperson")
    table.say(c.NoMoreBets())


# ---- the cut, made again ------------------------------------------------------------------------------


@clause("633a.5(e)")
def test_the_floorperson_has_a_doubtful_cut_made_again_before_the_shoe_is_filled() -> None:
    table = opened()
    table.follow("Cutting")
    refusal(table, c.OrderRecut("nothing is cut yet"))
    table.follow("Loading")
    assert refusal(table, c.OrderRecut("a card fell"), "dealer") == "topic:role"
    table.say(c.OrderRecut("a card fell"), "floorperson")
    assert table.table.phase == "Cutting"
    assert refusal(table, c.LoadShoe())
    table.follow()
    assert table.table.phase == "Betting"
    assert [one.step for one in table.events(ev.StepDone)][-2:] == ["cut", "loaded"]
    refusal(table, c.OrderRecut("too late: the cards are in the shoe"))


@clause("633a.5(e)")
def test_a_cut_is_made_again_as_often_as_it_is_doubted() -> None:
    table = opened()
    for _ in range(3):
        table.follow("Loading")
        table.say(c.OrderRecut("again"), "floorperson")
    table.follow()
    assert sum(one.step == "cut" for one in table.events(ev.StepDone)) == 4


# ---- when the shoe is shuffled ------------------------------------------------------------------------


@clause("633a.5(f)", "633a.7(e)")
def test_after_the_cover_card_the_round_is_finished_and_the_shoe_is_shuffled() -> None:
    table = played()
    table.end_shoe()
    assert table.table.phase == "Shuffling"
    for early in (c.NoMoreBets(), c.ShuffleCards(), c.CutCards()):
        refusal(table, early)
    assert table.urgent().kind == "collect_shoe"
    table.follow()
    assert table.table.phase == "Betting"


@clause("633a.5(f)")
def test_the_floorperson_has_it_shuffled_after_any_round() -> None:
    table = played()
    assert refusal(table, c.DirectReshuffle(), "dealer") == "topic:role"
    table.say(c.DirectReshuffle(), "floorperson")
    assert table.table.phase == "Shuffling"
    table.follow()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    refusal(table, c.DirectReshuffle())


# ---- an idle table ------------------------------------------------------------------------------------


def spread(table: Guided, face: str = "down") -> None:
    """Nobody plays: the cards come out of shoe and rack, and are spread."""
    table.say(c.LeaveIdle())
    assert table.urgent().kind == "collect_shoe"
    refusal(table, c.SpreadCards(face))
    table.step()
    assert not supply.in_shoe(table.supply)
    table.say(c.SpreadCards(face))


def steps_to(table: Guided, phase: str) -> list[str]:
    """What is asked for until that phase."""
    asked = []
    while table.table.phase != phase:
        asked.append(table.urgent().kind)
        table.step()
    return asked


@clause("633a.5(g)", "633a.5(g)(1)")
@pytest.mark.parametrize("face", ["down", "up"])
def test_without_a_machine_they_are_washed_shuffled_and_cut_once_somebody_looked(face: str) -> None:
    table = played()
    spread(table, face)
    for early in (c.WashCards(), c.ShuffleCards(), c.CutCards(), c.LoadShoe()):
        refusal(table, early)
    assert steps_to(table, "Betting") == ["look", "wash", "shuffle", "cut", "cut", "load"]


@clause("633a.5(g)", "633a.5(g)(2)", "633a.3(b)(4)")
def test_with_a_machine_they_go_into_it_and_what_it_kept_is_played() -> None:
    table = played("batch")
    spread(table)
    assert steps_to(table, "Betting") == ["look", "take_stack", "feed", "cut", "cut", "load"]
    assert where(table) == {"red": "shuffler", "blue": "shoe"}


@clause("633a.5(g)(2)")
@pytest.mark.parametrize("asks", [False, True])
def test_what_the_machine_kept_is_spread_and_shuffled_only_where_a_player_asks(asks: bool) -> None:
    table = played("batch")
    spread(table)
    table.say(c.CardsSeen("Ann", asks))
    asked = steps_to(table, "Cutting")
    assert asked == ["take_stack", "feed"] + (["spread", "look", "wash", "shuffle"] if asks else [])
    assert table.supply.batches[table.supply.current].back == "blue"


@clause("633a.5(g)(2)")
def test_what_was_not_kept_securely_is_spread_and_shuffled_in_any_case() -> None:
    table = GuidedBlackjack("batch")
    table.shuffler.able = tuple(word for word in table.shuffler.able if word != "secure")
    table.back("shuffler")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    table.shuffled()
    table.round()
    spread(table)
    table.say(c.CardsSeen("Ann"))
    assert steps_to(table, "Cutting") == ["take_stack", "feed", "spread", "look", "wash", "shuffle"]
