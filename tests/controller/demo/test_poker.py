"""What the demonstration's players of poker would like to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.demo.characters import PLAYERS, Character
from controller.demo.poker import (
    all_but_the_highest,
    beside_the_pair,
    declares,
    first_decision,
    is_one_short,
    on_others,
    opening,
    second_decision,
)
from controller.submission import default_rules
from drivers.cards import DECK

RULES = default_rules("lunar-poker")
WHO = {one.name: one for one in PLAYERS}
BOOK, TIMID, BOLD = WHO["Alma"], WHO["Bertil"], WHO["Carmen"]
players = st.sampled_from(PLAYERS)
hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)


def cards(words: str) -> tuple[str, ...]:
    return tuple(words.split())


@given(players, st.integers(1, 20), st.integers(1, 200))
def test_an_ante_is_within_the_limits_and_its_super_wager_is_as_high(
    who: Character, minimum: int, spread: int
) -> None:
    rules = replace(RULES, minimum=minimum * 500, maximum=minimum * 500 * spread)
    wagers = opening(who, rules)
    assert set(wagers) == {"ante", "super"}
    assert rules.minimum <= wagers["ante"] <= rules.maximum
    assert wagers["super"] >= wagers["ante"]
    assert all(amount % rules.smallest_chip == 0 for amount in wagers.values())


@given(players, st.sets(st.integers(1, 5), min_size=1))
def test_super_wagers_on_others_are_on_hands_that_are_dealt(who: Character, boxes: set[int]) -> None:
    box = min(boxes)
    there = {"super_on_dealer", *(f"super_on_{other}" for other in boxes - {box})}
    wagers = on_others(who, box, sorted(boxes), RULES)
    assert set(wagers) <= there
    assert set(wagers.values()) <= {RULES.minimum}
    assert on_others(who, box, sorted(boxes), replace(RULES, super_on_others=False)) == {}


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        ("TS JS QS KS AS", "instant"),
        ("5H 6H 7H 8H 9H", "instant"),
        ("2H 5H 8H JH KH", "super"),
        ("AS KD QC 4D 2H", "super"),
        ("2S 5C 8S JC KS", "super"),
        ("AS KD JC 4D 2H", ""),
        ("9S 9D 4C 4D 2H", ""),
    ],
)
def test_a_hand_that_wins_at_once_is_declared(hand: str, what: str) -> None:
    assert declares(BOOK, cards(hand)) == what


@given(players, hands)
def test_a_first_decision_is_one_that_the_chapter_has(who: Character, hand: tuple[str, ...]) -> None:
    verb, places = first_decision(who, hand)
    assert verb in ("fold", "bet", "buy", "exchange")
    assert (verb == "exchange") == bool(places)
    assert not places or 2 <= len(set(places)) == len(places) <= 5
    assert all(1 <= place <= 5 for place in places)


@pytest.mark.parametrize(
    ("who", "hand", "verb"),
    [
        (TIMID, "9S 9D 4C 5D 2H", "bet"),
        (TIMID, "9S TD 4C 5D 2H", "fold"),
        (BOOK, "2H 5H 8H JH KH", "bet"),
        (BOOK, "2H 5H 8H JH KS", "buy"),
        (BOOK, "9H TS JD QH 2C", "buy"),
        (BOOK, "9H 9S JD JH 2C", "bet"),
        (BOOK, "AH KS 7D 4H 2C", "bet"),
    ],
)
def test_players_keep_to_their_book(who: Character, hand: str, verb: str) -> None:
    assert first_decision(who, cards(hand))[0] == verb


def test_what_is_exchanged_is_the_rest() -> None:
    assert beside_the_pair(cards("9S 4C 9D 5D 2H")) == (2, 4, 5)
    assert all_but_the_highest(cards("9S AC 4D QD 2H")) == (1, 3, 5)
    assert all_but_the_highest(cards("QS AC KD QD 2H")) == (4, 5)
    assert all_but_the_highest(cards("9S 8C 4D 3D 2H")) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("hand", "short"),
    [
        ("2H 5H 8H JH KS", True),
        ("3H 4S 5D 6H KC", True),
        ("3H 4S 5D 7H KC", False),
        ("2H 5H 8H JD KS", False),
    ],
)
def test_one_card_may_make_a_flush_or_a_straight(hand: str, short: bool) -> None:
    assert is_one_short(cards(hand)) == short


def test_a_second_decision_goes_by_what_the_hand_has_become() -> None:
    assert second_decision(TIMID, cards("9S 9D 4C 5D 2H 3S")) == "bet"
    assert second_decision(TIMID, cards("9S TD 4C 5D 2H JS")) == "fold"
    assert {second_decision(BOLD, cards("9S TD 4C 5D 2H JS")) for _ in range(200)} == {"bet", "fold"}
