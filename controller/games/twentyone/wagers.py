"""Wagers that open a round in the blackjack family, and the checks that every such wager shares.

Chips set down together are accepted whole or not at all. The limits bind the Blackjack Wager's sum on
its spot; side wagers have none but their own.
"""

from controller.regulation.marks import clause
from controller.table import chips
from controller.table import events as ev
from controller.table.commands import Asked, Refused, Reported
from controller.table.events import Event
from controller.table.progressive import is_progressive
from controller.table.readiness import check_ready
from controller.table.state import CLOSED_WORD, SECOND, Rules, Table, hands_of_a_box, on_spot, paytable_of
from drivers import messages as m


def areas(rules: Rules) -> tuple[str, ...]:
    """The betting areas of a box for Blackjack Wagers."""
    return ("blackjack", SECOND)[: hands_of_a_box(rules)]


def place(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips set down on a box before the wagers are closed."""
    placed = given.what
    assert isinstance(placed, m.Placed)
    rules = table.rules
    if not 1 <= placed.box <= rules.boxes:
        raise Refused(f"the layout has boxes 1 to {rules.boxes}", "topic:box-count")
    chips.check_amounts(rules, placed)
    _check_player(table, placed)
    added: dict[str, int] = {}
    for wager, amount in placed.chips:
        if is_progressive(rules, wager):
            raise Refused(f"{wager} is placed at its wagering device", "topic:progressive-devices")
        if wager in areas(rules):
            added[wager] = added.get(wager, 0) + amount
        else:
            _check_side(table, placed, wager)
    for wager, amount in added.items():
        chips.check_limits(rules, on_spot(table, placed.box, wager) + amount)
    return (ev.WagersPlaced(placed.box, placed.chips, placed.player),)


@clause("topic:progressive-devices")
def place_progressive(table: Table, given: Reported) -> tuple[Event, ...]:
    """A wager that a progressive wagering device accepted, before the lock-out. One on a box without a
    Blackjack Wager goes back."""
    placed = given.what
    assert isinstance(placed, m.ProgressivePlaced)
    rules = table.rules
    if not 1 <= placed.box <= rules.boxes:
        raise Refused(f"the layout has boxes 1 to {rules.boxes}", "topic:box-count")
    if table.progressives.state == CLOSED_WORD:
        raise Refused("the progressive wagering devices are locked out", "topic:wagers-before-first-card")
    set_down = ((placed.wager, placed.amount),)
    as_chips = m.Placed(placed.box, set_down, placed.player)
    if not is_progressive(rules, placed.wager):
        raise Refused(f"{placed.wager} is not offered at this table", "topic:side-wager")
    chips.check_amounts(rules, as_chips)
    _check_side(table, as_chips, placed.wager)
    _check_player(table, as_chips)
    if on_spot(table, placed.box, placed.wager) + placed.amount > rules.maximum:
        why = f"more than ${rules.maximum / 100:.2f} of {placed.wager} is not accepted"
        raise Refused(why, "topic:progressive-devices")
    return (ev.WagersPlaced(placed.box, set_down, placed.player),)


def take_back_progressive(table: Table, given: Reported) -> tuple[Event, ...]:
    """One that was taken back before the lock-out."""
    taken = given.what
    assert isinstance(taken, m.ProgressiveTakenBack)
    if not on_spot(table, taken.box, taken.wager):
        return ()
    return (ev.WagerLifted(taken.box, taken.wager, taken.amount),)


@clause("topic:side-wager")
def _check_side(table: Table, placed: m.Placed, wager: str) -> None:
    """A side wager needs to be offered, and a Blackjack Wager on its box. Insurance has its own time, and so
    has what a hand over 21 may wager."""
    if wager == "insurance":
        raise Refused("insurance is not offered now", "topic:insurance-offer")
    if wager == "second_chance":
        raise Refused("no hand is over 21", "topic:wagers-before-first-card")
    if paytable_of(table.rules, wager) is None:
        raise Refused(f"{wager} is not offered at this table", "topic:side-wager")
    own = areas(table.rules)
    beside = any(on_spot(table, placed.box, area) for area in own) or any(w in own for w, _ in placed.chips)
    if not beside:
        raise Refused(f"{wager} needs a Blackjack Wager on box {placed.box}", "topic:side-wager")


def _check_player(table: Table, placed: m.Placed) -> None:
    for stack in table.stacks:
        if stack.box == placed.box:
            if placed.player and table.standing.players[placed.box - 1] != placed.player:
                raise Refused(f"box {placed.box} is taken by another player", "topic:boxes-per-player")
            return
    if placed.player:
        _check_boxes(table, placed)
    if not table.rules.mid_shoe_entry:
        _check_entry(table, placed.player or f"box {placed.box}")


@clause("topic:boxes-per-player")
def _check_boxes(table: Table, placed: m.Placed) -> None:
    """A player's boxes are adjacent, and no more than the house allows."""
    players = table.standing.players
    boxes = {stack.box for stack in table.stacks if players[stack.box - 1] == placed.player} | {placed.box}
    most = table.rules.boxes_per_player
    if len(boxes) > most:
        raise Refused(f"a player may wager on {most} boxes at the most", "topic:boxes-per-player")
    _check_adjacent(boxes)


@clause("topic:boxes-per-player")
def _check_adjacent(boxes: set[int]) -> None:
    if max(boxes) - min(boxes) >= len(boxes):
        raise Refused("a player's boxes must be adjacent", "topic:boxes-per-player")


@clause("topic:mid-shoe-entry", "topic:mid-shoe-entry-allowed-again", "topic:mid-shoe-entry-after-reshuffle")
def _check_entry(table: Table, player: str) -> None:
    """Where the house bars mid-shoe entry, who sat out a round waits for the reshuffle or for the
    house's word."""
    standing = table.standing
    if standing.shoe_rounds == 0:
        return
    if player not in standing.bettors and player not in standing.admitted:
        raise Refused("who sat out a round waits for the next shuffle at this table", "topic:mid-shoe-entry")


def attempt(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips set down where no wager is taken, with the reason that an Insurance Wager has."""
    tried = given.what
    assert isinstance(tried, m.AttemptAfterClose)
    if tried.amount > 0 and tried.wager == "insurance":
        raise Refused("insurance is not offered now", "topic:insurance-offer")
    return chips.attempt(table, given)


@clause("topic:blackjack-wager")
def check_no_more_bets(table: Table, _: Asked) -> None:
    """Before the wagers are closed: a Blackjack Wager, every side wager beside one, each player's boxes
    adjacent, a shoe with cards, an inspected reader, and every device there."""
    boxes = {stack.box for stack in table.stacks if stack.wager == "blackjack"}
    if not boxes:
        raise Refused("no Blackjack Wager on the table", "topic:blackjack-wager")
    for stack in table.stacks:
        if stack.box not in boxes:
            raise Refused(
                f"the {stack.wager} wager on box {stack.box} has no Blackjack Wager", "topic:side-wager"
            )
        if stack.wager == "blackjack" and stack.stake < table.rules.minimum:
            raise Refused(f"box {stack.box} is below the table minimum", "topic:table-limits")
    players = table.standing.players
    for player in {players[box - 1] for box in boxes} - {""}:
        _check_adjacent({box for box in boxes if players[box - 1] == player})
    check_ready(table)
