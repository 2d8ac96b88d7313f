"""What an automated dealing shoe tells of its loads and stacks, and what follows where it does not deal
(671a.13(f)).

A round is void as soon as the shoe has failed to deal a card that was due, or cannot deal any more those that
are to come; it waits for no answer to a Hold. A fault while no card is due opens its Hold alone, as that of
any device: the round is void only where the shoe is still at fault when the next card falls due. Which stack
is ordered when is in stacks.py."""

from typing import Final

from controller.games.lunar_poker.dealing import CARDS_TO_COME, due
from controller.games.lunar_poker.hands import DRAWS
from controller.games.lunar_poker.stacks import is_coming, is_under_way
from controller.regulation.marks import clause
from controller.table import devices
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Reported
from controller.table.events import Event
from controller.table.irregularities import CHANGE, IN_ROUND, RECOUNT, hold, met
from controller.table.remedies import LOAD_COUNT, voided
from controller.table.state import Table, find_device, is_automated
from drivers import messages as m

_BEFORE: Final = ("Betting", "NoMoreBets")
_COUNTED: Final = ("Loading", *_BEFORE)
"""Phases in which what is in the shoe is what will be dealt."""


# ---- whether the shoe is needed ------------------------------------------------------------------------


def is_to_deal(table: Table) -> bool:
    """Cards of this round are still to come from an automated shoe, or may still be asked for."""
    if not is_automated(table) or table.void or table.phase not in CARDS_TO_COME:
        return False
    if table.phase == "Dealing" or is_coming(table):
        return True
    asked = table.asked is not None and table.asked.verb in DRAWS
    return asked or any(not hand.status or hand.status in DRAWS for hand in table.hands)


def _is_due_now(table: Table) -> bool:
    """The shoe is to deal now: a stack is under way, or the next one is due and nothing but the shoe delays
    it."""
    if not is_to_deal(table):
        return False
    return is_under_way(table) or (not table.poker.exit and bool(due(table)[len(table.ahead) :]))


def _is_shoe(table: Table, name: str) -> bool:
    device = find_device(table, name)
    return device is not None and device.role == "shoe"


@clause("671a.13(f)")
def void(table: Table, why: str) -> tuple[Event, ...]:
    """The round is void, and every wager that lies there goes back; the cards, those in the shoe too, are
    shuffled after it as after any round."""
    words = f"{why}: the round is void, and all cards are shuffled together"
    return (met("shoe-failed", "671a.13(f)", words), *voided(table, "671a.13(f)"))


def is_out_of_order(table: Table) -> bool:
    """It was put out of order, and cards of this round are still to come from it."""
    return bool(table.standing.supply.shoe_out) and is_to_deal(table)


def void_out_of_order(table: Table, _: None) -> tuple[Event, ...]:
    return void(table, "the shoe was put out of order")


# ---- what it tells of its loads --------------------------------------------------------------------------


@clause("671a.10(a)(1)")
def cards_loaded(table: Table, given: Reported) -> tuple[Event, ...]:
    """Cards were put in. In a round that has begun to be dealt they are other cards than those it is dealt
    from. Another number than the deck has is asked about before anybody is dealt one."""
    told = given.what
    assert isinstance(told, m.CardsLoaded)
    batch = sp.current(table.standing.supply)
    wrong = batch is not None and told.count not in (0, sp.batch_size(batch))
    if table.phase in IN_ROUND:
        begun = bool(table.poker.stacks or table.dealt or table.ahead or table.removed)
        if is_to_deal(table) and (begun or wrong):
            return void(table, "other cards were put into the shoe")
    elif wrong and table.phase in _COUNTED:
        words = f"the shoe counts {told.count} cards, and that is not the whole deck"
        cited = "topic:cards-to-discard-rack"
        return (met("card-count", cited, words), hold(table, LOAD_COUNT, cited, words, CHANGE, RECOUNT))
    if batch is None or wrong:
        return (ev.Noted(f"{given.device}: {told.count} cards were put in"),)
    return (ev.ShoeLoaded(told.load, told.count),)


def is_load_told(table: Table) -> bool:
    """The shuffled deck is due in the shoe, and the shoe has told that it is there."""
    return is_automated(table) and bool(table.poker.load) and not sp.in_shoe(table.standing.supply)


@clause("671a.10(a)(1)")
def take_load(_: Table, __: None) -> tuple[Event, ...]:
    """The shoe's own word; nobody confirms it."""
    return (ev.StepDone("loaded", "house", "", "told by the shoe"),)


def is_load_over(table: Table) -> bool:
    """The wagers are closed, and what is in the shoe cannot be dealt: they stay, and wait for the shuffled
    cards."""
    standing = table.standing
    return is_automated(table) and (standing.reshuffle_directed or bool(standing.supply.change))


# ---- what it tells of its stacks -------------------------------------------------------------------------


def stack_dispensed(table: Table, given: Reported) -> tuple[Event, ...]:
    """A stack lies in the exit, complete as far as the shoe knows: its draws were told one by one."""
    told = given.what
    assert isinstance(told, m.StackDispensed)
    if told.stack != table.poker.stacks + 1 or table.phase not in IN_ROUND:
        return (ev.Noted(f"{given.device}: stack {told.stack} came out, which nobody waits for"),)
    return (ev.StackCame(told.stack, table.base + told.first),)


@clause("671a.10(b)", "671a.13(f)")
def stack_taken(table: Table, given: Reported) -> tuple[Event, ...]:
    """The dealer delivers it. If more is due now, and the shoe is at fault, it fails to deal."""
    told = given.what
    assert isinstance(told, m.StackTaken)
    if not table.poker.exit or told.stack != table.poker.stacks:
        return (ev.Noted(f"{given.device}: the cards in the exit were taken out"),)
    made = (ev.StackDelivered(told.stack),)
    device = find_device(table, given.device)
    due_now = is_to_deal(table) and bool(due(table)[len(table.ahead) :])
    if due_now and device is not None and device.faults:
        return (*made, *void(table, f"{given.device} reports {', '.join(device.faults)}, and cards are due"))
    return made


@clause("671a.13(f)", "671a.5(a)")
def stack_failed(table: Table, given: Reported) -> tuple[Event, ...]:
    """The shoe stopped, jammed, or lost its load. Before a round is dealt the cards are shuffled again, and
    wagers that lie there stay; where no card is to come any more the round is played out."""
    told = given.what
    assert isinstance(told, m.StackFailed)
    where = f" at {told.place}" if told.place else ""
    words = f"{given.device} does not deal ({told.reason}{where})"
    if is_to_deal(table):
        return void(table, words)
    if table.phase in _BEFORE and sp.in_shoe(table.standing.supply):
        said = f"{words}: the cards are taken out and shuffled"
        return (met("shoe-failed", "671a.5(a)", said), ev.ReshuffleDirected(""))
    return (ev.Noted(words),)


# ---- what every device tells, where it means more of this one --------------------------------------------


@clause("671a.13(f)")
def order_refused(table: Table, given: Reported) -> tuple[Event, ...]:
    """A stack that the shoe will not dispense is a failure to deal."""
    told = given.what
    of_stack = isinstance(told, m.OrderFailed) or (
        isinstance(told, m.OrderRefused) and told.order == "dispense"
    )
    if not (is_automated(table) and _is_shoe(table, given.device) and of_stack):
        return devices.order_refused(table, given)
    assert isinstance(told, m.OrderFailed | m.OrderRefused)
    words = f"{given.device} does not dispense a stack ({told.reason})"
    if is_to_deal(table) and is_under_way(table):
        return void(table, words)
    return (ev.Noted(words),)


@clause("671a.13(f)")
def fault_raised(table: Table, given: Reported) -> tuple[Event, ...]:
    """Its Hold, as that of any device; and a void round where a card was due."""
    told = given.what
    assert isinstance(told, m.FaultRaised)
    made = devices.fault_raised(table, given)
    if told.kind == "violation" or not _is_shoe(table, given.device) or not _is_due_now(table):
        return made
    where = f" at {told.place}" if told.place else ""
    return (*made, *void(table, f"{given.device} reports {told.kind}{where}, and cards are due"))


@clause("671a.13(f)")
def device_ready(table: Table, given: Reported) -> tuple[Event, ...]:
    """A shoe that began anew, or another one, has no load of this round any more, unless nothing was dealt of
    it."""
    ready = given.what
    assert isinstance(ready, m.DeviceReady)
    device = find_device(table, given.device)
    made = devices.device_ready(table, given)
    if device is None or device.role != "shoe" or not is_to_deal(table) or device.boot in (0, ready.boot):
        return made
    if _is_whole(table, ready.state):
        return made
    return (*made, *void(table, f"{given.device} began anew, and its cards are of no load"))


def _is_whole(table: Table, state: m.State) -> bool:
    """Whether it has a load of which nothing was dispensed."""
    if table.poker.stacks or table.dealt or table.ahead or table.removed:
        return False
    stack = state.stack if isinstance(state, m.ShoeState) else None
    return stack is not None and stack.load > 0 and stack.stage == "none"
