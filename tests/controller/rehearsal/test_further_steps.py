"""The steps between rounds and of trouble: how each is written, what makes it invalid, what is only refused.

The steps of a round are tested in test_scenario.py. What comes of a step is shown by the scenarios
themselves (tests/scenarios), which are played in test_scenarios.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.faults import ConfigFaults
from controller.games import find_game
from controller.rehearsal import steps as s
from controller.rehearsal.bench import BEGINS
from controller.rehearsal.fault_kinds import FAULTS
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Equipment, Scenario, installed, read_scenario
from controller.rehearsal.step_forms import FORMS, WORDS
from controller.table.commands import INCIDENTS
from controller.table.machine_trouble import MARKS
from controller.table.remedies import REMEDIES
from controller.table.state import SHUFFLERS
from tests.scenarios import scenario_files

HEAD = "format: 1\ntitle: a test\ngame: free-bet-blackjack\n"
PLACE = "some/file.yaml"
DOCS = Path(__file__).parents[3] / "docs" / "scenarios.md"


def read(steps: str, head: str = HEAD) -> Scenario:
    return read_scenario(f"{head}steps:\n{steps}\n", PLACE)


def read_one(step: str, head: str = HEAD) -> s.Step:
    return read(f"- {step}", head).steps[0]


# ---- each form ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "read_as"),
    [
        ("confirm_table", s.Confirm()),
        ("confirm_table: {boxes: 5, rack: mark, rack_decks: 8, odds: false}", s.Confirm(5, "mark", 8, False)),
        ("inspect", s.Opening("inspect")),
        ("inspect: {defect: a crimped card}", s.Inspect("a crimped card")),
        ("look", s.Look()),
        ("look: {player: Ann, respread: true}", s.Look("Ann", True)),
        ("cut", s.Opening("cut")),
        ("cut: {by: player}", s.Cut("player")),
        ("cut: {depth: 9, cover: 432}", s.Cut("dealer", 9, 432)),
        ("refuse_cut", s.RefuseCut()),
        ("recut: a card was seen", s.Recut("a card was seen")),
        ("idle", s.Idle()),
        ("idle: {face: up}", s.Idle("up")),
        ("change_cards", s.ChangeCards()),
        ("change_cards: {source: preshuffled}", s.ChangeCards(("preshuffled",))),
        ("mark: covered", s.Mark("covered")),
        ("mark: signed", s.Mark("signed")),
        ("in_service", s.InService()),
        ("count: 0", s.Count(0)),
        ("lose_card", s.LoseCard()),
        ("wait: {hours: 24}", s.Wait(1440)),
        ("wait: {hours: 1, minutes: 1}", s.Wait(61)),
        ("misdeal: {box: 2}", s.Misdeal(2, (1,))),
        ("misdeal: {box: 2, cards: both, told: late}", s.Misdeal(2, (1, 2), True)),
        ("misdeal: {dealer: true, cards: first}", s.Misdeal(0, (1,))),
        ("forget_card: {box: 1, hand: 2}", s.ForgetCard(1, 2)),
        ("card_went: {box: 1, to_box: 3}", s.CardWent(1, 3)),
        ("card_went: {box: 1, hand: 2, to_box: 1, to_hand: 3}", s.CardWent(1, 1, 2, 3)),
        ("accept_card: {box: 1}", s.TakeCard(1)),
        ("refuse_card: {box: 1, hand: 2}", s.TakeCard(1, 2, False)),
        ("reader_not_due", s.ReaderNotDue()),
        ("incident: {kind: other}", s.Incident("other")),
        ("incident: {kind: player_left, box: 6, note: in anger}", s.Incident("player_left", 6, "in anger")),
        ("discards: 2C '*' 5D", s.Discards(("2C", "*", "5D"))),
        ("discards: [2C, CUT]", s.Discards(("2C", "CUT"))),
        ("fault: {device: shoe, kind: lid}", s.Fault("shoe", "lid")),
        ("open: {source: preshuffled}", s.Opening("open", ("preshuffled",))),
        ("open: {source: [fresh, preshuffled]}", s.Opening("open", ("fresh", "preshuffled"))),
    ],
)
def test_each_step_is_read(step: str, read_as: s.Step) -> None:
    assert read_one(step.replace("'*'", "*")) == read_as


@pytest.mark.parametrize(
    ("step", "keys"),
    [
        ("confirm_table: {boxes: six}", ["confirm_table.boxes"]),
        ("confirm_table: {rack: low, rack_decks: -1, odds: on}", ["rack", "rack_decks", "odds"]),
        ("confirm_table: {chairs: 6}", ["confirm_table.chairs"]),
        ("inspect: {defect: ''}", ["inspect.defect"]),
        ("inspect: {}", ["inspect.defect"]),
        ("inspect: a crimped card", ["inspect"]),
        ("look: {player: ''}", ["look.player"]),
        ("look: {respread: yes}", ["look.respread"]),
        ("look: Ann", ["look"]),
        ("cut: player", ["cut"]),
        ("cut: {by: floor}", ["cut.by"]),
        ("cut: {depth: -1, cover: 433}", ["cut.depth", "cut.cover"]),
        ("cut: {depth: ten}", ["cut.depth"]),
        ("refuse_cut: {box: 1}", ["refuse_cut"]),
        ("recut", ["recut"]),
        ("recut: {why: seen}", ["recut"]),
        ("recut: ''", ["recut"]),
        ("idle: {face: side}", ["idle.face"]),
        ("change_cards: {source: used}", ["change_cards"]),
        ("change_cards: preshuffled", ["change_cards"]),
        ("mark", ["mark"]),
        ("mark: hidden", ["mark"]),
        ("mark: [covered]", ["mark"]),
        ("in_service: 5", ["in_service"]),
        ("count: -1", ["count"]),
        ("count: 433", ["count"]),
        ("count: true", ["count"]),
        ("count: many", ["count"]),
        ("lose_card: 2C", ["lose_card"]),
        ("wait", ["wait"]),
        ("wait: {}", ["wait"]),
        ("wait: {hours: -1, minutes: 90}", ["wait"]),
        ("wait: {hours: 337}", ["wait"]),
        ("wait: {hours: 1.5}", ["wait.hours"]),
        ("wait: 5", ["wait"]),
        ("misdeal: {}", ["misdeal"]),
        ("misdeal: {box: 1, dealer: true}", ["misdeal"]),
        ("misdeal: {dealer: true, cards: second}", ["misdeal.cards"]),
        ("misdeal: {box: 7, cards: third, told: never}", ["box", "cards", "told"]),
        ("forget_card: {hand: 1}", ["forget_card.box"]),
        ("forget_card: {box: 1, hand: 0}", ["forget_card.hand"]),
        ("card_went: {box: 1}", ["card_went.to_box"]),
        ("card_went: {box: 1, to_box: 7, to_hand: 0}", ["to_box", "to_hand"]),
        ("accept_card", ["accept_card"]),
        ("accept_card: {box: 9}", ["accept_card.box"]),
        ("refuse_card: {box: 1, why: no}", ["refuse_card.why"]),
        ("reader_not_due: {}", ["reader_not_due"]),
        ("incident: {box: 1}", ["incident.kind"]),
        ("incident: {kind: fire}", ["incident.kind"]),
        ("incident: {kind: other, box: 7, note: ''}", ["incident.box", "incident.note"]),
        ("discards", ["discards"]),
        ("discards: 2X", ["discards"]),
        ("fault: {device: reader, kind: lid}", ["fault.kind"]),
        ("fault: {device: shoe, kind: lid, place: exit}", ["fault.place"]),
        ("fault: {device: shuffler, kind: jam}", ["fault.device"]),
        ("repair: {device: shuffler}", ["repair.device"]),
        ("open: preshuffled", ["open"]),
        ("open: {source: []}", ["open"]),
        ("open: {source: [old]}", ["open"]),
        ("load: {source: fresh}", ["load"]),
    ],
)
def test_a_step_that_no_table_could_hold(step: str, keys: list[str]) -> None:
    """Each fault is told with file, step and key, and with what to write instead."""
    with pytest.raises(ConfigFaults) as caught:
        read(f"- deal\n- {step}")
    faults = caught.value.faults
    name = step.split(":")[0]
    assert all((fault.place, fault.step) == (PLACE, 2) and fault.remedy for fault in faults)
    for key in keys:
        whole = key if key.split(".")[0] == name else f"{name}.{key}"
        assert any(fault.key == whole or fault.key.startswith(f"{whole}.") for fault in faults), faults


@pytest.mark.parametrize("kind", FAULTS["shuffler"])
@pytest.mark.parametrize("shuffler", ["none", "batch", "continuous", "in_shoe"])
def test_only_a_table_with_a_machine_of_its_own_has_one_that_fails(kind: str, shuffler: str) -> None:
    head = f"{HEAD}equipment: {{shuffler: {shuffler}}}\n"
    steps = f"- fault: {{device: shuffler, kind: {kind}}}\n- repair: {{device: shuffler}}"
    if shuffler in SHUFFLERS:
        assert read(steps, head).steps == (s.Fault("shuffler", kind), s.Repair("shuffler"))
    else:
        with pytest.raises(ConfigFaults):
            read(steps, head)


def test_the_kinds_of_shuffler() -> None:
    for shuffler in ("none", "batch", "continuous", "in_shoe"):
        scenario = read("- deal", f"{HEAD}equipment: {{shuffler: {shuffler}}}\n")
        assert scenario.equipment == Equipment(shuffler=shuffler)
        assert bool(installed(scenario).approval) == (shuffler in ("continuous", "in_shoe"))


# ---- refused at play, not invalid -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "clause"),
    [
        ("confirm_table: {boxes: 5}", "topic:box-count"),
        ("confirm_table: {odds: false}", "topic:posted-odds"),
        ("inspect: {defect: a crimped card}", "topic:out-of-turn"),
        ("look: {player: Ann}", "topic:out-of-turn"),
        ("cut: {by: player, depth: 3}", "topic:out-of-turn"),
        ("cut", "topic:out-of-turn"),
        ("refuse_cut", "topic:out-of-turn"),
        ("recut: nobody has cut", "topic:out-of-turn"),
        ("mark: covered", "topic:shuffler-out-of-order"),
        ("in_service", "topic:shuffler-out-of-order"),
        ("card_went: {box: 1, to_box: 2}", "topic:out-of-turn"),
        ("accept_card: {box: 1}", "topic:out-of-turn"),
        ("refuse_card: {box: 1}", "topic:out-of-turn"),
        ("reader_not_due", "topic:reader-not-due"),
        ("floor: reshuffle", "topic:out-of-turn"),
        ("open: {source: preshuffled}", "topic:out-of-turn"),
    ],
)
def test_what_a_person_could_try_is_refused_and_changes_nothing(step: str, clause: str) -> None:
    """Before the first round of an open table; the round behind it is played as if it had not been tried."""
    head = f"{HEAD}cards: 2C TS 7H 9D TC\n"
    round_ = "- wager: {box: 1, blackjack: 10}\n- deal\n- rest"
    tried, plain = (
        play(read(steps, head)) for steps in (f"- wait: {{minutes: 1}}\n- {step}\n{round_}", round_)
    )
    assert [(one["step"], one["clause"]) for one in tried["refusals"]] == [(2, clause)]
    assert tried["rounds"] == plain["rounds"]


def play(scenario: Scenario) -> dict[str, list[dict[str, object]]]:
    game = find_game(scenario.game)
    bench = MemoryBench(game, scenario.rules, 50.0, equipment=installed(scenario))
    try:
        return Script(scenario, game, bench, lambda cited: cited).run()
    finally:
        bench.close()


def test_a_rehearsal_begins_at_noon_wherever_it_is_played() -> None:
    """So that how long it is to the next gaming day does not hang on when and where somebody rehearses."""
    steps = "- wager: {{box: 1, blackjack: 10}}\n- wait: {{hours: 17, minutes: {}}}\n- deal"
    assert BEGINS.hour == 12
    assert play(read(steps.format(58)))["refusals"] == []
    refused = play(read(steps.format(61)))["refusals"]
    assert [one["clause"] for one in refused] == ["topic:reader-inspection"]


# ---- the documentation holds ------------------------------------------------------------------------------


def named() -> Iterator[str]:
    """Every word of the format that a script may write in a step."""
    yield from FORMS
    yield from WORDS
    yield from FAULTS
    for kinds in FAULTS.values():
        yield from kinds
        yield from (place for kind in kinds.values() for place in kind.places if place)
    yield from REMEDIES
    yield from INCIDENTS
    yield from MARKS
    yield from (
        "none",
        *sorted(SHUFFLERS),
        "in_shoe",
        "fresh",
        "preshuffled",
        "card_change_hours",
        "gaming_day",
    )


@pytest.mark.parametrize("word", sorted(set(named())))
def test_every_word_is_in_the_documentation(word: str) -> None:
    """In code style: alone, with others behind a key, or with its value."""
    text = DOCS.read_text(encoding="utf-8")
    spans = text.split("`")[1::2]
    assert any(word in span.replace(":", " ").replace(",", " ").replace("[", " ").split() for span in spans)


def test_the_example_of_a_cut_is_played() -> None:
    """The script that stands in the documentation."""
    text = DOCS.read_text(encoding="utf-8")
    example = next(part for part in text.split("```yaml\n") if part.startswith("cards:")).split("```")[0]
    document = play(read_scenario(HEAD + example, str(DOCS)))
    assert document["refusals"] == []
    assert [one["settlements"] for one in document["rounds"]] != [[]]


def test_every_step_is_shown_by_a_scenario() -> None:
    """What the format can say is played somewhere, not only read."""
    text = "".join(path.read_text(encoding="utf-8") for path in scenario_files())
    missing = [word for word in {**FORMS, **WORDS} if f"- {word}\n" not in text and f"- {word}:" not in text]
    assert missing == []
