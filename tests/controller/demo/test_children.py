"""Child processes with one owner: their end is told once, and none outlives its owner."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller.demo.children import GRACE, Children, Ended, Signals, last_line, wait_for

SLEEPS = ("-c", "import time; print('here', flush=True); time.sleep(600)")
DEAF = (
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('here', flush=True); time.sleep(600)",
)
OWNER = """
import sys, time
from pathlib import Path
from controller.demo.children import Children
children = Children(Path(sys.argv[1]))
print(children.start("one", ("-c", "import time; time.sleep(600)")), flush=True)
time.sleep(600)
"""


def _is_gone(pid: int) -> bool:
    """Whether no such process runs; one that is dead and waits for its parent is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _await(children: Children, signals: Signals) -> list[Ended]:
    found: list[Ended] = []

    def seen() -> bool:
        found.extend(children.ended())
        return bool(found)

    assert wait_for(seen, signals, 20.0)
    return found


def test_the_end_of_a_child_is_told_once_with_its_last_words(tmp_path: Path) -> None:
    with Signals() as signals:
        children = Children(tmp_path)
        children.start("one", ("-c", "import sys; print('well', file=sys.stderr); sys.exit('no shoe here')"))
        (ended,) = _await(children, signals)
        assert (ended.name, ended.status, ended.words) == ("one", 1, "no shoe here")
        assert str(ended) == "the one process has ended (exit status 1): no shoe here"
        assert children.ended() == []
        assert not children.is_running("one")


def test_a_child_that_is_killed_is_said_to_be(tmp_path: Path) -> None:
    with Signals() as signals:
        children = Children(tmp_path)
        os.kill(children.start("one", SLEEPS), signal.SIGKILL)
        (ended,) = _await(children, signals)
    assert ended.status == -signal.SIGKILL
    assert "killed by SIGKILL" in str(ended)


def test_children_end_when_they_are_asked_to(tmp_path: Path) -> None:
    children = Children(tmp_path)
    pids = [children.start(name, SLEEPS) for name in ("one", "two")]
    children.end(("two", "three"))
    assert _is_gone(pids[1])
    assert not _is_gone(pids[0])
    children.end()
    assert _is_gone(pids[0])
    assert children.ended() == []


def test_who_does_not_listen_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GRACE > 1
    monkeypatch.setattr("controller.demo.children.GRACE", 0.1)
    with Signals() as signals:
        children = Children(tmp_path)
        pid = children.start("one", DEAF)
        assert wait_for(lambda: last_line(children.log("one")) == "here", signals, 20.0)
        children.end()
    assert _is_gone(pid)


def test_a_child_does_not_outlive_an_owner_that_is_killed(tmp_path: Path) -> None:
    line = [sys.executable, "-c", OWNER, str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        assert not _is_gone(child)
        owner.kill()
    end = time.monotonic() + 20.0
    while not _is_gone(child):
        assert time.monotonic() < end, "the child lives on"
        time.sleep(0.01)


def test_a_signal_ends_waiting_and_is_kept(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals() as signals:
        assert signals.caught == 0
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
        assert not wait_for(lambda: False, signals, 20.0)
        assert signals.caught == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_last_line_is_the_last_that_says_something(tmp_path: Path) -> None:
    log = tmp_path / "one.log"
    assert last_line(log) == ""
    log.write_bytes(b"x" * 10_000 + b"\nwhy it failed\n\n  \n")
    assert last_line(log) == "why it failed"
