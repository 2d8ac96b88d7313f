"""Blackjack dealt from the hand by people who do anything: whatever is asked, nothing breaks, no draw is
lost, and every cent that was wagered is returned or collected."""

from random import Random

import pytest

from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.state import Lie, spot_before_deal
from controller.table.supply import expected_in_shoe
from drivers import messages as m
from drivers.cards import DECK, is_known
from tests.controller.games.blackjack.held import EQUIPMENT, HandDealt
from tests.support import BUILD

STEPS = 260
VERBS = ("hit", "hit", "stand", "double", "split", "surrender", "switch")


class Anybody:
    """People at one table who ask for what is due, mostly; and for anything else, often."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        deck = list(DECK * self.decks())
        self.dice.shuffle(deck)
        self.table = HandDealt(
            " ".join(deck),
            decks=self.decks(),
            double_face=self.dice.choice(("up", "down")),
            settlement=self.dice.choice(("collect_then_pay", "box_by_box")),
        )

    def decks(self) -> int:
        return 1

    def any_card(self) -> str:
        return self.dice.choice((*DECK, "", "??"))

    def next_card(self) -> str:
        """The card on top of the deck, pulled; "" where none is left."""
        return self.table.pull()[0] if self.table.shoe.inside else ""

    # ---- what is asked ------------------------------------------------------------------------------------

    def step(self) -> None:
        if self.dice.random() < 0.25:
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
        elif kind == "insurance":
            self.dice.choice((lambda: table.ask(c.CloseInsurance()), self.insure))()
        elif kind == "decide":
            self.decide()
        elif kind == "chips":
            self.pay()
        elif kind == "offer_card":
            command = self.dice.choice((c.AcceptCard, c.RefuseCard))
            table.ask(command(prompts[0].box, prompts[0].hand))
        elif kind in ("deal_cards", "deal_card", "deal_down", "enter_card", "insert_hole"):
            self.handle(kind)
        else:
            self.between(kind)

    def handle(self, kind: str) -> None:
        table = self.table
        if kind == "deal_cards" and self.dice.random() < 0.2:
            prompt = table.game.prompts(table.table)[0]
            table.deal_card(down=prompt.draw != table.table.last + 1)
        elif kind.startswith("deal") and not table.shoe.inside:
            pass  # it cannot be: the test below says so
        else:
            hands = {
                "deal_cards": table.deal_cards,
                "deal_card": table.deal_card,
                "deal_down": lambda: table.deal_card(down=True),
                "enter_card": table.enter,
                "insert_hole": table.insert_hole,
            }
            left = list(table.shoe.inside)
            ruling = hands[kind]()
            if ruling.refused is not None:
                assert "look again" in ruling.refused.why, (kind, ruling.refused)
                table.shoe.inside.extendleft(reversed(left[: len(left) - len(table.shoe.inside)]))
                self.repair()

    def repair(self) -> None:
        """A card cannot be told, since another one was told wrongly: that one is corrected. Where something
        has followed from it the floor voids the round."""
        state = self.table.table
        hands = (*state.hands, state.dealer)
        told = [pair for hand in hands for pair in zip(hand.draws, hand.cards, strict=True)]
        told += [(one.draw, one.card) for one in (*state.removed, *state.ahead)]
        for draw, card in told:
            if is_known(card) and card != self.table.faces[draw]:
                self.table.ask(c.CorrectCard(draw, self.table.faces[draw]))
                if self.table.table.holds:
                    self.table.choose("void_round")
                return
        raise AssertionError("a card that was told truly is refused")

    def bet(self) -> None:
        table = self.table
        if len({stack.box for stack in table.table.stacks}) < self.dice.randint(1, 4):
            table.wager(self.dice.randint(1, 7), self.dice.choice((500, 1000, 1250)))
        else:
            table.ask(c.NoMoreBets())

    def insure(self) -> None:
        box = self.dice.choice(self.table.table.hands).box
        self.table.place(box, ("insurance", self.dice.choice((250, 500))))

    def decide(self) -> None:
        table = self.table.table
        hand = table.hands[table.turn]
        if self.dice.random() < 0.3:
            self.table.ask(c.TurnHand(hand.box, hand.number))
        else:
            self.table.ask(c.Decide(hand.box, self.dice.choice(VERBS), hand.number))

    def pay(self) -> None:
        table = self.table.table
        assert table.asked is not None
        if self.dice.random() < 0.2:
            self.table.ask(c.WithdrawDecision())
        else:
            hand = table.hands[table.turn]
            wager = "split" if table.asked.verb == "split" else "double_down"
            self.table.place(hand.box, (wager, table.asked.chips))

    def between(self, kind: str) -> None:
        table = self.table
        if table.table.phase == "Refilling":
            self.refill()
        elif table.table.phase in ("Shuffling", "Cutting", "Loading"):
            deck = list(DECK * self.decks())
            self.dice.shuffle(deck)
            table.shuffle(" ".join(deck))
        elif kind in ("settle", "collect", "feed", "take_stack"):
            table.run()

    def refill(self) -> None:
        table = self.table
        state = table.table
        lie = [card.draw for card in state.ahead]
        lie += [d for hand in (*state.hands, state.dealer) if hand.status != "dead" for d in hand.draws]
        back = list(DECK * self.decks())
        for draw in lie:
            if table.faces[draw] in back:
                back.remove(table.faces[draw])
        self.dice.shuffle(back)
        if state.refill == "shuffle":
            table.refill(" ".join(back))

    def anything(self) -> None:
        table = self.table
        box, number = self.dice.randint(0, 8), self.dice.randint(1, 3)
        draw = self.dice.randint(0, table.table.last + 2)
        commands = (
            c.DealCards(self.any_card()),
            c.TurnHand(box, number),
            c.CoverCardSeen(self.dice.randint(-2, 9)),
            c.EnterCard(draw, self.any_card()),
            c.CorrectCard(draw, self.any_card()),
            c.CardsLie((Lie(draw, box, number),)),
            c.CardWent(Lie(draw, box, number)),
            c.ReportPassedOver(box, number),
            c.Decide(box, self.dice.choice(VERBS), number),
            c.TakeEvenMoney(box, number),
            c.NewDealer("Lee"),
            c.WagersSettled(),
        )
        chance = self.dice.random()
        if chance < 0.08 and table.shoe.inside:
            seen = self.dice.random() < 0.5
            card = self.next_card()
            self.put_back(table.ask(c.CardInError(card if seen else "")).refused is not None, card)
        elif chance < 0.14 and table.shoe.inside:
            card = self.next_card()
            self.put_back(table.ask(c.FaceUpCard(card)).refused is not None, card)
        elif chance < 0.17:
            state = table.table
            table.take(Told(c.Restarted(BUILD, state.rules, 1, "", table.devices, EQUIPMENT)))
            for name in ("reader", "wagers", "shuffler"):
                table.back(name)
        else:
            role = self.dice.choice(("dealer", "floorperson"))
            what = self.dice.choice(commands)
            before = table.table.last
            table.ask(what, role)
            self.deal_happened(before)

    def put_back(self, refused: bool, card: str) -> None:
        if refused:
            self.table.shoe.inside.appendleft(card)

    def deal_happened(self, before: int) -> None:
        """A deal that was told with an invented face happened all the same: so many cards left the deck."""
        for draw in range(before + 1, self.table.table.last + 1):
            self.table.faces[draw] = self.table.shoe.inside.popleft()


@pytest.mark.parametrize("seed", range(60))
@clause("633a.12(b)", "633a.14(a)", "633a.14(b)", "633a.14(c)", "633a.14(f)")
def test_whatever_is_asked_nothing_breaks_and_nothing_is_lost(seed: int) -> None:
    people = Anybody(seed)
    table = people.table
    for _ in range(STEPS):
        people.step()
        state = table.table
        assert expected_in_shoe(state) >= 0
        for hand in state.hands:
            assert not (hand.down and hand.status in ("bust", "21", "blackjack", "paid")), hand
        assert screen(table.game, state, resolve=str).phase == state.phase
    for _ in range(400):
        if table.table.phase in ("Betting", "Closed"):
            break
        people.what_is_due()
    assert table.table.phase in ("Betting", "Closed"), table.game.prompts(table.table)
    for stack in table.table.stacks:
        table.report("wagers", m.TakenBack(stack.box, spot_before_deal(stack), stack.stake))
    _check_money(table)
    _check_draws(table)


def _check_money(table: HandDealt) -> None:
    placed = sum(cents for one in table.events(ev.WagersPlaced) for _, cents in one.chips)
    lifted = sum(one.amount for one in table.events(ev.WagerLifted))
    rows = table.settlements()
    assert placed - lifted == sum(row.returned + row.collected for row in rows)
    assert all(row.returned + row.collected == row.stake for row in rows)


def _check_draws(table: HandDealt) -> None:
    """Every draw left the deck once, in order."""
    draws = [
        event.draw
        for _, ruling in table.log
        for event in ruling.events
        if isinstance(event, ev.CardDealt | ev.CardAhead | ev.CardRemoved)
    ]
    first = list(dict.fromkeys(draws))
    assert first == list(range(1, table.table.last + 1))
