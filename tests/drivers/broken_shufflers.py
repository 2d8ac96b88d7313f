"""Shufflers, each with one rule of section 7 of docs/link.md broken."""

from typing import Any

from drivers.simulated.payloads import Refuse
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.shuffler_codes import DONE, FAILED, LID, RELEASE, SHUFFLE, STARTED, TAKEN
from tests.drivers.broken_shoes import without
from tests.drivers.broken_steps import Mutant, heedless, ignores, lax, never, never_alone, reports, says

Shuffler = SimulatedShuffler


class StartsAgain(Shuffler):
    def _order(self, message: int, payload: Any) -> None:
        before = self._job
        super()._order(message, payload)
        if message == SHUFFLE and payload[1] == before:
            self._report(STARTED, {1: before})


class ForgetsWhatIsInside(Shuffler):
    def _begin_job(self, job: int, expected: int) -> None:
        self._inside.take_stack()
        super()._begin_job(job, expected)


class StaysShut(Shuffler):
    def _open_exit(self) -> None:
        pass


class NamedOnly(Shuffler):
    def _order(self, message: int, payload: Any) -> None:
        if message == RELEASE and not payload[1]:
            raise Refuse("bad-value")
        super()._order(message, payload)


class CancelLoses(Shuffler):
    def _stop(self, reason: str) -> None:
        if self._stage in ("working", "done", "released"):
            self._fail(reason)


class JamIsNoFault(Shuffler):
    def _stand_jammed(self, place: str) -> None:
        self._fail("jam", place)


class LidLosesNothing(Shuffler):
    def _fail(self, reason: str, place: str = "") -> None:
        if reason != "lid":
            super()._fail(reason, place)


class OpensForAnything(Shuffler):
    def _finish(self) -> None:
        super()._finish()
        self._open_exit()


def failing(reason: str) -> Mutant:
    """Each failure has that reason."""
    return reports(Shuffler, FAILED, lambda payload: {**payload, 2: reason})


SHUFFLERS: dict[str, Mutant] = {
    "7.167": says(Shuffler, "fault", "busy"),
    "7.168": never_alone(Shuffler),
    "7.169": Mutant(OpensForAnything, {"kind": "continuous"}),
    "7.170": reports(Shuffler, STARTED, lambda payload: {**payload, 1: payload[1] + 1}),
    "7.171": reports(Shuffler, DONE, lambda payload: {**payload, 1: payload[1] + 1}),
    "7.172": Mutant(StartsAgain),
    "7.173": lax(Shuffler, "bad-value"),
    "7.174": lax(Shuffler, "busy"),
    "7.175": lax(Shuffler, "busy"),
    "7.176": lax(Shuffler, "lid-open"),
    "7.177": Mutant(ForgetsWhatIsInside),
    "7.178": ignores(Shuffler, RELEASE),
    "7.179": never(Shuffler, TAKEN),
    "7.180": Mutant(StaysShut, {"kind": "continuous"}),
    "7.181": Mutant(NamedOnly),
    "7.182": lax(Shuffler, "busy"),
    "7.183": lax(Shuffler, "bad-value"),
    "7.184": lax(Shuffler, "lid-open"),
    "7.185": failing("stopped"),
    "7.186": Mutant(CancelLoses),
    "7.187": reports(Shuffler, DONE, lambda payload: {**payload, 3: 1, 4: 1, 5: 1}),
    "7.188": reports(Shuffler, DONE, lambda payload: {**payload, 2: 52}),
    "7.189": reports(Shuffler, DONE, lambda payload: {**payload, 4: 1}, identifies=False),
    "7.190": reports(Shuffler, DONE, lambda payload: {**payload, 6: "QH"}),
    "7.191": Mutant(JamIsNoFault),
    "7.192": never_alone(Shuffler),
    "7.193": heedless(Shuffler),
    "7.194": failing("jam"),
    "7.195": heedless(Shuffler),
    "7.196": failing("stopped"),
    "7.197": Mutant(LidLosesNothing),
    "7.198": reports(Shuffler, LID, lambda payload: {**payload, 1: 1 - payload[1]}),
    "7.199": failing("stopped"),
}
MORE: tuple[tuple[str, Mutant], ...] = (
    ("7.187", reports(Shuffler, DONE, lambda payload: {**payload, 4: 1})),
    ("7.187", reports(Shuffler, DONE, lambda payload: {**payload, 5: 1})),
    ("7.190", reports(Shuffler, DONE, lambda payload: {**payload, 5: "QH"})),
    ("7.191", reports(Shuffler, FAILED, without(3))),
    ("7.197", never(Shuffler, LID)),
)
