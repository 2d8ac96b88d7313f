"""Reading the steps of a scenario: one form a step, each key checked, each fault with its step number.

A step is invalid where no table could hold it: an unknown key, verb or wager of this game, a box that the
layout has not, a malformed amount. What a person could try is a step like any other; whether it is
refused is for the table to say, never for this file.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from msgspec import Struct
from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo

from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import Amount, Form, ModelT, one_of, read_form, wrong
from controller.rehearsal import steps as s
from controller.rehearsal.cards import read_card, read_cards
from controller.table.irregularities import REMEDIES

_MOST_NAME: Final = 32
_NAME_REMEDY: Final = (
    f"write 1 to {_MOST_NAME} letters, digits and signs of ASCII, as player cards carry them"
)


class Layout(Struct, frozen=True):
    """What the steps of one scenario may name. wagers: those that open a round. devices: the words for
    the devices that the equipment has."""

    boxes: int
    decks: int
    wagers: tuple[str, ...]
    verbs: tuple[str, ...]
    devices: tuple[str, ...]


# ---- values ---------------------------------------------------------------------------------------


def _layout(info: ValidationInfo) -> Layout:
    assert isinstance(info.context, Layout)
    return info.context


def _on_layout(box: int, info: ValidationInfo) -> int:
    boxes = _layout(info).boxes
    if not 1 <= box <= boxes:
        raise wrong(f"the layout has no box {box}", f"it has boxes 1 to {boxes}")
    return box


def _a_hand(hand: int) -> int:
    if hand < 1:
        raise wrong(f"{hand} is no hand", "hands count from 1")
    return hand


def _a_verb(verb: str, info: ValidationInfo) -> str:
    verbs = _layout(info).verbs
    if verb not in verbs:
        raise wrong(f"this game has no {shown(verb)}", one_of(verbs, verb))
    return verb


def _is_name(name: object) -> bool:
    if not isinstance(name, str) or not 0 < len(name) <= _MOST_NAME:
        return False
    return name.isascii() and name.isprintable() and bool(name.strip())


def _a_name(name: str) -> str:
    if not _is_name(name):
        raise wrong(f"{shown(name)} is no name", _NAME_REMEDY)
    return name


def _a_device(device: str, info: ValidationInfo) -> str:
    devices = _layout(info).devices
    if device not in devices:
        raise wrong(f"the equipment has no {shown(device)}", one_of(devices, device))
    return device


Box = Annotated[int, AfterValidator(_on_layout)]
HandNumber = Annotated[int, AfterValidator(_a_hand)]
Name = Annotated[str, AfterValidator(_a_name)]
Device = Annotated[str, AfterValidator(_a_device)]


# ---- forms ----------------------------------------------------------------------------------------


class _WagerForm(Form):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Amount] = Field(init=False)

    box: Box
    player: Name | None = None


class _InsuranceForm(Form):
    box: Box
    amount: Amount


class _EvenMoneyForm(Form):
    box: Box
    hand: HandNumber = 1


class _PlayForm(Form):
    box: Box
    hand: HandNumber = 1
    do: Annotated[str, AfterValidator(_a_verb)]
    amount: Amount | None = None


class _FaultForm(Form):
    device: Device
    kind: str
    place: str = ""


class _RepairForm(Form):
    device: Device


# ---- steps ----------------------------------------------------------------------------------------


class _At(Struct, frozen=True):
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


def _wager(at: _At, said: object) -> s.Step:
    faults = Faults()
    with faults.kept():
        form = at.form(_WagerForm, said)
    if isinstance(said, Mapping):
        _check_wagers(at, [key for key in said if key not in ("box", "player")], faults)
    faults.raise_any()
    return s.Wager(form.box, tuple(form.__pydantic_extra__.items()), form.player or "")


def _check_wagers(at: _At, names: list[Any], faults: Faults) -> None:
    known = at.layout.wagers
    for name in names:
        if isinstance(name, str) and name not in known:
            key = f"{at.name}.{name}"
            remedy = one_of((*known, "box", "player"), name)
            what = "this game has no such wager or key"
            faults.add(ConfigFault(at.place, what, remedy, key=key, step=at.step, value=name))
    if not names:
        remedy = f"write one of {', '.join(known)} with its amount"
        faults.add(ConfigFault(at.place, "no wager is named", remedy, key=at.name, step=at.step))


def _insurance(at: _At, said: object) -> s.Step:
    form = at.form(_InsuranceForm, said)
    return s.Insurance(form.box, form.amount)


def _even_money(at: _At, said: object) -> s.Step:
    form = at.form(_EvenMoneyForm, said)
    return s.EvenMoney(form.box, form.hand)


def _play(at: _At, said: object) -> s.Step:
    form = at.form(_PlayForm, said)
    return s.Play(form.box, form.do, form.hand, form.amount or 0, form.amount is not None)


def _shuffle(at: _At, said: object) -> s.Step:
    return s.Shuffle(read_cards(said, at.layout.decks, at.place, key=at.name, step=at.step))


def _fault(at: _At, said: object) -> s.Step:
    form = at.form(_FaultForm, said)
    kinds = s.FAULTS[form.device]
    if form.kind not in kinds:
        what = f"a {form.device} does not fail by {shown(form.kind)}"
        raise at.fault(what, one_of(kinds, form.kind), "kind", form.kind)
    places = kinds[form.kind].places
    if form.place not in places:
        remedy = one_of([place for place in places if place], form.place)
        raise at.fault(f"{shown(form.place)} is no place of that fault", remedy, "place", form.place)
    return s.Fault(form.device, form.kind, form.place)


def _repair(at: _At, said: object) -> s.Step:
    return s.Repair(at.form(_RepairForm, said).device)


def _floor(at: _At, said: object) -> s.Step:
    if isinstance(said, Mapping) and list(said) == ["enter_card"]:
        key = f"{at.name}.enter_card"
        return s.EnterCard(read_card(said["enter_card"], at.place, key=key, step=at.step))
    if isinstance(said, str) and said in REMEDIES:
        return s.Floor(said)
    remedy = f"{one_of(REMEDIES, said)}, or {{enter_card: CARD}}"
    raise at.fault(f"{shown(said)} is nothing that the floorperson can choose", remedy, value=said)


def _name(at: _At, said: object) -> str:
    if not _is_name(said):
        raise at.fault(f"{shown(said)} is no name", _NAME_REMEDY, value=said)
    assert isinstance(said, str)
    return said


def _new_dealer(at: _At, said: object) -> s.Step:
    return s.NewDealer(_name(at, said))


def _admit(at: _At, said: object) -> s.Step:
    return s.Admit(_name(at, said))


FORMS: Final[Mapping[str, Callable[[_At, object], s.Step]]] = {
    "wager": _wager,
    "insurance": _insurance,
    "even_money": _even_money,
    "play": _play,
    "shuffle": _shuffle,
    "fault": _fault,
    "repair": _repair,
    "floor": _floor,
    "new_dealer": _new_dealer,
    "admit": _admit,
}
"""Steps that are a mapping with one key."""
WORDS: Final[Mapping[str, s.Step]] = {
    "deal": s.Deal(),
    "rest": s.Rest(),
    "needless_card": s.NeedlessCard(),
    "power_loss": s.PowerLoss(),
    **{word: s.Opening(word) for word in s.OPENING},
}
"""Steps that are a bare word."""


def read_step(said: object, number: int, place: str, layout: Layout) -> s.Step:
    """Step `number` of the file `place`. ConfigFaults names file, step and key."""
    name, value = _name_and_value(said)
    at = _At(place, number, name, layout)
    if value is None and name in WORDS:
        return WORDS[name]
    if name in FORMS:
        return FORMS[name](at, value)
    if name in WORDS:
        raise at.fault(f"{name} stands alone", f"write the bare word {name}", value=value)
    remedy = "write one word, or a mapping with one key"
    words = one_of((*FORMS, *WORDS), name) if name else remedy
    what = f"there is no step {shown(name)}" if name else f"{shown(said)} is no step"
    raise ConfigFaults((ConfigFault(place, what, words, key=name, step=number, value=said),))


def _name_and_value(said: object) -> tuple[str, object]:
    """The step's name and what stands behind it; no name where it is neither word nor one key."""
    if isinstance(said, str):
        return said, None
    if isinstance(said, Mapping) and len(said) == 1:
        ((name, value),) = said.items()
        return (name, value) if isinstance(name, str) else ("", value)
    return "", None
