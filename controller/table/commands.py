"""What a person asks for, and what an input of any kind looks like when it reaches the table.

Commands name who asks from the first day, also while nobody is authenticated. What a device
reports is in drivers.messages. Whether a command is allowed is decided in the phase tables.
"""

from typing import Final, Literal

from msgspec import Struct

from controller.table.state import Rules
from drivers.cards import Card
from drivers.messages import Report

Role = Literal["dealer", "floorperson", "house"]


class Refused(Exception):
    """A person asked for what the rules bar now. Nothing changes. `why` is for that person, `clause`
    is a clause number or a topic."""

    def __init__(self, why: str, clause: str) -> None:
        super().__init__(why)
        self.why = why
        self.clause = clause


class _Command(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Frozen, compact, tagged with its name in the journal."""


# ---- opening, shuffling, closing ----------------------------------------------------------------


class OpenTable(_Command, frozen=True):
    """Cards have been received at the table; inspection begins."""


class InspectCards(_Command, frozen=True):
    """The dealer inspected the cards and the floorperson verified it."""


class SpreadCards(_Command, frozen=True):
    """The cards were spread face up, and the first player had an opportunity to look."""


class WashCards(_Command, frozen=True):
    """The cards were turned face down, washed and stacked."""


class ShuffleCards(_Command, frozen=True):
    """The cards were shuffled by hand and stand in a single stack."""


class CutCards(_Command, frozen=True):
    """The stack was cut, and the cover card placed. `by`: "player" or "dealer"."""

    by: str = "dealer"


class LoadShoe(_Command, frozen=True):
    """The stack was put into the dealing shoe."""


class InspectReader(_Command, frozen=True):
    """The floorperson inspected the card reader device for this gaming day."""


class NewDealer(_Command, frozen=True):
    """Another dealer comes to the table and will burn a card before dealing."""

    name: str


class DirectReshuffle(_Command, frozen=True):
    """The floorperson directs a reshuffle, between rounds."""


class CloseTable(_Command, frozen=True):
    """The table is closed."""


class AdmitPlayer(_Command, frozen=True):
    """The house permits a player who sat out to wager again before the reshuffle."""

    player: str


# ---- the round ----------------------------------------------------------------------------------


class NoMoreBets(_Command, frozen=True):
    """The dealer announces that no more wagers are taken."""


class TakeEvenMoney(_Command, frozen=True):
    """A player with Blackjack takes even money while insurance is offered."""

    box: int
    hand: int = 1


class CloseInsurance(_Command, frozen=True):
    """The dealer closes the offer of insurance."""


class Decide(_Command, frozen=True):
    """A player's decision: hit, stand, double, split (or a verb that this game refuses).

    amount: cents for a double with chips, 0 for the full stake or where none are due.
    """

    box: int
    verb: str
    hand: int = 1
    amount: int = 0


class WithdrawDecision(_Command, frozen=True):
    """The player does not put down the chips that the decision needs: it is as if not made."""


class WagersSettled(_Command, frozen=True):
    """The dealer has collected and paid as the settlement lists it."""


class CardsCollected(_Command, frozen=True):
    """The dealer has put the cards into the discard rack so that hands can be reconstructed."""


# ---- holds --------------------------------------------------------------------------------------


class ChooseRemedy(_Command, frozen=True):
    """Somebody chooses one of the remedies that an open Hold allows."""

    hold: int
    remedy: str


class EnterCard(_Command, frozen=True):
    """A card that no device could read is entered from sight."""

    draw: int
    card: Card


Command = (
    OpenTable
    | InspectCards
    | SpreadCards
    | WashCards
    | ShuffleCards
    | CutCards
    | LoadShoe
    | InspectReader
    | NewDealer
    | DirectReshuffle
    | CloseTable
    | AdmitPlayer
    | NoMoreBets
    | TakeEvenMoney
    | CloseInsurance
    | Decide
    | WithdrawDecision
    | WagersSettled
    | CardsCollected
    | ChooseRemedy
    | EnterCard
)

FLOOR_ONLY: Final[frozenset[type]] = frozenset(
    (InspectReader, DirectReshuffle, AdmitPlayer, OpenTable, CloseTable)
)
"""Commands that need the floorperson. Which remedy needs whom is written on the remedy."""

THROUGH_HOLDS: Final[frozenset[type]] = frozenset((ChooseRemedy, EnterCard))
"""The only commands that are ruled on while a Hold is open."""


class _House(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """What the house itself tells the table, not a person and not a device."""


class Installed(_House, frozen=True):
    """The table is set up: rules, and the devices by name and role. The journal's first ruling."""

    rules: Rules
    devices: tuple[tuple[str, str], ...]
    build: str


class Restarted(_House, frozen=True):
    """The controller started again on this journal. build, rules: program and submission now; gap_ms:
    wall time since the last entry, negative where the wall clock went back; lost: what the end of the
    journal lost, in words."""

    build: str
    rules: Rules
    gap_ms: int
    lost: str = ""


class ClockFault(_House, frozen=True):
    """The wall clock jumped by `jump_ms` against the monotonic clock."""

    jump_ms: int


class DefectMet(_House, frozen=True):
    """Ruling on an input failed inside. what: the fault and the input, for engineers; device, boot, number:
    of the report that it was, so that it is acknowledged and cannot come back at every start."""

    what: str
    device: str = ""
    boot: int = 0
    number: int = 0


HouseNotice = Installed | Restarted | ClockFault | DefectMet


class Asked(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A Command with who asked. authenticated is False while consoles cannot know people."""

    role: Role
    person: str
    what: Command
    authenticated: bool = False


class Reported(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A Report with the device that made it, its boot id, its number (0: the host's own word) and
    the milliseconds since that boot."""

    device: str
    boot: int
    number: int
    at: int
    what: Report


class Told(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A notice of the house."""

    what: HouseNotice


Input = Asked | Reported | Told
