"""A card that a person told wrongly is corrected, as long as nothing has followed from it.

Where something has (a wager was settled, a decision made, a card drawn by it) no clause says what follows,
and the floorperson rules on it. What the correction makes of a hand is in twentyone/hands.py.
"""

from typing import Final

from controller.games.blackjack.side_wagers import BY_NAME
from controller.games.twentyone.counting import points
from controller.games.twentyone.hands import corrected
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, CorrectCard
from controller.table.events import Event
from controller.table.irregularities import RESUME, hold, met
from controller.table.remedies import back_row
from controller.table.state import Hand, Table
from controller.table.told_cards import check_correction
from drivers.cards import Card

OPENS: Final = ("", "blackjack")
"""What a hand of two cards is before its first decision."""


@clause("topic:unread-card")
def correct_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """That draw is another card than was told. It is on the round's record."""
    asked = given.what
    assert isinstance(asked, CorrectCard)
    was = check_correction(table, asked)
    why = _beyond(table, asked.draw, asked.card)
    if why:
        words = f"draw {asked.draw} is said to be the {asked.card} and not the {was}, and {why}"
        return (hold(table, "misdeal", "topic:misdeal", words, RESUME),)
    return (
        *_insurance_back(table, asked.draw, asked.card),
        ev.CardCorrected(asked.draw, asked.card, given.role, given.person),
        met("card-corrected", "topic:unread-card", f"draw {asked.draw} is the {asked.card}, not the {was}"),
        *_reader_was_right(table, asked.draw, asked.card),
    )


def _beyond(table: Table, draw: int, card: Card) -> str:
    """What has followed from the card, in words; "" where nothing has."""
    if draw in table.dealer.draws:
        at = table.dealer.draws.index(draw)
        return _of_dealer(table, at, card) if at else _of_up_card(table)
    hand = next((hand for hand in table.hands if draw in hand.draws), None)
    return "" if hand is None else _of_hand(table, hand, draw, card)


def _of_up_card(table: Table) -> str:
    if table.asked is not None:
        return "a decision was made by it"
    if (
        table.reader
        or table.settled
        or table.phase not in ("Dealing", "Insurance", "Peeking", "PlayerDecisions")
    ):
        return "the round went on by it"
    decided = any(h.status not in OPENS or h.split or len(h.cards) > 2 for h in table.hands)
    return "decisions were made by it" if decided else ""


def _of_dealer(table: Table, at: int, card: Card) -> str:
    """The hole card, and what the dealer drew."""
    if table.phase != "DealerPlay":
        return "the wagers were settled by it"
    if at == 1 and any(row.wager in BY_NAME for row in table.settled):
        return "an optional wager may have been settled by it"
    if at == 1 and any(hand.status == "surrendered" for hand in table.hands):
        return "a surrendered hand was settled by it"
    cards = (*table.dealer.cards[:at], card, *table.dealer.cards[at + 1 :])
    if len(cards) > 2 and points(cards[:-1]) >= 17:
        return "the dealer would not have drawn by it"
    return ""


def _of_hand(table: Table, hand: Hand, draw: int, card: Card) -> str:
    at = hand.draws.index(draw)
    wager = any((s.box, s.hand, s.wager) == (hand.box, hand.number, "blackjack") for s in table.stacks)
    if not wager or hand.status in ("announced", "surrendered"):
        return "the hand was settled, or announced, by it"
    if at < 2 and any(row.box == hand.box and row.wager in BY_NAME for row in table.settled):
        return "an optional wager was settled by it"
    if hand.split and at == 0:
        return "the hand was split by it"
    if table.asked is not None and not _is_harmless(table, hand, draw, card):
        return "a decision is being carried out"
    if table.phase != "DealerPlay":
        return ""
    if hand.status == "21":
        return "the hand had no decision by it"
    after = corrected(hand, draw, card, "stood")
    return "" if after.status else "the hand had no decision by it"


def _is_harmless(table: Table, hand: Hand, draw: int, card: Card) -> bool:
    """Whether the decision under way can be carried out as it was made: the hand stays what it is, and it is
    not the one whose two cards it goes by."""
    if (
        table.asked is not None
        and table.asked.verb in ("split", "double")
        and hand is table.hands[table.turn]
    ):
        return False
    return corrected(hand, draw, card).status == hand.status


@clause("topic:insurance-on-ace")
def _insurance_back(table: Table, draw: int, card: Card) -> tuple[Event, ...]:
    """Insurance that was made against an ace that was none goes back."""
    lie = [stack for stack in table.stacks if stack.wager == "insurance"]
    if not lie or draw != table.dealer.draws[0] or card[0] == "A":
        return ()
    return (ev.Settled(tuple(back_row(stack, "topic:insurance-on-ace") for stack in lie)),)


def _reader_was_right(table: Table, draw: int, card: Card) -> tuple[Event, ...]:
    """The question whether the reader was wrong ends where the hole card was told wrongly."""
    if table.dealer.draws[1:2] != (draw,):
        return ()
    blackjack = points((table.dealer.cards[0], card)) == 21
    if blackjack != (table.reader == "blackjack"):
        return ()
    return tuple(
        ev.HoldClosed(one.id, "corrected", "house", "") for one in table.holds if one.kind == "reader-wrong"
    )
