"""The round that the family's games share: its phases, its rows, and when no passage can be due.

A game fills in a Round with what is its own. The rows of opening, settling and closing are the spine's; the
shared rows cite topics, which each chapter's list maps to its own numbers.
"""

from typing import Final

from msgspec import Struct

from controller.games.game import Wants
from controller.games.twentyone import decisions, draws, offers
from controller.games.twentyone import wagers as family
from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.irregularities import LATE_CARD, dealing_rows
from controller.table import chips
from controller.table import draws as table_draws
from controller.table import phases as ph
from controller.table.commands import (
    CloseInsurance,
    Decide,
    EnterCard,
    NoMoreBets,
    TakeEvenMoney,
    WithdrawDecision,
)
from controller.table.phases import ANY, PhaseTable, Row
from controller.table.remedies import enter_card
from controller.table.spine import PHASES_AFTER, PHASES_BEFORE, SPINE, begin_round, void_rows
from controller.table.state import Rules, Table
from controller.table.wanted import safe
from drivers import messages as m

ROUND: Final = ("Dealing", "Insurance", "Peeking", "PlayerDecisions", "DealerPlay")
PHASES: Final = (*PHASES_BEFORE, *ROUND, "Refilling", *PHASES_AFTER)


class Round(Struct, frozen=True):
    """What a game of the family says for itself.

    dealing: how it is dealt. place: chips before the round. check_bets: whether they open a round. decide:
    a player's decision. chips: the chips that a decision needs. has_bust, collect_bust: what is collected
    as soon as a hand is bust. pay_blackjack: what follows when the turn comes to a hand with Blackjack.
    settle: the end of the round. at_reveal: passages once the hole card is turned, before the dealer draws.
    optional: passages between the deal and insurance. after_reader: what follows when the reader has shown
    no Blackjack. told: what a person tells in place of a shoe. reader_not_due: what follows where the reader
    was used when it was not due.
    """

    dealing: Dealing
    place: ph.Decide
    decide: ph.Decide
    chips: ph.Decide
    has_bust: ph.When
    collect_bust: ph.Decide
    pay_blackjack: ph.Decide
    settle: ph.Decide
    check_bets: ph.Guard = family.check_no_more_bets
    optional: tuple[Row, ...] = ()
    after_reader: ph.Decide = offers.collect_insurance
    at_reveal: tuple[Row, ...] = ()
    told: tuple[Row, ...] = ()
    reader_not_due: ph.Decide = offers.inserted_disarmed


def no_turn_left(table: Table) -> bool:
    """Every hand's decisions have been implemented."""
    return table.turn >= len(table.hands)


def is_blackjack_due(table: Table) -> bool:
    """The turn has come to a hand with Blackjack."""
    return table.turn < len(table.hands) and table.hands[table.turn].status == "blackjack"


_D, _I, _P, _PD, _DP = (("Dealing",), ("Insurance",), ("Peeking",), ("PlayerDecisions",), ("DealerPlay",))

_OPEN: Final = ("Betting", "NoMoreBets")
"""Phases in which progressive wagers may come: until their devices have locked out."""


def rows(game: Round) -> tuple[Row, ...]:
    """The rows of this game's round, in the order in which passages are tried."""
    dealing = game.dealing
    first, next_card = "topic:wagers-before-first-card", "topic:card-in-error-unexposed"
    return (
        # wagers
        Row(m.Placed, ("Betting",), None, first, game.place),
        Row(m.AttemptAfterClose, ANY, None, first, family.attempt),
        Row(m.TakenBack, ("Betting",), None, first, chips.take_back),
        Row(m.TakenBack, ANY, None, first, chips.take_back_late),
        Row(m.ProgressivePlaced, _OPEN, None, "topic:progressive-devices", family.place_progressive),
        Row(m.ProgressiveTakenBack, _OPEN, None, "topic:progressive-devices", family.take_back_progressive),
        Row(NoMoreBets, ("Betting",), "NoMoreBets", "topic:dealing-order", guard=game.check_bets),
        begin_round("topic:dealing-order"),
        # the deal
        Row(m.CardDrawn, ANY, None, next_card, dealing.drawn),
        Row(None, _D, None, next_card, dealing.deal_ahead, when=dealing.ahead_is_ready),
        *dealing_rows(dealing, ROUND, game.reader_not_due),
        *game.optional,
        Row(None, _D, "Insurance", "topic:insurance-offer", when=offers.shows_ace),
        Row(None, _D, "Peeking", "topic:peek", when=offers.shows_ten),
        Row(None, _D, "PlayerDecisions", "topic:decisions-in-order", when=offers.is_dealt),
        # insurance, even money, the peek
        Row(m.Placed, _I, None, "topic:insurance-limit", offers.place_insurance),
        Row(TakeEvenMoney, _I, None, "topic:even-money", offers.take_even_money),
        Row(CloseInsurance, _I, "Peeking", "topic:insurance-before-reader"),
        Row(m.ReaderAnswer, _P, None, "topic:peek", offers.answer),
        Row(None, _P, "DealerPlay", "topic:peek", when=offers.said_blackjack),
        Row(
            None,
            _P,
            "PlayerDecisions",
            "topic:insurance-lose",
            game.after_reader,
            when=offers.said_none,
        ),
        # decisions
        Row(Decide, _PD, None, "topic:decision-verbs", game.decide),
        Row(m.Placed, _PD, None, "topic:double-stake", game.chips),
        Row(WithdrawDecision, _PD, None, "topic:decision-verbs", decisions.withdraw),
        Row(None, _PD, None, next_card, dealing.deal_ahead, when=dealing.ahead_is_ready),
        Row(None, _PD, None, "topic:bust-at-once", game.collect_bust, when=game.has_bust),
        Row(None, _PD, None, "topic:pay-blackjack", game.pay_blackjack, when=is_blackjack_due),
        LATE_CARD,
        Row(None, _PD, "DealerPlay", "topic:turn-hole-card", when=no_turn_left),
        # the dealer's play
        Row(None, _DP, None, next_card, dealing.deal_ahead, when=dealing.ahead_is_ready),
        Row(
            None,
            _DP,
            None,
            "topic:reader-malfunction",
            offers.hold_reader_wrong,
            when=offers.reader_was_wrong,
        ),
        *game.at_reveal,
        Row(None, _DP, "Settling", "topic:settlement-order", game.settle, when=dealing.is_complete),
        # what devices report at any time, and cards that nobody could read
        Row(m.DoubleFeed, ANY, None, next_card, draws.double_feed),
        Row(m.CoverCardOut, ANY, None, "topic:cover-card-reached", dealing.cover_card),
        Row(m.CardPushedBack, ANY, None, "topic:card-pushed-back", draws.pushed_back),
        Row(m.Disclosed, ANY, None, "topic:turn-hole-card", table_draws.disclosed),
        Row(EnterCard, PHASES, None, "topic:unread-card", enter_card, guard=dealing.check_entry),
        *game.told,
    )


def phase_table(game: Round) -> PhaseTable:
    """The checked machine of this game."""
    return PhaseTable(PHASES, (*void_rows((*ROUND, "Refilling", "Settling")), *SPINE, *rows(game)))


def wants_of(game: Round) -> dict[str, Wants]:
    """By phase, what the devices are to be told: locked, closed and disarmed where nothing else is said."""
    return {**dict.fromkeys(PHASES, safe), **game.dealing.wants}


def new_table(rules: Rules) -> Table:
    """A closed table under these rules, before its first event."""
    return Table(rules)


# ---- when no passage can be due --------------------------------------------------------------------------


def _rests_betting(table: Table) -> bool:
    """While wagers are placed nothing follows by itself."""
    standing = table.standing
    supply = standing.supply
    asks = supply.machine.stage == "failed" or supply.equipment.shuffler == "continuous" or supply.change
    stops = standing.seal or standing.reshuffle_directed or standing.shoe_empty
    return not (stops or asks or standing.usb is not None)


def _rests_dealing(table: Table) -> bool:
    """In the middle of the deal, with nothing out of order."""
    return (
        table.dealt < len(table.plan) and not table.ahead and not table.void and not table.standing.shoe_empty
    )


_MOVED_ON: Final = frozenset(("bust", "paid", "dead", "late", "21"))
"""After a hand of this status something may be due before the next one decides. A 21 may be one that a switch
made, passed over since the hand before it is bust."""


def _rests_decisions(table: Table) -> bool:
    """A hand decides, the one before it needs no settling, nothing is out of order."""
    turn, hands = table.turn, table.hands
    return (
        turn < len(hands)
        and not hands[turn].status
        and (not turn or hands[turn - 1].status not in _MOVED_ON)
        and not table.ahead
        and not table.void
        and not table.standing.shoe_empty
    )


RESTS: Final[dict[str, ph.When]] = {
    "Betting": _rests_betting,
    "Dealing": _rests_dealing,
    "PlayerDecisions": _rests_decisions,
}
"""See Game.rests."""
