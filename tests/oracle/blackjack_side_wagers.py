"""The side wagers of Blackjack (633a.6(e)) as a reader of 633a.7(g) and 633a.13 would settle them on paper.

What lives here: for each wager that needs only the first cards its odds, and when it is settled. What does
not: the chips, the order of boxes and the wagers that wait for the dealer's whole hand (progressives).
"""

from decimal import Decimal
from typing import Any

from tests.oracle.paper import count, value

ORDER = "23456789TJQKA"  # 633a.6(e)(9), and for In Between as well
SIDE_WAGERS = (
    "lucky_ladies",
    "match_the_dealer",
    "in_between",
    "royal_match_21",
    "bet_the_set_21",
    "kings_bounty",
    "super_match",
    "three_card_poker",
)
ROYAL = {"A": (10, "3"), "B": (5, "3"), "C": (30, "2.5"), "D": (25, "2.5"), "E": (50, "2")}
SET = {"A": (15, 15), "B": (25, 10), "C": (15, 10), "D": (12, 10)}  # suited pair, pair
CROWN = 1000


def odds(wager: str, cards: list[str], dealer: list[str], rules: dict[str, Any]) -> Decimal:
    """What one dollar wins; 0 where the wager loses. `cards`: the first two, for Super Match four."""
    first, second, up = cards[0], cards[1], dealer[0]
    ten_ace = count(dealer) == 21
    if wager == "lucky_ladies":
        return Decimal(lucky_ladies(first, second, ten_ace))
    if wager == "kings_bounty":
        return Decimal(kings_bounty(first, second, ten_ace))
    if wager == "match_the_dealer":
        suited, other = {6: (11, 4), 8: (14, 3)}[rules["decks"]]
        same = [card for card in (first, second) if card[0] == up[0]]
        return Decimal(sum(suited if card == up else other for card in same))
    if wager == "in_between":
        return Decimal(in_between(first, second, up))
    if wager == "royal_match_21":
        return royal_match(first, second, dealer, rules)
    if wager == "bet_the_set_21":
        letter = "A" if rules["decks"] == 1 else "B" if rules["decks"] == 2 else rules[wager]
        pair = SET[letter][0 if first[1] == second[1] else 1]
        return Decimal(pair if first[0] == second[0] else 0)
    if wager == "three_card_poker":
        return Decimal(9 if poker(first, second, up) else 0)
    return Decimal(super_match(cards, rules["decks"]))


def waits(wager: str, cards: list[str], up: str) -> str:
    """ "" where it is settled after the deal, else what it waits for: "reader" or "reveal"."""
    if wager == "lucky_ladies" and cards == ["QH", "QH"] and value(up) >= 10:
        return "reader"
    if wager == "kings_bounty" and cards == ["KS", "KS"] and value(up) >= 10:
        return "reader"
    if wager == "royal_match_21" and is_royal(cards) and up[0] in "KQ":
        return "reveal"
    return ""


def lucky_ladies(first: str, second: str, dealer_blackjack: bool) -> int:
    """633a.13(c)."""
    if count([first, second]) != 20:
        return 0
    if first == second == "QH":
        return 1000 if dealer_blackjack else 200
    if first == second:
        return 25
    return 10 if first[1] == second[1] else 4


def kings_bounty(first: str, second: str, dealer_blackjack: bool) -> int:
    """633a.13(h), the best line."""
    if count([first, second]) != 20:
        return 0
    if first == second == "KS":
        return 1000 if dealer_blackjack else 200
    if first == second:
        return 50 if first[0] == "K" else 25
    if first[1] == second[1]:
        return 9
    return 6 if first[0] == second[0] == "K" else 4


def in_between(first: str, second: str, up: str) -> int:
    """633a.13(e); the ace is the highest."""
    low, high = sorted(ORDER.index(card[0]) for card in (first, second))
    middle = ORDER.index(up[0])
    if low == high == middle:
        return 30
    if not low < middle < high:
        return 0
    return {1: 10, 2: 6, 3: 4}.get(high - low - 1, 1)


def is_royal(cards: list[str]) -> bool:
    """633a.1: king and queen of one suit."""
    return {card[0] for card in cards} == {"K", "Q"} and len({card[1] for card in cards}) == 1


def royal_match(first: str, second: str, dealer: list[str], rules: dict[str, Any]) -> Decimal:
    """633a.13(f); the Crown Treasure comes on top, a thousand times the wager."""
    royal, suited = ROYAL[rules["royal_match_21"]]
    if is_royal([first, second]):
        crown = CROWN if rules["crown_treasure"] == "on" and is_royal(dealer) else 0
        return Decimal(royal + crown)
    return Decimal(suited) if first[1] == second[1] else Decimal(0)


def poker(*cards: str) -> bool:
    """633a.6(e)(9): a flush, a straight (both make a straight flush) or three of a kind."""
    ranks = sorted(ORDER.index(card[0]) for card in cards)
    straight = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 1, 12])
    return straight or len({card[1] for card in cards}) == 1 or len(set(ranks)) == 1


def super_match(cards: list[str], decks: int) -> int:
    """633a.13(i)."""
    ranks = [card[0] for card in cards]
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    four, two_pair = {6: (40, 8), 8: (50, 7)}[decks]
    return {(4,): four, (2, 2): two_pair, (3, 1): 5, (2, 1, 1): 1}.get(tuple(shape), 0)
