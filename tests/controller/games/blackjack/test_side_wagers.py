"""The side wagers of 633a.6(e): what each wins, by the clause, and when it is settled.

What a wager wins is asked of its rule; when, of a table at play. The odds are written out here, from 633a.13.
"""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.blackjack.side_wagers import BY_NAME, NAMES
from controller.games.blackjack.side_wagers.side_wager import Seen
from controller.regulation.marks import clause
from controller.submission import rules_from
from controller.table import commands as c
from controller.table.state import paytable_of
from drivers import messages as m
from tests.controller.games.blackjack.playing import Blackjack, row
from tests.support import Row

CARDS = tuple("".join(card) for card in product("A23456789TJQK", "SHDC"))
FIVE = 500
OFFERED = {"lucky_ladies": "on", "in_between": "on", "kings_bounty": "on", "three_card_poker": "on"}


def wins(wager: str, cards: str, up: str = "6D", hole: str = "", blackjack: bool = False) -> tuple[str, ...]:
    one, two = cards.split()
    return BY_NAME[wager].wins(Seen((one, two), up, hole, blackjack))


def odds(wager: str, name: str, **chosen: Any) -> tuple[int, int]:
    """What the submission's paytable pays for that win."""
    paytable = paytable_of(rules_from("blackjack", chosen, "test"), wager)
    assert paytable is not None
    (found,) = [one for one in paytable.odds if one.name == name]
    return found.pays, found.per


class Offering(Blackjack):
    """A table whose submission has these side wagers."""

    def rules(self, push_22: str, **chosen: Any) -> Any:
        return rules_from("blackjack", chosen, "test")


def at_play(cards: str, *boxes: dict[str, int], **chosen: Any) -> Offering:
    """The deal is over: boxes 1, 2, … have ten dollars and these side wagers. The burn card first."""
    table = Offering(cards, **chosen)
    for box, extra in enumerate(boxes, 1):
        assert table.place(box, ("blackjack", 1000), *extra.items()).refused is None
    table.deal()
    return table


def of(table: Offering, wager: str) -> list[Row]:
    """The rows of that wager, in the order in which they were settled."""
    return [one for one in table.rows() if one[2] == wager]


# ---- what wins ----------------------------------------------------------------------------------------


@clause("633a.6(e)(1)", "633a.7(g)(1)", "633a.13(c)")
@pytest.mark.parametrize(
    ("cards", "name", "pays"),
    [
        ("QH QH", "queens of hearts", 200),
        ("QS QS", "matched 20", 25),
        ("KH KH", "matched 20", 25),
        ("QH KH", "suited 20", 10),
        ("AS 9S", "suited 20", 10),
        ("QH QS", "any 20", 4),
        ("AS 9D", "any 20", 4),
        ("TD JC", "any 20", 4),
    ],
)
def test_lucky_ladies(cards: str, name: str, pays: int) -> None:
    assert wins("lucky_ladies", cards) == (name,)
    assert odds("lucky_ladies", name, lucky_ladies="on") == (pays, 1)


@clause("633a.6(e)(1)", "633a.6(e)(6)")
@pytest.mark.parametrize("cards", ["QH 9H", "AS KS", "AH AH", "TS 9S", "5H 5H"])
def test_what_counts_no_twenty_wins_neither_lucky_ladies_nor_kings_bounty(cards: str) -> None:
    assert wins("lucky_ladies", cards) == ()
    assert wins("kings_bounty", cards) == ()


@clause("633a.7(g)(1)(ii)", "633a.13(c)")
def test_two_queens_of_hearts_against_a_blackjack() -> None:
    assert wins("lucky_ladies", "QH QH", "AS", blackjack=True) == ("queens and blackjack",)
    assert odds("lucky_ladies", "queens and blackjack", lucky_ladies="A") == (1000, 1)
    assert wins("lucky_ladies", "QS QS", "AS", blackjack=True) == ("matched 20",)


@clause("633a.6(e)(2)", "633a.7(g)(2)", "633a.13(d)")
@pytest.mark.parametrize(
    ("cards", "up", "names"),
    [
        ("6D 9S", "6D", ("same suit",)),
        ("9S 6C", "6D", ("other suit",)),
        ("6D 6C", "6D", ("same suit", "other suit")),
        ("6D 6D", "6D", ("same suit", "same suit")),
        ("KD JD", "QD", ()),
        ("TD QS", "QD", ("other suit",)),
        ("5D 7D", "6D", ()),
    ],
)
def test_match_the_dealer_goes_by_rank_and_pays_each_card(
    cards: str, up: str, names: tuple[str, ...]
) -> None:
    assert wins("match_the_dealer", cards, up) == names


@clause("633a.13(d)(1)", "633a.13(d)(2)")
@pytest.mark.parametrize(("decks", "same", "other"), [(6, 11, 4), (8, 14, 3)])
def test_match_the_dealer_pays_by_the_decks(decks: int, same: int, other: int) -> None:
    assert odds("match_the_dealer", "same suit", match_the_dealer="on", decks=decks) == (same, 1)
    assert odds("match_the_dealer", "other suit", match_the_dealer="on", decks=decks) == (other, 1)


@clause("633a.6(e)(3)", "633a.7(g)(3)", "633a.7(g)(3)(i)", "633a.7(g)(3)(ii)", "633a.13(e)")
@pytest.mark.parametrize(
    ("cards", "up", "name", "pays"),
    [
        ("8C 8H", "8S", "triple match", 30),
        ("7C 9H", "8S", "one card", 10),
        ("9C 7H", "8S", "one card", 10),
        ("6C 9H", "8S", "two cards", 6),
        ("7C JH", "8S", "three cards", 4),
        ("2C AH", "8S", "other", 1),
        ("QC AH", "KS", "one card", 10),
        ("TC QH", "JS", "one card", 10),
    ],
)
def test_in_between_pays_by_the_spread_of_ranks(cards: str, up: str, name: str, pays: int) -> None:
    assert wins("in_between", cards, up) == (name,)
    assert odds("in_between", name, in_between="on") == (pays, 1)


@clause("633a.7(g)(3)(i)", "633a.7(g)(3)(ii)")
@pytest.mark.parametrize(
    ("cards", "up"), [("8C 9H", "8S"), ("8C 8H", "9S"), ("7C 8H", "2S"), ("AC 3H", "2S")]
)
def test_in_between_loses_outside_or_on_a_card(cards: str, up: str) -> None:
    """The ace is the highest rank: a 2 lies not between it and a 3."""
    assert wins("in_between", cards, up) == ()


@clause("633a.6(e)(4)", "633a.7(g)(4)", "633a.13(f)", "633a.13(f)(1)", "633a.13(f)(2)")
@pytest.mark.parametrize(
    ("letter", "decks", "royal", "suited"),
    [
        ("A", 1, (10, 1), (3, 1)),
        ("B", 1, (5, 1), (3, 1)),
        ("C", 2, (30, 1), (5, 2)),
        ("D", 6, (25, 1), (5, 2)),
        ("E", 8, (50, 1), (2, 1)),
    ],
)
def test_royal_match_21(letter: str, decks: int, royal: tuple[int, int], suited: tuple[int, int]) -> None:
    assert wins("royal_match_21", "KH QH") == wins("royal_match_21", "QH KH") == ("royal match",)
    assert wins("royal_match_21", "KH JH") == wins("royal_match_21", "2H 2H") == ("suited match",)
    assert wins("royal_match_21", "KH QS") == wins("royal_match_21", "KH KS") == ()
    chosen: dict[str, Any] = {"royal_match_21": letter, "decks": decks, "crown_treasure": "on"}
    assert odds("royal_match_21", "royal match", **chosen) == royal
    assert odds("royal_match_21", "suited match", **chosen) == suited
    assert odds("crown_treasure", "crown treasure", **chosen) == (1000, 1)


@clause("633a.6(e)(5)", "633a.7(g)(5)", "633a.13(g)", "633a.13(g)(1)", "633a.13(g)(2)", "633a.13(g)(3)")
@pytest.mark.parametrize(
    ("letter", "decks", "suited", "pair"),
    [("A", 1, None, 15), ("B", 2, 25, 10), ("C", 4, 15, 10), ("D", 8, 12, 10)],
)
def test_bet_the_set_21(letter: str, decks: int, suited: int | None, pair: int) -> None:
    assert wins("bet_the_set_21", "9S 9D") == ("pair",)
    assert wins("bet_the_set_21", "9S 9S") == ("suited pair",)
    assert wins("bet_the_set_21", "KS QS") == wins("bet_the_set_21", "9S 8S") == ()
    chosen: dict[str, Any] = {"bet_the_set_21": letter, "decks": decks}
    assert odds("bet_the_set_21", "pair", **chosen) == (pair, 1)
    if suited is not None:
        assert odds("bet_the_set_21", "suited pair", **chosen) == (suited, 1)


@clause("633a.6(e)(6)", "633a.7(g)(6)", "633a.13(h)")
@pytest.mark.parametrize(
    ("cards", "name", "pays"),
    [
        ("KS KS", "kings of spades", 200),
        ("KH KH", "suited kings", 50),
        ("QS QS", "suited pair", 25),
        ("JD JD", "suited pair", 25),
        ("TC TC", "suited pair", 25),
        ("KS QS", "suited 20", 9),
        ("AS 9S", "suited 20", 9),
        ("KS KH", "kings", 6),
        ("QS QH", "any 20", 4),
        ("AS 9H", "any 20", 4),
    ],
)
def test_kings_bounty(cards: str, name: str, pays: int) -> None:
    assert wins("kings_bounty", cards) == (name,)
    assert odds("kings_bounty", name, kings_bounty="on") == (pays, 1)


@clause("633a.7(g)(6)(ii)", "633a.13(h)")
def test_two_kings_of_spades_against_a_blackjack() -> None:
    assert wins("kings_bounty", "KS KS", "AS", blackjack=True) == ("kings and blackjack",)
    assert odds("kings_bounty", "kings and blackjack", kings_bounty="A") == (1000, 1)
    assert wins("kings_bounty", "KH KH", "AS", blackjack=True) == ("suited kings",)


@clause("633a.6(e)(9)", "633a.7(g)(8)", "633a.13(k)")
@pytest.mark.parametrize(
    ("cards", "up", "won"),
    [
        ("2S 9S", "KS", True),
        ("8S 8H", "8D", True),
        ("8S 8S", "8S", True),
        ("7S 9H", "8D", True),
        ("AS 2H", "3D", True),
        ("QS KH", "AD", True),
        ("4S 6S", "5S", True),
        ("KS AH", "2D", False),
        ("8S 8H", "9D", False),
        ("7S 9H", "TD", False),
        ("AS AH", "2D", False),
    ],
)
def test_three_card_poker(cards: str, up: str, won: bool) -> None:
    """An ace is high, or low beside a 2 and a 3; a straight goes not round the corner."""
    assert wins("three_card_poker", cards, up) == (("win",) if won else ())
    assert odds("three_card_poker", "win", three_card_poker="on") == (9, 1)


@clause("633a.6(e)")
@given(st.sampled_from(NAMES), st.sampled_from(CARDS), st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_the_order_of_the_two_cards_means_nothing(wager: str, one: str, two: str, up: str) -> None:
    rule = BY_NAME[wager]
    there, back = rule.wins(Seen((one, two), up)), rule.wins(Seen((two, one), up))
    assert sorted(there) == sorted(back)
    assert rule.waits(Seen((one, two), up)) == rule.waits(Seen((two, one), up))


# ---- when ---------------------------------------------------------------------------------------------


@clause("633a.7(g)")
def test_they_are_settled_after_the_deal_counterclockwise_and_before_insurance() -> None:
    boxes: tuple[dict[str, int], ...] = (
        {"lucky_ladies": FIVE, "in_between": FIVE},
        {},
        {"lucky_ladies": FIVE},
    )
    table = at_play("2C TS 9D KS AH KD 8C 9S 4D", *boxes, **OFFERED)
    assert table.rows() == [
        row(1, "lucky_ladies", "lose", 0, 0, FIVE, box=3),
        row(1, "lucky_ladies", "win", 4 * FIVE, FIVE, 0),
        row(1, "in_between", "lose", 0, 0, FIVE),
    ]
    assert table.clauses() == ["633a.7(g)(1)", "633a.13(c)", "633a.7(g)(3)"]
    assert table.prompt() == "insurance"


@clause("633a.7(g)(1)", "633a.7(g)(1)(i)")
@pytest.mark.parametrize("up", ["AS", "TD"])
def test_two_queens_of_hearts_wait_for_the_reader(up: str) -> None:
    boxes = ({"lucky_ladies": FIVE}, {"lucky_ladies": FIVE})
    table = at_play(f"2C QH 9S {up} QH TD 5C 4D 7H", *boxes, **OFFERED)
    if up == "AS":
        assert [one[0] for one in of(table, "lucky_ladies")] == [2]
        table.close_insurance()
    assert of(table, "lucky_ladies") == [
        row(1, "lucky_ladies", "lose", 0, 0, FIVE, box=2),
        row(1, "lucky_ladies", "win", 200 * FIVE, FIVE, 0),
    ]
    assert table.prompt() == "decide"
    assert len(table.table.dealer.cards) == 2, "no other card has been dealt"


@clause("633a.7(g)(1)(ii)", "633a.7(g)(6)(ii)")
@pytest.mark.parametrize(
    ("card", "wager"), [("QH", "lucky_ladies"), ("KS", "kings_bounty")], ids=["queens", "kings"]
)
def test_with_a_dealers_blackjack_they_are_paid_as_the_blackjack_wager_is_collected(
    card: str, wager: str
) -> None:
    table = at_play(f"2C {card} AD {card} KD", {wager: FIVE}, **OFFERED)
    assert table.rows() == [], "it waits for the reader"
    table.close_insurance()
    assert table.rows() == [
        row(1, wager, "win", 1000 * FIVE, FIVE, 0),
        row(1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("633a.7(g)(6)", "633a.7(g)(6)(i)")
def test_two_kings_of_spades_wait_for_the_reader() -> None:
    table = at_play("2C KS TD KS 7D", {"kings_bounty": FIVE}, **OFFERED)
    assert table.rows() == [row(1, "kings_bounty", "win", 200 * FIVE, FIVE, 0)]
    assert table.prompt() == "decide"


@clause("633a.7(g)(1)", "633a.7(g)(6)")
def test_against_a_low_card_nothing_waits() -> None:
    table = at_play("2C QH KS 9D QH KS 7D", {"lucky_ladies": FIVE}, {"kings_bounty": FIVE}, **OFFERED)
    assert table.rows() == [
        row(1, "kings_bounty", "win", 200 * FIVE, FIVE, 0, box=2),
        row(1, "lucky_ladies", "win", 200 * FIVE, FIVE, 0),
    ]


@clause("633a.7(g)(4)", "633a.13(f)")
@pytest.mark.parametrize("crown", ["on", "off"])
def test_a_royal_match_against_a_king_waits_for_the_hole_card(crown: str) -> None:
    chosen: dict[str, Any] = {"royal_match_21": "E", "crown_treasure": crown}
    table = at_play("2C KH KC QH QC", {"royal_match_21": FIVE}, **chosen)
    assert table.rows() == []
    table.play(1, "stand")
    paid = (50 + (1000 if crown == "on" else 0)) * FIVE
    assert table.rows() == [
        row(1, "royal_match_21", "win", paid, FIVE, 0),
        row(1, "blackjack", "push", 0, 1000, 0),
    ]


@clause("633a.7(g)(4)")
def test_after_a_split_the_royal_match_is_still_that_of_the_deal() -> None:
    """The hand that waits for the reveal is split meanwhile: its first two cards were what they were."""
    table = at_play("2C KH KC QH 7C 3S 4S", {"royal_match_21": FIVE}, royal_match_21="C", crown_treasure="on")
    assert table.play(1, "split").refused is None
    table.finish()
    assert of(table, "royal_match_21") == [row(1, "royal_match_21", "win", 30 * FIVE, FIVE, 0)]


@clause("633a.6(e)")
def test_a_side_wager_needs_a_blackjack_wager_and_a_submission() -> None:
    table = Offering("2C", lucky_ladies="on")
    assert table.place(1, ("lucky_ladies", FIVE)).refused is not None, "no Blackjack Wager in the box"
    assert table.place(1, ("blackjack", 1000), ("kings_bounty", FIVE)).refused is not None, "not offered"
    assert table.place(1, ("blackjack", 1000), ("lucky_ladies", 50)).refused is None


@clause("633a.14(k)", "633a.6(e)")
def test_in_a_void_round_a_side_wager_that_waits_is_returned_and_what_was_settled_stands() -> None:
    boxes = ({"lucky_ladies": FIVE}, {"lucky_ladies": FIVE})
    table = at_play("2C QH 5S AD QH 4S KD", *boxes, **OFFERED)
    assert table.ask(c.CloseInsurance()).refused is None
    for _ in range(3):
        table.report("reader", m.ReaderAnswer("no_read"))
    table.choose("void_round")
    assert of(table, "lucky_ladies") == [
        row(1, "lucky_ladies", "lose", 0, 0, FIVE, box=2),
        row(1, "lucky_ladies", "void", 0, FIVE, 0),
    ]


@clause("633a.13(m)", "633a.7(g)(1)(ii)", "633a.7(g)(6)(ii)")
@pytest.mark.parametrize(
    ("limit", "paid"),
    [
        (0, (20_000_000, 10_000_000)),
        (30_000_000, (20_000_000, 10_000_000)),
        (29_999_999, (19_999_999, 9_999_999)),
        (20_000_000, (13_333_333, 6_666_666)),
    ],
)
def test_the_winners_of_a_round_share_a_payout_limit_by_their_wagers(
    limit: int, paid: tuple[int, int]
) -> None:
    """200 dollars on two queens of hearts, 100 on two kings of spades: two thirds and one third, in cents."""
    boxes = ({"lucky_ladies": 20_000}, {"kings_bounty": 10_000}, {"lucky_ladies": FIVE})
    chosen = {"maximum": 200, "boxes_per_player": 1, "payout_limit": f"{limit // 100}.{limit % 100:02}"}
    table = at_play("2C QH KS TS AD QH KS TD KD", *boxes, **OFFERED, **chosen)
    table.close_insurance()
    assert of(table, "lucky_ladies") == [
        row(1, "lucky_ladies", "win", 4 * FIVE, FIVE, 0, box=3),
        row(1, "lucky_ladies", "win", paid[0], 20_000, 0),
    ]
    assert of(table, "kings_bounty") == [row(1, "kings_bounty", "win", paid[1], 10_000, 0, box=2)]
    assert ("633a.13(m)" in table.clauses()) == (0 < limit < 30_000_000)


def test_each_has_a_code_on_the_link() -> None:
    assert set(NAMES) <= set(m.WAGERS)
