"""What every form of a step is made of: boxes, hands, names, numbers, and where a step stands in its file.

An error names file, step and key. Which steps there are is in step_forms.py; what a person could try is a
step like any other, and whether it is refused is for the table to say.
"""

from typing import Annotated, Final

from msgspec import Struct
from pydantic import AfterValidator, ValidationInfo

from controller.faults import ConfigFault, ConfigFaults, shown
from controller.forms import ModelT, one_of, read_form, wrong

MOST_CARDS: Final = 8 * 54
MOST_TEXT: Final = 80
MOST_NAME: Final = 32
NAME_REMEDY: Final = f"write 1 to {MOST_NAME} letters, digits and signs of ASCII, as player cards carry them"
TEXT_REMEDY: Final = f"write 1 to {MOST_TEXT} signs on one line"


class Layout(Struct, frozen=True):
    """What the steps of one scenario may name. wagers: those that open a round. devices: the words for
    the devices that the equipment has. double: the shoe has two sides. game: its name. automated:
    the shoe dispenses stacks."""

    boxes: int
    decks: int
    wagers: tuple[str, ...]
    verbs: tuple[str, ...]
    devices: tuple[str, ...]
    double: bool = False
    game: str = ""
    automated: bool = False

    @property
    def is_poker(self) -> bool:
        """Whether the game is not of the blackjack family."""
        return "exchange" in self.verbs

    @property
    def is_held(self) -> bool:
        """Whether cards are dealt from the hand: no shoe is there."""
        return "shoe" not in self.devices


class At(Struct, frozen=True):
    """Where a step stands: file, number, name, and what it may name."""

    place: str
    step: int
    name: str
    layout: Layout

    def form(self, model: type[ModelT], said: object) -> ModelT:
        """`said` as a form; ConfigFaults names this step."""
        return read_form(model, said, self.place, prefix=self.name, step=self.step, context=self.layout)

    def fault(self, what: str, remedy: str, key: str = "", value: object = None) -> ConfigFaults:
        """One fault of this step, to be raised."""
        whole = f"{self.name}.{key}" if key else self.name
        return ConfigFaults((ConfigFault(self.place, what, remedy, key=whole, step=self.step, value=value),))


# ---- a value by itself ------------------------------------------------------------------------------


def is_name(name: object) -> bool:
    """Whether that is a name of a person."""
    if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME:
        return False
    return name.isascii() and name.isprintable() and bool(name.strip())


def is_text(text: object) -> bool:
    """Whether that is a note of one line."""
    return isinstance(text, str) and 0 < len(text) <= MOST_TEXT and text.isprintable() and bool(text.strip())


def name_of(at: At, said: object) -> str:
    """`said` as a person's name."""
    if not is_name(said):
        raise at.fault(f"{shown(said)} is no name", NAME_REMEDY, value=said)
    return str(said)


def text_of(at: At, said: object) -> str:
    """`said` as a note of one line."""
    if not is_text(said):
        raise at.fault(f"{shown(said)} is no note", TEXT_REMEDY, value=said)
    return str(said)


# ---- a value of a form --------------------------------------------------------------------------------


def _layout(info: ValidationInfo) -> Layout:
    assert isinstance(info.context, Layout)
    return info.context


def _on_layout(box: int, info: ValidationInfo) -> int:
    boxes = _layout(info).boxes
    if not 1 <= box <= boxes:
        raise wrong(f"the layout has no box {box}", f"it has boxes 1 to {boxes}")
    return box


def _a_box_or_none(box: int, info: ValidationInfo) -> int:
    return box if box == 0 else _on_layout(box, info)


def _a_hand(hand: int) -> int:
    if hand < 1:
        raise wrong(f"{hand} is no hand", "hands count from 1")
    return hand


def _a_verb(verb: str, info: ValidationInfo) -> str:
    verbs = _layout(info).verbs
    if verb not in verbs:
        raise wrong(f"this game has no {shown(verb)}", one_of(verbs, verb))
    return verb


def _a_name(name: str) -> str:
    if not is_name(name):
        raise wrong(f"{shown(name)} is no name", NAME_REMEDY)
    return name


def _a_device(device: str, info: ValidationInfo) -> str:
    devices = _layout(info).devices
    if device not in devices:
        raise wrong(f"the equipment has no {shown(device)}", one_of(devices, device))
    return device


def _a_number(cards: int) -> int:
    if not 0 <= cards <= MOST_CARDS:
        raise wrong(f"{cards} is no number of cards", f"write 0 to {MOST_CARDS}")
    return cards


def _a_text(text: str) -> str:
    if not is_text(text):
        raise wrong(f"{shown(text)} is no note", TEXT_REMEDY)
    return text


Box = Annotated[int, AfterValidator(_on_layout)]
AnyBox = Annotated[int, AfterValidator(_a_box_or_none)]
HandNumber = Annotated[int, AfterValidator(_a_hand)]
Verb = Annotated[str, AfterValidator(_a_verb)]
Name = Annotated[str, AfterValidator(_a_name)]
Device = Annotated[str, AfterValidator(_a_device)]
Number = Annotated[int, AfterValidator(_a_number)]
Text = Annotated[str, AfterValidator(_a_text)]
