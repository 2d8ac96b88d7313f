"""A peer: the same rounds as plain objects that change, with no machine, no events and no record.

The same cards, wagers and decisions as in the script; the same deal, totals, splits, doubles, dealer's
play and settlement. It checks nothing that a person or a device might do wrong, keeps no phases and
cannot be stopped or resumed in between. What a round of it costs is what the cards alone cost.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from drivers.cards import Card, is_red
from tests.bench.strategy import BLACKJACK_WAGER, BOXES, PUSH_22_WAGER

_VALUES: Final = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
_PUSH_22: Final = {"suit": 50, "color": 20, "other": 8}


class PlainHand:
    """One hand: cards, count, the cents beside it and the lammers."""

    __slots__ = ("aces", "box", "cards", "chips", "is_paid", "is_split", "lammers", "total")

    def __init__(self, box: int, chips: int) -> None:
        self.box = box
        self.chips = chips
        self.cards: list[Card] = []
        self.total = 0
        self.aces = 0
        self.lammers = 0
        self.is_split = False
        self.is_paid = False

    def take(self, card: Card) -> None:
        """One more card; an ace counts 1 where 11 is too much."""
        self.cards.append(card)
        self.total += _VALUES[card[0]]
        if card[0] == "A":
            self.aces += 1
        while self.total > 21 and self.aces:
            self.total -= 10
            self.aces -= 1

    @property
    def is_blackjack(self) -> bool:
        """A two-card 21 of the deal."""
        return self.total == 21 and len(self.cards) == 2 and not self.is_split


def play_rounds(cards: Sequence[Card], verbs: Sequence[str], rounds: int) -> list[int]:
    """What the house pays less what it collects, in cents, for each of so many rounds."""
    shoe, said = iter(cards), iter(verbs)
    return [play_round(shoe, said) for _ in range(rounds)]


def play_round(shoe: Iterator[Card], said: Iterator[str]) -> int:
    """One round of six boxes; see play_rounds."""
    hands = [PlainHand(box, BLACKJACK_WAGER) for box in range(1, BOXES + 1)]
    dealer = PlainHand(0, 0)
    for hand in (*hands, dealer) * 2:
        hand.take(next(shoe))
    if dealer.is_blackjack:
        return sum(0 if hand.is_blackjack else -hand.chips for hand in hands) - sum(PUSH_22_WAGER.values())
    paid = _decisions(hands, shoe, said)
    while dealer.total < 17 and (PUSH_22_WAGER or any(_is_live(hand) for hand in hands)):
        dealer.take(next(shoe))
    return paid + sum(_settled(hand, dealer.total) for hand in hands) + _push_22(dealer)


def _is_live(hand: PlainHand) -> bool:
    return not hand.is_paid and hand.total <= 21


def _decisions(hands: list[PlainHand], shoe: Iterator[Card], said: Iterator[str]) -> int:
    """All players' decisions, splits put into `hands`; what is paid at once for Blackjacks."""
    paid = at = 0
    while at < len(hands):
        hand = hands[at]
        if hand.is_blackjack:
            paid += hand.chips * 3 // 2
            hand.is_paid = True
        else:
            _play(hands, at, shoe, said)
        at += 1
    return paid


def _play(hands: list[PlainHand], at: int, shoe: Iterator[Card], said: Iterator[str]) -> None:
    hand = hands[at]
    if len(hand.cards) == 1:
        hand.take(next(shoe))
    while hand.total < 21:
        verb = next(said)
        if verb == "stand":
            return
        if verb == "split":
            hand = _split(hands, at)
        elif verb == "double":
            _double(hand)
        hand.take(next(shoe))
        if verb == "double":
            return


def _double(hand: PlainHand) -> None:
    """Free on a hard 9, 10 or 11."""
    if not hand.aces and 9 <= hand.total <= 11:
        hand.lammers += 1
    else:
        hand.chips += BLACKJACK_WAGER


def _split(hands: list[PlainHand], at: int) -> PlainHand:
    """The pair as two hands of one card each, the second for a lammer; the first of them."""
    old = hands[at]
    first, second = PlainHand(old.box, old.chips), PlainHand(old.box, 0)
    first.is_split = second.is_split = True
    first.lammers, second.lammers = old.lammers, 1
    first.take(old.cards[0])
    second.take(old.cards[1])
    hands[at : at + 1] = [first, second]
    return first


def _settled(hand: PlainHand, dealer: int) -> int:
    if hand.is_paid:
        return 0
    if hand.total > 21:
        return -hand.chips
    if dealer == 22 or hand.total == dealer:
        return 0
    if dealer > 21 or hand.total > dealer:
        return hand.chips + hand.lammers * BLACKJACK_WAGER
    return -hand.chips


def _push_22(dealer: PlainHand) -> int:
    staked = sum(PUSH_22_WAGER.values())
    if dealer.total != 22:
        return -staked
    if len({card[1] for card in dealer.cards}) == 1:
        return staked * _PUSH_22["suit"]
    return staked * _PUSH_22["color" if len({is_red(card) for card in dealer.cards}) == 1 else "other"]
