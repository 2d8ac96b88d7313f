"""A table of Blackjack (633a) for tests of its rules, and what tests say of its rows."""

import tomllib
from pathlib import Path
from typing import Any, ClassVar

from controller.games import find_game
from controller.games.game import Game
from controller.table.ruling import Ruling
from controller.table.state import Odds, Paytable, Rules
from drivers import messages as m
from tests.support import Play, Row

GAME = find_game("blackjack")
PAYTABLES = Path(__file__).parents[4] / "controller/games/blackjack/paytables.toml"


def paytable(wager: str, letter: str = "A") -> Paytable:
    """A paytable of the chapter, as the game's own file has it."""
    rows = tomllib.loads(PAYTABLES.read_text(encoding="utf-8"))[wager][letter]
    return Paytable(wager, letter, tuple(Odds(r["name"], r["pays"], r["per"], r["clause"]) for r in rows))


class Blackjack(Play):
    """A table at play: seven boxes, six decks, two resplits. Keyword arguments are the submission's.
    reader_misses: the reader says no Blackjack, whatever the hole card is."""

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
            "boxes": 7,
            "boxes_per_player": 2,
            "settlement": "collect_then_pay",
            "decks": 6,
            "paytables": (paytable("blackjack"), paytable("insurance")),
            **chosen,
        }
        return Rules(**given)


def dealt(cards: str, *stakes: int, reader_misses: bool = False, **chosen: Any) -> Blackjack:
    """The deal is over: boxes 1, 2, … with these stakes. `cards`: the burn card first."""
    table = Blackjack(cards, **chosen)
    table.reader_misses = reader_misses
    for box, stake in enumerate(stakes, 1):
        if stake:
            assert table.wager(box, stake).refused is None
    table.deal()
    return table


def row(hand: int, wager: str, outcome: str, paid: int, returned: int, collected: int, box: int = 1) -> Row:
    """A settled stack of box 1."""
    return (box, hand, wager, outcome, paid, returned, collected)
