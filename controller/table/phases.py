"""Rows: which input is ruled on in which phase, and where it leads.

A Row is one line of a game's machine: an input (a command's or a report's type) or, without
one, a passage, which is taken by itself as soon as its condition holds. PhaseTable checks the rows
when it is built, by a `transitions` machine, and reads them out once into STEPS, from which rulings
are answered. The work of a row is a pure function that answers with events; nothing here acts.
This is the one importer of `transitions`.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from transitions import Machine

from controller.table.events import Event
from controller.table.state import Table

Guard = Callable[[Table, Any], None]
Decide = Callable[[Table, Any], tuple[Event, ...]]
When = Callable[[Table], bool]

ANY: Final = ("*",)
NOTHING: Final[tuple[Event, ...]] = ()


class Row(Struct, frozen=True):
    """One line of a machine.

    trigger: the type of a command or report, or None for a passage. sources: phases, or ANY. dest: the
    phase that follows, or None to stay. clause: a clause number or a topic. guard: raises Refused
    where the input is barred now. decide: what follows, as events. when: a passage's condition.
    """

    trigger: type | None
    sources: tuple[str, ...]
    dest: str | None
    clause: str
    decide: Decide | None = None
    guard: Guard | None = None
    when: When | None = None

    @property
    def name(self) -> str:
        """The trigger's name in diagrams: the input's type, or "passage"."""
        return self.trigger.__name__ if self.trigger is not None else "passage"


class PhaseTableFault(Exception):
    """The rows contradict themselves; the message names the row."""


class PhaseTable:
    """The checked machine of a game.

    steps[phase][type] is the Row that rules on an input; passages[phase] the rows that are tried, in
    order, after every ruling. `initial` is the phase that a new table stands in.
    """

    def __init__(self, phases: tuple[str, ...], rows: tuple[Row, ...], initial: str = "Closed") -> None:
        self.phases = phases
        self.rows = rows
        self.initial = initial
        self.steps: dict[str, dict[type, Row]] = {phase: {} for phase in phases}
        self.passages: dict[str, tuple[Row, ...]] = dict.fromkeys(phases, ())
        self._check_rows()
        self.machine = self._build()
        self._check_ways()

    def advance(self, phase: str, trigger: type) -> Row | None:
        """The row that rules on an input of this type in this phase, or None: the rules bar it now."""
        return self.steps[phase].get(trigger)

    def inputs(self, phase: str) -> tuple[type, ...]:
        """The types of input that are ruled on in this phase, commands and reports."""
        return tuple(self.steps[phase])

    def _check_rows(self) -> None:
        if self.initial not in self.steps:
            raise PhaseTableFault(f"unknown initial phase {self.initial!r}")
        triggers = {row.trigger for row in self.rows if row.trigger is not None}
        for name in {trigger.__name__ for trigger in triggers}:
            if sum(trigger.__name__ == name for trigger in triggers) > 1:
                raise PhaseTableFault(f"two triggers are called {name}")
        for row in self.rows:
            if not row.clause:
                raise PhaseTableFault(f"row {row.name} {row.sources}: no clause")
            if row.trigger is None and row.when is None:
                raise PhaseTableFault(f"passage {row.sources} to {row.dest}: no condition")
            for phase in self._sources(row) + ((row.dest,) if row.dest else ()):
                if phase not in self.steps:
                    raise PhaseTableFault(f"row {row.name}: unknown phase {phase!r}")
            for phase in self._sources(row):
                self._enter(phase, row)

    def _enter(self, phase: str, row: Row) -> None:
        if row.trigger is None:
            self.passages[phase] += (row,)
            return
        there = self.steps[phase].get(row.trigger)
        if there is not None and row.sources != ANY:
            if there.sources != ANY:
                raise PhaseTableFault(f"two rows for {row.name} in {phase}")
            self.steps[phase][row.trigger] = row
        elif there is None:
            self.steps[phase][row.trigger] = row
        elif there.sources == ANY:
            raise PhaseTableFault(f"two rows for {row.name} in any phase")

    def _sources(self, row: Row) -> tuple[str, ...]:
        return self.phases if row.sources == ANY else row.sources

    def _build(self) -> Machine:
        """The same rows as a `transitions` machine; reports that change no phase are inner transitions."""
        machine = Machine(
            model=None,
            states=list(self.phases),
            initial=self.initial,
            auto_transitions=False,
            queued=False,
        )
        for phase in self.phases:
            for row in (*self.steps[phase].values(), *self.passages[phase]):
                machine.add_transition(row.name, phase, row.dest)
        return machine

    def _check_ways(self) -> None:
        """Every phase can be reached from the initial one, and left again."""
        ways: dict[str, set[str]] = {phase: set() for phase in self.phases}
        for phase in self.phases:
            for row in (*self.steps[phase].values(), *self.passages[phase]):
                if row.dest is not None:
                    ways[phase].add(row.dest)
        reached, front = {self.initial}, [self.initial]
        while front:
            for phase in ways[front.pop()] - reached:
                reached.add(phase)
                front.append(phase)
        for phase in self.phases:
            if phase not in reached:
                raise PhaseTableFault(f"phase {phase}: no row leads there")
            if not ways[phase] - {phase}:
                raise PhaseTableFault(f"phase {phase}: no way out")


def in_words(phase: str) -> str:
    """A phase's name as a person reads it: "player decisions"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", phase).lower()


def mermaid(table: PhaseTable, resolve: Callable[[str], str] = str) -> str:
    """The machine as a Mermaid state diagram: the rows that lead from phase to phase. resolve: a citation's
    clause number."""
    lines = ["stateDiagram-v2", f"    [*] --> {table.initial}"]
    seen: set[str] = set()
    for phase in table.phases:
        for row in (*table.steps[phase].values(), *table.passages[phase]):
            if row.dest is None or row.dest == phase:
                continue
            label = row.name if row.trigger is not None else "by itself"
            line = f"    {phase} --> {row.dest}: {label} · {resolve(row.clause).removeprefix('topic:')}"
            if line not in seen:
                seen.add(line)
                lines.append(line)
    return "\n".join(lines) + "\n"
