"""Checks of what a shoe that dispenses tells: loads, cards, the exit, its state, and after a reset. Section 7
of docs/link.md. Which stacks it takes as an order is in roles_dispensing.py.
"""

from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import Bench, need, number_in
from drivers.conformance.board import ANSWER
from drivers.conformance.hands import (
    EMPTY,
    TAKE,
)
from drivers.conformance.rows import MEND
from drivers.conformance.shoe_steps import (
    BLANK,
    DISPENSE,
    DOUBLE_FEED,
    FACE_UP,
    UNREAD,
    code_of,
    disclosed_payload,
    flags_of,
    is_locked,
    last_draw,
)
from drivers.conformance.stack_steps import (
    DISPENSED,
    LOADED,
    NONE,
    SHORT,
    STACK_DISPENSED,
    STACK_FAILED,
    STACK_TAKEN,
    STICK,
    TAKEN,
    WORKING,
    begin,
    clear_exit,
    dispensed,
    draws,
    load_new,
    row,
    stack,
)
from drivers.conformance.told import (
    no_report,
    refused,
    report,
    restart,
    soon,
    tell,
    up_to,
)


def loads(bench: Bench) -> None:
    bench.do(EMPTY)
    restart(bench)
    for number, cards in ((1, DECK[:10]), (2, DECK[:20])):
        told = load_new(bench, cards)
        need(told.get(1) == number, f"load {number} since boot is told as load {told.get(1)}")
        count = len(cards) if bench.has("counts") else 0
        need(told.get(2) == count, f"loaded says {told.get(2)} cards; {len(cards)} were put in")


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
    need(last_draw(bench) == 0, f"`state` names draw {last_draw(bench)} after a reset")
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


CHECKS: Final = (
    row("loads", "7.100", "resets it, loads it twice", "loaded, 1 and 2, with the cards", loads),
    row("stack-face-up", "7.124", "has one lie face up", "its card, and it counts", face_up, "reads"),
    row("stack-double", "7.125", "has two come at once", "double-feed; both count", fed_double, after=MEND),
    row("stack-short", "7.126", "has a stack come out short", "as many as passed", passed_short, after=MEND),
    row("stack-unread", "7.127", "has a card that cannot be read", "unread", unread, "reads", after=MEND),
    row("stack-disclosed", "7.128", "discloses what was dispensed", "its cards", disclosed, "reads"),
    row("stack-taken", "7.129", "has a stack taken", "stack-taken", exit_seen, "exit"),
    row("stages", "7.130", "orders a stack and has it taken", "load, stack, stage in `state`", staged),
    row("untouched", "7.131", "resets it with a new load", "loaded, load 1", untouched_load),
    row("no-load", "7.132", "resets it after a stack", "stack-failed, power, once", of_no_load),
    row("no-load-stack", "7.133", "orders a stack then", "refused, not-permitted", nothing_of_no_load),
)
