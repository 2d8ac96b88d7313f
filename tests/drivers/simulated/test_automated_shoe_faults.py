"""What goes wrong in the middle of a stack, and how it is told (docs/link.md section 7, 671a.13)."""

import pytest

from drivers.simulated.shoe_codes import (
    DISCLOSED,
    DOUBLE_FEED,
    DRAWN,
    EMPTY,
    STACK_DISPENSED,
    STACK_FAILED,
    code_of,
)
from tests.drivers.simulated.automated_bench import CARDS, DISCLOSE, DONE, Bench, refused

FAULT_RAISED, FAULT_CLEARED, SELF_LOCKED = 4, 5, 3
FAILED = 4


def sealed(first: int, last: int) -> list[tuple[int, dict[int, int]]]:
    return [(DRAWN, {1: draw, 2: 1}) for draw in range(first, last + 1)]


@pytest.mark.parametrize("card", range(1, 6))
@pytest.mark.parametrize(("place", "told"), [("", "path"), ("entry", "entry"), ("exit", "exit")])
def test_a_jam_at_any_card_of_a_stack(card: int, place: str, told: str) -> None:
    """Tried three times, then it stands; the stack has failed with the cards before it."""
    bench = Bench()
    bench.fault("jam", place, at=card)
    bench.dispense(1, 5, 5)
    bench.host.wait(0.25 * card + 4.4)
    assert bench.shoe.waiting(bench.host.now)
    assert bench.shoe.faults() == []
    bench.host.wait(0.4)
    failed = {1: 1, 2: 1, 3: card - 1, 5: "jam", 6: told}
    assert bench.reports()[1:] == [
        *sealed(1, card - 1),
        (FAULT_RAISED, {1: "jam", 2: told}),
        (STACK_FAILED, failed),
    ]
    assert bench.take() == (CARDS[: card - 1] or None)
    assert bench.dispense(2, 5, card + 4) == refused("fault")
    bench.shoe.repair(bench.host.now)
    assert bench.dispense(2, 5, card + 4) == refused("not-permitted")
    bench.load(CARDS)
    assert bench.out(1, 5, card + 4) == CARDS[:5]


def test_a_jam_in_the_second_stack_leaves_the_first_one_as_it_is() -> None:
    bench = Bench()
    bench.out(1, 5, 5)
    before = bench.reports()
    bench.fault("jam", at=8)
    bench.dispense(2, 5, 10)
    bench.host.wait(6.0)
    told = bench.since(before)
    assert told[-1] == (STACK_FAILED, {1: 2, 2: 6, 3: 2, 5: "jam", 6: "path"})
    bench.host.order(DISCLOSE, {1: 2})
    assert bench.reports()[-1] == (DISCLOSED, {1: 2, 2: code_of("5D")})


def test_a_jam_that_somebody_clears_in_time_does_no_harm() -> None:
    bench = Bench()
    bench.fault("jam", at=3)
    bench.dispense(1, 5, 5)
    bench.host.wait(2.0)
    bench.shoe.repair(bench.host.now)
    bench.host.wait(2.0)
    assert bench.reports()[1:] == [*sealed(1, 5), (STACK_DISPENSED, {1: 1, 2: 1, 3: 5})]


@pytest.mark.parametrize("order", ["lock", "hello"])
def test_a_jam_that_is_being_retried_is_a_jam_when_the_motors_are_stopped(order: str) -> None:
    bench = Bench()
    bench.fault("jam", "exit", at=2)
    bench.dispense(1, 5, 5)
    bench.host.wait(1.0)
    if order == "lock":
        assert bench.host.order(17) == DONE
    else:
        bench.host.hello(9, boot=bench.shoe.boot, has=bench.host.has)
    told = bench.reports()
    assert told[-2:] == [
        (FAULT_RAISED, {1: "jam", 2: "exit"}),
        (STACK_FAILED, {1: 1, 2: 1, 3: 1, 5: "jam", 6: "exit"}),
    ]


@pytest.mark.parametrize("card", [1, 3, 5])
def test_motors_that_stop(card: int) -> None:
    bench = Bench()
    bench.fault("stop", at=card)
    bench.dispense(1, 5, 5)
    bench.host.wait(2.0)
    assert bench.reports()[1:] == [
        *sealed(1, card - 1),
        (STACK_FAILED, {1: 1, 2: 1, 3: card - 1, 5: "stopped"}),
    ]
    assert bench.state()[5] == FAILED


@pytest.mark.parametrize("card", [1, 3, 5])
def test_rollers_that_take_no_card_are_tried_three_times(card: int) -> None:
    bench = Bench()
    bench.fault("no-feed", at=card)
    bench.dispense(1, 5, 5)
    bench.host.wait(0.25 * card + 4.4)
    assert bench.reports()[1:] == sealed(1, card - 1)
    bench.host.wait(0.4)
    assert bench.reports()[card:] == [(STACK_FAILED, {1: 1, 2: 1, 3: card - 1, 5: "no-card"})]
    assert bench.shoe.faults() == []


def test_a_stub_that_is_smaller_than_was_counted_ends_the_stack_where_it_ends() -> None:
    """Two of twelve are gone, and nobody noticed: the third stack of four comes out with two."""
    bench = Bench()
    for _ in range(2):
        bench.shoe.lose(bench.host.now)
    bench.out(1, 4, 4)
    bench.out(2, 4, 8)
    before = bench.reports()
    assert bench.dispense(3, 4, 12) == DONE
    bench.host.wait(2.0)
    assert bench.since(before) == [
        *sealed(9, 10),
        (EMPTY, {1: 10}),
        (STACK_FAILED, {1: 3, 2: 9, 3: 2, 5: "empty"}),
    ]


def test_a_shoe_that_does_not_count_finds_out_in_the_stack() -> None:
    bench = Bench(CARDS[:3], counts=False)
    assert bench.reports() == [(23, {1: 1, 2: 0})]
    assert bench.dispense(1, 5, 5) == DONE
    bench.host.wait(2.0)
    assert bench.reports()[-1] == (STACK_FAILED, {1: 1, 2: 1, 3: 3, 5: "empty"})


def test_a_short_stack_is_told_as_it_came_out() -> None:
    """The card that stayed inside is the first one of the next stack."""
    bench = Bench()
    bench.fault("short")
    assert bench.out(1, 5, 5) == CARDS[:4]
    assert (STACK_DISPENSED, {1: 1, 2: 1, 3: 4}) in bench.reports()
    assert bench.dispense(2, 5, 10) == refused("bad-value"), "draw 4 was the last"
    assert bench.out(2, 5, 9) == CARDS[4:9]


def test_a_stack_of_one_card_is_never_short_of_all_its_cards() -> None:
    bench = Bench()
    bench.fault("short")
    assert bench.out(1, 1, 1) == CARDS[:1]
    assert bench.out(2, 2, 3) == CARDS[1:2]


@pytest.mark.parametrize("card", range(1, 5))
def test_a_double_feed_is_counted_and_the_second_card_is_not_read(card: int) -> None:
    bench = Bench()
    bench.fault("double-feed", at=card)
    bench.dispense(1, 5, 5, "uuuuu")
    bench.host.wait(2.0)
    drawn = [(DRAWN, {1: draw, 2: code_of(CARDS[draw - 1])}) for draw in range(1, 6)]
    drawn[card] = (DOUBLE_FEED, {1: card + 1})
    assert bench.reports()[1:] == [*drawn, (STACK_DISPENSED, {1: 1, 2: 1, 3: 5})]
    bench.host.order(DISCLOSE, {1: card + 1})
    assert bench.reports()[-1] == (DISCLOSED, {1: card + 1, 2: 0})
    assert bench.take() == CARDS[:5]


def test_a_double_feed_at_the_last_card_makes_the_stack_one_too_many() -> None:
    bench = Bench()
    bench.fault("double-feed", at=5)
    assert bench.dispense(1, 5, 5) == DONE
    bench.host.wait(2.0)
    assert bench.reports()[-2:] == [(DOUBLE_FEED, {1: 6}), (STACK_DISPENSED, {1: 1, 2: 1, 3: 6})]
    assert [card.card for card in bench.shoe.take(bench.host.now) or ()] == CARDS[:6]
    assert bench.dispense(2, 7, 13) == refused("bad-value"), "six are left"
    assert bench.out(2, 6, 12) == CARDS[6:]


def test_a_card_that_lies_face_up_is_a_card_of_its_stack_and_leaves_a_gap_there() -> None:
    """671a.13(a): it is told with its face and by its flag; the stack is not filled up by itself."""
    bench = Bench(["TH", "5D!", "2C", "AS", "9S", "KC"])
    bench.dispense(1, 5, 5)
    bench.host.wait(2.0)
    assert bench.reports()[1:] == [
        (DRAWN, {1: 1, 2: 1}),
        (DRAWN, {1: 2, 2: code_of("5D"), 3: 1}),
        *sealed(3, 5),
        (STACK_DISPENSED, {1: 1, 2: 1, 3: 5}),
    ]
    assert bench.take() == ["TH", "5D", "2C", "AS", "9S"]
    assert bench.out(2, 1, 6) == ["KC"], "the gap is filled by a stack of one card"


def test_every_card_that_lies_face_up_is_told() -> None:
    bench = Bench(["TH!", "5D", "2C!"])
    bench.out(1, 3, 3)
    told = [said for code, said in bench.reports() if code == DRAWN]
    assert told == [{1: 1, 2: code_of("TH"), 3: 1}, {1: 2, 2: 1}, {1: 3, 2: code_of("2C"), 3: 1}]


def test_a_card_that_is_not_read_is_unread_and_stays_so() -> None:
    bench = Bench()
    bench.fault("misread", at=2)
    bench.out(1, 3, 3)
    assert (DRAWN, {1: 2, 2: 0}) in bench.reports()
    bench.host.order(DISCLOSE, {1: 2})
    assert bench.reports()[-1] == (DISCLOSED, {1: 2, 2: 0})


@pytest.mark.parametrize("kind", ["sensor", "motor", "power"])
def test_a_broken_part_ends_the_stack(kind: str) -> None:
    bench = Bench()
    bench.fault(kind, at=3)
    bench.dispense(1, 5, 5)
    bench.host.wait(2.0)
    told = bench.reports()[1:]
    assert (FAULT_RAISED, {1: kind}) in told
    assert (SELF_LOCKED, {1: "fault"}) in told
    assert told[-1] == (STACK_FAILED, {1: 1, 2: 1, 3: 2, 5: "stopped"})
    assert bench.dispense(2, 5, 7) == refused("busy")
    bench.take()
    assert bench.dispense(2, 5, 7) == refused("fault")


def test_a_reset_at_a_card_of_the_stack() -> None:
    bench = Bench()
    bench.fault("reset", at=3)
    bench.dispense(1, 5, 5)
    bench.host.wait(1.0)
    bench.host.hello()
    bench.host.has = 0
    assert bench.reports() == [(STACK_FAILED, {1: 0, 2: 0, 3: 0, 5: "power"})]
    assert bench.take() == CARDS[:2]


def test_a_fault_that_it_does_not_have_is_refused() -> None:
    bench = Bench()
    for kind in ("draw-while-locked", "gate", "paper"):
        with pytest.raises(ValueError, match="has no fault"):
            bench.fault(kind)
    with pytest.raises(ValueError, match="has no place"):
        bench.fault("jam", "input")
