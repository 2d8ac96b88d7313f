"""Power and devices in every phase of a round: nothing moves meanwhile, nothing is lost, and the round goes
on or is void. The fold of the whole journal is the Table."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.ruling import fold
from controller.table.state import Table
from drivers import messages as m
from tests.controller.games.lunar_poker.playing import ANTE, LunarPoker, back, lost, refused, row
from tests.controller.games.lunar_poker.rounds import at, is_void, kinds
from tests.support import BUILD

PHASES = ["Dealing", "PlayerDecisions", "LockedIn", "Options", "Reveal", "Settling", "Collecting"]
SUPER = lost(1, "super")
BET = [lost(1, "ante"), lost(1, "bet", 2 * ANTE)]
FEE = row(1, "options", "fee", 0, 0, ANTE)


def again(table: LunarPoker) -> Table:
    """The Table that the events of all rulings make, folded from the first one."""
    folded = table.game.new_table(table.table.rules)
    for _, ruling in table.log:
        folded = fold(table.game, folded, ruling.events)
    return folded


def restarted(table: LunarPoker) -> None:
    """The controller starts again on the journal, and each device has told its state."""
    table.answers = True
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000)))
    for name, _ in table.devices:
        table.back(name)


def resolve(table: LunarPoker) -> None:
    """Every question that is open is answered so that the round goes on."""
    while table.table.holds:
        way = table.table.holds[0].remedies[0]
        assert way.name != "void_round"
        assert table.choose(way.name).refused is None


def ends_well(table: LunarPoker, phase: str) -> None:
    """Box 1 loses to the ace-king, and nothing was settled twice; the next round begins."""
    table.finish()
    assert table.rows() == [SUPER, *([FEE] if phase == "Options" else []), *BET]
    assert table.table.phase == "Shuffling"
    assert (table.table.stacks, table.table.standing.sealed) == ((), ())
    assert again(table) == table.table


@clause("house.2")
@pytest.mark.parametrize("phase", PHASES)
def test_after_a_loss_of_power_the_round_goes_on_where_it_was(phase: str) -> None:
    table = at(phase)
    before = table.table
    restarted(table)
    now = table.table
    assert kinds(table) == ["power-loss"]
    assert (now.stacks, now.plan, now.turn) == (before.stacks, before.plan, before.turn)
    assert (now.hands, now.dealer, now.poker) == (before.hands, before.dealer, before.poker)
    assert table.choose("resume").refused is None
    ends_well(table, phase)


@clause("house.2", "671a.11(b)", "671a.11(c)")
@pytest.mark.parametrize("phase", PHASES)
def test_meanwhile_nothing_is_dealt_decided_settled_or_disclosed(phase: str) -> None:
    table = at(phase)
    restarted(table)
    before = table.table
    assert (table.shoe.locked, table.open) == (True, ())
    for what in (
        c.DeclareHand(1),
        c.Decide(1, "bet"),
        c.LockDecisions(),
        c.WagersSettled(),
        c.CardsCollected(),
        c.ReportMisdeal("wrong_number"),
        c.AbandonWagers(1),
    ):
        assert table.ask(what).refused is not None
    assert table.table == before
    assert before.wanted_face is None


@clause("house.2", "house.9")
@pytest.mark.parametrize("phase", PHASES[:-1])
def test_or_the_floorperson_voids_it(phase: str) -> None:
    table = at(phase)
    settled = table.rows()
    lying = {(one.wager, one.stake) for one in table.table.stacks}
    restarted(table)
    table.choose("void_round")
    assert is_void(table)
    assert table.rows()[: len(settled)] == settled
    assert {(one[2], one[5]) for one in table.rows()[len(settled) :]} == lying
    assert again(table) == table.table


@clause("house.2", "671a.11(b)(2)", "671a.11(d)(3)")
@pytest.mark.parametrize("phase", ["PlayerDecisions", "Options"])
def test_chips_of_a_decision_are_still_awaited_after_a_loss_of_power(phase: str) -> None:
    table = at(phase)
    table.run()
    table.decide(1, "bet")
    restarted(table)
    table.choose("resume")
    assert table.open == (("bet", (1,), 2 * ANTE),)
    assert table.place(1, ("bet", 2 * ANTE)).refused is None
    ends_well(table, phase)


@clause("house.2", "671a.7(d)")
def test_a_loss_of_power_between_the_announcement_and_the_deal_leaves_the_wagers() -> None:
    table = at("NoMoreBets")
    stacks = table.table.stacks
    restarted(table)
    resolve(table)
    assert table.table.stacks == stacks
    if table.table.phase == "Betting":
        assert table.ask(c.NoMoreBets()).refused is None
    assert table.table.phase == "Dealing"
    ends_well(table, "Dealing")


@clause("house.3")
@pytest.mark.parametrize("device", ["shoe", "wagers"])
@pytest.mark.parametrize("phase", PHASES)
def test_a_device_that_is_lost_and_comes_back(phase: str, device: str) -> None:
    table = at(phase)
    table.answers = True
    table.lose(device)
    assert (table.shoe.locked, table.open) == (True, ())
    for remedy in [way.name for hold in table.table.holds for way in hold.remedies if way.name == "resume"]:
        refused(table.choose(remedy), "topic:device-lost")
    table.back(device)
    resolve(table)
    ends_well(table, phase)


@clause("house.3", "house.9")
@pytest.mark.parametrize("phase", ["Dealing", "PlayerDecisions", "LockedIn", "Options"])
def test_one_that_does_not_come_back_leaves_a_void_round(phase: str) -> None:
    table = at(phase)
    table.lose("shoe")
    assert table.choose("void_round", "device-lost").refused is None
    assert {one[3] for one in table.rows()} <= {"void", "lose", "fee"}
    assert table.table.stacks == ()


@clause("house.3", "671a.8(c)")
def test_a_shoe_that_starts_anew_in_the_deal_deals_on_and_its_sealed_cards_are_named_from_sight() -> None:
    """It has forgotten draws 1 to 4; 5 to 10 it knows, as 1 to 6."""
    table = at("Dealing")
    for _ in range(3):
        table.draw()
    table.reset("shoe")
    resolve(table)
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert table.dealt_to(0) == [1, 3, 5, 7, 9]
    table.act(1, "bet")
    table.lock()
    assert table.rows() == [SUPER, *BET]
    entered = [one.draw for one in table.events(ev.CardEntered)]
    assert sorted(entered) == [1, 2, 3, 4]


@clause("house.17", "671a.11(d)(1)")
@pytest.mark.parametrize("phase", ["Dealing", "Options"])
def test_a_jam_locks_the_shoe_until_it_is_cleared(phase: str) -> None:
    table = at(phase)
    table.report("shoe", m.FaultRaised("jam"))
    assert table.shoe.locked
    refused(table.choose("cleared", role="dealer"), "topic:jam")
    table.report("shoe", m.FaultCleared("jam"))
    resolve(table)
    assert not table.shoe.locked
    ends_well(table, phase)


@clause("house.16", "house.18", "671a.13(b)")
def test_what_is_pushed_back_or_missing_is_asked_about_and_never_guessed() -> None:
    table = at("Options")
    table.draw()
    table.report("shoe", m.CardPushedBack(11, "front"))
    assert kinds(table) == ["card-pushed-back"]
    assert table.choose("resume").refused is None
    table.shoe.last += 2
    table.shoe.inside.popleft()
    table.shoe.inside.popleft()
    table.draw()
    assert kinds(table) == ["gap"]
    assert [way.name for way in table.table.holds[0].remedies] == ["void_round"]
    table.choose("void_round")
    assert is_void(table)
    assert back(1, "ante", outcome="void") in table.rows()
