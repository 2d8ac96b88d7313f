"""A shoe in trouble: double feed, unread cards, jams, gaps, an empty shoe; and a round that is void."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.games.free_bet_blackjack.rounds import kinds, one_box
from tests.controller.table.standing import is_safe
from tests.support import GAME, Play


@clause("house.15", "672a.12(b)")
def test_a_double_feed_in_the_deal() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=2)
    table.shoe.inside.popleft()
    table.shoe.inside.popleft()
    table.faces.update({3: "7H", 4: "9D"})
    table.shoe.last = 4
    table.report("shoe", m.CardDrawn(3, "7H"))
    ruling = table.report("shoe", m.DoubleFeed(4))
    assert m.Lock() in ruling.orders
    assert kinds(table) == ["double-feed"]
    table.choose("unexposed")
    assert GAME.prompts(table.table)[0].kind == "enter_card", "box 1's second card lies face up now"
    table.run()
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("house.15", "house.10")
def test_a_double_fed_card_lies_face_down_until_its_place_is_due() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S 6S")
    table.shoe.inside.popleft()
    table.faces[6] = "4S"
    table.shoe.last = 6
    table.report("shoe", m.DoubleFeed(6))
    table.choose("unexposed")
    assert table.prompt() == "decide"
    assert table.floor(c.EnterCard(6, "4S")).refused is not None, "the player has not decided yet"
    table.play(1, "hit")
    assert table.table.hands[0].cards == ("TS", "2D", "4S")


@clause("house.15")
def test_a_double_fed_hole_card_stays_face_down() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=3)
    table.draw()
    table.shoe.inside.popleft()
    table.faces[5] = "TC"
    table.shoe.last = 5
    table.report("shoe", m.DoubleFeed(5))
    table.choose("unexposed")
    assert table.table.phase == "PlayerDecisions"
    assert table.table.dealer.cards == ("7H", UNREAD)
    assert "enter_card" not in [one.kind for one in GAME.prompts(table.table)]
    table.finish()
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@clause("house.15")
def test_a_double_feed_that_is_told_twice_is_one_card() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S 6S")
    table.report("shoe", m.DoubleFeed(6))
    table.report("shoe", m.DoubleFeed(6))
    assert kinds(table) == ["double-feed"]


@clause("house.18")
def test_a_double_feed_whose_first_card_was_not_told_is_a_gap() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S 6S")
    table.report("shoe", m.DoubleFeed(7))
    assert kinds(table) == ["gap"]


@clause("house.10")
def test_a_card_that_could_not_be_read_waits_for_the_floorperson() -> None:
    table = one_box("2C TS? 7H 9D TC 4S", drawn=2)
    assert isinstance(table.table.wanted_shoe, m.Lock)
    assert next(one.kind for one in GAME.prompts(table.table)) == "enter_card"
    assert table.floor(c.EnterCard(2, SEALED)).refused is not None
    table.floor(c.EnterCard(2, "TS"))
    entered = table.events(ev.CardEntered)
    assert [(one.draw, one.card, one.person) for one in entered] == [(2, "TS", "floorperson")]
    table.run()
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("house.10")
def test_cards_that_followed_an_unread_one_wait_in_their_order() -> None:
    table = one_box("2C TS? 7H 9D TC 4S", drawn=1)
    table.answers = False
    up_to = table.shoe.up_to
    table.draw()
    table.shoe.up_to = up_to  # the lock came too late for the next card
    table.draw()
    assert [(card.draw, card.card) for card in table.table.ahead] == [(2, UNREAD), (3, "7H")]
    table.answers = True
    table.floor(c.EnterCard(2, "TS"))
    table.run()
    assert table.table.hands[0].cards == ("TS", "9D")
    assert table.table.dealer.cards == ("7H", SEALED)


@clause("house.10")
def test_a_burn_card_that_could_not_be_read_is_burned() -> None:
    table = one_box("2C? TS 7H 9D TC 4S")
    assert table.table.phase == "PlayerDecisions"
    table.finish()
    table.close_table()
    assert table.table.phase == "Closed"


@clause("house.16")
def test_a_card_pushed_back_stops_the_dealing() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=3)
    ruling = table.report("shoe", m.CardPushedBack(3))
    assert ruling.orders == (m.Lock(),)
    assert kinds(table) == ["card-pushed-back"]
    table.choose("resume")
    assert table.table.wanted_shoe == m.Permit(5, "ud")


@clause("house.17")
@pytest.mark.parametrize("kind", ["jam", "sensor", "motor", "gate", "power"])
def test_a_fault_of_the_shoe_stops_the_dealing_until_it_is_cleared(kind: str) -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=3)
    ruling = table.report("shoe", m.FaultRaised(kind, "exit"))
    assert ruling.orders == (m.Lock(),)
    table.report("shoe", m.FaultRaised(kind, "exit"))
    assert kinds(table) == ["jam" if kind == "jam" else "device-fault"], "one fault, one question"
    assert table.choose("cleared", role="dealer").refused is not None
    table.report("shoe", m.FaultCleared(kind))
    table.choose("cleared", role="dealer")
    table.run()
    assert table.table.phase == "PlayerDecisions"


@clause("house.17")
def test_an_opened_lid_stops_the_dealing() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=3)
    ruling = table.report("shoe", m.LidMoved(True))
    assert ruling.orders == (m.Lock(),)
    table.report("shoe", m.LidMoved(False))
    table.report("shoe", m.LidMoved(True))
    assert [(hold.kind, hold.clause) for hold in table.table.holds] == [("lid", "topic:jam")]
    assert table.choose("resume", role="dealer").refused is not None, "the floorperson decides"
    table.choose("resume")
    table.run()
    assert table.table.phase == "PlayerDecisions"


@clause("house.18")
def test_a_draw_that_was_never_reported_can_only_void_the_round() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=2)
    table.report("shoe", m.CardDrawn(4, "9D"))
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("gap", ["void_round"])
    assert "3 to 4" in hold.words


@clause("house.18")
@pytest.mark.parametrize(
    ("device", "phase", "ways"),
    [
        ("shoe", "Dealing", ["void_round"]),
        ("reader", "Dealing", ["resume", "void_round"]),
        ("shoe", "PlayerDecisions", ["resume", "void_round"]),
        ("wagers", "Betting", ["resume", "out_of_play"]),
        ("shoe", "Betting", ["resume", "out_of_play"]),
    ],
)
def test_reports_that_are_gone_are_asked_about(device: str, phase: str, ways: list[str]) -> None:
    table = (
        Play("2C TS 7H 9D TC")
        if phase == "Betting"
        else one_box("2C TS 7H 9D TC", 2 if phase == "Dealing" else 9)
    )
    assert table.table.phase == phase
    table.report(device, m.Gap(7, 9))
    assert [(h.kind, [way.name for way in h.remedies]) for h in table.table.holds] == [("gap", ways)]


@clause("house.18")
def test_a_gap_between_rounds_can_be_answered() -> None:
    table = Play("2C TS 7H 9D TC")
    table.report("shoe", m.CardDrawn(3, SEALED, locked=True))
    assert kinds(table) == ["gap"]
    assert table.choose("resume").refused is None
    assert table.table.holds == ()


def test_a_draw_that_is_told_twice_is_one_card() -> None:
    table = one_box("2C TS 7H 9D TC 4S", drawn=2)
    before = table.table
    table.report("shoe", m.CardDrawn(2, "TS"))
    assert table.table == before


# ---- an empty shoe ----------------------------------------------------------------------------------------


def test_a_shoe_that_runs_empty_with_the_last_card_of_the_round() -> None:
    table = one_box("2C TS 7H 9D TC")
    table.report("shoe", m.ShoeEmpty(5))
    assert table.table.holds == ()
    table.finish()
    assert table.table.phase == "Shuffling"


@clause("672a.12(f)")
@pytest.mark.parametrize("drawn", [3, 9])
def test_a_shoe_that_runs_empty_before_a_card_is_due_is_filled_from_the_rack(drawn: int) -> None:
    """The round stands where it was, no card leaves meanwhile, and it is completed from the discards behind
    one that is removed face down."""
    table = one_box("2C TS 7H 2D TC 4S", drawn)
    phase = table.table.phase
    table.report("shoe", m.ShoeEmpty(table.table.last))
    if drawn == 9:
        assert table.table.phase == phase, "perhaps no card is needed"
        table.ask(c.Decide(1, "hit"))
    assert (table.table.phase, table.table.holds) == ("Refilling", ())
    assert [(one.kind, one.clause) for one in table.table.irregularities] == [
        ("too-few-cards", "topic:too-few-cards")
    ]
    lies = (table.table.hands, table.table.dealer, table.table.stacks)
    assert is_safe(table)
    table.refill("QS 2D TC 4S" if drawn == 3 else "QS 9H")
    assert table.table.phase == phase
    assert (table.table.hands, table.table.dealer, table.table.stacks) == lies
    table.run().finish()
    burned = [event.draw for event in table.events(ev.CardDealt) if event.to == BURN]
    assert burned == [1, 4 if drawn == 3 else 6]
    ended = ("lose", 0, 0, 1000) if drawn == 3 else ("win", 1000, 1000, 0)
    assert table.rows() == [(1, 1, "blackjack", *ended)]
    assert table.table.phase == "Shuffling", "the discards were dealt out: the shoe does not go on"


# ---- a void round -----------------------------------------------------------------------------------------


@clause("house.9")
def test_a_void_round_returns_what_lies_and_leaves_what_was_settled() -> None:
    table = Play("2C AS 8S 7H KD 8D TC 2S 9S")
    table.wager(1, 1000, 500)
    table.wager(2, 2000)
    table.deal()
    assert table.rows() == [(1, 1, "blackjack", "win", 1500, 1000, 0)]
    table.play(2, "split")
    table.report("shoe", m.FaultRaised("jam"))
    assert table.ask(c.ChooseRemedy(table.table.holds[0].id, "void_round")).refused is not None
    table.choose("void_round")
    assert table.table.void
    assert table.rows()[1:] == [
        (1, 1, "push_22", "void", 0, 500, 0),
        (2, 1, "blackjack", "void", 0, 2000, 0),
        (2, 2, "free_bet", "void", 0, 0, 0),
    ]
    assert table.table.stacks == ()
    assert [row.clause for row in table.settlements()][1:] == ["topic:void-round"] * 3


@clause("house.9")
def test_cards_of_a_void_round_are_told_to_the_journal() -> None:
    table = one_box("2C TS 7H 9D TC 4S")
    table.draw()
    table.choose("void_round")
    assert table.table.phase == "Collecting"
    assert table.table.dealer.cards == ("7H", "TC"), "the hole card is told when the cards are collected"
    table.run()
    assert table.table.phase == "Betting"


@clause("house.9")
def test_a_void_ends_the_questions_about_its_cards_and_not_those_about_devices() -> None:
    table = one_box("2C TS 7H 9D TC 4S 5S")
    table.draw()
    table.draw()
    table.report("shoe", m.FaultRaised("jam"))
    table.choose("void_round", "card-in-error")
    assert kinds(table) == ["jam"]
    assert table.table.phase == "PlayerDecisions"
    table.report("shoe", m.FaultCleared("jam"))
    table.choose("cleared")
    assert table.table.phase == "Collecting"


def test_every_question_in_a_round_that_is_void_already_has_a_way_out() -> None:
    table = one_box("2C TS 7H 9D TC 4S 5S", drawn=3)
    table.report("reader", m.FaultRaised("reader"))
    table.draw()
    table.choose("void_round", "card-in-error")
    assert (table.table.phase, kinds(table)) == ("Dealing", ["reader-malfunction"])
    table.report("shoe", m.Gap(1, 2))
    table.report("shoe", m.CardDrawn(7, SEALED, locked=True))
    assert all(hold.remedies for hold in table.table.holds)
    table.choose("resume", "gap")
    table.choose("resume", "gap")
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")
    table.run()
    assert table.table.phase == "Betting"


@clause("house.3")
@pytest.mark.parametrize("device", ["shoe", "reader", "wagers"])
def test_a_table_whose_device_does_not_come_back_can_be_taken_out_of_play(device: str) -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.lose(device)
    assert [way.name for way in table.table.holds[0].remedies] == ["resume", "out_of_play"]
    assert table.choose("resume").refused is not None
    table.choose("out_of_play")
    assert (table.table.phase, table.table.stacks) == ("Closed", ())
