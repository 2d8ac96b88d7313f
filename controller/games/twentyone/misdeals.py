"""Cards that do not lie where they were drawn for: told by a person, for no device sees where a card lands.

In the deal every draw can be told anew, and what is still to be dealt is derived from how the cards lie:
the players' cards go on, then the dealer takes what is missing. During the decisions a player who asked for
a card may have been passed over. How the events change a Table is in misdealt.py.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from controller.games.twentyone.hands import index_of
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, CardsLie, CardWent, Refused, ReportPassedOver
from controller.table.events import Event
from controller.table.irregularities import CALL_DEAD, LATE_CARD, RESUME, SECOND_CARD, hold, met
from controller.table.remedies import back_row, called_dead
from controller.table.state import BURN, DEALER, DealStep, Hand, Lie, Table, is_from_hand
from drivers.cards import Card
from drivers.messages import DOWN, UP

DEALER_UP: Final = DealStep(DEALER, UP)
DEALER_DOWN: Final = DealStep(DEALER, DOWN)
MISSED: Final = "dealer-missed-card"


# ---- the deal ----------------------------------------------------------------------------------------


@clause("topic:dealer-missed-card", "topic:hand-without-cards")
def cards_lie(table: Table, given: Asked) -> tuple[Event, ...]:
    """These draws of the deal lie elsewhere. What is still to be dealt follows from how all of them lie. It
    is always on the round's record, by which the rules on misdealt hands know that there may be some."""
    asked = given.what
    assert isinstance(asked, CardsLie)
    placed = {**drawn_to(table), **{lie.draw: _target(table, lie) for lie in asked.lies}}
    order = tuple(placed[draw] for draw in sorted(placed))
    beyond = _beyond(table, asked.lies, order)
    if beyond:
        return (hold(table, "misdeal", "topic:misdeal", beyond, RESUME),)
    burns = tuple(step for step in table.plan if step.to == BURN)
    face = DOWN if is_from_hand(table) else UP
    done = (*burns, *laid(order, face))
    plan = (*done, *rest_of(len(table.hands), order, face))
    corrected = ev.DealCorrected(asked.lies, plan, len(done))
    return (
        *_insurance_back(table, placed),
        corrected,
        ev.PermissionEnded(),
        met("misdealt", "topic:misdeal", "; ".join(_words(lie) for lie in asked.lies)),
        *_dealer_missed(table, order),
    )


def check_deal(table: Table, given: Asked) -> None:
    """Refused where a draw or a hand that is named is not there."""
    asked = given.what
    assert isinstance(asked, CardsLie)
    if not asked.lies:
        raise Refused("say which draw lies where", "topic:misdeal")
    known = drawn_to(table)
    for lie in asked.lies:
        if lie.draw not in known:
            raise Refused(f"draw {lie.draw} is no card of this deal", "topic:misdeal")
        _target(table, lie)


def _words(lie: Lie) -> str:
    return f"draw {lie.draw} lies with " + (f"box {lie.box}" if lie.box else "the dealer")


def _beyond(table: Table, lies: Sequence[Lie], order: Sequence[int]) -> str:
    """Why no clause says what follows from this, so that the floorperson rules on it; "" where one does."""
    if any(_has_decided(hand) for hand in table.hands):
        return "cards of the deal are said to lie elsewhere, and decisions have been made"
    if table.asked is not None or table.late:
        return "cards of the deal are said to lie elsewhere, and a decision is being carried out"
    before = drawn_to(table)
    if any(_is_out(table, at) for lie in lies for at in (before[lie.draw], _target(table, lie))):
        return "a card is said to lie with a hand that is out of this round, or came from one"
    if max(order.count(at) for at in order) > 2:
        return "a hand has more than two cards of the deal"
    return ""


_DECIDED: Final = frozenset(("stood", "doubled", "bust", "late", "surrendered", "announced"))


def _has_decided(hand: Hand) -> bool:
    return hand.split or hand.switched or len(hand.cards) > 2 or hand.status in _DECIDED


def _is_out(table: Table, at: int) -> bool:
    return at >= 0 and table.hands[at].status in ("paid", "dead")


def drawn_to(table: Table) -> dict[int, int]:
    """Each draw of the deal that lies on the layout, and where: a hand's index, or DEALER."""
    found = {draw: at for at, hand in enumerate(table.hands) for draw in hand.draws}
    return {**found, **dict.fromkeys(table.dealer.draws, DEALER)}


def _target(table: Table, lie: Lie) -> int:
    if lie.box == 0:
        return DEALER
    at = index_of(table, lie.box, lie.hand)
    if at < 0:
        raise Refused(f"box {lie.box} has no hand {lie.hand}", "topic:misdeal")
    return at


def laid(order: Sequence[int], face: str = UP) -> tuple[DealStep, ...]:
    """The steps that these cards were dealt by, first to last: the dealer's second lies face down. face: how
    the players' lie."""
    steps: list[DealStep] = []
    for at in order:
        second = at == DEALER and DEALER_UP in steps
        lies = UP if at == DEALER else face
        steps.append(DEALER_DOWN if second else DealStep(at, lies))
    return tuple(steps)


class Progress(NamedTuple):
    """How far a deal has come. second: everybody's second card is being dealt. at: the last hand in this
    pass, -1 for none yet. missed: the players' second cards began before the dealer had one."""

    second: bool
    at: int
    missed: bool


def progress_of(order: Sequence[int]) -> Progress:
    """How far it has come by these cards. The second pass begins behind the dealer's first card, where a
    player has one by then, or where it came round to a hand that has one."""
    seen: set[int] = set()
    at, second, missed = -1, False, False
    for to in order:
        if to != DEALER:
            if not second and to in seen and to < at:
                second, missed = True, DEALER not in seen
            at = to
        elif not second and at >= 0:
            second, at = True, -1
        seen.add(to)
    return Progress(second, at, missed)


@cache
@clause("topic:dealer-missed-card", "topic:second-card-to-players")
def rest_of(hands: int, order: tuple[int, ...], face: str = UP) -> tuple[DealStep, ...]:
    """What is still to be dealt to so many hands when cards lie in this order: the pass goes on behind the
    hand that was dealt to last, so that who was passed over is not dealt to in between; nobody gets a third
    card; the dealer takes the own missing cards behind the players. Once the dealer has both, who has no
    card gets none, and behind the players' second cards the deal is over."""
    counts = [order.count(at) for at in range(hands)]
    own = (DEALER_UP, DEALER_DOWN)[order.count(DEALER) :]
    second, at, _ = progress_of(order)
    if second:
        over = not own and order[-1] == DEALER and at >= 0
        behind = () if over else range(at + 1, hands)
        due = (i for i in behind if counts[i] < 2 and (own or counts[i]))
        return (*(DealStep(i, face) for i in due), *own)
    first = [i for i in range(at + 1, hands) if not counts[i]]
    after = [i for i in range(hands) if counts[i] + (i in first) < 2]
    up, down = own[: len(own) - 1], own[-1:]
    return (*(DealStep(i, face) for i in first), *up, *(DealStep(i, face) for i in after), *down)


def _dealer_missed(table: Table, order: Sequence[int]) -> tuple[Event, ...]:
    alone = len(table.hands) == 1 and tuple(order[:2]) == (0, 0)  # two in a row are one of each pass
    missed = alone or progress_of(order).missed
    if not missed or any(one.kind == MISSED for one in table.irregularities):
        return ()
    words = "the dealer's cards are dealt after the players' own"
    return (met(MISSED, "topic:dealer-missed-card", words),)


@clause("topic:insurance-on-ace")
def _insurance_back(table: Table, placed: dict[int, int]) -> tuple[Event, ...]:
    """Insurance was made against a card that is not the dealer's first: it goes back, unless that is an ace
    as well."""
    lies = [stack for stack in table.stacks if stack.wager == "insurance"]
    if not lies:
        return ()
    first = min((draw for draw, at in placed.items() if at == DEALER), default=0)
    if first == table.dealer.draws[0] or _card_of(table, first)[:1] == "A":
        return ()
    return (ev.Settled(tuple(back_row(stack, "topic:insurance-on-ace") for stack in lies)),)


def _card_of(table: Table, draw: int) -> Card:
    for hand in (*table.hands, table.dealer):
        if draw in hand.draws:
            return hand.cards[hand.draws.index(draw)]
    return ""


# ---- hands with too few cards ---------------------------------------------------------------------------


@clause("topic:hand-without-cards")
def has_short_hand(table: Table) -> bool:
    """The deal is over, and a hand has no card, or one. Only a misdeal brings that about."""
    if not table.irregularities or table.dealt < len(table.plan):
        return False
    return any(_is_short(hand) for hand in table.hands)


def _is_short(hand: Hand) -> bool:
    return len(hand.cards) < 2 and not hand.split and hand.status not in ("dead", "paid")


def rule_on_short(table: Table, _: None) -> tuple[Event, ...]:
    """Without a card the hand is dead; with one, the second comes at the player's option."""
    hand = next(hand for hand in table.hands if _is_short(hand))
    where = f"box {hand.box}"
    if not hand.cards:
        words = f"{where} was dealt no card: the hand is dead, and is in the next deal"
        return (
            called_dead(table, hand.box, hand.number, "topic:hand-without-cards"),
            met("hand-without-cards", "topic:hand-without-cards", words),
        )
    words = f"{where} was dealt one card only: does the player want the second?"
    ways = (SECOND_CARD, CALL_DEAD)
    return (
        hold(
            table, "one-card-hand", "topic:hand-without-cards", words, *ways, box=hand.box, hand=hand.number
        ),
    )


# ---- a card that was asked for --------------------------------------------------------------------------


@clause("topic:missed-draw")
def passed_over(table: Table, given: Asked) -> tuple[Event, ...]:
    """The deal went on past a hand that asked for a card: its player chooses."""
    asked = given.what
    assert isinstance(asked, ReportPassedOver)
    at = index_of(table, asked.box, asked.hand)
    if at < 0 or at != table.turn:
        raise Refused(f"box {asked.box} hand {asked.hand} is not due for a card", "topic:missed-draw")
    if table.asked is None or table.asked.chips:
        raise Refused(f"box {asked.box} hand {asked.hand} has asked for no card", "topic:missed-draw")
    return (ev.PassedOver(asked.box, asked.hand), ask_player(table, table.hands[at]))


def ask_player(table: Table, hand: Hand) -> Event:
    """The question to a player who was passed over."""
    words = f"box {hand.box} hand {hand.number} did not get the card it asked for: the player chooses"
    ways = (LATE_CARD, CALL_DEAD)
    return hold(table, "forgotten-card", "topic:missed-draw", words, *ways, box=hand.box, hand=hand.number)


@clause("topic:missed-draw")
def card_went(table: Table, given: Asked) -> tuple[Event, ...]:
    """The card that one hand asked for lies with a later one, which takes it as its own; the first was
    passed over. Where it lies so that no clause helps, the floorperson rules on it."""
    asked = given.what
    assert isinstance(asked, CardWent)
    lie = asked.lie
    source = _asked_for(table, lie.draw)
    if lie.box and index_of(table, lie.box, lie.hand) < 0:
        raise Refused(f"box {lie.box} has no hand {lie.hand}", "topic:missed-draw")
    if (lie.box, lie.hand) == (source.box, source.number):
        raise Refused(f"draw {lie.draw} is on record there", "topic:missed-draw")
    words = _no_clause_helps(table, source, lie)
    if words:
        return (hold(table, "misdeal", "topic:misdeal", words, RESUME),)
    return (ev.CardMoved(lie), ask_player(table, source))


def _asked_for(table: Table, draw: int) -> Hand:
    """The hand whose last card this is, which it asked for."""
    source = next((hand for hand in table.hands if hand.draws[-1:] == (draw,)), None)
    if source is None or len(source.cards) < 3:
        raise Refused(f"draw {draw} is not the last card that a hand asked for", "topic:missed-draw")
    if table.asked is not None:
        raise Refused("the card that was asked for since comes first", "topic:missed-draw")
    return source


def _no_clause_helps(table: Table, source: Hand, lie: Lie) -> str:
    """Why the card cannot be that other hand's, in words; "" where it can."""
    if not any((stack.box, stack.hand) == (source.box, source.number) for stack in table.stacks):
        return f"draw {lie.draw} lies elsewhere, and a wager was settled by it"
    at = index_of(table, lie.box, lie.hand)
    takes = (
        at >= 0 and not table.hands[at].status and (len(table.hands[at].cards) > 1 or table.hands[at].split)
    )
    if not takes or at < index_of(table, source.box, source.number):
        return f"draw {lie.draw} lies with a hand that may not take it"
    return ""


@clause("topic:missed-draw")
def is_late_due(table: Table) -> bool:
    """The others have their cards, and a hand that was passed over waits for its own."""
    return bool(table.late) and table.turn >= len(table.hands)


def late_turn(table: Table, _: None) -> tuple[Event, ...]:
    first = table.late[0]
    return (ev.LateTurnCame(first.box, first.hand),)
