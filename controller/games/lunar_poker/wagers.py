"""The chapter's "Wagers" (671a.7): Ante, Super Wager, Super Wagers on other hands, before "no more bets".

Bet Wagers and Options fees have their own time, after the cards (decisions.py). What all games check of
chips is in controller/table/chips.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import chips
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, Refused, Reported
from controller.table.events import Event
from controller.table.readiness import check_ready, shoe_out_words
from controller.table.state import Stack, Table, is_from_hand, on_spot
from drivers import messages as m

ANTE: Final = "ante"
SUPER: Final = "super"
BET: Final = "bet"
OPTIONS: Final = "options"
ON_OTHERS: Final = "super_on_"
ON_DEALER: Final = "super_on_dealer"
MOST_BOXES: Final = 5
ON_BOXES: Final = tuple(f"{ON_OTHERS}{box}" for box in range(1, MOST_BOXES + 1))
OPENING: Final = (ANTE, SUPER, ON_DEALER, *ON_BOXES)
"""Wagers that may be placed before the cards are dealt."""


def target_of(wager: str) -> int:
    """The box on whose hand that Super Wager is placed: 0 for the dealer's, -1 where it is on the own hand or
    no Super Wager."""
    if wager == ON_DEALER:
        return 0
    return ON_BOXES.index(wager) + 1 if wager in ON_BOXES else -1


def is_on(stack: Stack, box: int) -> bool:
    """Whether it is a Super Wager on the hand of that box, 0 for the dealer's."""
    return (stack.wager == SUPER and stack.box == box) or target_of(stack.wager) == box


@clause("671a.7(a)", "671a.7(d)")
def place(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips set down on a box before the wagers are closed, accepted whole or not at all."""
    placed = given.what
    assert isinstance(placed, m.Placed)
    rules = table.rules
    check_dealt_from(table)
    if not 1 <= placed.box <= rules.boxes:
        raise Refused(f"the layout has boxes 1 to {rules.boxes}", "topic:box-count")
    chips.check_amounts(rules, placed)
    _check_player(table, placed)
    lies: dict[str, int] = {}
    for wager, amount in placed.chips:
        lies[wager] = lies.get(wager, on_spot(table, placed.box, wager)) + amount
    for wager, total in lies.items():
        if wager == ANTE:
            chips.check_limits(rules, total)
        elif wager == SUPER:
            _check_super(table, placed.box, lies)
        elif target_of(wager) >= 0:
            _check_on_other(table, placed.box, wager, lies)
        elif wager in (BET, OPTIONS):
            raise Refused("that is decided when the cards are dealt", "671a.11(b)")
        else:
            raise Refused(f"{wager} is not offered at this table", "671a.7(c)")
    return (ev.WagersPlaced(placed.box, placed.chips, placed.player),)


@clause("671a.7(c)(2)")
def _check_super(table: Table, box: int, lies: dict[str, int]) -> None:
    """The Super Wager on the own hand is at least the Ante."""
    ante = lies.get(ANTE, on_spot(table, box, ANTE))
    if not ante:
        raise Refused(f"a Super Wager needs an Ante Wager on box {box}", "671a.7(c)(2)")
    if lies[SUPER] < ante:
        raise Refused("less than the Ante Wager", "671a.7(c)(2)")


@clause("671a.7(c)(3)")
def _check_on_other(table: Table, box: int, wager: str, lies: dict[str, int]) -> None:
    """Where the house offers it, after the own Ante, on the dealer's hand or another player's that is in
    play; at least the table minimum."""
    target = target_of(wager)
    if not table.rules.super_on_others:
        raise Refused("Super Wagers on other hands are not offered at this table", "671a.7(c)(3)")
    if target > table.rules.boxes:
        raise Refused(f"the layout has boxes 1 to {table.rules.boxes}", "topic:box-count")
    if target == box:
        raise Refused("not another player's hand", "671a.7(c)(3)")
    if not lies.get(ANTE, on_spot(table, box, ANTE)):
        raise Refused(f"a Super Wager needs an Ante Wager on box {box} first", "671a.7(c)(3)")
    if target and not on_spot(table, target, ANTE):
        raise Refused(f"there is no Ante Wager on box {target}", "671a.7(c)(3)")
    if lies[wager] < table.rules.minimum:
        raise Refused("less than the table minimum", "671a.7(c)(3)")


@clause("671a.7(e)")
def _check_player(table: Table, placed: m.Placed) -> None:
    """One betting position a player."""
    players = table.standing.players
    taken = {stack.box for stack in table.stacks}
    if placed.box in taken:
        if placed.player and players[placed.box - 1] != placed.player:
            raise Refused(f"box {placed.box} is taken by another player", "671a.7(e)")
    elif placed.player and any(players[box - 1] == placed.player for box in taken):
        raise Refused("a player wagers on one position only", "671a.7(e)")


@clause("671a.9(a)(1)")
def is_unshuffled(table: Table) -> bool:
    """Cards would be dealt from the hand that no shuffler shuffled, for it was out of order then. What it had
    shuffled before may be dealt; and so may what the chapter itself has shuffled otherwise while the other
    deck is in the machine: a deck that came preshuffled, one that was spread on an idle table."""
    if not is_from_hand(table):
        return False
    supply = table.standing.supply
    batch = sp.current(supply)
    kept = sp.uses_machine(supply) and any(one.where == "shuffler" for one in supply.batches)
    return batch is not None and not batch.by_machine and not kept


NOT_FROM_HAND: Final = (
    "no shuffler has shuffled this deck, and what is dealt from the hand it has to shuffle: return it to "
    "service and direct a reshuffle, or close the table and open it with a shoe"
)


@clause("671a.9(a)(1)", "671a.13(g)")
def why_not_dealt(table: Table) -> tuple[str, str]:
    """Why no round can be dealt with these cards, or from this shoe, and its clause; "" where one can."""
    if is_unshuffled(table):
        return NOT_FROM_HAND, "671a.9(a)(1)"
    return (shoe_out_words(table), "671a.13(g)") if table.standing.supply.shoe_out else ("", "")


def check_dealt_from(table: Table) -> None:
    """Refused where no round can be dealt: no wager is taken for it."""
    words, cited = why_not_dealt(table)
    if words:
        raise Refused(words, cited)


@clause("671a.7(c)(1)", "671a.7(c)(2)", "671a.7(c)(3)", "671a.7(d)")
def check_no_more_bets(table: Table, _: Asked) -> None:
    """Before the wagers are closed: an Ante, beside each a Super Wager that is as high, no Super Wager on a
    hand that is not in play, and a table that is ready."""
    check_dealt_from(table)
    antes = {stack.box: stack.stake for stack in table.stacks if stack.wager == ANTE}
    if not antes:
        raise Refused("no Ante Wager on the table", "671a.7(c)(1)")
    for box, ante in sorted(antes.items()):
        if ante < table.rules.minimum:
            raise Refused(f"box {box} is below the table minimum", "topic:table-limits")
        if on_spot(table, box, SUPER) < ante:
            words = f"the Ante Wager on box {box} has no Super Wager that is as high"
            raise Refused(words, "671a.7(c)(2)")
    for stack in table.stacks:
        if stack.box not in antes:
            raise Refused(f"the Super Wager on box {stack.box} has no Ante Wager", "671a.7(c)(2)")
        target = target_of(stack.wager)
        if target > 0 and target not in antes:
            raise Refused(f"box {stack.box} wagers on box {target}, which has no hand", "671a.7(c)(3)")
        if target >= 0 and stack.stake < table.rules.minimum:
            words = f"the Super Wager of box {stack.box} on another hand is below the table minimum"
            raise Refused(words, "671a.7(c)(3)")
    check_ready(table)


def spots(table: Table) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Where chips may be set down before the cards are dealt: every box, each wager of the layout. What is
    not offered, or needs another wager first, is refused by the rules, so that what lies beside it is
    too."""
    rules = table.rules
    boxes = tuple(range(1, rules.boxes + 1))
    named = (ANTE, SUPER, ON_DEALER, *ON_BOXES[: rules.boxes])
    return tuple((wager, boxes, rules.maximum) for wager in named)
