"""What goes wrong in a script, and what the floor does about it: the steps of trouble at one bench.

What lives here: faults and repairs of the simulated devices, waiting until those that are there can be heard,
the floorperson's remedies, a loss of power, and people who come. What does not: wagers, decisions, cards
(play.py), and what the table makes of any of it.
"""

from collections.abc import Callable
from typing import Final

from controller.rehearsal import steps as s
from controller.rehearsal.bench import Bench
from controller.rehearsal.dealer import PATIENCE, Dealer
from controller.rehearsal.side_choice import Hold
from controller.table import commands as c
from controller.table.commands import Refused, Told
from controller.table.irregularities import RECOUNT
from controller.table.ruling import Ruling
from controller.table.state import Hand, Lie, Table, is_from_hand

REPAIRS: Final = ("repaired", "cleared", "resume", "reshuffle")
"""Remedies that say that a device is in order again."""
BY_HAND: Final = ("covered", "signed")
"""Remedies after which the shuffler is not used any more."""


class Trouble:
    """The steps of trouble. Refused, raised by a step, is the table's refusal; nothing was changed then.

    away: the devices that the script has unplugged or silenced.
    """

    def __init__(self, bench: Bench, dealer: Dealer) -> None:
        self.bench = bench
        self.dealer = dealer
        self.away: set[str] = set()
        self.recounted: set[str] = set()
        self.inspected = ""
        self.steps: dict[type, Callable[..., None]] = {
            s.Fault: self.fault,
            s.Repair: self.repair,
            s.Floor: self.floor,
            s.EnterCard: self.enter_card,
            s.NewDealer: self.new_dealer,
            s.Admit: self.admit,
            s.NeedlessCard: self.needless_card,
            s.PowerLoss: self.power_loss,
            s.Misdeal: self.misdeal,
            s.FoundMisdeal: self.found_misdeal,
            s.Leave: self.leave,
            s.ForgetCard: self.forget_card,
            s.CardWent: self.card_went,
            s.TakeCard: self.take_card,
            s.ReaderNotDue: self.reader_not_due,
            s.Incident: self.incident,
            s.CardInError: self.card_in_error,
            s.WrongSide: self.wrong_side,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    # ---- devices that come back -----------------------------------------------------------------------

    def await_devices(self) -> None:
        """Wait for every device that the script has not taken away: one that started anew is soon back."""
        there = [name for name in self.bench.devices() if name not in self.away]
        self.bench.run_until(lambda: all(self._is_back(name) for name in there), PATIENCE)

    def _is_back(self, name: str) -> bool:
        boot = self.bench.act(name, lambda model, now: model.boot)
        return self._is_ready(name) and self._boot(name) == boot

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

    # ---- faults and repairs ---------------------------------------------------------------------------

    def fault(self, step: s.Fault) -> None:
        """The device fails, and what comes of it is heard before the next step."""
        name = step.device
        if name == "reader" and self.table.standing.reader_inspected:
            self.inspected = self.table.standing.supply.day
        self.dealer.await_lights()
        if name == "shuffler":
            # It strikes in the next shuffle, whose end is awaited: what comes first does not hang on
            # anybody's pace.
            self.dealer.cards.await_shuffle()
            self.dealer.cards.watches = True
        if step.kind in ("unplug", "silence"):
            self.away.add(name)
        if step.kind == "unplug":
            self.bench.unplug(name)
            self.bench.run_until(lambda: not self._is_ready(name) and self._has_locked(name), PATIENCE)
        elif step.kind == "reset" and not step.place:
            self.bench.power_cycle(name)
            self.await_devices()
        elif step.kind == "draw_while_locked":
            self.dealer.draw_in_error()
        elif step.kind == "lid":
            self.bench.act(name, lambda model, now: model.lid(True, now))
            self.bench.act(name, lambda model, now: model.lid(False, now))
            self._settle_down()
        else:
            kind, at = step.simulated, self._strikes_at(step)
            self.bench.act(name, lambda model, now: model.fault(kind, now, place=step.place, at=at))
            self._settle_down()
        self.dealer.go_on()

    def _strikes_at(self, step: s.Fault) -> int:
        """The draw at which the fault strikes, as the shoe numbers its draws; 0 for whatever comes next."""
        return self.table.last - self.table.base + step.after + 1 if step.after else 0

    def repair(self, step: s.Repair, choose: bool = True) -> None:
        """The device is repaired or replaced; the floor says so where it was asked."""
        name = step.device
        self.away.discard(name)
        self.bench.act(name, lambda model, now: model.repair(now))
        if not self._is_ready(name):
            self.bench.replug(name)
            self.bench.run_until(lambda: self._is_ready(name), PATIENCE)
        self._settle_down()
        if name == "shuffler":
            self.dealer.cards.clear()
        if not choose:
            return
        for hold in self.table.holds:
            if hold.device == name:
                way = next((r.name for r in hold.remedies if r.name in REPAIRS), "")
                if way:
                    refuse_as(self.dealer.ask(c.ChooseRemedy(hold.id, way), "floorperson"))
        if name == "reader":
            self._inspect_again()
        self.dealer.go_on()

    def _inspect_again(self) -> None:
        """A reader that was inspected on this gaming day before it failed is so again once it is repaired,
        where no answer of the floor has said that."""
        standing = self.table.standing
        if not standing.reader_inspected and "" != standing.supply.day == self.inspected:
            self.dealer.ask(c.InspectReader(), "floorperson")

    def power_loss(self, _: s.PowerLoss) -> None:
        """The controller is killed and starts again; the devices that are there connect anew."""
        start = len(self.bench.rulings)
        self.bench.restart()
        self.bench.run_until(
            lambda: any(type(given) is Told for given, _ in self.bench.rulings[start:]), PATIENCE
        )
        self.await_devices()

    # ---- the floor, and people who come ---------------------------------------------------------------

    def quiet_remedy(self) -> None:
        """What a floorperson does when the script says nothing: repair what is broken, then the first
        remedy that is taken. What a further count finds again is not counted a third time."""
        for name in self.bench.devices():
            self.repair(s.Repair(device=name), choose=False)
        if not self.table.holds:
            return  # a device's return was all that it waited for
        hold = self.table.holds[0]
        for remedy in hold.remedies:
            if remedy == RECOUNT and hold.words in self.recounted:
                continue
            if self.dealer.ask(c.ChooseRemedy(hold.id, remedy.name), "floorperson").refused is None:
                self.recounted.update((hold.words,) if remedy == RECOUNT else ())
                self._follow_up(remedy.name)
                return

    def _follow_up(self, remedy: str) -> None:
        """What people do with the cards because of what was chosen."""
        if remedy in BY_HAND:
            self.dealer.cards.empty_machine()
        elif remedy == "change_cards":
            self.dealer.cards.forget_losses()
            for side in self.dealer.sides.taken_out():
                self._empty(side)
        self.dealer.go_on()

    def _empty(self, side: Hold) -> None:
        """Nothing is left in the shoe, or in that side of it."""
        self.dealer.cards.empty_shoe(side)

    def floor(self, step: s.Floor) -> None:
        """The floorperson chooses this remedy for the first question that has it."""
        for hold in self.table.holds:
            if any(remedy.name == step.choice for remedy in hold.remedies):
                refuse_as(self.dealer.ask(c.ChooseRemedy(hold.id, step.choice), "floorperson"))
                self._follow_up(step.choice)
                return
        raise Refused(f"nobody asked the floorperson for {step.choice}", "topic:out-of-turn")

    def enter_card(self, step: s.EnterCard) -> None:
        """The floorperson enters the card that the table asks for."""
        prompt = self.dealer.prompt()
        refuse_as(self.dealer.ask(c.EnterCard(prompt.draw, step.card), "floorperson"))
        self.dealer.go_on()

    def new_dealer(self, step: s.NewDealer) -> None:
        """Another dealer comes to the table."""
        refuse_as(self.dealer.ask(c.NewDealer(step.name)))

    def admit(self, step: s.Admit) -> None:
        """The floorperson lets a player wager again."""
        refuse_as(self.dealer.ask(c.AdmitPlayer(step.player), "floorperson"))

    def needless_card(self, _: s.NeedlessCard) -> None:
        """The dealer will pull one card too many."""
        self.dealer.draws_again = True

    def wrong_side(self, _: s.WrongSide) -> None:
        """The next card of the round comes from the side that does not deal it."""
        self.dealer.sides.errs = True

    # ---- a dealer who errs, a patron who touches ----------------------------------------------------------

    def misdeal(self, step: s.Misdeal) -> None:
        """In the next deal somebody will be passed over."""
        self.dealer.errs.skips.append(step)

    def found_misdeal(self, step: s.FoundMisdeal) -> None:
        """Somebody finds, now or in the next deal, what makes all hands void."""
        if step.after:
            self.dealer.errs.found = step
        else:
            self._tell(c.ReportMisdeal(step.kind))

    def leave(self, step: s.Leave) -> None:
        """A player leaves, now or in the next deal, and the floorperson has the wagers treated as lost."""
        if step.after:
            self.dealer.errs.leaves.append(step)
            return
        refuse_as(self.dealer.poker.abandon(step.box))
        self.dealer.go_on()

    def forget_card(self, step: s.ForgetCard) -> None:
        """The hand will be passed over when it asks for a card."""
        self.dealer.errs.forgets.append((step.box, step.hand))

    def card_went(self, step: s.CardWent) -> None:
        """The card that a hand asked for lies with another."""
        at = _find(self.table, step.box, step.hand)
        draw = at.draws[-1] if at is not None and at.draws else 0
        self._tell(c.CardWent(Lie(draw, step.to_box, step.to_hand)))

    def take_card(self, step: s.TakeCard) -> None:
        """A player takes the exposed card that is offered, or does not."""
        command = c.AcceptCard if step.takes else c.RefuseCard
        self._tell(command(step.box, step.hand))

    def reader_not_due(self, _: s.ReaderNotDue) -> None:
        """The hole card goes into a reader that is not armed."""
        if len(self.table.dealer.draws) < 2:
            raise Refused("the dealer has no hole card", "topic:reader-not-due")
        face = self.dealer.faces.get(self.table.dealer.draws[1], "")
        if self.bench.act("reader", lambda model, now: model.is_permitted()):
            raise Refused("the reader waits for the hole card", "topic:peek")
        self.bench.act("reader", lambda model, now: model.insert(face, now))
        self._settle_down()
        self.dealer.go_on()

    def card_in_error(self, step: s.CardInError) -> None:
        """A card leaves the deck that is not due. Where there is a shoe it does so by a fault of its own."""
        by_hand = is_from_hand(self.table)
        ruling = self.dealer.by_hand.in_error(step.exposed) if by_hand else self.dealer.ask(c.CardInError())
        if ruling is None:
            raise Refused("no card is left in the deck", "topic:too-few-cards")
        refuse_as(ruling)
        self.dealer.go_on()

    def incident(self, step: s.Incident) -> None:
        """The dealer reports what no device sees."""
        refuse_as(self.dealer.ask(c.ReportIncident(step.kind, step.box, step.note)))

    def _tell(self, what: c.Command) -> None:
        refuse_as(self.dealer.ask(what))
        self.dealer.go_on()


def refuse_as(ruling: Ruling) -> None:
    """A refusal of the table is the step's refusal."""
    if ruling.refused is not None:
        raise Refused(ruling.refused.why, ruling.refused.clause)


def _find(table: Table, box: int, number: int) -> Hand | None:
    return next((hand for hand in table.hands if (hand.box, hand.number) == (box, number)), None)
