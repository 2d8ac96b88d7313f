"""Devices that are lost, come back, start anew, are not accepted."""

import pytest

from controller.consoles.telling import told_lines
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Reported, Told
from controller.table.ruling import rule_on
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.table.standing import NAMES, ONE, OPEN, at_phase, is_safe, kinds, may_draw
from tests.support import BUILD, DEVICES, GAME, Play, rules

# ---- lost and back ----------------------------------------------------------------------------------------


@clause("house.3")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("phase", OPEN)
def test_a_lost_device_stops_the_table_and_goes_on_by_itself_when_it_is_back_as_it_was(
    phase: str, name: str
) -> None:
    table = at_phase(phase)
    before = table.table
    table.lose(name)
    assert kinds(table) == ["device-lost"]
    assert is_safe(table)
    table.lose(name)
    assert kinds(table) == ["device-lost"], "one question, however often it flaps"
    table.back(name)
    assert table.table.holds == ()
    after = table.table
    assert after.phase == before.phase
    assert (may_draw(after), after.wanted_reader) == (may_draw(before), before.wanted_reader)
    assert (after.wanted_positions, after.wanted_face) == (before.wanted_positions, before.wanted_face)
    table.answers = True
    if table.table.positions == "closing":
        table.report("wagers", m.PositionsClosed())
    if table.table.wanted_face is not None:
        table.report("shoe", m.Disclosed(5, "6C"))
    table.finish()
    assert table.table.phase == "Betting"


@clause("house.3", "672a.12(j)")
@pytest.mark.parametrize("name", ["reader", "wagers"])
@pytest.mark.parametrize("phase", OPEN)
def test_a_device_that_started_anew_waits_for_the_floorperson(phase: str, name: str) -> None:
    table = at_phase(phase)
    table.reset(name)
    assert kinds(table) == ["device-changed"]
    assert is_safe(table)
    assert table.table.holds[0].clause == (
        "topic:reader-malfunction" if name == "reader" else "topic:device-lost"
    )
    table.lose(name)
    table.back(name)
    assert kinds(table) == ["device-changed"], "coming back once more answers nothing"
    table.choose("repaired" if name == "reader" else "resume")
    assert table.table.holds == ()
    assert table.table.phase == phase


@clause("house.3")
def test_a_device_that_started_anew_without_a_word_stops_the_table_too() -> None:
    table = at_phase("PlayerDecisions")
    table.shoe.reset()
    table.back("shoe")
    assert kinds(table) == ["device-changed"]


@clause("house.3")
def test_a_lost_device_is_not_resumed_before_it_is_there() -> None:
    table = at_phase("PlayerDecisions")
    table.lose("shoe")
    ruling = table.choose("resume")
    assert ruling.refused is not None
    assert "not connected" in ruling.refused.why


@clause("house.3")
def test_cards_that_left_while_nobody_heard_the_shoe_are_a_question() -> None:
    table = at_phase("PlayerDecisions")
    table.lose("shoe")
    table.shoe.draw()
    table.back("shoe")
    assert kinds(table) == ["device-changed"]
    table.report("shoe", m.CardDrawn(6, SEALED, locked=True))
    assert kinds(table) == ["device-changed", "card-in-error"]
    table.choose("unexposed", "card-in-error")
    table.choose("resume")
    assert [card.draw for card in table.table.ahead] == [6]


@clause("house.3")
def test_a_closed_table_takes_note_of_its_devices_and_no_more() -> None:
    table = Play(opened=False)
    for name in NAMES:
        table.lose(name)
        table.report(name, m.FaultRaised("power"))
        table.report(name, m.OrderRefused("lock", "busy"))
        table.report(name, m.Gap(1, 2))
        table.reset(name)
    assert table.table.holds == ()
    assert all(device.ready for device in table.table.standing.devices)


# ---- a shoe that started anew ------------------------------------------------------------------------------


@clause("house.3", "house.10")
def test_sealed_cards_of_a_shoe_that_started_anew_are_unread() -> None:
    table = at_phase("PlayerDecisions")
    assert table.table.dealer.cards == ("7H", SEALED)
    table.reset("shoe")
    assert table.table.dealer.cards == ("7H", UNREAD)
    assert [card.card for card in table.table.removed] == [UNREAD]
    table.choose("resume")
    table.play(1, "hit")
    assert table.table.phase == "Betting", "the hole card was entered from sight"
    assert table.events(ev.CardEntered)[0].card == "6C"
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]  # 21 against 7, 6, 4: 17


@clause("house.3")
def test_draws_of_a_shoe_that_started_anew_are_other_cards_than_before() -> None:
    table = at_phase("PlayerDecisions")
    table.reset("shoe")
    table.choose("resume")
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.orders == (m.Permit(1, "u"),), "the shoe counts from 1"
    table.draw()
    draws = [
        *table.table.hands[0].draws,
        *table.table.dealer.draws,
        *(one.draw for one in table.table.removed),
    ]
    assert len(set(draws)) == len(draws)
    assert table.table.hands[0].cards == ("TS", "2D", "9S")


@clause("672a.12(b)", "house.3")
def test_the_face_of_a_new_card_is_not_taken_for_an_old_one_of_the_same_number() -> None:
    # The up card was draw 3 of the old count; a card in error is draw 3 of the new one.
    table = at_phase("PlayerDecisions", "2C 2S 7H 3D 6C 4S 5S 8S 9S TD")
    table.reset("shoe")
    table.choose("resume")
    table.play(1, "hit")
    table.play(1, "hit")
    table.draw()
    table.choose("unexposed")
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.orders == (m.Disclose(3),)
    assert table.table.hands[0].cards == ("2S", "3D", "4S", "5S", "8S")
    assert table.table.dealer.cards[0] == "7H"


@clause("672a.12(b)", "house.10")
def test_a_card_in_error_from_before_the_shoe_started_anew_is_entered_from_sight() -> None:
    table = at_phase("PlayerDecisions")
    table.draw()  # 9S
    table.reset("shoe")
    table.choose("unexposed", "card-in-error")
    table.choose("resume")
    assert [card.card for card in table.table.ahead] == [UNREAD]
    table.play(1, "hit")
    assert ("TS", "2D", "9S") in [hand.cards for _, r in table.log for hand in r.table.hands]
    assert table.table.phase == "Betting"


@clause("house.3")
def test_a_waiting_card_and_new_ones_are_different_cards() -> None:
    table = at_phase("PlayerDecisions", "2C 2S 7H 3D 6C 4S 5S 2H 2D 3S TD")
    table.draw()  # 4S, draw 6
    table.choose("unexposed")
    table.reset("shoe")
    table.choose("resume")
    for number, expected in enumerate(("4S", "5S", "2H", "2D"), 3):
        table.play(1, "hit")
        assert table.table.hands[0].cards[number - 1 :] == (expected,)
    assert table.table.hands[0].total == 18


def test_a_shoe_that_gave_cards_before_the_table_was_set_up() -> None:
    table = Play(opened=False)
    fresh = Play(opened=False)
    fresh.table = GAME.new_table(rules())
    fresh.take(Told(c.Installed(rules(), DEVICES, BUILD)))
    fresh.shoe.last = 7
    for name in NAMES:
        fresh.back(name)
    assert fresh.table.last == 7
    fresh.open_table("2C TS 7H 9D TC")
    fresh.wager(1, 1000)
    fresh.deal()
    assert fresh.table.hands[0].draws == (9, 11)
    assert table.table.last == 0


# ---- what devices say of themselves ------------------------------------------------------------------------


@clause("house.3")
@pytest.mark.parametrize(
    ("name", "phase", "order"),
    [
        ("shoe", "Dealing", m.Permit(5, "duuud")),
        ("reader", "Peeking", m.Arm("T")),
        (
            "wagers",
            "Betting",
            m.OpenPositions(
                (("blackjack", tuple(range(1, 7)), 100_000), ("push_22", tuple(range(1, 7)), 100_000))
            ),
        ),
    ],
)
def test_a_device_that_locked_itself_is_told_again_what_it_may(name: str, phase: str, order: m.Order) -> None:
    table = at_phase(phase)
    ruling = table.report(name, m.SelfLocked("silence"))
    assert ruling.orders == (order,)
    assert table.table.holds == ()


@clause("house.3")
@pytest.mark.parametrize("phase", OPEN)
def test_an_order_that_was_refused_is_a_question_and_is_told_again(phase: str) -> None:
    table = at_phase(phase)
    before = table.table
    table.report("wagers", m.OrderRefused("close", "busy"))
    table.report("wagers", m.OrderFailed(7, "busy"))
    assert kinds(table) == ["order-refused"]
    ruling = table.choose("resume")
    assert ruling.table.phase == phase
    assert ruling.table.wanted_positions == before.wanted_positions
    if phase in ("Betting", "NoMoreBets"):
        assert before.wanted_positions in ruling.orders, "nobody else would say it again"


def test_what_an_order_started_is_done() -> None:
    table = at_phase("PlayerDecisions")
    ruling = table.report("reader", m.OrderDone(3))
    assert (ruling.events, ruling.orders, ruling.refused) == ((), (), None)


@clause("house.13")
@pytest.mark.parametrize("phase", ["Closed", *OPEN])
def test_a_device_that_is_not_accepted_is_not_used(phase: str) -> None:
    table = Play(opened=False) if phase == "Closed" else at_phase(phase)
    table.report("reader", m.DeviceRefused("its firmware is not listed: update it"))
    reader = next(one for one in table.table.standing.devices if one.name == "reader")
    assert not reader.ready
    if phase == "Closed":
        assert table.table.holds == ()
        table.open_table(ONE)
        table.wager(1, 1000)
        assert table.ask(c.NoMoreBets()).refused is not None
    else:
        assert kinds(table) == ["device-lost"]
        assert is_safe(table)
        assert "its firmware is not listed: update it" in table.table.holds[0].words


@clause("house.13")
def test_a_report_of_a_device_that_is_not_installed_changes_nothing() -> None:
    table = at_phase("PlayerDecisions")
    before = table.table
    for report in (
        m.DeviceLost("gone"),
        m.FaultRaised("jam"),
        m.DeviceRefused("no"),
        m.Gap(1, 2),
        m.FaultCleared("jam"),
    ):
        ruling = rule_on(GAME, before, Reported("stranger", 1, 1, 0, report))
        assert ruling.refused is not None
        assert ruling.refused.clause == "topic:unlisted-device"
        assert ruling.table == before


@clause("house.3")
@pytest.mark.parametrize("phase", ["Closed", *OPEN])
def test_a_poor_link_is_told_to_everybody_and_stops_nothing(phase: str) -> None:
    table = Play(opened=False) if phase == "Closed" else at_phase(phase)
    before = table.table
    ruling = table.report("reader", m.LinkPoor(7, 100))
    (noted,) = ruling.events
    assert isinstance(noted, ev.Noted)
    assert "link of the card reader is poor: 7 of the last 100 frames" in noted.words
    assert noted.words in [one.words for one in told_lines(((1, ruling.events),))]
    assert ruling.orders == ()
    assert table.table == before


def test_another_serial_number_is_noted() -> None:
    table = at_phase("PlayerDecisions")
    table.lose("reader")
    table.boots["reader"] += 1
    ruling = table.back("reader", serial="other")
    assert ev.Noted("reader: serial other in place of reader-1") in ruling.events


@clause("672a.2(d)")
def test_a_reader_that_was_replaced_is_inspected_before_play_goes_on() -> None:
    """The floor's word that ends the question is also the inspection; `resume` alone is no remedy."""
    table = at_phase("PlayerDecisions")
    table.reset("reader")
    hold = table.table.holds[0]
    assert [way.name for way in hold.remedies] == ["repaired", "void_round"]
    assert table.choose("resume").refused is not None
    ruling = table.choose("repaired")
    assert any(isinstance(event, ev.ReaderInspected) for event in ruling.events)
