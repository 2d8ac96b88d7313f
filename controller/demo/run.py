"""Starts the demonstration's processes, keeps the table alive, and ends everything: what `demo` calls.

The order is devices, table, people and view; the end is the other way round. A table that is killed with
SIGKILL is started again, as a table-side computer does after a power cut; the death of any other
child ends the demonstration and is said in one line.
"""

import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL
from typing import Final

from controller.demo.children import Children, Ended, Signals, wait_for
from controller.demo.mishaps import Mishaps
from controller.demo.room import CONTROL, DEFAULT_GAME, PID_FILE, SECONDS_A_DECK, roles_of, table_of
from controller.installation import Installation, load_installation, load_rules
from controller.table.double_shoe import DOUBLE
from controller.table.state import AUTOMATED, Rules

READY: Final = 30.0
"""Seconds for the devices' processes to be there."""
ELSEWHERE: Final = 10.0
"""Seconds for a table that somebody else started to serve its feed."""
LIFE: Final = 2.0
"""Seconds at life's speed for which a killed table is down."""
PEOPLE: Final = ("people", "view", "table")
"""The processes that end first, in this order; the devices come after them."""


def run_demo(
    *,
    speed: float,
    rounds: int,
    faults: list[str],
    plain: bool,
    keep: Path | None,
    shuffler: str = "none",
    game: str = DEFAULT_GAME,
    variation: str = "none",
    shoe: str = "single",
) -> int:
    """Run the demonstration in this terminal until it has played `rounds` (0: until a signal).

    game: which one is shown, a key of TABLES in room.py. variation: of VARIATIONS there. speed: how much
    faster than life people and machines are. faults: as in mishaps.py. plain: lines in place of the live
    picture; so too where standard output is no terminal. keep: the runtime directory, which stays, and from
    whose journal the table goes on where there is one; else a temporary one. shuffler: what shuffles
    besides the dealer, "none" or "batch". shoe: "single", or another one of SHOES in room.py.

    The exit status: 0 when the rounds were played, or a signal ended a demonstration without an end; 1 when
    a process died; 2 for what cannot be; 128 and the signal's number when one came before the end.
    """
    try:
        if speed <= 0 or rounds < 0:
            raise ValueError("--speed must be above 0, --rounds not below")
        table = table_of(game, shuffler, variation, shoe)
        roles = roles_of(load_installation(table, Path()))
        Mishaps(
            faults,
            rounds,
            has_shuffler="shuffler" in roles,
            has_shoe="shoe" in roles,
            has_reader="reader" in roles,
            has_stacks=shoe == AUTOMATED,
        )
    except ValueError as mistake:
        print(f"table-controller: {mistake}", file=sys.stderr)
        return 2
    folder = Path(tempfile.mkdtemp(prefix="table-demo-")) if keep is None else keep.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    plain = plain or not sys.stdout.isatty()
    with Signals() as signals:
        demo = Demonstration(folder, signals, table, speed=speed, rounds=rounds, faults=faults, plain=plain)
        status = demo.run()
    if demo.trouble:
        print(f"table-controller: {demo.trouble} (logs in {folder})", file=sys.stderr)
    elif keep is None:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"the journal is {demo.installation.journal}")
    return status


class Demonstration:
    """One demonstration. table: the file of the table that plays. trouble: the line to be said where it
    could not go on."""

    def __init__(
        self,
        folder: Path,
        signals: Signals,
        table: Path,
        *,
        speed: float,
        rounds: int,
        faults: Sequence[str],
        plain: bool,
    ) -> None:
        self.folder = folder
        self.signals = signals
        self.speed = speed
        self.rounds = rounds
        self.faults = faults
        self.plain = plain
        self.trouble = ""
        self.children = Children(folder)
        self.table = table
        self.installation: Installation = load_installation(table, folder)
        self._roles = roles_of(self.installation)
        self._down_since = 0.0
        self._why_down = ""
        self._restarts = 0

    def run(self) -> int:
        """Start, watch, end; the exit status."""
        try:
            if self._start_devices(load_rules(self.installation)):
                self._start_table()
                self._start_people()
                return self._watch()
            return self._stopped()
        finally:
            self.children.end((*PEOPLE, *reversed(self._roles)))

    # ---- starting -----------------------------------------------------------------------------------

    def _start_devices(self, rules: Rules) -> bool:
        """The devices' processes, each at its port with its control socket beside; whether all are there."""
        for name, role in self._roles.items():
            line = ["simulate", role, "--port", str(self.folder / name), "--speed", str(self.speed)]
            line += ["--control", str(self.folder / CONTROL.format(name=name))]
            line += ["--decks", str(rules.decks), "--boxes", str(rules.boxes)]
            line += ["--seconds-a-deck", str(SECONDS_A_DECK)]
            line += ["--double"] * (role == "shoe" and self.installation.equipment.shoe == DOUBLE)
            line += ["--automated"] * (role == "shoe" and self.installation.equipment.shoe == AUTOMATED)
            self.children.start(name, ("-m", "controller", *line))
        return wait_for(lambda: self._failed() or self._devices_there(), self.signals, READY) and (
            not self.trouble
        )

    def _devices_there(self) -> bool:
        return all(" on " in _text(self.children.log(name)) for name in self._roles)

    def _failed(self) -> bool:
        for ended in self.children.ended():
            self.trouble = self.trouble or str(ended)
        return bool(self.trouble)

    def _start_table(self) -> None:
        line = ("-m", "controller", "run", str(self.table), "--run-dir", str(self.folder))
        pid = self.children.start("table", line)
        (self.folder / PID_FILE).write_text(f"{pid}\n")

    def _start_people(self) -> None:
        line = ["-m", "controller.demo.people", str(self.folder), str(self.table)]
        line += ["--speed", str(self.speed), "--rounds", str(self.rounds)]
        line += [part for fault in self.faults for part in ("--fault", fault)]
        self.children.start("people", line, speaks=self.plain)
        view = ["-m", "controller.demo.watch", str(self.installation.feed), *(["--plain"] * self.plain)]
        self.children.start("view", view, draws=True)

    # ---- watching -----------------------------------------------------------------------------------

    def _watch(self) -> int:
        while not self.signals.caught:
            self.signals.sleep(min(0.25, LIFE / self.speed))
            for ended in self.children.ended():
                status = self._on(ended)
                if status is not None:
                    return status
            if not self.children.is_running("table"):
                self._tend_table()
            if self.trouble:
                return 1
        return self._stopped()

    def _on(self, ended: Ended) -> int | None:
        """A child has ended: the exit status that follows, None to go on."""
        if ended.name in ("people", "view") and ended.status == 0:
            return 0
        if ended.name == "table" and (ended.status == -SIGKILL or self._restarts):
            # Killed; or it could not start, perhaps because somebody else has started one.
            self._why_down = "" if ended.status == -SIGKILL else str(ended)
            self._down_since = time.monotonic()
            return None
        self.trouble = str(ended)
        return 1

    def _tend_table(self) -> None:
        """No table of ours runs: somebody else's serves, or ours is started again after a while."""
        down = time.monotonic() - self._down_since
        if is_served(self.installation.feed):
            self._down_since, self._why_down = time.monotonic(), ""
        elif self._why_down and down > ELSEWHERE:
            self.trouble = self._why_down
        elif not self._why_down and down > LIFE / self.speed:
            self._restarts += 1
            self._start_table()

    def _stopped(self) -> int:
        """The exit status where a signal ended it, or something failed before there was a table."""
        caught = self.signals.caught
        if not caught:
            self.trouble = self.trouble or "the devices' processes do not start"
            return 1
        return 128 + caught if self.rounds and caught else 0


def is_served(feed: Path) -> bool:
    """Whether a table serves this feed."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(feed))
        except OSError:
            return False
    return True


def _text(log: Path) -> str:
    return log.read_text(errors="replace") if log.exists() else ""
