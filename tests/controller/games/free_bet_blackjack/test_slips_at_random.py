"""Rounds in which cards go astray at random, 672a.12: no inner fault, no chip lost, no face shown, always an
end.

What each clause says is in the tests by clause. Every ruling is folded again by Play.
"""

import random

import pytest

from controller.consoles.frames import FACE_DOWN, TO_BE_ENTERED
from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import Lie, Prompt, Table
from drivers import messages as m
from drivers.cards import DECK
from tests.controller.games.free_bet_blackjack.slips import power_lost
from tests.support import GAME, Play

ENDS = ("Betting", "Shuffling")
BEFORE_TURNING = ("Dealing", "Insurance", "Peeking", "PlayerDecisions")
CARDS = tuple(sorted(DECK))


class Watched(Play):
    """A table whose every ruling is looked at. staked: cents put down less cents that went away."""

    staked = 0

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        for event in ruling.events:
            if isinstance(event, ev.WagersPlaced):
                self.staked += sum(cents for _, cents in event.chips)
            elif isinstance(event, ev.WagerLifted):
                self.staked -= event.amount
            elif isinstance(event, ev.Settled | ev.RoundVoided | ev.HandDied):
                for row in event.rows:
                    assert row.stake == row.returned + row.collected
                    assert not row.paid or row.outcome == "win"
                    self.staked -= row.stake
        assert self.staked == sum(stack.stake for stack in ruling.table.stacks), "chips appeared or vanished"
        self._look(ruling.table)

    def _look(self, table: Table) -> None:
        """Cards that are on the layout, each once; what lies face down is shown so."""
        draws = [draw for hand in (*table.hands, table.dealer) for draw in hand.draws]
        waiting = [card.draw for card in (*table.ahead, *table.removed)]
        assert len(draws + waiting) == len(set(draws + waiting)), "one card in two places"
        shown = screen(GAME, table, resolve=str)
        if table.phase in BEFORE_TURNING and len(table.dealer.cards) > 1:
            assert shown.dealer.cards[1] in (FACE_DOWN, TO_BE_ENTERED)
        if table.phase in ("PlayerDecisions", "DealerPlay", "Settling"):
            assert all(len(h.cards) > 1 or h.split or h.status == "dead" for h in table.hands)


class Astray:
    """Plays what is prompted; now and then something goes wrong."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.table = Watched(" ".join(self.dice.choices(CARDS, k=12)))

    def begin(self) -> None:
        boxes = self.dice.sample(range(1, 7), self.dice.randint(1, 3))
        for box in boxes:
            player = self.dice.choice(("", "Ann", "Bob"))
            self.table.wager(box, 1000, self.dice.choice((0, 500)), player)
        self.table.ask(c.NoMoreBets())

    def fill(self) -> None:
        """The fake shoe never stands empty unless the round says so."""
        if len(self.table.shoe.inside) < 4:
            self.table.shoe.inside.extend(self.dice.choices(CARDS, k=8))

    def step(self, prompt: Prompt) -> None:
        table, kind, dice = self.table, prompt.kind, self.dice
        self.fill()
        if kind == "draw":
            table.draw()
        elif kind == "insert_hole":
            table.insert_hole()
        elif kind == "enter_card":
            table.floor(c.EnterCard(prompt.draw, table.faces[prompt.draw]))
        elif kind == "hold":
            self.answer()
        elif kind == "decide":
            table.ask(c.Decide(prompt.box, dice.choice(("hit", "stand", "double", "split")), prompt.hand))
        elif kind == "chips":
            wager = "split" if "split" in prompt.words else "double_down"
            table.place(prompt.box, (wager, prompt.amount))
        elif kind == "offer_card":
            taken = dice.choice((c.AcceptCard, c.RefuseCard))
            table.ask(taken(prompt.box, prompt.hand))
        else:
            self.say(kind)

    def say(self, kind: str) -> None:
        said: dict[str, c.Command] = {
            "insurance": c.CloseInsurance(),
            "settle": c.WagersSettled(),
            "collect": c.CardsCollected(),
            "shuffle": c.ShuffleCards(),
            "cut": c.CutCards(),
            "load": c.LoadShoe(),
        }
        assert kind in said, f"{kind or 'nothing'} is asked for in {self.table.table.phase}"
        if self.table.ask(said[kind]).refused is not None:
            self.table.ask(c.RefuseCut())

    def answer(self) -> None:
        """Somebody chooses: seldom to void the round, unless nothing else is left."""
        table = self.table
        for device in table.table.standing.devices:
            for fault in device.faults:
                table.report(device.name, m.FaultCleared(fault))
        hold = self.dice.choice(table.table.holds)
        ways = [way for way in hold.remedies if way.name not in ("void_round", "out_of_play")]
        way = hold.remedies[-1] if self.dice.random() < 0.02 else self.dice.choice(ways or hold.remedies)
        if way.name != "out_of_play":
            assert table.floor(c.ChooseRemedy(hold.id, way.name)).refused is None

    def slip(self) -> None:
        """Something that ought not to happen."""
        self.fill()
        now, dice = self.table.table, self.dice
        if now.asked is not None and dice.random() < 0.6:
            hand = now.hands[now.turn]
            self.table.ask(c.ReportPassedOver(hand.box, hand.number))
            return
        if now.phase == "PlayerDecisions" and now.turn < len(now.hands) and dice.random() < 0.5:
            if now.ahead:
                hand = now.hands[now.turn]
                self.table.ask(dice.choice((c.AcceptCard, c.RefuseCard))(hand.box, hand.number))
            else:
                self._last_went()
            return
        dice.choice(
            (
                self.table.draw,
                self.table.draw,
                self._lies,
                self._lies,
                self._went,
                self._passed_over,
                self._offered,
                self._told,
                self._empty,
                self._trouble,
            )
        )()

    def _boxes(self) -> list[tuple[int, int]]:
        return [(0, 1), *((hand.box, hand.number) for hand in self.table.table.hands)]

    def _drawn(self) -> list[int]:
        return [draw for hand in (*self.table.table.hands, self.table.table.dealer) for draw in hand.draws]

    def _lies(self) -> None:
        """One card lies elsewhere, or two were changed about."""
        now, dice = self.table.table, self.dice
        where = {draw: (hand.box, hand.number) for hand in (*now.hands, now.dealer) for draw in hand.draws}
        if len(where) < 2:
            return
        one, other = dice.sample(sorted(where), 2)
        lies: tuple[Lie, ...] = (Lie(one, *where[other]), Lie(other, *where[one]))
        if dice.random() < 0.4:
            lies = lies[:1]
        self.table.ask(c.CardsLie(lies))

    def _went(self) -> None:
        drawn = self._drawn()
        if drawn:
            self.table.ask(c.CardWent(Lie(self.dice.choice(drawn), *self.dice.choice(self._boxes()))))

    def _last_went(self) -> None:
        """The last card of a hand lies with another one, which may be any."""
        long = [hand for hand in self.table.table.hands if len(hand.cards) > 2]
        if long:
            draw = self.dice.choice(long).draws[-1]
            self.table.ask(c.CardWent(Lie(draw, *self.dice.choice(self._boxes()))))
        else:
            self.table.draw()

    def _passed_over(self) -> None:
        self.table.ask(c.ReportPassedOver(*self.dice.choice(self._boxes())))

    def _offered(self) -> None:
        taken = self.dice.choice((c.AcceptCard, c.RefuseCard))
        self.table.ask(taken(*self.dice.choice(self._boxes())))

    def _told(self) -> None:
        self.table.report("reader", m.InsertedWhileDisarmed())
        self.table.ask(c.ReportIncident("other"))
        self.table.place(self.dice.randint(1, 6), ("insurance", 500))

    def _empty(self) -> None:
        self.table.report("shoe", m.ShoeEmpty(self.table.shoe.last))

    def _trouble(self) -> None:
        what = self.dice.choice(("power", "shoe", "fault", "double"))
        if what == "power" and not self.table.table.holds:
            power_lost(self.table)
        elif what == "shoe":
            self.table.reset("shoe")
        elif what == "fault":
            self.table.report("reader", m.FaultRaised("reader"))
        elif what == "double":
            self.table.shoe.last += 1
            draw = self.table.shoe.last
            self.table.faces[self.table.table.base + draw] = self.table.shoe.inside.popleft()
            self.table.report("shoe", m.DoubleFeed(draw))

    def round(self) -> None:
        """One round, to its end."""
        self.begin()
        for step in range(400):
            if self.table.table.phase in ENDS and not self.table.table.holds:
                return
            if step < 60 and self.dice.random() < 0.2:
                self.slip()
            else:
                self.step(GAME.prompts(self.table.table)[0])
        raise AssertionError(f"the round does not end: {self.table.table.phase}")


@clause("672a.12(b)", "672a.12(c)", "672a.12(e)", "672a.12(f)", "672a.12(g)", "672a.12(h)", "672a.12(i)")
@pytest.mark.parametrize("seeds", [range(at, at + 50) for at in range(0, 300, 50)], ids=lambda r: f"{r[0]}")
def test_whatever_goes_astray_the_round_comes_to_its_end(seeds: range) -> None:
    for seed in seeds:
        play = Astray(seed)
        play.round()
        assert play.table.staked == 0, seed
