"""GAME: the chapter's table of contents.

The round's phases and rows are the family's (twentyone/round.py), those of opening, settling and closing
the spine's; they cite topics, which config/regulation/633a.toml maps to this chapter's numbers. Chapter
633a's own sections are in play.py, settlement.py and wagers.py. Its "Irregularities" (633a.14) are what the
family says alike: twentyone/irregularities.py.
"""

from typing import Final

from controller.games.blackjack import from_hand, play, progressives, settlement, wagers
from controller.games.blackjack.side_wagers import NAMES
from controller.games.blackjack.side_wagers import settling as side_wagers
from controller.games.game import Game
from controller.games.twentyone import prompts as words
from controller.games.twentyone import round as family
from controller.games.twentyone.counting import total_of
from controller.games.twentyone.decisions import chips_set_down
from controller.games.twentyone.hands import EVOLVE
from controller.table.phases import Row
from controller.table.state import Prompt, Table

ROUND: Final = family.Round(
    dealing=play.DEALING,
    place=wagers.place_wager,
    check_bets=wagers.check_bets,
    decide=play.decide,
    chips=chips_set_down,
    has_bust=settlement.has_bust_to_collect,
    collect_bust=settlement.collect_bust,
    pay_blackjack=settlement.pay_blackjack,
    settle=settlement.settle,
    optional=(
        *from_hand.TURNED,
        Row(None, ("Dealing",), None, "633a.7(g)", side_wagers.settle_now, when=side_wagers.is_due),
    ),
    told=from_hand.ROWS,
    reader_not_due=play.reader_not_due,
    after_reader=side_wagers.after_reader,
    at_reveal=(
        Row(
            None,
            ("DealerPlay",),
            None,
            "633a.9(a)(2)",
            settlement.settle_at_reveal,
            when=settlement.is_due_at_reveal,
        ),
    ),
)


def _prompts(table: Table) -> tuple[Prompt, ...]:
    return words.prompts_for(play.DEALING, table)


GAME: Final = Game(
    name="blackjack",
    chapter="633a",
    title="Blackjack",
    phases=family.phase_table(ROUND),
    evolve=EVOLVE,
    wants=family.wants_of(ROUND),
    prompts=_prompts,
    why_not=words.why_not,
    wagers=("blackjack", *NAMES, *progressives.NAMES, "insurance"),
    verbs=("hit", "stand", "double", "split", "surrender", "switch"),
    decks=(1, 2, 3, 4, 5, 6, 7, 8),
    new_table=family.new_table,
    rests=family.RESTS,
    total=total_of,
)
