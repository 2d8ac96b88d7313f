"""Rounds of Free Bet Blackjack that the chapter's tests begin with."""

from typing import Any

from controller.citations import resolver
from controller.games import find_game
from controller.table import commands as c
from controller.table.ruling import Ruling
from tests.support import Play


def dealt(cards: str, stake: int = 1000, push_22: int = 0, **chosen: Any) -> Play:
    """One box, dealt up to the first question to a player. `chosen` is the submission's."""
    table = Play(cards, **chosen)
    table.wager(1, stake, push_22)
    return table.deal()


def one_box(cards: str, drawn: int = 99) -> Play:
    """A wager on box 1, and so many cards of the deal drawn; nothing else is done."""
    table = Play(cards)
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    while table.table.phase == "Dealing" and drawn:
        table.draw()
        drawn -= 1
    return table


def refused(ruling: Ruling, cited: str, words: str = "") -> None:
    """It was refused, by that clause or topic, in these words among others."""
    assert ruling.refused is not None, "it was accepted"
    said, chapter = ruling.refused.clause, find_game(ruling.table.rules.game).chapter
    assert cited in (said, resolver(chapter)(said))
    assert words in ruling.refused.why


def kinds(table: Play) -> list[str]:
    """The kinds of the questions that are open."""
    return [hold.kind for hold in table.table.holds]


def hands(table: Play) -> list[tuple[int, int, tuple[str, ...], str]]:
    """Each hand as box, number, cards, status."""
    return [(hand.box, hand.number, hand.cards, hand.status) for hand in table.table.hands]
