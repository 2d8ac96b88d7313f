"""What may be asked about a progressive system: its chips to be counted, its awards to be verified and
documented. Candidates only: choices.py weighs them.
"""

from collections.abc import Iterator

from controller.consoles.candidates import Candidate
from controller.games.game import Game
from controller.table import commands as c
from controller.table.progressive import accepted, called, is_concerned, words_of
from controller.table.state import Table


def progressive_candidates(game: Game, table: Table) -> Iterator[Candidate]:
    """Those that this phase knows; none where no progressive wager is on offer, and none is owed for."""
    if not is_concerned(table):
        return
    steps = game.phases.steps[table.phase]
    if c.CountProgressive in steps:
        for wager in table.progressives.to_count:
            tried = c.CountProgressive(wager, accepted(table, wager))
            words = f"the chips of {called(wager)} are counted"
            yield Candidate(c.CountProgressive(wager, 0), "dealer", words, ("cents",), tried)
    for award in table.progressives.awards:
        if not award.verified and c.VerifyAward in steps:
            yield Candidate(c.VerifyAward(award.number), "floorperson", f"verified: {words_of(award)}")
        elif not award.done and c.DocumentAward in steps:
            words = f"documents complete: {words_of(award)}"
            yield Candidate(c.DocumentAward(award.number), "floorperson", words)
