"""A fault at each step of a round: what holds while it lasts, and what the round comes to in the end.

The rounds, the faults and which cases a rig plays are in the folder faults; here is what is asked of each:
the day ends as it should, its journal is sound, the trouble is on record once, with its round, and the round
has the settlements that it has without it or is void with its stakes returned.
"""

from typing import Any

from controller.audit import audit
from controller.games import find_game
from controller.rehearsal.scenario import installed
from controller.table import events as ev
from controller.table.irregularities import IN_ROUND
from drivers.cards import SEALED, UNREAD
from hil_tests.faults.cover import Case, grid, selected
from hil_tests.faults.disturbed import DisturbedBench
from hil_tests.faults.kinds import FAULTS, PLAYS
from hil_tests.faults.rounds import Step, play, scenario_of, undisturbed
from hil_tests.rig import Rig

NEVER_SEEN = (SEALED, UNREAD)
"""What recall says of a burn card that a shoe forgot, or that nobody looked up in cards that were changed."""


def test_a_fault_at_a_step_of_a_round(rig: Rig, fault_case: Case) -> None:
    found = []
    for step in fault_case.steps:
        try:
            disturbed(rig, fault_case, step)
        except AssertionError as error:
            found.append(f"step {step.number}, {step.name} in {step.phase}: {error}")
    assert found == []


def disturbed(rig: Rig, case: Case, step: Step) -> None:
    """Play that round with the fault at that step. AssertionError: something is not as it must be."""
    fault, scenario = FAULTS[case.fault], scenario_of(case.round)
    inner = rig.bench(find_game(scenario.game), scenario.rules, installed(scenario))
    bench = DisturbedBench(inner, step.number, lambda it: fault.strike(it, case.device))
    try:
        document = play(case.round, bench)
        assert bench.table.phase == "Closed"
        entries = bench.entries()
        checked = audit(inner.journal.entries())
    finally:
        bench.close()
    assert bench.struck, "it never came to that step"
    assert (checked.differences, checked.open_round) == ((), False)
    opened = [one.hold for entry in entries for one in entry.events if isinstance(one, ev.HoldOpened)]
    on_record(bench, case, [hold.kind for hold in opened if hold.device == case.device], document)
    results(bench, case, document)


def on_record(bench: DisturbedBench, case: Case, kinds: list[str], document: dict[str, Any]) -> None:
    """What is on record of it: once, and with the round in which it was."""
    fault = FAULTS[case.fault]
    asked = {one.kind for one in bench.asked}
    least, most = fault.lost if case.device in PLAYS else (0, 0)
    assert least <= kinds.count("device-lost") <= most, kinds
    told = [one["kind"] for one in document["rounds"][0]["irregularities"]]
    assert bench.before is not None
    if bench.before.phase in IN_ROUND or not bench.before.round:
        assert told.count("device-lost") == kinds.count("device-lost"), told
    if case.device not in PLAYS:
        return
    if bench.missed:
        assert asked == {"device-changed"}, "a card that nobody heard of is a question"
    elif bench.forgotten:
        assert asked <= {"device-changed", "card-count"}
    else:
        assert asked <= set(fault.asks), f"the floor is asked of {asked}"
    if case.fault == "reset":
        assert kinds.count("device-changed") == 1


def results(bench: DisturbedBench, case: Case, document: dict[str, Any]) -> None:
    """What the round came to."""
    (only,), (wanted,) = document["rounds"], undisturbed(case.round).document["rounds"]
    if only["void"]:
        assert bench.forgotten or case.round in FAULTS[case.fault].may_void, "it is void"
        lying = [row for row in only["settlements"] if row["outcome"] == "void"]
        assert lying, "nothing is returned"
        assert all((row["returned"], row["paid"]) == (row["stake"], "0.00") for row in lying)
        return
    if bench.forgotten:  # before the deal, where there is no round to void
        assert "card-count" in {one.kind for one in bench.asked}, "a card is missing, and nobody finds it"
        return
    for key in ("dealer", "hands", "settlements"):
        assert only[key] == wanted[key], key
    same = zip(only["removed"], wanted["removed"], strict=True)
    unseen = NEVER_SEEN if case.fault in ("reset", "short") else ()
    assert all(card == due or card in unseen for card, due in same)
    if not FAULTS[case.fault].lost[1] and not FAULTS[case.fault].asks and case.device in PLAYS:
        assert document == undisturbed(case.round).document


def test_every_fault_is_met_by_somebody() -> None:
    """Each round has steps in every stage, and a selection for rigs in real time leaves no pair out."""
    cases = list(grid())
    assert {case.fault for case in cases} == set(FAULTS)
    assert {case.device for case in cases} == {*PLAYS, "shuffler"}
    few, fewest = selected(2), selected(1)
    for one in (few, fewest):
        assert {case.fault for case in one} == set(FAULTS)
        assert {case.device for case in one} == {*PLAYS, "shuffler"}
    pairs = {(case.round, case.fault, case.device)[:2] for case in cases}
    assert {(case.round, case.fault) for case in few} == pairs
    assert len(fewest) < len(few) < sum(len(case.steps) for case in cases) / 20
