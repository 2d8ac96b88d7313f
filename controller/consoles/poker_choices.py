"""What may be asked in a round of poker: a hand that is declared, its decision, what makes all hands void,
a player who left.

Candidates only: choices.py weighs them. The first decisions come in any order of boxes, so that each hand has
its own; which cards a player exchanges only a person knows, by their places.
"""

from collections.abc import Iterator
from typing import Final

from controller.consoles.candidates import Candidate
from controller.games.game import Game
from controller.table import commands as c
from controller.table.state import Hand, Table, is_automated

EXCHANGE: Final = "exchange"
_SOME: Final = (1, 2)
"""Places that would do."""
_WORDS: Final = {
    "fold": "folds",
    "bet": "bets",
    "buy": "buys a sixth card",
    EXCHANGE: "exchanges cards",
}
_MISDEALS: Final = dict(
    zip(
        c.MISDEALS,
        (
            "somebody has a wrong number of cards",
            "cards of the dealer's were exposed",
            "the automated shoe does not deal",
        ),
        strict=True,
    )
)


def poker_candidates(game: Game, table: Table) -> Iterator[Candidate]:
    """All that is said of players' hands in this phase."""
    steps = game.phases.steps[table.phase]
    if c.Decide in steps and table.asked is None:
        for hand in _deciding(table):
            if c.DeclareHand in steps:
                yield from _declared(table, hand)
            yield from _decided(game, hand)
    if c.ReportMisdeal in steps:
        for kind, words in _MISDEALS.items():
            if kind == "shoe_failed" and not is_automated(table):
                continue
            yield Candidate(c.ReportMisdeal(kind), "dealer", words)
    if c.AbandonWagers in steps:
        for box in sorted({stack.box for stack in table.stacks}):
            words = f"box {box}: its player left, and the wagers are lost"
            yield Candidate(c.AbandonWagers(box), "floorperson", words)


def _deciding(table: Table) -> tuple[Hand, ...]:
    """The hands whose decision is due: all that have none yet, or the one that has its additional cards."""
    if table.phase == "PlayerDecisions":
        return tuple(hand for hand in table.hands if not hand.status)
    return table.hands[table.turn : table.turn + 1]


def _declared(table: Table, hand: Hand) -> Iterator[Candidate]:
    if hand.box not in table.poker.declared:
        yield Candidate(c.DeclareHand(hand.box), "dealer", f"box {hand.box} declares its Super Wager")
    words = f"box {hand.box} declares an instant payout"
    yield Candidate(c.DeclareHand(hand.box, instant=True), "dealer", words)


def _decided(game: Game, hand: Hand) -> Iterator[Candidate]:
    verbs = tuple(verb for verb in game.verbs if verb in ("fold", "bet")) if hand.status else game.verbs
    for verb in verbs:
        what, words = c.Decide(hand.box, verb), f"box {hand.box} {_WORDS[verb]}"
        if verb == EXCHANGE:
            yield Candidate(what, "dealer", words, ("cards",), c.Decide(hand.box, verb, cards=_SOME))
        else:
            yield Candidate(what, "dealer", words)
