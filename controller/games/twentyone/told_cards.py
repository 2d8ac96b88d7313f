"""Cards that a person tells, where no device reads one: what may be told, and what is corrected.

A card that the decks cannot have any more is refused, so that a slip of the fingers is noticed at once where
it can be; one that was noticed later is corrected as long as nothing has followed from it. Where cards are
told from is the game's own (blackjack/from_hand.py).
"""

from controller.regulation.marks import clause
from controller.table.commands import Refused
from controller.table.state import Table
from controller.table.supply import current, laid_out
from drivers.cards import DECK, Card


@clause("topic:unread-card")
def check_face(table: Table, card: Card, why: str) -> None:
    """Refused where `card` is none, or the decks in play cannot have it. why: why a face is told at all."""
    if not card:
        raise Refused(f"{why}: say which it is, rank 2-9 T J Q K A and suit C D H S", "topic:unread-card")
    if card not in DECK:
        raise Refused(f"{card!r} is no card: rank 2-9 T J Q K A and suit C D H S", "topic:unread-card")
    check_possible(table, card)


@clause("topic:unread-card", "topic:number-of-decks")
def check_possible(table: Table, card: Card, instead_of: int = 0) -> None:
    """Refused where every such card of the decks is on record in this round. instead_of: a draw that does not
    count, for it is said to be another card."""
    decks = table.rules.decks
    times = sum(face == card for draw, face in _out(table).items() if draw != instead_of)
    if times >= decks:
        had = f"each {card} of the {decks} decks" if decks > 1 else f"the {card}"
        raise Refused(f"{had} lies on the table already: look again", "topic:unread-card")


def _out(table: Table) -> dict[int, Card]:
    """Each draw of this round that is not back in the deck, and its face. Discards that were shuffled inside
    the round can come again."""
    found = {
        draw: card
        for hand in (*table.hands, table.dealer)
        for draw, card in zip(hand.draws, hand.cards, strict=True)
    }
    found.update({one.draw: one.card for one in (*table.removed, *table.ahead)})
    batch = current(table.standing.supply)
    first = batch.first if batch is not None else 0
    lie = frozenset(laid_out(table))
    return {draw: card for draw, card in found.items() if draw > first or draw in lie}
