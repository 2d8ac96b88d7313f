"""A simulator as a process: its port, its control socket, its faults, its end."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers.cards import DECK
from drivers.simulated import wire
from drivers.simulated.control import answer_line
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.process import ROLES, make_device, parse_fault, run_simulator
from drivers.simulated.server import SimulatorServer
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wire import Frame
from tests.drivers.simulated.host import Host
from tests.drivers.simulated.test_bench import HELLO, PATIENCE, Port, read_until

ROOT = Path(__file__).parents[3]
START = """
import json, sys
from drivers.simulated.process import run_simulator
run_simulator(**json.loads(sys.argv[1]))
"""


class Process:
    """A running simulator and a line to its hands."""

    def __init__(self, **arguments: Any) -> None:
        command = [sys.executable, "-u", "-c", START, json.dumps(arguments)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.control = arguments["control"]

    def ask(self, **request: Any) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(self.control)
            line.sendall(json.dumps(request).encode() + b"\n")
            with line.makefile() as answers:
                answer: dict[str, Any] = json.loads(answers.readline())
        return answer

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Process]:
    process = Process(
        role="shoe",
        port=str(tmp_path / "shoe"),
        control=str(tmp_path / "hands"),
        speed=20.0,
        cards=["TH", "5D", "CUT", "2C"],
        faults=["misread@2"],
    )
    yield process
    if process.process.poll() is None:
        process.end(signal.SIGKILL)


def test_a_shoe_as_a_process(shoe: Process, tmp_path: Path) -> None:
    path = str(tmp_path / "shoe")
    assert shoe.line == f"shoe on {path}\n"
    port = Port(path)
    frames: list[Frame] = []
    port.write(HELLO)
    read_until(port.read, wire.BOARD, frames)
    session = frames[-1].session
    port.write(wire.encode(Frame(wire.ORDER, 16, session, 1, 0, wire.pack({1: 3, 2: "uud"}))))
    read_until(port.read, wire.REPLY, frames)
    drawn = [shoe.ask(do="draw") for _ in range(4)]
    assert [each["card"] for each in drawn] == ["TH", "5D", "CUT", "2C"]
    assert shoe.ask(do="draw") == {"ok": True, "card": None}
    del frames[:]
    while sum(frame.type == wire.REPORT for frame in frames) < 5:
        more: list[Frame] = []
        read_until(port.read, wire.REPORT, more)
        frames += more
    reports = {frame.number: frame for frame in frames if frame.type == wire.REPORT}
    told = [(reports[number].message, wire.unpack(reports[number].payload)) for number in range(1, 6)]
    assert [(message, said[1], said.get(2)) for message, said in told] == [
        (16, 1, 42),
        (16, 2, 0),
        (19, 2, None),
        (16, 3, 1),
        (20, 3, None),
    ]
    assert shoe.ask(do="unplug") == {"ok": True}
    assert port.hangs_up()
    os.close(port.fd)
    assert not os.path.lexists(path)
    other = str(tmp_path / "again")
    assert shoe.ask(do="replug", port=other) == {"ok": True, "address": other}
    assert stat.S_ISCHR(os.stat(other).st_mode)
    assert shoe.end() == 0
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_ends_it_as_cleanly(shoe: Process, tmp_path: Path) -> None:
    assert shoe.end(signal.SIGINT) == 0
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_one_left_is_taken_over(shoe: Process, tmp_path: Path) -> None:
    shoe.end(signal.SIGKILL)
    assert {path.name for path in tmp_path.iterdir()} == {"shoe", "hands"}
    again = Process(role="shoe", port=str(tmp_path / "shoe"), control=str(tmp_path / "hands"))
    assert again.ask(do="status")["cards_left"] == 312
    assert again.end() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_control_socket_in_use_is_left_alone(shoe: Process, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="in use"):
        run_simulator("card_reader", control=str(tmp_path / "hands"), announce=lambda _: None)
    assert shoe.ask(do="status")["role"] == "shoe"


# ---- what the hands can be told, without a process -----------------------------------------------


class Hands:
    """A served model, asked in this thread: `do` runs under the loop of a thread beside it."""

    def __init__(self, role: str) -> None:
        self.server = SimulatorServer(make_device(role, speed=50.0), PtyEndpoint())
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def ask(self, **request: Any) -> dict[str, Any]:
        return json.loads(answer_line(self.server, json.dumps(request).encode()))  # type: ignore[no-any-return]

    def close(self) -> None:
        self.server.stop()
        self.thread.join(PATIENCE)
        self.server.close()


@pytest.fixture(params=ROLES)
def hands(request: pytest.FixtureRequest) -> Iterator[Hands]:
    hands = Hands(request.param)
    yield hands
    hands.close()


def test_what_every_role_can_be_told(hands: Hands) -> None:
    role = hands.server.firmware.role
    status = hands.ask(do="status")
    assert (status["ok"], status["role"], status["session"], status["faults"]) == (True, role, False, [])
    assert hands.ask(do="fault", kind="silence") == {"ok": True}
    assert hands.ask(do="repair") == {"ok": True}
    assert hands.ask(do="reset", reset="software") == {"ok": True}
    assert hands.ask(do="status")["boot"] != status["boot"]
    assert hands.ask(do="unplug") == {"ok": True}
    assert hands.ask(do="status")["address"] == ""
    assert hands.ask(do="replug")["address"] == hands.ask(do="status")["address"] != ""


@pytest.mark.parametrize(
    "request_",
    [{}, {"do": "dance"}, {"do": "draw", "twice": 1}, {"do": "fault"}, {"do": "fault", "kind": "x"}],
)
def test_what_cannot_be_done_is_said(hands: Hands, request_: dict[str, Any]) -> None:
    answer = hands.ask(**request_)
    assert answer["ok"] is False
    assert answer["error"]


def test_a_line_that_is_no_json(hands: Hands) -> None:
    assert json.loads(answer_line(hands.server, b"draw, please"))["ok"] is False


def test_the_hands_of_each_role() -> None:
    shoe, reader, felt, shuffler, _ = roles = [Hands(role) for role in ROLES]
    try:
        assert shoe.ask(do="load", cards=["AS", "KD"]) == {"ok": True, "cards_left": 2}
        assert shoe.ask(do="load", decks=2, behind=52, seed=1) == {"ok": True, "cards_left": 104}
        assert "cards" not in shoe.ask(do="status")
        assert shoe.ask(do="draw", force=True)["card"]
        assert shoe.ask(do="push_back") == {"ok": True, "pushed": True}
        assert shoe.ask(do="lid", open=True) == {"ok": True}
        assert shoe.ask(do="insert", card="AS")["ok"] is False
        assert reader.ask(do="insert", card="AS") == {"ok": True, "taken": True}
        assert felt.ask(do="place", box=1, chips={"blackjack": 500}, player="card 1") == {"ok": True}
        assert felt.ask(do="place", box=99, chips={"blackjack": 500})["ok"] is False
        assert felt.ask(do="take_back", box=1, wager="blackjack", amount=200) == {"ok": True}
        assert felt.ask(do="status")["chips"] == [[1, "blackjack", 300]]
        assert felt.ask(do="settle", chips=[[2, "split", 5]]) == {"ok": True}
        assert felt.ask(do="sweep", box=2, wager="split") == {"ok": True, "cents": 5}
        assert felt.ask(do="rejected") == {"ok": True, "rejected": []}
        assert felt.ask(do="clear") == {"ok": True}
        assert shoe.ask(do="lid", open=False) == {"ok": True}
        assert shoe.ask(do="add", cards=["2C", "3C"]) == {"ok": True, "cards_left": 106}
        assert shuffler.ask(do="feed", cards=["2C"], back="blue") == {"ok": True, "inside": 1}
        assert shuffler.ask(do="feed", decks=2) == {"ok": True, "inside": 105}
        assert shuffler.ask(do="feed", cards=["CUT"])["ok"] is False
        assert shuffler.ask(do="feed", decks=10**9)["ok"] is False
        assert shuffler.ask(do="take") == {"ok": True, "cards": None}
        status = shuffler.ask(do="status")
        assert (status["stage"], status["inside"], status["waiting"]) == ("empty", 105, False)
        assert shuffler.ask(do="lid", open=True) == {"ok": True}
        assert len(shuffler.ask(do="empty_by_hand")["cards"]) == 105
        assert shuffler.ask(do="draw")["ok"] is False
        assert shoe.ask(do="take")["ok"] is False
    finally:
        for hands in roles:
            hands.close()


def test_the_hands_at_a_progressive_system() -> None:
    """Before a host has opened anything, so that every wager is an attempt; chips lie all the same."""
    system, felt = Hands("progressive"), Hands("wager_positions")
    try:
        refused = {"ok": True, "accepted": False}
        assert system.ask(do="place", box=1, chips={"bad_beat": 500}, player="card 1") == refused
        assert system.ask(do="place", box=2, chips={"hit_and_run": 500}) == refused
        assert system.ask(do="place", box=1, chips={"bad_beat": 500, "hit_and_run": 5})["ok"] is False
        assert system.ask(do="place", box=1, chips={})["ok"] is False
        assert system.ask(do="place", box=99, chips={"bad_beat": 500})["ok"] is False
        assert system.ask(do="take_back", box=2, wager="hit_and_run", amount=200) == refused
        assert system.ask(do="take_back", box=1, wager="bad_beat", amount=500)["ok"] is False
        status = system.ask(do="status")
        assert (status["open"], status["accepted"]) == ([], [])
        assert status["chips"] == [[2, "hit_and_run", 300]]
        assert (status["meters"], status["accounts"], status["credited"]) == ({}, {}, 0)
        assert system.ask(do="sweep", box=2, wager="hit_and_run") == {"ok": True, "cents": 300}
        assert system.ask(do="settle", chips=[[3, "hit_and_run", 5]]) == {"ok": True}
        assert system.ask(do="clear") == {"ok": True}
        assert system.ask(do="rejected") == {"ok": True, "rejected": []}
        assert system.ask(do="select_next", magic="QH", lucky=3) == {"ok": True}
        assert system.ask(do="select_next", magic="Q of hearts")["ok"] is False
        assert system.ask(do="fault", kind="miscount", place="over") == {"ok": True}
        assert system.ask(do="insert", card="AS")["ok"] is False
        assert felt.ask(do="select_next", lucky=1)["ok"] is False
    finally:
        system.close()
        felt.close()


def test_a_progressive_system_as_a_process(tmp_path: Path) -> None:
    """Opened, wagered on and locked out over its port, with its hands at the control socket."""
    path = str(tmp_path / "meters")
    process = Process(role="progressive", port=path, control=str(tmp_path / "hands"), boxes=7)
    assert process.line == f"progressive on {path}\n"
    port, frames = Port(path), list[Frame]()
    port.write(HELLO)
    read_until(port.read, wire.BOARD, frames)
    session = frames[-1].session
    opened = wire.pack({1: [[15, 127, 2500]], 2: 1, 3: 1, 4: 1})
    port.write(wire.encode(Frame(wire.ORDER, 16, session, 1, 0, opened)))
    read_until(port.read, wire.REPLY, frames)
    assert process.ask(do="select_next", magic="QH", lucky=7) == {"ok": True}
    assert process.ask(do="place", box=7, chips={"bad_beat": 2500}) == {"ok": True, "accepted": True}
    assert process.ask(do="status")["open"] == [[box, "bad_beat"] for box in range(1, 8)]
    port.write(wire.encode(Frame(wire.ORDER, 17, session, 2, 0)))
    told: dict[int, dict[int, wire.Value]] = {}
    while len(told) < 2:
        more: list[Frame] = []
        read_until(port.read, wire.REPORT, more)
        told |= {each.number: wire.unpack(each.payload) for each in more if each.type == wire.REPORT}
    assert {key: value for key, value in told[1].items() if key} == {1: 7, 2: 15, 3: 2500}
    assert {key: value for key, value in told[2].items() if key} == {1: [[7, 15, 2500]], 2: "QH", 3: 7}
    assert process.ask(do="status")["accepted"] == [[7, "bad_beat", 2500]]
    os.close(port.fd)
    assert process.end() == 0
    assert list(tmp_path.iterdir()) == []


def test_faults_on_a_command_line() -> None:
    assert parse_fault("jam") == ("jam", "", 0)
    assert parse_fault("misread@7") == ("misread", "", 7)
    assert parse_fault("jam:path@12") == ("jam", "path", 12)
    for wrong in ("", "@3", "jam@", "jam@x", "jam@0"):
        with pytest.raises(ValueError, match="is no fault"):
            parse_fault(wrong)


def test_arguments_that_do_not_go_together() -> None:
    with pytest.raises(ValueError, match="no simulated 'dice_shaker'"):
        run_simulator("dice_shaker")
    with pytest.raises(ValueError, match="not both"):
        run_simulator("shoe", port="x", tcp="127.0.0.1:0")


def test_what_a_shuffler_is_made_with() -> None:
    def stack(seed: int | None) -> list[str] | None:
        device = make_device("shuffler", kind="continuous", decks=2, seconds_a_deck=45.0, seed=seed)
        assert isinstance(device, SimulatedShuffler)
        device.feed(DECK, 0.0)
        host = Host(device)
        host.hello()
        host.order(16, {1: 1, 2: 1, 3: 52})
        host.wait(44.9)
        assert device.stage == "working"
        host.wait(0.2)
        return device.take(host.now)

    assert stack(5) == stack(5) != stack(6)
    assert stack(None) != stack(None)


def test_a_shoe_that_shuffles_begins_without_a_cover_card(tmp_path: Path) -> None:
    control = str(tmp_path / "hands")
    process = Process(role="shoe", port=str(tmp_path / "shoe"), control=control, shuffles=True, decks=1)
    assert process.ask(do="status")["cards_left"] == 52
    drawn = [process.ask(do="draw", force=True)["card"] for _ in range(53)]
    assert "CUT" not in drawn
    assert drawn[-1] is None
    assert process.end() == 0


def test_an_automated_shoe_begins_with_one_deck_and_without_a_cover_card(tmp_path: Path) -> None:
    control = str(tmp_path / "hands")
    process = Process(role="shoe", port=str(tmp_path / "shoe"), control=control, automated=True)
    try:
        status = process.ask(do="status")
        assert (status["role"], status["cards_left"], status["in_exit"]) == ("shoe", 52, 0)
        assert process.ask(do="take") == {"ok": True, "cards": None}
    finally:
        assert process.end() == 0
