"""The whole order of a shoe, made of the cards that a script names: nothing is missing, nothing comes twice.

How the cards of a file are read, and what makes them invalid, is tested in test_scenario.py.
"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from controller.rehearsal import cards as s
from drivers.cards import DECK


@given(
    st.sampled_from((6, 8)), st.integers(), st.lists(st.sampled_from(("*", "*!", *DECK[:13])), max_size=80)
)
def test_a_shoe_is_whole_and_begins_as_scripted(decks: int, seed: int, scripted: list[str]) -> None:
    cards = [card for n, card in enumerate(scripted) if scripted[:n].count(card) < decks or card[0] == "*"]
    order = s.fill(cards, decks, seed)
    assert Counter(card.removesuffix("!") for card in order) == Counter([*DECK * decks, "CUT"])
    assert order.index("CUT") == len(DECK) * decks * 3 // 4
    for said, lies in zip(cards, order, strict=False):
        assert lies == said or (said[0] == "*" and lies.endswith("!") == said.endswith("!"))
    assert order == s.fill(cards, decks, seed)


def test_the_cover_card_lies_where_the_script_says() -> None:
    order = s.fill(("2C", "CUT", "5D!"), 6, 1)
    assert order[:3] == ["2C", "CUT", "5D!"]
    assert order.count("CUT") == 1
    assert len(order) == 313


def test_a_cover_card_never_lies_between_named_cards() -> None:
    named = list(DECK) * 5
    assert s.fill(named, 6, 1)[:261] == [*named, "CUT"]


def test_another_seed_is_another_order() -> None:
    assert s.fill(("*",), 6, 1) != s.fill(("*",), 6, 2)


NAMED = st.lists(st.sampled_from(DECK), max_size=40)


@given(st.integers(), NAMED, NAMED)
def test_cards_that_lie_elsewhere_are_not_in_the_shoe(seed: int, named: list[str], laid: list[str]) -> None:
    """The discards that fill a shoe in a round: without what lies on the layout, also where it is named."""
    kept = [card for card in named if named.count(card) <= 6]
    without = [card for card in laid if laid.count(card) <= 6]
    order = s.fill(kept, 6, seed, without=without)
    there = Counter(DECK * 6)
    there.subtract(without)
    assert Counter(order) == there + Counter(["CUT"])
    for said, lies in zip(kept, order, strict=False):
        assert lies == said or there[said] < kept.count(said)


def test_a_shoe_that_shuffles_by_itself_has_no_cover_card() -> None:
    order = s.fill(("2C", "CUT", "3C"), 6, 1, cover=False)
    assert (order[:2], len(order)) == (["2C", "3C"], 312)
