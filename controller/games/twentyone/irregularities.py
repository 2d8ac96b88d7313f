"""The rows by which the family's games meet their chapter's "Irregularities"; the chapters say most of it
alike.

What follows from each is in draws.py, exposed.py, misdeals.py, refill.py and offers.py, and for all games
in controller/table (irregularities, machine). A card that was found face up, drawn in error unexposed, the
dealer's needless card and the reader are ruled on where cards and answers are, by the rows in round.py.
"""

from typing import Final

from controller.games.twentyone import exposed, misdeals, offers, refill
from controller.games.twentyone.dealing import Dealing
from controller.table.commands import AcceptCard, CardsLie, CardWent, RefuseCard, ReportPassedOver
from controller.table.phases import ANY, Decide, Row
from drivers import messages as m

_D: Final = ("Dealing",)
_PD: Final = ("PlayerDecisions",)
_DP: Final = ("DealerPlay",)
_DEALT: Final = ("Insurance", "Peeking", "PlayerDecisions")
"""Phases in which it may still come out that cards of the deal lie elsewhere: the deal goes on then."""

LATE_CARD: Final = Row(None, _PD, None, "topic:missed-draw", misdeals.late_turn, when=misdeals.is_late_due)
"""Comes when what the others' cards made due is done, and before the hole card is turned."""


def dealing_rows(
    dealing: Dealing, phases: tuple[str, ...], reader_not_due: Decide = offers.inserted_disarmed
) -> tuple[Row, ...]:
    """The rows that come before the round goes on by itself. phases: those in which a card can be due.
    reader_not_due: what follows from a reader that was used when it was not due."""
    missed, short, late = "topic:dealer-missed-card", "topic:hand-without-cards", "topic:missed-draw"
    seen = "topic:card-in-error-exposed"
    return (
        *refill.rows(dealing, phases, "topic:too-few-cards"),
        Row(CardsLie, _D, None, missed, misdeals.cards_lie, misdeals.check_deal),
        Row(CardsLie, _DEALT, "Dealing", missed, misdeals.cards_lie, misdeals.check_deal),
        Row(None, _D, None, short, misdeals.rule_on_short, when=misdeals.has_short_hand),
        Row(ReportPassedOver, _PD, None, late, misdeals.passed_over),
        Row(CardWent, _PD, None, late, misdeals.card_went),
        Row(AcceptCard, _PD, None, seen, exposed.accept),
        Row(RefuseCard, _PD, None, seen, exposed.refuse),
        Row(None, _DP, None, seen, exposed.discard, when=exposed.is_useless(dealing.is_complete)),
        Row(m.InsertedWhileDisarmed, ANY, None, "topic:reader-not-due", reader_not_due),
        Row(m.ShoeEmpty, ANY, None, "topic:too-few-cards", refill.shoe_empty),
    )
