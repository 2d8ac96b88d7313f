"""What is plugged in, and which of it a binding means."""

import os
import pty
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from drivers.errors import AmbiguousDevice, PortMissing
from drivers.ports import Binding, Port, open_link, plugged_in, resolve

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
