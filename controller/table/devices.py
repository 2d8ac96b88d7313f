"""Rulings on what devices say of themselves: ready, lost, in trouble. The same for every game.

What a device observed of the game (a card, chips, an answer) is ruled on by the game's rows. A
device in trouble opens a Hold wherever the table is open; closed tables only take note.
"""

from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commissioning, progressive
from controller.table import events as ev
from controller.table.commands import (
    ClockFault,
    DefectMet,
    Installed,
    Refused,
    Reported,
    Restarted,
    TimePassed,
    Told,
)
from controller.table.events import Event
from controller.table.irregularities import (
    ACCEPT,
    ACKNOWLEDGE,
    CLEARED,
    IN_ROUND,
    NOT_IN_PLAY,
    REPAIRED,
    RESUME,
    SHOE_COVERED,
    SHOE_SIGNED,
    hold,
    is_held,
    met,
)
from controller.table.machine import has_stack, perished
from controller.table.machine_trouble import reconciled
from controller.table.machine_trouble import refused as not_done
from controller.table.phases import in_words
from controller.table.state import DeviceStanding, Table, find_device, is_automated, is_from_hand
from controller.table.supply import is_idle_shoe
from drivers import messages as m

RESTED = frozenset(("Closed",))
COUNTED_AGAIN_MS = 600_000
"""Added for the time before a restart that was not told yet: the clock is told at least this often."""


def _known(table: Table, given: Reported) -> DeviceStanding:
    device = find_device(table, given.device)
    if device is None:
        raise Refused(f"{given.device!r} is not installed at this table", "topic:unlisted-device")
    return device


@clause("topic:device-lost")
def device_ready(table: Table, given: Reported) -> tuple[Event, ...]:
    """A device is connected and has told its state. With the same boot, no gap and no draw in
    between, what its loss interrupted goes on by itself; else the floor resumes it."""
    ready = given.what
    assert isinstance(ready, m.DeviceReady)
    device = _known(table, given)
    serial = ready.identity.serial
    able = ready.identity.capabilities
    changed = replace(
        device, ready=True, boot=ready.boot, serial=serial, faults=ready.state.faults, able=able
    )
    trust = commissioning.noted(table, device.name)
    made: list[Event] = [ev.DeviceChanged(changed, f"connected: {ready.identity.model} {serial}{trust}")]
    why = "" if device.boot in (0, ready.boot) else "started anew"
    if device.serial and serial != device.serial:
        why = f"was replaced by serial {serial}"
    if isinstance(ready.state, m.ShoeState) and is_from_hand(table):
        # It is installed from the next opening on: where its draws begin is known then.
        note = f"connected: {serial}{trust}"
        made = [ev.DeviceChanged(replace(changed, draws=ready.state.last_draw), note)]
        why = ""
    elif isinstance(ready.state, m.ShoeState):
        if device.boot == 0 and table.last == 0 and ready.state.last_draw:
            made.append(ev.CardLost(ready.state.last_draw))
        elif why or (device.boot == 0 and table.last):
            made.append(ev.IdentityLost(ready.state.last_draw))
        elif ready.state.last_draw + table.base > table.last:
            why = "gave cards while nobody heard it"
    if isinstance(ready.state, m.ProgressiveState) and device.role == "progressive":
        made += progressive.numbered(table, ready, device.serial)
    if isinstance(ready.state, m.ShufflerState) and device.role == "shuffler":
        made += reconciled(table, ready.state, bool(why))
    if serial != device.serial and device.serial:
        made.append(ev.Noted(f"{device.name}: serial {serial} in place of {device.serial}"))
    held = _at_fault(table, device, ready.state.faults[0]) if ready.state.faults else ()
    return (*made, *held, *_back(table, device, why, len(held)))


def _back(table: Table, device: DeviceStanding, why: str, offset: int) -> tuple[Event, ...]:
    """The Hold over a lost device ends with its return. Where it is not as it was, another one asks the
    floor: it must not end by itself when the device is lost and comes back once more. After a loss of
    power the floor compares cards and chips anyway."""
    asked: tuple[Event, ...] = ()
    known = is_held(table, "device-changed", device.name) or is_held(table, "power-loss")
    if why and table.phase not in RESTED and not known and device.role != "shuffler":
        words = f"the {_called(device)} {why}"
        cited = _lost_clause(device)
        # A card reader that is another than before is inspected before anybody is dealt a card.
        way = REPAIRED if device.role == "card_reader" else RESUME
        asked = (hold(table, "device-changed", cited, words, way, device=device.name, offset=offset),)
    ended = tuple(
        ev.HoldClosed(one.id, "changed" if why else "resumed", "house", "")
        for one in table.holds
        if one.kind == "device-lost" and one.device == device.name
    )
    return (*asked, *ended)


def _called(device: DeviceStanding) -> str:
    """Role and name; once where the name says no more than the role: "shoe", "shoe shoe-1"."""
    role = device.role.replace("_", " ")
    return role if device.name in role else f"{role} {device.name}"


def _lost_clause(device: DeviceStanding) -> str:
    return "topic:reader-malfunction" if device.role == "card_reader" else "topic:device-lost"


def device_lost(table: Table, given: Reported) -> tuple[Event, ...]:
    """The link is lost. One Hold a device, however often it flaps."""
    lost = given.what
    assert isinstance(lost, m.DeviceLost)
    device = _known(table, given)
    words = f"the {_called(device)} is lost ({lost.reason})"
    return _gone(table, device, f"lost: {lost.reason}", words)


@clause("topic:unlisted-device")
def device_refused(table: Table, given: Reported) -> tuple[Event, ...]:
    """The host does not accept what is plugged in: the table is without that device."""
    refused = given.what
    assert isinstance(refused, m.DeviceRefused)
    device = _known(table, given)
    words = f"what is plugged in as {device.name} is not accepted: {refused.reason}"
    return _gone(table, device, f"refused: {refused.reason}", words)


def _gone(table: Table, device: DeviceStanding, note: str, words: str) -> tuple[Event, ...]:
    made: tuple[Event, ...] = (ev.DeviceChanged(replace(device, ready=False), note),)
    if device.role == "shuffler":
        # A round does not need it, and machine.py asks when cards are to be shuffled.
        return (*made, *perished(table, "link")) if has_stack(table) else made
    if table.phase in RESTED or is_idle_shoe(table, device) or is_held(table, "device-lost", device.name):
        return made
    return (*made, hold(table, "device-lost", _lost_clause(device), words, RESUME, device=device.name))


def fault_raised(table: Table, given: Reported) -> tuple[Event, ...]:
    """A device is at fault: dealing stops until somebody has seen to it."""
    fault = given.what
    assert isinstance(fault, m.FaultRaised)
    device = _known(table, given)
    changed = device
    if fault.kind != "violation":  # the driver's own word, which no device takes back
        changed = replace(device, faults=(*(f for f in device.faults if f != fault.kind), fault.kind))
    where = f" at {fault.place}" if fault.place else ""
    note = ev.DeviceChanged(changed, f"fault: {fault.kind}{where}")
    return (note, *_at_fault(table, device, fault.kind, fault.place))


@clause("topic:reader-malfunction", "topic:jam", "topic:shuffle-incomplete")
def _at_fault(table: Table, device: DeviceStanding, fault: str, place: str = "") -> tuple[Event, ...]:
    """The Hold over a faulty device, where there is none yet. What a shuffler's fault means is in
    machine.py."""
    if device.role == "shuffler":
        # One that tells what nobody may know of a stack has a stack that nobody may play; and what jammed
        # in a shuffle is shuffled again, also where the device goes on with it afterwards.
        jammed = fault == "jam" and table.standing.supply.machine.stage == "working"
        lost = jammed or (fault == "violation" and has_stack(table))
        return perished(table, fault, place) if lost else ()
    if device.role == "card_reader":
        kind, cited, way = "reader-malfunction", "topic:reader-malfunction", REPAIRED
    else:
        kind, cited, way = "jam" if fault == "jam" else "device-fault", "topic:jam", CLEARED
    if table.phase in RESTED or is_idle_shoe(table, device) or is_held(table, kind, device.name):
        return ()
    words = f"the {_called(device)} reports {fault}" + (f" at {place}" if place else "")
    marks = (SHOE_COVERED, SHOE_SIGNED) if device.role == "shoe" and is_automated(table) else ()
    return (hold(table, kind, cited, words, way, *marks, device=device.name),)


def fault_cleared(table: Table, given: Reported) -> tuple[Event, ...]:
    """The device says that a fault is over; a person closes the Hold."""
    cleared = given.what
    assert isinstance(cleared, m.FaultCleared)
    device = _known(table, given)
    left = tuple(fault for fault in device.faults if fault != cleared.kind)
    return (ev.DeviceChanged(replace(device, faults=left), f"fault over: {cleared.kind}"),)


def self_locked(table: Table, given: Reported) -> tuple[Event, ...]:
    """A device locked itself; what it is to do is told again with this ruling."""
    locked = given.what
    assert isinstance(locked, m.SelfLocked)
    return (ev.Noted(f"{given.device} locked itself: {locked.reason}"),)


def order_refused(table: Table, given: Reported) -> tuple[Event, ...]:
    """A device would not do what it was told: somebody has to look."""
    refused = given.what
    if isinstance(refused, m.OrderFailed):
        words = f"{given.device} could not finish an order: {refused.reason}"
    else:
        assert isinstance(refused, m.OrderRefused)
        words = f"{given.device} refused the order {refused.order}: {refused.reason}"
    device = _known(table, given)
    if device.role == "shuffler":
        return (ev.Noted(words), *not_done(table, refused))
    if device.role == "progressive" and (made := progressive.uncredited(table, refused)):
        return made
    if table.phase in RESTED or is_idle_shoe(table, device) or is_held(table, "order-refused", given.device):
        return (ev.Noted(words),)
    return (hold(table, "order-refused", "topic:device-lost", words, RESUME, device=given.device),)


def order_done(table: Table, given: Reported) -> tuple[Event, ...]:
    return ()


def gap(table: Table, given: Reported) -> tuple[Event, ...]:
    """Reports are gone for good. A drawn card cannot be asked for again, so nothing is guessed."""
    lost = given.what
    assert isinstance(lost, m.Gap)
    device = _known(table, given)
    words = f"{device.name}: reports {lost.first} to {lost.last} are missing"
    if device.role == "shuffler":
        return (ev.Noted(words), *(perished(table, "gap") if has_stack(table) else ()))
    if table.phase in RESTED or is_idle_shoe(table, device):
        return (ev.Noted(words),)
    remedies = () if table.phase == "Dealing" and device.role == "shoe" and not table.void else (RESUME,)
    return (hold(table, "gap", "topic:gap", words, *remedies, device=device.name),)


def link_poor(table: Table, given: Reported) -> tuple[Event, ...]:
    """A cable is about to fail. Play goes on; a person is told, who can see to it between two rounds."""
    poor = given.what
    assert isinstance(poor, m.LinkPoor)
    device = _known(table, given)
    words = f"the link of the {_called(device)} is poor: {poor.missed} of the last {poor.of} frames"
    return (ev.Noted(f"{words} did not come; see to its cable and its plugs after this round"),)


def lid_moved(table: Table, given: Reported) -> tuple[Event, ...]:
    """An opened lid ends what the shoe was permitted; closing it is noted."""
    moved = given.what
    assert isinstance(moved, m.LidMoved)
    if not moved.open:
        return (ev.Noted(f"{given.device}: lid closed"),)
    words = f"the lid of {given.device} was opened"
    device = _known(table, given)
    if device.role == "shuffler":
        return (ev.Noted(words), *(perished(table, "lid") if has_stack(table) else ()))
    if table.phase in NOT_IN_PLAY or is_idle_shoe(table, device) or is_held(table, "lid", given.device):
        return (ev.Noted(words),)
    return (hold(table, "lid", "topic:jam", words, RESUME, device=given.device),)


def restarted(table: Table, given: Told) -> tuple[Event, ...]:
    """The controller started again: no device is heard yet, and where the table was open the power-loss
    Hold lies over the phase. A wall clock behind the last entry is a clock fault."""
    start = given.what
    assert isinstance(start, Restarted)
    made: list[Event] = [
        ev.DeviceChanged(replace(device, ready=False), "not heard since the start")
        for device in table.standing.devices
        if device.ready
    ]
    offset = 0
    if has_stack(table) and any(one.role == "shuffler" and one.ready for one in table.standing.devices):
        made += perished(table, "link")
    if table.phase not in RESTED:
        made.append(ev.TimeCounted(max(0, start.gap_ms) + COUNTED_AGAIN_MS, ""))
    if start.gap_ms < 0:
        made.append(met("clock-fault", "topic:clock-fault", "what the clock times counts as due"))
        made.append(ev.ClockDoubted())
    if start.lost:
        made.append(met("journal-lost", "topic:journal-failed", start.lost))
    if table.phase not in RESTED and not is_held(table, "power-loss"):
        words = f"the power was lost during {in_words(table.phase)}: compare cards and chips with the record"
        made.append(hold(table, "power-loss", "topic:power-loss", words, RESUME))
        offset = 1
    made += _installation(table, start)
    rules, build = start.rules, start.build
    if rules != (table.standing.next_rules or table.rules) or build != table.standing.build:
        made.append(ev.RulesChanged(rules, build))
        if table.phase not in RESTED and not is_held(table, "submission-changed"):
            words = "the program or the Rules Submission was changed while the table was open"
            made.append(
                hold(table, "submission-changed", "topic:submission-changed", words, ACCEPT, offset=offset)
            )
            offset += 1
    made += commissioning.told(table, start.commissioning, table.phase not in RESTED, offset)
    return tuple(made)


def _installation(table: Table, start: Restarted) -> tuple[Event, ...]:
    """Other devices or equipment than before count from the next opening on."""
    supply = table.standing.supply
    there = tuple((one.name, one.role) for one in table.standing.devices)
    known = supply.next_installed or (there, supply.equipment)
    if not start.devices or known == (start.devices, start.equipment):
        return ()
    words = ev.Noted("another installation counts from the next opening on")
    return (ev.InstallationChanged(start.devices, start.equipment), words)


@clause("topic:card-change", "topic:reader-inspection")
def time_passed(_: Table, given: Told) -> tuple[Event, ...]:
    """Time on the monotonic clock, and the gaming day. What falls due by it bars the next round, never this
    one."""
    assert isinstance(given.what, TimePassed)
    return (ev.TimeCounted(given.what.ms, given.what.day),)


def installed(table: Table, given: Told) -> tuple[Event, ...]:
    """The first ruling of a journal: which rules, which devices."""
    start = given.what
    assert isinstance(start, Installed)
    devices = tuple(DeviceStanding(name, role) for name, role in start.devices)
    installed = ev.TableInstalled(start.rules, devices, start.build, start.equipment)
    return (installed, *commissioning.told(table, start.commissioning, is_open=False))


def clock_fault(table: Table, given: Told) -> tuple[Event, ...]:
    """The wall clock jumped. Nothing is timed by it inside a round; the jump is on record."""
    assert isinstance(given.what, ClockFault)
    jump = given.what.jump_ms
    return (
        met(
            "clock-fault", "topic:clock-fault", f"the wall clock moved by {jump} ms; play is not timed by it"
        ),
    )


def defect_met(table: Table, given: Told) -> tuple[Event, ...]:
    """An inner fault: nothing was applied. The table is sealed until the floor voids or takes it out.

    The input that met it may carry a card that nobody may see: it stays in the journal's entry, and the seal,
    which screens show, tells the kind of fault alone.
    """
    assert isinstance(given.what, DefectMet)
    what = f"the controller met a fault of its own ({given.what.what.partition(':')[0]})"
    words = "the controller met a fault of its own; the round cannot go on"
    remedies = () if table.phase in IN_ROUND and not table.void else (ACKNOWLEDGE,)
    return (ev.TableSealed(what), hold(table, "defect", "topic:defect", words, *remedies))
