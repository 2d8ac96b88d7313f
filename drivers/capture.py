"""Record what passes through a link, and play it back as a link.

The file is one JSON object a line: "ms" since the recording began, "dir" ("in" from the device,
"out" to it), "hex". It holds what was on the wire and nothing else. What does not live here: any
understanding of those bytes.
"""

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TextIO

import msgspec
from msgspec import Struct

from drivers.errors import LinkLost
from drivers.link import Link


class Passed(Struct, frozen=True):
    """What passed at once: `ms` since the recording began, which way, and the bytes in hexadecimal."""

    ms: int
    dir: Literal["in", "out"]
    hex: str


_DECODER: Final = msgspec.json.Decoder(Passed)


def read_capture(lines: Iterable[str]) -> Iterator[Passed]:
    """The entries of a recording. ValueError: a line is none."""
    for line in lines:
        if line.strip():
            entry = _DECODER.decode(line)
            bytes.fromhex(entry.hex)
            yield entry


class CapturingLink:
    """See Link. Another link, of which everything that passes is written to `file`, a line at once."""

    def __init__(self, link: Link, file: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._file = file
        self._clock = clock
        self._began = clock()

    @property
    def name(self) -> str:
        """The port's name, for a person."""
        return self._link.name

    def fileno(self) -> int:
        """See Link."""
        return self._link.fileno()

    def read(self, timeout: float = 0.0) -> bytes:
        """See Link."""
        data = self._link.read(timeout)
        self._note("in", data)
        return data

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """See Link. What the port took is noted."""
        taken = self._link.write(data, timeout)
        self._note("out", data[:taken])
        return taken

    def close(self) -> None:
        """Close the link; the file is its owner's to close."""
        self._link.close()

    def _note(self, direction: str, data: bytes) -> None:
        if data:
            ms = int((self._clock() - self._began) * 1000)
            self._file.write(json.dumps({"ms": ms, "dir": direction, "hex": data.hex()}) + "\n")
            self._file.flush()


class ReplayLink:
    """See Link. A recording in the place of a device.

    What the device said comes again once as many bytes were written as had been when it said it; the
    time between is not kept. At its end the link is lost. `written` is what the host wrote this time.
    """

    def __init__(self, entries: Iterable[Passed], name: str = "replay") -> None:
        self.name = name
        self.written = bytearray()
        self._coming: deque[tuple[int, bytes]] = deque()
        said_out = 0
        for entry in entries:
            data = bytes.fromhex(entry.hex)
            if entry.dir == "out":
                said_out += len(data)
            else:
                self._coming.append((said_out, data))
        self._closed = False
        self._is_marked = False
        self._ready, self._mark = os.pipe()
        self._show()

    def fileno(self) -> int:
        """Readable while something may be read."""
        return -1 if self._closed else self._ready

    def read(self, timeout: float = 0.0) -> bytes:
        """See Link; it never waits, for only a write could bring anything."""
        if self._closed or not self._coming:
            raise LinkLost(f"{self.name} has ended")
        if not self._is_due():
            return b""
        _, data = self._coming.popleft()
        self._show()
        return data

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """See Link; everything is taken."""
        if self._closed:
            raise LinkLost(f"{self.name} was closed")
        self.written += data
        self._show()
        return len(data)

    def close(self) -> None:
        """See Link."""
        if not self._closed:
            self._closed = True
            os.close(self._ready)
            os.close(self._mark)

    def _is_due(self) -> bool:
        return not self._coming or self._coming[0][0] <= len(self.written)

    def _show(self) -> None:
        """Make the descriptor readable exactly while something is due."""
        if self._is_due() and not self._is_marked:
            os.write(self._mark, b"\0")
        elif not self._is_due() and self._is_marked:
            os.read(self._ready, 1)
        self._is_marked = self._is_due()
