"""Links: a port as bytes. What lives here: the contract, and what each kind of port needs to keep it.

What does not: frames and everything above them, and which port a device is on (ports.py).
"""

from drivers.link.descriptor import DescriptorLink
from drivers.link.link import Link
from drivers.link.loop import LoopLink, Meddler
from drivers.link.serial_port import SerialLink
from drivers.link.tcp import TcpLink
from drivers.link.usb_bus import UsbBus, UsbInterface
from drivers.link.usb_link import UsbLink
from drivers.link.usb_packets import PacketPipe
from drivers.link.usb_pipe import UsbKind, UsbPipe

__all__ = [
    "DescriptorLink",
    "Link",
    "LoopLink",
    "Meddler",
    "PacketPipe",
    "SerialLink",
    "TcpLink",
    "UsbBus",
    "UsbInterface",
    "UsbKind",
    "UsbLink",
    "UsbPipe",
]
