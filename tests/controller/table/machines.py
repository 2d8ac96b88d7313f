"""Tables with a batch machine, at a point at which something may go wrong with it."""

from typing import Final

from controller.table import commands as c
from drivers import messages as m
from tests.controller.table.following import Guided

REASONS: Final = ("jam", "stopped", "incomplete", "lid", "power", "cancelled")
PHASES: Final = ("Betting", "Dealing", "PlayerDecisions", "Settling", "Collecting")


def playing(finished: bool = True, counts: bool = True, kind: type[Guided] = Guided) -> Guided:
    """The red batch is played, the blue one is in the machine, completely shuffled or not yet. counts: the
    machine says that it counts the cards. kind: the table's class, which says the game."""
    table = kind("batch")
    if not counts:
        table.shuffler.able = tuple(word for word in table.shuffler.able if word != "counts")
        table.back("shuffler")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    if finished:
        table.shuffled()
    return table


def waiting(finished: bool = False, counts: bool = True, kind: type[Guided] = Guided) -> Guided:
    """The red shoe was emptied, and the table waits for the blue batch that the machine works at; or, where
    it is finished, that it gives out."""
    table = playing(finished, counts, kind)
    table.end_shoe()
    table.step()
    assert table.table.phase == "Shuffling"
    return table


def at(phase: str, finished: bool = True, kind: type[Guided] = Guided) -> Guided:
    """A round at that phase, with the blue batch in the machine."""
    table = playing(finished, kind=kind)
    table.wager(1, 1000)
    if phase == "Betting":
        return table
    table.say(c.NoMoreBets())
    while table.table.phase == "Dealing" and phase != "Dealing":
        table.draw() if table.urgent().kind == "draw" else table.insert_hole()
    while table.urgent().kind == "insert_hole":
        table.insert_hole()
    if phase in ("Settling", "Collecting"):
        table.say(c.Decide(1, "stand"))
        while table.urgent().kind == "draw":
            table.draw()
    if phase == "Collecting":
        table.say(c.WagersSettled())
    assert table.table.phase == phase
    return table


def lose_power(table: Guided) -> None:
    table.unplug()
    table.plug_in(anew=True)


def refuse_device(table: Guided) -> None:
    table.report("shuffler", m.DeviceRefused("a firmware that is not listed"))
    table.back("shuffler")


def fault(table: Guided) -> None:
    table.fault("motor")
