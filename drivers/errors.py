"""What can go wrong between a host and a device, by kind.

No exception of these crosses a thread: the Device turns each into a report. They are for code
that calls a driver directly (tools, tests), and inside the driver package.
"""


class DriverError(Exception):
    """The base of all that this package raises on purpose."""


class LinkLost(DriverError):
    """The port is gone, closed or silent: unplugged, re-enumerated, or its owner died."""


class PortBusy(DriverError):
    """Another process has the port open; the message says which one where that can be found out."""


class PortMissing(DriverError):
    """No such port, or none that matches the device's binding."""


class NotAccepted(DriverError):
    """The device is not one that the host takes; the text says why and what to do."""


class AmbiguousDevice(DriverError):
    """Two candidates answer to one binding; both are refused by name until bound by port path."""


class UsbUnseen(DriverError):
    """What is plugged in by USB cannot be seen on this computer."""
