"""The rigs' own files and options: what is wrong with one is said plainly, and nothing is skipped for it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from controller.faults import ConfigFaults
from controller.games import find_game
from controller.submission import default_rules
from hil_tests.conftest import RIGS, SELECTED, scenarios_in
from hil_tests.guest.endpoint import is_inside
from hil_tests.rig import Rig, load_rig
from tests.scenarios import named, scenario_files

pytestmark = pytest.mark.skipif(is_inside(), reason="it is about command lines, given outside")
ROOT = Path(__file__).parent.parent
GOOD = 'kind = "memory"\nspeed = 50.0\nfeatures = ["gate"]\n'


def test_the_rigs_of_this_project_can_be_read() -> None:
    rigs = {path.stem: load_rig(path) for path in RIGS.glob("*.toml")}
    assert {"memory", "pty"} <= set(rigs)
    assert all(name == rig.name for name, rig in rigs.items())
    assert rigs["pty"].features >= rigs["memory"].features


def test_the_selection_names_scenarios_that_there_are() -> None:
    assert {named(path) for path in scenario_files()} >= SELECTED


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"memory"', '"memmory"', "did you mean memory?"),
        ("50.0", "0", "is no speed"),
        ("50.0", '"fast"', "speed"),
        ('"gate"', '"lid"', "is no feature of a rig"),
        ("kind", "sort", "kind"),
    ],
)
def test_a_faulty_rig_is_told_with_file_and_key(tmp_path: Path, before: str, after: str, said: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(GOOD.replace(before, after), encoding="utf-8")
    with pytest.raises(ConfigFaults) as caught:
        load_rig(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def run_with(*line: str) -> "subprocess.CompletedProcess[str]":
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *line)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_report_says_which_devices_of_which_rig_were_there_and_what_passed(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    chosen = ("hil_tests/test_devices.py", "-k", "says_who or steady_name or no_card")
    done = run_with(*chosen, "--rig", str(RIGS / "memory.toml"), "--report", str(path))
    assert done.returncode == 0, done.stdout
    said = json.loads(path.read_text(encoding="utf-8"))
    assert said["counts"] == {"passed": 2, "failed": 0, "skipped": 0}
    assert [one["outcome"] for one in said["tests"]] == ["passed", "passed"]
    devices = {one["device"]: one for one in said["rigs"]["memory"]["devices"]}
    assert set(devices) == {"shoe", "reader", "wagers"}
    for one in devices.values():
        assert one["serial"]
        assert [len(board["sha256"]) for board in one["boards"]] == [64]
    assert said["commit"]["id"] == "" or len(said["commit"]["id"]) == 40
    assert said["build"]


def test_a_report_says_what_failed_and_what_was_skipped_and_why(tmp_path: Path) -> None:
    rig, path = tmp_path / "poor.toml", tmp_path / "report.json"
    rig.write_text(GOOD.replace('"gate"', ""), encoding="utf-8")
    done = run_with("hil_tests/test_devices.py", "-k", "no_card", "--rig", str(rig), "--report", str(path))
    assert done.returncode == 0, done.stdout
    (one,) = json.loads(path.read_text(encoding="utf-8"))["tests"]
    assert one["outcome"] == "skipped"
    assert "rig poor has no gate" in one["why"]
    line = ("hil_tests", "-k", "no_card", "--rig", str(rig), "--report", str(path), "-n", "2")
    assert run_with(*line).returncode == pytest.ExitCode.USAGE_ERROR


def test_scenarios_of_others_are_played_and_judged_by_what_they_say(tmp_path: Path) -> None:
    """An expectation may leave things out; where there is none the result need only be the same on every
    rig; and one that the result contradicts fails."""
    text = "format: 1\ntitle: one round\ngame: free-bet-blackjack\ncards: 2C TS 7H 9D TC\nsteps:\n"
    text += "- wager: {box: 1, blackjack: 10}\n- deal\n- rest\n"
    said = {"rounds": [{"settlements": [{"wager": "blackjack", "outcome": "win"}]}], "refusals": []}
    for name in ("agrees", "contradicts", "bare"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "agrees" / "one.expect.json").write_text(json.dumps(said), encoding="utf-8")
    wrong = json.dumps(said).replace("win", "lose")
    (tmp_path / "contradicts" / "one.expect.json").write_text(wrong, encoding="utf-8")
    line = ("hil_tests/test_scenarios.py", "--rig", str(RIGS / "memory.toml"), "-vv")
    done = run_with(*line, "--scenarios", str(tmp_path))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert all(f"memory-{name}/one] PASSED" in done.stdout for name in ("agrees", "bare"))
    assert done.stdout.count("memory-contradicts/one] FAILED") == 1
    assert done.stdout.count("PASSED") == 2


def test_a_folder_without_scenarios_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(pytest.UsageError, match=r"no scenario \(\*.yaml\) in "):
        scenarios_in([str(tmp_path)])


def test_what_a_rig_lacks_is_named() -> None:
    rig = Rig("mine", "memory", 1.0, frozenset(("gate",)))
    assert rig.lacks(frozenset(("gate",))) == ""
    assert rig.lacks(frozenset(("gate", "unplug", "faults"))) == "rig mine has no faults, unplug"


def test_a_rig_that_cannot_start_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no reason to skip: whatever keeps a bench from starting reaches the test."""

    def no_port(*_: object) -> None:
        raise OSError("out of pty devices")

    monkeypatch.setattr("drivers.simulated.endpoint.os.openpty", no_port)
    with pytest.raises(OSError, match="out of pty devices"):
        load_rig(RIGS / "pty.toml").bench(
            find_game("free-bet-blackjack"), default_rules("free-bet-blackjack")
        )


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [("none.toml", None, "none.toml"), ("odd.toml", 'kind = "odd"', "is no kind of rig")],
)
def test_an_unknown_rig_ends_the_run_with_one_clear_error(
    tmp_path: Path, file: str, text: str | None, said: str
) -> None:
    path = tmp_path / file
    if text is not None:
        path.write_text(text, encoding="utf-8")
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "hil_tests", "--rig", str(path), "--co"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert said in done.stderr
    assert "config/rigs/pty.toml" in done.stderr
    assert "Traceback" not in done.stderr
