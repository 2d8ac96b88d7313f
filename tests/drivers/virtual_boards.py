"""The conformance kit's far end in tests: a firmware model on a wire that moves the clock, and hands on it.

A mutant is a firmware with one rule taken out, or a cable that changes what passes as a firmware without the
rule would have. Which mutants there are stands in the tests.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from cobs import cobs
from msgspec.structs import replace

from drivers import frame as vocabulary
from drivers.conformance.bench import Check, checked, wrapped
from drivers.conformance.board import STEP, Board
from drivers.conformance.checks import CHECKS
from drivers.conformance.hands import Rig
from drivers.conformance.kit import Result, examine
from drivers.frame import Frame, encode
from drivers.payload import dump, load
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.control import answer_line
from drivers.simulated.firmware import Firmware
from drivers.simulated.shoe import SimulatedShoe


class VirtualWire:
    """See Wire. A firmware model at the far end; reading moves the clock."""

    def __init__(self, model: Firmware) -> None:
        self.model = model
        self._now = 0.0
        model.start(0.0)

    def now(self) -> float:
        return self._now

    def write(self, data: bytes) -> None:
        self.model.received(self.down(data), self._now)

    def read(self, seconds: float) -> bytes:
        self.model.tick(self._now)
        data = self.model.to_send()
        if not data:
            self._now += min(STEP, seconds) or 1e-6
        return self.up(data)

    def down(self, data: bytes) -> bytes:
        return data

    def up(self, data: bytes) -> bytes:
        return data


class Bench:
    """What the control socket's requests are done to: the model at the far end of a VirtualWire."""

    def __init__(self, line: VirtualWire) -> None:
        self.line = line
        self.firmware = line.model

    def do(self, action: Callable[[float], Any]) -> Any:
        return action(self.line.now())


def hands_on(line: VirtualWire) -> Rig:
    """The hands of a simulator process, without its socket."""
    bench = Bench(line)
    return Rig(lambda request: answer_line(bench, request))  # type: ignore[arg-type]


def results(
    kind: type[Firmware],
    wire: type[VirtualWire] = VirtualWire,
    /,
    *,
    attended: bool = True,
    checks: Sequence[Check] = CHECKS,
    **parts: Any,
) -> list[Result]:
    """What comes of the checks. parts: of the model's constructor."""
    source = random.Random(7)
    model = kind(random32=lambda: source.getrandbits(32) | 1, **parts)
    if isinstance(model, SimulatedShoe) and not isinstance(model, SimulatedAutomatedShoe):
        model.load(["9C", "8D", "7H", "6S", "5C"], 0.0)
    line = wire(model)
    board = Board(line, lambda: source.getrandbits(32) | 1)
    return list(examine(board, kind.role, hands_on(line) if attended else None, checks))


def said(change: Callable[[Frame], Frame | None]) -> type[VirtualWire]:
    """A device that says frames so changed."""

    class Changed(VirtualWire):
        def up(self, data: bytes) -> bytes:
            frames = (change(frame) for frame in vocabulary.Decoder().feed(data))
            return b"".join(encode(frame) for frame in frames if frame is not None)

    return Changed


def taken(change: Callable[[Frame], Frame]) -> type[VirtualWire]:
    """A device that takes what it hears as if it were so changed."""

    class Changed(VirtualWire):
        def down(self, data: bytes) -> bytes:
            frames = vocabulary.Decoder().feed(data)
            return b"".join(encode(change(frame)) for frame in frames) if frames else data

    return Changed


def lenient(mend: Callable[[bytes], bytes]) -> type[VirtualWire]:
    """A device that takes a decoded span (with its CRC) as if it were `mend` of it, the CRC made right."""

    class Changed(VirtualWire):
        def down(self, data: bytes) -> bytes:
            try:
                raw = cobs.decode(data.strip(b"\0"))
            except cobs.DecodeError:
                return data
            return wrapped(checked(mend(raw)[:-4])) if len(raw) >= 12 else data

    return Changed


def altered(frame: Frame, **fields: Any) -> Frame:
    return replace(frame, **fields)


def keyed(kind: int, change: dict[int, Any], message: int | None = None) -> Callable[[Frame], Frame]:
    """Frames of this type with these keys."""

    def changed(frame: Frame) -> Frame:
        is_meant = frame.type == kind and message in (None, frame.message)
        if not is_meant or is_no_cbor(frame.payload):
            return frame
        return altered(frame, payload=dump({**load(frame.payload), **change}))

    return changed


def answering(change: Callable[[dict[int, Any]], None], kind: int = vocabulary.REPLY) -> type[VirtualWire]:
    def changed(frame: Frame) -> Frame:
        if frame.type != kind:
            return frame
        payload: dict[int, Any] = dict(load(frame.payload))
        change(payload)
        return altered(frame, payload=dump(payload))

    return said(changed)


def payload_as(test: Callable[[bytes], bool], payload: bytes) -> type[VirtualWire]:
    return taken(
        lambda frame: (
            altered(frame, payload=payload)
            if frame.type == vocabulary.ORDER and test(frame.payload)
            else frame
        )
    )


def is_no_cbor(payload: bytes) -> bool:
    try:
        load(payload)
    except ValueError:
        return True
    return False
