"""A round with Second Chances as it is recalled and audited from its journal, and as the table's screen shows
it."""

import pytest

from controller.audit import audit
from controller.citations import resolver
from controller.clock import HandWoundClock
from controller.consoles.pieces import box_lines
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII
from controller.entries import Entry, decode_entry, encode_ruling
from controller.journal import MemoryJournal
from controller.recall import document, recall
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Lie
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, offered
from tests.controller.games.free_bet_blackjack.slips import in_error, late


def entries(table: DoubleBackJack) -> list[Entry]:
    """What its journal would hold."""
    return [decode_entry(at, encode_ruling(*one)) for at, one in enumerate(table.log, 1)]


def journal(table: DoubleBackJack) -> MemoryJournal:
    made = MemoryJournal(clock=HandWoundClock(), table="t1")
    for one in table.log:
        made.append(encode_ruling(*one))
    return made


def split_and_saved() -> DoubleBackJack:
    """Hand 1: 8, 6, ten less 3, 21. Hand 2: 8, 5 doubled for 5 dollars, ten less 4, 19. The dealer: 19."""
    table = dealt("2C 8S 9H 8D TC 6C KC 3C 5S QC 4C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    table.play(1, "second_chance")
    table.play(1, "double", hand=2, amount=500)
    table.play(1, "second_chance", hand=2)
    return table


@clause("673a.7(u)", "673a.7(l)")
def test_a_second_chance_card_is_the_last_of_its_hand_and_the_total_is_what_it_left() -> None:
    table = split_and_saved()
    (record,) = recall(table.game, table.table.rules, entries(table))
    told = document(table.game, record, resolver("673a"))
    assert told["hands"] == [
        {"box": 1, "hand": 1, "cards": ["8S", "6C", "KC", "3C"], "total": 21},
        {"box": 1, "hand": 2, "cards": ["8D", "5S", "QC", "4C"], "total": 19},
    ]
    assert told["dealer"] == {"cards": ["9H", "TC"], "total": 19}
    assert [(one["hand"], one["wager"], one["outcome"], one["clause"]) for one in told["settlements"]] == [
        (1, "blackjack", "push", "673a.7(l)(2)"),
        (1, "second_chance", "win", "673a.7(l)(2)"),
        (2, "blackjack", "push", "673a.7(r)(2)"),
        (2, "double_down", "push", "673a.7(r)(2)"),
        (2, "second_chance", "push", "673a.7(r)(2)"),
    ]
    assert told["settlements"][4]["stake"] == told["settlements"][4]["returned"] == "15.00"


@clause("673a.7(u)", "673a.7(l)(1)", "673a.7(r)(3)(i)")
@pytest.mark.parametrize(("taken", "total"), [(True, 23), (False, 25)])
def test_a_hand_that_was_lost_is_recalled_with_all_its_cards(taken: bool, total: int) -> None:
    table = offered("2C")
    table.play(1, "second_chance") if taken else table.decline(1)
    (record,) = recall(table.game, table.table.rules, entries(table))
    (hand,) = document(table.game, record, str)["hands"]
    assert hand == {
        "box": 1,
        "hand": 1,
        "cards": ["TS", "6D", "9C"] + ["2C"] * taken,
        "total": total,
    }


@clause("673a.7(l)")
def test_a_round_in_the_middle_of_an_offer_is_told_as_it_lies() -> None:
    table = offered("5C")
    table.ask(c.Decide(1, "second_chance"))
    (record,) = recall(table.game, table.table.rules, entries(table))
    assert record.open
    assert document(table.game, record, str)["hands"][0]["total"] == 25
    assert record.settlements == ()


def astray() -> DoubleBackJack:
    """A card that was seen, one that went to another hand, one that was refused."""
    table = offered("5C 6C 2C", 1000, 1000)
    in_error(table)
    table.play(1, "second_chance")
    table.ask(c.CardWent(Lie(9, 2, 1)))
    table.choose("late_card")
    table.finish()
    return table


def forgotten() -> DoubleBackJack:
    table = offered("5C 6C 2C", 1000, 1000)
    table.ask(c.Decide(1, "second_chance"))
    table.place(1, ("second_chance", 1000))
    late(table)
    in_error(table)
    table.ask(c.RefuseCard(2))
    table.ask(c.AcceptCard(1))
    table.finish()
    return table


@clause("673a.7(l)", "673a.13(c)", "673a.13(h)")
@pytest.mark.parametrize("made", [split_and_saved, astray, forgotten, lambda: offered("5C").finish()])
def test_an_audit_rules_on_it_again_and_nothing_differs(made: object) -> None:
    assert callable(made)
    table = made()
    found = audit(journal(table).entries())
    assert found.is_clean, found.differences[:1]
    assert (found.entries, found.rounds, found.open_round) == (len(table.log), 1, False)


@clause("673a.7(l)")
def test_the_screen_shows_the_offer_and_what_the_card_left() -> None:
    table = offered("5C", 1000, 1000)
    shown = screen(table.game, table.table, resolve=str)
    assert "box 1 has 25: does the player place a second chance wager of $10.00?" in words(shown)
    table.play(1, "second_chance")
    hand = screen(table.game, table.table, resolve=str).boxes[0].hands[0]
    assert (hand.cards[-1], hand.count) == ("5C", "20")


@clause("673a.7(l)", "673a.13(c)")
def test_the_offer_names_its_hand_and_a_card_that_was_seen() -> None:
    table = dealt("2C 8S 9H 8D TC 6C KC 3C 5S QC 4C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    in_error(table)
    shown = words(screen(table.game, table.table, resolve=str))
    assert "box 1, hand 1 has 24" in shown
    assert "for the exposed 3c?" in shown


def words(shown: object) -> str:
    """All that it says, in small letters."""
    return str(shown).lower()


@clause("673a.7(l)")
def test_its_chips_are_shown_with_the_hand_that_they_are_for() -> None:
    table = dealt("2C 8S 9H 8D TC 6C KC 7C 5S QC 4C", 1000)
    table.play(1, "split")
    table.play(1, "hit")
    table.play(1, "second_chance")
    table.play(1, "hit", hand=2)
    table.ask(c.Decide(1, "second_chance", 2))
    table.place(1, ("second_chance", 1000))
    box = screen(table.game, table.table, resolve=str).boxes[0]
    said = ["".join(words for words, _ in line) for line in box_lines(box, 18, 12, ASCII)]
    first, second = said[:4], said[4:]
    assert first == [" 8s 6c Kc 7c", " 17 stood", " $10", " Chance $10"]
    assert second == [">8d 5s Qc", " 23", " $10", " Chance $10", " second chance"]


@clause("673a.7(l)")
def test_people_read_it_as_two_words() -> None:
    table = offered("5C", 1000, 1000)
    shown = screen(table.game, table.table, resolve=str)
    assert "second chance" in [one.words for one in shown.choices]
    table.ask(c.Decide(1, "second_chance"))
    for what in (c.Decide(1, "hit"), c.RefuseCard(1)):
        ruling = table.ask(what)
        assert ruling.refused is not None
        assert "_" not in ruling.refused.why
    table.ask(c.WithdrawDecision())
    shown = screen(table.game, table.table, resolve=str)
    assert not [one for one in shown.choices if "_" in one.words + one.why_not]
