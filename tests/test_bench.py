"""The benches still run, and what they give is sane. No figure here has a time to keep."""

import json
import subprocess
import sys
from math import isfinite
from pathlib import Path

import pytest

from controller.journal import read_journal
from controller.table.events import Settled
from controller.table.ruling import rule_on
from tests.bench import durable, latency, plain, report, rounds, starting
from tests.bench.disk import file_system
from tests.bench.figures import Comparison, Figure, Section, alternately, percentile
from tests.bench.script import make_script


def figures(section: Section) -> list[Figure]:
    """Every figure of a section, the peers among them."""
    return [figure for one in section.comparisons for figure in (one.figure, *one.peers)]


def assert_sane(section: Section, comparisons: int) -> None:
    assert len(section.comparisons) == comparisons
    for figure in figures(section):
        assert figure.name
        assert figure.samples
        assert all(isfinite(value) and value > 0 for value in figure.samples)
    text = report.as_text(section)
    assert all(figure.name in text for figure in figures(section))
    assert json.loads(json.dumps(report.as_data(section)))["title"] == section.title


# ---- the benches, as small as they can be ------------------------------------------------------------


def test_rounds() -> None:
    assert_sane(rounds.measure(rounds=4, passes=1, repetitions=2), 4)


def test_durable(tmp_path: Path) -> None:
    assert_sane(durable.measure(singly=3, burst=10, repetitions=2, parent=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_latency() -> None:
    assert_sane(latency.measure(samples=5, repetitions=2), 4)


def test_starting() -> None:
    assert_sane(starting.measure(entries=60, repetitions=1), 6)


def test_the_journal_of_a_start_has_as_many_entries_as_are_said(tmp_path: Path) -> None:
    starting.fill_journal(tmp_path, 100)
    assert sum(1 for _ in read_journal(tmp_path / "journal")) == 100


def test_a_process_that_does_not_get_ready_is_said_with_its_log(tmp_path: Path) -> None:
    with pytest.raises(starting.NotReady, match="no such table"):
        starting.start_once(("-c", "raise SystemExit('no such table')"), tmp_path / "log")


def test_the_command_line_names_a_bench_that_is_unknown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "races"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no bench is called races; there are rounds" in done.stderr


# ---- what they compare is the same -------------------------------------------------------------------


@pytest.fixture(scope="module")
def made() -> rounds.Prepared:
    return rounds.prepare(60)


def test_the_plain_peer_pays_what_the_table_pays(made: rounds.Prepared) -> None:
    paid, entries = [], iter(made.entries)
    for one in made.script.rounds:
        events = [event for _ in one for event in next(entries).events]
        rows = [row for event in events if isinstance(event, Settled) for row in event.rows]
        paid.append(sum(row.paid - row.collected for row in rows))
    assert plain.play_rounds(made.script.cards, rounds.verbs_of(made), 60) == paid


def test_the_rounds_have_every_decision(made: rounds.Prepared) -> None:
    assert set(rounds.verbs_of(made)) == {"hit", "stand", "double", "split"}


def test_nothing_of_a_script_is_refused_and_the_table_takes_wagers_after_it(made: rounds.Prepared) -> None:
    table = made.base
    for given in made.inputs:
        ruling = rule_on(made.game, table, given)
        assert ruling.refused is None
        table = ruling.table
    assert table == rounds.ruled(made)
    assert (table.phase, table.round) == ("Betting", made.base.round + 60)


def test_a_script_is_the_same_each_time(made: rounds.Prepared) -> None:
    assert make_script(made.game, 60) == made.script


def test_entries_are_chained_over_all_inputs(made: rounds.Prepared) -> None:
    assert rounds.ruled_and_chained(made).number == len(made.inputs)


# ---- figures -----------------------------------------------------------------------------------------


def test_times_says_how_many_times_as_much_is_taken() -> None:
    assert Figure("ours", "rounds/s", (50.0,)).times(Figure("peer", "rounds/s", (100.0,))) == 2
    assert Figure("ours", "ms", (50.0,)).times(Figure("peer", "ms", (100.0,))) == 0.5


def test_a_goal_is_reached_from_the_right_side() -> None:
    assert Figure("", "entries/s", (3.0, 1.0, 2.0), goal=2).reached
    assert not Figure("", "entries/s", (3.0, 1.0, 1.0), goal=2).reached
    assert Figure("", "ms", (2.0,), goal=2).reached
    assert not Figure("", "ms", (2.1,), goal=2).reached
    assert Figure("", "ms", (2.1,)).reached is None
    slow, fast = Figure("", "entries/s", (10.0,)), Figure("", "entries/s", (30.0,))
    assert not Comparison(slow, (fast,), most=2).reached
    assert Comparison(slow, (fast,), most=3).reached


def test_a_goal_that_is_missed_is_said() -> None:
    section = Section("Heading", (Comparison(Figure("slow", "ms", (9.0,), goal=2.0)),), ("a remark",))
    text = report.as_text(section)
    assert "at most 2.00: NOT reached" in text
    assert "a remark" in text


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(n) for n in range(1, 201)]
    assert (percentile(values, 50), percentile(values, 99), percentile(values, 100)) == (100, 198, 200)
    assert percentile([7.0], 99) == 7


def test_the_first_turn_does_not_count_and_all_take_turns() -> None:
    seen: list[str] = []

    def one() -> tuple[float, float]:
        seen.append("one")
        return float(len(seen)), 0.0

    def other() -> tuple[float]:
        seen.append("other")
        return (float(len(seen)),)

    assert alternately(2, one, other) == (((3.0, 5.0), (0.0, 0.0)), ((4.0, 6.0),))
    assert seen == ["one", "other"] * 3


def test_the_file_system_of_a_folder_is_told() -> None:
    assert file_system(Path("/proc")) == "proc"
