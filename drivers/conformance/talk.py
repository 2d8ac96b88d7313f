"""Checks of frames, payloads, the session and orders: sections 1 to 5 of docs/link.md.

Which paragraph each one proves is in checks.py.
"""

import itertools

from drivers.conformance.bench import (
    STATE,
    Bench,
    alive,
    body,
    checked,
    is_permitted,
    need,
    number_in,
    permit,
    silent,
    wrapped,
)
from drivers.frame import BOARD, HELLO, IDENTITY, ORDER, WELCOME, Frame
from drivers.handshake import session_of
from drivers.payload import dump

# ---- 1 frame, 2 header --------------------------------------------------------------------------------


def delimiters(bench: Bench) -> None:
    bench.board.greet()
    spans = bench.board.heard().split(b"\0")
    need(not spans[0] and not spans[-1], "the answer neither begins nor ends with 0x00 as it should")
    need(
        all(not (one and two) for one, two in itertools.pairwise(spans)),
        "two frames have only one 0x00 between them; one stands before and one behind each",
    )


def wrong_check(bench: Bench) -> None:
    board = bench.board
    data = checked(body(board.frame(ORDER, message=STATE, number=board.last + 1)))
    silent(board, wrapped(data[:-1] + bytes((data[-1] ^ 1,))), "a frame with a wrong CRC")


def oversized(bench: Bench) -> None:
    board = bench.board
    payload = dump({1: 0, 90: b"x" * 120, 91: b"y" * 120})
    frame = board.frame(ORDER, message=STATE, number=board.last + 1, payload=payload)
    silent(board, wrapped(checked(body(frame))), f"a frame of {len(payload) + 12} bytes (256 is the most)")


def noise(bench: Bench) -> None:
    for data in (b"AT\r\n", b"\x01" * 1000, b"\xff\x00\xff\x00~~~"):
        bench.board.raw(data + b"\0")
        alive(bench.board)


def reserved_bit(bench: Bench) -> None:
    board = bench.board
    frame = board.frame(ORDER | 0x80, message=STATE, number=board.last + 1)
    silent(board, wrapped(checked(body(frame))), "a frame whose type has bit 7 set")


def old_session(bench: Bench) -> None:
    board = bench.board
    old = board.frame(ORDER, message=STATE, number=1)
    board.greet()
    board.state()
    silent(board, wrapped(checked(body(Frame(ORDER, STATE, old.session, 2)))), "an order of an older session")


def executed_number(bench: Bench) -> None:
    board = bench.board
    for _ in range(2):
        reply = board.reply(STATE, b"", board.next())
        need(reply is not None, "no REPLY to `state`")
        assert reply is not None
        need(
            reply.acknowledgement == board.last,
            f"the REPLY to order {board.last} acknowledges {reply.acknowledgement}",
        )


# ---- 3 payloads -----------------------------------------------------------------------------------------


def welcome(bench: Bench) -> None:
    said = bench.greeting.welcome
    need(all(isinstance(said.get(key), int) for key in (1, 3, 4, 5, 6)), f"WELCOME says {said}")
    need(said[1] != 0, "the boot id is 0")
    need(said.get(2) in ("power", "watchdog", "software", "unknown"), f"the reset word is {said.get(2)!r}")
    need(said[3] == 1, f"HELLO named version 1, WELCOME says {said[3]!r}")
    need(said[6] == bench.greeting.nonce, "key 6 is not the nonce of the HELLO")


def identity(bench: Bench) -> None:
    said = bench.greeting.identity
    texts = all(isinstance(said.get(key), str) for key in (1, 2, 3, 4))
    need(texts and isinstance(said.get(5), list) and isinstance(said.get(6), dict), f"IDENTITY says {said}")
    need(said.get(4) == bench.role, f"the role is {said.get(4)!r}, it was to be {bench.role!r}")


def boards(bench: Bench) -> None:
    for index, said in enumerate(bench.greeting.boards):
        digest = said.get(4)
        need(said.get(1) == index, f"board {index} says index {said.get(1)}")
        named = isinstance(said.get(2), str) and isinstance(said.get(3), str)
        need(named, f"board {index} says the firmware {said.get(2)!r}, version {said.get(3)!r}")
        need(isinstance(digest, bytes) and len(digest) == 32, f"board {index} names no SHA-256 of 32 bytes")


def optional_key(bench: Bench) -> None:
    for key in (0, 99, 2**32):
        answer = bench.board.order(STATE, {key: 1})
        need(answer.get(1) == 0, f"`state` with an unknown key {key} was answered with {answer}")


def mandatory_key(bench: Bench) -> None:
    for key in (-1, -99):
        answer = bench.board.order(STATE, {key: 1})
        refused = answer.get(1) == 1 and answer.get(2) == "unknown-key"
        need(refused, f"key {key} was answered with {answer}")


def no_cbor(bench: Bench) -> None:
    for data in (b"\xff", b"\x01", b"\xa1\x01", b"\xbf\x01\x00\xff", b"\xa1\x01\x18\x01"):
        answer = bench.board.order(STATE, data)
        need(
            answer.get(1) == 1 and answer.get(2) == "bad-value",
            f"payload {data.hex()} was answered with {answer}",
        )


def version(bench: Bench) -> None:
    board = bench.board
    board.say(HELLO, session=0, acknowledgement=0, payload=dump({1: board.fresh(), 2: [77]}))
    seen = [one.frame for one in board.listen(0.5) if one.frame.type == WELCOME]
    need(not seen, "a HELLO that names version 77 alone was answered with WELCOME")


# ---- 4 session ------------------------------------------------------------------------------------------


def session(bench: Bench) -> None:
    need(
        [frame.type for frame in bench.greeting.frames][:3] == [WELCOME, IDENTITY, BOARD],
        "the answer does not come in the order WELCOME, IDENTITY, BOARD",
    )
    right = session_of(number_in(bench.greeting.welcome, 1), bench.greeting.nonce)
    for frame in bench.greeting.frames:
        need(frame.session == right, f"session {frame.session} in the answer; it is {right}")


def repeated_hello(bench: Bench) -> None:
    board = bench.board
    first = board.greet()
    board.state()
    last = board.last
    again = board.greet(first.nonce)
    need(again.identity == first.identity, "the same HELLO was answered differently")
    told = board.order(STATE, number=last + 1).get(3)
    need(
        isinstance(told, dict) and told.get(9) == last, "the same HELLO again made it forget the order before"
    )


def new_hello_locks(bench: Bench) -> None:
    permit(bench)
    need(is_permitted(bench), "what was permitted does not show in `state`")
    bench.board.greet()
    need(not is_permitted(bench), "a permission outlasted a new HELLO")


def numbers_anew(bench: Bench) -> None:
    for _ in range(3):
        bench.board.state()
    bench.board.greet()
    told = bench.board.state()
    need(told.get(9) == 0, f"in a new session `state` as order 1 names {told.get(9)} as the order before")


# ---- 5 orders -------------------------------------------------------------------------------------------


def once(bench: Bench) -> None:
    board, probe = bench.board, bench.probe
    permit(bench)
    reply = board.reply(probe.lock, b"", board.last)
    need(reply is not None, "an order number said again was not answered")
    assert reply is not None
    need(reply.message == probe.permit, "an order number said again was not answered with the stored REPLY")
    need(is_permitted(bench), "an order number said again was executed again")


def older_number(bench: Bench) -> None:
    board = bench.board
    for _ in range(3):
        board.state()
    need(board.reply(STATE, b"", 1, 0.3) is None, "order 1 was answered after order 3")


def overtaking(bench: Bench) -> None:
    board, probe = bench.board, bench.probe
    before = board.state()
    waiting, restrictive = board.next(), board.next()
    need(board.reply(probe.lock, b"", restrictive) is not None, "a restrictive order was not answered")
    late = board.reply(probe.permit, dump(probe.payload(before)), waiting, 0.3)
    need(late is None and not is_permitted(bench), "an order that a restrictive one overtook was executed")


def unknown_message(bench: Bench) -> None:
    answer = bench.board.order(250)
    need(answer.get(1) == 1 and answer.get(2) == "unknown-message", f"order 250 was answered with {answer}")


def refused_changes_nothing(bench: Bench) -> None:
    probe = bench.probe
    permit(bench)
    answer = bench.board.order(probe.permit, {1: "x"})
    need(answer.get(1) == 1 and answer.get(2) == "bad-value", f"a text for a number: {answer}")
    need(is_permitted(bench), "an order that was refused ended what was permitted")


def in_time(bench: Bench) -> None:
    board = bench.board
    for _ in range(5):
        began = board.now()
        board.state()
        took = board.now() - began
        need(took <= 0.2, f"`state` was answered after {took * 1000:.0f} ms; 200 is the first time-out")
