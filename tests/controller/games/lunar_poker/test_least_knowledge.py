"""No card is known before the rules turn it up: the dealer's last one in the deal, a declared hand, the
dealer's hand, the hands that are compared; what was folded or given up only for the journal, when the cards
are collected. And screens and recall tell no more than that."""

from collections.abc import Iterator

import pytest

from controller.audit import audit
from controller.clock import HandWoundClock
from controller.consoles.screens import screen
from controller.entries import decode_entry, encode_ruling
from controller.journal import MemoryJournal
from controller.recall import document, recall
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import DECK
from tests.controller.games.lunar_poker.playing import ACE_KING, BELOW, NOTHING, LunarPoker, dealt

TWO = "3C 5D 7H 9S JC"
FLUSH = "2S 5S 6S JS KS"
BOUGHT = "2D 4C 8H TD QH"
GIVEN = [4, 9, 14]
"""Box 4's first three cards, in a round of four boxes."""


def played(dealer: str) -> LunarPoker:
    """Box 1 folds, box 2 declares a flush and bets, box 3 bets, box 4 exchanges three cards and folds. Draws:
    box 1 has 1, 6, …, box 2 has 2, 7, …, the dealer 5, 10, …; the additional cards are 26 to 28."""
    table = dealt(NOTHING, FLUSH, TWO, BOUGHT, dealer)
    table.declare(2)
    table.act(1, "fold")
    table.act(4, "exchange", 1, 2, 3)
    table.act(2, "bet")
    table.act(3, "bet")
    return table


def told(table: LunarPoker) -> list[int]:
    """The draws whose faces the shoe has told so far, in this order."""
    return [one.draw for one in table.events(ev.CardDisclosed)]


def hand(box: int) -> list[int]:
    """The draws of box 1 to 4, or 5 for the dealer, in the deal of `played`."""
    return list(range(box, 26, 5))


@clause("671a.8(b)", "671a.8(c)", "671a.11(b)")
def test_before_the_lock_the_dealers_last_card_is_the_only_one_that_is_known() -> None:
    table = played(ACE_KING)
    assert told(table) == []
    known = [given.what.card for given, _ in table.log if isinstance(given.what, m.CardDrawn)]
    assert set(known) - {"##"} == {"4S"}
    assert cards_of(table) == {"4S"}


@clause("671a.11(c)(2)", "671a.11(e)", "671a.11(f)(2)", "671a.11(g)")
def test_each_hand_is_told_when_the_rules_turn_it_and_the_rest_when_the_cards_are_collected() -> None:
    table = played(ACE_KING)
    table.ask(c.LockDecisions())
    assert told(table) == hand(2)
    table.ask(c.WagersSettled())
    table.run()
    table.ask(c.Decide(4, "fold"))
    assert table.table.phase == "Settling"
    turned = [*hand(2), *hand(5)[:4], *hand(3)]
    assert told(table) == turned
    assert cards_of(table) == {*FLUSH.split(), *ACE_KING.split(), *TWO.split()}
    table.ask(c.WagersSettled())
    assert told(table) == turned, "the cards are not collected yet"
    table.ask(c.CardsCollected())
    rest = {*hand(1), *hand(4), 26, 27, 28}
    assert set(told(table)[len(turned) :]) == rest
    assert len(told(table)) == len(set(told(table))), "each is told once"
    assert table.table.standing.sealed == ()


@clause("671a.11(f)(1)")
def test_against_a_dealer_who_does_not_qualify_the_hands_are_told_to_the_journal_alone() -> None:
    table = played(BELOW)
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    table.run()
    table.ask(c.Decide(4, "fold"))
    assert told(table) == [*hand(2), *hand(5)[:4]]


@clause("671a.13(c)", "671a.11(g)")
@pytest.mark.parametrize("when", ["decided", "locked", "options"])
def test_of_a_void_round_no_card_is_told_before_it_is_collected(when: str) -> None:
    table = played(ACE_KING)
    if when != "decided":
        table.ask(c.LockDecisions())
    if when == "options":
        table.ask(c.WagersSettled())
    before = told(table)
    table.ask(c.ReportMisdeal("wrong_number"))
    assert table.table.phase == "Collecting"
    assert set(told(table)) - set(before) <= set(hand(5))
    table.ask(c.CardsCollected())
    drawn = range(1, table.shoe.last + 1)
    assert set(told(table)) == set(drawn) - {25}
    assert table.table.standing.sealed == ()


@clause("671a.8(b)")
def test_a_face_that_nobody_asked_for_is_not_used() -> None:
    table = played(ACE_KING)
    before = table.table
    table.report("shoe", m.Disclosed(5, "AS"))
    assert table.table == before
    assert cards_of(table) == {"4S"}


# ---- screens, recall, audit ---------------------------


def cards_of(table: LunarPoker) -> set[str]:
    """Every card that the table's screen names."""
    shown = screen(table.game, table.table, resolve=str)
    hands = [one.cards for box in shown.boxes for one in box.hands]
    return {card for cards in (*hands, shown.dealer.cards) for card in cards if card in DECK}


def lines(table: LunarPoker) -> Iterator[bytes]:
    return (encode_ruling(*one) for one in table.log)


def whole(dealer: str) -> LunarPoker:
    table = played(dealer)
    table.lock()
    table.again(4, "fold")
    assert table.table.phase == "Shuffling"
    return table


@clause("671a.11(g)")
def test_a_round_is_recalled_hand_by_hand_with_what_was_folded_and_given_up() -> None:
    table = whole(ACE_KING)
    entries = [decode_entry(at, line) for at, line in enumerate(lines(table), 1)]
    (record,) = recall(table.game, table.table.rules, entries)
    said = document(table.game, record, str)
    assert [(one["box"], one["cards"][:5]) for one in said["hands"][:3]] == [
        (1, NOTHING.split()),
        (2, FLUSH.split()),
        (3, TWO.split()),
    ]
    assert said["hands"][3]["cards"][:2] == ["TD", "QH"]
    assert len(said["hands"][3]["cards"]) == 5
    assert said["dealer"]["cards"] == ACE_KING.split()
    assert {one.draw: one.card for one in table.events(ev.CardDisclosed) if one.draw in GIVEN} == dict(
        zip(GIVEN, BOUGHT.split()[:3], strict=True)
    )


@clause("671a.11(g)")
@pytest.mark.parametrize("dealer", [ACE_KING, BELOW])
def test_an_audit_rules_on_it_again_and_nothing_differs(dealer: str) -> None:
    table = whole(dealer)
    journal = MemoryJournal(clock=HandWoundClock(), table="t1")
    for line in lines(table):
        journal.append(line)
    found = audit(journal.entries())
    assert found.is_clean, found.differences[:1]
    assert (found.entries, found.rounds, found.open_round) == (len(table.log), 1, False)
