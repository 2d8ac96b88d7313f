"""Rounds at random: money is conserved, each round's rows balance, and a 21 that was settled is never at
risk."""

from collections.abc import Iterator
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import Table
from drivers.cards import DECK, SEALED
from tests.controller.games.double_back_jack.playing import DoubleBackJack
from tests.controller.games.free_bet_blackjack.slips import again

CARDS: Final = tuple(sorted(DECK))
VERBS: Final = ("hit", "stand", "double", "split", "surrender")
Key = tuple[int, int]


class Watched(DoubleBackJack):
    """A table whose every ruling is looked at, in cents: put down, given back, collected, paid on top."""

    down = given = collected = paid = 0

    def __init__(self, *cards: str, **chosen: Any) -> None:
        self.out: set[Key] = set()
        super().__init__(*cards, **chosen)

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        for event in ruling.events:
            if isinstance(event, ev.RoundEnded):
                self.out = set()
            elif isinstance(event, ev.WagersPlaced):
                self.down += sum(cents for _, cents in event.chips)
            elif isinstance(event, ev.Settled):
                self._settled(event)
                if before.phase in ("Dealing", "PlayerDecisions"):
                    self.out |= {(r.box, r.hand) for r in event.rows if r.wager != "insurance"}
        lies = sum(stack.stake for stack in ruling.table.stacks)
        assert self.down == lies + self.given + self.collected, "chips appeared or vanished"
        own = {(s.box, s.hand) for s in ruling.table.stacks if s.wager != "insurance"}
        assert not own & self.out, "a hand that was settled has chips at risk"

    def _settled(self, event: ev.Settled) -> None:
        for row in event.rows:
            self.given += row.returned
            self.collected += row.collected
            self.paid += row.paid
            assert row.stake == row.returned + row.collected
            assert row.paid in (0, row.stake, 2 * row.stake)
            assert not row.paid or (row.outcome == "win" and row.returned == row.stake)
            assert row.wager == "insurance" or (row.box, row.hand) not in self.out, "settled twice"


def answers(choices: Iterator[int], table: Watched) -> None:
    """The player's, or another one's, where the one that was chosen is refused."""
    prompt = table.game.prompts(table.table)[0]
    at = next(choices)
    if prompt.kind == "second_chance":
        if at % 3:
            assert table.play(prompt.box, "second_chance", prompt.hand).refused is None
        else:
            assert table.decline(prompt.box, prompt.hand).refused is None
        return
    verb = VERBS[at % len(VERBS)]
    if table.play(prompt.box, verb, prompt.hand).refused is not None:
        assert table.play(prompt.box, "hit", prompt.hand).refused is None


def endless(choices: list[int]) -> Iterator[int]:
    while True:
        yield from choices


ROUNDS = st.fixed_dictionaries(
    {
        "cards": st.lists(st.sampled_from(CARDS), min_size=20, max_size=60).map(" ".join),
        "stakes": st.lists(st.sampled_from((0, 500, 550, 1000, 2550)), min_size=1, max_size=6),
        "choices": st.lists(st.integers(0, 29), min_size=1, max_size=20),
        "settlement": st.sampled_from(("collect_then_pay", "box_by_box")),
    }
)


def played(cards: str, stakes: list[int], choices: list[int], settlement: str) -> Watched:
    """Two rounds with these wagers and choices."""
    table = Watched(" ".join([cards] * 10), settlement=settlement)
    chosen = endless(choices)
    for _ in range(2):
        for box, stake in enumerate(stakes, 1):
            if stake:
                assert table.wager(box, stake).refused is None
        assert table.ask(c.NoMoreBets()).refused is None
        table.run()
        if table.table.phase == "Insurance":
            if next(chosen) % 2 and table.open:
                wager, (box, *_), most = table.open[0]
                assert table.place(box, (wager, most)).refused is None
            table.close_insurance()
        while table.table.phase == "PlayerDecisions":
            answers(chosen, table)
        table.run()
        assert table.table.phase == "Betting"
    return table


@clause("673a.7(l)", "673a.7(m)", "673a.7(q)(2)", "673a.12(a)", "673a.12(b)", "673a.12(c)")
@settings(deadline=None, max_examples=60)
@given(ROUNDS.filter(lambda one: any(one["stakes"])))
def test_no_chip_is_lost_and_none_is_made(one: dict[str, Any]) -> None:
    table = played(**one)
    rows = table.settlements()
    assert table.table.stacks == ()
    assert table.down == sum(row.stake for row in rows)
    assert table.down == table.given + table.collected
    assert table.paid == sum(row.paid for row in rows)
    assert again(table) == table.table


@clause("673a.7(m)", "673a.7(l)(2)", "673a.7(f)", "673a.7(n)")
@settings(deadline=None, max_examples=60)
@given(ROUNDS.filter(lambda one: any(one["stakes"])))
def test_every_21_is_settled_before_the_hole_card_is_turned(one: dict[str, Any]) -> None:
    table = played(**one)
    for _, ruling in table.log:
        now = ruling.table
        if now.phase in ("DealerPlay", "Settling") and not now.holds:
            lie = {(s.box, s.hand) for s in now.stacks if s.wager != "insurance"}
            waits = [hand for hand in now.hands if (hand.box, hand.number) in lie]
            assert all(hand.total < 21 for hand in waits) or now.reader == "blackjack"
            assert all(hand.total <= 21 or hand.status == "bust" for hand in now.hands)
        elif now.phase == "PlayerDecisions":
            assert now.dealer.cards[1] == SEALED
