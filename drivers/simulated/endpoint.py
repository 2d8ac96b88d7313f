"""The device's end of the cable: a pseudo-terminal, or a TCP port.

An endpoint is owned by one thread, never blocks, and forgets what its peer does not take, as a UART
does. Pulling the plug is closing it; it may be opened again under the same name or another. What the
bytes mean does not live here.
"""

import array
import contextlib
import fcntl
import os
import socket
import termios
import tty
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

_CHUNK: Final = 4096
_UNREAD_AT_MOST: Final = 2048
"""A host that is there reads sooner than this; beyond it nobody listens and the bytes are lost."""


class Endpoint(ABC):
    """Where the host finds the device. `address` says where, "" while unplugged."""

    address = ""

    @abstractmethod
    def open(self, name: str | None = None) -> None:
        """Plug in, under `name` (None: as before). OSError when the name cannot be had."""

    @abstractmethod
    def close(self) -> None:
        """Pull the plug: the host sees a hang-up. Does nothing when it is out already."""

    @abstractmethod
    def fds(self) -> list[int]:
        """What to wait on for reading."""

    @abstractmethod
    def read(self, fd: int) -> bytes:
        """What has come on one of `fds`, b"" when nothing."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send; what the other side has no room for is lost."""


class PtyEndpoint(Endpoint):
    """A raw pseudo-terminal. link: a path that is made a symbolic link to it while plugged in.

    The slave is held open here as well: its raw mode lasts then, and the first bytes wait for a host
    that opens later. On unplugging both ends are closed, which hangs up whoever has it open.
    """

    def __init__(self, link: str | None = None) -> None:
        self._link = link
        self._master = -1
        self._slave = -1

    def open(self, name: str | None = None) -> None:
        self.close()
        self._link = name or self._link
        self._master, self._slave = os.openpty()
        try:
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            device = os.ttyname(self._slave)
            if self._link is not None:
                _point(Path(self._link), device)
        except BaseException:
            self._close_fds()
            raise
        self.address = self._link or device

    def close(self) -> None:
        if self._master < 0:
            return
        if self._link is not None:
            link = Path(self._link)
            with contextlib.suppress(OSError):
                if os.readlink(link) == os.ttyname(self._slave):
                    link.unlink()
        self._close_fds()
        self.address = ""

    def _close_fds(self) -> None:
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def fds(self) -> list[int]:
        return [self._master] if self._master >= 0 else []

    def read(self, fd: int) -> bytes:
        try:
            return os.read(fd, _CHUNK)
        except OSError:
            return b""  # EAGAIN, or EIO: nobody has it open

    def write(self, data: bytes) -> None:
        if self._master < 0 or self._unread() > _UNREAD_AT_MOST:
            return
        with contextlib.suppress(OSError):
            os.write(self._master, data)

    def _unread(self) -> int:
        count = array.array("i", [0])
        fcntl.ioctl(self._slave, termios.FIONREAD, count)
        return count[0]


def _point(link: Path, device: str) -> None:
    """Make `link` a symbolic link to `device`. A link is replaced, a file of another kind is not."""
    if link.exists() and not link.is_symlink():
        raise FileExistsError(f"{link} is there already and is no link")
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.symlink_to(device)
    os.replace(fresh, link)


class TcpEndpoint(Endpoint):
    """A listening TCP port that takes one host at a time. port 0: any free one, kept when replugged."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._listener: socket.socket | None = None
        self._peer: socket.socket | None = None

    def open(self, name: str | None = None) -> None:
        """`name`: "host:port", or None for the same again."""
        self.close()
        if name is not None:
            self._host, self._port = split_address(name)
        self._listener = socket.create_server((self._host, self._port), backlog=1)
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]
        self.address = f"{self._host}:{self._port}"

    def close(self) -> None:
        self._drop_peer()
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self.address = ""

    def _drop_peer(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def fds(self) -> list[int]:
        return [each.fileno() for each in (self._listener, self._peer) if each is not None]

    def read(self, fd: int) -> bytes:
        if self._listener is not None and fd == self._listener.fileno():
            self._accept(self._listener)
            return b""
        if self._peer is None:
            return b""
        try:
            data = self._peer.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop_peer()
        return data

    def _accept(self, listener: socket.socket) -> None:
        try:
            peer, _ = listener.accept()
        except OSError:
            return
        if self._peer is not None:
            peer.close()  # one host at a time, as with a cable
            return
        peer.setblocking(False)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._peer = peer

    def write(self, data: bytes) -> None:
        if self._peer is None:
            return
        try:
            self._peer.send(data)
        except BlockingIOError:
            pass
        except OSError:
            self._drop_peer()


def split_address(name: str) -> tuple[str, int]:
    """ "host:port" as its parts; ValueError for anything else."""
    host, colon, port = name.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"{name!r} is no host:port")
    return host or "127.0.0.1", int(port)
