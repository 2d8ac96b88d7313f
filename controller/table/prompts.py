"""What people are asked to do now, as far as every game asks it. Pure: Table in, Prompts out.

The sentences are for the dealer and the floorperson at the table. Machines (the rehearsal's simulated
dealer, the consoles' keys) go by `kind`.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import progressive
from controller.table import supply as sp
from controller.table.machine import due_in
from controller.table.shuffling import will_be_counted
from controller.table.state import Prompt, Supply, Table

STEPS: Final[dict[str, tuple[str, str, str]]] = {
    "Closed": ("floorperson", "open", "The table is closed. Open it when the cards have been received."),
    "Washing": ("dealer", "wash", "Turn the cards face down, wash and stack them."),
    "Loading": ("dealer", "load", "Put the stack into the dealing shoe."),
    "Settling": ("dealer", "settle", "Settle the wagers as listed, then confirm."),
    "Collecting": ("dealer", "collect", "Collect the cards into the discard rack, in order."),
    "NoMoreBets": ("dealer", "wait", "No more bets: the positions are closing."),
}


_BESIDE: Final = frozenset(("Closing", "Closed"))
"""Phases in which an award may be due of wagers that no round was dealt for."""


def common(table: Table) -> tuple[Prompt, ...]:
    """Open questions first; then the step of opening, closing or settling that this phase asks for."""
    if table.holds:
        return tuple(
            Prompt(
                "floorperson",
                "hold",
                f"{_ended(one.words)} Choose: "
                + "; ".join(f"{way.name} — {way.words}" for way in one.remedies),
                hand=one.id,
                draw=one.draw,
            )
            for one in table.holds
        )
    if progressive.is_concerned(table):
        asked = progressive.prompts(table)
        if asked and table.phase in progressive.IN_TURN:
            return asked
        if asked and table.phase in _BESIDE:
            return (*_of_phase(table), *asked)
    return _of_phase(table)


def _of_phase(table: Table) -> tuple[Prompt, ...]:
    prompt = _BY_PHASE.get(table.phase)
    if prompt is not None:
        return prompt(table)
    if table.phase in STEPS:
        return (Prompt(*STEPS[table.phase]),)
    return ()


def _ended(words: str) -> str:
    """A sentence with its end: a question has its own."""
    return words if words.endswith("?") else f"{words}."


# ---- the cards of the table ------------------------------------------------------------------------


def _back(supply: Supply) -> str:
    """ "the red batch" where there are two, else "the cards"."""
    batch = sp.current(supply)
    return "the cards" if batch is None or len(supply.batches) < 2 else f"the {batch.back} batch"


def _inspecting(table: Table) -> tuple[Prompt, ...]:
    batch = sp.current(table.standing.supply)
    back = _back(table.standing.supply)
    if batch is not None and batch.stage == "inspected":
        return (Prompt("floorperson", "verify", f"Verify the inspection of {back}."),)
    return (Prompt("dealer", "inspect", f"Inspect {back} for defects."),)


def _spreading(table: Table) -> tuple[Prompt, ...]:
    batch = sp.current(table.standing.supply)
    if batch is not None and batch.stage == "spread":
        return (Prompt("dealer", "look", "Let the first player who comes look at the cards."),)
    back = _back(table.standing.supply)
    return (Prompt("dealer", "spread", f"Spread {back} face up, by deck, suit and sequence."),)


def _shuffling(table: Table) -> tuple[Prompt, ...]:
    """What is due with the cards: out of the shoe, into the shuffler, out of it, or shuffled by hand."""
    supply = table.standing.supply
    if sp.in_shoe(supply):
        counted = "Take the cards that are left out of the shoe and count them, into the discard rack."
        words = "Take the cards that are left out of the shoe, into the discard rack."
        return (Prompt("dealer", "collect_shoe", words if will_be_counted(table) else counted),)
    if not sp.all_told(table):
        return (Prompt("dealer", "wait", "The shoe is telling its last sealed cards. A moment."),)
    machine = _machine(table)
    if machine is not None:
        return (machine,)
    if table.wanted_face is not None:
        return (Prompt("dealer", "wait", "The shoe is away, and has not told its last sealed cards."),)
    return (Prompt("dealer", "shuffle", f"Shuffle {_back(supply)} and stack them."),)


def _machine(table: Table) -> Prompt | None:
    """What is due at the shuffler, or None where the cards are shuffled by hand."""
    supply = table.standing.supply
    if supply.machine.stage == "releasing":
        return Prompt(
            "dealer", "take_stack", f"Take {_inside(supply)} out of the shuffler's exit; it sees that itself."
        )
    at = due_in(table)
    if at >= 0:
        return _feed(supply, at)
    if supply.machine.stage == "cancelling":
        words = f"The shuffler is being stopped. Where it stands still, take {_inside(supply)} out by hand."
        return Prompt("dealer", "wait", words)
    if supply.machine.stage in ("working", "done") and not _by_hand(supply):
        return Prompt("dealer", "wait", f"The shuffler is shuffling {_inside(supply)}.")
    if supply.change:
        return Prompt("dealer", "wait", "The cards are being changed.")
    return None


def _by_hand(supply: Supply) -> bool:
    """A batch that was spread once more is shuffled by the dealer, while the machine has the other one."""
    batch = sp.current(supply)
    return supply.respread and batch is not None and batch.where == "table" and batch.stage == "washed"


def _feed(supply: Supply, at: int) -> Prompt:
    batch = supply.batches[at]
    what = "the discards" if batch.where == "shoe" else f"the {batch.back} batch"
    return Prompt("dealer", "feed", f"Put {what} into the shuffler.")


def _inside(supply: Supply) -> str:
    at = supply.machine.batch
    return f"the {supply.batches[at].back} batch" if 0 <= at < len(supply.batches) else "the cards"


@clause("topic:cut", "topic:cut-order")
def cutting(table: Table) -> tuple[Prompt, ...]:
    """To whom the cut is offered now, backs away from the dealer, and how it is made."""
    supply = table.standing.supply
    box = sp.offered(supply)
    how = "At least ten cards from either end; then the cover card, a quarter or more from the bottom."
    if box < 0:
        return (Prompt("dealer", "cut", f"Nobody takes the cut: cut the cards yourself. {how}"),)
    nobody = "" if box or supply.first_player else " Where nobody is there, cut them yourself."
    words = f"Offer the cut, the backs away from you, to {sp.owner(supply, box)}.{nobody} {how}"
    return (Prompt("dealer", "cut", words, box=box),)


def _idle(table: Table) -> tuple[Prompt, ...]:
    supply = table.standing.supply
    batch = sp.current(supply)
    if sp.in_shoe(supply):
        return _shuffling(table)
    if batch is not None and batch.stage == "spread":
        return (Prompt("dealer", "look", "Idle table: let the first player who comes look at the cards."),)
    words = "Spread the cards face down; face up where a player asks."
    return (Prompt("dealer", "spread", words),)


def _closing(table: Table) -> tuple[Prompt, ...]:
    supply = table.standing.supply
    if sp.in_shoe(supply):
        return _shuffling(table)
    if supply.machine.stage in ("cancelling", "releasing"):
        return _one(_machine(table))
    if not sp.all_told(table):
        return (Prompt("dealer", "wait", "The shoe is telling its last sealed cards. A moment."),)
    return (Prompt("dealer", "wait", "The shuffler gives out its cards. A moment."),)


def _one(prompt: Prompt | None) -> tuple[Prompt, ...]:
    return () if prompt is None else (prompt,)


@clause("topic:card-change", "topic:reader-inspection", "topic:posted-odds")
def before_wagers(table: Table) -> tuple[Prompt, ...]:
    """What bars the next round, and what is to be done at the shuffler meanwhile."""
    made: list[Prompt] = []
    standing = table.standing
    supply = standing.supply
    made += _at_machine(table)
    if not supply.confirmed:
        words = "Compare layout, posted odds and discard rack with what is installed and submitted."
        made.append(Prompt("floorperson", "confirm_table", words))
    if not standing.reader_inspected and any(one.role == "card_reader" for one in standing.devices):
        words = "Inspect the card reader for this gaming day."
        made.append(Prompt("floorperson", "inspect_reader", words))
    if sp.is_change_due(table):
        made.append(
            Prompt("floorperson", "change_cards", "The cards have been in use for their time: change them.")
        )
    return tuple(made)


def _at_machine(table: Table) -> tuple[Prompt, ...]:
    """What can be done at the shuffler while the other batch is played. One that is not there, or at fault,
    waits until its cards are wanted."""
    supply = table.standing.supply
    device = sp.shuffler_of(table)
    if device is None or not device.ready or device.faults:
        return ()
    at = due_in(table)
    if at >= 0:
        return (_feed(supply, at),)
    if supply.machine.stage == "releasing":
        return (
            Prompt(
                "dealer",
                "take_stack",
                f"Take {_inside(supply)} out of the shuffler's exit; it sees that itself.",
            ),
        )
    if supply.machine.stage == "failed" and sp.uses_machine(supply):
        why = supply.machine.reason
        words = f"The shuffle failed ({why}). Clear the shuffler, and have it give out its cards."
        return (Prompt("dealer", "clear_shuffler", words),)
    return ()


@clause("topic:too-few-cards")
def refilling(table: Table) -> tuple[Prompt, ...]:
    """Inside a round: the discards are shuffled, cut, and put into the shoe."""
    if table.refill == "shuffle":
        words = (
            "The shoe is empty. Shuffle the cards of the discard rack; what lies on the layout stays there."
        )
        return (Prompt("dealer", "shuffle", words),)
    if table.refill == "cut":
        return cutting(table)
    return (Prompt("dealer", "load", "Put the shuffled discards into the dealing shoe."),)


_BY_PHASE: Final = {
    "Inspecting": _inspecting,
    "Spreading": _spreading,
    "Shuffling": _shuffling,
    "Cutting": cutting,
    "Idle": _idle,
    "Closing": _closing,
    "Betting": before_wagers,
    "Refilling": refilling,
}


def enter_card(draw: int, where: str = "") -> Prompt:
    """A card that nobody could read lies face up: the floor enters it from sight. where: it lies, or will."""
    place = f" ({where})" if where else ""
    return Prompt("floorperson", "enter_card", f"Enter the card of draw {draw}{place} from sight.", draw=draw)
