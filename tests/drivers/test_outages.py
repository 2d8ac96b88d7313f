"""Ports that are in trouble for an hour, in virtual time: how often it is told and logged, and that it ends.

What goes wrong in a moment is in test_devices_on_every_link.py; a dead cable between both ends of a link in
test_life_signs.py; and an hour without a device at a whole table in tests/controller/test_lessons.py.
"""

import logging
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from drivers import messages as m
from drivers.errors import AmbiguousDevice, LinkLost, PortBusy, PortMissing
from drivers.link import Link
from tests.drivers.hours import Broken, Hours, ModelLink

Trouble = Callable[[Hours, int], Link]


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hours]:
    one = Hours(monkeypatch)
    yield one
    one.end()


def _missing(_: Hours, attempt: int) -> Link:
    raise PortMissing("there is no port /dev/ttyACM0; plug the device in, or bind it to another port")


def _two(_: Hours, attempt: int) -> Link:
    raise AmbiguousDevice("/dev/ttyACM0 and /dev/ttyACM1 are both vid 1209")


def _held(_: Hours, attempt: int) -> Link:
    raise PortBusy("/dev/ttyACM0 is in use by process 12 (ModemManager); stop that one first")


def _held_by_ever_another(_: Hours, attempt: int) -> Link:
    raise PortBusy(f"/dev/ttyACM0 is in use by process {attempt} (probe); stop that one first")


def _dies_by_ever_another_name(hours: Hours, attempt: int) -> Link:
    """Bluetooth and USB ports have more than one error for being dead, and they take turns."""
    if attempt % 3 == 0:
        raise LinkLost("/dev/rfcomm0 could not be opened: [Errno 112] Host is down")
    complaint = ("[Errno 5] Input/output error", "[Errno 19] No such device")[attempt % 2]
    return Broken(hours, hours.model, f"/dev/rfcomm{attempt % 5} is gone: {complaint}")


def _does_not_answer(hours: Hours, attempt: int) -> Link:
    hours.model.fault("silence", hours.now)
    return ModelLink(hours, hours.model)


def _driver_fails(hours: Hours, attempt: int) -> Link:
    raise RuntimeError("nobody thought of it")


class _Full(ModelLink):
    def write(self, data: bytes, timeout: float = 0.0) -> int:
        return 0


def _takes_nothing(hours: Hours, attempt: int) -> Link:
    return _Full(hours, hours.model)


TROUBLES = (
    _missing,
    _two,
    _held,
    _held_by_ever_another,
    _dies_by_ever_another_name,
    _does_not_answer,
    _driver_fails,
    _takes_nothing,
)


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda one: one.__name__.strip("_"))
def test_a_port_in_trouble_for_an_hour_is_a_few_lines_and_comes_back(
    trouble: Trouble, hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    """Elsewhere a dead port was an exception for each attempt, until the log was full. What is told here is
    journaled each time; it goes on being tried, and when the trouble is over nobody has to do anything."""
    attempts, is_over = count(), False

    def open_() -> Link:
        return ModelLink(hours, hours.model) if is_over else trouble(hours, next(attempts))

    with caplog.at_level(logging.DEBUG):
        hours.begin(open_)
        hours.run(3600.0)
    tries = len(hours.attempts)
    bound = 8 if trouble is _held_by_ever_another else 1
    assert len(hours.told) == bound, hours.told
    assert isinstance(hours.told[0], m.DeviceLost | m.DeviceRefused)
    assert len(caplog.records) <= 9, "one line for each kind of trouble, and not for each attempt"
    assert (1 if trouble is _does_not_answer else 400) <= tries < 3600
    is_over = True
    hours.model.repair(hours.now)
    hours.run(20.0)
    assert isinstance(hours.told[-1], m.DeviceReady)
    assert len(hours.told) == bound + 1


def test_a_port_that_is_busy_for_ten_seconds_after_the_plug_is_waited_for(hours: Hours) -> None:
    """Elsewhere a modem manager held each new port for some seconds, and nobody tried again."""

    def open_() -> Link:
        return _held(hours, 0) if hours.now < hours.attempts[0] + 10.0 else ModelLink(hours, hours.model)

    hours.begin(open_)
    hours.run(20.0)
    assert [type(one) for one in hours.told] == [m.DeviceRefused, m.DeviceReady]
    assert "ModemManager" in str(hours.told[0])
    assert len(hours.attempts) < 12


def test_a_new_trouble_behind_a_good_time_is_logged_anew(
    hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    """What was logged once must not hide the next time for ever: its reports pass in between."""
    plugged = True

    def open_() -> Link:
        return ModelLink(hours, hours.model) if plugged else _missing(hours, 0)

    hours.begin(open_)
    hours.run(1.0)
    for _ in range(2):
        plugged = False
        hours.device._lose_link("it was unplugged")
        hours.run(30.0)
        plugged = True
        hours.run(10.0)
        hours.model.lid(True, hours.now)
        hours.model.lid(False, hours.now)
        hours.run(1.0)
    lines = [record.getMessage() for record in caplog.records]
    assert sum("there is no port" in line for line in lines) == 2
    assert [type(one) for one in hours.told if not isinstance(one, m.LidMoved)] == [
        m.DeviceReady,
        *((m.DeviceLost, m.DeviceReady) * 2),
    ]


class _Stuck(ModelLink):
    """It takes a few bytes of the next frame, and then nothing for a second."""

    def __init__(self, hours: Hours) -> None:
        super().__init__(hours, hours.model)
        self.until: float | None = None

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        if self.until is not None and len(data) > 16 and self.until == 0.0:
            self.until = self._hours.now + 1.0
            return super().write(data[:7])
        return 0 if self.until and self._hours.now < self.until else super().write(data)


def test_a_write_that_ran_out_of_time_is_ended_and_its_order_runs_once(hours: Hours) -> None:
    """Elsewhere the frame was said again from its beginning behind its own half, or under another number."""
    links: list[_Stuck] = []

    def open_() -> Link:
        links.append(_Stuck(hours))
        return links[-1]

    hours.begin(open_)
    hours.run(1.0)
    done = len(hours.model.executed)
    links[0].until = 0.0
    hours.device.order(m.Permit(2, "ud"))
    hours.run(0.5)
    assert len(hours.model.executed) == done, "half a frame is none"
    hours.run(2.0)
    assert len(hours.model.executed) == done + 1
    assert hours.model._receiver.dropped == 0
    assert [type(one) for one in hours.told] == [m.DeviceReady]
    assert len(links) == 1
