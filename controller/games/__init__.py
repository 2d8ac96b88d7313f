"""The games, one line each: name to where its GAME lives. A game is imported when a table plays it."""

from importlib import import_module
from typing import Final

from controller.games.game import Game

GAMES: Final[dict[str, str]] = {
    "blackjack": "controller.games.blackjack.game",
    "double-back-jack": "controller.games.double_back_jack.game",
    "free-bet-blackjack": "controller.games.free_bet_blackjack.game",
    "lunar-poker": "controller.games.lunar_poker.game",
}


def find_game(name: str) -> Game:
    """The game of that name. KeyError names the ones there are."""
    if name not in GAMES:
        raise KeyError(f"no game is called {name!r}; there are: {', '.join(sorted(GAMES))}")
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
