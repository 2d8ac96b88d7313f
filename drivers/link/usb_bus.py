"""The USB devices of this computer, and opening one of their interfaces.

What lives here: libusb, the list of vendor and HID interfaces, and the link to one. What does not: serial
ports, CDC ones too (ports.py has the kernel's list), and which of all is meant (ports.py).
"""

from collections.abc import Iterator
from typing import Any, Final, TypeVar

import usb.core
import usb.util
from msgspec import Struct

from drivers.errors import LinkLost, PortMissing
from drivers.link.usb_link import UsbLink
from drivers.link.usb_packets import PacketPipe
from drivers.link.usb_pipe import UsbKind, UsbPipe

Pipe = TypeVar("Pipe", bound=UsbPipe)
_KINDS: Final[dict[int, UsbKind]] = {0xFF: "bulk", 0x03: "hid"}


class UsbInterface(Struct, frozen=True):
    """One interface. location: the USB path ("1-1.2"). node: the file that stands for the device. serial:
    "" where it has none, or where this user may not ask. product: what it calls itself, "" likewise."""

    kind: UsbKind
    vid: int
    pid: int
    serial: str
    interface: int
    location: str
    node: str = ""
    product: str = ""


class UsbBus:
    """All buses of this computer. backend: pyusb's; None is libusb's, loaded when it is first asked for."""

    def __init__(self, backend: Any = None) -> None:
        self._backend = backend

    def interfaces(self) -> tuple[UsbInterface, ...]:
        """What is plugged in, by location. PortMissing: this computer has no libusb."""
        return tuple(sorted(self._all(), key=lambda one: (one.location, one.interface)))

    def open(self, wanted: UsbInterface, *, reset: bool = False) -> UsbLink:
        """A link to that interface. PortMissing, PortBusy, LinkLost; no handle is left open by any.

        reset: the device is reset before."""
        pipe, name = self._claimed(wanted, UsbPipe, reset)
        try:
            return UsbLink(name, pipe)
        except BaseException:
            pipe.release()
            raise

    def open_packets(self, wanted: UsbInterface) -> PacketPipe:
        """That interface, packet by packet; whoever has it releases it. As `open`."""
        return self._claimed(wanted, PacketPipe)[0]

    def _claimed(self, wanted: UsbInterface, make: type[Pipe], reset: bool = False) -> tuple[Pipe, str]:
        for device in self._devices():
            if (_location(device), device.idVendor, device.idProduct) != (
                wanted.location,
                wanted.vid,
                wanted.pid,
            ):
                continue
            name = f"USB {wanted.vid:04x}:{wanted.pid:04x} at {wanted.location}"
            pipe = make(device, wanted.interface, wanted.kind, name, wanted.node, reset=reset)
            return pipe, name
        raise LinkLost(f"the USB device at {wanted.location} went while it was opened")

    def _devices(self) -> Iterator[Any]:
        try:
            found = list(usb.core.find(find_all=True, backend=self._library()))
        except usb.core.USBError:
            return  # a bus that vanishes while it is read
        yield from found

    def _library(self) -> Any:
        if self._backend is None:
            # Imported here: the library is native code, and wanted only where a USB device is.
            try:
                import libusb_package

                self._backend = libusb_package.get_libusb1_backend()
            except ImportError as error:
                raise PortMissing(f"libusb is not installed: {error}; install libusb-package") from error
        if self._backend is None:
            raise PortMissing("libusb cannot be loaded; install the package libusb-package for this computer")
        return self._backend

    def _all(self) -> Iterator[UsbInterface]:
        for device in self._devices():
            try:
                kinds = _kinds(device)
                if kinds:
                    serial, product = _text(device, device.iSerialNumber), _text(device, device.iProduct)
                    for number, kind in kinds.items():
                        yield _interface(device, number, kind, serial, product)
            except usb.core.USBError:
                continue  # it went while it was read
            finally:
                usb.util.dispose_resources(device)


def _interface(device: Any, number: int, kind: UsbKind, serial: str, product: str) -> UsbInterface:
    node = f"/dev/bus/usb/{device.bus or 0:03d}/{device.address or 0:03d}"
    return UsbInterface(
        kind, device.idVendor, device.idProduct, serial, number, _location(device), node, product
    )


def _kinds(device: Any) -> dict[int, UsbKind]:
    """The vendor and HID interfaces of the device's first configuration, by number."""
    return {
        one.bInterfaceNumber: _KINDS[one.bInterfaceClass]
        for one in device[0]
        if one.bInterfaceClass in _KINDS
    }


def _location(device: Any) -> str:
    """As the kernel names it: bus, and the ports on the way. A root hub has none."""
    return f"{device.bus}-{'.'.join(str(port) for port in device.port_numbers or ())}"


def _text(device: Any, index: int) -> str:
    if not index:
        return ""
    try:
        return "".join(c for c in usb.util.get_string(device, index) or "" if c.isprintable())[:64]
    except (usb.core.USBError, ValueError):
        return ""  # this user may not open it, or it tells no language
