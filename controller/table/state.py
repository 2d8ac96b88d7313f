"""What a table is at one moment: Table and the frozen parts it is made of.

Pure data. How it changes lives in events.py and the games; what may happen next in phases.py.
The spine is short on purpose: Table, its hands in playing order, each Hand naming its box, the
stacks of chips apart. Money is integer cents, odds are pairs of integers. A box is numbered from
1 at the dealer's far left; 0 stands for the dealer.
"""

from typing import Final

from msgspec import Struct

from drivers.cards import SEALED, UNREAD, Card
from drivers.messages import (
    Arm,
    CancelShuffle,
    ClosePositions,
    CreditAccount,
    Disarm,
    Disclose,
    Dispense,
    Lock,
    LockOut,
    OpenPositions,
    OpenProgressive,
    Permit,
    Release,
    ShowMeters,
    Shuffle,
)

SECOND: Final = "second_blackjack"
"""The second betting area of a box: chips there are the Blackjack Wager of its hand 2."""
BURN: Final = -2
DEALER: Final = -1
DETERMINANT: Final = -3
"""Where the first card of a round from a double shoe goes as long as its suit has not told it."""

LOCK: Final = Lock()
CLOSE: Final = ClosePositions()
DISARM: Final = Disarm()
STOP: Final = CancelShuffle()
LOCK_OUT: Final = LockOut()
METER_UNIT: Final = 10_000
"""Parts of a cent in which meters are kept: a rate in hundredths of a percent moves them exactly."""

HAND_DEALT: Final = "hand_dealt"
"""The variation in which the dealer holds the cards, and no device reads one."""
HAND: Final = "hand"
"""What a table has in place of a shoe where cards are dealt from the hand."""
AUTOMATED: Final = "automated"
"""A shoe that dispenses stacks of cards (671a.10)."""

SHUFFLERS: Final = frozenset(("batch", "continuous"))
"""Kinds of equipment in which a device of its own shuffles."""

OPEN_WORD: Final = "open"
CLOSING: Final = "closing"
CLOSED_WORD: Final = "closed"


class _Part(Struct, frozen=True, gc=False, array_like=True):
    """Frozen and compact, like all that a Table is made of."""


class Odds(_Part, frozen=True):
    """`pays` to `per`: 3 to 2 is Odds(3, 2). `name` says for what, `clause` where it stands."""

    name: str
    pays: int
    per: int
    clause: str


class Paytable(_Part, frozen=True):
    """The odds of one wager that the house chose, under the letter that the chapter gives them."""

    wager: str
    letter: str
    odds: tuple[Odds, ...]


class Progressive(_Part, frozen=True):
    """A progressive wager that the house offers.

    rate: hundredths of a percent of each wager by which its meter rises. initial, reset: cents with which the
    meter begins, and begins anew. account: wagered and paid from game accounts, never by chips. options: what
    the house chose of what the chapter leaves to it.
    """

    wager: str
    rate: int
    initial: int
    reset: int
    account: bool = False
    options: tuple[str, ...] = ()


class Rules(_Part, frozen=True):
    """What this house chose of what the chapter allows (the Rules Submission), and its limits.

    minimum, maximum, smallest_chip: cents. boxes: how many the layout has. settlement: "collect_then_pay"
    or "box_by_box". mid_shoe_entry: False where who sat out a round waits for the reshuffle. digest: of the
    submission's text, to notice a change. card_change: hours after which opened cards are changed, at most
    what the chapter says. gaming_day: minutes after midnight, local time, at which a gaming day begins.
    resplits: how many more times a pair may be split, where the chapter leaves that to the house; 0 is two
    hands. variation: "none", "switch" where each box has two hands, or "hand_dealt" where the dealer holds
    the cards and the players theirs. payout_limit: cents that the winners
    of a round share where the chapter allows a limit, 0 for none. double_face: "up" or "down", how the
    card of a double down is dealt. progressives: the progressive wagers on offer. cut_by: "players" where the
    cut is offered to them, "dealer" where the dealer cuts. super_on_others: Super Wagers on the dealer's and
    on other players' hands are taken. count_after: rounds of play after which the dealer counts the deck,
    where no shuffler counts it; one with another number of cards than it should have leaves the table then. 0
    where the chapter has no such count. kept_unspread: after an idle time the batch that a shuffler kept
    securely may be played as it is. held_change: hours after which cards that are dealt from the hand are
    changed at the latest, 0 where card_change says it.
    """

    game: str
    minimum: int
    maximum: int
    smallest_chip: int
    boxes: int
    boxes_per_player: int
    settlement: str
    decks: int
    even_money: bool = True
    mid_shoe_entry: bool = True
    paytables: tuple[Paytable, ...] = ()
    digest: str = ""
    card_change: int = 24
    gaming_day: int = 360
    resplits: int = 2
    variation: str = "none"
    payout_limit: int = 0
    double_face: str = "up"
    progressives: tuple[Progressive, ...] = ()
    cut_by: str = "players"
    super_on_others: bool = False
    count_after: int = 0
    kept_unspread: bool = True
    held_change: int = 0


class DealStep(_Part, frozen=True):
    """Where the next card goes: `to` is a hand's index, DEALER, BURN or DETERMINANT; `face` is UP or DOWN."""

    to: int
    face: str


class Drawn(_Part, frozen=True):
    """A card outside a hand: its draw number, and its face as far as it may be known. exposed: everybody
    saw it, so that its face is no secret and a player may refuse it."""

    draw: int
    card: Card
    exposed: bool = False


class Hand(_Part, frozen=True):
    """A hand on the layout. `number` counts the box's hands from 1 in the order of their splits.

    total, soft: the point count so far. status: "" while a decision may be due, then "blackjack", "stood",
    "doubled", "21", "bust", "paid" once it was settled and removed, "late" while its card waits until the
    others have theirs, "dead" where it was called off, "surrendered", "announced" (a Blackjack that is paid
    at the reveal). split: it came from a split, or was split. down: what is not known of it lies face down,
    in its player's hand or on the layout, and the count is only of what lies face up. switched: its second
    card was that of its box's other hand (633a.12(a)(4)).
    """

    box: int
    number: int = 1
    cards: tuple[Card, ...] = ()
    draws: tuple[int, ...] = ()
    total: int = 0
    soft: bool = False
    status: str = ""
    split: bool = False
    down: bool = False
    switched: bool = False


class Stack(_Part, frozen=True):
    """One stack of chips (or a lammer, stake 0) beside one hand of one box."""

    box: int
    hand: int
    wager: str
    stake: int


class Settlement(_Part, frozen=True):
    """What became of one stack. stake = returned + collected; `paid` is what the house adds. combination: 2
    in the row by which a Bet Wager of a poker hand is paid a second time."""

    box: int
    hand: int
    wager: str
    stake: int
    outcome: str
    paid: int
    returned: int
    collected: int
    clause: str
    combination: int = 0


class Meter(_Part, frozen=True):
    """What a progressive wager pays in full: `amount` in parts of a cent, METER_UNIT of them to one."""

    wager: str
    amount: int


class Award(_Part, frozen=True):
    """What a progressive system owes one box for one wager.

    number: from 1, on and on. cents: all of it, with the stake where that comes back. meter: a share of a
    meter is in it. account: it goes to the game account of the player. verified: a floorperson or above
    verified it, or nobody has to. done: it stands on the account, or the documents are written, or it is
    paid with the other chips; nothing more is due. unplayed: a stake that goes back, for which no round was
    dealt. documented: the documents were written in place of a credit that the system could not make.
    """

    number: int
    box: int
    wager: str
    cents: int
    meter: bool = False
    account: bool = False
    verified: bool = False
    done: bool = False
    unplayed: bool = False
    documented: bool = False


class Progressives(_Part, frozen=True):
    """Where the progressive system stands in this round.

    state: open, closing or closed, as of positions. to_count: wagers whose chips are still to be compared
    with what was accepted. magic, lucky: the card and the box that the system selected. awards: what it owes.
    doubted: what it accepted was not what it had reported, and it was asked once more.
    """

    state: str = "closed"
    to_count: tuple[str, ...] = ()
    magic: str = ""
    lucky: int = 0
    awards: tuple[Award, ...] = ()
    doubted: bool = False


class Decision(_Part, frozen=True):
    """A decision that is being carried out: chips are still due where `chips` is positive. taken: it takes
    the exposed card, for that lay there when the player asked, or was accepted since."""

    verb: str
    amount: int = 0
    chips: int = 0
    taken: bool = False


class Lie(_Part, frozen=True):
    """Where a draw of this round lies: beside a hand of a box, or box 0 for the dealer's own hand."""

    draw: int
    box: int
    hand: int = 1


class Late(_Part, frozen=True):
    """A hand that was passed over: the decision whose card it is still to be dealt."""

    box: int
    hand: int
    verb: str
    amount: int = 0


class Remedy(_Part, frozen=True):
    """One way out of a Hold: its name, who may choose it, and the words for that person."""

    name: str
    role: str
    words: str


class Hold(_Part, frozen=True):
    """Something that somebody must decide or be told. Lies over the phase; several may be open. device, draw,
    box, hand: what it is about, where it is about one."""

    id: int
    kind: str
    clause: str
    words: str
    remedies: tuple[Remedy, ...]
    device: str = ""
    draw: int = 0
    box: int = 0
    hand: int = 0


class Irregularity(_Part, frozen=True):
    """What happened that the rules bar, the clause, and what was done about it."""

    kind: str
    clause: str
    disposition: str


class DeviceStanding(_Part, frozen=True):
    """A device as the table last heard of it. boot 0: never heard. ready: its link is up. able: the
    capabilities that it told. draws: of a shoe that waits at a table without one, its own last draw."""

    name: str
    role: str
    ready: bool = False
    boot: int = 0
    serial: str = ""
    faults: tuple[str, ...] = ()
    able: tuple[str, ...] = ()
    draws: int = 0


class Stranger(_Part, frozen=True):
    """A USB device that nothing of this table's file expects. Its words are its own, cleaned and short.

    location: the USB path ("1-1.2"). number: of this plugging in, as the kernel counts them. vid, pid: 0
    where it could not be asked. interfaces: class/subclass/protocol of each, in hexadecimal ("03/01/01").
    why: what is unexpected of it. gone: it was unplugged since.
    """

    location: str
    number: int
    vid: int
    pid: int
    serial: str = ""
    product: str = ""
    interfaces: tuple[str, ...] = ()
    why: str = ""
    gone: bool = False


class UsbTrouble(_Part, frozen=True):
    """What the floorperson has to see to at the USB sockets. strangers: what was plugged in and does not
    belong here, those that are out again too, until somebody has looked. unwatched: why nobody sees what is
    plugged in, "" where it is seen; accepted: the floorperson goes on all the same."""

    strangers: tuple[Stranger, ...] = ()
    unwatched: str = ""
    accepted: bool = False


class Commissioning(_Part, frozen=True):
    """How far the devices are trusted. record: the SHA-256 of the commissioning record, "" where the table's
    file names none; number: its own, higher with each one. by: who commissioned, as the record says. trust:
    pairs of a device's name and "signed", "listed" or "unauthenticated"."""

    record: str = ""
    number: int = 0
    by: str = ""
    trust: tuple[tuple[str, str], ...] = ()


class Equipment(_Part, frozen=True):
    """What is installed, as far as a rule asks for it.

    shuffler: "none", "batch" (it keeps one batch while another plays, or shuffles the only one),
    "continuous" (it gives cards back to the shoe by itself) or "in_shoe" (the shoe reshuffles and counts by
    itself). approval: the reference under which a laboratory approved a device that reshuffles and counts, ""
    where none did. boxes: on the layout. rack: how the discard rack shows a full stack, "height" or "mark";
    rack_decks: of how many decks. backs: the colours of the batches; one colour beside a batch shuffler says
    that there is one batch. 0 and () mean: as the submission has it. reader_shows: a player could learn the
    hole card from the card reader in use. shoe: "single", "double" with two compartments, "automated" where
    it dispenses stacks, or "hand" where there is none, and the dealer holds the cards. red_suits: the side of
    a double shoe, "left" or "right", for which hearts and diamonds stand; spades and clubs stand for the
    other one.
    """

    shuffler: str = "none"
    approval: str = ""
    boxes: int = 0
    rack: str = "height"
    rack_decks: int = 0
    backs: tuple[str, ...] = ()
    reader_shows: bool = False
    shoe: str = "single"
    red_suits: str = "left"


class Batch(_Part, frozen=True):
    """The decks that are shuffled, cut and dealt together.

    back: the colour of their backs, which is their name. source: "fresh", or "preshuffled" where they came
    inspected and shuffled. seal: what package or receipt says. where: "table" (in somebody's hands or in
    the rack), "shuffler" or "shoe". stage: what was done with them last: "received", "inspected",
    "verified", "spread", "seen", "washed", "collected" (out of the shoe), "unshuffled" (out of a shuffler
    that did not complete it), "shuffled", "cut"; "aside" while they wait beside a machine that is out of
    order. opened_ms: the table's clock when they were opened, -1 before. loaded: cards put into the shoe
    last; first: the table's last draw then, less the cards that went back into the shoe since. by_machine: an
    automated shuffler shuffled it last. uncounted: rounds that were played with it since it was counted.
    """

    back: str
    decks: int
    source: str = "fresh"
    seal: str = ""
    where: str = "table"
    stage: str = "received"
    opened_ms: int = -1
    loaded: int = 0
    first: int = 0
    by_machine: bool = False
    uncounted: int = 0


class Machine(_Part, frozen=True):
    """The automated shuffler, as its reports tell of it.

    job: the last one ordered. batch: whose cards are inside, -1 for nobody's; cards: how many were put in.
    stage: "empty", "working", "cancelling", "done", "failed", "releasing". count, counted, identity, back:
    what it found. reason, place: why and where it failed. out_of_order: "" or how it is marked, "covered"
    or "signed".
    """

    job: int = 0
    batch: int = -1
    cards: int = 0
    stage: str = "empty"
    count: int = 0
    counted: str = "unsupported"
    identity: str = "unsupported"
    back: str = "unsupported"
    reason: str = ""
    place: str = ""
    out_of_order: str = ""


class Supply(_Part, frozen=True):
    """The cards of this table and what shuffles them; which no card of a round changes.

    current: the batch that is being opened, shuffled, cut or played. clock_ms: the time that this table has
    counted. day: the gaming day; inspected_day: the one for which the reader was inspected. confirmed:
    layout, odds and rack were confirmed at this opening. doubted: the clock is in doubt, so that what it
    times is due. change: the cards that come in exchange as soon as the old ones are collected. rack: cards
    in the discard rack. first_player: who came first. respread: a player wants to see the batch out of the
    shuffler. cut_why: "first" (player), "cover" (box cover_at) or "rotate". cover_at: the box on which the
    cover card came, 0 the dealer's hand, -1 nobody's. cut_refused: how many refused the cut. last_boxes:
    boxes of the last round. cut_by: as in Rules. next_installed: what is installed now, from the next
    opening on. uncounted: rounds of play at this table since its cards were counted. kept: the batch that is
    respread, -1 where none was in a shuffler. shoe_out: how an automated
    shoe that is out of order is marked, "" while it is in service.
    """

    equipment: Equipment = Equipment()
    batches: tuple[Batch, ...] = ()
    current: int = 0
    machine: Machine = Machine()
    clock_ms: int = 0
    day: str = ""
    inspected_day: str = ""
    confirmed: bool = False
    doubted: bool = False
    change: tuple[Batch, ...] = ()
    rack: int = 0
    first_player: str = ""
    respread: bool = False
    cut_why: str = "first"
    cover_at: int = -1
    cut_refused: int = 0
    last_boxes: tuple[int, ...] = ()
    next_installed: tuple[tuple[tuple[str, str], ...], Equipment] | None = None
    cut_by: str = "players"
    uncounted: int = 0
    kept: int = -1
    shoe_out: str = ""


class DoubleShoe(_Part, frozen=True):
    """A shoe with two compartments while there are cards at the table. Index 0 is the left side, whose cards
    are the first batch, 1 the right side with the second one.

    drawn: cards that left each side since it was loaded, less those that went back. unknown: draws of which
    nobody knows the side. due: which sides are to be taken out of the shoe and shuffled. empty: which have
    no card left. covers: where each side's cover card came, as Supply.cover_at has it, NOT_OUT before it
    did. designated: the side from which this round is dealt, -1 until the determinant card has told it.
    right: draws of the right side that lie on the layout, wait, were removed or are still sealed.
    """

    drawn: tuple[int, int] = (0, 0)
    unknown: int = 0
    due: tuple[bool, bool] = (False, False)
    empty: tuple[bool, bool] = (False, False)
    covers: tuple[int, int] = (-2, -2)
    designated: int = -1
    right: tuple[int, ...] = ()


class Exchange(_Part, frozen=True):
    """Cards that a player gives up for others: `draws` of the hand of that box."""

    box: int
    draws: tuple[int, ...]


class Poker(_Part, frozen=True):
    """What a round of poker adds to a Table.

    declared: boxes whose player declared a winning hand; instant: those among them that declared it for the
    instant payout. exchanges: what players gave up, or will when they are served. given: the cards that were
    given up, face down in the discard rack. before: how many cards had been found face up when the round
    began. load: of a shoe that dispenses, its number of the load that was put in since the cards were
    shuffled, 0 before. stacks: how many stacks of that load came out in this round; exit: the first draw of
    the one that lies in the exit, 0 where none does.
    """

    declared: tuple[int, ...] = ()
    instant: tuple[int, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    given: tuple[Drawn, ...] = ()
    before: int = 0
    load: int = 0
    stacks: int = 0
    exit: int = 0


class Standing(_Part, frozen=True):
    """The slow facts of a table, which no card changes.

    players: whose chips open box n, at index n - 1 ("" where unknown). bettors: who wagered in the
    last round of this shoe. admitted: who the floor let in again. shoe_rounds: rounds begun since
    the last shuffle. burns: cards to burn before the next deal. cover_out: the cover card came.
    sealed: draws whose face is still owed to the journal. seal: why the table is out of play, ""
    where it is not. next_rules: a changed submission, which counts from the next opening. unburned: one
    of `burns` is the batch's own, not a new dealer's. shoe_empty: the last card has left. meters: of the
    progressive wagers. next_award: the number of the next one. unplayed:
    how often progressive wagers went back before a round was dealt for them. usb: None where nothing is
    unknown at the USB sockets. commissioning: how far the devices are trusted.
    """

    devices: tuple[DeviceStanding, ...] = ()
    players: tuple[str, ...] = ()
    bettors: tuple[str, ...] = ()
    admitted: tuple[str, ...] = ()
    shoe_rounds: int = 0
    burns: int = 0
    cover_out: bool = False
    sealed: tuple[int, ...] = ()
    reader_inspected: bool = False
    reshuffle_directed: bool = False
    dealer_name: str = ""
    next_hold: int = 1
    seal: str = ""
    next_rules: Rules | None = None
    build: str = ""
    unburned: bool = False
    shoe_empty: bool = False
    supply: Supply = Supply()
    meters: tuple[Meter, ...] = ()
    next_award: int = 1
    unplayed: int = 0
    usb: UsbTrouble | None = None
    commissioning: Commissioning = Commissioning()


class Table(_Part, frozen=True):
    """The table at one moment, complete: fold the events from the first and nothing is missing.

    Draws are numbered on and on: base is our number of the last draw before the shoe began anew, so that
    no two cards of a round have one number; orders go out in the shoe's own numbers.

    dealt: how many steps of `plan` are done. turn: the index of the hand whose decision is due. last: the
    last draw's number. ahead: cards that left the shoe and wait for their step. reader: the reader's last
    answer in this round; reads: insertions without one. positions: open, closing or closed. The wanted_…
    fields say what each device is to be told; an order goes out where they change. late: hands that were
    passed over. refill: what is due while the shoe is filled inside a round ("shuffle", "cut", "load",
    "burn"), "" where it is not; came_from: the phase that this interrupted. progressives: the progressive
    system in this round. double: what a double shoe adds, None where there is none, or no cards are at the
    table. poker: what a round of poker adds.
    """

    rules: Rules
    phase: str = "Closed"
    round: int = 0
    plan: tuple[DealStep, ...] = ()
    dealt: int = 0
    turn: int = 0
    last: int = 0
    hands: tuple[Hand, ...] = ()
    dealer: Hand = Hand(0)
    asked: Decision | None = None
    stacks: tuple[Stack, ...] = ()
    settled: tuple[Settlement, ...] = ()
    ahead: tuple[Drawn, ...] = ()
    removed: tuple[Drawn, ...] = ()
    reader: str = ""
    reads: int = 0
    void: bool = False
    holds: tuple[Hold, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    positions: str = CLOSED_WORD
    wanted_shoe: Permit | Lock | Dispense = LOCK
    wanted_reader: Arm | Disarm = DISARM
    wanted_positions: OpenPositions | ClosePositions = CLOSE
    wanted_face: Disclose | None = None
    standing: Standing = Standing()
    base: int = 0
    wanted_shuffler: Shuffle | CancelShuffle | Release = STOP
    late: tuple[Late, ...] = ()
    refill: str = ""
    came_from: str = ""
    progressives: Progressives = Progressives()
    wanted_progressive: OpenProgressive | LockOut = LOCK_OUT
    wanted_meters: ShowMeters | None = None
    wanted_credit: CreditAccount | None = None
    double: DoubleShoe | None = None
    poker: Poker = Poker()


class Prompt(_Part, frozen=True):
    """What a person is asked to do now: who ("dealer", "floorperson"), a word that machines know,
    the sentence that people read, and where it applies. An award's number stands in `hand`. side: of a double
    shoe, "left", "right" or "either"; "" where that is not the question."""

    who: str
    kind: str
    words: str
    box: int = 0
    hand: int = 0
    amount: int = 0
    draw: int = 0
    wager: str = ""
    side: str = ""


def find_device(table: Table, name: str) -> DeviceStanding | None:
    """The device of that name, or None."""
    for device in table.standing.devices:
        if device.name == name:
            return device
    return None


def hands_of_a_box(rules: Rules) -> int:
    """How many hands a box is dealt: two where each has two betting areas (633a.12(a)), else one."""
    return 2 if rules.variation == "switch" else 1


def is_from_hand(table: Table) -> bool:
    """Whether the dealer deals from the hand and players hold their cards (633a.12(b), 671a.9): no shoe is
    there, and no device reads a card."""
    return table.standing.supply.equipment.shoe == HAND


def face_down(table: Table) -> Card:
    """What is known of a card that lies face down: a shoe keeps its face, and of one from the hand nobody
    does."""
    return UNREAD if is_from_hand(table) else SEALED


def is_automated(table: Table) -> bool:
    """Whether an automated dealing shoe dispenses stacks (671a.10)."""
    return table.standing.supply.equipment.shoe == AUTOMATED


def spoken(name: str) -> str:
    """A decision or a wager as people say it: "second chance"."""
    return name.replace("_", " ")


def stake_on(table: Table, box: int, hand: int, wager: str) -> int:
    """Cents that lie there now; 0 where nothing lies."""
    for stack in table.stacks:
        if stack.box == box and stack.hand == hand and stack.wager == wager:
            return stack.stake
    return 0


def on_spot(table: Table, box: int, wager: str) -> int:
    """Cents accepted on one spot of the layout, whichever hands they belong to: the chips of a box's
    doubles share a spot, and so do those of its splits, which are Blackjack Wagers of later hands."""
    if wager == "blackjack":
        return stake_on(table, box, 1, wager)
    if wager == SECOND:
        return stake_on(table, box, 2, "blackjack")
    if wager == "split":
        first = hands_of_a_box(table.rules)
        return sum(
            s.stake for s in table.stacks if s.box == box and s.wager == "blackjack" and s.hand > first
        )
    return sum(s.stake for s in table.stacks if s.box == box and s.wager == wager)


def spot_before_deal(stack: Stack) -> str:
    """Where chips that were set down before the deal lie: a second hand's Blackjack Wager has its own
    area."""
    return SECOND if stack.wager == "blackjack" and stack.hand == 2 else stack.wager


def paytable_of(rules: Rules, wager: str) -> Paytable | None:
    """The paytable that the house chose for this wager, or None where it is not offered."""
    for paytable in rules.paytables:
        if paytable.wager == wager:
            return paytable
    return None
