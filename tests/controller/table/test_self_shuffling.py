"""Devices that reshuffle and count by themselves, for which cut, cover card and idle table are moot."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import Equipment
from tests.controller.table.following import Guided, opened, refusal

# ---- 672a.5(h): devices that reshuffle and count by themselves ------------------------------------


def approved(kind: str, approval: str = "laboratory 1") -> Guided:
    return opened(kind, Equipment(kind, approval=approval))


KINDS = ["continuous", "in_shoe"]


@clause("672a.5(h)", "672a.4(a)")
@pytest.mark.parametrize("kind", KINDS)
def test_their_cards_are_opened_like_any_others_and_not_cut(kind: str) -> None:
    table = approved(kind)
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    assert asked[:5] == ["inspect", "verify", "spread", "look", "wash"]
    assert asked[-1] == "load"
    assert "cut" not in asked
    assert "Cutting" not in [one.phase for one in table.events(ev.Entered)]


@clause("672a.5(h)")
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_left_alone_when_nobody_plays(kind: str) -> None:
    table = approved(kind)
    table.follow()
    table.round()
    assert refusal(table, c.LeaveIdle()) == "topic:self-shuffling-shoe"


@clause("672a.5(h)")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_directs_a_reshuffle_that_they_make_by_themselves(kind: str) -> None:
    table = approved(kind)
    table.follow()
    assert refusal(table, c.DirectReshuffle()) == "topic:self-shuffling-shoe"
    table.wager(1, 1000)
    table.deal()
    table.say(c.Decide(1, "stand"))
    while table.urgent().kind == "draw":
        table.draw()
    assert table.table.phase == "Settling"
    assert refusal(table, c.DirectReshuffle()) == "topic:self-shuffling-shoe"


@clause("672a.5(h)", "672a.5(e)")
@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_that_was_never_due_is_not_made_again(kind: str) -> None:
    table = approved(kind)
    table.follow("Loading")
    assert refusal(table, c.OrderRecut("uneven")) == "topic:self-shuffling-shoe"
    assert table.table.phase == "Loading"


@clause("672a.5(h)")
def test_a_shoe_that_reshuffles_takes_the_cards_of_each_round_back() -> None:
    table = approved("in_shoe")
    table.follow()
    before = supply.expected_in_shoe(table.table)
    for _ in range(3):
        table.round()
        table.follow()
        assert supply.expected_in_shoe(table.table) == before
        assert table.table.phase == "Betting"


@clause("672a.5(h)")
@pytest.mark.parametrize("kind", KINDS)
def test_a_device_that_nobody_approved_is_cut_like_any_other(kind: str) -> None:
    table = approved(kind, approval="")
    table.follow("Cutting")
    assert table.table.phase == "Cutting"
    table.follow()
    table.say(c.DirectReshuffle(), "floorperson")


@clause("672a.5(h)", "672a.12(l)")
def test_one_that_is_out_of_order_exempts_from_nothing() -> None:
    table = approved("continuous")
    table.follow()
    table.say(c.MarkOutOfOrder("covered"))
    table.follow("Cutting")
    assert table.table.phase == "Cutting"
    table.follow()
    table.say(c.LeaveIdle())
