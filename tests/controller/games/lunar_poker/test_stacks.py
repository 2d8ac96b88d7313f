"""Dealing from an automated shoe: 671a.10, and what becomes of its stacks when something is wrong in one."""

import random

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import DECK, SEALED, UNREAD
from tests.controller.games.lunar_poker.playing import ACE_KING, ANTE, NOTHING, LunarPoker
from tests.controller.games.lunar_poker.playing import dealt as dealt_by_hand
from tests.controller.games.lunar_poker.rounds import is_void, kinds, records
from tests.controller.games.lunar_poker.stacked import (
    THREE,
    Stacked,
    dealt,
    in_options,
    refused,
    stacks_of,
    staked,
)


def ordered(table: Stacked) -> list[tuple[int, int, int]]:
    """The stacks that the shoe was told to dispense: number, cards, last draw."""
    return [(one.stack, one.count, one.up_to) for one in table.automated.ordered]


# ---- 671a.10(a) ------------------------------------------------------------------------------------------


@clause("671a.10(a)(1)", "671a.10(a)")
def test_the_shuffled_cards_go_into_the_shoe_which_tells_it_itself() -> None:
    table = Stacked("", opened=False)
    table.floor(c.OpenTable())
    table.confirm()
    table.open_batch()
    table.shuffle_up()
    table.cut()
    assert (table.table.phase, table.prompt()) == ("Loading", "load")
    refused(table.ask(c.LoadShoe()), "topic:load-shoe", "itself")
    table.load(stacks_of(*THREE))
    assert table.table.phase == "Betting"


@clause("671a.10(a)(1)", "671a.5(a)")
def test_what_was_in_the_shoe_before_the_shuffle_is_no_load_of_the_next_round() -> None:
    table = dealt()
    table.finish()
    assert table.table.phase == "Shuffling"
    table.collect_shoe()
    table.report("shoe", m.CardsLoaded(7, 52))
    table.shuffle_up()
    table.cut()
    assert (table.table.phase, table.prompt()) == ("Loading", "load")


@clause("671a.10(a)(1)")
@pytest.mark.parametrize("count", [51, 53])
@pytest.mark.parametrize("way", ["recount", "change_cards"])
def test_another_number_of_cards_than_the_deck_has_is_not_dealt(count: int, way: str) -> None:
    table = Stacked("", opened=False)
    table.floor(c.OpenTable())
    table.confirm()
    table.open_batch()
    table.shuffle_up()
    table.cut()
    table.report("shoe", m.CardsLoaded(1, count))
    assert (table.table.phase, kinds(table)) == ("Loading", ["load-count"])
    table.choose(way)
    assert table.table.phase == ("Loading" if way == "recount" else "Inspecting")
    if way == "recount":
        table.load(stacks_of(*THREE))
        assert table.table.phase == "Betting"


@clause("671a.10(a)(1)")
@pytest.mark.parametrize("way", ["recount", "change_cards"])
def test_a_wrong_count_is_also_asked_about_while_wagers_lie_there(way: str) -> None:
    table = staked()
    table.report("shoe", m.CardsLoaded(2, 51))
    assert kinds(table) == ["load-count"]
    table.choose(way)
    assert table.table.phase == ("Shuffling" if way == "recount" else "Inspecting")
    assert len(table.table.stacks) == 6


@clause("671a.10(a)(1)")
def test_a_shoe_that_does_not_count_is_believed_that_cards_were_put_in() -> None:
    table = dealt()
    table.finish()
    table.collect_shoe()
    table.shuffle_up()
    table.cut()
    table.report("shoe", m.CardsLoaded(2, 0))
    assert table.table.phase == "Betting"


@clause("671a.10(a)(2)")
def test_no_stack_is_ordered_before_the_positions_have_confirmed_that_they_are_closed() -> None:
    table = staked()
    table.answers = False
    table.ask(c.NoMoreBets())
    assert (table.table.phase, ordered(table)) == ("NoMoreBets", [])
    table.answers = True
    table.report("wagers", m.PositionsClosed())
    assert ordered(table) == [(1, 5, 5)]


# ---- 671a.10(b) ------------------------------------------------------------------------------------------


@clause("671a.10(b)")
def test_stacks_of_five_go_clockwise_from_the_far_left_and_the_last_to_the_dealer() -> None:
    table = dealt(boxes=(1, 3, 5))
    assert [hand.box for hand in table.table.hands] == [1, 3, 5]
    assert ordered(table) == [(1, 5, 5), (2, 5, 10), (3, 5, 15), (4, 5, 20)]
    assert [table.dealt_to(at) for at in (0, 1, 2, -1)] == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
        [11, 12, 13, 14, 15],
        [16, 17, 18, 19, 20],
    ]


@clause("671a.10(b)")
def test_they_are_delivered_face_down_and_only_the_dealers_last_card_is_turned_up() -> None:
    table = dealt()
    assert all(set(table.cards(box)) == {SEALED} for box in (1, 2, 3))
    assert table.cards(0) == (SEALED,) * 4 + ("4S",)
    drawn = [given.what for given, _ in table.log if isinstance(given.what, m.CardDrawn)]
    assert {one.card for one in drawn} == {SEALED}
    told = [given.what for given, _ in table.log if isinstance(given.what, m.Disclosed)]
    assert told == [m.Disclosed(20, "4S")]


@clause("671a.10(b)")
def test_the_dealers_last_card_is_not_told_before_the_stack_was_taken_out() -> None:
    table = staked(NOTHING, ACE_KING, boxes=(1,))
    table.ask(c.NoMoreBets())
    table.deliver_stack()
    assert (table.prompt(), table.table.wanted_face) == ("deliver_stack", None)
    refused(table.floor(c.EnterCard(10, "4S")), "topic:unread-card")
    assert "turn its last card up" in table.game.prompts(table.table)[0].words
    table.deliver_stack()
    assert table.cards(0)[-1] == "4S"
    assert table.table.phase == "PlayerDecisions"


@clause("671a.10(b)")
def test_the_next_stack_waits_until_the_last_one_was_taken() -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.kind, prompt.box) == ("deliver_stack", 1)
    assert ordered(table) == [(1, 5, 5)]
    table.deliver_stack()
    assert ordered(table) == [(1, 5, 5), (2, 5, 10)]
    assert table.game.prompts(table.table)[0].box == 2


@clause("671a.10(b)", "671a.11(b)")
def test_nothing_is_decided_before_the_last_stack_was_taken() -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    for _ in range(3):
        table.deliver_stack()
        refused(table.decide(1, "fold"), "671a.11(b)")
    table.deliver_stack()
    assert table.decide(1, "fold").refused is None


@clause("671a.10(b)")
def test_while_it_works_the_dealer_waits_and_the_order_stays_as_it_is() -> None:
    table = staked()
    table.automated.paused = True
    table.ask(c.NoMoreBets())
    told = table.table.wanted_shoe
    for _ in range(5):
        assert table.prompt() == "wait"
        table.come()
        assert table.table.wanted_shoe == told
    table.come()
    assert table.prompt() == "deliver_stack"
    orders = [order for _, ruling in table.log for order in ruling.orders]
    assert [order for order in orders if type(order) in (m.Dispense, m.Lock)][-1] == told


# ---- additional cards ------------------------------------------------------------------------------------


@clause("671a.11(d)", "671a.11(d)(1)(i)", "671a.11(d)(1)(ii)")
def test_additional_cards_come_as_one_stack_a_player_and_the_decision_waits_for_it() -> None:
    table = in_options("buy", "exchange", "bet")
    assert ordered(table)[4:] == [(5, 1, 21)]
    assert table.game.prompts(table.table)[0].kind == "deliver_stack"
    refused(table.decide(1, "fold"), "671a.11(d)(3)")
    table.deliver_stack()
    assert table.again(1, "bet").refused is None
    assert ordered(table)[5:] == [(6, 2, 23)]
    assert table.again(2, "fold").refused is None
    table.run()
    assert table.table.phase == "Shuffling"


# ---- something is wrong in a stack -----------------------------------------------------------------------


@clause("671a.13(a)", "671a.10(b)")
def test_a_card_that_lies_face_up_is_not_used_and_a_further_stack_completes_the_hand() -> None:
    table = staked("2C 4D! 6H 8S TC QH", ACE_KING, boxes=(1,))
    table.deal()
    assert ordered(table) == [(1, 5, 5), (2, 1, 6), (3, 5, 11)]
    assert table.dealt_to(0) == [1, 3, 4, 5, 6]
    assert [one.card for one in table.table.removed] == ["4D"]
    assert records(table) == [("face-up-card", "671a.13(a)")]


@clause("671a.13(a)", "671a.10(b)")
def test_in_the_dealers_stack_it_is_still_the_fifth_card_that_is_turned_up() -> None:
    table = dealt(NOTHING, "AS! KH 9D 7C 4S 3D", boxes=(1,))
    assert ordered(table) == [(1, 5, 5), (2, 5, 10), (3, 1, 11)]
    assert table.cards(0) == (SEALED,) * 4 + ("3D",)
    assert [given.what.draw for given, _ in table.log if isinstance(given.what, m.Disclosed)] == [11]


@clause("671a.13(a)")
def test_a_second_one_in_the_round_voids_it_and_the_stack_under_way_is_stopped() -> None:
    table = staked("2C! 4D 6H! 8S TC", ACE_KING, boxes=(1,))
    table.ask(c.NoMoreBets())
    assert is_void(table)
    assert table.automated.stage == "dispensed" or table.automated.locked


@clause("671a.13(b)")
def test_the_second_of_two_cards_in_a_stack_is_its_next_card_unread() -> None:
    table = staked(NOTHING, ACE_KING, boxes=(1,))
    table.automated.doubles = {2}
    table.deal()
    assert table.cards(1) == (SEALED, SEALED, UNREAD, SEALED, SEALED)
    assert ordered(table) == [(1, 5, 5), (2, 5, 10)]
    assert records(table) == [("double-feed", "671a.13(b)")]
    assert kinds(table) == []


@clause("671a.13(b)")
def test_one_beyond_the_stack_is_asked_about_and_is_then_the_next_hands_first_card() -> None:
    table = staked(NOTHING, ACE_KING, boxes=(1,))
    table.automated.doubles = {5}
    table.deal()
    assert kinds(table) == ["double-feed"]
    assert ordered(table) == [(1, 5, 5)]
    table.choose("unexposed")
    table.run()
    assert ordered(table) == [(1, 5, 5), (2, 4, 10)]
    assert table.table.dealer.draws == (6, 7, 8, 9, 10)
    assert table.cards(0) == (UNREAD, SEALED, SEALED, SEALED, "4S")


@clause("671a.10(b)")
def test_a_stack_that_came_out_short_is_completed_by_another_one() -> None:
    table = staked()
    shoe = table.automated
    shoe.paused = True
    table.ask(c.NoMoreBets())
    table.come(4)
    shoe.coming.clear()
    shoe.stage, shoe.in_exit, shoe.paused = "dispensed", 4, False
    table.report("shoe", m.StackDispensed(1, 1, 4))
    table.run()
    assert ordered(table)[:3] == [(1, 5, 5), (2, 1, 5), (3, 5, 10)]
    assert table.dealt_to(0) == [1, 2, 3, 4, 5]


@clause("671a.13(c)")
def test_a_deck_at_its_end_is_no_failure_of_the_shoe() -> None:
    """Five players, 22 cards for the options, of which 20 are exchanged: with three cards found face up one
    is short."""
    hands = [DECK[at : at + 5] for at in range(0, 25, 5)]
    table = staked(*(" ".join(hand) for hand in hands), " ".join(DECK[25:30]), boxes=(1, 2, 3, 4, 5))
    table.deal()
    for box in (1, 2, 3, 4):
        assert table.act(box, "exchange", 1, 2, 3, 4, 5).refused is None
    assert table.act(5, "exchange", 1, 2).refused is None
    table.shoe.inside[0] += "!"
    table.lock()
    for box in (1, 2, 3, 4):
        assert table.again(box, "fold").refused is None
    assert ordered(table)[-1][1] == 1
    table.report("shoe", m.ShoeEmpty(52))
    assert is_void(table)
    assert records(table)[-1] == ("wrong-number", "671a.13(c)")


# ---- Holds ---------------------------------------------------------------------------------------------


@clause("house.17", "671a.10(b)")
def test_a_question_in_the_middle_of_a_stack_lets_it_come_out_and_no_further_one() -> None:
    table = staked()
    shoe = table.automated
    shoe.paused = True
    table.ask(c.NoMoreBets())
    table.come(2)
    table.report("wagers", m.FaultRaised("chip-reader"))
    assert kinds(table) == ["device-fault"]
    table.come(4)
    assert shoe.stage == "dispensed"
    table.deliver_stack()
    assert len(ordered(table)) == 1
    shoe.paused = False
    table.report("wagers", m.FaultCleared("chip-reader"))
    table.choose("cleared")
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert table.dealt_to(0) == [1, 2, 3, 4, 5]


@clause("house.8")
def test_a_sealed_table_locks_the_shoe_in_the_middle_of_a_stack() -> None:
    table = staked()
    table.automated.paused = True
    table.ask(c.NoMoreBets())
    table.come(2)
    table.take(c.Told(c.DefectMet("RuntimeError: x")))
    assert table.table.wanted_shoe == m.Lock()


# ---- the same hands, however they are dealt ---------------------------------------------------------------


def _played(table: LunarPoker, verbs: list[str]) -> list[object]:
    for box, verb in enumerate(verbs, 1):
        assert table.act(box, verb, *((1, 3) if verb == "exchange" else ())).refused is None
    table.lock()
    for box, verb in enumerate(verbs, 1):
        if verb in ("buy", "exchange"):
            assert table.again(box, "bet").refused is None
    table.run()
    return [*table.rows(), *table.clauses()]


@clause("671a.10(b)", "671a.8(c)")
@pytest.mark.parametrize("seed", range(25))
def test_the_same_hands_are_settled_alike_from_either_shoe(seed: int) -> None:
    chance = random.Random(seed)
    cards = list(DECK)
    chance.shuffle(cards)
    boxes = chance.randint(1, 5)
    hands = [" ".join(cards[at : at + 5]) for at in range(0, 5 * (boxes + 1), 5)]
    rest = " ".join(cards[5 * (boxes + 1) :])
    verbs = [chance.choice(("fold", "bet", "buy", "exchange")) for _ in range(boxes)]
    one = _played(dealt_by_hand(*hands, rest=rest, antes=(ANTE,) * boxes), verbs)
    other = _played(dealt(*hands, rest=rest, boxes=tuple(range(1, boxes + 1))), verbs)
    assert one == other


def test_nothing_is_owed_to_the_journal_when_the_round_is_over() -> None:
    table = in_options("buy", "exchange", "fold")
    table.finish()
    assert table.table.phase == "Shuffling"
    assert table.table.standing.sealed == ()
    assert table.events(ev.RoundVoided) == []
