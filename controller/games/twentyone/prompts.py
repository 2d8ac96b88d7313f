"""What the dealer is asked to do in a round of the blackjack family, and why something is refused now."""

from typing import Any

from msgspec.structs import replace

from controller.games.twentyone import exposed, held
from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.due import deals_down, doubled_down, is_hole_turned, place
from controller.regulation.marks import clause
from controller.table import double_shoe as ds
from controller.table.commands import (
    CardsCollected,
    CloseInsurance,
    Decide,
    DirectReshuffle,
    NoMoreBets,
    TakeEvenMoney,
    WagersSettled,
)
from controller.table.irregularities import IN_ROUND
from controller.table.phases import in_words
from controller.table.prompts import common, enter_card
from controller.table.remedies import unread
from controller.table.state import (
    BURN,
    CLOSED_WORD,
    DEALER,
    DETERMINANT,
    DoubleShoe,
    Hand,
    Prompt,
    Table,
    is_from_hand,
    spoken,
)
from drivers import messages as m
from drivers.cards import SEALED, UNREAD


def count(hand: Hand) -> str:
    """A hand's count as it is announced: "soft 17", "21"."""
    return f"soft {hand.total}" if hand.soft and hand.total < 21 else str(hand.total)


def has(hand: Hand) -> str:
    """What a hand has, as it is announced; of one that its player holds nobody knows it."""
    if not hand.down:
        return f"has {count(hand)}"
    return "holds its cards" if len(hand.cards) < 3 else "holds two of its cards"


def prompts_for(dealing: Dealing, table: Table) -> tuple[Prompt, ...]:
    """What is asked of whom now; the first is the most urgent."""
    made = common(table)
    if table.holds:
        return made
    who = "dealer" if is_from_hand(table) else "floorperson"
    entered = _to_enter(dealing, table)
    made = (*made, *(enter_card(draw, _lies(dealing, table, draw), who) for draw in entered))
    phase = table.phase
    if phase == "Betting":
        words = "Place your wagers. Announce no more bets when they are complete."
        made = (*made, Prompt("dealer", "no_more_bets", words))
    elif phase == "Insurance":
        words = "Insurance is open. Close it before the hole card goes to the reader."
        made = (*made, Prompt("dealer", "insurance", words))
    elif phase == "Peeking":
        again = "It was not read: put" if table.reads else "Put"
        words = f"{again} the hole card, face down, into the card reader."
        made = (*made, Prompt("dealer", "insert_hole" if table.positions == CLOSED_WORD else "wait", words))
    elif phase == "DealerPlay" and SEALED in table.dealer.cards:
        made = (*made, Prompt("dealer", "turn_hole", "Turn the hole card face up."))
    elif phase == "DealerPlay" and (lying := doubled_down(table)) is not None:
        words = f"{_at_head(table, lying)}: turn the card of the double down face up."
        made = (*made, Prompt("dealer", "turn_hole", words, lying.box, lying.number))
    elif phase == "Settling" and is_hole_turned(table):
        made = tuple(replace(one, words=_announced(table, one.words)) for one in made)
    return (*made, *_cards(dealing, table))


@clause("topic:announce-total")
def _announced(table: Table, words: str) -> str:
    """The dealer says the own total after each card, and before settling."""
    return f"Announce {count(table.dealer)}. {words}"


def _to_enter(dealing: Dealing, table: Table) -> tuple[int, ...]:
    """Draws that lie face up now and that nobody could read."""
    waits = frozenset(card.draw for card in table.ahead)
    lie = tuple(draw for draw in unread(table) if draw not in waits)
    if is_from_hand(table):
        lie = _from_the_right(table, lie)
    return (table.ahead[0].draw, *lie) if dealing.is_entry_due(table) else lie


@clause("topic:settlement-order")
def _from_the_right(table: Table, draws: tuple[int, ...]) -> tuple[int, ...]:
    """Hands that are turned over to be settled come as they are settled; the dealer's own card comes first,
    for it is turned before them."""
    boxes = {draw: hand.box for hand in table.hands for draw in hand.draws}
    return tuple(sorted(draws, key=lambda draw: -boxes.get(draw, table.rules.boxes + 1)))


def _lies(dealing: Dealing, table: Table, draw: int) -> str:
    """Where that draw lies, or will: "box 2, hand 1", "the dealer's"; "" where nobody knows yet."""
    if draw in table.dealer.draws:
        return "the dealer's"
    hands = [hand for hand in table.hands if draw in hand.draws]
    step = dealing.expected(table) if table.ahead and table.ahead[0].draw == draw else None
    if step is not None:
        if step.to == DEALER:
            return "the dealer's"
        hands = [] if step.to < DEALER else [table.hands[step.to]]
    return place(table, hands[0]) if hands else ""


def _at_head(table: Table, hand: Hand) -> str:
    """The same at the head of a sentence."""
    return f"B{place(table, hand)[1:]}"


def _cards(dealing: Dealing, table: Table) -> tuple[Prompt, ...]:
    asked = table.asked
    if asked is not None and asked.chips:
        hand = table.hands[table.turn]
        what = spoken(asked.verb)
        words = f"Box {hand.box}: the player puts down ${asked.chips / 100:.2f} for the {what}."
        return (Prompt("dealer", "chips", words, hand.box, hand.number, asked.chips),)
    if exposed.is_offered(table):
        return (_offer(table),)
    step = dealing.expected(table)
    if step is not None:
        if is_from_hand(table):
            return held.cards_due(dealing, table, step, _laid(table))
        return (_card(dealing, table, step.to),)
    if table.phase == "PlayerDecisions" and table.turn < len(table.hands):
        hand = table.hands[table.turn]
        words = f"{_at_head(table, hand)} {has(hand)}: the player decides."
        return (Prompt("dealer", "decide", words, hand.box, hand.number),)
    return ()


@clause("topic:card-in-error-exposed")
def _offer(table: Table) -> Prompt:
    """The card that everybody saw is offered to the hand whose turn it is."""
    hand = table.hands[table.turn]
    seen = table.ahead[0].card
    card = "the exposed card" if seen in (SEALED, UNREAD) else f"the exposed {seen}"
    if table.asked is not None or len(hand.cards) == 1:
        which = "the second card" if len(hand.cards) == 1 else "the card that was asked for"
        words = f"{_at_head(table, hand)}: does the player take {card} as {which}?"
        return Prompt("dealer", "offer_card", words, hand.box, hand.number, draw=table.ahead[0].draw)
    words = f"{_at_head(table, hand)} {has(hand)}: the next card is {card}; the player decides."
    return Prompt("dealer", "decide", words, hand.box, hand.number)


def _card(dealing: Dealing, table: Table, to: int) -> Prompt:
    if isinstance(dealing.permission(table), m.Lock):
        return Prompt("dealer", "wait", "A moment: the shoe is still locked.")
    prompt = _drawn(table, to)
    return prompt if table.double is None else _from_side(table, table.double, prompt, to)


def _drawn(table: Table, to: int) -> Prompt:
    """What the next card is drawn for."""
    if to == BURN:
        words = "Burn the first card: draw it face down into the discard rack."
        return Prompt("dealer", "draw", words)
    if to == DETERMINANT:
        return Prompt("dealer", "draw", "Draw the determinant card.")
    if to == DEALER:
        words = "Draw a card for yourself."
        announced = _announced(table, words) if table.phase == "DealerPlay" else words
        return Prompt("dealer", "draw", announced)
    hand = table.hands[to]
    words = f"Draw a card for {place(table, hand)}{_laid(table)}."
    return Prompt("dealer", "draw", words, hand.box, hand.number)


@clause("topic:determinant-card", "topic:determinant-used")
def _from_side(table: Table, double: DoubleShoe, prompt: Prompt, to: int) -> Prompt:
    """The same with the side of a double shoe, known by the colour of its backs."""
    supply = table.standing.supply
    if to != DETERMINANT:
        if double.designated < 0:
            return prompt
        words = f"{prompt.words} From {ds.in_words(supply, double.designated)}."
        return replace(prompt, words=words, side=ds.SIDES[double.designated])
    red = ds.SIDES.index(supply.equipment.red_suits)
    red_deals, black_deals = ds.in_words(supply, red), ds.in_words(supply, 1 - red)
    words = (
        "Draw the determinant card, face up, from either side. "
        f"Hearts and diamonds: {red_deals} deals this round; spades and clubs: {black_deals}."
    )
    return replace(prompt, words=words, side="either")


@clause("topic:double-card-sideways")
def _laid(table: Table) -> str:
    """How the card of a double down, or of a second chance, is laid."""
    if table.asked is None or table.asked.verb not in ("double", "second_chance"):
        return ""
    return " and lay it across, face down" if deals_down(table) else " and lay it across"


def why_not(table: Table, what: Any) -> tuple[str, str]:
    """The reason, and its clause, why an input is not due in this phase."""
    kind = type(what)
    phase = table.phase
    if kind is m.Placed:
        return "no wager is taken now: the wagers are closed", "topic:wagers-before-first-card"
    if kind in (TakeEvenMoney, CloseInsurance):
        return "insurance is not offered now", "topic:insurance-offer"
    if kind is Decide:
        if phase == "Insurance":
            return "insurance is still open", "topic:insurance-before-reader"
        if phase in ("Dealing", "NoMoreBets", "Peeking"):
            return "no decision is due before the cards are dealt and checked", "topic:decisions-in-order"
        if phase in ("DealerPlay", "Settling", "Collecting"):
            return "no decision is due: the decisions are complete", "topic:decisions-in-order"
        return "no round in progress", "topic:decisions-in-order"
    if kind is NoMoreBets:
        return f"wagers are not open ({in_words(phase)})", "topic:dealing-order"
    if kind in (WagersSettled, CardsCollected):
        return f"nothing is to be settled or collected now ({in_words(phase)})", "topic:out-of-turn"
    if kind is DirectReshuffle:
        if phase in IN_ROUND or phase == "NoMoreBets":
            return "a reshuffle waits for the end of the round", "topic:reshuffle-directed"
        return f"no cards are in play that could be reshuffled ({phase})", "topic:reshuffle-directed"
    return f"not now ({in_words(phase)})", "topic:out-of-turn"
