"""How the steps of a round are written: wagers, offers, decisions, and the errors of a dealer in it.

What a form is made of is in step_values.py; all steps together are in step_forms.py.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import ConfigDict, Field

from controller.faults import ConfigFault, Faults, shown
from controller.forms import Amount, Form, one_of
from controller.rehearsal import steps as s
from controller.rehearsal.cards import read_cards
from controller.rehearsal.step_values import At, Box, HandNumber, Name, Verb, name_of
from controller.table.commands import MISDEALS

FIVE: Final = 5
"""Cards that each hand of poker is dealt."""
ON_HANDS: Final = "super_on"
"""In one key: the Super Wagers on other boxes' hands, each box with its amount."""


class _WagerForm(Form):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Amount] = Field(init=False)

    box: Box
    player: Name | None = None
    super_on: dict[Box, Amount] | None = None


class _InsuranceForm(Form):
    box: Box
    amount: Amount


class _HandForm(Form):
    box: Box
    hand: HandNumber = 1


class _PlayForm(Form):
    box: Box
    hand: HandNumber = 1
    do: Verb
    amount: Amount | None = None
    cards: Any = None
    declare: bool | None = None


class _MisdealForm(Form):
    box: Box | None = None
    dealer: bool = False
    cards: Literal["first", "second", "both"] = "first"
    told: Literal["at_once", "late"] = "at_once"


class _FoundForm(Form):
    kind: str
    after: int | None = None


class _LeaveForm(Form):
    box: Box
    after: int | None = None


class _CardWentForm(Form):
    box: Box
    hand: HandNumber = 1
    to_box: Box
    to_hand: HandNumber = 1


class _CardInErrorForm(Form):
    exposed: bool


def _wager(at: At, said: object) -> s.Step:
    faults = Faults()
    with faults.kept():
        form = at.form(_WagerForm, said)
    if isinstance(said, Mapping):
        _check_wagers(at, [key for key in said if key not in ("box", "player")], faults)
    faults.raise_any()
    on_hands = tuple((f"{ON_HANDS}_{box}", cents) for box, cents in (form.super_on or {}).items())
    return s.Wager(form.box, (*form.__pydantic_extra__.items(), *on_hands), form.player or "")


def _check_wagers(at: At, names: list[Any], faults: Faults) -> None:
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


def _insurance(at: At, said: object) -> s.Step:
    form = at.form(_InsuranceForm, said)
    return s.Insurance(form.box, form.amount)


def _even_money(at: At, said: object) -> s.Step:
    form = at.form(_HandForm, said)
    return s.EvenMoney(form.box, form.hand)


def _play(at: At, said: object) -> s.Step:
    form = at.form(_PlayForm, said)
    exchanges = form.do == "exchange"
    if exchanges != (form.cards is not None):
        what = "says not which cards are exchanged" if exchanges else "exchanges no cards"
        remedy = "write cards: with those that are given up" if exchanges else "leave cards out"
        raise at.fault(what, remedy, "cards", form.cards)
    if form.declare is not None and "exchange" not in at.layout.verbs:
        raise at.fault("no hand is declared in this game", "leave it out", "declare", form.declare)
    cards = (
        read_cards(form.cards, at.layout.decks, at.place, key="play.cards", step=at.step) if exchanges else ()
    )
    return s.Play(
        form.box,
        form.do,
        form.hand,
        form.amount or 0,
        form.amount is not None,
        cards,
        form.declare is not False,
    )


def _new_dealer(at: At, said: object) -> s.Step:
    return s.NewDealer(name_of(at, said))


def _admit(at: At, said: object) -> s.Step:
    return s.Admit(name_of(at, said))


_CARDS: Final = {"first": (1,), "second": (2,), "both": (1, 2)}


def _found(at: At, said: object) -> s.Step:
    """What voids a round of poker, and is found by a person."""
    form = at.form(_FoundForm, said)
    if form.kind not in MISDEALS:
        what = f"{shown(form.kind)} is no misdeal of {at.layout.game}"
        raise at.fault(what, one_of(MISDEALS, form.kind), "kind", form.kind)
    return s.FoundMisdeal(form.kind, _after(at, form.after))


def _after(at: At, cards: int | None) -> int:
    """How many cards of the next deal are to lie there first; 0 for now."""
    most = FIVE * (at.layout.boxes + 1)
    if cards is not None and not 1 <= cards <= most:
        raise at.fault(f"{cards} cards are no part of a deal", f"write 1 to {most}", "after", cards)
    return cards or 0


def _leave(at: At, said: object) -> s.Step:
    form = at.form(_LeaveForm, said)
    return s.Leave(form.box, _after(at, form.after))


def _misdeal(at: At, said: object) -> s.Step:
    if at.layout.is_poker:
        return _found(at, said)
    form = at.form(_MisdealForm, said)
    if (form.box is None) == (not form.dealer):
        raise at.fault("says not who is passed over", "write either box, or dealer: true", value=said)
    if form.dealer and form.cards != "first":
        what = "the dealer's second card is the last one of the deal"
        raise at.fault(what, "write cards: first", "cards", form.cards)
    return s.Misdeal(form.box or 0, _CARDS[form.cards], form.told == "late")


def _forget_card(at: At, said: object) -> s.Step:
    form = at.form(_HandForm, said)
    return s.ForgetCard(form.box, form.hand)


def _card_went(at: At, said: object) -> s.Step:
    form = at.form(_CardWentForm, said)
    return s.CardWent(form.box, form.to_box, form.hand, form.to_hand)


def _accept_card(at: At, said: object) -> s.Step:
    form = at.form(_HandForm, said)
    return s.TakeCard(form.box, form.hand)


def _refuse_card(at: At, said: object) -> s.Step:
    form = at.form(_HandForm, said)
    return s.TakeCard(form.box, form.hand, takes=False)


def _discards(at: At, said: object) -> s.Step:
    return s.Discards(read_cards(said, at.layout.decks, at.place, key=at.name, step=at.step))


def _card_in_error(at: At, said: object) -> s.Step:
    return s.CardInError(at.form(_CardInErrorForm, said).exposed)


FORMS: Final[Mapping[str, Callable[[At, object], s.Step]]] = {
    "wager": _wager,
    "insurance": _insurance,
    "even_money": _even_money,
    "play": _play,
    "new_dealer": _new_dealer,
    "admit": _admit,
    "misdeal": _misdeal,
    "leave": _leave,
    "forget_card": _forget_card,
    "card_went": _card_went,
    "accept_card": _accept_card,
    "refuse_card": _refuse_card,
    "discards": _discards,
    "card_in_error": _card_in_error,
}
"""Steps of a round that are a mapping with one key."""
