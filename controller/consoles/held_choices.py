"""What a dealer who holds the cards may tell: the deal, a card, a hand that is turned over, what went wrong.

Candidates only: choices.py weighs them. Which card is due, and whether it lies face up, the prompts say.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from controller.consoles.candidates import Candidate
from controller.games.game import Game
from controller.table import commands as c
from controller.table.state import Hand, Prompt, Table
from drivers.cards import DECK, Card, is_known

FACE: Final = ("card",)


def held_candidates(game: Game, table: Table) -> Iterator[Candidate]:
    """All that a dealer may say of cards in this phase."""
    steps = game.phases.steps[table.phase]
    for prompt in game.prompts(table):
        if prompt.kind in _DEALS:
            yield _DEALS[prompt.kind](table, prompt)
    if c.TurnHand in steps:
        yield from _turned(table)
    if c.CardInError in steps:
        yield from _slips(table)
    if c.CoverCardSeen in steps and not table.standing.cover_out:
        yield Candidate(c.CoverCardSeen(), "dealer", "the cover card is out")


def some_card(table: Table) -> Card:
    """A card that may be told now: not all of its like lie on the table."""
    hands = (*table.hands, table.dealer)
    out = Counter(card for hand in hands for card in hand.cards)
    out.update(one.card for one in (*table.removed, *table.ahead))
    return next((card for card in DECK if out[card] < table.rules.decks), DECK[0])


def _deal(table: Table, prompt: Prompt) -> Candidate:
    if not prompt.draw:
        return Candidate(c.DealCards(), "dealer", "the rest of the deal lies there")
    words = "the deal lies there; your card that is face up is"
    return Candidate(c.DealCards(), "dealer", words, ("up",), c.DealCards(some_card(table)))


def _card(table: Table, prompt: Prompt) -> Candidate:
    words = f"box {prompt.box} got" if prompt.box else "you drew"
    return Candidate(c.DealCard(), "dealer", words, FACE, c.DealCard(some_card(table)))


def _down(_: Table, prompt: Prompt) -> Candidate:
    words = f"box {prompt.box} got a card face down" if prompt.box else "a card was burned"
    return Candidate(c.DealCard(), "dealer", words)


_DEALS: Final[dict[str, Callable[[Table, Prompt], Candidate]]] = {
    "deal_cards": _deal,
    "deal_card": _card,
    "deal_down": _down,
}


def _turned(table: Table) -> Iterator[Candidate]:
    """The hand whose turn it is; while insurance is offered any, for even money."""
    if table.asked is not None:
        return
    hands: tuple[Hand, ...] = table.hands
    if table.phase == "PlayerDecisions":
        hands = table.hands[table.turn : table.turn + 1]
    for hand in hands:
        if hand.down:
            yield Candidate(c.TurnHand(hand.box, hand.number), "dealer", f"box {hand.box} shows its cards")


_BOTH: Final = ("draw", "card")


def _told(hand: Hand) -> list[int]:
    return [draw for draw, card in zip(hand.draws, hand.cards, strict=True) if is_known(card)]


def _slips(table: Table) -> Iterator[Candidate]:
    """What is seldom said: a card face up in the deck, one that was not due, a typing error."""
    card = some_card(table)
    words = "a card lay face up in the deck"
    yield Candidate(c.FaceUpCard(""), "dealer", words, FACE, c.FaceUpCard(card))
    yield Candidate(c.CardInError(), "dealer", "a card was drawn in error, its face not exposed")
    words = "a card was drawn in error and exposed"
    yield Candidate(c.CardInError(), "dealer", words, FACE, c.CardInError(card))
    told = [draw for hand in (*table.hands, table.dealer) for draw in _told(hand)]
    if told:
        tried = c.CorrectCard(told[0], card)
        yield Candidate(c.CorrectCard(0, ""), "dealer", "a card that was told is another one", _BOTH, tried)
