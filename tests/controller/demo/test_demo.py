"""The whole demonstration, over real pseudo-terminals and as real processes, at very high speed."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from controller.demo import run_demo
from controller.demo.characters import side_wagers
from controller.demo.mishaps import KINDS
from controller.demo.room import PID_FILE, TABLES
from controller.installation import load_installation, load_rules
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import CloseTable, Restarted, Told
from controller.table.events import HoldOpened, IrregularityMet
from controller.table.state import BURN
from drivers.cards import UNREAD
from tests.controller.demo.running import (
    FREE_BET,
    audited,
    batches_played,
    demonstration,
    draws_of,
    entries_of,
    left_over,
    line_of,
)

PATIENCE = 90.0
GAMES = tuple(TABLES)
POKER = "lunar-poker"
FAMILY = tuple(game for game in GAMES if game != POKER)
"""Of these the shuffler has two batches, and one shoe lasts for rounds."""

SEEN = {
    "shoe:misread": "unread-card",
    "shoe:jam": "jam",
    "shoe:face-up": "face-up-card",
    "shoe:double-feed": "double-feed",
    "shoe:draw-while-locked": "card-in-error",
    "shoe:unplug": "device-lost",
    "reader:no-read": "reader-malfunction",
    "reader:inserted": "reader-not-due",
    "wagers:silence": "device-lost",
    "table:kill": "power-loss",
    "shuffler:jam": "shuffler-failed",
    "shuffler:count-short": "card-count",
}
"""What each fault is on record as."""


def played(
    folder: Path,
    rounds: int,
    faults: tuple[str, ...] = (),
    shuffler: str = "none",
    game: str = FREE_BET,
    variation: str = "none",
    shoe: str = "single",
) -> str:
    """Play a demonstration to its end; what it said."""
    line = line_of(folder, rounds, faults, shuffler=shuffler, game=game, variation=variation, shoe=shoe)
    done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("game", FAMILY)
def test_two_rounds_are_played_and_the_table_is_closed(tmp_path: Path, game: str) -> None:
    said = played(tmp_path, 2, game=game)
    findings = audited(tmp_path)
    assert findings.is_clean
    assert findings.rounds == 2
    assert not findings.open_round
    entries = entries_of(tmp_path)
    draws = draws_of(entries)
    assert draws == list(range(1, len(draws) + 1))
    assert any(isinstance(one.given.what, CloseTable) for one in entries)
    collected = [one for entry in entries for one in entry.events if isinstance(one, ev.ShoeCollected)]
    assert [one.remaining for one in collected] == [6 * 52 - len(draws)] == [collected[0].expected]
    assert "== round 2" in said
    assert "REFUSED" in said
    assert left_over(tmp_path) == []


def test_blackjack_switch_is_played_with_two_hands_a_box(tmp_path: Path) -> None:
    """Hands are switched within a few rounds, and every box that plays has two equal wagers."""
    said = played(tmp_path, 6, game="blackjack", variation="switch")
    assert audited(tmp_path).is_clean
    events = [event for one in entries_of(tmp_path) for event in one.events]
    placed = [dict(one.chips) for one in events if isinstance(one, ev.WagersPlaced)]
    first = [chips for chips in placed if "blackjack" in chips]
    assert first
    assert all(chips["second_blackjack"] == chips["blackjack"] for chips in first)
    assert any(isinstance(one, ev.HandsSwitched) for one in events)
    assert "switches the second cards" in said
    assert left_over(tmp_path) == []


@clause("633a.12(b)", "633a.12(b)(2)", "633a.12(b)(5)", "633a.12(b)(9)")
def test_blackjack_is_dealt_from_the_hand(tmp_path: Path) -> None:
    """No shoe is there, two batches of two decks take turns, and every hand is known at its round's end."""
    said = played(tmp_path, 5, ("table:kill",), game="blackjack", variation="hand_dealt")
    findings = audited(tmp_path)
    assert findings.is_clean
    assert findings.rounds >= 5
    entries = entries_of(tmp_path)
    events = [event for one in entries for event in one.events]
    assert not any(type(one.given.what).__name__ == "CardDrawn" for one in entries)
    dealt = [one for one in events if isinstance(one, ev.CardDealt)]
    burned = [one.card for one in dealt if one.to == BURN]
    assert burned == [UNREAD] * findings.rounds
    assert {one.card for one in dealt} > {UNREAD}
    collected = [one for one in events if isinstance(one, ev.ShoeCollected)]
    assert all(one.remaining == one.expected for one in collected)
    assert len(collected) >= 2
    assert any(isinstance(one, ev.HandTurned) for one in events)
    assert "into one hand: 104 shuffled cards" in said
    assert left_over(tmp_path) == []


def test_a_shoe_that_is_not_there_has_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    status = run_demo(
        game="blackjack",
        variation="hand_dealt",
        speed=2.0,
        rounds=0,
        faults=["shoe:jam"],
        plain=True,
        keep=None,
    )
    assert status == 2
    assert "shoe:jam needs a shoe" in capsys.readouterr().err


@pytest.mark.parametrize(
    "faults",
    [
        (),
        ("shoe:misread", "shoe:jam", "shoe:double-feed"),
        ("shoe:face-up", "shoe:draw-while-locked", "shoe:unplug", "table:kill"),
    ],
)
def test_a_double_shoe_is_dealt_from_as_its_determinant_cards_say(
    tmp_path: Path, faults: tuple[str, ...]
) -> None:
    """Rounds come from either side, each side is counted by itself, and no card is missing."""
    said = played(tmp_path, 7, faults, game="blackjack", shoe="double")
    assert audited(tmp_path).is_clean
    entries = entries_of(tmp_path)
    events = [event for one in entries for event in one.events]
    told = [one for one in events if isinstance(one, ev.Determined)]
    assert len(told) >= 6
    assert all(one.designated == (one.card[1] in "CS") for one in told), "hearts and diamonds: the left side"
    collected = [one for one in events if isinstance(one, ev.ShoeCollected)]
    assert len(collected) >= 2
    assert all(one.remaining == one.expected for one in collected)
    left = [one for one in events if isinstance(one, ev.CardLeft)]
    assert [one.draw for one in left] == draws_of(entries)
    assert {"left", "right"} <= set(said.split())
    assert all(f"FAULT: {fault}" in said for fault in faults)
    assert left_over(tmp_path) == []


@pytest.mark.parametrize("game", FAMILY)
def test_two_batches_take_turns(tmp_path: Path, game: str) -> None:
    """One is in the shoe while the other one is in the shuffler, and comes back from there at the end of a
    shoe; the dealer counts what is left, and the shuffler finds all of a batch."""
    played(tmp_path, 6, shuffler="batch", game=game)
    findings = audited(tmp_path)
    assert findings.is_clean
    assert findings.rounds >= 6
    entries = entries_of(tmp_path)
    batches = batches_played(entries, game)
    assert len(batches) >= 2
    assert batches == [("red", "blue")[at % 2] for at in range(len(batches))]
    events = [event for one in entries for event in one.events]
    ended = [one for one in events if isinstance(one, ev.ShuffleEnded) and one.stage != "cancelling"]
    assert {(one.count, one.counted, one.identity, one.back) for one in ended if one.stage == "done"} == {
        (312, "good", "good", "good")
    }
    collected = [one for one in events if isinstance(one, ev.ShoeCollected)]
    assert len(collected) == len(batches)
    assert all(one.remaining == one.expected > 78 for one in collected)
    assert left_over(tmp_path) == []


@pytest.mark.parametrize(
    ("shuffler", "faults"),
    [
        ("none", ("shoe:misread", "shoe:jam", "shoe:double-feed", "wagers:silence", "reader:inserted")),
        ("none", ("shoe:face-up", "shoe:draw-while-locked", "shoe:unplug", "reader:no-read", "table:kill")),
        ("batch", ("shuffler:jam",)),
        ("batch", ("shuffler:count-short",)),
        ("batch", ("table:kill",)),
    ],
)
@pytest.mark.parametrize("game", FAMILY)
def test_each_fault_is_shown_and_resolved(
    tmp_path: Path, game: str, shuffler: str, faults: tuple[str, ...]
) -> None:
    said = played(tmp_path, 2, faults, shuffler, game)
    findings = audited(tmp_path)
    assert findings.is_clean
    assert not findings.open_round
    events = [event for one in entries_of(tmp_path) for event in one.events]
    on_record = {one.hold.kind for one in events if isinstance(one, HoldOpened)}
    on_record |= {one.what.kind for one in events if isinstance(one, IrregularityMet)}
    for fault in faults:
        assert f"FAULT: {fault}" in said
        assert SEEN[fault] in on_record
    opened = sum(type(event) is ev.HoldOpened for event in events)
    assert sum(type(event) is ev.HoldClosed for event in events) == opened
    assert left_over(tmp_path) == []


def of_poker(folder: Path) -> list[ev.Event]:
    """The events of a demonstration of Lunar Poker whose books are in order: shuffled after each round, and
    every card counted."""
    findings = audited(folder)
    assert findings.is_clean
    assert not findings.open_round
    events = [event for one in entries_of(folder) for event in one.events]
    collected = [one for one in events if isinstance(one, ev.ShoeCollected)]
    assert len(collected) == findings.rounds
    assert all(one.remaining == one.expected for one in collected)
    assert left_over(folder) == []
    return events


@clause("671a.5(a)", "671a.7(c)", "671a.11(b)", "671a.11(d)")
def test_players_of_lunar_poker_declare_decide_and_draw(tmp_path: Path) -> None:
    """Within ten rounds of five players somebody does each of it, and somebody is late."""
    said = played(tmp_path, 10, game=POKER)
    events = of_poker(tmp_path)
    placed = {wager for one in events if isinstance(one, ev.WagersPlaced) for wager, _ in one.chips}
    assert placed >= {"ante", "super", "bet", "options"}
    assert any(wager.startswith("super_on_") for wager in placed)
    assert {one.verb for one in events if isinstance(one, ev.Decided)} == {"fold", "bet", "buy", "exchange"}
    assert any(isinstance(one, ev.HandDeclared) for one in events)
    assert any(isinstance(one, ev.CardsGivenUp) for one in events)
    assert "REFUSED" in said
    assert "== round 10" in said


@pytest.mark.parametrize(
    "faults",
    [
        ("shoe:jam", "shoe:double-feed", "wagers:silence"),
        ("shoe:face-up", "shoe:draw-while-locked", "shoe:unplug", "table:kill"),
    ],
)
def test_each_fault_is_shown_and_resolved_at_a_table_of_poker(
    tmp_path: Path, faults: tuple[str, ...]
) -> None:
    said = played(tmp_path, 2, faults, game=POKER)
    events = of_poker(tmp_path)
    on_record = {one.hold.kind for one in events if isinstance(one, HoldOpened)}
    on_record |= {one.what.kind for one in events if isinstance(one, IrregularityMet)}
    for fault in faults:
        assert f"FAULT: {fault}" in said
        assert SEEN[fault] in on_record
    opened = sum(type(event) is ev.HoldOpened for event in events)
    assert sum(type(event) is ev.HoldClosed for event in events) == opened


def test_players_of_blackjack_make_side_wagers_that_are_settled(tmp_path: Path) -> None:
    """In six rounds somebody makes some of them, and each of them is won or lost by a clause of its own."""
    played(tmp_path, 6, game="blackjack")
    findings = audited(tmp_path)
    assert findings.is_clean
    events = [event for one in entries_of(tmp_path) for event in one.events]
    placed = [chips for one in events if isinstance(one, ev.WagersPlaced) for chips in one.chips]
    offered = set(side_wagers(load_rules(load_installation(TABLES["blackjack"]["none"], tmp_path))))
    made = sorted(wager for wager, _ in placed if wager in offered)
    rows = [row for one in events if isinstance(one, ev.Settled) for row in one.rows]
    assert made
    assert sorted(row.wager for row in rows if row.wager in offered) == made
    clauses = [row.clause for row in rows if row.wager in offered]
    assert all(clause.startswith(("633a.7(g)", "633a.7(o)", "633a.13")) for clause in clauses), clauses


def test_every_fault_that_there_is_is_tested() -> None:
    assert set(SEEN) == set(KINDS)


@pytest.mark.parametrize(
    ("game", "shuffler"), [(FREE_BET, "none"), (FREE_BET, "batch"), ("blackjack", "none"), (POKER, "none")]
)
def test_a_table_killed_at_random_moments_loses_no_card(tmp_path: Path, game: str, shuffler: str) -> None:
    """Where the dealer counts the cards that are left in the shoe, the journal knows each that is gone."""
    dice = random.Random(os.urandom(8))
    kills = 0
    with demonstration(tmp_path, 4, speed="80", shuffler=shuffler, game=game) as demo:
        _until(lambda: "is ready" in _text(tmp_path / "table.log"))
        last, due = "", time.monotonic() + dice.uniform(0.1, 1.0)
        while demo.poll() is None and kills < 4 and not _is_over(tmp_path):
            pid = _text(tmp_path / PID_FILE)
            if pid and pid != last and time.monotonic() > due:
                os.kill(int(pid), signal.SIGKILL)
                last, kills, due = pid, kills + 1, time.monotonic() + dice.uniform(0.2, 1.0)
            time.sleep(0.01)
        out, _ = demo.communicate(timeout=PATIENCE)
        assert demo.returncode == 0, out
    assert kills >= 2, out
    findings = audited(tmp_path)
    assert findings.is_clean
    entries = entries_of(tmp_path)
    draws = draws_of(entries)
    assert draws == list(range(1, len(draws) + 1))
    collected = [one for entry in entries for one in entry.events if isinstance(one, ev.ShoeCollected)]
    assert collected
    assert all(one.remaining == one.expected for one in collected), out
    starts = [one for one in entries if isinstance(one.given, Told) and isinstance(one.given.what, Restarted)]
    assert 1 <= len(starts) <= kills  # one that was killed before it was ready has left no word
    assert left_over(tmp_path) == []


def _is_over(folder: Path) -> bool:
    """Whether the table has said that it is closed: no card moves any more."""
    return "has ended in Closed" in _text(folder / "table.log")


@pytest.mark.parametrize(
    ("game", "plain"), [(FREE_BET, False), (FREE_BET, True), ("blackjack", False), (POKER, False)]
)
def test_a_terminal_is_drawn_on_and_given_back_or_gets_lines(tmp_path: Path, game: str, plain: bool) -> None:
    master, slave = os.openpty()
    line = [one for one in line_of(tmp_path, 1, game=game) if plain or one != "--plain"]
    with subprocess.Popen(line, stdin=slave, stdout=slave, stderr=slave) as demo:
        os.close(slave)
        shown = _all_of(master)
        assert demo.wait(PATIENCE) == 0, shown[-2000:]
    os.close(master)
    assert shown.count(b"\x1b[?1049h") == shown.count(b"\x1b[?1049l") == (0 if plain else 1)
    assert (b"\x1b" in shown) != plain
    assert (b"== round 1" in shown) == plain
    assert (b"DEALER" in shown) != plain
    assert shown.rstrip().endswith(b"the journal is " + bytes(tmp_path) + b"/demo.journal")


def _all_of(master: int) -> bytes:
    """What is written to this terminal until nobody has it open any more."""
    shown = b""
    while True:
        try:
            shown += os.read(master, 65536)
        except OSError:
            return shown


def _text(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_child_is_left_when_it_is_ended(tmp_path: Path, number: int, status: int) -> None:
    with demonstration(tmp_path, 50, speed="20") as demo:
        _until(lambda: "opens the table" in _text(tmp_path / "people.log") or len(left_over(tmp_path)) >= 7)
        demo.send_signal(number)
        demo.communicate(timeout=PATIENCE)
        assert demo.returncode == status
    _until(lambda: left_over(tmp_path) == [])


def test_the_death_of_a_child_is_said_in_one_line(tmp_path: Path) -> None:
    with demonstration(tmp_path, 50, speed="20") as demo:
        _until(lambda: len(left_over(tmp_path)) >= 7)
        for line in Path("/proc").glob("[0-9]*/cmdline"):
            words = _words(line)
            if "simulate card_reader" in words and str(tmp_path) in words:
                os.kill(int(line.parent.name), signal.SIGKILL)
        out, _ = demo.communicate(timeout=PATIENCE)
        assert demo.returncode == 1
    told = [line for line in out.splitlines() if line.startswith("table-controller: ")]
    assert len(told) == 1
    assert "the reader process has ended (killed by SIGKILL)" in told[0]
    assert str(tmp_path) in told[0]
    _until(lambda: left_over(tmp_path) == [])


def _words(line: Path) -> str:
    try:
        return line.read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _until(done: object) -> None:
    assert callable(done)
    end = time.monotonic() + 30.0
    while not done():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("game", "variation", "words"),
    [
        (FREE_BET, "switch", "free-bet-blackjack has no variation 'switch' to be shown; choose from none"),
        (
            "blackjack",
            "swap",
            "blackjack has no variation 'swap' to be shown; choose from none, switch, hand_dealt",
        ),
    ],
)
def test_a_variation_that_cannot_be_shown_is_told(
    capsys: pytest.CaptureFixture[str], game: str, variation: str, words: str
) -> None:
    status = run_demo(game=game, variation=variation, speed=2.0, rounds=0, faults=[], plain=True, keep=None)
    assert status == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "shoe", "others", "words"),
    [
        (FREE_BET, "double", {}, "free-bet-blackjack is not shown from a shoe 'double'; choose from single"),
        (
            "blackjack",
            "treble",
            {},
            "blackjack is not shown from a shoe 'treble'; choose from single, double",
        ),
        ("blackjack", "double", {"variation": "switch"}, "leave out --variation switch"),
        ("blackjack", "double", {"shuffler": "batch"}, "there is no shuffler 'batch' at this table"),
    ],
)
def test_a_shoe_that_cannot_be_shown_is_told(
    capsys: pytest.CaptureFixture[str], game: str, shoe: str, others: dict[str, str], words: str
) -> None:
    status = run_demo(game=game, shoe=shoe, speed=2.0, rounds=0, faults=[], plain=True, keep=None, **others)
    assert status == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "speed", "rounds", "faults", "shuffler", "words"),
    [
        (FREE_BET, 2.0, 0, ["shoe:melt"], "none", "there is no fault 'shoe:melt'"),
        (
            "blackjack",
            2.0,
            0,
            ["shuffler:jam"],
            "none",
            "shuffler:jam needs a shuffler: add",
        ),
        (
            "blackjack",
            2.0,
            0,
            [],
            "riffle",
            "there is no shuffler 'riffle' at this table; choose",
        ),
        (POKER, 2.0, 0, ["reader:no-read"], "none", "reader:no-read needs a card reader: this game has none"),
        ("whist", 2.0, 0, [], "none", f"no game 'whist' can be shown; choose from {', '.join(GAMES)}"),
        (FREE_BET, 0.0, 0, [], "none", "--speed must be above 0"),
        (FREE_BET, 2.0, -1, [], "none", "--rounds not below"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
    game: str,
    speed: float,
    rounds: int,
    faults: list[str],
    shuffler: str,
    words: str,
) -> None:
    status = run_demo(
        game=game, speed=speed, rounds=rounds, faults=faults, plain=True, keep=None, shuffler=shuffler
    )
    assert status == 2
    said = capsys.readouterr()
    assert words in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.out == ""
