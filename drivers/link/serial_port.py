"""A serial port: a UART, a USB CDC device, or a pty.

What lives here: opening with pyserial, so that nobody else can, and saying who has the port where
somebody does. Reading and writing are done on the descriptor (descriptor.py), for pyserial's own
raise five kinds of exception when a device is unplugged and count what they wrote wrong when they
time out.
"""

import errno
import fcntl
import logging
import os
import re
import termios
import threading
from pathlib import Path
from typing import Final

import serial

from drivers.errors import LinkLost, PortBusy, PortMissing
from drivers.link.descriptor import DescriptorLink

_LOG: Final = logging.getLogger(__name__)
_BUSY = (errno.EAGAIN, errno.EACCES, errno.EBUSY)
_CLOSES_WITHIN: Final = 0.25
_PSEUDO: Final = "/dev/pts/"
LINE: Final = "8N1"
"""8 data bits, no parity, 1 stop bit: what nearly all devices have, and the table link needs."""
_LINES: Final = re.compile("[78][NEO][12]")
_TAKEN: Final = termios.CSIZE | termios.PARENB | termios.PARODD | termios.CSTOPB


def is_line(text: str) -> bool:
    """Whether this is data bits, parity (none, even, odd) and stop bits, such as "7E1"."""
    return _LINES.fullmatch(text) is not None


class SerialLink(DescriptorLink):
    """See Link. Opening discards what had come in, and locks the port against a second opener. line: data
    bits, parity and stop bits, as `is_line` has them; a byte whose parity is wrong comes in all the same.

    PortMissing: no such port, or it cannot do `line`. PortBusy: somebody has it; the message names the
    process where /proc tells. LinkLost: it went while it was opened.
    """

    def __init__(
        self, path: str, baud: int = 115200, line: str = LINE, *, dtr: bool = True, rts: bool = True
    ) -> None:
        line = LINE if is_pseudo(path) else line
        port = serial.Serial()
        port.port = path
        port.baudrate = baud
        port.bytesize, port.parity, port.stopbits = int(line[0]), line[1], int(line[2])
        port.timeout = 0
        port.exclusive = True
        # Before opening: some boards reset themselves on an edge of these.
        port.dtr = dtr
        port.rts = rts
        try:
            port.open()
        except (OSError, ValueError, TypeError, termios.error) as error:
            # Where a port can do nothing of what is new in its settings the kernel calls that invalid.
            refused = isinstance(error, termios.error) and line != LINE
            raise (_cannot(path, line) if refused else _why_not(path, error)) from error
        try:
            has_line = takes(port.fileno(), line)
        except termios.error as error:
            _close(path, port)
            raise _why_not(path, error) from error
        if not has_line:
            _close(path, port)
            raise _cannot(path, line)
        _keep_others_out(port.fileno())
        super().__init__(path, port.fileno(), lambda: _close(path, port))


def _keep_others_out(descriptor: int) -> None:
    """Also programs that look at no lock: the kernel lets nobody but root open the port any more.

    Not of a pseudo-terminal: its other end keeps it, and this with it, when the process here is killed.
    """
    try:
        if not is_pseudo(os.ttyname(descriptor)):
            fcntl.ioctl(descriptor, termios.TIOCEXCL)
    except OSError:
        pass  # it has gone already, which reading tells


def _close(path: str, port: serial.Serial) -> None:
    """Closing waits for the device to take what was written last, and the kernel waits up to 30 seconds for
    one that takes nothing. It is let alone with that: others have to go on."""

    def close() -> None:
        try:
            port.close()
        except (OSError, TypeError, ValueError, termios.error):
            pass  # an unplugged port may complain of anything while it is closed

    closing = threading.Thread(target=close, name=f"closing {path}", daemon=True)
    closing.start()
    closing.join(_CLOSES_WITHIN)
    if closing.is_alive():
        _LOG.warning("%s: its device does not take what was written last; it is still being closed", path)


def takes(descriptor: int, line: str) -> bool:
    """Whether the port really has that line. A driver that cannot leaves it out, and says nothing."""
    flags = termios.tcgetattr(descriptor)[2] & _TAKEN
    size = termios.CS7 if line[0] == "7" else termios.CS8
    parity = {"N": 0, "E": termios.PARENB, "O": termios.PARENB | termios.PARODD}[line[1]]
    stop = termios.CSTOPB if line[2] == "2" else 0
    return bool(flags == size | parity | stop)


def is_pseudo(path: str) -> bool:
    """A pseudo-terminal: it has no line, and its bytes pass whole."""
    return str(Path(path).resolve()).startswith(_PSEUDO)


def _cannot(path: str, line: str) -> PortMissing:
    return PortMissing(f"{path} cannot do {line}; use a port or an adapter that can, or another line")


def _why_not(path: str, error: Exception) -> PortMissing | PortBusy | LinkLost:
    number = error.errno if isinstance(error, OSError) else None
    if not Path(path).exists():
        return PortMissing(f"there is no port {path}; plug the device in, or bind it to another port")
    if number == errno.EACCES and not os.access(path, os.R_OK | os.W_OK):
        return PortMissing(f"{path} may not be opened by this user; install the project's udev rules")
    if number in _BUSY:
        return PortBusy(f"{path} is in use by {holder_of(path)}; stop that one first")
    return LinkLost(f"{path} could not be opened: {error}")


def holder_of(path: str) -> str:
    """Which process holds the port, "process 123 (name)"; "another process" where it cannot be told.

    Whoever holds its lock, where there is one: a pty is open in the process at its other end as well.
    """
    real = str(Path(path).resolve())
    openers = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if any(str(link.readlink()) == real for link in (process / "fd").iterdir()):
                openers.append(process.name)
        except OSError:
            continue  # it ended meanwhile, or belongs to another user
    locked = [opener for opener in openers if opener in _lockers(real)]
    for opener in (*locked, *openers):
        try:
            return f"process {opener} ({Path('/proc', opener, 'comm').read_text().strip()})"
        except OSError:
            continue
    return "another process"


def _lockers(real: str) -> set[str]:
    """The processes that hold a lock on this file, as the kernel lists them by inode."""
    try:
        inode = str(os.stat(real).st_ino)
        lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    except OSError:
        return set()
    # 1: FLOCK  ADVISORY  WRITE 123 00:17:42 0 EOF
    return {words[4] for words in lines if len(words) > 5 and words[5].rsplit(":", 1)[-1] == inode}
