"""What becomes of one stack of chips: its row in a settlement, and what the paytable of its wager pays.

Who wins, and in which order the dealer settles, is each game's affair.
"""

from controller.regulation.marks import clause
from controller.table.state import Settlement, Stack, Table, paytable_of


@clause("topic:payout-odds")
def odds_of(table: Table, wager: str, name: str) -> tuple[int, int]:
    """The odds that the submission fixes for one kind of win, as (pays, per)."""
    paytable = paytable_of(table.rules, wager)
    assert paytable is not None
    for odds in paytable.odds:
        if odds.name == name:
            return odds.pays, odds.per
    raise LookupError(f"no odds for {name} in the paytable of {wager}")


def row(stack: Stack, outcome: str, cited: str, paid: int = 0) -> Settlement:
    """What becomes of one stack: lost, or returned with what the house pays on top."""
    lost = outcome == "lose"
    returned, collected = (0, stack.stake) if lost else (stack.stake, 0)
    return Settlement(
        stack.box, stack.hand, stack.wager, stack.stake, outcome, paid, returned, collected, cited
    )


def paid_row(table: Table, stack: Stack, wager: str, name: str, cited: str) -> Settlement:
    """A winning stack, at the odds of that wager's paytable for that kind of win; down to the cent."""
    pays, per = odds_of(table, wager, name)
    return row(stack, "win", cited, stack.stake * pays // per)
