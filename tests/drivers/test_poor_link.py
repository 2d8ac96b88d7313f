"""Poor cables and slow devices: what is never sent too fast, and that a person is told before it fails.

Everything is in virtual time. That everything arrives over a poor cable, and dead ones, are in
test_life_signs.py.
"""

from collections.abc import Iterable
from itertools import count

import pytest

from drivers import frame as wire
from drivers.frame import encode
from drivers.messages import DeviceLost, DeviceReady, Disclose, LinkPoor, OrderRefused, Report
from drivers.notices import BEAT, POOR_FROM, WATCHED
from drivers.simulated.noise import Cable, Rates
from tests.drivers.both_ends import BothEnds
from tests.drivers.fake_device import Bench
from tests.drivers.judging import ROLES, wish

# ---- a person is told before it fails -----------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_a_cable_that_grows_worse_is_told_before_it_fails(role: str) -> None:
    """Elsewhere the repeats had grown for hours, nobody had looked, and the link was lost in the middle."""
    for seed in range(3):
        ends = BothEnds(role, seed)
        ends.run(1.0)
        for turn in count():
            ends.cable.change(Rates(drop=turn / 4000))  # one frame in twenty after 200 orders
            if turn % 2:
                ends.lock()
            else:
                ends.order(wish(ends, turn))
            ends.run(0.75)
            told = [type(one) for one in ends.told[0] if not isinstance(one, OrderRefused)]
            if DeviceLost in told:
                break
        assert told[:2] == [DeviceReady, LinkPoor], turn


def beats(bench: Bench, missed: Iterable[bool]) -> list[Report]:
    """So many heartbeats of the device were due, and these did not come: what was told of it."""
    for one in missed:
        bench.now += BEAT
        bench.pump()
        if not one:
            bench.heartbeat()
    return bench.reports()


def each(nth: int, count: int) -> list[bool]:
    """Of so many heartbeats each nth is missed."""
    return [at % nth == nth - 1 for at in range(count)]


def ready() -> Bench:
    """A shoe that has told its state: two frames have passed."""
    bench = Bench()
    bench.connect()
    bench.reports()
    return bench


def test_fewer_frames_than_a_hundred_tell_nothing_of_a_cable() -> None:
    bench = ready()
    assert beats(bench, each(5, 97)) == []
    assert beats(bench, [False]) == [LinkPoor(19, WATCHED)]


def test_four_misses_in_a_hundred_are_borne_and_five_are_told() -> None:
    bench = ready()
    assert beats(bench, each(25, 1000)) == []
    assert beats(bench, each(20, 100)) == [LinkPoor(POOR_FROM, WATCHED)]


def test_an_order_that_is_sent_again_is_a_miss_too() -> None:
    bench = ready()
    beats(bench, [False] * WATCHED)
    for draw in range(1, 6):
        bench.talk.order(Disclose(draw), bench.now)
        sent = bench.pump() + bench.wait(0.1)
        bench.say(bench.reply(sent[0]))
    assert bench.reports() == [LinkPoor(POOR_FROM, WATCHED)]
    assert bench.talk.counters().resent == POOR_FROM


def test_a_cable_that_stays_poor_is_told_each_ten_minutes() -> None:
    """Elsewhere a link in trouble filled the log."""
    bench = ready()
    told = beats(bench, each(10, 3600 * 4))
    assert [type(one) for one in told] == [LinkPoor] * 6


def test_what_was_missed_before_the_cable_was_changed_says_nothing_of_the_new_one() -> None:
    bench = ready()
    assert beats(bench, each(5, 90)) == []
    bench.talk.closed(bench.now, "unplugged")
    bench.connect()
    bench.reports()
    assert beats(bench, each(50, 500)) == []


# ---- a device that is slow ----------------------------------------------------------------------------


class Trickle(Cable):
    """A device whose port holds 64 bytes, and which takes one of them each millisecond (a slow UART).

    overrun: bytes that came when the port was full. fullest: the most that waited in it.
    """

    ROOM = 64
    EACH = 0.001

    def __init__(self, ends: BothEnds) -> None:
        super().__init__(ends.rng, Rates())
        self.overrun = self.fullest = 0
        self._port = bytearray()
        self._next = 0.0

    def carry(self, up: bytes, down: bytes, now: float) -> tuple[bytes, bytes]:
        came, went = super().carry(up, down, now)
        if not self._port:
            self._next = now
        self._port += went
        self.overrun += max(0, len(self._port) - self.ROOM)
        del self._port[self.ROOM :]
        self.fullest = max(self.fullest, len(self._port))
        taken = min(len(self._port), int((now - self._next) / self.EACH + 1e-6))
        self._next += taken * self.EACH
        read = bytes(self._port[:taken])
        del self._port[:taken]
        return came, read

    def due(self) -> float | None:
        waits = super().due()
        mine = self._next + self.EACH if self._port else None
        return min((one for one in (waits, mine) if one is not None), default=None)


@pytest.mark.parametrize("role", ROLES)
def test_a_slow_device_with_a_port_of_64_bytes_is_never_overrun(role: str) -> None:
    """Elsewhere a sender did not know how much its receiver holds: what was lost was sent again, and more and
    more of it. Here an order waits for the answer to the one before."""
    ends = BothEnds(role, 1)
    ends.run(1.0)
    ends.cable = slow = Trickle(ends)
    for turn in range(60):
        ends.order(wish(ends, turn))
        ends.run(0.02)
        if turn % 5 == 4:
            ends.lock()
            ends.run(0.1)
    ends.run(2.0)
    assert slow.overrun == 0
    assert slow.fullest > len(encode(wire.Frame(wire.ACK)))
    assert DeviceLost not in [type(one) for one in ends.told[0]]
    assert ends.talk.counters().resent <= 2, "no more than while it learned how slow the device is"
