"""How the steps about a progressive system are written: what it selects, and what the dealer says that he
counted.

What a form is made of is in step_values.py; all steps together are in step_forms.py.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.forms import Form, Money, one_of
from controller.rehearsal import steps as s
from controller.rehearsal.cards import read_card
from controller.rehearsal.step_values import AnyBox, At


class _SelectsForm(Form):
    magic_card: str = ""
    lucky_player: AnyBox = 0


class _MiscountForm(Form):
    wager: str
    amount: Money


def _selects(at: At, said: object) -> s.Step:
    form = at.form(_SelectsForm, said)
    if form.magic_card:
        read_card(form.magic_card, at.place, key=f"{at.name}.magic_card", step=at.step)
    return s.Selects(form.magic_card, form.lucky_player)


def _miscount(at: At, said: object) -> s.Step:
    form = at.form(_MiscountForm, said)
    if form.wager not in at.layout.wagers:
        raise at.fault(
            "this game has no such wager", one_of(at.layout.wagers, form.wager), "wager", form.wager
        )
    return s.Miscounts(form.wager, form.amount)


FORMS: Final[Mapping[str, Callable[[At, object], s.Step]]] = {"selects": _selects, "miscount": _miscount}
"""Steps about a progressive system."""
