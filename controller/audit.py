"""Audit: verify the chain, rule again on every input, and compare with what the journal says.

A journal is evidence only if the same inputs still lead to the same events and orders. What differs is
named by entry; an entry written by another build is said to be so. Nothing is written.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.entries import Entry, EntryFault, decode_entry, fold_entry
from controller.games import find_game
from controller.games.game import Game
from controller.journal import Stored, read_journal
from controller.table import events as ev
from controller.table.commands import Installed, Restarted, Told
from controller.table.ruling import rule_on
from controller.table.state import Rules, Table

Progress = Callable[[int], None]
MOST_TOLD: Final = 20


class Difference(Struct, frozen=True):
    """One entry that is ruled on differently now. what: "events" or "orders", in words."""

    entry: int
    what: str
    then: str
    now: str


class Findings(Struct, frozen=True):
    """What an audit found. builds: the programs that wrote the journal, first to last."""

    entries: int
    rounds: int
    differences: tuple[Difference, ...]
    builds: tuple[str, ...]
    open_round: bool

    @property
    def is_clean(self) -> bool:
        """Whether every entry was ruled on as it is ruled on now."""
        return not self.differences


class NoTable(Exception):
    """The journal does not begin with a table being installed."""


def first_rules(entries: Iterable[Entry]) -> tuple[Game, Rules]:
    """The game and the rules that a journal begins with. NoTable where it begins with something else."""
    for entry in entries:
        given = entry.given
        if isinstance(given, Told) and isinstance(given.what, Installed):
            return find_game(given.what.rules.game), given.what.rules
        break
    raise NoTable("the journal does not begin with a table being installed: nothing can be ruled on again")


def read_entries(path: Path) -> Iterator[Entry]:
    """Every entry of a journal, each checked against the chain. JournalError, EntryFault."""
    return (decode_entry(one.number, one.body) for one in read_journal(path))


def audit(stored: Iterable[Stored], progress: Progress | None = None) -> Findings:
    """Rule again on every input of these entries, and compare; up to the first that cannot have happened."""
    game: Game | None = None
    table: Table | None = None
    differences: list[Difference] = []
    builds: list[str] = []
    count = rounds = 0
    for one in stored:
        entry = decode_entry(one.number, one.body)
        if game is None or table is None:
            game, rules = first_rules((entry,))
            table = game.new_table(rules)
        differences += _compare(game, table, one.number, entry)
        try:
            table = fold_entry(game, table, one.number, entry)
        except EntryFault as fault:
            # Nothing behind it can be ruled on, for there is no Table to rule on.
            differences.append(Difference(one.number, "events", "what could happen", str(fault)))
            break
        rounds += sum(type(event) is ev.RoundEnded for event in entry.events)
        _note_build(entry, builds)
        count += 1
        if progress is not None:
            progress(count)
    return Findings(count, rounds, tuple(differences), tuple(builds), bool(table and table.hands))


def _compare(game: Game, table: Table, number: int, entry: Entry) -> list[Difference]:
    try:
        ruling = rule_on(game, table, entry.given)
    except Exception as error:
        return [Difference(number, "ruling", "a ruling", f"{type(error).__name__}: {error}")]
    found = []
    if ruling.events != entry.events:
        found.append(Difference(number, "events", repr(entry.events), repr(ruling.events)))
    if ruling.orders != entry.orders:
        found.append(Difference(number, "orders", repr(entry.orders), repr(ruling.orders)))
    return found


def _note_build(entry: Entry, builds: list[str]) -> None:
    given = entry.given
    if isinstance(given, Told) and isinstance(given.what, Installed | Restarted):
        build = given.what.build
        if not builds or builds[-1] != build:
            builds.append(build)
