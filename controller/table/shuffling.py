"""A shoe is emptied, its cards are shuffled, and the stack that is ready goes on to the cut. Spine rows.

Shuffling by hand is here, what the automated shuffler does in machine.py. Which batch is due for what is
in supply.py, the cut in cutting.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, CollectShoe, Refused, ShuffleCards
from controller.table.counting import check_counted, is_count_due
from controller.table.double_shoe import in_words
from controller.table.events import Event
from controller.table.irregularities import CHANGE, RECOUNT, hold, met
from controller.table.opening import done
from controller.table.phases import Row
from controller.table.state import Table

# ---- the shoe is emptied ------------------------------------------------------------------------------


@clause("topic:cards-to-discard-rack", "topic:one-batch-in-rack")
def collect_shoe(table: Table, given: Asked) -> tuple[Event, ...]:
    """The cards left in the shoe go to the rack: dealt, removed and remaining are the batch, or cards are
    missing. Where nobody counted them the shuffler does, or the dealer counts the whole deck in its time."""
    asked = given.what
    assert isinstance(asked, CollectShoe)
    if not sp.in_shoe(table.standing.supply):
        raise Refused("no cards are in the shoe", "topic:cards-to-discard-rack")
    if asked.remaining < 0 and not will_be_counted(table):
        raise Refused("count the cards that are left in the shoe", "topic:cards-to-discard-rack")
    expected = sp.expected_in_shoe(table)
    made = ev.ShoeCollected(asked.remaining, expected, given.role, given.person)
    if asked.remaining == -1 or sp.is_count_right(table, asked.remaining):
        return (made,)
    where, cited = "the shoe", "topic:cards-to-discard-rack"
    if table.double is not None:
        supply = table.standing.supply
        where, cited = in_words(supply, supply.current), "topic:side-of-cover-card"
    words = f"{asked.remaining} cards were left in {where}, and by the draws it is {expected}"
    return (met("card-count", cited, words), hold(table, "card-count", cited, words, CHANGE, RECOUNT))


def will_be_counted(table: Table) -> bool:
    """Whether the batch goes into a shuffler that counts it, or the chapter has the dealer count the whole
    deck in its time: cards that leave play are not counted any more."""
    device = sp.shuffler_of(table)
    supply = table.standing.supply
    if supply.equipment.shuffler == "in_shoe":
        return True
    if table.phase == "Closing" or supply.change:
        return False
    if table.rules.count_after:
        return True
    return device is not None and sp.is_counted_by_machine(table) and device.ready and not device.faults


# ---- shuffled by hand ------------------------------------------------------------------------------------


@clause("topic:shuffle", "topic:reshuffle-after-cover-card")
def check_shuffle(table: Table, _: Asked) -> None:
    """A stack to shuffle, the shoe emptied and its sealed cards told, and no machine whose work it is."""
    supply = table.standing.supply
    if table.wanted_face is not None and not table.holds:
        words = "the shoe is still telling the journal its sealed cards; a moment"
        raise Refused(words, "topic:collect-cards")
    if sp.in_shoe(supply):
        words = "first remove the cards that are left in the shoe, and count them"
        raise Refused(words, "topic:cards-to-discard-rack")
    if supply.change:
        raise Refused("the cards are being changed: these are not shuffled any more", "topic:card-change")
    batch = sp.current(supply)
    if batch is None or batch.where != "table" or batch.stage not in sp.TO_SHUFFLE:
        raise Refused("there is no stack to shuffle", "topic:shuffle")
    by_hand = sp.is_respread(supply) and supply.current == supply.kept
    if sp.uses_machine(supply) and not by_hand:
        raise Refused("the shuffler shuffles: put the cards into it", "topic:batch-in-shuffler")
    check_counted(table)


def shuffle(_: Table, given: Asked) -> tuple[Event, ...]:
    return (done("shuffled", given),)


# ---- what follows by itself ------------------------------------------------------------------------------


@clause("topic:batches-opened-apart")
def is_other_unopened(table: Table) -> bool:
    """Of two batches each is opened by itself: the other one while the machine shuffles the first, or while
    one that came shuffled waits for it."""
    supply = table.standing.supply
    if supply.change or not sp.is_batch_machine(supply):
        return False
    batch = sp.current(supply)
    is_done = batch is not None and (batch.where == "shuffler" or batch.stage == "shuffled")
    return is_done and sp.unopened(supply) >= 0


def turn_to_other(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(sp.unopened(table.standing.supply)),)


@clause("topic:idle-with-shuffler")
def is_respread_due(table: Table) -> bool:
    """A player asked to see the batch that was kept in the machine, or it was not kept securely: it is
    spread, and shuffled once more."""
    supply = table.standing.supply
    play = sp.to_play(supply)
    if play < 0 or supply.change or not supply.respread or not sp.is_stack_ready(supply):
        return False
    return play != supply.current


def turn_to_spread(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(sp.to_play(table.standing.supply)),)


def is_cut_due(table: Table) -> bool:
    """A shuffled stack lies on the table, alone, and nothing else is asked of it."""
    supply = table.standing.supply
    ready = not supply.change and sp.is_stack_ready(supply) and not sp.in_shoe(supply)
    return ready and not is_count_due(table)


@clause("topic:self-shuffling-shoe")
def is_cut_needless(table: Table) -> bool:
    """An approved device makes the cut moot; cards for a shoe that shuffles go straight into it."""
    supply = table.standing.supply
    if supply.change or not sp.is_exempt(supply) or sp.in_shoe(supply):
        return False
    batch = sp.current(supply)
    if supply.equipment.shuffler == "in_shoe":
        return batch is not None and batch.where == "table" and batch.stage in (*sp.TO_SHUFFLE, "shuffled")
    return sp.is_stack_ready(supply)


@clause("topic:alternate-batches")
def take_up_stack(table: Table, _: None) -> tuple[Event, ...]:
    """The stack that is ready is the one to be played. What a machine, or the house before, has shuffled
    counts as shuffled from here on: a new shoe begins. So does what a machine gave out before it was put
    out of order."""
    supply = table.standing.supply
    play = sp.to_play(supply)
    made: tuple[Event, ...] = () if play in (-1, supply.current) else (ev.BatchTurned(play),)
    batch = supply.batches[play] if play >= 0 else None
    if batch is None:
        return (ev.StepDone("shuffled", "house", "", "by the shoe itself"),)
    if table.double is not None:  # what the dealer shuffled was told; the other side may still be due
        came = batch.source == sp.PRESHUFFLED and not batch.loaded
        return (ev.StepDone("shuffled", "house", "", sp.PRESHUFFLED),) if came else ()
    if batch.source == sp.PRESHUFFLED and not any(one.loaded for one in supply.batches):
        return (*made, ev.StepDone("shuffled", "house", "", sp.PRESHUFFLED))
    if (sp.uses_machine(supply) and not supply.respread) or not _is_told(table):
        return (*made, ev.StepDone("shuffled", "house", "", "by the shuffler"))
    return made


@clause("topic:mid-shoe-entry-after-reshuffle")
def _is_told(table: Table) -> bool:
    """Whether a shuffle was told since the last shoe, as the dealer's own is: nothing of the old one is
    left."""
    standing = table.standing
    rounds = standing.shoe_rounds or standing.bettors or standing.admitted
    ended = standing.cover_out or standing.shoe_empty or standing.reshuffle_directed
    return not (rounds or ended or standing.unburned or table.ahead)


SHUFFLING: Final = (
    Row(CollectShoe, ("Shuffling", "Idle", "Closing"), None, "topic:cards-to-discard-rack", collect_shoe),
    Row(ShuffleCards, ("Shuffling",), None, "topic:shuffle", shuffle, check_shuffle),
    Row(
        None,
        ("Shuffling",),
        "Inspecting",
        "topic:batches-opened-apart",
        turn_to_other,
        when=is_other_unopened,
    ),
    Row(None, ("Shuffling",), "Spreading", "topic:idle-with-shuffler", turn_to_spread, when=is_respread_due),
    Row(None, ("Shuffling",), "Loading", "topic:self-shuffling-shoe", take_up_stack, when=is_cut_needless),
    Row(None, ("Shuffling",), "Cutting", "topic:cut", take_up_stack, when=is_cut_due),
)
"""From the end of a shoe, or a washed stack, to the cut."""
