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

from controller.equipment import IN_SHOE, Colour, check_backs, check_hand, check_shuffler, check_variation
from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import Form, read_form, wrong
from controller.games import find_game
from controller.games.lunar_poker.wagers import ON_BOXES
from controller.regulation.marks import clause
from controller.rehearsal.cards import ANY, fill, read_cards, read_sides
from controller.rehearsal.fault_kinds import BY_HANDS, FAULTS
from controller.rehearsal.round_forms import ON_HANDS
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
from controller.submission import (
    FORMS,
    Check,
    check_game,
    default_rules,
    has_automated_shoe,
    has_double_shoe,
    has_reader,
    rules_from,
)
from controller.table.double_shoe import DOUBLE
from controller.table.state import AUTOMATED, HAND, SHUFFLERS, Rules
from controller.table.state import Equipment as Installed
from controller.table.supply import BACKS
from controller.text_files import read_text
from controller.yaml12 import parse_yaml

FORMAT: Final = 1
MANUAL: Final = "manual"
LATER_WAGERS: Final = frozenset(("insurance",))
"""Wagers of a layout that have a step of their own."""
DEVICES: Final = ("shoe", "reader", "wagers")
APPROVAL: Final = "rehearsal"
"""What a rehearsal's continuous machine is approved by."""
_SHUFFLE_WORD: Final = Opening("shuffle")


class Equipment(Struct, frozen=True):
    """The devices at the table, as far as a script says which. red_suits: the side of a double shoe for
    which hearts and diamonds stand. backs: the colours of the batches, () for those that a rehearsal has."""

    shoe: str = "manual"
    shuffler: str = "none"
    reader: bool = True
    red_suits: str = "left"
    backs: tuple[str, ...] = ()


class Scenario(Struct, frozen=True):
    """One scripted session. cards: as scripted, `fill` makes a whole shoe of them; of a double shoe the left
    side's, and right_cards those of the right one. rules: the game's defaults with the file's own laid over
    them."""

    title: str
    game: str
    seed: int
    rules: Rules
    equipment: Equipment
    cards: tuple[str, ...]
    steps: tuple[Step, ...]
    right_cards: tuple[str, ...] = (ANY,)


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


class _EquipmentForm(Form):
    shoe: Literal["manual", "automated", "double", "hand"] = "manual"
    shuffler: Literal["none", "batch", "continuous", "in_shoe"] = "none"
    reader: bool = True
    red_suits: Literal["left", "right"] = "left"
    backs: list[Colour] | None = None


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
        backs = tuple(form.backs or ())
        equipment = Equipment(form.shoe, form.shuffler, form.reader, form.red_suits, backs)
        check = Check(faults, place, "equipment")
        check_hand(check, "shoe", game, equipment.shoe, equipment.shuffler)
        kind = DOUBLE if equipment.shoe == DOUBLE else equipment.shuffler
        check_backs(check, "backs", game, kind, form.backs)
        if rules is not widest:
            check_variation(check, "shoe", equipment.shoe, rules)
        _check_double(check, game, form)
        _check_devices(check, game, form)
    cards: tuple[str, ...] = ()
    right: tuple[str, ...] = (ANY,)
    with faults.kept():
        cards, right = _cards(said.get("cards", ANY), rules.decks, place, equipment)
    steps = _steps(said.get("steps"), place, _layout(game, rules, equipment), faults)
    faults.raise_any()
    return Scenario(said["title"], game, said.get("seed", 0), rules, equipment, cards, steps, right)


@clause("topic:peek", "topic:dealing-from-shoe")
def _check_devices(check: Check, game: str, form: _EquipmentForm) -> None:
    """The blackjack family needs a card reader. An automated shoe is for a game whose chapter has it."""
    what, remedy = "this game needs a card reader", "write true, or leave it out"
    check.that(form.reader or not has_reader(game), "reader", form.reader, what, remedy)
    what = f"{game} is not dealt from an automated shoe"
    check.that(form.shoe != AUTOMATED or has_automated_shoe(game), "shoe", form.shoe, what, "write manual")
    check_shuffler(check, "shuffler", form.shuffler, game, form.shuffler)
    what = "an automated shoe that shuffles by itself is not used in this build"
    both = form.shoe == AUTOMATED and form.shuffler == IN_SHOE
    check.that(not both, "shuffler", form.shuffler, what, "write none, or batch")


@clause("topic:sides-of-double-shoe")
def _check_double(check: Check, game: str, form: _EquipmentForm) -> None:
    """A double shoe is for a game whose chapter has it; each side has decks of its own, shuffled by hand."""
    double = form.shoe == DOUBLE
    what = f"{game} is not dealt from a double shoe"
    check.that(not double or has_double_shoe(game), "shoe", form.shoe, what, "write manual")
    what = f"a double shoe goes with no {form.shuffler} shuffler in this build: each side is shuffled by hand"
    check.that(not double or form.shuffler == "none", "shuffler", form.shuffler, what, "write none")
    what = "red_suits is about the sides of a double shoe"
    said = "red_suits" in form.model_fields_set
    check.that(double or not said, "red_suits", form.red_suits, what, "leave it out, or write shoe: double")


def _cards(
    said: object, decks: int, place: str, equipment: Equipment
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The order of the shoe, or of both sides of a double one."""
    if equipment.shoe != DOUBLE:
        return read_cards(said, decks, place, key="cards"), (ANY,)
    left, right = read_sides(said, decks, place, key="cards")
    return left or (ANY,), right or (ANY,)


def _mapping(said: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    """The mapping under `key`; anything else there was noted as a fault of the top level."""
    found = said.get(key)
    return found if isinstance(found, dict) else {}


def _layout(game_name: str, rules: Rules, equipment: Equipment) -> Layout:
    game = find_game(game_name)
    by_step = frozenset((*LATER_WAGERS, *ON_BOXES))
    wagers = tuple(wager for wager in game.wagers if wager not in by_step)
    wagers = (*wagers, ON_HANDS) if set(ON_BOXES) & set(game.wagers) else wagers
    devices: tuple[str, ...] = (*DEVICES, "shuffler") if equipment.shuffler in SHUFFLERS else DEVICES
    if equipment.shoe == HAND:
        devices = tuple(name for name in devices if name != "shoe")
    if not has_reader(game_name):
        devices = tuple(name for name in devices if name != "reader")
    devices = (*devices, "progressive") if rules.progressives else devices
    double = equipment.shoe == DOUBLE
    return Layout(
        rules.boxes, rules.decks, wagers, game.verbs, devices, double, game_name, equipment.shoe == AUTOMATED
    )


def installed(scenario: Scenario) -> Installed:
    """The equipment of a rehearsal's table, as the controller is told of it."""
    by_itself = scenario.equipment.shuffler in ("continuous", "in_shoe")
    return Installed(
        shuffler=scenario.equipment.shuffler,
        approval=APPROVAL if by_itself else "",
        boxes=scenario.rules.boxes,
        rack_decks=scenario.rules.decks,
        backs=scenario.equipment.backs or BACKS,
        shoe="single" if scenario.equipment.shoe == MANUAL else scenario.equipment.shoe,
        red_suits=scenario.equipment.red_suits,
    )


def _steps(said: object, place: str, layout: Layout, faults: Faults) -> tuple[Step, ...]:
    found: list[Step] = []
    opening = 0  # how many stacks are still to be loaded, of a table that is opened step by step
    for number, step in enumerate(said if isinstance(said, list) else (), 1):
        with faults.kept():
            read = read_step(step, number, place, layout)
            if isinstance(read, Opening) and read.what in ("open", "load"):
                opening = 1 + layout.double if read.what == "open" else max(0, opening - 1)
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
