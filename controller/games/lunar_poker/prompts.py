"""What dealer and floorperson are asked to do in a round of Lunar Poker, and why an input is not due.

What every game asks between rounds is in controller/table/prompts.py.
"""

from typing import Any

from controller.games.lunar_poker import dealing
from controller.games.lunar_poker.hands import FIVE, all_hands, is_known, total_of
from controller.games.lunar_poker.misdeals import CITED
from controller.games.lunar_poker.settlement import is_at_stake, to_verify
from controller.games.lunar_poker.stacks import is_under_way
from controller.games.lunar_poker.wagers import why_not_dealt
from controller.regulation.marks import clause
from controller.table import prompts as words_of
from controller.table.commands import (
    AbandonWagers,
    Decide,
    DeclareHand,
    LockDecisions,
    NoMoreBets,
    ReportMisdeal,
)
from controller.table.irregularities import IN_ROUND
from controller.table.phases import in_words
from controller.table.prompts import OWN_HAND
from controller.table.remedies import unread
from controller.table.state import CLOSED_WORD, DEALER, Prompt, Table, is_automated, is_from_hand
from controller.table.supply import expected_in_shoe
from drivers import messages as m


def prompts_for(table: Table) -> tuple[Prompt, ...]:
    """The most urgent first."""
    made = words_of.common(table)
    if table.holds:
        return made
    lying = tuple(draw for draw in unread(table) if all(draw != one.draw for one in table.ahead))
    entries = (table.ahead[0].draw, *lying) if dealing.is_entry_due(table) else lying
    who = "dealer" if is_from_hand(table) else "floorperson"
    made = (*(words_of.enter_card(draw, _where(table, draw), who) for draw in entries), *made)
    return (*made, *_in_round(table))


def _where(table: Table, draw: int) -> str:
    """Where a card lies, or will."""
    hand = next((hand for _, hand in all_hands(table) if draw in hand.draws), table.dealer)
    place = f"box {hand.box}" if hand.box else "your own"
    return f"{place}, card {hand.draws.index(draw) + 1}" if draw in hand.draws else place


def _in_round(table: Table) -> tuple[Prompt, ...]:
    phase = table.phase
    barred = why_not_dealt(table)[0] if phase == "Betting" else ""
    if barred:
        kind = "reshuffle" if is_from_hand(table) else "return_to_service"
        return (Prompt("floorperson", kind, f"{barred[0].upper()}{barred[1:]}."),)
    if phase == "Betting":
        words = "Place your wagers. Announce no more bets when they are complete."
        return (Prompt("dealer", "no_more_bets", words),)
    if table.asked is not None and table.asked.chips:
        box = table.hands[table.turn].box
        what = "Bet Wager" if table.asked.verb == "bet" else "Options fee"
        words = f"Box {box}: the player puts down ${table.asked.chips / 100:.2f} as the {what}."
        return (Prompt("dealer", "chips", words, box, 1, table.asked.chips),)
    if table.poker.exit and phase in dealing.CARDS_TO_COME:
        return (_delivered(table),)
    if dealing.due(table) and is_from_hand(table):
        return _held(table)
    if dealing.due(table) or is_under_way(table):
        return (_card(table),)
    if phase in ("LockedIn", "Options") and table.positions != CLOSED_WORD:
        return (Prompt("dealer", "wait", "A moment: the wager positions are closing."),)
    if phase == "PlayerDecisions":
        return _decisions(table)
    if phase == "LockedIn":
        return _locked_in(table)
    if phase == "Options" and table.turn < len(table.hands):
        hand = table.hands[table.turn]
        words = f"Box {hand.box} has its additional cards: does the player fold, or bet twice the Ante Wager?"
        return (Prompt("dealer", "decide", words, hand.box, 1),)
    if phase == "Reveal":
        return (_revealed(table),)
    return ()


@clause("671a.9(a)(2)", "671a.9(b)")
def _held(table: Table) -> tuple[Prompt, ...]:
    """What is dealt from the hand, or that it waits. amount: how many cards of the deal. draw: the number of
    the dealer's last card among them."""
    if table.positions != CLOSED_WORD:
        return (Prompt("dealer", "wait", "A moment: the wager positions are closing."),)
    if table.ahead:
        return ()  # it is used first, as soon as somebody has told its face
    if table.phase != "Dealing":
        box = table.hands[table.turn].box
        return (Prompt("dealer", "deal_down", f"Deal a card, face down, to box {box}.", box, 1),)
    number = min(len(dealing.due(table)), expected_in_shoe(table))
    up = table.last + number if number == len(dealing.due(table)) else 0
    own = "your own last card face up, and say which it is" if up else "as far as the deck has cards"
    words = f"Deal one card at a time, face down, to each box in turn and to yourself; {own}. {OWN_HAND}"
    return (Prompt("dealer", "deal_cards", words, amount=number, draw=up),)


@clause("671a.10(b)")
def _delivered(table: Table) -> Prompt:
    """Whose stack lies in the exit. The last card that the dealer gets is turned up."""
    at = _owner(table)
    if at == DEALER:
        last = dealing.due(table)[len(table.ahead) :] == ()
        words = "Take the stack from the shoe and put it face down before you"
        return Prompt("dealer", "deliver_stack", words + ("; turn its last card up." if last else "."))
    box = table.hands[at].box
    words = f"Take the stack from the shoe and put it face down before box {box}."
    return Prompt("dealer", "deliver_stack", words, box, 1)


def _owner(table: Table) -> int:
    """The hand that has the cards of the stack in the exit; they may all be waiting for their step."""
    mine = (at for at, hand in all_hands(table) if any(draw >= table.poker.exit for draw in hand.draws))
    steps = dealing.due(table)
    return next(mine, steps[0].to if steps else DEALER)


def _card(table: Table) -> Prompt:
    if is_automated(table):
        return Prompt("dealer", "wait", "A moment: the shoe is dispensing a stack.")
    if isinstance(dealing.permission(table), m.Lock):
        return Prompt("dealer", "wait", "A moment: the shoe is still locked.")
    step = dealing.due(table)[0]
    if step.to == DEALER:
        last = len(table.dealer.cards) == FIVE - 1
        words = "Deal your last card, face up." if last else "Deal yourself a card, face down."
        return Prompt("dealer", "draw", words)
    box = table.hands[step.to].box
    return Prompt("dealer", "draw", f"Deal a card, face down, to box {box}.", box, 1)


def _decisions(table: Table) -> tuple[Prompt, ...]:
    undecided = tuple(hand for hand in table.hands if not hand.status)
    if not undecided:
        return (Prompt("dealer", "lock_decisions", "Announce: all decisions are locked in."),)
    return tuple(
        Prompt(
            "dealer",
            "decide",
            f"Box {hand.box}: declare a hand that wins; then fold, bet, buy a sixth card or exchange 2 to 5.",
            hand.box,
            1,
        )
        for hand in undecided
    )


def _locked_in(table: Table) -> tuple[Prompt, ...]:
    turned = (hand for hand in table.hands if is_at_stake(table, hand))
    if to_verify(table) is not None or any(not is_known(hand) for hand in turned):
        return (Prompt("dealer", "turn_hole", "Turn the declared hands face up, and verify them."),)
    words = "Settle the Super Wagers, instant payouts and folded hands as listed, then confirm."
    return (Prompt("dealer", "settle", words),)


def _revealed(table: Table) -> Prompt:
    hands = (hand for _, hand in all_hands(table) if not hand.down and not is_known(hand))
    hand = next(hands, None)
    if hand is None or hand.box == 0:
        return Prompt("dealer", "turn_hole", "Turn your cards face up.")
    mine = total_of(table.dealer)
    words = f"You have {mine}. Turn the cards of box {hand.box} face up."
    return Prompt("dealer", "turn_hole", words, hand.box, 1)


def why_not(table: Table, what: Any) -> tuple[str, str]:
    """The reason, and its clause, why an input is not due in this phase."""
    kind = type(what)
    phase = table.phase
    if kind is m.Placed:
        return "no wager is taken now: the wagers are closed", "671a.7(d)"
    if kind in (Decide, DeclareHand, LockDecisions):
        if phase in ("Dealing", "NoMoreBets"):
            return "no decision is due before everybody has five cards", "671a.11(b)"
        if phase in IN_ROUND:
            return "all decisions are locked in", "671a.11(c)"
        return "no hand in play", "671a.11(b)"
    if kind is AbandonWagers:
        return f"no wager of a hand in play lies there ({in_words(phase)})", "671a.7(b)"
    if kind is ReportMisdeal and phase in ("Settling", "Collecting"):
        return "every wager is settled, and stays settled", CITED.get(what.kind, "671a.13(c)")
    if kind is NoMoreBets:
        return f"wagers are not open ({in_words(phase)})", "671a.7(d)"
    return f"not now ({in_words(phase)})", "topic:out-of-turn"
