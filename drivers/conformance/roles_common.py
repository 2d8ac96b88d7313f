"""Checks of what every role keeps to: the beginning of section 7 of docs/link.md, and faults."""

from collections.abc import Mapping
from typing import Final

from drivers.conformance.bench import (
    Bench,
    Check,
    NotApplicable,
    is_permitted,
    make_ready,
    need,
    number_in,
    permit,
)
from drivers.conformance.hands import EMPTY, REPAIR, Act, fault
from drivers.conformance.rules import EMPTY_STAGE
from drivers.conformance.told import (
    FAULT_CLEARED,
    FAULT_RAISED,
    ORDER_DONE,
    ORDER_FAILED,
    SELF_LOCKED,
    accepted,
    no_report,
    refused,
    report,
    restart,
    soon,
)

FAULT_WORDS: Final = ("jam", "misread", "sensor", "motor", "lamp", "gate", "power", "reader", "chip-reader")
SELF_TEST: Final[Mapping[str, int]] = {"card_reader": 18, "shuffler": 19}
"""The order of the roles that have one."""


def state_form(bench: Bench) -> None:
    board = bench.board
    board.order(250)
    before = board.last
    told = board.state()
    need(told.get(9) == before, f"key 9 names {told.get(9)}, the order before was {before}")
    need(told.get(10) == 1, "key 10 does not say that the order before was refused")
    need(isinstance(told.get(11), list) and isinstance(told.get(12), int), f"`state` says {told}")


def no_such_part(bench: Bench) -> None:
    parts = number_in(bench.board.state(), 12)
    need(1 <= parts <= 255, f"key 12 says {parts} parts")
    for part in range(parts):
        accepted(bench, 1, {1: part}, f"part {part} of {parts} of `state`")
    refused(bench, 1, {1: parts}, "bad-value", f"part {parts}, which there is not,")


def permission_ends(bench: Bench) -> None:
    permit(bench)
    need(is_permitted(bench), "what was permitted does not show in `state`")
    answer = bench.board.order(bench.probe.lock)
    need(answer.get(1) == 0 and not is_permitted(bench), "the restrictive order did not end the permission")


def ready_for_test(bench: Bench) -> None:
    """Have a shuffler emptied, which tests itself only so. NotApplicable: the role has no self-test."""
    if bench.role not in SELF_TEST:
        raise NotApplicable(f"a {bench.role} has no self-test")
    if bench.role == "shuffler" and bench.board.state().get(2) != EMPTY_STAGE:
        bench.do(EMPTY)


def self_test(bench: Bench) -> None:
    ready_for_test(bench)
    accepted(bench, SELF_TEST[bench.role], {}, "the self-test")
    number = bench.board.last
    told = report(bench, ORDER_DONE, "order-done of a self-test", 30.0)
    need(told.get(1) == number, f"order-done names order {told.get(1)}; the self-test was order {number}")


def failed_self_test(bench: Bench) -> None:
    ready_for_test(bench)
    raise_one(bench)
    answer = bench.board.order(SELF_TEST[bench.role])
    number = bench.board.last
    if answer.get(1) == 1:
        need(answer.get(2) == "fault", f"a self-test while a fault stands was refused as {answer.get(2)!r}")
        return
    told = report(bench, ORDER_FAILED, "order-failed of a self-test while a fault stands", 30.0)
    need(told.get(1) == number, f"order-failed names order {told.get(1)}; the self-test was order {number}")
    need(isinstance(told.get(2), str), f"order-failed gives the reason {told.get(2)!r}")


# ---- faults -----------------------------------------------------------------------------------------


def fault_of(role: str) -> Act:
    """A fault of that role that stands until it is mended."""
    if role == "card_reader":
        return fault(
            "reader", "unplug the reading head, so that the board finds its reader at fault", told=True
        )
    return fault("sensor", "cover or unplug a sensor, so that the board finds it at fault", told=True)


def raise_one(bench: Bench) -> object:
    """Have a fault brought about: its kind."""
    bench.do(fault_of(bench.role))
    return report(bench, FAULT_RAISED, "fault-raised").get(1)


def fault_is_told(bench: Bench) -> None:
    kind = raise_one(bench)
    need(kind in FAULT_WORDS, f"fault-raised names {kind!r}, which is none of the fault words")
    standing = bench.board.state().get(11)
    need(isinstance(standing, list) and kind in standing, f"`state` lists {standing}; {kind!r} stands")


def fault_locks(bench: Bench) -> None:
    permit(bench)
    raise_one(bench)
    told = soon(bench, SELF_LOCKED, "self-locked after a fault")
    need(told.get(1) == "fault", f"self-locked says {told.get(1)!r} after a fault")
    need(not is_permitted(bench), "a fault did not end what was permitted")


def fault_while_locked(bench: Bench) -> None:
    accepted(bench, bench.probe.lock, {}, f"order {bench.probe.lock}")
    raise_one(bench)
    no_report(bench, SELF_LOCKED, "self-locked was reported at a fault, though nothing was permitted")


def fault_bars(bench: Bench) -> None:
    make_ready(bench)
    raise_one(bench)
    what = f"order {bench.probe.permit} while a fault stands"
    refused(bench, bench.probe.permit, bench.probe.payload(bench.board.state()), "fault", what)


def fault_outlasts_a_reset(bench: Bench) -> None:
    kind = raise_one(bench)
    restart(bench)
    standing = bench.board.state().get(11)
    need(
        isinstance(standing, list) and kind in standing,
        f"after a reset `state` lists {standing}, not {kind!r}",
    )


def fault_is_cleared(bench: Bench) -> None:
    kind = raise_one(bench)
    bench.do(REPAIR)
    told = report(bench, FAULT_CLEARED, "fault-cleared")
    need(told.get(1) == kind, f"fault-cleared names {told.get(1)!r}; {kind!r} was mended")
    standing = bench.board.state().get(11)
    need(standing == [], f"`state` lists {standing} after fault-cleared")
    permit(bench)


CHECKS: Final = (
    Check("state", "7.1", "says `state` after a refused order", "keys 9 to 12", state_form),
    Check("permit-lock", "7.2", "permits and locks", "`state` shows both", permission_ends, True),
    Check("parts", "7.6", "asks for each part of `state`, and one more", "bad-value", no_such_part),
    Check("self-test", "7.7", "orders the self-test, where there is one", "order-done names it", self_test),
    Check(
        "self-test-fails",
        "7.139",
        "orders it while a fault stands",
        "order-failed names it, or it is refused",
        failed_self_test,
        hand=True,
        after=(REPAIR,),
    ),
    Check(
        "fault",
        "7.8",
        "has a fault brought about",
        "fault-raised, and in `state`",
        fault_is_told,
        hand=True,
        after=(REPAIR,),
    ),
    Check(
        "fault-locks",
        "7.9",
        "has one brought about while it is permitted something",
        'locked; self-locked, "fault"',
        fault_locks,
        True,
        True,
        after=(REPAIR,),
    ),
    Check(
        "fault-idle",
        "7.9",
        "has one brought about while it is permitted nothing",
        "no self-locked",
        fault_while_locked,
        hand=True,
        after=(REPAIR,),
    ),
    Check(
        "fault-bars",
        "7.10",
        "permits while a fault stands",
        "refused, fault",
        fault_bars,
        True,
        True,
        after=(REPAIR,),
    ),
    Check(
        "fault-stands",
        "7.11",
        "resets it while a fault stands",
        "in `state` still",
        fault_outlasts_a_reset,
        hand=True,
        after=(REPAIR,),
    ),
    Check(
        "fault-cleared",
        "7.12",
        "has the fault mended",
        "fault-cleared, and not in `state`; permitted again",
        fault_is_cleared,
        True,
        True,
        after=(REPAIR,),
    ),
)
