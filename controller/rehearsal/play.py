"""Plays a scenario on a bench, step by step, and writes down what was refused.

A step is accepted whole or not at all; a refused one changes nothing and closes no offer. The result is
the auditor's recall of the session in the form that docs/scenarios.md describes.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.forms import MOST_CENTS
from controller.games.game import Game
from controller.recall import Resolve, document, recall
from controller.rehearsal import steps as s
from controller.rehearsal.bench import Bench
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import DEALER, FLOOR, PATIENCE, Dealer
from controller.rehearsal.scenario import Scenario
from controller.table import commands as c
from controller.table.commands import Asked, Refused, Reported, Told
from controller.table.ruling import Ruling, rule_on
from controller.table.state import Table
from drivers import messages as m

Progress = Callable[[int, int], None]
OPENING: Final[dict[str, tuple[c.Command, c.Role]]] = {
    "open": (c.OpenTable(), "floorperson"),
    "inspect_reader": (c.InspectReader(), "floorperson"),
    "inspect": (c.InspectCards(), "dealer"),
    "spread": (c.SpreadCards(), "dealer"),
    "wash": (c.WashCards(), "dealer"),
    "cut": (c.CutCards(), "dealer"),
}

_CHIPS: Final = (m.Placed, m.AttemptAfterClose)


class Script:
    """One scenario at one bench."""

    def __init__(self, scenario: Scenario, game: Game, bench: Bench, resolve: Resolve) -> None:
        self.scenario = scenario
        self.game = game
        self.bench = bench
        self.resolve = resolve
        self.dealer = Dealer(bench)
        self.refusals: list[dict[str, Any]] = []
        self.shuffles = 0
        self.away: set[str] = set()
        self.next_cards: list[str] = []
        self.steps: dict[type, Callable[[Any], None]] = {
            s.Wager: self._wager,
            s.Deal: self._deal,
            s.Insurance: self._insurance,
            s.EvenMoney: self._even_money,
            s.Play: self._play,
            s.Rest: self._rest,
            s.Shuffle: self._shuffle,
            s.Fault: self._fault,
            s.Repair: self._repair,
            s.Floor: self._floor,
            s.EnterCard: self._enter_card,
            s.NewDealer: self._new_dealer,
            s.Admit: self._admit,
            s.NeedlessCard: self._needless_card,
            s.PowerLoss: self._power_loss,
            s.Opening: self._opening,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    def run(self, progress: Progress | None = None) -> dict[str, Any]:
        """Play every step, close the table, and give the result document."""
        steps = self.scenario.steps
        if not (steps and isinstance(steps[0], s.Opening)):
            self.dealer.open_table(self._fresh(self.scenario.cards))
        else:
            self.dealer.connect()
            self.next_cards = list(self.scenario.cards)
        for number, step in enumerate(steps, 1):
            if progress is not None:
                progress(number, len(steps))
            self._step(number, step)
        self._end()
        return self.result()

    def result(self) -> dict[str, Any]:
        """The recall of the session, from the journal, with the refused steps."""
        rounds = recall(self.game, self.scenario.rules, self.bench.entries())
        return {
            "format": 1,
            "game": self.game.name,
            "rounds": [document(one, self.resolve) for one in rounds],
            "refusals": self.refusals,
        }

    def _step(self, number: int, step: s.Step) -> None:
        self._await_devices()
        try:
            self.steps[type(step)](step)
        except Refused as refusal:
            self.refusals.append(
                {"step": number, "reason": refusal.why, "clause": self.resolve(refusal.clause)}
            )

    def _await_devices(self) -> None:
        """Wait for every device that the script has not taken away: one that started anew is soon back."""
        there = [name for name in self.bench.devices() if name not in self.away]
        self.bench.run_until(lambda: all(self._is_back(name) for name in there), PATIENCE)

    def _is_back(self, name: str) -> bool:
        boot = self.bench.act(name, lambda model, now: model.boot)
        return self._is_ready(name) and self._boot(name) == boot

    def _end(self) -> None:
        """The rest is quiet; open questions take their first remedy; the table is closed."""
        if self.table.phase == "Closed":
            return
        for _ in range(50):
            self.dealer.finish_round()
            if self.table.holds:
                self._quiet_remedy()
                continue
            if self.table.phase in ("Betting", "Shuffling"):
                self.dealer.close_table()
            if not self.table.holds:
                return

    def _quiet_remedy(self) -> None:
        """What a floorperson does when the script says nothing: repair what is broken, then the first
        remedy that is taken."""
        for name in self.bench.devices():
            self._repair(s.Repair(device=name), choose=False)
        if not self.table.holds:
            return  # a device's return was all that it waited for
        hold = self.table.holds[0]
        for remedy in hold.remedies:
            asked = Asked("floorperson", FLOOR, c.ChooseRemedy(hold.id, remedy.name))
            if self.bench.ask(asked).refused is None:
                return

    # ---- before the deal ---------------------------------------------------------------------------

    def _fresh(self, cards: tuple[str, ...] | list[str]) -> list[str]:
        """The whole order of a shoe; each shuffle of a scenario takes another turn of its seed."""
        seed = self.scenario.seed + self.shuffles
        self.shuffles += 1
        return fill(cards, self.scenario.rules.decks, seed)

    def _ready_to_bet(self) -> None:
        """A reshuffle that is due, and that the script does not give, is done now."""
        if self.table.phase == "Shuffling" and not self.table.holds:
            self.dealer.shuffle(self._fresh(("*",)))

    def _wager(self, step: s.Wager) -> None:
        self._ready_to_bet()
        self._set_down(step.box, dict(step.chips), step.player)

    def _set_down(self, box: int, chips: dict[str, int], player: str) -> None:
        """Chips are set down together; refused together where one of them is."""
        if any(amount > MOST_CENTS for amount in chips.values()):
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
            _raise(ruling)

    def _chips_heard_of(self, start: int) -> int:
        """How many stacks were reported since ruling number `start`: those on open spots in one report, each
        other one by itself."""
        found = [given.what for given, _ in self.dealer.since(start, _CHIPS)]
        return sum(len(one.chips) if isinstance(one, m.Placed) else 1 for one in found)

    def _deal(self, _: s.Deal) -> None:
        self._ready_to_bet()
        _raise(self.dealer.ask(c.NoMoreBets()))
        self.dealer.go_on()

    def _shuffle(self, step: s.Shuffle) -> None:
        if self.table.phase == "Betting":
            _raise(self.dealer.ask(c.DirectReshuffle(), "floorperson"))
        elif self.table.phase != "Shuffling":
            raise Refused("a reshuffle waits for the end of the round", "topic:reshuffle-directed")
        self.bench.run_until(lambda: self.table.wanted_face is None, PATIENCE)
        _raise(rule_on(self.game, self.table, Asked("dealer", DEALER, c.ShuffleCards())))
        self.dealer.shuffle(self._fresh(step.cards))

    def _opening(self, step: s.Opening) -> None:
        if step.what == "load":
            # What is refused changes nothing, so that it is asked before cards go into the shoe.
            _raise(rule_on(self.game, self.table, Asked("dealer", DEALER, c.LoadShoe())))
            self.dealer.load(self._fresh(self.next_cards))
        elif step.what == "shuffle":
            _raise(self.dealer.ask(c.ShuffleCards()))
        elif step.what == "close":
            _raise(self.dealer.ask(c.CloseTable(), "floorperson"))
            self.bench.run_until(lambda: self.table.phase == "Closed", PATIENCE)
        else:
            command, role = OPENING[step.what]
            _raise(self.dealer.ask(command, role))

    # ---- in the round -------------------------------------------------------------------------------

    def _insurance(self, step: s.Insurance) -> None:
        self._set_down(step.box, {"insurance": step.amount}, "")

    def _even_money(self, step: s.EvenMoney) -> None:
        _raise(self.dealer.ask(c.TakeEvenMoney(step.box, step.hand)))

    def _play(self, step: s.Play) -> None:
        command = c.Decide(step.box, step.verb, step.hand, step.amount)
        if self._awaited_chips():
            # An earlier step's, which was refused because its chips could not be taken: nothing came of it.
            self.dealer.ask(c.WithdrawDecision())
        if self.table.phase == "Insurance" and not self.table.holds:
            self._leave_insurance(command)
        _raise(self.dealer.ask(command))
        chips = self._awaited_chips()
        if chips:
            wager = "split" if step.verb == "split" else "double_down"
            self.bench.run_until(lambda: self._is_lit(step.box, wager) or bool(self.table.holds), PATIENCE)
            self._await_devices()
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
        asked = Asked("dealer", "", command)
        table = rule_on(self.game, self.table, Asked("dealer", "", c.CloseInsurance())).table
        for report in (m.PositionsClosed(), m.ReaderAnswer("no_blackjack")):
            table = rule_on(self.game, table, Reported("", 0, 0, 0, report)).table
        _raise(rule_on(self.game, table, asked))
        _raise(self.dealer.ask(c.CloseInsurance()))
        self.dealer.go_on()
        self._await_devices()

    def _rest(self, _: s.Rest) -> None:
        self.dealer.finish_round()

    # ---- faults and the floor --------------------------------------------------------------------------

    def _fault(self, step: s.Fault) -> None:
        name = step.device
        self.dealer.await_lights()
        if step.kind in ("unplug", "silence"):
            self.away.add(name)
        if step.kind == "unplug":
            self.bench.unplug(name)
            self.bench.run_until(lambda: not self._is_ready(name) and self._has_locked(name), PATIENCE)
        elif step.kind == "reset" and not step.place:
            self.bench.power_cycle(name)
            self._await_devices()
        elif step.kind == "draw_while_locked":
            self.dealer.draw_in_error()
        else:
            kind = step.simulated
            self.bench.act(name, lambda model, now: model.fault(kind, now, place=step.place))
            self._settle_down()
        self.dealer.go_on()

    def _settle_down(self) -> None:
        """Let what a fault brings about be heard: nothing new for a second."""
        while True:
            count = len(self.bench.rulings)
            if not self.bench.run_until(lambda n=count: len(self.bench.rulings) != n, 1.0):  # type: ignore[misc]
                return

    def _has_locked(self, name: str) -> bool:
        """Whether the device permits nothing any more; one that misses its host sees to that itself."""
        return not self.bench.act(name, lambda model, now: model.is_permitted())

    def _is_ready(self, name: str) -> bool:
        return any(one.name == name and one.ready for one in self.table.standing.devices)

    def _boot(self, name: str) -> int:
        return next(one.boot for one in self.table.standing.devices if one.name == name)

    def _repair(self, step: s.Repair, choose: bool = True) -> None:
        """The device is repaired or replaced; the floor says so where it was asked."""
        name = step.device
        self.away.discard(name)
        self.bench.act(name, lambda model, now: model.repair(now))
        if not self._is_ready(name):
            self.bench.replug(name)
            self.bench.run_until(lambda: self._is_ready(name), PATIENCE)
        self._settle_down()
        if not choose:
            return
        for hold in self.table.holds:
            if hold.device == name:
                way = next((r.name for r in hold.remedies if r.name in ("repaired", "cleared", "resume")), "")
                if way:
                    _raise(self.dealer.ask(c.ChooseRemedy(hold.id, way), "floorperson"))
        self.dealer.go_on()

    def _floor(self, step: s.Floor) -> None:
        for hold in self.table.holds:
            if any(remedy.name == step.choice for remedy in hold.remedies):
                _raise(self.dealer.ask(c.ChooseRemedy(hold.id, step.choice), "floorperson"))
                self.dealer.go_on()
                return
        raise Refused(f"nobody asked the floorperson for {step.choice}", "topic:out-of-turn")

    def _enter_card(self, step: s.EnterCard) -> None:
        prompt = self.dealer.prompt()
        _raise(self.dealer.ask(c.EnterCard(prompt.draw, step.card), "floorperson"))
        self.dealer.go_on()

    def _new_dealer(self, step: s.NewDealer) -> None:
        _raise(self.dealer.ask(c.NewDealer(step.name)))

    def _admit(self, step: s.Admit) -> None:
        _raise(self.dealer.ask(c.AdmitPlayer(step.player), "floorperson"))

    def _needless_card(self, _: s.NeedlessCard) -> None:
        self.dealer.draws_again = True

    def _power_loss(self, _: s.PowerLoss) -> None:
        start = len(self.bench.rulings)
        self.bench.restart()
        self.bench.run_until(
            lambda: any(type(given) is Told for given, _ in self.bench.rulings[start:]), PATIENCE
        )
        self._await_devices()


def _raise(ruling: Ruling) -> None:
    """A refusal of the table is the step's refusal."""
    if ruling.refused is not None:
        raise Refused(ruling.refused.why, ruling.refused.clause)
