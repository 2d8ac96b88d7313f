"""The checks, one row each, by the paragraph of docs/link.md (section 10) that it proves.

A check begins with a board that was greeted anew and has nothing to report. What does not live here: what
becomes of a failure (kit.py).
"""

import itertools
import struct
import zlib
from collections.abc import Callable
from typing import Final

from cobs import cobs
from msgspec import Struct

from drivers.conformance.board import ANSWER, Board, Failed, Greeting, read
from drivers.conformance.rules import Probe
from drivers.frame import BOARD, BOOT, HEARTBEAT, HELLO, IDENTITY, ORDER, REPLY, REPORT, WELCOME, Frame
from drivers.handshake import session_of
from drivers.payload import Payload, dump

STATE: Final = 1
SELF_LOCKED: Final = 3
DRAWN: Final = 16
DISCLOSE: Final = 18
DISCLOSED: Final = 22
HAND: Final = 60.0
"""Seconds that the operator has for what is asked."""
SLACK: Final = 0.15
"""Seconds that the cable and this machine may take of a time."""


class Bench(Struct, frozen=True):
    """What a check works with. probe: None where the role or the shoe cannot be permitted without a hand.

    ask: tells the operator what to do, and comes back at once; the check waits for what the board says of it.
    """

    board: Board
    greeting: Greeting
    role: str
    probe: Probe | None
    ask: Callable[[str], None]


class Check(Struct, frozen=True):
    """A row: `run` raises Failed. permits: it needs a device that can be permitted something.
    hand: it asks something of the operator. words: the capabilities without which it does not apply."""

    id: str
    paragraph: str
    does: str
    expects: str
    run: Callable[[Bench], None]
    permits: bool = False
    hand: bool = False
    words: frozenset[str] = frozenset()


def need(true: bool, text: str) -> None:
    """Failed(text) unless `true`."""
    if not true:
        raise Failed(text)


def number_in(payload: Payload, key: int) -> int:
    """The number under `key`. Failed: there is none, or none that fits 32 bits."""
    value = payload.get(key)
    if not isinstance(value, int) or not 0 <= value < 2**32:
        raise Failed(f"key {key} is no number of at most 32 bits in {payload}")
    return value


def probe_of(bench: Bench) -> Probe:
    """The probe of a check that permits; the kit runs none of those without one."""
    assert bench.probe is not None
    return bench.probe


def permit(bench: Bench) -> Payload:
    """Permit something; the state before it. Failed: it was refused, or does not show."""
    probe = probe_of(bench)
    before = bench.board.state()
    answer = bench.board.order(probe.permit, probe.payload(before))
    need(answer.get(1) == 0, f"order {probe.permit} was answered with {answer}, not accepted")
    return before


def is_permitted(bench: Bench) -> bool:
    """Whether the board says that something is permitted."""
    return probe_of(bench).permitted(bench.board.state())


def body(frame: Frame) -> bytes:
    """Header and payload, without the length that frame.encode insists on."""
    head = struct.pack(
        "<BBHHH", frame.type, frame.message, frame.session, frame.number, frame.acknowledgement
    )
    return head + frame.payload


def wrapped(data: bytes) -> bytes:
    """COBS between delimiters."""
    return b"\0" + bytes(cobs.encode(data)) + b"\0"


def checked(data: bytes) -> bytes:
    """With a right CRC behind it."""
    return data + struct.pack("<I", zlib.crc32(data))


def silent(board: Board, data: bytes, what: str) -> None:
    """`data` is said as order number last + 1; no REPLY may come."""
    board.raw(data)
    seen = [one.frame for one in board.listen(0.3) if one.frame.type == REPLY]
    need(not seen, f"{what} was answered")


def alive(board: Board) -> None:
    """It still answers."""
    board.state()


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
        need(isinstance(digest, bytes) and len(digest) == 32, f"board {index} names no SHA-256 of 32 bytes")


def optional_key(bench: Bench) -> None:
    answer = bench.board.order(STATE, {99: 1})
    need(answer.get(1) == 0, f"`state` with an unknown key 99 was answered with {answer}")


def mandatory_key(bench: Bench) -> None:
    answer = bench.board.order(STATE, {-99: 1})
    need(answer.get(1) == 1 and answer.get(2) == "unknown-key", f"key -99 was answered with {answer}")


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
    board, probe = bench.board, probe_of(bench)
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
    board, probe = bench.board, probe_of(bench)
    before = board.state()
    waiting, restrictive = board.next(), board.next()
    need(board.reply(probe.lock, b"", restrictive) is not None, "a restrictive order was not answered")
    late = board.reply(probe.permit, dump(probe.payload(before)), waiting, 0.3)
    need(late is None and not is_permitted(bench), "an order that a restrictive one overtook was executed")


def unknown_message(bench: Bench) -> None:
    answer = bench.board.order(250)
    need(answer.get(1) == 1 and answer.get(2) == "unknown-message", f"order 250 was answered with {answer}")


def refused_changes_nothing(bench: Bench) -> None:
    probe = probe_of(bench)
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


# ---- 6 reports, 7 state, 8 silence, 9 not on this link --------------------------------------------------


def fail_silent(bench: Bench) -> None:
    """Permit something and say nothing for 1 s: what the checks of reports have their report from."""
    permit(bench)
    bench.board.listen(1.0 + SLACK)


def locks_itself(bench: Bench) -> None:
    fail_silent(bench)
    need(not is_permitted(bench), "1 s of silence did not end what was permitted")


def says_silence(bench: Bench) -> None:
    permit(bench)
    seen = [one.frame for one in bench.board.listen(1.4) if one.frame.type == REPORT]
    told = [read(frame).get(1) for frame in seen if frame.message == SELF_LOCKED]
    need(bool(told) and told[0] == "silence", 'no report self-locked "silence" after 1 s of silence')


def not_too_soon(bench: Bench) -> None:
    permit(bench)
    bench.board.listen(0.7)
    need(is_permitted(bench), "0.7 s of silence ended what was permitted; 1 s may")


def resent(bench: Bench) -> None:
    fail_silent(bench)
    seen = [one for one in bench.board.reports(0.8) if one.frame.message == SELF_LOCKED]
    need(len(seen) >= 2, "a report that was not acknowledged was not sent again after 250 ms")
    need(len({one.frame.number for one in seen}) == 1, "a report sent again has another number")


def forgotten(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    bench.board.durable = seen[-1].frame.number
    bench.board.say(HEARTBEAT)
    bench.board.flush()
    need(not bench.board.reports(0.6), "a report was sent again after it was acknowledged")


def resumes(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    number = seen[-1].frame.number
    bench.board.greet(extra={3: number_in(bench.greeting.welcome, 1), 4: number})
    need(not bench.board.reports(0.5), f"HELLO named report {number} as durable, and it was sent again")


def kept_over_hello(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    bench.board.greet()
    again = {one.frame.number for one in bench.board.reports(0.5)}
    need(seen[-1].frame.number in again, "a report that was not acknowledged was lost with the session")


def gap(bench: Bench) -> None:
    """The ring of at least 64 is filled until it runs over."""
    limits = bench.greeting.identity.get(6)
    size = limits.get("ring", 64) if isinstance(limits, dict) else 64
    need(isinstance(size, int) and size >= 64, f"IDENTITY says a ring of {size!r}; 64 is the least")
    first = number_in(bench.greeting.welcome, 5)
    for _ in range(size + 1):
        fail_silent(bench)
    seen = bench.board.reports(0.6)
    need(bool(seen), "no report came")
    need(len({one.frame.number for one in seen}) <= 8, "more than the first 8 reports were sent")
    last = read(seen[-1].frame)
    need(-1 in last, "the ring ran over and no report says so in key -1")
    oldest = number_in(last, -1)
    kept = (number_in(bench.board.greet().welcome, 5) - oldest) % 65535
    need(kept >= 64 and oldest != first, f"{kept} reports were kept; 64 is the least")


def state_form(bench: Bench) -> None:
    board = bench.board
    board.order(250)
    before = board.last
    told = board.state()
    need(told.get(9) == before, f"key 9 names {told.get(9)}, the order before was {before}")
    need(told.get(10) == 1, "key 10 does not say that the order before was refused")
    need(isinstance(told.get(11), list) and isinstance(told.get(12), int), f"`state` says {told}")


def heartbeat(bench: Bench) -> None:
    board = bench.board
    board.acknowledge_all()
    times = [one.at for one in board.listen(1.5)]
    pauses = [two - one for one, two in itertools.pairwise(times)]
    need(bool(pauses) and max(pauses) <= 0.25 + SLACK, "it said nothing for longer than 250 ms")


def permission_ends(bench: Bench) -> None:
    permit(bench)
    need(is_permitted(bench), "what was permitted does not show in `state`")
    answer = bench.board.order(probe_of(bench).lock)
    need(answer.get(1) == 0 and not is_permitted(bench), "the restrictive order did not end the permission")


def boots(bench: Bench) -> None:
    old = number_in(bench.greeting.welcome, 1)
    bench.ask("reset the board (its reset button, or the power of the board but not of its cable)")
    seen = bench.board.listen(HAND, lambda frame: frame.type == BOOT, alive=True)
    found = [one.frame for one in seen if one.frame.type == BOOT]
    need(bool(found), f"no BOOT within {HAND:.0f} s of the operator being asked to reset the board")
    need(found[0].session == 0, f"BOOT carries session {found[0].session}")
    boot = number_in(read(found[0]), 1)
    need(boot not in (0, old), f"the boot id after the reset is {boot}, before it was {old}")


def drawn(bench: Bench) -> Payload:
    """Permit one draw face down, and have it drawn: the report."""
    permit(bench)
    bench.ask("draw one card that lies face down, and no more")

    def is_drawn(frame: Frame) -> bool:
        return frame.type == REPORT and frame.message == DRAWN

    seen = bench.board.listen(HAND, is_drawn, alive=True)
    found = [one.frame for one in seen if is_drawn(one.frame)]
    need(bool(found), f"no report of a draw within {HAND:.0f} s of the operator being asked for one")
    return read(found[0])


def sealed(bench: Bench) -> None:
    told = drawn(bench)
    # The value itself goes nowhere, not into the reason either.
    need(told.get(2) in (0, 1), "a draw that was permitted face down was told with a face")


def disclosed(bench: Bench) -> None:
    draw = number_in(drawn(bench), 1)
    need(bench.board.order(DISCLOSE, {1: draw}).get(1) == 0, "a disclosure was refused")
    seen = bench.board.listen(ANSWER, alive=True)
    told = [read(one.frame) for one in seen if one.frame.type == REPORT and one.frame.message == DISCLOSED]
    need(bool(told), "a disclosure that was accepted brought no report `disclosed`")
    need(told[0].get(1) == draw and told[0].get(2) != 1, "it names another draw, or is sealed still")


def no_update(bench: Bench) -> None:
    for kind in (12, 64, 127):
        board = bench.board
        silent(board, wrapped(checked(body(board.frame(kind, message=1)))), f"a frame of type {kind}")
    for message in (100, 200, 255):
        answer = bench.board.order(message, {1: b"\x7fELF"})
        need(answer.get(1) == 1, f"order {message}, which version 1 does not have, was accepted")


READING: Final = frozenset(("manual", "reads"))
CHECKS: Final = (
    Check("delimiters", "1.1", "says HELLO", "0x00 before and behind each frame", delimiters),
    Check("wrong-crc", "1.2", "says `state` with one bit of its CRC turned", "no answer", wrong_check),
    Check("oversized", "1.3", "says a frame of more than 256 bytes", "no answer", oversized),
    Check("noise", "1.4", "sends modem probes and 1000 bytes of noise", "the next frame is answered", noise),
    Check("reserved-bit", "2.1", "sets bit 7 of the type", "no answer", reserved_bit),
    Check("old-session", "2.2", "says an order of the session before", "no answer", old_session),
    Check("acknowledges", "2.3", "says `state` twice", "each REPLY names its order", executed_number),
    Check("welcome", "3.1", "reads WELCOME", "all keys, version 1, the nonce", welcome),
    Check("identity", "3.2", "reads IDENTITY", "all keys, and the role asked for", identity),
    Check("board", "3.3", "reads each BOARD", "its index and a SHA-256", boards),
    Check("optional-key", "3.4", "adds key 99 to `state`", "accepted", optional_key),
    Check("mandatory-key", "3.5", "adds key -99 to `state`", "refused, unknown-key", mandatory_key),
    Check("no-cbor", "3.6", "sends payloads that are not allowed", "refused, bad-value", no_cbor),
    Check("version", "3.7", "says HELLO with version 77 alone", "no WELCOME", version),
    Check("session", "4.1", "computes the session", "WELCOME, IDENTITY, BOARD carry it", session),
    Check("hello-again", "4.2", "says the same HELLO twice", "everything is kept", repeated_hello),
    Check("hello-locks", "4.3", "permits, then says a new HELLO", "locked", new_hello_locks, True),
    Check("numbers-anew", "4.4", "says `state` after a new HELLO", "no order before it", numbers_anew),
    Check("resume", "4.5", "names a report in HELLO", "it does not come again", resumes, True),
    Check("once", "5.1", "says an order number again", "the stored REPLY, nothing else", once, True),
    Check("older", "5.2", "says order 1 after order 3", "no answer", older_number),
    Check("overtaken", "5.3", "says an order after the one that voided it", "dropped", overtaking, True),
    Check("unknown", "5.4", "orders message 250", "refused, unknown-message", unknown_message),
    Check("refused", "5.5", "orders a bad value", "refused, nothing changed", refused_changes_nothing, True),
    Check("in-time", "5.6", "says `state` five times", "answered within 200 ms", in_time),
    Check("resent", "6.1", "does not acknowledge a report", "it comes again, same number", resent, True),
    Check("acknowledged", "6.2", "acknowledges a report", "it does not come again", forgotten, True),
    Check(
        "kept", "6.3", "says a new HELLO before acknowledging", "the report is kept", kept_over_hello, True
    ),
    Check("gap", "6.4", "lets the ring run over", "key -1; 64 kept; 8 sent", gap, True),
    Check("state", "7.1", "says `state` after a refused order", "keys 9 to 12", state_form),
    Check("permit-lock", "7.2", "permits and locks", "`state` shows both", permission_ends, True),
    Check("boot", "4.6", "has the board reset", "BOOT, session 0, a new boot id", boots, hand=True),
    Check("heartbeat", "8.1", "listens for 1.5 s", "something each 250 ms", heartbeat),
    Check("silence", "8.2", "permits, and is silent for 1 s", "locked", locks_itself, True),
    Check(
        "self-locked", "8.3", "permits, and is silent for 1 s", 'self-locked, "silence"', says_silence, True
    ),
    Check("not-too-soon", "8.4", "permits, and is silent for 0.7 s", "still permitted", not_too_soon, True),
    Check(
        "no-update", "9.1", "says types and orders that are not in version 1", "dropped, refused", no_update
    ),
    # Last: what a board tells of a card must not come again in the capture of another check.
    Check("sealed", "7.3", "has a card drawn face down", "sealed or unread", sealed, True, True, READING),
    Check("disclosed", "7.4", "has one drawn, and disclosed", "its card", disclosed, True, True, READING),
)
