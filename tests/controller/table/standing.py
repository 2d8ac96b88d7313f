"""Tables that stand at a phase of the round, and what a table says of its devices."""

from controller.table import commands as c
from controller.table.state import Table
from drivers import messages as m
from tests.support import DEVICES, Play

ONE = "2C TS 7H 2D TC 9S 4S"
NAMES = [name for name, _ in DEVICES]


def at_phase(phase: str, cards: str = "") -> Play:
    """A table with one box at that phase of the round."""
    up = {"Insurance": "AH", "Peeking": "TH"}.get(phase, "7H")
    table = Play(cards or f"2C TS {up} 2D 6C 9S 4S 5S 6S 7S")
    if phase == "Betting":
        return table
    table.wager(1, 1000)
    if phase == "NoMoreBets":
        table.answers = False
    table.ask(c.NoMoreBets())
    if phase in ("Betting", "NoMoreBets", "Dealing"):
        return table
    while table.table.phase == "Dealing":
        table.draw()
    if phase == "DealerPlay":
        table.answers = False
    if phase in ("DealerPlay", "Settling", "Collecting"):
        table.ask(c.Decide(1, "stand"))
    while phase in ("Settling", "Collecting") and table.table.phase == "DealerPlay":
        table.draw()
    if phase == "Collecting":
        table.ask(c.WagersSettled())
    assert table.table.phase == phase
    return table


ROUND = ["Dealing", "Insurance", "Peeking", "PlayerDecisions", "DealerPlay", "Settling", "Collecting"]
OPEN = ["Betting", "NoMoreBets", *ROUND]


def kinds(table: Play) -> list[str]:
    return [hold.kind for hold in table.table.holds]


def may_draw(table: Table) -> int:
    """Up to which draw the shoe is open; 0 where it is locked, or has given what it was permitted."""
    told = table.wanted_shoe
    return told.up_to if isinstance(told, m.Permit) and told.up_to > table.last else 0


def is_safe(table: Play) -> bool:
    now = table.table
    told = (now.wanted_shoe, now.wanted_positions, now.wanted_reader, now.wanted_face)
    return told == (m.Lock(), m.ClosePositions(), m.Disarm(), None)
