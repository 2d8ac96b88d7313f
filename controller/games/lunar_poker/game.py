"""GAME: the chapter's table of contents.

The rows of opening, settling and closing are the spine's; they cite topics, which config/regulation/671a.toml
maps to this chapter's numbers. Chapter 671a's own sections are in wagers.py (.7), dealing.py (.8),
from_hand.py (.9), stacks.py (.10), decisions.py (.11(b) to (d)), settlement.py (.11(c) to (f), .12),
super_wager.py and combinations.py (.6).
"""

from typing import Final

from controller.games.game import Game, Wants
from controller.games.lunar_poker import (
    dealing,
    decisions,
    failing_shoe,
    from_hand,
    hands,
    leaving,
    misdeals,
    prompts,
    settlement,
    wagers,
)
from controller.regulation.marks import clause
from controller.table import changing, chips, counting, draws, shuffling
from controller.table import phases as ph
from controller.table.commands import (
    AbandonWagers,
    CountDeck,
    Decide,
    DeclareHand,
    EnterCard,
    LockDecisions,
    NoMoreBets,
    ReportMisdeal,
    WagersSettled,
    WithdrawDecision,
)
from controller.table.phases import ANY, PhaseTable, Row
from controller.table.remedies import enter_card
from controller.table.spine import PHASES_AFTER, PHASES_BEFORE, begin_round, is_clear, spine_of, void_rows
from controller.table.state import CLOSED_WORD, Rules, Table
from controller.table.supply import to_play
from controller.table.wanted import safe
from drivers import messages as m

ROUND: Final = from_hand.ROUND
PHASES: Final = (*PHASES_BEFORE, *ROUND, *PHASES_AFTER)
_D, _PD, _L, _O, _R = (("Dealing",), ("PlayerDecisions",), ("LockedIn",), ("Options",), ("Reveal",))


@clause("671a.11(a)")
def _is_dealt(table: Table) -> bool:
    return bool(table.plan) and dealing.is_dealt(table)


def _are_options_done(table: Table) -> bool:
    """Everybody has folded or placed a Bet Wager, and the positions are closed."""
    return table.turn >= len(table.hands) and table.asked is None and table.positions == CLOSED_WORD


@clause("671a.5(c)(1)")
def _is_dealt_uncut(table: Table) -> bool:
    """The stack that is ready comes from the shuffler."""
    supply = table.standing.supply
    ready = shuffling.is_cut_due(table) and not shuffling.is_respread_due(table)
    return ready and supply.batches[to_play(supply)].by_machine


@clause("671a.5(a)")
def _is_to_shuffle(table: Table) -> bool:
    """After each round, whatever became of it."""
    return is_clear(table)


ROWS: Final = (
    # wagers
    Row(m.Placed, ("Betting",), None, "671a.7(d)", wagers.place),
    Row(m.AttemptAfterClose, ANY, None, "671a.7(d)", chips.attempt),
    Row(m.TakenBack, ("Betting",), None, "671a.7(d)", chips.take_back),
    Row(m.TakenBack, ANY, None, "671a.7(d)", chips.take_back_late),
    Row(NoMoreBets, ("Betting",), "NoMoreBets", "671a.8(b)", guard=wagers.check_no_more_bets),
    Row(None, ("NoMoreBets",), "Betting", "671a.5(a)", when=failing_shoe.is_load_over),
    begin_round("671a.8(b)"),
    # the deal
    Row(m.CardDrawn, ANY, None, "671a.8(c)", dealing.drawn),
    *from_hand.ROWS,
    Row(None, (*_D, *_O), None, "671a.13(b)", dealing.deal_ahead, when=dealing.ahead_is_ready),
    Row(None, (*_D, *_O), None, "671a.13(c)", dealing.void_short, when=dealing.is_short),
    Row(None, _D, "PlayerDecisions", "671a.11(b)", when=_is_dealt),
    # an automated shoe
    Row(None, ("Loading",), None, "671a.10(a)(1)", failing_shoe.take_load, when=failing_shoe.is_load_told),
    Row(m.CardsLoaded, ANY, None, "671a.10(a)(1)", failing_shoe.cards_loaded),
    Row(m.StackDispensed, ANY, None, "671a.10(b)", failing_shoe.stack_dispensed),
    Row(m.StackTaken, ANY, None, "671a.10(b)", failing_shoe.stack_taken),
    Row(m.StackFailed, ANY, None, "671a.13(f)", failing_shoe.stack_failed),
    Row(m.FaultRaised, PHASES, None, "671a.13(f)", failing_shoe.fault_raised),
    Row(m.DeviceReady, PHASES, None, "671a.13(f)", failing_shoe.device_ready),
    Row(m.OrderRefused, PHASES, None, "671a.13(f)", failing_shoe.order_refused),
    Row(m.OrderFailed, PHASES, None, "671a.13(f)", failing_shoe.order_refused),
    Row(
        None,
        ("Dealing", *_PD, *_L, *_O),
        None,
        "671a.13(f)",
        failing_shoe.void_out_of_order,
        when=failing_shoe.is_out_of_order,
    ),
    # decisions
    Row(DeclareHand, _PD, None, "671a.11(b)", decisions.declare),
    Row(Decide, _PD, None, "671a.11(b)", decisions.decide),
    Row(m.Placed, (*_PD, *_O), None, "671a.11(b)", decisions.chips_for_decision),
    Row(WithdrawDecision, (*_PD, *_O), None, "671a.11(b)", decisions.withdraw),
    Row(LockDecisions, _PD, "LockedIn", "671a.11(c)", guard=decisions.check_lock),
    # all decisions are locked in
    Row(None, _L, None, "671a.11(c)(2)", settlement.verify, when=settlement.is_to_verify),
    Row(None, _L, None, "671a.11(c)", settlement.settle_first, when=settlement.is_first_due),
    Row(WagersSettled, _L, "Options", "671a.11(d)", guard=settlement.check_first),
    # the options
    Row(None, _O, None, "671a.11(d)(1)", settlement.collect_fee, when=settlement.is_fee_due),
    Row(Decide, _O, None, "671a.11(d)(3)", decisions.decide_again),
    Row(None, _O, "Reveal", "671a.11(e)", when=_are_options_done),
    # the dealer's hand
    Row(None, _R, None, "671a.11(f)(2)", settlement.compare, when=settlement.is_to_compare),
    Row(None, _R, "Settling", "671a.11(f)", settlement.settle, when=settlement.is_all_known),
    # between rounds
    Row(None, ("Collecting",), "Shuffling", "671a.5(a)", when=_is_to_shuffle),
    Row(CountDeck, ("Shuffling",), None, "671a.11(h)", counting.count_deck),
    Row(None, ("Shuffling",), "Loading", "671a.5(c)(1)", shuffling.take_up_stack, when=_is_dealt_uncut),
    Row(None, ("Idle",), "Washing", "671a.5(f)", when=changing.is_seen),
    # what people find, what devices report at any time, and cards that nobody could read
    Row(AbandonWagers, ROUND, None, "671a.7(b)", leaving.abandon),
    Row(ReportMisdeal, ROUND, None, "671a.13(c)", misdeals.report),
    Row(m.DoubleFeed, ANY, None, "671a.13(b)", dealing.double_feed),
    Row(m.ShoeEmpty, ANY, None, "671a.13(c)", dealing.shoe_empty),
    Row(m.CoverCardOut, ANY, None, "671a.5(d)", dealing.cover_card),
    Row(m.CardPushedBack, ANY, None, "topic:card-pushed-back", draws.pushed_back),
    Row(m.Disclosed, ANY, None, "671a.11(e)", draws.disclosed),
    Row(EnterCard, PHASES, None, "topic:unread-card", enter_card, guard=dealing.check_entry),
)
WANTS: Final[dict[str, Wants]] = {**dict.fromkeys(PHASES, safe), **dealing.WANTS}


def _new_table(rules: Rules) -> Table:
    return Table(rules)


def _rests_dealing(table: Table) -> bool:
    standing = table.standing
    ends = table.ahead or table.void or standing.shoe_empty or standing.supply.shoe_out
    return table.dealt < len(table.plan) and not ends


RESTS: Final[dict[str, ph.When]] = {"Dealing": _rests_dealing}

GAME: Final = Game(
    name="lunar-poker",
    chapter="671a",
    title="Lunar Poker",
    phases=PhaseTable(PHASES, (*void_rows((*ROUND, "Settling")), *ROWS, *spine_of(PHASES))),
    evolve=hands.EVOLVE,
    wants=WANTS,
    prompts=prompts.prompts_for,
    why_not=prompts.why_not,
    wagers=wagers.OPENING,
    verbs=decisions.VERBS,
    decks=(1,),
    new_table=_new_table,
    rests=RESTS,
    total=hands.total_of,
)
