"""Blackjack Switch (633a.12(a)): two equal wagers and two hands a box, the switch, and what is paid then."""

from typing import Any

import pytest

from controller.citations import resolver
from controller.regulation.marks import clause
from controller.submission import rules_from
from controller.table import commands as c
from controller.table.commands import Told
from controller.table.ruling import Ruling
from controller.table.state import Lie, stake_on
from drivers import messages as m
from tests.controller.games.blackjack.playing import Blackjack, row
from tests.support import Row

TEN = 1000


class Switch(Blackjack):
    """A table whose submission has Blackjack Switch."""

    def rules(self, push_22: str, **chosen: Any) -> Any:
        return rules_from("blackjack", {"variation": "switch", **chosen}, "test")

    def both(self, box: int, amount: int = TEN, **extra: int) -> Ruling:
        """The two equal wagers of a box, and others beside them."""
        return self.place(box, ("blackjack", amount), ("second_blackjack", amount), *extra.items())


def dealt(cards: str, *boxes: dict[str, int], reader_misses: bool = False, **chosen: Any) -> Switch:
    """The deal is over: a box for each mapping of further wagers. The burn card first; a box's two areas get
    a card in turn."""
    table = Switch(cards, **chosen)
    table.reader_misses = reader_misses
    for box, extra in enumerate(boxes or ({},), 1):
        assert table.both(box, **extra).refused is None
    table.deal()
    return table


def hands(table: Switch) -> list[tuple[int, int, tuple[str, ...], str]]:
    return [(hand.box, hand.number, hand.cards, hand.status) for hand in table.table.hands]


def own(table: Switch) -> set[Row]:
    return {one for one in table.rows() if one[2] == "blackjack"}


# ---- wagers and the deal ----------------------------------------------------------------------------------


@clause("633a.12(a)(1)")
def test_the_two_wagers_of_a_box_must_be_equal_when_wagers_are_closed() -> None:
    table = Switch("2C")
    assert table.place(1, ("blackjack", TEN)).refused is None
    refused = table.ask(c.NoMoreBets()).refused
    assert refused is not None
    assert refused.clause == "633a.12(a)(1)"
    assert table.place(1, ("second_blackjack", 500)).refused is None
    assert table.ask(c.NoMoreBets()).refused is not None
    assert table.place(1, ("second_blackjack", 500)).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    assert [stake_on(table.table, 1, hand, "blackjack") for hand in (1, 2)] == [TEN, TEN]


@clause("633a.12(a)(1)")
def test_chips_are_taken_back_from_the_area_on_which_they_lay() -> None:
    table = Switch("2C")
    assert table.both(1).refused is None
    table.report("wagers", m.TakenBack(1, "second_blackjack", TEN))
    assert [stake_on(table.table, 1, hand, "blackjack") for hand in (1, 2)] == [TEN, 0]


@clause("633a.12(a)", "633a.6(c)")
def test_without_the_variation_there_is_no_second_area_and_no_switch() -> None:
    table = Blackjack("2C TS 9H 5D 7C")
    refused = table.place(1, ("blackjack", TEN), ("second_blackjack", TEN)).refused
    assert refused is not None
    assert all(wager != "second_blackjack" for wager, _, _ in table.open)
    table.wager(1, TEN)
    table.deal()
    refused = table.ask(c.Decide(1, "switch")).refused
    assert refused is not None
    assert refused.clause == "633a.12(a)"


@clause("633a.12(a)(3)", "633a.7(f)")
def test_each_area_gets_a_card_in_turn() -> None:
    table = dealt("2C 3S 4S 5S 6S TH 7S 8S 9S TS 8D", {}, {})
    assert hands(table) == [
        (1, 1, ("3S", "7S"), ""),
        (1, 2, ("4S", "8S"), ""),
        (2, 1, ("5S", "9S"), ""),
        (2, 2, ("6S", "TS"), ""),
    ]


@clause("633a.12(a)(3)", "633a.13(a)")
@pytest.mark.parametrize("limit", [499, 100_001])
def test_the_limits_bind_each_of_the_two(limit: int) -> None:
    table = Switch("2C", smallest_chip="0.01")
    assert table.both(1, limit).refused is not None


# ---- the switch -------------------------------------------------------------------------------------------


@clause("633a.12(a)(4)")
def test_the_second_cards_change_places_once() -> None:
    table = dealt("2C TS 5D 9H 6S TC 7C")
    assert table.play(1, "switch").refused is None
    assert hands(table) == [(1, 1, ("TS", "TC"), ""), (1, 2, ("5D", "6S"), "")]
    assert [hand.total for hand in table.table.hands] == [20, 11]
    refused = table.ask(c.Decide(1, "switch")).refused
    assert refused is not None
    assert refused.clause == "633a.12(a)(4)"


@clause("633a.12(a)(4)")
@pytest.mark.parametrize("verb", ["hit", "stand", "double", "split"])
def test_after_any_decision_it_is_too_late(verb: str) -> None:
    table = dealt("2C 5S 9D 9H 5C TC 7C 2H 3H 4H")
    assert table.play(1, verb).refused is None
    assert table.table.hands[table.table.turn].box == 1
    refused = table.ask(c.Decide(1, "switch")).refused
    assert refused is not None
    assert refused.clause == "633a.12(a)(4)"


@clause("633a.12(a)(4)")
def test_only_the_box_whose_turn_it_is_may_switch() -> None:
    table = dealt("2C 3S 4S 5S 6S TH 7S 8S 9S TS 8D", {}, {})
    assert table.ask(c.Decide(2, "switch")).refused is not None
    assert table.play(1, "stand").refused is None
    assert table.play(1, "stand", hand=2).refused is None
    assert table.play(2, "switch").refused is None
    assert hands(table)[2:] == [(2, 1, ("5S", "TS"), ""), (2, 2, ("6S", "9S"), "")]


@clause("633a.12(a)(4)")
def test_a_dealt_blackjack_may_be_switched_away() -> None:
    table = dealt("2C AS 9D 6H TD 7C 8C")
    assert hands(table)[0][3] == "announced"
    assert table.play(1, "switch").refused is None
    assert hands(table) == [(1, 1, ("AS", "7C"), ""), (1, 2, ("9D", "TD"), "")]
    assert table.table.turn == 0, "the hand decides now"


@clause("633a.12(a)(4)", "633a.9(a)")
def test_nobody_surrenders() -> None:
    table = dealt("2C TS 5D 9H 6S TC 7C")
    refused = table.ask(c.Decide(1, "surrender")).refused
    assert refused is not None
    assert refused.clause == "633a.12(a)(4)"


@clause("633a.11(c)", "633a.12(a)(4)")
def test_resplits_count_for_each_of_the_two_hands() -> None:
    table = dealt("2C 8S 9D TH 8D 9C 7C 8H 8C 2D 3D 4D 9H 2S 3S 4S", resplits=1)
    for _ in range(2):
        assert table.play(1, "split").refused is None
    refused = table.ask(c.Decide(1, "split")).refused
    assert refused is not None
    assert resolver("633a")(refused.clause) == "633a.11(c)"
    for number in (1, 4, 3):
        assert table.play(1, "stand", hand=number).refused is None, number
    assert table.play(1, "split", hand=2).refused is None
    assert [hand[1] for hand in hands(table)] == [1, 4, 3, 2, 5]


@clause("633a.12(a)(5)(iii)")
def test_against_a_dealers_blackjack_nobody_decides() -> None:
    """The reader is used before anybody switches: what could be switched to a Blackjack just loses."""
    table = dealt("2C AS TS TH 5D TC AC")
    assert own(table) == {row(1, "blackjack", "lose", 0, 0, TEN), row(2, "blackjack", "lose", 0, 0, TEN)}


# ---- what is paid ------------------------------------------------------------------------------------------


@clause("633a.12(a)(5)", "633a.12(a)(5)(i)", "633a.12(a)(5)(v)", "633a.13(a)", "633a.7(m)")
@pytest.mark.parametrize(
    ("draws", "expected"),
    [
        ("5S", ("win", TEN, TEN, 0)),
        ("6S", ("push", 0, TEN, 0)),
        ("4S", ("win", 1500, TEN, 0)),
        ("TS", ("win", 1500, TEN, 0)),
    ],
    ids=["21", "22", "20", "26"],
)
@pytest.mark.parametrize("up", ["6H", "TH"])
def test_a_blackjack_is_paid_by_the_dealers_whole_hand(
    up: str, draws: str, expected: tuple[str, int, int, int]
) -> None:
    """16 in two cards: the dealer draws although the other hand is bust."""
    hole = "TC" if up == "6H" else "6C"
    table = dealt(f"2C AS TS {up} TD 6D {hole} KC {draws}")
    assert hands(table)[0][3] == "announced"
    table.play(1, "hit", hand=2)
    assert row(1, "blackjack", *expected) in table.rows()
    assert row(2, "blackjack", "lose", 0, 0, TEN) in table.rows()


@clause("633a.12(a)(5)(ii)", "633a.7(q)")
def test_two_blackjacks_tie() -> None:
    table = dealt("2C AS 9S TH KD 9D AC")
    assert own(table) == {row(1, "blackjack", "push", 0, TEN, 0), row(2, "blackjack", "lose", 0, 0, TEN)}
    assert sorted(table.clauses()) == ["633a.12(a)(5)(ii)", "633a.7(h)"]


@clause("633a.12(a)(5)(iv)", "633a.12(a)(5)(iii)", "633a.1(blackjack)")
@pytest.mark.parametrize(
    ("draw", "expected", "cited"),
    [
        ("5C", ("push", 0, TEN, 0), "633a.12(a)(5)(iv)"),
        ("6C", ("push", 0, TEN, 0), "633a.12(a)(5)(iv)"),
        ("3C", ("win", TEN, TEN, 0), "633a.7(p)(2)"),
        ("9C", ("win", TEN, TEN, 0), "633a.7(p)(1)"),
    ],
    ids=["21", "22", "19", "25"],
)
def test_a_hand_switched_to_a_blackjack_is_a_twenty_one(
    draw: str, expected: tuple[str, int, int, int], cited: str
) -> None:
    table = dealt(f"2C AS 9S TH 9D TD 6D {draw}")
    assert table.play(1, "switch").refused is None
    assert hands(table)[0][2:] == (("AS", "TD"), "21")
    table.play(1, "stand", hand=2)
    at = table.rows().index(row(1, "blackjack", *expected))
    assert table.clauses()[at] == cited


@clause("633a.13(a)", "633a.12(a)(5)(i)")
@pytest.mark.parametrize(
    ("up", "hole", "cited"), [("9H", "8C", "633a.13(a)"), ("TH", "8C", "633a.7(i)(1)(ii)")]
)
def test_a_blackjack_that_waited_is_paid_by_the_clause_of_the_up_card(up: str, hole: str, cited: str) -> None:
    """Against a 2 to 9 only Blackjack Switch lets it wait; what is said of an ace or ten does not hold."""
    table = dealt(f"2C AS TS {up} TD 9D {hole} KC")
    table.play(1, "stand", hand=2)
    at = table.rows().index(row(1, "blackjack", "win", 1500, TEN, 0))
    assert table.clauses()[at] == cited


@clause("633a.7(p)(2)", "633a.12(a)(4)")
def test_a_bust_hand_is_collected_at_once_though_a_switched_21_lies_behind_it() -> None:
    """The 21 has no turn: the next to decide is box 2, and the bust chips are gone before it does."""
    table = dealt("2C TS AS 8S 8D TH TD 3D 9D 9C 8C KC", {}, {})
    assert table.play(1, "switch").refused is None
    assert hands(table)[1][2:] == (("AS", "TD"), "21")
    assert table.play(1, "hit").refused is None
    assert (table.table.hands[0].status, table.table.turn) == ("bust", 2)
    assert own(table) == {row(1, "blackjack", "lose", 0, 0, TEN)}


@clause("633a.12(a)(1)")
def test_a_table_that_goes_out_of_play_hands_both_wagers_back() -> None:
    table = Switch("2C")
    assert table.both(1).refused is None
    table.take(Told(c.DefectMet("bug")))
    table.answers = True
    table.choose("acknowledge")
    table.run()
    assert table.table.phase == "Closed"
    assert table.table.stacks == ()


@clause("633a.12(a)(5)(v)")
def test_against_twenty_two_all_that_is_not_bust_goes_back_doubles_too() -> None:
    table = dealt("2C 5S TS TH 6S 5D 6C TD KC 6D")
    assert table.play(1, "double").refused is None
    assert table.play(1, "hit", hand=2).refused is None
    assert set(table.rows()) == {
        row(2, "blackjack", "lose", 0, 0, TEN),
        row(1, "blackjack", "push", 0, TEN, 0),
        row(1, "double_down", "push", 0, TEN, 0),
    }


@clause("633a.12(a)(5)", "633a.7(p)(2)", "633a.7(q)")
def test_other_hands_are_settled_as_ever() -> None:
    table = dealt("2C TS TD TH 9S 8D 8C", {})
    table.play(1, "stand")
    table.play(1, "stand", hand=2)
    assert own(table) == {row(1, "blackjack", "win", TEN, TEN, 0), row(2, "blackjack", "push", 0, TEN, 0)}


@clause("633a.11(d)", "633a.12(a)(5)")
def test_where_the_reader_was_wrong_only_what_a_split_added_goes_back() -> None:
    table = dealt("2C 8S 9S TH 8D 9D AC 2S 3S", reader_misses=True)
    assert table.play(1, "split").refused is None
    for number in (1, 3, 2):
        assert table.play(1, "stand", hand=number).refused is None
    table.choose("settle")
    table.run()
    assert own(table) == {
        row(1, "blackjack", "lose", 0, 0, TEN),
        row(2, "blackjack", "lose", 0, 0, TEN),
        row(3, "blackjack", "push", 0, TEN, 0),
    }


# ---- insurance and the Super Match -------------------------------------------------------------------------


@clause("633a.8(b)", "633a.12(a)(1)")
def test_insurance_is_half_of_both_wagers() -> None:
    table = dealt("2C TS 9S AH 8D 9D KC")
    assert table.open == (("insurance", (1,), TEN),)
    assert table.place(1, ("insurance", TEN + 50)).refused is not None
    assert table.place(1, ("insurance", TEN)).refused is None
    table.close_insurance()
    assert row(1, "insurance", "win", 2 * TEN, TEN, 0) in table.rows()


@clause("633a.8(e)", "633a.12(a)(1)")
def test_even_money_is_for_one_hand_and_the_other_may_be_insured() -> None:
    table = dealt("2C AS 9S AH KD 9D 5C 3C KC")
    assert table.ask(c.TakeEvenMoney(1, 1)).refused is None
    assert row(1, "blackjack", "win", TEN, TEN, 0) in table.rows()
    assert table.place(1, ("insurance", 550)).refused is not None, "half of the wager that still lies"
    assert table.place(1, ("insurance", 500)).refused is None


@clause("633a.8(e)")
def test_even_money_for_the_second_hand_is_instead_of_insurance() -> None:
    table = dealt("2C 9S AS AH 9D KD 5C 3C KC")
    assert table.place(1, ("insurance", 500)).refused is None
    assert table.ask(c.TakeEvenMoney(1, 2)).refused is not None


@clause("633a.6(e)(7)", "633a.7(g)(7)", "633a.12(a)(2)", "633a.13(i)", "633a.13(i)(1)", "633a.13(i)(2)")
@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("8S 8H 8D 8C", 40, 50),
        ("8S 9H 9D 8C", 8, 7),
        ("8S 8H 3D 8C", 5, 5),
        ("KS 8H 3D KC", 1, 1),
        ("KS QH JD TC", None, None),
        ("2S 7H 3D 9C", None, None),
    ],
)
def test_super_match_goes_by_the_four_cards(cards: str, six: int | None, eight: int | None) -> None:
    one, two, three, four = cards.split()
    for decks, pays in ((6, six), (8, eight)):
        table = dealt(
            f"2C {one} {two} 6H {three} {four} 9C", {"super_match": 500}, super_match="on", decks=decks
        )
        expected = ("lose", 0, 0, 500) if pays is None else ("win", pays * 500, 500, 0)
        assert table.rows() == [row(1, "super_match", *expected)], "before anybody switches"
        assert table.clauses() == ["633a.7(g)(7)" if pays is None else "633a.13(i)"]


# ---- hands that were dealt wrongly -------------------------------------------------------------------------


@clause("633a.12(a)(4)", "633a.14(b)")
def test_second_cards_that_lie_with_each_others_hand_may_be_switched_once() -> None:
    table = dealt("2C TS 6D 5D 9D 7S KH")
    assert table.ask(c.CardsLie((Lie(5, 1, 2), Lie(6, 1, 1)))).refused is None
    assert hands(table) == [(1, 1, ("TS", "7S"), ""), (1, 2, ("6D", "9D"), "")]
    assert table.play(1, "switch").refused is None
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (1, 2, ("6D", "7S"), "")]
    assert table.play(1, "switch").refused is not None


@clause("633a.12(a)(4)")
def test_behind_a_switch_no_clause_says_what_follows_from_cards_that_lie_elsewhere() -> None:
    table = dealt("2C TS 6D 5D 9D 7S KH")
    assert table.play(1, "switch").refused is None
    assert table.ask(c.CardsLie((Lie(5, 1, 1), Lie(6, 1, 2)))).refused is None
    assert [one.kind for one in table.table.holds] == ["misdeal"]
    assert hands(table) == [(1, 1, ("TS", "7S"), ""), (1, 2, ("6D", "9D"), "")], "as they were switched"


@clause("633a.14(g)", "633a.7(g)(7)")
@pytest.mark.parametrize("second", ["9D", "TD"], ids=["three ranks", "a pair among three"])
def test_super_match_goes_back_where_a_hand_was_called_off_before_the_four_cards(second: str) -> None:
    table = Switch(f"2C TS 6D 5D {second} 9C KH", super_match="on")
    assert table.both(1, super_match=500).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    for _ in range(5):
        table.draw()
    assert table.ask(c.CardsLie((Lie(5, 1, 2),))).refused is None
    table.draw()
    table.choose("call_dead", role="dealer")
    assert hands(table) == [(1, 1, ("TS",), "dead"), (1, 2, ("6D", second), "")]
    assert row(1, "super_match", "void", 0, 500, 0) in table.rows()
    assert row(1, "blackjack", "void", 0, TEN, 0) in table.rows()
