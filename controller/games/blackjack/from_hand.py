"""Blackjack dealt from the hand (633a.12(b)): the dealer's word in place of a shoe's reports.

Nothing reads a card here, so that each one is told by a person: that it was dealt, and its face as soon as
it lies face up. Draws are numbered by us, one after the other. What lies face down is unread until the rules
turn it up. Where the next card goes is the family's (twentyone/dealing.py); what a told card may be is in
twentyone/told_cards.py; when hands are turned over, in turned_hands.py.
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
from controller.games.twentyone.told_cards import check_face
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
from controller.table.irregularities import hold, met
from controller.table.phases import Row
from controller.table.remedies import BETWEEN_ROUNDS
from controller.table.state import BURN, CLOSED_WORD, DEALER, DealStep, Table, is_from_hand
from controller.table.supply import expected_in_shoe
from drivers.cards import UNREAD
from drivers.messages import UP

CITED: Final = "633a.12(b)"
UP_CARD: Final = DealStep(DEALER, UP)
DEALT: Final = (*ROUND, "Betting", "NoMoreBets", "Settling", "Collecting")
"""Phases in which the dealer holds cards that may be dealt."""


OPEN: Final = ("Insurance", "Peeking", "PlayerDecisions")
"""Phases in which the dealer's first card may turn out to be another one: what it calls for comes anew."""


def check_from_hand(table: Table, _: Asked) -> None:
    """Refused at a table that has a shoe: it reports its cards itself."""
    if not is_from_hand(table):
        raise Refused("cards are dealt from a shoe at this table, which reports them itself", CITED)


def _check_next(table: Table) -> None:
    """Refused where no card may leave the deck just now, whatever it is for."""
    if table.positions != CLOSED_WORD:
        raise Refused("the wager positions are not closed yet: a moment", "topic:wagers-before-first-card")
    if table.ahead:
        raise Refused("a card that left the deck already is used first", "topic:card-in-error-unexposed")


def _ran_out(table: Table, drawn: int) -> tuple[Event, ...]:
    """The event of an empty deck, where these further draws are the last cards of it."""
    return (ev.ShoeRanOut(table.last + drawn),) if drawn >= expected_in_shoe(table) else ()


def _check_left(table: Table) -> None:
    if expected_in_shoe(table) < 1:
        raise Refused("by the draws no card is left in the deck", "topic:too-few-cards")


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
    card. A deck that runs out on the way gives what it has."""
    asked = given.what
    assert isinstance(asked, DealCards)
    _check_next(table)
    steps = DEALING.due(table)[: expected_in_shoe(table)]
    if not steps:
        raise Refused("the cards of the deal lie there already", "633a.12(b)(5)")
    if UP_CARD in steps:
        check_face(table, asked.up, "your first card lies face up")
    elif asked.up:
        raise Refused("the cards that are dealt now lie face down: no face is told", "633a.12(b)(5)")
    dealt = tuple(
        ev.CardDealt(draw, asked.up if step == UP_CARD else UNREAD, step.to)
        for draw, step in enumerate(steps, table.last + 1)
    )
    return (*dealt, *_ran_out(table, len(dealt)))


@clause("633a.12(b)(4)", "633a.12(b)(5)", "633a.12(b)(7)", "633a.12(b)(8)")
def deal_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """One card where it is due: face up for a player's decision and for the dealer's own hand, face down in
    the deal and where a double down is dealt so."""
    asked = given.what
    assert isinstance(asked, DealCard)
    step = DEALING.expected(table)
    if step is None:
        raise Refused("no card is due now", "topic:card-in-error-unexposed")
    _check_next(table)
    _check_left(table)
    if step.face == UP:
        check_face(table, asked.card, "this card lies face up")
    elif asked.card:
        raise Refused("this card lies face down: no face is told", "633a.12(b)(4)")
    return (ev.CardDealt(table.last + 1, asked.card or UNREAD, step.to), *_ran_out(table, 1))


# ---- cards that are not due ----------------------------------------------------------------------------


@clause("topic:face-up-card")
def face_up_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that lay face up in the deck is not used in this round: the next one takes its place."""
    asked = given.what
    assert isinstance(asked, FaceUpCard)
    _check_left(table)
    check_face(table, asked.card, "everybody saw this card")
    return (
        ev.CardRemoved(table.last + 1, asked.card),
        met("face-up-card", "topic:face-up-card", f"{asked.card} placed in the discard rack"),
        *_ran_out(table, 1),
    )


@clause("topic:card-in-error-unexposed", "topic:card-in-error-exposed", "topic:dealer-17-card")
def card_in_error(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that was not due. One that nobody saw is the next card; one that was seen is so too once
    everybody has two, for who takes it. A dealer's needless one goes to the rack."""
    asked = given.what
    assert isinstance(asked, CardInError)
    _check_left(table)
    if asked.card:
        check_face(table, asked.card, "everybody saw this card")
    return (*_what_it_is(table, asked.card), *_ran_out(table, 1))


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
