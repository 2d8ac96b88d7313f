"""The Second Chance Wager (673a.7(l)): a hand over 21 may draw one card whose value is subtracted.

Here is when it is offered, what it costs, and what its card makes of the hand. A hand that is over 21 keeps
its turn until the player has taken the offer or somebody has gone on. What the wager is paid is in
settlement.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.games.twentyone import exposed, hands
from controller.games.twentyone.counting import VALUES, index_of, next_turn, with_hand
from controller.games.twentyone.decisions import chips_awaited
from controller.games.twentyone.due import NO_FACE, place
from controller.games.twentyone.misdealt import card_moved as moved
from controller.games.twentyone.misdealt import card_refused as refused
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Decide, DeclineSecondChance, Refused, Reported
from controller.table.events import Event
from controller.table.state import BURN, DEALER, Decision, Hand, Prompt, Table, stake_on

VERB: Final = "second_chance"
"""The decision, and the wager that it costs."""
DECLINE: Final = "decline"
"""How its decline stands in the journal."""


@clause("673a.7(l)")
def offered_to(table: Table) -> Hand | None:
    """The hand over 21 whose player is asked now; None where nobody is."""
    if table.phase != "PlayerDecisions" or table.turn >= len(table.hands):
        return None
    hand = table.hands[table.turn]
    return hand if hand.total > 21 and not hand.status else None


@clause("673a.7(l)")
def price(table: Table, hand: Hand) -> int:
    """What it costs: the hand's current Blackjack Wager, with what was added by a double down."""
    return sum(stake_on(table, hand.box, hand.number, wager) for wager in ("blackjack", "double_down"))


@clause("673a.7(l)")
def take(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """The player takes the offer: chips first, then the card."""
    if asked.amount:
        raise Refused("a Second Chance Wager takes no amount: it equals the Blackjack Wager", "673a.7(l)")
    if hand.total <= 21:
        raise Refused("a Second Chance Wager is offered to a hand over 21 only", "673a.7(l)")
    cost = price(table, hand)
    return (ev.Decided(hand.box, hand.number, VERB, cost, cost),)


@clause("673a.7(l)")
def chips_for_it(table: Table, given: Reported) -> tuple[Event, ...]:
    """Its chips: exactly the current Blackjack Wager."""
    amount = chips_awaited(table, given, VERB)
    asked, hand = table.asked, table.hands[table.turn]
    assert asked is not None
    if amount != asked.chips:
        raise Refused("a Second Chance Wager equals the current Blackjack Wager", "673a.7(l)")
    return (ev.WagersPlaced(hand.box, ((VERB, amount),), hand=hand.number),)


def decline(table: Table, given: Asked) -> tuple[Event, ...]:
    """The player does not take it: the hand is bust."""
    asked = given.what
    assert isinstance(asked, DeclineSecondChance)
    hand = offered_to(table)
    if hand is None or table.asked is not None or (hand.box, hand.number) != (asked.box, asked.hand):
        raise Refused(f"no Second Chance Wager is offered to box {asked.box} now", "673a.7(l)")
    return (declined(hand),)


def declined(hand: Hand) -> ev.Decided:
    """The event of an offer that was not taken."""
    return ev.Decided(hand.box, hand.number, DECLINE)


def asked_of(table: Table, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """What the dealer is asked to do, with the offer in place of the decision of a hand over 21."""
    hand = offered_to(table)
    if hand is None:
        return prompts
    cost = price(table, hand)
    where, seen = place(table, hand), ""
    if exposed.is_offered(table):
        card = table.ahead[0].card
        seen = " for the exposed card" if card in NO_FACE else f" for the exposed {card}"
    words = (
        f"B{where[1:]} has {hand.total}: does the player place a Second Chance Wager of "
        f"${cost / 100:.2f}{seen}?"
    )
    offer = Prompt("dealer", VERB, words, hand.box, hand.number, cost)
    return tuple(offer if one.kind == "decide" else one for one in prompts)


# ---- how events change a hand -----------------------------------------------------------------------------


def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    """A card goes to its hand. One that takes it over 21 leaves it its turn; that of a Second Chance Wager is
    subtracted."""
    to, asked = event.to, table.asked
    if asked is not None and asked.verb == VERB and to not in (BURN, DEALER):
        return _subtracted(table, event)
    after = hands.card_dealt(table, event)
    if to < 0 or after.hands[to].status != "bust":
        return after
    return replace(after, hands=with_hand(after.hands, to, replace(after.hands[to], status="")), turn=to)


@clause("673a.7(l)", "673a.7(l)(1)", "673a.7(l)(2)", "673a.7(l)(3)")
def _subtracted(table: Table, event: ev.CardDealt) -> Table:
    """The hand less the card's value; an ace counts 1. It is complete."""
    hand, card = table.hands[event.to], event.card
    total = hand.total - (1 if card[0] == "A" else VALUES[card[0]])
    status = "bust" if total > 21 else "21" if total == 21 else "stood"
    made = replace(
        hand,
        cards=(*hand.cards, card),
        draws=(*hand.draws, event.draw),
        total=total,
        soft=False,
        status=status,
    )
    after = with_hand(table.hands, event.to, made)
    return replace(
        table,
        hands=after,
        turn=next_turn(after, table.turn),
        asked=None,
        last=max(table.last, event.draw),
        ahead=tuple(one for one in table.ahead if one.draw != event.draw),
    )


def decided(table: Table, event: ev.Decided) -> Table:
    """A decision; an offer that was declined makes the hand bust."""
    if event.verb != DECLINE:
        return hands.decided(table, event)
    at = index_of(table, event.box, event.hand)
    after = with_hand(table.hands, at, replace(table.hands[at], status="bust"))
    return replace(table, hands=after, turn=next_turn(after, table.turn))


@clause("673a.7(l)(2)", "673a.7(m)")
def settled(table: Table, event: ev.Settled) -> Table:
    """Stacks leave the table; a 21 that was paid while others decide leaves with its cards."""
    after = hands.settled(table, event)
    if table.phase != "PlayerDecisions":
        return after
    made = after.hands
    for row in event.rows:
        if row.wager == "blackjack" and row.outcome in ("win", "push"):
            at = index_of(table, row.box, row.hand)
            made = with_hand(made, at, replace(made[at], status="paid"))
    return after if made is after.hands else replace(after, hands=made)


def card_moved(table: Table, event: ev.CardMoved) -> Table:
    """A card lies with a later hand. One that takes that hand over 21 leaves it its offer; whose second
    chance card it was still waits for one."""
    lie = event.lie
    source = next(hand for hand in table.hands if hand.draws[-1:] == (lie.draw,))
    after = moved(table, event)
    if stake_on(table, source.box, source.number, VERB):
        after = replace(after, asked=Decision(VERB))
    to = index_of(after, lie.box, lie.hand)
    if after.hands[to].status != "bust":
        return after
    return replace(after, hands=with_hand(after.hands, to, replace(after.hands[to], status="")))


def card_refused(table: Table, event: ev.CardRefused) -> Table:
    """Who gets no further card gets no second chance card: over 21 the hand is bust."""
    after = refused(table, event)
    over = tuple(
        replace(hand, status="bust") if hand.total > 21 and hand.status == "stood" else hand
        for hand in after.hands
    )
    return replace(after, hands=over)


EVOLVE: Final[dict[type, Callable[[Table, Any], Table]]] = {
    **hands.EVOLVE,
    ev.CardDealt: card_dealt,
    ev.Decided: decided,
    ev.Settled: settled,
    ev.CardMoved: card_moved,
    ev.CardRefused: card_refused,
}
