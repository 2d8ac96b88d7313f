"""Checks of a device that proves who it is: docs/link.md, section 7, `make-key` and `prove`.

A board without a key is made to make one, as it is at commissioning; what was commissioned with an earlier
key is not known any more after `another_key`.
"""

import secrets
from typing import Final

from drivers.conformance.bench import Bench, Check, NotApplicable, need, number_in, permit
from drivers.conformance.board import Board, Failed, Greeting
from drivers.conformance.hands import SERVICE_SWITCH
from drivers.conformance.told import refused, restart
from drivers.frame import BOARD, IDENTITY
from drivers.payload import Payload, dump
from drivers.proof import MAKE_KEY, PROVE, Claims, is_signed

SIGNS: Final = frozenset(("signs",))


def unsupported(bench: Bench) -> None:
    for order, payload in ((MAKE_KEY, b""), (PROVE, dump({1: secrets.token_bytes(32)}))):
        what = f"order {order}, of a device that does not say `signs`,"
        refused(bench, order, payload, "unsupported", what)


def no_key_yet(bench: Bench) -> None:
    """Before any check of these has it make one. A board that has one does not make another."""
    board = bench.board
    answer = board.order(PROVE, {1: secrets.token_bytes(32)})
    if answer.get(1) == 0 and board.order(MAKE_KEY).get(1) == 1:
        raise NotApplicable("the board has a key")
    need(
        answer.get(1) == 1 and answer.get(2) == "not-permitted",
        f"`prove` without a key was answered with {_shown(answer)}",
    )


def proves(bench: Bench) -> None:
    """Twice in one session and once in another: neither a stored signature nor a stale session passes."""
    board = bench.board
    _have_key(board)
    key = _proved(board, bench.greeting)
    need(_proved(board, bench.greeting) == key, "two proofs in one session are by two keys")
    again = board.greet()
    need(_proved(board, again) == key, "a proof in another session is by another key")


def wrong_challenge(bench: Bench) -> None:
    _have_key(bench.board)
    wrong: dict[str, Payload] = {f"a challenge of {size} bytes": {1: bytes(size)} for size in (0, 31, 33)}
    wrong |= {"a text for a challenge": {1: "x" * 32}, "no challenge": {}}
    for what, payload in wrong.items():
        refused(bench, PROVE, payload, "bad-value", what)


def keeps_its_key(bench: Bench) -> None:
    board = bench.board
    _have_key(board)
    key = _proved(board, bench.greeting)
    refused(bench, MAKE_KEY, b"", "not-permitted", "make-key beside a key")
    need(_proved(board, bench.greeting) == key, "an order that was refused has changed the key")


def busy_while_permitted(bench: Bench) -> None:
    permit(bench)
    refused(bench, MAKE_KEY, b"", "busy", "make-key while something is permitted")


def outlasts_a_reset(bench: Bench) -> None:
    board = bench.board
    _have_key(board)
    key = _proved(board, bench.greeting)
    need(_proved(board, restart(bench)) == key, "after a reset it signs with another key")


def another_key(bench: Bench) -> None:
    board = bench.board
    _have_key(board)
    old = _proved(board, bench.greeting)
    bench.do(SERVICE_SWITCH)
    made = _key_in(board.order(MAKE_KEY), 1)
    need(made != old, "make-key was accepted, and the key is the old one")
    need(_proved(board, bench.greeting) == made, "it made one key and signs with another")
    refused(bench, MAKE_KEY, b"", "not-permitted", "a second key by one press")


def pressed_before_a_reset(bench: Bench) -> None:
    board = bench.board
    _have_key(board)
    bench.do(SERVICE_SWITCH)
    restart(bench)
    refused(bench, MAKE_KEY, b"", "not-permitted", "make-key after a press before a reset")


def _have_key(board: Board) -> None:
    """A board that was never commissioned has none yet."""
    answer = board.order(PROVE, {1: secrets.token_bytes(32)})
    if answer.get(2) == "not-permitted":
        _key_in(board.order(MAKE_KEY), 1)


def _proved(board: Board, greeting: Greeting) -> bytes:
    """The public key by which the board proves itself in this session. Failed: it does not."""
    challenge = secrets.token_bytes(32)
    answer = board.order(PROVE, {1: challenge})
    key, told = _key_in(answer, 2), answer.get(3)
    signature = told.get(1) if isinstance(told, dict) else None
    need(isinstance(signature, bytes) and len(signature) == 64, "key 1 is no signature of 64 bytes")
    assert isinstance(signature, bytes)
    need(
        is_signed(key, _claims(board.session, greeting).signed(challenge), signature),
        "the signature is not that of challenge, boot id, session and the payloads of IDENTITY and BOARD",
    )
    return key


def _claims(session: int, greeting: Greeting) -> Claims:
    stated = [frame.payload for kind in (IDENTITY, BOARD) for frame in greeting.frames if frame.type == kind]
    return Claims(number_in(greeting.welcome, 1), session, b"".join(stated))


def _key_in(answer: Payload, key: int) -> bytes:
    told = answer.get(3)
    found = told.get(key) if isinstance(told, dict) else None
    if answer.get(1) != 0 or not isinstance(found, bytes) or len(found) != 32:
        raise Failed(f"no public key of 32 bytes under key {key} in {_shown(answer)}")
    return found


def _shown(answer: Payload) -> str:
    return f"{answer.get(2) or 'accepted'}" if answer.get(1) in (0, 1) else f"{answer}"


CHECKS: Final = (
    Check("no-proof", "7.40", "orders what boards that sign do", "unsupported", unsupported, lacks=SIGNS),
    Check("no-key-yet", "7.47", "challenges it without a key", "not-permitted", no_key_yet, words=SIGNS),
    Check("proof", "7.41", "challenges it in two sessions", "signatures", proves, words=SIGNS),
    Check("challenge", "7.42", "says bad challenges", "refused, bad-value", wrong_challenge, words=SIGNS),
    Check("one-key", "7.43", "orders a second key", "refused, not-permitted", keeps_its_key, words=SIGNS),
    Check(
        "no-key-now",
        "7.44",
        "permits, and orders a key",
        "refused, busy",
        busy_while_permitted,
        True,
        words=SIGNS,
    ),
    Check(
        "key-kept",
        "7.45",
        "has the board reset",
        "the same key",
        outlasts_a_reset,
        hand=True,
        words=SIGNS,
    ),
    Check(
        "switch",
        "7.46",
        "has the service switch pressed",
        "another key, once",
        another_key,
        hand=True,
        words=SIGNS,
    ),
    Check(
        "switch-before",
        "7.48",
        "has the service switch pressed, and a reset",
        "refused, not-permitted",
        pressed_before_a_reset,
        hand=True,
        words=SIGNS,
    ),
)
