"""What stands at a table besides its devices' ports: how the cards are shuffled, layout, rack, backs.

The table [equipment] of an installation's file, together with what the file says that shuffler and shoe can
do, becomes the Equipment that the rules ask for. What is wrong with either is told here; how the rest of
the file is read is in installation.py, and what follows from a piece of equipment in controller/table.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import AfterValidator

from controller.faults import Faults, shown
from controller.forms import Form, wrong
from controller.regulation.marks import clause
from controller.submission import (
    Check,
    check_layout,
    has_automated_shoe,
    has_double_shoe,
    is_dealt_from_hand,
    may_have_one_batch,
    shufflers_of,
)
from controller.table.double_shoe import DOUBLE
from controller.table.state import AUTOMATED, HAND, HAND_DEALT, Equipment, Rules

if TYPE_CHECKING:
    from controller.installation import InstalledDevice

KINDS: Final = ("batch", "continuous")
"""What a shuffler is; its capabilities in the file name one of them."""
SHUFFLES: Final = "shuffles"
COUNTS: Final = "counts"
DISPENSES: Final = "dispenses"
"""What an automated dealing shoe is said to do."""
EXIT: Final = "exit"
"""It sees whether a stack lies in its exit: the next one comes when the last was taken."""
IN_SHOE: Final = "in_shoe"
_IN_WORDS: Final = {
    "none": "",
    "batch": "batch shuffler",
    "continuous": "continuous shuffler",
    IN_SHOE: "shoe that shuffles by itself",
}
_COLOUR: Final = re.compile(r"[a-z](?:[a-z -]{0,30}[a-z])?")
_MOST_REFERENCE: Final = 120


def _a_reference(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > _MOST_REFERENCE:
        what = f"{shown(text)} is no reference of an approval"
        raise wrong(what, f"write it on one line of at most {_MOST_REFERENCE} characters, or leave it out")
    return text.strip()


def _a_number(decks: int) -> int:
    if decks < 1:
        raise wrong(f"a rack shows at least one deck, not {shown(decks)}", "write how many decks it shows")
    return decks


def _a_colour(word: str) -> str:
    if not _COLOUR.fullmatch(word):
        raise wrong(f"{shown(word)} is no colour", "write it in small letters, such as red")
    return word


Decks = Annotated[int, AfterValidator(_a_number)]
Colour = Annotated[str, AfterValidator(_a_colour)]


class EquipmentForm(Form):
    """The table [equipment]; every key may be left out."""

    approval: Annotated[str, AfterValidator(_a_reference)] | None = None
    boxes: int | None = None
    rack: Literal["height", "mark"] = "height"
    rack_decks: Decks | None = None
    backs: list[Colour] | None = None
    reader_shows: bool = False
    shoe: Literal["single", "hand"] = "single"
    red_suits: Literal["left", "right"] | None = None


def equipment_of(
    form: EquipmentForm, game: str, devices: Sequence["InstalledDevice"], place: str, faults: Faults
) -> Equipment:
    """The equipment of the file `place`, a table of that game; what does not go together is added to
    `faults`."""
    check = Check(faults, place, "")
    if form.boxes is not None:
        check_layout(check, game, "equipment.boxes", form.boxes)
    shuffler = _shuffler(check, devices)
    check_hand(check, "equipment.shoe", game, form.shoe, shuffler)
    if shuffler:
        machine = _find(devices, "shuffler" if shuffler in KINDS else "shoe")
        check_shuffler(check, "devices", machine.name if machine is not None else "", game, shuffler)
    double = _is_double(check, game, devices)
    automated = _is_automated(check, game, devices)
    what = (
        "red_suits says for which side of a double shoe hearts and diamonds stand, and this one has no sides"
    )
    remedy = f'leave it out, or name "{DOUBLE}" of the shoe'
    check.that(double or form.red_suits is None, "equipment.red_suits", form.red_suits, what, remedy)
    if shuffler:
        _check_approval(check, shuffler, form.approval, devices)
        check_backs(check, "equipment.backs", game, "double" if double else shuffler, form.backs)
    return Equipment(
        shuffler=shuffler or "none",
        approval=form.approval or "",
        boxes=form.boxes or 0,
        rack=form.rack,
        rack_decks=form.rack_decks or 0,
        backs=tuple(form.backs or ()),
        reader_shows=form.reader_shows,
        shoe=DOUBLE if double else AUTOMATED if automated else form.shoe,
        red_suits=form.red_suits or "left",
    )


@clause("topic:sides-of-double-shoe")
def _is_double(check: Check, game: str, devices: Sequence["InstalledDevice"]) -> bool:
    """Whether the shoe is said to have two sides: for a game whose chapter has one, and shuffled by hand."""
    shoe = _find(devices, "shoe")
    if shoe is None or DOUBLE not in shoe.capabilities:
        return False
    key, said = f"devices.{shoe.name}.capabilities", list(shoe.capabilities)
    what = f"{game} is not dealt from a double shoe"
    check.that(has_double_shoe(game), key, said, what, "install a shoe with one compartment")
    machine = _find(devices, "shuffler")
    what = "the sides of a double shoe are shuffled by hand in this build, and a shuffler is installed"
    remedy = "install one of the two"
    by_hand = machine is None and SHUFFLES not in shoe.capabilities
    check.that(by_hand, "devices", shoe.name if machine is None else machine.name, what, remedy)
    return True


@clause("671a.10(a)")
def _is_automated(check: Check, game: str, devices: Sequence["InstalledDevice"]) -> bool:
    """Whether the shoe is said to dispense stacks: for a game whose chapter has such a shoe, and only one
    that sees its exit."""
    shoe = _find(devices, "shoe")
    if shoe is None or DISPENSES not in shoe.capabilities:
        return False
    key, said = f"devices.{shoe.name}.capabilities", list(shoe.capabilities)
    what = f"{game} is not dealt from an automated shoe"
    check.that(has_automated_shoe(game), key, said, what, "install a shoe that cards are drawn from")
    what = (
        "an automated shoe gives its next stack when the last one was taken, and this one is not said to see"
    )
    remedy = f'add "{EXIT}", or install a shoe that sees its exit'
    check.that(EXIT in shoe.capabilities, key, said, f"{what} that", remedy)
    what = "an automated shoe that shuffles by itself is not used in this build"
    remedy = "install a shuffler beside it, or a shoe that cards are drawn from"
    check.that(SHUFFLES not in shoe.capabilities, key, said, what, remedy)
    return True


def kind_in_words(equipment: Equipment) -> str:
    """What shuffles at this table, for a person; "" where nothing does but the dealer."""
    return _IN_WORDS[equipment.shuffler]


@clause("topic:two-batches", "topic:self-shuffling-shoe")
def _shuffler(check: Check, devices: Sequence["InstalledDevice"]) -> str:
    """What shuffles: "none", "batch", "continuous" or "in_shoe"; "" where the file does not make that
    clear, so that one fault does not make others."""
    machine = _find(devices, "shuffler")
    shoe = _find(devices, "shoe")
    shuffling = shoe is not None and SHUFFLES in shoe.capabilities
    if machine is None:
        return IN_SHOE if shuffling else "none"
    kinds = [word for word in KINDS if word in machine.capabilities]
    said = (
        "says that it is both batch and continuous" if kinds else "does not say what kind of shuffler it is"
    )
    key = f"devices.{machine.name}.capabilities"
    one = len(kinds) == 1
    check.that(one, key, list(machine.capabilities), said, 'name exactly one of "batch" and "continuous"')
    what = f"the shoe is said to shuffle by itself, and {machine.name} is a shuffler beside it"
    remedy = "install one of the two, or correct the capabilities of the shoe"
    check.that(not shuffling, "devices", machine.name, what, remedy)
    return kinds[0] if one and not shuffling else ""


def _find(devices: Sequence["InstalledDevice"], role: str) -> "InstalledDevice | None":
    return next((device for device in devices if device.role == role), None)


@clause("topic:self-shuffling-shoe")
def _check_approval(
    check: Check, shuffler: str, approval: str | None, devices: Sequence["InstalledDevice"]
) -> None:
    """A device that reshuffles and counts by itself needs an approval, and nothing else can have one."""
    key = "equipment.approval"
    if shuffler == IN_SHOE:
        what = "is missing, and the shoe shuffles by itself"
        remedy = "write the reference of its laboratory approval (461a.4), or install another shoe"
        check.that(approval is not None, key, None, what, remedy)
    elif shuffler != "continuous":
        what = "no device here reshuffles and counts by itself"
        remedy = f'leave it out, or name "{SHUFFLES}" of the shoe or "continuous" of the shuffler'
        check.that(approval is None, key, approval, what, remedy)
    if shuffler == IN_SHOE or (shuffler == "continuous" and approval is not None):
        _check_counting(check, _find(devices, "shoe" if shuffler == IN_SHOE else "shuffler"))


@clause("topic:self-shuffling-shoe")
def _check_counting(check: Check, device: "InstalledDevice | None") -> None:
    """What is approved reshuffles *and* counts: a device that cannot count is none of that kind."""
    assert device is not None
    key = f"devices.{device.name}.capabilities"
    what = "what reshuffles by an approval counts the cards too, and this device is not said to"
    remedy = f'add "{COUNTS}", or install a device that counts'
    check.that(COUNTS in device.capabilities, key, list(device.capabilities), what, remedy)


_TWO_BATCHES: Final = {
    "batch": "the two batches of a batch shuffler",
    "double": "the two sides of a double shoe",
}


@clause("topic:two-backs", "topic:sides-of-double-shoe")
def check_backs(check: Check, key: str, game: str, shuffler: str, backs: list[str] | None) -> None:
    """Notes another number of colours than two for the two batches of a batch shuffler, or the sides of a
    double shoe, and one for the one batch of another table. Where the chapter allows one batch beside a batch
    shuffler, one colour says so. shuffler: what shuffles, or "double" for that shoe."""
    if backs is None or (shuffler == "batch" and len(backs) == 1 and may_have_one_batch(game)):
        return
    if shuffler in _TWO_BATCHES:
        right = len(backs) == 2 == len(set(backs))
        what = f"{_TWO_BATCHES[shuffler]} have backs of two different colours"
        check.that(right, key, backs, what, 'write two, such as ["red", "blue"]')
    else:
        what = f"one batch is in use at this table, and {len(backs)} colours are written"
        check.that(len(backs) == 1, key, backs, what, 'write one, such as ["red"]')


def check_shuffler(check: Check, key: str, value: str, game: str, shuffler: str) -> None:
    """Notes what may not shuffle the cards of that game, or cannot in this build."""
    known = shufflers_of(game)
    what = f"{game} is not shuffled by a {_IN_WORDS.get(shuffler, shuffler)} in this build"
    remedy = "install " + " or ".join((_IN_WORDS[one] and f"a {_IN_WORDS[one]}") or "none" for one in known)
    check.that(shuffler in known, key, value, what, remedy)


@clause("633a.12(b)(2)", "671a.9(a)(1)")
def check_hand(check: Check, key: str, game: str, shoe: str, shuffler: str) -> None:
    """Notes cards that are dealt from the hand and shuffled by nobody else. shuffler: "" where the file does
    not make that clear, which is a fault of its own."""
    cited = "671a.9(a)(1)" if is_dealt_from_hand(game) else "633a.12(b)(2)"
    what = f"cards that are dealt from the hand, {cited}, are shuffled by an automated shuffler"
    right = shoe != HAND or shuffler in ("", *KINDS)
    check.that(right, key, shoe, what, "install a batch or a continuous shuffler, or a shoe")


@clause("633a.12(b)", "671a.9(a)")
def check_variation(check: Check, key: str, shoe: str, rules: Rules) -> None:
    """Notes a shoe at a table of the variation without one, and none at any other but that of a game whose
    cards may come from either."""
    held = rules.variation == HAND_DEALT
    what = "variation hand_dealt is dealt from the hand, 633a.12(b), and a shoe is installed"
    remedy = f'write "{HAND}", or another variation'
    check.that(shoe == HAND or not held, key, shoe, what, remedy)
    what = "cards are dealt from the hand in Blackjack, variation hand_dealt, alone (633a.12(b))"
    remedy = "install a shoe, or write variation hand_dealt"
    check.that(shoe != HAND or held or is_dealt_from_hand(rules.game), key, shoe, what, remedy)


@clause(
    "topic:box-count",
    "topic:discard-rack",
    "topic:rack-height",
    "topic:rack-mark",
    "topic:rack-of-double-shoe",
)
def check_against(equipment: Equipment, rules: Rules, place: str) -> None:
    """ConfigFaults where layout or rack are not those of the Rules Submission, whose decks are those of one
    side where the shoe has two."""
    faults = Faults()
    check = Check(faults, place, "equipment")
    boxes, decks = equipment.boxes or rules.boxes, equipment.rack_decks or rules.decks
    what = f"the layout has {boxes} boxes, and the submission {rules.boxes}"
    remedy = "install the layout that was submitted, or name the submission of this one"
    check.that(boxes == rules.boxes, "boxes", boxes, what, remedy)
    what = f"the rack shows {decks} decks by its {equipment.rack}, and the submission has {rules.decks}"
    remedy = f"install a rack for {rules.decks} decks, or name another submission"
    check.that(decks == rules.decks, "rack_decks", decks, what, remedy)
    check_variation(check, "shoe", equipment.shoe, rules)
    _check_hours(check, equipment, rules)
    faults.raise_any()


@clause("671a.3(c)(1)")
def _check_hours(check: Check, equipment: Equipment, rules: Rules) -> None:
    """A house that deals from the hand says a time for its cards that the chapter has for that."""
    most = rules.held_change
    what = (
        f"cards that are dealt from the hand are changed after {most} hours at most, and the submission says"
    )
    right = equipment.shoe != HAND or not most or rules.card_change <= most
    remedy = f"name a submission with card_change_hours of at most {most}, or install a shoe"
    check.that(right, "shoe", equipment.shoe, f"{what} {rules.card_change}", remedy)
