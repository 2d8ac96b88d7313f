"""Who wins, what is paid, in which order: 672a.7(g), (n) to (r), 672a.11."""

from itertools import permutations

import pytest

from controller.games.free_bet_blackjack.wagers import push_22_odds
from controller.regulation.marks import clause
from drivers.cards import DECK
from tests.support import Play, points

# Cards of a one-box round: burn, box, dealer up, box, dealer hole, then what is drawn.


def round_of(cards: str, *plays: str) -> Play:
    """One box with 10 dollars; these decisions, then quiet ones."""
    table = Play(cards)
    assert table.wager(1, 1000).refused is None
    table.deal()
    for verb in plays:
        assert table.play(1, verb).refused is None
    return table.finish()


WIN, LOSE, PUSH = (
    (1, 1, "blackjack", "win", 1000, 1000, 0),
    (1, 1, "blackjack", "lose", 0, 0, 1000),
    (1, 1, "blackjack", "push", 0, 1000, 0),
)


@clause("672a.7(o)", "672a.7(o)(2)", "672a.11(a)")
def test_the_higher_hand_wins_even_money() -> None:
    table = round_of("2C TS 9H KD TC")  # 20 against 19
    assert (table.rows(), table.clauses()) == ([WIN], ["672a.7(o)(2)"])


@clause("672a.7(q)(2)", "672a.7(q)")
def test_the_lower_hand_loses() -> None:
    table = round_of("2C TS 9H 8D TC")  # 18 against 19
    assert (table.rows(), table.clauses()) == ([LOSE], ["672a.7(q)(2)"])


@clause("672a.7(p)")
def test_equal_hands_tie_and_the_wager_goes_back() -> None:
    table = round_of("2C TS 9H 9D TC")
    assert (table.rows(), table.clauses()) == ([PUSH], ["672a.7(p)"])


@clause("672a.7(o)(1)")
@pytest.mark.parametrize(("drawn", "total"), [("7S", 23), ("8S", 24), ("9S", 25), ("TS", 26)])
def test_a_busted_dealer_loses_to_every_hand_but_22(drawn: str, total: int) -> None:
    table = round_of(f"2C TS 6H 2D TC {drawn}")  # 12 stands; the dealer has 16 and draws
    assert (table.rows(), table.clauses()) == ([WIN], ["672a.7(o)(1)"])


@clause("672a.7(n)(1)", "672a.7(o)(1)")
def test_on_22_the_wager_is_returned() -> None:
    table = round_of("2C TS 6H KD TC 6S")  # 20 against 22
    assert (table.rows(), table.clauses()) == ([PUSH], ["672a.7(n)(1)"])


@clause("672a.7(q)(1)")
def test_a_busted_hand_loses_at_once_whatever_the_dealer_makes() -> None:
    table = round_of("2C TS 6H 6D TC KS", "hit")  # 26; the dealer's 16 stands, nothing depends on it
    assert (table.rows(), table.clauses()) == ([LOSE], ["672a.7(q)(1)"])


# ---- the 2 x 2 x 2 table: natural, 21, bust, for player and dealer ---------------------------------------

PLAYER = {"natural": ("AS KD", ""), "21": ("7S 7D", "7C"), "bust": ("TS 6D", "KC"), "20": ("TS KD", "")}
"""Two cards, and the card that the hand draws."""
DEALER = {"natural": ("KH AC", ""), "21": ("7H 4C", "KH"), "bust": ("TH 6C", "KH"), "20": ("TH QC", "")}


@clause(
    "672a.7(g)(1)",
    "672a.7(g)(2)",
    "672a.7(h)(1)",
    "672a.7(o)(1)",
    "672a.7(o)(2)",
    "672a.7(p)",
    "672a.7(q)(1)",
)
@clause("672a.7(q)(2)", "672a.1(blackjack)", "672a.11(a)")
@pytest.mark.parametrize(
    ("player", "dealer", "outcome", "paid"),
    [
        ("natural", "natural", "push", 0),
        ("natural", "21", "win", 1500),
        ("natural", "bust", "win", 1500),
        ("natural", "20", "win", 1500),
        ("21", "natural", "lose", 0),
        ("21", "21", "push", 0),
        ("21", "bust", "win", 1000),
        ("21", "20", "win", 1000),
        ("bust", "natural", "lose", 0),
        ("bust", "21", "lose", 0),
        ("bust", "bust", "lose", 0),
        ("bust", "20", "lose", 0),
        ("20", "natural", "lose", 0),
        ("20", "21", "lose", 0),
        ("20", "bust", "win", 1000),
        ("20", "20", "push", 0),
    ],
)
def test_natural_21_and_bust_against_each_other(player: str, dealer: str, outcome: str, paid: int) -> None:
    (first, second), drawn = PLAYER[player][0].split(), PLAYER[player][1]
    (up, hole), later = DEALER[dealer][0].split(), DEALER[dealer][1]
    ends_at_once = dealer == "natural"
    table = Play(f"2C {first} {up} {second} {hole} {'' if ends_at_once else drawn} {later}", push_22="off")
    table.wager(1, 1000)
    table.deal()
    if drawn and not ends_at_once:
        assert table.play(1, "hit").refused is None
    table.finish()
    returned = 0 if outcome == "lose" else 1000
    assert table.rows() == [(1, 1, "blackjack", outcome, paid, returned, 1000 - returned)]


# ---- a dealer's Blackjack -------------------------------------------------------------------------------


@clause("672a.7(g)", "672a.7(g)(1)", "672a.7(g)(2)")
def test_a_dealers_blackjack_ends_the_round_and_takes_push_22() -> None:
    table = Play("2C AS TD KH KD 9C AC 2S")
    table.wager(1, 1000, 500)
    table.wager(2, 2000, 500)
    table.deal()
    assert table.table.phase == "Betting"
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 1, "push_22", "lose", 0, 0, 500),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (2, 1, "push_22", "lose", 0, 0, 500),
    ]
    cited = {(row.box, row.wager): row.clause for row in table.settlements()}
    assert cited == {
        (1, "blackjack"): "672a.7(g)(1)",
        (1, "push_22"): "672a.7(g)(1)",
        (2, "blackjack"): "672a.7(g)(2)",
        (2, "push_22"): "672a.7(g)(2)",
    }
    assert list(table.shoe.inside) == ["2S"], "no card is dealt after a dealer's Blackjack"


# ---- Push 22 --------------------------------------------------------------------------------------------


@clause("672a.11(c)", "672a.7(n)(1)", "672a.6(e)")
@pytest.mark.parametrize(
    ("letter", "up", "hole", "third", "paid"),
    [
        ("A", "6H", "TH", "6H", 25_000),  # one suit: 50 to 1
        ("A", "6H", "TD", "6H", 10_000),  # one color: 20 to 1
        ("A", "6H", "TC", "6H", 4_000),  # any other: 8 to 1
        ("B", "6S", "TS", "6S", 25_000),
        ("B", "6S", "TC", "6S", 10_000),
        ("B", "6S", "TC", "6D", 3_500),  # any other: 7 to 1
    ],
)
def test_push_22_pays_by_suit_and_color(letter: str, up: str, hole: str, third: str, paid: int) -> None:
    table = Play(f"2C TS {up} KD {hole} {third}", push_22=letter)
    table.wager(1, 1000, 500)
    table.deal()
    table.finish()
    assert sorted(table.rows()) == [PUSH, (1, 1, "push_22", "win", paid, 500, 0)]


@clause("672a.7(n)(2)")
@pytest.mark.parametrize("third", ["5S", "7S"])
def test_push_22_loses_on_any_other_total(third: str) -> None:
    table = Play(f"2C TS 6H KD TC {third}")
    table.wager(1, 1000, 500)
    table.deal()
    table.finish()
    (lost,) = [row for row in table.settlements() if row.wager == "push_22"]
    assert (lost.outcome, lost.collected, lost.clause) == ("lose", 500, "672a.7(n)(2)")


@clause("672a.11(c)")
def test_the_suits_of_all_cards_of_the_hand_decide() -> None:
    table = Play(push_22="A").table
    red, black = ("2D", "2H"), ("2C", "2S")
    for suits in permutations("CDHS", 4):
        hand = tuple("5" + suit for suit in suits)
        assert push_22_odds(table, hand).name == "other"
    for card in DECK:
        assert push_22_odds(table, (card, card, card)).name == "same suit"
    assert push_22_odds(table, (*red, "9D", "9H")).name == "same color"
    assert push_22_odds(table, (*black, "9C", "9S")).name == "same color"
    assert push_22_odds(table, (*black, "9C", "9H")).name == "other"


@clause("672a.7(h)(1)", "672a.7(m)")
def test_push_22_of_a_paid_blackjack_waits_for_the_dealers_hand() -> None:
    table = Play("2C AS 6H KD TC 6S")  # Blackjack; the dealer draws for the Push 22 and makes 22
    table.wager(1, 1000, 500)
    table.deal()
    assert table.rows() == [
        (1, 1, "blackjack", "win", 1500, 1000, 0),
        (1, 1, "push_22", "win", 4000, 500, 0),
    ]


# ---- lammers --------------------------------------------------------------------------------------------


@clause("672a.7(o)", "672a.11(a)", "672a.9(a)(1)")
def test_a_lammer_is_paid_what_the_original_wager_stands_at() -> None:
    table = round_of("2C 5S 7H 6D TC TD", "double")  # hard 11 doubled free: 21 against 17
    assert sorted(table.rows()) == [WIN, (1, 1, "free_bet", "win", 1000, 0, 0)]


@clause("672a.7(p)", "672a.7(n)(1)", "672a.7(q)(2)")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("2C 5S 7H 6D TC 6S", "push"),  # 17 against 17
        ("2C 5S 6H 6D TC 9S 6C", "push"),  # 20 against 22
        ("2C 5S 7H 6D TC 2S", "lose"),  # 13 against 17
    ],
)
def test_a_lammer_without_a_win_just_goes(cards: str, outcome: str) -> None:
    table = round_of(cards, "double")
    assert (1, 1, "free_bet", outcome, 0, 0, 0) in table.rows()


@clause("672a.9(a)(2)", "672a.7(p)")
def test_the_chips_of_a_paid_double_go_back_on_a_tie() -> None:
    table = round_of("2C 5S 7H 7D TC 5H", "double")  # hard 12 for chips: 17 against 17
    assert sorted(table.rows()) == [PUSH, (1, 1, "double_down", "push", 0, 1000, 0)]


# ---- order ----------------------------------------------------------------------------------------------


def three(settlement: str) -> Play:
    """Boxes 1, 3 and 5 stand on 19, 16 and 20 against the dealer's 18."""
    table = Play("2C TS 9S TD TH 9H 7D KC 8H", push_22="off", settlement=settlement)
    for box in (1, 3, 5):
        table.wager(box, 1000 * box)
    table.deal()
    return table.finish()


@clause("672a.7(r)", "672a.7(r)(1)")
def test_collect_all_losing_wagers_then_pay_from_the_dealers_right() -> None:
    rows = [(row[0], row[3]) for row in three("collect_then_pay").rows()]
    assert rows == [(3, "lose"), (5, "win"), (1, "win")]


@clause("672a.7(r)", "672a.7(r)(2)")
def test_collect_and_pay_box_by_box_from_the_dealers_right() -> None:
    rows = [(row[0], row[3]) for row in three("box_by_box").rows()]
    assert rows == [(5, "win"), (3, "lose"), (1, "win")]


@clause("672a.7(r)(1)", "672a.7(r)(2)")
@pytest.mark.parametrize("settlement", ["collect_then_pay", "box_by_box"])
def test_side_wagers_and_split_hands_keep_the_order_of_boxes(settlement: str) -> None:
    # Box 2 splits 8s: 18 and 19. The dealer makes 20: all lose, Push 22 too.
    table = Play("2C 8S 9S TH 8D TC KC TD KH 9H", settlement=settlement)
    table.wager(2, 1000, 500)
    table.wager(4, 2000, 500)
    table.deal()
    assert table.play(2, "split").refused is None
    table.finish()
    boxes = [row[0] for row in table.rows()]
    assert boxes == sorted(boxes, reverse=True)
    assert len(boxes) == 5


# ---- conservation ---------------------------------------------------------------------------------------


@clause("672a.8(c)", "672a.11(b)", "672a.7(g)(2)")
def test_full_insurance_against_a_dealers_blackjack_nets_nothing() -> None:
    table = Play("2C TS AH 9D KC")
    table.wager(1, 1000)
    table.deal()
    table.place(1, ("insurance", 500))
    table.close_insurance()
    staked, got = 1500, sum(row[4] + row[5] for row in table.rows())
    assert got == staked


def test_the_helper_counts_as_the_rules_do() -> None:
    assert [points(("AS", "KD")), points(("AS", "9D", "5C")), points(("TS", "6D", "KC"))] == [21, 15, 26]
