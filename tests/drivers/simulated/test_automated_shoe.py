"""The shoe that dispenses, section 7: loads, stacks ordered once each, the exit, what is told of them."""

import pytest

from drivers.cards import DECK
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shoe_codes import (
    DISCLOSED,
    DRAWN,
    EMPTY,
    LID,
    LOADED,
    STACK_DISPENSED,
    STACK_FAILED,
    STACK_TAKEN,
    STAGES,
    code_of,
)
from tests.drivers.simulated.automated_bench import (
    CARDS,
    DISCLOSE,
    DISPENSE,
    DONE,
    LOCK,
    PERMIT,
    Bench,
    refused,
)
from tests.drivers.simulated.host import Host, boot_ids

NONE, WORKING, DISPENSED, TAKEN, FAILED = range(5)


def test_it_says_that_it_dispenses() -> None:
    words = Bench().shoe._capabilities()
    assert words == ("dispenses", "reads", "counts", "exit", "lid")
    assert "dispenses" not in SimulatedShoe(random32=boot_ids().__next__)._capabilities()
    assert STAGES == ("none", "working", "dispensed", "taken", "failed")


def test_what_it_was_loaded_with_is_told_by_its_number() -> None:
    bench = Bench()
    assert bench.reports() == [(LOADED, {1: 1, 2: 12})]
    bench.load(DECK)
    assert bench.reports()[1:] == [(LOADED, {1: 2, 2: 52})]


def test_a_stack_is_dispensed_its_cards_are_sealed_draws_and_then_it_is_told_whole() -> None:
    bench = Bench()
    assert bench.dispense(1, 5, 5) == DONE
    assert bench.state() == (0, 5, 0, 1, 1, WORKING, 1)
    assert bench.take() is None, "none is out"
    bench.host.wait(0.6)
    assert (bench.shoe.in_exit(), bench.take()) == (2, None), "more are still to come"
    bench.host.wait(1.0)
    assert bench.reports()[1:] == [
        *((DRAWN, {1: draw, 2: 1}) for draw in range(1, 6)),
        (STACK_DISPENSED, {1: 1, 2: 1, 3: 5}),
    ]
    assert bench.state() == (1, 5, 5, 1, 1, DISPENSED, 1)
    assert bench.take() == CARDS[:5]
    assert bench.reports()[-1] == (STACK_TAKEN, {1: 1})
    assert bench.state() == (1, 5, 5, 1, 1, TAKEN, 1)


def test_stacks_follow_one_another_and_their_draws_go_on() -> None:
    bench = Bench()
    assert [bench.out(1, 5, 5), bench.out(2, 5, 10), bench.out(3, 1, 11)] == [
        CARDS[:5],
        CARDS[5:10],
        CARDS[10:11],
    ]
    told = [said for code, said in bench.reports() if code == STACK_DISPENSED]
    assert told == [{1: 1, 2: 1, 3: 5}, {1: 2, 2: 6, 3: 5}, {1: 3, 2: 11, 3: 1}]


@pytest.mark.parametrize(
    ("faces", "shown"),
    [("", "ddddd"), ("u", "ddddu"), ("udddd", "udddd"), ("ud", "dddud"), ("ddddd", "ddddd")],
)
def test_a_card_shows_its_face_only_where_it_was_said_in_advance(faces: str, shown: str) -> None:
    bench = Bench()
    bench.out(1, 5, 5, faces)
    told = [said[2] for code, said in bench.reports() if code == DRAWN]
    assert told == [code_of(card) if face == "u" else 1 for card, face in zip(CARDS, shown, strict=False)]


def test_a_draw_of_a_stack_is_disclosed_as_any_other() -> None:
    bench = Bench()
    bench.out(1, 5, 5)
    before = bench.reports()
    assert bench.host.order(DISCLOSE, {1: 4}) == DONE
    assert bench.since(before) == [(DISCLOSED, {1: 4, 2: code_of("AS")})]
    assert bench.host.order(DISCLOSE, {1: 6}) == refused("bad-value"), "it has not left the shoe"


def test_the_cards_of_a_new_load_do_not_take_over_the_numbers_of_the_old_ones() -> None:
    bench = Bench(["TH", "5D"])
    bench.out(1, 2, 2)
    bench.load(["2C", "AS"])
    assert bench.dispense(1, 2, 2) == refused("bad-value"), "draws 1 and 2 have left before"
    assert bench.out(1, 2, 4) == ["2C", "AS"]
    before = bench.reports()
    bench.host.order(DISCLOSE, {1: 1})
    assert bench.since(before)[-1] == (DISCLOSED, {1: 1, 2: code_of("TH")})


# ---- once -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait", [0.0, 0.6, 3.0])
def test_a_stack_that_is_ordered_again_is_not_dispensed_twice(wait: float) -> None:
    """While it is being dispensed, and while it lies in the exit."""
    bench = Bench()
    bench.dispense(1, 5, 5, "d")
    bench.host.wait(wait)
    assert bench.dispense(1, 5, 5, "ddddd") == DONE, "said another way, it is the same"
    bench.host.wait(3.0)
    assert bench.take() == CARDS[:5]
    assert bench.dispense(1, 5, 5) == DONE
    bench.host.wait(3.0)
    assert (bench.take(), bench.shoe.cards_left()) == (None, 7)
    assert [code for code, _ in bench.reports()].count(STACK_DISPENSED) == 1


def test_a_failed_stack_that_is_ordered_again_stays_failed() -> None:
    bench = Bench()
    bench.fault("stop", at=3)
    bench.dispense(1, 5, 5)
    bench.host.wait(2.0)
    before = bench.reports()
    assert bench.dispense(1, 5, 5) == DONE
    assert bench.since(before) == []
    assert bench.state()[5] == FAILED


@pytest.mark.parametrize("again", [(1, 4, 4, ""), (1, 5, 6, ""), (1, 5, 5, "u"), (1, 5, 10, "")])
def test_a_stack_that_is_ordered_another_way_is_refused(again: tuple[int, int, int, str]) -> None:
    bench = Bench()
    bench.out(1, 5, 5)
    before = bench.reports()
    assert bench.dispense(*again) == refused("bad-value")
    assert bench.since(before) == []
    assert bench.shoe.cards_left() == 7


# ---- refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ((2, 5, 5, ""), "out of order"),
        ((0, 5, 5, ""), "stacks count from 1"),
        ((1, 0, 0, ""), "no card"),
        ((1, 33, 33, ""), "more than a stack can have"),
        ((1, 5, 6, ""), "its last draw would be 5"),
        ((1, 5, 4, ""), "its last draw would be 5"),
        ((1, 13, 13, ""), "twelve are left"),
        ((1, 2, 2, "ddd"), "three letters for two cards"),
        ((1, 2, 2, "x"), "no face"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(order: tuple[int, int, int, str], why: str) -> None:
    bench = Bench()
    assert bench.dispense(*order) == refused("bad-value"), why
    bench.host.wait(2.0)
    assert bench.reports() == [(LOADED, {1: 1, 2: 12})]
    assert bench.out(1, 5, 5) == CARDS[:5], "and changes nothing"


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_an_order_that_says_too_little_is_refused(missing: int) -> None:
    said = {key: value for key, value in {1: 1, 2: 5, 3: 5, 4: ""}.items() if key != missing}
    assert Bench().host.order(DISPENSE, said) == refused("bad-value")


def test_the_next_stack_waits_until_the_one_before_it_was_taken() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    assert bench.dispense(2, 5, 10) == refused("busy")
    bench.host.wait(2.0)
    assert bench.dispense(2, 5, 10) == refused("busy")
    bench.take()
    assert bench.out(2, 5, 10) == CARDS[5:10]


def test_a_shoe_that_does_not_see_its_exit_dispenses_on_and_never_tells_of_taking() -> None:
    bench = Bench(sees_exit=False)
    assert "exit" not in bench.shoe._capabilities()
    for stack in (1, 2):
        assert bench.dispense(stack, 5, 5 * stack) == DONE
        bench.host.wait(2.0)
    assert bench.take() == CARDS[:10]
    assert STACK_TAKEN not in [code for code, _ in bench.reports()]
    assert bench.state()[5] == DISPENSED


def test_more_cards_than_are_left_are_refused_and_the_rest_comes_out() -> None:
    bench = Bench()
    bench.out(1, 10, 10)
    assert bench.dispense(2, 5, 15) == refused("bad-value")
    assert bench.out(2, 2, 12) == CARDS[10:]
    codes = [code for code, _ in bench.reports()]
    assert codes[-3:] == [EMPTY, STACK_DISPENSED, STACK_TAKEN]
    assert bench.dispense(3, 1, 13) == refused("bad-value")


def test_a_shoe_that_is_not_loaded_dispenses_nothing() -> None:
    bench = Bench([])
    assert bench.state() == (1, 0, 0, 0, 0, NONE, 0)
    assert bench.dispense(1, 1, 1) == refused("bad-value")


def test_nothing_is_dispensed_while_the_lid_is_open_or_a_fault_stands() -> None:
    bench = Bench()
    bench.shoe.lid(True, bench.host.now)
    assert bench.dispense(1, 5, 5) == refused("lid-open")
    bench.shoe.lid(False, bench.host.now)
    bench.fault("sensor")
    assert bench.dispense(1, 5, 5) == refused("fault")
    bench.shoe.repair(bench.host.now)
    assert bench.out(1, 5, 5) == CARDS[:5]


def test_each_shoe_takes_the_orders_of_its_own_way_to_deal() -> None:
    bench = Bench()
    assert bench.host.order(PERMIT, {1: 1, 2: "u"}) == refused("unsupported")
    manual = SimulatedShoe(random32=boot_ids().__next__)
    manual.load(DECK, 0.0)
    host = Host(manual)
    host.hello()
    assert host.order(DISPENSE, {1: 1, 2: 5, 3: 5, 4: ""}) == refused("unsupported")


def test_no_hand_draws_pushes_back_or_adds_a_card() -> None:
    bench = Bench()
    bench.out(1, 1, 1)
    now = bench.host.now
    assert bench.shoe.draw(now, force=True) is None
    assert not bench.shoe.push_back(now)
    with pytest.raises(ValueError, match="from behind"):
        bench.shoe.add(["2C"], now)
    with pytest.raises(ValueError, match="no card that goes in here"):
        bench.load(["2C", "CUT"])
    assert bench.shoe.cards_left() == 11


def test_it_is_not_loaded_in_the_middle_of_a_stack_or_over_one_in_the_exit() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    for wait in (0.0, 2.0):
        bench.host.wait(wait)
        with pytest.raises(ValueError, match="take them first"):
            bench.load(DECK)
    bench.take()
    bench.load(DECK)
    assert bench.shoe.cards_left() == 52


# ---- what ends a stack ------------------------------------------------------------------------------


def test_a_lock_ends_the_stack_with_what_came_out_so_far() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    bench.host.wait(0.6)  # two cards
    assert bench.host.order(LOCK) == DONE
    assert bench.reports()[1:] == [
        (DRAWN, {1: 1, 2: 1}),
        (DRAWN, {1: 2, 2: 1}),
        (STACK_FAILED, {1: 1, 2: 1, 3: 2, 5: "locked"}),
    ]
    assert bench.state() == (1, 2, 2, 1, 1, FAILED, 1)
    assert bench.take() == CARDS[:2]
    assert bench.dispense(2, 5, 7) == refused("not-permitted"), "the load is over"
    bench.load(CARDS)
    assert bench.out(1, 5, 7) == CARDS[:5]


def test_a_lock_before_the_first_card_ends_it_with_none() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    bench.host.order(LOCK)
    assert bench.reports()[1:] == [(STACK_FAILED, {1: 1, 2: 1, 3: 0, 5: "locked"})]
    assert bench.take() is None


def test_a_lock_between_stacks_ends_nothing() -> None:
    bench = Bench()
    bench.out(1, 5, 5)
    before = bench.reports()
    assert bench.host.order(LOCK) == DONE
    assert bench.since(before) == []
    assert bench.out(2, 5, 10) == CARDS[5:10]


def test_silence_stops_it() -> None:
    bench = Bench()
    bench.dispense(1, 8, 8)
    bench.host.wait(1.3, alive=False)  # a second after the order: three or four cards
    bench.host.wait(0.4)
    failed = [said for code, said in bench.reports() if code == STACK_FAILED]
    assert failed == [{1: 1, 2: 1, 3: len(bench.take() or ()), 5: "stopped"}]
    assert failed[0][3] in (3, 4)
    assert (3, {1: "silence"}) in bench.reports()


def test_a_new_session_stops_it_and_is_told_what_came_out() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    bench.host.wait(0.6)
    bench.host.hello(7, boot=bench.shoe.boot, has=bench.host.has)
    bench.host.wait(0.3)
    assert bench.reports()[-1] == (STACK_FAILED, {1: 1, 2: 1, 3: 2, 5: "stopped"})
    assert bench.state() == (1, 2, 2, 1, 1, FAILED, 1)


def test_an_opened_lid_ends_the_stack() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5)
    bench.host.wait(0.6)
    bench.shoe.lid(True, bench.host.now)
    assert bench.reports()[1:] == [
        (DRAWN, {1: 1, 2: 1}),
        (LID, {1: 1}),
        (DRAWN, {1: 2, 2: 1}),  # it was out, and was still being read
        (STACK_FAILED, {1: 1, 2: 1, 3: 2, 5: "lid"}),
    ]
    bench.shoe.lid(False, bench.host.now)
    bench.take()
    assert bench.dispense(2, 1, 3) == refused("not-permitted")


def test_the_cards_are_taken_out_of_the_whole_device_by_hand() -> None:
    """671a.13(f): what is left inside is shuffled with what was dealt."""
    bench = Bench()
    bench.dispense(1, 5, 5)
    bench.host.wait(0.6)
    assert sorted(bench.shoe.empty_by_hand(bench.host.now)) == sorted(CARDS)
    assert bench.shoe.cards_left() == bench.shoe.in_exit() == 0
    assert bench.dispense(2, 1, 3) == refused("not-permitted")
    bench.load(CARDS)
    assert bench.out(1, 3, 5) == CARDS[:3]


# ---- power ------------------------------------------------------------------------------------------


def test_power_lost_in_the_middle_of_a_stack_leaves_cards_of_which_nothing_is_known() -> None:
    bench = Bench()
    bench.dispense(1, 5, 5, "u")
    bench.host.wait(0.6)
    bench.shoe.start(bench.host.now, "power")
    bench.host.hello()
    bench.host.has = 0
    assert bench.reports() == [(STACK_FAILED, {1: 0, 2: 0, 3: 0, 5: "power"})]
    assert bench.state() == (1, 0, 0, 0, 0, FAILED, 0)
    assert bench.dispense(1, 5, 5) == refused("busy")
    assert bench.take() == CARDS[:2]
    assert bench.reports()[-1] == (STACK_TAKEN, {1: 0})
    assert bench.dispense(1, 5, 5) == refused("not-permitted"), "it must be loaded again"
    assert bench.host.order(DISCLOSE, {1: 1}) == refused("bad-value"), "no draw of this boot"
    bench.load(CARDS)
    assert bench.out(1, 5, 5) == CARDS[:5]
    assert (LOADED, {1: 1, 2: 12}) in bench.reports()


def test_a_load_of_which_nothing_was_dispensed_outlasts_a_reset() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.shoe.start(bench.host.now, "watchdog")
    bench.host.hello()
    bench.host.has = 0
    assert bench.reports() == [(LOADED, {1: 1, 2: 52})]
    assert bench.out(1, 2, 2) == list(DECK[:2])


def test_a_shoe_that_is_empty_after_a_reset_says_nothing_of_cards() -> None:
    bench = Bench(["TH"])
    bench.out(1, 1, 1)
    bench.shoe.start(bench.host.now, "power")
    bench.host.hello()
    bench.host.has = 0
    assert bench.reports() == []
    assert bench.state() == (1, 0, 0, 0, 0, NONE, 0)


@pytest.mark.parametrize("step", ["received", "executed", "replied"])
def test_a_reset_in_the_middle_of_the_order_dispenses_nothing_afterwards(step: str) -> None:
    """The card rollers had not turned yet; the load is told as touched once the order was executed."""
    bench = Bench()
    bench.fault("reset", step)
    bench.host.send_order(DISPENSE, {1: 1, 2: 5, 3: 5, 4: ""})
    bench.host.hello()
    bench.host.has = 0
    bench.host.wait(3.0)
    assert (bench.shoe.cards_left(), bench.shoe.in_exit()) == (12, 0)
    first = bench.reports()[0]
    assert first == (
        (LOADED, {1: 1, 2: 12}) if step == "received" else (STACK_FAILED, {1: 0, 2: 0, 3: 0, 5: "power"})
    )


def test_a_card_in_the_hand_is_the_card_that_was_inside() -> None:
    shoe = SimulatedAutomatedShoe(random32=boot_ids().__next__)
    shoe.load(["TH", "5D!"], 0.0)
    host = Host(shoe)
    host.hello()
    host.order(DISPENSE, {1: 1, 2: 2, 3: 2, 4: ""})
    host.wait(2.0)
    assert shoe.take(host.now) == [PhysicalCard("TH"), PhysicalCard("5D", True)]
