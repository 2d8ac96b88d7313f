"""The drawn view: every phase at both sizes, what must be readable there, and the process around it."""

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

import pytest
from msgspec.structs import replace
from rich.console import Console

from controller.consoles.feed import FeedServer
from controller.consoles.frames import RefusalShown, Screen
from controller.consoles.screens import screen
from controller.consoles.terminal import STYLES, THEME, TableView, view
from controller.consoles.wording import ASCII, SIGNS, Look, look_for
from controller.games.free_bet_blackjack.game import GAME
from controller.table.state import Stack, Table
from drivers import messages as m
from tests.controller.consoles.playing import Play

SIZES = ((80, 24), (100, 30), (160, 50))
PHASES = (
    "Closed",
    "Inspecting",
    "Shuffling",
    "Betting",
    "Dealing",
    "Insurance",
    "PlayerDecisions",
    "Settling",
    "Collecting",
)


def made(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: cited, name="Table 7", **more)  # type: ignore[arg-type]


def drawn(shown: Screen, size: tuple[int, int] = (100, 30), look: Look = SIGNS) -> str:
    console = Console(width=size[0], height=size[1], theme=THEME, file=io.StringIO(), record=True)
    console.print(TableView(shown, look), end="")
    return console.export_text()


def in_phase(phase: str) -> Table:
    """A table in this phase, of the first seed that comes there."""
    for seed in range(40):
        play = Play(seed)
        for _ in range(150):
            if play.table.phase == phase:
                return play.table
            if not play.step():
                play.person()
    raise AssertionError(f"no seed reaches {phase}")


@pytest.mark.parametrize("look", [SIGNS, ASCII], ids=["signs", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_fills_the_screen_and_no_more(phase: str, size: tuple[int, int], look: Look) -> None:
    text = drawn(made(in_phase(phase)), size, look)
    lines = text.rstrip("\n").split("\n")
    assert len(lines) == size[1]
    assert all(len(line) <= size[0] for line in lines)
    for words in ("SHOE", "DEALER", "WAGERS", "LOCKED", "unauthenticated link", "Table 7"):
        if words != "LOCKED" or phase != "Dealing":
            assert words in text, words
    for number in range(1, 7):
        assert f" {number} " in text
    assert look is SIGNS or text.isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_due_is_said_in_words(size: tuple[int, int]) -> None:
    table = in_phase("PlayerDecisions")
    text = drawn(made(table), size)
    hand = table.hands[table.turn]
    assert f"DEALER: Box {hand.box}, hand {hand.number} has" in " ".join(text.split())
    assert "PLAYER DECISIONS" in text
    assert f"▶ {hand.box}" in text


def test_shoe_and_positions_say_open_and_locked_in_words() -> None:
    table = in_phase("Dealing")
    opened = drawn(made(replace(table, wanted_shoe=m.Permit(table.last + 3, "uud"))))
    assert "OPEN for 3 cards" in opened
    assert "███ " in opened
    assert "LOCKED" in drawn(made(replace(table, wanted_shoe=m.Lock())))
    assert "takes Bet, Push22" in drawn(made(in_phase("Betting")))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hold_shows_its_remedies_numbered_and_why_one_must_wait(size: tuple[int, int]) -> None:
    play = Play(1).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    text = " ".join(drawn(made(play.table), size).replace("│", " ").split())
    assert "HOLD" in text
    assert "1 Cards and chips agree with the record: go on [floorperson]" in text
    assert "not now: shoe-1 is not connected yet" in text
    assert "2 Declare the round void and return the wagers [floorperson]" in text
    assert "✖ shoe" in text
    assert "LOST" in text


def test_a_refusal_shows_its_clause_and_goes_when_it_is_old() -> None:
    shown = made(
        in_phase("Betting"), refusal=RefusalShown("more than one half", "672a.8(b)", 3, "dealer Kim")
    )
    assert "REFUSED dealer Kim: more than one half (672a.8(b))" in drawn(shown)
    console = Console(width=100, height=30, theme=THEME, file=io.StringIO(), record=True)
    console.print(TableView(shown, SIGNS, fresh=False), end="")
    assert "REFUSED" not in console.export_text()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_settlement_is_listed_with_its_clauses(size: tuple[int, int]) -> None:
    table = in_phase("Settling")
    text = drawn(made(table), size)
    assert f"SETTLEMENT, ROUND {table.round}" in text
    assert any(words in text for words in ("won $25", "lost $25", "push"))
    assert "672a.7" in text


def test_an_out_of_play_table_says_so_first() -> None:
    text = drawn(made(in_phase("Betting"), locked="no space left on the disk"), (80, 24))
    assert "OUT OF PLAY: no space left on the disk" in text.split("\n")[1]
    assert "LOCKED" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_four_split_hands_fit_into_a_box(size: tuple[int, int]) -> None:
    play = Play(1).open().until("PlayerDecisions")
    first = play.table.hands[0]
    hands = tuple(
        replace(first, number=number, cards=("TH", "5D", "2C", "4S"), total=21, status="21", split=True)
        for number in range(1, 5)
    )
    stacks = (*play.table.stacks, *(Stack(1, number, "free_bet", 0) for number in range(2, 5)))
    text = drawn(made(replace(play.table, hands=hands, stacks=stacks, turn=4)), size)
    assert text.count("4♠") == 4
    assert text.count("21") >= 4
    assert text.count("●") == 3


def test_words_from_outside_are_neither_markup_nor_obeyed() -> None:
    play = Play(1).open()
    play.report("positions-1", m.Placed(1, (("blackjack", 2500),), "[red]\x1b[2J"))
    text = drawn(made(play.table))
    assert "[red]?[2J" in text
    assert "\x1b" not in text


def test_no_state_rests_on_colour_alone() -> None:
    """The drawing without colours has every word that the drawing with colours has, and styles all exist."""
    for name in STYLES:
        assert THEME.styles[name] is not None
    for phase in PHASES:
        plain = drawn(made(in_phase(phase)))
        assert ("LOCKED" in plain) or ("OPEN for" in plain)
        assert any(word in plain for word in ("  OPEN ", "CLOSED", "CLOSING"))


def test_signs_follow_the_encoding() -> None:
    assert look_for("utf-8") is SIGNS
    for encoding in ("ascii", "latin-1", None, "no-such-encoding"):
        assert look_for(encoding) is ASCII


# ---- the process ----------------------------------------------------------------------------------


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
