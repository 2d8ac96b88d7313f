"""Checks of silence, and of what is not on this link: sections 8 and 9 of docs/link.md.

The first ones of each section are in life.py.
"""

from typing import Final

from drivers.conformance.bench import Bench, Check, body, checked, is_permitted, need, permit, wrapped
from drivers.conformance.steps import is_self_locked
from drivers.frame import ACK, HEARTBEAT, HELLO, ORDER, REPORT, Frame, encode
from drivers.payload import dump

_ALONE: Final = 1.4
_EACH: Final = 0.2


def any_frame_keeps(bench: Bench) -> None:
    board = bench.board
    permit(bench)
    for kind in (HEARTBEAT, ACK, ORDER) * 2:
        board.listen(0.5)
        if kind == ORDER:
            need(is_permitted(bench), "what was permitted ended, though something was said each 0.5 s")
        else:
            board.say(kind)
    board.listen(0.5)
    need(is_permitted(bench), "what was permitted ended, though something was said each 0.5 s")


def _still_ends(bench: Bench, said: bytes, what: str) -> None:
    permit(bench)
    end = bench.board.now() + _ALONE
    while bench.board.now() < end:
        bench.board.raw(said)
        bench.board.listen(_EACH)
    need(not is_permitted(bench), f"{what} kept what was permitted for {_ALONE} s")


def other_session(bench: Bench) -> None:
    session = bench.board.session
    _still_ends(bench, encode(Frame(HEARTBEAT, session=session ^ 1)), "a HEARTBEAT of another session")


def void_hello(bench: Bench) -> None:
    hello = Frame(HELLO, payload=dump({1: bench.board.fresh(), 2: [77]}))
    _still_ends(bench, encode(hello), "a HELLO that is not answered")


def noise(bench: Bench) -> None:
    spoiled = bytearray(checked(body(bench.board.frame(HEARTBEAT))))
    spoiled[-1] ^= 1
    _still_ends(bench, b"AT\r\n\0" + wrapped(bytes(spoiled)), "noise")


def idle(bench: Bench) -> None:
    seen = [one for one in bench.board.listen(1.6) if one.frame.type == REPORT]
    need(not seen, "silence was reported, though nothing was permitted")


def told_once(bench: Bench) -> None:
    board = bench.board
    permit(bench)
    seen = [one.frame for one in board.listen(2.6) if is_self_locked(one.frame)]
    need(bool(seen), "no report self-locked after 1 s of silence")
    need(len({frame.number for frame in seen}) == 1, "one silence was reported more than once")


def no_update_while_permitted(bench: Bench) -> None:
    board = bench.board
    permit(bench)
    for kind in (12, 64, 127):
        board.raw(wrapped(checked(body(board.frame(kind, message=1, payload=dump({1: b"\x7fELF"}))))))
    for message in (100, 200, 255):
        answer = board.order(message, {1: b"\x7fELF"})
        need(answer.get(1) == 1, f"order {message}, which version 1 does not have, was accepted")
    need(is_permitted(bench), "what is not in version 1 ended what was permitted")


CHECKS: Final = (
    Check(
        "any-frame",
        "8.5",
        "permits, and says HEARTBEAT, ACK, ORDER",
        "still permitted",
        any_frame_keeps,
        True,
    ),
    Check("other-session", "8.6", "permits, and says HEARTBEAT elsewhere", "locked", other_session, True),
    Check("void-hello", "8.6", "permits, and says HELLO for version 77", "locked", void_hello, True),
    Check("only-noise", "8.7", "permits, and sends noise", "locked", noise, True),
    Check("idle", "8.8", "is silent while nothing is permitted", "no report", idle),
    Check("told-once", "8.9", "permits, and is silent for 2.6 s", "one self-locked", told_once, True),
    Check(
        "no-update-now",
        "9.1",
        "permits, and says the same",
        "still permitted",
        no_update_while_permitted,
        True,
    ),
)
