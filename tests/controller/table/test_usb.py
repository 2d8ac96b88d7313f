"""An unknown USB device: in a round, between rounds, at a closed table, and what ends the question."""

import pytest
from msgspec.structs import replace

from controller.games import GAMES, find_game
from controller.regulation.marks import clause
from controller.submission import default_rules
from controller.table import commands as c
from controller.table import events as ev
from controller.table import usb
from controller.table.commands import Told, UsbSeen
from controller.table.ruling import Ruling, rule_on
from controller.table.state import Stranger, UsbTrouble
from controller.table.usb import MOST_MET
from controller.table.usb_events import MOST_GONE
from drivers.messages import Lock
from tests.controller.table.standing import OPEN, ROUND, at_phase, is_safe, kinds, may_draw
from tests.support import Play

KEYBOARD = Stranger(
    "1-1.2", 7, 0x046D, 0xC31C, "K-1", "Keyboard", ("03/01/01",), "nothing of this table's file expects it"
)
STORAGE = Stranger("1-1.3", 8, 0x0951, 0x1666, "", "Drive", ("08/06/50",), "it is a second one")


def see(table: Play, *strangers: Stranger, passed: tuple[Stranger, ...] = (), blind: str = "") -> Ruling:
    return table.take(Told(UsbSeen(strangers, passed, blind)))


def made(ruling: Ruling, kind: type) -> list[ev.Event]:
    return [event for event in ruling.events if type(event) is kind]


def remedies(table: Play) -> list[str]:
    (hold,) = table.table.holds
    return [way.name for way in hold.remedies]


@clause("house.26")
@pytest.mark.parametrize("phase", OPEN)
def test_an_arrival_stops_the_table_at_once_and_names_what_it_is(phase: str) -> None:
    table = at_phase(phase)
    was = table.table
    ruling = see(table, KEYBOARD)
    assert kinds(table) == ["unknown-usb"]
    assert is_safe(table)
    if may_draw(was):
        assert Lock() in ruling.orders
    words = table.table.holds[0].words
    assert "046d:c31c (keyboard or other input) that calls itself 'Keyboard', serial 'K-1', at 1-1.2" in words
    assert made(ruling, ev.UsbCame) == [ev.UsbCame(KEYBOARD)]
    assert remedies(table) == ["usb_clear", "void_round" if phase in ROUND else "out_of_play"]


@clause("house.26")
@pytest.mark.parametrize("phase", OPEN)
def test_unplugging_it_is_on_record_and_answers_nothing(phase: str) -> None:
    table = at_phase(phase)
    before = table.table
    see(table, KEYBOARD)
    ruling = see(table)
    assert made(ruling, ev.UsbLeft) == [ev.UsbLeft(KEYBOARD)]
    assert kinds(table) == ["unknown-usb"]
    assert is_safe(table)
    table.choose("usb_clear")
    after = table.table
    assert (after.phase, after.holds, after.standing.usb) == (before.phase, (), None)
    assert may_draw(after) == may_draw(before)


@clause("house.26")
def test_play_does_not_go_on_while_it_is_plugged_in() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    ruling = table.choose("usb_clear")
    assert ruling.refused is not None
    assert "still plugged in: USB device 046d:c31c" in ruling.refused.why
    assert "[[usb_allowed]]" in ruling.refused.why
    assert kinds(table) == ["unknown-usb"]


@clause("house.26")
def test_only_the_floorperson_answers() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    see(table)
    assert table.choose("usb_clear", role="dealer").refused is not None
    assert table.choose("usb_clear").refused is None


@clause("house.26")
def test_a_second_one_while_it_is_asked_is_on_record_and_has_to_go_too() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    ruling = see(table, KEYBOARD, STORAGE)
    assert made(ruling, ev.UsbCame) == [ev.UsbCame(STORAGE)]
    assert kinds(table) == ["unknown-usb"]
    assert any("0951:1666" in one.disposition for one in table.table.irregularities)
    see(table, STORAGE)
    refused = table.choose("usb_clear").refused
    assert refused is not None
    assert "0951:1666" in refused.why
    see(table)
    assert table.choose("usb_clear").refused is None


def test_said_again_it_changes_nothing() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    before = table.table
    ruling = see(table, KEYBOARD)
    assert (ruling.events, table.table) == ((), before)


@clause("house.26")
def test_a_void_round_is_no_answer_and_no_next_round_begins_beside_it() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    table.choose("void_round")
    assert table.table.void
    assert kinds(table) == []
    table.answers = True
    table.ask(c.CardsCollected())
    assert table.table.phase == "Betting"
    assert kinds(table) == ["unknown-usb"]
    assert table.ask(c.NoMoreBets()).refused is not None


@clause("house.26")
def test_plugged_in_between_rounds_and_left_there_it_bars_the_next_round() -> None:
    table = at_phase("Betting")
    table.wager(1, 1000)
    see(table, KEYBOARD)
    assert kinds(table) == ["unknown-usb"]
    assert table.ask(c.NoMoreBets()).refused is not None
    see(table)
    table.choose("usb_clear")
    assert table.ask(c.NoMoreBets()).refused is None


@clause("house.26")
def test_what_is_there_when_the_table_is_closed_is_said_and_asked_before_wagers() -> None:
    table = Play(opened=False)
    ruling = see(table, KEYBOARD)
    assert made(ruling, ev.UsbCame)
    assert kinds(table) == []
    assert any(one.kind == "usb" and "046d:c31c" in one.words for one in table.game.prompts(table.table)), (
        "the floor is told"
    )
    table.open_table("2C TS 7H 2D TC 9S 4S")
    assert table.table.phase == "Betting"
    assert kinds(table) == ["unknown-usb"]
    see(table)
    table.choose("usb_clear")
    assert table.table.standing.usb is None


@clause("house.26")
def test_plugged_in_and_out_while_the_table_was_closed_is_asked_too() -> None:
    table = Play(opened=False)
    see(table, KEYBOARD)
    see(table)
    table.open_table("2C TS 7H 2D TC 9S 4S")
    assert kinds(table) == ["unknown-usb"]
    assert table.choose("usb_clear").refused is None


@clause("house.26")
def test_out_of_play_the_table_closes_and_asks_again_at_its_next_opening() -> None:
    table = at_phase("Betting")
    see(table, KEYBOARD)
    table.choose("out_of_play")
    assert table.table.phase in ("Closing", "Closed")
    assert kinds(table) == []
    assert table.table.standing.usb is not None


@clause("house.26")
def test_what_was_gone_before_it_could_be_asked_stops_the_table_too() -> None:
    table = at_phase("PlayerDecisions")
    flash = replace(KEYBOARD, serial="", product="", interfaces=(), gone=True)
    see(table, passed=(flash,))
    assert kinds(table) == ["unknown-usb"]
    assert table.choose("usb_clear").refused is None


@clause("house.26")
@pytest.mark.parametrize("phase", ["Betting", "PlayerDecisions"])
def test_where_nobody_sees_what_is_plugged_in_the_floorperson_is_asked_once(phase: str) -> None:
    table = at_phase(phase)
    ruling = see(table, blind="it cannot be read")
    assert made(ruling, ev.UsbUnwatched)
    assert kinds(table) == ["unknown-usb"]
    assert "nobody sees what is plugged in by USB (it cannot be read)" in table.table.holds[0].words
    table.choose("usb_clear")
    assert kinds(table) == []
    assert table.table.phase == phase
    ruling = see(table)
    assert made(ruling, ev.UsbUnwatched) == [ev.UsbUnwatched("")]
    assert table.table.standing.usb is None


@clause("house.26")
def test_where_nobody_sees_it_nothing_is_taken_for_unplugged() -> None:
    table = at_phase("PlayerDecisions")
    see(table, KEYBOARD)
    ruling = see(table, blind="it cannot be read")
    assert made(ruling, ev.UsbLeft) == []
    assert made(see(table, KEYBOARD), ev.UsbCame) == [], "it was there all the time"
    assert table.choose("usb_clear").refused is not None


@clause("house.26")
def test_while_the_discards_are_shuffled_inside_a_round_an_arrival_stops_it_too() -> None:
    table = replace(at_phase("PlayerDecisions").table, phase="Refilling", refill="shuffle")
    made = usb.seen(table, Told(UsbSeen((KEYBOARD,))))
    assert [type(event) for event in made] == [ev.UsbCame, ev.HoldOpened]


@clause("house.26")
def test_whatever_happens_next_between_rounds_asks_what_was_not_asked() -> None:
    table = at_phase("Betting")
    standing = replace(table.table.standing, usb=UsbTrouble((KEYBOARD,)))
    ruling = rule_on(table.game, replace(table.table, standing=standing), Told(c.TimePassed(1, "")))
    assert [hold.kind for hold in ruling.table.holds] == ["unknown-usb"]


@clause("house.26")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_asks_before_wagers_and_says_it_before(name: str) -> None:
    game = find_game(name)
    table = game.new_table(default_rules(name))
    given = Told(UsbSeen((KEYBOARD,)))
    closed = rule_on(game, table, given).table
    assert [one.kind for one in game.prompts(closed)] == ["open", "usb"]
    ruling = rule_on(game, replace(table, phase="Betting"), given)
    assert [hold.kind for hold in ruling.table.holds] == ["unknown-usb"]


def test_a_device_that_comes_and_goes_does_not_fill_the_table() -> None:
    table = at_phase("PlayerDecisions")
    for number in range(100):
        see(table, replace(KEYBOARD, number=number))
        see(table)
    assert table.table.standing.usb is not None
    assert len(table.table.standing.usb.strangers) == 1
    for number in range(100):
        see(table, replace(KEYBOARD, number=number, serial=f"K-{number}"))
        see(table)
    assert len(table.table.standing.usb.strangers) <= MOST_GONE
    assert len(table.table.irregularities) == MOST_MET
    assert kinds(table) == ["unknown-usb"]
