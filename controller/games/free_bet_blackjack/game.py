"""GAME: the chapter's table of contents. Every row of the round, with its clause.

The rows of opening, settling and closing are the spine's. Chapter 672a's own sections are in play.py,
settlement.py, wagers.py and irregularities.py.
"""

from typing import Final

from controller.games.free_bet_blackjack import play, settlement, wagers
from controller.games.free_bet_blackjack.irregularities import LATE_CARD, dealing_rows
from controller.games.game import Game
from controller.games.twentyone import decisions, draws, offers
from controller.games.twentyone import prompts as words
from controller.games.twentyone import wagers as family
from controller.games.twentyone.hands import EVOLVE
from controller.games.twentyone.wanted import safe
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
from controller.table.state import Prompt, Rules, Table
from drivers import messages as m

DEALING = play.DEALING
ROUND: Final = ("Dealing", "Insurance", "Peeking", "PlayerDecisions", "DealerPlay")
PHASES: Final = (*PHASES_BEFORE, *ROUND, "Refilling", *PHASES_AFTER)


def no_turn_left(table: Table) -> bool:
    """Every hand's decisions have been implemented."""
    return table.turn >= len(table.hands)


def is_blackjack_due(table: Table) -> bool:
    """The turn has come to a hand with Blackjack."""
    return table.turn < len(table.hands) and table.hands[table.turn].status == "blackjack"


def rests_betting(table: Table) -> bool:
    """While wagers are placed nothing follows by itself."""
    standing = table.standing
    supply = standing.supply
    asks = supply.machine.stage == "failed" or supply.equipment.shuffler == "continuous" or supply.change
    return not (standing.seal or standing.reshuffle_directed or standing.shoe_empty or asks)


def rests_dealing(table: Table) -> bool:
    """In the middle of the deal, with nothing out of order."""
    return (
        table.dealt < len(table.plan) and not table.ahead and not table.void and not table.standing.shoe_empty
    )


_MOVED_ON: Final = frozenset(("bust", "paid", "dead", "late"))
"""After a hand of this status something may be due before the next one decides."""


def rests_decisions(table: Table) -> bool:
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


def _straight_on(table: Table) -> bool:
    return offers.is_dealt(table)


_D, _I, _P, _PD, _DP = (("Dealing",), ("Insurance",), ("Peeking",), ("PlayerDecisions",), ("DealerPlay",))

ROWS: Final = (
    # wagers, 672a.6
    Row(m.Placed, ("Betting",), None, "672a.6(c)", wagers.place_wager),
    Row(m.AttemptAfterClose, ANY, None, "672a.6(c)", family.attempt),
    Row(m.TakenBack, ("Betting",), None, "672a.6(c)", family.take_back),
    Row(m.TakenBack, ANY, None, "672a.6(c)", family.take_back_late),
    Row(NoMoreBets, ("Betting",), "NoMoreBets", "672a.7(e)", guard=family.check_no_more_bets),
    begin_round("672a.7(e)"),
    # the deal, 672a.7(c), (e), (f)
    Row(m.CardDrawn, ANY, None, "672a.12(b)", DEALING.drawn),
    Row(None, _D, None, "672a.12(b)", DEALING.deal_ahead, when=DEALING.ahead_is_ready),
    *dealing_rows(ROUND),
    Row(None, _D, "Insurance", "672a.7(f)", when=offers.shows_ace),
    Row(None, _D, "Peeking", "672a.7(g)", when=offers.shows_ten),
    Row(None, _D, "PlayerDecisions", "672a.7(h)", when=_straight_on),
    # insurance and even money, 672a.8
    Row(m.Placed, _I, None, "672a.8(b)", offers.place_insurance),
    Row(TakeEvenMoney, _I, None, "672a.8(e)", offers.take_even_money),
    Row(CloseInsurance, _I, "Peeking", "672a.8(b)"),
    # the peek, 672a.7(g)
    Row(m.ReaderAnswer, _P, None, "672a.7(g)", offers.answer),
    Row(None, _P, "DealerPlay", "672a.7(g)", when=offers.said_blackjack),
    Row(None, _P, "PlayerDecisions", "672a.8(d)", offers.collect_insurance, when=offers.said_none),
    # decisions, 672a.7(h)-(j), .9, .10
    Row(Decide, _PD, None, "672a.7(h)(2)", play.decide),
    Row(m.Placed, _PD, None, "672a.9(a)(2)", play.chips_for_decision),
    Row(WithdrawDecision, _PD, None, "672a.7(h)(2)", decisions.withdraw),
    Row(None, _PD, None, "672a.12(b)", DEALING.deal_ahead, when=DEALING.ahead_is_ready),
    Row(None, _PD, None, "672a.10(c)", settlement.collect_bust, when=settlement.has_bust_to_collect),
    Row(None, _PD, None, "672a.7(h)(1)", settlement.pay_blackjack, when=is_blackjack_due),
    LATE_CARD,
    Row(None, _PD, "DealerPlay", "672a.7(k)", when=no_turn_left),
    # the dealer's play, 672a.7(k)-(m)
    Row(None, _DP, None, "672a.12(b)", DEALING.deal_ahead, when=DEALING.ahead_is_ready),
    Row(None, _DP, None, "672a.12(j)", play.hold_reader_wrong, when=play.reader_was_wrong),
    Row(None, _DP, "Settling", "672a.7(n)", settlement.settle, when=play.is_dealer_done),
    # what devices report at any time
    Row(m.DoubleFeed, ANY, None, "672a.12(b)", draws.double_feed),
    Row(m.CoverCardOut, ANY, None, "672a.7(d)", DEALING.cover_card),
    Row(m.CardPushedBack, ANY, None, "topic:card-pushed-back", draws.pushed_back),
    Row(m.Disclosed, ANY, None, "672a.7(k)", DEALING.disclosed),
    # cards that nobody could read
    Row(EnterCard, PHASES, None, "topic:unread-card", enter_card, guard=DEALING.check_entry),
)


def _prompts(table: Table) -> tuple[Prompt, ...]:
    return words.prompts_for(DEALING, table)


def new_table(rules: Rules) -> Table:
    """A closed table under these rules, before its first event."""
    return Table(rules)


GAME: Final = Game(
    name="free-bet-blackjack",
    chapter="672a",
    title="Free Bet Blackjack",
    phases=PhaseTable(PHASES, (*void_rows((*ROUND, "Refilling", "Settling")), *SPINE, *ROWS)),
    evolve=EVOLVE,
    wants={**dict.fromkeys(PHASES, safe), **DEALING.wants},
    prompts=_prompts,
    why_not=words.why_not,
    wagers=("blackjack", "push_22", "insurance"),
    verbs=("hit", "stand", "double", "split", "surrender"),
    decks=(6, 8),
    new_table=new_table,
    rests={"Betting": rests_betting, "Dealing": rests_dealing, "PlayerDecisions": rests_decisions},
)
