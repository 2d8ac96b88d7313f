"""The chapter's "Irregularities" (672a.12): the rows by which this game meets them.

What follows from each is shared by the family (twentyone: draws, exposed, misdeals, refill, offers) and by
all games (controller/table: irregularities, machine); it cites topics that this chapter's list maps to
672a.12. A card that was found face up (a), drawn in error unexposed (b), the dealer's needless card (d) and
the reader (j) are ruled on where cards and answers are, by the rows in game.py.
"""

from typing import Final

from controller.games.free_bet_blackjack.play import DEALING
from controller.games.twentyone import exposed, misdeals, offers, refill
from controller.table.commands import AcceptCard, CardsLie, CardWent, RefuseCard, ReportPassedOver
from controller.table.phases import ANY, Row
from controller.table.state import Table
from drivers import messages as m

_D: Final = ("Dealing",)
_PD: Final = ("PlayerDecisions",)
_DP: Final = ("DealerPlay",)
_DEALT: Final = ("Insurance", "Peeking", "PlayerDecisions")
"""Phases in which it may still come out that cards of the deal lie elsewhere: the deal goes on then."""


def dealer_is_done(table: Table) -> bool:
    """The dealer draws no card any more."""
    return DEALING.is_complete(table)


LATE_CARD: Final = Row(None, _PD, None, "672a.12(h)", misdeals.late_turn, when=misdeals.is_late_due)
"""Comes when what the others' cards made due is done, and before the hole card is turned."""


def dealing_rows(phases: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of 672a.12 that come before the round goes on by itself. phases: those in which a card can
    be due."""
    return (
        *refill.rows(DEALING, phases, "672a.12(f)"),
        Row(CardsLie, _D, None, "672a.12(e)", misdeals.cards_lie, misdeals.check_deal),
        Row(CardsLie, _DEALT, "Dealing", "672a.12(e)", misdeals.cards_lie, misdeals.check_deal),
        Row(None, _D, None, "672a.12(g)", misdeals.rule_on_short, when=misdeals.has_short_hand),
        Row(ReportPassedOver, _PD, None, "672a.12(h)", misdeals.passed_over),
        Row(CardWent, _PD, None, "672a.12(h)", misdeals.card_went),
        Row(AcceptCard, _PD, None, "672a.12(c)", exposed.accept),
        Row(RefuseCard, _PD, None, "672a.12(c)", exposed.refuse),
        Row(None, _DP, None, "672a.12(c)", exposed.discard, when=exposed.is_useless(dealer_is_done)),
        Row(m.InsertedWhileDisarmed, ANY, None, "672a.12(i)", offers.inserted_disarmed),
        Row(m.ShoeEmpty, ANY, None, "672a.12(f)", refill.shoe_empty),
    )
