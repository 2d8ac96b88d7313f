"""A table of Lunar Poker with an automated shoe (671a.10), and the order of its cards.

Hands are written as what each box and the dealer hold at the end of the deal, as in playing.py; here they
leave the shoe one hand behind the other."""

from typing import Any

from controller.table import commands as c
from controller.table.state import Equipment
from drivers.cards import DECK
from tests.controller.games.lunar_poker.playing import ACE_KING, ANTE, NOTHING, LunarPoker, refused

__all__ = ["ALL", "THREE", "Stacked", "dealt", "in_options", "refused", "stacks_of", "staked"]
TWO_OF = "3C 5D 7H 9S JC"
THREE_OF = "3H 5S 7D 9C JD"
THREE = (NOTHING, TWO_OF, THREE_OF, ACE_KING)
"""Boxes 1 to 3 and the dealer."""
ALL = (1, 2, 3)


def stacks_of(*hands: str, rest: str = "") -> str:
    """A whole deck: these hands behind one another, the dealer's last, then `rest`, then the others."""
    marks = [*(mark for hand in hands for mark in hand.split()), *rest.split()]
    known = {mark[:2] for mark in marks}
    assert len(known) == len(marks), "a card is there twice"
    return " ".join((*marks, *sorted(set(DECK) - known)))


class Stacked(LunarPoker):
    """The same table as LunarPoker, with an automated shoe."""

    def __init__(self, cards: str, **chosen: Any) -> None:
        super().__init__(cards, equipment=Equipment(shoe="automated"), **chosen)


def staked(*hands: str, rest: str = "", boxes: tuple[int, ...] = ALL) -> Stacked:
    """These boxes have an Ante and a Super Wager; wagers are still open."""
    table = Stacked(stacks_of(*(hands or THREE), rest=rest))
    for box in boxes:
        assert table.stake(box, ANTE).refused is None
    return table


def dealt(*hands: str, rest: str = "", boxes: tuple[int, ...] = ALL) -> Stacked:
    """The deal is over."""
    table = staked(*hands, rest=rest, boxes=boxes)
    table.deal()
    assert table.table.phase == "PlayerDecisions"
    return table


def in_options(*verbs: str, paused: bool = False) -> Stacked:
    """Boxes 1 to 3 have decided so, "exchange" of two cards; the first of them is served now."""
    table = dealt()
    for box, verb in enumerate(verbs, 1):
        table.act(box, verb, *((1, 2) if verb == "exchange" else ()))
    table.ask(c.LockDecisions())
    table.automated.paused = paused
    table.ask(c.WagersSettled())
    assert table.table.phase == "Options"
    return table
