"""Lunar Poker's other ways to deal, as demonstrations: in stacks from an automated shoe, and from the hand.

From a shoe that cards are drawn from it is in test_demo.py, with the helpers of which this goes on.
"""

from pathlib import Path

import pytest

from controller.demo import run_demo
from controller.demo.mishaps import Mishaps
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Reported
from controller.table.events import Event
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.demo.running import audited, batches_played, entries_of, left_over
from tests.controller.demo.test_demo import POKER, SEEN, played

FIVE = 5


def events_of(folder: Path) -> list[Event]:
    """What happened at the table, from a journal that is whole."""
    findings = audited(folder)
    assert findings.is_clean
    assert not findings.open_round
    assert left_over(folder) == []
    return [event for one in entries_of(folder) for event in one.events]


def counts(events: list[Event]) -> list[tuple[int, int]]:
    """What was left over after each round, as counted and as recorded."""
    return [(one.remaining, one.expected) for one in events if isinstance(one, ev.ShoeCollected)]


# ---- an automated shoe -----------------------------------------------------------------------------------


@clause("671a.10(a)(1)", "671a.10(b)", "671a.13(f)")
def test_a_jam_voids_a_round_and_the_next_one_is_dealt_from_the_repaired_shoe(tmp_path: Path) -> None:
    """The dealer delivers a stack a hand, and puts no cover card in; nobody says that cards are loaded."""
    said = played(tmp_path, 4, ("shoe:jam",), game=POKER, shoe="automated")
    events = events_of(tmp_path)
    voided = [at for at, one in enumerate(events) if isinstance(one, ev.RoundVoided)]
    assert len(voided) == 1
    assert any(isinstance(one, ev.Settled) for one in events[voided[0] :]), "a round was played after it"
    met = {(one.what.kind, one.what.clause) for one in events if isinstance(one, ev.IrregularityMet)}
    assert ("shoe-failed", "671a.13(f)") in met
    assert (
        said.index("FAULT: shoe:jam") < said.index("HOLD: the shoe reports jam") < said.index("is repaired")
    )
    stacks = [one for one in events if isinstance(one, ev.StackDelivered)]
    assert said.count("puts a stack of") == len(stacks) > 4
    asked = {type(one.given.what) for one in entries_of(tmp_path)}
    assert c.LoadShoe not in asked
    assert all(left == expected for left, expected in counts(events))
    assert "the cover card is out" not in said


@clause("671a.3(b)(3)", "671a.5(c)(1)", "671a.13(f)")
def test_two_decks_take_turns_at_an_automated_shoe(tmp_path: Path) -> None:
    said = played(tmp_path, 4, ("shoe:jam",), game=POKER, shoe="automated", shuffler="batch")
    events = events_of(tmp_path)
    backs = batches_played(entries_of(tmp_path), POKER)
    assert len(backs) >= 4
    assert backs == (["red", "blue"] * len(backs))[: len(backs)]
    assert sum(isinstance(one, ev.RoundVoided) for one in events) == 1
    assert "cuts the cards" not in said[said.index("== round 2") :]


@pytest.mark.parametrize(
    "faults",
    [
        ("shoe:double-feed", "shoe:misread", "wagers:silence"),
        ("shoe:face-up", "shoe:unplug", "table:kill"),
    ],
)
def test_each_fault_is_shown_and_resolved_at_an_automated_shoe(
    tmp_path: Path, faults: tuple[str, ...]
) -> None:
    said = played(tmp_path, 3, faults, game=POKER, shoe="automated")
    events = events_of(tmp_path)
    on_record = {one.hold.kind for one in events if isinstance(one, ev.HoldOpened)}
    on_record |= {one.what.kind for one in events if isinstance(one, ev.IrregularityMet)}
    for fault in faults:
        assert f"FAULT: {fault}" in said
        if fault != "shoe:misread":  # a card that is never turned up need not be read
            assert SEEN[fault] in on_record
    opened = sum(type(event) is ev.HoldOpened for event in events)
    assert sum(type(event) is ev.HoldClosed for event in events) == opened


def test_no_card_can_be_drawn_from_it_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    fault = ["shoe:draw-while-locked"]
    status = run_demo(game=POKER, shoe="automated", speed=2.0, rounds=0, faults=fault, plain=True, keep=None)
    assert status == 2
    assert "needs a shoe that cards are drawn from" in capsys.readouterr().err


@pytest.mark.parametrize("_", range(20))
def test_a_fault_of_it_leaves_a_round_to_be_shown_afterwards(_: int) -> None:
    """It is there before the second or the third round, whose number that round has not got yet."""
    (one,) = Mishaps(["shoe:jam"], 4, has_stacks=True).left
    assert one.round in (1, 2)
    assert one.after == 0


def test_what_lunar_poker_can_be_dealt_from_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status = run_demo(game=POKER, shoe="double", speed=2.0, rounds=0, faults=[], plain=True, keep=None)
    assert status == 2
    assert "choose from single, hand, automated" in capsys.readouterr().err


# ---- from the hand ---------------------------------------------------------------------------------------


@clause("671a.9(a)(1)", "671a.9(a)(2)", "671a.9(b)")
def test_lunar_poker_is_dealt_from_the_hand(tmp_path: Path) -> None:
    """No device sees a card: what was turned up somebody told, and the rest when it lay in the rack."""
    said = played(tmp_path, 4, ("table:kill",), game=POKER, shoe="hand")
    events = events_of(tmp_path)
    reports = [one.given.what for one in entries_of(tmp_path) if isinstance(one.given, Reported)]
    assert not any(isinstance(one, m.CardDrawn) for one in reports)
    dealt = [one for one in events if isinstance(one, ev.CardDealt)]
    assert len(dealt) >= 4 * 2 * FIVE
    known = [one for one in dealt if one.card not in (SEALED, UNREAD)]
    assert known, "the dealer's last card was told"
    assert all(left in (-1, expected) for left, expected in counts(events))
    backs = batches_played(entries_of(tmp_path), POKER)
    assert backs == (["red", "blue"] * len(backs))[: len(backs)]
    assert "into one hand: 52 shuffled cards" in said
    assert "== round 4" in said
