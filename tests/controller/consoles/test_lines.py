"""Plain lines: a round can be followed from them, nothing is said twice, trouble is said plainly."""

from msgspec.structs import replace

from controller.consoles.frames import RefusalShown
from controller.consoles.lines import Reporter
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII, SIGNS
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table.commands import ChooseRemedy, Decide, RefuseCut, ShuffleCards
from controller.table.state import Drawn, Table
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.consoles.playing import Play


def read(reporter: Reporter, table: Table, **more: object) -> list[str]:
    made = screen(GAME, table, resolve=lambda cited: f"<{cited}>", name="Table 7", **more)  # type: ignore[arg-type]
    return reporter.read(made)


def test_a_round_can_be_followed() -> None:
    play, reporter = Play(3), Reporter(SIGNS)
    lines: list[str] = []
    for table in play.on(75):
        lines += read(reporter, table)
    text = "\n".join(lines)
    order = (
        "Table 7 · Free Bet Blackjack (672a)",
        "-- Inspecting",
        "-- Cutting",
        "the cut is offered to the first player, Ann",
        "-- Betting",
        "wagers OPEN",
        "box 1 Ann: Bet $25, Push22 $5",
        "-- No more bets",
        "== round 2",
        "wagers CLOSED",
        "shoe OPEN for 6 cards",
        "box 1: 6♠  (6)",
        "dealer: A♦ [face down]  (soft 11)",
        "-- Insurance",
        "shoe LOCKED",
        "card reader armed for an ace",
        "-- Player decisions",
        "-- Dealer play",
        "dealer: A♦ 7♣  (soft 18)",
        "-- Settling",
        "box 2: Push22 $5 lost $5 (<672a.7(n)(2)>)",
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


@clause("672a.12(f)")
def test_a_shoe_that_runs_short_in_a_round_is_followed_to_the_end() -> None:
    play, reporter = Play(1).open().until("PlayerDecisions"), Reporter(ASCII)
    read(reporter, play.table)
    play.report("shoe-1", m.ShoeEmpty(play.table.last))
    hand = play.table.hands[play.table.turn]
    play.ask(Decide(hand.box, "hit", hand.number))
    lines = read(reporter, play.table)
    assert "-- Refilling the shoe" in lines
    for what in (ShuffleCards(), RefuseCut()):
        play.ask(what)
        lines += read(reporter, play.table)
    assert f"   the cut is offered to the player of box {hand.box}" not in lines[-1:]
    while play.table.phase == "Refilling":
        play.person()
        lines += read(reporter, play.table)
    assert "-- Player decisions" in lines
    assert any("Burn the first card" in line for line in lines)


@clause("672a.12(c)")
def test_an_exposed_card_is_said_once_with_its_face() -> None:
    play, reporter = Play(1).open().until("PlayerDecisions"), Reporter(ASCII)
    read(reporter, play.table)
    table = replace(play.table, ahead=(Drawn(9, SEALED, True),))
    assert "!  exposed, draw 9: the next card, for who takes it" in read(reporter, table)
    told = replace(table, ahead=(Drawn(9, "9H", True),))
    assert "!  exposed 9h: the next card, for who takes it" in read(reporter, told)
    assert read(reporter, told) == []


@clause("672a.12(g)")
def test_a_hand_that_was_dealt_no_card_is_said_to_be_dead() -> None:
    play, reporter = Play(1).open().until("PlayerDecisions"), Reporter(ASCII)
    read(reporter, play.table)
    hand = replace(play.table.hands[0], cards=(), draws=(), total=0, status="dead")
    lines = read(reporter, replace(play.table, hands=(hand, *play.table.hands[1:])))
    assert f"   box {hand.box}: no card  (DEAD)" in lines


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
