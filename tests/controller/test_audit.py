"""Audit and recall over the journal of a whole day, of one that was tampered with, and of one cut short."""

from collections.abc import Sequence

import msgspec
import pytest

from controller.assembly import recover
from controller.audit import NoTable, audit, first_rules
from controller.clock import HandWoundClock
from controller.entries import Entry, EntryFault, decode_entry
from controller.journal import MemoryJournal
from controller.recall import RoundRecord, document, recall
from controller.rehearsal.bench import BUILD, DEVICES
from controller.table import events as ev
from controller.table.commands import Asked, Installed, Reported, Restarted, TimePassed, Told
from controller.table.irregularities import IN_ROUND
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.walking import Walk, undisturbed
from tests.controller.watched import GAME, RULES, WalkedBench, bench_of_a_day

ENTRIES = undisturbed().entries()
ENCODE = msgspec.json.encode


def journal_of(entries: Sequence[Entry]) -> MemoryJournal:
    """A sound chain of whatever entries."""
    journal = MemoryJournal(clock=HandWoundClock(), table="t1")
    for entry in entries:
        journal.append(ENCODE(entry))
    return journal


def changed(at: int, **fields: object) -> MemoryJournal:
    """The day's journal with entry `at` (from 1) changed, and chained anew by whoever changed it."""
    entries = list(ENTRIES)
    entries[at - 1] = msgspec.structs.replace(entries[at - 1], **fields)
    return journal_of(entries)


def first(kind: type) -> int:
    """The number of the first entry with an event of that type."""
    return next(n for n, entry in enumerate(ENTRIES, 1) if any(type(e) is kind for e in entry.events))


def stopped_in(phase: str) -> WalkedBench:
    """A day that somebody ended in that phase."""
    bench = bench_of_a_day()
    walk = Walk(bench)
    while bench.table.phase != phase:
        walk.step()
    return bench


# ---- audit -------------------------------------------------------------------------------------------


def test_a_day_is_ruled_on_again_and_nothing_differs() -> None:
    steps: list[int] = []
    found = audit(undisturbed().journal.entries(), steps.append)
    assert found.is_clean
    assert (found.entries, found.rounds, found.open_round) == (len(ENTRIES), 1, False)
    assert found.builds == (BUILD,)
    assert steps == list(range(1, len(ENTRIES) + 1))


def test_a_round_that_is_still_open_is_said() -> None:
    found = audit(stopped_in("PlayerDecisions").journal.entries())
    assert found.is_clean
    assert (found.rounds, found.open_round) == (0, True)


def test_who_wrote_the_journal_is_said_in_order() -> None:
    given = Told(Restarted("another", RULES, 1))
    bench = bench_of_a_day()
    bench.pump.take(given)
    bench.pump.take(Told(Restarted("another", RULES, 1)))
    assert audit(bench.journal.entries()).builds == (BUILD, "another")


def test_a_settlement_that_was_changed_is_found_by_its_entry() -> None:
    """The chain is sound: somebody who can write the whole file wrote it. The rules say otherwise."""
    at = first(ev.Settled)
    events = list(ENTRIES[at - 1].events)
    place = next(n for n, event in enumerate(events) if isinstance(event, ev.Settled))
    settled = events[place]
    assert isinstance(settled, ev.Settled)
    row = msgspec.structs.replace(settled.rows[0], paid=100_000)
    events[place] = ev.Settled((row, *settled.rows[1:]))
    found = audit(changed(at, events=tuple(events)).entries())
    assert found.differences[0].entry == at
    assert found.differences[0].what == "events"
    assert "paid=100000" in found.differences[0].then
    assert "paid=100000" not in found.differences[0].now


def test_an_order_that_was_changed_is_found() -> None:
    at = next(n for n, entry in enumerate(ENTRIES, 1) if any(isinstance(o, m.Permit) for o in entry.orders))
    found = audit(changed(at, orders=(m.Permit(99, "u"),)).entries())
    assert [(one.entry, one.what) for one in found.differences] == [(at, "orders")]


def test_a_card_that_was_changed_is_found_where_it_first_matters() -> None:
    """An input with another card than the events dealt."""
    at = next(
        n
        for n, entry in enumerate(ENTRIES, 1)
        if isinstance(entry.given.what, m.CardDrawn) and entry.given.what.card == "8S"
    )
    given = ENTRIES[at - 1].given
    assert isinstance(given, Reported)
    other = msgspec.structs.replace(given, what=m.CardDrawn(2, "AS"))
    found = audit(changed(at, given=other).entries())
    assert (found.differences[0].entry, found.differences[0].what) == (at, "events")


def test_events_that_cannot_have_happened_are_named_and_nobody_follows_them() -> None:
    """No Table comes of them: the audit stops there, recall and a start refuse."""
    at = first(ev.StepDone)
    odd = (*ENTRIES[at - 1].events, ev.Decided(1, 1, "stand"))
    journal = changed(at, events=odd)
    found = audit(journal.entries())
    assert (found.entries, found.differences[-1].entry) == (at - 1, at)
    assert f"entry {at} cannot have happened" in found.differences[-1].now
    with pytest.raises(EntryFault, match=f"entry {at} cannot have happened"):
        recover(GAME, RULES, journal, DEVICES)
    entries = [decode_entry(one.number, one.body) for one in journal.entries()]
    with pytest.raises(EntryFault, match=f"entry {at} cannot have happened"):
        recall(GAME, RULES, entries)


@pytest.mark.parametrize("entries", [[], ENTRIES[1:]], ids=["empty", "without its first entry"])
def test_a_journal_that_does_not_begin_with_a_table_is_said(entries: list[Entry]) -> None:
    with pytest.raises(NoTable, match="does not begin with a table"):
        first_rules(entries)


def test_the_rules_that_a_journal_begins_with() -> None:
    game, rules = first_rules(ENTRIES)
    assert (game, rules) == (GAME, RULES)


def test_an_entry_of_a_newer_version_is_said_so() -> None:
    newer = msgspec.structs.replace(ENTRIES[0], format=99)
    with pytest.raises(EntryFault, match="newer version"):
        decode_entry(1, ENCODE(newer))
    with pytest.raises(EntryFault, match="entry 7 cannot be read"):
        decode_entry(7, b"[1,")
    with pytest.raises(EntryFault, match="newer version"):
        recover(GAME, RULES, journal_of([newer]), DEVICES)


def test_every_entry_says_who_asked_or_which_report_it_was() -> None:
    """Nothing is ruled on without an origin: a person and a role, a device and a number, or the house."""
    for entry in ENTRIES:
        given = entry.given
        if isinstance(given, Asked):
            assert given.person
            assert given.role in ("dealer", "floorperson")
            assert not given.authenticated
        elif isinstance(given, Reported):
            assert given.device in dict(DEVICES)
            assert given.boot
            assert given.number > 0 or isinstance(given.what, m.HostReport)
        else:
            assert isinstance(given.what, Installed | TimePassed)


# ---- recall ------------------------------------------------------------------------------------------


def only(bench: WalkedBench) -> RoundRecord:
    (record,) = recall(GAME, RULES, bench.entries())
    return record


def test_house_10_what_the_shoe_told_at_the_closing_is_filled_in() -> None:
    """The burn card was sealed when the round ended, and is on record once the batch has left play."""
    ended = first(ev.RoundEnded)
    before = recall(GAME, RULES, ENTRIES[:ended])[0]
    assert before.removed[0].card == SEALED
    after = recall(GAME, RULES, ENTRIES)[0]
    assert after.removed[0].card == "2C"
    assert (after.entry, after.open) == (ended, False)


@pytest.mark.parametrize("phase", sorted(IN_ROUND.intersection(GAME.phases.phases) - {"Refilling"}))
def test_a_round_that_is_open_is_told_as_it_lies(phase: str) -> None:
    bench = stopped_in(phase)
    record = only(bench)
    assert record.open
    assert (record.hands, record.dealer, record.settlements) == (
        bench.table.hands,
        bench.table.dealer,
        bench.table.settled,
    )
    assert document(GAME, record, str)["round"] == 1


def test_a_hole_card_that_is_told_after_a_void_round_counts() -> None:
    """The collection may be confirmed before the shoe has told the card."""
    bench = stopped_in("PlayerDecisions")
    hole = bench.table.dealer.draws[1]
    total = bench.table.dealer.total
    entries = bench.entries()
    entries.append(Entry(1, entries[-1].given, (ev.RoundVoided(()), ev.RoundEnded(1)), ()))
    assert recall(GAME, RULES, entries)[0].dealer.cards[1] == SEALED
    entries.append(Entry(1, entries[-1].given, (ev.CardDisclosed(hole, "5C"),), ()))
    record = recall(GAME, RULES, entries)[0]
    assert record.dealer.cards == ("AH", "5C")
    assert (total, record.dealer.total) == (11, 16)


def test_what_a_shoe_forgot_stays_unknown() -> None:
    """A later card with the same number is not taken for it."""
    bench = stopped_in("Collecting")
    entries = bench.entries()
    entries.append(Entry(1, entries[-1].given, (ev.RoundEnded(1),), ()))
    entries.append(Entry(1, entries[-1].given, (ev.IdentityLost(0),), ()))
    entries.append(Entry(1, entries[-1].given, (ev.CardDisclosed(1, "9H"),), ()))
    assert recall(GAME, RULES, entries)[0].removed[0].card in (SEALED, UNREAD)


def test_money_and_clauses_are_told_in_words_for_people() -> None:
    told = document(GAME, only(undisturbed()), lambda cited: cited.upper())
    rows = told["settlements"]
    assert {row["stake"] for row in rows} >= {"5.00", "10.00", "20.00", "0.00"}
    assert all(row["clause"] == row["clause"].upper() for row in rows)
    assert told["void"] is False
