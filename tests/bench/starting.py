"""Start-up: from exec of `python -m controller run` to the line that says the table is ready; and memory.

With a new journal, and with one of 10,000 entries and no checkpoint, so that all of it is folded. No device
answers: a table is ready before its devices are. Beside bare interpreters.
"""

import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.clock import SystemClock
from controller.games import find_game
from controller.journal import Journal
from controller.pump import Pump
from controller.submission import load_submission
from tests.bench.disk import bench_folder
from tests.bench.figures import Comparison, Figure, Section, alternately
from tests.bench.script import DEVICES, GAME, make_script

ROOT: Final = Path(__file__).parent.parent.parent
SUBMISSION: Final = ROOT / "config" / "submissions" / "free-bet-blackjack.toml"
GOAL_MS: Final = 150.0
GOAL_MIB: Final = 45.0
ENTRIES: Final = 10_000
TABLE: Final = "bench"
_PATIENCE: Final = 30.0
_SAID: Final = "print('ready', flush=True); input()"
BARE: Final = ("-c", _SAID)
IMPORTS: Final = ("-c", f"import msgspec, serial, sqlite3; {_SAID}")
MEASURED: Final = (("time", "ms"), ("VmRSS", "MiB"), ("VmHWM", "MiB"))
"""What start_once gives, in order."""
Samples = tuple[tuple[float, ...], ...]
"""For each of MEASURED, one value a repetition."""


class NotReady(Exception):
    """The process ended, or said nothing; the message has the end of what it logged."""


def start_once(arguments: Sequence[str], log: Path) -> tuple[float, float, float]:
    """Start Python with these arguments, wait for a line that ends in "ready": milliseconds since
    exec, and VmRSS and VmHWM in MiB at that moment. The process is ended. Raises NotReady."""
    with log.open("w") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=ROOT,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            took = time.perf_counter() - start
            if not line.strip().endswith("ready"):
                raise NotReady(f"{' '.join(arguments[:3])}: {line or log.read_text()[-500:]}")
            resident, peak = memory(process.pid)
        finally:
            process.terminate()
            process.stdin.close()
            process.stdout.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
            process.kill()
            process.wait()
    return took * 1e3, resident, peak


def memory(pid: int) -> tuple[float, float]:
    """VmRSS and VmHWM of a process in MiB."""
    said = Path(f"/proc/{pid}/status").read_text().splitlines()
    kib = {line.split(":")[0]: line.split()[1] for line in said if line.startswith(("VmRSS", "VmHWM"))}
    return int(kib["VmRSS"]) / 1024, int(kib["VmHWM"]) / 1024


def installation(folder: Path) -> Path:
    """The file of a table in `folder`, whose devices are on ports that are not there."""
    lines = [
        f'table = "{TABLE}"',
        f'game = "{GAME}"',
        f'submission = "{SUBMISSION}"',
        f'journal = "{folder / "journal"}"',
        f'feed = "{folder / "feed"}"',
    ]
    for name, role in DEVICES:
        lines += [
            f"[devices.{name}]",
            f'role = "{role}"',
            f'port = {{ path = "{folder / role}" }}',
            'firmware = "any"',
        ]
    path = folder / "table.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def fill_journal(folder: Path, entries: int) -> None:
    """A journal in `folder` of at least so many entries: rounds, played by a pump without devices."""
    game, clock = find_game(GAME), SystemClock()
    rules = load_submission(SUBMISSION)
    script = make_script(game, 1 + entries // 28, rules)
    with Journal.open(folder / "journal", clock=clock, table=TABLE) as journal:
        journal.start(lambda _: None, lambda _: None)
        pump = Pump(
            game,
            game.new_table(rules),
            journal,
            clock,
            send=lambda *_: None,
            acknowledge=lambda *_: None,
            publish=lambda *_: None,
        )
        for given in (*script.opening, *(given for one in script.rounds for given in one)):
            pump.take(given)
            if pump.rulings >= entries:
                break
        if not journal.wait_durable(journal.head.number, _PATIENCE):
            raise NotReady(f"the journal does not commit: {journal.failed}")


def measure(entries: int = ENTRIES, repetitions: int = 9, parent: Path | None = None) -> Section:
    """Start each kind of process so often, after once that does not count."""
    with bench_folder(parent) as folder:
        kept = folder / "kept"
        kept.mkdir()
        fill_journal(kept, entries)
        log = folder / "log"
        new, full, bare, imports = alternately(
            repetitions,
            lambda: start_once(_table_in(folder / "new", None), log),
            lambda: start_once(_table_in(folder / "full", kept), log),
            lambda: start_once(BARE, log),
            lambda: start_once(IMPORTS, log),
        )
    peers = (("python with msgspec, serial, sqlite3", imports), ("bare python", bare))
    tables = (("a new journal", new, (GOAL_MS, GOAL_MIB, None)), (f"{entries:,} entries", full, (None,) * 3))
    return Section(
        "Start-up of `run`, from exec to the line that says the table is ready",
        tuple(
            _compared(f"{words}, {name}", unit, which, samples, goals[which], peers)
            for which, (words, unit) in enumerate(MEASURED)
            for name, samples, goals in tables
        ),
        ("no checkpoint shortens the folding of the entries; compiled modules are cached",),
    )


def _table_in(place: Path, source: Path | None) -> tuple[str, ...]:
    """How a table in a fresh folder is started, with the journal that lies in `source`, if any."""
    shutil.rmtree(place, ignore_errors=True)
    if source is None:
        place.mkdir()
    else:
        shutil.copytree(source, place)
    return ("-m", "controller", "run", str(installation(place)))


def _compared(
    name: str,
    unit: str,
    which: int,
    samples: Samples,
    goal: float | None,
    peers: tuple[tuple[str, Samples], ...],
) -> Comparison:
    beside = tuple(Figure(peer, unit, values[which]) for peer, values in peers)
    return Comparison(Figure(name, unit, samples[which], goal), beside)
