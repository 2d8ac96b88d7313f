"""The drawing: every phase at both sizes, and what must be readable there. Its process is in test_view.py."""

import io

import pytest
from msgspec.structs import replace
from rich.console import Console

from controller.consoles.frames import BoxShown, ChipsShown, OutcomeShown, RefusalShown, Screen, SpotShown
from controller.consoles.pieces import box_lines
from controller.consoles.screens import screen
from controller.consoles.styles import STYLES
from controller.consoles.terminal import THEME, TableView
from controller.consoles.wording import ASCII, SIGNS, Look, card, look_for
from controller.games.free_bet_blackjack.game import GAME
from controller.table.commands import Decide, LeaveIdle, NoMoreBets
from controller.table.state import Drawn, Machine, Stack, Table
from drivers import messages as m
from tests.controller.consoles.playing import Play

SIZES = ((80, 24), (100, 30), (160, 50))
PHASES = (
    "Closed",
    "Inspecting",
    "Spreading",
    "Washing",
    "Shuffling",
    "Cutting",
    "Loading",
    "Idle",
    "Betting",
    "Dealing",
    "Insurance",
    "PlayerDecisions",
    "Settling",
    "Collecting",
)


def made(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: cited, name="Table 7", **more)  # type: ignore[arg-type]


def drawn(shown: Screen, size: tuple[int, int] = (100, 30), look: Look = SIGNS) -> str:
    console = Console(width=size[0], height=size[1], theme=THEME, file=io.StringIO(), record=True)
    console.print(TableView(shown, look), end="")
    return console.export_text()


def in_phase(phase: str, shuffler: str = "none") -> Table:
    """A table in this phase, of the first seed that comes there."""
    if phase == "Idle":
        play = Play(1, shuffler).open()
        play.ask(LeaveIdle())
        return play.table
    for seed in range(40):
        play = Play(seed, shuffler)
        for _ in range(150):
            if play.table.phase == phase:
                return play.table
            if not play.step():
                play.person()
    raise AssertionError(f"no seed reaches {phase}")


@pytest.mark.parametrize("look", [SIGNS, ASCII], ids=["signs", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_fills_the_screen_and_no_more(phase: str, size: tuple[int, int], look: Look) -> None:
    text = drawn(made(in_phase(phase)), size, look)
    lines = text.rstrip("\n").split("\n")
    assert len(lines) == size[1]
    assert all(len(line) <= size[0] for line in lines)
    for words in ("SHOE", "DEALER", "WAGERS", "LOCKED", "unauthenticated link", "Table 7"):
        if words != "LOCKED" or phase != "Dealing":
            assert words in text, words
    for number in range(1, 7):
        assert f" {number} " in text
    assert look is SIGNS or text.isascii()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_batches_and_shuffler_are_drawn_where_no_cards_of_a_round_lie(size: tuple[int, int]) -> None:
    text = drawn(made(in_phase("Betting", "batch")), size)
    for words in ("▒▒ red  in shoe 24 h", "▒▒ blue in shuffler 24 h", "shuffler done with blue"):
        assert words in text, text
    text = drawn(made(in_phase("Cutting", "batch")), size)
    assert "cut: the first player, Ann" in text
    assert "▒▒ red  shuffled" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_batches_and_shuffler_stay_in_sight_during_a_round(size: tuple[int, int]) -> None:
    text = drawn(made(in_phase("PlayerDecisions", "batch")), size)
    assert "red in the shoe 24 h · blue in the shuffler 24 h · shuffler done with blue" in text


def test_a_change_that_is_due_and_a_shuffler_out_of_order_are_said_in_words() -> None:
    table = in_phase("Betting", "batch")
    supply = table.standing.supply
    marked = replace(supply, clock_ms=25 * 3_600_000, machine=Machine(out_of_order="covered"))
    text = drawn(made(replace(table, standing=replace(table.standing, supply=marked))), (80, 24))
    assert "in shoe CHANGE DUE" in text
    assert "shuffler OUT OF ORDER" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_shoe_that_is_filled_in_a_round_says_what_is_due(size: tuple[int, int]) -> None:
    play = Play(1).open().until("PlayerDecisions")
    play.report("shoe-1", m.ShoeEmpty(play.table.last))
    hand = play.table.hands[play.table.turn]
    play.ask(Decide(hand.box, "hit", hand.number))
    assert play.table.phase == "Refilling"
    text = drawn(made(play.table), size)
    assert "REFILLING THE SHOE" in text
    assert "shuffle the discards" in text
    assert "▒▒" in text.split("WAGERS")[1], "the hole card lies face down"
    assert "DEALER: The shoe is empty. Shuffle the cards" in " ".join(text.split())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_exposed_card_and_late_and_dead_hands_are_drawn(size: tuple[int, int]) -> None:
    play = Play(1).open().bets(3)
    play.ask(NoMoreBets(), "dealer")
    table = play.until("PlayerDecisions").table
    first, second = replace(table.hands[0], status="dead"), replace(table.hands[1], status="late")
    table = replace(table, hands=(first, second, *table.hands[2:]), turn=2)
    text = drawn(made(replace(table, ahead=(Drawn(9, "9H", True),))), size)
    assert f"{first.total} DEAD" in text
    assert f"{second.total} late" in text
    assert "exposed 9♥" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_due_is_said_in_words(size: tuple[int, int]) -> None:
    table = in_phase("PlayerDecisions")
    text = drawn(made(table), size)
    hand = table.hands[table.turn]
    assert f"DEALER: Box {hand.box} has" in " ".join(text.split())
    assert "PLAYER DECISIONS" in text
    assert f"▶ {hand.box}" in text


def test_shoe_and_positions_say_open_and_locked_in_words() -> None:
    table = in_phase("Dealing")
    opened = drawn(made(replace(table, wanted_shoe=m.Permit(table.last + 3, "uud"))))
    assert "OPEN for 3 cards" in opened
    assert "███ " in opened
    assert "LOCKED" in drawn(made(replace(table, wanted_shoe=m.Lock())))
    assert "takes Bet, Push22" in drawn(made(in_phase("Betting")))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hold_shows_its_remedies_numbered_and_why_one_must_wait(size: tuple[int, int]) -> None:
    play = Play(1).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    text = " ".join(drawn(made(play.table), size).replace("│", " ").split())
    assert "HOLD" in text
    assert "1 Cards and chips agree with the record: go on [floorperson]" in text
    assert "not now: shoe-1 is not connected yet" in text
    assert "2 Declare the round void and return the wagers [floorperson]" in text
    assert "✖ shoe" in text
    assert "LOST" in text


def test_a_refusal_shows_its_clause_and_goes_when_it_is_old() -> None:
    shown = made(
        in_phase("Betting"), refusal=RefusalShown("more than one half", "672a.8(b)", 3, "dealer Kim")
    )
    assert "REFUSED dealer Kim: more than one half (672a.8(b))" in drawn(shown)
    console = Console(width=100, height=30, theme=THEME, file=io.StringIO(), record=True)
    console.print(TableView(shown, SIGNS, fresh=False), end="")
    assert "REFUSED" not in console.export_text()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_settlement_is_listed_with_its_clauses(size: tuple[int, int]) -> None:
    table = in_phase("Settling")
    text = drawn(made(table), size)
    assert f"SETTLEMENT, ROUND {table.round}" in text
    assert any(words in text for words in ("won $25", "lost $25", "push"))
    assert "672a.7" in text


SIDE = ("lucky_ladies", "match_the_dealer", "in_between", "royal_match_21", "bet_the_set_21", "kings_bounty")


def test_side_wagers_of_a_box_are_said_in_one_line_where_there_is_no_room() -> None:
    """However many they are, they never hide the hand."""
    shown = made(in_phase("PlayerDecisions"))
    box = next(one for one in shown.boxes if one.hands)
    chips = (ChipsShown("insurance", 250), *(ChipsShown(name, 500) for name in SIDE))
    wagered = tuple(one for one in box.chips if one.wager == "blackjack")
    several = replace(box, chips=(*wagered, *chips), outcomes=())
    hand = box.hands[0].cards[-1]
    for height, words in ((6, "6 side $30"), (13, "Ladies $5")):
        lines = box_lines(several, 16, height, SIGNS)
        text = ["".join(words for words, _ in line) for line in lines]
        assert words in text
        assert "Insur. $2.50" in text
        assert len(text) <= height
        assert any(card(hand, SIGNS) in line for line in text)


@pytest.mark.parametrize(("width", "words"), [(20, "Set 21 won $75"), (9, "Set +$75")])
def test_an_outcome_is_said_whole_at_any_width(width: int, words: str) -> None:
    row = OutcomeShown(1, 1, "bet_the_set_21", 500, "win", 7500, 500, 0, "633a.13(g)")
    lines = box_lines(BoxShown(1, "Ann", outcomes=(row,)), width, 9, SIGNS)
    assert ["".join(words for words, _ in line) for line in lines] == [words]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_a_long_settlement_the_newest_rows_are_shown(size: tuple[int, int]) -> None:
    rows = tuple(
        OutcomeShown(box, 1, wager, 500, "lose", 0, 0, 500, "633a.7(g)")
        for wager in SIDE
        for box in range(1, 8)
    )
    last = OutcomeShown(7, 1, "blackjack", 123400, "win", 123400, 123400, 0, "633a.7(p)(1)")
    shown = replace(made(in_phase("Settling")), settled=(*rows, last))
    text = drawn(shown, size)
    assert "before" in text
    assert "$1,234" in text
    assert f"{'+' if size[0] < 100 else 'won '}$1,234" in text


def test_many_spots_that_are_open_are_counted() -> None:
    shown = made(in_phase("Betting"))
    spots = tuple(SpotShown(name, (1,), 100) for name in ("blackjack", *SIDE))
    assert "takes Bet and 6 more" in drawn(replace(shown, spots=spots), (80, 24))


def test_an_out_of_play_table_says_so_first() -> None:
    text = drawn(made(in_phase("Betting"), locked="no space left on the disk"), (80, 24))
    assert "OUT OF PLAY: no space left on the disk" in text.split("\n")[1]
    assert "LOCKED" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_four_split_hands_fit_into_a_box(size: tuple[int, int]) -> None:
    play = Play(1).open().until("PlayerDecisions")
    first = play.table.hands[0]
    hands = tuple(
        replace(first, number=number, cards=("TH", "5D", "2C", "4S"), total=21, status="21", split=True)
        for number in range(1, 5)
    )
    stacks = (*play.table.stacks, *(Stack(1, number, "free_bet", 0) for number in range(2, 5)))
    text = drawn(made(replace(play.table, hands=hands, stacks=stacks, turn=4)), size)
    assert text.count("4♠") == 4
    assert text.count("21") >= 4
    assert text.count("●") == 3


def test_words_from_outside_are_neither_markup_nor_obeyed() -> None:
    play = Play(1).open()
    play.report("positions-1", m.Placed(1, (("blackjack", 2500),), "[red]\x1b[2J"))
    text = drawn(made(play.table))
    assert "[red]?[2J" in text
    assert "\x1b" not in text


def test_no_state_rests_on_colour_alone() -> None:
    """The drawing without colours has every word that the drawing with colours has, and styles all exist."""
    for name in STYLES:
        assert THEME.styles[name] is not None
    for phase in PHASES:
        plain = drawn(made(in_phase(phase)))
        assert ("LOCKED" in plain) or ("OPEN for" in plain)
        assert any(word in plain for word in ("  OPEN ", "CLOSED", "CLOSING"))


def test_signs_follow_the_encoding() -> None:
    assert look_for("utf-8") is SIGNS
    for encoding in ("ascii", "latin-1", None, "no-such-encoding"):
        assert look_for(encoding) is ASCII
