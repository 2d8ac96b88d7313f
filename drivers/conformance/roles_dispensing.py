"""Checks of a shoe that dispenses stacks: section 7 of docs/link.md.

One that is drawn from by hand is in roles_shoe.py. Most checks begin with a load of one deck, in the order in
which it is packed, of which nothing was dispensed.
"""

from collections.abc import Callable, Sequence
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import DRAWN, Bench, Check, need, number_in
from drivers.conformance.board import ANSWER
from drivers.conformance.hands import (
    CLOSE_LID,
    EMPTY,
    OPEN_LID,
    REPAIR,
    TAKE,
    Act,
    fault,
    load,
)
from drivers.conformance.roles_shoe import (
    BLANK,
    DISPENSE,
    DOUBLE_FEED,
    FACE_UP,
    LOCK,
    UNREAD,
    code_of,
    disclosed_payload,
    flags_of,
    is_locked,
    last_draw,
    need_sealed,
)
from drivers.conformance.told import (
    FAULT_RAISED,
    Told,
    accepted,
    no_report,
    refused,
    report,
    restart,
    soon,
    tell,
    up_to,
)
from drivers.payload import Payload

LOADED: Final = 23
STACK_DISPENSED: Final = 24
STACK_FAILED: Final = 25
STACK_TAKEN: Final = 26
NONE, WORKING, DISPENSED, TAKEN, FAILED = range(5)

STICK: Final = fault("double-feed", "see to it that the next two cards come at once")
JAM: Final = fault("jam", "see to it that the next card jams in the path", "path")
NO_FEED: Final = fault("no-feed", "see to it that the rollers take no card")
STOP: Final = fault("stop", "see to it that the motors stand still before the next card")
SHORT: Final = fault("short", "see to it that the last card of a stack stays inside unnoticed")


def load_new(bench: Bench, cards: Sequence[str] = DECK) -> Payload:
    """A new load in an empty shoe: the report `loaded`."""
    bench.do(EMPTY)
    bench.do(load(cards))
    return report(bench, LOADED, "loaded")


def stack(bench: Bench, count: int, faces: str = "d", number: int = 0) -> Payload:
    """The payload of the next stack, with so many cards."""
    state = bench.board.state()
    return {1: number or number_in(state, 6) + 1, 2: count, 3: number_in(state, 3) + count, 4: faces}


def begin(bench: Bench, count: int, faces: str = "d") -> Payload:
    """Order the next stack: its payload."""
    payload = stack(bench, count, faces)
    accepted(bench, DISPENSE, payload, f"stack {payload[1]!r}")
    return payload


def dispensed(bench: Bench, count: int, faces: str = "d") -> list[Told]:
    """The next stack, dispensed: all reports, `stack-dispensed` the last one."""
    begin(bench, count, faces)
    return up_to(bench, STACK_DISPENSED, "stack-dispensed", 30.0)


def draws(told: Sequence[Told]) -> list[Payload]:
    """The draws among them."""
    return [one.payload for one in told if one.message == DRAWN]


def failure(bench: Bench) -> list[Told]:
    """The reports up to the next `stack-failed`."""
    return up_to(bench, STACK_FAILED, "stack-failed", 30.0)


def need_failed(told: Sequence[Told], payload: Payload, reason: str) -> None:
    """Failed: `stack-failed` names another stack or reason, or counts otherwise than was drawn."""
    said = told[-1].payload
    need(said.get(1) == payload[1], f"stack-failed names stack {said.get(1)}; it was {payload[1]!r}")
    need(said.get(5) == reason, f"its reason is {said.get(5)!r}, not {reason!r}")


def clear_exit(bench: Bench) -> None:
    """What was dispensed is taken away."""
    bench.do(TAKE)
    if bench.has("exit"):
        report(bench, STACK_TAKEN, "stack-taken")


# ---- loads and stacks -------------------------------------------------------------------------------


def loads(bench: Bench) -> None:
    bench.do(EMPTY)
    restart(bench)
    for number, cards in ((1, DECK[:10]), (2, DECK[:20])):
        told = load_new(bench, cards)
        need(told.get(1) == number, f"load {number} since boot is told as load {told.get(1)}")
        count = len(cards) if bench.has("counts") else 0
        need(told.get(2) == count, f"loaded says {told.get(2)} cards; {len(cards)} were put in")


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
    bench.board.listen(1.4)
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


# ---- what a stack comes out with --------------------------------------------------------------------


def face_up(bench: Bench) -> None:
    load_new(bench, ("9C", "8D!", "7H", "6S"))
    told = dispensed(bench, 3)
    drawn = draws(told)
    need(
        len(drawn) == 3 and told[-1].payload.get(3) == 3, "a card that lay face up did not count in its stack"
    )
    need(flags_of(drawn[1]) & FACE_UP != 0, "a card that lay face up is told without bit 0")
    need(drawn[1].get(2) == code_of("8D"), "a card that lay face up is not told with its card")


def fed_double(bench: Bench) -> None:
    load_new(bench)
    last = last_draw(bench)
    bench.do(STICK)
    told = dispensed(bench, 1)
    fed = [one.payload.get(1) for one in told if one.message == DOUBLE_FEED]
    need(fed == [last + 2], f"double-feed names draws {fed}; the second card is {last + 2}")
    need(told[-1].payload.get(3) == 2, f"stack-dispensed says {told[-1].payload.get(3)} cards; two passed")


def passed_short(bench: Bench) -> None:
    load_new(bench)
    bench.do(SHORT)
    told = dispensed(bench, 3)
    count = len(draws(told))
    need(
        told[-1].payload.get(3) == count,
        f"stack-dispensed says {told[-1].payload.get(3)} cards; {count} passed",
    )
    clear_exit(bench)
    dispensed(bench, 1)


def unread(bench: Bench) -> None:
    load_new(bench)
    bench.do(BLANK)
    told = draws(dispensed(bench, 2, "uu"))
    need(told[0].get(2) == UNREAD, "a card that could not be read is not told as unread (0)")


def disclosed(bench: Bench) -> None:
    load_new(bench)
    numbers = [number_in(one, 1) for one in draws(dispensed(bench, 2))]
    for _ in range(2):
        for number, card in zip(numbers, DECK, strict=False):
            right = disclosed_payload(bench, number).get(2) == code_of(card)
            need(right, f"draw {number} was not disclosed with the card that was put in")


# ---- exit, state, reset -----------------------------------------------------------------------------


def exit_seen(bench: Bench) -> None:
    load_new(bench)
    dispensed(bench, 2)
    bench.do(TAKE)
    told = report(bench, STACK_TAKEN, "stack-taken").get(1)
    need(told == 1, f"stack-taken names stack {told}; it was stack 1")


def staged(bench: Bench) -> None:
    load_number = load_new(bench).get(1)
    last = last_draw(bench)
    need_state(bench, (load_number, 0, NONE))
    begin(bench, 2)
    need_state(bench, (load_number, 1, WORKING))
    need(not is_locked(bench), "it is locked in the middle of a stack")
    up_to(bench, STACK_DISPENSED, "stack-dispensed", 30.0)
    need_state(bench, (load_number, 1, DISPENSED))
    need(bench.board.state().get(8) == last + 1, "key 8 of `state` is not the first draw of the stack")
    need(is_locked(bench), "it is not locked after a stack")
    clear_exit(bench)
    need_state(bench, (load_number, 1, TAKEN if bench.has("exit") else DISPENSED))


def need_state(bench: Bench, wanted: tuple[object, int, int]) -> None:
    """Failed: load, stack and stage (keys 5 to 7) are others."""
    state = bench.board.state()
    found = (state.get(5), state.get(6), state.get(7))
    need(found == wanted, f"`state` says load, stack and stage {found}; they are {wanted}")


def untouched_load(bench: Bench) -> None:
    load_new(bench)
    load_new(bench)
    restart(bench)
    told = report(bench, LOADED, "loaded, of a load of which nothing was dispensed, after a reset", ANSWER)
    need(told.get(1) == 1, f"it is told as load {told.get(1)} since boot; it is load 1")
    dispensed(bench, 1)


def of_no_load(bench: Bench) -> None:
    load_new(bench)
    dispensed(bench, 1)
    restart(bench)
    said = soon(bench, STACK_FAILED, "stack-failed, of what is inside after a reset")
    found = (said.get(1), said.get(2), said.get(3), said.get(5))
    need(found == (0, 0, 0, "power"), f"stack-failed after a reset says {dict(said)}")
    no_report(bench, STACK_FAILED, "what is inside after a reset was told twice", 1.0)


def nothing_of_no_load(bench: Bench) -> None:
    load_new(bench)
    dispensed(bench, 1)
    restart(bench)
    if bench.has("exit"):
        bench.do(TAKE)
        tell(bench, 0.5)
    refused(bench, DISPENSE, stack(bench, 1), "not-permitted", "a stack of what is of no load")


def _row(
    name: str,
    paragraph: str,
    does: str,
    expects: str,
    run: Callable[[Bench], None],
    words: str = "",
    *,
    lacks: str = "",
    after: tuple[Act, ...] = (),
) -> Check:
    return Check(
        name,
        paragraph,
        does,
        expects,
        run,
        hand=True,
        words=frozenset(("dispenses", *words.split())),
        role="shoe",
        lacks=frozenset(lacks.split()),
        after=after,
        secret=True,
    )


MEND: Final = (REPAIR,)
SHUT: Final = (CLOSE_LID,)
CHECKS: Final = (
    _row("loads", "7.100", "resets it, loads it twice", "loaded, 1 and 2, with the cards", loads),
    _row("stack", "7.101", "orders a stack of three", "three draws, then stack-dispensed", follows),
    _row(
        "stack-faces",
        "7.102",
        "orders three cards with `ud`",
        "the second with its card",
        stack_faces,
        "reads",
    ),
    _row("stack-again", "7.103", "orders a stack four times", "accepted; dispensed once", said_again),
    _row(
        "failed-again", "7.104", "orders a failed stack again", "accepted; nothing comes", said_again_failed
    ),
    _row("stack-other", "7.105", "orders it with another count, draw, face", "bad-value", said_otherwise),
    _row("stack-number", "7.106", "orders another stack than the next", "bad-value", another_number),
    _row("stack-draw", "7.107", "orders it up to another draw", "bad-value", another_draw),
    _row("too-many", "7.108", "orders more cards than are left", "bad-value", more_than_left, "counts"),
    _row("stack-size", "7.109", "orders 0 and 33 cards", "bad-value", size),
    _row("stack-busy", "7.110", "orders one while one is under way", "refused, busy", busy_working),
    _row("exit-busy", "7.111", "orders one while one lies in the exit", "refused, busy", busy_exit, "exit"),
    _row(
        "stack-lid", "7.112", "orders one with an open lid", "refused, lid-open", lid_bars, "lid", after=SHUT
    ),
    _row("stack-locked", "7.113", "locks in the middle", "stack-failed, locked", lock_ends),
    _row("stack-counted", "7.114", "the same", "its first draw and its cards", counts_what_came),
    _row("lock-alone", "7.115", "locks without a stack", "nothing changed", lock_alone),
    _row("load-failed", "7.116", "orders one after a failure", "refused, not-permitted", not_after_failure),
    _row("lid-in-stack", "7.117", "has the lid opened", "stack-failed, lid", lid_ends, "lid", after=SHUT),
    _row("stack-silence", "7.118", "is silent in the middle", "stack-failed, stopped", silence_ends),
    _row("stack-hello", "7.119", "says a new HELLO in the middle", "stack-failed, stopped", hello_ends),
    _row("stack-stands", "7.120", "has the motors stand", "stack-failed, stopped", motors_stand, after=MEND),
    _row("stack-jam", "7.121", "has a card jam", "fault-raised; stack-failed, jam", jam, after=MEND),
    _row("no-card", "7.122", "has the rollers take none", "stack-failed, no-card", no_card, after=MEND),
    _row("stack-empty", "7.123", "orders three of two", "stack-failed, empty", runs_empty, lacks="counts"),
    _row("stack-face-up", "7.124", "has one lie face up", "its card, and it counts", face_up, "reads"),
    _row("stack-double", "7.125", "has two come at once", "double-feed; both count", fed_double, after=MEND),
    _row("stack-short", "7.126", "has a stack come out short", "as many as passed", passed_short, after=MEND),
    _row("stack-unread", "7.127", "has a card that cannot be read", "unread", unread, "reads", after=MEND),
    _row("stack-disclosed", "7.128", "discloses what was dispensed", "its cards", disclosed, "reads"),
    _row("stack-taken", "7.129", "has a stack taken", "stack-taken", exit_seen, "exit"),
    _row("stages", "7.130", "orders a stack and has it taken", "load, stack, stage in `state`", staged),
    _row("untouched", "7.131", "resets it with a new load", "loaded, load 1", untouched_load),
    _row("no-load", "7.132", "resets it after a stack", "stack-failed, power, once", of_no_load),
    _row("no-load-stack", "7.133", "orders a stack then", "refused, not-permitted", nothing_of_no_load),
)
