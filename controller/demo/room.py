"""What the demonstration's people share: eyes on the table, hands on its devices, and a voice.

A `Room` is found by its runtime directory, whose names stand here and nowhere else. What dealer, players
and floor do in it is in dealer.py, patrons.py and floor.py.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.consoles.candidates import is_poker
from controller.demo.eyes import Eyes
from controller.demo.hands import Hands
from controller.games import find_game
from controller.installation import Installation, load_installation, load_rules
from controller.table.double_shoe import DOUBLE
from controller.table.state import AUTOMATED

_TABLES: Final = Path(__file__).parents[2] / "config" / "tables"
TABLES: Final = {
    "free-bet-blackjack": {"none": _TABLES / "demo.toml", "batch": _TABLES / "demo-shuffler.toml"},
    "blackjack": {
        "none": _TABLES / "demo-blackjack.toml",
        "batch": _TABLES / "demo-blackjack-shuffler.toml",
    },
    "double-back-jack": {
        "none": _TABLES / "demo-double-back-jack.toml",
        "batch": _TABLES / "demo-double-back-jack-shuffler.toml",
    },
    "lunar-poker": {
        "none": _TABLES / "demo-lunar-poker.toml",
        "batch": _TABLES / "demo-lunar-poker-shuffler.toml",
    },
}
"""The demonstration's tables by game, and by what shuffles at them: nothing but the dealer, or a shuffler
with two batches. Ports and control sockets have the names of the devices."""
_HAND: Final = _TABLES / "demo-blackjack-hand.toml"
VARIATIONS: Final = {
    ("blackjack", "switch"): {"none": _TABLES / "demo-blackjack-switch.toml"},
    ("blackjack", "hand_dealt"): {"none": _HAND, "batch": _HAND},
}
"""The tables of a game's variations, by game and variation. Where cards are dealt from the hand a shuffler is
always there."""
_LUNAR_HAND: Final = _TABLES / "demo-lunar-poker-hand.toml"
SHOES: Final = {
    ("blackjack", "double"): {"none": _TABLES / "demo-blackjack-double.toml"},
    ("lunar-poker", "hand"): {"none": _LUNAR_HAND, "batch": _LUNAR_HAND},
    ("lunar-poker", AUTOMATED): {
        "none": _TABLES / "demo-lunar-poker-automated.toml",
        "batch": _TABLES / "demo-lunar-poker-auto-shuffler.toml",
    },
}
"""The tables of a game with another shoe, or without one, by game and shoe."""
DEFAULT_GAME: Final = next(iter(TABLES))
SECONDS_A_DECK: Final = 8.0
"""How long the shuffler takes at life's speed: it is a quick one, for nobody likes to watch it."""
CONTROL: Final = "{name}.control"
PID_FILE: Final = "table.pid"
POLL: Final = 0.005


def table_of(game: str, shuffler: str, variation: str = "none", shoe: str = "single") -> Path:
    """The file of the table that shows this game, or a variation of it, or the game from another shoe.
    ValueError where there is no such game, variation, shuffler or shoe."""
    if game not in TABLES:
        raise ValueError(f"no game {game!r} can be shown; choose from {', '.join(TABLES)}")
    known = ("none", *(name for of, name in VARIATIONS if of == game))
    if variation not in known:
        raise ValueError(f"{game} has no variation {variation!r} to be shown; choose from {', '.join(known)}")
    tables = TABLES[game] if variation == "none" else VARIATIONS[game, variation]
    if shoe != "single":
        tables = _of_shoe(game, variation, shoe)
    if shuffler not in tables:
        raise ValueError(f"there is no shuffler {shuffler!r} at this table; choose from {', '.join(tables)}")
    return tables[shuffler]


def _of_shoe(game: str, variation: str, shoe: str) -> dict[str, Path]:
    shoes = ("single", *(name for of, name in SHOES if of == game))
    if shoe not in shoes:
        raise ValueError(f"{game} is not shown from a shoe {shoe!r}; choose from {', '.join(shoes)}")
    if variation != "none":
        raise ValueError(f"the {shoe} shoe is shown without a variation: leave out --variation {variation}")
    return SHOES[game, shoe]


class Room:
    """One demonstration's people side. folder: its runtime directory. speed: how much faster than life
    people are. say: takes one line of what somebody says or does. table: its file, one of TABLES."""

    def __init__(self, folder: Path, speed: float, say: Callable[[str], None], table: Path) -> None:
        installation = load_installation(table, folder)
        self.folder = folder
        self.rules = load_rules(installation)
        self.equipment = installation.equipment
        self.eyes = Eyes(installation.feed, speed)
        self.hands = {name: Hands(folder / CONTROL.format(name=name)) for name in roles_of(installation)}
        self.say = say
        self.has_shuffler = "shuffler" in self.hands
        self.has_shoe = "shoe" in self.hands
        self.is_poker = is_poker(find_game(self.rules.game))
        self.has_sides = self.equipment.shoe == DOUBLE
        self.has_stacks = self.equipment.shoe == AUTOMATED
        self.longest_wait = 2 * SECONDS_A_DECK * self.rules.decks / speed if self.has_shuffler else 0.0

    @property
    def shoe(self) -> Hands:
        """Hands on the shoe."""
        return self.hands["shoe"]

    @property
    def reader(self) -> Hands:
        """Hands on the card reader."""
        return self.hands["reader"]

    @property
    def wagers(self) -> Hands:
        """Hands on the wager positions."""
        return self.hands["wagers"]

    @property
    def progressive(self) -> Hands:
        """Hands on the progressive system of a table that has one."""
        return self.hands["progressive"]

    @property
    def has_progressive(self) -> bool:
        """Whether a progressive wager is on offer."""
        return bool(self.rules.progressives)

    @property
    def shuffler(self) -> Hands:
        """Hands on the shuffler of a table that has one."""
        return self.hands["shuffler"]

    def set_down(self, box: int, chips: dict[str, int], player: str) -> str | None:
        """Set chips down on a box once its lights are on, and see what the table says: None where it took
        them, else why not ("" where nothing came of it: something else is due now)."""
        eyes, wager = self.eyes, next(iter(chips))
        until = time.monotonic() + 2.0
        before = eyes.look()
        while not self.wagers.is_open(box, wager):
            if eyes.wait(lambda now: bool(now.holds) or now.phase != before.phase, POLL):
                return ""
            if time.monotonic() > until:
                return ""
        return self.put(box, chips, player)

    def put(self, box: int, chips: dict[str, int], player: str) -> str | None:
        """Set chips down whether or not they are taken now; what the table says, as `set_down`."""
        eyes = self.eyes
        before, ruling = eyes.look().boxes[box - 1].chips, eyes.ruling
        self.wagers.do("place", box=box, chips=chips, player=player)

        def is_refused() -> bool:
            refusal = eyes.screen.refusal
            return refusal is not None and refusal.ruling > ruling

        eyes.wait(lambda now: now.boxes[box - 1].chips != before or is_refused() or bool(now.holds), 3.0)
        if is_refused():
            assert eyes.screen.refusal is not None
            return f"{eyes.screen.refusal.why} ({eyes.screen.refusal.clause})"
        return None if eyes.screen.boxes[box - 1].chips != before else ""

    def wager_there(self, box: int, wager: str, cents: int, player: str) -> None:
        """A wager at the progressive device of a box; nothing where it is not open any more."""
        eyes = self.eyes
        before = eyes.look().boxes[box - 1].chips
        if self.progressive.do("place", box=box, chips={wager: cents}, player=player)["accepted"]:
            eyes.wait(lambda now: now.boxes[box - 1].chips != before or bool(now.holds), 3.0)

    def close(self) -> None:
        """Let go of everything."""
        self.eyes.close()
        for one in self.hands.values():
            one.close()


def roles_of(installation: Installation) -> dict[str, str]:
    """The devices of a table by name, with their roles."""
    return {device.name: device.role for device in installation.devices}
