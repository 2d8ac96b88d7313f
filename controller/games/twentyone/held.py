"""What a dealer who holds the cards is asked to deal, in place of a shoe that is drawn from.

The initial deal is one prompt, for it is confirmed as one; every further card has its own. Which of them lies
face up the prompt's kind says, so that machines need not read sentences. What else is asked for is in
prompts.py.
"""

from typing import TYPE_CHECKING

from controller.games.twentyone.due import place
from controller.table.prompts import OWN_HAND
from controller.table.state import BURN, CLOSED_WORD, DEALER, DealStep, Prompt, Table
from controller.table.supply import expected_in_shoe
from drivers.messages import DOWN, UP

if TYPE_CHECKING:
    from controller.games.twentyone.dealing import Dealing


def cards_due(dealing: "Dealing", table: Table, step: DealStep, laid: str) -> tuple[Prompt, ...]:
    """What is dealt next, or that it waits. laid: how the card of a double down is laid, in words."""
    if table.positions != CLOSED_WORD:
        return (Prompt("dealer", "wait", "A moment: the wager positions are closing."),)
    if table.ahead:
        return ()  # it is used first, as soon as somebody has told its face
    if table.phase == "Dealing":
        return (_deal(dealing, table),)
    if step.to == BURN:
        return (Prompt("dealer", "deal_down", "Put the next card face down into the discard rack."),)
    if step.to == DEALER:
        words = f"Announce {table.dealer.total}. Deal yourself a card face up, and say which it is."
        return (Prompt("dealer", "deal_card", words),)
    hand = table.hands[step.to]
    where = place(table, hand)
    if step.face == DOWN:
        return (Prompt("dealer", "deal_down", f"Deal a card to {where}{laid}.", hand.box, hand.number),)
    words = f"Deal {where} a card face up{laid}, and say which it is."
    return (Prompt("dealer", "deal_card", words, hand.box, hand.number),)


def _deal(dealing: "Dealing", table: Table) -> Prompt:
    """The whole deal that is still due. amount: how many cards, as far as the deck has them. draw: the number
    of the dealer's first card among them, 0 for none."""
    steps = dealing.due(table)[: expected_in_shoe(table)]
    up = next((at for at, step in enumerate(steps, 1) if step == DealStep(DEALER, UP)), 0)
    burn = "Burn a card, then deal" if steps and steps[0].to == BURN else "Deal"
    own = "one up to yourself and say which it is" if up else "your own as they are due"
    words = f"{burn} face down to each box in turn, {own}. {OWN_HAND}"
    return Prompt("dealer", "deal_cards", words, amount=len(steps), draw=table.last + up if up else 0)
