"""A table of Double Back Jack (673a) for tests of its rules, and what tests say of its rows."""

import tomllib
from pathlib import Path
from typing import Any, ClassVar

from controller.games import find_game
from controller.games.game import Game
from controller.table import commands as c
from controller.table.ruling import Ruling
from controller.table.state import Odds, Paytable, Rules
from drivers import messages as m
from tests.support import Play, Row

GAME = find_game("double-back-jack")
PAYTABLES = Path(__file__).parents[4] / "controller/games/double_back_jack/paytables.toml"


def paytable(wager: str, letter: str = "A") -> Paytable:
    """A paytable of the chapter, as the game's own file has it."""
    rows = tomllib.loads(PAYTABLES.read_text(encoding="utf-8"))[wager][letter]
    return Paytable(wager, letter, tuple(Odds(r["name"], r["pays"], r["per"], r["clause"]) for r in rows))


class DoubleBackJack(Play):
    """A table at play: six boxes, six decks. Keyword arguments are the submission's. reader_misses: the
    reader says no Blackjack, whatever the hole card is."""

    game: ClassVar[Game] = GAME
    reader_misses = False

    def insert_hole(self) -> Ruling:
        if self.reader_misses:
            return self.report("reader", m.ReaderAnswer("no_blackjack"))
        return super().insert_hole()

    def rules(self, push_22: str, **chosen: Any) -> Rules:
        given: dict[str, Any] = {
            "game": GAME.name,
            "minimum": 500,
            "maximum": 100_000,
            "smallest_chip": 50,
            "boxes": 6,
            "boxes_per_player": 2,
            "settlement": "collect_then_pay",
            "decks": 6,
            "even_money": False,
            "paytables": tuple(paytable(wager) for wager in ("blackjack", "second_chance", "insurance")),
            **chosen,
        }
        return Rules(**given)

    def decline(self, box: int, hand: int = 1) -> Ruling:
        """No Second Chance, and what follows."""
        ruling = self.ask(c.DeclineSecondChance(box, hand))
        self.run()
        return ruling


def dealt(cards: str, *stakes: int, reader_misses: bool = False, **chosen: Any) -> DoubleBackJack:
    """The deal is over, the peek too: boxes 1, 2, … with these stakes (0 for none). `cards`: the burn card
    first."""
    table = DoubleBackJack(cards, **chosen)
    table.reader_misses = reader_misses
    for box, stake in enumerate(stakes, 1):
        if stake:
            assert table.wager(box, stake).refused is None
    table.deal()
    return table


def offered(rest: str = "", *stakes: int, **chosen: Any) -> DoubleBackJack:
    """Box 1 has 25 (ten, six, nine) and is offered a Second Chance; box 2 has 16 (ten, six), if it has a
    stake; the dealer 19 with a nine up. `rest` follows."""
    stakes = stakes or (1000,)
    first, second = " ".join(("TS", "TD")[: len(stakes)]), " ".join(("6D", "6C")[: len(stakes)])
    table = dealt(f"2C {first} 9H {second} TC 9C {rest}", *stakes, **chosen)
    assert table.play(1, "hit").refused is None
    assert (table.table.hands[0].total, table.prompt()) == (25, "second_chance")
    return table


def wagered(rest: str, *stakes: int) -> DoubleBackJack:
    """Box 1 has 25 and has put its chips down; the card has not come."""
    table = offered(rest, *stakes)
    table.ask(c.Decide(1, "second_chance"))
    assert table.place(1, ("second_chance", 1000)).refused is None
    assert not table.shoe.locked
    return table


def row(hand: int, wager: str, outcome: str, paid: int, returned: int, collected: int, box: int = 1) -> Row:
    """A settled stack of box 1."""
    return (box, hand, wager, outcome, paid, returned, collected)
