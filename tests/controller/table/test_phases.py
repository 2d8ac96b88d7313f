"""PhaseTable: what it refuses to be built from, and that STEPS and the machine say the same."""

import ast
from pathlib import Path
from typing import Any

import pytest
from transitions import MachineError

from controller.citations import resolver
from controller.regulation.marks import clause
from controller.table import phases
from controller.table.phases import ANY, PhaseTable, PhaseTableFault, Row, mermaid
from controller.table.state import Table
from tests.support import GAME


class Go:
    """A trigger."""


class Stop:
    """Another one."""


def always(_: Table) -> bool:
    return True


AB = ("A", "B")
GO = Row(Go, ("A",), "B", "672a.7(e)")
BACK = Row(Stop, ("B",), "A", "672a.7(e)")


def test_a_small_table_is_read_out() -> None:
    table = PhaseTable(AB, (GO, BACK), "A")
    assert table.advance("A", Go) is GO
    assert table.advance("A", Stop) is None
    assert table.inputs("B") == (Stop,)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ((GO, Row(Stop, ("C",), "A", "house.1")), "unknown phase 'C'"),
        ((GO, Row(Stop, ("B",), "C", "house.1")), "unknown phase 'C'"),
        ((BACK,), "phase A: no way out"),
        ((GO,), "phase B: no way out"),
        ((GO, Row(Stop, ("B",), "B", "house.1")), "phase B: no way out"),
        ((GO, Row(Stop, ("B",), None, "house.1")), "phase B: no way out"),
        ((GO, Row(Stop, ("B",), "A", "")), "no clause"),
        ((GO, GO, BACK), "two rows for Go in A"),
        ((GO, Row(Go, ("A",), None, "house.1"), BACK), "two rows for Go in A"),
        ((GO, BACK, Row(Go, ANY, None, "house.1"), Row(Go, ANY, None, "house.1")), "two rows for Go"),
        (
            (GO, Row(Go, ANY, None, "house.1"), Row(Stop, ANY, None, "house.1"), BACK, BACK),
            "two rows for Stop",
        ),
        ((GO, BACK, Row(None, ("A",), "B", "house.1")), "no condition"),
    ],
)
def test_rows_that_contradict_themselves_are_refused(rows: tuple[Row, ...], words: str) -> None:
    with pytest.raises(PhaseTableFault, match=words.replace("(", r"\(")):
        PhaseTable(AB, rows, "A")


def test_a_phase_that_no_row_leads_to_is_refused() -> None:
    with pytest.raises(PhaseTableFault, match="phase C: no row leads there"):
        PhaseTable((*AB, "C"), (GO, BACK, Row(Go, ("C",), "A", "house.1")), "A")


def test_an_unknown_initial_phase_is_refused() -> None:
    with pytest.raises(PhaseTableFault, match="'Z'"):
        PhaseTable(AB, (GO, BACK), "Z")


def test_two_triggers_of_one_name_are_refused() -> None:
    class Other:
        pass

    Other.__name__ = "Go"
    with pytest.raises(PhaseTableFault, match="two triggers are called Go"):
        PhaseTable(AB, (GO, BACK, Row(Other, ("B",), "A", "house.1")), "A")


def test_a_row_of_a_phase_goes_before_a_row_of_any_phase() -> None:
    anywhere = Row(Go, ANY, None, "house.1")
    for rows in ((GO, anywhere, BACK), (anywhere, GO, BACK)):
        table = PhaseTable(AB, rows, "A")
        assert table.advance("A", Go) is GO
        assert table.advance("B", Go) is anywhere


# ---- the machine and STEPS ------------------------------------------------------------------------------

PHASES = GAME.phases.phases
TRIGGERS = sorted({row.name for row in GAME.phases.rows if row.trigger is not None})
TYPES = {row.name: row.trigger for row in GAME.phases.rows if row.trigger is not None}


class Model:
    """What the machine moves in a test."""

    state = ""

    def trigger(self, name: str) -> bool:
        raise NotImplementedError  # the machine puts its own in place of this


def moved(phase: str, trigger: str) -> str | None:
    """Where the `transitions` machine goes from this phase, None where it bars the trigger."""
    model: Any = Model()
    machine = GAME.phases.machine
    machine.add_model(model, initial=phase)
    try:
        assert machine.events[trigger].trigger(model) is True
        return str(model.state)
    except MachineError:
        return None
    finally:
        machine.remove_model(model)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("trigger", TRIGGERS)
def test_machine_and_steps_agree_in_every_phase_and_trigger(phase: str, trigger: str) -> None:
    trigger_type = TYPES[trigger]
    assert trigger_type is not None
    row = GAME.phases.advance(phase, trigger_type)
    if row is None:
        assert moved(phase, trigger) is None
    else:
        assert moved(phase, trigger) == (row.dest or phase)


@pytest.mark.parametrize("phase", PHASES)
def test_machine_and_passages_agree(phase: str) -> None:
    found = GAME.phases.machine.get_transitions("passage", source=phase)
    expected = [(phase, row.dest) for row in GAME.phases.passages[phase]]
    assert [(one.source, one.dest) for one in found] == expected


def test_the_machine_knows_no_trigger_that_no_row_has() -> None:
    assert set(GAME.phases.machine.events) == {*TRIGGERS, "passage"}


def test_the_machine_acts_on_nothing() -> None:
    machine = GAME.phases.machine
    assert machine._queued is False
    assert not machine.before_state_change
    assert not machine.after_state_change
    assert not machine.finalize_event
    for event in machine.events.values():
        for found in (one for many in event.transitions.values() for one in many):
            assert not [*found.before, *found.after, *found.prepare, *found.conditions]
    assert all(not (state.on_enter or state.on_exit) for state in machine.states.values())


@clause("house.11")
def test_every_row_of_the_game_has_a_clause_and_every_phase_a_way_back_to_closed() -> None:
    ways = {
        phase: {
            row.dest for row in (*GAME.phases.steps[phase].values(), *GAME.phases.passages[phase]) if row.dest
        }
        for phase in PHASES
    }
    for phase in PHASES:
        reached, front = {phase}, [phase]
        while front:
            for following in ways[front.pop()] - reached:
                reached.add(following)
                front.append(following)
        assert reached == set(PHASES), phase
    assert all(row.clause for row in GAME.phases.rows)


def test_phases_is_the_one_importer_of_transitions() -> None:
    root = Path(phases.__file__).parents[1]
    importers = [
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (
            isinstance(node, ast.Import)
            and any(one.name.split(".")[0] == "transitions" for one in node.names)
        )
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "transitions")
    ]
    assert importers == ["table/phases.py"]


def test_the_diagram_shows_each_way_once() -> None:
    lines = mermaid(GAME.phases, resolver(GAME.chapter)).splitlines()
    assert lines[:2] == ["stateDiagram-v2", "    [*] --> Closed"]
    assert len(set(lines)) == len(lines)
    assert "    Insurance --> Peeking: CloseInsurance · 672a.8(b)" in lines
    for phase in PHASES:
        assert any(line.startswith(f"    {phase} --> ") for line in lines), phase
