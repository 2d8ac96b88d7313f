"""A table of Lunar Poker that is dealt from the hand (671a.9), for tests of its rules.

What its dealer does is in tests/from_hand.py; hands, the odds and rows are as in playing.py.
"""

from typing import Any

from controller.table import commands as c
from tests.controller.games.lunar_poker.playing import ACE_KING, ANTE, NOTHING, LunarPoker, deal
from tests.from_hand import EQUIPMENT, FromHand

TWO = "3C 5D 7H 9S JC"


class HeldPoker(FromHand, LunarPoker):
    """A table at play: five boxes, one deck in each of two that take turns, a shuffler, no shoe. `cards`: in
    the order in which they leave the dealer's hand."""

    def __init__(self, cards: str = "", **chosen: Any) -> None:
        super().__init__(cards, **{"equipment": EQUIPMENT, **chosen})


def held(*hands: str, rest: str = "", antes: tuple[int, ...] = (), **chosen: Any) -> HeldPoker:
    """Boxes 1, 2, … will hold these hands, the dealer the last one; wagers are still open."""
    table = HeldPoker(deal(*hands, rest=rest), **chosen)
    for box, ante in enumerate(antes or (ANTE,) * (len(hands) - 1), 1):
        assert table.stake(box, ante).refused is None
    return table


def held_dealt(*hands: str, rest: str = "", **chosen: Any) -> HeldPoker:
    """The deal is over."""
    table = held(*hands, rest=rest, **chosen)
    table.deal()
    assert table.table.phase == "PlayerDecisions"
    return table


def held_at(phase: str) -> HeldPoker:
    """A round of box 1, which buys a king and bets, at that phase. In NoMoreBets the positions have not
    closed; in Dealing one card lies there, in Options the sixth one; in Reveal nothing is entered yet."""
    table = held(NOTHING, ACE_KING, rest="KC QD")
    if phase == "Betting":
        return table
    table.answers = phase != "NoMoreBets"
    table.ask(c.NoMoreBets())
    if phase == "NoMoreBets":
        return table
    if phase == "Dealing":
        assert table.deal_card(down=True).refused is None
        return table
    table.run()
    table.act(1, "buy")
    if phase == "PlayerDecisions":
        return table
    table.ask(c.LockDecisions())
    if phase == "LockedIn":
        return table
    table.ask(c.WagersSettled())
    assert table.deal_card(down=True).refused is None
    if phase == "Options":
        return table
    table.act(1, "bet")
    if phase == "Reveal":
        return table
    while table.prompt() == "enter_card":
        assert table.enter().refused is None
    if phase == "Collecting":
        table.ask(c.WagersSettled())
    assert table.table.phase == phase
    return table
