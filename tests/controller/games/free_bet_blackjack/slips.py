"""What goes wrong with single cards, as the tests of 672a.12 bring it about and look at it.

The rounds themselves begin in rounds.py. `again` folds everything that was ruled from the first event, and
`power_lost` puts a restart into the middle of what is played.
"""

from typing import Any

from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.ruling import Ruling, fold
from controller.table.state import Lie, Table
from drivers import messages as m
from tests.support import BUILD, Play, Row

TWELVE = "2C TS 9H 7H 2D 3D TC"
"""Boxes 1 and 2 have twelve each, the dealer a seven up and a ten below it."""


def boxes(cards: str, *stakes: int, push_22: int = 0, players: tuple[str, ...] = (), **chosen: Any) -> Play:
    """Boxes 1, 2, … with these wagers, and the wagers closed; no card is drawn yet. push_22: on box 1.
    `chosen` is the submission's."""
    table = Play(cards, **chosen)
    for box, stake in enumerate(stakes, 1):
        player = players[box - 1] if players else ""
        assert table.wager(box, stake, push_22 if box == 1 else 0, player).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    return table


def draws(table: Play, number: int) -> Play:
    """So many cards leave the shoe, one after the other."""
    for _ in range(number):
        table.draw()
    return table


def in_error(table: Play, remedy: str = "exposed") -> Ruling:
    """A card leaves the shoe that no step waits for, and the floorperson says whether it was seen."""
    table.draw()
    return table.choose(remedy, "card-in-error")


def lie(table: Play, *places: tuple[int, int]) -> Ruling:
    """The dealer tells where cards of the deal lie: (draw, box) each, box 0 for the own hand."""
    return table.ask(c.CardsLie(tuple(Lie(draw, box) for draw, box in places)))


def cards(table: Play, box: int, hand: int = 1) -> tuple[str, ...]:
    """The cards of that hand, as the Table has them."""
    return next(one.cards for one in table.table.hands if (one.box, one.number) == (box, hand))


def dealt_to(table: Play, at: int) -> list[str]:
    """What was drawn for the hand in place `at`, from 0, as the record has it."""
    return [event.card for event in table.events(ev.CardDealt) if event.to == at]


def status(table: Play, box: int, hand: int = 1) -> str:
    return next(one.status for one in table.table.hands if (one.box, one.number) == (box, hand))


def met(table: Play) -> list[tuple[str, str]]:
    """The irregularities on this round's record, as kind and disposition."""
    return [(one.kind, one.disposition) for one in table.table.irregularities]


def records(table: Play) -> list[str]:
    """The kinds of the irregularities on this round's record."""
    return [kind for kind, _ in met(table)]


def sorted_rows(table: Play) -> list[Row]:
    return sorted(table.rows())


def power_lost(table: Play) -> None:
    """The controller starts again, all devices come back as they were, the floorperson compares: go on."""
    answers, table.answers = table.answers, True
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000)))
    for name in dict(table.devices):
        table.back(name)
    assert table.choose("resume", "power-loss").refused is None
    table.answers = answers
    assert again(table) == table.table


def again(table: Play) -> Table:
    """The Table that the events of all rulings make, folded from the first one."""
    folded = table.game.new_table(table.table.rules)
    for _, ruling in table.log:
        folded = fold(table.game, folded, ruling.events)
    return folded


def two(up: str = "7H", rest: str = "4S 5S 6S 9H TD TC", players: tuple[str, ...] = ()) -> Play:
    """Box 1 has a five, box 2 a six, the dealer a ten below the up card; `rest` follows."""
    return draws(boxes(f"2C 2S 2H {up} 3D 4D TC {rest}", 1000, 2000, players=players), 7)


def seen(table: Play) -> list[tuple[int, str]]:
    """The exposed cards that wait, by draw and face."""
    return [(card.draw, card.card) for card in table.table.ahead if card.exposed]


def asked(table: Play, verb: str, amount: int = 0) -> Play:
    """Box 1 has asked for a card, and the shoe is locked before it comes; a card leaves, and is seen."""
    table.ask(c.Decide(1, verb, 1, amount))
    table.report("reader", m.FaultRaised("reader"))
    table.draw()
    table.choose("exposed", "card-in-error")
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")
    return table


def twelve(rest: str, *stakes: int, push_22: int = 0, players: tuple[str, ...] = ()) -> Play:
    """Boxes 1 and 2 with twelve each, the dealer with a seven up and a ten below it; `rest` follows."""
    stakes = stakes or (1000, 2000)
    return draws(boxes(f"{TWELVE} {rest}", *stakes, push_22=push_22, players=players), 7)


def forgotten(table: Play, box: int = 1, hand: int = 1) -> Play:
    """That hand asks for a card, and is passed over."""
    if table.table.asked is None:
        assert table.ask(c.Decide(box, "hit", hand)).refused is None
    assert table.ask(c.ReportPassedOver(box, hand)).refused is None
    return table


def late(table: Play, box: int = 1, hand: int = 1) -> Play:
    """… and its player wants the card all the same."""
    forgotten(table, box, hand)
    assert table.choose("late_card", "forgotten-card", role="dealer").refused is None
    return table


def empty(table: Play) -> Play:
    """The last card has left the shoe."""
    table.report("shoe", m.ShoeEmpty(table.shoe.last))
    return table


def short_at_hit(rest: str = "") -> Play:
    """Box 1 asks for a card, and the shoe is empty."""
    table = empty(draws(boxes(f"{TWELVE} {rest}", 1000, 2000), 7))
    assert table.table.phase == "PlayerDecisions", "perhaps no card is needed"
    table.ask(c.Decide(1, "hit"))
    assert table.table.phase == "Refilling"
    return table
