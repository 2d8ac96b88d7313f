"""What the side wagers come to: exact figures, against formulas that were worked out by hand.

The formulas count hands, as one does on paper; no rule of the product is asked. n is the number of decks.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, perm

import pytest

from controller.games.blackjack.side_wagers import BY_NAME, NAMES
from controller.games.blackjack.side_wagers.edges import Tally, figures, tally
from controller.games.blackjack.side_wagers.side_wager import Seen
from controller.games.blackjack.side_wagers.side_wager import SideWager as Rule
from controller.games.figures import Figures, percent
from controller.regulation.marks import clause
from controller.table.state import Odds, Paytable
from tests.controller.games.blackjack.playing import paytable, row
from tests.controller.games.blackjack.test_side_wagers import at_play

DECKS = range(1, 9)
Hand = tuple[Fraction, Fraction]
"""A way to win: how probable it is, and what it pays."""


@cache
def tallied(wager: str) -> Tally:
    return tally(BY_NAME[wager])


def computed(wager: str, letter: str, decks: int, *more: str) -> Figures:
    """By the product, at its own odds; with the first paytable of each of `more`."""
    tables = [paytable(wager, letter), *(paytable(name) for name in more)]
    return figures(tallied(wager), decks, tables)


def outcome(found: Figures) -> tuple[Fraction, Fraction]:
    """The chance to win, and the edge."""
    return Fraction(found.hits, found.deals), found.edge


def by_hand(*hands: Hand) -> tuple[Fraction, Fraction]:
    """The same of hands that exclude one another; in all other deals the stake is lost."""
    chance = sum((probable for probable, _ in hands), Fraction(0))
    gained = sum((probable * pays for probable, pays in hands), Fraction(0))
    return chance, 1 - chance - gained


def of_two(n: int, *hands: tuple[int, int]) -> list[Hand]:
    """Hands of two cards: how many of them there are in n decks, and what they pay."""
    return [(Fraction(count, comb(52 * n, 2)), Fraction(pays)) for count, pays in hands]


def blackjack_against_two_tens(n: int) -> Fraction:
    """The dealer's chance of a Blackjack where two cards that count ten are out: ace and ten, or the other
    way round."""
    return Fraction(2 * 4 * n * (16 * n - 2), (52 * n - 2) * (52 * n - 3))


# ---- by hand ------------------------------------------------------------------------------------------


@clause("633a.6(e)(1)", "633a.7(g)(1)", "633a.13(c)")
@pytest.mark.parametrize("n", DECKS)
def test_lucky_ladies(n: int) -> None:
    queens, matched = comb(n, 2), 15 * comb(n, 2)
    suited = 4 * 6 * n * n + 4 * n * n  # two of T J Q K in a suit; ace and nine in a suit
    twenty = comb(16 * n, 2) + 4 * n * 4 * n
    bj = blackjack_against_two_tens(n)
    (pair, _), *others = of_two(
        n, (queens, 0), (matched, 25), (suited, 10), (twenty - suited - matched - queens, 4)
    )
    best = [(pair * bj, Fraction(1000)), (pair * (1 - bj), Fraction(200))]
    assert outcome(computed("lucky_ladies", "A", n)) == by_hand(*best, *others)


@clause("633a.6(e)(6)", "633a.7(g)(6)", "633a.13(h)")
@pytest.mark.parametrize("n", DECKS)
def test_kings_bounty(n: int) -> None:
    same = comb(n, 2)
    suited = 4 * 6 * n * n + 4 * n * n
    kings = 6 * n * n
    rest = comb(16 * n, 2) + 4 * n * 4 * n - 16 * same - suited - kings
    bj = blackjack_against_two_tens(n)
    (pair, _), *others = of_two(
        n, (same, 0), (3 * same, 50), (12 * same, 25), (suited, 9), (kings, 6), (rest, 4)
    )
    best = [(pair * bj, Fraction(1000)), (pair * (1 - bj), Fraction(200))]
    assert outcome(computed("kings_bounty", "A", n)) == by_hand(*best, *others)


@clause("633a.6(e)(2)", "633a.7(g)(2)", "633a.13(d)(1)", "633a.13(d)(2)")
@pytest.mark.parametrize(("letter", "n", "same", "other"), [("A", 6, 11, 4), ("B", 8, 14, 3)])
def test_match_the_dealer(letter: str, n: int, same: int, other: int) -> None:
    """Around one up card: n - 1 more like it, 3n of its rank in other suits, 48n of other ranks."""
    left = comb(52 * n - 1, 2)
    twice_same, twice_other = comb(n - 1, 2), comb(3 * n, 2)
    hands = (
        (twice_same, 2 * same),
        (twice_other, 2 * other),
        ((n - 1) * 3 * n, same + other),
        ((n - 1) * 48 * n, same),
        (3 * n * 48 * n, other),
    )
    counted = [(Fraction(count, left), Fraction(pays)) for count, pays in hands]
    assert outcome(computed("match_the_dealer", letter, n)) == by_hand(*counted)


@clause("633a.6(e)(3)", "633a.7(g)(3)(i)", "633a.7(g)(3)(ii)", "633a.13(e)")
@pytest.mark.parametrize("n", DECKS)
def test_in_between(n: int) -> None:
    """With s ranks in between there are 12 - s pairs of ranks, and 4ns up cards for each."""
    deals = perm(52 * n, 3)
    pays = {1: 10, 2: 6, 3: 4}
    hands = [
        (Fraction(2 * (12 - s) * (4 * n) ** 2 * 4 * n * s, deals), Fraction(pays.get(s, 1)))
        for s in range(1, 12)
    ]
    triple = Fraction(13 * perm(4 * n, 3), deals), Fraction(30)
    assert outcome(computed("in_between", "A", n)) == by_hand(triple, *hands)


@clause("633a.6(e)(4)", "633a.7(g)(4)", "633a.13(f)(1)", "633a.13(f)(2)")
@pytest.mark.parametrize(
    ("letter", "decks", "royal", "suited"),
    [
        ("A", (1,), 10, Fraction(3)),
        ("B", (1,), 5, Fraction(3)),
        ("C", range(2, 9), 30, Fraction(5, 2)),
        ("D", range(2, 9), 25, Fraction(5, 2)),
        ("E", range(2, 9), 50, Fraction(2)),
    ],
)
def test_royal_match_21(letter: str, decks: tuple[int, ...], royal: int, suited: Fraction) -> None:
    for n in decks:
        both = Fraction(4 * n * n, comb(52 * n, 2))
        other = Fraction(4 * comb(13 * n, 2), comb(52 * n, 2)) - both
        # The dealer's: a king and a queen less in the player's suit, all of them in the other three.
        crown = both * Fraction((n - 1) ** 2 + 3 * n * n, comb(52 * n - 2, 2))
        assert outcome(computed("royal_match_21", letter, n)) == by_hand(
            (both, Fraction(royal)), (other, suited)
        )
        assert outcome(computed("royal_match_21", letter, n, "crown_treasure")) == by_hand(
            (crown, Fraction(royal + 1000)),
            (both - crown, Fraction(royal)),
            (other, suited),
        )


@clause("633a.6(e)(5)", "633a.7(g)(5)", "633a.13(g)(1)", "633a.13(g)(2)", "633a.13(g)(3)")
@pytest.mark.parametrize(
    ("letter", "decks", "suited", "pair"),
    [("A", (1,), 0, 15), ("B", (2,), 25, 10), ("C", range(4, 9), 15, 10), ("D", range(4, 9), 12, 10)],
)
def test_bet_the_set_21(letter: str, decks: tuple[int, ...], suited: int, pair: int) -> None:
    """Beside the first card n - 1 others are the same, and 3n have its rank in another suit."""
    for n in decks:
        others = 52 * n - 1
        hands = (Fraction(n - 1, others), Fraction(suited)), (Fraction(3 * n, others), Fraction(pair))
        assert outcome(computed("bet_the_set_21", letter, n)) == by_hand(*hands)


@clause("633a.6(e)(7)", "633a.7(g)(7)", "633a.13(i)(1)", "633a.13(i)(2)")
@pytest.mark.parametrize(("letter", "n", "pays"), [("A", 6, (40, 8, 5, 1)), ("B", 8, (50, 7, 5, 1))])
def test_super_match(letter: str, n: int, pays: tuple[int, ...]) -> None:
    like = 4 * n
    counts = (
        13 * comb(like, 4),
        comb(13, 2) * comb(like, 2) ** 2,
        13 * comb(like, 3) * 12 * like,
        13 * comb(like, 2) * comb(12, 2) * like**2,
    )
    deals = comb(52 * n, 4)
    hands = [(Fraction(count, deals), Fraction(pay)) for count, pay in zip(counts, pays, strict=True)]
    assert outcome(computed("super_match", letter, n)) == by_hand(*hands)


@clause("633a.6(e)(9)", "633a.7(g)(8)", "633a.13(k)")
@pytest.mark.parametrize("n", DECKS)
def test_three_card_poker(n: int) -> None:
    """Straights (twelve, the ace high or low), flushes and threes of a kind, less what is two of them."""
    straights, straight_flushes = 12 * (4 * n) ** 3, 12 * 4 * n**3
    flushes, threes, suited_threes = 4 * comb(13 * n, 3), 13 * comb(4 * n, 3), 52 * comb(n, 3)
    count = straights + flushes + threes - straight_flushes - suited_threes
    hand = Fraction(count, comb(52 * n, 3)), Fraction(9)
    assert outcome(computed("three_card_poker", "A", n)) == by_hand(hand)


# ---- as others have published them --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "letter", "decks", "published"),
    [
        ("three_card_poker", "A", 6, "3.239"),
        ("lucky_ladies", "A", 8, "16.73"),
        ("in_between", "A", 1, "10.46"),
        ("in_between", "A", 2, "7.76"),
        ("royal_match_21", "A", 1, "3.77"),
        ("royal_match_21", "D", 2, "8.33"),
        ("royal_match_21", "D", 4, "7.08"),
        ("royal_match_21", "D", 6, "6.67"),
        ("royal_match_21", "D", 8, "6.46"),
    ],
)
def test_published_figures(wager: str, letter: str, decks: int, published: str) -> None:
    decimals = len(published.partition(".")[2])
    assert round(computed(wager, letter, decks).edge * 100, decimals) == Fraction(published)


# ---- the counting itself ------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("wager", NAMES)
def test_every_deal_is_counted_once(wager: str, decks: int) -> None:
    """Odds of one to one for whatever is dealt: it is paid in each deal that there is."""
    found = tallied(wager)
    renamed = Tally(found.cards, {})
    for (_, before), count in found.counted.items():
        key = (("any",), before)
        renamed.counted[key] = renamed.counted.get(key, 0) + count
    every = figures(renamed, decks, [Paytable(wager, "A", (Odds("any", 1, 1, "633a.13"),))])
    assert every.hits == every.deals == perm(52 * decks, found.cards)
    assert every.edge == -1


def test_physical_cards_of_a_short_deck_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three decks of six faces, each of 18 cards a card of its own, dealt in every order: the same count."""
    faces = ("KS", "QS", "KH", "QH", "AS", "9H")
    monkeypatch.setattr("controller.games.blackjack.side_wagers.edges.DECK", faces)
    for wager, tables in (
        ("kings_bounty", [paytable("kings_bounty")]),
        ("royal_match_21", [paytable("royal_match_21", "C"), paytable("crown_treasure")]),
    ):
        rule = BY_NAME[wager]
        counted: dict[tuple[str, ...], int] = {}
        for one, two, up, hole in permutations(faces * 3, 4):
            blackjack = {up[0], hole[0]} in ({"A", "K"}, {"A", "Q"})
            names = rule.wins(Seen((one, two), up, hole, blackjack))
            counted[names] = counted.get(names, 0) + 1
        found = figures(tally(rule), 3, tables)
        counted.pop(())
        assert {win.names: win.deals for win in found.wins} == counted
        assert found.deals == perm(18, 4)


def test_the_hole_card_is_looked_at_where_the_wager_waits_for_it() -> None:
    assert {name for name in NAMES if tallied(name).cards == 4} == {
        "lucky_ladies",
        "royal_match_21",
        "kings_bounty",
        "super_match",
    }


def test_another_rule_makes_other_figures() -> None:
    """They come from the wager's own function: one that always wins leaves the house nothing."""
    rule = Rule("generous", "633a.6(e)", "633a.7(g)", "633a.13", lambda _: ("win",))
    found = figures(tally(rule), 2, [paytable("three_card_poker")])
    assert (found.edge, found.hits) == (Fraction(-9), perm(104, 3))


def test_what_the_paytable_does_not_have_is_not_paid() -> None:
    """Paytable A of Bet the Set 21 has no suited pairs; with one deck there are none."""
    found = computed("bet_the_set_21", "A", 4)
    assert [win.names for win in found.wins] == [("pair",)]


@pytest.mark.parametrize(
    ("wager", "cards", "names"),
    [
        ("lucky_ladies", "2C QS 5H QS 9D", ("matched 20",)),
        ("in_between", "2C 6S 7H 8S 9D", ("one card",)),
        ("kings_bounty", "2C KS 5H KH 9D", ("kings",)),
        ("three_card_poker", "2C 6S 7H 8S 9D", ("win",)),
    ],
)
def test_what_is_counted_is_what_the_table_pays(wager: str, cards: str, names: tuple[str, ...]) -> None:
    """One such deal at a table: burn card, player, dealer's up card, player, hole card."""
    table = at_play(cards, {wager: 1000}, **{wager: "on"})
    (win,) = [win for win in computed(wager, "A", 6).wins if win.names == names]
    rows = [one for one in table.rows() if one[2] == wager]
    assert rows == [row(1, wager, "win", int(win.pays * 1000), 1000, 0)]


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(1, 3), "33.3333"),
        (Fraction(2, 3), "66.6667"),
        (Fraction(5, 10_000_000), "0.0000"),
        (Fraction(15, 10_000_000), "0.0002"),
        (Fraction(-1, 80), "-1.2500"),
        (Fraction(-1, 10_000_000), "0.0000"),
        (Fraction(0), "0.0000"),
        (Fraction(1), "100.0000"),
    ],
)
def test_percent_has_four_decimals_and_rounds_half_to_even(share: Fraction, shown: str) -> None:
    assert percent(share) == shown
