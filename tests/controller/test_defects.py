"""A game whose rules raise: journaled with its input, held and locked, and ended by the floor."""

import copy
from typing import Any

import msgspec
import pytest

from controller.assembly import recover
from controller.audit import audit
from controller.entries import decode_entry, report_of
from controller.games.game import Game
from controller.pump import SAFE
from controller.rehearsal.bench import DEVICES
from controller.table import commands as c
from controller.table.commands import Asked, DefectMet
from drivers import messages as m
from tests.controller.pumping import (
    INPUTS,
    Watched,
    check_sealed,
    is_restrictive,
)
from tests.controller.walking import undisturbed
from tests.controller.watched import GAME, RULES

# ---- defects --------------------------------------------------------------------------------------------


def faulty(phase: str, kind: type) -> Game:
    """The game with one row that raises."""

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("a slip of the pen")

    phases = copy.copy(GAME.phases)
    row = phases.steps[phase][kind]
    bad = msgspec.structs.replace(row, guard=None, decide=broken)
    phases.steps = {**phases.steps, phase: {**phases.steps[phase], kind: bad}}
    return msgspec.structs.replace(GAME, phases=phases)


def first_with(phase: str, kind: type) -> int:
    tables = undisturbed().tables
    return next(
        n for n, given in enumerate(INPUTS) if n and tables[n - 1].phase == phase and type(given.what) is kind
    )


DEFECTS = [
    ("Betting", m.Placed),
    ("Dealing", m.CardDrawn),
    ("Insurance", m.Placed),
    ("Peeking", m.ReaderAnswer),
    ("PlayerDecisions", c.Decide),
    ("DealerPlay", m.CardDrawn),
    ("Settling", c.WagersSettled),
    ("Collecting", c.CardsCollected),
    ("Shuffling", c.ShuffleCards),
]


@pytest.mark.parametrize(
    ("phase", "kind"), DEFECTS, ids=lambda one: one if isinstance(one, str) else one.__name__
)
def test_house_4_a_defect_is_journaled_and_holds_the_table(phase: str, kind: type) -> None:
    """Nothing is applied, everything is locked, the report is acknowledged when that is on disk."""
    at = first_with(phase, kind)
    watched = Watched(faulty(phase, kind))
    watched.take_all(INPUTS[:at])
    watched.journal.commit()
    before = watched.pump.table
    report = report_of(INPUTS[at])
    sent, acknowledged, _ = watched.take_since(lambda: watched.pump.take(INPUTS[at]))
    assert set(sent) >= set(SAFE)
    assert all(is_restrictive(order) for order in sent)
    assert acknowledged == []
    table = watched.pump.table
    assert [hold.kind for hold in table.holds] == ["defect"]
    assert table.standing.seal
    assert (table.hands, table.stacks, table.dealer) == (before.hands, before.stacks, before.dealer)
    _, acknowledged, _ = watched.take_since(watched.journal.commit)
    assert acknowledged == ([report] if report else [])
    last = watched.journal.last()
    assert last is not None
    told = decode_entry(last.number, last.body).given.what
    assert isinstance(told, DefectMet)
    assert "ZeroDivisionError: a slip of the pen" in told.what
    assert kind.__name__ in told.what
    assert audit(watched.journal.entries()).is_clean


@pytest.mark.parametrize(
    ("phase", "kind"), DEFECTS[1:6], ids=lambda one: one if isinstance(one, str) else one.__name__
)
def test_house_4_after_a_defect_the_table_starts_sealed_and_the_floor_ends_it(phase: str, kind: type) -> None:
    """The mended program folds the same sealed table, and does not hear the report again."""
    at = first_with(phase, kind)
    watched = Watched(faulty(phase, kind), at_once=True)
    watched.take_all(INPUTS[: at + 1])
    report = report_of(INPUTS[at])
    started = recover(GAME, RULES, watched.journal, DEVICES)
    assert started.table == watched.pump.table
    assert report is None or started.heard[report[0]] == report[1:]
    mended = Watched(at_once=True)
    mended.pump.table = started.table
    (hold,) = started.table.holds
    assert [remedy.name for remedy in hold.remedies] == ["void_round"]
    refused = mended.pump.take(Asked("dealer", "dealer", c.NoMoreBets()))
    assert refused is not None
    assert refused.refused is not None
    voided = mended.pump.take(Asked("floorperson", "floor", c.ChooseRemedy(hold.id, "void_round")))
    assert voided is not None
    assert voided.refused is None
    assert mended.pump.table.void
    assert mended.pump.table.stacks == ()
    mended.pump.take(Asked("dealer", "dealer", c.CardsCollected()))
    assert mended.pump.table.phase in ("Closing", "Closed")
    assert not any(isinstance(order, m.Permit | m.OpenPositions | m.Arm) for order in mended.sent)


def test_a_defect_in_ruling_on_a_defect_seals_the_table() -> None:
    game = faulty("Dealing", m.CardDrawn)
    game.phases.steps["Dealing"] = {**game.phases.steps["Dealing"]}
    bad = msgspec.structs.replace(game.phases.steps["Dealing"][m.CardDrawn])
    game.phases.steps["Dealing"][DefectMet] = bad
    watched = Watched(game, at_once=True)
    at = first_with("Dealing", m.CardDrawn)
    watched.take_all(INPUTS[:at])
    assert watched.pump.take(INPUTS[at]) is None
    check_sealed(watched, "an inner fault")
