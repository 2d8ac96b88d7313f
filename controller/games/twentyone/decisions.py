"""Decisions of the blackjack family: whose turn it is, standing and drawing, chips that follow.

A decision is accepted or refused as a whole. One that needs chips waits for them on its reopened spot,
and the card only comes once the positions have confirmed that they are closed again. Which
doubles and splits there are, and which cost nothing, is the chapter's own (the game's play.py).
"""

from collections.abc import Callable

from controller.games.twentyone.counting import index_of, is_pair
from controller.games.twentyone.settling import original_stake
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Decide, Refused, Reported
from controller.table.events import Event
from controller.table.state import Hand, Table, hands_of_a_box, spoken
from drivers import messages as m

Verb = Callable[[Table, Hand, Decide], tuple[Event, ...]]


@clause("topic:decisions-in-order")
def due_hand(table: Table, box: int, number: int) -> Hand:
    """The hand a decision is asked for, which must be the one whose turn it is. Else Refused says why."""
    at = index_of(table, box, number)
    if at < 0:
        raise Refused(f"box {box} has no hand {number}", "topic:decisions-in-order")
    hand = table.hands[at]
    if at < table.turn or hand.status:
        raise Refused("this hand's decisions are complete", "topic:decisions-in-order")
    if at > table.turn:
        first = table.hands[table.turn]
        raise Refused(f"box {first.box} hand {first.number} decides first", "topic:decisions-in-order")
    if table.asked is not None and table.asked.chips:
        raise Refused(
            f"the chips for the {spoken(table.asked.verb)} are still to be put down",
            "topic:decisions-in-order",
        )
    if table.asked is not None or len(hand.cards) < 2:
        raise Refused("the card that was asked for comes first", "topic:decisions-in-order")
    return hand


def decide_by(
    verbs: dict[str, Verb], unknown: tuple[str, str]
) -> Callable[[Table, Asked], tuple[Event, ...]]:
    """The ruling on Decide for a game with these verbs; any other verb is refused with `unknown`."""

    def decide(table: Table, given: Asked) -> tuple[Event, ...]:
        asked = given.what
        assert type(asked) is Decide
        hand = due_hand(table, asked.box, asked.hand)
        verb = verbs.get(asked.verb)
        if verb is None:
            raise Refused(*unknown)
        return verb(table, hand, asked)

    return decide


def takes_no_chips(asked: Decide) -> None:
    """Standing and drawing cost nothing; chips that are said beside them are a misunderstanding."""
    if asked.amount:
        raise Refused(f"{asked.verb} takes no amount", "topic:draw-below-21")


def stand(_: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """The hand is complete as it is."""
    takes_no_chips(asked)
    return (ev.Decided(hand.box, hand.number, "stand"),)


@clause("topic:draw-below-21")
def hit(_: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """One more card; a 21 has no decision due, so it cannot get here."""
    takes_no_chips(asked)
    return (ev.Decided(hand.box, hand.number, "hit"),)


def withdraw(table: Table, _: Asked) -> tuple[Event, ...]:
    """The player does not put the chips down: the decision is open again."""
    asked = table.asked
    if asked is None or not asked.chips:
        raise Refused("no chips are awaited", "topic:out-of-turn")
    hand = table.hands[table.turn]
    return (ev.DecisionWithdrawn(hand.box, hand.number, asked.verb),)


def chips_awaited(table: Table, given: Reported, wager: str) -> int:
    """The cents that were put down for the decision under way. Refused where none or others are due."""
    placed = given.what
    assert isinstance(placed, m.Placed)
    asked = table.asked
    if asked is None or not asked.chips or table.turn >= len(table.hands):
        raise Refused("no wager is taken now: the wagers are closed", "topic:wagers-before-first-card")
    hand = table.hands[table.turn]
    if placed.box != hand.box or len(placed.chips) != 1 or placed.chips[0][0] != wager:
        raise Refused(
            f"only the chips for the {spoken(asked.verb)} on box {hand.box} are taken now",
            "topic:wagers-before-first-card",
        )
    return placed.chips[0][1]


@clause("topic:double-down", "topic:double-stake", "topic:double-after-split")
def double_for_chips(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """A double that the player pays, on the first two cards of a hand, split or not, with up to the original
    Blackjack Wager; the whole of it where no amount is said."""
    check_first_two(hand)
    original = original_stake(table, hand.box)
    amount = asked.amount or original
    if not 0 < amount <= original:
        raise Refused("more than the original Blackjack Wager", "topic:double-stake")
    if amount % table.rules.smallest_chip:
        raise Refused("that amount cannot be made with the chips in use", "topic:smallest-chip")
    return (ev.Decided(hand.box, hand.number, "double", amount, amount),)


def check_first_two(hand: Hand) -> None:
    """Refused where the hand has drawn a card."""
    if len(hand.cards) != 2:
        raise Refused("only the first two cards of a hand may be doubled", "topic:double-down")


@clause("topic:split", "topic:split-stake", "topic:split-limit")
def split_for_chips(table: Table, hand: Hand, asked: Decide, most: int) -> tuple[Event, ...]:
    """A pair is split for a wager equal to the original one, into `most` hands at the most."""
    if asked.amount:
        raise Refused("a split takes no amount: it costs the original wager", "topic:split-stake")
    if not is_pair(hand):
        raise Refused("not a pair of identical value", "topic:split")
    if not can_split_more(table, hand, most):
        raise Refused(f"a hand may be split into {most} hands at the most", "topic:split-limit")
    original = original_stake(table, hand.box)
    return (ev.Decided(hand.box, hand.number, "split", original, original),)


def gives_up(hand: Hand, asked: Decide, cited: str) -> Event:
    """A surrender, as the first decision about the first two cards. When it is settled the chapter says.
    cited: the clause that any other time is refused by."""
    takes_no_chips(asked)
    if len(hand.cards) != 2 or hand.split:
        raise Refused("only the first two cards may be surrendered, before any other decision", cited)
    return ev.Decided(hand.box, hand.number, "surrender")


@clause("topic:split-stake", "topic:double-stake")
def chips_set_down(table: Table, given: Reported) -> tuple[Event, ...]:
    """The chips of a split (exactly the original wager) or of a double (up to what was said)."""
    asked = table.asked
    verb = asked.verb if asked is not None else ""
    amount = chips_awaited(table, given, "split" if verb == "split" else "double_down")
    assert asked is not None
    hand = table.hands[table.turn]
    if verb == "split":
        if amount != asked.chips:
            raise Refused("a split takes the original Blackjack Wager", "topic:split-stake")
        new = next_number(table, hand.box)
        return (
            ev.WagersPlaced(hand.box, (("split", amount),), hand=new),
            ev.HandSplit(hand.box, hand.number, new),
        )
    if amount > asked.chips or amount <= 0 or amount % table.rules.smallest_chip:
        raise Refused("not the amount that was said for the double down", "topic:double-stake")
    return (ev.WagersPlaced(hand.box, (("double_down", amount),), hand=hand.number),)


def can_split_more(table: Table, hand: Hand, most: int) -> bool:
    """Whether fewer hands have been made of the one that was dealt than may be made of it. (They lie side
    by side: what was split off the first of two lies before the second.)"""
    of_box = [one.number for one in table.hands if one.box == hand.box]
    if hands_of_a_box(table.rules) > 1:
        second = of_box.index(2)
        of_box = of_box[:second] if of_box.index(hand.number) < second else of_box[second:]
    return len(of_box) < most


def next_number(table: Table, box: int) -> int:
    """The number of the hand that a split of this box makes."""
    return 1 + max(hand.number for hand in table.hands if hand.box == box)
