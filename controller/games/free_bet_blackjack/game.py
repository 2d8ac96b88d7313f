"""GAME: the chapter's table of contents.

The round's phases and rows are the family's (twentyone/round.py), those of opening, settling and closing
the spine's; they cite topics, which config/regulation/672a.toml maps to this chapter's numbers. Chapter
672a's own sections are in play.py, settlement.py and wagers.py. Its "Irregularities" (672a.12) are what the
family says alike: twentyone/irregularities.py.
"""

from typing import Final

from controller.games.free_bet_blackjack import play, settlement, wagers
from controller.games.game import Game
from controller.games.twentyone import prompts as words
from controller.games.twentyone import round as family
from controller.games.twentyone.counting import total_of
from controller.games.twentyone.decisions import chips_set_down
from controller.games.twentyone.hands import EVOLVE
from controller.table.state import Prompt, Table

ROUND: Final = family.Round(
    dealing=play.DEALING,
    place=wagers.place_wager,
    decide=play.decide,
    chips=chips_set_down,
    has_bust=settlement.has_bust_to_collect,
    collect_bust=settlement.collect_bust,
    pay_blackjack=settlement.pay_blackjack,
    settle=settlement.settle,
)


def _prompts(table: Table) -> tuple[Prompt, ...]:
    return words.prompts_for(play.DEALING, table)


GAME: Final = Game(
    name="free-bet-blackjack",
    chapter="672a",
    title="Free Bet Blackjack",
    phases=family.phase_table(ROUND),
    evolve=EVOLVE,
    wants=family.wants_of(ROUND),
    prompts=_prompts,
    why_not=words.why_not,
    wagers=("blackjack", "push_22", "insurance"),
    verbs=("hit", "stand", "double", "split", "surrender"),
    decks=(6, 8),
    new_table=family.new_table,
    rests=family.RESTS,
    total=total_of,
)
