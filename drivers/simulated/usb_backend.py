"""Simulated USB devices behind the real pyusb: a backend of its, with libusb's answers and errors.

It stands in for libusb and the kernel; what is under test above it is pyusb itself and the host's link.
The devices' side of the bus is in usb_device.py.
"""

import errno
import time
from array import array
from typing import Any, Final

import usb.backend
import usb.core
from msgspec import Struct

from drivers.simulated.usb_device import IN, OUT, Bus, Plug

_TEXTS: Final = {
    errno.EACCES: (-3, "Access denied (insufficient permissions)"),
    errno.ENODEV: (-4, "No such device (it may have been disconnected)"),
    errno.ENOENT: (-5, "Entity not found"),
    errno.EBUSY: (-6, "Resource busy"),
    errno.ETIMEDOUT: (-7, "Operation timed out"),
    errno.EPIPE: (-9, "Pipe error"),
}
_OTHER: Final = object()
"""Whoever else has the device."""


class Descriptor(Struct, frozen=True):
    """A device, configuration, interface or endpoint descriptor: the fields of all four, by USB's names."""

    bLength: int
    bDescriptorType: int
    bcdUSB: int = 0x0200
    bDeviceClass: int = 0
    bDeviceSubClass: int = 0
    bDeviceProtocol: int = 0
    bMaxPacketSize0: int = 64
    idVendor: int = 0
    idProduct: int = 0
    bcdDevice: int = 0x0100
    iManufacturer: int = 1
    iProduct: int = 2
    iSerialNumber: int = 3
    bNumConfigurations: int = 1
    address: int = 0
    bus: int = 1
    port_number: int = 0
    port_numbers: tuple[int, ...] = ()
    speed: int = 2
    wTotalLength: int = 32
    bNumInterfaces: int = 1
    bConfigurationValue: int = 1
    iConfiguration: int = 0
    bmAttributes: int = 0x80
    bMaxPower: int = 50
    bInterfaceNumber: int = 0
    bAlternateSetting: int = 0
    bNumEndpoints: int = 2
    bInterfaceClass: int = 0
    bInterfaceSubClass: int = 0
    bInterfaceProtocol: int = 0
    iInterface: int = 0
    bEndpointAddress: int = 0
    wMaxPacketSize: int = 0
    bInterval: int = 1
    bRefresh: int = 0
    bSynchAddress: int = 0
    extra_descriptors: tuple[int, ...] = ()


class Handle:
    """An open device. `plug` may be out already."""

    def __init__(self, plug: Plug) -> None:
        self.plug = plug


class SimulatedUsb(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """`usb.core.find(backend=SimulatedUsb(bus))`. open_handles: how many are not closed yet."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.open_handles = 0
        self.resets = 0

    # ---- what is there ------------------------------------------------------------------------------

    def enumerate_devices(self) -> Any:
        with self._bus.changed:
            return iter(list(self._bus.plugs))

    def get_parent(self, plug: Plug) -> None:
        return None

    def get_device_descriptor(self, plug: Plug) -> Descriptor:
        device, ports = plug.device, tuple(int(port) for port in plug.device.port.split("."))
        return Descriptor(
            18,
            1,
            idVendor=device.vid,
            idProduct=device.pid,
            iSerialNumber=3 if device.serial else 0,
            address=plug.address,
            port_number=ports[-1],
            port_numbers=ports,
        )

    def get_configuration_descriptor(self, plug: Plug, number: int) -> Descriptor:
        _only(number)
        return Descriptor(9, 2)

    def get_interface_descriptor(self, plug: Plug, number: int, alternate: int, _: int) -> Descriptor:
        _only(number)
        _only(alternate)
        device = plug.device
        return Descriptor(
            9, 4, bNumEndpoints=1 + device.out, bInterfaceClass=0x03 if device.kind == "hid" else 0xFF
        )

    def get_endpoint_descriptor(
        self, plug: Plug, number: int, interface: int, alternate: int, _: int
    ) -> Descriptor:
        kind = 3 if plug.device.kind == "hid" else 2
        address = (IN, OUT)[number]
        return Descriptor(
            7, 5, bmAttributes=kind, bEndpointAddress=address, wMaxPacketSize=plug.device.packet
        )

    # ---- opening ------------------------------------------------------------------------------------

    def open_device(self, plug: Plug) -> Handle:
        with self._bus.changed:
            if not plug.alive:
                raise _error(errno.ENODEV)
            if plug.device.denied:
                raise _error(errno.EACCES)
            self.open_handles += 1
            return Handle(plug)

    def close_device(self, handle: Handle) -> None:
        with self._bus.changed:
            self.open_handles -= 1
            claims = handle.plug.claims
            for number in [one for one, owner in claims.items() if owner is handle]:
                del claims[number]

    def get_configuration(self, handle: Handle) -> int:
        self._alive(handle)
        return 1

    def set_configuration(self, handle: Handle, value: int) -> None:
        plug = self._alive(handle)
        if plug.claims or plug.driver:
            raise _error(errno.EBUSY)

    def claim_interface(self, handle: Handle, number: int) -> None:
        plug = self._alive(handle)
        owner = _OTHER if plug.device.busy else plug.claims.get(number, handle)
        if owner is not handle or plug.driver:
            raise _error(errno.EBUSY)
        plug.claims[number] = handle

    def release_interface(self, handle: Handle, number: int) -> None:
        plug = self._alive(handle)
        if plug.claims.get(number) is not handle:
            raise _error(errno.ENOENT)
        del plug.claims[number]

    def is_kernel_driver_active(self, handle: Handle, number: int) -> bool:
        return self._alive(handle).driver

    def detach_kernel_driver(self, handle: Handle, number: int) -> None:
        plug = self._alive(handle)
        if not plug.driver:
            raise _error(errno.ENOENT)
        plug.driver = False

    def attach_kernel_driver(self, handle: Handle, number: int) -> None:
        plug = self._alive(handle)
        if plug.claims:
            raise _error(errno.EBUSY)
        plug.driver = True

    def reset_device(self, handle: Handle) -> None:
        self._alive(handle)
        self.resets += 1

    def clear_halt(self, handle: Handle, endpoint: int) -> None:
        self._alive(handle).halted.discard(endpoint)

    def ctrl_transfer(
        self, handle: Handle, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        """GET_DESCRIPTOR of strings, SET_FEATURE to halt an endpoint, and what the device knows of what it is
        sent; anything else stalls."""
        plug = self._alive(handle)
        if (kind, request, value) == (0x02, 3, 0):
            with self._bus.changed:
                plug.device.halt(plug, index)
            return 0
        if not kind & 0x80:
            return self._request(handle, (kind, request, value, index), bytes(data), timeout)
        if (kind, request, value >> 8) != (0x80, 6, 3):
            raise _error(errno.EPIPE)
        text = plug.device.text(value & 0xFF)[: len(data)]
        data[: len(text)] = array("B", text)
        return len(text)

    def _request(self, handle: Handle, setup: tuple[int, int, int, int], data: bytes, timeout: int) -> int:
        end = time.monotonic() + timeout / 1000
        with self._bus.changed:
            while self._alive(handle).device.deaf:
                if not self._wait(end):
                    raise _error(errno.ETIMEDOUT)
            plug = self._alive(handle)
            if plug.claims.get(setup[3]) is not handle or not plug.device.took_request(plug, *setup, data):
                raise _error(errno.EPIPE)
        return len(data)

    # ---- transfers ----------------------------------------------------------------------------------

    def bulk_write(self, handle: Handle, endpoint: int, _: int, data: Any, timeout: int) -> int:
        """Packet by packet; a device that takes no more makes it a time-out, with what it took counted."""
        whole, taken = data.tobytes(), 0
        end = time.monotonic() + timeout / 1000
        with self._bus.changed:
            while True:
                plug = self._alive(handle)
                if plug.device.stalls_now(plug, endpoint):
                    raise _error(errno.EPIPE)
                if plug.device.deaf:
                    if not self._wait(end):
                        return _so_far(taken)
                    continue
                packet = whole[taken : taken + plug.device.packet]
                plug.device.took(plug, packet)
                taken += len(packet)
                if taken == len(whole):
                    return taken

    def bulk_read(self, handle: Handle, endpoint: int, _: int, buffer: Any, timeout: int) -> int:
        """Until a short packet, or the buffer is full; a time-out before that gives what came by then."""
        came = 0
        end = time.monotonic() + timeout / 1000
        with self._bus.changed:
            while True:
                plug = self._alive(handle)
                if plug.device.stalls_now(plug, endpoint):
                    raise _error(errno.EPIPE)
                if not plug.to_host:
                    if not self._wait(end):
                        return _so_far(came)
                    continue
                packet = plug.to_host.popleft()
                if came + len(packet) > len(buffer):
                    raise usb.core.USBError("Overflow", -8, errno.EOVERFLOW)
                buffer[came : came + len(packet)] = array("B", packet)
                came += len(packet)
                if len(packet) < plug.device.packet or came == len(buffer):
                    return came

    intr_write = bulk_write
    intr_read = bulk_read

    def _wait(self, end: float) -> bool:
        left = end - time.monotonic()
        return left > 0 and (self._bus.changed.wait(left) or True)

    def _alive(self, handle: Handle) -> Plug:
        if not handle.plug.alive:
            raise _error(errno.ENODEV)
        return handle.plug


def _so_far(count: int) -> int:
    """As pyusb's libusb backend has it: with some bytes a time-out is a short transfer, without an error."""
    if not count:
        raise _error(errno.ETIMEDOUT)
    return count


def _only(number: int) -> None:
    if number:
        raise IndexError("there is one only")


def _error(number: int) -> usb.core.USBError:
    code, text = _TEXTS[number]
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    return kind(text, code, number)
