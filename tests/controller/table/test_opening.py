"""Cards come to the table: inspected, verified, spread, looked at, washed, shuffled; what the floorperson
confirms of the table before its first round."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch, Equipment
from tests.controller.table.following import Guided, opened, refusal

PRE = Batch("red", 6, "preshuffled", "receipt 17")


# ---- 672a.4(a): inspected by the dealer, verified by the floorperson ------------------------------


@clause("672a.4(a)")
def test_the_dealer_inspects_and_the_floorperson_verifies_before_the_cards_are_spread() -> None:
    table = opened()
    for early in (c.SpreadCards(), c.CardsSeen(), c.WashCards(), c.ShuffleCards()):
        refusal(table, early)
    assert refusal(table, c.VerifyInspection()) == "topic:card-inspection"
    table.say(c.InspectCards())
    assert table.table.phase == "Inspecting"
    assert refusal(table, c.VerifyInspection(), "dealer") == "topic:role"
    table.say(c.VerifyInspection(), "floorperson")
    assert table.table.phase == "Spreading"


@clause("672a.4(a)")
def test_cards_with_a_defect_are_exchanged_and_the_new_ones_inspected_and_verified() -> None:
    table = opened()
    table.say(c.InspectCards("a bent seven"))
    assert [one.kind for one in table.table.irregularities] == ["card-defect"]
    assert refusal(table, c.VerifyInspection()) == "topic:card-inspection"
    table.say(c.InspectCards())
    table.say(c.InspectCards("found at the second look"))
    assert refusal(table, c.VerifyInspection()) == "topic:card-inspection"
    table.say(c.InspectCards())
    table.say(c.VerifyInspection(), "floorperson")


@clause("672a.4(a)", "672a.3(c)")
def test_the_time_of_exchanged_cards_counts_from_their_own_opening() -> None:
    table = opened()
    table.pass_time(5)
    table.say(c.InspectCards("a bent seven"))
    assert table.supply.batches[0].opened_ms == 5 * 3_600_000


# ---- 672a.4(b), (c): spread face up, looked at, washed --------------------------------------------


@clause("672a.4(b)")
def test_the_cards_are_spread_face_up_before_anybody_looks() -> None:
    table = opened()
    table.follow("Spreading")
    assert refusal(table, c.CardsSeen("Ann")) == "topic:spread-cards"
    for face in ("down", "sideways"):
        assert refusal(table, c.SpreadCards(face)) == "topic:spread-cards"
    table.say(c.SpreadCards("up"))
    prompt = table.urgent()
    assert (prompt.kind, prompt.who) == ("look", "dealer")


@clause("672a.4(b)")
def test_how_the_cards_are_spread_is_said_to_the_dealer() -> None:
    table = opened()
    table.follow("Spreading")
    words = table.urgent().words
    assert all(word in words for word in ("face up", "deck", "suit", "sequence"))


@clause("672a.4(c)")
def test_no_wash_before_the_first_player_looked_and_no_shuffle_before_the_wash() -> None:
    table = opened()
    table.follow("Spreading")
    table.say(c.SpreadCards())
    refusal(table, c.WashCards())
    refusal(table, c.ShuffleCards())
    table.say(c.CardsSeen("Ann"))
    assert table.table.phase == "Washing"
    refusal(table, c.ShuffleCards())
    refusal(table, c.CutCards())
    table.say(c.WashCards())
    assert table.table.phase == "Shuffling"
    refusal(table, c.CutCards())
    refusal(table, c.LoadShoe())
    table.say(c.ShuffleCards())
    assert table.table.phase == "Cutting"


@clause("672a.4(c)", "672a.5(a)")
def test_a_stack_is_shuffled_once_and_only_where_one_lies_there() -> None:
    table = opened()
    table.follow("Shuffling")
    assert refusal(table, c.FeedShuffler()) == "topic:shuffle"
    table.say(c.ShuffleCards())
    refusal(table, c.ShuffleCards())


@clause("672a.4(a)", "672a.4(c)")
def test_a_table_that_nobody_came_to_can_be_closed() -> None:
    for phase in ("Inspecting", "Spreading", "Washing", "Shuffling", "Cutting", "Loading"):
        table = opened()
        table.follow(phase)
        table.say(c.CloseTable(), "floorperson")
        assert table.table.phase == "Closed"
        assert table.supply.batches == ()


# ---- 672a.4(d): two batches apart from one another ------------------------------------------------


@clause("672a.4(d)", "672a.3(b)(1)")
def test_each_of_two_batches_is_inspected_spread_washed_and_shuffled_by_itself() -> None:
    table = opened("batch")
    steps: list[tuple[str, str]] = []
    for _ in range(40):
        batch, kind = table.supply.batches[table.supply.current].back, table.urgent().kind
        if kind in ("inspect", "verify", "spread", "look", "wash"):
            steps.append((batch, kind))
        if table.table.phase == "Cutting":
            break
        table.step()
    procedure = ["inspect", "verify", "spread", "look", "wash"]
    assert steps == [("red", kind) for kind in procedure] + [("blue", kind) for kind in procedure]


@clause("672a.4(d)", "672a.3(b)(3)")
def test_play_does_not_begin_with_the_second_batch_unopened() -> None:
    table = opened("batch")
    table.follow("Shuffling")
    table.say(c.FeedShuffler())
    assert table.table.phase == "Inspecting"
    table.shuffled()
    assert table.table.phase == "Inspecting"
    for early in (c.CutCards(), c.LoadShoe(), c.ShuffleCards()):
        refusal(table, early)


@clause("672a.4(d)")
def test_a_machine_out_of_order_while_the_second_batch_waits_leaves_that_one_unopened() -> None:
    """One batch is enough without a machine; the other is opened as the chapter says when it is wanted."""
    table = opened("batch")
    table.follow("Shuffling")
    table.say(c.MarkOutOfOrder("covered"))
    table.follow()
    assert table.table.phase == "Betting"
    assert [batch.where for batch in table.supply.batches] == ["shoe", "table"]
    table.say(c.ReturnToService(), "floorperson")
    refusal(table, c.FeedShuffler())
    table.end_shoe()
    table.follow("Inspecting")
    assert table.supply.batches[table.supply.current].back == "blue"
    table.follow()
    assert [batch.where for batch in table.supply.batches] == ["shoe", "shuffler"]


# ---- 672a.4(e): inspected and shuffled before they came -------------------------------------------


@clause("672a.4(e)", "672a.5(b)")
def test_preshuffled_cards_are_cut_at_once() -> None:
    table = Guided("none")
    table.say(c.OpenTable((PRE,)), "floorperson")
    assert table.table.phase == "Cutting"
    table.follow()
    assert table.table.phase == "Betting"
    steps = [one.step for one in table.events(ev.StepDone)]
    assert steps == ["opened", "shuffled", "cut", "loaded"]
    assert table.supply.batches[0].seal == "receipt 17"


@clause("672a.4(e)", "672a.5(a)")
def test_preshuffled_cards_are_shuffled_like_any_others_after_their_first_shoe() -> None:
    table = Guided("none")
    table.say(c.OpenTable((PRE,)), "floorperson")
    table.follow()
    table.end_shoe()
    assert table.urgent().kind == "collect_shoe"
    table.step()
    assert table.table.phase == "Shuffling"
    assert table.urgent().kind == "shuffle"


BLUE_PRE = Batch("blue", 6, "preshuffled", "receipt 18")


@clause("672a.4(e)", "672a.4(d)", "672a.3(b)(3)")
@pytest.mark.parametrize(
    ("batches", "played", "opened_here"),
    [
        ((PRE, BLUE_PRE), "red", []),
        ((PRE, Batch("blue", 6)), "red", ["blue"]),
        ((Batch("red", 6), BLUE_PRE), "blue", ["red"]),
        ((Batch("red", 6), Batch("blue", 6)), "red", ["red", "blue"]),
    ],
)
def test_of_two_batches_only_those_that_came_unshuffled_are_opened_here(
    batches: tuple[Batch, ...], played: str, opened_here: list[str]
) -> None:
    table = opened("batch", None, *batches)
    inspected = []
    for _ in range(60):
        if table.urgent().kind == "inspect":
            inspected.append(table.supply.batches[table.supply.current].back)
        if not table.step():
            break
    assert table.table.phase == "Betting"
    assert inspected == opened_here
    where = {batch.back: batch.where for batch in table.supply.batches}
    assert where == {played: "shoe", "red" if played == "blue" else "blue": "shuffler"}


@clause("672a.4(e)")
def test_cards_come_fresh_or_preshuffled_and_not_otherwise() -> None:
    table = Guided("none")
    refusal(table, c.OpenTable((Batch("red", 6, "used"),)))


# ---- 672a.2: the reader, the odds, the rack -------------------------------------------------------


def bets_refused(table: Guided) -> str:
    """The topic for which no round may begin."""
    table.wager(1, 1000)
    return refusal(table, c.NoMoreBets())


@clause("672a.2(b)(5)", "672a.2(e)")
def test_no_round_before_the_floorperson_confirmed_odds_and_rack() -> None:
    table = opened()
    table.say(c.InspectReader(), "floorperson")
    table.follow("Betting")
    assert table.urgent().kind == "confirm_table"
    assert bets_refused(table) == "topic:posted-odds"
    assert refusal(table, c.ConfirmTable(6, "height", 6, True), "dealer") == "topic:role"
    table.say(c.ConfirmTable(6, "height", 6, True), "floorperson")
    table.say(c.NoMoreBets())


@clause("672a.2(b)(5)")
def test_odds_that_are_not_posted_are_not_confirmed() -> None:
    table = opened()
    assert refusal(table, c.ConfirmTable(6, "height", 6, False)) == "topic:posted-odds"
    assert not table.supply.confirmed


@clause("672a.2(b)(5)")
def test_each_opening_is_confirmed_anew() -> None:
    table = Guided("none")
    found = []
    for _ in range(2):
        table.say(c.OpenTable(), "floorperson")
        found.append(table.supply.confirmed)
        table.follow()
        found.append(table.supply.confirmed)
        table.say(c.CloseTable(), "floorperson")
        table.follow()
    assert found == [False, True, False, True]


@clause("672a.2(a)")
def test_a_layout_with_another_number_of_boxes_is_not_confirmed() -> None:
    table = opened()
    assert refusal(table, c.ConfirmTable(7, "height", 6, True)) == "topic:box-count"


@clause("672a.2(e)(1)")
@pytest.mark.parametrize("decks", [5, 7, 8, 0])
def test_a_rack_whose_height_is_not_that_of_the_decks_in_play_is_not_confirmed(decks: int) -> None:
    table = opened()
    assert refusal(table, c.ConfirmTable(6, "height", decks, True)) == "topic:rack-height"
    table.say(c.ConfirmTable(6, "height", 6, True), "floorperson")


@clause("672a.2(e)(2)")
@pytest.mark.parametrize("decks", [5, 8])
def test_a_taller_rack_needs_a_mark_at_the_height_of_the_decks_in_play(decks: int) -> None:
    table = opened(equipment=Equipment("none", rack="mark", rack_decks=6))
    assert refusal(table, c.ConfirmTable(6, "mark", decks, True)) == "topic:rack-mark"
    assert refusal(table, c.ConfirmTable(6, "height", 6, True)) == "topic:discard-rack"
    table.say(c.ConfirmTable(6, "mark", 6, True), "floorperson")


@clause("672a.2(e)(1)", "672a.2(e)(2)")
@pytest.mark.parametrize("rack", ["height", "mark"])
def test_a_rack_that_was_installed_for_other_decks_cannot_be_confirmed(rack: str) -> None:
    table = opened(equipment=Equipment("none", rack=rack, rack_decks=8))
    for decks in (6, 8):
        refusal(table, c.ConfirmTable(6, rack, decks, True))


@clause("672a.2(d)")
def test_no_round_before_the_reader_was_inspected() -> None:
    table = opened()
    table.confirm()
    table.follow("Betting")
    assert table.urgent().kind == "inspect_reader"
    assert bets_refused(table) == "topic:reader-inspection"
    assert refusal(table, c.InspectReader(), "dealer") == "topic:role"
    table.say(c.InspectReader(), "floorperson")
    table.say(c.NoMoreBets())
