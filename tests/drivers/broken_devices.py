"""Card readers and wager positions, each with one rule of section 7 of docs/link.md broken."""

from typing import Any

from drivers.simulated import card_reader, wager_positions
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.payloads import Refuse
from drivers.simulated.wager_positions import SimulatedPositions
from tests.drivers.broken_shoes import without
from tests.drivers.broken_steps import Mutant, ignores, lax, never, reports, states

PLACED, TAKEN_BACK = wager_positions.PLACED, wager_positions.TAKEN_BACK
ATTEMPT = wager_positions.ATTEMPT_AFTER_CLOSE


class StaysArmed(SimulatedReader):
    def _report(self, message: int, payload: Any) -> None:
        super()._report(message, payload)
        if message == card_reader.ANSWER:
            self._armed = 1


class NoReadDisarms(SimulatedReader):
    def _report(self, message: int, payload: Any) -> None:
        super()._report(message, payload)
        if message == card_reader.ANSWER:
            self._disarm()


class SlowOnNines(SimulatedReader):
    def insert(self, card: str, now: float) -> bool:
        taken = super().insert(card, now)
        if card.startswith("9") and self._peek_due is not None:
            self._peek_due += 0.5
        return taken


READERS: dict[str, Mutant] = {
    "7.140": states(SimulatedReader, lambda state: {1: min(state[1], 1)}),
    "7.141": lax(SimulatedReader, "bad-value"),
    "7.142": reports(SimulatedReader, card_reader.ANSWER, lambda payload: {**payload, 1: 1}),
    "7.143": Mutant(StaysArmed),
    "7.144": Mutant(NoReadDisarms),
    "7.145": never(SimulatedReader, card_reader.INSERTED_WHILE_DISARMED),
    "7.146": ignores(SimulatedReader, card_reader.DISARM),
    "7.147": reports(SimulatedReader, card_reader.ANSWER, lambda payload: {**payload, 2: 13}),
    "7.148": Mutant(SlowOnNines),
    "7.149": reports(
        SimulatedReader, card_reader.ANSWER, lambda said: {**said, 2: b""} if said[1] == 2 else said
    ),
}


class OneByOne(SimulatedPositions):
    def _report(self, message: int, payload: Any) -> None:
        if message != PLACED:
            super()._report(message, payload)
            return
        for entry in payload[2]:
            super()._report(message, {**payload, 2: [entry]})


class OpensMore(SimulatedPositions):
    def _order_open(self, payload: Any) -> None:
        before = self._open
        super()._order_open(payload)
        self._open = {**before, **self._open}


class ClosesOnce(SimulatedPositions):
    def _order(self, message: int, payload: Any) -> None:
        if message != wager_positions.CLOSE or self._open:
            super()._order(message, payload)


class TellsRejected(SimulatedPositions):
    def _reject(self, payload: Any) -> None:
        super()._reject(payload)
        self._report(TAKEN_BACK, {1: payload[1], 2: payload[2], 3: 700})


class WantsSomethingToStand(SimulatedPositions):
    def _reject(self, payload: Any) -> None:
        if not payload[3]:
            raise Refuse("bad-value")
        super()._reject(payload)


class OnePart(SimulatedPositions):
    def _state_parts(self) -> Any:
        parts = super()._state_parts()
        rows: list[Any] = []
        for part in parts:
            rows += part[2]  # type: ignore[operator]
        return [{**parts[0], 2: rows}]


POSITIONS: dict[str, Mutant] = {
    "7.150": reports(SimulatedPositions, PLACED, lambda payload: {**payload, 1: payload[1] + 1}),
    "7.151": Mutant(OneByOne),
    "7.152": Mutant(OpensMore),
    "7.153": reports(SimulatedPositions, PLACED, lambda said: None if said[2][0][1] > 1000 else said),
    "7.154": never(SimulatedPositions, ATTEMPT),
    "7.155": reports(SimulatedPositions, ATTEMPT, lambda payload: {**payload, 3: abs(payload[3])}),
    "7.156": never(SimulatedPositions, TAKEN_BACK),
    "7.157": reports(SimulatedPositions, PLACED, without(3)),
    "7.158": Mutant(ClosesOnce),
    "7.159": Mutant(TellsRejected),
    "7.160": lax(SimulatedPositions, "bad-value"),
    "7.161": states(SimulatedPositions, lambda state: {**state, 1: 0}),
    "7.162": Mutant(OnePart),
}
MORE: tuple[tuple[str, Mutant], ...] = (
    (
        "7.157",
        reports(SimulatedPositions, PLACED, lambda said: {**said, 1: said[1] + 1} if 3 in said else said),
    ),
    ("7.159", Mutant(WantsSomethingToStand)),
)
