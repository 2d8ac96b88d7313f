"""Checks of payloads and types: section 3 of docs/link.md, behind the ones of talk.py.

Payloads that may not be are written here byte by byte: drivers.payload writes none.
"""

from collections.abc import Mapping
from typing import Final

from drivers.conformance.bench import (
    SLACK,
    STATE,
    Bench,
    Check,
    NotApplicable,
    body,
    checked,
    need,
    number_in,
    wrapped,
)
from drivers.conformance.board import read
from drivers.conformance.proof import SIGNS
from drivers.conformance.steps import NO_ANSWER, no_reply, report_of
from drivers.conformance.watch import FORM, MANDATORY, PROGRESSES, TYPES
from drivers.frame import BOARD, BOOT, HELLO, IDENTITY, PROGRESS, REPLY, REPORT, WELCOME
from drivers.payload import dump

_UNKNOWN: Final = b"\xa1\x18\x63"
"""A map with key 99, whose value follows."""
_FROM_DEVICES: Final = (WELCOME, IDENTITY, BOARD, BOOT, REPLY, REPORT, PROGRESS)
_UNKNOWN_TYPES: Final = (0, 12, 64, 127)
CAPABILITIES: Final[Mapping[str, frozenset[str]]] = {
    "shoe": frozenset(
        ("manual", "reads", "gate", "lid", "shuffles", "counts", "double", "dispenses", "exit")
    ),
    "card_reader": frozenset(("peek",)),
    "wager_positions": frozenset(("chips", "players")),
    "shuffler": frozenset(("batch", "continuous", "counts", "identifies", "backs", "secure", "lid")),
    "progressive": frozenset(("accounts", "chips", "selects")),
}
"""The words of section 7."""
LIMITS: Final[Mapping[str, frozenset[str]]] = {
    "shoe": frozenset(("ring",)),
    "card_reader": frozenset(("ring",)),
    "wager_positions": frozenset(("boxes", "ring")),
    "shuffler": frozenset(("decks", "ring")),
    "progressive": frozenset(("boxes", "ring")),
}


def _refused(bench: Bench, payloads: Mapping[str, bytes]) -> None:
    for what, data in payloads.items():
        answer = bench.board.order(STATE, data)
        need(
            answer.get(1) == 1 and answer.get(2) == "bad-value",
            f"{what} ({data.hex()}) was answered with {answer.get(1)} {answer.get(2, '')}",
        )


def _skipped(bench: Bench, payloads: Mapping[str, bytes]) -> None:
    for what, data in payloads.items():
        answer = bench.board.order(STATE, data)
        need(
            answer.get(1) == 0,
            f"{what} ({data.hex()}) under an unknown key was refused, {answer.get(2)}",
        )


def depth(bench: Bench) -> None:
    _skipped(
        bench,
        {"4 levels": _UNKNOWN + b"\x81\x81\x81\x00", "4 levels of maps": _UNKNOWN + b"\xa1\0" * 3 + b"\0"},
    )
    _refused(
        bench,
        {"5 levels": _UNKNOWN + b"\x81\x81\x81\x81\x00", "100 levels": _UNKNOWN + b"\x81" * 100 + b"\0"},
    )


def items(bench: Bench) -> None:
    def keys(count: int) -> bytes:
        return b"".join(bytes((0x18, 100 + key, 0)) for key in range(count))

    _skipped(bench, {"32 items": _UNKNOWN + b"\x98\x20" + bytes(32), "32 keys": b"\xb8\x20" + keys(32)})
    _refused(
        bench,
        {
            "33 items": _UNKNOWN + b"\x98\x21" + bytes(33),
            "33 keys": b"\xb8\x21" + keys(33),
            "more items than bytes": _UNKNOWN + b"\x9a\xff\xff\xff\xff",
        },
    )


def texts(bench: Bench) -> None:
    _skipped(
        bench, {"a text of 32 bytes": _UNKNOWN + b"\x78\x20" + b"x" * 32, "a text": _UNKNOWN + b"\x62 ~"}
    )
    _refused(
        bench,
        {
            "a text of 33 bytes": _UNKNOWN + b"\x78\x21" + b"x" * 33,
            "a tab": _UNKNOWN + b"\x61\t",
            "the byte 7f": _UNKNOWN + b"\x61\x7f",
            "a letter beyond ASCII": _UNKNOWN + b"\x62\xc3\xa9",
            "a text that ends early": _UNKNOWN + b"\x65abc",
        },
    )


def deterministic(bench: Bench) -> None:
    _refused(
        bench,
        {
            "a number of two bytes for one": _UNKNOWN + b"\x18\x05",
            "a number of three bytes for two": _UNKNOWN + b"\x19\x00\xff",
            "a number of nine bytes for five": _UNKNOWN + b"\x1b\0\0\0\0\0\x01\0\0",
            "a length not in its shortest form": _UNKNOWN + b"\x58\x01x",
            "a map without a length": b"\xbf\x18\x63\x00\xff",
            "an array without a length": _UNKNOWN + b"\x9f\x00\xff",
            "a text without a length": _UNKNOWN + b"\x7f\x61x\xff",
            "keys out of order": b"\xa2\x18\x63\x00\x18\x62\x00",
            "a key twice": b"\xa2\x18\x63\x00\x18\x63\x00",
            "a byte behind the map": _UNKNOWN + b"\x00\x00",
        },
    )


def kinds(bench: Bench) -> None:
    _refused(
        bench,
        {
            "a tag": _UNKNOWN + b"\xc1\x00",
            "a float": _UNKNOWN + b"\xfa\x3f\x80\x00\x00",
            "true": _UNKNOWN + b"\xf5",
            "null": _UNKNOWN + b"\xf6",
            "a text as a key": b"\xa1\x61x\x00",
            "an array": b"\x80",
            "a text": b"\x61x",
        },
    )


def empty_map(bench: Bench) -> None:
    for data in (b"", b"\xa0"):
        answer = bench.board.order(STATE, data)
        need(answer.get(1) == 0, f"`state` with payload {data.hex() or 'none'} was answered with {answer}")


def _welcomed(bench: Bench, payload: bytes) -> bool:
    board = bench.board
    board.say(HELLO, session=0, acknowledgement=0, payload=payload)
    return any(one.frame.type == WELCOME for one in board.listen(NO_ANSWER))


def hello_keys(bench: Bench) -> None:
    board = bench.board
    wrong = {
        "an unknown negative key": dump({1: board.fresh(), 2: [1], -99: 0}),
        "a byte behind its map": dump({1: board.fresh(), 2: [1]}) + b"\0",
        "no nonce": dump({2: [1]}),
        "no versions": dump({1: board.fresh()}),
        "a text for a nonce": dump({1: "x", 2: [1]}),
    }
    for what, payload in wrong.items():
        need(not _welcomed(bench, payload), f"a HELLO with {what} was answered")
    need(_welcomed(bench, dump({1: board.fresh(), 2: [1], 99: 0})), "a HELLO with key 99 was not answered")


def versions(bench: Bench) -> None:
    board = bench.board
    need(
        _welcomed(bench, dump({1: board.fresh(), 2: [77, 1]})),
        "a HELLO with versions 77 and 1 was not answered",
    )
    told = [read(one.frame).get(3) for one in board.frames if one.frame.type == WELCOME]
    need(told[-1] == 1, f"HELLO named versions 77 and 1, WELCOME says {told[-1]!r}")


def reply_header(bench: Bench) -> None:
    board = bench.board
    for message in (STATE, 250):
        reply = board.reply(message, b"", board.next())
        need(reply is not None, f"no REPLY to order {message}")
        assert reply is not None
        need(reply.message == message, f"the REPLY to order {message} carries message {reply.message}")


def time_stamps(bench: Bench) -> None:
    """Two reports, and the time between them on the clock of this machine."""
    board = bench.board
    first = report_of(bench)
    began, durable = board.now(), first.frame.number
    board.durable = durable
    board.listen(1.0, alive=True)
    second = report_of(bench)
    need(second.frame.number != durable, "the same report came again")
    ms = number_in(read(second.frame), 0) - number_in(read(first.frame), 0)
    passed = (board.now() - began) * 1000
    need(
        abs(ms - passed) <= passed * 0.05 + SLACK * 2000,
        f"key 0 of two reports differs by {ms} ms, and {passed:.0f} ms passed",
    )


def capabilities(bench: Bench) -> None:
    words = bench.greeting.identity.get(5)
    known = CAPABILITIES[bench.role] | SIGNS
    wrong = [word for word in words if word not in known] if isinstance(words, list) else ["none"]
    need(not wrong, f"a {bench.role} has no capability {', '.join(map(repr, wrong))}")


def limits(bench: Bench) -> None:
    said = bench.greeting.identity.get(6)
    need(isinstance(said, dict), "key 6 is no map")
    assert isinstance(said, dict)
    known = LIMITS[bench.role]
    wrong = [word for word, number in said.items() if word not in known or not isinstance(number, int)]
    need(not wrong, f"a {bench.role} has no limit {', '.join(map(repr, wrong))} that is a number")
    lacks = sorted(known - {"ring"} - set(map(str, said)))
    need(not lacks, f"it does not say its limit {', '.join(lacks)}")


def board_count(bench: Bench) -> None:
    board = bench.board
    told = bench.greeting.identity.get(7)
    board.greet()
    board.listen(NO_ANSWER)
    came = [read(one.frame).get(1) for one in board.frames if one.frame.type == BOARD]
    need(isinstance(told, int) and told >= 1, f"IDENTITY says {told!r} boards")
    need(came == list(range(len(came))) and len(came) == told, f"{told} boards, and BOARD came for {came}")


def foreign_types(bench: Bench) -> None:
    board = bench.board
    said = [board.frame(kind, message=STATE, number=1, payload=dump({1: 1})) for kind in _FROM_DEVICES]
    unknown = [board.frame(kind, message=STATE, number=board.last + 1) for kind in _UNKNOWN_TYPES]
    before = len(board.frames)
    no_reply(board, (wrapped(checked(body(one))) for one in (*said, *unknown)), "a type that no host says")
    told = {one.frame.type for one in board.frames[before:]} & {WELCOME, IDENTITY, BOARD, BOOT}
    need(not told, f"it answered a type that no host says with type {min(told, default=0)}")


def types_of_all(bench: Bench) -> None:
    _of_all(bench, TYPES)


def forms_of_all(bench: Bench) -> None:
    _of_all(bench, FORM)


def mandatory_of_all(bench: Bench) -> None:
    _of_all(bench, MANDATORY)


def progress_of_all(bench: Bench) -> None:
    _of_all(bench, PROGRESSES)
    if not bench.board.watch.progress:
        raise NotApplicable("the board has said no PROGRESS, and may leave it at that")


def _of_all(bench: Bench, paragraph: str) -> None:
    board = bench.board
    board.greet()
    board.order(250)
    board.state()
    board.listen(0.4)
    need(paragraph not in board.watch.wrongs, board.watch.wrongs.get(paragraph, ""))


CHECKS: Final = (
    Check("depth", "3.8", "nests 4 levels, and 5", "skipped; bad-value", depth),
    Check("items", "3.9", "says 32 items, and 33", "skipped; bad-value", items),
    Check("texts", "3.10", "says texts of 32 bytes, 33, and not printable", "skipped; bad-value", texts),
    Check("deterministic", "3.11", "says CBOR that is not deterministic", "bad-value", deterministic),
    Check("kinds", "3.12", "says tags, floats, and no map of numbers", "bad-value", kinds),
    Check("empty-map", "3.13", "says `state` with no payload, and with a0", "accepted", empty_map),
    Check("hello-keys", "3.14", "says HELLO with what it may not hold", "no WELCOME", hello_keys),
    Check("versions", "3.15", "says HELLO with versions 77 and 1", "WELCOME with version 1", versions),
    Check("reply-header", "3.16", "orders", "REPLY carries the order's message", reply_header),
    Check("time-stamps", "3.17", "has two reports made", "key 0 is the ms between", time_stamps),
    Check("capabilities", "3.18", "reads IDENTITY", "the role's words and limits", capabilities),
    Check("limits", "3.18", "reads IDENTITY", "the role's words and limits", limits),
    Check("board-count", "3.19", "counts BOARD frames", "as many as IDENTITY says", board_count),
    Check("types", "3.20", "looks at all frames", "types that a device says", types_of_all),
    Check("forms", "3.21", "looks at all payloads", "deterministic, in bounds", forms_of_all),
    Check("no-mandatory", "3.22", "looks at all payloads", "no negative key but -1", mandatory_of_all),
    Check("progress", "3.23", "looks at PROGRESS", "word, done, of; no number", progress_of_all),
    Check("foreign-types", "3.24", "says types that no host says", "dropped", foreign_types),
)
