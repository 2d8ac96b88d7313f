"""What goes wrong where Lunar Poker is dealt from the hand: cards face up in the deck, cards drawn in error,
faces that were told wrongly, a deck at its end, and a loss of power."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.ruling import fold
from drivers.cards import UNREAD
from tests.controller.games.lunar_poker.held import TWO, HeldPoker, held, held_at, held_dealt
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    BELOW,
    NOTHING,
    back,
    lost,
    refused,
    won,
)
from tests.controller.games.lunar_poker.rounds import VOID, is_void, kinds, records
from tests.from_hand import EQUIPMENT
from tests.support import BUILD

FLUSH = "2S 5S 6S JS KS"
PHASES = ["Dealing", "PlayerDecisions", "LockedIn", "Options", "Reveal", "Collecting"]


def remedies(table: HeldPoker) -> list[str]:
    (hold,) = table.table.holds
    return [way.name for way in hold.remedies]


# ---- 671a.13(a): found face up in the deck --------------------------------------------------------------


@clause("671a.13(a)")
def test_a_card_found_face_up_in_the_deck_goes_to_the_rack_and_the_next_takes_its_place() -> None:
    table = held_at("Dealing")
    assert table.pull() == ["AS"]
    assert table.ask(c.FaceUpCard("AS")).refused is None
    assert [(one.draw, one.card) for one in table.table.removed] == [(2, "AS")]
    assert table.deal_card(down=True).refused is None
    assert table.table.dealer.draws == (3,)
    assert records(table) == [("face-up-card", "671a.13(a)")]


@clause("671a.13(a)")
@pytest.mark.parametrize("phase", ["Dealing", "Options"])
def test_a_second_card_found_face_up_makes_all_hands_void(phase: str) -> None:
    table = held_dealt(NOTHING, TWO, ACE_KING) if phase == "Options" else held_at("Dealing")
    if phase == "Options":
        table.act(1, "fold")
        table.act(2, "buy")
        table.ask(c.LockDecisions())
        table.ask(c.WagersSettled())
    for _ in range(2):
        (card,) = table.pull()
        assert table.ask(c.FaceUpCard(card)).refused is None
    if phase == "Dealing":
        assert table.rows() == VOID
    else:
        assert back(2, "ante", outcome="void") in table.rows()
        assert lost(1, "ante") in table.rows(), "what was settled stands"
    assert is_void(table)


@clause("671a.13(a)")
def test_the_card_that_everybody_saw_has_to_be_said_and_to_be_possible() -> None:
    table = held_dealt(NOTHING, ACE_KING)
    for card, words in (("", "say which it is"), ("ZZ", "no card"), ("4S", "look again")):
        refused(table.ask(c.FaceUpCard(card)), "topic:unread-card", words)
    assert table.table.last == 10


# ---- 671a.13(b): drawn in error ---------------------------------------------------------------------------


@clause("671a.13(b)")
def test_a_card_drawn_in_error_that_nobody_saw_is_the_next_card() -> None:
    """It lies there until the options, where it is the sixth card that is dealt first."""
    table = held_dealt(NOTHING, TWO, ACE_KING, rest="KC QD")
    table.pull()
    assert table.ask(c.CardInError()).refused is None
    assert [one.card for one in table.table.ahead] == [UNREAD]
    assert all(one.kind != "enter_card" for one in table.game.prompts(table.table))
    refused(table.floor(c.EnterCard(16, "KC")), "topic:unread-card", "face down")
    table.act(1, "fold")
    table.act(2, "buy")
    table.lock()
    assert table.table.hands[1].draws[-1] == 16
    assert (table.table.last, table.table.hands[1].status) == (16, "drawn")
    assert records(table) == [("card-in-error-unexposed", "671a.13(b)")]
    table.again(2, "bet")
    assert "KC" in table.known(), "it is told when the hand is turned over"


@clause("671a.13(b)")
def test_where_it_is_the_dealers_last_card_its_face_is_told_as_it_lies_there() -> None:
    table = held_at("Dealing")
    for _ in range(8):
        table.deal_card(down=True)
    table.pull()
    assert table.ask(c.CardInError()).refused is None
    assert table.table.phase == "Dealing"
    one = table.game.prompts(table.table)[0]
    assert (one.who, one.kind, one.draw) == ("dealer", "enter_card", 10)
    refused(table.ask(c.DealCard("4S")), "topic:card-in-error-unexposed")
    assert table.enter().refused is None
    assert (table.table.phase, table.table.dealer.cards[-1]) == ("PlayerDecisions", "4S")


@clause("671a.13(b)")
@pytest.mark.parametrize("phase", ["Dealing", "PlayerDecisions", "LockedIn", "Options"])
def test_a_card_drawn_in_error_that_was_seen_leaves_the_floor_a_void_round(phase: str) -> None:
    table = held_at(phase)
    (card,) = table.pull()
    assert table.ask(c.CardInError(card)).refused is None
    assert (kinds(table), remedies(table)) == (["card-in-error"], ["void_round"])
    assert [one.card for one in table.table.removed] == [card]
    table.choose("void_round")
    assert is_void(table)


@clause("671a.13(b)")
@pytest.mark.parametrize("phase", ["Betting", "Reveal", "Collecting"])
def test_where_no_card_is_to_come_one_that_was_seen_goes_to_the_rack(phase: str) -> None:
    table = held_at(phase)
    (card,) = table.pull()
    assert table.ask(c.CardInError(card)).refused is None
    assert kinds(table) == []
    assert [one.card for one in table.table.removed] == [card]
    assert records(table) == [("card-in-error-exposed", "671a.13(b)")]


# ---- 671a.13(c), (d): hands that are void ------------------------------------------------------------------


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize("kind", ["wrong_number", "dealer_exposed"])
def test_a_misdeal_is_told_as_at_a_shoe(kind: str) -> None:
    table = held_at("Dealing")
    assert table.ask(c.ReportMisdeal(kind)).refused is None
    assert table.rows() == VOID
    assert is_void(table)


@clause("671a.13(c)")
def test_a_deck_that_ends_before_all_additional_cards_makes_the_round_void() -> None:
    """Five players and the dealer leave 22 cards; all are promised, and one lies face up."""
    hands = ["2C 2D 2H 2S 3C", "3D 3H 3S 4C 4D", "4H 5C 5D 5H 5S", "6C 6D 6H 6S 7C", "7D 7H 7S 8C 8D"]
    table = held_dealt(*hands, BELOW.replace("4S", "AS").replace("7C", "8H"))
    for box in range(1, 5):
        table.act(box, "exchange", 1, 2, 3, 4, 5)
    table.act(5, "exchange", 1, 2)
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    (card,) = table.pull()
    assert table.ask(c.FaceUpCard(card)).refused is None
    table.run()
    while table.table.phase == "Options":
        table.again(table.game.prompts(table.table)[0].box, "fold")
    assert table.table.last == 52
    assert ("wrong-number", "671a.13(c)") in records(table)
    assert back(5, "ante", outcome="void") in table.rows()
    for what in (c.DealCard(), c.CardInError(), c.FaceUpCard("9C")):
        assert table.ask(what).refused is not None


# ---- faces that were told wrongly --------------------------------------------------------------------------


@clause("671a.9(b)")
def test_the_dealers_last_card_is_corrected_until_wagers_were_settled_by_it() -> None:
    """No rule goes by it before the reveal: decisions were made by the card itself."""
    table = held(NOTHING, ACE_KING)
    table.ask(c.NoMoreBets())
    table.pull(10)
    table.ask(c.DealCards("4H"))
    table.act(1, "bet")
    refused(table.ask(c.CorrectCard(10, "4H")), "topic:unread-card", "on record")
    refused(table.ask(c.CorrectCard(1, "2C")), "topic:unread-card", "no card that was told")
    refused(table.ask(c.CorrectCard(10, "")), "topic:unread-card", "say which")
    assert table.ask(c.CorrectCard(10, "4S")).refused is None
    assert table.cards(0)[-1] == "4S"
    assert ("card-corrected", "topic:unread-card") in records(table)
    table.finish()
    assert lost(1, "bet", 2 * ANTE) in table.rows()


@clause("671a.11(f)")
def test_a_card_of_the_reveal_is_corrected_before_the_last_one_is_told() -> None:
    """By the wrong card the dealer would have a pair of kings; with the ace-king the pair of box 1 wins."""
    table = held_dealt("TC TD 6H 8S 2C", ACE_KING)
    table.act(1, "bet")
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    assert table.table.phase == "Reveal"
    assert table.ask(c.EnterCard(2, "KD")).refused is None
    assert table.ask(c.EnterCard(4, "KH")).refused is None
    assert table.ask(c.CorrectCard(2, "AS")).refused is None
    table.finish()
    assert won(1, "bet", 2 * ANTE, 2 * ANTE) in table.rows()


@clause("671a.11(c)(2)")
def test_a_declared_hand_is_corrected_as_long_as_it_is_not_settled() -> None:
    """The fourth card was told as another jack; then the fifth makes the hand."""
    table = held_dealt(FLUSH, ACE_KING)
    table.declare(1)
    table.act(1, "bet")
    table.ask(c.LockDecisions())
    for draw, card in ((1, "2S"), (3, "5S"), (5, "6S"), (7, "JC")):
        assert table.ask(c.EnterCard(draw, card)).refused is None
    assert table.ask(c.CorrectCard(7, "JS")).refused is None
    table.enter()
    assert table.rows() == [won(1, "super", 60 * ANTE)]


@clause("671a.12(b)")
@pytest.mark.parametrize(("card", "is_open"), [("TS", False), ("TC", True)])
def test_once_a_super_wager_was_settled_by_it_the_floor_is_asked(card: str, is_open: bool) -> None:
    """Another spade leaves it the flush that was paid; another suit does not."""
    table = held_dealt(FLUSH, ACE_KING)
    table.declare(1)
    table.act(1, "bet")
    table.ask(c.LockDecisions())
    while table.prompt() == "enter_card":
        table.enter()
    assert table.ask(c.CorrectCard(7, card)).refused is None
    assert (kinds(table) == ["card-told-wrongly"]) == is_open
    assert (table.cards(1)[3] == card) == (not is_open)
    if is_open:
        assert remedies(table) == ["resume", "void_round"]


@clause("671a.11(f)")
def test_nothing_is_corrected_any_more_once_the_round_is_settled() -> None:
    table = held_at("Collecting")
    assert table.ask(c.CorrectCard(10, "9C")).refused is None
    assert kinds(table) == ["card-told-wrongly"]
    assert table.cards(0)[-1] == "4S"
    table.choose("resume")
    table.run()
    assert table.table.phase == "Shuffling"


@clause("671a.13(a)")
def test_a_card_in_the_rack_is_corrected_too() -> None:
    table = held_at("PlayerDecisions")
    table.pull()
    table.ask(c.FaceUpCard("QH"))
    assert table.ask(c.CorrectCard(11, "KC")).refused is None
    assert [one.card for one in table.table.removed] == ["KC"]


# ---- a loss of power ---------------------------------------------------------------------------------------


def restarted(table: HeldPoker) -> None:
    """The controller starts again on the journal, and each device has told its state."""
    table.answers = True
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000, "", table.devices, EQUIPMENT)))
    for name, _ in table.devices:
        table.back(name)
    while table.table.holds:
        assert table.choose("resume").refused is None


@clause("house.2", "671a.9(b)")
@pytest.mark.parametrize("phase", PHASES)
def test_after_a_loss_of_power_the_deal_goes_on_where_it_was(phase: str) -> None:
    table = held_at(phase)
    before = table.table
    restarted(table)
    assert table.table.hands == before.hands
    assert (table.table.dealer, table.table.last) == (before.dealer, before.last)
    while table.table.phase not in ("Shuffling", "Betting"):
        kind = table.prompt()
        if kind == "decide":
            table.again(1, "bet")
        elif kind == "lock_decisions":
            table.lock()
        else:
            table.run()
    assert lost(1, "bet", 2 * ANTE) in table.rows()
    folded = table.game.new_table(table.table.rules)
    for _, ruling in table.log:
        folded = fold(table.game, folded, ruling.events)
    assert folded == table.table


@clause("house.2")
@pytest.mark.parametrize("phase", PHASES[:-1])
def test_after_a_loss_of_power_the_floor_may_void_the_round(phase: str) -> None:
    table = held_at(phase)
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000, "", table.devices, EQUIPMENT)))
    for name, _ in table.devices:
        table.back(name)
    table.choose("void_round", "power-loss")
    while table.table.holds:
        table.choose("resume")
    assert is_void(table)
    assert len(table.events(ev.RoundVoided)) == 1
