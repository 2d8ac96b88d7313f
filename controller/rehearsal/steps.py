"""The steps of a scenario as frozen Structs.

Pure data. How steps are written is in docs/scenarios.md and read in step_forms.py; how they are played
is in play.py. Amounts are cents, boxes and hands count from 1.
"""

from typing import Final

from msgspec import Struct

from controller.rehearsal.fault_kinds import simulated_word


class _Step(Struct, frozen=True, tag=True):
    """Frozen, tagged with its name."""


class Wager(_Step, frozen=True):
    """Chips are added on a box, (wager, cents) each; `player` is "" where the script names nobody."""

    box: int
    chips: tuple[tuple[str, int], ...]
    player: str = ""


class Deal(_Step, frozen=True):
    """The dealer announces "no more bets", and the round goes on to the first decision."""


class Insurance(_Step, frozen=True):
    """An Insurance Wager."""

    box: int
    amount: int


class EvenMoney(_Step, frozen=True):
    """A player with Blackjack takes even money."""

    box: int
    hand: int = 1


class Play(_Step, frozen=True):
    """A decision. amount: cents, 0 where the script says none; then has_amount is False. cards: those that
    are exchanged. declares: a hand that wins is declared."""

    box: int
    verb: str
    hand: int = 1
    amount: int = 0
    has_amount: bool = False
    cards: tuple[str, ...] = ()
    declares: bool = True


class Rest(_Step, frozen=True):
    """Everything still open takes its quiet form, and the round is played to its end."""


class Shuffle(_Step, frozen=True):
    """The cards are shuffled now and lie in this order; what it leaves open the seed decides. Of a double
    shoe `cards` are the left side's and `right` the right one's, and `sides` names those that the script
    spoke of, () where it means whatever is shuffled."""

    cards: tuple[str, ...]
    right: tuple[str, ...] = ("*",)
    sides: tuple[str, ...] = ()


class Fault(_Step, frozen=True):
    """A simulated device fails. device: "shoe", "reader", "wagers" or "shuffler"; kind: a word of
    kinds_of(device); place: where in the device, "" for anywhere. after: it strikes when so many more cards
    have come out of an automated shoe, 0 for the next one."""

    device: str
    kind: str
    place: str = ""
    after: int = 0

    @property
    def simulated(self) -> str:
        """The simulator's own word for this kind."""
        return simulated_word(self.device, self.kind)


class Repair(_Step, frozen=True):
    """A device is repaired or replaced, and plugged in."""

    device: str


class Floor(_Step, frozen=True):
    """The floorperson chooses this remedy, a name of controller.table.irregularities.REMEDIES."""

    choice: str


class EnterCard(_Step, frozen=True):
    """The floorperson enters, from sight, the card that no device could read."""

    card: str


class NewDealer(_Step, frozen=True):
    """Another dealer comes to the table."""

    name: str


class Admit(_Step, frozen=True):
    """The floorperson lets a player who sat out wager again."""

    player: str


class NeedlessCard(_Step, frozen=True):
    """The dealer, done with 17 or more, will pull one more card before settling this round."""


class PowerLoss(_Step, frozen=True):
    """The controller is killed and started again on its journal."""


class Opening(_Step, frozen=True):
    """One procedure of opening, shuffling or closing by itself; `what` is one of OPENING. sources: how the
    cards come that a table is opened with, one word for all batches or one a batch, () for fresh ones."""

    what: str
    sources: tuple[str, ...] = ()


class Confirm(_Step, frozen=True):
    """The floorperson compares layout, rack and odds; None where it is as installed."""

    boxes: int | None = None
    rack: str | None = None
    rack_decks: int | None = None
    odds: bool = True


class Inspect(_Step, frozen=True):
    """The dealer finds a defect in the cards."""

    defect: str


class Look(_Step, frozen=True):
    """The first player looks at the spread cards."""

    player: str = ""
    respread: bool = False


class Cut(_Step, frozen=True):
    """The cut: by "player" or "dealer"; depth and cover in cards, 0 where nobody measures."""

    by: str
    depth: int = 0
    cover: int = 0


class RefuseCut(_Step, frozen=True):
    """Who is offered the cut does not take it."""


class Recut(_Step, frozen=True):
    """The floorperson has the cards cut again."""

    why: str


class Idle(_Step, frozen=True):
    """There is no gaming activity: the cards are taken out of the shoe and spread."""

    face: str = "down"


class ChangeCards(_Step, frozen=True):
    """The floorperson has the cards changed. sources: as in Opening."""

    sources: tuple[str, ...] = ()


class Mark(_Step, frozen=True):
    """The shuffler, or the automated shoe, is covered, or has a sign on it."""

    how: str
    device: str = "shuffler"


class InService(_Step, frozen=True):
    """The shuffler, or the automated shoe, is in order again."""

    device: str = "shuffler"


class Count(_Step, frozen=True):
    """The dealer will count so many cards the next time that the shoe is emptied."""

    cards: int


class LoseCard(_Step, frozen=True):
    """The last card of the shoe, or of that side of a double one, disappears. side: 0 left, 1 right."""

    side: int = 0


class Wait(_Step, frozen=True):
    """So many minutes pass."""

    minutes: int


class Misdeal(_Step, frozen=True):
    """In the next deal the dealer passes over box `box` (0: the own hand). cards: its first card, its second,
    or both. told_late: the dealer says so only when all the cards seem to be dealt."""

    box: int
    cards: tuple[int, ...]
    told_late: bool = False


class FoundMisdeal(_Step, frozen=True):
    """Somebody finds what makes a hand of poker void. kind: one of MISDEALS. after: when so many cards of the
    next deal lie there; 0 for now."""

    kind: str
    after: int = 0


class Leave(_Step, frozen=True):
    """The player of that box leaves, and the floorperson has the wagers treated as lost. after: when so many
    cards of the next deal lie there; 0 for now."""

    box: int
    after: int = 0


class ForgetCard(_Step, frozen=True):
    """The dealer will pass over this hand when it asks for a card the next time."""

    box: int
    hand: int = 1


class CardWent(_Step, frozen=True):
    """The card that `box`, `hand` asked for last lies with another hand."""

    box: int
    to_box: int
    hand: int = 1
    to_hand: int = 1


class TakeCard(_Step, frozen=True):
    """A player takes (or does not take) the exposed card that is offered."""

    box: int
    hand: int = 1
    takes: bool = True


class ReaderNotDue(_Step, frozen=True):
    """The dealer puts the hole card into the reader although that is not due."""


class Incident(_Step, frozen=True):
    """Somebody reports what no device sees."""

    kind: str
    box: int = 0
    note: str = ""


class Discards(_Step, frozen=True):
    """The order of the discards when the shoe runs short in this round."""

    cards: tuple[str, ...]


class Selects(_Step, frozen=True):
    """What the progressive system selects at its next lock-out: a card, and a box; "" and 0 for any."""

    magic: str = ""
    lucky: int = 0


class Miscounts(_Step, frozen=True):
    """What the dealer says, in cents, when the chips of a progressive wager are counted next."""

    wager: str
    cents: int


class CardInError(_Step, frozen=True):
    """A dealer who deals from the hand draws a card that is not due. exposed: everybody sees it."""

    exposed: bool = False


class Determinant(_Step, frozen=True):
    """From which side of a double shoe the dealer draws the determinant cards from now on: 0 left, 1
    right."""

    side: int


class WrongSide(_Step, frozen=True):
    """The next card is drawn from the other side of the double shoe than the round is dealt from."""


Step = (
    Wager
    | Deal
    | Insurance
    | EvenMoney
    | Play
    | Rest
    | Shuffle
    | Fault
    | Repair
    | Floor
    | EnterCard
    | NewDealer
    | Admit
    | NeedlessCard
    | PowerLoss
    | Opening
    | Confirm
    | Inspect
    | Look
    | Cut
    | RefuseCut
    | Recut
    | Idle
    | ChangeCards
    | Mark
    | InService
    | Count
    | LoseCard
    | Wait
    | Misdeal
    | FoundMisdeal
    | Leave
    | ForgetCard
    | CardWent
    | TakeCard
    | ReaderNotDue
    | Incident
    | Discards
    | Selects
    | Miscounts
    | CardInError
    | Determinant
    | WrongSide
)

OPENING: Final = ("open", "inspect_reader", "inspect", "spread", "wash", "shuffle", "cut", "load", "close")
"""The procedures as a script that starts with `open` gives them, each a bare word."""
