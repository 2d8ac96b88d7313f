"""Record what passes through a link, without the faces of cards; replaying.py plays it as the device.

What lives here: the file (docs/capture.md), its bounds, and a link that is written down as it is used. What
does not: which bytes may be written (masking.py), and what they mean to a person (decoded.py). A recording
never stops a table: where it cannot be written it ends, and says so once in the log.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, TextIO

import msgspec
from msgspec import Struct

from drivers.link import Link
from drivers.masking import mask_of
from drivers.roles import Role

VERSION: Final = 1
LARGEST: Final = 8_000_000
"""Bytes of one part of a recording; the part before it is kept too, and no other."""
_MOST_WAITING: Final = 10_000
"""Entries that wait for the disk. Beyond it they are left out, and the next one says how many."""
_END_WITHIN: Final = 1.0
_LOG: Final = logging.getLogger(__name__)


class Header(Struct, frozen=True):
    """The first line of a recording. capture: the version of the format. began: the wall clock, UTC, for a
    person. part: from 1; beyond 1 what came before is in the file beside, or gone."""

    capture: int
    device: str
    role: str
    driver: str
    began: str
    part: int = 1


class Passed(Struct, frozen=True, omit_defaults=True):
    """What passed at once: `ms` since the recording began, which way, and the bytes in hexadecimal. masked:
    something in it was replaced. dir "opened": the port was opened, or opened again. left_out: entries before
    this one that the disk was too slow for."""

    ms: int
    dir: Literal["in", "out", "opened"]
    hex: str = ""
    masked: bool = False
    left_out: int = 0


_DECODER: Final = msgspec.json.Decoder(Passed)
_HEADER_DECODER: Final = msgspec.json.Decoder(Header)


def read_header(line: str) -> Header:
    """The first line. ValueError: it is none, or of a version that this program does not read."""
    header = _HEADER_DECODER.decode(line)
    if header.capture != VERSION:
        raise ValueError(f"a recording of version {header.capture}; this program reads version {VERSION}")
    return header


def read_capture(lines: Iterable[str]) -> Iterator[Passed]:
    """The entries of a recording, behind its header. ValueError: a line is none; a last line that was cut
    off by a power loss is one too, and what stands before it was given by then."""
    for line in lines:
        if line.strip():
            entry = _DECODER.decode(line)
            bytes.fromhex(entry.hex)
            yield entry


class Recorder:
    """One device's recording over all its links: `path`, and `path` + ".1" for the part before.

    A thread of its own writes, so that nobody waits for a disk. Nothing here raises. clock: seconds,
    monotonic; largest: bytes a part. `close` it.
    """

    def __init__(
        self,
        path: Path,
        device: str,
        role: Role,
        driver: str = "",
        *,
        clock: Callable[[], float] = time.monotonic,
        largest: int = LARGEST,
    ) -> None:
        self.path = path
        self.role = role
        self._device = device
        self._driver = driver or role.name
        self._clock = clock
        self._began = clock()
        self._largest = largest
        self._part = 0
        self._written = 0
        self._left_out = 0
        self._file: TextIO | None = None
        self._waiting: queue.Queue[Passed | None] = queue.Queue(_MOST_WAITING)
        self._writer = threading.Thread(target=self._run, name=f"recording {device}", daemon=True)
        self._writer.start()

    def note(
        self, direction: Literal["in", "out", "opened"], data: bytes = b"", masked: bool = False
    ) -> None:
        """Write down what passed, soon."""
        ms = int((self._clock() - self._began) * 1000)
        try:
            self._waiting.put_nowait(Passed(ms, direction, data.hex(), masked, self._left_out))
            self._left_out = 0
        except queue.Full:
            self._left_out += 1

    def close(self) -> None:
        """End the recording, within a second."""
        try:
            self._waiting.put(None, timeout=_END_WITHIN)
        except queue.Full:
            return  # the disk stands still; the thread ends with the process
        self._writer.join(_END_WITHIN)

    def _run(self) -> None:
        try:
            self._begin_part()
            while (entry := self._waiting.get()) is not None:
                self._write(msgspec.json.encode(entry).decode() + "\n")
        except OSError as error:
            why = f"{self._device} in {self.path} has ended: {error}"
            _LOG.warning("the recording of %s; make room, or record elsewhere; the table goes on", why)
            while self._waiting.get() is not None:
                pass  # taken and thrown away, so that `close` finds an end
        finally:
            self._end_part()

    def _write(self, line: str) -> None:
        if self._written + len(line) > self._largest:
            self._end_part()
            self._begin_part()
        if self._file is not None:
            self._file.write(line)
            self._file.flush()
            self._written += len(line)

    def _begin_part(self) -> None:
        self._part += 1
        if self.path.is_file():  # of an earlier process, or the part before
            os.replace(self.path, self.path.with_name(self.path.name + ".1"))
        began = datetime.now(UTC).isoformat(timespec="seconds")
        header = Header(VERSION, self._device, self.role.name, self._driver, began, self._part)
        self._file = self.path.open("w", encoding="ascii")
        self._written = self._file.write(msgspec.json.encode(header).decode() + "\n")
        self._file.flush()

    def _end_part(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # what could not be written was told when it was to be written


class CapturingLink:
    """See Link. Another link, of which everything that passes is written down by `recorder`, masked."""

    def __init__(self, link: Link, recorder: Recorder) -> None:
        self._link = link
        self._recorder = recorder
        self._mask = mask_of(recorder.role)
        self._is_open = True
        recorder.note("opened")

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
        self._note_in(*self._mask.feed(data))
        return data

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """See Link. What the port took is noted."""
        taken = self._link.write(data, timeout)
        if taken:
            self._recorder.note("out", data[:taken])
        return taken

    def close(self) -> None:
        """Close the link; the recording goes on with the next one."""
        self._link.close()
        if self._is_open:
            self._is_open = False
            self._note_in(*self._mask.flush())

    def _note_in(self, data: bytes, masked: bool) -> None:
        if data:
            self._recorder.note("in", data, masked)
