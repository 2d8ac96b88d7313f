"""Rounds of Lunar Poker that the chapter's tests begin with, and what they look at afterwards."""

from controller.table import commands as c
from controller.table import events as ev
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    NOTHING,
    LunarPoker,
    back,
    deal,
    dealt,
    staked,
)

TWO = "3C 5D 7H 9S JC"
VOID = [back(1, "ante", outcome="void"), back(1, "super", outcome="void")]
"""The rows of a round of box 1 that was void before anything was settled."""


def records(table: LunarPoker) -> list[tuple[str, str]]:
    """The irregularities of the whole play, with their clauses."""
    return [(one.what.kind, one.what.clause) for one in table.events(ev.IrregularityMet)]


def kinds(table: LunarPoker) -> list[str]:
    return [hold.kind for hold in table.table.holds]


def is_void(table: LunarPoker) -> bool:
    """The round was void, its cards are collected and now to be shuffled, and nothing lies on the table."""
    table.run()
    assert table.table.stacks == ()
    return len(table.events(ev.RoundVoided)) == 1 and table.table.phase == "Shuffling"


def drawing(*verbs: str, rest: str = "") -> LunarPoker:
    """Boxes 1, 2 have decided so, "exchange" is of two cards, and are served now; no card has come."""
    table = dealt(*(NOTHING, TWO)[: len(verbs)], ACE_KING, rest=rest)
    for box, verb in enumerate(verbs, 1):
        table.act(box, verb, *((1, 2) if verb == "exchange" else ()))
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    assert table.table.phase == "Options"
    return table


def at(phase: str, verb: str = "bet") -> LunarPoker:
    """A round of box 1, which decides so, at that phase; in Options it has bought a king. In NoMoreBets
    and Reveal the devices do not answer."""
    table = staked(deal(NOTHING, ACE_KING, rest="KC QD"))
    if phase == "Betting":
        return table
    table.answers = phase != "NoMoreBets"
    table.ask(c.NoMoreBets())
    if phase == "NoMoreBets":
        return table
    if phase == "Dealing":
        table.draw()
        return table
    table.run()
    if phase == "PlayerDecisions":
        return table
    table.act(1, "buy" if phase == "Options" else verb)
    table.ask(c.LockDecisions())
    if phase == "LockedIn":
        return table
    table.answers = phase != "Reveal"
    table.ask(c.WagersSettled())
    if phase == "Collecting":
        table.ask(c.WagersSettled())
    assert table.table.phase == phase
    return table
