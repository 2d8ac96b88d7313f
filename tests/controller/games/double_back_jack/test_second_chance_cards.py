"""The card of a Second Chance, 673a.7(l)(1)-(3): its value is subtracted, and what the hand is then."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.double_back_jack.playing import dealt, offered, row
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import again, status

BOTH_LOST = [row(1, "blackjack", "lose", 0, 0, 1000), row(1, "second_chance", "lose", 0, 0, 1000)]
BACK_AND_PAID = [row(1, "blackjack", "push", 0, 1000, 0), row(1, "second_chance", "win", 1000, 1000, 0)]


# ---- the card -----------------------------------------------------------------------------------------


@clause("673a.7(l)", "673a.6(c)")
def test_the_shoe_gives_one_card_face_up_once_the_chips_lie_and_the_spot_is_closed() -> None:
    table = offered("5C 4C")
    ruling = table.ask(c.Decide(1, "second_chance"))
    assert ruling.orders == (
        m.Lock(),
        m.OpenPositions((("second_chance", (1,), 1000),)),
    )
    assert table.shoe.locked
    table.answers = False
    assert m.ClosePositions() in table.place(1, ("second_chance", 1000)).orders
    assert table.shoe.locked, "the positions have not confirmed it yet"
    ruling = table.report("wagers", m.PositionsClosed())
    assert ruling.orders == (m.Permit(7, "u"),)
    assert "lay it across" in table.game.prompts(table.table)[0].words
    refused(table.ask(c.Decide(1, "second_chance")), "topic:decisions-in-order", "comes first")
    refused(table.ask(c.WithdrawDecision()), "topic:out-of-turn")
    table.answers = True
    table.draw()
    assert table.table.hands[0].cards == ("TS", "6D", "9C", "5C")
    assert table.shoe.locked
    assert again(table) == table.table


@clause("673a.7(l)", "673a.3(d)(1)", "673a.3(d)(2)")
@pytest.mark.parametrize(
    ("card", "left"),
    [
        *((f"{pips}C", 30 - pips) for pips in range(2, 10)),
        *((f"{rank}C", 20) for rank in "TJQK"),
        ("AC", 29),
    ],
)
def test_its_value_is_subtracted_and_an_ace_is_1(card: str, left: int) -> None:
    """From 30: two tens and a ten."""
    table = dealt(f"2C TS TD 9H KD 7D TC QC {card}", 1000, 1000)
    table.play(1, "hit")
    table.play(1, "second_chance")
    assert table.table.hands[0].total == left
    assert (table.table.hands[0].soft, table.table.turn) == (False, 1)


@clause("673a.7(l)", "673a.3(d)(3)")
def test_the_hands_own_aces_keep_what_they_count() -> None:
    """Ace, five, six and ten are 22 with the ace at 1; less 4 is 18, and the ace is not 11 again."""
    table = dealt("2C AS TD 9H 5D 7D TC 6C QC 4C", 1000, 1000)
    table.play(1, "hit")
    table.play(1, "hit")
    table.play(1, "second_chance")
    assert (table.table.hands[0].total, table.table.hands[0].soft) == (18, False)


# ---- (l)(1): still over 21 ----------------------------------------------------------------------------


@clause("673a.7(l)(1)")
@pytest.mark.parametrize("card", ["AC", "2C", "3C"])
def test_over_21_still_both_wagers_are_lost_at_once(card: str) -> None:
    table = offered(f"{card} 5C", 1000, 1000)
    table.play(1, "second_chance")
    assert (table.rows(), table.clauses()) == (BOTH_LOST, ["673a.7(l)(1)"] * 2)
    assert (status(table, 1), table.table.turn) == ("bust", 1)
    assert table.table.dealer.cards == ("9H", SEALED)


@clause("673a.7(l)(1)")
def test_there_is_no_second_second_chance() -> None:
    table = offered("2C 5C", 1000, 1000)
    table.play(1, "second_chance")
    for verb in ("second_chance", "hit", "stand"):
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")
    refused(table.ask(c.DeclineSecondChance(1)), "673a.7(l)")


@clause("673a.7(l)(1)", "673a.7(p)")
def test_the_dealer_draws_for_no_hand_that_is_lost_so() -> None:
    table = dealt("2C TS 6H 6D TC 9C 2C 5C", 1000)
    table.play(1, "hit")
    assert table.play(1, "second_chance").refused is None
    assert table.rows() == BOTH_LOST
    assert list(table.shoe.inside) == ["5C"]


@clause("673a.7(l)(1)")
def test_after_a_double_all_three_stacks_are_lost() -> None:
    table = dealt("2C TS 9H 6D TC 9C 3C", 1000)
    table.play(1, "double", amount=500)
    table.play(1, "second_chance")
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "double_down", "lose", 0, 0, 500),
        row(1, "second_chance", "lose", 0, 0, 1500),
    ]


# ---- (l)(2): 21 ---------------------------------------------------------------------------------------


@clause("673a.7(l)(2)", "673a.12(b)")
@pytest.mark.parametrize(("hit", "card"), [("6C", "AC"), ("9C", "4C"), ("TC", "5C"), ("7C", "2C")])
def test_at_21_the_second_chance_is_paid_at_once_and_the_wager_goes_back(hit: str, card: str) -> None:
    table = dealt(f"2C TS TD 9H 6D 6C TC {hit} {card}", 1000, 1000)
    table.play(1, "hit")
    table.play(1, "second_chance")
    assert (table.rows(), table.clauses()) == (BACK_AND_PAID, ["673a.7(l)(2)"] * 2)
    assert (status(table, 1), table.table.turn) == ("paid", 1)
    assert table.table.dealer.cards == ("9H", SEALED)


@clause("673a.7(l)(2)", "673a.7(p)")
def test_whatever_the_dealer_would_make() -> None:
    """The dealer's 16 would become 21; no card is drawn."""
    table = dealt("2C TS 6H 6D TC 9C 4C 5C", 1000)
    table.play(1, "hit")
    table.play(1, "second_chance")
    assert table.rows() == BACK_AND_PAID
    assert list(table.shoe.inside) == ["5C"]


@clause("673a.7(l)(2)", "673a.12(b)")
def test_after_a_double_both_stacks_go_back_and_the_second_chance_is_paid() -> None:
    table = dealt("2C TS 9H 6D TC 9C 4C", 1000)
    table.play(1, "double", amount=500)
    table.play(1, "second_chance")
    assert table.rows() == [
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "double_down", "push", 0, 500, 0),
        row(1, "second_chance", "win", 1500, 1500, 0),
    ]


# ---- (l)(3): less -------------------------------------------------------------------------------------


@clause("673a.7(l)(3)", "673a.7(s)(1)(i)", "673a.7(s)(2)", "673a.7(s)(3)")
@pytest.mark.parametrize(
    ("card", "outcome"),
    [("5C", "win"), ("6C", "push"), ("7C", "lose"), ("8C", "lose"), ("9C", "lose"), ("KC", "lose")],
)
def test_below_21_the_hand_waits_for_the_dealers(card: str, outcome: str) -> None:
    """25 less the card against 19."""
    table = offered(f"{card} 2S", 1000, 1000)
    table.play(1, "second_chance")
    assert (table.rows(), status(table, 1)) == ([], "stood")
    for verb in ("hit", "stand", "second_chance", "double"):
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")
    table.play(2, "surrender")
    made = {
        "win": BACK_AND_PAID,
        "push": [row(1, "blackjack", "push", 0, 1000, 0), row(1, "second_chance", "push", 0, 1000, 0)],
        "lose": BOTH_LOST,
    }
    assert table.rows()[1:] == made[outcome]


@clause("673a.7(l)(3)", "673a.7(o)")
def test_the_dealer_draws_for_it() -> None:
    """20 against 16 and a five."""
    table = dealt("2C TS 6H 6D TC 9C 5C 5D", 1000)
    table.play(1, "hit")
    table.play(1, "second_chance")
    assert table.rows() == BOTH_LOST
    assert list(table.shoe.inside) == []


@clause("673a.7(l)(3)", "673a.7(m)")
def test_after_a_double_it_is_no_21_that_is_paid() -> None:
    """A double of 10 and 6 and 9, less 5: 20; the dealer has 19. Only the Second Chance is paid."""
    table = dealt("2C TS 9H 6D TC 9C 5C", 1000)
    table.play(1, "double")
    table.play(1, "second_chance")
    assert table.rows() == [
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "double_down", "push", 0, 1000, 0),
        row(1, "second_chance", "win", 2000, 2000, 0),
    ]
    assert table.clauses() == ["673a.7(s)(1)(i)"] * 3


# ---- split hands --------------------------------------------------------------------------------------


@clause("673a.7(l)(1)", "673a.7(l)(2)", "673a.11(b)")
def test_each_split_hand_has_its_own() -> None:
    """Hand 1: 8, 6, ten (24), less 3: 21. Hand 2: 8, 5, ten (23), less an ace: 22."""
    table = dealt("2C 8S 9H 8D TC 6C KC 3C 5C QC AC", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    assert table.play(1, "second_chance").refused is None
    assert table.rows() == BACK_AND_PAID
    assert table.table.hands[1].cards == ("8D", "5C"), "its card comes once the first hand is complete"
    table.play(1, "hit", hand=2)
    assert table.play(1, "second_chance", hand=2).refused is None
    assert table.rows()[2:] == [
        row(2, "blackjack", "lose", 0, 0, 1000),
        row(2, "second_chance", "lose", 0, 0, 1000),
    ]


@clause("673a.7(l)(3)", "673a.11(b)")
def test_both_split_hands_may_wait() -> None:
    """Hand 1: 24 less 4: 20. Hand 2: 23 less 5: 18. The dealer has 19."""
    table = dealt("2C 8S 9H 8D TC 6C KC 4C 5S QC 5C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    table.play(1, "second_chance")
    table.play(1, "hit", hand=2)
    table.play(1, "second_chance", hand=2)
    assert table.rows() == [
        row(2, "blackjack", "lose", 0, 0, 1000),
        row(2, "second_chance", "lose", 0, 0, 1000),
        *BACK_AND_PAID,
    ]


@clause("673a.7(l)")
def test_the_record_tells_the_decision_the_chips_and_the_card() -> None:
    table = offered("4C", 1000, 1000)
    before = len(table.log)
    table.play(1, "second_chance")
    made = [event for _, ruling in table.log[before:] for event in ruling.events]
    told = [event for event in made if isinstance(event, ev.Decided | ev.WagersPlaced | ev.CardDealt)]
    assert told == [
        ev.Decided(1, 1, "second_chance", 1000, 1000),
        ev.WagersPlaced(1, (("second_chance", 1000),), hand=1),
        ev.CardDealt(9, "4C", 0),
    ]
