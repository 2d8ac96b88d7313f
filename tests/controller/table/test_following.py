"""Whoever does what is prompted, and takes the first remedy that is allowed, comes to Betting or Closed,
whatever happened before; and no stack is cut or put into the shoe that was not shuffled completely."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Batch, Equipment
from drivers import messages as m
from tests.controller.table.following import Guided

HAPPENS: Final = (
    *("step",) * 12,
    "round",
    "end_shoe",
    "unplug",
    "plug_in",
    "reset",
    "fault",
    "repair",
    "lid",
    "jam",
    "incomplete",
    "bad_count",
    "bad_identity",
    "violation",
    "gap",
    "restart",
    "restart_clock",
    "direct",
    "change",
    "close",
    "idle",
    "face_up",
    "respread",
    "mark",
    "return",
    "recut",
    "take_by_hand",
    "clear",
    "feed",
    "day",
    "miscount",
    "defect",
)
EQUIPMENT: Final = {
    "none": Equipment(),
    "batch": Equipment("batch"),
    "continuous": Equipment("continuous", approval="laboratory 1"),
    "in_shoe": Equipment("in_shoe", approval="laboratory 2"),
}


def happen(table: Guided, what: str) -> None:
    """One thing that happens; what the rules bar now, or the device cannot do, is of no effect."""
    machine = table.shuffler
    if what == "step":
        if not table.step() and table.table.phase == "Closed":
            table.floor(c.OpenTable())
    elif what in ("round", "end_shoe"):
        _round(table, what)
    elif what in ("unplug", "plug_in"):
        table.unplug() if what == "unplug" else table.plug_in()
    elif what == "reset":
        table.unplug()
        table.plug_in(anew=True)
    elif what in ("fault", "repair"):
        table.fault("jam") if what == "fault" else table.repair()
    elif what == "lid":
        table.open_lid()
    elif what in ("jam", "incomplete") and machine.stage == "working" and table.plugged:
        table.report("shuffler", machine.fail(what, "path" if what == "jam" else ""))
    elif what.startswith("bad_") and machine.stage == "working" and table.plugged:
        machine.verdicts = ("bad", "good", "good") if what == "bad_count" else ("good", "bad", "good")
        table.shuffled()
        machine.verdicts = ("good", "good", "good")
    elif what in ("violation", "gap") and table.plugged and table.has_shuffler:
        table.report("shuffler", m.FaultRaised("violation") if what == "violation" else m.Gap(1, 2))
    elif what.startswith("restart"):
        table.restart(-5 if what == "restart_clock" else 1000)
    elif what == "miscount":
        table.ask(c.CollectShoe(100))
    elif what in COMMANDS:
        table.ask(*COMMANDS[what])
    elif what == "take_by_hand":
        if table.ask(c.TakeStack()).refused is None:
            machine.stage = "empty"
    elif what == "day":
        table.pass_time(25, "2026-01-02" if table.supply.day == "2026-01-01" else "2026-01-01")


COMMANDS: Final[dict[str, tuple[c.Command, c.Role]]] = {
    "direct": (c.DirectReshuffle(), "floorperson"),
    "change": (c.ChangeCards(), "floorperson"),
    "close": (c.CloseTable(), "floorperson"),
    "idle": (c.LeaveIdle(), "dealer"),
    "face_up": (c.SpreadCards(), "dealer"),
    "respread": (c.CardsSeen("Ann", True), "dealer"),
    "mark": (c.MarkOutOfOrder("signed"), "dealer"),
    "return": (c.ReturnToService(), "floorperson"),
    "recut": (c.OrderRecut(), "floorperson"),
    "clear": (c.ClearShuffler(), "dealer"),
    "feed": (c.FeedShuffler(), "dealer"),
    "defect": (c.InspectCards("a torn card"), "dealer"),
}


def _round(table: Guided, what: str) -> None:
    table.follow()
    if table.table.phase == "Betting":
        table.round() if what == "round" else table.end_shoe()


BATCHES: Final = st.sampled_from(
    [
        (),
        (Batch("red", 6, "preshuffled", "seal 1"), Batch("blue", 6, "preshuffled", "seal 2")),
        (Batch("red", 6, "preshuffled", "seal 1"), Batch("blue", 6)),
        (Batch("red", 6), Batch("blue", 6, "preshuffled", "seal 2")),
    ]
)


def arrive(table: Guided) -> None:
    """Only prompts from here on: to Betting or Closed, and from Betting through a round."""
    table.follow()
    assert table.table.phase in ("Betting", "Closed")
    if table.table.phase == "Betting":
        table.end_shoe()
        table.follow()
        assert table.table.phase in ("Betting", "Closed")


@clause("672a.12(k)", "672a.12(l)", "672a.5(a)", "672a.3(b)")
@settings(max_examples=150, deadline=None)
@given(BATCHES, st.lists(st.sampled_from(HAPPENS), max_size=60))
def test_prompts_lead_through_every_trouble_of_a_batch_machine(
    batches: tuple[Batch, ...], story: list[str]
) -> None:
    table = Guided("batch")
    table.floor(c.OpenTable(batches))
    for what in story:
        happen(table, what)
    arrive(table)


@clause("672a.12(k)", "672a.12(l)", "672a.5(a)")
@pytest.mark.parametrize("kind", ["none", "continuous", "in_shoe"])
@settings(max_examples=60, deadline=None)
@given(story=st.lists(st.sampled_from(HAPPENS), max_size=50))
def test_prompts_lead_through_every_trouble_of_other_equipment(kind: str, story: list[str]) -> None:
    table = Guided(kind, equipment=EQUIPMENT[kind])
    table.floor(c.OpenTable())
    for what in story:
        happen(table, what)
    arrive(table)
