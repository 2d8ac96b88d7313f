"""Dealing from the hand (671a.9): the dealer's word in place of a shoe's reports.

Nothing reads a card here: that it was dealt a person tells, and its face once the rules turn it up; what lies
face down is unread. Where the next card goes is in dealing.py, what a told card may be in
controller/table/told_cards.py, what is corrected in corrections.py.
"""

from typing import Final

from controller.games.lunar_poker.corrections import correct_card
from controller.games.lunar_poker.dealing import CARDS_TO_COME, due, found_face_up
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, CardInError, CorrectCard, DealCard, DealCards, FaceUpCard
from controller.table.events import Event
from controller.table.held_cards import all_dealt, check_from_hand, check_left, one_dealt, ran_out
from controller.table.irregularities import hold, met
from controller.table.phases import Row
from controller.table.state import DEALER, DealStep, Table
from controller.table.told_cards import check_face
from drivers.cards import UNREAD
from drivers.messages import UP

UP_CARD: Final = DealStep(DEALER, UP)
ROUND: Final = ("Dealing", "PlayerDecisions", "LockedIn", "Options", "Reveal")
HELD: Final = ("Betting", "NoMoreBets", *ROUND, "Settling", "Collecting")
"""Phases in which the dealer holds the deck."""


@clause("671a.9(a)(3)", "671a.9(b)")
def deal_cards(table: Table, given: Asked) -> tuple[Event, ...]:
    """The rest of the deal: all of it lies face down but the dealer's last card."""
    asked = given.what
    assert isinstance(asked, DealCards)
    return all_dealt(table, due(table), UP_CARD, asked.up, "671a.9(b)")


@clause("671a.9(a)(3)", "671a.9(b)", "671a.11(d)(1)(i)", "671a.11(d)(1)(ii)")
def deal_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """One card where it is due: in the deal, or to a player who bought or exchanged, face down."""
    asked = given.what
    assert isinstance(asked, DealCard)
    step = next(iter(due(table)), None)
    return one_dealt(table, step, asked.card, "671a.9(b)")


@clause("671a.13(a)")
def face_up_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that lay face up in the deck; the second one makes all hands void."""
    asked = given.what
    assert isinstance(asked, FaceUpCard)
    check_left(table)
    check_face(table, asked.card, "everybody saw this card")
    return (*found_face_up(table, table.last + 1, asked.card), *ran_out(table, 1))


@clause("671a.13(b)")
def card_in_error(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that was not due. One that nobody saw is the next card. One that was seen goes to the rack; as
    long as cards may come the chapter has nothing for it but a void round, and the floorperson is asked."""
    asked = given.what
    assert isinstance(asked, CardInError)
    check_left(table)
    draw, kind = table.last + 1, "card-in-error"
    if not asked.card:
        words = "used as the next card from the deck"
        made = (ev.CardAhead(draw, UNREAD), met(f"{kind}-unexposed", "671a.13(b)", words))
        return (*made, *ran_out(table, 1))
    check_face(table, asked.card, "everybody saw this card")
    removed = ev.CardRemoved(draw, asked.card)
    if table.phase in CARDS_TO_COME:
        words = f"draw {draw}, the {asked.card}, was drawn in error and exposed"
        return (removed, hold(table, kind, "671a.13(b)", words, draw=draw), *ran_out(table, 1))
    words = f"{asked.card} placed in the discard rack"
    return (removed, met(f"{kind}-exposed", "671a.13(b)", words), *ran_out(table, 1))


ROWS: Final = (
    Row(DealCards, ("Dealing",), None, "671a.9(b)", deal_cards, check_from_hand),
    Row(DealCard, ROUND, None, "671a.9(b)", deal_card, check_from_hand),
    Row(FaceUpCard, HELD, None, "671a.13(a)", face_up_card, check_from_hand),
    Row(CardInError, HELD, None, "671a.13(b)", card_in_error, check_from_hand),
    Row(CorrectCard, HELD, None, "topic:unread-card", correct_card, check_from_hand),
)
"""What a dealer tells who holds the cards."""
