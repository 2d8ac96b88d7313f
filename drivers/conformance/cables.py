"""A board behind vendor bulk or HID: its bytes as a Wire, and the checks of packets and reports (section 1).

A CDC port is a serial port, and has nothing of this.
"""

import math
import time
from typing import Final

from drivers.conformance.bench import STATE, Bench, Cable, Check, NotApplicable, need
from drivers.conformance.board import ANSWER, TAKES, Failed
from drivers.conformance.hands import CannotBeDone
from drivers.conformance.steps import NO_ANSWER, order_frame, replies
from drivers.errors import LinkLost
from drivers.frame import REPLY, encode
from drivers.link import PacketPipe

_ID: Final = 1
_DATA: Final = 62
_REPORT: Final = 64
_UNKNOWN: Final = 250
_TRIES: Final = 4
_MOST: Final = 128
"""Replies that a board is made to say at once, so that they fill packets to the last byte."""


class PacketWire:
    """See board.Wire. Over the interface itself, with no thread between."""

    def __init__(self, pipe: PacketPipe) -> None:
        self._pipe = pipe

    def now(self) -> float:
        """See board.Wire."""
        return time.monotonic()

    def write(self, data: bytes) -> None:
        """See board.Wire."""
        end = self.now() + TAKES
        while data or self._pipe.owes:
            taken = self._pipe.send(data)
            data = data[taken:]
            end = self.now() + TAKES if taken else end
            if self.now() > end:
                raise LinkLost(f"the board has taken nothing for {TAKES:.0f} s")

    def read(self, seconds: float) -> bytes:
        """See board.Wire."""
        end = self.now() + seconds
        while not (data := self._pipe.receive()) and self.now() < end:
            pass
        return data


def _bulk(bench: Bench) -> None:
    if bench.cable is None or bench.cable.kind != "bulk":
        raise NotApplicable("the board is not behind vendor bulk")


def _hid(bench: Bench) -> None:
    if bench.cable is None or bench.cable.kind != "hid":
        raise NotApplicable("the board is not behind HID")


def full_packets_in(bench: Bench) -> None:
    """A transfer to the board that ends with a full packet, and with the empty one behind it."""
    _bulk(bench)
    assert bench.cable is not None
    board = bench.board
    frame = order_frame(board)
    data = encode(frame)
    board.raw(bytes(-len(data) % bench.cable.packet) + data)
    need(bool(replies(board)), "an order in a transfer that ends with a full packet was not answered")


def full_packets_out(bench: Bench) -> None:
    """So many replies at once that they fill packets to the last byte, where they are one transfer."""
    _bulk(bench)
    cable, board = bench.cable, bench.board
    assert cable is not None
    reply = board.reply(_UNKNOWN, b"", board.next())
    need(reply is not None, f"no REPLY to order {_UNKNOWN}")
    assert reply is not None
    size = len(encode(reply))
    count = cable.packet // math.gcd(size, cable.packet)
    if count > _MOST:
        raise CannotBeDone(f"it would take {count} replies of {size} bytes to fill packets of {cable.packet}")
    ended: list[bool | None] = []
    while len(ended) < _TRIES and True not in ended:
        ended.append(_ends(bench, cable, count))
    if all(one is None for one in ended):
        raise CannotBeDone("no transfer of the board's ended with a full packet")
    need(any(ended), "transfers ended with a full packet, and no empty one came behind any of them")


def _ends(bench: Bench, cable: Cable, count: int) -> bool | None:
    """Whether an empty packet came behind the full one that ends so many replies; None: their end is not
    full. Where the board has something more to say by then, its transfer goes on, and shows nothing."""
    board = bench.board
    board.flush()
    cable.came.clear()
    board.raw(b"".join(encode(order_frame(board, _UNKNOWN)) for _ in range(count)))
    seen = board.listen(ANSWER, lambda frame: frame.type == REPLY and frame.number == board.last)
    need(bool(seen), f"none of {count} orders at once was answered")
    at = len(cable.came)
    if len(cable.came[-1]) < cable.packet:
        return None
    board.listen(0.4)
    return len(cable.came) > at and not cable.came[at]


def reports_are_whole(bench: Bench) -> None:
    _hid(bench)
    assert bench.cable is not None
    bench.cable.came.clear()
    bench.board.greet()
    bench.board.listen(0.4)
    for one in bench.cable.came:
        need(len(one) == _REPORT, f"a report of {len(one)} bytes came; it is {_REPORT}")
        need(one[0] == _ID, f"a report with id {one[0]} came; it is {_ID}")
        need(one[1] <= _DATA, f"a report says a count of {one[1]}; {_DATA} is the most")
        need(not any(one[2 + one[1] :]), "what a report does not need is not filled with zeros")
    need(bool(bench.cable.came), "no report came")


def false_reports(bench: Bench) -> None:
    _hid(bench)
    assert bench.cable is not None
    board = bench.board
    order = encode(order_frame(board))
    for head in (bytes((2, len(order))), bytes((0, len(order))), b"\x01\x3f", b"\x01\xff"):
        bench.cable.raw((head + order).ljust(_REPORT, b"\0"))
        need(not replies(board, NO_ANSWER), f"a report that begins with {head.hex()} was taken")
    board.state()


def goes_on_after_a_stall(bench: Bench) -> None:
    if bench.cable is None:
        raise NotApplicable("the board is behind no bulk or HID endpoint")
    board = bench.board
    try:
        bench.cable.halt()
        board.flush()
        need(board.reply(STATE, b"", board.next()) is not None, "no answer after a stall was cleared")
        board.listen(0.3)
    except LinkLost as lost:
        raise Failed(f"its endpoints were halted and cleared, and the link is lost: {lost}") from lost


CHECKS: Final = (
    Check("full-in", "1.14", "sends a transfer that ends with a full packet", "answered", full_packets_in),
    Check("full-out", "1.14", "has the board fill packets", "an empty one behind them", full_packets_out),
    Check("reports", "1.15", "looks at reports", "64 bytes, id 1, count, zeros", reports_are_whole),
    Check("false-reports", "1.16", "sends reports with a false head", "no answer", false_reports),
    Check("stall", "1.17", "has the endpoints halt, and clears them", "answered", goes_on_after_a_stall),
)
