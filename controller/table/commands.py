"""What a person asks for, and what an input of any kind looks like when it reaches the table.

Commands name who asks from the first day, also while nobody is authenticated. What a device
reports is in drivers.messages. Whether a command is allowed is decided in the phase tables.
"""

from typing import Final, Literal

from msgspec import Struct

from controller.table.state import Batch, Commissioning, Equipment, Lie, Rules, Stranger
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
    """Cards have been received at the table; inspection begins. batches: what was received; () for fresh
    cards as the installation and the submission have them."""

    batches: tuple[Batch, ...] = ()


class ConfirmTable(_Command, frozen=True):
    """The floorperson compared what stands at the table with what is installed and submitted.

    boxes: betting positions on the layout. rack: "height" or "mark", rack_decks: how many decks it shows.
    odds: every wager on offer has its odds on the layout or on a sign.
    """

    boxes: int
    rack: str
    rack_decks: int
    odds: bool


class InspectCards(_Command, frozen=True):
    """The dealer inspected the cards. defect: what is wrong with them, "" for nothing; a batch with a
    defect is exchanged."""

    defect: str = ""


class VerifyInspection(_Command, frozen=True):
    """The floorperson verified the dealer's inspection."""


class SpreadCards(_Command, frozen=True):
    """The cards were spread for inspection: by deck, suit and sequence, face up; on an idle table face down,
    unless a player asks. face: "up" or "down"."""

    face: str = "up"


class CardsSeen(_Command, frozen=True):
    """The first player who arrived had an opportunity to look at the cards. player: the name, "" where nobody
    asked; respread: the player wants the batch out of the shuffler to be spread and shuffled too."""

    player: str = ""
    respread: bool = False


class WashCards(_Command, frozen=True):
    """The cards were turned face down, washed and stacked."""


class ShuffleCards(_Command, frozen=True):
    """The cards were shuffled by hand and stand in a single stack."""


class FeedShuffler(_Command, frozen=True):
    """The cards were put into the automated shuffler. back: which batch, "" for the one that is due."""

    back: str = ""


class ClearShuffler(_Command, frozen=True):
    """A shuffler whose shuffle failed is clear again, and is to give out what is inside."""


class TakeStack(_Command, frozen=True):
    """Somebody took out by hand what was in the shuffler; it is empty."""


class CollectShoe(_Command, frozen=True):
    """The cards left in the shoe were taken out and lie in the discard rack. remaining: how many they were
    by count, -1 where nobody counted them, for the deck is counted otherwise."""

    remaining: int = -1


class CountDeck(_Command, frozen=True):
    """The dealer counted the whole deck, face down on the layout. cards: how many they were."""

    cards: int


class RefuseCut(_Command, frozen=True):
    """The player to whom the cut is offered does not take it."""


class CutCards(_Command, frozen=True):
    """The stack was cut, and the cover card placed. `by`: "player" or "dealer". depth: cards between the
    cut and the nearer end; cover: cards below the cover card; 0 where nobody measured it: then the dealer
    says that it was at least ten, and at least a quarter."""

    by: str = "dealer"
    depth: int = 0
    cover: int = 0


class OrderRecut(_Command, frozen=True):
    """The floorperson has the cards cut again before they go into the shoe. why: what was wrong."""

    why: str = ""


class LoadShoe(_Command, frozen=True):
    """The stack was put into the dealing shoe."""


class LeaveIdle(_Command, frozen=True):
    """There is no gaming activity: the cards are to lie spread on the table."""


class ChangeCards(_Command, frozen=True):
    """The floorperson has the cards changed. batches: what comes in exchange, as in OpenTable."""

    batches: tuple[Batch, ...] = ()


class MarkOutOfOrder(_Command, frozen=True):
    """The automated shuffler, or the automated shoe, cannot be used; it is covered, or has a sign on it. how:
    "covered", "signed". device: "shuffler" or "shoe"."""

    how: str
    device: str = "shuffler"


class ReturnToService(_Command, frozen=True):
    """The automated shuffler, or the automated shoe, is in order again; cover or sign were taken off."""

    device: str = "shuffler"


class InspectReader(_Command, frozen=True):
    """The floorperson inspected the card reader device for this gaming day."""


class NewDealer(_Command, frozen=True):
    """Another dealer comes to the table and will burn a card before dealing."""

    name: str


class DirectReshuffle(_Command, frozen=True):
    """The floorperson directs a reshuffle, between rounds. side: of a double shoe "left" or "right", "" for
    both."""

    side: str = ""


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

    amount: cents for a double with chips, 0 for the full stake or where none are due. cards: where cards are
    exchanged, which of the hand's, by their places in the order of the deal, from 1; 0 for one that is not
    among them.
    """

    box: int
    verb: str
    hand: int = 1
    amount: int = 0
    cards: tuple[int, ...] = ()


class WithdrawDecision(_Command, frozen=True):
    """The player does not put down the chips that the decision needs: it is as if not made."""


class DeclineSecondChance(_Command, frozen=True):
    """The player of a hand over 21 does not place a Second Chance Wager."""

    box: int
    hand: int = 1


class DeclareHand(_Command, frozen=True):
    """A player declares a hand that wins the Super Wager. instant: it is declared for the instant payout."""

    box: int
    instant: bool = False


class LockDecisions(_Command, frozen=True):
    """The dealer announces that all decisions are locked in."""


class ReportMisdeal(_Command, frozen=True):
    """The dealer or a player found what makes a hand of poker void. kind: one of MISDEALS."""

    kind: str


class AbandonWagers(_Command, frozen=True):
    """The floorperson has the wagers of that box treated as lost, for its player left during the round."""

    box: int


class WagersSettled(_Command, frozen=True):
    """The dealer has collected and paid as the settlement lists it."""


class CardsCollected(_Command, frozen=True):
    """The dealer has put the cards into the discard rack so that hands can be reconstructed."""


class CountProgressive(_Command, frozen=True):
    """The dealer counted the chips of a progressive wager: `cents` in all, to be compared with what the
    wagering devices accepted."""

    wager: str
    cents: int


class VerifyAward(_Command, frozen=True):
    """The floorperson verified the progressive award of that number."""

    award: int


class DocumentAward(_Command, frozen=True):
    """The documents of the progressive award of that number are written."""

    award: int


# ---- cards that a dealer deals from the hand ----------------------------------------------------


class DealCards(_Command, frozen=True):
    """What was still to be dealt of the initial deal lies where it belongs; with a deck that runs out, as
    much of it as there was. up: the face of the dealer's first card, "" where that is not among them."""

    up: Card = ""


class DealCard(_Command, frozen=True):
    """The next card lies where it belongs. card: its face, "" where it lies face down."""

    card: Card = ""


class TurnHand(_Command, frozen=True):
    """The cards of a hand that lay face down were turned over."""

    box: int
    hand: int = 1


class FaceUpCard(_Command, frozen=True):
    """A card that lay face up in the deck was put into the discard rack."""

    card: Card


class CardInError(_Command, frozen=True):
    """A card left the deck that was not due. card: its face, "" where that was not exposed."""

    card: Card = ""


class CoverCardSeen(_Command, frozen=True):
    """The cover card came out of the deck. box: where the next card was due, 0 the dealer's own hand, -1
    where the table knows it."""

    box: int = -1


class CorrectCard(_Command, frozen=True):
    """A card that a person told is another one."""

    draw: int
    card: Card


# ---- what goes wrong, told by a person ----------------------------------------------------------


class CardsLie(_Command, frozen=True):
    """Cards do not lie where they were drawn for: these draws lie there."""

    lies: tuple[Lie, ...]


class CardWent(_Command, frozen=True):
    """The card that one hand asked for lies with a later hand."""

    lie: Lie


class ReportPassedOver(_Command, frozen=True):
    """A player who asked for a card did not get it, and the deal went on."""

    box: int
    hand: int = 1


class AcceptCard(_Command, frozen=True):
    """The player takes the exposed card for a hand that is due one."""

    box: int
    hand: int = 1


class RefuseCard(_Command, frozen=True):
    """The player does not take the exposed card, and so gets no further card in this round."""

    box: int
    hand: int = 1


class ReportIncident(_Command, frozen=True):
    """What no device sees, for the record. kind: one of INCIDENTS; box: 0 for none; note: in words."""

    kind: str
    box: int = 0
    note: str = ""


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
    | ConfirmTable
    | InspectCards
    | VerifyInspection
    | SpreadCards
    | CardsSeen
    | WashCards
    | ShuffleCards
    | FeedShuffler
    | ClearShuffler
    | TakeStack
    | CollectShoe
    | CountDeck
    | RefuseCut
    | CutCards
    | OrderRecut
    | LoadShoe
    | LeaveIdle
    | ChangeCards
    | MarkOutOfOrder
    | ReturnToService
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
    | DeclineSecondChance
    | DeclareHand
    | LockDecisions
    | ReportMisdeal
    | AbandonWagers
    | WagersSettled
    | CardsCollected
    | CountProgressive
    | VerifyAward
    | DocumentAward
    | CardsLie
    | CardWent
    | ReportPassedOver
    | AcceptCard
    | RefuseCard
    | ReportIncident
    | ChooseRemedy
    | EnterCard
    | DealCards
    | DealCard
    | TurnHand
    | FaceUpCard
    | CardInError
    | CoverCardSeen
    | CorrectCard
)

FLOOR_ONLY: Final[frozenset[type]] = frozenset(
    (
        InspectReader,
        DirectReshuffle,
        AdmitPlayer,
        OpenTable,
        CloseTable,
        ConfirmTable,
        VerifyInspection,
        OrderRecut,
        ChangeCards,
        ReturnToService,
        VerifyAward,
        DocumentAward,
        AbandonWagers,
    )
)
"""Commands that need the floorperson. Which remedy needs whom is written on the remedy."""

THROUGH_HOLDS: Final[frozenset[type]] = frozenset((ChooseRemedy, EnterCard, ReportIncident, CorrectCard))
"""The only commands that are ruled on while a Hold is open."""

MISDEALS: Final = ("wrong_number", "dealer_exposed", "shoe_failed")
"""What voids a round of poker: somebody has a wrong number of cards; the dealer's cards were exposed; the
automated shoe does not deal."""

INCIDENTS: Final[dict[str, tuple[str, str]]] = {
    "cards_handled": ("topic:cards-handled", "a patron handled cards"),
    "wager_handled": ("topic:wager-is-final", "a patron handled a wager"),
    "player_left": ("topic:player-left", "a player left during the round"),
    "verbal_wager": ("topic:wager-instruments", "a wager was spoken"),
    "other": ("topic:incident", "an incident"),
}
"""Kinds of incident: the clause that each is about, and its words. The words say what happened, not what
follows: whether a spoken wager counts, for one, not all chapters say alike."""


class _House(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """What the house itself tells the table, not a person and not a device."""


class Installed(_House, frozen=True):
    """The table is set up: rules, the devices by name and role, the rest of the equipment, and how far the
    devices are trusted. The journal's first ruling."""

    rules: Rules
    devices: tuple[tuple[str, str], ...]
    build: str
    equipment: Equipment = Equipment()
    commissioning: Commissioning = Commissioning()


class Restarted(_House, frozen=True):
    """The controller started again on this journal. build, rules: program and submission now; gap_ms:
    wall time since the last entry, negative where the wall clock went back; lost: what the end of the
    journal lost, in words. devices, equipment: what is installed now; () where that is not told.
    commissioning: how far it is trusted now."""

    build: str
    rules: Rules
    gap_ms: int
    lost: str = ""
    devices: tuple[tuple[str, str], ...] = ()
    equipment: Equipment = Equipment()
    commissioning: Commissioning = Commissioning()


class ClockFault(_House, frozen=True):
    """The wall clock jumped by `jump_ms` against the monotonic clock."""

    jump_ms: int


class TimePassed(_House, frozen=True):
    """`ms` have passed on the monotonic clock since this was told last; `day` is the gaming day now."""

    ms: int
    day: str


class DefectMet(_House, frozen=True):
    """Ruling on an input failed inside. what: the fault and the input, for engineers; device, boot, number:
    of the report that it was, so that it is acknowledged and cannot come back at every start."""

    what: str
    device: str = ""
    boot: int = 0
    number: int = 0


class UsbSeen(_House, frozen=True):
    """What is plugged in by USB and does not belong here: all that is there now, so that saying it again
    does no harm; and what came and went since it was said last. unwatched: why nobody can see it, "" where
    it is seen."""

    strangers: tuple[Stranger, ...]
    passed: tuple[Stranger, ...] = ()
    unwatched: str = ""


HouseNotice = Installed | Restarted | ClockFault | TimePassed | DefectMet | UsbSeen


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
