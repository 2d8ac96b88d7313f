"""A progressive system in trouble: wagers that cross a lock-out, credits that do not go through, awards that
are older than the round, hands that die.

What goes right is in test_progressive.py; amounts are worked out by hand from 633a.7(o) and 633a.13(j), (l).
"""

from msgspec.structs import replace

from controller.consoles.progressive_choices import progressive_candidates
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import METER_UNIT
from drivers import messages as m
from tests.controller.games.blackjack.playing import Blackjack
from tests.controller.games.blackjack.progressive import BAD_BEAT, HIT_AND_RUN, OFFERED
from tests.controller.table.test_progressive import amounts, table
from tests.support import BUILD

BAD_BEAT_DEAL = "2C TS 9H TC 5D 7C"
"""A 20 against a 21 in three cards: 25 for 1."""


def credits(at: Blackjack) -> list[tuple[int, str, int]]:
    """What stands on the accounts, in the order in which it came there."""
    return [(one.box, one.wager, one.cents) for one in at.system.credits]


# ---- the lock-out -------------------------------------------------------------------------------------


@clause("633a.2(c)")
@clause("633a.6(e)(8)")
def test_a_wager_that_is_refused_while_the_lock_out_is_on_its_way_is_not_played() -> None:
    """Sixty cents cannot be made with the chips in use. The device had locked out with it before the refusal
    came there; then it went back to the account, and is not on the next list."""
    at = table()
    at.system.silent = True
    at.ask(c.NoMoreBets())
    refused = at.report("system", m.ProgressivePlaced(1, "bad_beat", 60))
    assert refused.refused is not None
    assert refused.orders == (m.RejectProgressive(1, "bad_beat", 0),)
    assert m.LockOut() in at.report("system", m.LockedOut(((1, "bad_beat", 60),))).orders
    assert at.shoe.locked
    at.report("system", m.LockedOut(()))
    assert at.table.phase == "Dealing"
    assert [stack.wager for stack in at.table.stacks] == ["blackjack"]
    assert not at.table.irregularities


@clause("633a.6(e)(8)")
def test_what_was_accepted_on_a_box_without_a_hand_goes_back() -> None:
    """A report was lost, and nobody could refuse it."""
    at = table()
    at.system.accepted[3, "bad_beat"] = 5_00
    at.deal()
    assert at.system.rejected == [m.RejectProgressive(3, "bad_beat", 0)]
    assert at.system.accepted == {}
    assert [one.kind for one in at.table.irregularities] == ["progressive-count"]


@clause("633a.2(d)(1)")
def test_no_more_than_the_highest_wager_of_the_table_is_accepted() -> None:
    at = table()
    assert at.wager_there(1, "hit_and_run", 1_000_00).refused is None
    refused = at.wager_there(1, "hit_and_run", 50).refused
    assert refused is not None
    assert refused.why == "more than $1000.00 of hit_and_run is not accepted"
    assert at.system.accepted == {(1, "hit_and_run"): 1_000_00}
    attempt = at.report("system", m.AttemptAfterLockOut(1, "hit_and_run", 5_00)).refused
    assert attempt is not None
    assert "of that amount" in attempt.why


# ---- credits ------------------------------------------------------------------------------------------


@clause("633a.7(o)(1)(ii)(B)")
@clause("633a.7(o)(1)(ii)(C)")
def test_awards_are_credited_in_the_order_of_their_numbers() -> None:
    """Box 2 has won 100 for 1, which is verified first; box 1 has the Magic Card. A system that had credited
    award 2 would not credit award 1 any more."""
    options = replace(BAD_BEAT, options=("magic_card",))
    at = table("2C 9S TS 2H 9C TC 2D 4C 3C TD", progressives=(options, HIT_AND_RUN))
    at.wager(2, 10_00)
    at.wager_there(1, "bad_beat", 1_00)
    at.wager_there(2, "bad_beat", 1_00)
    at.system.magic = "9C"
    at.deal()
    at.ask(c.Decide(1, "stand"))
    at.ask(c.Decide(2, "stand"))
    for _ in range(3):
        at.draw()
    first, second = at.table.progressives.awards
    assert [(one.box, one.cents, one.verified) for one in (first, second)] == [
        (2, 100_00, False),
        (1, 20_00, True),
    ]
    assert credits(at) == []
    at.floor(c.VerifyAward(first.number))
    assert credits(at) == [(2, "bad_beat", 100_00), (1, "bad_beat", 20_00)]


@clause("633a.7(o)(1)(ii)(C)")
def test_a_system_that_has_credited_more_awards_than_ours_credits_ours_all_the_same() -> None:
    """A new journal, and a system that has been in use: it takes no award below its last one."""
    at = Blackjack(opened=False, **OFFERED)
    at.system.last = 500
    at.reset("system")
    at.open_table(BAD_BEAT_DEAL)
    at.wager(1, 10_00)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.finish()
    assert [(one.award, one.cents) for one in at.system.credits] == [(501, 25_00)]


@clause("633a.7(o)(1)(ii)(C)")
def test_a_system_in_the_place_of_another_credits_what_is_due() -> None:
    """It has been at another table, and credited an award of our number there."""
    at = table(BAD_BEAT_DEAL)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.system.silent = True
    at.run()
    at.play(1, "stand")
    at.run()
    assert at.table.wanted_credit is not None
    at.system.credits, at.system.last, at.system.silent = [], 1, False
    at.lose("system")
    at.system.boot += 1
    at.back("system", "ANOTHER")
    assert [(one.award, one.cents) for one in at.system.credits] == [(2, 25_00)]


@clause("633a.7(o)(1)(ii)(C)")
def test_a_credit_whose_report_was_lost_is_ordered_again_when_the_floor_goes_on() -> None:
    at = table(BAD_BEAT_DEAL)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.system.silent = True
    at.run()
    at.play(1, "stand")
    at.run()
    assert credits(at) == [(1, "bad_beat", 25_00)]
    at.system.silent = False
    at.report("system", m.Gap(7, 8))
    at.choose("resume", "gap")
    assert credits(at) == [(1, "bad_beat", 25_00)], "once"
    assert [one.done for one in at.table.progressives.awards] == [True]


@clause("633a.7(o)(1)(ii)(C)")
def test_an_award_that_the_system_will_not_credit_is_documented() -> None:
    """One without accounts says so each time: a question that only comes again would end in nothing."""
    at = table(BAD_BEAT_DEAL)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.system.silent = True
    at.run()
    at.ask(c.Decide(1, "stand"))
    at.draw()
    at.report("system", m.OrderRefused("credit", "unsupported"))
    assert not at.table.holds
    assert at.table.wanted_credit is None
    assert at.prompt() == "document_award"
    assert [one.kind for one in at.table.irregularities] == ["progressive-award"]
    at.finish()
    assert at.table.phase == "Betting"


@clause("633a.7(o)(1)(ii)(C)")
def test_a_credit_that_a_fault_hindered_is_ordered_again_once_that_is_repaired() -> None:
    at = table(BAD_BEAT_DEAL)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.system.silent = True
    at.run()
    at.ask(c.Decide(1, "stand"))
    at.draw()
    due = at.table.wanted_credit
    at.report("system", m.OrderRefused("credit", "fault"))
    assert due in at.choose("resume", "order-refused").orders


@clause("633a.7(o)(1)(ii)(C)")
def test_what_is_credited_after_its_documents_were_written_is_on_record() -> None:
    at = table(BAD_BEAT_DEAL)
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.system.silent = True
    at.run()
    at.play(1, "stand")
    at.run()
    at.floor(c.DocumentAward(1))
    assert not at.table.irregularities
    at.report("system", m.AwardCredited(1))
    assert [one.kind for one in at.table.irregularities] == ["progressive-award"]


# ---- awards of wagers that no round was dealt for -----------------------------------------------------


def out_of_play(cards: str = "2C TS 9H TC KD") -> Blackjack:
    """Two dollars of Bad Beat lay there, the system is away, and the table goes out of play."""
    at = table(cards)
    at.wager_there(1, "bad_beat", 2_00)
    at.lose("system")
    at.choose("out_of_play")
    assert not at.table.stacks
    return at


@clause("633a.2(c)")
def test_a_stake_that_cannot_go_back_by_the_system_holds_up_no_closing() -> None:
    at = out_of_play()
    kinds = [one.kind for one in at.game.prompts(at.table)]
    assert kinds[-1] == "document_award"
    assert len(kinds) > 1
    assert at.floor(c.DocumentAward(1)).refused is None
    assert at.close_table().table.phase == "Closed"
    at.back("system")
    assert credits(at) == []


def test_a_stake_that_is_owed_is_asked_for_though_the_wager_is_offered_no_more() -> None:
    """The next submission has no progressive wager, and there is no system any more."""
    at = out_of_play()
    at.close_table()
    without = Blackjack(opened=False)
    changed = c.Restarted(BUILD, without.table.rules, 0, devices=without.devices, equipment=without.equipment)
    at.take(c.Told(changed))
    for name, _ in without.devices:
        at.back(name)
    assert not at.table.rules.progressives
    at.open_table("2C TS 9H TC KD")
    at.wager(1, 10_00)
    at.deal()
    at.ask(c.Decide(1, "stand"))
    assert at.prompt() == "document_award"
    assert c.DocumentAward(1) in [one.what for one in progressive_candidates(at.game, at.table)]
    at.finish()
    assert at.table.phase == "Betting"


@clause("633a.13(j)(2)")
def test_a_void_round_after_that_gives_back_its_own_wager_too() -> None:
    """The award of the stake that went back before is none of this round's."""
    at = out_of_play()
    at.close_table()
    at.back("system")
    assert credits(at) == [(1, "bad_beat", 2_00)]
    at.open_table("2C TS 9H TC KD")
    at.wager(1, 10_00)
    at.wager_there(1, "bad_beat", 3_00)
    before = amounts(at)
    at.deal()
    at.lose("shoe")
    at.choose("void_round", "device-lost")
    assert credits(at)[1:] == [(1, "bad_beat", 3_00)]
    assert amounts(at) == before


# ---- dead hands ---------------------------------------------------------------------------------------


@clause("633a.13(l)(2)")
@clause("633a.14(i)")
def test_a_meter_that_is_won_has_nothing_of_a_wager_that_went_back() -> None:
    """Box 1 was passed over, and its hand is called dead: its 2.00 go back, and so do the 0.40 that the meter
    had of them. Box 2 wins 1,000 and 0.20 of its own; the meter begins anew with 1,500."""
    at = table("2C 5S TC 2H 6S TD 2S 2D 2C 3H 3S 2H 4D")
    at.wager(2, 10_00)
    at.wager_there(1, "hit_and_run", 2_00)
    at.wager_there(2, "hit_and_run", 1_00)
    at.deal()
    at.ask(c.Decide(1, "hit"))
    at.ask(c.ReportPassedOver(1, 1))
    at.choose("call_dead", "forgotten-card", role="dealer")
    at.finish()
    rows = {(row.box, row.wager): row for row in at.settlements() if row.wager == "hit_and_run"}
    assert rows[1, "hit_and_run"].outcome == "void"
    assert rows[2, "hit_and_run"].paid == 1_000_20
    assert amounts(at)["hit_and_run"] == 1_500_00 * METER_UNIT
