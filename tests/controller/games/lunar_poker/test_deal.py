"""The deal from a manual shoe, 671a.8: when a card may leave it, where it goes, which one is turned up."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.lunar_poker.playing import ACE_KING, ANTE, NOTHING, deal, dealt, refused, staked

OTHER = "3C 5D 7H 9S JC"


@clause("671a.8(b)", "671a.7(d)")
def test_no_card_is_permitted_before_the_positions_are_closed_and_have_confirmed_it() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    assert table.shoe.locked
    table.answers = False
    table.ask(c.NoMoreBets())
    assert (table.table.phase, table.shoe.locked, table.open) == ("NoMoreBets", True, ())
    table.report("wagers", m.PositionsClosed())
    assert table.table.phase == "Dealing"
    assert not table.shoe.locked


@clause("671a.8(a)", "671a.8(b)")
def test_wagers_are_not_closed_before_the_shoe_is_loaded_and_not_twice() -> None:
    table = dealt(NOTHING, ACE_KING)
    refused(table.ask(c.NoMoreBets()), "671a.7(d)")
    table.finish()
    table.collect_shoe()
    table.shuffle_up()
    table.cut()
    refused(table.ask(c.NoMoreBets()), "671a.7(d)")
    assert table.stake(1).refused is not None
    table.shoe.inside.clear()
    assert table.ask(c.LoadShoe()).refused is None
    assert table.stake(1).refused is None


@clause("671a.8(c)")
@pytest.mark.parametrize("boxes", [(1,), (5,), (2, 4), (1, 3, 5), (1, 2, 3, 4, 5)])
def test_one_card_at_a_time_clockwise_the_dealer_last_until_all_have_five(boxes: tuple[int, ...]) -> None:
    """Draw 1 goes to the first box with an Ante, and each hand has every (n + 1)st draw from there on."""
    several = len(boxes) + 1
    table = staked(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2H 3H 4H 5H"
    )
    for box in boxes[1:] if boxes[0] == 1 else boxes:
        table.stake(box)
    if boxes[0] != 1:
        for wager in ("ante", "super"):
            table.report("wagers", m.TakenBack(1, wager, ANTE))
    table.deal()
    assert [hand.box for hand in table.table.hands] == list(boxes)
    for at in range(len(boxes)):
        assert table.dealt_to(at) == list(range(at + 1, 5 * several + 1, several))
    assert table.dealt_to(DEALER) == list(range(several, 5 * several + 1, several))
    assert (table.shoe.last, table.shoe.locked) == (5 * several, True)


@clause("671a.8(b)", "671a.8(c)")
def test_all_cards_lie_face_down_but_the_dealers_last() -> None:
    table = dealt(NOTHING, OTHER, ACE_KING)
    assert table.cards(1) == table.cards(2) == (SEALED,) * 5
    assert table.cards(0) == (*(SEALED,) * 4, "4S")
    assert table.events(ev.CardDisclosed) == []


@clause("671a.8(b)", "671a.8(c)")
def test_the_shoe_is_permitted_only_the_cards_of_the_deal_and_each_by_its_face() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.ask(c.NoMoreBets())
    assert (table.shoe.up_to, table.shoe.faces) == (10, "d" * 9 + "u")
    assert [p.words for p in table.game.prompts(table.table)] == ["Deal a card, face down, to box 1."]
    for _ in range(9):
        table.draw()
    assert [p.words for p in table.game.prompts(table.table)] == ["Deal your last card, face up."]


@clause("671a.8(c)")
def test_no_card_is_burned_neither_after_the_shuffle_nor_for_a_new_dealer() -> None:
    table = staked(deal(NOTHING, ACE_KING), boxes=5)
    assert table.ask(c.NewDealer("Ben")).refused is None
    table.deal()
    assert table.dealt_to(0)[0] == 1
    table.finish()
    table.shuffle(deal(OTHER, ACE_KING))
    assert table.ask(c.NewDealer("Cleo")).refused is None
    table.stake(1)
    table.deal()
    assert table.table.dealer.cards[-1] == "4S"
    assert all(event.to != BURN for event in table.events(ev.CardDealt))
    assert table.table.standing.dealer_name == "Cleo"
    assert table.table.standing.burns == 0, "and none is owed"


@clause("671a.8(b)")
def test_a_loss_of_the_positions_before_they_confirmed_keeps_the_shoe_locked() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.answers = False
    table.ask(c.NoMoreBets())
    table.lose("wagers")
    assert table.shoe.locked
    assert table.table.phase == "NoMoreBets"
    table.answers = True
    table.back("wagers")
    while table.table.holds:
        assert table.choose(table.table.holds[0].remedies[0].name).refused is None
    assert table.table.phase == "Dealing"


@clause("671a.11(a)", "671a.11(b)")
def test_nobody_decides_before_everybody_has_five_cards() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.ask(c.NoMoreBets())
    for _ in range(9):
        table.draw()
        refused(table.decide(1, "bet"), "671a.11(b)")
        refused(table.declare(1), "671a.11(b)")
    table.draw()
    assert table.decide(1, "bet").refused is None
