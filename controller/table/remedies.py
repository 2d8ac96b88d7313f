"""What follows from the remedy that somebody chooses for a Hold, and cards that are entered from sight.

The Holds themselves are opened where what happened is ruled on; the remedies' names and words are in
irregularities.py. Choosing is a Command like any other, and what a remedy does is one line of REMEDIES.
"""

from collections.abc import Callable
from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import machine, machine_trouble, usb
from controller.table import supply as sp
from controller.table.commands import Asked, ChooseRemedy, EnterCard, Refused
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.state import (
    DEALER,
    DealStep,
    Hand,
    Hold,
    Settlement,
    Stack,
    Table,
    find_device,
    is_from_hand,
)
from drivers.cards import DECK, SEALED, UNREAD, Card
from drivers.messages import DOWN, UP

BETWEEN_ROUNDS: Final = frozenset(("Betting", "NoMoreBets", "Settling", "Collecting"))
"""Phases in which a card may leave a shoe that stands ready, and no hand can be dealt it."""
LOAD_COUNT: Final = "load-count"
"""The Hold over cards that a shoe counted as they were put in, and found to be another number."""
OF_THE_HAND: Final = frozenset(("blackjack", "double_down", "free_bet", "second_chance"))
"""Stacks that lie beside one hand; every other wager is the box's, whatever becomes of one of its hands."""


IN_ERROR: Final = frozenset(("card-in-error", "double-feed"))
"""Kinds of Holds about a card that left the shoe when it was not due, and lies in nobody's hand."""


def choose_remedy(table: Table, given: Asked) -> tuple[Event, ...]:
    """What follows from the remedy that was chosen. Refused where the Hold, the remedy or the role is
    another."""
    asked = given.what
    assert isinstance(asked, ChooseRemedy)
    one = _find(table, asked.hold)
    remedy = next((way for way in one.remedies if way.name == asked.remedy), None)
    if remedy is None:
        ways = ", ".join(way.name for way in one.remedies)
        raise Refused(f"{asked.remedy} is no remedy here; choose {ways}", one.clause)
    if given.role not in (remedy.role, "floorperson"):
        raise Refused(f"only the {remedy.role} may choose {remedy.name}", "topic:role")
    follows = REMEDIES[remedy.name](table, one)
    return (*follows, ev.HoldClosed(one.id, remedy.name, given.role, given.person))


def _find(table: Table, number: int) -> Hold:
    for one in table.holds:
        if one.id == number:
            return one
    raise Refused(f"no open question has number {number}", "topic:out-of-turn")


def enter_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that no device could read is entered from sight."""
    asked = given.what
    assert isinstance(asked, EnterCard)
    if asked.card not in DECK:
        raise Refused(f"{asked.card!r} is no card: rank 2-9 T J Q K A and suit C D H S", "topic:unread-card")
    if asked.draw not in unread(table) and not is_owed(table, asked.draw):
        raise Refused(f"draw {asked.draw} is not waiting to be entered", "topic:unread-card")
    if given.role != "floorperson" and (not is_from_hand(table) or is_owed(table, asked.draw)):
        raise Refused("a card is entered from sight by the floorperson", "topic:unread-card")
    return (ev.CardEntered(asked.draw, asked.card, given.role, given.person),)


def is_owed(table: Table, draw: int) -> bool:
    """Whether it was dealt from the hand, never turned up, and lies in the discard rack of a batch that has
    left play: the floorperson may look it up there, for the journal."""
    supply = table.standing.supply
    return is_from_hand(table) and draw in table.standing.sealed and not sp.in_shoe(supply)


_DEALER_SHOWS: Final = frozenset(("DealerPlay", "Reveal"))
"""Phases in which all of the dealer's cards lie face up."""


def unread(table: Table) -> tuple[int, ...]:
    """Draws that nobody could read: those that wait for their step, and those that lie face up. The dealer's
    hole card lies so in the dealer's play."""
    ahead = tuple(card.draw for card in table.ahead if card.card == UNREAD)
    lying = tuple(
        draw
        for cards, draws in (
            *(_face_up(table, hand) for hand in table.hands),
            _dealers_face_up(table),
        )
        if UNREAD in cards
        for card, draw in zip(cards, draws, strict=True)
        if card == UNREAD
    )
    return ahead + lying


def _face_up(table: Table, hand: Hand) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """The hand's cards that lie face up by now: that of a double down may lie face down until the dealer
    plays (633a.10(c)); of a hand that its player holds those are known that do not lie face down."""
    if hand.down:
        return (), ()
    if table.rules.double_face == "down" and hand.status == "doubled" and table.phase != "DealerPlay":
        return hand.cards[:2], hand.draws[:2]
    return hand.cards, hand.draws


def _dealers_face_up(table: Table) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """The dealer's cards that lie face up by now: all of them where they are turned over; before, the first
    one, or of a hand that lies face down those that were dealt face up."""
    own = table.dealer
    if table.phase in _DEALER_SHOWS:
        return own.cards, own.draws
    if not own.down:
        return own.cards[:1], own.draws[:1]
    faces = (step.face for step in table.plan if step.to == DEALER)
    up = tuple(at for at, face in zip(range(len(own.cards)), faces, strict=False) if face == UP)
    return tuple(own.cards[at] for at in up), tuple(own.draws[at] for at in up)


def back_row(stack: Stack, cited: str) -> Settlement:
    """What lies there goes back, void."""
    return Settlement(stack.box, stack.hand, stack.wager, stack.stake, "void", 0, stack.stake, 0, cited)


def void_rows(table: Table, cited: str = "topic:void-round") -> tuple[Settlement, ...]:
    """What lies on the table is returned; what was settled stays settled. cited: the clause that makes the
    round void, where it is not the floor's decision alone."""
    return tuple(back_row(stack, cited) for stack in table.stacks)


def voided(table: Table, cited: str = "topic:void-round", but: int = 0) -> tuple[Event, ...]:
    """The round is void. Questions about its cards end with it, those about devices do not; `but` is the
    number of one that is closed otherwise. A card that was drawn in error goes to the rack unused."""
    about = tuple(one for one in table.holds if not one.device)
    gone = {card.draw for card in table.removed}
    unused = (one for one in about if one.kind in IN_ERROR and one.draw not in gone)
    return (
        ev.RoundVoided(void_rows(table, cited)),
        *(ev.CardRemoved(one.draw, _face_of(table, one)) for one in unused),
        *(ev.HoldClosed(one.id, "void_round", "house", "") for one in about if one.id != but),
    )


def _void(table: Table, one: Hold) -> tuple[Event, ...]:
    """A round is void once: a question that was asked before it was has no other answer left."""
    return () if table.void else voided(table, but=one.id)


def _face_of(table: Table, one: Hold) -> Card:
    """Of a card in error. Nobody knows it where the shoe did not read it, or began anew since."""
    told = one.kind != "double-feed" and one.draw > table.base and not is_from_hand(table)
    return SEALED if told else UNREAD


def _resume(table: Table, one: Hold) -> tuple[Event, ...]:
    for device in table.standing.devices:
        # A round needs no shuffler: what its absence means is asked when cards are to be shuffled.
        idle = device.role == "shuffler" or sp.is_idle_shoe(table, device)
        needed = not idle and one.device in ("", device.name)
        if needed and not device.ready:
            raise Refused(f"{device.name} is not connected yet", one.clause)
    return (ev.PermissionEnded(),)


def _unexposed(table: Table, one: Hold) -> tuple[Event, ...]:
    return (
        ev.CardAhead(one.draw, _face_of(table, one)),
        met(
            "card-in-error-unexposed", "topic:card-in-error-unexposed", "used as the next card from the shoe"
        ),
    )


@clause("topic:card-in-error-exposed")
def _exposed(table: Table, one: Hold) -> tuple[Event, ...]:
    """Between rounds it goes to the rack; a shoe that began anew since will not tell its face. Once everybody
    has two cards it is the next card, for who takes it."""
    if table.phase in BETWEEN_ROUNDS:
        return (
            ev.CardRemoved(one.draw, _face_of(table, one)),
            met("card-in-error-exposed", "topic:card-in-error-exposed", "placed in the discard rack"),
        )
    disposition = "used as the next card from the shoe, for who accepts it"
    return (
        ev.CardAhead(one.draw, _face_of(table, one), exposed=True),
        met("card-in-error-exposed", "topic:card-in-error-exposed", disposition),
    )


def _second_card(table: Table, one: Hold) -> tuple[Event, ...]:
    """It is dealt now that everybody else has two."""
    at = next(i for i, hand in enumerate(table.hands) if (hand.box, hand.number) == (one.box, one.hand))
    plan = (*table.plan, DealStep(at, DOWN if is_from_hand(table) else UP))
    return (ev.DealCorrected((), plan, table.dealt), ev.PermissionEnded())


def _out_of_play(_: Table, one: Hold) -> tuple[Event, ...]:
    return (ev.TableSealed(one.words),)


def _repaired(table: Table, one: Hold) -> tuple[Event, ...]:
    device = find_device(table, one.device)
    if device is None or not device.ready:
        raise Refused(f"{one.device} is not connected yet", one.clause)
    if device.faults:
        raise Refused(f"{one.device} still reports {', '.join(device.faults)}", one.clause)
    return (ev.ReaderInspected(""), ev.PermissionEnded())


def _cleared(table: Table, one: Hold) -> tuple[Event, ...]:
    device = find_device(table, one.device)
    if device is not None and device.faults:
        raise Refused(f"{one.device} still reports {', '.join(device.faults)}", one.clause)
    return (ev.PermissionEnded(),)


def _nothing(_: Table, __: Hold) -> tuple[Event, ...]:
    return ()


def _recount(table: Table, one: Hold) -> tuple[Event, ...]:
    """By the dealer; or by the shuffler, which gives the cards out and shuffles them once more. What an
    automated shoe has counted is taken out of it again, counted, and put in anew."""
    if one.kind == LOAD_COUNT and sp.in_shoe(table.standing.supply):
        return (ev.ReshuffleDirected(""),)
    return _reshuffle(table, one) if one.kind == "shuffler-trouble" else ()


def _change(table: Table, one: Hold) -> tuple[Event, ...]:
    """These cards leave play. On a table that closes they would anyway."""
    supply = table.standing.supply
    made: tuple[Event, ...] = ()
    if one.kind == "card-count" or (one.kind == LOAD_COUNT and sp.in_shoe(supply)):
        made = (ev.ShoeCollected(-1, sp.expected_in_shoe(table), "house", ""),)
    if table.phase == "Closing":
        return made
    return (*made, ev.ChangeBegun(supply.change or sp.fresh_batches(supply, table.rules.decks), one.words))


def _reshuffle(table: Table, one: Hold) -> tuple[Event, ...]:
    """Cleared and connected: what is inside comes out and goes in again."""
    machine.check_ready(table)
    stage = table.standing.supply.machine.stage
    return machine.release(table, None) if stage == "failed" else ()


def _covered(table: Table, one: Hold) -> tuple[Event, ...]:
    return machine_trouble.marked("covered", "floorperson", "")


def _signed(table: Table, one: Hold) -> tuple[Event, ...]:
    return machine_trouble.marked("signed", "floorperson", "")


def _shoe_covered(table: Table, one: Hold) -> tuple[Event, ...]:
    return machine_trouble.shoe_marked("covered", "floorperson", "")


def _shoe_signed(table: Table, one: Hold) -> tuple[Event, ...]:
    return machine_trouble.shoe_marked("signed", "floorperson", "")


def _call_dead(table: Table, one: Hold) -> tuple[Event, ...]:
    """The hand is dead: what lies beside it goes back."""
    return (called_dead(table, one.box, one.hand, one.clause),)


def called_dead(table: Table, box: int, hand: int, cited: str) -> Event:
    """The event of a dead hand: its chips go back, its lammers with them. Wagers on the dealer's hand belong
    to the box; they go back with its only hand, and stay while it has another one."""
    only = sum(other.box == box and other.status != "dead" for other in table.hands) == 1
    rows = tuple(
        back_row(stack, cited)
        for stack in table.stacks
        if stack.box == box and (only or (stack.hand == hand and stack.wager in OF_THE_HAND))
    )
    return ev.HandDied(box, hand, rows)


def _late_card(table: Table, one: Hold) -> tuple[Event, ...]:
    """The card comes after all the others have theirs, and before the hole card is turned."""
    asked = table.asked
    verb, amount = (asked.verb, asked.amount) if asked is not None else ("hit", 0)
    return (ev.CardPostponed(one.box, one.hand, verb, amount),)


def _as_accepted(table: Table, one: Hold) -> tuple[Event, ...]:
    """The wagers stand as the devices accepted them."""
    return tuple(
        ev.ProgressiveCounted(wager, sum(s.stake for s in table.stacks if s.wager == wager), "house", "")
        for wager in table.progressives.to_count
    )


REMEDIES: Final[dict[str, Callable[[Table, Hold], tuple[Event, ...]]]] = {
    "void_round": _void,
    "resume": _resume,
    "unexposed": _unexposed,
    "exposed": _exposed,
    "out_of_play": _out_of_play,
    "repaired": _repaired,
    "cleared": _cleared,
    "accept": _nothing,
    "settle": _nothing,
    "acknowledge": _nothing,
    "notified": _nothing,
    "recount": _recount,
    "change_cards": _change,
    "reshuffle": _reshuffle,
    "covered": _covered,
    "shoe_covered": _shoe_covered,
    "shoe_signed": _shoe_signed,
    "signed": _signed,
    "second_card": _second_card,
    "late_card": _late_card,
    "call_dead": _call_dead,
    "as_accepted": _as_accepted,
    "usb_clear": usb.cleared,
}
"""What each remedy does besides closing its Hold."""
