"""What the commands print when all is well: documents that parse, and nothing beside them."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.shown import rounds_table
from controller.journal import read_journal
from tests.controller.cli.conftest import Cli, write_journal
from tests.controller.house import PATIENCE, ROLES, Process, installation, run
from tests.controller.walking import rounds_of, undisturbed
from tests.scenarios import differences, expected, scenario_files

ROOT = Path(__file__).parents[3]
SCENARIO = ROOT / "tests/scenarios/free-bet-blackjack/doubles-that-are-refused.yaml"


# ---- rehearse ------------------------------------------------------------------------------------------


def test_rehearse_prints_the_document_and_nothing_else() -> None:
    done = run("rehearse", str(SCENARIO), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert differences(json.loads(done.stdout), expected(SCENARIO)) == []


def test_rehearse_over_ptys_prints_the_same_document() -> None:
    memory = run("rehearse", str(SCENARIO), "--json")
    pty = run("rehearse", str(SCENARIO), "--json", "--link", "pty")
    assert (pty.returncode, pty.stderr) == (0, "")
    assert json.loads(pty.stdout) == json.loads(memory.stdout)


def test_rehearse_shows_a_person_rounds_and_refusals(cli: Cli) -> None:
    told = cli("rehearse", SCENARIO)
    assert told.exit_code == 0
    assert "Doubles refused, and three accepted ways to go on" in told.stdout
    assert "step 5 refused:" in told.stdout
    assert "(672a.9(a)(1))" in told.stdout


def test_rehearse_plays_several_files_or_none(cli: Cli, tmp_path: Path) -> None:
    """A file that is not valid is told before any is played."""
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: 1\n", encoding="utf-8")
    files = scenario_files()[:2]
    assert cli("rehearse", *files).stdout.count("Round 1") == 2
    refused = cli("rehearse", files[0], bad)
    assert refused.exit_code == 2
    assert refused.stdout == ""


# ---- recall, audit ------------------------------------------------------------------------------------


def test_recall_prints_rounds_as_a_document(cli: Cli, day: Path) -> None:
    told = cli("recall", day, "--json")
    assert told.exit_code == 0
    document = json.loads(told.stdout)
    rounds = document["rounds"]
    for one in rounds:
        del one["irregularities"]
    assert document == {"format": 1, "game": "free-bet-blackjack", "rounds": rounds_of(undisturbed())}


def test_recall_shows_a_person_every_hand(cli: Cli, day: Path) -> None:
    told = cli("recall", day, "--round", 1)
    assert told.exit_code == 0
    for part in ("Round 1", "AH 5C TH 4D", "box 2 hand 2", "QH 2S 9C", "out of play: 2C 5D", "double-feed"):
        assert part in told.stdout


@pytest.mark.parametrize("number", [2, 99, -1])
def test_a_round_that_is_not_there_is_said(cli: Cli, day: Path, number: int) -> None:
    told = cli("recall", day, "--round", number)
    assert told.exit_code == 1
    assert told.stdout == ""
    assert "no such round" in told.stderr


def test_an_audit_of_a_sound_journal_finds_nothing(cli: Cli, day: Path) -> None:
    told = cli("audit", day)
    assert told.exit_code == 0
    count = len(list(read_journal(day)))
    assert f"{count} entries, 1 rounds, 0 ruled on differently; written by rehearsal" in told.stdout


def test_what_reads_changes_nothing(cli: Cli, day: Path) -> None:
    """SQLite may put an index of its log beside; what was there is as it was."""
    before = {path: path.read_bytes() for path in day.parent.iterdir() if path.is_file()}
    for line in (("audit", day), ("recall", day), ("audit", day, "--chain")):
        assert cli(*line).exit_code == 0
    assert {path: path.read_bytes() for path in before} == before


def test_an_audit_names_what_is_ruled_on_differently(cli: Cli, tmp_path: Path) -> None:
    """The chain is sound, the money is not."""
    path = tmp_path / "other.journal"
    bodies = [stored.body for stored in undisturbed().journal.entries()]
    at = next(n for n, body in enumerate(bodies) if b'"Settled"' in body)
    bodies[at] = bodies[at].replace(b'"lose",0,0,500,', b'"lose",0,500,0,')
    write_journal(path, bodies)
    told = cli("audit", path)
    assert told.exit_code == 1
    assert f"entry {at + 1}: events differ" in told.stdout
    assert "1 ruled on differently" in told.stdout


@pytest.mark.parametrize("at", [0.1, 0.35, 0.6, 0.85])
def test_an_audit_finds_a_flipped_byte(cli: Cli, day: Path, at: float) -> None:
    """In the body of an entry, wherever in the journal; also with the single-file verifier."""
    entries = list(read_journal(day))
    body = entries[int(at * len(entries))].body
    content = bytearray(day.read_bytes())
    where = content.find(body)
    assert where > 0
    content[where + len(body) // 2] ^= 0x01
    for beside in day.parent.glob("day.journal-*"):
        beside.unlink()
    day.write_bytes(content)
    told = cli("audit", day)
    assert told.exit_code in (1, 2)
    assert "ruled on differently" not in told.stdout
    chain = run("audit", "--chain", str(day))
    assert chain.returncode in (1, 2)
    assert "Traceback" not in chain.stderr


def test_the_chain_is_verified_by_a_file_that_needs_nothing_of_ours(day: Path, tmp_path: Path) -> None:
    """It runs alone, with no package beside it."""
    whole = run("audit", "--chain", str(day))
    assert whole.returncode == 0
    assert str(len(list(read_journal(day)))) in whole.stdout
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(ROOT / "controller/journal/chain_check.py", alone)
    line = [sys.executable, "-I", str(alone / "chain_check.py"), str(day)]
    done = subprocess.run(line, cwd=alone, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, whole.stdout)


# ---- what only reads ------------------------------------------------------------------------------------


def test_trace_prints_the_matrix_as_a_document(cli: Cli) -> None:
    told = cli("trace", "--json", "--chapter", "672a")
    document = json.loads(told.stdout)
    assert "672a" in json.dumps(document)
    assert cli("trace", "--markdown").stdout.count("|") > 100


def test_draw_prints_a_diagram(cli: Cli) -> None:
    told = cli("draw")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "stateDiagram-v2"
    assert any("Dealing --> Insurance" in line for line in lines)


def test_check_finds_every_file_of_this_repository_good(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", "/run/table-controller")
    files = [*ROOT.glob("config/tables/*.toml"), *ROOT.glob("config/submissions/*.toml"), *scenario_files()]
    told = cli("check", *files)
    assert told.exit_code == 0, told.stderr
    assert told.stdout.count(": good") == len(files)


# ---- devices ---------------------------------------------------------------------------------------------


def test_devices_tells_who_is_connected(tmp_path: Path) -> None:
    """And who is not: one of the three is not there."""
    started = [
        Process(tmp_path, name, "simulate", role, "--port", str(tmp_path / name), "--serial", f"NO-{name}")
        for name, role in ROLES.items()
        if name != "wagers"
    ]
    try:
        for one in started:
            assert one.ready().first == f"{ROLES[one.name]} on {tmp_path / one.name}\n"
        told = run("devices", str(installation(tmp_path)), "--run-dir", str(tmp_path), "--seconds", "2")
    finally:
        for one in started:
            assert one.end() == 0
    assert told.returncode == 1
    assert "serial NO-shoe" in told.stdout
    assert "serial NO-reader" in told.stdout
    assert told.stdout.count("NOT THERE") == 1
    assert not [path for path in tmp_path.iterdir() if path.is_symlink()]


def test_a_simulator_takes_actions_at_its_control_socket(tmp_path: Path) -> None:
    path = tmp_path / "c"
    shoe = Process(
        tmp_path, "shoe", "simulate", "shoe", "--port", str(tmp_path / "p"), "--control", str(path)
    )
    try:
        shoe.ready()
        with socket.socket(socket.AF_UNIX) as hands:
            hands.settimeout(PATIENCE)
            hands.connect(os.fspath(path))
            hands.sendall(b'{"do": "status"}\n{"do": "dance"}\n')
            with hands.makefile() as answers:
                good, bad = json.loads(answers.readline()), json.loads(answers.readline())
    finally:
        assert shoe.end() == 0
    assert (good["ok"], good["role"], good["cards_left"]) == (True, "shoe", 312)
    assert bad["ok"] is False


def test_a_total_that_nobody_knows_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    """A hand that was dealt from the hand, in a round that is still open."""
    held = {"box": 1, "hand": 1, "cards": ["??", "??"], "total": None}
    one = {
        "round": 1,
        "void": False,
        "dealer": {"cards": ["6D", "??"], "total": 6},
        "hands": [held],
        "settlements": [],
        "removed": ["??"],
        "irregularities": [],
    }
    rounds_table([one], [True])
    assert ["box", "1", "hand", "1", "??", "??", "-"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]
