"""What may be asked about the table's cards between rounds: opening, shuffling, cutting, idling, changing.

Candidates only: choices.py weighs them. What is no matter of this moment (a shuffler where none is
installed, a shoe to be emptied that is empty) is left out; what the rules bar just now stays, for its
reason is worth reading.
"""

from collections.abc import Callable, Iterator
from typing import Final

from controller.consoles.candidates import Candidate
from controller.games.game import Game
from controller.table import commands as c
from controller.table import supply as sp
from controller.table.machine import due_in
from controller.table.machine_trouble import MARKS, SHOE
from controller.table.shuffling import will_be_counted
from controller.table.state import SHUFFLERS, Batch, Table, is_automated

Candidates = Iterator[Candidate]


def supply_candidates(game: Game, table: Table) -> Candidates:
    """The candidates about the cards that this phase knows."""
    steps = game.phases.steps[table.phase]
    for kind, made in BY_COMMAND.items():
        if kind in steps:
            yield from made(table)


def _plain(what: c.Command, words: str) -> Callable[[Table], Candidates]:
    """One that needs nothing more, whenever its phase knows it."""
    one = Candidate(what, "floorperson" if type(what) in c.FLOOR_ONLY else "dealer", words)
    return lambda _: iter((one,))


# ---- cards come to the table --------------------------------------------------------------------------


def _open(table: Table) -> Candidates:
    yield Candidate(c.OpenTable(), "floorperson", "open the table with fresh cards")
    came = _preshuffled(table)
    words = "open the table with cards that came inspected and shuffled"
    tried = c.OpenTable(came)
    yield Candidate(c.OpenTable(came), "floorperson", words, _seals(came), tried)


def _change(table: Table) -> Candidates:
    if table.standing.supply.change:
        return
    yield Candidate(c.ChangeCards(), "floorperson", "change the cards for fresh ones")
    came = _preshuffled(table)
    words = "change the cards for ones that came inspected and shuffled"
    yield Candidate(c.ChangeCards(came), "floorperson", words, _seals(came), c.ChangeCards(came))


def _preshuffled(table: Table) -> tuple[Batch, ...]:
    fresh = sp.fresh_batches(table.standing.supply, table.rules.decks)
    return tuple(Batch(one.back, one.decks, sp.PRESHUFFLED) for one in fresh)


def _seals(batches: tuple[Batch, ...]) -> tuple[str, ...]:
    return tuple(f"seal:{one.back}" for one in batches)


def _inspect(table: Table) -> Candidates:
    batch = sp.current(table.standing.supply)
    if batch is None or batch.stage != "inspected":
        yield Candidate(c.InspectCards(), "dealer", "cards inspected, without a defect")
    what, tried = c.InspectCards(""), c.InspectCards("a defect")
    yield Candidate(what, "dealer", "a card has a defect", ("defect",), tried)


def _confirm(table: Table) -> Candidates:
    """Weighed with what is installed; the floorperson is asked for what is there to be seen."""
    supply, rules = table.standing.supply, table.rules
    if supply.confirmed:
        return
    equipment = supply.equipment
    boxes = equipment.boxes or rules.boxes
    tried = c.ConfirmTable(boxes, equipment.rack, equipment.rack_decks or rules.decks, True)
    words = "compare layout, odds and rack"
    asks = ("boxes", "rack", "rack_decks", "odds")
    yield Candidate(c.ConfirmTable(0, "", 0, False), "floorperson", words, asks, tried)


def _spread(table: Table) -> Candidates:
    if table.phase == "Idle":
        yield Candidate(c.SpreadCards("down"), "dealer", "cards spread face down")
    yield Candidate(c.SpreadCards("up"), "dealer", "cards spread face up")


def _seen(table: Table) -> Candidates:
    """What is spread anyway no player has to ask for."""
    kept = sp.is_batch_machine(table.standing.supply) and table.rules.kept_unspread
    asks = ("player", "respread") if table.phase == "Idle" and kept else ("player",)
    yield Candidate(c.CardsSeen(), "dealer", "the first player had a look", asks, c.CardsSeen())


# ---- out of the shoe, into the shuffler -----------------------------------------------------------------


def _collect_shoe(table: Table) -> Candidates:
    """Counted by hand, where no shuffler will count them. How many there should be nobody is told."""
    supply = table.standing.supply
    if not sp.in_shoe(supply):
        return
    if will_be_counted(table):
        words = "the rest of the shoe is in the rack"
        if sp.is_counted_by_machine(table) or sp.is_exempt(supply):
            words += "; the shuffler counts it"
        yield Candidate(c.CollectShoe(), "dealer", words)
        return
    tried = c.CollectShoe(sp.expected_in_shoe(table))
    words = "the rest of the shoe is counted, and in the rack"
    yield Candidate(c.CollectShoe(), "dealer", words, ("remaining",), tried)


def _count_deck(table: Table) -> Candidates:
    """Once the whole deck lies on the table. How many cards it should have the prompt says."""
    batch = sp.current(table.standing.supply)
    if batch is not None and batch.where == "table":
        tried = c.CountDeck(sp.batch_size(batch))
        yield Candidate(c.CountDeck(-1), "dealer", "the whole deck is counted", ("cards",), tried)


def _has_shuffler(table: Table) -> bool:
    installed = table.standing.supply.equipment.shuffler in SHUFFLERS
    return installed and sp.shuffler_of(table) is not None


def _feed(table: Table) -> Candidates:
    """While wagers are placed only where cards are due."""
    used = sp.uses_machine(table.standing.supply) and _has_shuffler(table)
    if used and (table.phase == "Shuffling" or due_in(table) >= 0):
        yield Candidate(c.FeedShuffler(), "dealer", "cards put into the shuffler")


def _clear(table: Table) -> Candidates:
    if table.standing.supply.machine.stage == "failed":
        yield Candidate(c.ClearShuffler(), "dealer", "the shuffler is clear and gives out its cards")


def _take(table: Table) -> Candidates:
    """By another way than its exit. A stack that was shuffled is not shuffled any more then, and says so."""
    machine = table.standing.supply.machine
    if machine.stage == "releasing" and not machine.reason:
        words = "the shuffler was emptied by its lid: these cards are to be shuffled again"
        yield Candidate(c.TakeStack(), "dealer", words)
    elif machine.stage in ("failed", "releasing", "cancelling"):
        yield Candidate(c.TakeStack(), "dealer", "the shuffler was emptied by hand")


def _mark(table: Table) -> Candidates:
    if is_automated(table) and not table.standing.supply.shoe_out:
        for how in MARKS:
            words = "covered" if how == "covered" else "given a sign"
            marked = c.MarkOutOfOrder(how, SHOE)
            yield Candidate(marked, "dealer", f"the automated shoe is out of order, and {words}")
    if not (sp.uses_machine(table.standing.supply) and _has_shuffler(table)):
        return
    for how in MARKS:
        words = "covered" if how == "covered" else "given a sign"
        yield Candidate(c.MarkOutOfOrder(how), "dealer", f"the shuffler is out of order, and {words}")


def _return(table: Table) -> Candidates:
    if table.standing.supply.machine.out_of_order:
        words = "the shuffler is in order again, cover or sign taken off"
        yield Candidate(c.ReturnToService(), "floorperson", words)
    if table.standing.supply.shoe_out:
        words = "the automated shoe is in order again, cover or sign taken off"
        yield Candidate(c.ReturnToService(SHOE), "floorperson", words)


# ---- the cut ----------------------------------------------------------------------------------------------


def _refuse_cut(table: Table) -> Candidates:
    supply = table.standing.supply
    box = sp.offered(supply)
    if box >= 0:
        yield Candidate(c.RefuseCut(), "dealer", f"no cut by {sp.owner(supply, box)}")


def _cut(_: Table) -> Candidates:
    yield Candidate(c.CutCards("player"), "dealer", "a player cut the cards")
    yield Candidate(c.CutCards("dealer"), "dealer", "the dealer cut the cards")


def _recut(_: Table) -> Candidates:
    what = c.OrderRecut()
    yield Candidate(what, "floorperson", "have the cards cut again", ("why",), what)


def _new_dealer(_: Table) -> Candidates:
    words = "another dealer comes"
    yield Candidate(c.NewDealer(""), "dealer", words, ("name",), c.NewDealer("somebody"))


BY_COMMAND: Final[dict[type, Callable[[Table], Candidates]]] = {
    c.OpenTable: _open,
    c.InspectCards: _inspect,
    c.VerifyInspection: _plain(c.VerifyInspection(), "inspection verified"),
    c.SpreadCards: _spread,
    c.CardsSeen: _seen,
    c.WashCards: _plain(c.WashCards(), "cards washed and stacked"),
    c.CollectShoe: _collect_shoe,
    c.CountDeck: _count_deck,
    c.ShuffleCards: _plain(c.ShuffleCards(), "cards shuffled by hand"),
    c.FeedShuffler: _feed,
    c.ClearShuffler: _clear,
    c.TakeStack: _take,
    c.RefuseCut: _refuse_cut,
    c.CutCards: _cut,
    c.LoadShoe: _plain(c.LoadShoe(), "shoe loaded"),
    c.OrderRecut: _recut,
    c.ConfirmTable: _confirm,
    c.LeaveIdle: _plain(c.LeaveIdle(), "nobody plays: leave the table idle"),
    c.ChangeCards: _change,
    c.MarkOutOfOrder: _mark,
    c.ReturnToService: _return,
    c.NewDealer: _new_dealer,
}
"""The candidates by the Command that they ask for, in the order in which a console lists them."""
