"""Lunar Poker from an automated shoe, with people who ask for anything, and devices that fail at any time.

Nothing breaks, every phase has a way out, no draw is lost, and every cent that was wagered is returned or
collected once (671a.10, 671a.13(f))."""

from random import Random

import pytest

from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.state import Equipment, spot_before_deal
from controller.table.supply import expected_in_shoe, in_shoe
from drivers import messages as m
from drivers.cards import DECK, SEALED, UNREAD
from tests.controller.games.lunar_poker.playing import LunarPoker
from tests.controller.games.lunar_poker.test_power_and_devices import again
from tests.support import BUILD

STEPS = 160
MOST = 400
"""Steps in which a table without further mishaps is back at wagers."""
VERBS = ("fold", "bet", "buy", "buy", "exchange", "exchange")
REASONS = ("jam", "stopped", "no-card", "empty", "lid")
EQUIPMENT = (
    Equipment(shoe="automated"),
    Equipment("batch", shoe="automated"),
    Equipment("batch", backs=("red", "blue"), shoe="automated"),
)


class Mishaps:
    """People at one table, most of whom do what is due, and devices that fail."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.equipment = EQUIPMENT[seed % 3]
        self.away: list[str] = []
        self.calm = False
        self.table = LunarPoker(self.deck(), equipment=self.equipment)
        self.table.automated.paused = True

    def deck(self) -> str:
        cards = list(DECK)
        self.dice.shuffle(cards)
        odd = 0.03 if self.dice.random() < 0.2 and not self.calm else 0
        return " ".join(card + "!" * (self.dice.random() < odd) for card in cards)

    def step(self) -> None:
        chance = self.dice.random()
        if self.away and chance < 0.3:
            self.table.back(self.away.pop())
        elif not self.calm and chance < 0.03:
            self.mishap()
        elif not self.calm and chance < 0.1:
            self.anything()
        else:
            self.what_is_due()

    # ---- what goes wrong ----------------------------------------------------------------------------------

    def mishap(self) -> None:
        table, shoe, dice = self.table, self.table.automated, self.dice
        what = dice.choice(("strike", "strike", "double", "lose", "reset", "fault", "restart"))
        name = dice.choice([name for name, _ in table.devices if name not in self.away] or [""])
        if what == "strike":
            shoe.strikes[shoe.last + dice.randint(1, 20)] = dice.choice(REASONS)
        elif what == "double":
            shoe.doubles.add(shoe.last + dice.randint(1, 20))
        elif what == "restart":
            table.take(Told(c.Restarted(BUILD, table.table.rules, 1, "", table.devices, self.equipment)))
            self.away = []
            for name, _ in table.devices:
                table.back(name)
        elif name and what == "lose":
            table.lose(name)
            self.away.append(name)
        elif name and what == "reset":
            table.reset(name)
        elif "shoe" not in self.away:
            table.report("shoe", m.FaultRaised(dice.choice(("jam", "motor", "sensor", "cover"))))

    def anything(self) -> None:
        table, dice = self.table, self.dice
        box = dice.randint(0, 6)
        commands: tuple[c.Command, ...] = (
            c.DeclareHand(box),
            c.Decide(box, dice.choice(VERBS), cards=(1, 2)),
            c.LockDecisions(),
            c.NoMoreBets(),
            c.WagersSettled(),
            c.CardsCollected(),
            c.WithdrawDecision(),
            c.LoadShoe(),
            c.EnterCard(dice.randint(0, table.table.last + 1), dice.choice(DECK)),
            c.DirectReshuffle(),
            c.CloseTable(),
            c.LeaveIdle(),
            c.ChangeCards(),
            c.ShuffleCards(),
            c.CollectShoe(dice.choice((0, 52, 31))),
            c.CountDeck(dice.choice((52, 52, 51))),
            c.MarkOutOfOrder("covered"),
            c.ReturnToService(),
            c.OrderRecut(),
            c.TakeStack(),
            c.FeedShuffler(),
            c.AbandonWagers(box),
            c.ReportMisdeal(dice.choice(c.MISDEALS)),
        )
        weights = [1] * (len(commands) - 2) + [0.3, 0.3]
        table.ask(dice.choices(commands, weights)[0], dice.choice(("dealer", "floorperson")))

    # ---- what is due --------------------------------------------------------------------------------------

    def what_is_due(self) -> None:
        table, shoe = self.table, self.table.automated
        if shoe.coming and "shoe" not in self.away:
            table.come()
            return
        prompts = table.game.prompts(table.table)
        kind = prompts[0].kind if prompts else ""
        if kind == "hold":
            self.answer()
        elif kind == "no_more_bets":
            self.bet()
        elif kind == "decide":
            self.decide(self.dice.choice([one.box for one in prompts if one.kind == "decide"]))
        elif kind == "chips":
            self.pay()
        elif kind == "lock_decisions":
            table.ask(c.LockDecisions())
        elif kind == "deliver_stack":
            if shoe.in_exit:
                table.deliver_stack()
        elif kind == "enter_card":
            draw = prompts[0].draw
            assert table.floor(c.EnterCard(draw, table.faces[draw])).refused is None
        elif kind in ("settle", "collect"):
            table.ask(c.WagersSettled() if kind == "settle" else c.CardsCollected())
        elif table.table.phase in (
            "Shuffling",
            "Cutting",
            "Loading",
            "Inspecting",
            "Idle",
            "Washing",
            "Spreading",
            "Closing",
            "Mixing",
        ):
            self.shuffle(kind)

    def answer(self) -> None:
        table = self.table
        hold = self.dice.choice(table.table.holds)
        way = self.dice.choice(hold.remedies)
        if way.name in ("out_of_play",):
            return
        if self.dice.random() < 0.5:
            for one in table.table.standing.devices:
                for fault in one.faults:
                    table.report(one.name, m.FaultCleared(fault))
        if any(one.id == hold.id for one in table.table.holds):
            table.ask(c.ChooseRemedy(hold.id, way.name), "floorperson")

    def shuffle(self, kind: str) -> None:
        """Whatever is asked between two rounds."""
        table = self.table
        if kind == "collect_shoe":
            assert table.collect_shoe().refused is None
            table.automated.inside.clear()
        elif kind == "load" and "shoe" not in self.away:
            cards = self.deck()
            table.load(cards)
        elif kind == "cut":
            table.ask(c.CutCards())
        elif kind == "count_deck":
            table.ask(c.CountDeck(52))
        elif kind == "inspect":
            table.open_batch()
        elif kind in ("spread", "look", "wash", "shuffle"):
            made = {"spread": c.SpreadCards(), "look": c.CardsSeen(), "wash": c.WashCards()}
            table.ask(made.get(kind, c.ShuffleCards()))
        elif kind in ("feed", "take_stack", "clear_shuffler") and "shuffler" not in self.away:
            table.at_shuffler(kind)

    def bet(self) -> None:
        table = self.table
        if len({stack.box for stack in table.table.stacks}) < self.dice.randint(1, 5):
            table.stake(self.dice.randint(1, 5), self.dice.choice((500, 1000, 1250)))
        else:
            table.ask(c.NoMoreBets())

    def decide(self, box: int) -> None:
        verb = self.dice.choice(VERBS)
        places = self.dice.sample(range(1, 6), self.dice.randint(2, 5)) if verb == "exchange" else ()
        if self.dice.random() < 0.3:
            self.table.declare(box, instant=self.dice.random() < 0.3)
        self.table.decide(box, verb, *places)

    def pay(self) -> None:
        table = self.table.table
        assert table.asked is not None
        if self.dice.random() < 0.1:
            self.table.ask(c.WithdrawDecision())
        else:
            wager = "bet" if table.asked.verb == "bet" else "options"
            self.table.place(table.hands[table.turn].box, (wager, table.asked.chips))


@pytest.mark.parametrize("seed", range(60))
@clause("671a.10(a)(2)", "671a.10(b)", "671a.13(b)", "671a.13(f)")
def test_whatever_happens_nothing_breaks_and_nothing_is_lost(seed: int) -> None:
    people = Mishaps(seed)
    table = people.table
    for _ in range(STEPS):
        people.step()
        state = table.table
        assert not in_shoe(state.standing.supply) or expected_in_shoe(state) >= 0
        assert screen(table.game, state, resolve=str).phase == state.phase
    people.calm = True
    table.automated.strikes.clear()
    for _ in range(MOST):
        if is_over(people):
            break
        people.step()
    assert is_over(people), (table.table.phase, table.game.prompts(table.table), table.table.holds)
    for stack in table.table.stacks:
        table.report("wagers", m.TakenBack(stack.box, spot_before_deal(stack), stack.stake))
    check_money(table)
    check_draws(table)
    check_rounds(table)
    assert again(table) == table.table


def is_over(people: Mishaps) -> bool:
    state = people.table.table
    return state.phase in ("Betting", "Closed") and not (state.holds or people.away)


def check_money(table: LunarPoker) -> None:
    placed = sum(cents for one in table.events(ev.WagersPlaced) for _, cents in one.chips)
    lifted = sum(one.amount for one in table.events(ev.WagerLifted))
    rows = [row for row in table.settlements() if row.combination < 2]
    assert placed - lifted == sum(row.returned + row.collected for row in rows)
    assert all(row.returned + row.collected == row.stake for row in rows)


def check_draws(table: LunarPoker) -> None:
    """Every draw lies in one place, and no face is told before the shoe disclosed it or a person saw it."""
    kinds = ev.CardDealt | ev.CardAhead | ev.CardRemoved
    seen: set[int] = set()
    told: set[int] = set()
    for event in (event for _, ruling in table.log for event in ruling.events):
        if isinstance(event, kinds):
            seen.add(event.draw)
            is_face = event.card not in (SEALED, UNREAD)
            assert not isinstance(event, ev.CardDealt) or not is_face or event.draw in told, event
            assert not is_face or table.faces.get(event.draw, event.card) == event.card, (
                event,
                table.faces.get(event.draw),
            )
        if isinstance(event, ev.CardEntered | ev.CardRemoved | ev.CardDisclosed):
            told.add(event.draw)
    assert seen == set(range(1, table.table.last + 1))


def check_rounds(table: LunarPoker) -> None:
    """Each round begins with a whole deck, but for what lay face up or came out before it."""
    for ruling in (ruling for _, ruling in table.log):
        if any(isinstance(event, ev.RoundBegun) for event in ruling.events):
            state = ruling.table
            assert in_shoe(state.standing.supply)
            assert expected_in_shoe(state) + len(state.removed) + len(state.ahead) in (52, 51, 50), (
                expected_in_shoe(state)
            )
