"""How the steps between rounds, and the steps of trouble, are written: opening, cutting, waiting, faults.

What a form is made of is in step_values.py; all steps together are in step_forms.py.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from controller.faults import shown
from controller.forms import Form, one_of
from controller.rehearsal import steps as s
from controller.rehearsal.cards import ANY, read_card, read_cards, read_sides
from controller.rehearsal.fault_kinds import BY_HANDS, kinds_of
from controller.rehearsal.step_values import (
    MOST_CARDS,
    AnyBox,
    At,
    Device,
    Name,
    Number,
    Text,
    text_of,
)
from controller.table.commands import INCIDENTS
from controller.table.double_shoe import SIDES
from controller.table.machine_trouble import MARKS
from controller.table.remedies import REMEDIES
from controller.table.supply import CARDS_A_DECK

MOST_MINUTES: Final = 14 * 24 * 60
"""The longest that a script may let pass at once: fourteen days."""
Source = Literal["fresh", "preshuffled"]


class _LoseCardForm(Form):
    side: Literal["left", "right"]


class _CardsForm(Form):
    source: Source | Annotated[list[Source], Field(min_length=1)]


class _ConfirmForm(Form):
    boxes: Number | None = None
    rack: Literal["height", "mark"] | None = None
    rack_decks: Number | None = None
    odds: bool = True


class _InspectForm(Form):
    defect: Text


class _LookForm(Form):
    player: Name = ""
    respread: bool = False


class _CutForm(Form):
    by: Literal["player", "dealer"] = "dealer"
    depth: Number = 0
    cover: Number = 0


class _IdleForm(Form):
    face: Literal["up", "down"] = "down"


class _MarkForm(Form):
    shoe: Literal["covered", "signed"]


class _InServiceForm(Form):
    device: Literal["shuffler", "shoe"]


class _WaitForm(Form):
    hours: int = 0
    minutes: int = 0


class _FaultForm(Form):
    device: Device
    kind: str
    place: str = ""
    after: int | None = None


class _RepairForm(Form):
    device: Device


class _IncidentForm(Form):
    kind: str
    box: AnyBox = 0
    note: Text = ""


# ---- between rounds -----------------------------------------------------------------------------------


def _sources(at: At, said: object) -> tuple[str, ...]:
    source = at.form(_CardsForm, said).source
    return (source,) if isinstance(source, str) else tuple(source)


def _open(at: At, said: object) -> s.Step:
    return s.Opening("open", _sources(at, said))


def _change_cards(at: At, said: object) -> s.Step:
    return s.ChangeCards(_sources(at, said))


def _shuffle(at: At, said: object) -> s.Step:
    if not at.layout.double:
        return s.Shuffle(read_cards(said, at.layout.decks, at.place, key=at.name, step=at.step))
    left, right = read_sides(said, at.layout.decks, at.place, key=at.name, step=at.step)
    named = tuple(side for side, cards in zip(SIDES, (left, right), strict=True) if cards is not None)
    return s.Shuffle(left or (ANY,), right or (ANY,), named)


def _side(at: At, said: object) -> int:
    """A side of the double shoe, as its index."""
    if not isinstance(said, str) or said not in SIDES:
        raise at.fault(f"{shown(said)} is no side of the shoe", one_of(SIDES, said), value=said)
    return SIDES.index(said)


def _determinant(at: At, said: object) -> s.Step:
    return s.Determinant(_side(at, said))


def _lose_card(at: At, said: object) -> s.Step:
    if not at.layout.double:
        raise at.fault("lose_card stands alone", "write the bare word lose_card", value=said)
    return s.LoseCard(SIDES.index(at.form(_LoseCardForm, said).side))


def _confirm(at: At, said: object) -> s.Step:
    form = at.form(_ConfirmForm, said)
    return s.Confirm(form.boxes, form.rack, form.rack_decks, form.odds)


def _inspect(at: At, said: object) -> s.Step:
    return s.Inspect(at.form(_InspectForm, said).defect)


def _look(at: At, said: object) -> s.Step:
    form = at.form(_LookForm, said)
    return s.Look(form.player, form.respread)


def _cut(at: At, said: object) -> s.Step:
    form = at.form(_CutForm, said)
    return s.Cut(form.by, form.depth, form.cover)


def _recut(at: At, said: object) -> s.Step:
    return s.Recut(text_of(at, said))


def _idle(at: At, said: object) -> s.Step:
    return s.Idle(at.form(_IdleForm, said).face)


def _mark(at: At, said: object) -> s.Step:
    """One word for the shuffler; of an automated shoe a mapping."""
    if isinstance(said, Mapping):
        return s.Mark(at.form(_MarkForm, said).shoe, "shoe")
    if not isinstance(said, str) or said not in MARKS:
        raise at.fault(f"{shown(said)} is no mark", one_of(MARKS, said), value=said)
    return s.Mark(said)


def _in_service(at: At, said: object) -> s.Step:
    return s.InService(at.form(_InServiceForm, said).device)


def _count(at: At, said: object) -> s.Step:
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= MOST_CARDS:
        raise at.fault(f"{shown(said)} is no number of cards", f"write 0 to {MOST_CARDS}", value=said)
    return s.Count(said)


def _wait(at: At, said: object) -> s.Step:
    form = at.form(_WaitForm, said)
    minutes = form.hours * 60 + form.minutes
    if not (form.hours >= 0 and form.minutes >= 0 and 0 < minutes <= MOST_MINUTES):
        remedy = "write hours and minutes, together 1 minute to 14 days"
        raise at.fault(f"{shown(said)} cannot be waited", remedy, value=said)
    return s.Wait(minutes)


# ---- trouble ------------------------------------------------------------------------------------------


def _fault(at: At, said: object) -> s.Step:
    form = at.form(_FaultForm, said)
    automated = at.layout.automated and form.device == "shoe"
    kinds = kinds_of(form.device, automated=automated)
    if form.kind not in kinds:
        what = f"a {form.device} does not fail by {shown(form.kind)}"
        raise at.fault(what, one_of(kinds, form.kind), "kind", form.kind)
    places = kinds[form.kind].places
    if form.place not in places:
        remedy = one_of([place for place in places if place], form.place)
        raise at.fault(f"{shown(form.place)} is no place of that fault", remedy, "place", form.place)
    if form.after is not None and not automated:
        raise at.fault(
            "only an automated shoe fails after a number of cards", "leave it out", "after", form.after
        )
    if form.after is not None and not (1 <= form.after < CARDS_A_DECK and form.kind not in BY_HANDS):
        remedy = f"write 1 to {CARDS_A_DECK - 1}, of a fault of the shoe's own"
        raise at.fault(f"nothing fails so after {form.after} cards", remedy, "after", form.after)
    return s.Fault(form.device, form.kind, form.place, form.after or 0)


def _repair(at: At, said: object) -> s.Step:
    return s.Repair(at.form(_RepairForm, said).device)


def _floor(at: At, said: object) -> s.Step:
    if isinstance(said, Mapping) and list(said) == ["enter_card"]:
        key = f"{at.name}.enter_card"
        return s.EnterCard(read_card(said["enter_card"], at.place, key=key, step=at.step))
    if isinstance(said, str) and said in REMEDIES:
        return s.Floor(said)
    remedy = f"{one_of(REMEDIES, said)}, or {{enter_card: CARD}}"
    raise at.fault(f"{shown(said)} is nothing that the floorperson can choose", remedy, value=said)


def _incident(at: At, said: object) -> s.Step:
    form = at.form(_IncidentForm, said)
    if form.kind not in INCIDENTS:
        what = f"there is no incident {shown(form.kind)}"
        raise at.fault(what, one_of(INCIDENTS, form.kind), "kind", form.kind)
    return s.Incident(form.kind, form.box, form.note)


FORMS: Final[Mapping[str, Callable[[At, object], s.Step]]] = {
    "open": _open,
    "shuffle": _shuffle,
    "confirm_table": _confirm,
    "inspect": _inspect,
    "look": _look,
    "cut": _cut,
    "recut": _recut,
    "idle": _idle,
    "determinant": _determinant,
    "lose_card": _lose_card,
    "change_cards": _change_cards,
    "mark": _mark,
    "in_service": _in_service,
    "count": _count,
    "wait": _wait,
    "fault": _fault,
    "repair": _repair,
    "floor": _floor,
    "incident": _incident,
}
"""Steps between rounds, and of trouble, that are a mapping with one key."""
