"""Random scenarios: the real rehearsal, played in memory, must come out as the oracle says.

What lives here: the comparison of the two result documents, the order of settlement by the chosen
procedure, and what must hold of the money whatever the cards. TABLE_CONTROLLER_ORACLE_SEEDS asks for more
seeds than the suite plays, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import yaml

from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, read_scenario
from tests.oracle.free_bet_blackjack import play_scenario
from tests.oracle.generate import random_scenario

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "300"))
ROW = ("box", "hand", "wager", "stake", "outcome", "paid", "returned", "collected")
STAGES = {"offer": 0, "reader": 1, "turn": 2, "blackjack": 2, "end": 3}

Document = dict[str, Any]
Row = dict[str, Any]


def rehearse(scenario: Document) -> Document:
    """The result document of the real rehearsal."""
    text = yaml.safe_dump(scenario, sort_keys=False, width=110)
    read = read_scenario(text, f"seed {scenario['seed']}")
    game = find_game(read.game)
    bench = MemoryBench(game, read.rules, 50.0, equipment=installed(read))
    try:
        document: Document = Script(read, game, bench, lambda cited: cited).run()
        return document
    finally:
        bench.close()


# ---- the two documents ----------------------------------------------------------------------------


def plain(row: Row) -> tuple[Any, ...]:
    """A settlement row without what is not compared."""
    return tuple(row[key] for key in ROW)


def facts(document: Document) -> dict[str, Any]:
    """What two documents must agree on, each fact by its name."""
    found: dict[str, Any] = {"rounds": len(document["rounds"])}
    for number, played in enumerate(document["rounds"], 1):
        at = f"round {number} "
        found[at + "void"] = bool(played["void"])
        found[at + "removed"] = played["removed"]
        found[at + "dealer"] = (played["dealer"]["cards"], str(played["dealer"]["total"]))
        for hand in played["hands"]:
            found[f"{at}hand {hand['box']}.{hand['hand']}"] = (hand["cards"], str(hand["total"]))
        found[at + "settlements"] = sorted(map(plain, played["settlements"]))
    found["refused steps"] = sorted(refusal["step"] for refusal in document["refusals"])
    return found


def differences(expected: Document, got: Document) -> list[str]:
    """Each fact on which the two do not agree."""
    wanted, found = facts(expected), facts(got)
    return [
        f"{name}: the oracle says {wanted.get(name)}, the rehearsal {found.get(name)}"
        for name in {**wanted, **found}
        if wanted.get(name) != found.get(name)
    ]


# ---- the order of settlement ----------------------------------------------------------------------


def staged(expected: list[Row], got: list[Row]) -> list[tuple[str, Row]]:
    """The rehearsal's rows in its order, each with the oracle's "when"."""
    when: dict[tuple[Any, ...], list[str]] = {}
    for row in expected:
        when.setdefault(plain(row), []).append(row["when"])
    return [(when[plain(row)].pop(0), row) for row in got]


def falls(boxes: Iterable[int]) -> bool:
    """From the dealer's right to the left: the highest box first."""
    listed = list(boxes)
    return listed == sorted(listed, reverse=True)


def order_faults(settlement: str, rows: list[tuple[str, Row]]) -> Iterator[str]:
    """What is wrong with the order of one round's rows: 672a.7(f) to (h), (r), 672a.8(d), 672a.10(c)."""
    stages = [STAGES[when] for when, _ in rows if when != "any"]
    if stages != sorted(stages):
        yield "a stack is settled too early or too late"
    turns = [row["box"] for when, row in rows if when == "turn"]
    if turns != sorted(turns):
        yield "what is settled while the players act is not in the order in which they act"
    final = [row for when, row in rows if when == "end"]
    if settlement == "box_by_box":
        yield from box_by_box_faults(final)
    else:
        yield from collect_then_pay_faults(final)


def collect_then_pay_faults(final: list[Row]) -> Iterator[str]:
    """672a.7(r)(1)."""
    outcomes = [row["outcome"] for row in final if row["outcome"] != "push"]
    if outcomes != sorted(outcomes):
        yield "a wager is paid before every losing wager was collected"
    if not falls(row["box"] for row in final if row["outcome"] == "lose"):
        yield "losing wagers are not collected from the right"


def box_by_box_faults(final: list[Row]) -> Iterator[str]:
    """672a.7(r)(2)."""
    if not falls(row["box"] for row in final):
        yield "boxes are not settled from the right"
    for box in {row["box"] for row in final}:
        outcomes = [row["outcome"] for row in final if row["box"] == box and row["outcome"] != "push"]
        if outcomes != sorted(outcomes):
            yield f"box {box} is paid before its losing wagers were collected"


# ---- the money ------------------------------------------------------------------------------------


def cents(amount: str) -> int:
    """A money string in cents; it must have two decimals."""
    dollars, _, rest = amount.partition(".")
    assert len(rest) == 2, amount
    return int(dollars) * 100 + int(rest)


def money_faults(rows: list[Row]) -> Iterator[str]:
    """What no row and no round may do with chips."""
    for row in rows:
        stake, paid, back, gone = (cents(row[key]) for key in ("stake", "paid", "returned", "collected"))
        lost, won = row["outcome"] == "lose", row["outcome"] == "win"
        if stake != back + gone or (lost and back) or (not lost and gone) or (paid > 0) is not won:
            yield f"the money of {row} does not add up"
        if (row["wager"] == "free_bet") is not (stake == 0):
            yield f"a lammer has no stake, and only a lammer: {row}"
        if not row["clause"]:
            yield f"no clause: {row}"
    stacks = Counter((row["box"], row["hand"], row["wager"]) for row in rows)
    if any(times > (2 if wager == "free_bet" else 1) for (_, _, wager), times in stacks.items()):
        yield "a stack is settled twice"


def faults(scenario: Document) -> list[str]:
    """Everything that is wrong with the rehearsal of `scenario`."""
    expected, got = play_scenario(scenario), rehearse(scenario)
    found = differences(expected, got)
    if found:
        return found
    settlement = scenario["rules"].get("settlement", "collect_then_pay")
    for paper, played in zip(expected["rounds"], got["rounds"], strict=True):
        rows = staged(paper["settlements"], played["settlements"])
        of_round = [
            *order_faults(settlement, rows),
            *money_faults(played["settlements"]),
        ]
        found += [f"round {played['round']}: {fault}" for fault in of_round]
    return found


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_rehearsal_agrees_with_the_oracle(seed: int) -> None:
    scenario = random_scenario(seed)
    found = faults(scenario)
    assert not found, "\n".join([*found, yaml.safe_dump(scenario, sort_keys=False, width=110)])


# ---- the checks themselves ------------------------------------------------------------------------


def row_of(box: int, outcome: str, wager: str = "blackjack") -> Row:
    """As much of a row as the order goes by."""
    return {"box": box, "hand": 1, "wager": wager, "outcome": outcome}


COLLECTED_THEN_PAID = [("end", row_of(3, "lose")), ("end", row_of(1, "lose")), ("end", row_of(2, "win"))]
BOX_BY_BOX = [("end", row_of(3, "lose")), ("end", row_of(2, "win")), ("end", row_of(1, "lose"))]
INSURED = [
    ("reader", row_of(1, "lose", "insurance")),
    ("turn", row_of(1, "win")),
    ("turn", row_of(2, "lose")),
]


@pytest.mark.parametrize(
    ("settlement", "rows"),
    [("collect_then_pay", COLLECTED_THEN_PAID), ("box_by_box", BOX_BY_BOX), ("box_by_box", INSURED)],
)
def test_only_the_right_order_passes(settlement: str, rows: list[tuple[str, Row]]) -> None:
    assert not list(order_faults(settlement, rows))
    assert list(order_faults(settlement, rows[::-1]))


def test_one_procedure_is_not_the_other() -> None:
    assert list(order_faults("box_by_box", COLLECTED_THEN_PAID))
    assert list(order_faults("collect_then_pay", BOX_BY_BOX))


def test_a_changed_document_is_noticed() -> None:
    document = play_scenario(random_scenario(1))
    other = play_scenario(random_scenario(1))
    other["rounds"][0]["settlements"][0]["paid"] = "0.01"
    assert not differences(document, document)
    assert differences(document, other)
