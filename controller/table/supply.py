"""The cards of a table: which batch is where, what is due with it, whom the cut is offered. Pure questions.

What people do about it is in opening.py, shuffling.py, cutting.py and changing.py, what machines do in
machine.py; how events change it in supply_events.py and machine_events.py. A table without a shuffler, or
with a continuous one, has one batch; one with a batch machine has two that take turns, or one where its
chapter allows that.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table.double_shoe import is_double, owed, side_of
from controller.table.state import (
    SHUFFLERS,
    Batch,
    DeviceStanding,
    Hand,
    Machine,
    Supply,
    Table,
    is_from_hand,
)

HOUR_MS: Final = 3_600_000
TO_SHUFFLE: Final = frozenset(("washed", "collected", "seen", "unshuffled", "aside"))
"""A batch at this stage is a stack that has to be shuffled before it is dealt."""
PRESHUFFLED: Final = "preshuffled"
BACKS: Final = ("red", "blue")
LEFT_INSIDE: Final = "cards left inside"
"""Why a shuffler that nobody emptied counts as one that failed."""
CARDS_A_DECK: Final = 52
OF_THE_BOX: Final = frozenset(("insurance", "push_22", "bad_beat", "hit_and_run"))
"""Wagers on the dealer's hand: no card of a box's own hands lies under them."""


def batch_size(batch: Batch) -> int:
    """How many cards the batch has."""
    return batch.decks * CARDS_A_DECK


def current(supply: Supply) -> Batch | None:
    """The batch that is being opened, shuffled, cut or played; None on a closed table."""
    return supply.batches[supply.current] if supply.current < len(supply.batches) else None


def shuffler_of(table: Table) -> DeviceStanding | None:
    """The automated shuffler, or None where none is installed."""
    return next((one for one in table.standing.devices if one.role == "shuffler"), None)


def is_idle_shoe(table: Table, device: DeviceStanding) -> bool:
    """A shoe at a table that is dealt from the hand: installed from the next opening on, and no part of any
    round before."""
    return device.role == "shoe" and is_from_hand(table)


def uses_machine(supply: Supply) -> bool:
    """Whether a machine shuffles: one is installed, and it is not out of order."""
    return supply.equipment.shuffler in SHUFFLERS and not supply.machine.out_of_order


def is_batch_machine(supply: Supply) -> bool:
    """Whether two batches take turns."""
    return has_two_batches(supply) and not supply.machine.out_of_order


def is_counted_by_machine(table: Table) -> bool:
    """Whether a shuffler is in use that counts the cards after each shuffle."""
    device = shuffler_of(table)
    return device is not None and "counts" in device.able and uses_machine(table.standing.supply)


def is_respread(supply: Supply) -> bool:
    """A batch that a shuffler kept was spread once more and washed, and lies on the table: the dealer
    shuffles it, or the machine that is empty."""
    if not supply.respread or not 0 <= supply.kept < len(supply.batches):
        return False
    kept = supply.batches[supply.kept]
    return kept.where == "table" and kept.stage == "washed"


@clause("topic:self-shuffling-shoe")
def is_exempt(supply: Supply) -> bool:
    """An approved device that reshuffles and counts by itself makes the rules on cut, cover card, reshuffle
    and idle table moot, as long as it is used."""
    equipment = supply.equipment
    if not equipment.approval:
        return False
    return equipment.shuffler == "in_shoe" or (equipment.shuffler == "continuous" and uses_machine(supply))


def in_shoe(supply: Supply) -> bool:
    """Whether cards are in the dealing shoe."""
    batch = current(supply)
    return batch is not None and batch.where == "shoe"


@clause("topic:cards-to-discard-rack")
def expected_in_shoe(table: Table) -> int:
    """How many cards the shoe should hold: what was put in, less what was drawn since. Of a double shoe the
    side whose batch is the current one."""
    supply = table.standing.supply
    batch = current(supply)
    if batch is None:
        return 0
    if table.double is not None:
        return batch.loaded - table.double.drawn[supply.current]
    return batch.loaded - (table.last - batch.first)


@clause("topic:cards-to-discard-rack", "topic:side-of-cover-card")
def is_count_right(table: Table, remaining: int) -> bool:
    """Whether so many cards may be left. Draws of a double shoe that nobody heard came from either side."""
    expected = expected_in_shoe(table)
    unknown = 0 if table.double is None else table.double.unknown
    return expected - unknown <= remaining <= expected


def to_play(supply: Supply) -> int:
    """The batch that is shuffled and lies on the table, or -1. Of two the first, until the other one is in
    the machine; of a double shoe the side that is in hand."""
    if is_double(supply):
        batch = current(supply)
        ready = batch is not None and batch.where == "table" and batch.stage == "shuffled"
        return supply.current if ready else -1
    for at, batch in enumerate(supply.batches):
        if batch.where == "table" and batch.stage == "shuffled":
            return at
    return -1


@clause("topic:two-batches", "topic:batch-in-shuffler", "topic:alternate-batches")
def to_feed(supply: Supply) -> int:
    """The batch that goes into the machine now, or -1: one that has to be shuffled, and of two the one that
    was not played last, for it is dealt next; of two that are shuffled the one that is not."""
    if not uses_machine(supply) or supply.machine.stage != "empty":
        return -1
    on_table = [at for at, batch in enumerate(supply.batches) if batch.where == "table"]
    for at in sorted(on_table, key=lambda at: supply.batches[at].stage == "collected"):
        if supply.batches[at].stage in TO_SHUFFLE:
            return at
    ready = [at for at in on_table if supply.batches[at].stage == "shuffled"]
    return next((at for at in ready if at != to_play(supply)), -1) if is_batch_machine(supply) else -1


def unopened(supply: Supply) -> int:
    """A batch that was received and not opened yet, or -1."""
    return next((at for at, batch in enumerate(supply.batches) if batch.stage == "received"), -1)


@clause("topic:batch-in-shuffler", "topic:one-batch-in-rack")
def is_stack_ready(supply: Supply) -> bool:
    """A shuffled stack lies on the table to be cut, and no other cards do: the other batch is in the
    machine. Without a machine in use one batch is played, and what else came stays where it is."""
    play = to_play(supply)
    if play < 0:
        return False
    if not uses_machine(supply):
        return True
    others = [batch for at, batch in enumerate(supply.batches) if at != play]
    return all(batch.where == "shuffler" for batch in others)


@clause("topic:card-change", "671a.3(c)(1)", "671a.3(c)(2)")
def hours_in_use(table: Table) -> int:
    """After how many hours opened cards are changed: as the house says, sooner where the chapter has another
    bound for cards that are dealt from the hand."""
    rules = table.rules
    if is_from_hand(table) and rules.held_change:
        return min(rules.card_change, rules.held_change)
    return rules.card_change


@clause("topic:card-change")
def is_change_due(table: Table) -> bool:
    """Opened cards have been in use for as long as the chapter, or the house, allows; or nobody can say."""
    supply = table.standing.supply
    return ms_to_change(table) <= 0 or (supply.doubted and any(b.opened_ms >= 0 for b in supply.batches))


def ms_to_change(table: Table) -> int:
    """Milliseconds until a card change falls due, 0 or less where it is due. Without opened cards: a day."""
    supply = table.standing.supply
    allowed = hours_in_use(table) * HOUR_MS
    opened = [batch.opened_ms for batch in supply.batches if batch.opened_ms >= 0]
    return min(opened, default=supply.clock_ms) + allowed - supply.clock_ms


@clause(
    "topic:cut-order",
    "topic:cut-first-player",
    "topic:cut-cover-card-box",
    "topic:cut-dealer-hand",
    "topic:cut-directed",
)
def cut_offers(supply: Supply) -> tuple[int, ...]:
    """The boxes whose players are offered the cut, in their order; 0 stands for the first player who came.
    Where the cover card came out on a box, its player; after a floorperson's word, or where it came out on
    the dealer's hand, from the dealer's far right counterclockwise. When all have refused, or nobody is
    there, the dealer cuts, as always where the chapter has it so. That nobody asked the first player's name
    is no reason not to offer it."""
    if supply.cut_by == "dealer":
        return ()
    if supply.cut_why == "first":
        return (0,)
    if supply.cut_why == "cover" and supply.cover_at > 0:
        return (supply.cover_at,)
    return tuple(sorted(supply.last_boxes, reverse=True))


def offered(supply: Supply) -> int:
    """The box to which the cut is offered now, 0 for the first player, -1 where the dealer cuts."""
    offers = cut_offers(supply)
    return offers[supply.cut_refused] if supply.cut_refused < len(offers) else -1


def fresh_batches(supply: Supply, decks: int) -> tuple[Batch, ...]:
    """Fresh cards as the installation has them: one batch, or two of different back."""
    backs = supply.equipment.backs or BACKS
    return tuple(Batch(back, decks) for back in backs[: number_of_batches(supply)])


@clause("topic:two-batches", "topic:sides-of-double-shoe")
def number_of_batches(supply: Supply) -> int:
    """A batch machine takes two batches, and so does a double shoe, one for each side."""
    return 2 if has_two_batches(supply) or is_double(supply) else 1


@clause("topic:two-batches")
def has_two_batches(supply: Supply) -> bool:
    """Whether the batch machine that is installed has two batches: where the installation names one back, it
    shuffles the only one. For which games it may is said where installations are read."""
    equipment = supply.equipment
    return equipment.shuffler == "batch" and len(equipment.backs) != 1


def job_after(machine: Machine) -> int:
    """The number of the next shuffle."""
    return machine.job + 1


def owner(supply: Supply, box: int) -> str:
    """Whom the cut is offered, in words."""
    if box == 0:
        return f"the first player, {supply.first_player}" if supply.first_player else "the first player"
    return f"the player of box {box}"


def laid_out(table: Table) -> tuple[int, ...]:
    """The draws of the cards that lie on the layout or wait in the dealer's hand: no discards. A hand that
    was settled and removed lies in the rack."""
    hands = (hand for hand in table.hands if not _is_removed(table, hand))
    draws = tuple(draw for hand in (*hands, table.dealer) for draw in hand.draws)
    return (*draws, *(card.draw for card in table.ahead))


def _is_removed(table: Table, hand: Hand) -> bool:
    """A Blackjack that was paid stays tucked under its Push 22 Wager; a busted hand only under chips or
    lammers of its own, and not for the box's wagers on the dealer's hand."""
    if hand.status == "paid":
        return all((s.box, s.wager) != (hand.box, "push_22") for s in table.stacks)
    beside = (s for s in table.stacks if (s.box, s.hand) == (hand.box, hand.number))
    return hand.status == "dead" or (hand.status == "bust" and all(s.wager in OF_THE_BOX for s in beside))


def rack_cards(table: Table) -> int:
    """How many discards there are when the shoe is empty: the batch, less what lies on the layout and what a
    continuous machine has, which gives it out by itself. Of a double shoe they are one side's, those in its
    segregated area among them."""
    supply = table.standing.supply
    batch = current(supply)
    if batch is None:
        return 0
    if table.double is not None:
        return batch_size(batch) - len(laid_of_side(table, supply.current))
    machine = supply.machine
    has = machine.cards if machine.batch == supply.current and batch.where == "shoe" else 0
    return batch_size(batch) - len(laid_out(table)) - has


def laid_of_side(table: Table, side: int) -> tuple[int, ...]:
    """Of the draws that lie on the layout or wait those that came from that side of a double shoe."""
    double = table.double
    return () if double is None else tuple(d for d in laid_out(table) if side_of(double, d) == side)


def all_told(table: Table) -> bool:
    """Nothing is owed to the journal any more, or the shoe that knows it is not there. What a side of a
    double shoe owes waits until that side leaves. Of what was dealt from the hand no shoe knows."""
    if is_from_hand(table) or (table.double is not None and not owed(table)):
        return True
    shoe = next((one for one in table.standing.devices if one.role == "shoe"), None)
    return not table.standing.sealed or shoe is None or not shoe.ready


def is_machine_emptied(table: Table) -> bool:
    """No cards are in the shuffler, or nobody can get them out by asking it."""
    device = shuffler_of(table)
    machine = table.standing.supply.machine
    return machine.stage == "empty" or device is None or not device.ready or bool(device.faults)
