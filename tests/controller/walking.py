"""People who only look at the table in front of them, and play the day of watched.py to its end.

A script cannot go on after a kill in the middle of one of its steps. These people can: they read the
prompts, the light of the positions and the chips on the felt, and do the next thing; so that a day that was
interrupted anywhere must come to the same result as one that was not.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from controller.audit import audit
from controller.citations import resolver
from controller.entries import Entry
from controller.recall import document, recall
from controller.rehearsal.dealer import Dealer
from controller.table import commands as c
from controller.table.commands import Reported
from controller.table.machine import cards_in, due_in
from controller.table.state import Hold, Table, find_device
from drivers import cards as faces
from drivers import messages as m
from tests.controller.watched import (
    DECISIONS,
    DECK,
    GAME,
    RULES,
    TOO_EARLY,
    WAGERS,
    WalkedBench,
    bench_of_a_day,
)


class Walk:
    """Dealer, floorperson and players for one day of one round. `walk` until the table is closed."""

    def __init__(self, bench: WalkedBench) -> None:
        self.bench = bench
        self.dealer = Dealer(bench)
        self._does: dict[str, Callable[[], object]] = {
            "hold": self._answer_hold,
            "open": lambda: self.dealer.ask(c.OpenTable(), "floorperson"),
            "change_cards": self._betting,
            "inspect_reader": lambda: self.dealer.ask(c.InspectReader(), "floorperson"),
            "clear_shuffler": lambda: self.dealer.ask(c.ClearShuffler()),
            "feed": self._feed,
            "load": self._load,
            "no_more_bets": self._betting,
            "insurance": self._insurance,
            "decide": self._decide,
            "chips": self._chips,
            "draw": self._draw,
            "insert_hole": self.dealer.insert_hole,
            "enter_card": self._enter_card,
            "settle": self.dealer.settle,
            "collect": self.dealer.collect,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    def is_over(self) -> bool:
        return self.table.phase == "Closed" and self.table.round > 0 and not self.table.holds

    def walk(self, most: int = 400) -> None:
        """On to the end of the day. AssertionError where the table asks for nothing that helps."""
        for _ in range(most):
            if self.is_over():
                self.bench.until_rest(0.5)
                return
            self.step()
        raise AssertionError(f"the day does not end: {self.table.phase} {self.dealer.prompt()}")

    def step(self) -> None:
        """The one thing that is asked for now."""
        if not self.dealer._all_ready() and not self.table.holds:
            self._bring_back()
            return
        prompt = self.dealer.prompt()
        does = self._does.get(prompt.kind)
        if does is not None:
            does()
        elif not self.dealer.cards.follow(prompt):
            self.dealer.wait_for_change(prompt)
        self.bench.carry()

    def act(self, device: str, action: Callable[[Any, float], Any]) -> Any:
        return self.bench.act(device, action)

    def wait(self, done: Callable[[], bool], seconds: float = 3.0) -> bool:
        """Wait for it, or for a question of the table's."""
        return self.bench.run_until(lambda: done() or bool(self.table.holds), seconds)

    # ---- devices and questions ---------------------------------------------------------------------

    def _bring_back(self) -> None:
        for name in self.bench.devices():
            device = find_device(self.table, name)
            if not self.bench.plugged[name]:
                self.bench.replug(name)
            assert device is not None
        assert self.bench.run_until(self.dealer._all_ready, 30.0), "a device does not come back"

    def _answer_hold(self) -> None:
        """The first question whose first remedy is taken; what is broken is repaired before."""
        self.bench.until_rest(0.3)
        if not self.dealer._all_ready():
            self._bring_back()
        for name in self.bench.devices():
            if self.act(name, lambda model, _: bool(model.faults())):
                self.act(name, lambda model, now: model.repair(now))
                self.bench.until_rest(0.1)
        holds = self.table.holds
        if holds and not any(self._choose(hold) for hold in holds):
            raise AssertionError(
                f"no remedy of {[(h.kind, [r.name for r in h.remedies]) for h in holds]} is taken"
            )

    def _choose(self, hold: Hold) -> bool:
        for remedy in hold.remedies:
            asked = c.ChooseRemedy(hold.id, remedy.name)
            if self.dealer.ask(asked, "floorperson").refused is None:
                return True
        return False

    # ---- before the round ------------------------------------------------------------------------------

    def _feed(self) -> None:
        """Cards that lie in the input already are not put there again; the dealer says so once more."""
        at = due_in(self.table)
        batch = self.table.standing.supply.batches[at]
        if not self.act("shuffler", lambda model, now: model.inside(now)):
            cards = list(faces.DECK * batch.decks)[: cards_in(self.table, at)]
            self.act("shuffler", lambda model, now: model.feed(cards, now, batch.back))
        self.dealer.ask(c.FeedShuffler(batch.back))

    def _load(self) -> None:
        self.act("shoe", lambda model, now: model.load(DECK, now))
        self.dealer.ask(c.LoadShoe())

    def _betting(self) -> None:
        if self.table.round:
            self.dealer.ask(c.CloseTable(), "floorperson")
        else:
            missing = next((box for box in WAGERS if not self._lies_any(box)), 0)
            if missing:
                self._set_down(missing, WAGERS[missing])
            else:
                self.dealer.ask(c.NoMoreBets())

    def _lies_any(self, box: int) -> bool:
        return any(self._lies(box, wager) for wager in WAGERS[box])

    def _lies(self, box: int, wager: str) -> int:
        return int(self.act("wagers", lambda model, _: model.lies(box, wager)))

    def _set_down(self, box: int, chips: dict[str, int]) -> None:
        """Once the light is on; and until the table has heard of it."""
        wager = next(iter(chips))
        if not self.wait(lambda: bool(self.act("wagers", lambda model, _: model.is_open(box, wager)))):
            return
        if self.table.holds:
            return
        self.act("wagers", lambda model, now: model.place(box, chips, now))
        stacks = self.table.stacks
        self.wait(lambda: self.table.stacks != stacks)

    # ---- in the round ---------------------------------------------------------------------------------

    def _insurance(self) -> None:
        if self._lies(1, "insurance"):
            self.dealer.ask(c.CloseInsurance())
        else:
            self._set_down(1, {"insurance": 500})

    def _decide(self) -> None:
        hand = self.table.hands[self.table.turn]
        if hand.cards == ("KS", "7C") and self._drawn() == TOO_EARLY - 1:
            self._pull(force=True)
            return
        verb = DECISIONS.get(hand.cards, "stand")
        self.dealer.ask(c.Decide(hand.box, verb, hand.number))

    def _chips(self) -> None:
        prompt = self.dealer.prompt()
        asked = self.table.asked
        assert asked is not None
        wager = "split" if asked.verb == "split" else "double_down"
        if self._lies(prompt.box, wager):
            if self.wait(lambda: self.dealer.prompt() != prompt):
                return
            # They lie there and nobody counts them: the player takes them and asks again.
            self.act("wagers", lambda model, now: model.sweep(prompt.box, wager, now))
        self._set_down(prompt.box, {wager: prompt.amount})

    def _drawn(self) -> int:
        left: int = self.act("shoe", lambda model, _: model.cards_left())
        return len(DECK) - left

    def _pull(self, force: bool = False) -> None:
        last = self.table.last
        before = self._drawn()
        card = self.act("shoe", lambda model, now: model.draw(now, force=force))
        if card is not None:
            drawn = self._drawn()
            for draw in range(before, drawn):
                self.dealer.faces[draw + 1] = DECK[draw][:2]
            self.wait(lambda: self.table.last >= last + drawn - before)

    def _draw(self) -> None:
        """A card that left the shoe already is waited for; else the gate is."""
        self.wait(lambda: bool(self.act("shoe", lambda model, _: model.is_permitted())))
        if not self.table.holds and self.dealer.prompt().kind == "draw":
            self._pull()

    def _enter_card(self) -> None:
        """The floorperson sees which card of the shoe lies there."""
        prompt = self.dealer.prompt()
        self.dealer.ask(c.EnterCard(prompt.draw, DECK[prompt.draw - 1][:2]), "floorperson")


# ---- what came of it ----------------------------------------------------------------------------------


def rounds_of(bench: WalkedBench) -> list[dict[str, Any]]:
    """The rounds as recall tells them, without their irregularities: those tell of the interruption."""
    told = [document(GAME, one, resolver(GAME.chapter)) for one in recall(GAME, RULES, bench.entries())]
    return [{key: value for key, value in one.items() if key != "irregularities"} for one in told]


def irregularities_of(bench: WalkedBench) -> list[tuple[str, str]]:
    """The first round's irregularities: kind and disposition."""
    return [(one.kind, one.disposition) for one in recall(GAME, RULES, bench.entries())[0].irregularities]


def check_books(bench: WalkedBench) -> None:
    """The journal is sound: every entry ruled on alike, every report of every boot once and in order, and
    none is still waiting at a device."""
    bench.journal.commit()
    found = audit(bench.journal.entries())
    assert found.differences == ()
    assert not found.open_round
    heard: dict[tuple[str, int], list[int]] = {}
    for entry in bench.entries():
        given = entry.given
        if isinstance(given, Reported) and given.number:
            heard.setdefault((given.device, given.boot), []).append(given.number)
    for (name, boot), numbers in heard.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"{name} {boot:x}"
        if boot == bench.models[name].boot:
            assert bench.models[name]._ring.next == numbers[-1] + 1


def draws_of(entries: list[Entry]) -> list[int]:
    """The numbers of every draw on record, in order."""
    drawn = []
    for entry in entries:
        if isinstance(entry.given, Reported) and isinstance(entry.given.what, m.CardDrawn | m.DoubleFeed):
            drawn.append(entry.given.what.draw)
    return drawn


@cache
def undisturbed() -> WalkedBench:
    """The day without an interruption."""
    bench = bench_of_a_day()
    Walk(bench).walk()
    check_books(bench)
    return bench
