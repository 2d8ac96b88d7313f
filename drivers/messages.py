"""The vocabulary: Reports that devices make, Orders that they take.

Both packages and both ends of the wire share these names and nothing else. How a message looks
in bytes is docs/link.md's affair and is written twice, in the drivers and in the simulators.
Draw numbers count the cards that left a shoe since its boot, from 1. Money is integer cents.
No message has a place for a card that has not been drawn.
"""

from typing import Final, Literal

from msgspec import Struct

from drivers.cards import Card

WAGERS: Final[tuple[str, ...]] = (
    "",
    "blackjack",
    "push_22",
    "insurance",
    "double_down",
    "split",
    "lucky_ladies",
    "match_the_dealer",
    "in_between",
    "royal_match_21",
    "bet_the_set_21",
    "kings_bounty",
    "three_card_poker",
    "second_blackjack",
    "super_match",
    "bad_beat",
    "hit_and_run",
    "second_chance",
    "ante",
    "super",
    "super_on_dealer",
    "super_on_1",
    "super_on_2",
    "super_on_3",
    "super_on_4",
    "super_on_5",
    "bet",
    "options",
)
"""Wager names by their code on the wire: index 1 is "blackjack". Only ever extended at the end."""

UP: Final = "u"
"""A draw whose face is reported at once (it is dealt face up)."""
DOWN: Final = "d"
"""A draw that the shoe keeps sealed until it is told to disclose it."""
EITHER: Final = 2
"""In place of a side: the card may leave either side of a double shoe."""

Answer = Literal["blackjack", "no_blackjack", "no_read"]
Verdict = Literal["unsupported", "good", "bad"]
"""What a device found of one property of a deck; "unsupported" where it does not look."""


class _Message(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """What all messages have in common: frozen, cheap, compact in the journal."""


# ---- reports of every role ------------------------------------------------------------------


class OrderDone(_Message, frozen=True):
    """What an order started has finished. `order` is the order's number in its session."""

    order: int


class OrderFailed(_Message, frozen=True):
    """What an order started could not be finished; `reason` is one of the document's words."""

    order: int
    reason: str


class SelfLocked(_Message, frozen=True):
    """The device locked itself: `reason` is "silence" (no heartbeat for 1 s), "reset" or "fault"."""

    reason: str


class FaultRaised(_Message, frozen=True):
    """A fault began. `kind` is one of the document's words, `place` where, "" when not known."""

    kind: str
    place: str = ""


class FaultCleared(_Message, frozen=True):
    """The fault `kind` is over, as far as the device can tell."""

    kind: str


# ---- shoe -----------------------------------------------------------------------------------


class CardDrawn(_Message, frozen=True):
    """A card left the shoe.

    draw: its number since boot. card: its face where it was permitted face up or lay face up in
    the shoe, SEALED where it was permitted face down or drawn in error, UNREAD where the mouth
    could not read it. face_up: it lay face up in the shoe (this ends the permission). locked: it
    was drawn while no card was permitted. beyond: it was drawn past the permitted number.
    side: 0, or 0 left and 1 right in a double shoe.
    """

    draw: int
    card: Card
    face_up: bool = False
    locked: bool = False
    beyond: bool = False
    side: int = 0


class DoubleFeed(_Message, frozen=True):
    """Two cards left at once: `draw` numbers the second, which nobody read. Ends the permission."""

    draw: int
    side: int = 0


class CardPushedBack(_Message, frozen=True):
    """The card of that draw was pushed back into the mouth."""

    draw: int
    side: int = 0


class CoverCardOut(_Message, frozen=True):
    """The cover card left the shoe behind draw `after` (0 before the first). It takes no number."""

    after: int
    side: int = 0


class ShoeEmpty(_Message, frozen=True):
    """No card is left behind draw `after`."""

    after: int
    side: int = 0


class LidMoved(_Message, frozen=True):
    """The lid or door was opened or closed."""

    open: bool


class Disclosed(_Message, frozen=True):
    """The face of a sealed draw, told because it was ordered; UNREAD where its identity is lost."""

    draw: int
    card: Card
    side: int = 0


class CardsLoaded(_Message, frozen=True):
    """Cards were put into a shoe that dispenses: a new load begins, and its stacks count from 1.

    load: its number since boot. count: how many cards, 0 where the shoe does not count them.
    """

    load: int
    count: int


class StackDispensed(_Message, frozen=True):
    """Stack `stack` of the load is complete in the exit: the draws from `first` on, `count` of them.

    A card that lay face up in the shoe, and the second one of a double feed, are draws of the stack and
    counted. So the stack has its gap where a draw of it says face up, and another number of cards than was
    ordered where `count` says so.
    """

    stack: int
    first: int
    count: int


class StackFailed(_Message, frozen=True):
    """Stack `stack` did not come out whole, and the shoe dispenses no further one of this load.

    `count` draws from `first` on came out. stack: 0 for cards that the shoe found inside when it started.
    reason: "jam", "stopped", "no-card", "empty", "lid", "locked" or "power"; place: where a jam is, "" where
    not known.
    """

    stack: int
    reason: str
    first: int
    count: int
    place: str = ""


class StackTaken(_Message, frozen=True):
    """The cards of that stack were taken out of the exit; 0 for what lay in it when the shoe started."""

    stack: int


# ---- card reader ----------------------------------------------------------------------------


class ReaderAnswer(_Message, frozen=True):
    """The answer to one insertion of the hole card: one of three words, never a rank."""

    answer: Answer


class InsertedWhileDisarmed(_Message, frozen=True):
    """A card was put into the reader when it was not due; it was not read."""


# ---- wager positions ------------------------------------------------------------------------


class Placed(_Message, frozen=True):
    """Chips were set down on one box, together: (wager, cents added) each, and whose they are.

    player: a name where the positions know it (a player card), else "".
    """

    box: int
    chips: tuple[tuple[str, int], ...]
    player: str = ""


class TakenBack(_Message, frozen=True):
    """Chips were lifted from a spot: `amount` cents less than before."""

    box: int
    wager: str
    amount: int


class PositionsClosed(_Message, frozen=True):
    """All positions are closed: nothing is taken from now on."""


class AttemptAfterClose(_Message, frozen=True):
    """Chips were set down or lifted (a negative amount) on a closed spot; they are not counted."""

    box: int
    wager: str
    amount: int


# ---- progressive table game system ----------------------------------------------------------


class ProgressivePlaced(_Message, frozen=True):
    """The wagering device of a box accepted a progressive wager: cents added, and whose they are, as in
    Placed."""

    box: int
    wager: str
    amount: int
    player: str = ""


class ProgressiveTakenBack(_Message, frozen=True):
    """A progressive wager was taken back before the lock-out: `amount` cents less than before."""

    box: int
    wager: str
    amount: int


class LockedOut(_Message, frozen=True):
    """No progressive wager is accepted from now on; the answer to a lock-out.

    accepted: what the wagering devices have accepted for this round, (box, wager, cents) each. magic: the
    card, and lucky the box, that the system selected at random with the lock-out; "" and 0 where it was not
    told to select any.
    """

    accepted: tuple[tuple[int, str, int], ...]
    magic: str = ""
    lucky: int = 0


class AttemptAfterLockOut(_Message, frozen=True):
    """A progressive wager was attempted after the lock-out, or where none is offered; it was not accepted."""

    box: int
    wager: str
    amount: int


class AwardCredited(_Message, frozen=True):
    """The award of that number stands on the player's game account."""

    award: int


# ---- shuffler -------------------------------------------------------------------------------


class ShuffleStarted(_Message, frozen=True):
    """The shuffle `job` has begun."""

    job: int


class ShuffleDone(_Message, frozen=True):
    """The shuffle `job` is complete and its stack is kept inside.

    count: how many cards went through, 0 where the device does not count. counted, identity, back:
    three verdicts apart from one another, on their number, on whether each card is there as often as
    the decks have it, and on the colour of their backs.
    """

    job: int
    count: int
    counted: Verdict
    identity: Verdict
    back: Verdict


class ShuffleFailed(_Message, frozen=True):
    """The shuffle `job` did not come to its end; the cards are inside. reason: "jam", "stopped",
    "incomplete", "lid", "power" or "cancelled"; place: where a jam is, "" where not known."""

    job: int
    reason: str
    place: str = ""


class OutputTaken(_Message, frozen=True):
    """The stack of shuffle `job` was taken out: nothing is inside any more."""

    job: int


# ---- made by the host's driver, numbered 0 ----------------------------------------------------


class Board(_Message, frozen=True):
    """One board of a device: firmware name, version, SHA-256 in hexadecimal."""

    name: str
    version: str
    sha256: str


class Identity(_Message, frozen=True):
    """Who a device says it is. `limits` are (name, value) pairs as the document lists them."""

    vendor: str
    model: str
    serial: str
    role: str
    capabilities: tuple[str, ...]
    limits: tuple[tuple[str, int], ...]
    boards: tuple[Board, ...]


class StackState(_Message, frozen=True):
    """Where a shoe that dispenses is in its load.

    load: its number since boot, 0 for none. stack: the last one that was ordered of it, 0 for none, and
    `first` its first draw. stage: "none", "working", "dispensed", "taken" (only where the shoe sees its exit)
    or "failed", and then nothing more of this load is dispensed.
    """

    load: int
    stack: int
    stage: str
    first: int


class ShoeState(_Message, frozen=True):
    """A shoe's answer to `state`: locked, permitted to which draw, last draw, lid, faults; stack: of a shoe
    that dispenses, else None."""

    locked: bool
    permitted: int
    last_draw: int
    lid_open: bool
    faults: tuple[str, ...]
    stack: StackState | None = None


class ReaderState(_Message, frozen=True):
    """A reader's answer to `state`: the up card it is armed for ("" when disarmed), faults."""

    armed: str
    faults: tuple[str, ...]


class PositionsState(_Message, frozen=True):
    """The positions' answer to `state`: open or not, what lies where as (box, wager, cents)."""

    open: bool
    chips: tuple[tuple[int, str, int], ...]
    faults: tuple[str, ...]


class ShufflerState(_Message, frozen=True):
    """A shuffler's answer to `state`.

    job: the last one since boot, 0 for none. stage: "empty", "working", "done" (its stack is kept
    inside), "failed" (cards are inside, and no verdict holds of them) or "released" (the exit is open).
    count and the verdicts are those of that job.
    """

    job: int
    stage: str
    count: int
    counted: Verdict
    identity: Verdict
    back: Verdict
    lid_open: bool
    faults: tuple[str, ...]


class ProgressiveState(_Message, frozen=True):
    """A progressive system's answer to `state`: open or locked out; what it has accepted since it was opened
    last, (box, wager, cents) each; the last award that it credited, 0 for none; faults."""

    open: bool
    accepted: tuple[tuple[int, str, int], ...]
    credited: int
    faults: tuple[str, ...]


State = ShoeState | ReaderState | PositionsState | ShufflerState | ProgressiveState


class DeviceReady(_Message, frozen=True):
    """The handshake is complete and the state was asked. `boot`: the device's boot id; `reset`: why it
    started ("power", "watchdog", "software", "unknown"); `resumed`: the boot id is the one the host
    knew and no report is missing."""

    boot: int
    reset: str
    resumed: bool
    identity: Identity
    state: State


class DeviceLost(_Message, frozen=True):
    """The link is lost or has FAILED; `reason` in plain words, for a person."""

    reason: str


class Gap(_Message, frozen=True):
    """Reports `first` to `last` of this boot fell out of the device's ring and are gone."""

    first: int
    last: int


class OrderRefused(_Message, frozen=True):
    """The device refused an order (`order` is its message name); `reason` is a word of the document."""

    order: str
    reason: str


class DeviceRefused(_Message, frozen=True):
    """The host does not accept the device: wrong role, a firmware that is not listed, two
    candidates, a port in use. `reason` names what and the remedy."""

    reason: str


class LinkPoor(_Message, frozen=True):
    """`missed` of the last `of` frames were: orders that had to be sent again, heartbeats that did not
    come. The link works still, and is about to fail. Told each ten minutes at the most."""

    missed: int
    of: int


DeviceReport = (
    OrderDone
    | OrderFailed
    | SelfLocked
    | FaultRaised
    | FaultCleared
    | CardDrawn
    | DoubleFeed
    | CardPushedBack
    | CoverCardOut
    | ShoeEmpty
    | LidMoved
    | Disclosed
    | ReaderAnswer
    | InsertedWhileDisarmed
    | Placed
    | TakenBack
    | PositionsClosed
    | AttemptAfterClose
    | ProgressivePlaced
    | ProgressiveTakenBack
    | LockedOut
    | AttemptAfterLockOut
    | AwardCredited
    | ShuffleStarted
    | ShuffleDone
    | ShuffleFailed
    | OutputTaken
    | CardsLoaded
    | StackDispensed
    | StackFailed
    | StackTaken
)
"""What comes off the wire, numbered and kept by the device until it is acknowledged."""

HostReport = DeviceReady | DeviceLost | Gap | OrderRefused | DeviceRefused | LinkPoor
"""What the host's driver says of a device; these have number 0 and are not acknowledged."""

Report = DeviceReport | HostReport


# ---- orders -----------------------------------------------------------------------------------


class Permit(_Message, frozen=True):
    """Shoe: cards may leave up to draw `up_to`. `faces` says for the last len(faces) draws up to `up_to`, in
    order, whether each is dealt face UP or DOWN. side: of a double shoe 0 left, 1 right or EITHER; one
    counter numbers the cards of both."""

    up_to: int
    faces: str
    side: int = 0


class Lock(_Message, frozen=True):
    """Shoe: no card may leave. Restrictive."""


class Disclose(_Message, frozen=True):
    """Shoe: tell the face of draw `draw`, which the rules turn up now."""

    draw: int
    side: int = 0


class Dispense(_Message, frozen=True):
    """Shoe that dispenses: put stack `stack` of the load, from 1, on and on, into the exit: `count` cards,
    the last of them draw `up_to`. One that was ordered before is not dispensed again. faces: as in Permit,
    for the last len(faces) draws; all others are sealed."""

    stack: int
    count: int
    up_to: int
    faces: str = ""


class Arm(_Message, frozen=True):
    """Reader: the next insertion is the hole card beside this up card, "A" or "T"."""

    up: str


class Disarm(_Message, frozen=True):
    """Reader: no insertion is due. Restrictive."""


class OpenPositions(_Message, frozen=True):
    """Positions: take chips on these spots only, (wager, boxes, up to cents on each box) each."""

    spots: tuple[tuple[str, tuple[int, ...], int], ...]


class ClosePositions(_Message, frozen=True):
    """Positions: take nothing more. Restrictive."""


class Reject(_Message, frozen=True):
    """Positions: of what lies on this spot only `stands` cents are accepted; the rest goes back."""

    box: int
    wager: str
    stands: int


class OpenProgressive(_Message, frozen=True):
    """Progressive: accept wagers on these spots only, (wager, boxes, up to cents on each box) each. round:
    the round that they are for; with another one than before what was accepted counts from nothing. magic,
    lucky: whether a card, and a box among those that the device has, is to be selected at random with the
    lock-out, anew after each such order."""

    spots: tuple[tuple[str, tuple[int, ...], int], ...]
    round: int = 0
    magic: bool = False
    lucky: bool = False


class LockOut(_Message, frozen=True):
    """Progressive: accept no further wager. Restrictive."""


class RejectProgressive(_Message, frozen=True):
    """Progressive: of what was accepted on this spot only `stands` cents are wagered; the rest goes back.
    Restrictive."""

    box: int
    wager: str
    stands: int


class ShowMeters(_Message, frozen=True):
    """Progressive: what the meters show, (wager, cents) each."""

    meters: tuple[tuple[str, int], ...]


class CreditAccount(_Message, frozen=True):
    """Progressive: credit `cents` to the game account of the player of `box`, for that wager. award: its
    number, from 1, on and on; one that was credited is not credited again."""

    award: int
    box: int
    wager: str
    cents: int


class Shuffle(_Message, frozen=True):
    """Shuffler: shuffle what lies in the input as job `job`. batch: which batch it is, from 1, for the
    device's own record; count: how many cards that should be."""

    job: int
    batch: int
    count: int


class CancelShuffle(_Message, frozen=True):
    """Shuffler: stop the motors and keep the exit closed. Restrictive."""


class Release(_Message, frozen=True):
    """Shuffler: open the exit for the stack of job `job`; 0 for whatever is inside."""

    job: int


ShoeOrder = Permit | Lock | Disclose | Dispense
ReaderOrder = Arm | Disarm
PositionsOrder = OpenPositions | ClosePositions | Reject
ShufflerOrder = Shuffle | CancelShuffle | Release
ProgressiveOrder = OpenProgressive | LockOut | RejectProgressive | ShowMeters | CreditAccount
Order = ShoeOrder | ReaderOrder | PositionsOrder | ShufflerOrder | ProgressiveOrder

RESTRICTIVE: Final[frozenset[type]] = frozenset(
    (Lock, Disarm, ClosePositions, Reject, CancelShuffle, LockOut, RejectProgressive)
)
"""Orders that can only make the table safer: they go out at once and overtake what waits."""

ROLE_OF: Final[dict[type, str]] = {
    Permit: "shoe",
    Lock: "shoe",
    Disclose: "shoe",
    Dispense: "shoe",
    Arm: "card_reader",
    Disarm: "card_reader",
    OpenPositions: "wager_positions",
    ClosePositions: "wager_positions",
    Reject: "wager_positions",
    Shuffle: "shuffler",
    CancelShuffle: "shuffler",
    Release: "shuffler",
    OpenProgressive: "progressive",
    LockOut: "progressive",
    RejectProgressive: "progressive",
    ShowMeters: "progressive",
    CreditAccount: "progressive",
}
"""Which role takes an order."""
