"""Rounds in which cards go astray at random, 673a.13, Second Chances among them: no inner fault, no chip
lost, no hand over 21 that waits for the dealer, always an end. What each clause says is in the tests by
clause."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Prompt, Table
from tests.controller.games.double_back_jack.playing import GAME, DoubleBackJack
from tests.controller.games.free_bet_blackjack.slips import again
from tests.controller.games.free_bet_blackjack.test_slips_at_random import CARDS, ENDS, Astray, Watched


class WatchedHere(Watched, DoubleBackJack):
    """A table of this game; what is looked at besides is this chapter's."""

    def _look(self, table: Table) -> None:
        draws = [draw for hand in (*table.hands, table.dealer) for draw in hand.draws]
        waiting = [card.draw for card in (*table.ahead, *table.removed)]
        assert len(draws + waiting) == len(set(draws + waiting)), "one card in two places"
        if table.phase in ("DealerPlay", "Settling") and not table.void:
            lies = {(stack.box, stack.hand) for stack in table.stacks if stack.wager != "insurance"}
            for hand in table.hands:
                waits = (hand.box, hand.number) in lies
                assert not waits or hand.total < 21 or table.reader == "blackjack", "21 is settled before"
                assert hand.total <= 21 or hand.status in ("bust", "dead")
        for stack in table.stacks:
            assert stack.wager != "second_chance" or stack.stake == self.price(table, stack.box, stack.hand)

    @staticmethod
    def price(table: Table, box: int, hand: int) -> int:
        """What lies on that hand: its Blackjack Wager and what a double added."""
        own = [s for s in table.stacks if (s.box, s.hand) == (box, hand)]
        return sum(stack.stake for stack in own if stack.wager in ("blackjack", "double_down"))


class AstrayHere(Astray):
    """Plays what is prompted, high: many hands go over 21. Now and then something goes wrong."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.table: WatchedHere = WatchedHere(" ".join(self.dice.choices(CARDS, k=12)))

    def begin(self) -> None:
        for box in self.dice.sample(range(1, 7), self.dice.randint(1, 3)):
            self.table.place(box, ("blackjack", 1000), player=self.dice.choice(("", "Ann", "Bob")))
        self.table.ask(c.NoMoreBets())

    def step(self, prompt: Prompt) -> None:
        table, dice = self.table, self.dice
        if prompt.kind == "decide":
            verbs = ("hit", "hit", "hit", "stand", "double", "split", "surrender")
            table.ask(c.Decide(prompt.box, dice.choice(verbs), prompt.hand))
        elif prompt.kind == "second_chance" and dice.random() < 0.7:
            assert table.ask(c.Decide(prompt.box, "second_chance", prompt.hand)).refused is None
        elif prompt.kind == "second_chance":
            assert table.ask(c.DeclineSecondChance(prompt.box, prompt.hand)).refused is None
        elif prompt.kind == "chips":
            assert table.table.asked is not None
            wager = {"double": "double_down"}.get(table.table.asked.verb, table.table.asked.verb)
            if dice.random() < 0.1:
                table.ask(c.WithdrawDecision())
            else:
                table.place(prompt.box, (wager, prompt.amount))
        else:
            super().step(prompt)

    def round(self) -> None:
        """One round, to its end."""
        self.begin()
        for step in range(400):
            if self.table.table.phase in ENDS and not self.table.table.holds:
                return
            if step < 80 and self.dice.random() < 0.2:
                self.slip()
            else:
                self.fill()
                self.step(GAME.prompts(self.table.table)[0])
        raise AssertionError(f"the round does not end: {self.table.table.phase}")


@clause("673a.7(l)", "673a.7(m)", "673a.13(a)", "673a.13(b)", "673a.13(c)", "673a.13(e)", "673a.13(f)")
@clause("673a.13(g)", "673a.13(h)", "673a.13(i)")
@pytest.mark.parametrize("seeds", [range(at, at + 50) for at in range(0, 300, 50)], ids=lambda r: f"{r[0]}")
def test_whatever_goes_astray_the_round_comes_to_its_end(seeds: range) -> None:
    for seed in seeds:
        play = AstrayHere(seed)
        play.round()
        assert play.table.staked == 0, seed
        assert again(play.table) == play.table.table
