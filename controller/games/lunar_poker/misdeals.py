"""What makes all hands of a round void (671a.13(c), (d)), where a person finds it.

Cards found face up, and cards drawn in error, are reported by the shoe: see dealing.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import MISDEALS, Asked, Refused, ReportMisdeal
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.remedies import void_rows
from controller.table.state import Table

_CITED: Final = dict(zip(MISDEALS, ("671a.13(c)", "671a.13(d)"), strict=True))
EXPOSED: Final = "dealer_exposed"
_WORDS: Final = {
    "wrong_number": "a wrong number of cards was dealt: all hands are void",
    EXPOSED: "cards of the dealer's were exposed: all hands are void",
}


_DECIDED: Final = frozenset(("fold", "bet", "instant", "out", "paid"))
"""A hand of this status has folded or has its Bet Wager, or is paid at once and places none."""


@clause("671a.13(d)")
def _have_all_decided(table: Table) -> bool:
    """Whether everybody has five cards, and has folded or placed a Bet Wager."""
    dealt = table.phase != "Dealing"
    return dealt and table.asked is None and all(hand.status in _DECIDED for hand in table.hands)


@clause("671a.13(c)", "671a.13(d)")
def report(table: Table, given: Asked) -> tuple[Event, ...]:
    """All hands are void, and what lies on the table goes back. The dealer's cards count as exposed only as
    long as somebody has still to fold or to place a Bet Wager."""
    asked = given.what
    assert isinstance(asked, ReportMisdeal)
    if asked.kind not in MISDEALS:
        raise Refused(f"{asked.kind!r} is no misdeal: {', '.join(MISDEALS)}", "671a.13(c)")
    cited = _CITED[asked.kind]
    if asked.kind == EXPOSED and _have_all_decided(table):
        raise Refused("all have folded or placed a Bet Wager: the round goes on", cited)
    return (
        met(asked.kind.replace("_", "-"), cited, _WORDS[asked.kind]),
        ev.RoundVoided(void_rows(table)),
    )
