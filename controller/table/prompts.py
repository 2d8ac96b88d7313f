"""What people are asked to do now, as far as every game asks it. Pure: Table in, Prompts out.

The sentences are for the dealer and the floorperson at the table. Machines (the rehearsal's simulated
dealer, the consoles' keys) go by `kind`.
"""

from typing import Final

from controller.table.state import Prompt, Table

OPENING: Final[dict[str, tuple[str, str, str]]] = {
    "Closed": ("floorperson", "open", "The table is closed. Open it when the cards have been received."),
    "Inspecting": ("dealer", "inspect", "Inspect the cards; the floorperson verifies."),
    "Spreading": ("dealer", "spread", "Spread the cards face up for the first player to look at."),
    "Washing": ("dealer", "wash", "Turn the cards face down, wash and stack them."),
    "Shuffling": ("dealer", "shuffle", "Shuffle all the cards and stack them."),
    "Cutting": ("dealer", "cut", "Offer the cut and place the cover card."),
    "Loading": ("dealer", "load", "Put the stack into the dealing shoe."),
    "Settling": ("dealer", "settle", "Settle the wagers as listed, then confirm."),
    "Collecting": ("dealer", "collect", "Collect the cards into the discard rack, in order."),
    "Closing": ("dealer", "wait", "The shoe is telling its last sealed cards. A moment."),
    "NoMoreBets": ("dealer", "wait", "No more bets: the positions are closing."),
}


def common(table: Table) -> tuple[Prompt, ...]:
    """Open questions first; then the step of opening, closing or settling that this phase asks for."""
    if table.holds:
        return tuple(
            Prompt(
                "floorperson",
                "hold",
                f"{one.words}. Choose: " + "; ".join(f"{way.name} — {way.words}" for way in one.remedies),
                hand=one.id,
                draw=one.draw,
            )
            for one in table.holds
        )
    made: tuple[Prompt, ...] = ()
    if table.phase in OPENING:
        who, kind, words = OPENING[table.phase]
        made = (Prompt(who, kind, words),)
    return made


def enter_card(draw: int) -> Prompt:
    """A card that nobody could read lies face up: the floor enters it from sight."""
    return Prompt("floorperson", "enter_card", f"Enter the card of draw {draw} from sight.", draw=draw)
