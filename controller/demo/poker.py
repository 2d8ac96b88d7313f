"""What the players of poker wager and decide, by their cards. Pure, but for the dice they throw.

Simple on purpose, as in characters.py: a visitor should see every decision of the game within a few rounds.
"""

from collections import Counter
from typing import Final

from controller.demo.characters import DICE, Character
from controller.games.lunar_poker.combinations import instant_of
from controller.games.lunar_poker.super_wager import line_of
from controller.games.lunar_poker.wagers import ANTE, ON_DEALER, ON_OTHERS, SUPER
from controller.games.pokerhands import HEIGHT, NOTHING, PAIR, PLACE, STRAIGHT, rank_hand
from controller.table.state import Rules
from drivers.cards import Card

FORGETS: Final = 0.08
"""How likely a player does not see that the hand wins, and declares nothing."""
FIVE: Final = 5
KEPT: Final = 3
"""At most so many single cards are kept where the others are exchanged."""


def opening(who: Character, rules: Rules) -> dict[str, int]:
    """An Ante, and a Super Wager that is as high or, of the bold one, sometimes higher."""
    chip = max(rules.smallest_chip, 500)
    least, most = (each * rules.minimum for each in who.stakes)
    steps = max(1, (most - least) // chip + 1)
    ante = min(rules.maximum, least + DICE.randrange(steps) * chip)
    more = chip if who.style == "bold" and DICE.random() < 0.5 else 0
    return {ANTE: ante, SUPER: ante + more}


def on_others(who: Character, box: int, boxes: list[int], rules: Rules) -> dict[str, int]:
    """Super Wagers on the dealer's hand and on another box of those that play, the more of them the more he
    likes side wagers."""
    if not rules.super_on_others or DICE.random() >= max(who.side, 0.1):
        return {}
    there = [ON_DEALER, *(f"{ON_OTHERS}{other}" for other in boxes if other != box)]
    return dict.fromkeys(DICE.sample(there, DICE.randint(1, min(2, len(there)))), rules.minimum)


def declares(who: Character, cards: tuple[Card, ...]) -> str:
    """What he declares of his first five cards: "instant", "super" or ""."""
    if who.style == "timid" and DICE.random() < FORGETS:
        return ""
    return "instant" if instant_of(cards) else "super" if line_of(cards) else ""


def first_decision(who: Character, cards: tuple[Card, ...]) -> tuple[str, tuple[int, ...]]:
    """What he does with five cards, and the places of those that he gives up."""
    name = rank_hand(cards).name
    if HEIGHT[name] >= HEIGHT[STRAIGHT]:
        return "bet", ()
    if is_one_short(cards):
        return "buy", ()
    if name == PAIR and who.style != "timid" and DICE.random() < 0.6:
        return "exchange", beside_the_pair(cards)
    if name != NOTHING:
        return "bet", ()
    if who.style == "timid":
        return "fold", ()
    if who.style == "bold":
        return ("buy", ()) if DICE.random() < 0.3 else ("exchange", all_but_the_highest(cards))
    return ("exchange", all_but_the_highest(cards)) if DICE.random() < 0.5 else ("fold", ())


def second_decision(who: Character, cards: tuple[Card, ...]) -> str:
    """With his additional cards: what might beat the dealer is worth a Bet Wager."""
    if rank_hand(cards).name != NOTHING or (who.style == "bold" and DICE.random() < 0.3):
        return "bet"
    return "fold"


def is_one_short(cards: tuple[Card, ...]) -> bool:
    """Whether one more card may make it a flush, or a straight at either end."""
    if max(Counter(card[1] for card in cards).values()) == FIVE - 1:
        return True
    ranks = sorted({PLACE[card[0]] for card in cards})
    return any(ranks[at + 3] - ranks[at] == 3 for at in range(len(ranks) - 3))


def beside_the_pair(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The places of the cards whose rank is there once."""
    count = Counter(card[0] for card in cards)
    return tuple(at for at, card in enumerate(cards, 1) if count[card[0]] == 1)


def all_but_the_highest(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The places of all but up to KEPT aces, kings and queens; of two cards at least."""
    keep = sorted(
        (at for at, card in enumerate(cards, 1) if card[0] in "AKQ"), key=lambda at: cards[at - 1][0]
    )
    return tuple(at for at in range(1, len(cards) + 1) if at not in keep[:KEPT])
