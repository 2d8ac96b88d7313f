"""Scripts in which a device fails: they are played to their end, and come out the same on every bench.

What the table does about each fault is tested with the table (tests/controller/table) and the devices. Here
it is the rehearsal's own: nobody crashes, nothing hangs, a step that was refused changed nothing.
"""

from typing import Any

import pytest

from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.pty_bench import PtyBench
from controller.rehearsal.scenario import installed, read_scenario
from controller.table.commands import CollectShoe

HEAD = (
    "format: 1\ntitle: trouble\ngame: free-bet-blackjack\ncards: 2C 5S TS AH 6D 2D 7C 3S KD 9H 9C 4S 4D 7H\n"
)
WAGERS = "wager: {box: 1, blackjack: 10}"
FURTHER = "wager: {box: 2, blackjack: 20}"
AWAY = ("silence", "unplug")
DEVICES = ("shoe", "reader", "wagers")

Document = dict[str, Any]


def fault(device: str, kind: str, place: str = "") -> str:
    where = f", place: {place}" if place else ""
    return f"fault: {{device: {device}, kind: {kind}{where}}}"


def repair(device: str) -> str:
    return f"repair: {{device: {device}}}"


def play(*steps: str, link: str = "memory", head: str = HEAD) -> Document:
    """The result of these steps; the table must be closed behind them."""
    scenario = read_scenario(head + "steps:\n" + "".join(f"- {step}\n" for step in steps), "trouble.yaml")
    game = find_game(scenario.game)
    bench = (PtyBench if link == "pty" else MemoryBench)(
        game, scenario.rules, 50.0, equipment=installed(scenario)
    )
    try:
        document = Script(scenario, game, bench, lambda cited: cited).run()
        assert bench.table.phase == "Closed"
        return document
    finally:
        bench.close()


def refused(document: Document) -> list[int]:
    return [refusal["step"] for refusal in document["refusals"]]


def met(document: Document) -> list[str]:
    return [one["kind"] for played in document["rounds"] for one in played["irregularities"]]


# ---- to the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", AWAY)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
def test_a_device_that_the_script_leaves_away_is_brought_back_at_its_end(
    device: str, kind: str, at: int
) -> None:
    steps = [WAGERS, "deal", "play: {box: 1, do: hit}", "play: {box: 1, do: stand}"]
    document = play(*steps[:at], fault(device, kind), *steps[at:])
    assert all(not played["void"] for played in document["rounds"])


@pytest.mark.parametrize("device", DEVICES)
def test_the_power_may_go_while_a_device_is_away(device: str) -> None:
    document = play(
        WAGERS, "deal", fault(device, "unplug"), "power_loss", repair(device), "floor: resume", "rest"
    )
    assert refused(document) == []
    assert "power-loss" in met(document)


def test_a_shoe_that_starts_anew_at_the_close_does_not_keep_the_table_open() -> None:
    document = play(WAGERS, "deal", "rest", fault("shoe", "reset", "received"))
    assert [played["dealer"]["cards"][0] for played in document["rounds"]] == ["TS"]


# ---- a refused step changes nothing ---------------------------------------------------------------


@pytest.mark.parametrize("kind", [*AWAY, "chip_reader"])
def test_chips_that_nobody_saw_are_no_wager_when_the_positions_are_back(kind: str) -> None:
    document = play(fault("wagers", kind), WAGERS, repair("wagers"), "deal", FURTHER, "deal", "rest")
    assert refused(document) == [2, 4]
    assert [(hand["box"], hand["hand"]) for hand in document["rounds"][0]["hands"]] == [(2, 1)]


def test_a_double_whose_chips_could_not_be_taken_can_be_made_once_they_can() -> None:
    head = HEAD.replace("5S TS AH 6D", "5S TS 8H 9D")
    double = "play: {box: 1, do: double}"
    steps = [WAGERS, "deal", fault("wagers", "reset", "received"), double, "floor: resume", double]
    document = play(*steps, head=head.replace("2D 7C", "7D 3C"))
    rows = [(row["wager"], row["stake"]) for row in document["rounds"][0]["settlements"]]
    assert refused(document) == [4]
    assert sorted(rows) == [("blackjack", "10.00"), ("double_down", "10.00")]


def test_more_chips_than_anybody_could_count_are_refused() -> None:
    document = play("wager: {box: 1, blackjack: 100000000}", WAGERS, "deal", "rest")
    assert refused(document) == [1]
    assert document["rounds"][0]["settlements"][0]["stake"] == "10.00"


# ---- in the middle of an order --------------------------------------------------------------------


@pytest.mark.parametrize("place", ["received", "executed", "replied"])
@pytest.mark.parametrize("device", DEVICES)
def test_a_reset_waits_for_its_place_in_an_order(device: str, place: str) -> None:
    steps = [
        WAGERS,
        fault(device, "reset", place),
        "wager: {box: 2, blackjack: 5}",
        "deal",
        "floor: resume",
        "rest",
    ]
    document = play(*steps)
    assert 3 not in refused(document)
    assert "device-changed" in met(document)
    assert "reader-not-due" not in met(document)


# ---- the same on every bench ----------------------------------------------------------------------

SCRIPTS = {
    "unplugged and back under its own name": [
        fault("wagers", "unplug"),
        WAGERS,
        repair("wagers"),
        WAGERS,
        "deal",
        "rest",
    ],
    "silent": [
        WAGERS,
        "deal",
        fault("reader", "silence"),
        "play: {box: 1, do: hit}",
        repair("reader"),
        "rest",
    ],
    "never repaired": [WAGERS, fault("shoe", "unplug"), "deal", FURTHER],
    "blind": [
        fault("wagers", "chip_reader"),
        WAGERS,
        WAGERS,
        WAGERS,
        repair("wagers"),
        WAGERS,
        "deal",
        "rest",
    ],
    "a card in error between rounds": [WAGERS, fault("shoe", "draw_while_locked"), "deal"],
    "another device fails as chips are set down": [
        fault("reader", "unplug"),
        WAGERS,
        repair("reader"),
        "deal",
    ],
    "reset in an order": [
        WAGERS,
        "deal",
        fault("wagers", "reset", "replied"),
        "play: {box: 1, do: hit}",
        "rest",
    ],
    "two late stacks, then one in time": [
        "wager: {box: 1, blackjack: 10}",
        "deal",
        "wager: {box: 1, blackjack: 5, push_22: 5}",
        "insurance: {box: 1, amount: 5}",
        "rest",
    ],
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_comes_out_the_same_over_ptys(name: str) -> None:
    head = HEAD.replace("5S TS AH", "5S AH TS")  # one box: the dealer shows the ace
    assert play(*SCRIPTS[name], link="pty", head=head) == play(*SCRIPTS[name], head=head)


# ---- a Second Chance Wager while a card waits -----------------------------------------------------------

BACK = "format: 1\ntitle: trouble\ngame: double-back-jack\ncards: 2C TS 9H TD TC 6D KC 5C 4C\n"
SPLIT = ("play: {box: 1, do: split}", "play: {box: 1, do: hit}")  # the first of two hands has 26
EARLY = fault("shoe", "draw_while_locked")


def of_second_hand(*steps: str) -> str:
    """The cards of the hand that waits behind the offer, and what was refused."""
    document = play(WAGERS, "deal", *SPLIT, *steps, head=BACK)
    cards = " ".join(document["rounds"][0]["hands"][1]["cards"])
    return f"{cards}: {refused(document)}"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (("floor: unexposed", "play: {box: 1, hand: 2, do: hit}"), "TD 5C 4C: []"),
        (("floor: unexposed", "play: {box: 1, hand: 2, do: split}"), "TD 5C: [7]"),
        (("floor: exposed", "accept_card: {box: 1, hand: 2}"), "TD 5C: []"),
        (("floor: exposed", "play: {box: 1, hand: 2, do: hit}", "accept_card: {box: 1}"), "TD 5C: [7, 8]"),
        (("floor: exposed", "refuse_card: {box: 1}"), "TD: []"),
    ],
)
def test_a_card_in_error_is_the_split_hands_second_once_the_offer_before_it_is_declined(
    steps: tuple[str, ...], said: str
) -> None:
    assert of_second_hand(EARLY, *steps) == said


@pytest.mark.parametrize("link", ["memory", "pty"])
def test_a_refused_decision_behind_the_offer_leaves_it_open_whatever_card_comes(link: str) -> None:
    head = BACK.replace("5C 4C", "AC 4C")  # the second hand would have 21
    chance = "play: {box: 1, do: second_chance}"
    document = play(WAGERS, "deal", *SPLIT, "play: {box: 1, hand: 2, do: hit}", chance, head=head, link=link)
    assert refused(document) == [5]
    assert document["rounds"][0]["hands"][0]["cards"] == ["TS", "6D", "KC", "AC"]


def test_the_second_hand_goes_on_with_a_shoe_that_had_to_be_filled_first() -> None:
    """Eleven cards are left of the deck: a round, and the next one up to the card that makes 26."""
    head = BACK.replace("2C TS 9H TD", "2C QS 9D QD 8C TS 9H TD").replace(" 5C 4C", "")
    first = (*["lose_card"] * 41, WAGERS, "deal", "rest", "discards: 8C 2C QS 9D QD", WAGERS, "deal", *SPLIT)
    document = play(*first, "play: {box: 1, hand: 2, do: hit}", head=f"{head}rules: {{decks: 1}}\n")
    hands = document["rounds"][1]["hands"]
    assert [" ".join(hand["cards"]) for hand in hands] == ["TS 6D KC", "TD 2C QS"]
    assert refused(document) == []


def test_twice_the_highest_maximum_is_taken_as_a_second_chance() -> None:
    head = BACK.replace("TD TC 6D KC", "4D TC KC 7C") + "rules: {maximum: 10000000}\n"
    chance = ("play: {box: 1, do: double}", "play: {box: 1, do: second_chance}")
    document = play("wager: {box: 1, blackjack: 10000000}", "deal", *chance, head=head)
    rows = [(row["wager"], row["stake"]) for row in document["rounds"][0]["settlements"]]
    assert ("second_chance", "20000000.00") in rows
    assert refused(document) == []


# ---- a continuous shuffler ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["jam", "incomplete"])
def test_discards_that_a_continuous_shuffler_did_not_shuffle_are_put_into_it_again(kind: str) -> None:
    """None of them is lost: at the end the shoe has every card of its six decks."""
    text = HEAD + "equipment: {shuffler: continuous}\nsteps:\n"
    broken = fault("shuffler", kind)
    steps = (WAGERS, "deal", broken, "rest", repair("shuffler"), WAGERS, "deal", "rest")
    scenario = read_scenario(text + "".join(f"- {step}\n" for step in steps), "trouble.yaml")
    game = find_game(scenario.game)
    bench = MemoryBench(game, scenario.rules, 50.0, equipment=installed(scenario))
    document = Script(scenario, game, bench, lambda cited: cited).run()
    assert bench.table.phase == "Closed"
    assert len(document["rounds"]) == 2
    assert met(document) == ["shuffler-failed", "shuffler-trouble"]
    given = [given.what for given, _ in bench.rulings]
    assert [one.remaining for one in given if isinstance(one, CollectShoe)] == [312]


def test_a_reader_that_failed_is_inspected_again_when_it_is_repaired_behind_a_void_round() -> None:
    script = (WAGERS, "deal", fault("reader", "dead"), "floor: void_round", repair("reader"), WAGERS, "deal")
    document = play(*script)
    assert refused(document) == []
    assert [one["void"] for one in document["rounds"]] == [True, False]


# ---- chips that a device saw otherwise ------------------------------------------------------------------

BLACKJACK = "format: 1\ntitle: trouble\ngame: blackjack\nrules: {hit_and_run: on}\ncards: 2C TS 9D TH 8C\n"
HIT_AND_RUN = "wager: {box: 1, blackjack: 10, hit_and_run: 5}"


@pytest.mark.parametrize("place", ["over", "short"])
def test_chips_that_a_device_did_not_see_as_they_lie_are_handed_back(place: str) -> None:
    script = (HIT_AND_RUN, fault("progressive", "miscount", place), HIT_AND_RUN)
    assert play(*script, head=BLACKJACK)["rounds"] == []


def test_a_count_that_stays_wrong_is_taken_as_accepted_in_the_end() -> None:
    document = play(fault("progressive", "miscount", "over"), HIT_AND_RUN, "deal", head=BLACKJACK)
    rows = document["rounds"][0]["settlements"]
    assert [row["stake"] for row in rows if row["wager"] == "hit_and_run"] == ["10.00"]
    assert met(document) == ["progressive-count"] * 4  # found, counted again, found again, as accepted


@pytest.mark.parametrize(("offered", "are_refused"), [("bad_beat", [1, 2]), ("hit_and_run", [1])])
def test_only_chips_that_are_counted_can_be_miscounted(offered: str, are_refused: list[int]) -> None:
    head = f"format: 1\ntitle: trouble\ngame: blackjack\nrules: {{{offered}: on}}\n"
    steps = [f"miscount: {{wager: {wager}, amount: 5}}" for wager in ("bad_beat", "hit_and_run")]
    assert refused(play(*steps, head=head)) == are_refused


# ---- cards from the hand --------------------------------------------------------------------------------

HELD = (
    "format: 1\ntitle: trouble\ngame: blackjack\nrules: {variation: hand_dealt, decks: 2}\n"
    "equipment: {shoe: hand, shuffler: batch}\ncards: 2C TS 9D TH 8C 2D 3C 4S\n"
)


def test_a_card_in_error_that_is_refused_stays_in_the_deck() -> None:
    script = (WAGERS, "deal", fault("wagers", "unplug"), "card_in_error: {exposed: true}", repair("wagers"))
    document = play(*script, "play: {box: 1, do: hit}", head=HELD)
    assert refused(document) == [4]
    assert document["rounds"][0]["hands"][0]["cards"] == ["TS", "TH", "2D"]
    assert document["rounds"][0]["removed"] == ["2C"]
