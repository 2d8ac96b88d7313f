"""Progressive systems, each with one rule of section 7 of docs/link.md broken."""

from collections.abc import Callable
from typing import Any

from drivers.simulated.progressive import (
    ATTEMPT_AFTER_LOCK_OUT,
    CREDITED,
    LOCKED_OUT,
    PLACED,
    TAKEN_BACK,
    SimulatedProgressive,
)
from tests.drivers.broken_shoes import without
from tests.drivers.broken_steps import Mutant, at_start, lax, never, reports

System = SimulatedProgressive


def opening(change: Callable[[Any, Any, Any], None]) -> Mutant:
    """Behind each `open` it is so changed; the change is given what was accepted and the round of before."""

    class Opening(System):
        def _order_open(self, payload: Any) -> None:
            accepted, of_round = dict(self._accepted), self._round
            super()._order_open(payload)
            change(self, accepted, of_round)

    return Mutant(Opening)


class OpensMore(System):
    def _order_open(self, payload: Any) -> None:
        before = self._open
        super()._order_open(payload)
        self._open = {**before, **self._open}


class NoLimit(System):
    def _accepts(self, spot: Any, cents: int) -> bool:
        return spot in self._open


class AcceptsAll(System):
    def _accepts(self, spot: Any, cents: int) -> bool:
        return True


class LiftedCounts(System):
    def take_back(self, box: int, wager: str, cents: int, now: float) -> bool:
        went = super().take_back(box, wager, cents, now)
        if not went:
            self._accepted.pop((box, wager), None)
        return went


class LocksOutOnce(System):
    def _lock_out(self) -> None:
        if self._open:
            super()._lock_out()


class SelectsAgain(System):
    def _lock_out(self) -> None:
        self._magic, self._lucky = "", 0
        super()._lock_out()


class SelectsForGood(System):
    def _order_open(self, payload: Any) -> None:
        magic = self._magic
        super()._order_open(payload)
        self._magic = magic


class TellsRejected(System):
    def _reject(self, payload: Any) -> None:
        super()._reject(payload)
        self._report(TAKEN_BACK, {1: payload[1], 2: payload[2], 3: 300})


class FollowsAnyAward(System):
    def _credit(self, payload: Any) -> None:
        super()._credit(payload)
        self._credited = payload[1]


class ForgetsInSession(System):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        super()._begin_session(nonce, host_has)
        self._accepted = {}


class TellsEachLockOut(System):
    def _make_safe(self) -> None:
        was_open = bool(self._open)
        super()._make_safe()
        if was_open:
            self._report(LOCKED_OUT, {1: []})


class OnePart(System):
    def _state_parts(self) -> Any:
        return [{**super()._state_parts()[0], 2: self._listed()}]


def _keep(system: Any, accepted: Any, of_round: Any) -> None:
    system._accepted = accepted


def _clear(system: Any, accepted: Any, of_round: Any) -> None:
    system._accepted = {}


def _only_named(system: Any, accepted: Any, of_round: Any) -> None:
    system._accepted = {spot: cents for spot, cents in system._accepted.items() if spot in system._open}


def _always_asked(system: Any, accepted: Any, of_round: Any) -> None:
    system._asked = (True, True)


def _lose_wagers(system: Any) -> None:
    system._accepted = {}


def _lose_selection(system: Any) -> None:
    system._magic, system._lucky = "", 0


PROGRESSIVE: dict[str, Mutant] = {
    "7.13": reports(System, PLACED, without(4)),
    "7.14": reports(System, PLACED, lambda payload: {**payload, 1: payload[1] + 1}),
    "7.15": Mutant(OpensMore),
    "7.16": opening(_keep),
    "7.17": opening(_clear),
    "7.18": opening(_only_named),
    "7.19": lax(System, "bad-value"),
    "7.20": lax(System, "bad-value"),
    "7.21": Mutant(NoLimit),
    "7.22": Mutant(AcceptsAll),
    "7.23": never(System, TAKEN_BACK),
    "7.24": Mutant(LiftedCounts),
    "7.25": Mutant(LocksOutOnce),
    "7.26": opening(_always_asked),
    "7.27": lax(System, "unsupported", capabilities=("accounts",)),
    "7.28": reports(System, LOCKED_OUT, lambda payload: {**payload, 2: "hearts"}),
    "7.29": Mutant(SelectsAgain),
    "7.30": Mutant(SelectsForGood),
    "7.31": Mutant(TellsRejected),
    "7.32": never(System, CREDITED),
    "7.33": Mutant(FollowsAnyAward),
    "7.34": lax(System, "unsupported", capabilities=("chips",)),
    "7.35": lax(System, "bad-value"),
    "7.36": Mutant(ForgetsInSession),
    "7.37": at_start(System, _lose_wagers),
    "7.38": at_start(System, _lose_selection),
    "7.39": Mutant(TellsEachLockOut),
    "7.163": Mutant(OnePart),
}
MORE: tuple[tuple[str, Mutant], ...] = (
    ("7.21", never(System, ATTEMPT_AFTER_LOCK_OUT)),
    ("7.22", never(System, ATTEMPT_AFTER_LOCK_OUT)),
    ("7.26", reports(System, LOCKED_OUT, lambda payload: {**payload, 3: 1})),
    ("7.28", reports(System, LOCKED_OUT, lambda payload: {**payload, 3: 7})),
    ("7.32", reports(System, CREDITED, lambda payload: {1: payload[1] + 1})),
)
