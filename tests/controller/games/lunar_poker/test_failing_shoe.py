"""An automated shoe that does not deal voids the round (671a.13(f)): at every card, for every reason."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Input, Told
from controller.table.ruling import Ruling, fold
from controller.table.state import Stack, Table
from drivers import messages as m
from tests.controller.games.lunar_poker.playing import ANTE
from tests.controller.games.lunar_poker.rounds import at, kinds, records
from tests.controller.games.lunar_poker.stacked import ALL, THREE, Stacked, refused, stacks_of
from tests.support import BUILD

REASONS = ("jam", "stopped", "no-card", "empty", "lid", "locked", "power")
VERBS = ("buy", "exchange", "buy")
CARDS = 20 + 1 + 2 + 1
"""Of a round of three boxes that have decided so."""
CITED = ("shoe-failed", "671a.13(f)")


class Failing(Stacked):
    """lay: what lay on the table when the round was declared void."""

    lay: tuple[Stack, ...] = ()

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        if any(isinstance(event, ev.RoundVoided) for event in ruling.events):
            self.lay = before.stacks


def staked() -> Failing:
    """Boxes 1 to 3 have an Ante and a Super Wager."""
    table = Failing(stacks_of(*THREE))
    for box in ALL:
        assert table.stake(box, ANTE).refused is None
    return table


def play_on(table: Stacked) -> None:
    """The round of VERBS, until it is over, void or held. Whoever was served folds."""
    if table.table.phase == "Betting":
        table.ask(c.NoMoreBets())
    for _ in range(40):
        if table.table.void or table.table.holds:
            return
        table.run()
        box = next((one.box for one in table.game.prompts(table.table)), 0)
        if table.table.phase == "PlayerDecisions" and table.prompt() == "decide":
            table.act(box, VERBS[box - 1], *((1, 2) if VERBS[box - 1] == "exchange" else ()))
        elif table.prompt() == "decide":
            table.decide(box, "fold")
        elif table.prompt() == "lock_decisions":
            table.ask(c.LockDecisions())
        else:
            return


def resolve(table: Stacked) -> None:
    """What is at fault is repaired, and every open question is answered so that play goes on."""
    for _ in range(10):
        if not table.table.holds:
            return
        for one in table.table.standing.devices:
            for fault in one.faults:
                table.report(one.name, m.FaultCleared(fault))
        assert table.choose(table.table.holds[0].remedies[0].name).refused is None
    raise AssertionError(kinds(table))


def is_void_whole(table: Failing) -> None:
    """The round is void once, by the clause; every wager that lay there went back; and the cards of the round
    and those in the shoe are shuffled together."""
    assert len(table.events(ev.RoundVoided)) == 1
    assert [one for one in records(table) if one[1] == "671a.13(f)"] == [CITED]
    assert table.table.stacks == ()
    assert table.lay != ()
    void = [(one[0], one[2], one[4:]) for one in table.rows() if one[3] == "void"]
    assert void == [(one.box, one.wager, (0, one.stake, 0)) for one in table.lay]
    assert {one[3] for one in table.rows()} <= {"void", "lose", "fee"}
    resolve(table)
    table.run()
    assert (table.table.phase, table.table.standing.sealed) == ("Shuffling", ())
    assert table.collect_shoe().refused is None
    assert table.table.holds == ()
    folded = table.game.new_table(table.table.rules)
    for _, ruling in table.log:
        folded = fold(table.game, folded, ruling.events)
    assert folded == table.table


# ---- at every card -------------------------------------------------------------------------------


@clause("671a.13(f)")
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("draw", range(1, CARDS + 1))
def test_a_shoe_that_fails_at_any_card_of_a_round_voids_it(draw: int, reason: str) -> None:
    table = staked()
    table.automated.strikes = {draw: reason}
    play_on(table)
    assert table.automated.stage == "failed"
    is_void_whole(table)


@clause("671a.13(f)")
def test_one_that_deals_every_card_voids_nothing() -> None:
    table = staked()
    play_on(table)
    assert (table.table.last, table.table.phase) == (CARDS, "Shuffling")
    assert table.events(ev.RoundVoided) == []


@clause("671a.13(f)", "671a.11(d)(1)")
def test_a_fee_that_was_collected_stays_a_fee_and_one_that_lies_there_goes_back() -> None:
    table = staked()
    table.automated.strikes = {21: "jam"}
    play_on(table)
    is_void_whole(table)
    fees = [(one[0], one[3]) for one in table.rows() if one[2] == "options"]
    assert fees == [(1, "fee"), (2, "void"), (3, "void")]


@clause("671a.13(f)", "house.3")
@pytest.mark.parametrize("draw", [3, 12])
def test_it_waits_for_no_answer_to_another_question(draw: int) -> None:
    table = staked()
    shoe = table.automated
    shoe.strikes = {draw: "no-card"}
    shoe.paused = True
    play_on(table)
    while table.table.last < draw - 1 or shoe.locked:
        if shoe.coming:
            table.come()
        play_on(table)
    table.lose("wagers")
    assert kinds(table) == ["device-lost"]
    table.come()
    assert table.table.void
    assert table.table.stacks == ()
    table.back("wagers")
    shoe.paused = False
    is_void_whole(table)


# ---- orders, faults, boots -----------------------------------------------------------------------


@clause("671a.13(f)")
@pytest.mark.parametrize("reason", ["fault", "lid-open", "busy", "bad-value", "not-permitted"])
def test_a_stack_that_the_shoe_will_not_dispense_voids_the_round(reason: str) -> None:
    table = staked()
    table.automated.paused = True
    table.ask(c.NoMoreBets())
    table.automated.coming.clear()
    table.automated.stage = "none"
    table.report("shoe", m.OrderRefused("dispense", reason))
    is_void_whole(table)


@clause("671a.13(f)")
def test_an_order_that_it_could_not_finish_does_too_and_one_of_another_kind_is_asked_about() -> None:
    for report, void in ((m.OrderFailed(3, "fault"), True), (m.OrderRefused("disclose", "bad-value"), False)):
        table = staked()
        table.automated.paused = True
        table.ask(c.NoMoreBets())
        table.report("shoe", report)
        assert (len(table.events(ev.RoundVoided)) == 1, kinds(table)) == (
            void,
            [] if void else ["order-refused"],
        )


@clause("671a.13(f)", "house.17")
def test_a_fault_while_a_card_is_due_voids_at_once() -> None:
    table = staked()
    table.automated.paused = True
    table.ask(c.NoMoreBets())
    table.come(2)
    table.report("shoe", m.FaultRaised("motor"))
    assert (table.table.void, kinds(table)) == (True, ["device-fault"])
    is_void_whole(table)


@clause("671a.13(f)", "house.17")
def test_a_fault_between_two_stacks_voids_when_the_next_card_is_due() -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    table.report("shoe", m.FaultRaised("sensor"))
    assert (table.table.void, kinds(table)) == (False, ["device-fault"])
    table.deliver_stack()
    is_void_whole(table)


@clause("671a.13(f)", "house.17")
def test_one_that_is_cleared_before_that_voids_nothing() -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    table.report("shoe", m.FaultRaised("sensor"))
    resolve(table)
    play_on(table)
    assert table.events(ev.RoundVoided) == []
    assert table.table.phase == "Shuffling"


@clause("671a.13(f)", "house.17")
def test_a_fault_while_players_decide_is_cleared_or_the_floorperson_voids() -> None:
    for way in ("cleared", "void_round"):
        table = staked()
        table.deal()
        table.report("shoe", m.FaultRaised("sensor"))
        assert (table.table.void, kinds(table)) == (False, ["device-fault"])
        table.report("shoe", m.FaultCleared("sensor"))
        table.choose(way)
        play_on(table)
        assert len(table.events(ev.RoundVoided)) == (way == "void_round")


@clause("671a.13(f)", "house.2")
@pytest.mark.parametrize("delivered", range(4))
def test_a_shoe_that_starts_anew_has_lost_its_load(delivered: int) -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    for _ in range(delivered):
        table.deliver_stack()
    if table.automated.in_exit:
        table.automated.stage = "dispensed"
    table.reset("shoe")
    assert table.table.void
    table.report("shoe", m.StackFailed(0, "power", 0, 0))
    resolve(table)
    assert len(table.events(ev.RoundVoided)) == 1
    assert records(table).count(CITED) == 1
    assert table.table.stacks == ()


@clause("671a.10(a)(1)", "house.2")
def test_one_of_which_nothing_was_dispensed_yet_deals_on() -> None:
    table = staked()
    table.reset("shoe")
    table.report("shoe", m.CardsLoaded(1, 52))
    resolve(table)
    play_on(table)
    assert table.events(ev.RoundVoided) == []
    assert table.dealt_to(0)[:5] == [1, 2, 3, 4, 5]


@clause("671a.13(f)", "house.2")
@pytest.mark.parametrize("draw", [1, 4, 5, 8, 20, 21, 23])
def test_a_controller_that_starts_again_in_the_middle_of_a_stack_finds_it_ended(draw: int) -> None:
    """HELLO ends what the shoe does; that is told once the journal has asked for it."""
    table = staked()
    shoe = table.automated
    shoe.strikes = {draw: "stopped"}
    shoe.paused = True
    play_on(table)
    while not (len(shoe.coming) == 1 and isinstance(shoe.coming[0], m.StackFailed)):
        if shoe.coming:
            table.come()
        play_on(table)
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000)))
    for name, _ in table.devices:
        table.back(name)
    assert kinds(table) == ["power-loss"]
    table.come()
    assert table.table.void
    shoe.paused = False
    is_void_whole(table)


@clause("671a.13(f)")
def test_other_cards_that_are_put_in_during_the_round_void_it() -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    table.deliver_stack()
    table.report("shoe", m.CardsLoaded(2, 52))
    assert table.table.void or table.events(ev.RoundVoided) != []
    assert records(table) == [CITED]


# ---- where no card is to come --------------------------------------------------------------------


@clause("671a.13(f)")
@pytest.mark.parametrize("verb", ["bet", "fold"])
def test_once_no_card_is_to_come_the_round_is_played_out(verb: str) -> None:
    table = staked()
    table.deal()
    for box in ALL:
        table.act(box, verb)
    table.report("shoe", m.StackFailed(0, "power", 0, 0))
    assert table.table.void is False
    refused(table.ask(c.ReportMisdeal("shoe_failed")), "671a.13(f)", "no card is to come")
    table.finish()
    assert table.events(ev.RoundVoided) == []
    assert table.table.phase == "Shuffling"


@clause("671a.13(f)")
def test_as_long_as_somebody_may_ask_for_cards_it_is_void() -> None:
    table = staked()
    table.deal()
    table.act(1, "bet")
    table.act(2, "fold")
    table.report("shoe", m.StackFailed(0, "power", 0, 0))
    is_void_whole(table)


@clause("671a.5(a)", "671a.13(f)")
@pytest.mark.parametrize("phase", ["Betting", "NoMoreBets"])
def test_before_a_card_is_dealt_the_cards_are_shuffled_again_and_wagers_stay(phase: str) -> None:
    table = staked()
    table.answers = phase == "Betting"
    if phase == "NoMoreBets":
        table.ask(c.NoMoreBets())
    lying = table.table.stacks
    table.answers = True
    table.report("shoe", m.StackFailed(0, "power", 0, 0))
    assert (table.table.phase, table.table.stacks) == ("Shuffling", lying)
    assert table.events(ev.RoundVoided) == []
    table.shuffle(stacks_of(*THREE))
    play_on(table)
    assert table.events(ev.RoundVoided) == []


# ---- the dealer's word ---------------------------------------------------------------------------


@clause("671a.13(f)")
@pytest.mark.parametrize("delivered", range(5))
def test_the_dealer_may_say_that_the_shoe_does_not_deal(delivered: int) -> None:
    table = staked()
    table.ask(c.NoMoreBets())
    for _ in range(delivered):
        table.deliver_stack()
    assert table.ask(c.ReportMisdeal("shoe_failed")).refused is None
    is_void_whole(table)


@clause("671a.13(f)")
def test_not_of_a_shoe_that_is_none_of_that_kind() -> None:
    refused(at("Dealing").ask(c.ReportMisdeal("shoe_failed")), "671a.13(f)", "no automated shoe")


@clause("671a.13(f)")
def test_a_question_that_was_open_voids_nothing_a_second_time() -> None:
    table = staked()
    table.automated.strikes = {7: "jam"}
    play_on(table)
    assert "void_round" in [way.name for way in table.table.holds[0].remedies]
    table.choose("void_round")
    assert len(table.events(ev.RoundVoided)) == 1
