"""A device that starts anew at any instant: of its start-up, and at each step of each order that it takes.

Nothing of an older session is executed, and the host is never left behind. What random moments do to both
ends is in test_both_ends.py.
"""

from collections.abc import Callable
from typing import Final

import pytest

from drivers import frame as wire
from drivers.frame import Frame, encode
from drivers.messages import (
    Arm,
    CancelShuffle,
    ClosePositions,
    CreditAccount,
    DeviceReady,
    Disarm,
    Disclose,
    Dispense,
    Lock,
    LockOut,
    OpenPositions,
    OpenProgressive,
    Order,
    Permit,
    Reject,
    RejectProgressive,
    Release,
    ShowMeters,
    Shuffle,
)
from drivers.roles import STATE, find_role
from tests.drivers.both_ends import BothEnds, PickyCable
from tests.drivers.fake_device import Bench
from tests.drivers.judging import ROLES, check, reaches, wish

STEPS: Final = ("received", "executed", "replied")

# ---- at each step of each order -------------------------------------------------------------------------

ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "shoe": (Permit(2, "ud"), Lock(), Disclose(1), Dispense(1, 2, 2, "ud")),
    "card_reader": (Arm("A"), Disarm()),
    "wager_positions": (
        OpenPositions((("blackjack", (2,), 500),)),
        ClosePositions(),
        Reject(2, "blackjack", 0),
    ),
    "shuffler": (Shuffle(1, 1, 52), CancelShuffle(), Release(0)),
    "progressive": (
        OpenProgressive((("bad_beat", (2,), 500),), 1),
        LockOut(),
        RejectProgressive(2, "bad_beat", 0),
        ShowMeters((("bad_beat", 100_000),)),
        CreditAccount(1, 2, "bad_beat", 500),
    ),
}
"""One order of each kind that a role takes."""


def role_of(kind: str) -> str:
    return "shoe" if kind.endswith("_shoe") else kind


def test_every_order_of_every_role_is_among_these() -> None:
    for kind in ROLES:
        role = find_role(role_of(kind))
        assert {type(one) for one in ORDERS[role.name]} == {row.kind for row in role.orders}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("kind", ROLES)
def test_after_a_reset_at_any_step_of_any_order_nothing_old_is_executed(kind: str, step: str) -> None:
    """Elsewhere the host had not seen the reset, and what it had in its queue was done by a device that had
    forgotten what it was about. Here whoever wants something orders it anew: nobody does, nothing happens."""
    for order in ORDERS[role_of(kind)]:
        ends = BothEnds(kind, 1)
        ends.run(1.0)
        first = ends.model.boot
        ends.model.fault("reset", ends.now, place=step)
        ends.talk.order(order, ends.now)
        ends.talk.order(wish(ends, 0), ends.now)  # and what stands behind it
        ends.run(3.0)
        assert ends.model.boot != first, order
        assert ends.talk.state == "ready"
        session = ends.model.session
        for frame in list(ends.said):
            if frame.type != wire.HELLO and frame.session != session:
                ends.model.received(encode(frame), ends.now)
        ends.run(1.0)
        done = [message for boot, _, _, message, _ in ends.model.executed if boot == ends.model.boot]
        assert set(done) == {STATE}, order
        assert not ends.model.is_permitted()
        assert [type(one) for one in ends.told[0]].count(DeviceReady) == 2
        ends.lock()
        ends.run(0.5)
        assert reaches(ends)
        check(ends)


# ---- at any instant of a start-up -----------------------------------------------------------------------


def begun() -> tuple[Bench, Callable[[bytes], list[Frame]]]:
    """A bench that has said HELLO, and how its device says bytes."""
    bench = Bench()
    bench.talk.opened(bench.now)

    def say(data: bytes) -> list[Frame]:
        bench.talk.received(data, bench.now)
        return bench.pump()

    return bench, say


def start_up() -> bytes:
    """All that a device says from its plug to its state."""
    bench, say = begun()
    (hello,) = bench.pump()
    answers = b"".join(map(encode, bench.welcome(hello)))
    (order,) = say(answers)
    return answers + encode(bench.reply(order, {1: 0, 3: bench.states[0]}))


@pytest.mark.parametrize("again", [False, True], ids=["anew", "the same boot said again"])
def test_a_boot_behind_any_byte_of_the_start_up_is_answered(again: bool) -> None:
    """Elsewhere a reset that came between opening and greeting closed the port for ever."""
    for cut in range(len(start_up()) + 1):
        bench, say = begun()
        (hello,) = bench.pump()
        whole = b"".join(map(encode, bench.welcome(hello)))
        orders = say(whole[:cut])
        if cut > len(whole):
            state = encode(bench.reply(orders[0], {1: 0, 3: bench.states[0]}))
            say(state[: cut - len(whole)])
        bench.reports()
        if not again:
            bench.boot = 77
        bench.talk.received(encode(bench.boot_frame()), bench.now)
        due = bench.talk.deadline()
        assert bench.talk.state == "greeting", cut
        assert due is not None
        assert due <= bench.now, "HELLO is said at once"
        bench.greet()
        told = bench.reports()
        assert isinstance(told[-1], DeviceReady), cut
        assert told[-1].boot == bench.boot
        assert bench.talk.state == "ready"


def test_a_boot_before_the_port_is_opened_or_hello_is_said_is_no_matter() -> None:
    bench = Bench()
    bench.talk.received(encode(bench.boot_frame()), bench.now)
    bench.talk.opened(bench.now)
    bench.talk.received(encode(bench.boot_frame()) * 3, bench.now)
    bench.greet()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)


@pytest.mark.parametrize("lost", [False, True], ids=["its frame arrives", "its frame is lost"])
@pytest.mark.parametrize("role", ROLES)
def test_a_device_that_starts_anew_while_it_says_any_frame_of_its_start_up(role: str, lost: bool) -> None:
    """Real ends; also where the news of it is lost, and the host has to find out by itself."""
    for place in range(8):
        ends = BothEnds(role, 1)
        boot = ends.model.boot
        said = 0

        def strikes(frame: Frame, goes_down: bool, ends: BothEnds = ends, place: int = place) -> bool:
            nonlocal said
            if goes_down:
                return False
            said += 1
            if said == place + 1:
                ends.model.start(ends.now, "watchdog")
            return lost and frame.type == wire.BOOT

        ends.cable = PickyCable(strikes)
        ends.run(6.0)
        assert ends.model.boot != boot
        assert ends.talk.state == "ready", place
        ready = [one for one in ends.told[0] if isinstance(one, DeviceReady)]
        assert ready[-1].boot == ends.model.boot
        ends.lock()
        ends.run(0.5)
        assert reaches(ends)
        check(ends)
