"""The dealer's hand, 671a.11(e) and (f): when it is turned, who is compared with it in which order, what is
paid by 671a.12(b) to (d)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers.cards import SEALED
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    BELOW,
    NOTHING,
    LunarPoker,
    back,
    deal,
    dealt,
    lost,
    row,
    staked,
    won,
)

TWO = "3C 5D 7H 9S JC"
THREE = "2D 4C 6S 8H TD"
BET = 2 * ANTE


def bet(table: LunarPoker, *boxes: int) -> LunarPoker:
    """These boxes bet, the others fold; to the end of the round."""
    for hand in table.table.hands:
        assert table.act(hand.box, "bet" if hand.box in boxes else "fold").refused is None
    table.lock()
    return table


def against(hand: str, dealer: str, rest: str = "", **chosen: str) -> LunarPoker:
    """Box 1 bets with that hand; with `rest` it buys its first card before."""
    table = dealt(hand, dealer, rest=rest, **chosen)
    table.act(1, "buy" if rest else "bet")
    table.lock()
    if rest:
        table.again(1, "bet")
    return table


def compared(table: LunarPoker) -> list[tuple[int, int, str, str, int, int, int]]:
    """The rows of Ante and Bet Wager."""
    return [one for one in table.rows() if one[2] in ("ante", "bet")]


def second(paid: int) -> tuple[int, int, str, str, int, int, int]:
    """What is paid for the second combination; the Bet itself came back with the first."""
    return row(1, "bet", "win", paid, 0, 0)


# ---- turned ---------------------------


@clause("671a.11(e)")
def test_the_dealers_cards_stay_face_down_until_all_have_folded_or_bet() -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    table.act(1, "bet")
    table.act(2, "bet")
    table.ask(c.LockDecisions())
    assert table.cards(0)[:4] == (SEALED,) * 4
    table.ask(c.WagersSettled())
    assert table.cards(0) == tuple(ACE_KING.split())


@clause("671a.11(f)(2)", "671a.11(e)")
def test_then_the_hands_that_have_bet_are_turned_one_by_one_counterclockwise() -> None:
    """With three boxes and the dealer, box 1 has draws 1, 5, 9, 13, 17, and the dealer 4, 8, 12, 16."""
    table = bet(dealt(NOTHING, TWO, THREE, ACE_KING), 1, 3)
    assert [one.draw for one in table.events(ev.CardDisclosed)][:14] == [
        *(4, 8, 12, 16),
        *(3, 7, 11, 15, 19),
        *(1, 5, 9, 13, 17),
    ]
    assert [one.box for one in table.events(ev.HandTurned)] == [3, 1]
    assert [one[0] for one in compared(table)] == [2, 3, 3, 1, 1], "settled in that order, too"


@clause("671a.11(f)(1)")
def test_against_a_dealer_who_does_not_qualify_no_hand_is_turned() -> None:
    table = bet(dealt(NOTHING, TWO, BELOW), 1, 2)
    assert table.events(ev.HandTurned) == []
    assert compared(table) == [
        row(2, "ante", "win", ANTE, ANTE, 0),
        back(2, "bet", BET),
        row(1, "ante", "win", ANTE, ANTE, 0),
        back(1, "bet", BET),
    ]
    assert set(table.clauses()) == {"671a.11(c)(1)", "671a.11(f)(1)"}


@clause("671a.11(f)(2)", "house.10")
def test_a_card_that_nobody_could_read_is_entered_before_the_next_hand_is_turned() -> None:
    """Box 2's last card is draw 14. The dealer's third card, draw 9, could not be read either."""
    table = dealt(NOTHING, "3C 5D 7H 9S JC?", "AS KH 9D? 7C 4S")
    for box in (1, 2):
        table.act(box, "bet")
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    assert table.table.phase == "Reveal"
    assert table.events(ev.HandTurned) == []
    assert table.floor(c.EnterCard(14, "JC")).refused is not None, "it lies face down"
    assert table.floor(c.EnterCard(9, "9D")).refused is None
    assert [one.box for one in table.events(ev.HandTurned)] == [2]
    assert table.floor(c.EnterCard(14, "JC")).refused is None
    assert [one.box for one in table.events(ev.HandTurned)] == [2, 1]
    assert table.table.phase == "Settling"


# ---- Super Wagers on the dealer's hand ---------------------------


@clause("671a.11(e)", "671a.11(e)(1)", "671a.11(f)")
@pytest.mark.parametrize("dealer", [ACE_KING, BELOW])
def test_they_are_lost_clockwise_before_ante_and_bet_where_the_hand_wins_no_line(dealer: str) -> None:
    table = staked(deal(NOTHING, TWO, THREE, dealer), ANTE, ANTE, ANTE)
    for box in (3, 1, 2):
        table.place(box, ("super_on_dealer", 500 * box))
    table.deal()
    bet(table, 2)
    rows = [one for one in table.rows() if one[2] != "super"]
    assert rows[:5] == [
        lost(1, "ante"),
        lost(3, "ante"),
        *(lost(box, "super_on_dealer", 500 * box) for box in (1, 2, 3)),
    ]
    assert table.clauses()[-5:-2] == ["671a.11(e)(1)"] * 3


@clause("671a.11(e)", "671a.11(e)(2)", "671a.12(b)")
@pytest.mark.parametrize(
    ("dealer", "pays"),
    [("9C 9D 9H 2S 4S", 8), ("AS KH QD 7C 4S", 5), ("2S 5S 6C 8C KC", 2), ("2S 5S 8C JC QC", 2)],
)
def test_they_are_paid_clockwise_where_it_does_also_if_it_does_not_qualify(dealer: str, pays: int) -> None:
    table = staked(deal("3D 6H 8S TC JD", "3C 5D 7H TS JH", dealer), ANTE, ANTE)
    for box in (2, 1):
        table.place(box, ("super_on_dealer", 500 * box))
    table.deal()
    bet(table)
    assert table.rows()[-2:] == [
        won(1, "super_on_dealer", 500 * pays, 500),
        won(2, "super_on_dealer", 1000 * pays, 1000),
    ]
    assert table.clauses()[-2:] == ["671a.11(e)(2)"] * 2


# ---- Ante and Bet Wager ---------------------------


@clause("671a.11(f)(2)(i)")
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        (NOTHING, ACE_KING),
        ("AD KC 9H 7S 3D", ACE_KING),
        ("5C 5D AH KC QD", "6C 6D 2H 3S 4S"),
        ("AD AC KD KC 8C", "3C 3D 3H 5S 4S"),
    ],
)
def test_a_lower_hand_loses_both_and_is_paid_for_no_combination(hand: str, dealer: str) -> None:
    table = against(hand, dealer)
    assert compared(table) == [lost(1, "ante"), lost(1, "bet", BET)]
    assert table.clauses()[-2:] == ["671a.11(f)(2)(i)"] * 2


@clause("671a.11(f)(2)(iii)")
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        ("AD KC 9H 7S 4D", ACE_KING),
        ("2D 3H 4C 5S 6D", "2S 3C 4H 5D 6C"),
        ("AD KC QH JS TD", "AS KH QD JC TS"),
    ],
)
def test_an_equal_one_has_both_back(hand: str, dealer: str) -> None:
    table = against(hand, dealer)
    assert compared(table) == [back(1, "ante"), back(1, "bet", BET)]
    assert table.clauses()[-2:] == ["671a.11(f)(2)(iii)"] * 2


@clause("671a.11(f)(2)(ii)", "671a.12(d)")
@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("AD KD QD JD TD", 100),
        ("8H 9H TH JH QH", 50),
        ("5C 5D 5H 5S 2C", 20),
        ("5C 5D 5H 2S 2C", 7),
        ("2S 5S 9S JS QS", 5),
        ("4C 5D 6H 7S 8C", 4),
        ("5C 5D 5H 2S JC", 3),
        ("5C 5D 2H 2S JC", 2),
        ("5C 5D 2H 3S JC", 1),
        ("AD KC TD 8C 2H", 1),
    ],
)
@pytest.mark.parametrize("edition", ["2015", "2016"])
def test_a_higher_one_has_its_ante_back_and_its_bet_paid(hand: str, pays: int, edition: str) -> None:
    table = against(hand, ACE_KING, edition=edition)
    assert compared(table) == [back(1, "ante"), won(1, "bet", pays * BET, BET)]
    assert table.clauses()[-2:] == ["671a.11(f)(2)(ii)"] * 2


@clause("671a.11(f)(2)(ii)", "671a.12(d)")
@pytest.mark.parametrize(
    ("hand", "sixth", "pays", "again"),
    [
        ("AD AC KD 8C 9H", "", 1, 1),
        ("5C 5D 5H AC KD", "", 3, 1),
        ("5C 5D 2H 2S AC", "KC", 2, 1),
        ("5C 6D 7H 8S 9C", "TD", 4, 4),
        ("9C 9H 8D 8S 7D", "7H", 2, 2),
        ("2D 5D 8D JD QD", "KD", 5, 5),
        ("5C 5D 5H 2S 2C", "2D", 7, 7),
    ],
)
def test_a_second_combination_is_paid_too_the_highest_of_them_once(
    hand: str, sixth: str, pays: int, again: int
) -> None:
    table = against(hand, ACE_KING, sixth)
    assert compared(table) == [back(1, "ante"), won(1, "bet", pays * BET, BET), second(again * BET)]
    assert [one.combination for one in table.settlements()[-2:]] == [0, 2]


@clause("671a.11(f)(2)(ii)")
def test_cards_that_the_winning_combination_has_make_no_second_one() -> None:
    table = against("AD AC KD KC 8C", ACE_KING)
    assert compared(table) == [back(1, "ante"), won(1, "bet", 2 * BET, BET)]


# ---- a dealer below ace-king ---------------------------


@clause("671a.11(f)(1)", "671a.12(c)")
@pytest.mark.parametrize("hand", [NOTHING, "AD AC KD 8C 9H", "4C 5D 6H 7S 8C", "5C 5D 5H 5S 2C"])
@pytest.mark.parametrize(("edition", "odds"), [("2015", 1), ("2016", 4)])
def test_the_bet_goes_back_and_the_ante_is_paid_by_the_edition(hand: str, edition: str, odds: int) -> None:
    """Even money; in the later edition 4 to 1 with a straight or higher. No combination is paid."""
    pays = odds if hand in ("4C 5D 6H 7S 8C", "5C 5D 5H 5S 2C") else 1
    table = against(hand, BELOW, edition=edition)
    assert compared(table) == [won(1, "ante", pays * ANTE), back(1, "bet", BET)]
    assert table.clauses()[-2:] == ["671a.11(f)(1)"] * 2
    assert len(table.events(ev.HandTurned)) == (edition == "2016")


@clause("671a.11(f)(1)", "671a.12(c)")
def test_by_the_later_edition_the_best_five_of_six_cards_decide_what_the_ante_is_paid() -> None:
    table = against("4C 5D 6H 7S 2C", BELOW, "8D", edition="2016")
    assert compared(table) == [won(1, "ante", 4 * ANTE), back(1, "bet", BET)]


@clause("671a.11(g)", "671a.5(a)")
def test_when_all_is_settled_the_cards_are_collected_and_shuffled_before_wagers_open() -> None:
    table = dealt(NOTHING, ACE_KING)
    table.act(1, "bet")
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    assert (table.table.phase, table.prompt()) == ("Settling", "settle")
    table.ask(c.WagersSettled())
    assert (table.table.phase, table.prompt()) == ("Collecting", "collect")
    assert table.stake(1).refused is not None
    table.ask(c.CardsCollected())
    assert table.table.phase == "Shuffling"
    assert table.stake(1).refused is not None
