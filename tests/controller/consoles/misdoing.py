"""What goes wrong at the table of playing.py, or goes otherwise than it was prompted: devices and people.

All of it at random, lawful or not: what the rules bar is refused, and that belongs to the test.
"""

from typing import TYPE_CHECKING

from controller.table import commands as c
from controller.table.commands import Told
from controller.table.state import Lie
from drivers import messages as m
from drivers.cards import SEALED

if TYPE_CHECKING:
    from tests.controller.consoles.playing import Play


def trouble(play: "Play") -> None:
    """Trouble with a device."""
    name = play.random.choice(play.devices)[0]
    shoe, reader = "shoe-1", "reader-1"
    draw = play.sealed()
    device, what = play.random.choice(
        (
            (name, m.DeviceLost("unplugged")),
            (name, m.FaultRaised("jam", "path")),
            (name, m.LidMoved(True)),
            (reader, m.InsertedWhileDisarmed()),
            (shoe, m.CardDrawn(draw, SEALED, locked=True)),
            (shoe, m.DoubleFeed(draw)),
            (shoe, m.ShoeEmpty(play.table.last)),
            (shoe, m.CoverCardOut(play.table.last)),
        )
    )
    play.report(device, what)


def bring_back(play: "Play") -> None:
    """Every device is repaired, and connected again."""
    roles = dict(play.devices)
    for one in play.table.standing.devices:
        if not one.ready:
            play.ready(one.name, roles[one.name])
        for fault in one.faults:
            play.report(one.name, m.FaultCleared(fault))


def misdo(play: "Play") -> None:
    """Something that a person says or asks for, prompted or not."""
    if play.table.holds:
        play.answer(play.random.choice(play.table.holds))
        return
    what = play.random.choice(_sayings(play))
    if isinstance(what, Told):
        play.given(what)
    else:
        play.ask(what)


def _sayings(play: "Play") -> tuple[c.Command | Told, ...]:
    table, dice = play.table, play.random
    draws = [draw for hand in (*table.hands, table.dealer) for draw in hand.draws] or [1]
    box, hand, draw = dice.randint(0, 6), dice.randint(1, 2), dice.choice(draws)
    due = table.hands[table.turn] if table.turn < len(table.hands) else None
    own = (due.box, due.number) if due is not None else (1, 1)
    between: tuple[c.Command | Told, ...] = (
        c.LeaveIdle(),
        c.SpreadCards(dice.choice(("up", "down"))),
        c.CardsSeen(dice.choice(("", "Ann")), dice.random() < 0.3),
        c.ChangeCards(),
        c.CloseTable(),
        c.DirectReshuffle(),
        c.OrderRecut("too thin"),
        c.InspectCards(dice.choice(("", "a torn card"))),
        c.NewDealer("Lee"),
        c.MarkOutOfOrder(dice.choice(("covered", "signed"))),
        c.ReturnToService(),
        c.TakeStack(),
        c.CollectShoe(dice.randint(0, 300)),
        Told(c.TimePassed(dice.choice((60_000, 90_000_000)), dice.choice(("2024-05-01", "2024-05-02")))),
    )
    in_round: tuple[c.Command | Told, ...] = (
        c.CardsLie((Lie(draw, box, hand),)),
        c.CardsLie((Lie(draw, box), Lie(dice.choice(draws), dice.randint(0, 6)))),
        c.CardWent(Lie(draw, box, hand)),
        c.ReportPassedOver(*own),
        c.AcceptCard(*own),
        c.RefuseCard(*own),
        c.ReportIncident(dice.choice(list(c.INCIDENTS)), box, "as it was seen"),
        c.DirectReshuffle(),
    )
    return in_round if table.hands else between
