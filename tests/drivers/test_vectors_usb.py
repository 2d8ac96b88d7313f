"""Both ends of a USB link held to the golden packets and reports of the link document, in both directions."""

import json
import time
from pathlib import Path
from typing import Any, Final

import pytest

from drivers.link import UsbBus, UsbLink
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import Bus, Plug, UsbEndpoint
from tests.drivers.test_device import SOON

USB: Final = json.loads((Path(__file__).parents[2] / "docs" / "link-vectors.json").read_text())["usb"]
MARK: Final = b"\xa5"


class Watched(UsbEndpoint):
    """A device that keeps the packets that it was sent, as they came."""

    def __init__(self, bus: Bus, kind: Any, **said: Any) -> None:
        super().__init__(bus, kind, **said)
        self.packets: list[str] = []

    def took(self, plug: Plug, packet: bytes) -> None:
        self.packets.append(packet.hex())
        super().took(plug, packet)


def plugged(kind: str, **said: Any) -> tuple[Watched, UsbLink]:
    bus = Bus()
    device = Watched(bus, kind, **said)
    device.open()
    host = UsbBus(SimulatedUsb(bus))
    return device, host.open(host.interfaces()[0])


def wait_for(packets: list[str], count: int) -> None:
    end = time.monotonic() + SOON
    while len(packets) < count and time.monotonic() < end:
        time.sleep(0.001)


def read(link: UsbLink, count: int) -> bytes:
    data, end = b"", time.monotonic() + SOON
    while len(data) < count and time.monotonic() < end:
        data += link.read(0.1)
    return data


def give(device: Watched, packets: list[str]) -> None:
    """Exactly these packets stand ready for the host."""
    assert device.plug is not None
    with device.bus.changed:
        device.plug.to_host += [bytes.fromhex(packet) for packet in packets]
        device.bus.changed.notify_all()


@pytest.mark.parametrize("entry", USB["bulk"], ids=lambda entry: entry["name"])
def test_the_host_sends_and_takes_a_transfer_as_its_packets(entry: dict[str, Any]) -> None:
    device, link = plugged("bulk", packet=entry["packet"])
    stream = bytes.fromhex(entry["stream"])
    assert link.write(stream, 1.0) == len(stream)
    wait_for(device.packets, len(entry["packets"]))
    link.close()
    assert device.packets == entry["packets"]
    device.open()
    host = UsbBus(SimulatedUsb(device.bus))
    link = host.open(host.interfaces()[0])
    give(device, entry["packets"])
    assert read(link, len(stream)) == stream
    link.close()
    device.close()


@pytest.mark.parametrize("out", [True, False])
@pytest.mark.parametrize("entry", USB["hid"], ids=lambda entry: entry["name"])
def test_the_host_sends_and_takes_a_stream_in_reports(entry: dict[str, Any], out: bool) -> None:
    device, link = plugged("hid", out=out)
    stream = bytes.fromhex(entry["stream"])
    assert link.write(stream, 1.0) == len(stream)
    wait_for(device.packets, len(entry["reports"]))
    assert device.packets == entry["reports"]
    give(device, entry["reports"])
    assert read(link, len(stream)) == stream
    link.close()
    device.close()


@pytest.mark.parametrize("entry", USB["nothing"], ids=lambda entry: entry["name"])
def test_a_report_that_brings_nothing_brings_nothing_to_either_end(entry: dict[str, Any]) -> None:
    device, link = plugged("hid")
    give(device, [entry["report"], (b"\x01\x01" + MARK).ljust(64, b"\0").hex()])
    assert read(link, 1) == MARK
    link.close()
    assert device.plug is not None
    device.took(device.plug, bytes.fromhex(entry["report"]))
    assert device.plug.from_host == b""
    device.close()


@pytest.mark.parametrize("entry", USB["bulk"], ids=lambda entry: entry["name"])
def test_the_device_sends_and_takes_a_transfer_as_its_packets(entry: dict[str, Any]) -> None:
    device = UsbEndpoint(Bus(), "bulk", packet=entry["packet"])
    device.open()
    plug = device.plug
    assert plug is not None
    device.write(bytes.fromhex(entry["stream"]))
    assert [packet.hex() for packet in plug.to_host] == entry["packets"]
    for at, packet in enumerate(entry["packets"]):
        assert not plug.from_host, f"the transfer had not ended before packet {at}"
        device.took(plug, bytes.fromhex(packet))
    assert plug.from_host.hex() == entry["stream"]
    device.close()


@pytest.mark.parametrize("entry", USB["hid"], ids=lambda entry: entry["name"])
def test_the_device_sends_and_takes_a_stream_in_reports(entry: dict[str, Any]) -> None:
    device = UsbEndpoint(Bus(), "hid")
    device.open()
    plug = device.plug
    assert plug is not None
    device.write(bytes.fromhex(entry["stream"]))
    assert [packet.hex() for packet in plug.to_host] == entry["reports"]
    for report in entry["reports"]:
        device.took(plug, bytes.fromhex(report))
    assert plug.from_host.hex() == entry["stream"]
    device.close()
