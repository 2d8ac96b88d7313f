"""Who is paid what, and in which order (671a.11(c) to (f), 671a.12).

Settled in three steps: when all decisions are locked in, Super Wagers, instant payouts and folds,
clockwise; the Options fee as each player is served; and when the dealer's cards are turned, Super Wagers on
them clockwise, then Ante and Bet Wagers counterclockwise. What cards are worth is in super_wager.py and
combinations.py.
"""

from typing import Final

from controller.games.lunar_poker.combinations import (
    instant_of,
    is_straight_or_higher,
    qualifies,
    second_combination,
)
from controller.games.lunar_poker.hands import FIVE, fee_of, is_known
from controller.games.lunar_poker.super_wager import line_of
from controller.games.lunar_poker.wagers import ANTE, BET, OPTIONS, SUPER, is_on
from controller.games.pokerhands import Ranked, rank_hand
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Refused
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.payouts import paid_row, row
from controller.table.state import CLOSED_WORD, Hand, Settlement, Stack, Table, paytable_of

STRAIGHT_OR_HIGHER: Final = "straight or higher"
"""The odds on an Ante that a later edition has for such a hand of a player."""


# ---- when all decisions are locked in -----------------------------------------------------------------


def is_declared(table: Table, hand: Hand) -> bool:
    """Whether its player declared it a winning hand."""
    return hand.box in table.poker.declared


def is_at_stake(table: Table, hand: Hand) -> bool:
    """Whether it was declared, and a wager is still to be settled by that."""
    return is_declared(table, hand) and any(is_on(stack, hand.box) for stack in table.stacks)


def to_verify(table: Table) -> Hand | None:
    """The first declared hand that still lies face down."""
    return next((hand for hand in table.hands if is_at_stake(table, hand) and hand.down), None)


@clause("671a.11(c)(2)", "671a.11(c)(3)")
def verify(table: Table, _: None) -> tuple[Event, ...]:
    """A declared hand is turned over, for the dealer verifies it."""
    hand = to_verify(table)
    assert hand is not None
    return (ev.HandTurned(hand.box, 1),)


def is_to_verify(table: Table) -> bool:
    return table.positions == CLOSED_WORD and to_verify(table) is not None


def is_first_due(table: Table) -> bool:
    """Every declared hand is known, and nothing of this was settled yet."""
    if table.positions != CLOSED_WORD or not any(stack.wager == SUPER for stack in table.stacks):
        return False
    return all(is_known(hand) and not hand.down for hand in table.hands if is_at_stake(table, hand))


@clause("671a.11(c)", "671a.11(c)(1)", "671a.11(c)(2)", "671a.11(c)(3)", "671a.11(c)(4)")
def settle_first(table: Table, _: None) -> tuple[Event, ...]:
    """From the dealer's left, for each player: the Super Wagers on that hand, the own one first, then its
    instant payout, or the Ante of who folded. A hand declared for an instant payout that is none is out of
    the round as one that made no Bet Wager, and that is on record."""
    rows: list[Settlement] = []
    wrong: list[Event] = []
    for hand in table.hands:
        line = line_of(hand.cards[:FIVE]) if is_at_stake(table, hand) else ""
        on_it = (stack for stack in table.stacks if is_on(stack, hand.box))
        for stack in sorted(on_it, key=lambda stack: (stack.box != hand.box, stack.box)):
            rows.append(_super_row(table, stack, line, "671a.11(c)(2)", "671a.11(c)(1)"))
        if hand.status not in ("instant", "fold"):
            continue
        ante = next(stack for stack in table.stacks if (stack.box, stack.wager) == (hand.box, ANTE))
        if hand.status == "instant":
            name = instant_of(hand.cards)
            if name:
                rows.append(paid_row(table, ante, "instant", name, "671a.11(c)(3)"))
            else:
                rows.append(row(ante, "lose", "671a.11(c)(4)"))
                words = f"box {hand.box} declared an instant payout that its cards are not"
                wrong.append(met("declared-in-error", "671a.11(c)(3)", words))
        else:
            rows.append(row(ante, "lose", "671a.11(c)(4)"))
    return (*wrong, ev.Settled(tuple(rows)))


@clause("671a.12(b)")
def _super_row(table: Table, stack: Stack, line: str, wins: str, loses: str) -> Settlement:
    """A Super Wager on a hand that is `line`, "" where it is not eligible, or was not declared."""
    if not line:
        return row(stack, "lose", loses)
    return paid_row(table, stack, SUPER, line, wins)


def check_first(table: Table, _: Asked) -> None:
    """Refused as long as a declared hand is not verified, for nothing is listed to be settled before."""
    if any(stack.wager == SUPER for stack in table.stacks):
        raise Refused("the declared hands are turned over and verified first", "671a.11(c)(2)")


# ---- the options ------------------------------------------------------------------------------------------


def is_fee_due(table: Table) -> bool:
    """The player whose turn it is has not been served yet."""
    return table.turn < len(table.hands) and fee_of(table, table.hands[table.turn].box) > 0


@clause("671a.11(d)(1)", "671a.11(d)(1)(i)", "671a.11(d)(1)(ii)")
def collect_fee(table: Table, _: None) -> tuple[Event, ...]:
    """The Options fee is collected, and cards that are exchanged are given up."""
    hand = table.hands[table.turn]
    fee = fee_of(table, hand.box)
    paid = Settlement(hand.box, 1, OPTIONS, fee, "fee", 0, 0, fee, "671a.11(d)(1)")
    made: tuple[Event, ...] = (ev.Settled((paid,)),)
    if hand.status != "exchange":
        return made
    given = next(one for one in table.poker.exchanges if one.box == hand.box)
    return (*made, ev.CardsGivenUp(hand.box, given.draws))


# ---- when the dealer's cards are turned --------------------------------------------------------------------


def in_competition(table: Table) -> tuple[Hand, ...]:
    """The hands with a Bet Wager, counterclockwise from the dealer's right."""
    return tuple(hand for hand in reversed(table.hands) if hand.status == BET)


@clause("671a.11(f)(1)", "671a.11(f)(2)", "671a.12(c)")
def shows_hands(table: Table) -> bool:
    """Whether the players' hands matter once the dealer's is known: against one that qualifies; and against
    one that does not, where the odds on an Ante depend on the player's hand."""
    if not is_known(table.dealer):
        return False
    return qualifies(rank_hand(table.dealer.cards)) or _has_ante_by_hand(table)


def _has_ante_by_hand(table: Table) -> bool:
    paytable = paytable_of(table.rules, ANTE)
    return paytable is not None and any(odds.name == STRAIGHT_OR_HIGHER for odds in paytable.odds)


def to_compare(table: Table) -> Hand | None:
    """The next hand that is turned over to be compared; the one before it is known."""
    if not shows_hands(table):
        return None
    for hand in in_competition(table):
        if hand.down:
            return hand
        if not is_known(hand):
            return None
    return None


def is_to_compare(table: Table) -> bool:
    return to_compare(table) is not None


def compare(table: Table, _: None) -> tuple[Event, ...]:
    """The dealer turns the cards of the next player face up."""
    hand = to_compare(table)
    assert hand is not None
    return (ev.HandTurned(hand.box, 1),)


def is_all_known(table: Table) -> bool:
    """Everything can be settled by its cards."""
    if not is_known(table.dealer) or len(table.dealer.cards) < FIVE:
        return False
    return not shows_hands(table) or all(is_known(h) and not h.down for h in in_competition(table))


@clause("671a.11(e)", "671a.11(e)(1)", "671a.11(e)(2)", "671a.11(f)", "671a.11(f)(1)", "671a.11(f)(2)")
def settle(table: Table, _: None) -> tuple[Event, ...]:
    """Super Wagers on the dealer's hand, clockwise; then the hands with a Bet Wager, counterclockwise."""
    line = line_of(table.dealer.cards)
    on_dealer = sorted((s for s in table.stacks if is_on(s, 0)), key=lambda stack: stack.box)
    rows = [_super_row(table, stack, line, "671a.11(e)(2)", "671a.11(e)(1)") for stack in on_dealer]
    dealer = rank_hand(table.dealer.cards)
    for hand in in_competition(table):
        rows += _against(table, hand, dealer)
    return (ev.Settled(tuple(rows)),) if rows else ()


@clause("671a.11(f)(1)", "671a.11(f)(2)(i)", "671a.11(f)(2)(ii)", "671a.11(f)(2)(iii)", "671a.12(c)")
def _against(table: Table, hand: Hand, dealer: Ranked) -> list[Settlement]:
    """Ante and Bet Wager of a player against the dealer's hand."""
    ante = next(stack for stack in table.stacks if (stack.box, stack.wager) == (hand.box, ANTE))
    bet = next(stack for stack in table.stacks if (stack.box, stack.wager) == (hand.box, BET))
    if not qualifies(dealer):
        by_hand = _has_ante_by_hand(table) and is_straight_or_higher(rank_hand(hand.cards))
        won = STRAIGHT_OR_HIGHER if by_hand else "win"
        return [paid_row(table, ante, ANTE, won, "671a.11(f)(1)"), row(bet, "push", "671a.11(f)(1)")]
    own = rank_hand(hand.cards)
    if own.strength == dealer.strength:
        return [row(stack, "push", "671a.11(f)(2)(iii)") for stack in (ante, bet)]
    if own.strength < dealer.strength:
        return [row(stack, "lose", "671a.11(f)(2)(i)") for stack in (ante, bet)]
    return [row(ante, "push", "671a.11(f)(2)(ii)"), *_winning(table, hand, own, bet)]


@clause("671a.11(f)(2)(ii)", "671a.12(d)")
def _winning(table: Table, hand: Hand, own: Ranked, bet: Stack) -> list[Settlement]:
    """A Bet Wager that wins, and its second combination."""
    rows = [paid_row(table, bet, BET, own.name, "671a.11(f)(2)(ii)")]
    second = second_combination(own, hand.cards)
    if second is not None:
        paid = paid_row(table, bet, BET, second.name, "671a.11(f)(2)(ii)").paid
        rows.append(
            Settlement(bet.box, 1, BET, bet.stake, "win", paid, 0, 0, "671a.11(f)(2)(ii)", combination=2)
        )
    return rows
