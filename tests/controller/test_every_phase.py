"""Every phase of every game, and in each of them a device that loses its cable, or starts anew.

A session of each game, and of each way to deal it, is played over the real link in memory and struck with the
first ruling that is in the phase. The table asks once, the record has it once in its round, the floor has the
round go on, and the session comes to the end that it has without. What single devices do, and every order of
a day, is in test_failing_devices.py.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from controller.audit import audit
from controller.consoles.screens import screen
from controller.games import find_game
from controller.recall import recall
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, installed, load_scenario
from controller.table import events as ev
from controller.table.commands import Input
from controller.table.irregularities import IN_ROUND
from controller.table.ruling import Ruling
from controller.table.state import Table, find_device
from tests.controller.rehearsal.disturbed import DisturbedBench

SCENARIOS = Path(__file__).parents[1] / "scenarios"
SESSIONS = (
    "blackjack/insurance-is-lost",
    "blackjack/cover-card-of-one-side",
    "blackjack/hand-dealt-wagers-that-need-a-look",
    "double-back-jack/blackjacks-are-paid-first",
    "free-bet-blackjack/insurance-to-the-next-chip",
    "lunar-poker/decisions-that-are-refused",
    "lunar-poker/stacks-from-an-automated-shoe",
    "lunar-poker/dealt-from-the-hand-astray",
)
"""One for each game and each kind of shoe."""
BESIDE = {
    "blackjack/a-side-runs-short": ("Refilling",),
    "free-bet-blackjack/idle-table-with-a-shuffler": ("Idle",),
}
"""For phases that a session seldom has. Both are of the spine, or of what the blackjack games share."""
SELDOM = {"Refilling", "Idle"}


def scenario_of(session: str) -> Scenario:
    return load_scenario(SCENARIOS / f"{session}.yaml")


def played(session: str, disturbance: str, phase: str) -> tuple[DisturbedBench, dict[str, Any]]:
    """The bench after the session, and its result."""
    scenario = scenario_of(session)
    bench = DisturbedBench(scenario, disturbance, phase=phase)
    return bench, Script(scenario, bench.game, bench, lambda cited: cited).run()


@cache
def undisturbed(session: str) -> tuple[DisturbedBench, dict[str, Any]]:
    return played(session, "none", "no phase")


def phases_of(session: str) -> tuple[str, ...]:
    """In the order in which they come."""
    if session in BESIDE:
        return BESIDE[session]
    bench, _ = undisturbed(session)
    return tuple(dict.fromkeys(ruling.table.phase for _, ruling in bench.rulings))


CASES = [
    (session, device) for session in (*SESSIONS, *BESIDE) for device in undisturbed(session)[0].devices()
]


def test_every_phase_of_every_game_is_among_these() -> None:
    seen: dict[str, set[str]] = {}
    for session in (*SESSIONS, *BESIDE):
        seen.setdefault(scenario_of(session).game, set()).update(phases_of(session))
    assert set().union(*seen.values()) >= SELDOM
    for name, phases in seen.items():
        assert set(find_game(name).phases.phases) - SELDOM <= phases, name


def asked(bench: DisturbedBench, device: str) -> list[str]:
    """What was asked of the floor about that device, in order."""
    events = [event for entry in bench.entries() for event in entry.events]
    return [one.hold.kind for one in events if isinstance(one, ev.HoldOpened) and one.hold.device == device]


def check_end(bench: DisturbedBench) -> None:
    """It is not stuck anywhere, and its books are right."""
    assert bench.disturbed
    assert bench.table.phase == "Closed"
    assert bench.table.holds == ()
    assert bench.pump.sealed == ""
    found = audit(bench.journal.entries())
    assert (found.differences, found.open_round) == ((), False)


def without(document: dict[str, Any], *left_out: str) -> list[dict[str, Any]]:
    """The rounds of a result, without what differs by right."""
    return [{key: value for key, value in one.items() if key not in left_out} for one in document["rounds"]]


def recorded(bench: DisturbedBench, kind: str) -> list[int]:
    """The numbers of the rounds that have an irregularity of that kind on record, once for each."""
    rounds = recall(bench.game, bench.rules, bench.entries())
    return [one.number for one in rounds for found in one.irregularities if found.kind == kind]


# ---- the cable --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("session", "device"), CASES)
def test_unplugged_in_any_phase_the_round_is_suspended_once(session: str, device: str) -> None:
    """Elsewhere nothing said that a round had been broken off: what was played was forgotten before the loss
    was told, and only one of the phases was tested. A round does not need the shuffler."""
    before, plain = undisturbed(session)
    for phase in phases_of(session):
        bench, document = played(session, f"unplug {device}", phase)
        check_end(bench)
        struck = bench.struck
        assert struck is not None
        assert struck.phase == phase
        more = Counter(asked(bench, device)) - Counter(asked(before, device))
        if device == "shuffler":
            assert more.total() <= 1, "when its cards are wanted, which may be in a later phase"
            assert "device-lost" not in more
        else:
            assert more == Counter(["device-lost"] * (phase != "Closed")), phase
            if phase in IN_ROUND:
                assert recorded(bench, "device-lost") == [struck.round], phase
        assert without(document, "irregularities") == without(plain, "irregularities"), phase
        assert document["refusals"] == plain["refusals"], phase


# ---- the device -------------------------------------------------------------------------------------------


def needs_its_cards(session: str, device: str) -> bool:
    """A shoe that dispenses stacks and starts anew has cards of no load: the round is void (671a.13(f))."""
    return device == "shoe" and session == "lunar-poker/stacks-from-an-automated-shoe"


@pytest.mark.parametrize(("session", "device"), CASES)
def test_started_anew_in_any_phase_the_session_ends_as_it_should(session: str, device: str) -> None:
    """Elsewhere a reset was not noticed while a job was paused, resumed, cancelled or finished, and it hung
    there. A shoe has forgotten what it kept sealed: nobody learns what a burn card or a folded hand was."""
    _, plain = undisturbed(session)
    for phase in phases_of(session):
        bench, document = played(session, f"reset {device}", phase)
        check_end(bench)
        there = find_device(bench.table, device)
        assert there is not None
        assert there.ready
        assert there.boot == bench.models[device].boot
        assert bench.struck is not None
        assert bench.struck.phase == phase
        asks = phase != "Closed" and device != "shuffler"
        assert asked(bench, device).count("device-changed") == asks, phase
        if needs_its_cards(session, device) and any(one["void"] for one in document["rounds"]):
            assert phase in IN_ROUND
            assert recorded(bench, "shoe-failed") == [bench.struck.round]
            continue
        sealed = ("removed", "hands") if device == "shoe" else ()
        assert without(document, "irregularities", *sealed) == without(plain, "irregularities", *sealed), (
            phase
        )
        assert document["refusals"] == plain["refusals"], phase


# ---- its own word that it is at fault ---------------------------------------------------------------------


class Stopped(BaseException):
    """Here the test goes on by itself."""


class StoppedBench(MemoryBench):
    """Stopped with the first ruling that is in `phase`; goes on when that is "" again."""

    phase = ""

    def _note(self, table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        super()._note(table, given, ruling, seal)
        if ruling is not None and table.phase == self.phase:
            raise Stopped


def stopped(session: str, phase: str) -> StoppedBench:
    scenario = scenario_of(session)
    game = find_game(scenario.game)
    bench = StoppedBench(game, scenario.rules, 50.0, equipment=installed(scenario))
    bench.phase = phase
    with pytest.raises(Stopped):
        Script(scenario, game, bench, lambda cited: cited).run()
    bench.phase = ""
    return bench


@pytest.mark.parametrize("phase", ["Betting", "Dealing"])
@pytest.mark.parametrize(("session", "device"), [*CASES, ("blackjack/a-bad-beat", "progressive")])
def test_what_a_device_says_of_itself_is_on_the_screen_within_a_second(
    session: str, device: str, phase: str
) -> None:
    """Elsewhere a device had said that it failed, and those above it went on unaware. A shuffler stops no
    round; every other device is a question."""
    for kind in sorted(stopped(session, phase).models[device].hard_faults):
        bench = stopped(session, phase)
        began = bench.clock.monotonic()
        bench.act(device, lambda model, now, kind=kind: model.fault(kind, now))

        def shown(bench: StoppedBench = bench, kind: str = kind) -> bool:
            seen = screen(bench.game, bench.table, resolve=lambda cited: cited)
            asks = any(one.device == device for one in seen.holds)
            told = any(one.name == device and kind in one.faults for one in seen.devices)
            return told and (asks or device == "shuffler")

        assert bench.run_until(shown, 1.0), kind
        assert bench.clock.monotonic() - began < 1.0
