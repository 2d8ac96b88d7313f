"""A recording for a person: each frame with its time, its direction and what it says.

What does not live here: the file (capture.py) and a terminal.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import asdict

from drivers import frame as wire
from drivers.capture import Passed
from drivers.frame import Decoder, Frame
from drivers.masking import FILL
from drivers.payload import BadPayload, load
from drivers.roles import STATE, Role

_TYPES: Final = {
    wire.HELLO: "HELLO",
    wire.WELCOME: "WELCOME",
    wire.IDENTITY: "IDENTITY",
    wire.BOARD: "BOARD",
    wire.BOOT: "BOOT",
    wire.ORDER: "ORDER",
    wire.REPLY: "REPLY",
    wire.REPORT: "REPORT",
    wire.ACK: "ACK",
    wire.HEARTBEAT: "HEARTBEAT",
    wire.PROGRESS: "PROGRESS",
}
_ARROWS: Final = {"in": "<-", "out": "->", "opened": "=="}
_WHY: Final = {
    "wrong_check": "wrong CRC",
    "not_cobs": "no COBS",
    "too_long": "too long",
    "too_short": "too short",
    "reserved_bit": "reserved bit",
}
_MOST_SHOWN: Final = 40


def describe(entries: Iterable[Passed], role: Role) -> Iterator[str]:
    """A line for each frame, each stretch that is none, each opening of the port. "<-" is from the device.

    Frames of a device that does not speak the table link are not looked into: its bytes are shown.
    """
    decoders = {"in": Decoder(), "out": Decoder()}
    for entry in entries:
        lines: Iterable[str]
        if entry.dir == "opened":
            decoders = {"in": Decoder(), "out": Decoder()}
            lines = ("the port was opened",)
        elif role.converse is not None:
            lines = (_bytes(bytes.fromhex(entry.hex)),)
        else:
            lines = _frames(decoders[entry.dir], bytes.fromhex(entry.hex), role, entry.masked)
        if entry.left_out:
            yield f"{entry.ms / 1000:10.3f} !! {entry.left_out} entries were left out: the disk was too slow"
        for line in lines:
            yield f"{entry.ms / 1000:10.3f} {_ARROWS[entry.dir]} {line}"


def _frames(decoder: Decoder, data: bytes, role: Role, masked: bool) -> Iterator[str]:
    """Fed byte by byte, so that what was dropped stands between the frames where it was."""
    stretch = bytearray()
    for at in range(len(data)):
        dropped = decoder.dropped.total
        found = decoder.feed(data[at : at + 1])
        if data[at]:
            stretch.append(data[at])
        if decoder.dropped.total != dropped:
            yield f"no frame ({_why(bytes(stretch))}): {_bytes(bytes(stretch))}"
        for frame in found:
            yield _frame(frame, role) + (
                "  [face replaced, or left out]" if masked and _has(frame, role) else ""
            )
        if not data[at]:
            stretch.clear()


def _has(frame: Frame, role: Role) -> bool:
    return role.name == "shoe" and frame.type == wire.REPORT


def _why(stretch: bytes) -> str:
    if stretch and not stretch.strip(bytes((FILL,))):
        return "filled up: it may have had a face in it"
    again = Decoder()
    again.feed(b"\0" + stretch + b"\0")
    return next((_WHY[reason] for reason, count in asdict(again.dropped).items() if count), "too long")


def _frame(frame: Frame, role: Role) -> str:
    head = f"{_TYPES.get(frame.type, f'type {frame.type}'):9} session {frame.session:5}"
    if frame.number:
        head += f" #{frame.number}"
    if frame.acknowledgement:
        head += f" ack {frame.acknowledgement}"
    return f"{head}{_said(frame, role)}"


def _said(frame: Frame, role: Role) -> str:
    """The message by its name, and what it says."""
    try:
        said = load(frame.payload)
        if frame.type == wire.REPORT:
            row = role.reports_by_code().get(frame.message)
            return (
                f"  {row.name}: {row.decode(said)}" if row is not None else f"  report {frame.message} {said}"
            )
        if frame.type in (wire.ORDER, wire.REPLY):
            names = {STATE: "state", **{row.code: row.name for row in role.orders}}
            return f"  {names.get(frame.message, frame.message)} {said or ''}".rstrip()
        return f"  {said}" if said else ""
    except BadPayload as error:
        return f"  malformed: {error}"


def _bytes(data: bytes) -> str:
    shown = "".join(chr(one) if 32 <= one < 127 else f"\\x{one:02x}" for one in data[:_MOST_SHOWN])
    return f"{len(data)} bytes  {shown}{'…' if len(data) > _MOST_SHOWN else ''}"
