"""What is installed changes while the controller is down: it counts from the next opening, and never inside
a shoe. A pump on a journal in memory, killed and started again with another installation each time.
"""

from controller.assembly import begin, recover
from controller.audit import audit
from controller.clock import HandWoundClock
from controller.games import find_game
from controller.journal import MemoryJournal
from controller.pump import Pump
from controller.regulation.marks import clause
from controller.submission import rules_from
from controller.table import commands as c
from controller.table.commands import Asked, Reported
from controller.table.ruling import Ruling
from controller.table.state import Equipment, Rules, Table
from drivers import messages as m

GAME = find_game("free-bet-blackjack")
RULES = rules_from(GAME.name, {}, "these tests")
FIVE = rules_from(GAME.name, {"boxes": 5}, "these tests")
EIGHT = rules_from(GAME.name, {"decks": 8}, "these tests")
Devices = tuple[tuple[str, str], ...]
THREE: Devices = (("shoe", "shoe"), ("reader", "card_reader"), ("wagers", "wager_positions"))
FOUR: Devices = (*THREE, ("mixer", "shuffler"))
BY_HAND = Equipment()
BATCH = Equipment(shuffler="batch", backs=("green", "black"))
STATES: dict[str, m.State] = {
    "shoe": m.ShoeState(True, 0, 0, False, ()),
    "card_reader": m.ReaderState("", ()),
    "wager_positions": m.PositionsState(False, (), ()),
    "shuffler": m.ShufflerState(0, "empty", 0, "unsupported", "unsupported", "unsupported", False, ()),
}


class House:
    """A table over restarts of its controller. Its devices are ready as soon as it has begun, but for those
    that `broken` names."""

    def __init__(
        self, devices: Devices = THREE, equipment: Equipment = BY_HAND, rules: Rules = RULES
    ) -> None:
        self.clock = HandWoundClock()
        self.journal = MemoryJournal(clock=self.clock, table="changes")
        self.broken: set[str] = set()
        self.start(devices, equipment, rules)

    def start(self, devices: Devices, equipment: Equipment, rules: Rules = RULES) -> None:
        """Start the controller on the journal, with this installed."""
        started = recover(GAME, rules, self.journal, devices)
        self.pump = Pump(
            GAME,
            started.table,
            self.journal,
            self.clock,
            send=lambda *_: None,
            acknowledge=lambda *_: None,
            publish=lambda *_: None,
            heard=started.heard,
        )
        self.journal.start(self.pump.durable, self.pump.handle)
        begin(self.pump, started, rules, devices, "build", self.clock, equipment=equipment)
        for name, role in devices:
            if name not in self.broken:
                who = m.Identity("maker", "model", f"{name}-1", role, (), (), ())
                self.report(name, m.DeviceReady(7, "power", True, who, STATES[role]))

    @property
    def table(self) -> Table:
        return self.pump.table

    def report(self, name: str, report: m.Report) -> Ruling:
        ruling = self.pump.take(Reported(name, 7, 0, 0, report))
        assert ruling is not None
        return ruling

    def ask(self, what: c.Command, role: c.Role = "floorperson") -> Ruling:
        ruling = self.pump.take(Asked(role, role, what))
        assert ruling is not None
        return ruling

    def do(self, *commands: c.Command) -> None:
        for what in commands:
            refused = self.ask(what).refused
            assert refused is None, refused

    def restart(self, devices: Devices, equipment: Equipment, rules: Rules = RULES) -> None:
        """Killed and started again; the floor answers what that asks, where the table was open."""
        self.start(devices, equipment, rules)
        while self.table.holds:
            hold = self.table.holds[0]
            self.do(c.ChooseRemedy(hold.id, hold.remedies[0].name))

    def open(self) -> None:
        """From Closed to Shuffling, with the first batch washed."""
        self.do(c.OpenTable(), c.InspectCards(), c.VerifyInspection())
        self.do(c.SpreadCards(), c.CardsSeen(), c.WashCards())

    def load(self) -> None:
        """From Shuffling to Betting, by hand."""
        self.do(c.ShuffleCards(), c.CutCards(), c.LoadShoe())
        assert self.table.phase == "Betting"

    def close(self) -> None:
        """From Betting to Closed. No card was drawn."""
        self.do(c.CloseTable(), c.CollectShoe(self.table.rules.decks * 52))
        assert self.table.phase == "Closed"

    @property
    def shuffles(self) -> str:
        return self.table.standing.supply.equipment.shuffler

    @property
    def installed(self) -> Devices:
        return tuple((one.name, one.role) for one in self.table.standing.devices)

    def changes(self) -> int:
        """How often the journal says that the installation was changed."""
        return sum(b'"InstallationChanged"' in entry.body for entry in self.journal.entries())


def in_play(devices: Devices = THREE, equipment: Equipment = BY_HAND, rules: Rules = RULES) -> House:
    """A table in the middle of a shoe, shuffled by hand."""
    house = House(devices, equipment, rules)
    house.open()
    house.load()
    return house


def backs(house: House) -> list[str]:
    return [batch.back for batch in house.table.standing.supply.batches]


def test_a_new_table_has_what_is_installed_from_its_first_entry() -> None:
    house = House(FOUR, BATCH)
    assert (house.installed, house.table.standing.supply.equipment) == (FOUR, BATCH)
    assert all(device.ready for device in house.table.standing.devices)
    assert recover(GAME, RULES, house.journal, FOUR).table == house.table


def test_the_same_installation_again_is_no_change() -> None:
    house = in_play()
    house.restart(THREE, BY_HAND)
    assert house.table.standing.supply.next_installed is None
    assert house.changes() == 0


@clause("topic:two-batches")
def test_a_shuffler_that_comes_inside_a_shoe_waits_for_the_next_opening() -> None:
    house = in_play()
    house.restart(FOUR, BATCH)
    assert house.table.phase == "Betting"
    assert (house.shuffles, backs(house)) == ("none", ["red"])
    refused = house.ask(c.MarkOutOfOrder("covered")).refused
    assert refused is not None
    # The shoe is played on as it began: shuffled by hand, and cut from the same batch.
    house.do(c.DirectReshuffle(), c.CollectShoe(312))
    assert house.ask(c.FeedShuffler()).refused is not None
    house.load()
    assert (house.shuffles, backs(house)) == ("none", ["red"])
    house.close()
    assert (house.shuffles, house.installed) == ("batch", FOUR)
    assert all(device.ready for device in house.table.standing.devices), "it was heard before it counted"
    house.open()
    assert backs(house) == ["green", "black"]
    assert house.ask(c.ShuffleCards()).refused is not None
    house.do(c.FeedShuffler())


def in_play_from_the_machine() -> House:
    """A table in the middle of a shoe of the green batch; the machine keeps the black one."""
    house = House(FOUR, BATCH)
    house.do(c.OpenTable())
    for job in (1, 2):
        house.do(c.InspectCards(), c.VerifyInspection(), c.SpreadCards(), c.CardsSeen(), c.WashCards())
        if job == 2:
            house.report("mixer", m.OutputTaken(1))
        house.do(c.FeedShuffler())
        house.report("mixer", m.ShuffleDone(job, 0, "unsupported", "unsupported", "unsupported"))
    house.do(c.CutCards(), c.LoadShoe())
    assert (house.table.phase, wheres(house)) == ("Betting", ["shoe", "shuffler"])
    return house


def wheres(house: House) -> list[str]:
    return [batch.where for batch in house.table.standing.supply.batches]


@clause("topic:two-batches", "topic:shuffler-out-of-order")
def test_a_shuffler_that_is_taken_away_inside_a_shoe_is_missed_until_the_table_closes() -> None:
    """The power comes back without it; the shoe is played on, and shuffled by hand only once somebody has
    said that the machine is out of use."""
    house = in_play_from_the_machine()
    house.restart(THREE, BY_HAND)
    assert (house.table.phase, house.shuffles, wheres(house)) == ("Betting", "batch", ["shoe", "shuffler"])
    house.do(c.DirectReshuffle())
    assert [hold.kind for hold in house.table.holds] == ["shuffler-trouble"]
    assert house.ask(c.ShuffleCards()).refused is not None
    house.do(c.ChooseRemedy(house.table.holds[0].id, "covered"), c.CollectShoe(312))
    house.load()
    house.close()
    assert (house.shuffles, house.installed) == ("none", THREE)
    house.open()
    assert backs(house) == ["red"]
    house.load()


@clause("topic:shuffler-out-of-order")
def test_a_shuffler_that_is_not_there_after_a_loss_of_power_keeps_nobody_from_playing_on() -> None:
    house = in_play_from_the_machine()
    house.broken = {"mixer"}
    house.restart(FOUR, BATCH)
    assert (house.table.phase, house.table.holds) == ("Betting", ())
    house.broken = {"shoe"}
    house.start(FOUR, BATCH)
    hold = house.table.holds[0]
    assert house.ask(c.ChooseRemedy(hold.id, "resume")).refused is not None


def test_on_a_closed_table_it_counts_at_once() -> None:
    house = House()
    house.restart(FOUR, BATCH)
    assert (house.shuffles, house.installed) == ("batch", FOUR)
    house.open()
    assert backs(house) == ["green", "black"]
    other = in_play()
    other.close()
    other.restart(FOUR, BATCH)
    assert (other.shuffles, other.installed) == ("batch", FOUR)


@clause("topic:box-count")
def test_another_layout_counts_with_its_submission_from_the_next_opening() -> None:
    """The floor confirms the layout that this opening began with, also after the restart."""
    house = House(THREE, Equipment(boxes=6))
    house.open()
    house.restart(THREE, Equipment(boxes=5), FIVE)
    assert house.ask(c.ConfirmTable(5, "height", 6, True)).refused is not None
    house.do(c.ConfirmTable(6, "height", 6, True))
    house.load()
    assert len(house.table.standing.players) == 6
    house.close()
    assert (house.table.rules.boxes, len(house.table.standing.players)) == (5, 5)
    house.do(c.OpenTable())
    assert house.ask(c.ConfirmTable(6, "height", 6, True)).refused is not None
    house.do(c.ConfirmTable(5, "height", 6, True))


@clause("topic:discard-rack", "topic:rack-mark")
def test_another_rack_counts_with_its_submission_from_the_next_opening() -> None:
    house = in_play(THREE, Equipment(rack="height", rack_decks=6))
    house.restart(THREE, Equipment(rack="mark", rack_decks=8), EIGHT)
    house.do(c.ConfirmTable(6, "height", 6, True))
    house.close()
    house.do(c.OpenTable())
    assert house.ask(c.ConfirmTable(6, "height", 8, True)).refused is not None
    assert house.ask(c.ConfirmTable(6, "mark", 6, True)).refused is not None
    house.do(c.ConfirmTable(6, "mark", 8, True))


def test_a_change_that_is_taken_back_before_the_table_closes_changes_nothing() -> None:
    house = in_play()
    house.restart(FOUR, BATCH)
    house.restart(FOUR, BATCH)
    assert house.changes() == 1
    house.restart(THREE, BY_HAND)
    assert house.changes() == 2
    house.close()
    assert (house.shuffles, house.installed) == ("none", THREE)
    house.restart(THREE, BY_HAND)
    assert house.changes() == 2


def test_a_device_that_stays_is_the_same_one_after_the_change() -> None:
    """Which boot and serial were heard of it is what tells later that it was replaced."""
    house = in_play()
    before = house.table.standing.devices
    house.restart(FOUR, BATCH)
    house.close()
    assert house.table.standing.devices[:3] == before


def test_the_journal_of_all_this_folds_to_the_same_table_and_is_ruled_on_alike() -> None:
    house = in_play()
    for devices, equipment in ((FOUR, BATCH), (THREE, BY_HAND), (FOUR, BATCH)):
        house.restart(devices, equipment)
        assert recover(GAME, RULES, house.journal, devices).table == house.table
    house.close()
    assert recover(GAME, RULES, house.journal, FOUR).table == house.table
    assert audit(house.journal.entries()).is_clean
