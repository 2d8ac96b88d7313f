"""Plays a scenario on a bench, step by step, and writes down what was refused.

A step is accepted whole or not at all; a refused one changes nothing and closes no offer. The result is
the auditor's recall of the session in the form that docs/scenarios.md describes.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.forms import MOST_CENTS
from controller.games.game import Game
from controller.games.twentyone import exposed
from controller.recall import Resolve, document, recall
from controller.rehearsal import steps as s
from controller.rehearsal.bench import Bench
from controller.rehearsal.between import Between
from controller.rehearsal.dealer import PATIENCE, Dealer
from controller.rehearsal.scenario import Scenario
from controller.rehearsal.trouble import Trouble, refuse_as
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Asked, Refused
from controller.table.ruling import rule_on
from controller.table.state import SECOND, Table, hands_of_a_box
from drivers import messages as m

Progress = Callable[[int, int], None]
_CHIPS: Final = (m.Placed, m.AttemptAfterClose)
SPOTS: Final = {"double": "double_down", "buy": "options", "exchange": "options"}
"""Where the chips of a decision lie, if not on the spot of its name."""
ANY_CARD: Final = "2C"
"""Stands for a card that nobody can know: what a split hand may decide at all it may with this one."""


class Script:
    """One scenario at one bench."""

    def __init__(
        self, scenario: Scenario, game: Game, bench: Bench, resolve: Resolve, *, for_auditor: bool = True
    ) -> None:
        self.for_auditor = for_auditor
        self.scenario = scenario
        self.game = game
        self.bench = bench
        self.resolve = resolve
        self.dealer = Dealer(bench)
        self.refusals: list[dict[str, Any]] = []
        self.ahead: tuple[s.Step, ...] = ()
        self.trouble = Trouble(bench, self.dealer)
        self.between = Between(scenario, game, bench, self.dealer)
        self.steps: dict[type, Callable[[Any], None]] = {
            s.Wager: self._wager,
            s.Deal: self._deal,
            s.Insurance: self._insurance,
            s.EvenMoney: self._even_money,
            s.Play: self._play,
            s.Rest: self._rest,
            **self.between.steps,
            **self.trouble.steps,
            **self.dealer.system.steps,
            s.TakeCard: self._take_card,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    def run(self, progress: Progress | None = None) -> dict[str, Any]:
        """Play every step, close the table, and give the result document."""
        steps = self.scenario.steps
        if not (steps and isinstance(steps[0], s.Opening)):
            self.between.open()
        else:
            self.dealer.connect()
        for number, step in enumerate(steps, 1):
            self.ahead = steps[number:]
            if progress is not None:
                progress(number, len(steps))
            self.between.following = steps[number] if number < len(steps) else None
            self._step(number, step)
        self._end()
        return self.result()

    def result(self) -> dict[str, Any]:
        """The recall of the session, from the journal, with the refused steps."""
        entries = self.bench.entries()
        rounds = recall(self.game, self.scenario.rules, entries, for_auditor=self.for_auditor)
        return {
            "format": 1,
            "game": self.game.name,
            "rounds": [document(self.game, one, self.resolve) for one in rounds],
            "refusals": self.refusals,
        }

    def _step(self, number: int, step: s.Step) -> None:
        self.trouble.await_devices()
        try:
            self.steps[type(step)](step)
        except Refused as refusal:
            self.refusals.append(
                {"step": number, "reason": refusal.why, "clause": self.resolve(refusal.clause)}
            )

    def _end(self) -> None:
        """The rest is quiet; open questions take their first remedy; the table is closed."""
        if self.table.phase == "Closed":
            return
        for _ in range(50):
            self.dealer.finish_round()
            if self.table.holds:
                self.trouble.quiet_remedy()
                continue
            if self._may_close():
                self.dealer.close_table()
            elif self.table.phase == "Closing":
                self.dealer.clear_away()
            else:
                self.between.by_steps = False
                self.between.ready_to_bet()
            if self.table.phase == "Closed":
                return

    def _may_close(self) -> bool:
        """Wagers that lie there while the cards are shuffled are taken back when wagers are open again, not
        before."""
        phase = self.table.phase
        return phase == "Betting" or (phase in ("Shuffling", "Idle") and not self.table.stacks)

    # ---- before the deal ---------------------------------------------------------------------------

    def _wager(self, step: s.Wager) -> None:
        self.between.ready_to_bet()
        chips = dict(step.chips)
        if "blackjack" in chips and hands_of_a_box(self.table.rules) > 1:
            chips[SECOND] = chips["blackjack"]  # one amount in a scenario is both equal wagers
        chips, there = self.dealer.system.apart(chips)
        if there:
            self._wager_with_devices(step, chips, there)
        else:
            self._set_down(step.box, chips, step.player)

    def _wager_with_devices(self, step: s.Wager, chips: dict[str, int], there: dict[str, int]) -> None:
        """Chips, and wagers at the progressive devices. Where a part is refused only that one is tried."""
        self.dealer.await_lights()
        bad_chips, bad_wager = self.dealer.system.first_refused(step.box, chips, there, step.player)
        if chips and not bad_wager:
            self._set_down(step.box, chips, step.player)
        tried = {bad_wager: there[bad_wager]} if bad_wager else {} if bad_chips else there
        for wager, cents in tried.items():
            refuse_as(self.dealer.system.place(step.box, wager, cents, step.player))

    def _set_down(self, box: int, chips: dict[str, int], player: str) -> None:
        """Chips are set down together; refused together where one of them is."""
        most = max(MOST_CENTS, self._awaited_chips())  # a Second Chance Wager equals two stacks
        if any(amount > most for amount in chips.values()):
            raise Refused("more chips than the house takes, or could count", "topic:table-limits")
        self.dealer.await_lights()
        start = len(self.bench.rulings)
        self.bench.act("wagers", lambda model, now: model.place(box, chips, now, player))

        def heard() -> bool:
            return self._chips_heard_of(start) == len(chips)

        self.bench.run_until(lambda: heard() or self.dealer.nobody_sees_chips(), PATIENCE)
        if not heard():
            raise Refused("the wager positions do not see the chips", "topic:device-lost")
        for _, ruling in self.dealer.since(start, _CHIPS):
            refuse_as(ruling)

    def _chips_heard_of(self, start: int) -> int:
        """How many stacks were reported since ruling number `start`: those on open spots in one report, each
        other one by itself."""
        found = [given.what for given, _ in self.dealer.since(start, _CHIPS)]
        return sum(len(one.chips) if isinstance(one, m.Placed) else 1 for one in found)

    def _deal(self, _: s.Deal) -> None:
        self.between.ready_to_bet()
        refuse_as(self.dealer.ask(c.NoMoreBets()))
        self.dealer.poker.silent = self._silent()
        self.dealer.go_on()
        self.dealer.poker.declare()
        self.dealer.go_on()

    def _silent(self) -> frozenset[int]:
        """The boxes for which, by the script up to its next `deal`, a hand is not declared."""
        boxes: set[int] = set()
        for step in self.ahead:
            if isinstance(step, s.Deal):
                break
            if isinstance(step, s.Play) and not step.declares:
                boxes.add(step.box)
        return frozenset(boxes)

    # ---- in the round -------------------------------------------------------------------------------

    def _insurance(self, step: s.Insurance) -> None:
        self._set_down(step.box, {"insurance": step.amount}, "")

    def _even_money(self, step: s.EvenMoney) -> None:
        command = c.TakeEvenMoney(step.box, step.hand)
        self._turn_over(command)
        refuse_as(self.dealer.ask(command))

    def _turn_over(self, command: c.Command) -> None:
        """Cards that a player holds are turned over for this, where it will be accepted then."""
        first = self.dealer.held.before(command)
        refused = self.dealer.held.refused(self.table, command) if first else None
        if refused is not None:
            refuse_as(refused)
        for what in first:
            refuse_as(self.dealer.ask(what))

    def _play(self, step: s.Play) -> None:
        places = self.dealer.poker.places(step.box, step.cards)
        command = c.Decide(step.box, step.verb, step.hand, step.amount, places)
        if self._awaited_chips():
            # An earlier step's, which was refused because its chips could not be taken: nothing came of it.
            self.dealer.ask(c.WithdrawDecision())
        if self.table.phase == "Insurance" and not self.table.holds:
            self._leave_insurance(command)
        self._turn_over(command)
        self._go_on_without_second_chance(command)
        if step.declares:
            refused = self.dealer.poker.declare_before(command)
            if refused is not None:
                refuse_as(refused)
        refuse_as(self.dealer.ask(command))
        chips = self._awaited_chips()
        if chips:
            wager = SPOTS.get(step.verb, step.verb)
            self.bench.run_until(lambda: self._is_lit(step.box, wager) or bool(self.table.holds), PATIENCE)
            self.trouble.await_devices()
            self._set_down(step.box, {wager: chips}, "")
        self.dealer.go_on()

    def _awaited_chips(self) -> int:
        """Cents that are still to be put down for the decision under way."""
        return self.table.asked.chips if self.table.asked is not None else 0

    def _is_lit(self, box: int, wager: str) -> bool:
        return bool(self.bench.act("wagers", lambda model, now: model.is_open(box, wager)))

    def _leave_insurance(self, command: c.Decide) -> None:
        """A decision that will be accepted closes the offer; one that will not leaves it open.

        Whether it will be is asked of the rules, for the case that the dealer has no Blackjack; whether he
        has one only the reader can say.
        """
        table = self.dealer.held.without_blackjack(self.table)
        refused = self.dealer.held.refused(table, command)
        if refused is not None:
            refuse_as(refused)
        refuse_as(self.dealer.ask(c.CloseInsurance()))
        self.dealer.go_on()
        self.trouble.await_devices()

    def _take_card(self, step: s.TakeCard) -> None:
        """A split hand's second card, where one is seen, is taken as that hand's turn comes."""
        if step.takes:
            self._go_on_without_second_chance(c.AcceptCard(step.box, step.hand))
        self.trouble.take_card(step)

    def _go_on_without_second_chance(self, command: c.Decide | c.AcceptCard) -> None:
        """Where a split hand behind the offer has its second card still to come, what it or a later hand does
        declines the offer first; what will not be accepted leaves it open. Whether it will be is asked of
        the rules, with the card that comes: a split hand that has 21 by it has nothing to decide."""
        offer, later = self.dealer.prompt(), self.table.turn + 1
        hand = self.table.hands[later] if later < len(self.table.hands) else None
        if offer.kind != "second_chance" or hand is None or len(hand.cards) > 1:
            return
        if (command.box, command.hand) == (offer.box, offer.hand):
            return
        decline = c.DeclineSecondChance(offer.box, offer.hand)
        table = rule_on(self.game, self.table, Asked("dealer", "", decline)).table
        if not exposed.is_offered(table):
            draw = table.ahead[0].draw if table.ahead else table.last + 1
            card = ev.CardDealt(draw, self.dealer.coming() or ANY_CARD, later)
            # Where the shoe is to be filled first, it has been by then.
            table = self.game.evolve[ev.CardDealt](replace(table, phase="PlayerDecisions", refill=""), card)
        refuse_as(rule_on(self.game, table, Asked("dealer", "", command)))
        refuse_as(self.dealer.ask(decline))
        self.dealer.go_on()

    def _rest(self, _: s.Rest) -> None:
        self.dealer.finish_round()
