"""How irregularities of Lunar Poker are scripted, and which steps its scenarios cannot have.

Whole sessions are in tests/scenarios/lunar-poker; here is what a step does by itself, when it is refused, and
what makes a file invalid.
"""

from typing import Any

import pytest
import yaml

from controller.citations import resolver
from controller.faults import ConfigFaults
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import steps as s
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, read_scenario
from controller.table import commands as c

GAME = find_game("lunar-poker")
CARDS = "2C 4S 5D 7C 9S 9D JH JD KC KS 2H 3S 4H 5H"
WAGER: dict[str, Any] = {"wager": {"box": 1, "ante": 10, "super": 10}}
BUY: dict[str, Any] = {"play": {"box": 1, "do": "buy"}}
BET: dict[str, Any] = {"play": {"box": 1, "do": "bet"}}


def text_of(*steps: Any, cards: str = CARDS) -> str:
    said = {"format": 1, "title": "a step", "game": "lunar-poker", "cards": cards, "steps": list(steps)}
    return yaml.safe_dump(said, sort_keys=False)


def script_of(*steps: Any, cards: str = CARDS) -> Script:
    scenario = read_scenario(text_of(*steps, cards=cards), "a scenario")
    bench = MemoryBench(GAME, scenario.rules, 50.0, equipment=installed(scenario))
    return Script(scenario, GAME, bench, resolver(GAME.chapter))


def played(*steps: Any, cards: str = CARDS) -> dict[str, Any]:
    return script_of(*steps, cards=cards).run()


def misdeal(kind: str, **more: int) -> dict[str, Any]:
    return {"misdeal": {"kind": kind, **more}}


# ---- misdeals -------------------------------------------------------------------------------------


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize(
    ("kind", "cited"), [("wrong_number", "671a.13(c)"), ("dealer_exposed", "671a.13(d)")]
)
@pytest.mark.parametrize("before", [[], [BUY]])
def test_a_misdeal_found_while_somebody_decides(kind: str, cited: str, before: list[Any]) -> None:
    (one,) = played(WAGER, "deal", *before, misdeal(kind))["rounds"]
    assert one["void"]
    assert [(met["kind"], met["clause"]) for met in one["irregularities"]] == [
        (kind.replace("_", "-"), cited)
    ]
    back = {row["wager"]: row["outcome"] for row in one["settlements"]}
    settled = {"super": "lose", "options": "fee"} if before else {"super": "void"}
    assert back == {**settled, "ante": "void"}


@clause("671a.13(c)")
@pytest.mark.parametrize("after", [1, 6, 9])
def test_a_misdeal_found_in_the_deal(after: int) -> None:
    """So many cards lie there then, one at a time to box 1 and to the dealer."""
    (one,) = played(WAGER, misdeal("wrong_number", after=after), "deal")["rounds"]
    assert one["void"]
    lie = CARDS.split()[:after]
    hands = [hand["cards"] for hand in one["hands"]]
    assert (hands, one["dealer"]["cards"]) == ([lie[::2]], lie[1::2])


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize("kind", ["wrong_number", "dealer_exposed"])
def test_nothing_is_void_between_rounds(kind: str) -> None:
    document = played(misdeal(kind), WAGER, misdeal(kind), "deal", BET, misdeal(kind))
    assert [one["step"] for one in document["refusals"]] == [1, 3, 6]
    assert [one["void"] for one in document["rounds"]] == [False]


@clause("671a.13(d)")
def test_the_dealers_cards_may_be_seen_once_everybody_has_bet_or_folded() -> None:
    """The last decision is made and not locked in yet: a wrong number of cards still voids the round."""
    script = script_of()
    script.between.open()
    for step in read_scenario(text_of(WAGER, "deal"), "a scenario").steps:
        script.steps[type(step)](step)
    ask = script.dealer.ask
    assert ask(c.Decide(1, "fold")).refused is None
    refused = ask(c.ReportMisdeal("dealer_exposed")).refused
    assert refused is not None
    assert refused.clause == "671a.13(d)"
    assert ask(c.ReportMisdeal("wrong_number")).refused is None
    assert script.table.void


@clause("671a.13(d)")
@pytest.mark.parametrize("verb", ["bet", "buy"])
def test_chips_that_are_still_to_be_put_down_are_no_decision_yet(verb: str) -> None:
    script = script_of()
    script.between.open()
    for step in read_scenario(text_of(WAGER, "deal"), "a scenario").steps:
        script.steps[type(step)](step)
    assert script.dealer.ask(c.Decide(1, verb)).refused is None
    assert script.dealer.ask(c.ReportMisdeal("dealer_exposed")).refused is None
    assert (script.table.void, script.table.stacks) == (True, ())


# ---- a player who leaves ---------------------------------------------------------------------------


@clause("671a.7(b)")
@pytest.mark.parametrize("after", [1, 6, 9, None])
def test_a_player_who_leaves_loses_what_lies_there_and_the_deal_goes_on(after: int | None) -> None:
    """Behind so many cards of the deal, or when it is over."""
    steps = [{"leave": {"box": 1, "after": after}}, "deal"] if after else ["deal", {"leave": {"box": 1}}]
    (one,) = played(WAGER, *steps)["rounds"]
    assert not one["void"]
    assert [(row["wager"], row["outcome"], row["clause"]) for row in one["settlements"]] == [
        ("ante", "lose", "671a.7(b)"),
        ("super", "lose", "671a.7(b)"),
    ]
    assert [hand["cards"] for hand in one["hands"]] == [CARDS.split()[:10:2]]


@clause("671a.7(b)")
def test_nobody_who_has_no_hand_leaves_it() -> None:
    document = played({"leave": {"box": 1}}, WAGER, {"leave": {"box": 1}}, "deal", {"leave": {"box": 2}}, BET)
    assert [(one["step"], one["clause"]) for one in document["refusals"]] == [
        (step, "671a.7(b)") for step in (1, 3, 5)
    ]


@clause("671a.7(b)")
def test_the_chips_of_who_left_are_taken_off_the_layout() -> None:
    script = script_of()
    script.between.open()
    for step in read_scenario(text_of(WAGER, "deal"), "a scenario").steps:
        script.steps[type(step)](step)
    assert script.bench.act("wagers", lambda model, now: model.chips()) != []
    script.steps[s.Leave](s.Leave(1))
    assert script.bench.act("wagers", lambda model, now: model.chips()) == []


# ---- hands and declarations -----------------------------------------------------------------------


@clause("671a.11(b)")
@pytest.mark.parametrize("before", [[], [BUY]])
def test_a_box_has_one_hand(before: list[Any]) -> None:
    document = played(WAGER, "deal", *before, {"play": {"box": 1, "do": "bet", "hand": 2}})
    (refusal,) = document["refusals"]
    assert (refusal["step"], refusal["clause"]) == (3 + len(before), "671a.11(b)")


@clause("671a.11(b)", "671a.11(c)(1)")
@pytest.mark.parametrize(
    "steps",
    [
        [{"play": {"box": 2, "do": "bet", "declare": False}}, BET],  # another box is silent
        [{"play": {"box": 1, "do": "exchange", "cards": "2S 3S", "declare": False}}, BET],  # a refused step
        ["rest"],
    ],
)
def test_a_hand_is_declared_with_the_decision_that_is_made(steps: list[Any]) -> None:
    """Box 1 has three kings: 8 to 1."""
    cards = "KC 4S KD 7C KH 9D 2H JD 5S QS"
    (one,) = played(WAGER, "deal", *steps, cards=cards)["rounds"]
    assert (one["settlements"][0]["wager"], one["settlements"][0]["paid"]) == ("super", "80.00")


@clause("671a.11(c)(1)")
def test_a_refused_step_between_does_not_declare() -> None:
    cards = "KC 4S KD 7C KH 9D 2H JD 5S QS"
    silent = {"play": {"box": 1, "do": "bet", "declare": False}}
    document = played(
        WAGER, "deal", {"play": {"box": 1, "do": "bet", "hand": 2}}, "deal", silent, cards=cards
    )
    assert [one["step"] for one in document["refusals"]] == [3, 4]
    assert document["rounds"][0]["settlements"][0]["outcome"] == "lose"


# ---- what no such table could hold ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"insurance": {"box": 1, "amount": 5}}, "lunar-poker has no insurance"),
        ({"even_money": {"box": 1}}, "lunar-poker has no even_money"),
        ({"accept_card": {"box": 1}}, "lunar-poker has no accept_card"),
        ({"refuse_card": {"box": 1}}, "lunar-poker has no refuse_card"),
        ({"forget_card": {"box": 1}}, "lunar-poker has no forget_card"),
        ({"card_went": {"box": 1, "to_box": 2}}, "lunar-poker has no card_went"),
        ({"discards": "2C"}, "lunar-poker has no discards"),
        ({"admit": "ann"}, "lunar-poker has no admit"),
        ({"selects": {"magic_card": "2C"}}, "lunar-poker has no selects"),
        ("reader_not_due", "lunar-poker has no reader_not_due"),
        ("inspect_reader", "lunar-poker has no inspect_reader"),
        ("needless_card", "draw_while_locked"),
        ({"card_in_error": {"exposed": False}}, "draw_while_locked"),
        ({"leave": {"box": 6}}, "box"),
        ({"leave": {"box": 1, "after": 0}}, "0 cards are no part of a deal"),
        ("leave", "leave"),
        (misdeal("first"), "'first' is no misdeal of lunar-poker"),
        (misdeal("wrong_number", after=0), "0 cards are no part of a deal"),
        (misdeal("wrong_number", after=31), "write 1 to 30"),
        ({"misdeal": {"box": 1}}, "choose from after, kind"),
        ({"fault": {"device": "reader", "kind": "dead"}}, "the equipment has no 'reader'"),
    ],
)
def test_steps_that_make_the_file_invalid(step: Any, words: str) -> None:
    with pytest.raises(ConfigFaults) as caught:
        read_scenario(text_of(WAGER, step), "a scenario")
    assert words in str(caught.value)
    assert "step 2" in str(caught.value)
