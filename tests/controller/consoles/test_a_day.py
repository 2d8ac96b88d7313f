"""A whole day from two keyboards: the dealer's and the floorperson's, each line as a person types it.

Every line is understood on the screen of its moment and asked of the table; the devices do the rest.
"""

from collections.abc import Callable

import pytest

from controller.consoles.asking import Form
from controller.consoles.frames import Choice, Screen
from controller.consoles.menu import menu, menu_lines, understand
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import supply as sp
from drivers import messages as m
from tests.controller.consoles.playing import MIXER, Play


class Day:
    """A table with two keyboards. A line "f: …" is typed by the floorperson, "d: …" by the dealer; what
    stands behind a "|" answers the questions that follow, line by line."""

    def __init__(self, shuffler: str = "none", seed: int = 1) -> None:
        self.play = Play(seed, shuffler)

    @property
    def shown(self) -> Screen:
        return screen(GAME, self.play.table, resolve=lambda cited: cited)

    @property
    def phase(self) -> str:
        return self.play.table.phase

    @property
    def left(self) -> int:
        """How many cards the dealer finds in the shoe."""
        return sp.expected_in_shoe(self.play.table)

    def enter(self, line: str) -> str:
        """Type it; why the table refuses it, "" where it does not."""
        who, _, rest = line.partition(": ")
        first, *answers = (one.strip() for one in rest.split("|"))
        meant: c.Command | Form | None = understand(first, self.shown)
        for answer in answers:
            assert isinstance(meant, Form), f"{line!r}: nothing is asked before {answer!r}"
            meant = meant.answer(answer, self.shown) or meant
        assert not isinstance(meant, Form), f"{line!r}: {meant.question(self.shown)}"
        assert meant is not None
        refused = self.play.ask(meant, "floorperson" if who == "f" else "dealer").refused
        return refused.why if refused is not None else ""

    def typed(self, *lines: str) -> None:
        """Type these, one after the other; none is refused."""
        for line in lines:
            assert self.enter(line) == "", line
            self.devices()

    def devices(self) -> None:
        """The devices do what they are told, and the shuffler's stack is taken out of its exit."""
        while self.play.step():
            pass
        if self.play.shuffler.stage == "released":
            self.play.report(MIXER[0], self.play.shuffler.taken())

    def round(self) -> None:
        """Wagers on one box, and the quiet form of every decision."""
        self.play.bets(1)
        self.typed("d: n")
        quiet = {"Insurance": "d: c", "PlayerDecisions": "d: s", "Settling": "d: s", "Collecting": "d: k"}
        for _ in range(12):
            if self.phase in ("Betting", "Shuffling"):
                return
            self.typed(quiet[self.phase])
        raise AssertionError(self.phase)


OPEN = ("f: o", "f: cf | 6 | height | 6 | yes", "f: e")
PREPARE = ("d: i", "f: v", "d: f", "d: g | Ann", "d: w")


@clause("672a.2(b)(5)", "672a.2(d)", "672a.4(c)", "672a.5(c)(1)")
def test_a_day_by_hand() -> None:
    day = Day()
    day.typed(*OPEN, *PREPARE, "d: u", "d: d", "d: c 120 80", "d: l")
    assert day.phase == "Betting"
    assert day.play.table.standing.supply.first_player == "Ann"
    day.round()
    day.typed("d: in | 3 | 1 | went to the phone")
    day.play.report("shoe-1", m.CoverCardOut(day.play.table.last))
    day.round()
    assert day.phase == "Shuffling"
    day.typed(f"d: t {day.left}", "d: u", "d: p", "d: l")
    day.typed("d: nd | Lee")
    day.round()
    assert day.play.table.standing.dealer_name == "Lee"
    day.typed("d: a", f"d: t {day.left}", "d: fd", "d: g | Eve", "d: w", "d: u", "d: d", "d: c", "d: l")
    day.typed("f: cc", f"d: t {day.left}")
    assert day.phase == "Inspecting"
    day.typed("d: id | a torn corner", *PREPARE, "d: u", "d: d", "d: c", "f: rc | too thin", "d: c", "d: l")
    day.typed("f: x", f"d: t {day.left}")
    assert day.phase == "Closed"


@clause("672a.3(b)")
def test_a_day_with_a_shuffler() -> None:
    day = Day("batch")
    day.typed(*OPEN, *PREPARE, "d: mf", *PREPARE, "d: mf", "d: d", "d: c", "d: l")
    assert day.phase == "Betting"
    day.round()
    day.typed("f: r", "d: t", "d: mf", "d: p", "d: l")
    assert day.phase == "Betting"
    assert [one.where for one in day.shown.batches] == ["shuffler", "shoe"]
    day.round()
    day.typed("f: x", f"d: t {day.left}")
    assert day.phase == "Closed"


@clause("672a.12(k)")
def test_a_shuffle_that_failed_during_play_is_cleared_from_the_keyboard() -> None:
    day = Day("batch")
    day.typed(*OPEN, *PREPARE, "d: mf", *PREPARE)
    day.play.shuffler.fails = "jam"
    day.typed("d: mf")
    assert day.shown.shuffler is not None
    assert (day.shown.shuffler.stage, day.shown.shuffler.reason) == ("failed", "jam")
    day.play.shuffler.fails = ""
    day.typed("d: d", "d: c", "d: l", "d: mg", "d: mf")
    assert day.phase == "Betting"
    assert day.shown.shuffler.stage == "done"


@clause("672a.12(k)", "672a.12(l)")
def test_a_shuffler_that_fails_when_cards_are_wanted_is_covered_from_the_keyboard() -> None:
    day = Day("batch")
    day.typed(*OPEN, *PREPARE)
    day.play.shuffler.fails = "jam"
    day.typed("d: mf", *PREPARE)
    assert day.play.table.holds, "the dealer and the floor are asked"
    covered = next(key for key, one in menu(day.shown).items() if "is covered" in one.words)
    day.typed(f"f: {covered}")
    assert day.shown.shuffler is not None
    assert day.shown.shuffler.out_of_order == "covered"
    assert day.enter("d: u") == ""


@clause("672a.12(e)")
def test_cards_that_lie_elsewhere_are_told_line_by_line() -> None:
    day = Day()
    day.play.open().bets(2)
    day.typed("d: n")
    first, second = day.play.table.hands[0].draws[0], day.play.table.hands[1].draws[0]
    while day.phase not in ("Insurance", "PlayerDecisions"):
        day.devices()
    day.typed(f"d: li | draw {first} lies at box 2 | draw {second} lies at box 1 |")
    assert day.play.table.hands[1].draws[0] == first
    assert day.play.table.hands[0].draws[0] == second


@clause("672a.12(h)")
def test_a_hand_that_was_passed_over_chooses_from_the_keyboard() -> None:
    day = Day()
    day.play.open().bets(2)
    day.typed("d: n")
    if day.phase == "Insurance":
        day.typed("d: c")
    assert day.phase == "PlayerDecisions"
    assert day.enter("d: h") == ""
    assert day.enter("d: po") == ""
    words = [one.words for one in menu(day.shown).values()]
    assert any("after all the others" in one for one in words)
    assert day.enter("d: 1") == ""
    assert day.play.table.hands[0].status == "late"


@pytest.mark.parametrize("line", ["f: cf | 5 | height | 6 | yes", "f: cf | 6 | height | 6 | no"])
def test_what_does_not_agree_is_refused_with_the_reason(line: str) -> None:
    day = Day()
    day.typed("f: o")
    assert day.enter(line) != ""
    assert not day.shown.confirmed


def test_every_key_is_said_with_what_it_means_in_every_phase() -> None:
    """Nobody needs a manual: each key stands in the menu, beside its words, on one line or on its own."""

    def stands(choice: Choice) -> Callable[[str], bool]:
        return lambda line: choice.words in line

    for seed in range(6):
        play = Play(seed, ("none", "batch", "continuous")[seed % 3])
        for table in play.on(120, 0.05, 0.25):
            shown = screen(GAME, table, resolve=lambda cited: cited)
            lines = menu_lines(shown, ASCII)
            for key, one in menu(shown).items():
                said = [line for line in lines if f"[{key}] " in line or f"({key}) " in line]
                assert any(map(stands(one), said)), (key, one.words)
