"""A card that a person told wrongly is corrected, as long as nothing has followed from it.

Nothing does before something was settled by the card: players decide by the cards themselves. Where something
was, and would have been settled otherwise, no clause says what follows, and the floorperson rules on it.
"""

from controller.games.lunar_poker.combinations import instant_of
from controller.games.lunar_poker.hands import FIVE
from controller.games.lunar_poker.settlement import is_declared
from controller.games.lunar_poker.super_wager import line_of
from controller.games.lunar_poker.wagers import SUPER
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, CorrectCard
from controller.table.events import Event
from controller.table.irregularities import RESUME, hold, met
from controller.table.state import Hand, Table
from controller.table.told_cards import check_correction
from drivers.cards import Card

SETTLED = frozenset(("Settling", "Collecting"))


@clause("topic:unread-card")
def correct_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """That draw is another card than was told. It is on the round's record."""
    asked = given.what
    assert isinstance(asked, CorrectCard)
    was = check_correction(table, asked)
    why = _beyond(table, asked.draw, asked.card)
    if why:
        words = f"draw {asked.draw} is said to be the {asked.card} and not the {was}, and {why}"
        return (hold(table, "card-told-wrongly", "topic:unread-card", words, RESUME, draw=asked.draw),)
    return (
        ev.CardCorrected(asked.draw, asked.card, given.role, given.person),
        met("card-corrected", "topic:unread-card", f"draw {asked.draw} is the {asked.card}, not the {was}"),
    )


def _beyond(table: Table, draw: int, card: Card) -> str:
    """What was settled by the card, in words; "" where nothing was."""
    if any(one.draw == draw for one in table.poker.given):
        return "the Super Wagers were settled by it"
    hand = next((hand for hand in (*table.hands, table.dealer) if draw in hand.draws), None)
    if hand is None or table.void:
        return ""
    if table.phase in SETTLED:
        return "the wagers were settled by it"
    at = hand.draws.index(draw)
    if not _is_verified(table, hand) or _first(table, hand, at, card) == _first(
        table, hand, at, hand.cards[at]
    ):
        return ""
    return "the Super Wagers, or an instant payout, were settled by it"


def _is_verified(table: Table, hand: Hand) -> bool:
    """Whether the wagers on the first five cards of a declared hand are settled."""
    return is_declared(table, hand) and all(stack.wager != SUPER for stack in table.stacks)


def _first(table: Table, hand: Hand, at: int, card: Card) -> tuple[str, str]:
    """What the first five cards of the hand win, with that card in that place. What was given up in exchange
    was among them."""
    mine = next((one.draws for one in table.poker.exchanges if one.box == hand.box), ())
    given = tuple(one.card for one in table.poker.given if one.draw in mine)
    cards = (*hand.cards[:at], card, *hand.cards[at + 1 :])
    five = (*cards[: FIVE - len(given)], *given)
    return line_of(five), instant_of(five)
