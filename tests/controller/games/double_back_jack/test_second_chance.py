"""The Second Chance Wager before its card, 673a.7(l): to whom it is offered, what it costs, how it is
declined. What its card makes of the hand is in test_second_chance_cards.py."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, offered, row
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import again, status

LOST = row(1, "blackjack", "lose", 0, 0, 1000)


def asks(table: DoubleBackJack) -> tuple[str, int, int, int]:
    """The most urgent prompt, as kind, box, hand, cents."""
    prompt = table.game.prompts(table.table)[0]
    return prompt.kind, prompt.box, prompt.hand, prompt.amount


# ---- to whom ------------------------------------------------------------------------------------------


@clause("673a.7(l)")
@pytest.mark.parametrize("card", ["6C", "9C", "TC", "KC"])
def test_a_hand_that_goes_over_21_is_asked_before_its_wager_is_lost(card: str) -> None:
    table = dealt(f"2C TS 9H 6D TC {card} 5C", 1000)
    table.play(1, "hit")
    assert asks(table) == ("second_chance", 1, 1, 1000)
    assert (table.rows(), status(table, 1)) == ([], "")
    assert stake_on(table.table, 1, 1, "blackjack") == 1000
    assert (table.shoe.locked, table.open) == (True, ()), "nothing is taken before the player says so"
    assert again(table) == table.table


@clause("673a.7(l)")
@pytest.mark.parametrize("verb", ["hit", "stand", "double", "split", "surrender", "fold"])
def test_it_is_all_that_is_left_to_that_hand(verb: str) -> None:
    table = offered("5C")
    refused(table.ask(c.Decide(1, verb)), "673a.7(l)", "only a second chance")
    assert table.prompt() == "second_chance"


@clause("673a.7(l)")
def test_a_hand_of_21_or_less_has_none() -> None:
    table = dealt("2C TS TD 9H 2D 6C TC 8C 5C", 1000, 1000)
    refused(table.ask(c.Decide(1, "second_chance")), "673a.7(l)", "over 21 only")
    refused(table.ask(c.Decide(2, "second_chance")), "topic:decisions-in-order")
    table.play(1, "hit")
    refused(table.ask(c.Decide(1, "second_chance")), "673a.7(l)", "over 21 only")
    refused(table.ask(c.DeclineSecondChance(1)), "673a.7(l)", "no Second Chance Wager is offered")


@clause("673a.7(l)", "673a.7(o)")
def test_a_dealer_over_21_has_none() -> None:
    table = dealt("2C TS 6H 9D TC KC 5C", 1000)
    table.play(1, "stand")
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0)]
    assert table.events(ev.Decided) == [ev.Decided(1, 1, "stand")]


@clause("673a.7(l)", "673a.6(c)")
@pytest.mark.parametrize("phase", ["Betting", "Insurance", "PlayerDecisions"])
def test_no_chips_for_it_are_taken_while_no_hand_is_over_21(phase: str) -> None:
    table = DoubleBackJack("2C TS AH 6D 7C 9C")
    table.wager(1, 1000)
    if phase != "Betting":
        table.deal()
    if phase == "PlayerDecisions":
        table.close_insurance()
    assert table.table.phase == phase
    refused(table.place(1, ("second_chance", 1000)), "topic:wagers-before-first-card")
    assert [stack.wager for stack in table.table.stacks] == ["blackjack"]


# ---- what it costs ------------------------------------------------------------------------------------


@clause("673a.7(l)", "673a.10(a)")
@pytest.mark.parametrize(("double", "price"), [(1000, 2000), (500, 1500), (50, 1050)])
def test_after_a_double_it_costs_the_wager_and_what_was_added(double: int, price: int) -> None:
    table = dealt("2C TS 9H 6D TC 9C 5C", 1000)
    table.play(1, "double", amount=double)
    assert asks(table) == ("second_chance", 1, 1, price)
    table.ask(c.Decide(1, "second_chance"))
    assert table.open == (("second_chance", (1,), price),)
    for amount in (1000, price - 50, price + 50):
        refused(table.place(1, ("second_chance", amount)), "673a.7(l)", "equals the current")
    assert table.place(1, ("second_chance", price)).refused is None
    assert stake_on(table.table, 1, 1, "second_chance") == price


@clause("673a.7(l)", "673a.11(a)")
def test_of_a_split_hand_it_costs_that_hands_own_wager() -> None:
    """Hand 1: 8, 6 and ten; hand 2: 8, 5, doubled for five dollars, and ten."""
    table = dealt("2C 8S 9H 8D TC 6C KC 5S 5C QC 4C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    assert asks(table) == ("second_chance", 1, 1, 1000)
    assert table.play(1, "second_chance").refused is None
    table.play(1, "double", hand=2, amount=500)
    assert asks(table) == ("second_chance", 1, 2, 1500)


@clause("673a.7(l)")
@pytest.mark.parametrize("amount", [0, -1000, 50, 950, 1050, 2000])
def test_other_chips_are_refused_and_go_back(amount: int) -> None:
    table = offered("5C")
    table.ask(c.Decide(1, "second_chance"))
    before = table.table
    refused(table.place(1, ("second_chance", amount)), "673a.7(l)")
    assert table.table == before
    assert table.rejected[-1] == m.Reject(1, "second_chance", 0)


@clause("673a.7(l)")
@pytest.mark.parametrize(
    ("box", "chips"),
    [
        (2, (("second_chance", 1000),)),
        (1, (("double_down", 1000),)),
        (1, (("split", 1000),)),
        (1, (("blackjack", 1000),)),
        (1, (("second_chance", 500), ("second_chance", 500))),
    ],
)
def test_only_its_own_chips_on_its_own_box_are_taken(box: int, chips: tuple[tuple[str, int], ...]) -> None:
    table = offered("5C", 1000, 1000)
    table.ask(c.Decide(1, "second_chance"))
    refused(table.place(box, *chips), "topic:wagers-before-first-card")
    assert table.prompt() == "chips"


@clause("673a.7(l)")
def test_it_takes_no_amount_for_its_price_is_fixed() -> None:
    table = offered("5C")
    refused(table.ask(c.Decide(1, "second_chance", 1, 500)), "673a.7(l)", "takes no amount")
    refused(table.ask(c.Decide(1, "second_chance", 1, 1000)), "673a.7(l)", "takes no amount")


@clause("673a.7(l)")
def test_who_does_not_put_the_chips_down_is_asked_again() -> None:
    table = offered("5C")
    for _ in range(2):
        table.ask(c.Decide(1, "second_chance"))
        refused(table.ask(c.DeclineSecondChance(1)), "673a.7(l)")
        assert table.ask(c.WithdrawDecision()).refused is None
        assert asks(table) == ("second_chance", 1, 1, 1000)
        assert (table.open, table.table.asked, table.shoe.locked) == ((), None, True)
    refused(table.ask(c.WithdrawDecision()), "topic:out-of-turn")
    assert table.play(1, "second_chance").refused is None
    assert table.rows() == [
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "second_chance", "win", 1000, 1000, 0),
    ], "25 less 5 is 20, and wins against 19"


@clause("673a.7(l)")
def test_chips_that_are_lifted_while_the_spot_is_open_are_put_back() -> None:
    """A wager that stands is not taken back: the spot was opened for the chips of this one."""
    table = offered("5C")
    table.ask(c.Decide(1, "second_chance"))
    table.report("wagers", m.TakenBack(1, "blackjack", 1000))
    assert [one.kind for one in table.table.irregularities] == ["wager-handled"]
    assert stake_on(table.table, 1, 1, "blackjack") == 1000


# ---- declined -----------------------------------------------------------------------------------------


@clause("673a.7(l)", "673a.7(r)(3)(i)")
def test_who_declines_it_loses_the_wager_at_once() -> None:
    table = offered("5C", 1000, 1000)
    assert table.decline(1).refused is None
    assert (table.rows(), table.clauses()) == ([LOST], ["673a.7(r)(3)(i)"])
    assert (status(table, 1), table.table.turn) == ("bust", 1)
    refused(table.ask(c.Decide(1, "second_chance")), "topic:decisions-in-order", "complete")
    refused(table.ask(c.DeclineSecondChance(1)), "673a.7(l)")
    assert again(table) == table.table


@clause("673a.7(l)", "673a.7(r)(3)(i)")
def test_after_a_double_both_stacks_are_lost_and_the_dealer_draws_for_nobody() -> None:
    table = dealt("2C TS 6H 6D TC 9C 5C", 1000)
    table.play(1, "double", amount=500)
    table.decline(1)
    assert table.rows() == [LOST, row(1, "double_down", "lose", 0, 0, 500)]
    assert list(table.shoe.inside) == ["5C"]


@clause("673a.7(l)")
@pytest.mark.parametrize(("box", "hand"), [(2, 1), (1, 2), (3, 1), (0, 1), (-1, 1)])
def test_nobody_declines_what_is_offered_to_another(box: int, hand: int) -> None:
    table = offered("5C", 1000, 1000)
    refused(table.ask(c.DeclineSecondChance(box, hand)), "673a.7(l)")
    assert asks(table) == ("second_chance", 1, 1, 1000)


LATER = [("stand", 0), ("hit", 0), ("surrender", 0), ("double", 1000), ("split", 1000)]


@clause("673a.7(l)", "673a.7(i)")
@pytest.mark.parametrize(("verb", "chips"), LATER)
def test_a_later_hands_decision_declines_it(verb: str, chips: int) -> None:
    """Box 2 has two eights, and box 3 waits."""
    table = dealt("2C TS 8S TD 9H 6D 8D 6C TC 9C 2S 3S 4S", 1000, 1000, 1000)
    table.play(1, "hit")
    ruling = table.ask(c.Decide(2, verb))
    decided = [event for event in ruling.events if isinstance(event, ev.Decided)]
    assert decided == [ev.Decided(1, 1, "decline"), ev.Decided(2, 1, verb, chips, chips)]
    assert table.rows()[0] == LOST, "before anything that the later decision settles"
    assert status(table, 1) == "bust"
    refused(table.ask(c.Decide(1, "second_chance")), "topic:decisions-in-order")
    assert again(table) == table.table


@clause("673a.7(l)")
@pytest.mark.parametrize(
    ("box", "hand", "verb", "amount"),
    [
        (2, 1, "fold", 0),
        (2, 1, "stand", 500),
        (2, 1, "double", 1050),
        (2, 1, "split", 0),
        (2, 1, "second_chance", 0),
        (2, 2, "stand", 0),
        (3, 1, "stand", 0),
        (5, 1, "stand", 0),
    ],
)
def test_a_decision_that_is_refused_declines_nothing(box: int, hand: int, verb: str, amount: int) -> None:
    table = dealt("2C TS TD KS 9H 6D 6C 7C TC 9C 5C", 1000, 1000, 1000)
    table.play(1, "hit")
    before = table.table
    assert table.ask(c.Decide(box, verb, hand, amount)).refused is not None
    assert table.table == before
    assert table.play(1, "second_chance").refused is None
    assert status(table, 1) == "stood"


@clause("673a.7(l)", "673a.7(i)")
def test_a_decision_of_an_earlier_hand_declines_nothing() -> None:
    table = dealt("2C TS TD 9H 8D 6C TC 9C 5C", 1000, 1000)
    table.play(1, "stand")
    table.play(2, "hit")
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order", "complete")
    assert asks(table) == ("second_chance", 2, 1, 1000)


@clause("673a.7(l)", "673a.11(b)")
def test_the_other_split_hand_has_no_decision_before_the_offer_is_answered() -> None:
    """It has one card; its second comes once the first hand is complete."""
    table = dealt("2C 8S 9H 8D TC 6C KC 5C 4C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    assert table.ask(c.Decide(1, "stand", 2)).refused is not None
    assert asks(table) == ("second_chance", 1, 1, 1000)
    table.decline(1)
    assert [hand.cards for hand in table.table.hands] == [("8S", "6C", "KC"), ("8D", "5C")]
    assert table.rows() == [LOST]


@clause("673a.7(l)")
@pytest.mark.parametrize("what", [c.NoMoreBets(), c.CloseInsurance(), c.WagersSettled(), c.CardsCollected()])
def test_nothing_goes_on_while_it_is_open(what: c.Command) -> None:
    table = offered("5C")
    assert table.ask(what).refused is not None
    assert asks(table) == ("second_chance", 1, 1, 1000)
