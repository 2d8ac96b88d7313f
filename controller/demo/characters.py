"""The six players: what each of them wagers and decides. Pure, but for the dice they throw.

They are simple on purpose: a visitor should see every decision of the game within a few rounds. They
choose among what the table says is allowed; what is allowed is not decided here.
"""

import random
from collections.abc import Collection
from typing import Final

from msgspec import Struct

from controller.consoles.frames import HandShown
from controller.games import find_game
from controller.games.twentyone.hands import VALUES, points
from controller.games.twentyone.wagers import areas
from controller.table.state import Rules, paytable_of

DICE: Final = random.SystemRandom()
FREE_BETS: Final = frozenset(("free-bet-blackjack",))
"""Games whose house pays for splits and for doubles of 9, 10 and 11: nobody lets them pass."""
FREE_PAIRS: Final = frozenset((2, 3, 4, 6, 7, 8, 9, 11))
"""Values whose pair everybody splits where it is free."""
PAIRS: Final = {2: 7, 3: 7, 6: 6, 7: 7, 8: 11, 9: 9, 11: 11}
"""Values whose pair is split where it costs chips, with the highest card of the dealer against which."""
MERIT: Final = {21: 10, 20: 9, 19: 7, 11: 7, 10: 6, 18: 5, 9: 4, 17: 3, 8: 2, 12: 1, 13: 1}
"""What two cards of that count are worth, roughly."""
MOST_SIDE_WAGERS: Final = 3
"""How many side wagers a player makes in one box at the most."""
IN_THEIR_TIME: Final = frozenset(("blackjack", "insurance"))
"""Wagers of every game that are no side wagers."""


class Character(Struct, frozen=True):
    """A player at a box. stakes: minimum wagers that he puts down, from and to. Chances are 0 to 1.

    style: "book", "timid" or "bold". insures: takes insurance. side: makes side wagers, where there are
    any. second: plays the next box as well, where nobody sits there. rests: sits out a round.
    """

    name: str
    box: int
    style: str = "book"
    stakes: tuple[int, int] = (2, 6)
    insures: float = 0.1
    side: float = 0.0
    second: float = 0.0
    rests: float = 0.06


PLAYERS: Final = (
    Character("Alma", 1, "book", (4, 10)),
    Character("Bertil", 2, "timid", (1, 2), insures=0.3, side=0.2, rests=0.1),
    Character("Carmen", 3, "bold", (5, 40), side=0.3),
    Character("Dov", 4, "book", (2, 5), insures=1.0),
    Character("Esi", 5, "book", (1, 4), side=1.0, second=0.8),
    Character("Finn", 6, "bold", (2, 8), insures=0.2, side=0.5, second=0.5, rests=0.3),
)


def wagers_of(who: Character, rules: Rules) -> dict[str, int]:
    """The chips that he puts down on his box for a round, cents by wager, within the table's limits."""
    least, most = (each * rules.minimum for each in who.stakes)
    steps = max(1, (most - least) // max(rules.smallest_chip, 500) + 1)
    stake = min(rules.maximum, least + DICE.randrange(steps) * max(rules.smallest_chip, 500))
    wagers = dict.fromkeys(areas(rules), stake)
    offered = side_wagers(rules)
    if offered and DICE.random() < who.side:
        number = DICE.randint(1, min(MOST_SIDE_WAGERS, len(offered)))
        wagers.update((name, rules.minimum) for name in DICE.sample(offered, number))
    return wagers


def side_wagers(rules: Rules) -> tuple[str, ...]:
    """The side wagers that lie on the layout of this game and that the house offers, by their names."""
    names = find_game(rules.game).wagers
    return tuple(one for one in names if one not in IN_THEIR_TIME and paytable_of(rules, one) is not None)


def decide(who: Character, hand: HandShown, up: str, allowed: Collection[str], *, free: bool) -> str:
    """His decision for this hand against the dealer's up card, one of `allowed`; "hit" or "stand" at
    least is. free: the house pays for what FREE_BETS says. The bold one, who gives up nothing, sometimes
    asks to surrender where that is barred."""
    is_barred = "surrender" not in allowed
    if who.style == "bold" and is_barred and len(hand.cards) == 2 and DICE.random() < 0.06:
        return "surrender"
    total, soft = count_of(hand)
    against = VALUES.get(up[0], 10)
    for verb in _wishes(who, hand, total, soft, against, free=free):
        if verb in allowed:
            return verb
    return "stand"


def takes_chance(who: Character, count: int) -> bool:
    """Whether he pays for a second chance with so much over 21: the more cards would save the hand, the
    sooner."""
    return who.style == "bold" or (who.style != "timid" and count >= 24) or DICE.random() < 0.2


def switches(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether two hands of two cards are better with their second cards changed. A dealt Blackjack is kept:
    ace and ten that a switch brings together are none."""
    changed = points((first[0], second[1])), points((second[0], first[1]))
    kept = points(first), points(second)
    if 21 in kept:
        return False
    return sum(MERIT.get(count, 0) for count in changed) > sum(MERIT.get(count, 0) for count in kept)


def count_of(hand: HandShown) -> tuple[int, bool]:
    """A hand's count as announced: 17 and whether it is soft."""
    soft = hand.count.startswith("soft ")
    words = hand.count.removeprefix("soft ")
    return (int(words) if words.isdigit() else 0), soft


def _wishes(
    who: Character, hand: HandShown, total: int, soft: bool, against: int, *, free: bool
) -> list[str]:
    """What he would like, best first."""
    wishes = []
    values = [VALUES.get(card[0], 0) for card in hand.cards]
    if len(values) == 2 and values[0] == values[1] and _splits(who, values[0], against, free=free):
        wishes.append("split")
    if not soft and _surrenders(who, total, against):
        wishes.append("surrender")
    if len(values) == 2 and _doubles(who, total, soft, against, free=free):
        wishes.append("double")
    return [*wishes, "stand" if _stands(who, total, soft, against) else "hit"]


def _splits(who: Character, value: int, against: int, *, free: bool) -> bool:
    if value == 10:
        return who.style == "bold" and against <= 6 and DICE.random() < 0.4
    return value in FREE_PAIRS if free else against <= PAIRS.get(value, 0)


def _surrenders(who: Character, total: int, against: int) -> bool:
    """A hand that loses mostly; the timid one gives up more of them."""
    if who.style == "bold":
        return False
    if who.style == "timid":
        return 14 <= total <= 16 and against >= 9
    return (total == 16 and against >= 9) or (total == 15 and against == 10)


def _doubles(who: Character, total: int, soft: bool, against: int, *, free: bool) -> bool:
    """Free doubles always; with chips only who dares, and where the dealer is weaker."""
    if not soft and 9 <= total <= 11 and (free or (against < total and who.style != "timid")):
        return True
    if who.style == "timid":
        return False
    if soft:
        return 15 <= total <= 18 and against in (5, 6)
    return who.style == "bold" and total in (8, 12) and against <= 6 and DICE.random() < 0.3


def _stands(who: Character, total: int, soft: bool, against: int) -> bool:
    if soft:
        return total >= 19 or (total == 18 and against <= 8)
    if who.style == "timid":
        return total >= 12
    if who.style == "bold":
        return total >= 17
    return total >= 17 or (total >= 13 and against <= 6) or (total == 12 and 4 <= against <= 6)
