"""A bench of real hardware, played by simulators: processes on ptys that only an operator's hands can act on.

The operator is a script at the terminal of the run: he reads what he is asked, does it at the control sockets
and presses Enter. What the file or the devices of a bench may be wrong in is refused before any order.
"""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from controller.commissioning import key_of, write_record
from controller.commissioning.procedure import Met, record_of
from controller.commissioning.procedure import Person as Roe
from controller.connected import Answer
from controller.demo.hands import Hands, HandsRefused
from controller.faults import ConfigFault, ConfigFaults
from controller.games import find_game
from controller.submission import default_rules
from controller.table.state import Equipment
from drivers.errors import AmbiguousDevice
from drivers.messages import DeviceReady, ReaderState
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.process import make_device
from hil_tests.bench import real
from hil_tests.bench.attended import Attendance, Refused
from hil_tests.bench.overhears import Overhears
from hil_tests.bench.real import NoHands, NotLocked, NotTheSame, RealBench
from hil_tests.guest.endpoint import is_inside
from hil_tests.rig import load_rig
from tests.controller.house import ROLES, Process, installation

pytestmark = pytest.mark.skipif(is_inside(), reason="it is about command lines, given outside")
ROOT: Final = Path(__file__).parent.parent
SECONDS: Final = 90.0
RIG: Final = 'kind = "bench"\ntable = "t1.toml"\nfeatures = {features}\npatience = {patience}\n'
ALL: Final = '["hands", "faults", "unplug", "power-cycle", "restart", "gate"]'


class Bench:
    """Three simulated devices as processes, a table's file that names them, and a rig's file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rig = folder / "mine.toml"
        self.processes = {name: self._device(name, role) for name, role in ROLES.items()}
        for process in self.processes.values():
            process.ready()
        self.hands = {name: Hands(folder / f"{name}.ctl") for name in ROLES}
        installation(folder)
        self.write()

    def _device(self, name: str, role: str) -> Process:
        line = ("simulate", role, "--port", str(self.folder / name), "--speed", "50", "--seed", "1")
        return Process(self.folder, name, *line, "--control", str(self.folder / f"{name}.ctl"))

    def write(self, features: str = ALL, patience: int = 20, more: str = "") -> None:
        self.rig.write_text(RIG.format(features=features, patience=patience) + more, encoding="utf-8")

    def table(self, change: Callable[[str], str]) -> None:
        path = self.folder / "t1.toml"
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    def untouched(self) -> bool:
        """No device has been permitted anything, and none has a session: it was at most asked who it is."""
        return not any(hands.do("status")["permitted"] for hands in self.hands.values())

    def locked(self) -> bool:
        return self.untouched()

    def sessions(self) -> list[int]:
        return [hands.do("status")["session"] for hands in self.hands.values()]

    def close(self) -> None:
        for hands in self.hands.values():
            hands.close()
        for process in self.processes.values():
            process.end(signal.SIGTERM)

    def command(self, *line: str) -> list[str]:
        tests = () if any(one.startswith("hil_tests") for one in line) else ("hil_tests/test_devices.py",)
        words = ("-m", "pytest", "-p", "no:cacheprovider", "--rig", str(self.rig), *tests, *line)
        return [sys.executable, *words]

    def environment(self) -> dict[str, str]:
        return {**os.environ, "TABLE_CONTROLLER_RUN": str(self.folder), "COLUMNS": "200"}

    def run_alone(self, *line: str) -> "subprocess.CompletedProcess[str]":
        """Without a terminal."""
        return subprocess.run(
            self.command(*line),
            cwd=ROOT,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            start_new_session=True,
        )


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


class Person:
    """An operator at the terminal of a run. does: what he does when he reads something like it."""

    def __init__(self, bench: Bench, name: str = "mine") -> None:
        self.bench = bench
        self.asked: list[str] = []
        self.heard = ""
        hands = bench.hands
        self.does: list[tuple[str, Callable[..., str | None]]] = [
            (r"Who are you\?", lambda: "Ada"),
            (r"Type the name of the bench", lambda: name),
            (r"Load the shoe .* order, are in (\S+);", self._load),
            (r"Take all cards out", lambda: self._press(hands["shoe"], "load", cards=[])),
            (r"Draw the (?:next|cover) card", self._draw),
            (r"Put the hole card", self._insert),
            (r"Set down at box (\d): ([^(]+)", self._place),
            (r"Take back at box (\d): ([\d.]+) from (\w+)", self._take_back),
            (r"Clear the felt; what is left on it: nothing", lambda: self._press(hands["wagers"], "clear")),
            (r"Pull the cable of the (\w+)", lambda name: self._do(name, "unplug")),
            (r"Plug the (\w+) in", lambda name: self._do(name, "replug")),
            (r"Switch the (\w+) off and on", lambda name: self._do(name, "reset", reset="power")),
            (r"See that the (\w+) has no fault", lambda name: self._do(name, "repair")),
            (r"Make the (\w+) fail: (\w+)", lambda name, kind: self._do(name, "fault", kind=kind)),
        ]
        self._card = ""

    def _do(self, name: str, what: str, **fields: object) -> None:
        self.bench.hands[name].do(what, **fields)

    def _press(self, hands: Hands, what: str, **fields: object) -> str:
        hands.do(what, **fields)
        return ""

    def _load(self, path: str) -> str:
        cards = Path(path).read_text(encoding="utf-8").split()
        return self._press(self.bench.hands["shoe"], "load", cards=cards)

    def _draw(self) -> str | None:
        """A person at a gate that is just opening pulls again."""
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            card = self.bench.hands["shoe"].do("draw")["card"]
            if card is not None:
                self._card = card
                return None
            time.sleep(0.02)
        return ""

    def _insert(self) -> None:
        self._do("reader", "insert", card="2C")

    def _place(self, box: str, said: str) -> None:
        found = re.findall(r"([\d.]+) on (\w+)", said)
        chips = {wager: round(float(dollars) * 100) for dollars, wager in found}
        self._do("wagers", "place", box=int(box), chips=chips)

    def _take_back(self, box: str, dollars: str, wager: str) -> None:
        self._do("wagers", "take_back", box=int(box), wager=wager, amount=round(float(dollars) * 100))

    def run(self, *line: str) -> int:
        """Run the tests at a terminal of their own, and do what is asked; their exit status."""
        child, terminal = pty.fork()
        if not child:
            os.chdir(ROOT)
            os.execvpe(sys.executable, self.bench.command(*line), self.bench.environment())
        end, rest = time.monotonic() + SECONDS, ""
        try:
            while time.monotonic() < end:
                if not select.select([terminal], [], [], 1.0)[0]:
                    continue
                try:
                    data = os.read(terminal, 4096).decode(errors="replace")
                except OSError:
                    break  # the run has ended
                self.heard += data
                *lines, rest = (rest + data).split("\n")
                for one in lines:
                    self._hear(one.strip(), terminal)
            else:
                os.kill(child, signal.SIGKILL)
        finally:
            os.close(terminal)
            _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)

    def _hear(self, line: str, terminal: int) -> None:
        if not line.startswith(">> "):
            return
        self.asked.append(line)
        for pattern, act in self.does:
            found = re.search(pattern, line)
            if found is not None:
                said = act(*found.groups())
                if said is not None:
                    os.write(terminal, said.encode() + b"\n")
                return
        raise AssertionError(f"nobody knows what to do: {line}")


def without(person: Person, pattern: str) -> None:
    """He does not do this."""
    person.does = [(one, act) for one, act in person.does if pattern not in one]


# ---- a run with an operator ------------------------------------------------------------------------------


def test_the_device_tests_pass_with_the_operators_hands_and_are_on_record(bench: Bench) -> None:
    report, person = bench.folder / "report.json", Person(bench)
    status = person.run("--report", str(report), "-k", "says_who or no_card or killed or dead_reader")
    assert status == 0, person.heard
    said = json.loads(report.read_text(encoding="utf-8"))
    assert said["counts"] == {"passed": 4, "failed": 0, "skipped": 0}
    mine = said["rigs"]["mine"]
    assert mine["consent"]["operator"] == "Ada"
    assert mine["consent"]["table"] == str(bench.folder / "t1.toml")
    assert {one["device"] for one in mine["devices"]} == set(ROLES)
    assert all(len(one["boards"][0]["sha256"]) == 64 for one in mine["devices"])
    assert "commit" in said
    assert bench.locked()


def test_a_scenario_is_played_where_the_operator_stacks_its_cards(bench: Bench) -> None:
    """With the result that was worked out from the clauses, as on every other rig."""
    person, wanted = Person(bench), "free-bet-blackjack/both-split-hands-bust"
    assert person.run("hil_tests/test_scenarios.py", "--stacked", wanted) == 0, person.heard
    assert "1 passed" in person.heard
    assert sum("Draw the next card" in one for one in person.asked) >= 9


def test_cables_are_pulled_by_command_or_by_hand_and_power_too(bench: Bench) -> None:
    tool = (
        "import sys; from pathlib import Path; from controller.demo.hands import Hands; "
        f"Hands(Path({str(bench.folder / 'reader.ctl')!r})).do(sys.argv[1])"
    )
    words = [json.dumps([sys.executable, "-c", tool, what]) for what in ("unplug", "replug")]
    bench.write(more=f"[cables.reader]\noff = {words[0]}\non = {words[1]}\n")
    person = Person(bench)
    line = "goes_on_by_itself and (reader or wagers) or lost_its_power and shoe"
    assert person.run("-k", line) == 0, person.heard
    pulled = [one for one in person.asked if "Pull" in one]
    assert pulled == [">> Pull the cable of the wagers."]
    assert any("Switch the shoe off and on" in one for one in person.asked)


def test_before_anything_moves_the_operator_sees_what_is_there_and_what_will(bench: Bench) -> None:
    person = Person(bench)
    assert person.run("-k", "no_card") == 0, person.heard
    shown, _, _ = person.heard.partition("Type the name of the bench, mine")
    for words in ("serial SIM-SHOE-1", "sha256 ", "its gate opens", "1 tests are to move", "test_no_card"):
        assert words in shown
    assert ">> Load" not in shown


def test_an_operator_who_types_something_else_moves_nothing(bench: Bench) -> None:
    person = Person(bench, name="yes")
    assert person.run("-k", "no_card") == pytest.ExitCode.USAGE_ERROR
    assert "stays as it is: yes was typed" in person.heard
    assert person.asked[-1].startswith(">> Type the name")
    assert bench.untouched()


def test_an_operator_who_goes_away_fails_the_test_and_everything_is_locked(bench: Bench) -> None:
    bench.write(patience=3)
    person = Person(bench)
    without(person, "Set down")
    person.does.append(("Set down", lambda: None))
    assert person.run("-k", "no_card") == pytest.ExitCode.TESTS_FAILED
    assert "not done within 3 s: Set down at box 1" in person.heard
    assert "did not confirm the lock" not in person.heard
    assert bench.locked()


def test_a_shoe_that_was_not_loaded_in_order_stops_the_test(bench: Bench) -> None:
    person = Person(bench)
    without(person, "Load")
    cards = [*("9D", "9H", "9S"), *("8C",) * 200, "CUT", *("8D",) * 20]
    person.does.append(("Load", lambda: person._press(bench.hands["shoe"], "load", cards=cards)))
    assert person.run("-k", "no_card") == pytest.ExitCode.TESTS_FAILED
    assert "the shoe told 9H where TS was to come: load the stack in order" in person.heard, "2C is burnt"
    assert bench.locked()


# ---- refusals: nothing is ordered ------------------------------------------------------------------------


def test_without_a_terminal_nothing_is_opened(bench: Bench) -> None:
    done = bench.run_alone()
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "nobody is at a terminal to say yes" in done.stderr
    assert "--yes-move mine" in done.stderr
    assert bench.sessions() == [0, 0, 0], "nobody was greeted"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("--yes-move", "yours"), "names yours, and the bench is mine"),
        (("--yes-move", "mine", "-n", "2"), "leave -n out"),
    ],
)
def test_a_yes_that_is_none_opens_nothing(bench: Bench, line: tuple[str, ...], said: str) -> None:
    done = bench.run_alone(*line)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert said in done.stderr
    assert bench.sessions() == [0, 0, 0]


def test_a_scripted_bench_runs_what_needs_no_hands_and_says_what_it_left_out(bench: Bench) -> None:
    report = bench.folder / "report.json"
    done = bench.run_alone("--yes-move", "mine", "--report", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    said = json.loads(report.read_text(encoding="utf-8"))
    assert said["counts"]["passed"] == 1
    assert said["rigs"]["mine"]["consent"]["operator"] == "by --yes-move"
    skipped = [one["why"] for one in said["tests"] if one["outcome"] == "skipped"]
    assert skipped
    assert all("rig mine has no" in why for why in skipped)
    assert bench.locked()


def test_listing_the_tests_opens_nothing(bench: Bench) -> None:
    assert bench.run_alone("--collect-only").returncode == 0
    assert bench.sessions() == [0, 0, 0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace('"{run}/shoe"', '"{run}/elsewhere"'), "shoe at .*elsewhere is not there"),
        (
            lambda text: text.replace('firmware = "any"', f'firmware = ["{"0" * 64}"]', 1),
            "shoe runs .*which is not listed",
        ),
        (
            lambda text: text.replace('firmware = "any"', 'firmware = "any"\ncapabilities = ["counts"]', 1),
            "shoe lacks counts",
        ),
    ],
)
def test_devices_that_are_not_those_of_the_file_are_refused(
    bench: Bench, change: Callable[[str], str], said: str
) -> None:
    bench.table(change)
    done = bench.run_alone("--yes-move", "mine")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "nothing was ordered of any device" in done.stderr
    assert re.search(said, done.stderr), done.stderr
    assert bench.untouched()


def test_a_device_with_a_fault_or_chips_on_it_is_refused(bench: Bench) -> None:
    bench.hands["reader"].do("fault", kind="reader")
    done = bench.run_alone("--yes-move", "mine")
    assert "reader tells faults: reader; repair it first" in done.stderr
    assert done.returncode == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('features = ["kernel-usb"]', "a bench has no kernel-usb"),
        ("patience = 0", "are no patience"),
        ('[cables.shoe]\noff = []\non = ["x"]', "no command"),
        ('[power.shuffler]\noff = ["x"]\non = ["x"]', "is no device of a bench"),
        ('table = "gone.toml"', "gone.toml"),
    ],
)
def test_a_faulty_file_is_told_with_key_and_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(tmp_path))
    installation(tmp_path)
    key = line.partition(" =")[0]
    keys = {"kind": '"bench"', "table": '"t1.toml"', "features": "[]"}
    text = "".join(f"{name} = {value}\n" for name, value in keys.items() if name != key) + line + "\n"
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((ConfigFault, ConfigFaults), match=said):
        load_rig(path)


def test_a_table_with_a_device_that_nobody_can_serve_is_no_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odd.toml"
    table = ROOT / "config" / "tables" / "free-bet-2.toml"
    path.write_text(f'kind = "bench"\ntable = "{table}"\nfeatures = []\n', encoding="utf-8")
    with pytest.raises(ConfigFaults, match="is a shuffler, and nobody at a bench"):
        load_rig(path)


def test_two_devices_that_fit_one_binding_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(_: object) -> None:
        raise AmbiguousDevice(
            "/dev/ttyACM0 and /dev/ttyACM1 are all serial A1; bind the device to one of them"
        )

    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(tmp_path))
    monkeypatch.setattr("controller.connected.open_link", two)
    installation(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(RIG.format(features="[]", patience=5), encoding="utf-8")
    attendance = load_rig(path).attendance
    assert attendance is not None
    with pytest.raises(Refused, match="ttyACM0 and /dev/ttyACM1 are all serial A1"):
        attendance.begin(frozenset(), ["a test"], None, True, print)
    assert attendance.consent is None
    with pytest.raises(RuntimeError, match="nobody said yes"):
        attendance.bench(find_game("free-bet-blackjack"), default_rules("free-bet-blackjack"), Equipment())


@pytest.fixture
def attended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Attendance]:
    """A bench that was said yes to, with simulated devices in this process."""
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(tmp_path))
    installation(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(RIG.format(features="[]", patience=5), encoding="utf-8")
    attendance = load_rig(path).attendance
    assert attendance is not None
    with ExitStack() as stack:
        for name, role in ROLES.items():
            end = PtyEndpoint(str(tmp_path / name))
            stack.enter_context(ThreadedSimulator(make_device(role, speed=50.0), end))
        attendance.begin(frozenset(), ["a test"], None, True, lambda _: None)
        yield attendance


def bench_of(attendance: Attendance) -> RealBench:
    return attendance.bench(find_game("free-bet-blackjack"), default_rules("free-bet-blackjack"), Equipment())


def test_another_device_than_the_one_that_was_seen_is_not_taken(attended: Attendance) -> None:
    shoe = attended._seen["shoe"]
    attended._seen = {**attended._seen, "shoe": replace(shoe, serial="another")}
    with pytest.raises(NotTheSame, match="the shoe is not the device that was said yes to"):
        bench_of(attended)


STATE: Final = ReaderState("", ())


def commissioned(attendance: Attendance, **shoe: object) -> None:
    """The bench's table has a record by now: of the shoe as it was seen, but for what is said here."""
    installation = attendance.settings.installation
    path = installation.journal.with_name("t1.commissioned")
    devices = tuple(
        replace(one, trust="listed" if one.name == "shoe" else "unauthenticated")
        for one in installation.devices
    )
    installation = replace(installation, commissioned=path, devices=devices)
    seen = attendance._seen
    answers = [Answer(DeviceReady(1, "power", False, seen[one.name], STATE), "") for one in devices]
    met = [Met(one, answer, "", "", False, b"") for one, answer in zip(devices, answers, strict=True)]
    record = record_of(installation, None, met, Roe("R. Roe", "technician", {}, ""))
    changed = (replace(record.devices[0], **shoe), *record.devices[1:])
    write_record(path, replace(record, devices=changed), key_of(installation))
    attendance.settings = replace(attendance.settings, installation=installation)


def test_on_a_bench_a_commissioned_device_has_to_be_the_one_that_was_commissioned(
    attended: Attendance, monkeypatch: pytest.MonkeyPatch
) -> None:
    commissioned(attended)
    bench_of(attended).close()
    commissioned(attended, serial="ANOTHER")
    with pytest.raises(Refused, match="and ANOTHER was commissioned"):
        attended.begin(frozenset(), ["a test"], None, True, lambda _: None)
    # Exchanged after the yes: the table of the bench does not take it either.
    monkeypatch.setattr(real, "_BACK", 1.0)
    with pytest.raises((NoHands, NotTheSame)):
        bench_of(attended)


def test_on_a_bench_a_record_that_cannot_be_used_is_said(attended: Attendance) -> None:
    commissioned(attended)
    path = attended.settings.installation.commissioned
    assert path is not None
    path.write_text(path.read_text().replace("R. Roe", "M. Mal"))
    with pytest.raises(Refused, match="was changed"):
        attended.begin(frozenset(), ["a test"], None, True, lambda _: None)


def test_a_device_that_does_not_confirm_its_lock_is_told_by_name(
    attended: Attendance, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench_of(attended).close()
    bench = bench_of(attended)
    monkeypatch.setattr(Overhears, "_accepted", lambda self, asked: None)
    with pytest.raises(NotLocked, match="shoe, reader, wagers did not confirm the lock"):
        bench.close()


def test_hands_cannot_do_what_a_simulator_refuses(bench: Bench) -> None:
    """The script's own hands are held to the simulators: a slip there is no pass here."""
    with pytest.raises(HandsRefused):
        bench.hands["shoe"].do("juggle")
