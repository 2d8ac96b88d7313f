"""Cards, hands and boxes as the oracle of a game of the blackjack family writes them on paper.

What lives here: what a card counts, one hand, one box, and the refusal of a step. What does not: any rule of
how a round goes.
"""

from decimal import Decimal


class Refused(Exception):
    """The step is not accepted; nothing has been changed."""


def refuse_if(wrong: bool, why: str) -> None:
    """Refuse the step for the reason `why` where `wrong` holds."""
    if wrong:
        raise Refused(why)


def money(amount: object) -> Decimal:
    """An amount of the script, in dollars."""
    return Decimal(str(amount))


def value(card: str) -> int:
    """672a.3(d), an ace as 11."""
    return {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0]) or int(card[0])


def count(cards: list[str]) -> int:
    """The point count: an ace is 11 unless that makes more than 21."""
    total = sum(value(card) for card in cards)
    for card in cards:
        if card[0] == "A" and total > 21:
            total -= 10
    return total


def is_blackjack(cards: list[str]) -> bool:
    """672a.1; whether these are the initial two cards the caller knows."""
    return len(cards) == 2 and count(cards) == 21


class Hand:
    """One hand on a box. chips: its Blackjack Wager, None where a Free Bet lammer stands for it."""

    def __init__(self, number: int, cards: list[str], chips: Decimal | None) -> None:
        self.number = number
        self.cards = cards
        self.chips = chips
        self.double_chips: Decimal | None = None
        self.double_lammer = False
        self.done = False  # no decision is due any more
        self.blackjack = False

    def bust(self) -> bool:
        return count(self.cards) > 21


class Box:
    """One betting area in one round."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.blackjack = Decimal(0)
        self.push_22 = Decimal(0)
        self.insurance = Decimal(0)
        self.even_money = False
        self.hands: list[Hand] = []  # in the order in which they lie

    def live(self) -> list[Hand]:
        """The hands whose outcome waits for the dealer's hand."""
        return [hand for hand in self.hands if not hand.bust() and not hand.blackjack]

    def has_lammer(self) -> bool:
        return any(hand.chips is None or hand.double_lammer for hand in self.hands)
