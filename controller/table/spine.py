"""SPINE: the rows that all games share, opening to betting and settling to closing.

What every chapter says in the same words is cited by topic; each chapter's list maps it to its own
number. The game's own rows stand between NoMoreBets and Settling, in its folder.
"""

from typing import Final

from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import devices, progressive, remedies, usb
from controller.table import events as ev
from controller.table import irregularities as irr
from controller.table import supply as sp
from controller.table.changing import CHANGES, IDLE
from controller.table.commands import (
    AdmitPlayer,
    Asked,
    CardsCollected,
    ChooseRemedy,
    ClockFault,
    CloseTable,
    DefectMet,
    DirectReshuffle,
    EnterCard,
    InspectReader,
    Installed,
    NewDealer,
    Refused,
    Reported,
    ReportIncident,
    Restarted,
    TimePassed,
    UsbSeen,
    WagersSettled,
)
from controller.table.cutting import CUTTING
from controller.table.events import Event
from controller.table.machine import MACHINE
from controller.table.machine_trouble import MACHINE_TROUBLE
from controller.table.opening import OPENING
from controller.table.phases import ANY, Row
from controller.table.readiness import fell_due
from controller.table.shuffling import SHUFFLING
from controller.table.sides import LOADED, TURNING, check_side
from controller.table.state import CLOSED_WORD, CLOSING, Table, spot_before_deal
from drivers import messages as m

PHASES_BEFORE: Final = (
    "Closed",
    "Inspecting",
    "Spreading",
    "Washing",
    "Shuffling",
    "Cutting",
    "Loading",
    "Idle",
    "Betting",
    "NoMoreBets",
)
BEFORE_ROUND: Final = PHASES_BEFORE[1:-1]
PHASES_AFTER: Final = ("Settling", "Collecting", "Closing")


def _close(_: Table, given: Asked) -> tuple[Event, ...]:
    return (ev.StepDone("closed", given.role, given.person),)


def _no_wagers(table: Table, _: Asked) -> None:
    if table.stacks:
        raise Refused("wagers lie on the table: play the round, or have them taken back", "topic:closing")


@clause("topic:reader-inspection")
def _inspect_reader(table: Table, given: Asked) -> tuple[Event, ...]:
    """The floorperson found it untouched and in order: one that is away, or at fault, is not."""
    for device in table.standing.devices:
        if device.role == "card_reader" and not device.ready:
            raise Refused(f"{device.name} is not connected", "topic:reader-inspection")
        if device.role == "card_reader" and device.faults:
            raise Refused(f"{device.name} reports {', '.join(device.faults)}", "topic:reader-inspection")
    return (ev.ReaderInspected(given.person),)


def _new_dealer(_: Table, given: Asked) -> tuple[Event, ...]:
    assert isinstance(given.what, NewDealer)
    return (ev.DealerCame(given.what.name),)


def _direct_reshuffle(_: Table, given: Asked) -> tuple[Event, ...]:
    assert isinstance(given.what, DirectReshuffle)
    return (ev.ReshuffleDirected(given.person, given.what.side),)


def _not_exempt(table: Table, given: Asked) -> None:
    if sp.is_exempt(table.standing.supply):
        raise Refused("the approved device reshuffles by itself", "topic:self-shuffling-shoe")
    check_side(table, given)


def _admit(_: Table, given: Asked) -> tuple[Event, ...]:
    assert isinstance(given.what, AdmitPlayer)
    return (ev.PlayerAdmitted(given.what.player),)


def _positions_closed(table: Table, _: Reported) -> tuple[Event, ...]:
    return (ev.PositionsShut(),) if table.positions == CLOSING else ()


def _is_shut(table: Table) -> bool:
    return table.positions == CLOSED_WORD and progressive.is_ready(table)


def _begin_round(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.RoundBegun(table.round + 1), *progressive.raised(table))


def _end_round(table: Table, _: Asked) -> tuple[Event, ...]:
    return (ev.RoundEnded(table.round),)


def is_clear(table: Table) -> bool:
    """The round is over, and its cards are collected."""
    return not table.hands and not table.plan


def _needs_shuffle(table: Table) -> bool:
    return is_clear(table) and table.standing.cover_out


def _was_directed(table: Table) -> bool:
    return is_clear(table) and table.standing.reshuffle_directed


def _is_sealed(table: Table) -> bool:
    return table.standing.seal != ""


def _hand_back(table: Table, _: None) -> tuple[Event, ...]:
    """A table that goes out of play gives back the chips that were never wagered in a round."""
    lifted = tuple(ev.WagerLifted(stack.box, spot_before_deal(stack), stack.stake) for stack in table.stacks)
    return (*progressive.unplayed(table), *lifted)


def _is_void(table: Table) -> bool:
    return table.void


def is_cleared(table: Table) -> bool:
    """Nothing is owed to the journal any more, and the cards are out of shoe and shuffler and were counted.
    A table that goes out of play does not wait for people."""
    supply = table.standing.supply
    emptied = not sp.in_shoe(supply) and sp.is_machine_emptied(table)
    return sp.all_told(table) and (emptied or table.standing.seal != "")


def _is_changing(table: Table) -> bool:
    return bool(table.standing.supply.change)


def _is_directed(table: Table) -> bool:
    """Wagers that lie there stay, and wait with the players for the shuffled cards."""
    return table.standing.reshuffle_directed


def _is_shoe_empty(table: Table) -> bool:
    """The last card left the shoe between rounds, by error."""
    return table.standing.shoe_empty


BETWEEN: Final = (
    Row(InspectReader, ANY, None, "topic:reader-inspection", _inspect_reader),
    Row(NewDealer, BEFORE_ROUND, None, "topic:burn-card", _new_dealer),
    Row(AdmitPlayer, ("Betting",), None, "topic:mid-shoe-entry", _admit),
    Row(
        DirectReshuffle, ("Betting",), "Shuffling", "topic:reshuffle-directed", _direct_reshuffle, _not_exempt
    ),
    Row(
        DirectReshuffle,
        ("Settling", "Collecting"),
        None,
        "topic:reshuffle-directed",
        _direct_reshuffle,
        _not_exempt,
    ),
    Row(None, ("Betting",), None, "topic:unknown-usb", usb.ask, when=usb.is_unasked),
    Row(None, ("Betting",), "Shuffling", "topic:reshuffle-directed", when=_is_directed),
    Row(None, ("Betting",), "Shuffling", "topic:shuffle", when=_is_shoe_empty),
    Row(None, ("Idle", "Betting", "Loading"), "Shuffling", "topic:card-change", when=_is_changing),
    Row(None, ("NoMoreBets",), "Betting", "topic:defect", when=_is_sealed),
    Row(None, ("NoMoreBets",), "Betting", "topic:reader-inspection", when=fell_due),
    Row(None, BEFORE_ROUND, "Closing", "topic:defect", _hand_back, when=_is_sealed),
    Row(CloseTable, BEFORE_ROUND, "Closing", "topic:closing", _close, _no_wagers),
    Row(None, ("Closing",), "Closed", "topic:closing", when=is_cleared),
)
AFTER: Final = (
    Row(
        WagersSettled,
        ("Settling",),
        "Collecting",
        "topic:collect-cards",
        guard=progressive.check_verified,
    ),
    Row(CardsCollected, ("Collecting",), None, "topic:collect-cards", _end_round, progressive.check_done),
    Row(None, ("Collecting",), "Shuffling", "topic:cover-card-reached", when=_needs_shuffle),
    Row(None, ("Collecting",), "Shuffling", "topic:reshuffle-directed", when=_was_directed),
    Row(None, ("Collecting",), "Betting", "topic:collect-cards", when=is_clear),
)
HOUSE: Final = (
    Row(ChooseRemedy, ANY, None, "topic:out-of-turn", remedies.choose_remedy),
    Row(EnterCard, ANY, None, "topic:unread-card", remedies.enter_card),
    Row(ReportIncident, ANY, None, "topic:incident", irr.report_incident),
    Row(Installed, ("Closed",), None, "topic:submission-changed", devices.installed),
    Row(Restarted, ANY, None, "topic:power-loss", devices.restarted),
    Row(ClockFault, ANY, None, "topic:clock-fault", devices.clock_fault),
    Row(TimePassed, ANY, None, "topic:card-change", devices.time_passed),
    Row(DefectMet, ANY, None, "topic:defect", devices.defect_met),
    Row(UsbSeen, ANY, None, "topic:unknown-usb", usb.seen),
)
DEVICES: Final = (
    Row(m.DeviceReady, ANY, None, "topic:unlisted-device", devices.device_ready),
    Row(m.DeviceLost, ANY, None, "topic:device-lost", devices.device_lost),
    Row(m.DeviceRefused, ANY, None, "topic:unlisted-device", devices.device_refused),
    Row(m.FaultRaised, ANY, None, "topic:jam", devices.fault_raised),
    Row(m.FaultCleared, ANY, None, "topic:jam", devices.fault_cleared),
    Row(m.SelfLocked, ANY, None, "topic:device-lost", devices.self_locked),
    Row(m.OrderRefused, ANY, None, "topic:device-lost", devices.order_refused),
    Row(m.OrderFailed, ANY, None, "topic:device-lost", devices.order_refused),
    Row(m.OrderDone, ANY, None, "topic:device-lost", devices.order_done),
    Row(m.Gap, ANY, None, "topic:gap", devices.gap),
    Row(m.LinkPoor, ANY, None, "topic:device-lost", devices.link_poor),
    Row(m.LidMoved, ANY, None, "topic:jam", devices.lid_moved),
    Row(m.PositionsClosed, ANY, None, "topic:wagers-before-first-card", _positions_closed),
)
SPINE: Final = (
    *TURNING,
    *BETWEEN,
    *OPENING,
    *CHANGES,
    *SHUFFLING,
    *CUTTING,
    *LOADED,
    *IDLE,
    *MACHINE,
    *MACHINE_TROUBLE,
    *progressive.PROGRESSIVE,
    *AFTER,
    *HOUSE,
    *DEVICES,
)


def begin_round(clause: str) -> Row:
    """The passage from NoMoreBets to Dealing: only once the positions have confirmed that they are
    closed. The game gives its clause, and decides by its RoundBegun what is dealt."""
    return Row(None, ("NoMoreBets",), "Dealing", clause, _begin_round, when=_is_shut)


def void_rows(phases: tuple[str, ...]) -> tuple[Row, ...]:
    """The passage by which a void round leaves each of these phases: its cards are collected."""
    return (Row(None, phases, "Collecting", "topic:void-round", when=_is_void),)


OF_SOME: Final = frozenset(("Refilling", "DealerPlay"))
"""Phases of which a row of the spine speaks, and that not every game has."""


def spine_of(phases: tuple[str, ...]) -> tuple[Row, ...]:
    """The spine's rows for a game with these phases: without those of OF_SOME that it does not have."""
    missing = OF_SOME.difference(phases)
    return tuple(
        row if missing.isdisjoint(row.sources) else replace(row, sources=_without(row.sources, missing))
        for row in SPINE
    )


def _without(sources: tuple[str, ...], missing: frozenset[str]) -> tuple[str, ...]:
    return tuple(phase for phase in sources if phase not in missing)
