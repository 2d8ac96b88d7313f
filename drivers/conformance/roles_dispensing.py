"""Checks of a shoe that dispenses stacks: what it takes as an order, and what ends a stack. Section 7 of
docs/link.md. What comes out is in roles_stacks.py.
"""

from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import DRAWN, Bench, need, number_in
from drivers.conformance.hands import (
    OPEN_LID,
    TAKE,
)
from drivers.conformance.roles_common import raise_one
from drivers.conformance.rows import MEND, SHUT
from drivers.conformance.shoe_steps import DISPENSE, LOCK, code_of, is_locked, last_draw, need_sealed
from drivers.conformance.stack_steps import (
    JAM,
    NO_FEED,
    STACK_DISPENSED,
    STOP,
    begin,
    clear_exit,
    dispensed,
    draws,
    failure,
    load_new,
    need_failed,
    row,
    stack,
)
from drivers.conformance.told import (
    FAULT_RAISED,
    SILENT,
    accepted,
    no_report,
    refused,
    tell,
    up_to,
)
from drivers.payload import Payload

# ---- loads and stacks -------------------------------------------------------------------------------


def follows(bench: Bench) -> None:
    load_new(bench)
    last = last_draw(bench)
    told = dispensed(bench, 3)
    numbers = [one.get(1) for one in draws(told)]
    need(
        numbers == [last + 1, last + 2, last + 3],
        f"a stack of three behind draw {last} is told as draws {numbers}",
    )
    said = told[-1].payload
    need((said.get(1), said.get(2), said.get(3)) == (1, last + 1, 3), f"stack-dispensed says {dict(said)}")


def stack_faces(bench: Bench) -> None:
    load_new(bench)
    told = draws(dispensed(bench, 3, "ud"))
    need(len(told) == 3, f"a stack of three is told as {len(told)} draws")
    for one, card in zip(told, (None, DECK[1], None), strict=True):
        if card is None:
            need_sealed(one, "a card of a stack whose letter is no `u`")
        else:
            need(
                one.get(2) == code_of(card), "a card of a stack whose letter is `u` is not told with its face"
            )


def said_again(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 2)
    accepted(bench, DISPENSE, payload, "the stack under way, again,")
    told = up_to(bench, STACK_DISPENSED, "stack-dispensed", 30.0)
    accepted(bench, DISPENSE, payload, "the stack that was dispensed, again,")
    clear_exit(bench)
    accepted(bench, DISPENSE, payload, "the stack that was taken, again,")
    more = draws(tell(bench, 1.5))
    need(len(draws(told)) + len(more) == 2, "a stack that was ordered again was dispensed again")


def said_again_failed(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 5)
    accepted(bench, LOCK, {}, "lock")
    failure(bench)
    accepted(bench, DISPENSE, payload, "the stack that failed, again,")
    no_report(bench, DRAWN, "a stack that had failed and was ordered again was dispensed", 1.5)


def said_otherwise(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 2, "dd")
    up_to(bench, STACK_DISPENSED, "stack-dispensed", 30.0)
    clear_exit(bench)
    last = last_draw(bench)
    others: tuple[Payload, ...] = ({2: 1, 3: last + 1, 4: "d"}, {3: last + 2}, {4: "ud"})
    for other in others:
        refused(bench, DISPENSE, {**payload, **other}, "bad-value", f"the same stack with {dict(other)}")


def another_number(bench: Bench) -> None:
    load_new(bench)
    for number in (2, 7):
        refused(bench, DISPENSE, stack(bench, 1, number=number), "bad-value", f"stack {number} behind none")
    dispensed(bench, 1)
    clear_exit(bench)
    for number in (1, 3):
        refused(
            bench, DISPENSE, stack(bench, 1, number=number), "bad-value", f"stack {number} behind stack 1"
        )
    dispensed(bench, 1)


def another_draw(bench: Bench) -> None:
    load_new(bench)
    payload = stack(bench, 2)
    for up_to_draw in (number_in(payload, 3) - 1, number_in(payload, 3) + 1):
        refused(
            bench, DISPENSE, {**payload, 3: up_to_draw}, "bad-value", f"two cards up to draw {up_to_draw}"
        )


def more_than_left(bench: Bench) -> None:
    load_new(bench, DECK[:5])
    refused(bench, DISPENSE, stack(bench, 6), "bad-value", "a stack of six where five are left")


def size(bench: Bench) -> None:
    load_new(bench)
    for count in (0, 33):
        refused(bench, DISPENSE, stack(bench, count), "bad-value", f"a stack of {count} cards")
    refused(bench, DISPENSE, stack(bench, 1, "dd"), "bad-value", "a stack of one card with two letters")


def busy_working(bench: Bench) -> None:
    load_new(bench)
    begin(bench, 20)
    refused(bench, DISPENSE, stack(bench, 1), "busy", "a stack while one is under way")


def busy_exit(bench: Bench) -> None:
    load_new(bench)
    dispensed(bench, 1)
    refused(bench, DISPENSE, stack(bench, 1), "busy", "a stack while one lies in the exit")


def lid_bars(bench: Bench) -> None:
    load_new(bench)
    bench.do(OPEN_LID)
    tell(bench, 0.3)
    refused(bench, DISPENSE, stack(bench, 1), "lid-open", "a stack with an open lid")


# ---- what ends a stack ------------------------------------------------------------------------------


def lock_ends(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 20)
    told = tell(bench, 15.0, lambda one: one.message == DRAWN)
    accepted(bench, LOCK, {}, "lock")
    told += failure(bench)
    need_failed(told, payload, "locked")
    need(is_locked(bench), "`lock` did not lock it")
    no_report(bench, DRAWN, "a card came out after `lock`", 1.0)


def counts_what_came(bench: Bench) -> None:
    load_new(bench)
    last = last_draw(bench)
    begin(bench, 20)
    told = tell(bench, 15.0, lambda one: one.message == DRAWN)
    accepted(bench, LOCK, {}, "lock")
    told += failure(bench)
    said, count = told[-1].payload, len(draws(told))
    need(said.get(2) == last + 1, f"stack-failed says first draw {said.get(2)}; it was {last + 1}")
    need(said.get(3) == count, f"stack-failed says {said.get(3)} cards; {count} were told as drawn before it")


def lock_alone(bench: Bench) -> None:
    load_new(bench)
    before = bench.board.state()
    accepted(bench, LOCK, {}, "lock")
    after = bench.board.state()
    for key in range(1, 9):
        need(before.get(key) == after.get(key), f"`lock` without a stack changed key {key} of `state`")
    dispensed(bench, 1)


def not_after_failure(bench: Bench) -> None:
    load_new(bench)
    begin(bench, 20)
    accepted(bench, LOCK, {}, "lock")
    failure(bench)
    if bench.has("exit") and last_draw(bench):
        bench.do(TAKE)
        tell(bench, 0.5)
    refused(bench, DISPENSE, stack(bench, 1), "not-permitted", "a stack of a load that has failed")


def lid_ends(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 20)
    bench.do(OPEN_LID)
    need_failed(failure(bench), payload, "lid")


def silence_ends(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 32)
    bench.board.listen(SILENT)
    need_failed(failure(bench), payload, "stopped")


def hello_ends(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 32)
    bench.board.greet()
    need_failed(failure(bench), payload, "stopped")


def motors_stand(bench: Bench) -> None:
    load_new(bench)
    bench.do(STOP)
    payload = begin(bench, 3)
    need_failed(failure(bench), payload, "stopped")


def fault_ends(bench: Bench) -> None:
    load_new(bench)
    payload = begin(bench, 32)
    raise_one(bench)
    need_failed(failure(bench), payload, "stopped")


def jam(bench: Bench) -> None:
    load_new(bench)
    bench.do(JAM)
    payload = begin(bench, 3)
    told = failure(bench)
    need_failed(told, payload, "jam")
    need(told[-1].payload.get(6) in ("entry", "path", "exit"), f"its place is {told[-1].payload.get(6)!r}")
    raised = [one.payload.get(1) for one in told if one.message == FAULT_RAISED]
    need(raised == ["jam"], "no fault-raised, jam, went before stack-failed")


def no_card(bench: Bench) -> None:
    load_new(bench)
    bench.do(NO_FEED)
    payload = begin(bench, 3)
    told = failure(bench)
    need_failed(told, payload, "no-card")
    need(all(one.message != FAULT_RAISED for one in told), "rollers that take no card were told as a fault")


def runs_empty(bench: Bench) -> None:
    load_new(bench, DECK[:2])
    payload = begin(bench, 3)
    told = failure(bench)
    need_failed(told, payload, "empty")
    need(len(draws(told)) == 2, f"{len(draws(told))} draws were told; two cards were inside")


CHECKS: Final = (
    row("stack", "7.101", "orders a stack of three", "three draws, then stack-dispensed", follows),
    row(
        "stack-faces",
        "7.102",
        "orders three cards with `ud`",
        "the second with its card",
        stack_faces,
        "reads",
    ),
    row("stack-again", "7.103", "orders a stack four times", "accepted; dispensed once", said_again),
    row("failed-again", "7.104", "orders a failed stack again", "accepted; nothing comes", said_again_failed),
    row("stack-other", "7.105", "orders it with another count, draw, face", "bad-value", said_otherwise),
    row("stack-number", "7.106", "orders another stack than the next", "bad-value", another_number),
    row("stack-draw", "7.107", "orders it up to another draw", "bad-value", another_draw),
    row("too-many", "7.108", "orders more cards than are left", "bad-value", more_than_left, "counts"),
    row("stack-size", "7.109", "orders 0 and 33 cards", "bad-value", size),
    row("stack-busy", "7.110", "orders one while one is under way", "refused, busy", busy_working),
    row("exit-busy", "7.111", "orders one while one lies in the exit", "refused, busy", busy_exit, "exit"),
    row(
        "stack-lid", "7.112", "orders one with an open lid", "refused, lid-open", lid_bars, "lid", after=SHUT
    ),
    row("stack-locked", "7.113", "locks in the middle", "stack-failed, locked", lock_ends),
    row("stack-counted", "7.114", "the same", "its first draw and its cards", counts_what_came),
    row("lock-alone", "7.115", "locks without a stack", "nothing changed", lock_alone),
    row("load-failed", "7.116", "orders one after a failure", "refused, not-permitted", not_after_failure),
    row("lid-in-stack", "7.117", "has the lid opened", "stack-failed, lid", lid_ends, "lid", after=SHUT),
    row("stack-silence", "7.118", "is silent in the middle", "stack-failed, stopped", silence_ends),
    row("stack-hello", "7.119", "says a new HELLO in the middle", "stack-failed, stopped", hello_ends),
    row("stack-stands", "7.120", "has the motors stand", "stack-failed, stopped", motors_stand, after=MEND),
    row("stack-jam", "7.121", "has a card jam", "fault-raised; stack-failed, jam", jam, after=MEND),
    row("rollers", "7.122", "has the rollers take none", "stack-failed, no-card", no_card, after=MEND),
    row("stack-empty", "7.123", "orders three of two", "stack-failed, empty", runs_empty, lacks="counts"),
    row("stack-fault", "7.134", "has a fault brought about", "stack-failed, stopped", fault_ends, after=MEND),
)
