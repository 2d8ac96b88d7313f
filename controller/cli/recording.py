"""Commands for a recording of a device's link: show it, and play it as the device.

docs/capture.md has the format. Making one is `run --capture`.
"""

import contextlib
import os
import select
import signal
import time
import tty
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

if TYPE_CHECKING:
    from drivers.capture import Header, Passed

_HELD: Final = 0.02


class NoRecording(Exception):
    """The file is no recording that this program reads; the text names the file, the line and why."""


def _open(file: Path, lines: TextIO) -> tuple["Header", list["Passed"]]:
    """Header and entries. NoRecording. A last line that was cut off is left out."""
    from drivers.capture import read_capture, read_header

    said = lines.read().splitlines()
    try:
        header = read_header(said[0] if said else "")
    except ValueError as error:
        raise NoRecording(f"{file}: line 1: {error}; name a file that `run --capture` made") from None
    entries: list[Passed] = []
    for at, line in enumerate(said[1:], 2):
        try:
            entries += read_capture([line])
        except ValueError as error:
            if at < len(said):
                raise NoRecording(f"{file}: line {at}: {error}; cut the file before it") from None
    return header, entries


def show(
    file: Annotated[Path, typer.Argument(help="a recording, as `run --capture` makes it")],
    driver: Annotated[str, typer.Option(help="the entry point of its driver, where it is another")] = "",
) -> int:
    """Show what passed, frame by frame.

    "->" is to the device, "<-" from it. A face is nowhere in a recording.

    \b
    Example: table-controller capture show /var/tmp/t1.shoe.capture
    """
    from drivers.decoded import describe
    from drivers.roles import find_role

    with file.open(encoding="utf-8", errors="replace") as lines:
        header, entries = _open(file, lines)
        print(f"{header.device} ({header.role}), begun {header.began}, part {header.part}")
        for line in describe(entries, find_role(header.role, driver or header.driver)):
            print(line)
    return 0


def _faces_in(file: Path) -> dict[int, str]:
    """Draws and cards, one of each a line. NoRecording: a line is something else."""
    from drivers.cards import is_known

    found: dict[int, str] = {}
    for at, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if len(words) != 2 or not words[0].isdecimal() or not is_known(words[1]):
            raise NoRecording(f"{file}: line {at}: {line!r}; write a draw and a card, such as 3 TH")
        found[int(words[0])] = words[1]
    return found


def replay(
    file: Annotated[Path, typer.Argument(help="a recording, as `run --capture` makes it")],
    port: Annotated[Path, typer.Option(help="a path that leads to the device's pty")],
    driver: Annotated[str, typer.Option(help="the entry point of its driver, where it is another")] = "",
    faces: Annotated[
        Path | None, typer.Option(help="a file: a draw and the card that is told for it a line, such as 3 TH")
    ] = None,
    patient: Annotated[
        bool, typer.Option("--patient", help="beat while it waits for the host, and stay when it is over")
    ] = False,
) -> int:
    """Be the device of a recording, until it is over or Ctrl-C.

    It says what was said then, once the host asks as it asked then, under the session of the host that is
    there. Cards have no faces but those that you give them.

    \b
    Example: table-controller capture replay t1.shoe.capture --port /tmp/shoe
    """
    from drivers.replaying import ReplayDevice
    from drivers.roles import find_role

    with file.open(encoding="utf-8", errors="replace") as lines:
        header, entries = _open(file, lines)
        role = find_role(header.role, driver or header.driver)
        device = ReplayDevice(entries, role, {} if faces is None else _faces_in(faces), is_patient=patient)
    if not port.absolute().parent.is_dir() or port.exists() or port.is_symlink():
        raise NoRecording(f"{port}: it is there already, or its folder is not; choose another path")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: the path is removed
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        os.set_blocking(master, False)
        port.symlink_to(os.ttyname(slave))
        print(f"{file.name} plays on {port}", flush=True)
        while patient or not device.is_over:
            if select.select([master], [], [], _HELD)[0]:
                device.received(os.read(master, 4096), time.monotonic())
            said = device.due(time.monotonic())
            with contextlib.suppress(BlockingIOError):  # nobody reads: lost, as on a cable
                os.write(master, said)
    finally:
        port.unlink(missing_ok=True)
        os.close(slave)
        os.close(master)
    return 0
