"""What goes over the feed's socket: the Screen and its parts, and the lines that carry it.

Frozen data and its encoding; how a Screen is made from a Table is in screens.py, the socket in
feed.py and client.py. A line towards a console is one JSON object, Shown or Wrong, told apart by
"type". A line towards the table is one JSON array, Asked or Subscribe, told apart by its first
item. Money is integer cents. A card that lies face down is the words "face down", and the frame
has no other place where its face could stand.
"""

from typing import Final

import msgspec
from msgspec import Struct

from controller.table.commands import Asked, Command

FACE_DOWN: Final = "face down"
TO_BE_ENTERED: Final = "to be entered"
"""What a card is shown as that nobody could read yet."""

MAX_ASKED: Final = 4096
"""The longest line, in bytes, that a console may send."""


class _Shown(Struct, frozen=True, omit_defaults=True):
    """Frozen; fields that have their default are left out of the line."""


class ChipsShown(_Shown, frozen=True):
    """One stack of chips beside hand `hand`: the wager's name and cents."""

    wager: str
    cents: int
    hand: int = 1


class OutcomeShown(_Shown, frozen=True):
    """What became of one stack. The player gets returned + paid; the house keeps `collected`. clause:
    the number where that stands."""

    box: int
    hand: int
    wager: str
    stake: int
    outcome: str
    paid: int = 0
    returned: int = 0
    collected: int = 0
    clause: str = ""


class HandShown(_Shown, frozen=True):
    """A hand. cards: "TH", or FACE_DOWN, or TO_BE_ENTERED. count: "soft 17", "12", of poker "full house", ""
    where nothing is known. status: "" while a decision may be due, then as on the Table. turn: it decides
    now, or may. asked: a decision under way ("double"), chips_due: cents still to be put down for it.
    declared: its player said that it wins, and nobody has turned it over yet."""

    number: int = 1
    cards: tuple[str, ...] = ()
    count: str = ""
    status: str = ""
    turn: bool = False
    lammers: int = 0
    asked: str = ""
    chips_due: int = 0
    draws: tuple[int, ...] = ()
    declared: bool = False


class BoxShown(_Shown, frozen=True):
    """A betting position: whose it is, chips on it, its hands, and what became of its stacks."""

    number: int
    player: str = ""
    chips: tuple[ChipsShown, ...] = ()
    hands: tuple[HandShown, ...] = ()
    outcomes: tuple[OutcomeShown, ...] = ()
    turn: bool = False


class ShoeShown(_Shown, frozen=True):
    """locked: no card may leave. permitted: how many may. last: the last draw's number. waiting: cards
    that left and wait for their place. burns: cards to burn before the next deal. held: there is no shoe; the
    dealer holds the cards. side: of a double shoe the one that cards may leave, "left", "right" or "either".
    out: the sides whose cover card is out. stack: of an automated shoe, "coming" while it dispenses one,
    "exit" as long as one lies in its exit, else "none"."""

    locked: bool = True
    permitted: int = 0
    last: int = 0
    waiting: int = 0
    burns: int = 0
    cover_out: bool = False
    held: bool = False
    side: str = ""
    out: tuple[str, ...] = ()
    stack: str = ""


class ReaderShown(_Shown, frozen=True):
    """state: "idle", "armed for an ace" or "armed for a ten". answer: "" until play has acted on it.
    reads: insertions of this round without an answer."""

    state: str = "idle"
    answer: str = ""
    reads: int = 0
    inspected: bool = False


class SpotShown(_Shown, frozen=True):
    """A spot that takes chips now: the wager, on which boxes, the most cents on each."""

    wager: str
    boxes: tuple[int, ...]
    most: int


class PromptShown(_Shown, frozen=True):
    """What somebody is asked to do now; the first of a screen is the most urgent. hand: an award's number,
    where it is about one. side: as of a Prompt."""

    who: str
    kind: str
    words: str
    box: int = 0
    hand: int = 0
    amount: int = 0
    draw: int = 0
    wager: str = ""
    side: str = ""


class Choice(_Shown, frozen=True):
    """One thing that may be asked now: the Command as it is to be sent, in words, and the role that it
    needs. why_not: why it would be refused at this moment, "" where it would not be. asks: the fields of
    `what` that only a person can fill in, in the order in which to ask for them; what stands in them
    there is no answer ("seal:red" is the seal of the red one of its batches)."""

    what: Command
    who: str
    words: str
    why_not: str = ""
    clause: str = ""
    asks: tuple[str, ...] = ()


class HoldShown(_Shown, frozen=True):
    """An open question. Its remedies are among the screen's choices, as ChooseRemedy with this id."""

    id: int
    kind: str
    clause: str
    words: str
    device: str = ""
    draw: int = 0


class DeviceShown(_Shown, frozen=True):
    """A device as the table last heard of it. link: what is known of the link's safety. trust: of the device
    itself, "signed", "listed" or "unauthenticated"; "" where nobody commissioned it."""

    name: str
    role: str
    ready: bool = False
    serial: str = ""
    faults: tuple[str, ...] = ()
    link: str = "unauthenticated link"
    trust: str = ""


class RefusalShown(_Shown, frozen=True):
    """The last refusal: why, the clause's number, in which ruling, and who asked ("" where unknown)."""

    why: str
    clause: str
    ruling: int = 0
    by: str = ""


class IrregularityShown(_Shown, frozen=True):
    """What happened that the rules bar, and what was done about it."""

    kind: str
    clause: str
    disposition: str


class BatchShown(_Shown, frozen=True):
    """A batch of cards by the colour of its backs. where: "table", "shuffler" or "shoe". stage: what was
    done with it last, as on the Table. minutes: until it must be changed, 0 where that is due, -1 before
    it was opened. side: of a double shoe the one that it belongs to, "left" or "right"."""

    back: str
    decks: int
    where: str = "table"
    stage: str = "received"
    minutes: int = -1
    side: str = ""


class ShufflerShown(_Shown, frozen=True):
    """The automated shuffler. kind: "batch" or "continuous". stage: "empty", "working", "cancelling",
    "done", "failed" or "releasing". back: whose cards are inside, "" for nobody's; cards: how many went
    in. count: how many it counted, 0 where it did not; counted, identity, back_seen: its verdicts
    ("good", "bad", "unsupported"). reason, place: why and where it failed. out_of_order: "", "covered"
    or "signed"."""

    name: str
    kind: str
    stage: str = "empty"
    back: str = ""
    cards: int = 0
    count: int = 0
    counted: str = "unsupported"
    identity: str = "unsupported"
    back_seen: str = "unsupported"
    reason: str = ""
    place: str = ""
    out_of_order: str = ""


class CutShown(_Shown, frozen=True):
    """To whom the cut is offered now, in words; box: of that player, 0 for the first one who came, -1
    where the dealer cuts."""

    to: str
    box: int = -1


class ExposedShown(_Shown, frozen=True):
    """A card that waits and was seen by everybody. card: "" where no device has told it yet."""

    draw: int
    card: str = ""


class ToldShown(_Shown, frozen=True):
    """What happened in ruling `ruling` and stands nowhere else on the screen, in words."""

    ruling: int
    words: str


class MeterShown(_Shown, frozen=True):
    """What a progressive wager pays in full, in whole cents."""

    wager: str
    cents: int


class Screen(_Shown, frozen=True):
    """All that anybody at the table may see. settled: the rows of round `settled_round`, the last one
    that had any. locked: why the table is out of play, "" where it is not. cut: only while the cut is
    due. day: the gaming day. confirmed: layout, odds and rack were, at this opening. changing: the
    cards are being exchanged. refill: what is due while the shoe is filled inside a round ("shuffle",
    "cut", "load"). meters: of the progressive wagers. told: the last things that happened, oldest first."""

    table: str
    game: str
    chapter: str
    phase: str
    round: int = 0
    void: bool = False
    boxes: tuple[BoxShown, ...] = ()
    dealer: HandShown = HandShown()
    dealer_name: str = ""
    shoe: ShoeShown = ShoeShown()
    reader: ReaderShown = ReaderShown()
    positions: str = "closed"
    spots: tuple[SpotShown, ...] = ()
    prompts: tuple[PromptShown, ...] = ()
    choices: tuple[Choice, ...] = ()
    holds: tuple[HoldShown, ...] = ()
    devices: tuple[DeviceShown, ...] = ()
    refusal: RefusalShown | None = None
    settled: tuple[OutcomeShown, ...] = ()
    settled_round: int = 0
    irregularities: tuple[IrregularityShown, ...] = ()
    locked: str = ""
    batches: tuple[BatchShown, ...] = ()
    shuffler: ShufflerShown | None = None
    cut: CutShown | None = None
    day: str = ""
    confirmed: bool = False
    changing: bool = False
    refill: str = ""
    exposed: tuple[ExposedShown, ...] = ()
    told: tuple[ToldShown, ...] = ()
    meters: tuple[MeterShown, ...] = ()


class Shown(Struct, frozen=True, tag="screen"):
    """A frame: the Screen after ruling number `ruling`. Numbers only grow; some may be left out."""

    ruling: int
    screen: Screen


class Wrong(Struct, frozen=True, tag="error"):
    """The table's answer to a line that it could not use; the connection goes on."""

    why: str


class Subscribe(Struct, frozen=True, array_like=True, tag=True):
    """A console wants at most this many frames a second (1 to MOST_FRAMES) instead of 30."""

    frames_per_second: int


MOST_FRAMES: Final = 1000

encode = msgspec.json.Encoder().encode
"""One frame, answer or request as bytes, without the line's end."""
decode_frame = msgspec.json.Decoder(Shown | Wrong).decode
"""A line from the table. Raises msgspec.DecodeError, of which ValidationError is a kind."""
decode_request = msgspec.json.Decoder(Asked | Subscribe).decode
"""A line from a console. Raises msgspec.DecodeError. What it says is still to be checked."""
