"""The console of keys: which keys a screen has, what a typed line means, and the process around it."""

import io
import os
import queue
import threading
import time
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from controller.consoles.asking import Form, NotUnderstood
from controller.consoles.feed import FeedServer
from controller.consoles.frames import PromptShown, Screen
from controller.consoles.keys import console
from controller.consoles.menu import KEYS, VARIANTS, menu, menu_lines, understand
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII
from controller.games.free_bet_blackjack.game import GAME
from controller.table import commands as c
from controller.table.state import Table
from drivers import messages as m
from tests.controller.consoles.playing import Play


def made(table: Table) -> Screen:
    return screen(GAME, table, resolve=lambda cited: cited)


def test_the_keys_of_a_round() -> None:
    play = Play(1).open().bets()
    assert understand("n", made(play.table)) == c.NoMoreBets()
    play.until("PlayerDecisions")
    shown = made(play.table)
    box = play.table.hands[play.table.turn].box
    assert understand(" H ", shown) == c.Decide(box, "hit")
    assert understand("s", shown) == c.Decide(box, "stand")
    assert understand("d", shown) == c.Decide(box, "double")
    assert understand("d 7.50", shown) == c.Decide(box, "double", 1, 750)
    assert understand("p", shown) == c.Decide(box, "split")
    assert understand("s", made(play.until("Settling").table)) == c.WagersSettled()
    assert understand("k", made(play.until("Collecting").table)) == c.CardsCollected()


def test_opening_has_a_key_for_each_step() -> None:
    play = Play(1)
    for key, what in (
        ("o", c.OpenTable()),
        ("cf 6", c.ConfirmTable(6, "height", 6, True)),
        ("e", c.InspectReader()),
        ("i", c.InspectCards()),
        ("v", c.VerifyInspection()),
        ("f", c.SpreadCards()),
        ("g Ann", c.CardsSeen("Ann")),
        ("w", c.WashCards()),
        ("u", c.ShuffleCards()),
        ("d", c.RefuseCut()),
        ("c 120 80", c.CutCards("dealer", 120, 80)),
        ("l", c.LoadShoe()),
    ):
        assert said(key, made(play.table), "height", "6", "yes") == what
        assert play.ask(what).refused is None
    assert play.table.phase == "Betting"


def said(line: str, screen: Screen, *answers: str) -> c.Command:
    """What a key means once its questions are answered, as far as it has any."""
    meant: c.Command | Form | None = understand(line, screen)
    for answer in answers:
        if isinstance(meant, Form):
            meant = meant.answer(answer, screen) or meant
    assert not isinstance(meant, Form)
    assert meant is not None
    return meant


def test_no_two_choices_share_a_key_on_any_table() -> None:
    play = Play(4)
    for table in play.on(500, trouble=0.1):
        shown = made(table)
        keys = menu(shown)
        assert len(keys) == len(shown.choices)
        assert all(len(key) <= 2 for key in keys), keys


def test_remedies_go_by_number_through_all_holds() -> None:
    play = Play(1).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    play.report("reader-1", m.FaultRaised("dirty"))
    shown = made(play.table)
    assert understand("1", shown) == c.ChooseRemedy(1, "resume")
    assert understand("4", shown) == c.ChooseRemedy(2, "void_round")
    assert understand("Repaired", shown) == c.ChooseRemedy(2, "repaired"), "by the name in the handbook"
    with pytest.raises(NotUnderstood, match="'void_round' is no key here"):
        understand("void_round", shown)  # which of the two questions?
    lines = menu_lines(shown, ASCII)
    assert any(
        "[2] void_round: declare the round void and return the wagers (floor)" in line for line in lines
    )
    assert any("(1) " in line and "not now: shoe-1 is not connected yet" in line for line in lines[1:])


def test_what_is_for_the_other_one_stands_behind_what_is_for_oneself() -> None:
    shown = made(Play(1).until("Inspecting").table)
    lines = menu_lines(shown, ASCII, "dealer")
    assert lines[0].startswith("   [i] cards inspected, without a defect   [id] a card has a defect")
    assert all("(floor)" not in line or "[i" not in line for line in lines)
    lines = menu_lines(shown, ASCII, "floorperson")
    assert "(floor)" in lines[0]
    assert any(line.startswith("   [i] ") for line in lines[1:])
    assert sorted("".join(lines)) == sorted("".join(menu_lines(shown, ASCII, "dealer")))


def test_every_command_can_be_asked_for_with_a_key() -> None:
    """Remedies go by number; verbs, even money, declared and abandoned hands have keys of their own."""
    others = {c.ChooseRemedy, c.Decide, c.TakeEvenMoney, c.DeclareHand, c.AbandonWagers}
    assert set(KEYS) | {type(one) for one in VARIANTS} | others == set(get_args(c.Command))


def being_stopped(table: Table) -> Table:
    """A shuffler that has a stack is being stopped, as it is where cards are changed or the table closes."""
    supply = table.standing.supply
    if supply.machine.stage not in ("working", "done"):
        return table
    machine = replace(supply.machine, stage="cancelling")
    return replace(table, standing=replace(table.standing, supply=replace(supply, machine=machine)))


def test_a_shuffler_can_be_emptied_by_hand_and_the_key_says_what_follows() -> None:
    """Wherever the table takes it; a stack that comes out of the exit by itself is lost as a shuffle then."""
    met = set()
    for seed in range(5):
        for played in Play(seed, "batch").on(300, 0.05, 0.25):
            table = being_stopped(played)
            machine = table.standing.supply.machine
            known = not table.holds and c.TakeStack in GAME.phases.steps[table.phase]
            if known and machine.stage in ("failed", "cancelling", "releasing"):
                key = menu(made(table))["mt"]
                assert key.why_not == ""
                good = machine.stage == "releasing" and not machine.reason
                assert ("to be shuffled again" in key.words) is good
                met.add((machine.stage, good))
    assert {("failed", False), ("cancelling", False), ("releasing", True)} <= met


def test_cards_and_names_are_typed() -> None:
    shown = made(Play(1).open().table)
    assert understand("dealer Jo Ann", shown) == c.NewDealer("Jo Ann")
    assert understand("admit Ben", shown) == c.AdmitPlayer("Ben")
    assert understand("card 41 kh", shown) == c.EnterCard(41, "KH")
    asked = Screen("", "", "", "Dealing", prompts=(PromptShown("floorperson", "enter_card", "", draw=7),))
    assert understand("card 10s", asked) == c.EnterCard(7, "TS")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("zz", "is no key here; keys: "),
        ("n now", "is no key here"),
        ("card 1H", "is no card"),
        ("card KH", "no card is to be entered now"),
        ("dealer", "is no key here"),
        ("\x1b[2J", "is no key here"),
    ],
)
def test_a_line_that_means_nothing_says_what_does(line: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        understand(line, made(Play(1).open().table))


def test_an_amount_that_is_none_is_said() -> None:
    shown = made(Play(1).open().until("PlayerDecisions").table)
    for words in ("ten", "7.5", "-5", "1e3"):
        with pytest.raises(NotUnderstood, match="is no amount"):
            understand(f"d {words}", shown)


class Typed:
    """A console in a thread, typed into through a pipe."""

    def __init__(self, path: Path, *, reconnect: bool = False) -> None:
        self._reconnect = reconnect
        self._given, self._typing = os.pipe()
        self.out = io.StringIO()
        self.status: int | None = None
        self._thread = threading.Thread(target=self._run, args=(path,))
        self._thread.start()

    def _run(self, path: Path) -> None:
        self.status = console(
            path, "dealer", "Ann", given=self._given, out=self.out, reconnect=self._reconnect
        )

    def type(self, words: str) -> None:
        os.write(self._typing, words.encode())

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + 20
        while words not in self.out.getvalue():
            assert time.monotonic() < until, f"{words!r} was not printed:\n{self.out.getvalue()}"
            time.sleep(0.005)

    def end(self) -> int | None:
        self._thread.join(20)
        assert not self._thread.is_alive()
        os.close(self._given)
        os.close(self._typing)
        return self.status


def test_a_console_asks_and_shows_the_refusal(tmp_path: Path) -> None:
    asked: queue.SimpleQueue[c.Asked] = queue.SimpleQueue()
    play = Play(1).open()
    with FeedServer(tmp_path / "feed.sock", asked.put, name="Table 7") as server:
        server.publish(GAME, play.table)
        typed = Typed(tmp_path / "feed.sock")
        typed.wait_for("not now: no Blackjack Wager on the table")
        typed.type("x\nn")
        assert asked.get(timeout=20) == c.Asked("dealer", "Ann", c.CloseTable())
        typed.type("\n")
        given = asked.get(timeout=20)
        assert given == c.Asked("dealer", "Ann", c.NoMoreBets())
        server.publish(GAME, play.table, play.given(given).refused, by="dealer Ann")
        typed.wait_for("REFUSED dealer Ann: no Blackjack Wager on the table")
        typed.type("what\n?\nq\n")
        typed.wait_for("'what' is no key here")
        assert typed.end() == 0


def test_a_console_asks_line_by_line_and_can_give_up(tmp_path: Path) -> None:
    asked: queue.SimpleQueue[c.Asked] = queue.SimpleQueue()
    play = Play(1).until("Inspecting")
    with FeedServer(tmp_path / "feed.sock", asked.put, name="Table 7") as server:
        server.publish(GAME, play.table)
        typed = Typed(tmp_path / "feed.sock")
        typed.wait_for("[cf] compare layout, odds and rack (floor)")
        typed.type("cf\n")
        typed.wait_for("?? How many boxes has the layout? Type a number. (. gives up)")
        typed.type("six\n")
        typed.wait_for("'six' is no number: type digits alone, as 52")
        typed.type("6\nheight\n")
        typed.wait_for("?? Of how many decks is the stack that it shows?")
        play.ask(c.InspectCards())
        server.publish(GAME, play.table)
        typed.wait_for("[v] inspection verified (floor)")
        typed.type("6\nyes\n")
        assert asked.get(timeout=20).what == c.ConfirmTable(6, "height", 6, True)
        typed.type("in 1\n")
        typed.wait_for("?? At which box?")
        typed.type(".\nv\n")
        typed.wait_for("given up: nothing was asked of the table")
        assert asked.get(timeout=20).what == c.VerifyInspection()
        typed.type("in 5 \n\nthe lamp went out\nq\n")
        assert asked.get(timeout=20).what == c.ReportIncident("other", 0, "the lamp went out")
        assert typed.end() == 0
    text = typed.out.getvalue()
    menu_again = text.index("[v] inspection verified (floor)")
    assert "?? Of how many decks" in text[menu_again:], "the open question is asked again under a new menu"


def test_a_console_ends_with_its_table(tmp_path: Path) -> None:
    with FeedServer(tmp_path / "feed.sock", print) as server:
        server.publish(GAME, Play(1).open().table)
        typed = Typed(tmp_path / "feed.sock")
        typed.wait_for("Betting")
    assert typed.end() == 1
    assert "has ended" in typed.out.getvalue()


def test_a_console_waits_for_its_table_when_it_is_told_to(tmp_path: Path) -> None:
    """The table is started again after a power cut; the dealer goes on typing."""
    asked: queue.SimpleQueue[c.Asked] = queue.SimpleQueue()
    path, table = tmp_path / "feed.sock", Play(1).open().table
    with FeedServer(path, print, name="Table 7") as server:
        server.publish(GAME, table)
        typed = Typed(path, reconnect=True)
        typed.wait_for("Betting")
    typed.wait_for("waiting for the table; q and Enter ends this console")
    typed.type("n\n")
    with FeedServer(path, asked.put, name="Table 7 again") as server:
        server.publish(GAME, table)
        typed.wait_for("Table 7 again")
        typed.type("x\n")
        assert asked.get(timeout=20).what == c.CloseTable(), "what was typed meanwhile counts for nothing"
    typed.wait_for("Table 7 again")
    typed.type("q\n")
    assert typed.end() == 0


def test_a_console_without_a_table_says_so(tmp_path: Path) -> None:
    out = io.StringIO()
    assert console(tmp_path / "feed.sock", "dealer", "Ann", given=0, out=out, wait=0.1) == 1
    assert "no table is running at" in out.getvalue()
