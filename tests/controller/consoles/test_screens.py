"""Screens: what they show of every kind of table, and what may be asked of it."""

import msgspec
from msgspec.structs import replace

from controller.consoles.frames import (
    CutShown,
    RefusalShown,
    Screen,
    Shown,
    Wrong,
    decode_frame,
    encode,
)
from controller.consoles.screens import screen
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table.commands import (
    CutCards,
    Decide,
    FeedShuffler,
    MarkOutOfOrder,
    NoMoreBets,
    OpenTable,
    RefuseCut,
    TakeEvenMoney,
    TimePassed,
    Told,
    WashCards,
)
from controller.table.events import AskingRefused
from controller.table.state import Batch, Hand, Hold, Stack, Table
from drivers import messages as m
from tests.controller.consoles.playing import Play


def shown(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: f"<{cited}>", name="Table 7", **more)  # type: ignore[arg-type]


# ---- the cards of the table -----------------------------------------------------------------------


def test_batches_and_shuffler_are_shown() -> None:
    play = Play(1, "batch").open()
    made = shown(play.table)
    assert [(one.back, one.where, one.stage) for one in made.batches] == [
        ("red", "shoe", "cut"),
        ("blue", "shuffler", "shuffled"),
    ]
    assert made.shuffler is not None
    assert (made.shuffler.stage, made.shuffler.back, made.shuffler.cards) == ("done", "blue", 312)
    assert (made.shuffler.counted, made.shuffler.identity, made.shuffler.back_seen) == ("good",) * 3
    assert shown(Play(1).table).shuffler is None


@clause("672a.3(c)")
def test_the_time_until_the_cards_must_be_changed_is_shown() -> None:
    play = Play(1).open()
    play.given(Told(TimePassed(90 * 60_000, "2024-05-01")))
    made = shown(play.table)
    assert (made.batches[0].minutes, made.day) == (24 * 60 - 90, "2024-05-01")
    play.given(Told(TimePassed(24 * 3_600_000, "2024-05-02")))
    assert shown(play.table).batches[0].minutes == 0
    doubted = replace(play.table.standing.supply, doubted=True, clock_ms=0)
    table = replace(play.table, standing=replace(play.table.standing, supply=doubted))
    assert shown(table).batches[0].minutes == 0
    unopened = replace(doubted, batches=(Batch("red", 6),))
    table = replace(play.table, standing=replace(play.table.standing, supply=unopened))
    assert shown(table).batches[0].minutes == -1


@clause("672a.5(c)(1)")
def test_whom_the_cut_is_offered_is_shown_only_while_it_is_due() -> None:
    play = Play(1).until("Cutting")
    assert shown(play.table).cut == CutShown("the first player, Ann", 0)
    play.ask(RefuseCut())
    assert shown(play.table).cut == CutShown("the dealer")
    play.ask(CutCards())
    assert shown(play.table).cut is None


def test_a_shuffler_that_failed_says_why_and_one_that_is_marked_says_how() -> None:
    play = Play(1, "batch").until("Washing")
    play.shuffler.fails = "jam"
    play.ask(WashCards())
    play.ask(FeedShuffler())
    made = shown(play.table).shuffler
    assert made is not None
    assert (made.stage, made.back, made.reason) == ("failed", "red", "jam")
    assert play.ask(MarkOutOfOrder("signed")).refused is None
    made = shown(play.table).shuffler
    assert made is not None
    assert made.out_of_order == "signed"


# ---- the rest of a table --------------------------------------------------------------------------


def test_boxes_show_player_chips_lammers_and_whose_turn_it_is() -> None:
    play = Play(1).open().bets(2)
    first = shown(play.table).boxes
    assert [box.player for box in first[:3]] == ["Ann", "Ben", ""]
    assert [(chips.wager, chips.cents) for chips in first[1].chips] == [("blackjack", 2500), ("push_22", 500)]
    play.until("PlayerDecisions")
    table = replace(play.table, stacks=(*play.table.stacks, Stack(1, 1, "free_bet", 0)))
    box = shown(table).boxes[0]
    assert box.hands[0].lammers == 1
    assert all(chips.wager != "free_bet" for chips in box.chips)
    assert [box.turn for box in shown(table).boxes].count(True) == 1


def test_the_shoe_is_open_only_for_cards_that_have_not_left() -> None:
    table = Play(1).open().table
    permit = m.Permit(10, "u")
    assert shown(replace(table, last=9, wanted_shoe=permit)).shoe.permitted == 1
    spent = shown(replace(table, last=10, wanted_shoe=permit)).shoe
    assert spent.locked
    assert spent.permitted == 0


def test_citations_are_resolved_everywhere() -> None:
    hold = Hold(1, "jam", "topic:jam", "jammed", ())
    play = Play(1).open()
    made = shown(replace(play.table, holds=(hold,)))
    assert made.holds[0].clause == "<topic:jam>"
    refused = [one for one in shown(play.table).choices if one.why_not]
    assert [type(one.what) for one in refused] == [NoMoreBets]
    assert refused[0].clause == "<topic:blackjack-wager>"
    assert refused[0].why_not == "no Blackjack Wager on the table"


def test_settlement_rows_are_this_rounds_or_the_last_ones() -> None:
    play = Play(1).open().until("Settling")
    now = shown(play.table)
    assert now.settled_round == play.table.round
    assert len(now.settled) == len(play.table.settled)
    last = (play.table.round, play.table.settled)
    play.until("Betting")
    later = shown(play.table, last_settled=last)
    assert (later.settled, later.settled_round) == (now.settled, now.settled_round)
    assert shown(play.table).settled == ()


def test_a_failed_journal_is_said_and_everything_shows_as_locked() -> None:
    play = Play(1).open().bets()
    made = shown(play.table, locked="no space left on the disk")
    assert made.locked == "no space left on the disk"
    assert made.shoe.locked
    assert (made.positions, made.spots, made.choices) == ("closed", (), ())
    assert "no space left" in made.prompts[0].words


def test_a_sealed_table_says_why() -> None:
    table = Play(1).open().table
    sealed = replace(table, standing=replace(table.standing, seal="an inner fault"))
    assert shown(sealed).locked == "an inner fault"


# ---- what may be asked ----------------------------------------------------------------------------


def test_choices_are_what_the_rows_know_and_are_refused_as_the_table_would() -> None:
    """One predicate: whatever is offered without a reason against it is not refused when it is asked."""
    play = Play(5, "batch").open()
    offered = 0
    for table in play.on(250, trouble=0.05, wrong=0.2):
        for one in shown(table).choices:
            if one.asks:
                continue  # what it asks for is filled in first (test_asking.py)
            other = Play(0)
            other.table = table
            refused = other.ask(one.what, one.who).refused
            assert (refused is None) == (one.why_not == "")
            assert refused is None or refused.why == one.why_not
            offered += 1
    assert offered > 100


def test_a_closed_table_offers_to_open_it() -> None:
    made = shown(Play(1).table)
    assert OpenTable() in [one.what for one in made.choices]
    assert next(one for one in made.choices if one.what == OpenTable()).who == "floorperson"


def test_decisions_carry_box_and_hand() -> None:
    table = Play(1).open().until("PlayerDecisions").table
    hand = table.hands[table.turn]
    verbs = [one.what for one in shown(table).choices if isinstance(one.what, Decide)]
    assert verbs == [Decide(hand.box, verb, hand.number) for verb in GAME.verbs]


@clause("672a.8(e)")
def test_even_money_is_offered_for_each_blackjack_without_insurance() -> None:
    table = Play(1).open().until("PlayerDecisions").table
    blackjack = Hand(2, 1, ("AH", "TS"), (1, 2), 21, True, "blackjack")
    table = replace(table, phase="Insurance", hands=(replace(blackjack, box=1), blackjack))
    table = replace(table, stacks=(*table.stacks, Stack(1, 1, "insurance", 1000)))
    asked = [one.what for one in shown(table).choices if isinstance(one.what, TakeEvenMoney)]
    assert asked == [TakeEvenMoney(2, 1)]


# ---- frames ---------------------------------------------------------------------------------------


def test_frames_come_back_as_they_were() -> None:
    play = Play(7).open()
    refusal = RefusalShown("no Blackjack Wager on the table", "672a.6(a)", 4, "dealer Kim")
    for at, table in enumerate(play.on(150, trouble=0.1)):
        frame = Shown(at, shown(table, refusal=refusal))
        line = encode(frame)
        assert b"\n" not in line
        assert decode_frame(line) == frame


def test_a_frame_is_told_from_an_error_by_its_type() -> None:
    assert msgspec.json.decode(encode(Wrong("no")))["type"] == "error"
    assert decode_frame(encode(Wrong("no"))) == Wrong("no")
    assert msgspec.json.decode(encode(Shown(3, shown(Play(1).table))))["ruling"] == 3


def test_a_refusal_event_has_the_words_that_a_screen_shows() -> None:
    play = Play(1).open()
    ruling = play.ask(NoMoreBets(), "dealer")
    assert ruling.refused == AskingRefused("no Blackjack Wager on the table", "topic:blackjack-wager")
