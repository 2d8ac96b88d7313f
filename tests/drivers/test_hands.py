"""The hands of the conformance kit: a person is told and asked, a rig is asked as docs/simulators.md says."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.conformance import hands
from drivers.conformance.bench import Bench, is_permitted, permit
from drivers.conformance.board import Board
from drivers.conformance.hands import CannotBeDone, ControlClient, Person, Rig
from drivers.conformance.rules import PROBES
from drivers.simulated.card_reader import SimulatedReader
from tests.drivers.virtual_boards import VirtualWire


def test_a_person_is_told_and_waited_for_where_the_board_tells_nothing() -> None:
    told: list[str] = []
    answers = iter((False, False, True))
    person = Person(told.append, lambda: next(answers))
    person.do(hands.draw(), lambda: told.append("alive"))
    assert told == ["draw one card, and no more"]
    person.do(hands.feed(["9C"]), lambda: told.append("alive"))
    assert told[1:] == [
        "put these cards, with red backs, into the input: 9C. Then press Enter",
        "alive",
        "alive",
    ]


def test_the_board_is_kept_alive_while_a_person_acts() -> None:
    line = VirtualWire(SimulatedReader(random32=lambda: 7))
    board = Board(line, lambda: 9)
    greeting = board.greet()
    person = Person(lambda _: None, lambda: line.now() > 5.0)
    bench = Bench(board, greeting, "card_reader", PROBES["card_reader"], person)
    permit(bench)
    bench.do(hands.EMPTY)
    assert line.now() > 5.0
    assert is_permitted(bench)


def test_what_no_person_is_quick_enough_for_is_not_asked_of_one() -> None:
    told: list[str] = []
    with pytest.raises(CannotBeDone, match="--hands"):
        Person(told.append, lambda: True).do(hands.reset_in_order("executed"))
    assert told == []


def test_a_rig_is_asked_one_object_a_line() -> None:
    asked: list[bytes] = []

    def exchange(line: bytes) -> bytes:
        asked.append(line)
        return b'{"ok": true}\n'

    Rig(exchange).do(hands.load(["9C", "5D!"], "right"))
    assert asked[0].endswith(b"\n")
    assert json.loads(asked[0]) == {"do": "load", "cards": ["9C", "5D!"], "side": "right"}


@pytest.mark.parametrize("answer", [b'{"ok": false, "error": "no lid"}', b'{"ok": 1}', b"[]", b"what?", b""])
def test_what_a_rig_cannot_do_is_said(answer: bytes) -> None:
    with pytest.raises(CannotBeDone, match="no lid" if b"lid" in answer else "no answer"):
        Rig(lambda line: answer).do(hands.OPEN_LID)


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.bind(str(tmp_path / "hands"))
        one.listen()
        yield one


def serve(listener: socket.socket, pieces: list[bytes]) -> None:
    peer, _ = listener.accept()
    with peer, contextlib.suppress(OSError):
        peer.recv(4096)
        for piece in pieces:
            peer.sendall(piece)
        peer.recv(4096)


@pytest.mark.parametrize("pieces", [[b'{"ok"', b": true}\n"], [b'{"ok": true}\n{"ok"']])
def test_an_answer_is_taken_in_whatever_pieces_it_comes(
    listener: socket.socket, pieces: list[bytes], tmp_path: Path
) -> None:
    thread = threading.Thread(target=serve, args=(listener, pieces))
    thread.start()
    client = ControlClient(tmp_path / "hands")
    try:
        assert json.loads(client(b"{}\n")) == {"ok": True}
    finally:
        client.close()
        thread.join()


def test_one_who_answers_nothing_is_said(listener: socket.socket, tmp_path: Path) -> None:
    client = ControlClient(tmp_path / "hands", patience=0.05)
    try:
        with pytest.raises(CannotBeDone, match="does not answer"):
            client(b"{}\n")
    finally:
        client.close()


def test_one_who_says_a_line_without_an_end_is_said(listener: socket.socket, tmp_path: Path) -> None:
    thread = threading.Thread(target=serve, args=(listener, [b"x" * 70_000]))
    thread.start()
    client = ControlClient(tmp_path / "hands")
    try:
        with pytest.raises(CannotBeDone, match="without an end"):
            client(b"{}\n")
    finally:
        client.close()
        thread.join()
