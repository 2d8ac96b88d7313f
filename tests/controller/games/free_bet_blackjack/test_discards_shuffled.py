"""The discards are shuffled and cut in the middle of a round, 672a.12(f) with 672a.5."""

import pytest

from controller.consoles.frames import FACE_DOWN
from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    boxes,
    cards,
    draws,
    empty,
    short_at_hit,
    sorted_rows,
)
from tests.support import GAME

CITED = "topic:too-few-cards"
BATCH = 6 * 52


# ---- what is shuffled ------------------------------------------------------------------------------------


@clause("672a.12(f)")
def test_what_lies_on_the_layout_is_not_shuffled() -> None:
    table = short_at_hit()
    assert "what lies on the layout stays there" in GAME.prompts(table.table)[0].words
    assert screen(GAME, table.table, resolve=str).dealer.cards == ("7H", FACE_DOWN)
    table.refill("KC 4S")
    assert table.events(ev.ShoeRefilled) == [ev.ShoeRefilled(BATCH - 6)], "all but the six cards of hands"


@clause("672a.12(f)", "672a.7(h)(1)")
def test_hands_that_were_settled_and_removed_are_discards() -> None:
    table = draws(boxes("2C AS TH 7H KD 3D TC KS", 1000, 2000), 7)
    assert table.rows() == [(1, 1, "blackjack", "win", 1500, 1000, 0)]
    empty(table)
    table.ask(c.Decide(2, "hit"))
    table.refill("KC 4S")
    assert table.events(ev.ShoeRefilled) == [ev.ShoeRefilled(BATCH - 4)], "box 2 and the dealer"


@clause("672a.12(f)", "672a.10(c)(2)")
@pytest.mark.parametrize(("split", "lie"), [(True, 9), (False, 4)])
def test_a_tucked_hand_stays_and_one_that_was_collected_does_not(split: bool, lie: int) -> None:
    rest = "6S KS 2S" if split else "9S"
    table = draws(boxes(f"2C 8S 9H 7H 8D 3D TC {rest}", 1000, 2000), 7)
    if split:
        table.play(1, "split")
        table.play(1, "hit")  # eight, six, king: bust, and tucked beside hand 2 (eight and two)
        table.play(1, "stand", 2)
    else:
        table.play(1, "hit")  # 25: collected
    empty(table)
    table.ask(c.Decide(2, "hit"))
    table.refill("KC 4S")
    assert table.events(ev.ShoeRefilled) == [ev.ShoeRefilled(BATCH - lie)]


@clause("672a.12(f)", "672a.7(h)(1)", "672a.8(e)")
@pytest.mark.parametrize(
    ("up", "push_22", "lie"), [("7H", 500, 6), ("7H", 0, 4), ("AH", 500, 6), ("AH", 0, 4)]
)
def test_a_blackjack_that_was_paid_stays_tucked_under_its_push_22(up: str, push_22: int, lie: int) -> None:
    table = draws(boxes(f"2C AS TH {up} KD 2D 9C", 1000, 2000, push_22=push_22), 7)
    if up == "AH":
        table.ask(c.TakeEvenMoney(1))
        table.close_insurance()
    assert table.rows()[0][2:4] == ("blackjack", "win")
    empty(table)
    table.ask(c.Decide(2, "hit"))
    table.refill("KC 4S")
    assert table.events(ev.ShoeRefilled) == [ev.ShoeRefilled(BATCH - lie)]


@clause("672a.12(f)", "672a.7(q)(1)")
def test_a_hand_that_is_bust_and_collected_does_not_stay_for_its_push_22() -> None:
    table = draws(boxes("2C TS 9H 7H 6D 3D TC 9S", 1000, 2000, push_22=500), 7)
    table.play(1, "hit")
    assert {(one.box, one.wager) for one in table.table.stacks} == {(1, "push_22"), (2, "blackjack")}
    empty(table)
    table.ask(c.Decide(2, "hit"))
    table.refill("KC 4S")
    assert table.events(ev.ShoeRefilled) == [ev.ShoeRefilled(BATCH - 4)]


# ---- shuffled and cut by the procedures of 672a.5 --------------------------------------------------------


@clause("672a.12(f)", "672a.5(b)")
def test_shuffle_cut_and_load_come_in_their_order() -> None:
    table = short_at_hit()
    for what in (c.CutCards(), c.RefuseCut(), c.LoadShoe()):
        refused(table.ask(what), CITED, "to be shuffled now")
    assert table.ask(c.ShuffleCards()).refused is None
    for other in (c.ShuffleCards(), c.LoadShoe()):
        refused(table.ask(other), CITED, "to be cut now")
    table.cut()
    for third in (c.ShuffleCards(), c.RefuseCut(), c.CutCards()):
        refused(table.ask(third), CITED, "to be put into the shoe now")
    for barred in (c.Decide(1, "stand"), c.NoMoreBets(), c.CollectShoe(0)):
        assert table.ask(barred).refused is not None
    assert table.ask(c.LoadShoe()).refused is None
    assert table.table.phase == "PlayerDecisions"


@clause("672a.12(f)", "672a.5(c)(4)")
def test_the_cut_is_offered_from_the_far_right_of_those_who_play() -> None:
    table = empty(draws(boxes("2C TS 9H 5H 7H 2D 3D 4D TC", 1000, 2000, 500), 9))
    table.ask(c.Decide(1, "hit"))
    table.ask(c.ShuffleCards())
    for box in (3, 2, 1):
        assert GAME.prompts(table.table)[0].box == box
        refused(
            table.ask(c.CutCards()), "topic:cut-order", f"first the cut is offered to the player of box {box}"
        )
        table.ask(c.RefuseCut())
    assert GAME.prompts(table.table)[0].words.startswith("Nobody takes the cut")
    refused(table.ask(c.RefuseCut()), "topic:cut")
    assert table.ask(c.CutCards()).refused is None
    (cut,) = [event for event in table.events(ev.StepDone) if event.step == "discards-cut"]
    assert cut.note == "dealer"


@clause("672a.12(f)", "672a.5(c)(2)")
def test_who_had_the_cover_card_in_this_round_is_offered_the_cut() -> None:
    table = draws(boxes("2C TS CUT 9H 7H 2D 3D TC 4S", 1000, 2000), 8)
    assert supply.offered(table.table.standing.supply) == 2, "the cover card came where box 2 was due"
    table.play(1, "hit")
    empty(table)
    table.ask(c.Decide(1, "hit"))
    table.ask(c.ShuffleCards())
    assert GAME.prompts(table.table)[0].box == 2
    table.ask(c.RefuseCut())
    assert table.ask(c.CutCards()).refused is None


@clause("672a.12(f)", "672a.5(b)", "672a.5(d)")
def test_a_player_cuts_at_least_ten_cards_deep_and_the_cover_card_goes_in() -> None:
    table = short_at_hit()
    table.ask(c.ShuffleCards())
    discards = BATCH - 6
    for depth in (9, discards - 9):
        refused(table.ask(c.CutCards("player", depth=depth)), "topic:cut-depth", "at least 10 cards")
    least = -(-discards // 4)
    refused(table.ask(c.CutCards("player", cover=least - 1)), "topic:cut-depth", f"at least {least} cards")
    assert table.ask(c.CutCards("player", depth=10, cover=least)).refused is None
    cut = table.events(ev.StepDone)[-1]
    assert (cut.step, cut.note) == (
        "discards-cut",
        f"the player of box 2; 10 cards from an end; cover card {least} from the bottom",
    )


@clause("672a.12(f)", "672a.5(e)")
def test_an_improper_cut_is_made_again() -> None:
    table = short_at_hit()
    refused(table.floor(c.OrderRecut()), "topic:recut", "to be shuffled now")
    table.ask(c.ShuffleCards())
    table.ask(c.CutCards("player"))
    refused(table.ask(c.OrderRecut("cards fell")), "topic:role")
    assert table.floor(c.OrderRecut("cards fell")).refused is None
    assert [(one.step, one.note, one.person) for one in table.events(ev.StepDone)][-1] == (
        "discards-recut",
        "cards fell",
        "floorperson",
    )
    refused(table.ask(c.LoadShoe()), CITED, "to be cut now")
    assert table.ask(c.CutCards("player")).refused is None
    table.shoe.inside.extend(["KC", "4S"])
    assert table.ask(c.LoadShoe()).refused is None
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")


# ---- afterwards ------------------------------------------------------------------------------------------


@clause("672a.12(f)", "672a.7(d)")
def test_the_cover_card_may_come_again_and_the_round_is_completed() -> None:
    table = short_at_hit()
    table.refill("KC CUT 4S 5S")
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert supply.offered(table.table.standing.supply) == 1, "it came where box 1 was due"
    table.finish()
    assert table.table.phase == "Shuffling"
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(f)", "672a.5(a)")
def test_the_next_shoe_is_the_whole_batch_shuffled() -> None:
    table = short_at_hit()
    table.refill("KC 4S 5S")
    table.finish()
    assert table.table.phase == "Shuffling"
    refused(table.ask(c.ShuffleCards()), "topic:cards-to-discard-rack")
    left = BATCH - 6 - 2
    assert supply.expected_in_shoe(table.table) == left, "what was put in, less the two that were drawn"
    table.ask(c.CollectShoe(left - 1))
    assert kinds(table) == ["card-count"]
    table.choose("recount")
    table.shuffle("3C 8S 9H 7H 8D 9D TC")
    batch = supply.current(table.table.standing.supply)
    assert batch is not None
    assert batch.loaded == BATCH
    table.wager(1, 1000)
    table.deal()
    assert cards(table, 1) == ("8S", "7H"), "the batch's first card was burned again"


@clause("672a.12(f)", "672a.7(c)")
def test_the_card_that_was_removed_is_told_to_the_journal_like_a_burn_card() -> None:
    table = short_at_hit()
    table.refill("KC 4S 5S")
    table.finish()
    told = [(event.draw, event.card) for event in table.events(ev.CardDisclosed)]
    assert (8, "KC") in told
    assert told.index((7, "TC")) < told.index((8, "KC")), (
        "the hole card when it was turned, the other one later"
    )
