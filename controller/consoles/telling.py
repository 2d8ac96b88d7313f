"""What happened, in words: for the events that leave no picture on a screen that says it. Pure.

Screens show how a table stands, and consoles may miss some in between; these words are kept for the last
rulings, so that they reach whoever looks. No words here carry a card of the shoe: what a card is, and who may
see it, is decided in screens.py alone. What the picture says for itself is in PICTURED.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.consoles.frames import ToldShown
from controller.consoles.wording import TRUSTS, money
from controller.table import events as ev
from controller.table import usb
from controller.table.commands import INCIDENTS
from controller.table.double_shoe import SIDES
from controller.table.progressive import called, words_of
from controller.table.state import HAND, Commissioning, spoken

MOST_TOLD: Final = 16
"""How many of the last happenings a screen carries."""

Told = tuple[tuple[int, tuple[ev.Event, ...]], ...]
"""Events by the number of their ruling, oldest first."""


def _commissioned(now: Commissioning) -> str:
    if not now.record:
        return "no commissioning record is named any more: nothing is known of the devices but their words"
    devices = ", ".join(f"{name} {TRUSTS.get(trust, trust)}" for name, trust in now.trust)
    return f"commissioned by {now.by}: {devices} (record {now.record[:12]})"


STEPS: Final[dict[str, str]] = {
    "opened": "the table was opened",
    "inspected": "the cards were inspected",
    "verified": "the inspection was verified",
    "spread": "the cards were spread",
    "washed": "the cards were washed and stacked",
    "shuffled": "the cards were shuffled",
    "cut": "the cards were cut",
    "loaded": "the stack was put into the shoe",
    "idle": "the table is idle",
    "closed": "the table closes",
    "discards-shuffled": "the discards were shuffled",
    "discards-cut": "the discards were cut",
    "discards-recut": "the discards are cut again",
}


def told_lines(told: Told, *, held: bool = False) -> tuple[ToldShown, ...]:
    """The words for these events, the last MOST_TOLD of them. held: there is no shoe, the dealer holds the
    cards."""
    made = [ToldShown(at, words) for at, events in told for words in map(tell, events) if words]
    if held:
        made = [ToldShown(one.ruling, one.words.replace("the shoe", "the deck")) for one in made]
    return tuple(made[-MOST_TOLD:])


def tell(event: ev.Event) -> str:
    """One event in words; "" where the picture says it."""
    words = WORDS.get(type(event))
    return "" if words is None else words(event)


def _by(event: Any) -> str:
    """By whom: "the dealer Kim"; the house's own doing needs no name."""
    if event.role in ("", "house"):
        return ""
    return f" (the {event.role} {event.person})" if event.person else f" (the {event.role})"


def _step(event: ev.StepDone) -> str:
    if event.step == "loaded" and event.note == HAND:
        return f"the dealer took the cards into one hand{_by(event)}"
    if event.step in ("cut", "discards-cut") and event.note:
        who = event.note.replace("dealer", "the dealer", 1) if event.note.startswith("dealer") else event.note
        return f"{STEPS[event.step]} by {who}{_by(event)}"
    note = f", {event.note}" if event.note else ""
    return STEPS.get(event.step, event.step) + note + _by(event)


def _attempt(event: ev.AttemptMade) -> str:
    done = "set down where none are taken" if event.amount > 0 else "lifted from a wager that stands"
    return f"box {event.box}: {money(abs(event.amount))} in chips were {done}; it counts for nothing"


def _ahead(event: ev.CardAhead) -> str:
    if event.exposed:
        return f"draw {event.draw} was seen by everybody and waits for who takes it"
    return f"draw {event.draw} waits for its place"


def _received(event: ev.CardsReceived) -> str:
    each = (f"{one.back}, {one.decks} decks, {one.source}" for one in event.batches)
    return f"cards came to the table: {'; '.join(each)}"


def _looked(event: ev.CardsLookedAt) -> str:
    more = "; the other batch is to be spread and shuffled too" if event.respread else ""
    return f"{event.player or 'the first player'} could look at the cards{more}{_by(event)}"


def _shuffled(event: ev.ShuffleEnded) -> str:
    if event.stage == "cancelling":
        return f"shuffle {event.job} is being stopped"
    if event.stage == "failed":
        where = f" at {event.place}" if event.place else ""
        return f"shuffle {event.job} failed ({event.reason}{where})"
    named = (("count", event.counted), ("identity", event.identity), ("backs", event.back))
    said = ", ".join(f"{name} {verdict}" for name, verdict in named if verdict != "unsupported")
    number = f", {event.count} cards" if event.count else ""
    return f"shuffle {event.job} is complete{number}" + (f": {said}" if said else "")


def _collected(event: ev.ShoeCollected) -> str:
    if event.remaining < 0:
        return f"the cards left in the shoe were taken out{_by(event)}"
    return f"the cards left in the shoe were taken out and counted: {event.remaining}{_by(event)}"


def _corrected(event: ev.DealCorrected) -> str:
    if not event.lies:
        return "the deal goes on by another plan"
    each = (f"draw {one.draw} {_place(one.box, one.hand)}" for one in event.lies)
    return f"the deal was corrected: {', '.join(each)}"


def _place(box: int, hand: int) -> str:
    if box == 0:
        return "is the dealer's"
    return f"lies at box {box}" + (f" hand {hand}" if hand > 1 else "")


def _hand(event: Any) -> str:
    return f"box {event.box}" + (f" hand {event.hand}" if event.hand > 1 else "")


def _refused(event: ev.CardRefused) -> str:
    boxes = ", ".join(f"{box}" + (f" hand {hand}" if hand > 1 else "") for box, hand in event.hands)
    return f"the exposed card is not taken: no further card for box {boxes}"


def _incident(event: ev.IncidentRecorded) -> str:
    words = INCIDENTS.get(event.kind, ("", event.kind))[1]
    where = f"box {event.box}: " if event.box else ""
    note = f" ({event.note})" if event.note else ""
    return f"{where}{words}{note}{_by(event)}"


def _locked_out(event: ev.ProgressivesLocked) -> str:
    number = len(event.accepted)
    said = f"the progressive devices are locked out with {number} wager{'' if number == 1 else 's'}"
    magic = f"; the magic card is {event.magic}" if event.magic else ""
    return said + magic + (f"; the lucky player is that of box {event.lucky}" if event.lucky else "")


def _awards(event: ev.AwardsDue) -> str:
    return "; ".join(words_of(award) for award in event.awards)


def _right(side: int) -> str:
    """Of a double shoe the right side; the left one is the only one of most shoes."""
    return " on its right side" if side else ""


def _determined(event: ev.Determined) -> str:
    side, deals = SIDES[event.side], SIDES[event.designated]
    where = "the first player's first card" if side == deals else "in the segregated area"
    return f"the round is dealt from the {deals} side; its determinant card, from the {side} one, is {where}"


def _named(words: str, name: str) -> str:
    """Words with who did it, where that is known."""
    return f"{words} ({name})" if name else words


def _usb_came(event: ev.UsbCame) -> str:
    at_once = ", and unplugged at once" if event.what.gone else ""
    return f"plugged in{at_once}: {usb.described(event.what)}; {event.what.why}"


def _unwatched(event: ev.UsbUnwatched) -> str:
    if event.why:
        return f"nobody sees what is plugged in by USB: {event.why}"
    return "what is plugged in by USB is seen again"


def _machine(role: str) -> str:
    return "the automated shoe" if role == "shoe" else "the shuffler"


WORDS: Final[dict[type, Callable[[Any], str]]] = {
    ev.TableInstalled: lambda e: f"the table was set up with {len(e.devices)} devices",
    ev.StepDone: _step,
    ev.WagerLifted: lambda e: f"box {e.box}: {money(e.amount)} of {spoken(e.wager)} were taken back",
    ev.CardAhead: _ahead,
    ev.CardRemoved: lambda e: f"draw {e.draw} went out of play",
    ev.CardEntered: lambda e: f"draw {e.draw} was entered from sight{_by(e)}",
    ev.EvenMoneyTaken: lambda e: f"{_hand(e)} takes even money",
    ev.DecisionWithdrawn: lambda e: f"{_hand(e)}: the chips for the {spoken(e.verb)} were not put down",
    ev.HoldClosed: lambda e: f"open question {e.id} is decided: {e.remedy.replace('_', ' ')}{_by(e)}",
    ev.IdentityLost: lambda _: "the shoe began anew: nobody knows its face-down cards any more",
    ev.ReaderInspected: lambda e: _named("the card reader was inspected", e.person),
    ev.ClockDoubted: lambda _: "the clock is in doubt: what it times counts as due",
    ev.DealerCame: lambda e: f"{e.name} deals from now on",
    ev.ReshuffleDirected: lambda e: _named(
        "a reshuffle was directed" + (f" of the {e.side} side" if e.side else ""), e.person
    ),
    ev.PlayerAdmitted: lambda e: f"{e.player} may wager again",
    ev.AttemptMade: _attempt,
    ev.RulesChanged: lambda _: "program or submission are other ones; they count from the next opening",
    ev.Noted: lambda e: e.words,
    ev.ShoeRanOut: lambda e: f"the last card left the shoe{_right(e.side)} as draw {e.after}",
    ev.CardsReceived: _received,
    ev.CardsLookedAt: _looked,
    ev.BatchExchanged: lambda e: f"the batch is exchanged for another one: {e.defect}",
    ev.BatchTurned: lambda _: "the other batch is the one that is due now",
    ev.BatchFed: lambda e: f"{e.cards} cards went into the shuffler (shuffle {e.job})",
    ev.ShuffleEnded: _shuffled,
    ev.ReleaseOrdered: lambda _: "the shuffler gives out its cards",
    ev.StackTaken: lambda _: "the cards were taken out of the shuffler",
    ev.ShoeCollected: _collected,
    ev.DeckCounted: lambda e: f"the deck was counted: {e.cards} cards{_by(e)}",
    ev.ChangeBegun: lambda e: f"the cards are to be changed: {e.why}",
    ev.CutRefused: lambda e: f"{f'the player of box {e.box}' if e.box else 'the first player'} does not cut",
    ev.RecutOrdered: lambda e: _named("the cards are cut again", e.person) + (f": {e.why}" if e.why else ""),
    ev.TableConfirmed: lambda e: _named(f"the table was confirmed: {e.words}", e.person),
    ev.MarkedOutOfOrder: lambda e: f"{_machine(e.device)} is out of order, and {e.how}{_by(e)}",
    ev.ReturnedToService: lambda e: _named(f"{_machine(e.device)} is in service again", e.person),
    ev.InstallationChanged: lambda _: "other equipment counts from the next opening on",
    ev.DevicesCommissioned: lambda e: _commissioned(e.commissioning),
    ev.CardReturned: lambda e: f"draw {e.draw} is in the shoe again",
    ev.DealCorrected: _corrected,
    ev.CardMoved: lambda e: f"draw {e.lie.draw} {_place(e.lie.box, e.lie.hand)}",
    ev.PassedOver: lambda e: f"{_hand(e)} was passed over",
    ev.CardPostponed: lambda e: f"{_hand(e)} gets its card after the others have theirs",
    ev.LateTurnCame: lambda e: f"{_hand(e)} gets its late card now",
    ev.BlackjackAnnounced: lambda e: f"{_hand(e)} has Blackjack: it is paid when the hole card is turned",
    ev.Determined: _determined,
    ev.HandsSwitched: lambda e: f"box {e.box} switches the second cards of its hands",
    ev.HandTurned: lambda e: f"the cards of {_hand(e)} are turned over",
    ev.HandDeclared: lambda e: (
        f"the hand of box {e.box} is declared {'for the instant payout' if e.instant else 'as one that wins'}"
    ),
    ev.CardsGivenUp: lambda e: f"box {e.box} gives up {len(e.draws)} cards, face down",
    ev.WagersAbandoned: lambda e: f"the player of box {e.box} left: the wagers are treated as lost{_by(e)}",
    ev.ShoeLoaded: lambda e: f"{e.cards or 'the'} cards are in the shoe, as it tells",
    ev.StackCame: lambda _: "a stack lies in the shoe's exit",
    ev.StackDelivered: lambda _: "the stack was taken out of the shoe's exit",
    ev.CardCorrected: lambda e: f"draw {e.draw} was corrected{_by(e)}",
    ev.HandDied: lambda e: f"{_hand(e)} is dead: its wager goes back",
    ev.CardRefused: _refused,
    ev.RefillBegan: lambda _: "the shoe ran short: the discards are shuffled and go on being dealt",
    ev.ShoeRefilled: lambda e: f"{e.cards} discards are in the shoe; the first is removed face down",
    ev.IncidentRecorded: _incident,
    ev.ProgressivesLocked: _locked_out,
    ev.ProgressiveCounted: lambda e: f"{called(e.wager)}: {money(e.cents)} in chips were counted{_by(e)}",
    ev.AwardsDue: _awards,
    ev.AwardVerified: lambda e: _named(f"award {e.award} was verified", e.person),
    ev.AwardDone: lambda e: _named(f"award {e.award} is {e.how}", e.person),
    ev.LockOutDoubted: lambda _: (
        "what the progressive devices accepted is not what they had reported: asked once more"
    ),
    ev.AwardsNumbered: lambda e: f"progressive awards are numbered from {e.first} on",
    ev.UsbCame: _usb_came,
    ev.UsbLeft: lambda e: f"unplugged: {usb.described(e.what)}",
    ev.UsbUnwatched: _unwatched,
    ev.UsbCleared: lambda _: "the USB sockets were looked at: nothing unknown is plugged in",
    ev.AwardUncredited: lambda e: f"award {e.award} is not credited ({e.reason}): documents are due",
}
PICTURED: Final[frozenset[type]] = frozenset(
    (
        ev.Entered,
        ev.WagersPlaced,
        ev.PositionsShut,
        ev.RoundBegun,
        ev.CardDealt,
        ev.CardLeft,
        ev.CardLost,
        ev.PermissionEnded,
        ev.CardDisclosed,
        ev.CoverCardCame,
        ev.ReaderSaid,
        ev.Decided,
        ev.LammerPlaced,
        ev.HandSplit,
        ev.Settled,
        ev.RoundVoided,
        ev.RoundEnded,
        ev.IrregularityMet,
        ev.HoldOpened,
        ev.DeviceChanged,
        ev.AskingRefused,
        ev.TableSealed,
        ev.TimeCounted,
        ev.MetersMoved,
    )
)
"""What a screen shows by itself: phase, cards, chips, shoe, holds, devices, refusals, the gaming day."""
