"""Cards that a person tells, where no device reads one: what may be told, and what is corrected.

A card that the decks cannot have any more is refused, so that a slip of the fingers is noticed at once where
it can be; one that was noticed later is corrected as long as nothing has followed from it. Where cards are
told from, and what follows from one, is each game's own (its from_hand.py and corrections.py).
"""

from controller.regulation.marks import clause
from controller.table.commands import CorrectCard, Refused
from controller.table.state import Hand, Table
from controller.table.supply import current, laid_out
from drivers.cards import DECK, Card, is_known


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


@clause("topic:unread-card")
def check_correction(table: Table, asked: CorrectCard) -> Card:
    """The face that was told of that draw, which is said to be another one. Refused where none was told in
    this round, or the new one cannot be."""
    was = _faces(table).get(asked.draw, "")
    if not is_known(was):
        raise Refused(f"draw {asked.draw} is no card that was told in this round", "topic:unread-card")
    if asked.card == was:
        raise Refused(f"draw {asked.draw} is on record as the {was}", "topic:unread-card")
    if is_known(asked.card):
        check_possible(table, asked.card, instead_of=asked.draw)
    else:
        check_face(table, asked.card, "this card lies face up")
    return was


def _faces(table: Table) -> dict[int, Card]:
    """Each draw of this round, wherever it lies, and what is known of its face."""
    hands: tuple[Hand, ...] = (*table.hands, table.dealer)
    found = {draw: card for hand in hands for draw, card in zip(hand.draws, hand.cards, strict=True)}
    found.update({one.draw: one.card for one in (*table.removed, *table.ahead, *table.poker.given)})
    return found


def _out(table: Table) -> dict[int, Card]:
    """Each draw of this round that is not back in the deck, and its face. Discards that were shuffled inside
    the round can come again."""
    batch = current(table.standing.supply)
    first = batch.first if batch is not None else 0
    lie = frozenset(laid_out(table))
    return {draw: card for draw, card in _faces(table).items() if draw > first or draw in lie}
