"""A scenario file, format 1, as docs/scenarios.md describes it: read, checked whole, and frozen.

What lives here: the top level, and all faults of a file together. What does not: the steps' own forms
(step_forms.py), the cards (cards.py), and how a scenario is played (play.py).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import AfterValidator, Field

from controller.equipment import check_hand, check_variation
from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import Form, read_form, wrong
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal.cards import ANY, fill, read_cards
from controller.rehearsal.fault_kinds import BY_HANDS, FAULTS
from controller.rehearsal.step_forms import Layout, read_step
from controller.rehearsal.steps import (
    OPENING,
    Admit,
    Deal,
    EnterCard,
    EvenMoney,
    Fault,
    Floor,
    Insurance,
    NeedlessCard,
    NewDealer,
    Opening,
    Play,
    PowerLoss,
    Repair,
    Rest,
    Shuffle,
    Step,
    Wager,
)
from controller.submission import FORMS, Check, check_game, default_rules, rules_from
from controller.table.state import HAND, SHUFFLERS, Rules
from controller.table.state import Equipment as Installed
from controller.text_files import read_text
from controller.yaml12 import parse_yaml

FORMAT: Final = 1
LATER_WAGERS: Final = frozenset(("insurance",))
"""Wagers of a layout that have a step of their own."""
DEVICES: Final = ("shoe", "reader", "wagers")
APPROVAL: Final = "rehearsal"
"""What a rehearsal's continuous machine is approved by."""
_SHUFFLE_WORD: Final = Opening("shuffle")


class Equipment(Struct, frozen=True):
    """The devices at the table. For this build: a manual shoe, any shuffler, a card reader."""

    shoe: str = "manual"
    shuffler: str = "none"
    reader: bool = True


class Scenario(Struct, frozen=True):
    """One scripted session. cards: as scripted, `fill` makes a whole shoe of them. rules: the game's
    defaults with the file's own laid over them."""

    title: str
    game: str
    seed: int
    rules: Rules
    equipment: Equipment
    cards: tuple[str, ...]
    steps: tuple[Step, ...]


# ---- forms ----------------------------------------------------------------------------------------


def _this_format(number: int) -> int:
    if number != FORMAT:
        raise wrong(f"this build does not read format {number}", f"it reads format {FORMAT}")
    return number


def _one_line(title: str) -> str:
    if not title.strip() or len(title.splitlines()) > 1:
        raise wrong(f"{shown(title)} is no title", "write one line")
    return title


class _ScenarioForm(Form):
    format: Annotated[int, AfterValidator(_this_format)]
    title: Annotated[str, AfterValidator(_one_line)]
    game: str
    seed: int = 0
    rules: dict[Any, Any] = Field(default_factory=dict)
    equipment: dict[Any, Any] = Field(default_factory=dict)
    cards: Any = ANY
    steps: list[Any]


@clause("topic:dealing-from-shoe")
def _this_shoe(word: str) -> str:
    if word == "double":
        raise wrong(f"this game is not dealt from {shown(word)}", "write manual")
    if word == "automated":
        raise wrong("this build has no automated shoe yet", "write manual")
    return word


@clause("topic:peek")
def _has_reader(word: bool) -> bool:
    if not word:
        raise wrong("this game needs a card reader", "write true, or leave it out")
    return word


class _EquipmentForm(Form):
    shoe: Annotated[Literal["manual", "automated", "double", "hand"], AfterValidator(_this_shoe)] = "manual"
    shuffler: Literal["none", "batch", "continuous", "in_shoe"] = "none"
    reader: Annotated[bool, AfterValidator(_has_reader)] = True


# ---- reading --------------------------------------------------------------------------------------


def load_scenario(path: Path) -> Scenario:
    """The scenario in that file. ConfigFaults names everything that makes the file invalid."""
    return read_scenario(read_text(path), str(path))


def read_scenario(text: str, place: str) -> Scenario:
    """The scenario in `text`, which stands in the file `place`. ConfigFaults as load_scenario."""
    said = parse_yaml(text, place)
    faults = Faults()
    with faults.kept():
        read_form(_ScenarioForm, said, place)
    if not isinstance(said, dict):
        faults.raise_any()
    game = said.get("game")
    if not isinstance(game, str):
        faults.raise_any()
    with faults.kept():
        check_game(game, place)
    if game not in FORMS:
        faults.raise_any()
    return _of_game(said, game, place, faults)


def _of_game(said: Mapping[Any, Any], game: str, place: str, faults: Faults) -> Scenario:
    """The rest of a file whose game is known; what is malformed at the top was noted before."""
    # Where the rules are faulty, the rest is read with the widest, so that one fault does not make others.
    widest = rules = replace(default_rules(game), decks=max(find_game(game).decks))
    equipment = Equipment()
    with faults.kept():
        rules = rules_from(game, _mapping(said, "rules"), place, "rules")
    with faults.kept():
        form = read_form(_EquipmentForm, _mapping(said, "equipment"), place, prefix="equipment")
        equipment = Equipment(form.shoe, form.shuffler, form.reader)
        check = Check(faults, place, "equipment")
        check_hand(check, "shoe", equipment.shoe, equipment.shuffler)
        if rules is not widest:
            check_variation(check, "shoe", equipment.shoe, rules)
    cards: tuple[str, ...] = ()
    with faults.kept():
        cards = read_cards(said.get("cards", ANY), rules.decks, place, key="cards")
    steps = _steps(said.get("steps"), place, _layout(game, rules, equipment), faults)
    faults.raise_any()
    return Scenario(said["title"], game, said.get("seed", 0), rules, equipment, cards, steps)


def _mapping(said: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    """The mapping under `key`; anything else there was noted as a fault of the top level."""
    found = said.get(key)
    return found if isinstance(found, dict) else {}


def _layout(game_name: str, rules: Rules, equipment: Equipment) -> Layout:
    game = find_game(game_name)
    wagers = tuple(wager for wager in game.wagers if wager not in LATER_WAGERS)
    devices: tuple[str, ...] = (*DEVICES, "shuffler") if equipment.shuffler in SHUFFLERS else DEVICES
    if equipment.shoe == HAND:
        devices = tuple(name for name in devices if name != "shoe")
    return Layout(rules.boxes, rules.decks, wagers, game.verbs, devices)


def installed(scenario: Scenario) -> Installed:
    """The equipment of a rehearsal's table, as the controller is told of it."""
    by_itself = scenario.equipment.shuffler in ("continuous", "in_shoe")
    return Installed(
        shuffler=scenario.equipment.shuffler,
        approval=APPROVAL if by_itself else "",
        boxes=scenario.rules.boxes,
        rack_decks=scenario.rules.decks,
        backs=("red", "blue"),
        shoe=HAND if scenario.equipment.shoe == HAND else "single",
    )


def _steps(said: object, place: str, layout: Layout, faults: Faults) -> tuple[Step, ...]:
    found: list[Step] = []
    opening = False
    for number, step in enumerate(said if isinstance(said, list) else (), 1):
        with faults.kept():
            read = read_step(step, number, place, layout)
            if isinstance(read, Opening) and read.what in ("open", "load"):
                opening = read.what == "open"
            # A bare shuffle is one procedure of opening the table; elsewhere it is a whole reshuffle.
            found.append(Shuffle((ANY,)) if read == _SHUFFLE_WORD and not opening else read)
    return tuple(found)


__all__ = [
    "BY_HANDS",
    "FAULTS",
    "OPENING",
    "Admit",
    "ConfigFault",
    "ConfigFaults",
    "Deal",
    "EnterCard",
    "Equipment",
    "EvenMoney",
    "Fault",
    "Floor",
    "Insurance",
    "NeedlessCard",
    "NewDealer",
    "Opening",
    "Play",
    "PowerLoss",
    "Repair",
    "Rest",
    "Scenario",
    "Shuffle",
    "Step",
    "Wager",
    "fill",
    "installed",
    "load_scenario",
    "read_scenario",
]
