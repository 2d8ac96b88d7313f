"""The drawn view as a process: in a pipe, in a terminal, without a table, and when the table goes."""

import io
import os
import pty
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from fcntl import ioctl
from pathlib import Path

from controller.consoles.feed import FeedServer
from controller.consoles.terminal import view
from controller.games.free_bet_blackjack.game import GAME
from tests.controller.consoles.playing import Play


def view_process(path: Path, **more: object) -> "subprocess.Popen[bytes]":
    code = (
        f"import sys; from controller.consoles.terminal import view; sys.exit(view({str(path)!r}, wait=20))"
    )
    return subprocess.Popen([sys.executable, "-c", code], **more)  # type: ignore[call-overload, no-any-return]


def play_a_round(server: FeedServer) -> None:
    """A round for a view, once it has come; each phase's first screen is waited for until it got out."""
    until = time.monotonic() + 20
    play = Play(1).open()
    phase = ""
    for table in play.on(400):
        if table.phase != phase:
            phase = table.phase
            server.publish(GAME, table)
            while not any(one.seen == server._count for one in server._consoles.values()):
                assert time.monotonic() < until, "the view did not come"
                time.sleep(0.002)
        if table.round == 2:
            return


def test_a_pipe_gets_plain_lines_and_the_view_ends_with_the_table(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with (
        FeedServer(tmp_path / "feed.sock", print, name="Table 7") as server,
        view_process(tmp_path / "feed.sock", stdout=subprocess.PIPE, env=environment) as process,
    ):
        play_a_round(server)
        server.close()
        out, _ = process.communicate(timeout=20)
    text = out.decode()
    assert process.returncode == 0
    assert "\x1b" not in text
    for words in (
        "== round 1",
        "-- Player decisions",
        "box 1 Ann: Bet $25",
        "shoe OPEN",
        "dealer: ",
        "has ended",
    ):
        assert words in text, words


def test_a_pipe_that_closes_ends_the_view_in_peace(tmp_path: Path) -> None:
    with (
        FeedServer(tmp_path / "feed.sock", print, name="Table 7") as server,
        view_process(tmp_path / "feed.sock", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        server.publish(GAME, Play(1).open().table)
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


def test_a_terminal_gets_a_drawing_and_its_own_screen_back(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    with (
        FeedServer(tmp_path / "feed.sock", print, name="Table 7") as server,
        view_process(tmp_path / "feed.sock", stdin=theirs, stdout=theirs, env=environment) as process,
    ):
        os.close(theirs)
        reader = Reader(ours)
        play_a_round(server)
        server.close()
        text = reader.rest().decode(errors="replace")
        assert process.wait(timeout=20) == 0
    assert "\x1b[?1049h" in text
    assert "\x1b[?1049l" in text
    for words in ("SHOE", "DEALER", "LOCKED", "PLAYER DECISIONS", "SETTLEMENT, ROUND 1"):
        assert words in text, words


def test_a_view_that_is_told_to_end_gives_the_terminal_back(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "ascii"}
    with (
        FeedServer(tmp_path / "feed.sock", print, name="Table 7") as server,
        view_process(tmp_path / "feed.sock", stdin=theirs, stdout=theirs, env=environment) as process,
    ):
        os.close(theirs)
        reader = Reader(ours)
        play_a_round(server)
        process.terminate()
        assert process.wait(timeout=20) == 0
        text = reader.rest()
    assert text.count(b"\x1b[?1049h") == text.count(b"\x1b[?1049l") == 1
    assert text.isascii()
    assert b"+- SHOE" in text.replace(b"\x1b[32m", b"").replace(b"\x1b[0m", b"")


class Reader:
    """Reads a terminal to its end in a thread, so that the process in it never waits for us."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._got: list[bytes] = []
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while True:
            try:
                got = os.read(self._descriptor, 65536)
            except OSError:
                return
            self._got.append(got)

    def rest(self) -> bytes:
        self._thread.join(timeout=20)
        assert not self._thread.is_alive(), "the view did not end"
        os.close(self._descriptor)
        return b"".join(self._got)


def test_a_view_without_a_table_says_so_and_fails(tmp_path: Path) -> None:
    out = io.StringIO()
    assert view(tmp_path / "feed.sock", out=out, wait=0.1) == 1
    assert "no table is running at" in out.getvalue()


def test_a_view_waits_for_the_table_and_survives_its_restart(tmp_path: Path) -> None:
    """Started before the table, and shown again after the table has come back under the same path."""
    path = tmp_path / "feed.sock"
    code = f"from controller.consoles.terminal import view; view({str(path)!r}, wait=20, reconnect=True)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        for _ in range(2):
            with FeedServer(path, print, name="Table 7") as server:
                play_a_round(server)
        process.terminate()
        out, _ = process.communicate(timeout=20)
    assert out.decode(errors="replace").count("has ended") >= 1
    assert out.decode(errors="replace").count("round 1") == 2


def test_the_tables_process_does_not_load_what_draws() -> None:
    code = (
        "import sys, controller.consoles.feed, controller.consoles.keys; "
        "sys.exit(any(name == 'rich' or name.startswith('rich.') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_sockets_have_no_network(tmp_path: Path) -> None:
    with FeedServer(tmp_path / "feed.sock", print) as server:
        assert server._listener.family == socket.AF_UNIX
