"""Dealing the cards (671a.8 to .10): which goes where, and what shoe and positions are to be told.

The next card is derived, never stored: by the plan in the deal, then by who bought or exchanged cards. A card
that is not the lawful next one is an irregularity (671a.13). Cards lie face down, but for the dealer's last.
What a dealer tells who deals from the hand is in from_hand.py, how an automated shoe is ordered to dispense
stacks in stacks.py.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from controller.games.lunar_poker import stacks
from controller.games.lunar_poker.decisions import spot_of
from controller.games.lunar_poker.hands import DRAWS, FACE_UP, all_hands, fee_of, found_up, missing
from controller.games.lunar_poker.wagers import spots, why_not_dealt
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, EnterCard, Refused, Reported
from controller.table.draws import ahead_of, dealt, gap, of_no_round
from controller.table.events import Event
from controller.table.irregularities import NOT_IN_PLAY, UNEXPOSED, hold, met
from controller.table.remedies import is_owed, voided
from controller.table.state import CLOSED_WORD, LOCK, DealStep, Table, is_automated, is_from_hand
from controller.table.told_cards import check_possible
from controller.table.wanted import safe, want, wants_faces
from drivers import messages as m
from drivers.cards import SEALED, UNREAD, Card
from drivers.messages import DOWN, UP

CARDS_TO_COME: Final = frozenset(("Dealing", "PlayerDecisions", "LockedIn", "Options"))
"""Phases of a round in which its cards are being dealt, or more of them may come."""


def due(table: Table) -> tuple[DealStep, ...]:
    """The steps up to the next point at which somebody decides."""
    if table.phase == "Dealing":
        return table.plan[table.dealt :]
    if table.phase == "Options" and table.turn < len(table.hands):
        hand = table.hands[table.turn]
        if hand.status in DRAWS and not fee_of(table, hand.box):
            return (DealStep(table.turn, DOWN),) * missing(hand)
    return ()


def is_dealt(table: Table) -> bool:
    """Everybody has five cards, and no stack of them is still in an automated shoe."""
    return table.dealt >= len(table.plan) and not stacks.is_coming(table)


# ---- what a draw means -----------------------------------------------------------------------------------


def drawn(table: Table, given: Reported) -> tuple[Event, ...]:
    """A card left the shoe. The lawful next card is dealt; anything else is what it is."""
    card = given.what
    assert type(card) is m.CardDrawn
    if table.base:
        card = replace(card, draw=table.base + card.draw)
    if stacks.is_left_over(table, card.draw):
        return stacks.left_over(card.draw, card.card if card.face_up else SEALED)
    if card.draw == table.last + 1 and not (card.face_up or card.locked or card.beyond):
        steps = due(table)[len(table.ahead) :]
        if steps:
            return ahead_of(steps[0], card) if table.holds or table.ahead else dealt(steps[0], card)
    return _not_lawful(table, given, card)


def _not_lawful(table: Table, given: Reported, card: m.CardDrawn) -> tuple[Event, ...]:
    if none := of_no_round(table, given, card.draw):
        return none
    if card.draw > table.last + 1:
        return gap(table, card.draw)
    if card.face_up:
        return found_face_up(table, card.draw, card.card)
    where = "while the shoe was locked" if card.locked else "beyond what was permitted"
    return _in_error(table, card.draw, "card-in-error", f"draw {card.draw} was taken {where}")


@clause("671a.13(a)")
def found_face_up(table: Table, draw: int, card: Card) -> tuple[Event, ...]:
    """One is not used, and the next card takes its place; a second one while the cards are being dealt makes
    all hands void. One that came out before the deal is not one of the two."""
    cited = "671a.13(a)"
    made = (ev.CardRemoved(draw, card), ev.PermissionEnded())
    if found_up(table) > table.poker.before and table.phase in CARDS_TO_COME:
        words = f"{card} is the second card found face up: all hands are void"
        return (*made, met("face-up-cards", cited, words), *voided(table, cited))
    return (*made, met(FACE_UP, cited, f"{card} placed in the discard rack"))


def shoe_empty(table: Table, given: Reported) -> tuple[Event, ...]:
    """No card is left in the shoe. A round that needs none any more is played out."""
    empty = given.what
    assert isinstance(empty, m.ShoeEmpty)
    if table.phase in NOT_IN_PLAY:
        return (ev.Noted(f"{given.device}: no card is left in the shoe"),)
    return (ev.ShoeRanOut(empty.after),)


def is_short(table: Table) -> bool:
    """A card is due, and none is left: one that was found face up was counted on for it."""
    return table.standing.shoe_empty and not table.ahead and bool(due(table))


@clause("671a.13(c)")
def void_short(table: Table, _: None) -> tuple[Event, ...]:
    """Somebody is left with a wrong number of cards."""
    cited = "671a.13(c)"
    words = "the deck is at its end, and cards are still due: all hands are void"
    return (met("wrong-number", cited, words), *voided(table, cited))


@clause("671a.13(b)")
def _in_error(table: Table, draw: int, kind: str, words: str) -> tuple[Event, ...]:
    """Used as the next card where its face was not exposed. For one that was exposed the chapter has no
    place but a void round."""
    said = hold(table, kind, "671a.13(b)", f"{words}: was its face exposed?", UNEXPOSED, draw=draw)
    return (ev.CardLost(draw), ev.PermissionEnded(), said)


def double_feed(table: Table, given: Reported) -> tuple[Event, ...]:
    """Two cards left at once. The second is a card in error; nobody read it."""
    fed = given.what
    assert isinstance(fed, m.DoubleFeed)
    draw = table.base + fed.draw
    if none := of_no_round(table, given, draw):
        return none
    if stacks.is_left_over(table, draw):
        return stacks.left_over(draw, UNREAD)
    if draw > table.last + 1:
        return (*gap(table, draw), ev.PermissionEnded())
    steps = due(table)[len(table.ahead) :]
    if steps and stacks.is_of_stack(table, draw):
        return stacks.second_of_two(table, steps[0], draw)
    return _in_error(table, draw, "double-feed", f"two cards left the shoe at once; draw {draw} was not read")


def cover_card(table: Table, given: Reported) -> tuple[Event, ...]:
    """It lies at the bottom: when it comes, the deck is at its end."""
    came = given.what
    assert isinstance(came, m.CoverCardOut)
    return (ev.Noted(f"{given.device}: the cover card came out behind draw {table.base + came.after}"),)


def check_entry(table: Table, given: Asked) -> None:
    """A card that waits for its place is entered when it lies there face up, not before."""
    asked = given.what
    assert isinstance(asked, EnterCard)
    if any(card.draw == asked.draw for card in table.ahead) and not is_entry_due(table):
        raise Refused(f"draw {asked.draw} lies face down until its place is due", "topic:unread-card")
    if is_from_hand(table) and not is_owed(table, asked.draw):
        check_possible(table, asked.card)


def is_entry_due(table: Table) -> bool:
    """The first card that waits has to be entered now, for its place is due and is face up."""
    steps = due(table)
    lies = bool(table.ahead and steps) and not stacks.is_coming(table)
    return lies and table.ahead[0].card == UNREAD and steps[0].face == UP


def ahead_is_ready(table: Table) -> bool:
    """A card that left the shoe early can go to its step now."""
    steps = due(table)
    if not table.ahead or not steps:
        return False
    return steps[0].face == DOWN or table.ahead[0].card not in (SEALED, UNREAD)


def deal_ahead(table: Table, _: None) -> tuple[Event, ...]:
    """It is used as though it were the next card from the shoe."""
    step, first = due(table)[0], table.ahead[0]
    card = SEALED if step.face == DOWN and first.card != UNREAD else first.card
    return (ev.CardDealt(first.draw, card, step.to),)


# ---- what devices are to be told --------------------------------------------------------------------------


@clause("671a.8(b)", "671a.11(c)")
def permission(table: Table) -> m.Permit | m.Lock | m.Dispense:
    """The shoe opens only while the positions are closed, confirmed, and a card is due. Where cards are dealt
    from the hand none is there."""
    steps = due(table)[len(table.ahead) :]
    waits = any(card.card == UNREAD for card in table.ahead) and is_entry_due(table)
    if is_automated(table):
        return stacks.order(table, () if waits else steps)
    if table.positions != CLOSED_WORD or not steps or waits or is_from_hand(table):
        return LOCK
    return m.Permit(table.last + len(steps), "".join(step.face for step in steps))


def _wants_betting(table: Table) -> Table:
    """Where no round can be dealt no position is lit, but to have back what lies there."""
    if table.holds or table.standing.seal or (why_not_dealt(table)[0] and not table.stacks):
        return safe(table)
    return want(table, positions=m.OpenPositions(spots(table)))


def _wants_card(table: Table) -> Table:
    if table.holds:
        return stacks.held(table)
    shoe = permission(table)
    told = table.wanted_shoe
    if type(shoe) is m.Lock and type(told) is m.Permit and told.up_to <= table.last:
        shoe = told  # spent: the shoe has locked itself
    steps = due(table)
    lies = bool(table.ahead and steps) and not stacks.is_coming(table)
    waits = lies and table.ahead[0].card == SEALED and steps[0].face == UP
    return want(table, shoe=shoe, face=m.Disclose(table.ahead[0].draw) if waits else None)


def _wants_decisions(table: Table) -> Table:
    """The area of the player who has decided opens for the chips of that decision, and no other."""
    if table.holds:
        return safe(table)
    asked = table.asked
    if asked is None:
        return want(table)
    spot = (spot_of(asked.verb), (table.hands[table.turn].box,), asked.chips)
    return want(table, positions=m.OpenPositions((spot,)))


def _wants_options(table: Table) -> Table:
    return _wants_decisions(table) if table.asked is not None else _wants_card(table)


@clause("671a.11(c)(2)", "671a.11(e)", "671a.11(f)(2)")
def _wants_turned(table: Table) -> Table:
    """The shoe tells the faces of cards that were turned over, one at a time."""
    if table.holds:
        return safe(table)
    for _, hand in all_hands(table):
        if not hand.down and SEALED in hand.cards:
            return want(table, face=m.Disclose(hand.draws[hand.cards.index(SEALED)]))
    return want(table)


WANTS: Final[dict[str, Callable[[Table], Table]]] = {
    "Betting": _wants_betting,
    "Dealing": _wants_card,
    "PlayerDecisions": _wants_decisions,
    "LockedIn": _wants_turned,
    "Options": _wants_options,
    "Reveal": _wants_turned,
    "Settling": wants_faces,
    "Collecting": wants_faces,
    "Shuffling": wants_faces,
    "Idle": wants_faces,
    "Closing": wants_faces,
}
"""See Game.wants; in every other phase everything is locked and closed."""
