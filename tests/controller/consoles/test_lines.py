"""Plain lines: a round can be followed from them, nothing is said twice, trouble is said plainly."""

from msgspec.structs import replace

from controller.consoles.frames import RefusalShown
from controller.consoles.lines import Reporter
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII, SIGNS
from controller.games.free_bet_blackjack.game import GAME
from controller.table.commands import ChooseRemedy
from controller.table.state import Table
from drivers import messages as m
from tests.controller.consoles.playing import Play


def read(reporter: Reporter, table: Table, **more: object) -> list[str]:
    made = screen(GAME, table, resolve=lambda cited: f"<{cited}>", name="Table 7", **more)  # type: ignore[arg-type]
    return reporter.read(made)


def test_a_round_can_be_followed() -> None:
    play, reporter = Play(2), Reporter(SIGNS)
    lines: list[str] = []
    for table in play.on(60):
        lines += read(reporter, table)
    text = "\n".join(lines)
    order = (
        "Table 7 · Free Bet Blackjack (672a)",
        "-- Inspecting",
        "-- Betting",
        "wagers OPEN",
        "box 1 Ann: Bet $25, Push22 $5",
        "-- No more bets",
        "== round 1",
        "wagers CLOSED",
        "shoe OPEN for 5 cards",
        "box 1: 8♣  (8)",
        "dealer: A♦ [face down]  (soft 11)",
        "-- Insurance",
        "shoe LOCKED",
        "card reader armed for an ace",
        "-- Player decisions",
        "-- Dealer play",
        "dealer: A♦ 7♣  (soft 18)",
        "-- Settling",
        "box 1: Push22 $5 lost $5 (<672a.7(n)(2)>)",
    )
    at = 0
    for words in order:
        assert words in text[at:], words
        at = text.index(words, at)


def test_the_same_screen_says_nothing_again() -> None:
    play, reporter = Play(4).open(), Reporter(SIGNS)
    for table in play.on(200, trouble=0.05):
        read(reporter, table)
        assert read(reporter, table) == []


def test_trouble_is_said_with_its_way_out() -> None:
    play, reporter = Play(1).open().until("PlayerDecisions"), Reporter(ASCII)
    read(reporter, play.table)
    play.report("shoe-1", m.DeviceLost("unplugged"))
    text = "\n".join(read(reporter, play.table))
    assert "X shoe SN-shoe-1 LOST (unauthenticated link)" in text
    assert "!! HOLD 1 (<topic:device-lost>): The shoe shoe-1 is lost (unplugged). Choose: resume" in text
    play.ask(ChooseRemedy(1, "void_round"))
    text = "\n".join(read(reporter, play.table))
    assert "== round 1 - VOID" in text
    assert "box 1: Bet $25 void" in text
    assert "every open question is decided" in text


def test_a_refusal_is_said_once_and_not_when_it_is_old() -> None:
    table, reporter = Play(1).open().table, Reporter(ASCII)
    old = RefusalShown("an old one", "1", 3)
    assert not any("old one" in line for line in read(reporter, table, refusal=old))
    new = RefusalShown("no Blackjack Wager", "672a.6(a)", 9, "dealer Kim")
    assert read(reporter, table, refusal=new) == ["X REFUSED dealer Kim: no Blackjack Wager (672a.6(a))"]
    assert read(reporter, table, refusal=new) == []


def test_out_of_play_is_said() -> None:
    table, reporter = Play(1).open().table, Reporter(ASCII)
    read(reporter, table)
    lines = read(reporter, table, locked="no space left on the disk")
    assert "!! OUT OF PLAY: no space left on the disk" in lines
    assert "   wagers CLOSED" in lines


def test_lines_can_be_written_in_ascii() -> None:
    play, reporter = Play(3), Reporter(ASCII)
    for table in play.on(150, trouble=0.05):
        assert all(line.isascii() for line in read(reporter, table))


def test_no_line_carries_what_a_terminal_would_obey() -> None:
    play, reporter = Play(1).open(), Reporter(SIGNS)
    play.report("positions-1", m.Placed(1, (("blackjack", 2500),), "\x1b[2J"))
    sealed = replace(play.table, standing=replace(play.table.standing, seal="\x1b[2J"))
    lines = read(reporter, sealed)
    assert all(line.isprintable() for line in lines)
