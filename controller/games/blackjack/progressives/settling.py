"""How progressive wagers are settled: when all cards are dealt, from the dealer's right (633a.7(o)).

A meter that several have won is shared, as each wager's paragraph says. What the table inventory pays, what
goes to a game account and what waits for documents follows from the awards that are made here.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from controller.games.blackjack.progressives import BY_NAME, NAMES
from controller.games.blackjack.progressives.wager import METER, Ended
from controller.games.twentyone.settling import holds_blackjack
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import progressive as pro
from controller.table.events import Event
from controller.table.payouts import odds_of, row
from controller.table.state import Award, Settlement, Stack, Table, paytable_of

OUT: Final = frozenset(("dead",))
"""Hands that were called off count for nothing."""


class _Won(Struct, frozen=True):
    """One stack, the names of its wins that the house's paytable has, and its share of the meter in cents."""

    stack: Stack
    names: tuple[str, ...]
    share: int = 0


def _totals(table: Table, box: int) -> tuple[int, ...]:
    return tuple(hand.total for hand in table.hands if hand.box == box and hand.status not in OUT)


def ended_of(table: Table, box: int) -> Ended:
    """What the progressive wagers of this box are judged by."""
    drawn = sorted(
        (draw, card)
        for hand in table.hands
        if hand.box == box
        for draw, card in zip(hand.draws, hand.cards, strict=True)
    )
    first = tuple(card for _, card in drawn[:2])
    system, dealer = table.progressives, table.dealer
    return Ended(
        _totals(table, box),
        first,
        dealer.cards,
        dealer.total,
        holds_blackjack(table),
        system.magic in first,
        system.lucky == box,
    )


@clause("633a.7(n)")
def is_live(table: Table) -> bool:
    """A progressive wager lies there whose outcome the dealer's further cards have an effect on."""
    return any(
        stack.wager in BY_NAME and BY_NAME[stack.wager].is_open(_totals(table, stack.box))
        for stack in table.stacks
    )


@clause("633a.7(o)")
def is_settled_now(stack: Stack) -> bool:
    """Whether it is one of the wagers that are settled here, ahead of the Blackjack Wagers."""
    return stack.wager in BY_NAME


@clause("633a.7(o)", "633a.7(o)(1)(ii)", "633a.7(o)(2)(ii)")
def settle(table: Table) -> tuple[tuple[Settlement, ...], tuple[Event, ...]]:
    """The rows of the progressive wagers in their order, and what follows for meters and awards."""
    if not table.rules.progressives:
        return (), ()
    stacks = sorted(
        (stack for stack in table.stacks if is_settled_now(stack)),
        key=lambda stack: (-stack.box, NAMES.index(stack.wager)),
    )
    won = _shared(table, [_Won(stack, _wins(table, stack)) for stack in stacks])
    rows = tuple(_row(table, one) for one in won)
    paying = [(one, made) for one, made in zip(won, rows, strict=True) if made.outcome == "win"]
    awards = tuple(
        _award(table, one, made, number)
        for number, (one, made) in enumerate(paying, table.standing.next_award)
    )
    meters: dict[str, int] = {}
    for one in won:
        if METER in one.names:
            meters[one.stack.wager] = meters.get(one.stack.wager, 0) + one.share
    due: tuple[Event, ...] = (ev.AwardsDue(awards),) if awards else ()
    return rows, (*due, *pro.won(table, meters))


def _wins(table: Table, stack: Stack) -> tuple[str, ...]:
    """What the stack wins, as far as the house has it in its paytable."""
    paytable = paytable_of(table.rules, stack.wager)
    offered = frozenset(odds.name for odds in paytable.odds) if paytable is not None else frozenset()
    names = BY_NAME[stack.wager].wins(ended_of(table, stack.box))
    return tuple(name for name in names if name in offered)


@clause("633a.7(o)(1)(ii)(C)", "633a.7(o)(2)(ii)(C)")
def _shared(table: Table, won: Sequence[_Won]) -> list[_Won]:
    """Each winner of a meter with the share of it: by the wagers, or alike for every player."""
    made = list(won)
    for wager in NAMES:
        places = [at for at, one in enumerate(made) if one.stack.wager == wager and METER in one.names]
        if not places:
            continue
        cents = pro.meter_cents(table, wager)
        stacks = [made[at].stack for at in places]
        alike = BY_NAME[wager].shares == "equally"
        weights = _alike(table, stacks) if alike else [stack.stake for stack in stacks]
        for at, share in zip(places, pro.shares(cents, weights), strict=True):
            made[at] = _Won(made[at].stack, made[at].names, share)
    return made


def _alike(table: Table, stacks: Sequence[Stack]) -> list[int]:
    """Weights by which every player has as much, one with several boxes not more."""
    players = [table.standing.players[stack.box - 1] or f"box {stack.box}" for stack in stacks]
    number = {player: players.count(player) for player in players}
    common = 1
    for times in number.values():
        common *= times
    return [common // number[player] for player in players]


def _for_one(table: Table, one: _Won) -> int:
    """Cents that the odds "for 1" come to, the meter apart."""
    wager, stake = one.stack.wager, one.stack.stake
    return sum(stake * odds_of(table, wager, name)[0] for name in one.names if name != METER)


@clause("633a.13(j)(1)", "633a.13(l)(1)")
def _row(table: Table, one: _Won) -> Settlement:
    """ "For 1" has the stake in it. A meter is paid as it stands, and the stake is no part of it."""
    stack, wager = one.stack, BY_NAME[one.stack.wager]
    if not one.names:
        return row(stack, "lose", wager.settled)
    total = one.share + _for_one(table, one)
    if METER in one.names:
        return Settlement(
            stack.box, stack.hand, stack.wager, stack.stake, "win", total, 0, stack.stake, wager.paid
        )
    return row(stack, "win", wager.paid, total - stack.stake)


@clause("633a.7(o)(1)(ii)(B)", "633a.7(o)(2)(ii)(B)", "633a.7(o)(1)(ii)(C)", "633a.7(o)(2)(ii)(C)")
def _award(table: Table, one: _Won, made: Settlement, number: int) -> Award:
    """What the system, or the house, owes for it: from 100 for 1 on it is verified first; a Bad Beat Wager is
    credited to the account; a meter is documented, and not paid from the table inventory."""
    rule = pro.find(table.rules, one.stack.wager)
    assert rule is not None
    meter = METER in one.names
    odds = max((odds_of(table, one.stack.wager, name)[0] for name in one.names if name != METER), default=0)
    return Award(
        number,
        one.stack.box,
        one.stack.wager,
        made.paid + made.returned,
        meter,
        rule.account,
        not meter and odds < pro.VERIFIED_FROM,
        not meter and not rule.account,
    )
