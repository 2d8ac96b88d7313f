"""Scenario files: what they say, what makes them invalid and where it is told.

The steps between rounds and of trouble are tested in test_further_steps.py, whole shoes in test_cards.py,
any text at all in test_any_text.py.
"""

import json
from pathlib import Path

import pytest

from controller.faults import ConfigFaults
from controller.regulation.marks import clause
from controller.rehearsal import scenario as s
from controller.submission import default_rules
from controller.table.remedies import REMEDIES

HEAD = "format: 1\ntitle: a test\ngame: free-bet-blackjack\n"
PLACE = "some/file.yaml"


def read(steps: str = "[]", head: str = HEAD) -> s.Scenario:
    return s.read_scenario(f"{head}steps: {steps}\n", PLACE)


def steps_of(steps: str) -> tuple[s.Step, ...]:
    return read(steps).steps


def faults_of(steps: str = "[]", head: str = HEAD) -> list[tuple[int, str]]:
    with pytest.raises(ConfigFaults) as caught:
        read(steps, head)
    assert all(fault.place == PLACE and fault.remedy for fault in caught.value.faults)
    return [(fault.step, fault.key) for fault in caught.value.faults]


# ---- what a file says --------------------------------------------------------------------------------


def test_what_is_left_out_has_its_default() -> None:
    scenario = read()
    assert (scenario.title, scenario.seed, scenario.cards) == ("a test", 0, ("*",))
    assert scenario.rules == default_rules("free-bet-blackjack")
    assert scenario.equipment == s.Equipment("manual", "none", True)


def test_the_top_level_is_read() -> None:
    head = (
        HEAD + "seed: -7\nrules: {push_22: off, decks: 8}\nequipment: {reader: true}\ncards: 2C '*' 5D! CUT\n"
    )
    scenario = read(head=head.replace("'*'", "*"))
    assert (scenario.seed, scenario.cards) == (-7, ("2C", "*", "5D!", "CUT"))
    assert scenario.rules.decks == 8
    assert [paytable.wager for paytable in scenario.rules.paytables] == ["blackjack", "insurance"]


@pytest.mark.parametrize(
    ("step", "read_as"),
    [
        ("deal", s.Deal()),
        ("deal: ", s.Deal()),
        ("rest", s.Rest()),
        ("power_loss", s.PowerLoss()),
        ("wager: {box: 1, blackjack: 10}", s.Wager(1, (("blackjack", 1000),))),
        (
            "wager: {box: 6, push_22: '7.5', blackjack: 010.50, player: Ann}",
            s.Wager(6, (("push_22", 750), ("blackjack", 1050)), "Ann"),
        ),
        ("insurance: {box: 1, amount: 5}", s.Insurance(1, 500)),
        ("even_money: {box: 2}", s.EvenMoney(2)),
        ("even_money: {box: 2, hand: 2}", s.EvenMoney(2, 2)),
        ("play: {box: 1, do: hit}", s.Play(1, "hit")),
        ("play: {box: 1, hand: 3, do: double, amount: 0.50}", s.Play(1, "double", 3, 50, True)),
        ("play: {box: 1, do: surrender}", s.Play(1, "surrender")),
        ("play: {box: 1, hand: 9, do: split, amount: 5}", s.Play(1, "split", 9, 500, True)),
        ("shuffle: 2C 3D", s.Shuffle(("2C", "3D"))),
        ("shuffle: [2C, '*', CUT]", s.Shuffle(("2C", "*", "CUT"))),
        ("shuffle", s.Shuffle(("*",))),
        ("fault: {device: shoe, kind: jam, place: exit}", s.Fault("shoe", "jam", "exit")),
        ("fault: {device: reader, kind: dead}", s.Fault("reader", "dead")),
        ("fault: {device: wagers, kind: reset, place: executed}", s.Fault("wagers", "reset", "executed")),
        ("repair: {device: reader}", s.Repair("reader")),
        ("floor: void_round", s.Floor("void_round")),
        ("floor: {enter_card: TH}", s.EnterCard("TH")),
        ("new_dealer: Bo", s.NewDealer("Bo")),
        ("admit: Ann", s.Admit("Ann")),
        ("open", s.Opening("open")),
    ],
)
def test_each_step_is_read(step: str, read_as: s.Step) -> None:
    assert steps_of(f"\n- {step}") == (read_as,)


def test_a_script_that_opens_the_table_itself() -> None:
    words = ["open", "inspect_reader", "inspect", "spread", "wash", "shuffle", "cut", "load"]
    assert steps_of(json.dumps(words)) == tuple(s.Opening(word) for word in words)
    assert steps_of("[open, load, shuffle, close]")[2:] == (s.Shuffle(("*",)), s.Opening("close"))


def test_json_is_a_scenario_too() -> None:
    said = {"format": 1, "title": "t", "game": "free-bet-blackjack", "cards": ["2C"], "steps": ["deal"]}
    text = json.dumps(said, indent="\t")
    assert s.read_scenario(text, PLACE).steps == (s.Deal(),)


# ---- what makes a file invalid ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "keys"),
    [
        ("", ["format", "title", "game"]),
        (HEAD.replace("1", "2"), ["format"]),
        (HEAD.replace("1", "'1'"), ["format"]),
        (HEAD.replace("1", "true"), ["format"]),
        (HEAD.replace("a test", "[a]"), ["title"]),
        (HEAD.replace("a test", "7"), ["title"]),
        (HEAD.replace("a test", '"a\\nb"'), ["title"]),
        (HEAD.replace("a test", "' '"), ["title"]),
        (HEAD.replace("free-bet", "free"), ["game"]),
        (HEAD.replace("free-bet-blackjack", "pai-gow-poker"), ["game"]),
        (HEAD.replace("free-bet-blackjack", "[free-bet-blackjack]"), ["game"]),
        (HEAD + "sed: 1\n", ["sed"]),
        (HEAD + "seed: 1.5\n", ["seed"]),
        (HEAD + "seed: ~\n", ["seed"]),
        (HEAD + "5: 1\n", ["5"]),
        (HEAD + "rules: [decks]\n", ["rules"]),
        (HEAD + "rules: {decks: 7, push_22: on}\n", ["rules.decks", "rules.push_22"]),
        (HEAD + "rules: {variation: none}\n", ["rules.variation"]),
        (HEAD + "rules: {minimum: 5.555}\n", ["rules.minimum"]),
        (HEAD + "equipment: 5\n", ["equipment"]),
        (HEAD + "equipment: {shoes: manual}\n", ["equipment.shoes"]),
        (HEAD + "equipment: {shoe: double}\n", ["equipment.shoe"]),
        (HEAD + "equipment: {shoe: automated, shuffler: hand}\n", ["equipment.shuffler"]),
        (HEAD + "equipment: {shoe: automated}\n", ["equipment.shoe"]),
        (HEAD + "equipment: {shuffler: ~}\n", ["equipment.shuffler"]),
        (HEAD + "equipment: {reader: off}\n", ["equipment.reader"]),
        (HEAD + "cards: 5\n", ["cards"]),
        (HEAD + "cards: {left: 2C, right: 3C}\n", ["cards"]),
        (HEAD + "cards: 2C 1H 10H th\n", ["cards", "cards", "cards"]),
        (HEAD + "cards: JK\n", ["cards"]),
        (HEAD + "cards: CUT!\n", ["cards"]),
        (HEAD + "cards: CUT 2C CUT\n", ["cards"]),
        (HEAD + "cards: [2C, 3C 4C]\n", ["cards"]),
        (HEAD + "cards: [2C, 3]\n", ["cards"]),
        (HEAD + "cards: " + "2C " * 7 + "\n", ["cards"]),
        (HEAD + "cards: '" + "* " * 313 + "'\n", ["cards"]),
    ],
)
def test_the_top_level_is_told_with_its_key(head: str, keys: list[str]) -> None:
    assert faults_of(head=head) == [(0, key) for key in keys]


@clause("topic:peek")
def test_a_table_of_the_family_needs_a_reader() -> None:
    assert faults_of(head=HEAD + "equipment: {reader: false}\n") == [(0, "equipment.reader")]


@pytest.mark.parametrize("steps", ["", "~", "deal", "{deal: }", "5"])
def test_steps_are_a_list(steps: str) -> None:
    assert faults_of(steps) == [(0, "steps")]


@pytest.mark.parametrize(
    ("step", "keys"),
    [
        ("5", [""]),
        ("[]", [""]),
        ("{}", [""]),
        ("{wager: {box: 1, blackjack: 5}, deal: }", [""]),
        ("del", ["del"]),
        ("True", [""]),
        ("deal: 5", ["deal"]),
        ("wager", ["wager"]),
        ("wager: []", ["wager"]),
        ("wager: {box: 1}", ["wager"]),
        ("wager: {blackjack: 5}", ["wager.box"]),
        ("wager: {box: 0, blackjack: 5}", ["wager.box"]),
        ("wager: {box: 7, blackjack: 5}", ["wager.box"]),
        ("wager: {box: '1', blackjack: 5}", ["wager.box"]),
        ("wager: {box: true, blackjack: 5}", ["wager.box"]),
        ("wager: {box: 1, blackjack: 1o}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: -5}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 0}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 7.505}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1e2}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1e999999999}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1e-999999999}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1.0e1}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1000000000000000}", ["wager.blackjack"]),
        ("wager: {box: 0x" + "f" * 90 + ", blackjack: 5}", ["wager.box"]),
        ("wager: {box: 1, blackjack: .nan}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: .inf}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: 1e99999}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: $5}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: ~}", ["wager.blackjack"]),
        ("wager: {box: 1, blackjack: ٥}", ["wager.blackjack"]),
        ("wager: {box: 1, lucky_ladies: 5}", ["wager.lucky_ladies"]),
        ("wager: {box: 1, insurance: 5}", ["wager.insurance"]),
        ("wager: {box: 1, blackjack: 5, hand: 1}", ["wager.hand"]),
        ("wager: {box: 1, blackjack: 5, player: 7}", ["wager.player"]),
        ("wager: {box: 1, blackjack: 5, player: ''}", ["wager.player"]),
        ("wager: {box: 1, blackjack: 5, 3: 5}", ["wager.3"]),
        ("wager: {box: 9, blackjack: x, ante: 3}", ["wager.box", "wager.blackjack", "wager.ante"]),
        ("insurance: {box: 1}", ["insurance.amount"]),
        ("insurance: {box: 1, amount: five}", ["insurance.amount"]),
        ("insurance: {box: 1, amount: 5, hand: 1}", ["insurance.hand"]),
        ("even_money: {}", ["even_money.box"]),
        ("play: {box: 1}", ["play.do"]),
        ("play: {box: 1, do: switch}", ["play.do"]),
        ("play: {box: 1, do: on}", ["play.do"]),
        ("play: {box: 1, do: Hit}", ["play.do"]),
        ("play: {box: 1, do: hit, hand: 0}", ["play.hand"]),
        ("play: {box: 1, do: hit, cards: 2C}", ["play.cards"]),
        ("play: {box: 1, do: double, amount: x}", ["play.amount"]),
        ("shuffle: 5", ["shuffle"]),
        ("shuffle: 2X 3Y", ["shuffle", "shuffle"]),
        ("fault: {device: shuffler, kind: jam}", ["fault.device"]),
        ("fault: {device: shoe, kind: no_read}", ["fault.kind"]),
        ("fault: {device: shoe, kind: misread, place: exit}", ["fault.place"]),
        ("fault: {device: shoe}", ["fault.kind"]),
        ("repair: shoe", ["repair"]),
        ("repair: {device: dice}", ["repair.device"]),
        ("floor: nothing", ["floor"]),
        ("floor: ", ["floor"]),
        ("floor: {enter_card: JK}", ["floor.enter_card"]),
        ("floor: {enter_card: 5D!}", ["floor.enter_card"]),
        ("floor: {enter: 5D}", ["floor"]),
        ("new_dealer: 5", ["new_dealer"]),
        ("admit: ", ["admit"]),
    ],
)
def test_a_step_that_no_table_could_hold(step: str, keys: list[str]) -> None:
    assert faults_of(f"\n- deal\n- {step}") == [(2, key) for key in keys]


def test_all_faults_of_a_file_are_told_at_once() -> None:
    head = HEAD + "rules: {decks: 8, push_22: C}\ncards: " + "2C " * 8 + "2D " * 9 + "\nfoo: 1\n"
    steps = "[deal, {wager: {box: 7, blackjack: 5}}, hit, rest, {play: {box: 1, do: fold}}]"
    assert faults_of(steps, head) == [
        (0, "foo"),
        (0, "rules.push_22"),
        (0, "cards"),
        (2, "wager.box"),
        (3, "hit"),
        (5, "play.do"),
    ]


def test_a_fault_is_one_line_that_a_person_understands() -> None:
    with pytest.raises(ConfigFaults) as caught:
        read("\n- deal\n- deal\n- wager: {box: 1, blackjack: 1o}")
    assert str(caught.value) == (
        "some/file.yaml: step 3, key 'wager.blackjack': '1o' is no amount of money; "
        "write dollars with at most two decimals, such as 7.50"
    )


def test_what_a_person_could_try_is_no_fault() -> None:
    steps = """
- play: {box: 6, hand: 4, do: double, amount: 99999}
- wager: {box: 1, push_22: 0.01}
- wager: {box: 1, blackjack: 4}
- wager: {box: 1, blackjack: 100000000}
- insurance: {box: 3, amount: 1000}
- even_money: {box: 5}
- open
- wash
- floor: resume
- repair: {device: shoe}
- deal
- deal
- shuffle: '*'
"""
    assert len(steps_of(steps)) == 13


def test_every_remedy_can_be_chosen() -> None:
    assert steps_of(json.dumps([{"floor": name} for name in REMEDIES])) == tuple(s.Floor(n) for n in REMEDIES)


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ConfigFaults, match="cannot be read"):
        s.load_scenario(tmp_path / "missing.yaml")


def test_a_file_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(HEAD + "steps: [deal]\n")
    assert s.load_scenario(path).steps == (s.Deal(),)
