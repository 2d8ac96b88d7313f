"""A table that is walked at random: lawful play mixed with everything that can go wrong, and what must
hold after every ruling. What the walks prove is in test_properties.py.

The walker's devices may answer late, be lost, start anew and come back; their late answers come in order.
What the walker does next is in wandering.py, what it keeps of cards and clock in ledger.py.
"""

from collections import deque
from random import Random
from typing import Any

from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Input, Told
from controller.table.ruling import Ruling
from controller.table.state import Table
from drivers import messages as m
from drivers.cards import DECK, SEALED, UNREAD, is_known
from tests.controller.table.ledger import Ledger
from tests.support import BUILD, DEVICES, GAME, SHUFFLER, Play

FAULTS = {
    "shoe": ("jam", "sensor"),
    "reader": ("reader",),
    "wagers": ("chip-reader",),
    "shuffler": ("jam", "motor"),
}


def draws_of(table: Table) -> list[int]:
    """The numbers of all cards that the table has a place for."""
    hands = [draw for hand in (*table.hands, table.dealer) for draw in hand.draws]
    return hands + [card.draw for card in (*table.removed, *table.ahead)]


def cards_of(table: Table) -> list[tuple[int, str]]:
    hands = (*table.hands, table.dealer)
    pairs = [pair for hand in hands for pair in zip(hand.draws, hand.cards, strict=True)]
    return pairs + [(card.draw, card.card) for card in (*table.removed, *table.ahead)]


def _is_emptied_by_hand(given: Input, ruling: Ruling) -> bool:
    """Somebody takes out what is in the shuffler, otherwise than out of its open exit."""
    if isinstance(given.what, c.TakeStack):
        return True
    return any(
        isinstance(event, ev.MarkedOutOfOrder) or event == ev.Entered("Closed") for event in ruling.events
    )


class Walk(Play):
    """One walk. `random` decides everything; the same random, the same walk."""

    def __init__(self, random: Random, **chosen: Any) -> None:
        self.random = random
        self.trouble = random.choice((0.0, 0.02, 0.08))
        self.late: dict[str, deque[m.Report]] = {name: deque() for name, _ in (*DEVICES, SHUFFLER)}
        self.ledger = Ledger()
        self.lost: set[str] = set()
        self.calm = True
        self.told: dict[int, set[str]] = {}
        self.reported: set[int] = set()
        self.named: set[int] = set()
        self.gone: set[int] = set()
        self.staked: dict[int, int] = {}
        super().__init__(self.deck(), **chosen)
        self.names = [name for name, _ in self.devices]
        self.shuffler.slow = True
        self.calm = False

    def deck(self) -> str:
        """A shoe of random cards, some shoes of few ranks, so that pairs are split and split again, and some
        short, so that they run out in a round; now and then a card lies face up, is unreadable, or is the
        cover card."""
        size = self.random.choice((30, 60, 200, 200))
        ranks = self.random.choice(("23456789TJQKA", "23456789TJQKA", "8A6K", "68", "5TA", "TJ6", "9A"))
        among = [card for card in DECK if card[0] in ranks]
        cards = [self.random.choice(among) for _ in range(size)]
        marks = self.random.choices(("", "!", "?"), (60, 1, 1), k=size)
        made = [card + mark for card, mark in zip(cards, marks, strict=True)]
        if self.random.random() < 0.5:
            made.insert(self.random.randrange(size), "CUT")
        return " ".join(made)

    # ---- what must hold after every ruling -----------------------------------------------------------

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        after = ruling.table
        if ruling.refused is not None:
            assert after == before, "a refusal changed something"
            assert ruling.events == (ruling.refused,)
        self.ledger.enter(before, given, ruling)
        if ruling.refused is None and _is_emptied_by_hand(given, ruling):
            self.shuffler.stage = "empty"
        self._check_orders(after)
        self._check_wagers(before, ruling)
        self._check_cards(before, given, ruling)

    def _check_orders(self, table: Table) -> None:
        opened = isinstance(table.wanted_positions, m.OpenPositions)
        if isinstance(table.wanted_shoe, m.Permit):
            assert table.positions == "closed"
            assert not opened
        if isinstance(table.wanted_reader, m.Arm):
            assert table.positions == "closed"
            assert isinstance(table.wanted_shoe, m.Lock)
        if table.holds:
            assert isinstance(table.wanted_shoe, m.Lock)
            assert isinstance(table.wanted_reader, m.Disarm)
            assert not opened
            assert table.wanted_face is None
            assert all(hold.remedies for hold in table.holds), "a question without an answer"
            assert len({hold.id for hold in table.holds}) == len(table.holds)
            assert {one.kind for one in GAME.prompts(table)} == {"hold"}
        else:
            for prompt in GAME.prompts(table):
                assert SEALED not in prompt.words

    def _check_wagers(self, before: Table, ruling: Ruling) -> None:
        for event in ruling.events:
            if isinstance(event, ev.WagersPlaced):
                names = {wager for wager, _ in event.chips}
                if before.phase == "Betting":
                    assert names <= {"blackjack", "push_22"}
                elif before.phase == "Insurance":
                    assert names == {"insurance"}
                else:
                    assert before.phase == "PlayerDecisions"
                    assert before.asked is not None
                    assert sum(cents for _, cents in event.chips) <= before.asked.chips
                self._stake(event.box, sum(cents for _, cents in event.chips))
            elif isinstance(event, ev.WagerLifted):
                assert before.phase not in (
                    "Dealing",
                    "Insurance",
                    "Peeking",
                    "PlayerDecisions",
                    "DealerPlay",
                )
                self._stake(event.box, -event.amount)
            elif isinstance(event, ev.Settled | ev.RoundVoided | ev.HandDied):
                for row in event.rows:
                    assert row.stake == row.returned + row.collected
                    assert row.paid == 0 or row.outcome == "win"
                    assert (row.collected > 0) <= (row.outcome == "lose")
                    assert row.clause
                    self._stake(row.box, -row.stake)
            elif isinstance(event, ev.RoundEnded):
                assert before.stacks == (), "a stack was not settled"
        lying = dict.fromkeys(self.staked, 0)
        for stack in ruling.table.stacks:
            lying[stack.box] = lying.get(stack.box, 0) + stack.stake
        assert {box: cents for box, cents in self.staked.items() if cents} == {
            box: cents for box, cents in lying.items() if cents
        }, "chips appeared or vanished"

    def _stake(self, box: int, cents: int) -> None:
        self.staked[box] = self.staked.get(box, 0) + cents

    def _check_cards(self, before: Table, given: Input, ruling: Ruling) -> None:
        after, what = ruling.table, given.what
        if isinstance(what, m.CardDrawn | m.DoubleFeed) and before.base + what.draw > before.last:
            number = before.base + what.draw
            self.reported.add(number)
            if isinstance(what, m.CardDrawn):
                self.told.setdefault(number, set()).add(what.card)
        if isinstance(what, m.Disclosed) and before.wanted_face is not None:
            self.told.setdefault(before.base + what.draw, set()).add(what.card)
        for event in ruling.events:
            if isinstance(event, ev.CardEntered):
                assert isinstance(what, c.EnterCard)
                self.told.setdefault(event.draw, set()).add(event.card)
            elif isinstance(event, ev.CardLost):
                self.named.add(event.draw)
            elif isinstance(event, ev.RoundEnded):
                self.gone |= set(draws_of(before)) - {card.draw for card in after.ahead}
            elif isinstance(event, ev.ShoeCollected) or event == ev.Entered("Closed"):
                self.gone |= {card.draw for card in (*before.ahead, *before.removed)}
        placed = draws_of(after)
        assert len(set(placed)) == len(placed), "a card lies in two places"
        assert all(draw <= after.last for draw in placed)
        missing = self.reported - self.gone - set(placed)
        assert missing <= self.named, f"draws {sorted(missing - self.named)} are lost"
        for draw, card in cards_of(after):
            assert not is_known(card) or card in self.told.get(draw, ()), "a face that nobody told"
        for hand in after.hands:
            # A card that was drawn for the dealer may lie here face down, until the shoe has told it.
            asked = after.wanted_face is not None and after.wanted_face.draw in hand.draws
            assert SEALED not in hand.cards or asked or after.holds or after.void
            entered = {one.draw for one in GAME.prompts(after) if one.kind == "enter_card"}
            unread = {d for d, card in zip(hand.draws, hand.cards, strict=True) if card == UNREAD}
            assert not unread or unread & entered or after.holds or after.void

    # ---- the fake devices, less reliable ---------------------------------------------------------------

    def _obey(self, order: m.Order) -> None:
        role = m.ROLE_OF[type(order)]
        if next((name for name, its in self.devices if its == role), "") in self.lost:
            return
        if isinstance(order, m.Permit) and order.up_to < self.shoe.last:
            self._answer("shoe", m.OrderRefused("permit", "bad-value"))  # a draw is still on its way
            return
        super()._obey(order)

    def _answer(self, name: str, report: m.Report) -> None:
        if self.calm or (not self.late[name] and self.random.random() < 0.8):
            self._due.append((name, report))
        else:
            self.late[name].append(report)

    def deliver(self) -> None:
        """One late answer comes in."""
        for name in self.names:
            if self.late[name] and name not in self.lost:
                self.report(name, self.late[name].popleft())
                return

    def tell(self, name: str, report: m.Report) -> None:
        """The device reports, behind what it still has to tell."""
        if name in self.lost or self.late[name]:
            self.late[name].append(report)
        else:
            self.report(name, report)

    def draw(self, beyond: bool = False) -> Ruling:
        if not self.shoe.inside:
            return self.report("shoe", m.ShoeEmpty(self.shoe.last))
        card = self.shoe.inside[0][:2]
        number = self.table.base + self.shoe.last + 1
        report = self.shoe.draw(beyond)
        if isinstance(report, m.CardDrawn):
            self.faces[number] = card
        if "shoe" in self.lost or self.late["shoe"]:
            self.late["shoe"].append(report)
            return self.report("reader", m.OrderDone(1))
        return self.report("shoe", report)

    def double_feed(self) -> None:
        if len(self.shoe.inside) < 2 or self.lost or self.late["shoe"] or "CUT" in list(self.shoe.inside)[:2]:
            return
        self.draw()
        card = self.shoe.inside.popleft()
        self.shoe.last += 1
        self.shoe.up_to = 0
        self.faces[self.table.base + self.shoe.last] = card[:2]
        self.report("shoe", m.DoubleFeed(self.shoe.last))

    def drop(self, name: str) -> None:
        self.lost.add(name)
        self.lose(name)

    def come_back(self, name: str, anew: bool) -> None:
        if anew:
            self.late[name].clear()
            if name == "shoe":
                self.shoe.reset()
            elif name == "shuffler":
                self.shuffler.reset()
            else:
                self.boots[name] += 1
        self.lost.discard(name)
        self.back(name)

    def restart(self) -> None:
        self.take(Told(c.Restarted(BUILD, self.table.rules, self.random.choice((1000, -5)))))
        self.lost = set(self.names)

    # ---- hands on the shuffler --------------------------------------------------------------------------

    def end_shuffle(self) -> None:
        """The machine that works comes to an end: mostly a good one."""
        bad = self.calm or self.random.random() < 0.75
        self.shuffler.fails = "" if bad else self.random.choice(("", "jam", "stopped", "incomplete"))
        self.shuffler.verdicts = ("good", "good", "good") if bad else ("good", "bad", "good")
        for report in self.shuffler.finish():
            self.tell("shuffler", report)

    def take_out(self) -> None:
        """The stack, where the exit is open."""
        if self.shuffler.stage == "released":
            self.tell("shuffler", self.shuffler.taken())

    def break_shuffler(self, kind: str) -> None:
        """A fault begins; a shuffle that is under way fails by it."""
        self.shuffler.faults = (kind,)
        self.tell("shuffler", m.FaultRaised(kind, "path"))
        if self.shuffler.stage == "working":
            self.tell("shuffler", self.shuffler.fail("jam", "path"))

    def move_lid(self) -> None:
        """Opened and closed: nothing is known of what is inside any more."""
        self.tell("shuffler", m.LidMoved(True))
        if self.shuffler.stage != "empty":
            self.tell("shuffler", self.shuffler.fail("lid"))
        self.tell("shuffler", m.LidMoved(False))

    def repair(self, name: str) -> None:
        """Whatever the device reported is over."""
        if name == "shuffler":
            self.shuffler.faults = ()
        for kind in FAULTS[name]:
            self.tell(name, m.FaultCleared(kind))
