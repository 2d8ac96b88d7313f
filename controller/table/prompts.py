"""What people are asked to do now, as far as every game asks it. Pure: Table in, Prompts out.

The sentences are for the dealer and the floorperson at the table. Machines (the rehearsal's simulated
dealer, the consoles' keys) go by `kind`.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import progressive, usb
from controller.table import supply as sp
from controller.table.counting import is_count_due
from controller.table.double_shoe import SIDES, in_words, is_double
from controller.table.machine import due_in
from controller.table.shuffling import will_be_counted
from controller.table.state import HAND_DEALT, Prompt, Supply, Table, is_automated, is_from_hand

STEPS: Final[dict[str, tuple[str, str, str]]] = {
    "Closed": ("floorperson", "open", "The table is closed. Open it when the cards have been received."),
    "Washing": ("dealer", "wash", "Turn the cards face down, wash and stack them."),
    "Settling": ("dealer", "settle", "Settle the wagers as listed, then confirm."),
    "Collecting": ("dealer", "collect", "Collect the cards into the discard rack, in order."),
    "NoMoreBets": ("dealer", "wait", "No more bets: the positions are closing."),
}

OWN_HAND: Final = "Keep the cards in the hand that you have chosen."
"""Said of each deal from the hand."""
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
    return _of_phase(table) if table.standing.usb is None else (*_of_phase(table), *usb.prompts(table))


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
    """ "the red batch" where there are two, with its side of a double shoe, else "the cards"."""
    batch = sp.current(supply)
    if batch is None or len(supply.batches) < 2:
        return "the cards"
    side = f" of the {SIDES[supply.current]} side" if is_double(supply) else ""
    return f"the {batch.back} batch{side}"


def _side(supply: Supply) -> str:
    """The side of a double shoe that is in hand, "" of another shoe."""
    return SIDES[supply.current] if is_double(supply) and sp.current(supply) is not None else ""


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
    if sp.in_shoe(supply) and is_double(supply):
        return (_collect_side(supply),)
    if sp.in_shoe(supply):
        left = "Take the cards that are left out of the shoe"
        if is_from_hand(table):
            left = "Put down the cards that are left in your hand"
        counted, words = f"{left} and count them, into the discard rack.", f"{left}, into the discard rack."
        return (Prompt("dealer", "collect_shoe", words if will_be_counted(table) else counted),)
    if not sp.all_told(table):
        return (Prompt("dealer", "wait", "The shoe is telling its last sealed cards. A moment."),)
    if is_count_due(table):
        return (_count(supply),)
    machine = _machine(table)
    if machine is not None:
        return (machine,)
    if table.wanted_face is not None:
        return (Prompt("dealer", "wait", "The shoe is away, and has not told its last sealed cards."),)
    return (Prompt("dealer", "shuffle", f"Shuffle {_back(supply)} and stack them.", side=_side(supply)),)


@clause("topic:deck-count")
def _count(supply: Supply) -> Prompt:
    batch = supply.batches[supply.current]
    which = f"the {batch.back} deck" if len(supply.batches) > 1 else "the deck"
    return Prompt(
        "dealer", "count_deck", f"Count {which}, face down on the layout: {sp.batch_size(batch)} cards?"
    )


@clause("topic:side-of-cover-card")
def _collect_side(supply: Supply) -> Prompt:
    """One side is taken out, with what lies apart of it; the other one stays as it is."""
    words = (
        f"Take the cards that are left in {in_words(supply, supply.current)} out of the shoe and count them; "
        "into the discard rack, with those of its segregated area."
    )
    return Prompt("dealer", "collect_shoe", words, side=_side(supply))


@clause("topic:load-shoe", "topic:sides-of-double-shoe")
def _loading(table: Table) -> tuple[Prompt, ...]:
    supply = table.standing.supply
    if is_from_hand(table):
        return (Prompt("dealer", "load", f"{_taken_up(table)} over the table inventory, in front of you."),)
    if is_automated(table):
        words = "Put the stack into the automated shoe; it tells itself that the cards are in it."
        return (Prompt("dealer", "load", words),)
    if not is_double(supply):
        return (Prompt("dealer", "load", "Put the stack into the dealing shoe."),)
    words = (
        f"Put {_back(supply)} into the dealing shoe, with a cover card of its own: {SIDES[supply.current]}."
    )
    return (Prompt("dealer", "load", words, side=_side(supply)),)


@clause("633a.12(b)(3)", "671a.9(a)(2)")
def _taken_up(table: Table) -> str:
    """How cards that are dealt from the hand are taken up; with a cover card below where the chapter has
    it."""
    if table.rules.variation == HAND_DEALT:
        return "Put the cards on top of a cover card and take them into one hand,"
    return "Take the cards into one hand and keep to it for the round,"


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
    return sp.is_respread(supply) and supply.current == supply.kept


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
    if supply.cut_by == "dealer":
        words = (
            "Put the cover card into the stack, at least ten cards from the top; it goes to the bottom with "
            "all the cards above it."
        )
        return (Prompt("dealer", "cut", words),)
    how = "At least ten cards from either end; then the cover card, a quarter or more from the bottom."
    if box < 0:
        which = _back(supply) if is_double(supply) else "the cards"
        words = f"Nobody takes the cut: cut {which} yourself. {how}"
        return (Prompt("dealer", "cut", words, side=_side(supply)),)
    nobody = "" if box or supply.first_player else " Where nobody is there, cut them yourself."
    cut_of = f" of {_back(supply)}" if is_double(supply) else ""
    words = f"Offer the cut{cut_of}, the backs away from you, to {sp.owner(supply, box)}.{nobody} {how}"
    return (Prompt("dealer", "cut", words, box=box, side=_side(supply)),)


def _idle(table: Table) -> tuple[Prompt, ...]:
    supply = table.standing.supply
    batch = sp.current(supply)
    if sp.in_shoe(supply):
        return _shuffling(table)
    if batch is not None and batch.stage == "spread":
        return (Prompt("dealer", "look", "Idle table: let the first player who comes look at the cards."),)
    words = f"Spread {_back(supply)} face down; face up where a player asks."
    return (Prompt("dealer", "spread", words, side=_side(supply)),)


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
    supply = table.standing.supply
    if table.refill == "shuffle":
        return (Prompt("dealer", "shuffle", _shuffle_discards(table), side=_side(supply)),)
    if table.refill == "cut":
        return cutting(table)
    where = f"{in_words(supply, supply.current)} of the" if is_double(supply) else "the dealing"
    words = f"Put the shuffled discards into {where} shoe."
    words = f"{_taken_up(table)} to go on." if is_from_hand(table) else words
    return (Prompt("dealer", "load", words, side=_side(supply)),)


def _shuffle_discards(table: Table) -> str:
    """Which cards are shuffled while a round waits: of a double shoe one side's, those in its segregated area
    too."""
    supply = table.standing.supply
    stays = "what lies on the layout stays there."
    if not is_double(supply):
        empty = "deck" if is_from_hand(table) else "shoe"
        return f"The {empty} is empty. Shuffle the cards of the discard rack; {stays}"
    side, back = in_words(supply, supply.current), supply.batches[supply.current].back
    cards = f"the {back} cards of the discard rack and of its segregated area"
    return f"T{side[1:]} is empty. Shuffle {cards}; {stays}"


_BY_PHASE: Final = {
    "Inspecting": _inspecting,
    "Spreading": _spreading,
    "Shuffling": _shuffling,
    "Cutting": cutting,
    "Loading": _loading,
    "Idle": _idle,
    "Closing": _closing,
    "Betting": before_wagers,
    "Refilling": refilling,
}


def enter_card(draw: int, where: str = "", who: str = "floorperson") -> Prompt:
    """A card that nobody could read lies face up: the floor enters it from sight, or the dealer where no
    device reads any. where: it lies, or will."""
    place = f" ({where})" if where else ""
    return Prompt(who, "enter_card", f"Enter the card of draw {draw}{place} from sight.", draw=draw)
