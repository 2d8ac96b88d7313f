"""One claimed interface of a USB device, through pyusb: bytes out, bytes in, and giving it back.

What lives here: opening and every way in which that fails, transfers, HID reports, stalls, and what libusb's
errors mean. What does not: the threads that own the pipe (usb_link.py), and which device it is (usb_bus.py).
"""

import errno
from array import array
from typing import Any, Final, Literal

import usb.core
import usb.util

from drivers.errors import LinkLost, PortBusy, PortMissing
from drivers.link.serial_port import holder_of

UsbKind = Literal["bulk", "hid"]
REPORT_ID: Final = 1
REPORT_DATA: Final = 62
REPORT_BYTES: Final = 2 + REPORT_DATA
READ_MS: Final[dict[UsbKind, int]] = {"bulk": 10, "hid": 40}
"""How long one read waits. A device that does not end a transfer of full packets is heard so much later; a
report is whole by itself, and a read of one is not taken back oftener than it has to be."""
WRITE_MS: Final = 50
_READ_AT_LEAST: Final = 512
_SET_REPORT: Final = 0x09
_TO_INTERFACE: Final = 0x21
"""A class request to an interface, with data from the host."""
_OUTPUT: Final = 0x02 << 8
_CONTROL: Final = 0
"""The endpoint of control transfers, which every device has."""
_TRANSFER: Final = {"bulk": usb.util.ENDPOINT_TYPE_BULK, "hid": usb.util.ENDPOINT_TYPE_INTR}


class UsbPipe:
    """One thread sends and one receives; it is opened and released while neither does. Opening claims the
    interface, and resets nothing unless it is told to.

    device: pyusb's. node: its file below /dev/bus/usb, to say who holds it. PortBusy, PortMissing (no right
    to it, or no such endpoints), LinkLost (it went meanwhile); what was taken is given back on all of them.
    """

    def __init__(
        self, device: Any, interface: int, kind: UsbKind, name: str, node: str, *, reset: bool = False
    ) -> None:
        self._device = device
        self._interface = interface
        self._kind = kind
        self._name = name
        self._node = node
        self._driver_detached = False
        self._stalled: set[int] = set()
        self._owes_zero = False
        self._read_ms = READ_MS[kind]
        try:
            self._claim()
            if reset:  # which nobody's claim stands against: only what is ours, or a table's play would end
                self._device.reset()
                self._claim()
        except (usb.core.USBError, PortMissing) as error:
            self.release()
            raise (self._why_not(error) if isinstance(error, usb.core.USBError) else error) from error
        except BaseException:
            self.release()
            raise

    # ---- opening and giving back --------------------------------------------------------------------

    def _claim(self) -> None:
        self._detach_driver()
        found = usb.util.find_descriptor(
            self._device.get_active_configuration(), bInterfaceNumber=self._interface
        )
        if found is None:
            raise PortMissing(f"{self._name} has no interface {self._interface}; bind it anew")
        self._in = self._endpoint(found, usb.util.ENDPOINT_IN)
        self._out = self._endpoint(found, usb.util.ENDPOINT_OUT)
        self._out_address = _CONTROL if self._out is None else self._out.bEndpointAddress
        usb.util.claim_interface(self._device, self._interface)
        most = self._in.wMaxPacketSize
        # A multiple of a packet: a device that sends more than was asked for is an overflow, and bytes lost.
        wanted = REPORT_BYTES if self._kind == "hid" else _READ_AT_LEAST
        self._read_size = -(-wanted // most) * most

    def _endpoint(self, interface: Any, direction: int) -> Any:
        """None: a HID interface that has no endpoint out takes its reports by control transfers. An endpoint
        for packets of no bytes is none."""
        for endpoint in interface:
            transfer = usb.util.endpoint_type(endpoint.bmAttributes)
            if (
                usb.util.endpoint_direction(endpoint.bEndpointAddress) == direction
                and transfer == _TRANSFER[self._kind]
                and endpoint.wMaxPacketSize > 0
            ):
                return endpoint
        if self._kind == "hid" and direction == usb.util.ENDPOINT_OUT:
            return None
        way = "in" if direction == usb.util.ENDPOINT_IN else "out"
        raise PortMissing(
            f"{self._name} has no {self._kind} endpoint {way} at interface {self._interface}; bind another"
        )

    def _detach_driver(self) -> None:
        """The kernel takes every HID device for itself."""
        try:
            if self._device.is_kernel_driver_active(self._interface):
                self._device.detach_kernel_driver(self._interface)
                self._driver_detached = True
        except NotImplementedError:
            pass  # a system that has no such thing

    def release(self) -> None:
        """Give back the interface, the kernel's driver and the handle. Never raises; may be called again."""
        try:
            usb.util.release_interface(self._device, self._interface)
        except usb.core.USBError:
            pass  # it is gone, or was never claimed
        if self._driver_detached:
            self._driver_detached = False
            try:
                self._device.attach_kernel_driver(self._interface)
            except usb.core.USBError:
                pass  # it is gone
        usb.util.dispose_resources(self._device)

    # ---- transfers ----------------------------------------------------------------------------------

    def send(self, data: bytes) -> int:
        """How many bytes of `data` the device took, 0 where it is not ready yet. LinkLost."""
        if self._kind == "hid":
            return self._send_report(data[:REPORT_DATA])
        if self._owes_zero and not self._end_transfer():
            return 0
        taken = self._write(data)
        # A transfer that ends with a full packet has not ended for the device: an empty one ends it.
        self._owes_zero = taken == len(data) and taken % self._out.wMaxPacketSize == 0 and taken > 0
        if self._owes_zero:
            self._end_transfer()
        return taken

    @property
    def owes(self) -> bool:
        """True while a transfer still wants its end; `send(b"")` tries again."""
        return self._owes_zero

    def _end_transfer(self) -> bool:
        try:
            self._device.write(self._out_address, b"", WRITE_MS)
        except usb.core.USBError as error:
            if error.errno == errno.ETIMEDOUT:
                return False
            self._trouble(error, self._out_address)
            return False
        self._owes_zero = False
        return True

    def _send_report(self, data: bytes) -> int:
        if not data:
            return 0
        report = bytes((REPORT_ID, len(data))) + data.ljust(REPORT_DATA, b"\0")
        taken = self._write(report)
        if taken not in (0, REPORT_BYTES):
            raise LinkLost(f"{self._name} took {taken} bytes of a report of {REPORT_BYTES}")
        return len(data) if taken else 0

    def _write(self, data: bytes) -> int:
        if not data:
            return 0
        try:
            taken = int(self._put(data))
        except usb.core.USBError as error:
            if error.errno != errno.ETIMEDOUT:
                self._trouble(error, self._out_address)
            return 0
        self._stalled.discard(self._out_address)
        return taken

    def _put(self, data: bytes) -> Any:
        if self._out is not None:
            return self._device.write(self._out_address, data, WRITE_MS)
        which = _OUTPUT | REPORT_ID
        return self._device.ctrl_transfer(_TO_INTERFACE, _SET_REPORT, which, self._interface, data, WRITE_MS)

    def receive(self) -> bytes:
        """What has come; b"" when nothing came in READ_MS. LinkLost.

        A time-out with a part of what was asked for gives the part: pyusb counts what came.
        """
        data = self._read()
        return b"" if data is None else self._stream(data)

    def _stream(self, data: bytes) -> bytes:
        """The bytes of the stream in what came at once."""
        return data if self._kind == "bulk" else _of_reports(data)

    def _read(self) -> bytes | None:
        """What came at once, as it was; None when nothing came in time."""
        buffer = array("B", bytes(self._read_size))
        try:
            count = int(self._device.read(self._in.bEndpointAddress, buffer, self._read_ms))
        except usb.core.USBError as error:
            if error.errno != errno.ETIMEDOUT:
                self._trouble(error, self._in.bEndpointAddress)
            return None
        self._stalled.discard(self._in.bEndpointAddress)
        return buffer[:count].tobytes()

    def _trouble(self, error: usb.core.USBError, address: int) -> None:
        """A stall is cleared once; a second one before anything passed, and all else, is LinkLost."""
        if error.errno != errno.EPIPE or address in self._stalled:
            raise LinkLost(f"{self._name} is gone: {error}") from error
        self._stalled.add(address)
        if address == _CONTROL:
            return  # the next request ends its stall
        try:
            self._device.clear_halt(address)
        except usb.core.USBError as worse:
            raise LinkLost(f"{self._name} is gone: {worse}") from worse

    def _why_not(self, error: usb.core.USBError) -> PortMissing | PortBusy | LinkLost:
        if error.errno == errno.EACCES:
            return PortMissing(
                f"{self._name} may not be opened by this user; install the project's udev rules (config/udev)"
            )
        if error.errno == errno.EBUSY:
            return PortBusy(f"{self._name} is in use by {holder_of(self._node)}; stop that one first")
        return LinkLost(f"{self._name} could not be opened: {error}")


def _of_reports(data: bytes) -> bytes:
    """The bytes that a report brings. One of another id, or with a count beyond its bytes, brings none."""
    if len(data) < 2 or data[0] != REPORT_ID or data[1] > min(REPORT_DATA, len(data) - 2):
        return b""
    return data[2 : 2 + data[1]]
