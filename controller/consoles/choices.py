"""What may be asked of the table now, and what would be refused and why. Pure.

One predicate serves "may" and "do": each candidate is ruled on as if it had been asked, and the
ruling is thrown away. Nothing here decides anything. Commands that need a word or a card that only
a person knows (a card from sight, a name) are no choices; a console asks for them by their prompt.
"""

from collections.abc import Callable, Iterator
from typing import Final

from controller.consoles.frames import Choice
from controller.games.game import Game
from controller.table import commands as c
from controller.table.ruling import rule_on
from controller.table.state import Table, stake_on

Resolve = Callable[[str], str]
Candidate = tuple[c.Command, c.Role, str]

PLAIN: Final[tuple[tuple[c.Command, str], ...]] = (
    (c.OpenTable(), "open the table"),
    (c.InspectCards(), "cards inspected and verified"),
    (c.SpreadCards(), "cards spread"),
    (c.WashCards(), "cards washed and stacked"),
    (c.ShuffleCards(), "cards shuffled"),
    (c.CutCards("player"), "a player cut the cards"),
    (c.CutCards("dealer"), "the dealer cut the cards"),
    (c.LoadShoe(), "shoe loaded"),
    (c.NoMoreBets(), "no more bets"),
    (c.CloseInsurance(), "close insurance"),
    (c.WithdrawDecision(), "the chips are not put down"),
    (c.WagersSettled(), "wagers settled"),
    (c.CardsCollected(), "cards collected"),
    (c.InspectReader(), "card reader inspected"),
    (c.DirectReshuffle(), "direct a reshuffle"),
    (c.CloseTable(), "close the table"),
)
"""Commands that need nothing more, in the order in which a console lists them."""


def choices(game: Game, table: Table, resolve: Resolve) -> tuple[Choice, ...]:
    """What this table knows how to rule on now, each with the reason where it would be refused."""
    candidates = _remedies(table) if table.holds else _of_phase(game, table)
    return tuple(_weigh(game, table, one, resolve) for one in candidates)


def _weigh(game: Game, table: Table, candidate: Candidate, resolve: Resolve) -> Choice:
    what, who, words = candidate
    refused = rule_on(game, table, c.Asked(who, "", what)).refused
    if refused is None:
        return Choice(what, who, words)
    return Choice(what, who, words, refused.why, resolve(refused.clause))


def _remedies(table: Table) -> Iterator[Candidate]:
    for hold in table.holds:
        for way in hold.remedies:
            who: c.Role = "dealer" if way.role == "dealer" else "floorperson"
            yield c.ChooseRemedy(hold.id, way.name), who, way.words


def _of_phase(game: Game, table: Table) -> Iterator[Candidate]:
    steps = game.phases.steps[table.phase]
    if c.Decide in steps:
        yield from _decisions(game, table)
    if c.TakeEvenMoney in steps:
        yield from _even_money(table)
    for what, words in PLAIN:
        if type(what) in steps and _is_due(table, what):
            yield what, "floorperson" if type(what) in c.FLOOR_ONLY else "dealer", words


def _is_due(table: Table, what: c.Command) -> bool:
    """Chips can only be withheld, and a reader only be inspected, where that is still to be done."""
    if type(what) is c.WithdrawDecision:
        return table.asked is not None and table.asked.chips > 0
    return type(what) is not c.InspectReader or not table.standing.reader_inspected


def _decisions(game: Game, table: Table) -> Iterator[Candidate]:
    """The verbs for the hand whose turn it is, once it has its cards and nothing is under way."""
    if table.turn >= len(table.hands) or table.asked is not None:
        return
    hand = table.hands[table.turn]
    if len(hand.cards) < 2:
        return
    for verb in game.verbs:
        yield c.Decide(hand.box, verb, hand.number), "dealer", verb


def _even_money(table: Table) -> Iterator[Candidate]:
    for hand in table.hands:
        if hand.status == "blackjack" and not stake_on(table, hand.box, hand.number, "insurance"):
            yield c.TakeEvenMoney(hand.box, hand.number), "dealer", f"box {hand.box}: even money"
