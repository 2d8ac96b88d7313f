"""Two decks that take turns in a shuffler, and one deck that a shuffler shuffles: 671a.3(b), .4(d), .5(b),
.5(c)(1), .5(f), .13(e) and .13(g). How often the dealer counts is in test_deck_count.py."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch, Equipment
from drivers import messages as m
from tests.controller.games.lunar_poker.guided import GuidedLunarPoker
from tests.controller.table.following import met, refusal

RED: Final = Batch("red", 1)
BLUE: Final = Batch("blue", 1)
ONE_DECK: Final = Equipment("batch", backs=("red",))
OPENED: Final = ["inspect", "verify", "spread", "look", "wash", "feed"]


def opened(*batches: Batch, equipment: Equipment | None = None) -> GuidedLunarPoker:
    table = GuidedLunarPoker("batch", equipment)
    table.say(c.OpenTable(batches), "floorperson")
    return table


def playing(equipment: Equipment | None = None) -> GuidedLunarPoker:
    table = opened(equipment=equipment)
    table.follow()
    return table


def asked(table: GuidedLunarPoker, until: str = "Betting") -> list[str]:
    """What people are asked for, step by step, up to that phase; waiting for the machine left out."""
    kinds = []
    while table.table.phase != until:
        kinds.append(table.urgent().kind)
        table.step()
    return [kind for kind in kinds if kind not in ("confirm_table", "wait")]


def in_play(table: GuidedLunarPoker) -> str:
    return table.supply.batches[table.supply.current].back


def where(table: GuidedLunarPoker) -> dict[str, str]:
    return {batch.back: batch.where for batch in table.supply.batches}


def in_rack(table: GuidedLunarPoker) -> set[str]:
    """The backs in the discard rack: a deck that came out of the shoe whole, and the discards of one that is
    being played."""
    supply = table.supply
    discards = {in_play(table)} if supply.rack else set()
    return discards | {b.back for b in supply.batches if (b.where, b.stage) == ("table", "collected")}


# ---- 671a.3(b): the two decks ---------------------------


@clause("671a.3(b)", "671a.3(b)(1)")
@pytest.mark.parametrize(
    ("batches", "cited"),
    [
        ((RED,), "topic:two-batches"),
        ((RED, BLUE, Batch("green", 1)), "topic:two-batches"),
        ((RED, Batch("blue", 2)), "topic:equal-batches"),
        ((RED, RED), "topic:two-backs"),
    ],
)
def test_with_a_shuffler_two_decks_of_two_backs_come(batches: tuple[Batch, ...], cited: str) -> None:
    assert refusal(GuidedLunarPoker("batch"), c.OpenTable(batches)) == cited
    assert refusal(playing(), c.ChangeCards(batches)) == cited
    assert [one.back for one in opened(RED, BLUE).supply.batches] == ["red", "blue"]


@clause("671a.3(b)(2)")
def test_no_deck_is_dealt_before_the_other_one_is_in_the_shuffler() -> None:
    table = opened()
    table.follow("Loading")
    assert where(table) == {"red": "table", "blue": "shuffler"}
    table.follow()
    assert where(table) == {"red": "shoe", "blue": "shuffler"}
    table.shuffled()
    table.round()
    table.step()
    table.take_stack()
    assert where(table) == {"red": "table", "blue": "table"}
    assert table.urgent().kind == "feed"
    for early in (c.LoadShoe(), c.CutCards("dealer"), c.ShuffleCards(), c.FeedShuffler("blue")):
        refusal(table, early)
    table.say(c.FeedShuffler("red"))
    assert table.table.phase == "Loading"


@clause("671a.3(b)(3)")
def test_each_deck_is_played_in_every_other_round() -> None:
    table = playing()
    backs = []
    for _ in range(6):
        backs.append(in_play(table))
        table.round()
        table.follow()
    assert backs == ["red", "blue"] * 3


@clause("671a.3(b)(4)")
def test_the_rack_holds_one_deck_until_that_is_in_the_shuffler() -> None:
    table = playing()
    table.round()
    table.say(c.CollectShoe(-1))
    assert in_rack(table) == {"red"}
    table.follow("Loading")
    assert in_rack(table) == set()


# ---- opening, shuffle and cut ---------------------------


@clause("671a.4(d)", "671a.5(c)(1)", "671a.5(a)")
def test_each_deck_is_opened_by_itself_and_both_go_through_the_shuffler() -> None:
    assert asked(opened()) == [*OPENED, *OPENED[:-1], "take_stack", "feed", "load"]


@clause("671a.5(c)(1)", "671a.5(a)")
def test_what_the_shuffler_shuffled_is_dealt_without_a_cut_after_each_round() -> None:
    table = playing()
    for _ in range(2):
        table.round()
        assert asked(table) == ["collect_shoe", "take_stack", "feed", "load"]


@clause("671a.5(e)", "671a.5(c)(1)")
def test_where_there_is_no_cut_none_is_made_again() -> None:
    table = opened()
    table.follow("Loading")
    assert refusal(table, c.OrderRecut("a doubt")) == "topic:recut"


@clause("671a.4(e)", "671a.5(c)(2)", "671a.5(c)(1)")
def test_the_first_of_two_preshuffled_decks_is_cut_and_the_second_goes_through_the_shuffler() -> None:
    table = opened(Batch("red", 1, "preshuffled", "1"), Batch("blue", 1, "preshuffled", "2"))
    assert asked(table) == ["feed", "cut", "load"]
    table.follow()
    table.round()
    assert asked(table) == ["collect_shoe", "take_stack", "feed", "load"]


# ---- one deck and a shuffler ---------------------------


@clause("671a.3(a)", "671a.3(b)", "671a.5(a)", "671a.5(c)(1)")
def test_one_deck_may_be_shuffled_by_the_shuffler_after_each_round() -> None:
    table = opened(equipment=ONE_DECK)
    assert asked(table) == [*OPENED, "take_stack", "load"]
    table.follow()
    for _ in range(2):
        table.round()
        assert asked(table) == ["collect_shoe", "feed", "take_stack", "load"]
    other = GuidedLunarPoker("batch", ONE_DECK)
    assert refusal(other, c.OpenTable((RED, BLUE))) == "topic:two-batches"


@clause("671a.4(e)", "671a.5(c)(2)")
def test_one_preshuffled_deck_is_cut_and_not_shuffled_first() -> None:
    table = opened(Batch("red", 1, "preshuffled", "1"), equipment=ONE_DECK)
    assert asked(table) == ["cut", "load"]


@clause("671a.5(f)", "671a.5(c)(1)")
def test_one_deck_of_an_idle_table_is_spread_washed_and_shuffled() -> None:
    table = playing(ONE_DECK)
    table.say(c.LeaveIdle())
    assert asked(table) == ["collect_shoe", "spread", "look", "wash", "feed", "take_stack", "load"]


# ---- 671a.5(b): the shuffler counts ---------------------------


def found(count: int = 0, *verdicts: m.Verdict, equipment: Equipment | None = None) -> GuidedLunarPoker:
    """After a round the shuffler found this of the deck that it kept, or of the only one."""
    table = playing(equipment)
    table.shuffler.count = count
    table.shuffler.verdicts = (*verdicts, *("good", "good", "good")[len(verdicts) :])  # type: ignore[assignment]
    if equipment is None:
        table.shuffled()
    table.round()
    while not table.table.holds:
        table.step()
    table.shuffler.count, table.shuffler.verdicts = 0, ("good", "good", "good")
    return table


@clause("671a.5(b)")
@pytest.mark.parametrize("equipment", [None, ONE_DECK])
@pytest.mark.parametrize(("count", "verdict"), [(51, "bad"), (53, "bad"), (51, "good"), (0, "bad")])
def test_a_deck_that_has_not_52_cards_leaves_the_table_and_is_not_counted_again(
    count: int, verdict: m.Verdict, equipment: Equipment | None
) -> None:
    table = found(count, verdict, equipment=equipment)
    (hold,) = table.table.holds
    assert hold.clause == "topic:shuffler-count"
    assert [way.name for way in hold.remedies] == ["change_cards", "out_of_play"]
    (what,) = [one.what for one in table.events(ev.IrregularityMet)]
    assert (what.kind, what.clause) == ("card-count", "topic:shuffler-count")
    for barred in ("recount", "covered", "signed", "reshuffle"):
        refusal(table, c.ChooseRemedy(hold.id, barred), "floorperson")
    table.choose("change_cards")
    before = len(table.events(ev.CardsReceived))
    table.follow("Inspecting")
    assert len(table.events(ev.CardsReceived)) == before + 1
    table.follow()
    assert table.table.phase == "Betting"


@clause("671a.5(b)")
@pytest.mark.parametrize("verdicts", [("good", "bad", "good"), ("good", "good", "bad")])
def test_another_card_or_another_back_among_52_is_a_verdict_of_its_own_and_may_be_looked_at_again(
    verdicts: tuple[m.Verdict, ...],
) -> None:
    table = found(0, *verdicts)
    (hold,) = table.table.holds
    assert hold.clause == "topic:cards-to-discard-rack"
    assert [way.name for way in hold.remedies] == [
        "recount",
        "change_cards",
        "covered",
        "signed",
        "out_of_play",
    ]
    machine = table.supply.machine
    assert (machine.counted, machine.identity, machine.back) == verdicts


@clause("671a.5(b)")
def test_a_bad_count_decides_whatever_else_was_found() -> None:
    table = found(51, "bad", "bad", "bad")
    assert [way.name for way in table.table.holds[0].remedies] == ["change_cards", "out_of_play"]


# ---- 671a.5(f): nobody plays ---------------------------


@clause("671a.5(f)", "671a.4(c)")
@pytest.mark.parametrize("secure", [True, False])
def test_idle_neither_deck_is_played_again_before_it_was_spread_and_looked_at(secure: bool) -> None:
    """However securely the shuffler keeps the other one. The one that was played goes into the machine, the
    kept one is shuffled by hand and cut."""
    table = GuidedLunarPoker("batch")
    if not secure:
        table.shuffler.able = tuple(word for word in table.shuffler.able if word != "secure")
        table.unplug()
        table.plug_in()
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    table.shuffled()
    table.say(c.LeaveIdle())
    done: list[tuple[str, str]] = []
    while table.table.phase != "Betting":
        done.append((in_play(table), table.urgent().kind))
        table.step()
    assert [one for one in done if one[1] in ("spread", "look", "wash", "shuffle", "cut")] == [
        *(("red", kind) for kind in ("spread", "look", "wash")),
        *(("blue", kind) for kind in ("spread", "look", "wash", "shuffle", "cut")),
    ]
    assert where(table) == {"red": "shuffler", "blue": "shoe"}
    table.round()
    assert asked(table) == ["collect_shoe", "take_stack", "feed", "load"]


@clause("671a.5(f)", "671a.13(g)")
def test_idle_with_the_shuffler_out_of_order_the_deck_is_shuffled_by_hand_and_cut() -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("signed"))
    table.say(c.LeaveIdle())
    assert asked(table) == ["collect_shoe", "spread", "look", "wash", "shuffle", "cut", "load"]


# ---- 671a.13(e), (g): the shuffler fails ---------------------------

PHASES: Final = ("Betting", "Dealing", "PlayerDecisions", "LockedIn", "Options", "Settling", "Collecting")


def in_phase(phase: str) -> GuidedLunarPoker:
    """Red is played, the machine works at blue, and the round has come to that phase."""
    table = playing()
    table.stake(1)
    if phase == "Betting":
        return table
    if phase == "Dealing":
        table.say(c.NoMoreBets())
        table.draw()
        return table
    table.deal()
    if phase != "PlayerDecisions":
        table.act(1, "buy")
        table.say(c.LockDecisions())
    if phase == "Options":
        table.run()
    elif phase in ("Settling", "Collecting"):
        table.run()
        table.act(1, "bet")
        while table.table.phase != phase:
            assert table.prompt() in ("draw", "settle")
            table.draw() if table.prompt() == "draw" else table.say(c.WagersSettled())
    assert table.table.phase == phase, table.table.phase
    return table


@clause("671a.13(e)")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("reason", ["jam", "stopped", "incomplete"])
def test_a_shuffle_that_was_not_completed_is_made_again_and_the_round_goes_on(
    phase: str, reason: str
) -> None:
    table = in_phase(phase)
    stacks, rounds = table.table.stacks, len(table.events(ev.RoundEnded))
    table.report("shuffler", table.shuffler.fail(reason, "path"))
    (what,) = [one.what for one in table.events(ev.IrregularityMet)]
    assert (what.kind, what.clause) == ("shuffler-failed", "topic:shuffle-incomplete")
    assert table.table.stacks == stacks
    assert (table.table.phase, table.table.holds) == (phase, ())
    if phase == "Betting":
        table.say(c.NoMoreBets())
    table.run()
    table.finish()
    assert len(table.events(ev.RoundEnded)) == rounds + 1
    table.follow()
    assert in_play(table) == "blue"
    jobs = [one.batch for one in table.events(ev.BatchFed)]
    assert jobs[-3:] == [1, 1, 0], "blue went in once more before it was played"


@clause("671a.13(g)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_nobody_shuffles_by_hand_before_it_is_covered_or_signed_and_then_one_deck_plays(how: str) -> None:
    table = playing()
    table.report("shuffler", table.shuffler.fail("jam", "path"))
    table.round()
    assert table.table.holds
    refusal(table, c.ShuffleCards())
    assert refusal(table, c.ChooseRemedy(table.table.holds[0].id, how), "dealer") == "topic:role"
    table.choose(how)
    assert met(table, "shuffler-out-of-order") == 1
    for _ in range(2):
        assert asked(table) == ["collect_shoe", "shuffle", "cut", "load"]
        table.round()
    assert in_rack(table) == {"red"}
    assert table.supply.batches[1].stage == "aside"


@clause("671a.13(g)", "671a.3(b)(3)")
def test_back_in_service_the_decks_take_turns_again() -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("covered"))
    table.shuffler.stage = "empty"  # emptied by hand
    table.round()
    table.follow()
    refusal(table, c.ReturnToService(), "dealer")
    table.say(c.ReturnToService(), "floorperson")
    table.follow()
    backs = []
    for _ in range(3):
        backs.append(in_play(table))
        table.round()
        table.follow()
    assert backs == ["red", "blue", "red"]


@clause("671a.13(g)", "671a.5(c)(1)", "671a.5(c)(2)")
def test_what_it_had_shuffled_and_was_put_aside_is_cut_when_it_is_shuffled_by_hand() -> None:
    table = playing()
    table.shuffled()
    table.round()
    table.say(c.CollectShoe(-1))
    table.take_stack()
    table.say(c.MarkOutOfOrder("signed"))
    assert asked(table) == ["load"], "blue came out of the shuffler complete"
    table.round()
    assert asked(table) == ["collect_shoe", "shuffle", "cut", "load"]


# ---- whatever happens ---------------------------

HAPPENS: Final = ("round", "round", "step", "done", "jam", "bad", "idle", "mark", "return", "lid", "reset")


def happen(table: GuidedLunarPoker, what: str) -> None:
    machine = table.shuffler
    if what == "round":
        table.follow()
        if table.table.phase == "Betting":
            table.round()
    elif what == "step":
        table.step()
    elif what == "done" and machine.stage == "working":
        table.shuffled()
    elif what == "jam" and machine.stage == "working":
        table.report("shuffler", machine.fail("jam", "path"))
    elif what == "bad" and machine.stage == "working":
        machine.verdicts = ("bad", "good", "good")
        table.shuffled()
        machine.verdicts = ("good", "good", "good")
    elif what == "idle":
        table.ask(c.LeaveIdle())
    elif what == "mark":
        table.ask(c.MarkOutOfOrder("signed"))
    elif what == "return":
        table.ask(c.ReturnToService(), "floorperson")
    elif what == "lid":
        table.open_lid()
    elif what == "reset":
        table.unplug()
        table.plug_in(anew=True)


@clause("671a.3(b)(2)", "671a.3(b)(3)", "671a.3(b)(4)", "671a.13(e)", "671a.13(g)")
@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(HAPPENS), max_size=40))
def test_whatever_happens_one_deck_is_in_the_rack_and_none_is_dealt_twice_running(story: list[str]) -> None:
    """While the shuffler is in use: each round has another deck than the one before it, and the other one is
    in the shuffler when it begins."""
    table = playing()
    ended, last = 0, ""
    for what in (*story, "round"):
        used = not table.supply.machine.out_of_order
        received = len(table.events(ev.CardsReceived))
        happen(table, what)
        assert len(in_rack(table)) <= 1
        if len(table.events(ev.RoundEnded)) > ended:
            back = in_play(table)
            fresh = len(table.events(ev.CardsReceived)) > received
            if used and not table.supply.machine.out_of_order and not fresh:
                assert back != last
            ended, last = len(table.events(ev.RoundEnded)), back
        if table.supply.machine.out_of_order or len(table.events(ev.CardsReceived)) > received:
            last = ""
