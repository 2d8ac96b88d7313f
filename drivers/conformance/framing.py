"""Checks of bytes and headers: sections 1 and 2 of docs/link.md, behind the ones of talk.py.

What a payload may hold is in forms.py, what an order does in ordering.py.
"""

import zlib
from collections.abc import Iterator
from typing import Final

from cobs import cobs

from drivers.conformance.bench import (
    STATE,
    Bench,
    Check,
    body,
    checked,
    is_permitted,
    make_ready,
    need,
    wrapped,
)
from drivers.conformance.board import Board, Failed
from drivers.conformance.steps import (
    NO_ANSWER,
    OTHER_ORDERS,
    call_for_report,
    no_reply,
    order_frame,
    replies,
    report_of,
)
from drivers.conformance.watch import HEADER, SESSION
from drivers.frame import HEARTBEAT, HELLO, MAX_PAYLOAD, ORDER, REPLY, WELCOME, Frame, encode
from drivers.payload import Payload, dump

_OTHER_SESSION: Final = 0x5A5A
_BUFFERS: Final = (256, 258, 260, 300, 320, 384, 512, 1024)
"""What a receiver may have room for. The document asks for 300."""
_LITTLE: Final = 2000
_TRIES: Final = 3
_FEW_SECONDS: Final = 0.05
"""Below this a time is the cable's and this machine's."""
_NOISES: Final = (b"\x55", b"\x00", b"\x02\x55\x00")

# ---- 1 frame --------------------------------------------------------------------------------------------


def too_short(bench: Bench) -> None:
    board = bench.board
    whole = body(order_frame(board))
    no_reply(board, (wrapped(checked(whole[:size])) for size in range(8)), "a frame of fewer than 12 bytes")


def not_cobs(bench: Bench) -> None:
    """The last code promises a byte more than there is."""
    board = bench.board
    stuffed = bytearray(cobs.encode(checked(body(order_frame(board)))))
    at = 0
    while at + stuffed[at] < len(stuffed):
        at += stuffed[at]
    stuffed[at] += 1
    no_reply(board, (b"\0" + bytes(stuffed) + b"\0",), "a frame that cannot be decoded")


def overflow(bench: Bench) -> None:
    """A frame without its first delimiter, behind what fills a buffer just so far."""
    board = bench.board
    tail = encode(order_frame(board))[1:]
    fills = (b"\0" + b"\x55" * (size + more) + tail for size in _BUFFERS for more in (-1, 0, 1))
    no_reply(board, fills, "what followed too many bytes, before the next delimiter,")


def cut_off(bench: Bench) -> None:
    board = bench.board
    size = len(encode(order_frame(board)))
    for cut in range(1, size - 1):
        board.raw(encode(order_frame(board))[:cut])
        number = board.next()
        need(
            board.reply(STATE, b"", number) is not None,
            f"a frame behind one that was cut off after {cut} bytes was not answered",
        )
        others = [one.frame for one in board.frames if one.frame.type == REPLY and one.frame.number > number]
        need(not others, f"a frame that was cut off after {cut} bytes was answered")


def _answered_after(board: Board, noise: bytes) -> float:
    began = board.now()
    board.raw(noise + b"\0")
    need(board.reply(STATE, b"", board.next(), 20.0) is not None, f"no answer behind {len(noise)} bytes")
    return board.now() - began


def linear(bench: Bench) -> None:
    """Once is enough: a machine that was busy with something else for a moment proves nothing."""
    for unit in _NOISES:
        noise = unit * (_LITTLE // len(unit))
        told = ""
        for _ in range(_TRIES):
            once = max(_answered_after(bench.board, noise), _FEW_SECONDS)
            four = _answered_after(bench.board, noise * 4)
            told = f"{len(noise)} bytes of {unit.hex()} took {once:.3f} s, four times as many {four:.3f} s"
            if four < 8 * once:
                break
        else:
            raise Failed(told)


def other_crc(bench: Bench) -> None:
    board = bench.board
    whole = body(order_frame(board))
    ends = (
        zlib.crc32(whole).to_bytes(4, "big"),
        zlib.crc32(whole[8:]).to_bytes(4, "little"),
        (zlib.crc32(whole) ^ 0xFFFFFFFF).to_bytes(4, "little"),
        bytes(4),
    )
    no_reply(board, (wrapped(whole + end) for end in ends), "a frame with another check than CRC-32")


def spoiled(frame: bytes) -> Iterator[bytes]:
    """A frame with one byte put in, left out or changed, at each place between its delimiters."""
    for at in range(2, len(frame) - 1):
        yield frame[:at] + b"\x55" + frame[at:]
        yield frame[:at] + frame[at + 1 :]
        yield frame[:at] + bytes((frame[at] ^ 0x10 or 1,)) + frame[at + 1 :]


def noise_inside(bench: Bench) -> None:
    board = bench.board
    no_reply(board, spoiled(encode(order_frame(board))), "a frame with noise inside")


def noise_in_orders(bench: Bench) -> None:
    """Of what permits, none with noise inside does; noise around one takes nothing."""
    board, probe = bench.board, bench.probe
    make_ready(bench)
    payload = probe.payload(board.state())
    no_reply(board, spoiled(encode(order_frame(board, probe.permit, payload))), "an order with noise inside")
    need(not is_permitted(bench), "an order with noise inside was executed")
    for message, said, wanted in ((probe.permit, payload, True), (probe.lock, {}, False)):
        order = encode(order_frame(board, message, said))
        board.raw(b"AT\r\xff\xff" + order + b"~~~\0")
        need(is_permitted(bench) is wanted, f"order {message} between noise was not executed")
    for message, said in OTHER_ORDERS[bench.role]:
        no_reply(
            board, spoiled(encode(order_frame(board, message, said))), f"order {message} with noise inside"
        )
        order = encode(order_frame(board, message, said))
        board.raw(b"AT\r\xff\xff" + order + b"~~~\0")
        need(bool(replies(board)), f"order {message} between noise was not answered")


def byte_by_byte(bench: Bench) -> None:
    board = bench.board
    frame = order_frame(board)
    for byte in encode(frame):
        board.raw(bytes((byte,)))
    came = [one.frame for one in (*board.frames, *board.listen(NO_ANSWER)) if one.frame.type == REPLY]
    need(bool(came), "a frame that was said byte by byte was not answered")


def longest(bench: Bench) -> None:
    """256 bytes: unknown keys fill it."""
    board = bench.board
    filler: Payload = {}
    for key, size in ((90, 120), (91, 115)):
        filler[key] = b"x" * size
    frame = order_frame(board, STATE, filler)
    assert len(frame.payload) == MAX_PAYLOAD
    need(board.reply(STATE, frame.payload, frame.number) is not None, "a frame of 256 bytes was not answered")


def no_zero(bench: Bench) -> None:
    """COBS codes of 255, which no zero follows. The acknowledgement is of a report that was not sent."""
    board = bench.board
    while 0 in board.session.to_bytes(2, "little"):
        board.greet()
    for number, size in enumerate((254, 255, 256), 0x0101):
        frame = _without_zero(board, number, size)
        board.raw(encode(frame))
        need(bool(replies(board)), f"a frame of {size} bytes, none of which is 0, was not answered")
        board.last = frame.number


def _without_zero(board: Board, number: int, size: int) -> Frame:
    for filler in range(0x21, 0x7F):
        payload = dump({90: bytes((filler,)) * 120, 91: bytes((filler,)) * (size - 141)})
        frame = Frame(ORDER, STATE, board.session, number, 0x0101, payload)
        whole = checked(body(frame))
        if 0 not in whole:
            assert len(whole) == size
            return frame
    raise AssertionError("no check without a zero")


# ---- 2 header -------------------------------------------------------------------------------------------


def hello_with_session(bench: Bench) -> None:
    board = bench.board
    payload = dump({1: board.fresh(), 2: [1]})
    board.say(HELLO, session=_OTHER_SESSION, acknowledgement=0, payload=payload)
    seen = [one.frame for one in board.listen(NO_ANSWER) if one.frame.type == WELCOME]
    need(not seen, f"a HELLO in session {_OTHER_SESSION} was answered")


def every_frame_acknowledges(bench: Bench) -> None:
    board = bench.board
    board.state()
    last = board.last
    seen = [one.frame for one in board.listen(0.6) if one.frame.type == HEARTBEAT]
    need(bool(seen), "no HEARTBEAT came within 0.6 s")
    for frame in seen:
        need(
            frame.acknowledgement == last,
            f"a HEARTBEAT acknowledges {frame.acknowledgement}, not order {last}",
        )


def header_of_all(bench: Bench) -> None:
    _a_little_of_all(bench)
    need(HEADER not in bench.board.watch.wrongs, bench.board.watch.wrongs.get(HEADER, ""))


def session_of_all(bench: Bench) -> None:
    """An order and a new HELLO at once: what is said behind the new WELCOME is of the new session."""
    board = bench.board
    hello = Frame(HELLO, payload=dump({1: board.fresh(), 2: [1]}))
    board.raw(encode(order_frame(board)) + encode(hello))
    board.listen(0.4)
    board.greet()
    need(SESSION not in board.watch.wrongs, board.watch.wrongs.get(SESSION, ""))


def _a_little_of_all(bench: Bench) -> None:
    """Each kind of frame that can be had without a hand."""
    board = bench.board
    board.greet()
    board.order(250)
    board.listen(0.4)
    if bench.probe.ready is None:
        call_for_report(bench)
        board.flush()


def wraps(bench: Bench) -> None:
    board = bench.board
    for number in (1, 30000, 60000, 65535, 1, 2):
        reply = board.reply(STATE, b"", number)
        need(reply is not None, f"order {number} was not executed behind the one before; 1 follows 65535")
    need(board.reply(STATE, b"", 65535, NO_ANSWER) is None, "order 65535 was answered behind order 2")
    board.last = 2


def number_zero(bench: Bench) -> None:
    board = bench.board
    need(board.reply(STATE, b"", 0, NO_ANSWER) is None, "an order with number 0 was answered")
    board.state()
    need(board.reply(STATE, b"", 0, NO_ANSWER) is None, "an order with number 0 was answered")


def consecutive(bench: Bench) -> None:
    first = report_of(bench).frame.number
    bench.board.durable = first
    second = report_of(bench).frame.number
    need(second == first % 65535 + 1, f"report {second} followed report {first}")


CHECKS: Final = (
    Check("too-short", "1.5", "says frames of 4 to 11 bytes", "no answer", too_short),
    Check("not-cobs", "1.6", "says a frame whose last code is too large", "no answer", not_cobs),
    Check("overflow", "1.7", "says a frame without a delimiter behind noise", "no answer", overflow),
    Check("cut-off", "1.8", "cuts a frame off at each byte", "the next one is answered", cut_off),
    Check("linear", "1.9", "sends noise, and four times as much", "less than eight times as long", linear),
    Check("other-crc", "1.10", "says frames with another check than CRC-32", "no answer", other_crc),
    Check("noise-inside", "1.11", "spoils each byte of a frame", "no answer", noise_inside),
    Check("noise-in-orders", "1.11", "spoils orders", "none is executed", noise_in_orders, True),
    Check("byte-by-byte", "1.12", "says a frame byte by byte", "answered", byte_by_byte),
    Check("longest", "1.13", "says a frame of 256 bytes", "answered", longest),
    Check("no-zero", "1.20", "says frames of 254 to 256 bytes without a zero", "answered", no_zero),
    Check(
        "acknowledges-all", "2.3", "listens to HEARTBEAT", "it names the last order", every_frame_acknowledges
    ),
    Check("hello-session", "2.4", "says HELLO in a session", "no WELCOME", hello_with_session),
    Check("wraps", "2.5", "orders up to 65535, and 1 behind it", "all are executed", wraps),
    Check("header", "2.6", "looks at all frames", "0 where none applies", header_of_all),
    Check("number-zero", "2.7", "orders with number 0", "no answer", number_zero),
    Check("consecutive", "2.8", "has two reports made", "the second has the next number", consecutive),
)
