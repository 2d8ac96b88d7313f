"""Screens: what they show of every kind of table, and above all what they do not."""

import io

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from controller.consoles.frames import (
    FACE_DOWN,
    TO_BE_ENTERED,
    RefusalShown,
    Screen,
    Shown,
    Wrong,
    decode_frame,
    encode,
)
from controller.consoles.lines import Reporter
from controller.consoles.screens import screen
from controller.consoles.terminal import THEME, TableView
from controller.consoles.wording import ASCII, SIGNS
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table.commands import ChooseRemedy, Decide, NoMoreBets, OpenTable, TakeEvenMoney
from controller.table.events import AskingRefused
from controller.table.state import Drawn, Hand, Hold, Stack, Table
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.consoles.playing import HOLE_CARDS, Play


def shown(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: f"<{cited}>", name="Table 7", **more)  # type: ignore[arg-type]


def everything_said(table: Table, reporter: Reporter) -> str:
    """All that a console is sent or shows of this table: the frame, the plain lines, two drawings."""
    made = shown(table)
    text = [encode(Shown(1, made)).decode(), *reporter.read(made)]
    for look, size in ((SIGNS, (100, 30)), (ASCII, (80, 24))):
        console = Console(width=size[0], height=size[1], theme=THEME, file=io.StringIO(), record=True)
        console.print(TableView(made, look), end="")
        text.append(console.export_text())
    return "\n".join(text)


def signs(card: str) -> tuple[str, ...]:
    """The ways in which a card may be written."""
    rank, suit = card[0], card[1]
    return (card, rank + {"C": "♣"}[suit], rank + suit.lower())


@clause("672a.7(f)")
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), trouble=st.sampled_from((0.0, 0.05, 0.2)))
def test_no_face_down_card_in_anything_that_is_shown(seed: int, trouble: float) -> None:
    """The hole card is dealt from cards that lie nowhere else: to find one is to have found it."""
    play, reporter = Play(seed).open(), Reporter(SIGNS)
    for at, table in enumerate(play.on(120, trouble)):
        if play.turned or at % 3:
            continue
        said = everything_said(table, reporter)
        for card in HOLE_CARDS:
            assert not any(sign in said for sign in signs(card)), (table.phase, card)


def test_the_property_above_would_notice_a_hole_card() -> None:
    play = Play(3).open().until("PlayerDecisions")
    table = play.table
    known = replace(table.dealer, cards=(table.dealer.cards[0], "7C"))
    said = everything_said(replace(table, dealer=known, phase="Settling"), Reporter(SIGNS))
    assert all(sign in said for sign in signs("7C"))


@pytest.mark.parametrize("phase", ["Dealing", "Insurance", "Peeking", "PlayerDecisions"])
def test_a_hole_card_that_the_table_knows_too_early_stays_face_down(phase: str) -> None:
    """A shoe may tell a face that nobody asked for; the screen does not depend on its manners."""
    table = Play(3).open().until("PlayerDecisions").table
    told = replace(table.dealer, cards=(table.dealer.cards[0], "7C"), total=17)
    dealer = shown(replace(table, phase=phase, dealer=told)).dealer
    assert dealer.cards == (table.dealer.cards[0], FACE_DOWN)
    assert dealer.count == ""


def test_a_void_round_does_not_show_the_hole_card_that_the_shoe_tells_the_journal() -> None:
    play = Play(3).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    play.ask(ChooseRemedy(play.table.holds[0].id, "void_round"))
    play.ready("shoe-1", "shoe")
    while play.step():
        pass
    assert play.table.phase == "Collecting"
    assert play.hole in play.table.dealer.cards, "the journal has been told"
    dealer = shown(play.table).dealer
    assert dealer.cards[1] == FACE_DOWN
    assert dealer.count == ""


def test_the_dealers_cards_are_shown_once_they_are_turned() -> None:
    play = Play(3).open().until("Settling")
    dealer = shown(play.table).dealer
    assert dealer.cards == play.table.dealer.cards
    assert dealer.count.endswith(str(play.table.dealer.total))


@pytest.mark.parametrize("answer", ["blackjack", "no_blackjack"])
def test_the_readers_answer_is_not_shown_before_play_acts_on_it(answer: str) -> None:
    play = next(p for p in map(peeking, range(60)) if p is not None)
    play.report("shoe-1", m.DeviceLost("unplugged"))
    play.report("reader-1", m.ReaderAnswer(answer))  # type: ignore[arg-type]
    assert play.table.reader == answer
    assert shown(play.table).reader.answer == ""
    play.ask(ChooseRemedy(play.table.holds[0].id, "void_round"))
    assert play.table.void
    assert shown(play.table).reader.answer == ""


def peeking(seed: int) -> Play | None:
    """A table that waits for the reader's answer, or None where this seed's first round has no peek."""
    play = Play(seed).open()
    while play.table.phase not in ("PlayerDecisions", "Settling"):
        if isinstance(play.table.wanted_reader, m.Arm):
            return play
        if not play.step():
            play.person()
    return None


def test_the_readers_answer_is_shown_when_play_went_on() -> None:
    play = next(p for p in map(peeking, range(60)) if p is not None)
    while play.table.phase == "Peeking":
        assert shown(play.table).reader.answer == ""
        play.step()
    assert shown(play.table).reader.answer == play.table.reader != ""


def test_cards_outside_hands_are_counted_and_not_named() -> None:
    table = Play(3).open().until("PlayerDecisions").table
    table = replace(table, ahead=(Drawn(8, "7C"),), removed=(Drawn(1, "7C"), Drawn(2, SEALED)))
    made = shown(table)
    assert made.shoe.waiting == 1
    assert b"7C" not in encode(Shown(1, made))


def test_an_unread_card_is_said_to_be_entered() -> None:
    table = Play(3).open().until("Settling").table
    hand = Hand(1, 1, ("9H", UNREAD), (1, 2), 9)
    assert shown(replace(table, hands=(hand,))).boxes[0].hands[0].cards == ("9H", TO_BE_ENTERED)


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
    play = Play(5).open()
    offered = 0
    for table in play.on(250, trouble=0.05):
        for one in shown(table).choices:
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
