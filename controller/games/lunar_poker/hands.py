"""How the events of a round of Lunar Poker change its hands and stacks.

What the rules make of an input is in dealing.py, decisions.py and settlement.py. A hand's status is ""
while its first decision may be due, then "fold", "bet", "buy", "exchange", or "instant" where it was
declared for the instant payout; "drawn" when the additional cards lie there and the second decision is due;
"out" once its Ante was collected, also where its player left and the wagers are lost; "paid" once the instant
payout was made. A hand is `down` until its cards are turned up.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.games.lunar_poker.wagers import ANTE, OPTIONS
from controller.games.pokerhands import rank_hand
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.evolve import COMMON, round_ended, step_done, told_elsewhere
from controller.table.state import (
    DEALER,
    DealStep,
    Decision,
    Drawn,
    Exchange,
    Hand,
    Poker,
    Stack,
    Table,
    face_down,
    is_automated,
    stake_on,
)
from drivers.cards import SEALED, UNREAD, Card
from drivers.messages import DOWN, UP

FIVE: Final = 5
SIX: Final = 6
NO_FACE: Final = frozenset((SEALED, UNREAD))
DRAWS: Final = frozenset(("buy", "exchange"))
"""Decisions for which an Options fee is paid, and additional cards are dealt."""
FACE_UP: Final = "face-up-card"
"""The irregularity of a card that lay face up among the others."""
DEALT_OUT: Final = frozenset(("Reveal", "Settling", "Collecting"))
"""Phases of a round in which no card is to come any more."""
SERVED: Final = frozenset((*DRAWS, "drawn"))
"""A hand of this status has additional cards, or its second decision, still to come."""


def index_of(table: Table, box: int) -> int:
    """Where the hand of that box lies in the order of the deal, or -1."""
    return next((at for at, hand in enumerate(table.hands) if hand.box == box), -1)


def with_hand(table: Table, at: int, hand: Hand) -> Table:
    """The Table with that hand at `at`; DEALER for the dealer's."""
    if at == DEALER:
        return replace(table, dealer=hand)
    return replace(table, hands=(*table.hands[:at], hand, *table.hands[at + 1 :]))


def all_hands(table: Table) -> tuple[tuple[int, Hand], ...]:
    """The players' hands and the dealer's, each with its place."""
    return (*enumerate(table.hands), (DEALER, table.dealer))


def is_known(hand: Hand) -> bool:
    """Whether the face of each of its cards is known."""
    return NO_FACE.isdisjoint(hand.cards)


def total_of(hand: Hand) -> str | None:
    """What the hand is, by name: "full house"; None where it is not complete or not known."""
    if len(hand.cards) < FIVE or not is_known(hand):
        return None
    return rank_hand(hand.cards).name


@clause("671a.8(c)", "671a.9(b)", "671a.10(b)")
def plan_of(boxes: int, *, stacked: bool = False) -> tuple[DealStep, ...]:
    """The deal: one card at a time, face down, to each box and to the dealer, until all have five; from an
    automated shoe, which is what `stacked` says, five at once. The last card of the dealer is turned up."""
    each = (*(DealStep(at, DOWN) for at in range(boxes)), DealStep(DEALER, DOWN))
    plan = tuple(step for step in each for _ in range(FIVE)) if stacked else each * FIVE
    return (*plan[:-1], DealStep(DEALER, UP))


def found_up(table: Table) -> int:
    """How many cards were found face up since the last round."""
    return sum(one.kind == FACE_UP for one in table.irregularities)


def round_begun(table: Table, event: ev.RoundBegun) -> Table:
    """A hand for each Ante Wager, dealer's far left first."""
    boxes = sorted(stack.box for stack in table.stacks if stack.wager == ANTE)
    standing = replace(table.standing, shoe_rounds=table.standing.shoe_rounds + 1)
    return replace(
        table,
        round=event.number,
        hands=tuple(Hand(box, down=True) for box in boxes),
        dealer=Hand(0, down=True),
        plan=plan_of(len(boxes), stacked=is_automated(table)),
        dealt=0,
        turn=0,
        standing=standing,
        poker=replace(table.poker, before=found_up(table)),
    )


def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    """A card goes to its hand. The last of a player's additional cards makes the second decision due."""
    draw, to = event.draw, event.to
    hand = table.dealer if to == DEALER else table.hands[to]
    hand = replace(hand, cards=(*hand.cards, event.card), draws=(*hand.draws, draw))
    if hand.status in DRAWS:
        # A hand that was turned over to be verified lies face down again: what comes to it is the player's.
        hand = replace(hand, status=hand.status if missing(hand) else "drawn", down=True)
    ahead = tuple(card for card in table.ahead if card.draw != draw) if table.ahead else table.ahead
    dealt = table.dealt + (table.dealt < len(table.plan))
    return replace(with_hand(table, to, hand), last=max(table.last, draw), ahead=ahead, dealt=dealt)


def missing(hand: Hand) -> int:
    """How many cards a hand lacks: a sixth that was bought, or those that replace what was given up."""
    return (SIX if hand.status == "buy" else FIVE) - len(hand.cards)


def card_told(table: Table, event: ev.CardDisclosed | ev.CardEntered) -> Table:
    """The face of a card that was sealed or unread, wherever it lies."""
    draw, card = event.draw, event.card
    for at, hand in all_hands(table):
        if draw in hand.draws and hand.cards[hand.draws.index(draw)] in NO_FACE:
            return with_hand(table, at, _told(hand, draw, card))
    return told_elsewhere(table, draw, card)


def card_corrected(table: Table, event: ev.CardCorrected) -> Table:
    """A face that a person had told wrongly."""
    for at, hand in all_hands(table):
        if event.draw in hand.draws:
            return with_hand(table, at, _told(hand, event.draw, event.card))
    return told_elsewhere(table, event.draw, event.card)


def _told(hand: Hand, draw: int, card: Card) -> Hand:
    at = hand.draws.index(draw)
    return replace(hand, cards=(*hand.cards[:at], card, *hand.cards[at + 1 :]))


def hand_declared(table: Table, event: ev.HandDeclared) -> Table:
    """The player is believed until the dealer verifies it; who is to be paid at once decides nothing more."""
    poker = table.poker
    if event.instant:
        at = index_of(table, event.box)
        table = with_hand(table, at, replace(table.hands[at], status="instant"))
        poker = replace(poker, instant=(*poker.instant, event.box))
    declared = poker.declared if event.box in poker.declared else (*poker.declared, event.box)
    return replace(table, poker=replace(poker, declared=declared))


def decided(table: Table, event: ev.Decided) -> Table:
    """A decision stands once its chips lie there; a fold needs none."""
    at = index_of(table, event.box)
    if event.chips:
        poker = table.poker
        if event.cards:
            others = tuple(one for one in poker.exchanges if one.box != event.box)
            poker = replace(poker, exchanges=(*others, Exchange(event.box, event.cards)))
        return replace(table, turn=at, asked=Decision(event.verb, event.amount, event.chips), poker=poker)
    return with_hand(table, at, replace(table.hands[at], status=event.verb))


def decision_withdrawn(table: Table, _: ev.DecisionWithdrawn) -> Table:
    return replace(table, asked=None)


def wagers_placed(table: Table, event: ev.WagersPlaced) -> Table:
    """Before the cards chips open a round; then they are what a decision needed."""
    asked = table.asked
    after = COMMON[ev.WagersPlaced](table, event)
    if asked is None:
        return after
    hand = replace(after.hands[after.turn], status=asked.verb)
    return turned_on(replace(with_hand(after, after.turn, hand), asked=None))


def turned_on(table: Table) -> Table:
    """Where the options are served: the turn goes to the first hand that is not done."""
    if table.phase != "Options":
        return table
    turn = next((at for at, hand in enumerate(table.hands) if hand.status in SERVED), len(table.hands))
    return table if turn == table.turn else replace(table, turn=turn)


def unused(table: Table) -> Table:
    """No card is dealt any more: what was drawn in error and waited for a place goes to the rack unused."""
    if not table.ahead:
        return table
    removed = sorted((*table.removed, *table.ahead), key=lambda card: card.draw)
    return replace(table, removed=tuple(removed), ahead=())


def card_ahead(table: Table, event: ev.CardAhead) -> Table:
    after = COMMON[ev.CardAhead](table, event)
    return unused(after) if table.phase in DEALT_OUT else after


@clause("671a.11(d)", "671a.11(e)")
def entered(table: Table, event: ev.Entered) -> Table:
    """The options are served clockwise; the dealer's cards are turned over when all have decided."""
    after = COMMON[ev.Entered](table, event)
    if event.phase == "Reveal":
        after = unused(after)
        return replace(after, dealer=replace(after.dealer, down=False), turn=len(after.hands))
    return turned_on(after)


def cards_given_up(table: Table, event: ev.CardsGivenUp) -> Table:
    """They leave the hand, face down; others come behind the rest."""
    at = index_of(table, event.box)
    hand = table.hands[at]
    pairs = tuple(zip(hand.draws, hand.cards, strict=True))
    kept = tuple(pair for pair in pairs if pair[0] not in event.draws)
    gone = tuple(Drawn(draw, card) for draw, card in pairs if draw in event.draws)
    hand = replace(hand, draws=tuple(draw for draw, _ in kept), cards=tuple(card for _, card in kept))
    poker = replace(table.poker, given=(*table.poker.given, *gone))
    return replace(with_hand(table, at, hand), poker=poker)


def wagers_abandoned(table: Table, event: ev.WagersAbandoned) -> Table:
    """The hand is out; a decision of its player that is under way ends. What was paid at once stays paid."""
    at = index_of(table, event.box)
    hand = table.hands[at]
    if hand.status != "paid":
        table = with_hand(table, at, replace(hand, status="out"))
    return replace(table, asked=None) if table.turn == at else table


def hand_turned(table: Table, event: ev.HandTurned) -> Table:
    at = index_of(table, event.box)
    return with_hand(table, at, replace(table.hands[at], down=False))


def settled(table: Table, event: ev.Settled) -> Table:
    """Stacks leave the table; with its Ante a hand is out of the round."""
    left = list(table.stacks)
    for row in event.rows:
        stack = Stack(row.box, row.hand, row.wager, row.stake)
        if not row.combination:
            left.remove(stack)
    after = replace(table, settled=table.settled + event.rows, stacks=tuple(left))
    for at, hand in enumerate(after.hands):
        if hand.status in ("fold", "instant") and not stake_on(after, hand.box, 1, ANTE):
            status = "out" if hand.status == "fold" else "paid"
            after = with_hand(after, at, replace(hand, status=status))
    return turned_on(after)


def ended(table: Table, event: ev.RoundEnded) -> Table:
    """Cards that were given up lie in the rack too, and are owed to the journal."""
    given, down = table.poker.given, face_down(table)
    owed = tuple(one.draw for one in given if one.card == down)
    after = round_ended(table, event)
    standing = replace(after.standing, sealed=(*after.standing.sealed, *owed))
    return replace(after, standing=standing, poker=Poker())


@clause("671a.8(c)")
def unburned(table: Table, event: ev.StepDone) -> Table:
    """No card is burned in this game. What is shuffled lies in no shoe."""
    after = step_done(table, event)
    if event.step == "shuffled":
        after = _unloaded(after)
    if not after.standing.burns:
        return after
    return replace(after, standing=replace(after.standing, burns=0, unburned=False))


def _unloaded(table: Table) -> Table:
    return table if not table.poker.load else replace(table, poker=replace(table.poker, load=0))


def shoe_collected(table: Table, event: ev.ShoeCollected) -> Table:
    return _unloaded(COMMON[ev.ShoeCollected](table, event))


def shoe_loaded(table: Table, event: ev.ShoeLoaded) -> Table:
    return replace(table, poker=replace(table.poker, load=event.load))


def stack_came(table: Table, event: ev.StackCame) -> Table:
    return replace(table, poker=replace(table.poker, stacks=event.stack, exit=event.first))


def stack_delivered(table: Table, _: ev.StackDelivered) -> Table:
    return replace(table, poker=replace(table.poker, exit=0))


def dealer_came(table: Table, event: ev.DealerCame) -> Table:
    return replace(table, standing=replace(table.standing, dealer_name=event.name))


def fee_of(table: Table, box: int) -> int:
    """The Options fee that still lies there, in cents."""
    return stake_on(table, box, 1, OPTIONS)


EVOLVE: Final[dict[type, Callable[[Table, Any], Table]]] = {
    **COMMON,
    ev.Entered: entered,
    ev.RoundBegun: round_begun,
    ev.CardDealt: card_dealt,
    ev.CardAhead: card_ahead,
    ev.CardDisclosed: card_told,
    ev.CardEntered: card_told,
    ev.CardCorrected: card_corrected,
    ev.HandDeclared: hand_declared,
    ev.Decided: decided,
    ev.DecisionWithdrawn: decision_withdrawn,
    ev.WagersPlaced: wagers_placed,
    ev.CardsGivenUp: cards_given_up,
    ev.WagersAbandoned: wagers_abandoned,
    ev.HandTurned: hand_turned,
    ev.Settled: settled,
    ev.RoundEnded: ended,
    ev.StepDone: unburned,
    ev.DealerCame: dealer_came,
    ev.ShoeCollected: shoe_collected,
    ev.ShoeLoaded: shoe_loaded,
    ev.StackCame: stack_came,
    ev.StackDelivered: stack_delivered,
}
