"""What is plugged in, and which of it a binding means."""

import os
import pty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from drivers import messages as m
from drivers.errors import AmbiguousDevice, PortMissing
from drivers.link import Link
from drivers.ports import Binding, Port, open_link, plugged_in, resolve
from drivers.simulated.endpoint import PtyEndpoint
from tests.drivers.every_link import FarLink, told_by
from tests.drivers.fake_device import FarEnd
from tests.drivers.test_device import Inbox, running

LEFT = Port("/dev/ttyACM0", 0x1209, 0x0001, "A1", 0, "1-1.2")
RIGHT = Port("/dev/ttyACM1", 0x1209, 0x0001, "A2", 0, "1-1.3")
OTHER = Port("/dev/ttyACM2", 0x1209, 0x0001, "A2", 2, "1-1.3")
BOARD = Port("/dev/ttyS0")
PORTS = (LEFT, RIGHT, OTHER, BOARD)


@pytest.mark.parametrize(
    ("binding", "path"),
    [
        (Binding(serial="A1"), LEFT.path),
        (Binding(serial="A2", interface=2), OTHER.path),
        (Binding(vid=0x1209, location="1-1.3", interface=0), RIGHT.path),
    ],
)
def test_a_binding_finds_its_port(binding: Binding, path: str) -> None:
    assert resolve(binding, lambda: PORTS) == path


def test_two_candidates_are_both_named_and_neither_taken() -> None:
    with pytest.raises(AmbiguousDevice) as told:
        resolve(Binding(vid=0x1209, pid=1, interface=0), lambda: PORTS)
    assert LEFT.path in str(told.value)
    assert RIGHT.path in str(told.value)
    assert OTHER.path not in str(told.value)


def test_nothing_that_fits_is_missing_and_the_binding_is_named() -> None:
    with pytest.raises(PortMissing, match="vid 1234"):
        resolve(Binding(vid=0x1234), lambda: PORTS)


def test_a_binding_to_nothing_takes_nothing() -> None:
    with pytest.raises(PortMissing, match="bound to nothing"):
        resolve(Binding(), lambda: (LEFT,))


def test_a_path_is_taken_as_it_is_when_it_exists() -> None:
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    os.close(slave)
    link = open_link(Binding(path=path))
    assert link.name == path
    link.close()
    os.close(master)
    with pytest.raises(PortMissing):
        resolve(Binding(path="/dev/no-such-port"))


def test_ports_are_read_again_when_they_vanish_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    info = SimpleNamespace(
        device="/dev/ttyACM0",
        vid=0x1209,
        pid=1,
        serial_number=None,
        location="1-1.2:1.0",
        product="Shoe\x1b[2J",
    )
    answers = iter((OSError("vanished"), TypeError("vanished"), [info]))

    def comports() -> list[SimpleNamespace]:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(list_ports, "comports", comports)
    assert plugged_in() == (Port("/dev/ttyACM0", 0x1209, 1, "", 0, "1-1.2", product="Shoe[2J"),)


def test_ports_that_cannot_be_read_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def comports() -> list[SimpleNamespace]:
        raise OSError("vanished")

    monkeypatch.setattr(list_ports, "comports", comports)
    assert plugged_in() == ()


def test_the_real_list_can_be_read() -> None:
    assert all(port.path for port in plugged_in())


# ---- serial devices that come, go, and are alike ------------------------------------------------------


class Bus:
    """USB serial ports by what the kernel lists of them; each is a pty with a scripted device behind it."""

    def __init__(self, folder: Path) -> None:
        self.there: dict[str, tuple[Port, FarEnd]] = {}
        self._folder = folder

    def plug(self, location: str, serial: str, name: str) -> FarEnd:
        """At that socket, under that name."""
        endpoint = PtyEndpoint(str(self._folder / name))
        endpoint.open()
        far = FarEnd(FarLink(endpoint))
        self.there[location] = (Port(endpoint.address, 0x1209, 1, serial, 0, location), far)
        return far

    def pull(self, location: str) -> None:
        self.there.pop(location)[1].close()

    def open(self, binding: Binding) -> Link:
        return open_link(binding, lambda: [port for port, _ in self.there.values()])


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    one = Bus(tmp_path)
    yield one
    for location in list(one.there):
        one.pull(location)


def test_a_device_that_comes_back_under_another_name_is_found_by_its_number(bus: Bus) -> None:
    """Elsewhere ttyACM0 came back as ttyACM1 and was looked for under the old name."""
    inbox, binding = Inbox(), Binding(vid=0x1209, serial="A1")
    bus.plug("1-1", "A1", "ttyACM0")
    with running(lambda: bus.open(binding), inbox):
        told_by(inbox, m.DeviceReady)
        bus.pull("1-1")
        told_by(inbox, m.DeviceLost)
        bus.plug("1-4", "A1", "ttyACM1")
        again = told_by(inbox, m.DeviceReady)
        assert isinstance(again, m.DeviceReady)
        assert again.resumed


def test_two_devices_of_one_number_are_both_refused_and_then_taken_by_their_place(bus: Bus) -> None:
    """Elsewhere one of the two was taken by chance, and after a restart the other one."""
    bus.plug("1-1", "A1", "ttyACM0")
    bus.plug("1-2", "A1", "ttyACM1")
    for _ in range(2):  # it is the same for either of the two installed devices
        inbox = Inbox()
        with running(lambda: bus.open(Binding(serial="A1")), inbox):
            refused = told_by(inbox, m.DeviceRefused)
            assert isinstance(refused, m.DeviceRefused)
            assert "at 1-1" in refused.reason
            assert "at 1-2" in refused.reason
            assert "by port path" in refused.reason
            assert inbox.reports.empty()
    for place, boot in (("1-1", 11), ("1-2", 22)):
        inbox = Inbox()
        bus.there[place][1].boot = boot
        with running(lambda: bus.open(Binding(serial="A1", location=place)), inbox):  # noqa: B023
            ready = told_by(inbox, m.DeviceReady)
            assert isinstance(ready, m.DeviceReady)
            assert ready.boot == boot
