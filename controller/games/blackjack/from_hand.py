"""Blackjack dealt from the hand (633a.12(b)): the dealer's word in place of a shoe's reports.

Nothing reads a card here, so that each one is told by a person: that it was dealt, and its face as soon as
it lies face up. Draws are numbered by us, one after the other. What lies face down is unread until the rules
turn it up. Where the next card goes is the family's (twentyone/dealing.py); what a told card may be is in
controller/table/told_cards.py; when hands are turned over, in turned_hands.py.
"""

from typing import Final

from controller.games.blackjack.corrections import correct_card
from controller.games.blackjack.play import DEALING
from controller.games.blackjack.turned_hands import (
    are_all_due,
    are_side_wagers_due,
    turn_all,
    turn_for_side_wagers,
    turn_hand,
)
from controller.games.twentyone.draws import AFTER_DEAL, players_have_two
from controller.games.twentyone.round import ROUND
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import (
    Asked,
    CardInError,
    CorrectCard,
    CoverCardSeen,
    DealCard,
    DealCards,
    FaceUpCard,
    Refused,
    TurnHand,
)
from controller.table.events import Event
from controller.table.held_cards import all_dealt, check_from_hand, check_left, one_dealt, ran_out
from controller.table.irregularities import hold, met
from controller.table.phases import Row
from controller.table.remedies import BETWEEN_ROUNDS
from controller.table.state import BURN, DEALER, DealStep, Table
from controller.table.told_cards import check_face
from drivers.cards import UNREAD
from drivers.messages import UP

UP_CARD: Final = DealStep(DEALER, UP)
DEALT: Final = (*ROUND, "Betting", "NoMoreBets", "Settling", "Collecting")
"""Phases in which the dealer holds cards that may be dealt."""


OPEN: Final = ("Insurance", "Peeking", "PlayerDecisions")
"""Phases in which the dealer's first card may turn out to be another one: what it calls for comes anew."""


# ---- cards that are due --------------------------------------------------------------------------------


@clause(
    "633a.12(b)(4)",
    "633a.12(b)(5)",
    "633a.12(b)(5)(i)",
    "633a.12(b)(5)(ii)",
    "633a.12(b)(5)(iii)",
    "633a.12(b)(5)(iv)",
)
def deal_cards(table: Table, given: Asked) -> tuple[Event, ...]:
    """The rest of the initial deal, the burn card first: all of it lies face down but the dealer's first
    card."""
    asked = given.what
    assert isinstance(asked, DealCards)
    return all_dealt(table, DEALING.due(table), UP_CARD, asked.up, "633a.12(b)(5)")


@clause("633a.12(b)(4)", "633a.12(b)(5)", "633a.12(b)(7)", "633a.12(b)(8)")
def deal_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """One card where it is due: face up for a player's decision and for the dealer's own hand, face down in
    the deal and where a double down is dealt so."""
    asked = given.what
    assert isinstance(asked, DealCard)
    return one_dealt(table, DEALING.expected(table), asked.card, "633a.12(b)(4)")


# ---- cards that are not due ----------------------------------------------------------------------------


@clause("topic:face-up-card")
def face_up_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that lay face up in the deck is not used in this round: the next one takes its place."""
    asked = given.what
    assert isinstance(asked, FaceUpCard)
    check_left(table)
    check_face(table, asked.card, "everybody saw this card")
    return (
        ev.CardRemoved(table.last + 1, asked.card),
        met("face-up-card", "topic:face-up-card", f"{asked.card} placed in the discard rack"),
        *ran_out(table, 1),
    )


@clause("topic:card-in-error-unexposed", "topic:card-in-error-exposed", "topic:dealer-17-card")
def card_in_error(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that was not due. One that nobody saw is the next card; one that was seen is so too once
    everybody has two, for who takes it. A dealer's needless one goes to the rack."""
    asked = given.what
    assert isinstance(asked, CardInError)
    check_left(table)
    if asked.card:
        check_face(table, asked.card, "everybody saw this card")
    return (*_what_it_is(table, asked.card), *ran_out(table, 1))


def _what_it_is(table: Table, card: str) -> tuple[Event, ...]:
    draw = table.last + 1
    if DEALING.is_needless(table):
        words = "placed in the discard rack"
        removed = ev.CardRemoved(draw, card or UNREAD)
        return (removed, met("dealer-17-card", "topic:dealer-17-card", words))
    if not card:
        words, kind = "used as the next card from the deck", "card-in-error-unexposed"
        return (ev.CardAhead(draw, UNREAD), met(kind, "topic:card-in-error-unexposed", words))
    kind, cited = "card-in-error-exposed", "topic:card-in-error-exposed"
    if table.phase in BETWEEN_ROUNDS:
        return (ev.CardRemoved(draw, card), met(kind, cited, "placed in the discard rack"))
    if table.phase in AFTER_DEAL or (table.phase == "Dealing" and players_have_two(table)):
        words = "used as the next card from the deck, for who accepts it"
        return (ev.CardAhead(draw, card, exposed=True), met(kind, cited, words))
    words = f"draw {draw}, the {card}, was exposed before everybody had two cards"
    return (ev.CardRemoved(draw, card), hold(table, "card-in-error", cited, words, draw=draw))


@clause("topic:cover-card-reached")
def cover_card_seen(table: Table, given: Asked) -> tuple[Event, ...]:
    """The cover card came where a box, or the dealer's own hand, was due a card: this round is played, then
    the cards are shuffled."""
    asked = given.what
    assert isinstance(asked, CoverCardSeen)
    if table.standing.cover_out:
        raise Refused("the cover card is out already", "topic:cover-card-reached")
    if not -1 <= asked.box <= table.rules.boxes:
        raise Refused(f"the layout has boxes 1 to {table.rules.boxes}", "topic:box-count")
    return (ev.CoverCardCame(table.last, _cover_at(table, asked.box)),)


def _cover_at(table: Table, box: int) -> int:
    """Where it came: where the dealer says, else where the next card is due."""
    if box >= 0:
        return box
    step = DEALING.expected(table)
    if step is None or step.to == BURN:
        return -1
    return 0 if step.to == DEALER else table.hands[step.to].box


ROWS: Final = (
    Row(DealCards, ("Dealing",), None, "633a.12(b)(5)", deal_cards, check_from_hand),
    Row(DealCard, ROUND, None, "633a.12(b)(4)", deal_card, check_from_hand),
    Row(TurnHand, ("Insurance", "PlayerDecisions"), None, "633a.12(b)(6)(i)", turn_hand, check_from_hand),
    Row(FaceUpCard, DEALT, None, "topic:face-up-card", face_up_card, check_from_hand),
    Row(CardInError, DEALT, None, "topic:card-in-error-unexposed", card_in_error, check_from_hand),
    Row(CorrectCard, OPEN, "Dealing", "topic:unread-card", correct_card, check_from_hand),
    Row(
        CorrectCard,
        tuple(phase for phase in DEALT if phase not in OPEN),
        None,
        "topic:unread-card",
        correct_card,
        check_from_hand,
    ),
    Row(CoverCardSeen, DEALT, None, "topic:cover-card-reached", cover_card_seen, check_from_hand),
)
"""What a dealer tells who holds the cards."""

TURNED: Final = (
    Row(
        None,
        ("Dealing",),
        None,
        "633a.7(g)",
        turn_for_side_wagers,
        when=are_side_wagers_due,
    ),
    Row(None, ("DealerPlay",), None, "633a.12(b)(9)", turn_all, when=are_all_due(DEALING.is_done)),
)
"""Passages by which hands are turned over without anybody's asking for it."""
