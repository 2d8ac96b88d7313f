"""A person's mistake is told in one line that names what is wrong, with a status that is not 0.

Never a traceback: an exception that reached the command line's frame is a fault of ours.
"""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.controller.cli.conftest import Cli

ROOT = Path(__file__).parents[3]
SCENARIO = ROOT / "tests/scenarios/free-bet-blackjack/soft-17-stands.yaml"
TABLE = (ROOT / "config/tables/demo.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files that are wrong, each in its own way; and the place where the command is called."""
    submission = ROOT / "config/submissions/free-bet-blackjack.toml"
    table = re.sub(r'submission = ".*"', f'submission = "{submission}"', TABLE)
    made = {
        "text.journal": "this is no journal\n",
        "empty.journal": "",
        "bad.toml": "table = \n",
        "table.toml": table,
        "role.toml": table.replace('"card_reader"', '"card_raeder"'),
        "game.toml": table.replace('game = "free-bet-blackjack"', 'game = "whist"'),
        "key.toml": 'colour = "green"\n' + table,
        "firmware.toml": table.replace('firmware = "any"', 'firmware = "12"', 1),
        "submission.toml": table.replace(str(submission), str(tmp_path / "gone.toml")),
        "journal.toml": table.replace("{run}/demo.journal", "{run}/folder"),
        "bad.yaml": "format: 1\ntitle: [\n",
        "later.yaml": "format: 2\ntitle: t\ngame: free-bet-blackjack\nsteps: []\n",
        "card.yaml": "format: 1\ntitle: t\ngame: free-bet-blackjack\ncards: 1X\nsteps: []\n",
    }
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "binary.yaml").write_bytes(b"a: \xff")
    (tmp_path / "random.journal").write_bytes(bytes(range(256)) * 16)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").touch()
    other = sqlite3.connect(tmp_path / "other.journal")
    other.execute("CREATE TABLE other (one)")
    other.commit()
    other.close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(tmp_path))
    return tmp_path


JOURNALS = [
    ("gone.journal", "there is no journal"),
    ("folder", "is a folder"),
    ("text.journal", "no journal"),
    ("random.journal", "no journal"),
    ("empty.journal", "something else"),
    ("other.journal", "something else"),
]
MISTAKES = [
    ("run gone.toml", "cannot be read"),
    ("run folder", "cannot be read"),
    ("run bad.toml", "is no TOML"),
    ("run binary.toml", "UTF-8"),
    ("run role.toml", "card_reader"),
    ("run game.toml", "no game is called 'whist'"),
    ("run key.toml", "colour"),
    ("run firmware.toml", "firmware"),
    ("run submission.toml", "gone.toml"),
    ("run journal.toml", "is a folder"),
    ("run table.toml --run-dir nowhere", "its folder is not there"),
    ("run", "Missing argument"),
    ("simulate cow", "no simulated 'cow'; there are shoe, card_reader, wager_positions"),
    ("simulate shoe --fault cow", "has no fault 'cow'"),
    ("simulate shoe --fault jam@x", "is no fault"),
    ("simulate shoe --fault jam:knee", "has no place 'knee'"),
    ("simulate shoe --port nowhere/shoe", "its folder is not there"),
    ("simulate shoe --port folder", "is there already"),
    ("simulate shoe --port s --control nowhere/c", "its folder is not there"),
    ("simulate shoe --port s --noise drop", "'drop' is no noise: write drop=0.02,delay=0.01"),
    ("simulate shoe --port s --noise drop=often", "'often' is no number"),
    ("simulate shoe --port s --noise drop=2", "a rate is 0 to 1"),
    ("simulate shoe --tcp foo", "is no host:port"),
    ("simulate shoe --tcp localhost:99999", "is no host:port"),
    ("simulate shoe --tcp localhost:1 --port s", "not both"),
    ("simulate shoe --port s --speed 0", "must be above 0"),
    ("simulate shoe --port s --decks 0", "at least one"),
    ("simulate shoe --port s --decks many", "--decks"),
    ("simulate wager_positions --port s --boxes 99", "1 to 16"),
    ("devices gone.toml", "cannot be read"),
    ("devices role.toml", "card_reader"),
    ("rehearse gone.yaml", "cannot be read"),
    ("rehearse folder", "cannot be read"),
    ("rehearse bad.yaml", "is no YAML"),
    ("rehearse binary.yaml", "UTF-8"),
    ("rehearse later.yaml", "format 2"),
    ("rehearse card.yaml", "1X"),
    (f"rehearse {SCENARIO} --link usb", "'usb' is no link: memory or pty"),
    (f"rehearse {SCENARIO} --speed 0", "speed"),
    ("rehearse", "Missing argument"),
    *((f"{name} {file}", said) for name in ("recall", "audit") for file, said in JOURNALS),
    *((f"audit {file} --chain", "") for file, _ in JOURNALS),
    ("audit gone.journal --seal cow", "not a seal"),
    ("trace --chapter 999a", "no chapter '999a'; there are "),
    ("trace --root folder", "house.toml"),
    ("trace --on yesterday", "is no day; write year, month and day, as 2026-12-31"),
    ("trace --on 1990-01-01", "no edition counted on 1990-01-01 yet: "),
    ("draw whist", "no game is called 'whist'"),
    ("check gone.toml", "cannot be read"),
    ("check text.journal", "no kind of file"),
    ("check folder", "no kind of file"),
    ("check bad.toml", "is no TOML"),
    ("check role.toml", "card_reader"),
    ("check card.yaml", "1X"),
    ("check", "Missing argument"),
    ("demo --speed 0", "--speed"),
    ("demo --fault cow:jam", "'cow:jam'"),
    ("demo --rounds -1", "--rounds"),
    ("play", "No such command 'play'"),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "said"), MISTAKES, ids=lambda text: text.replace(str(ROOT), "."))
def test_a_mistake_is_one_clear_line(
    cli: Cli, capfd: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    done = cli(*line.split())
    told = done.stderr + capfd.readouterr().out  # the single-file verifier is a process of its own
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code in (1, 2)
    lines = [one for one in told.splitlines() if one and not one.startswith(("Usage:", "Try "))]
    assert len(lines) == 1, told
    assert said in lines[0]
    assert "Traceback" not in told
    assert "Errno" not in told


@pytest.mark.usefixtures("folder")
def test_every_fault_of_every_file_is_told(cli: Cli) -> None:
    done = cli("check", "role.toml", "card.yaml", "table.toml", "gone.toml")
    assert done.exit_code == 1
    faults = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in faults] == ["role.toml", "card.yaml", "gone.toml"]
    assert done.stdout.splitlines() == ["table.toml: table demo of free-bet-blackjack, 3 devices: good"]


def test_a_fault_of_ours_is_not_told_as_a_persons(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing hides it: the exception comes through, to be seen and mended."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a slip of the pen")

    monkeypatch.setattr("controller.table.phases.mermaid", broken)
    done = cli("draw")
    assert isinstance(done.exception, ZeroDivisionError)


def test_a_reader_that_hangs_up_is_no_fault() -> None:
    """`table-controller trace | head -1` ends quietly."""
    line = f"{sys.executable} -m controller trace --json | head -c 1"
    done = subprocess.run(
        ["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "{"


def test_an_interrupt_ends_with_its_status(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("controller.table.phases.mermaid", interrupted)
    assert cli("draw").exit_code == 130
