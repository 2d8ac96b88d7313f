"""Rounds of all games of the family, for tests of what their chapters say alike; no tests here.

Such a test is parametrised over the games and cites topics, which count for each chapter that has them: it
really plays each of them. What a chapter says by itself is tested in its game's own folder. How cards go
astray is brought about, and looked at, by the helpers of the Free Bet Blackjack tests (slips.py).
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from controller.table import commands as c
from tests.controller.games.blackjack.playing import Blackjack
from tests.controller.games.double_back_jack.playing import DoubleBackJack
from tests.controller.games.free_bet_blackjack.slips import TWELVE, draws
from tests.support import Play

Kind = type[Play]
Test = Callable[..., None]
GAMES: Final[tuple[Kind, ...]] = (Play, Blackjack, DoubleBackJack)


def all_games(test: Test) -> Test:
    """Marks a test that is played at a table of each game, which it takes as `kind`."""
    marked: Test = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.game.name)(test)
    return marked


def closed(kind: Kind, cards: str, *stakes: int, players: tuple[str, ...] = (), **chosen: Any) -> Play:
    """Boxes 1, 2, … with these Blackjack Wagers (0 for none), and the wagers closed; no card is drawn yet."""
    table = kind(cards, **chosen)
    for box, stake in enumerate(stakes, 1):
        if stake:
            player = players[box - 1] if players else ""
            assert table.wager(box, stake, player=player).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    return table


def dealt(kind: Kind, cards: str, *stakes: int, players: tuple[str, ...] = (), **chosen: Any) -> Play:
    """… and everything that is dealt before somebody has to say something, the peek too."""
    return closed(kind, cards, *stakes, players=players, **chosen).run()


def twelves(kind: Kind, rest: str, players: tuple[str, ...] = ()) -> Play:
    """Boxes 1 and 2 with twelve each, for 10 and 20 dollars; the dealer with a seven up and a ten below it,
    17; `rest` follows."""
    return draws(closed(kind, f"{TWELVE} {rest}", 1000, 2000, players=players), 7)


def declined(table: Play) -> None:
    """A hand over 21 takes no Second Chance, where its chapter offers one."""
    if table.prompt() == "second_chance":
        hand = table.table.hands[table.table.turn]
        assert table.ask(c.DeclineSecondChance(hand.box, hand.number)).refused is None


def of_21(kind: Kind, waits: str) -> str:
    """The status of a hand that came to 21 after the deal: paid at once in Double Back Jack (673a.7(m)), else
    it waits for the dealer's."""
    return "paid" if kind is DoubleBackJack else waits


def layout(table: Play) -> list[tuple[int, tuple[str, ...], str]]:
    """Each hand as box, cards, status."""
    return [(hand.box, hand.cards, hand.status) for hand in table.table.hands]
