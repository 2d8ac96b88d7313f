"""What screens and keys say of a double shoe: sides by the colour of their backs, whichever is due."""

import io

import pytest

from controller.consoles import wording as w
from controller.consoles.frames import Screen
from controller.consoles.lines import Reporter
from controller.consoles.machine_pieces import shoe_lines, supply_line, supply_lines
from controller.consoles.menu import menu, understand
from controller.consoles.pieces import width_of
from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.games.blackjack.double import RIGHT, DoubleTable

LOOK = w.look_for("utf-8")


def shown(table: DoubleTable) -> Screen:
    return screen(table.game, table.table, resolve=lambda topic: topic)


def text(lines: object) -> str:
    out = io.StringIO()
    print(lines, file=out)
    return out.getvalue()


def test_batches_are_shown_with_their_sides() -> None:
    now = shown(DoubleTable("KH").opened())
    assert [(one.back, one.side, one.where) for one in now.batches] == [
        ("red", "left", "shoe"),
        ("blue", "right", "shoe"),
    ]
    assert "in the shoe, left" in text(supply_line(now, LOOK))
    assert "in shoe right" in text(supply_lines(now, 20, LOOK))


@clause("633a.7(d)(1)")
def test_the_side_that_cards_may_leave_is_shown() -> None:
    table = DoubleTable("KS", "9S 8S 7S 6S").opened()
    assert shown(table).shoe.side == ""
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    now = shown(table)
    assert (now.shoe.side, now.prompts[0].side) == ("either", "either")
    assert "OPEN for 1, either" in text(shoe_lines(now, LOOK))
    assert w.shoe_state(now.shoe) == "OPEN for 1 card, either"
    table.draw()
    now = shown(table)
    assert (now.shoe.side, now.prompts[0].side) == ("right", "right")


@clause("633a.7(e)(2)")
def test_the_cover_card_is_shown_with_its_side_and_what_is_taken_out_is_named() -> None:
    table = DoubleTable("KS", "9S CUT 8S 7S TC").opened()
    table.wager(1, 1000)
    before = shown(table)
    table.deal()
    now = shown(table)
    assert (now.shoe.cover_out, now.shoe.out) == (True, ("right",))
    assert "cover card OUT right" in text(shoe_lines(now, LOOK))
    reporter = Reporter(LOOK)
    list(reporter.read(before))
    assert any("cover card of the right side" in line for line in reporter.read(now))
    table.finish()
    prompt = shown(table).prompts[0]
    assert (prompt.kind, prompt.side) == ("collect_shoe", "right")
    assert "the right side (blue)" in prompt.words
    table.take_out()
    for kind, words in (
        ("shuffle", "Shuffle the blue batch of the right side"),
        ("cut", "the blue batch of the right side"),
    ):
        prompt = shown(table).prompts[0]
        assert (prompt.kind, prompt.side) == (kind, "right")
        assert words in prompt.words
        table.ask(c.ShuffleCards() if kind == "shuffle" else c.CutCards("player"))
    prompt = shown(table).prompts[0]
    assert (prompt.kind, prompt.side) == ("load", "right")
    assert "with a cover card of its own" in prompt.words


@clause("633a.7(d)(1)")
@pytest.mark.parametrize("boxes", range(1, 8))
def test_what_is_said_of_the_shoe_fits_its_panel_on_eighty_columns(boxes: int) -> None:
    table = DoubleTable("CUT KS", "CUT 9S 8S 7S TC", boxes=7).opened()
    for box in range(1, boxes + 1):
        table.wager(box, 1000)
    table.ask(c.NoMoreBets())
    while table.table.phase == "Dealing":
        shown_now = shown(table)
        assert all(width_of(line) <= 22 for line in shoe_lines(shown_now, LOOK))
        table.draw()
    assert shown(table).shoe.out == ("left", "right")
    assert all(width_of(line) <= 22 for line in shoe_lines(shown(table), LOOK))


def test_each_step_of_the_opening_names_the_batch_and_its_side() -> None:
    table = DoubleTable("KH")
    table.floor(c.OpenTable())
    assert "the red batch of the left side" in shown(table).prompts[0].words
    while table.where() != ("shoe", "table"):
        if table.prompt() == "inspect":
            table.open_batch()
        elif table.prompt() == "shuffle":
            table.ask(c.ShuffleCards())
        elif table.prompt() == "cut":
            table.cut()
        else:
            table.load()
    assert "the blue batch of the right side" in shown(table).prompts[0].words


@clause("633a.5(f)")
@pytest.mark.parametrize(("key", "side"), [("r", ""), ("rl", "left"), ("rr", "right")])
def test_a_reshuffle_of_one_side_or_both_has_a_key(key: str, side: str) -> None:
    now = shown(DoubleTable("KH").opened().play_round())
    assert menu(now)[key].what == c.DirectReshuffle(side)
    assert understand(key, now) == c.DirectReshuffle(side)


def test_a_card_from_the_wrong_side_is_shown_as_irregular() -> None:
    table = DoubleTable("KH 9H 8H 7H", "TS").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    table.draw(side=RIGHT)
    (one,) = shown(table).irregularities
    assert one.kind == "wrong-side"
    assert "treated as if from the left side (red)" in one.disposition
