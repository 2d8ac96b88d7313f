"""How each event that every game has changes a Table. Pure; no guards, no devices, no doubt: an
event has happened. What an event does to a hand is the game's (games/twentyone.py).
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import machine_events, usb_events
from controller.table import progressive_events as progressives
from controller.table import side_events as sides
from controller.table import supply_events as supplies
from controller.table.state import (
    CLOSED_WORD,
    LOCK,
    SECOND,
    DeviceStanding,
    Drawn,
    Hand,
    Irregularity,
    Poker,
    Progressives,
    Rules,
    Stack,
    Table,
    face_down,
    find_device,
    is_from_hand,
)
from drivers.cards import SEALED, UNREAD, Card
from drivers.messages import Dispense

NO_PROGRESSIVES: Final = Progressives()


def entered(table: Table, event: ev.Entered) -> Table:
    if event.phase != "Closed":
        return replace(table, phase=event.phase)
    # What went wrong after the last round of a day is no part of the next day's first one.
    held = is_from_hand(table)
    table = supplies.closed(replace(table, phase="Closed", ahead=(), removed=(), irregularities=()))
    if held and not is_from_hand(table):
        table = _with_shoe(table)
    following = table.standing.next_rules
    return table if following is None else _under(table, following)


def _with_shoe(table: Table) -> Table:
    """A closed table that was dealt from the hand, and has a shoe from now on: what came from the hand it
    cannot tell, and its next draw is the next one here, however many came so since it was connected."""
    shoe = next((one for one in table.standing.devices if one.role == "shoe" and one.boot), None)
    base = table.base if shoe is None else table.last - shoe.draws
    return replace(table, base=base, standing=replace(table.standing, sealed=()))


def _under(table: Table, rules: Rules) -> Table:
    """A closed table under these rules; its layout may have another number of boxes."""
    standing = replace(table.standing, next_rules=None, players=("",) * rules.boxes)
    return progressives.ruled(replace(table, rules=rules, standing=standing), rules)


def table_installed(table: Table, event: ev.TableInstalled) -> Table:
    standing = replace(
        table.standing,
        devices=event.devices,
        players=("",) * event.rules.boxes,
        build=event.build,
        supply=supplies.equipped(table.standing.supply, event.equipment),
    )
    return progressives.ruled(replace(table, rules=event.rules, standing=standing), event.rules)


def step_done(table: Table, event: ev.StepDone) -> Table:
    standing = table.standing
    supply = supplies.step_done(table, event.step)
    if supply is not standing.supply:
        standing = replace(standing, supply=supply)
        table = replace(table, standing=standing)
    if event.step == "opened":
        # One inspection of the reader holds for its gaming day, however often the table is opened in it.
        inspected = standing.reader_inspected and "" != supply.day == supply.inspected_day
        standing = replace(standing, reader_inspected=inspected, seal="", burns=0, unburned=False)
    elif event.step == "shuffled":
        return _shuffled(table)
    elif event.step == "loaded" and table.double is not None:
        return sides.loaded(table)
    elif event.step == "loaded":
        if is_from_hand(table):
            # What nobody told of the batch before is in the shuffler: it cannot be told any more.
            standing = replace(standing, sealed=())
        standing = replace(
            standing, burns=standing.burns + 1, unburned=True, cover_out=False, shoe_empty=False
        )
    elif event.step.startswith("discards-"):
        return replace(table, refill=_REFILL[event.step])
    return table if standing is table.standing else replace(table, standing=standing)


_REFILL: Final = {"discards-shuffled": "cut", "discards-cut": "load", "discards-recut": "cut"}


def _shuffled(table: Table) -> Table:
    """All cards are in the stack: also those that had left the shoe and waited to be used, and the burn
    card that a shoe without a round still owed. Of a double shoe they are one side's."""
    standing = replace(
        table.standing,
        cover_out=False,
        shoe_rounds=0,
        bettors=(),
        admitted=(),
        reshuffle_directed=False,
        shoe_empty=False,
        burns=table.standing.burns - table.standing.unburned,
        unburned=False,
    )
    after = replace(table, standing=standing, ahead=())
    return after if table.double is None else sides.shuffled(after, table.ahead)


def wagers_placed(table: Table, event: ev.WagersPlaced) -> Table:
    stacks = table.stacks
    opens = table.phase == "Betting" and all(stack.box != event.box for stack in stacks)
    for wager, amount in event.chips:
        name, hand = lies_as(wager, event.hand)
        stacks = _add(stacks, Stack(event.box, hand, name, amount))
    table = replace(table, stacks=stacks)
    if opens and table.standing.players[event.box - 1] != event.player:
        players = list(table.standing.players)
        players[event.box - 1] = event.player
        table = replace(table, standing=replace(table.standing, players=tuple(players)))
    if table.asked is not None and table.asked.chips:
        staked = event.chips[0][1]
        taken = bool(table.ahead) and table.ahead[0].exposed
        table = replace(table, asked=replace(table.asked, amount=staked, chips=0, taken=taken))
    return table


def lies_as(wager: str, hand: int) -> tuple[str, int]:
    """Chips set down on that spot for that hand: the wager that they are, and its hand."""
    if wager == SECOND:
        return "blackjack", 2
    return ("blackjack" if wager == "split" else wager), hand


def _add(stacks: tuple[Stack, ...], new: Stack) -> tuple[Stack, ...]:
    """Chips on a spot are one stack, however often they were added to."""
    for at, stack in enumerate(stacks):
        if stack.box == new.box and stack.hand == new.hand and stack.wager == new.wager:
            sum_of = replace(stack, stake=stack.stake + new.stake)
            return (*stacks[:at], sum_of, *stacks[at + 1 :])
    return (*stacks, new)


def wager_lifted(table: Table, event: ev.WagerLifted) -> Table:
    kept: list[Stack] = []
    name, hand = lies_as(event.wager, 1)
    for stack in table.stacks:
        if stack.box == event.box and stack.hand == hand and stack.wager == name:
            left = stack.stake - event.amount
            if left > 0:
                kept.append(replace(stack, stake=left))
        else:
            kept.append(stack)
    return replace(table, stacks=tuple(kept))


def positions_shut(table: Table, _: ev.PositionsShut) -> Table:
    return replace(table, positions=CLOSED_WORD)


def card_ahead(table: Table, event: ev.CardAhead) -> Table:
    """In the order in which they left the shoe, whenever a Hold about one of them was answered."""
    ahead = sorted((*table.ahead, Drawn(event.draw, event.card, event.exposed)), key=lambda card: card.draw)
    return replace(table, ahead=tuple(ahead), last=max(table.last, event.draw))


def card_removed(table: Table, event: ev.CardRemoved) -> Table:
    return replace(
        table,
        removed=(*table.removed, Drawn(event.draw, event.card)),
        ahead=tuple(card for card in table.ahead if card.draw != event.draw),
        last=max(table.last, event.draw),
    )


def card_lost(table: Table, event: ev.CardLost) -> Table:
    return replace(table, last=max(table.last, event.draw))


def permission_ended(table: Table, _: ev.PermissionEnded) -> Table:
    """A stack that was ordered comes out whole: nothing is to be said anew of it, and a lock would end its
    load."""
    if type(table.wanted_shoe) is Dispense:
        return table
    return replace(table, wanted_shoe=LOCK)


def told_elsewhere(table: Table, draw: int, card: Card) -> Table:
    """The face of a card that lies in no hand: it waits, was removed, or is owed to the journal."""
    standing = table.standing
    if draw in standing.sealed:
        standing = replace(standing, sealed=tuple(one for one in standing.sealed if one != draw))
    return replace(
        table,
        ahead=tuple(replace(one, card=card) if one.draw == draw else one for one in table.ahead),
        removed=tuple(Drawn(draw, card) if one.draw == draw else one for one in table.removed),
        standing=standing,
    )


def cover_card_came(table: Table, event: ev.CoverCardCame) -> Table:
    if table.double is not None:
        return sides.in_doubt(replace(table, double=sides.cover_came(table.double, event)))
    supply = supplies.cover_came(table.standing.supply, event.at)
    return replace(table, standing=replace(table.standing, cover_out=True, supply=supply))


def shoe_ran_out(table: Table, event: ev.ShoeRanOut) -> Table:
    """An empty shoe calls for the reshuffle as the cover card does."""
    if table.double is not None:
        return sides.in_doubt(replace(table, double=sides.ran_out(table.double, event.side)))
    return replace(table, standing=replace(table.standing, shoe_empty=True, cover_out=True))


def reader_said(table: Table, event: ev.ReaderSaid) -> Table:
    if event.answer == "no_read":
        return replace(table, reads=table.reads + 1)
    return replace(table, reader=event.answer)


def round_voided(table: Table, event: ev.RoundVoided) -> Table:
    return replace(
        table,
        void=True,
        settled=table.settled + event.rows,
        stacks=(),
        asked=None,
        ahead=(),
        removed=table.removed + table.ahead,
        late=(),
        refill="",
    )


def round_ended(table: Table, _: ev.RoundEnded) -> Table:
    """The layout is clear. What is still sealed, or was dealt from the hand and never turned up, is owed to
    the journal until the batch leaves play."""
    down = face_down(table)
    owed = tuple(card.draw for card in table.removed if card.card == down) + tuple(
        draw
        for hand in (*table.hands, table.dealer)
        for card, draw in zip(hand.cards, hand.draws, strict=True)
        if card == down
    )
    players = table.standing.players
    bettors = tuple(dict.fromkeys(players[hand.box - 1] or f"box {hand.box}" for hand in table.hands))
    standing = replace(
        table.standing,
        sealed=table.standing.sealed + owed,
        bettors=bettors,
        admitted=tuple(player for player in table.standing.admitted if player not in bettors),
        players=("",) * len(players),
        supply=supplies.round_ended(table),
    )
    after = replace(
        table,
        plan=(),
        dealt=0,
        turn=0,
        hands=(),
        dealer=Hand(0),
        asked=None,
        stacks=(),
        settled=(),
        removed=(),
        reader="",
        reads=0,
        void=False,
        irregularities=(),
        standing=standing,
        late=(),
        refill="",
        progressives=NO_PROGRESSIVES,
        wanted_credit=None,
    )
    return after if table.double is None else sides.round_ended(after)


def irregularity_met(table: Table, event: ev.IrregularityMet) -> Table:
    return replace(table, irregularities=(*table.irregularities, event.what))


def hold_opened(table: Table, event: ev.HoldOpened) -> Table:
    standing = replace(table.standing, next_hold=max(table.standing.next_hold, event.hold.id + 1))
    return replace(table, holds=(*table.holds, event.hold), standing=standing)


def hold_closed(table: Table, event: ev.HoldClosed) -> Table:
    """What was decided about a Hold is part of the round's record."""
    for hold in table.holds:
        if hold.id == event.id:
            record = Irregularity(hold.kind, hold.clause, event.remedy)
            return replace(
                table,
                holds=tuple(other for other in table.holds if other.id != event.id),
                irregularities=(*table.irregularities, record),
            )
    return table


def devices_commissioned(table: Table, event: ev.DevicesCommissioned) -> Table:
    return replace(table, standing=replace(table.standing, commissioning=event.commissioning))


def device_changed(table: Table, event: ev.DeviceChanged) -> Table:
    standing = table.standing
    devices = tuple(
        event.device if device.name == event.device.name else device for device in standing.devices
    )
    before = find_device(table, event.device.name)
    if event.device.role == "card_reader" and before is not None and _is_uninspected(before, event.device):
        supply = replace(standing.supply, inspected_day="")
        standing = replace(standing, reader_inspected=False, supply=supply)
    return replace(table, standing=replace(standing, devices=devices))


@clause("topic:reader-inspection", "topic:reader-malfunction")
def _is_uninspected(before: DeviceStanding, now: DeviceStanding) -> bool:
    """A reader that is another one, or at fault, is not the one that the floorperson found in order; also
    where the table is closed, and nobody is asked about it."""
    return bool(now.faults) or (before.serial != "" and now.serial != before.serial)


def identity_lost(table: Table, event: ev.IdentityLost) -> Table:
    """Cards that only the shoe knew are unread from now on, and its next draw is its first again."""
    standing = replace(table.standing, sealed=())
    if table.double is not None:  # nobody knows from which side the draws came that were not heard
        double = replace(table.double, unknown=table.double.unknown + event.last)
        table = replace(table, double=double)
    return replace(
        table,
        base=table.last,
        last=table.last + event.last,
        hands=tuple(_unread(hand) for hand in table.hands),
        dealer=_unread(table.dealer),
        ahead=tuple(replace(card, card=_gone(card.card)) for card in table.ahead),
        removed=tuple(replace(card, card=_gone(card.card)) for card in table.removed),
        poker=_given_unread(table.poker),
        standing=standing,
        wanted_shoe=LOCK,
    )


def _given_unread(poker: Poker) -> Poker:
    """Cards that were given up in an exchange lie in the rack, and nobody looks them up there."""
    if not poker.given:
        return poker
    return replace(poker, given=tuple(replace(card, card=_gone(card.card)) for card in poker.given))


def _gone(card: Card) -> Card:
    return UNREAD if card == SEALED else card


def _unread(hand: Hand) -> Hand:
    if SEALED not in hand.cards:
        return hand
    return replace(hand, cards=tuple(_gone(card) for card in hand.cards))


def reader_inspected(table: Table, _: ev.ReaderInspected) -> Table:
    supply = replace(table.standing.supply, inspected_day=table.standing.supply.day)
    return replace(table, reads=0, standing=replace(table.standing, reader_inspected=True, supply=supply))


def clock_doubted(table: Table, _: ev.ClockDoubted) -> Table:
    standing = table.standing
    return replace(
        table, standing=replace(standing, reader_inspected=False, supply=supplies.doubt(standing.supply))
    )


@clause("topic:burn-card", "topic:determinant-for-burn-card")
def dealer_came(table: Table, event: ev.DealerCame) -> Table:
    """Who deals burns a card first; from a double shoe nobody does, for it has its determinant card."""
    burns = table.standing.burns + (table.double is None)
    return replace(table, standing=replace(table.standing, dealer_name=event.name, burns=burns))


def reshuffle_directed(table: Table, event: ev.ReshuffleDirected) -> Table:
    supply = supplies.directed(table)
    if table.double is not None:
        table = replace(table, double=sides.directed(table.double, event.side))
    return replace(table, standing=replace(table.standing, reshuffle_directed=True, supply=supply))


def player_admitted(table: Table, event: ev.PlayerAdmitted) -> Table:
    admitted = (*table.standing.admitted, event.player)
    return replace(table, standing=replace(table.standing, admitted=admitted))


def rules_changed(table: Table, event: ev.RulesChanged) -> Table:
    if table.phase == "Closed":
        return _under(replace(table, standing=replace(table.standing, build=event.build)), event.rules)
    standing = replace(table.standing, next_rules=event.rules, build=event.build)
    return replace(table, standing=standing)


def table_sealed(table: Table, event: ev.TableSealed) -> Table:
    return replace(table, standing=replace(table.standing, seal=event.why))


def unchanged(table: Table, _: Any) -> Table:
    return table


COMMON: dict[type, Callable[[Table, Any], Table]] = {
    **supplies.SUPPLY,
    **machine_events.MACHINE,
    **progressives.PROGRESSIVE,
    **usb_events.USB,
    ev.Entered: entered,
    ev.TableInstalled: table_installed,
    ev.StepDone: step_done,
    ev.WagersPlaced: wagers_placed,
    ev.WagerLifted: wager_lifted,
    ev.PositionsShut: positions_shut,
    ev.CardAhead: card_ahead,
    ev.CardRemoved: card_removed,
    ev.CardLost: card_lost,
    ev.PermissionEnded: permission_ended,
    ev.CoverCardCame: cover_card_came,
    ev.ShoeRanOut: shoe_ran_out,
    ev.ReaderSaid: reader_said,
    ev.RoundVoided: round_voided,
    ev.RoundEnded: round_ended,
    ev.IrregularityMet: irregularity_met,
    ev.HoldOpened: hold_opened,
    ev.HoldClosed: hold_closed,
    ev.DeviceChanged: device_changed,
    ev.DevicesCommissioned: devices_commissioned,
    ev.IdentityLost: identity_lost,
    ev.ReaderInspected: reader_inspected,
    ev.ClockDoubted: clock_doubted,
    ev.DealerCame: dealer_came,
    ev.ReshuffleDirected: reshuffle_directed,
    ev.PlayerAdmitted: player_admitted,
    ev.EvenMoneyTaken: unchanged,
    ev.IncidentRecorded: unchanged,
    ev.AttemptMade: unchanged,
    ev.AskingRefused: unchanged,
    ev.RulesChanged: rules_changed,
    ev.Noted: unchanged,
    ev.TableSealed: table_sealed,
    ev.CardLeft: sides.card_left,
}
"""What every game's evolve starts from."""
