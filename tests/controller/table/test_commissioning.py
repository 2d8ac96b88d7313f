"""What the table says of the commissioning record: journaled, shown, and asked about where it changes."""

import pytest
from msgspec.structs import replace

from controller.consoles.lines import Reporter
from controller.consoles.machine_pieces import device_line
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.commissioning import trust_of
from controller.table.ruling import rule_on
from controller.table.state import Commissioning
from tests.controller.table.standing import NAMES, OPEN, at_phase, kinds
from tests.support import BUILD, DEVICES, GAME, Play, rules

FIRST = Commissioning(
    "a1" * 32, 1, "R. Roe", (("shoe", "signed"), ("reader", "listed"), ("wagers", "unauthenticated"))
)
SECOND = Commissioning(
    "b2" * 32, 2, "J. Doe", (("shoe", "signed"), ("reader", "signed"), ("wagers", "listed"))
)


def restart(table: Play, commissioning: Commissioning) -> tuple[ev.Event, ...]:
    start = c.Restarted(BUILD, table.table.rules, 1000, commissioning=commissioning)
    return table.take(Told(start)).events


@clause("house.13")
def test_the_first_entry_says_how_far_each_device_is_trusted() -> None:
    given = Told(c.Installed(rules(), DEVICES, BUILD, commissioning=FIRST))
    ruling = rule_on(GAME, GAME.new_table(rules()), given)
    assert ev.DevicesCommissioned(FIRST) in ruling.events
    assert [trust_of(ruling.table, name) for name in ("shoe", "reader", "wagers", "shuffler")] == [
        "signed",
        "listed",
        "unauthenticated",
        "",
    ]


def test_a_table_that_nobody_commissioned_says_nothing_new() -> None:
    ruling = rule_on(GAME, GAME.new_table(rules()), Told(c.Installed(rules(), DEVICES, BUILD)))
    assert [type(event) for event in ruling.events] == [ev.TableInstalled]
    assert trust_of(ruling.table, "shoe") == ""


@clause("house.13")
@pytest.mark.parametrize("phase", OPEN)
@pytest.mark.parametrize("now", [SECOND, Commissioning()])
def test_another_record_on_an_open_table_waits_for_the_floor(phase: str, now: Commissioning) -> None:
    table = at_phase(phase)
    assert ev.DevicesCommissioned(FIRST) in restart(table, FIRST)
    assert kinds(table) == ["power-loss", "commissioning-changed"]
    for name in NAMES:
        table.back(name)
    table.choose("resume", "power-loss")
    table.choose("notified")
    assert ev.DevicesCommissioned(now) in restart(table, now)
    assert kinds(table) == ["power-loss", "commissioning-changed"]
    words = table.table.holds[1].words
    assert ("J. Doe" in words) == bool(now.record)
    assert [hold.id for hold in table.table.holds] == sorted({hold.id for hold in table.table.holds})


def test_the_same_record_again_is_nothing_new() -> None:
    table = at_phase("PlayerDecisions")
    restart(table, FIRST)
    assert not [one for one in restart(table, FIRST) if isinstance(one, ev.DevicesCommissioned)]
    assert kinds(table).count("commissioning-changed") == 1


def test_it_is_asked_beside_a_changed_submission() -> None:
    table = at_phase("Betting")
    table.take(Told(c.Restarted(BUILD, rules(minimum=1000), 1000, commissioning=FIRST)))
    assert kinds(table) == ["power-loss", "submission-changed", "commissioning-changed"]
    assert len({hold.id for hold in table.table.holds}) == 3


def test_the_note_of_a_connected_device_and_the_screens_say_its_trust() -> None:
    table = at_phase("Betting")
    restart(table, FIRST)
    notes = [
        one.note for name in NAMES for one in table.back(name).events if isinstance(one, ev.DeviceChanged)
    ]
    assert [note.rpartition(" ")[2] for note in notes] == [
        f"({trust_of(table.table, name)})" for name in NAMES
    ]
    shown = {one.name: one.trust for one in screen(GAME, table.table, resolve=str).devices}
    assert shown == {"shoe": "signed", "reader": "listed", "wagers": "unauthenticated"}


def test_the_floor_reads_it_in_words_that_say_what_is_known() -> None:
    table = at_phase("Betting")
    restart(table, FIRST)
    for name in NAMES:
        table.back(name)
    now = screen(GAME, table.table, resolve=str)
    line = "".join(words for words, _ in device_line(now, 300, ASCII))
    assert "proved by its key: shoe; known by its own word: card reader; not checked: wager positions" in line
    said = "\n".join(Reporter(ASCII).read(now))
    for words in ("proved by its key", "known by its own word", "not checked"):
        assert f"ready (unauthenticated link, {words})" in said


LESS = Commissioning("c3" * 32, 3, "J. Doe", (("shoe", "listed"), ("reader", "listed")))


@clause("house.13")
def test_a_closed_table_asks_about_another_record_before_it_is_opened() -> None:
    table = Play(opened=False)
    assert table.table.phase == "Closed"
    restart(table, FIRST)
    assert kinds(table) == [], "the first one takes nothing away"
    assert ev.DevicesCommissioned(LESS) in restart(table, LESS)
    assert kinds(table) == ["commissioning-changed"]
    words = table.table.holds[0].words
    assert "commissioned anew by J. Doe: shoe was signed and is listed now; wagers was unauth" in words
    assert "while the table was open" not in words
    refused = table.floor(c.OpenTable()).refused
    assert refused is not None
    assert "shoe was signed" in refused.why
    table.choose("notified")
    assert table.floor(c.OpenTable()).refused is None


@clause("house.13")
def test_what_changes_while_it_is_asked_is_on_record_too() -> None:
    table = Play(opened=False)
    restart(table, FIRST)
    restart(table, SECOND)
    made = restart(table, Commissioning())
    assert kinds(table) == ["commissioning-changed"]
    (met,) = [one.what for one in made if isinstance(one, ev.IrregularityMet)]
    assert "names no commissioning record any more: shoe was signed" in met.disposition


@clause("house.13")
def test_a_device_that_the_file_has_no_more_is_named() -> None:
    table = Play(opened=False)
    restart(table, FIRST)
    restart(table, replace(FIRST, trust=FIRST.trust[1:]))
    assert "other devices than before: shoe was signed and is not there now" in table.table.holds[0].words
