"""How events about misdealt, refused and postponed cards change hands and stacks of the blackjack family.

What the events follow from is in misdeals.py and exposed.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.games.twentyone.counting import index_of, next_turn, take, with_hand
from controller.table import events as ev
from controller.table.state import DEALER, Decision, Hand, Late, Table, is_from_hand
from drivers.cards import SEALED, UNREAD, Card


def deal_corrected(table: Table, event: ev.DealCorrected) -> Table:
    """Every hand anew, from the draws as they lie. What the dealer has face down is sealed again."""
    table = replace(table, plan=event.plan, dealt=event.dealt)
    if not event.lies:
        return table
    moved = {lie.draw: DEALER if lie.box == 0 else index_of(table, lie.box, lie.hand) for lie in event.lies}
    cards = _cards_by_draw(table)
    hands = [
        hand if hand.status in ("paid", "dead") else Hand(hand.box, hand.number, down=hand.down)
        for hand in table.hands
    ]
    dealer = Hand(0)
    for draw in sorted(cards):
        at, card = cards[draw]
        to = moved.get(draw, at)
        if to == DEALER:
            dealer = take(dealer, draw, _down(table, draw, card) if len(dealer.cards) == 1 else card)
        else:
            hands[to] = take(hands[to], draw, card)
    counted = tuple(_counted(hand) for hand in hands)
    same = dealer.draws == table.dealer.draws
    return replace(
        table,
        hands=counted,
        dealer=table.dealer if same else dealer,
        turn=next_turn(counted, 0),
        reader=table.reader if same else "",
        reads=table.reads if same else 0,
    )


def _down(table: Table, draw: int, card: Card) -> Card:
    """A card that lies face down, whatever is known of it. A shoe that began anew can tell it no more, and
    what a dealer holds no device can."""
    return UNREAD if card == UNREAD or draw <= table.base or is_from_hand(table) else SEALED


def _cards_by_draw(table: Table) -> dict[int, tuple[int, Card]]:
    """The cards of hands that are still in the round, and of the dealer, with where they lie."""
    found = {
        draw: (at, card)
        for at, hand in enumerate(table.hands)
        if hand.status not in ("paid", "dead")
        for card, draw in zip(hand.cards, hand.draws, strict=True)
    }
    own = zip(table.dealer.cards, table.dealer.draws, strict=True)
    return {**found, **{draw: (DEALER, card) for card, draw in own}}


def _counted(hand: Hand) -> Hand:
    """A hand of two cards that counts 21 is a Blackjack."""
    blackjack = hand.total == 21 and len(hand.cards) == 2 and not hand.status and not hand.down
    return replace(hand, status="blackjack") if blackjack else hand


def card_moved(table: Table, event: ev.CardMoved) -> Table:
    """The last card of one hand is another's; the first has asked for a card and has none."""
    lie = event.lie
    source = next(at for at, hand in enumerate(table.hands) if hand.draws[-1:] == (lie.draw,))
    to = index_of(table, lie.box, lie.hand)
    hand = table.hands[source]
    card = hand.cards[-1]
    verb = "double" if hand.status == "doubled" or _was_doubled(table, hand) else "hit"
    short = Hand(hand.box, hand.number, split=hand.split, down=hand.down, switched=hand.switched)
    for kept, draw in zip(hand.cards[:-1], hand.draws[:-1], strict=True):
        short = take(short, draw, kept)
    longer = take(table.hands[to], lie.draw, card)
    status = "bust" if longer.total > 21 else "21" if longer.total == 21 else ""
    status = "" if longer.down else status
    hands = with_hand(with_hand(table.hands, source, short), to, replace(longer, status=status))
    return replace(table, hands=hands, turn=source, asked=Decision(verb))


def _was_doubled(table: Table, hand: Hand) -> bool:
    return len(hand.cards) == 3 and any(
        stack.wager == "double_down" and (stack.box, stack.hand) == (hand.box, hand.number)
        for stack in table.stacks
    )


def passed_over(table: Table, _: ev.PassedOver) -> Table:
    """Nothing lies otherwise for it; its player is asked."""
    return table


def card_postponed(table: Table, event: ev.CardPostponed) -> Table:
    at = index_of(table, event.box, event.hand)
    hands = with_hand(table.hands, at, replace(table.hands[at], status="late"))
    late = (*table.late, Late(event.box, event.hand, event.verb, event.amount))
    return replace(table, hands=hands, late=late, asked=None, turn=next_turn(hands, at))


def late_turn_came(table: Table, event: ev.LateTurnCame) -> Table:
    at = index_of(table, event.box, event.hand)
    first = next(one for one in table.late if (one.box, one.hand) == (event.box, event.hand))
    hands = with_hand(table.hands, at, replace(table.hands[at], status=""))
    late = tuple(one for one in table.late if one is not first)
    return replace(table, hands=hands, turn=at, asked=Decision(first.verb, first.amount), late=late)


def hand_died(table: Table, event: ev.HandDied) -> Table:
    """A dead hand has no decision due, and what lay beside it is gone."""
    at = index_of(table, event.box, event.hand)
    hands = with_hand(table.hands, at, replace(table.hands[at], status="dead"))
    gone = {(row.box, row.hand, row.wager) for row in event.rows}
    stacks = tuple(s for s in table.stacks if (s.box, s.hand, s.wager) not in gone)
    asked = None if at == table.turn else table.asked
    return replace(
        table,
        hands=hands,
        stacks=stacks,
        settled=table.settled + event.rows,
        asked=asked,
        turn=next_turn(hands, table.turn),
    )


def card_refused(table: Table, event: ev.CardRefused) -> Table:
    """These hands are complete as they lie, and wait for no late card."""
    hands = tuple(
        replace(hand, status="stood") if (hand.box, hand.number) in event.hands else hand
        for hand in table.hands
    )
    late = tuple(one for one in table.late if (one.box, one.hand) not in event.hands)
    return replace(table, hands=hands, asked=None, turn=next_turn(hands, table.turn), late=late)


MISDEALT: Final[dict[type, Callable[[Table, Any], Table]]] = {
    ev.DealCorrected: deal_corrected,
    ev.CardMoved: card_moved,
    ev.PassedOver: passed_over,
    ev.CardPostponed: card_postponed,
    ev.LateTurnCame: late_turn_came,
    ev.HandDied: hand_died,
    ev.CardRefused: card_refused,
}
"""Merged into hands.EVOLVE."""
