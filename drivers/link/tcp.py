"""A device behind a TCP port: a serial server, or a simulator in another process.

What lives here: connecting. Reading and writing are those of any descriptor (descriptor.py).
"""

import socket
from typing import Final

from drivers.errors import LinkLost, PortMissing
from drivers.link.descriptor import DescriptorLink

CONNECT_WITHIN: Final = 0.5
"""Seconds; a device is on the same table, and a driver must be able to end within one second."""


class TcpLink(DescriptorLink):
    """See Link. PortMissing: nobody listens there, or the address is none."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise PortMissing(f"{address!r} is no host:port")
        try:
            connection = socket.create_connection((host, int(port)), CONNECT_WITHIN)
        except (OSError, OverflowError) as error:
            raise PortMissing(f"nobody answers at {address}: {error}") from error
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            super().__init__(address, connection.fileno(), connection.close)
        except OSError as error:
            connection.close()
            raise LinkLost(f"{address} went while it was opened: {error}") from error
