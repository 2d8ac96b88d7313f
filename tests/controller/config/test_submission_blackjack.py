"""The Rules Submission for Blackjack: its defaults, what chapter 633a allows, its meters. What all
submissions share is in test_submission.py, scenario files with rules in test_submission_in_scenarios.py."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.faults import ConfigFault, ConfigFaults, Faults
from controller.games import find_game
from controller.regulation.marks import clause
from controller.submission import Check, check_layout, default_rules, load_submission, rules_from
from controller.submission.blackjack import MOST_ON_A_SPOT, MOST_RESPLITS, SIDE_WAGERS, Blackjack
from controller.table.state import Progressive, Rules, paytable_of
from drivers.messages import WAGERS, OpenPositions
from drivers.wager_positions import ROLE

ROOT = Path(__file__).parents[3]
FILE = ROOT / "config" / "submissions" / "blackjack.toml"
GAME = "blackjack"
OTHER = "free-bet-blackjack"
PLACE = "f.yaml"


def laid_over(**overlay: Any) -> Rules:
    return rules_from(GAME, overlay, PLACE, "rules")


def faults_of(**overlay: Any) -> tuple[ConfigFault, ...]:
    """What is wrong, each fault with its place and a remedy."""
    with pytest.raises(ConfigFaults) as caught:
        rules_from(GAME, overlay, PLACE, "rules")
    faults = caught.value.faults
    assert all(fault.place == PLACE and fault.remedy and fault.what for fault in faults)
    return faults


def fault_of(**overlay: Any) -> ConfigFault:
    (fault,) = faults_of(**overlay)
    assert fault.key == f"rules.{next(iter(overlay))}"
    assert fault.value == next(iter(overlay.values()))
    return fault


# ---- what is good -------------------------------------------------------------------------------------


def test_the_defaults_are_those_of_the_scenario_format() -> None:
    rules = default_rules(GAME)
    assert (rules.game, rules.minimum, rules.maximum, rules.smallest_chip) == (GAME, 500, 100_000, 50)
    assert (rules.settlement, rules.decks, rules.boxes_per_player) == ("collect_then_pay", 6, 2)
    assert (rules.boxes, rules.even_money, rules.mid_shoe_entry, rules.resplits) == (7, True, True, 2)
    assert (rules.card_change, rules.gaming_day) == (24, 360)


def test_the_file_of_the_project_says_the_defaults_and_every_key() -> None:
    assert load_submission(FILE) == default_rules(GAME)
    said = {line.partition(" = ")[0] for line in FILE.read_text().splitlines() if " = " in line}
    assert said == {"game", *Blackjack.model_fields}


def test_the_other_file_of_the_project_offers_every_side_wager_that_is_built() -> None:
    """But for the Super Match Wager, which is the variation's alone."""
    rules = load_submission(FILE.with_name("blackjack-side-wagers.toml"))
    offered = {paytable.wager for paytable in rules.paytables} - {"blackjack", "insurance"}
    assert offered == {key for key, wager in SIDE_WAGERS.items() if key != "super_match"}
    default = default_rules(GAME)
    assert [one.wager for one in rules.progressives] == ["bad_beat", "hit_and_run"]
    expected = replace(default, paytables=rules.paytables, digest=rules.digest)
    assert rules == replace(expected, progressives=rules.progressives)


@clause("633a.13(a)", "633a.13(b)")
def test_the_odds_are_the_chapters() -> None:
    rules = default_rules(GAME)
    assert [paytable.wager for paytable in rules.paytables] == ["blackjack", "insurance"]
    blackjack, insurance = rules.paytables
    assert [(o.name, o.pays, o.per, o.clause) for o in blackjack.odds] == [
        ("win", 1, 1, "633a.13(a)"),
        ("blackjack", 3, 2, "633a.13(a)"),
    ]
    assert [(o.name, o.pays, o.per, o.clause) for o in insurance.odds] == [("win", 2, 1, "633a.13(b)")]
    assert fault_of(blackjack="A").what == "there is no such key here"


@clause("633a.8(e)", "633a.6(b)", "633a.7(r)", "633a.3(d)", "633a.2(f)")
def test_what_a_house_may_choose_is_kept() -> None:
    rules = laid_over(
        even_money=False,
        mid_shoe_entry="barred",
        settlement="box_by_box",
        card_change_hours=8,
        gaming_day="04:30",
        double_face="up",
        variation="none",
    )
    assert (rules.even_money, rules.mid_shoe_entry, rules.settlement) == (False, False, "box_by_box")
    assert (rules.card_change, rules.gaming_day) == (8, 270)


def test_each_choice_has_its_own_digest() -> None:
    choices: list[dict[str, Any]] = [{}, {"resplits": 3}, {"even_money": False}, {"boxes": 6}, {"decks": 8}]
    digests = {laid_over(**choice).digest for choice in choices}
    assert len(digests) == len(choices)
    assert default_rules(OTHER).digest not in digests
    assert laid_over(resplits=2, lucky_ladies="off").digest == default_rules(GAME).digest


# ---- what the chapter allows --------------------------------------------------------------------------


@clause("633a.3(a)")
@pytest.mark.parametrize("decks", range(-1, 11))
def test_decks_are_one_to_eight(decks: int) -> None:
    """The chapter asks for at least one; more than eight nobody plays and no device here is made for."""
    assert find_game(GAME).decks == tuple(range(1, 9))
    if 1 <= decks <= 8:
        assert laid_over(decks=decks).decks == decks
    else:
        fault = fault_of(decks=decks)
        assert fault.what == f"this game is not played with {decks} decks"
        assert fault.remedy == "write 1, 2, 3, 4, 5, 6, 7 or 8"


@clause("633a.2(a)")
@pytest.mark.parametrize("boxes", range(-1, 10))
def test_a_table_has_at_most_seven_boxes(boxes: int) -> None:
    if 1 <= boxes <= 7:
        assert laid_over(boxes=boxes).boxes == boxes
    else:
        fault = fault_of(boxes=boxes)
        assert (fault.what, fault.remedy) == (f"a table has 1 to 7 boxes, not {boxes}", "write at most 7")


@clause("633a.2(a)", "672a.2(a)")
@pytest.mark.parametrize(("game", "most"), [(GAME, 7), (OTHER, 6)])
def test_an_installed_layout_has_no_more_boxes_than_its_games_chapter_allows(game: str, most: int) -> None:
    faults = Faults()
    check = Check(faults, "t.toml", "")
    check_layout(check, game, "equipment.boxes", most)
    faults.raise_any()
    check_layout(check, game, "equipment.boxes", most + 1)
    with pytest.raises(ConfigFaults) as caught:
        faults.raise_any()
    (fault,) = caught.value.faults
    assert (fault.place, fault.key, fault.value) == ("t.toml", "equipment.boxes", most + 1)
    assert (fault.what, fault.remedy) == (
        f"a table has 1 to {most} boxes, not {most + 1}",
        f"write at most {most}",
    )


@clause("633a.6(f)")
@pytest.mark.parametrize("number", range(-1, 10))
def test_the_house_says_how_many_boxes_a_player_may_play(number: int) -> None:
    if 1 <= number <= 7:
        assert laid_over(boxes_per_player=number).boxes_per_player == number
    else:
        assert fault_of(boxes_per_player=number).what == f"a player has 1 to 7 boxes, not {number}"


@clause("633a.11(c)")
@given(st.integers(-100, 100))
def test_the_house_says_how_many_more_times_a_pair_may_be_split(number: int) -> None:
    if 0 <= number <= MOST_RESPLITS:
        assert laid_over(resplits=number).resplits == number
    else:
        fault = fault_of(resplits=number)
        assert fault.what == f"a pair is split 0 to {MOST_RESPLITS} more times, not {number}"
        assert fault.remedy == "write a number in between; 0 is two hands"


@clause("633a.11(c)")
@given(st.integers(0, MOST_RESPLITS), st.integers(400_000_00, 10_000_000_00))
def test_the_double_downs_of_a_box_can_be_said_to_the_positions(resplits: int, maximum: int) -> None:
    """An amount that the link cannot carry is told when the file is read, not when a player doubles."""
    said = f"{maximum // 100}.{maximum % 100:02}"
    most = (resplits + 2) * maximum
    if most <= MOST_ON_A_SPOT:
        assert laid_over(resplits=resplits, maximum=said).maximum == maximum
        order = OpenPositions((("double_down", (1,), most),))
        (row,) = [one for one in ROLE.orders if one.kind is OpenPositions]
        assert row.encode(order) == {1: [[WAGERS.index("double_down"), 1, most]]}
    else:
        (fault,) = faults_of(resplits=resplits, maximum=said)
        assert fault.key == "rules.resplits"
        assert fault.what.startswith(f"{resplits + 2} wagers of {said} on one spot are more than")
        assert fault.remedy == "write a smaller number, or a lower maximum"


@pytest.mark.parametrize("key", Blackjack.MUST_SAY)
@clause("633a.11(c)", "633a.6(f)", "633a.7(r)")
def test_what_the_house_has_to_say_itself(tmp_path: Path, key: str) -> None:
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith(f"{key} =")]
    path = tmp_path / "submission.toml"
    path.write_text("\n".join(lines))
    with pytest.raises(ConfigFaults) as caught:
        load_submission(path)
    (fault,) = caught.value.faults
    assert (fault.place, fault.key, fault.what) == (str(path), key, "is missing")
    assert fault.remedy == "a submission says it itself; add it"


def test_another_game_leaves_it_to_its_chapter_how_often_a_pair_is_split() -> None:
    with pytest.raises(ConfigFaults, match=r"key 'rules.resplits': there is no such key here"):
        rules_from(OTHER, {"resplits": 2}, PLACE, "rules")
    assert fault_of(push_22="A").what == "there is no such key here"


# ---- what this build has not yet ----------------------------------------------------------------------


@clause("633a.10(c)")
@pytest.mark.parametrize("face", ["up", "down"])
def test_the_house_says_how_the_card_of_a_double_down_is_dealt(face: str) -> None:
    assert laid_over(double_face=face).double_face == face


# ---- progressive wagers -------------------------------------------------------------------------------


@clause("633a.13(j)", "633a.13(j)(2)", "633a.13(l)", "633a.13(l)(2)")
def test_the_house_says_rate_initial_and_reset_amounts_of_each_meter() -> None:
    """Rates in hundredths of a percent, amounts in cents."""
    rules = laid_over(
        bad_beat="on",
        bad_beat_rate="12.34",
        bad_beat_initial=6000,
        bad_beat_reset="5000.50",
        hit_and_run="A",
        hit_and_run_rate=15,
        hit_and_run_initial=1500,
    )
    assert rules.progressives == (
        Progressive("bad_beat", 1_234, 6_000_00, 5_000_50, True),
        Progressive("hit_and_run", 1_500, 1_500_00, 1_000_00),
    )
    assert [paytable.wager for paytable in rules.paytables][2:] == ["bad_beat", "hit_and_run"]
    assert default_rules(GAME).progressives == ()


@clause("633a.13(j)(2)", "633a.13(l)(2)")
@pytest.mark.parametrize(
    ("wager", "key", "value", "least"),
    [
        ("bad_beat", "initial", "4999.99", "5000.00"),
        ("bad_beat", "reset", 0, "5000.00"),
        ("hit_and_run", "initial", "999.99", "1000.00"),
        ("hit_and_run", "reset", 500, "1000.00"),
    ],
)
def test_a_meter_below_the_chapters_least_amount_is_refused(
    wager: str, key: str, value: object, least: str
) -> None:
    (fault,) = faults_of(**{wager: "on", f"{wager}_{key}": value})
    assert fault.key == f"rules.{wager}_{key}"
    assert f"below the least {key} amount" in fault.what
    assert fault.remedy == f"write at least {least}"
    assert laid_over(**{f"{wager}_{key}": value}).progressives == (), "it is not offered"


@clause("633a.13(j)(2)", "633a.13(l)(2)")
@pytest.mark.parametrize("rate", [0, "100.01", 101])
@pytest.mark.parametrize("wager", ["bad_beat", "hit_and_run"])
def test_a_meter_rises_by_more_than_nothing_and_by_no_more_than_the_wager(wager: str, rate: object) -> None:
    (fault,) = faults_of(**{wager: "on", f"{wager}_rate": rate})
    assert fault.key == f"rules.{wager}_rate"
    assert "by more than 0 and at most 100 percent" in fault.what


@pytest.mark.parametrize("rate", ["12.345", "a lot", -1, True, None])
def test_what_is_no_percentage_is_told(rate: object) -> None:
    fault = fault_of(bad_beat_rate=rate)
    assert "no percentage" in fault.what


@clause("633a.13(j)(1)")
def test_an_award_is_no_more_than_can_be_credited_at_once() -> None:
    """With both bonuses it is 1,025 for 1, and 42,949,672.95 dollars is the most: 41,902.11 a wager."""
    (fault,) = faults_of(bad_beat="on", maximum=41903)
    assert fault.key == "rules.maximum"
    assert fault.remedy == "write a maximum of at most 41902.11, or bad_beat off"
    assert laid_over(bad_beat="on", maximum=41902).maximum == 41_902_00
    assert laid_over(hit_and_run="on", maximum=41903).maximum == 41_903_00


@clause("633a.13(j)(1)")
def test_the_options_of_bad_beat_are_in_its_paytable_where_the_house_has_them() -> None:
    def names(*options: str) -> set[str]:
        rules = laid_over(bad_beat="on", bad_beat_options=list(options))
        assert rules.progressives[0].options == tuple(sorted(options))
        return {odds.name for odds in rules.paytables[-1].odds}

    plain = names()
    assert plain.isdisjoint({"any 20", "magic card", "lucky player"})
    assert names("any_20") - plain == {"any 20"}
    assert names("magic_card") - plain == {"magic card"}
    assert names("lucky_player") - plain == {"lucky player"}
    (fault,) = faults_of(bad_beat="on", bad_beat_options=["magic"])
    assert fault.key == "rules.bad_beat_options"
    assert fault.remedy == "write of these: any_20, magic_card, lucky_player"


@clause("633a.12(a)")
def test_with_blackjack_switch_hit_and_run_is_offered_and_bad_beat_is_not() -> None:
    """Hit and Run goes by the dealer's hand alone; Bad Beat by the player's, who has two there."""
    assert [one.wager for one in laid_over(variation="switch", hit_and_run="on").progressives] == [
        "hit_and_run"
    ]
    (fault,) = faults_of(variation="switch", bad_beat="on")
    assert fault.key == "rules.bad_beat"


# ---- side wagers --------------------------------------------------------------------------------------


LETTERS = {
    ("match_the_dealer", 6): "A",
    ("match_the_dealer", 8): "B",
    ("royal_match_21", 1): "AB",
    **{("royal_match_21", decks): "CDE" for decks in range(2, 9)},
    ("bet_the_set_21", 1): "A",
    ("bet_the_set_21", 2): "B",
    **{("bet_the_set_21", decks): "CD" for decks in range(4, 9)},
    **{
        (key, decks): "A"
        for key in ("lucky_ladies", "in_between", "kings_bounty", "three_card_poker")
        for decks in range(1, 9)
    },
}
"""By 633a.13(c) to (h) and (k): which paytables there are for how many decks."""
BUILT = tuple(dict.fromkeys(key for key, _ in LETTERS))


@clause("633a.6(e)", "633a.13(d)", "633a.13(f)", "633a.13(g)")
@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("key", BUILT)
def test_a_side_wager_has_a_paytable_for_the_decks_in_use(key: str, decks: int) -> None:
    fitting = LETTERS.get((key, decks), "")
    for letter in "ABCDEF":
        if letter in fitting:
            paytable = paytable_of(laid_over(decks=decks, **{key: letter}), key)
            assert paytable is not None
            assert paytable.letter == letter
        else:
            (fault,) = faults_of(decks=decks, **{key: letter})
            assert (fault.key, fault.value) == (f"rules.{key}", letter)
    if len(fitting) == 1:
        assert laid_over(decks=decks, **{key: "on"}) == laid_over(decks=decks, **{key: fitting})
    else:
        (fault,) = faults_of(decks=decks, **{key: "on"})
        words = {"": "off, or other decks", "AB": "A or B", "CD": "C or D", "CDE": "C, D or E"}
        assert fault.remedy == f"write {words[fitting]}"


@clause("633a.13(d)", "633a.13(f)", "633a.13(g)")
@pytest.mark.parametrize(
    ("key", "said", "decks", "what", "remedy"),
    [
        (
            "match_the_dealer",
            "on",
            4,
            "the chapter has no paytable of the Match-the-Dealer Wager for 4 decks",
            "",
        ),
        ("bet_the_set_21", "C", 3, "the chapter has no paytable of the Bet the Set 21 Wager for 3 decks", ""),
        (
            "royal_match_21",
            "on",
            6,
            "the chapter has 3 paytables of the Royal Match 21 Wager for 6 decks",
            "C, D or E",
        ),
        (
            "royal_match_21",
            "C",
            1,
            "paytable C of the Royal Match 21 Wager is not for one deck",
            "A, B or off",
        ),
        (
            "match_the_dealer",
            "A",
            8,
            "paytable A of the Match-the-Dealer Wager is not for 8 decks",
            "B or off",
        ),
        ("lucky_ladies", "Off", 6, "there is no paytable 'Off'", "on, A or off"),
        ("lucky_ladies", "", 6, "there is no paytable ''", "on, A or off"),
        ("bet_the_set_21", "c", 6, "there is no paytable 'c'", "C, D or off"),
    ],
)
def test_a_wrong_choice_of_a_side_wager_is_told(
    key: str, said: str, decks: int, what: str, remedy: str
) -> None:
    (fault,) = faults_of(decks=decks, **{key: said})
    assert (fault.key, fault.value, fault.what) == (f"rules.{key}", said, what)
    assert fault.remedy == (f"write {remedy}" if remedy else "write off, or other decks")


@clause("633a.12(a)", "633a.12(a)(2)", "633a.13(i)", "633a.13(i)(1)", "633a.13(i)(2)")
@pytest.mark.parametrize(("decks", "letter"), [(6, "A"), (8, "B")])
def test_super_match_is_of_blackjack_switch_with_six_decks_or_eight(decks: int, letter: str) -> None:
    paytable = paytable_of(laid_over(variation="switch", decks=decks, super_match="on"), "super_match")
    assert paytable is not None
    assert paytable.letter == letter
    (fault,) = faults_of(variation="none", decks=decks, super_match="on")
    assert fault.remedy == "write off, or variation switch"


@clause("633a.13(i)")
def test_super_match_has_no_paytable_for_other_decks() -> None:
    (fault,) = faults_of(variation="switch", decks=4, super_match="on")
    assert fault.what == "the chapter has no paytable of the Super Match Wager for 4 decks"


@clause("633a.6(e)", "633a.12(a)(2)")
@pytest.mark.parametrize("key", ["lucky_ladies", "in_between", "kings_bounty", "three_card_poker"])
def test_a_wager_on_two_cards_is_refused_where_players_have_four(key: str) -> None:
    (fault,) = faults_of(variation="switch", **{key: "on"})
    assert (fault.key, fault.remedy) == (f"rules.{key}", "write off; super_match is offered there")


@clause("633a.7(g)(4)")
def test_the_crown_treasure_needs_the_royal_match() -> None:
    fault = fault_of(crown_treasure="on")
    assert fault.remedy == "offer royal_match_21 too"
    both = laid_over(crown_treasure="on", royal_match_21="C")
    assert [table.wager for table in both.paytables[2:]] == ["royal_match_21", "crown_treasure"]


@clause("633a.6(e)")
def test_without_side_wagers_none_is_offered() -> None:
    rules = laid_over(**dict.fromkeys(SIDE_WAGERS, "off"))
    assert rules == default_rules(GAME)
    assert all(paytable_of(rules, key) is None for key in SIDE_WAGERS)
    assert [wager.clause for wager in SIDE_WAGERS.values() if wager.clause.startswith("633a.6")] == [
        f"633a.6(e)({number})" for number in range(1, 11)
    ]


@clause("633a.13(m)")
@pytest.mark.parametrize(
    ("maximum", "boxes", "least"),
    [(5, 1, "25000.00"), (25, 1, "25000.00"), (30, 1, "30000.00"), (30, 2, "60000.00")],
)
def test_a_payout_limit_is_no_less_than_one_patron_could_win(maximum: int, boxes: int, least: str) -> None:
    chosen = {"maximum": maximum, "boxes_per_player": boxes, "kings_bounty": "on"}
    cents = int(least.replace(".", ""))
    assert laid_over(payout_limit=least, **chosen).payout_limit == cents
    (fault,) = faults_of(payout_limit=f"{(cents - 1) // 100}.99", **chosen)
    assert (fault.key, fault.value) == ("rules.payout_limit", cents - 1)
    assert fault.what == f"a payout limit is at least {least} here: one patron could win as much"


@clause("633a.13(m)")
def test_a_payout_limit_needs_a_wager_that_it_is_about() -> None:
    (fault,) = faults_of(payout_limit=25_000, maximum=25, in_between="on")
    assert (fault.key, fault.remedy) == (
        "rules.payout_limit",
        "offer lucky_ladies or kings_bounty, or write 0",
    )
    assert laid_over(in_between="on").payout_limit == 0


# ---- nonsense -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "what", "remedy"),
    [
        ("variation", "swich", "'swich' is not known here", "write 'none', 'switch' or 'hand_dealt'"),
        ("variation", None, "nothing is not known here", "write 'none', 'switch' or 'hand_dealt'"),
        ("double_face", "side", "'side' is not known here", "write 'up' or 'down'"),
        ("resplits", "2", "'2' is no whole number", "write a whole number"),
        ("resplits", True, "true is no whole number", "write a whole number"),
        pytest.param(
            "resplits",
            1 << 50000,
            "a pair is split 0 to 10 more times, not a very large number",
            "write a num",
            id="huge",
        ),
        ("even_money", "on", "'on' is no true or false", "write true or false, without quotes"),
        ("lucky_ladies", False, "false is no text", "write it in quotes"),
        ("lucky_lady", "on", "there is no such key here", "did you mean lucky_ladies? choose from bad_beat"),
        ("card_change_hours", 25, "opened cards are changed after 1 to 24 hours, not 25", "write at most 24"),
        ("minimum", 2000, "2000.00 is more than the maximum, 1000.00", "write a minimum up to the maximum"),
    ],
)
def test_nonsense_is_told_with_its_key(key: str, value: object, what: str, remedy: str) -> None:
    with pytest.raises(ConfigFaults) as caught:
        rules_from(GAME, {key: value}, PLACE, "rules")
    (fault,) = caught.value.faults
    assert (fault.place, fault.key) == (PLACE, f"rules.{key}")
    assert fault.what.startswith(what)
    assert fault.remedy.startswith(remedy)


def test_all_that_is_wrong_is_told_together() -> None:
    faults = faults_of(hit_and_run="A", decks=9, variation="hand_dealt", resplits=-1, boxes=8, minimum=0)
    assert [fault.key.removeprefix("rules.") for fault in faults] == [
        "minimum",
        "boxes",
        "decks",
        "decks",
        "resplits",
        "hit_and_run",
    ]
