"""Small questions about a round under way that dealing, offers and prompts ask alike: whose card is due, what
is turned, what may be insured.
"""

from typing import Final

from controller.games.twentyone.counting import VALUES
from controller.regulation.marks import clause
from controller.table.state import Hand, Table, is_from_hand
from drivers import messages as m
from drivers.cards import SEALED, UNREAD

NO_FACE: Final = frozenset((SEALED, UNREAD))


@clause("topic:decision-cards-face-up", "topic:split-order")
def needs_card(table: Table) -> bool:
    """Whether the hand whose turn it is waits for a card: a split hand's second, a hit, a double."""
    if table.turn >= len(table.hands):
        return False
    hand = table.hands[table.turn]
    if hand.status:
        return False
    asked = table.asked
    if asked is not None:
        return asked.verb != "split" and not asked.chips
    return len(hand.cards) == 1


def face_on_layout(table: Table) -> m.Disclose | None:
    """The face of a card that was drawn face down and lies face up all the same: with a player, or as the
    dealer's first. Only a misdeal brings that about."""
    for hand in (*table.hands, table.dealer):
        shown = hand.cards if hand.box else hand.cards[:1]
        if SEALED in shown:
            return m.Disclose(hand.draws[shown.index(SEALED)])
    return None


def is_hole_turned(table: Table) -> bool:
    """Whether the hole card lies face up, its face known."""
    cards = table.dealer.cards
    return len(cards) >= 2 and cards[1] not in (SEALED, UNREAD)


@clause("topic:double-card-sideways")
def deals_down(table: Table) -> bool:
    """The card that is due is that of a double down, at a house that deals it face down (633a.10(c))."""
    asked = table.asked
    return asked is not None and asked.verb == "double" and table.rules.double_face == "down"


@clause("topic:double-card-sideways")
def doubled_down(table: Table) -> Hand | None:
    """The first hand whose double down has a card of which the face is not known. Where cards are dealt from
    the hand all hands are turned over together, when the dealer's is complete (633a.12(b)(9))."""
    if table.rules.double_face != "down" or is_from_hand(table):
        return None
    hands = (hand for hand in table.hands if hand.status == "doubled")
    return next((hand for hand in hands if NO_FACE.intersection(hand.cards)), None)


def face_of_double(table: Table) -> m.Disclose | None:
    """A card that a double down got face down: turned up with the hole card, before the dealer draws, for a
    hand that is bust needs no dealer's hand."""
    hand = doubled_down(table)
    if hand is None or SEALED not in hand.cards:
        return None
    return m.Disclose(hand.draws[hand.cards.index(SEALED)])


def are_hands_known(table: Table) -> bool:
    """Whether every hand that is in the round can be settled by its cards."""
    return all(hand.status == "dead" or NO_FACE.isdisjoint(hand.cards) for hand in table.hands)


def place(table: Table, hand: Hand) -> str:
    """Which hand, in words: "box 2"; "box 2, hand 1" where the box has several."""
    several = sum(one.box == hand.box for one in table.hands) > 1
    return f"box {hand.box}, hand {hand.number}" if several else f"box {hand.box}"


@clause("topic:insurance-limit")
def half_stake(table: Table, box: int) -> int:
    """The most that may be insured: half of what the box wagered on Blackjack, up to the next unit that
    chips can make."""
    stake = sum(stack.stake for stack in table.stacks if stack.box == box and stack.wager == "blackjack")
    chip = table.rules.smallest_chip
    half, odd = divmod(stake, 2)
    return -(-(half + odd) // chip) * chip


def up_value(table: Table) -> int:
    """What the dealer's up card counts."""
    return VALUES[table.dealer.cards[0][0]]
