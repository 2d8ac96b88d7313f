"""Forms: every question that a choice may bring, what is taken for an answer, what comes of the answers."""

import msgspec
import pytest
from msgspec.structs import replace

from controller.consoles.asking import QUESTIONS, Form, NotUnderstood, drawn
from controller.consoles.frames import Choice, Screen
from controller.consoles.requests import read
from controller.consoles.screens import screen
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Batch, Drawn, Lie, Table
from drivers import messages as m
from drivers.cards import UNREAD
from tests.controller.consoles.playing import Play
from tests.controller.games.blackjack.playing import Blackjack
from tests.controller.games.blackjack.progressive import OFFERED
from tests.controller.games.lunar_poker.test_deck_count import due, playing

ANSWERS = {
    "boxes": "6",
    "rack": "height",
    "rack_decks": "6",
    "odds": "yes",
    "defect": "a torn corner",
    "player": "Ann",
    "respread": "y",
    "remaining": "7",
    "why": "too thin",
    "name": "Lee",
    "card": "10 s",
    "kind": "3",
    "box": "2",
    "note": "took the chips along",
}


OF_THE_HAND = (c.DealCards, c.DealCard, c.FaceUpCard, c.CardInError, c.CorrectCard)
"""Commands of a table without a shoe: test_held_choices.py."""


def made(table: Table) -> Screen:
    return screen(GAME, table, resolve=lambda cited: cited)


def the_choice(shown: Screen, kind: type) -> Choice:
    """The choice of this kind that asks for something."""
    return next(one for one in shown.choices if type(one.what) is kind and one.asks)


def filled(shown: Screen, kind: type, *lines: str) -> c.Command | None:
    """The Command after these lines, None where more is asked."""
    form, last = Form(the_choice(shown, kind)), None
    for line in lines:
        assert last is None, "nothing is asked any more"
        last = form.answer(line, shown)
    return last


def test_every_field_that_a_choice_asks_for_has_a_question_and_takes_an_answer() -> None:
    """Over many tables, each form is filled in line by line; what it gives is a Command that may be sent."""
    met: set[tuple[type, str]] = set()
    for seed in range(24):
        play = Play(seed, ("none", "batch")[seed % 2])
        for table in play.on(150, 0.05, 0.25):
            shown = made(table)
            for one in shown.choices:
                form, what = Form(one), None
                for field in one.asks:
                    met.add((type(one.what), field.partition(":")[0]))
                    assert form.question(shown).isprintable()
                    what = form.answer(_answer(field, shown), shown)
                    if field == "lies":
                        assert what is None
                        what = form.answer("", shown)
                assert (what is None) == (not one.asks)
                if what is not None:
                    assert type(what) is type(one.what)
                    assert read(_line(what)) == c.Asked("dealer", "Kim", what)
    assert {one for one in met if one[1] != "seal"} >= set(QUESTIONS) - {
        (c.AdmitPlayer, "player"),
        (c.CardWent, "lie"),
        (c.CardsSeen, "respread"),
        (c.CountDeck, "cards"),  # a table of Lunar Poker, below
        (c.CountProgressive, "cents"),
        (c.Decide, "cards"),
        *(one for one in QUESTIONS if one[0] in OF_THE_HAND),
    }, "and these have tests of their own"


@clause("house.23")
def test_the_chips_of_a_progressive_wager_are_asked_for_in_dollars() -> None:
    at = Blackjack("2C TS 9H TC KD", **OFFERED)
    at.wager(1, 10_00)
    at.wager_there(1, "hit_and_run", 2_50)
    at.ask(c.NoMoreBets())
    shown = screen(at.game, at.table, resolve=lambda cited: cited)
    assert filled(shown, c.CountProgressive, "2.50") == c.CountProgressive("hit_and_run", 2_50)
    assert filled(shown, c.CountProgressive, "$3") == c.CountProgressive("hit_and_run", 3_00)
    with pytest.raises(NotUnderstood, match=r"write 10 or 7\.50"):
        filled(shown, c.CountProgressive, "three")


@clause("671a.11(h)")
def test_how_many_cards_the_deck_of_lunar_poker_has_is_asked_and_not_said() -> None:
    table = due(playing())
    assert table.urgent().kind == "count_deck"
    shown = screen(table.game, table.table, resolve=lambda cited: cited)
    one = the_choice(shown, c.CountDeck)
    assert one.why_not == ""
    assert "52" not in Form(one).question(shown)
    assert filled(shown, c.CountDeck, "51") == c.CountDeck(51)
    with pytest.raises(NotUnderstood, match="is no number"):
        filled(shown, c.CountDeck, "all")


@clause("672a.5(g)(2)")
def test_on_an_idle_table_with_a_shuffler_the_player_is_asked_about_the_other_batch() -> None:
    play = Play(1, "batch").open()
    for what in (c.LeaveIdle(), c.CollectShoe(), c.SpreadCards("down")):
        assert play.ask(what).refused is None
    shown = made(play.table)
    assert filled(shown, c.CardsSeen, "Eve", "no") == c.CardsSeen("Eve")
    assert filled(shown, c.CardsSeen, "", "") == c.CardsSeen()
    assert filled(shown, c.CardsSeen, "Eve", "yes") == c.CardsSeen("Eve", True)


def test_whom_the_house_admits_is_asked_only_where_it_bars_mid_shoe_entry() -> None:
    table = Play(1).open().table
    assert all(type(one.what) is not c.AdmitPlayer for one in made(table).choices)
    barred = replace(table, rules=replace(table.rules, mid_shoe_entry=False))
    assert filled(made(barred), c.AdmitPlayer, "Ben") == c.AdmitPlayer("Ben")


def _line(what: c.Command) -> bytes:
    return msgspec.json.encode(c.Asked("dealer", "Kim", what))


def _answer(field: str, shown: Screen) -> str:
    if field.startswith("seal:"):
        return "R-1234"
    if field in ("lies", "lie"):
        box, hand = next((box, hand) for box in shown.boxes for hand in box.hands)
        draws = [draw for box in shown.boxes for one in box.hands for draw in one.draws]
        return f"draw {(draws or list(shown.dealer.draws))[0]} lies at box {box.number} hand {hand.number}"
    return ANSWERS[field]


@clause("672a.12(e)")
@pytest.mark.parametrize(
    ("line", "lie"),
    [
        ("{0} box 2", (2, 1)),
        ("draw {0} lies at box 2", (2, 1)),
        ("Draw {0} is at box 2, hand 1", (2, 1)),
        ("{0} 2", (2, 1)),
        ("{0} mine", (0, 1)),
        ("draw {0} is mine", (0, 1)),
        ("draw {0} lies with the dealer", (0, 1)),
        ("{0} dealer's", (0, 1)),
    ],
)
def test_a_person_says_which_draw_lies_where(line: str, lie: tuple[int, int]) -> None:
    play = Play(1).open().bets(3)
    play.ask(c.NoMoreBets(), "dealer")
    play.until("PlayerDecisions")
    draw = play.table.hands[0].draws[1]
    form = Form(the_choice(made(play.table), c.CardsLie))
    assert form.answer(line.format(draw), made(play.table)) is None
    assert form.answer("", made(play.table)) == c.CardsLie((Lie(draw, *lie),))


def test_what_was_said_of_a_draw_before_is_corrected_by_the_next_line() -> None:
    play = Play(1).open().until("PlayerDecisions")
    first, second = play.table.hands[0].draws
    box = play.table.hands[0].box
    shown = made(play.table)
    lines = (f"{first} mine", f"{second} mine", f"{first} box {box}", "")
    said = filled(shown, c.CardsLie, *lines)
    assert said == c.CardsLie((Lie(second, 0), Lie(first, box)))


@clause("672a.12(h)")
def test_a_person_says_to_which_later_hand_a_card_went() -> None:
    for seed in range(200):
        play = Play(seed).open()
        for table in play.on(60):
            shown = made(table)
            if any(type(one.what) is c.CardWent for one in shown.choices):
                draw = next(hand.draws[-1] for hand in table.hands if len(hand.cards) > 2)
                later = table.hands[-1]
                said = filled(shown, c.CardWent, f"{draw} box {later.box} hand {later.number}")
                assert said == c.CardWent(Lie(draw, later.box, later.number))
                with pytest.raises(NotUnderstood, match="not to the dealer"):
                    filled(shown, c.CardWent, f"{draw} mine")
                return
    raise AssertionError("no seed comes to a hand that drew, with a later one behind it")


@pytest.mark.parametrize(
    ("kind", "lines", "why"),
    [
        (c.ConfirmTable, ("six",), "is no number: type digits alone"),
        (c.ConfirmTable, ("-6",), "is no number"),
        (c.ConfirmTable, ("",), "needs an answer"),
        (c.ConfirmTable, ("6", "wide"), "neither height nor mark"),
        (c.ConfirmTable, ("6", "mark", "6", "maybe"), "neither yes nor no"),
        (c.InspectCards, ("x" * 241,), "241 letters, and 240 can be kept"),
        (c.InspectCards, ("a\x1b[2Jb",), "can be printed"),
        (c.ReportIncident, ("0",), "type a number from 1 to 5"),
        (c.ReportIncident, ("fire",), "type a number from 1 to 5"),
        (c.ReportIncident, ("1", "7"), "is no box: type a number from 1 to 6"),
    ],
)
def test_what_is_no_answer_says_what_would_be(kind: type, lines: tuple[str, ...], why: str) -> None:
    shown = made(Play(1).until("Inspecting").table)
    with pytest.raises(NotUnderstood, match=why):
        filled(shown, kind, *lines)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("box 2", "says no draw and place"),
        ("99 box 1", "draw 99 lies nowhere on the table; there are "),
        ("{0} box 9", "box 9 has no hand 1 in this round"),
        ("{0} box 1 hand 3", "box 1 has no hand 3"),
        ("", "needs an answer"),
    ],
)
def test_a_draw_or_place_that_is_not_there_is_said(line: str, why: str) -> None:
    play = Play(1).open().until("PlayerDecisions")
    form = Form(the_choice(made(play.table), c.CardsLie))
    with pytest.raises(NotUnderstood, match=why):
        form.answer(line.format(play.table.hands[0].draws[0]), made(play.table))
    assert form.question(made(play.table)).startswith("On record: ")


def test_a_wrong_answer_is_asked_for_again_and_the_others_are_kept() -> None:
    shown = made(Play(1).until("Inspecting").table)
    form = Form(the_choice(shown, c.ConfirmTable))
    assert form.answer("7", shown) is None
    asked = form.question(shown)
    with pytest.raises(NotUnderstood):
        form.answer("neither", shown)
    assert form.question(shown) == asked
    assert [form.answer(line, shown) for line in ("mark", "8")] == [None, None]
    assert form.answer("no", shown) == c.ConfirmTable(7, "mark", 8, False)


def test_the_table_says_nothing_of_what_a_count_or_a_comparison_should_give() -> None:
    """Who compares or counts is not told the answer: neither in the question nor in the choice."""
    play = Play(1).until("Inspecting")
    assert the_choice(made(play.table), c.ConfirmTable).what == c.ConfirmTable(0, "", 0, False)
    play.open().ask(c.DirectReshuffle())
    one = the_choice(made(play.table), c.CollectShoe)
    assert (one.what, one.why_not) == (c.CollectShoe(-1), "")
    assert filled(made(play.table), c.CollectShoe, "300") == c.CollectShoe(300)


def test_the_seals_of_preshuffled_batches_are_asked_for_one_by_one() -> None:
    shown = made(Play(1, "batch").table)
    form = Form(the_choice(shown, c.OpenTable))
    assert "red batch" in form.question(shown)
    assert form.answer("R-17", shown) is None
    assert "blue batch" in form.question(shown)
    batches = (Batch("red", 6, "preshuffled", "R-17"), Batch("blue", 6, "preshuffled", "B-4"))
    assert form.answer("B-4", shown) == c.OpenTable(batches)


def test_an_unread_card_is_asked_for_by_its_draw() -> None:
    play = Play(1).open().until("PlayerDecisions")
    waiting = (Drawn(9, UNREAD, True),)
    shown = made(replace(play.table, ahead=waiting))
    assert filled(shown, c.EnterCard, "kh") == c.EnterCard(9, "KH")
    with pytest.raises(NotUnderstood, match="is no card"):
        filled(shown, c.EnterCard, "1H")


def test_what_is_on_record_names_each_draw_and_no_card_that_lies_face_down() -> None:
    play = Play(1).open().until("PlayerDecisions")
    words = drawn(made(play.table))
    draws = [draw for hand in (*play.table.hands, play.table.dealer) for draw in hand.draws]
    assert [int(one.split()[0]) for one in words.split(", ")] == sorted(draws)
    assert f"{play.table.dealer.draws[1]} face down mine" in words


def test_a_player_who_left_is_reported_through_an_open_question() -> None:
    play = Play(1).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    shown = made(play.table)
    said = filled(shown, c.ReportIncident, "3", "", "")
    assert said == c.ReportIncident("player_left")
    assert play.ask(said, "dealer").refused is None
