"""Lunar Poker dealt from the hand by people who do anything: whatever is asked, nothing breaks, no draw is
lost, and every cent that was wagered is returned or collected."""

from random import Random

import pytest

from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.state import spot_before_deal
from controller.table.supply import expected_in_shoe
from drivers import messages as m
from drivers.cards import DECK
from tests.controller.games.lunar_poker.held import HeldPoker
from tests.from_hand import EQUIPMENT
from tests.support import BUILD

STEPS = 220
VERBS = ("fold", "bet", "bet", "buy", "exchange")


class Anybody:
    """People at one table who ask for what is due, mostly; and for anything else, often."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.table = HeldPoker(self.deck())

    def deck(self) -> str:
        cards = list(DECK)
        self.dice.shuffle(cards)
        return " ".join(cards)

    # ---- what is asked ------------------------------------------------------------------------------------

    def step(self) -> None:
        if self.dice.random() < 0.2:
            self.anything()
        else:
            self.what_is_due()

    def what_is_due(self) -> None:
        table = self.table
        prompts = table.game.prompts(table.table)
        kind = prompts[0].kind if prompts else ""
        if kind == "hold":
            hold = table.table.holds[0]
            table.ask(c.ChooseRemedy(hold.id, self.dice.choice(hold.remedies).name), "floorperson")
        elif kind == "no_more_bets":
            self.bet()
        elif kind == "decide":
            self.decide(self.dice.choice([one.box for one in prompts if one.kind == "decide"]))
        elif kind == "chips":
            self.pay()
        elif kind == "lock_decisions":
            table.ask(c.LockDecisions())
        elif kind == "deal_cards" and self.dice.random() < 0.3:
            table.deal_card(down=prompts[0].draw != table.table.last + 1)
        elif kind in ("deal_cards", "deal_down", "enter_card"):
            self.handle(kind)
        elif table.table.phase in ("Shuffling", "Cutting", "Loading"):
            table.shuffle(self.deck())
        elif kind in ("settle", "collect"):
            table.ask(c.WagersSettled() if kind == "settle" else c.CardsCollected())
        elif kind in ("feed", "take_stack", "clear_shuffler"):
            table.at_shuffler(kind)

    def handle(self, kind: str) -> None:
        """A face that the table has already from somebody's invention is refused: that one is corrected."""
        table, left = self.table, list(self.table.shoe.inside)
        hands = {
            "deal_cards": table.deal_cards,
            "deal_down": lambda: table.deal_card(down=True),
            "enter_card": table.enter,
        }
        ruling = hands[kind]()
        if ruling.refused is not None:
            assert "look again" in ruling.refused.why, (kind, ruling.refused)
            table.shoe.inside.extendleft(reversed(left[: len(left) - len(table.shoe.inside)]))
            self.repair()

    def repair(self) -> None:
        state = self.table.table
        told = [pair for h in (*state.hands, state.dealer) for pair in zip(h.draws, h.cards, strict=True)]
        told += [(one.draw, one.card) for one in (*state.removed, *state.ahead, *state.poker.given)]
        for draw, card in told:
            if card in DECK and card != self.table.faces[draw]:
                self.table.ask(c.CorrectCard(draw, self.table.faces[draw]))
                if self.table.table.holds:
                    self.table.choose("void_round")
                return
        raise AssertionError("a card that was told truly is refused")

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

    def anything(self) -> None:
        table = self.table
        draw, box = self.dice.randint(0, table.table.last + 2), self.dice.randint(0, 6)
        any_card = self.dice.choice((*DECK, "", "??"))
        chance = self.dice.random()
        if chance < 0.1 and table.shoe.inside:
            seen = self.dice.random() < 0.4
            (card,) = table.pull()
            self.put_back(table.ask(c.CardInError(card if seen else "")).refused is not None, card)
        elif chance < 0.2 and table.shoe.inside:
            (card,) = table.pull()
            self.put_back(table.ask(c.FaceUpCard(card)).refused is not None, card)
        elif chance < 0.24:
            table.take(Told(c.Restarted(BUILD, table.table.rules, 1, "", table.devices, EQUIPMENT)))
            for name, _ in table.devices:
                table.back(name)
        else:
            commands: tuple[c.Command, ...] = (
                c.DealCards(any_card),
                c.EnterCard(draw, any_card),
                c.CorrectCard(draw, any_card),
                c.DeclareHand(box),
                c.Decide(box, self.dice.choice(VERBS), cards=(1, 2)),
                c.TurnHand(box),
                c.CoverCardSeen(),
                c.LockDecisions(),
                c.WagersSettled(),
                c.ReportMisdeal(self.dice.choice(c.MISDEALS)) if chance > 0.95 else c.NewDealer("Lee"),
            )
            before = table.table.last
            table.ask(self.dice.choice(commands), self.dice.choice(("dealer", "floorperson")))
            for draw in range(before + 1, table.table.last + 1):  # a deal that was told happened all the same
                table.faces[draw] = table.shoe.inside.popleft()

    def put_back(self, refused: bool, card: str) -> None:
        if refused:
            self.table.shoe.inside.appendleft(card)


@pytest.mark.parametrize("seed", range(60))
@clause("671a.9(a)", "671a.9(b)", "671a.13(a)", "671a.13(b)", "671a.13(c)")
def test_whatever_is_asked_nothing_breaks_and_nothing_is_lost(seed: int) -> None:
    people = Anybody(seed)
    table = people.table
    for _ in range(STEPS):
        people.step()
        state = table.table
        assert expected_in_shoe(state) >= 0
        assert screen(table.game, state, resolve=str).phase == state.phase
    for _ in range(300):
        if table.table.phase in ("Betting", "Closed"):
            break
        people.what_is_due()
    assert table.table.phase in ("Betting", "Closed"), table.game.prompts(table.table)
    for stack in table.table.stacks:
        table.report("wagers", m.TakenBack(stack.box, spot_before_deal(stack), stack.stake))
    assert table.events(ev.RoundBegun)
    _check_money(table)
    _check_draws(table)


def _check_money(table: HeldPoker) -> None:
    placed = sum(cents for one in table.events(ev.WagersPlaced) for _, cents in one.chips)
    lifted = sum(one.amount for one in table.events(ev.WagerLifted))
    rows = [row for row in table.settlements() if row.combination < 2]
    assert placed - lifted == sum(row.returned + row.collected for row in rows)
    assert all(row.returned + row.collected == row.stake for row in rows)


def _check_draws(table: HeldPoker) -> None:
    """Every draw left the deck once, in order."""
    kinds = ev.CardDealt | ev.CardAhead | ev.CardRemoved
    events = (event for _, ruling in table.log for event in ruling.events)
    first = list(dict.fromkeys(event.draw for event in events if isinstance(event, kinds)))
    assert first == list(range(1, table.table.last + 1))
