"""What happened: the only thing that changes a Table.

A tagged union, written to the journal as it stands here and only ever extended: fields are added
at the end, with defaults. FORMAT is the version that a journal's entries carry. How an event
changes a Table is in evolve.py and the games.
"""

from typing import Final

from msgspec import Struct

from controller.table.state import (
    Award,
    Batch,
    Commissioning,
    DealStep,
    DeviceStanding,
    Equipment,
    Hold,
    Irregularity,
    Lie,
    Meter,
    Rules,
    Settlement,
    Stranger,
)
from drivers.cards import Card

FORMAT: Final = 1


class _Event(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Frozen, compact, tagged with its name in the journal."""


class Entered(_Event, frozen=True):
    """The table went into another phase."""

    phase: str


class TableInstalled(_Event, frozen=True):
    """The table was set up with these rules and devices, on this build."""

    rules: Rules
    devices: tuple[DeviceStanding, ...]
    build: str
    equipment: Equipment = Equipment()


class StepDone(_Event, frozen=True):
    """A step of opening, shuffling or closing was done, as told by `person`."""

    step: str
    role: str
    person: str
    note: str = ""


class WagersPlaced(_Event, frozen=True):
    """Chips were accepted on a box: (wager, cents added) each. hand: beside which hand."""

    box: int
    chips: tuple[tuple[str, int], ...]
    player: str = ""
    hand: int = 1


class WagerLifted(_Event, frozen=True):
    """Chips were taken back before the wagers were closed."""

    box: int
    wager: str
    amount: int


class PositionsShut(_Event, frozen=True):
    """The wager positions confirmed that they are closed."""


class RoundBegun(_Event, frozen=True):
    """Wagers are closed and confirmed: the round begins and its deal is planned."""

    number: int


class CardDealt(_Event, frozen=True):
    """A card went to its step: `to` is a hand's index, -1 the dealer, -2 the burn."""

    draw: int
    card: Card
    to: int


class CardAhead(_Event, frozen=True):
    """A card left the shoe and waits for its step (drawn in error, unread, or early). exposed: everybody
    saw it."""

    draw: int
    card: Card
    exposed: bool = False


class CardRemoved(_Event, frozen=True):
    """A card was taken out of play into the discard rack."""

    draw: int
    card: Card


class CardLost(_Event, frozen=True):
    """A draw was heard of that nothing places yet; a Hold decides about it."""

    draw: int


class PermissionEnded(_Event, frozen=True):
    """The shoe ended its permission by itself; what is still due is permitted anew."""


class CardDisclosed(_Event, frozen=True):
    """The shoe told the face of a sealed draw, for the rules turned it up or the batch left."""

    draw: int
    card: Card


class CardEntered(_Event, frozen=True):
    """A card was entered from sight by a person."""

    draw: int
    card: Card
    role: str
    person: str


class CoverCardCame(_Event, frozen=True):
    """The cover card left the shoe behind draw `after`. at: the box to which the next card was due, 0 the
    dealer's own hand, -1 nobody's. side: of a double shoe, 0 left and 1 right."""

    after: int
    at: int = -1
    side: int = 0


class ReaderSaid(_Event, frozen=True):
    """The card reader answered: blackjack, no_blackjack or no_read."""

    answer: str


class EvenMoneyTaken(_Event, frozen=True):
    """A player with Blackjack took even money."""

    box: int
    hand: int


class Decided(_Event, frozen=True):
    """A decision was accepted. chips: cents still to be put down; 0 where none are due (any more). cards: the
    draws that are to be exchanged."""

    box: int
    hand: int
    verb: str
    amount: int = 0
    chips: int = 0
    cards: tuple[int, ...] = ()


class DecisionWithdrawn(_Event, frozen=True):
    """The chips that a decision needed were not put down."""

    box: int
    hand: int
    verb: str


class LammerPlaced(_Event, frozen=True):
    """The dealer placed a Free Bet lammer beside a hand."""

    box: int
    hand: int


class HandSplit(_Event, frozen=True):
    """A pair was split: the second card begins hand `new`, directly behind `hand`."""

    box: int
    hand: int
    new: int


class Settled(_Event, frozen=True):
    """Stacks were settled: one row each, in the order in which the dealer settles them."""

    rows: tuple[Settlement, ...]


class RoundVoided(_Event, frozen=True):
    """The round is void; what lay on the table is returned by these rows."""

    rows: tuple[Settlement, ...]


class RoundEnded(_Event, frozen=True):
    """The cards were collected; the round is over."""

    number: int


class IrregularityMet(_Event, frozen=True):
    """What the rules bar happened, and what follows by the clause."""

    what: Irregularity


class HoldOpened(_Event, frozen=True):
    """Somebody must decide."""

    hold: Hold


class HoldClosed(_Event, frozen=True):
    """A Hold is over by the remedy named; role "house" where it resolved itself."""

    id: int
    remedy: str
    role: str
    person: str


class DeviceChanged(_Event, frozen=True):
    """A device as it stands now. note: in words, what changed."""

    device: DeviceStanding
    note: str


class IdentityLost(_Event, frozen=True):
    """The shoe restarted: sealed cards have lost their identity, draws count from `last` anew."""

    last: int


class ReaderInspected(_Event, frozen=True):
    """The floorperson inspected the reader for this gaming day."""

    person: str


class ClockDoubted(_Event, frozen=True):
    """The wall clock is behind the last entry: what it times counts as due from the next round on."""


class DealerCame(_Event, frozen=True):
    """Another dealer took over and owes a burn card."""

    name: str


class ReshuffleDirected(_Event, frozen=True):
    """The floor directed a reshuffle. side: of a double shoe "left" or "right", "" for all cards."""

    person: str
    side: str = ""


class PlayerAdmitted(_Event, frozen=True):
    """The house let a player wager again before the reshuffle."""

    player: str


class AttemptMade(_Event, frozen=True):
    """Chips were set down or lifted (negative) where no wager is taken; it counts for nothing."""

    box: int
    wager: str
    amount: int


class AskingRefused(_Event, frozen=True):
    """A person asked for what the rules bar now. Nothing changed."""

    why: str
    clause: str


class RulesChanged(_Event, frozen=True):
    """Build or submission is another than before; the rules count from the next opening."""

    rules: Rules
    build: str


class Noted(_Event, frozen=True):
    """Worth keeping, and changes nothing."""

    words: str


class TableSealed(_Event, frozen=True):
    """An inner fault or a failed journal: the table is out of play until the floor acts."""

    why: str


class ShoeRanOut(_Event, frozen=True):
    """The last card left the shoe, or that side of a double one, as draw `after`."""

    after: int
    side: int = 0


class CardsReceived(_Event, frozen=True):
    """These batches were received at the table; those that were there before are gone."""

    batches: tuple[Batch, ...]


class CardsLookedAt(_Event, frozen=True):
    """The first player had an opportunity to look at the spread cards. player: "" where nobody asked the
    name."""

    player: str
    respread: bool
    role: str
    person: str


class BatchExchanged(_Event, frozen=True):
    """The batch that is being inspected has a defect: another of the same back takes its place."""

    defect: str


class BatchTurned(_Event, frozen=True):
    """Batch `current` is the one that is opened, shuffled, cut or played from now on."""

    current: int


class BatchFed(_Event, frozen=True):
    """`cards` cards of a batch went into the shuffler, which shuffles them as `job`."""

    batch: int
    job: int
    cards: int


class ShuffleEnded(_Event, frozen=True):
    """The shuffle `job` ended: stage "done" with what the machine found, or "failed" with the reason."""

    job: int
    stage: str
    count: int = 0
    counted: str = "unsupported"
    identity: str = "unsupported"
    back: str = "unsupported"
    reason: str = ""
    place: str = ""


class ReleaseOrdered(_Event, frozen=True):
    """The shuffler is to give out what is inside. job: 0 for whatever it is."""

    job: int


class StackTaken(_Event, frozen=True):
    """What was in the shuffler lies on the table."""


class ShoeCollected(_Event, frozen=True):
    """The shoe is empty and its cards are in the rack. remaining: -1 where nobody counted; expected: by the
    draw numbers."""

    remaining: int
    expected: int
    role: str
    person: str


class DeckCounted(_Event, frozen=True):
    """The dealer counted the whole deck, face down on the layout: so many cards."""

    cards: int
    role: str
    person: str


class ChangeBegun(_Event, frozen=True):
    """The cards are to be changed against these, as soon as they are collected."""

    batches: tuple[Batch, ...]
    why: str


class CutRefused(_Event, frozen=True):
    """Who was offered the cut does not take it. box: 0 for the first player."""

    box: int


class RecutOrdered(_Event, frozen=True):
    """The cards are to be cut again."""

    why: str
    person: str


class TableConfirmed(_Event, frozen=True):
    """Layout, odds and discard rack agree with installation and submission."""

    person: str
    words: str


class MarkedOutOfOrder(_Event, frozen=True):
    """The shuffler, or the automated shoe, is out of use, and covered or signed."""

    how: str
    role: str
    person: str
    device: str = "shuffler"


class ReturnedToService(_Event, frozen=True):
    """The shuffler, or the automated shoe, is used again."""

    person: str
    device: str = "shuffler"


class TimeCounted(_Event, frozen=True):
    """So much time has passed; a gaming day that is another one has begun."""

    ms: int
    day: str


class InstallationChanged(_Event, frozen=True):
    """Other devices, or other equipment, than before; it counts from the next opening."""

    devices: tuple[tuple[str, str], ...]
    equipment: Equipment


class DevicesCommissioned(_Event, frozen=True):
    """The devices are trusted so far from now on, by this commissioning record, or by none."""

    commissioning: Commissioning


class CardReturned(_Event, frozen=True):
    """A card that was drawn is in the shoe again, on that side of a double one."""

    draw: int
    side: int = 0


class DealCorrected(_Event, frozen=True):
    """Cards of the deal lie elsewhere than they were drawn for. plan: the whole deal as it lies and as it
    goes on; dealt: how many of its steps are done."""

    lies: tuple[Lie, ...]
    plan: tuple[DealStep, ...]
    dealt: int


class CardMoved(_Event, frozen=True):
    """A card that was asked for lies with another hand."""

    lie: Lie


class PassedOver(_Event, frozen=True):
    """A hand did not get the card it asked for."""

    box: int
    hand: int


class CardPostponed(_Event, frozen=True):
    """Its player takes the card after the others have theirs."""

    box: int
    hand: int
    verb: str
    amount: int


class LateTurnCame(_Event, frozen=True):
    """The others have their cards: the hand that was passed over gets its own."""

    box: int
    hand: int


class HandDied(_Event, frozen=True):
    """A hand is dead; what lies beside it goes back by these rows."""

    box: int
    hand: int
    rows: tuple[Settlement, ...]


class CardRefused(_Event, frozen=True):
    """A player does not take the exposed card: none of these hands, (box, number), gets a further one."""

    hands: tuple[tuple[int, int], ...]


class RefillBegan(_Event, frozen=True):
    """The shoe ran short inside a round: the discards are shuffled, cut and put into it."""

    phase: str


class ShoeRefilled(_Event, frozen=True):
    """`cards` cards are in the shoe again; the first is removed face down."""

    cards: int


class BlackjackAnnounced(_Event, frozen=True):
    """A player's Blackjack against an ace or a ten: announced, and paid when the hole card is turned."""

    box: int
    hand: int


class HandsSwitched(_Event, frozen=True):
    """The second cards of the box's two hands change places (633a.12(a)(4))."""

    box: int


class ProgressivesLocked(_Event, frozen=True):
    """The wagering devices have locked out: `accepted` is what is wagered, (box, wager, cents) each; magic
    and lucky are the system's random selections; to_count: wagers whose chips are to be compared with
    it."""

    accepted: tuple[tuple[int, str, int], ...]
    magic: str
    lucky: int
    to_count: tuple[str, ...]


class ProgressiveCounted(_Event, frozen=True):
    """The chips of that wager were compared with what was accepted."""

    wager: str
    cents: int
    role: str
    person: str


class MetersMoved(_Event, frozen=True):
    """The meters stand so now, all of them."""

    meters: tuple[Meter, ...]


class AwardsDue(_Event, frozen=True):
    """The progressive system owes these awards. unplayed: no round was dealt for the wagers, which go
    back."""

    awards: tuple[Award, ...]
    unplayed: bool = False


class AwardVerified(_Event, frozen=True):
    """A floorperson or above verified the award."""

    award: int
    person: str


class AwardDone(_Event, frozen=True):
    """Nothing more is due for the award. how: "credited" to the account, or "documented"."""

    award: int
    how: str
    person: str


class HandTurned(_Event, frozen=True):
    """The cards of a hand that lay face down lie face up, and are to be entered."""

    box: int
    hand: int


class HandDeclared(_Event, frozen=True):
    """A player declared a winning hand; instant: for the instant payout, so that no decision is due."""

    box: int
    instant: bool


class CardsGivenUp(_Event, frozen=True):
    """A player's cards went, face down, into the discard rack, and others take their place."""

    box: int
    draws: tuple[int, ...]


class WagersAbandoned(_Event, frozen=True):
    """The player of that box left, and the wagers are treated as lost: the hand is out of the round."""

    box: int
    role: str
    person: str


class ShoeLoaded(_Event, frozen=True):
    """A shoe that dispenses told that cards were put into it, as its load `load`: `cards` of them, 0 where it
    does not count."""

    load: int
    cards: int


class StackCame(_Event, frozen=True):
    """Stack `stack` of the load lies in the shoe's exit, the draws from `first` on."""

    stack: int
    first: int


class StackDelivered(_Event, frozen=True):
    """That stack was taken out of the exit."""

    stack: int


class CardCorrected(_Event, frozen=True):
    """A card that a person told is another one, as told by a person."""

    draw: int
    card: Card
    role: str
    person: str


class CardLeft(_Event, frozen=True):
    """That draw left this side of a double shoe, 0 left and 1 right. What became of the card another event
    says."""

    draw: int
    side: int


class Determined(_Event, frozen=True):
    """The determinant card came out of `side` of a double shoe, and designates the side of this round. Where
    both are one it is the first player's first card, else it lies in the segregated area of its side."""

    draw: int
    card: Card
    side: int
    designated: int


class LockOutDoubted(_Event, frozen=True):
    """What the wagering devices accepted is not what they had reported. They are locked out once more: a
    wager that went back while they were is not on the next list."""

    accepted: tuple[tuple[int, str, int], ...]


class AwardUncredited(_Event, frozen=True):
    """The system would not credit the award: `reason` is its word. It is documented instead."""

    award: int
    reason: str


class AwardsNumbered(_Event, frozen=True):
    """The system has credited awards that are none of ours: those that are due, and those to come, have
    numbers from `first` on."""

    first: int


class IncidentRecorded(_Event, frozen=True):
    """What a person reported that no device sees."""

    kind: str
    box: int
    note: str
    role: str
    person: str


class UsbCame(_Event, frozen=True):
    """A USB device that does not belong here was plugged in; one that is gone again says so."""

    what: Stranger


class UsbLeft(_Event, frozen=True):
    """A USB device that does not belong here was unplugged."""

    what: Stranger


class UsbUnwatched(_Event, frozen=True):
    """Nobody sees any more what is plugged in by USB, for this reason; "": it is seen again."""

    why: str


class UsbCleared(_Event, frozen=True):
    """The floorperson looked at the USB sockets: what did not belong there is out."""


Event = (
    Entered
    | TableInstalled
    | StepDone
    | WagersPlaced
    | WagerLifted
    | PositionsShut
    | RoundBegun
    | CardDealt
    | CardAhead
    | CardRemoved
    | CardLost
    | PermissionEnded
    | CardDisclosed
    | CardEntered
    | CoverCardCame
    | ReaderSaid
    | EvenMoneyTaken
    | Decided
    | DecisionWithdrawn
    | LammerPlaced
    | HandSplit
    | Settled
    | RoundVoided
    | RoundEnded
    | IrregularityMet
    | HoldOpened
    | HoldClosed
    | DeviceChanged
    | IdentityLost
    | ReaderInspected
    | ClockDoubted
    | DealerCame
    | ReshuffleDirected
    | PlayerAdmitted
    | AttemptMade
    | AskingRefused
    | RulesChanged
    | Noted
    | TableSealed
    | ShoeRanOut
    | CardsReceived
    | CardsLookedAt
    | BatchExchanged
    | BatchTurned
    | BatchFed
    | ShuffleEnded
    | ReleaseOrdered
    | StackTaken
    | ShoeCollected
    | ChangeBegun
    | CutRefused
    | RecutOrdered
    | TableConfirmed
    | MarkedOutOfOrder
    | ReturnedToService
    | TimeCounted
    | InstallationChanged
    | DevicesCommissioned
    | CardReturned
    | DealCorrected
    | CardMoved
    | PassedOver
    | CardPostponed
    | LateTurnCame
    | HandDied
    | CardRefused
    | RefillBegan
    | ShoeRefilled
    | IncidentRecorded
    | BlackjackAnnounced
    | HandsSwitched
    | ProgressivesLocked
    | ProgressiveCounted
    | MetersMoved
    | AwardsDue
    | AwardVerified
    | AwardDone
    | HandTurned
    | CardCorrected
    | CardLeft
    | Determined
    | LockOutDoubted
    | AwardsNumbered
    | AwardUncredited
    | HandDeclared
    | CardsGivenUp
    | WagersAbandoned
    | DeckCounted
    | ShoeLoaded
    | StackCame
    | StackDelivered
    | UsbCame
    | UsbLeft
    | UsbUnwatched
    | UsbCleared
)
