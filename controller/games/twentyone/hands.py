"""How the events of a round change the hands and stacks of the blackjack family.

What cards count is in counting.py, what misdealt cards do in misdealt.py. The events are in
controller/table/events.py.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from controller.games.twentyone.counting import (
    FINISHED,
    LIVE,
    NEXT,
    VALUES,
    index_of,
    is_pair,
    next_turn,
    points,
    take,
    with_hand,
)
from controller.games.twentyone.misdealt import MISDEALT
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.evolve import COMMON, told_elsewhere
from controller.table.state import (
    BURN,
    DEALER,
    DETERMINANT,
    DealStep,
    Decision,
    Drawn,
    Hand,
    Settlement,
    Stack,
    Table,
    is_from_hand,
)
from drivers.cards import SEALED, UNREAD, Card
from drivers.messages import DOWN, UP

__all__ = ["EVOLVE", "FINISHED", "LIVE", "NEXT", "VALUES", "index_of", "is_pair", "points", "take"]


@clause("topic:stands-on-21", "topic:double-one-card")
def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    """A card goes to its hand; what that makes of the hand follows from its count."""
    draw, to = event.draw, event.to
    last = draw if draw > table.last else table.last
    ahead = table.ahead
    if ahead:
        ahead = tuple(card for card in ahead if card.draw != draw)
    if to == BURN and table.refill:
        removed = (*table.removed, Drawn(draw, event.card))
        return replace(table, removed=removed, refill="", last=last, ahead=ahead)
    if table.dealt < len(table.plan):
        return _dealt_first(table, event, last, ahead)
    if to == DEALER:
        return replace(table, dealer=take(table.dealer, draw, event.card), last=last, ahead=ahead)
    hand = take(table.hands[to], draw, event.card)
    asked = table.asked
    if hand.down:
        pass  # its player holds cards that nobody knows: what it comes to is shown when it is turned over
    elif hand.total > 21:
        hand = replace(hand, status="bust")
    elif asked is not None and asked.verb == "double":
        hand = replace(hand, status="doubled", down=event.card == UNREAD and is_from_hand(table))
    elif hand.total == 21:
        hand = replace(hand, status="21")
    hands = with_hand(table.hands, to, hand)
    turn = table.turn if not hand.status else next_turn(hands, table.turn)
    late = table.late
    if late and hand.status in ("bust", "21"):
        late = tuple(one for one in late if (one.box, one.hand) != (hand.box, hand.number))
    return replace(table, hands=hands, turn=turn, asked=None, last=last, ahead=ahead, late=late)


def _dealt_first(table: Table, event: ev.CardDealt, last: int, ahead: tuple[Drawn, ...]) -> Table:
    """A card of the initial deal: burn, box or dealer."""
    draw, card, to = event.draw, event.card, event.to
    if to >= 0:
        hand = take(table.hands[to], draw, card)
        if hand.total == 21:
            hand = replace(hand, status="blackjack")
        hands = table.hands
        return replace(
            table,
            hands=(*hands[:to], hand, *hands[to + 1 :]),
            dealt=table.dealt + 1,
            last=last,
            ahead=ahead,
        )
    if to == DEALER:
        return replace(
            table, dealer=take(table.dealer, draw, card), dealt=table.dealt + 1, last=last, ahead=ahead
        )
    standing = replace(table.standing, burns=table.standing.burns - 1, unburned=False)
    removed = (*table.removed, Drawn(draw, card))
    return replace(table, removed=removed, standing=standing, dealt=table.dealt + 1, last=last, ahead=ahead)


def round_begun(table: Table, event: ev.RoundBegun) -> Table:
    """A hand for each Blackjack Wager, dealer's far left first, and the plan of the deal."""
    wagers = sorted((stack.box, stack.hand) for stack in table.stacks if stack.wager == "blackjack")
    standing = replace(table.standing, shoe_rounds=table.standing.shoe_rounds + 1)
    held = is_from_hand(table)
    if held:
        # One card is burned each round, whoever deals and however lately the cards were shuffled.
        standing = replace(standing, burns=1, unburned=False)
    return replace(
        table,
        round=event.number,
        hands=tuple(Hand(box, number, down=held) for box, number in wagers),
        plan=plan_of(len(wagers), standing.burns, DOWN if held else UP, table.double is not None),
        dealt=0,
        turn=0,
        standing=standing,
    )


@cache
@clause("topic:dealing-order", "topic:determinant-card")
def plan_of(boxes: int, burns: int, face: str = UP, determinant: bool = False) -> tuple[DealStep, ...]:
    """The initial deal: what is to be burned, one card to each box, one up to the dealer, a second to each
    box, a second face down to the dealer. face: how the boxes' cards lie. determinant: before all of it a
    card tells from which side of a double shoe it is dealt; none is burned."""
    each = tuple(DealStep(at, face) for at in range(boxes))
    burn = (DealStep(DETERMINANT, UP),) if determinant else (DealStep(BURN, DOWN),) * burns
    return (*burn, *each, DealStep(DEALER, UP), *each, DealStep(DEALER, DOWN))


@clause("topic:determinant-used")
def determined(table: Table, event: ev.Determined) -> Table:
    """The side of the round is known, and the deal goes on from it. A determinant card that came from there
    is the first card of the first hand; another one lies apart, and is not used in this round."""
    draw, card = event.draw, event.card
    double = table.double
    assert double is not None
    standing = table.standing
    standing = replace(standing, supply=replace(standing.supply, current=event.designated))
    used = event.side == event.designated
    hands, removed = table.hands, table.removed
    if used:
        hands = with_hand(hands, 0, take(hands[0], draw, card))
    else:
        removed = (*removed, Drawn(draw, card))
    return replace(
        table,
        hands=hands,
        removed=removed,
        plan=plan_of(len(hands), 0),
        dealt=int(used),
        last=max(table.last, draw),
        ahead=tuple(one for one in table.ahead if one.draw != draw),
        double=replace(double, designated=event.designated),
        standing=standing,
    )


def card_told(table: Table, event: ev.CardDisclosed | ev.CardEntered) -> Table:
    """The face of a card that was sealed or unread, wherever it lies."""
    draw, card = event.draw, event.card
    if draw in table.dealer.draws:
        at = table.dealer.draws.index(draw)
        cards = (*table.dealer.cards[:at], card, *table.dealer.cards[at + 1 :])
        return replace(table, dealer=_recounted(replace(table.dealer, cards=cards)))
    for place, hand in enumerate(table.hands):
        if draw in hand.draws and hand.cards[hand.draws.index(draw)] in (SEALED, UNREAD):
            hands = with_hand(table.hands, place, _told(hand, draw, card))
            return replace(table, hands=hands, turn=next_turn(hands, table.turn))
    return told_elsewhere(table, draw, card)


def _told(hand: Hand, draw: int, card: str) -> Hand:
    """A hand on the layout whose card was drawn face down, and is face up now."""
    at = hand.draws.index(draw)
    return judged(_recounted(replace(hand, cards=(*hand.cards[:at], card, *hand.cards[at + 1 :]))))


def judged(hand: Hand) -> Hand:
    """A hand whose cards were told one by one: what it is as soon as all of them are known. Who held a
    Blackjack and stood has one all the same."""
    if SEALED in hand.cards or UNREAD in hand.cards:
        return hand
    if hand.total > 21:
        return replace(hand, status="bust")
    if hand.total == 21 and len(hand.cards) == 2 and not hand.split and hand.status in ("", "stood"):
        return replace(hand, status="blackjack")
    return replace(hand, status="21") if hand.total == 21 and not hand.status else hand


def corrected(hand: Hand, draw: int, card: Card, before: str = "") -> Hand:
    """The hand with another face for that draw, counted anew. before: the status that it had without its
    count, where it had one by that alone."""
    at = hand.draws.index(draw)
    status = before if hand.status in ("blackjack", "bust", "21") else hand.status
    cards = (*hand.cards[:at], card, *hand.cards[at + 1 :])
    counted = _recounted(replace(hand, cards=cards, status=status))
    return counted if counted.down else judged(counted)


def card_corrected(table: Table, event: ev.CardCorrected) -> Table:
    """A face that a person had told wrongly. A hand that decides after all is the one whose turn it is."""
    draw, card = event.draw, event.card
    for at, hand in enumerate(table.hands):
        if draw in hand.draws:
            before = "stood" if table.phase == "DealerPlay" else ""
            hands = with_hand(table.hands, at, corrected(hand, draw, card, before))
            return replace(table, hands=hands, turn=next_turn(hands, min(at, table.turn)))
    dealer = corrected(table.dealer, draw, card) if draw in table.dealer.draws else table.dealer
    return replace(
        table,
        dealer=replace(dealer, status=table.dealer.status),
        ahead=tuple(replace(one, card=card) if one.draw == draw else one for one in table.ahead),
        removed=tuple(Drawn(draw, card) if one.draw == draw else one for one in table.removed),
    )


def hand_turned(table: Table, event: ev.HandTurned) -> Table:
    at = index_of(table, event.box, event.hand)
    return replace(table, hands=with_hand(table.hands, at, replace(table.hands[at], down=False)))


def _recounted(hand: Hand) -> Hand:
    """A hand counted from its cards: needed where a card in the middle gets its face."""
    total, soft = 0, False
    for card in hand.cards:
        if card[0] in VALUES:
            total, soft = NEXT[card[0]][total * 2 + soft]
    return replace(hand, total=total, soft=soft)


def decided(table: Table, event: ev.Decided) -> Table:
    status = _COMPLETE.get(event.verb)
    if status is not None:
        hands = with_hand(table.hands, table.turn, replace(table.hands[table.turn], status=status))
        return replace(table, hands=hands, turn=next_turn(hands, table.turn))
    ahead = table.ahead
    if not ahead:
        return replace(table, asked=Decision(event.verb, event.amount, event.chips))
    if event.verb == "accept" and table.asked is not None:
        return replace(table, asked=replace(table.asked, taken=True))
    return replace(table, asked=Decision(event.verb, event.amount, event.chips, ahead[0].exposed))


_COMPLETE: Final = {"stand": "stood", "surrender": "surrendered"}
"""Decisions by which a hand is complete, and what it is then."""


def blackjack_announced(table: Table, event: ev.BlackjackAnnounced) -> Table:
    """The hand waits for the hole card; the turn passes on."""
    at = index_of(table, event.box, event.hand)
    hands = with_hand(table.hands, at, replace(table.hands[at], status="announced"))
    return replace(table, hands=hands, turn=next_turn(hands, table.turn))


def hands_switched(table: Table, event: ev.HandsSwitched) -> Table:
    """Each hand is counted anew. Ace and ten that came together so are 21, and no Blackjack."""
    at = index_of(table, event.box, 1)
    first, second = table.hands[at], table.hands[at + 1]
    made = (_with_second(first, second), _with_second(second, first))
    hands = (*table.hands[:at], *made, *table.hands[at + 2 :])
    return replace(table, hands=hands, turn=next_turn(hands, at))


def _with_second(hand: Hand, other: Hand) -> Hand:
    """The hand's first card with the other's second one."""
    new = take(Hand(hand.box, hand.number, switched=True), hand.draws[0], hand.cards[0])
    new = take(new, other.draws[1], other.cards[1])
    return replace(new, status="21") if new.total == 21 else new


def decision_withdrawn(table: Table, _: ev.DecisionWithdrawn) -> Table:
    return replace(table, asked=None)


def lammer_placed(table: Table, event: ev.LammerPlaced) -> Table:
    return replace(table, stacks=(*table.stacks, Stack(event.box, event.hand, "free_bet", 0)))


def hand_split(table: Table, event: ev.HandSplit) -> Table:
    """The first card stays, the second begins a hand directly behind."""
    at = index_of(table, event.box, event.hand)
    hand = table.hands[at]
    first = take(Hand(hand.box, hand.number, split=True), hand.draws[0], hand.cards[0])
    second = take(Hand(hand.box, event.new, split=True), hand.draws[1], hand.cards[1])
    hands = (*table.hands[:at], first, second, *table.hands[at + 1 :])
    return replace(table, hands=hands, asked=None)


def settled(table: Table, event: ev.Settled) -> Table:
    """Stacks leave the table row by row; a Blackjack that was paid leaves with its cards."""
    rows = event.rows
    left: list[Stack] = []
    if len(rows) != len(table.stacks):
        left = list(table.stacks)
        for row in rows:
            _drop(left, row)
    hands, turn = table.hands, table.turn
    for row in rows:
        at = index_of(table, row.box, row.hand)
        if row.wager == "blackjack" and hands[at].status == "blackjack":
            hands = with_hand(hands, at, replace(hands[at], status="paid"))
            turn = next_turn(hands, turn)
    return replace(table, settled=table.settled + rows, stacks=tuple(left), hands=hands, turn=turn)


def _drop(stacks: list[Stack], row: Settlement) -> None:
    for stack in stacks:
        if stack.box == row.box and stack.hand == row.hand and stack.wager == row.wager:
            stacks.remove(stack)
            return


EVOLVE: Final[dict[type, Callable[[Table, Any], Table]]] = {
    **COMMON,
    **MISDEALT,
    ev.CardDealt: card_dealt,
    ev.RoundBegun: round_begun,
    ev.Determined: determined,
    ev.CardDisclosed: card_told,
    ev.CardEntered: card_told,
    ev.Decided: decided,
    ev.BlackjackAnnounced: blackjack_announced,
    ev.HandsSwitched: hands_switched,
    ev.HandTurned: hand_turned,
    ev.CardCorrected: card_corrected,
    ev.DecisionWithdrawn: decision_withdrawn,
    ev.LammerPlaced: lammer_placed,
    ev.HandSplit: hand_split,
    ev.Settled: settled,
}
