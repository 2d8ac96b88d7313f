"""The dealer's last total, and what becomes of the hands that are left: 673a.7(q)-(t), and (o), (p)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, row
from tests.support import Row

DRAWN = {17: "AS", 18: "2S", 19: "3S", 20: "4S", 21: "5S", 22: "6S", 23: "7S", 24: "8S", 25: "9S", 26: "KS"}
"""What the dealer's 16 becomes by which card."""
SECOND = {12: "2D", 13: "3D", 14: "4D", 15: "5D", 16: "6D", 17: "7D", 18: "8D", 19: "9D", 20: "KD"}
"""What a player's ten becomes by which card."""
CHANCE = {20: "5C", 19: "6C", 18: "7C", 17: "8C", 16: "9C", 15: "KC"}
"""What a player's 25 becomes by which second chance card."""


def against(hand: int, dealer: int) -> tuple[str, str]:
    """How a hand below 21 fares against that total, by the clauses, and by which."""
    if dealer == 22:
        return "push", "673a.7(q)(1)"
    if dealer > 21:
        return "win", "673a.7(r)(1)(i)"
    if hand > dealer:
        return "win", "673a.7(r)(1)(ii)"
    return ("push", "673a.7(r)(2)") if hand == dealer else ("lose", "673a.7(r)(3)(ii)")


def moved(wager: str, outcome: str, paid: bool = True) -> Row:
    """Ten dollars of box 1, with that outcome; won at even money, or only returned."""
    if outcome == "lose":
        return row(1, wager, "lose", 0, 0, 1000)
    if outcome == "win" and paid:
        return row(1, wager, "win", 1000, 1000, 0)
    return row(1, wager, "push", 0, 1000, 0)


# ---- one hand against the dealer's --------------------------------------------------------------------


@clause("673a.7(q)(1)", "673a.7(q)(2)", "673a.7(r)(1)(i)", "673a.7(r)(1)(ii)", "673a.7(r)(2)")
@clause("673a.7(r)(3)(ii)", "673a.7(s)(1)(ii)", "673a.7(s)(2)", "673a.7(s)(3)", "673a.12(a)", "673a.7(o)")
@pytest.mark.parametrize("dealer", DRAWN)
@pytest.mark.parametrize("hand", SECOND)
def test_a_hand_without_a_second_chance(hand: int, dealer: int) -> None:
    table = dealt(f"2C TS 6H {SECOND[hand]} TC {DRAWN[dealer]}", 1000)
    table.play(1, "stand")
    outcome, cited = against(hand, dealer)
    assert table.rows() == [moved("blackjack", outcome)]
    assert table.clauses() == [cited]


@clause("673a.7(q)(1)", "673a.7(r)(1)(i)", "673a.7(s)(1)(i)", "673a.7(s)(2)", "673a.7(s)(3)", "673a.12(b)")
@clause("673a.7(l)(3)")
@pytest.mark.parametrize("dealer", DRAWN)
@pytest.mark.parametrize("hand", CHANCE)
def test_a_hand_that_had_one(hand: int, dealer: int) -> None:
    table = dealt(f"2C TS 6H 6D TC 9C {CHANCE[hand]} {DRAWN[dealer]}", 1000)
    table.play(1, "hit")
    table.play(1, "second_chance")
    outcome, cited = against(hand, dealer)
    assert table.rows() == [moved("blackjack", outcome, paid=False), moved("second_chance", outcome)]
    assert table.clauses() == ["673a.7(s)(1)(i)" if outcome == "win" else cited] * 2


@clause("673a.7(q)(1)", "673a.7(s)(3)", "673a.10(a)")
@pytest.mark.parametrize(
    ("dealer", "outcome"), [(18, "win"), (19, "push"), (20, "lose"), (22, "push"), (23, "win")]
)
def test_the_chips_of_a_double_go_with_the_wager(dealer: int, outcome: str) -> None:
    """9 and ten: 19."""
    table = dealt(f"2C 4S 6H 5D TC KD {DRAWN[dealer]}", 1000)
    table.play(1, "double")
    assert table.rows() == [moved("blackjack", outcome), moved("double_down", outcome)]


@clause("673a.7(q)(1)", "673a.7(s)(1)(i)")
@pytest.mark.parametrize(
    ("dealer", "outcome"), [(19, "win"), (20, "push"), (21, "lose"), (22, "push"), (24, "win")]
)
def test_after_a_double_and_a_second_chance_two_stacks_only_go_back(dealer: int, outcome: str) -> None:
    """25 less 5."""
    table = dealt(f"2C TS 6H 6D TC 9C 5C {DRAWN[dealer]}", 1000)
    table.play(1, "double", amount=500)
    table.play(1, "second_chance")
    back = {"win": ("push", 0, 500, 0), "push": ("push", 0, 500, 0), "lose": ("lose", 0, 0, 500)}
    own = {"win": ("win", 1500, 1500, 0), "push": ("push", 0, 1500, 0), "lose": ("lose", 0, 0, 1500)}
    assert table.rows() == [
        moved("blackjack", outcome, paid=False),
        row(1, "double_down", *back[outcome]),
        row(1, "second_chance", *own[outcome]),
    ]


@clause("673a.7(q)(1)", "673a.7(r)(3)(i)")
def test_a_22_gives_nothing_back_that_was_settled_before() -> None:
    """Box 1 is over 21 and lost, box 2 has 21 and was paid, box 3 has 12 and goes back."""
    table = dealt("2C TS TD TH 6H 6D 6C 2D TC KS 5S 6S", 1000, 1000, 1000)
    table.play(1, "hit")
    table.decline(1)
    table.play(2, "hit")
    table.play(3, "stand")
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "blackjack", "win", 1000, 1000, 0, box=2),
        row(1, "blackjack", "push", 0, 1000, 0, box=3),
    ]


# ---- the dealer draws, or not -------------------------------------------------------------------------


@clause("673a.7(o)")
@pytest.mark.parametrize(
    ("up", "hole", "drawn"),
    [("6H", "AC", ""), ("TH", "7C", ""), ("2H", "AC", "4S"), ("AH", "5C", "AD"), ("2H", "2C", "2S 2D 9S")],
)
def test_the_dealer_draws_to_a_hard_or_a_soft_17(up: str, hole: str, drawn: str) -> None:
    table = dealt(f"2C TS {up} 8D {hole} {drawn} 4D", 1000)
    if up == "AH":
        table.close_insurance()
    table.play(1, "stand")
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0)], "18 against 17"
    assert list(table.shoe.inside) == ["4D"]


@clause("673a.7(p)")
@pytest.mark.parametrize("other", ["Blackjack", "21", "surrendered", "over 21", "over 21 still"])
def test_one_hand_that_waits_is_enough_and_none_is_too_little(other: str) -> None:
    """The dealer has 16, and a five is next: drawn only where box 2 waits with 18."""
    deal, rest = (
        {
            "Blackjack": ("AS", "KD"),
            "21": ("TS", "6D"),
            "surrendered": ("TS", "6D"),
            "over 21": ("TS", "6D"),
            "over 21 still": ("TS", "6D"),
        }[other],
        {"21": "5S ", "over 21": "9S ", "over 21 still": "9S 2S "}.get(other, ""),
    )
    for waits in (False, True):
        if waits:
            table = dealt(f"2C {deal[0]} TD 6H {deal[1]} 8D TC {rest}5C", 1000, 2000)
        else:
            table = dealt(f"2C {deal[0]} 6H {deal[1]} TC {rest}5C", 1000)
        play(table, other)
        if waits:
            table.play(2, "stand")
        assert list(table.shoe.inside) == ([] if waits else ["5C"])


def play(table: DoubleBackJack, other: str) -> None:
    """Box 1 comes to its end so."""
    if other == "surrendered":
        table.play(1, "surrender")
    elif other != "Blackjack":
        table.play(1, "hit")
    if other == "over 21":
        table.decline(1)
    elif other == "over 21 still":
        table.play(1, "second_chance")


# ---- the order ----------------------------------------------------------------------------------------


def four(settlement: str) -> DoubleBackJack:
    """The dealer has 19. Box 1 has 20, box 2 18, box 3 a Second Chance of 25 less 5, box 4 17."""
    table = dealt("2C TS TD TH KS 9H KD 8D 6D 7D TC 9C 5C", 1000, 2000, 500, 1500, settlement=settlement)
    table.play(1, "stand")
    table.play(2, "stand")
    table.play(3, "hit")
    table.play(3, "second_chance")
    table.ask(c.Decide(4, "stand"))
    assert table.table.phase == "Settling"
    return table


LOST_4 = row(1, "blackjack", "lose", 0, 0, 1500, box=4)
LOST_2 = row(1, "blackjack", "lose", 0, 0, 2000, box=2)
WON_3 = [row(1, "blackjack", "push", 0, 500, 0, box=3), row(1, "second_chance", "win", 500, 500, 0, box=3)]
WON_1 = row(1, "blackjack", "win", 1000, 1000, 0)


@clause("673a.7(t)(1)", "673a.7(q)(2)")
def test_all_losing_wagers_are_collected_from_the_right_and_then_the_others_paid() -> None:
    table = four("collect_then_pay")
    assert table.rows() == [LOST_4, LOST_2, *WON_3, WON_1]
    assert table.clauses() == [
        "673a.7(r)(3)(ii)",
        "673a.7(r)(3)(ii)",
        "673a.7(s)(1)(i)",
        "673a.7(s)(1)(i)",
        "673a.7(r)(1)(ii)",
    ]


@clause("673a.7(t)(2)", "673a.7(q)(2)")
def test_or_box_by_box_from_the_right() -> None:
    assert four("box_by_box").rows() == [LOST_4, *WON_3, LOST_2, WON_1]


@clause("673a.7(t)(1)", "673a.7(t)(2)")
@pytest.mark.parametrize("settlement", ["collect_then_pay", "box_by_box"])
def test_of_one_box_the_lost_hand_is_collected_before_the_other_is_paid(settlement: str) -> None:
    """Box 1: 8 and ten, 18, and 8 and 2 and ten, 20; box 2: 17. The dealer has 19."""
    table = dealt("2C 8S TD 9H 8D 7D TC KS 2S QS", 1000, 2000, settlement=settlement)
    table.play(1, "split")
    table.play(1, "stand")
    table.play(1, "hit", hand=2)
    table.play(1, "stand", hand=2)
    table.play(2, "stand")
    lost = [row(1, "blackjack", "lose", 0, 0, 2000, box=2), row(1, "blackjack", "lose", 0, 0, 1000)]
    won = row(2, "blackjack", "win", 1000, 1000, 0)
    assert table.rows() == [*lost, won]


# ---- a Blackjack that the reader missed ---------------------------------------------------------------


@clause("673a.7(h)", "673a.13(j)", "673a.7(m)")
def test_a_blackjack_that_the_reader_missed_takes_all_that_lies_and_nothing_that_was_settled() -> None:
    """Box 1 has 21 and was paid, box 2 a Second Chance of 25 less 5, box 3 a double, box 4 surrendered."""
    table = dealt(
        "2C TS TD 5S KS KH 6D 6C 4S 6S AC 5C 9C 5D TC",
        *(1000, 2000, 500, 1500),
        reader_misses=True,
    )
    table.play(1, "hit")
    table.play(2, "hit")
    table.play(2, "second_chance")
    table.play(3, "double")
    table.play(4, "surrender")
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("reader-wrong", ["settle", "void_round"])
    before = [
        row(1, "blackjack", "win", 1000, 1000, 0),
        row(1, "blackjack", "surrender", 0, 750, 750, box=4),
    ]
    assert table.rows() == before
    table.choose("settle")
    table.run()
    assert table.rows() == [
        *before,
        row(1, "blackjack", "lose", 0, 0, 500, box=3),
        row(1, "double_down", "lose", 0, 0, 500, box=3),
        row(1, "blackjack", "lose", 0, 0, 2000, box=2),
        row(1, "second_chance", "lose", 0, 0, 2000, box=2),
    ]
    assert table.clauses()[2:] == ["673a.7(h)"] * 4
