"""The conformance kit against boards that do not merely break a rule: it falls over none, in bounded time.

In virtual time. What the command makes of them is in tests/controller/cli/test_conformance.py.
"""

import random
from typing import Any

import pytest

from drivers.conformance.board import MOST_NOTED, STEP, Board
from drivers.conformance.checks import CHECKS, chosen
from drivers.conformance.kit import DEAF, Result, examine
from drivers.conformance.report import advice
from drivers.errors import LinkLost
from drivers.frame import Decoder, encode
from drivers.payload import dump, load
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from tests.drivers.virtual_boards import VirtualWire, altered, hands_on, results

HOUR = 3600.0


def until_lost(model: Firmware, wire: type[VirtualWire]) -> tuple[list[Result], str, float]:
    """What came before the link was given up, why it was, and how long that took."""
    line = wire(model)
    numbers = iter(range(1, 1 << 20))
    board = Board(line, lambda: next(numbers))
    found: list[Result] = []
    with pytest.raises(LinkLost) as lost:
        found.extend(examine(board, model.role, hands_on(line)))
    return found, str(lost.value), line.now()


class SaysNothing(VirtualWire):
    def up(self, data: bytes) -> bytes:
        return b""


class NeverEnds(VirtualWire):
    """One frame that has no end."""

    def read(self, seconds: float) -> bytes:
        super().read(seconds)
        self._now += STEP
        return b"\x55" * 400


class HangsOnOrder250(VirtualWire):
    """It stands still from the first order on that it does not know."""

    hung = False

    def down(self, data: bytes) -> bytes:
        self.hung = self.hung or any(frame.message == 250 for frame in Decoder().feed(data))
        return b"" if self.hung else data

    def up(self, data: bytes) -> bytes:
        return b"" if self.hung else data


@pytest.mark.parametrize("wire", [SaysNothing, NeverEnds])
def test_a_board_that_answers_nothing_is_given_up_soon(wire: type[VirtualWire]) -> None:
    model = SimulatedReader(random32=lambda: 0xC0FFEE)
    with pytest.raises(LinkLost, match="answered no HELLO in 5 checks"):
        list(examine(Board(line := wire(model), lambda: 7), "card_reader", None))
    assert line.now() < 20.0


def test_a_board_that_hangs_in_the_middle_is_given_up_where_it_hung() -> None:
    found, why, took = until_lost(SimulatedReader(random32=lambda: 0xC0FFEE), HangsOnOrder250)
    assert found[0].outcome == "passed"
    first = next(one for one in found if one.outcome == "failed")
    assert first.paragraph == "5.4"
    assert advice(found).startswith("Begin with 5.4 (")
    assert [one.not_greeted for one in found[-DEAF:]] == [True] * DEAF
    assert found[-DEAF].id in why
    assert took < 60.0


class Floods(VirtualWire):
    """Noise between its frames, as fast as a quick cable carries it."""

    def read(self, seconds: float) -> bytes:
        data = super().read(seconds)
        self._now += STEP
        return data + b"\xa5" * 20_000


def test_a_flood_does_not_fill_the_report() -> None:
    found = results(SimulatedShoe, Floods, checks=chosen(["1.1", "5.4", "6.1"]))
    assert {one.outcome for one in found} <= {"passed", "failed"}
    assert found[0].outcome == "failed"
    for one in found:
        assert sum(len(passed.hex) // 2 for passed in one.capture) <= MOST_NOTED


class BootsEachSecond(VirtualWire):
    booted = 0.0

    def read(self, seconds: float) -> bytes:
        if self.now() > self.booted + 1.0:
            self.booted = self.now()
            self.model.start(self.now(), "watchdog")
        return super().read(seconds)


def test_a_board_that_starts_again_each_second_fails_in_bounded_time() -> None:
    source = random.Random(3)
    model = SimulatedReader(random32=lambda: source.getrandbits(32) | 1)
    line = BootsEachSecond(model)
    found = list(examine(Board(line, lambda: source.getrandbits(32) | 1), "card_reader", hands_on(line)))
    assert len(found) == len(CHECKS)
    assert any(one.outcome == "failed" for one in found)
    assert line.now() < HOUR


# ---- rubbish, in the form of frames ---------------------------------------------------------------------


def nonsense(source: random.Random, depth: int = 0) -> Any:
    """Anything that CBOR can say here."""
    kind = source.randrange(7)
    few = range(source.randrange(3)) if depth < 1 else range(0)
    return (
        source.choice((0, 1, 2, 255, -1, 2**32, 2**63, -(2**40))),
        source.choice(("", "jam", "fault", "u" * 32)),
        bytes(source.randrange(40)),
        [nonsense(source, depth + 1) for _ in few],
        {key: nonsense(source, depth + 1) for key in few},
        {"ring"[key:]: nonsense(source, depth + 1) for key in few},
        source.randrange(70),
    )[kind]


def raving(seed: int, often: float) -> type[VirtualWire]:
    """A board of whose payloads, now and then, one key is nonsense, at the top or a level below."""
    source = random.Random(seed)

    def spoil(payload: dict[int, Any]) -> dict[int, Any]:
        key = source.choice([*payload, 1, 11])
        inner = payload.get(key)
        if isinstance(inner, dict) and inner and source.random() < 0.7:
            return {**payload, key: {**inner, source.choice([*inner]): nonsense(source)}}
        return {**payload, key: nonsense(source)}

    class Raves(VirtualWire):
        def up(self, data: bytes) -> bytes:
            said = b""
            for frame in Decoder().feed(data):
                if source.random() < often and len(frame.payload) < 160:
                    said += encode(altered(frame, payload=dump(spoil(dict(load(frame.payload))))))
                else:
                    said += encode(frame)
            return said

    return Raves


@pytest.mark.parametrize("often", [0.05, 0.4])
@pytest.mark.parametrize("kind", [SimulatedShoe, SimulatedReader, SimulatedProgressive, SimulatedShuffler])
def test_nothing_that_a_board_says_stops_the_kit(kind: type[Firmware], often: float) -> None:
    """Each check has an outcome, whatever is said; a check that is not greeted has one too."""
    for check in CHECKS:
        (found,) = results(kind, raving(len(check.id), often), checks=[check])
        assert found.outcome in ("passed", "failed", "not applicable", "left out")
