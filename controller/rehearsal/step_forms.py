"""All steps of a scenario by their words: which are a bare word, which a mapping with one key.

What no table could hold is an error that names file, step and key: an unknown key, verb or wager of this
game, a box that the layout has not, a malformed amount. What a person could try is a step like any other;
whether it is refused is for the table to say, never for this file. How each is written is in round_forms.py
and table_forms.py.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.faults import ConfigFault, ConfigFaults, shown
from controller.forms import one_of
from controller.rehearsal import progressive_forms, round_forms, table_forms
from controller.rehearsal import steps as s
from controller.rehearsal.step_values import At, Layout

__all__ = ["FORMS", "WORDS", "Layout", "read_step"]

FORMS: Final[Mapping[str, Callable[[At, object], s.Step]]] = {
    **round_forms.FORMS,
    **table_forms.FORMS,
    **progressive_forms.FORMS,
}
"""Steps that are a mapping with one key."""
WORDS: Final[Mapping[str, s.Step]] = {
    "deal": s.Deal(),
    "rest": s.Rest(),
    "needless_card": s.NeedlessCard(),
    "power_loss": s.PowerLoss(),
    "look": s.Look(),
    "refuse_cut": s.RefuseCut(),
    "idle": s.Idle(),
    "change_cards": s.ChangeCards(),
    "in_service": s.InService(),
    "lose_card": s.LoseCard(),
    "reader_not_due": s.ReaderNotDue(),
    "confirm_table": s.Confirm(),
    "wrong_side": s.WrongSide(),
    **{word: s.Opening(word) for word in s.OPENING},
}
"""Steps that are a bare word."""
OF_BLACKJACK: Final = frozenset(
    (
        "insurance",
        "even_money",
        "admit",
        "needless_card",
        "accept_card",
        "refuse_card",
        "forget_card",
        "card_went",
        "discards",
        "card_in_error",
        "reader_not_due",
        "inspect_reader",
        "selects",
        "miscount",
    )
)
"""Steps about what only the blackjack family has: insurance, a reader, a dealer who draws to 17, hands
that ask for single cards, a shoe that is dealt on from its discards, a deck held in the hand, progressive
wagers."""
OF_POKER: Final = frozenset(("leave",))
"""Steps about what only a chapter of poker has: wagers that are treated as lost."""
OF_HAND: Final = frozenset(("card_in_error",))
"""Of these the ones that any game has where a deck is held in the hand."""
OF_DOUBLE: Final = frozenset(("determinant", "wrong_side"))
"""Steps that need a shoe with two sides."""


def read_step(said: object, number: int, place: str, layout: Layout) -> s.Step:
    """Step `number` of the file `place`. ConfigFaults names file, step and key."""
    name, value = _name_and_value(said)
    at = At(place, number, name, layout)
    if name in OF_DOUBLE and not layout.double:
        what = f"{name} is about a double shoe, and this table has none"
        raise at.fault(what, "leave it out, or write equipment: {shoe: double}", value=value)
    if name in OF_POKER and not layout.is_poker:
        what = f"{layout.game} has no {name}: its wagers stay in play when a player leaves"
        raise at.fault(what, "leave it out, or write incident: {kind: player_left}", value=value)
    if name in OF_BLACKJACK and layout.is_poker and not (name in OF_HAND and layout.is_held):
        what = f"{layout.game} has no {name}: it is a step of the blackjack family"
        remedy = "leave it out; a card drawn in error is fault: {device: shoe, kind: draw_while_locked}"
        short = "leave it out"
        drawn = name in ("needless_card", "card_in_error")
        raise at.fault(what, remedy if drawn else short, value=value)
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
