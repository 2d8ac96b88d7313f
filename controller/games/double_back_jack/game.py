"""GAME: the chapter's table of contents.

The round's phases and rows are the family's (twentyone/round.py), those of opening, settling and closing
the spine's; they cite topics, which config/regulation/673a.toml maps to this chapter's numbers. Chapter
673a's own sections are in play.py, second_chance.py, settlement.py and wagers.py. Its "Irregularities"
(673a.13) are what the family says alike: twentyone/irregularities.py.
"""

from typing import Final

from controller.games.double_back_jack import play, second_chance, settlement, wagers
from controller.games.game import Game
from controller.games.twentyone import prompts as words
from controller.games.twentyone import round as family
from controller.games.twentyone.counting import total_of
from controller.table.commands import DeclineSecondChance
from controller.table.phases import Row
from controller.table.state import Prompt, Table

ROUND: Final = family.Round(
    dealing=play.DEALING,
    place=wagers.place_wager,
    decide=play.decide,
    chips=play.chips_for_decision,
    has_bust=settlement.has_due,
    collect_bust=settlement.settle_due,
    pay_blackjack=settlement.pay_blackjacks,
    settle=settlement.settle,
    optional=(
        Row(
            None,
            ("Dealing",),
            None,
            "673a.7(f)",
            settlement.pay_blackjacks,
            when=settlement.has_blackjack_to_pay,
        ),
        Row(None, ("Insurance",), "Peeking", "673a.7(g)", when=settlement.has_nobody_to_insure),
        Row(DeclineSecondChance, ("PlayerDecisions",), None, "673a.7(l)", second_chance.decline),
    ),
)


def _prompts(table: Table) -> tuple[Prompt, ...]:
    return second_chance.asked_of(table, words.prompts_for(play.DEALING, table))


def _rests_decisions(table: Table) -> bool:
    """A hand decides, and none before it is to be settled first: one that was doubled, or one over 21 whose
    offer ended with what a later hand decided."""
    return family.RESTS["PlayerDecisions"](table) and not settlement.has_due(table)


GAME: Final = Game(
    name="double-back-jack",
    chapter="673a",
    title="Double Back Jack",
    phases=family.phase_table(ROUND),
    evolve=second_chance.EVOLVE,
    wants=family.wants_of(ROUND),
    prompts=_prompts,
    why_not=words.why_not,
    wagers=("blackjack", "insurance"),
    verbs=("hit", "stand", "double", "split", "surrender", second_chance.VERB),
    decks=(1, 2, 3, 4, 5, 6, 7, 8),
    new_table=family.new_table,
    rests={**family.RESTS, "PlayerDecisions": _rests_decisions},
    total=total_of,
)
