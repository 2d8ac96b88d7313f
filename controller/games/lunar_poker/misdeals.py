"""What makes all hands of a round void (671a.13(c), (d), (f)), where a person finds it.

Cards found face up, and cards drawn in error, are reported by the shoe: see dealing.py.
"""

from typing import Final

from controller.games.lunar_poker.failing_shoe import is_to_deal
from controller.games.lunar_poker.hands import SERVED
from controller.regulation.marks import clause
from controller.table.commands import MISDEALS, Asked, Refused, ReportMisdeal
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.remedies import voided
from controller.table.state import Table, is_automated

CITED: Final = dict(zip(MISDEALS, ("671a.13(c)", "671a.13(d)", "671a.13(f)"), strict=True))
_WORDS: Final = {
    "wrong_number": "a wrong number of cards was dealt: all hands are void",
    "dealer_exposed": "cards of the dealer's were exposed: all hands are void",
    "shoe_failed": "the shoe does not deal: the round is void, and all cards are shuffled together",
}


@clause("671a.13(d)")
def _is_decision_open(table: Table) -> bool:
    """Somebody has still to fold or to place a Bet Wager, now or behind additional cards."""
    undecided = any(not hand.status or hand.status in SERVED for hand in table.hands)
    return table.phase == "Dealing" or undecided or table.asked is not None


@clause("671a.13(c)", "671a.13(d)", "671a.13(f)")
def report(table: Table, given: Asked) -> tuple[Event, ...]:
    """All hands are void, and what lies on the table goes back. The dealer's cards count as exposed only as
    long as somebody has still to fold or to place a Bet Wager, the shoe as failed only as long as a card may
    come from it; a wrong number of cards counts until the hands were compared."""
    asked = given.what
    assert isinstance(asked, ReportMisdeal)
    if asked.kind not in MISDEALS:
        raise Refused(f"{asked.kind!r} is no misdeal: {', '.join(MISDEALS)}", "671a.13(c)")
    cited = CITED[asked.kind]
    if asked.kind == "dealer_exposed" and not _is_decision_open(table):
        raise Refused("everybody has folded or placed a Bet Wager: the hands are played out", cited)
    if asked.kind == "shoe_failed" and not is_automated(table):
        raise Refused("no automated shoe deals at this table", cited)
    if asked.kind == "shoe_failed" and not is_to_deal(table):
        raise Refused("no card is to come from the shoe any more: the hands are played out", cited)
    return (met(asked.kind.replace("_", "-"), cited, _WORDS[asked.kind]), *voided(table, cited))
