"""What consoles show of a round of poker, and what may be asked there: hands that lie face down, what is
declared, decided and given up, and a key for each of it."""

import io

import pytest
from msgspec.structs import replace
from rich.console import Console

from controller.consoles import wording as w
from controller.consoles.asking import Form, NotUnderstood
from controller.consoles.frames import FACE_DOWN, Choice, HandShown, Screen, Shown, encode
from controller.consoles.lines import Reporter
from controller.consoles.machine_pieces import positions_lines
from controller.consoles.menu import menu, menu_lines, understand
from controller.consoles.pieces import prompt_lines
from controller.consoles.requests import read
from controller.consoles.screens import screen
from controller.consoles.terminal import THEME, TableView
from controller.consoles.wording import ASCII, SIGNS
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.ruling import rule_on
from controller.table.state import Table
from drivers.cards import UNREAD
from tests.controller.consoles.poker import (
    DEALER,
    FLUSH,
    FOUR,
    GAME,
    NEVER,
    ROYAL,
    TWO_PAIRS,
    UP,
    first,
    last,
    played,
    tables,
    undecided,
)

DOWN = (FACE_DOWN,) * 5


def made(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: cited, **more)  # type: ignore[arg-type]


def hand_of(table: Table, box: int) -> HandShown:
    return made(table).boxes[box - 1].hands[0]


def drawn(made: Screen) -> list[str]:
    """The picture, on two sizes of terminal."""
    texts = []
    for look, size in ((SIGNS, (120, 34)), (ASCII, (80, 24))):
        console = Console(width=size[0], height=size[1], theme=THEME, file=io.StringIO(), record=True)
        console.print(TableView(made, look), end="")
        texts.append(console.export_text())
    return texts


# ---- what nobody may see --------------------------------------------------------------------------------


def seen_in(words: str) -> set[str]:
    """The cards that are written there, in any of the ways in which one is."""
    suits = {"C": "♣", "H": "♥", "S": "♠", "D": "♦"}
    found = set()
    for card in UP | FLUSH | DEALER | TWO_PAIRS | NEVER:
        rank, suit = card
        ranks = (rank, "10") if rank == "T" else (rank,)
        if any(f"{one}{sign}" in words for one in ranks for sign in (suit, suits[suit], suit.lower())):
            found.add(card)
    return found


def turned_up(table: Table) -> set[str]:
    """The cards that the rules have turned up by now, told from the phase."""
    if table.phase in ("Betting", "NoMoreBets", "Dealing", "PlayerDecisions") or not table.hands:
        return UP
    if table.phase in ("LockedIn", "Options"):
        return UP | FLUSH
    return UP | FLUSH | DEALER | TWO_PAIRS


@clause("671a.8(b)", "671a.8(c)", "671a.11(c)(2)", "671a.11(e)", "671a.11(f)(2)")
def test_no_card_is_shown_before_the_rules_turn_it_up() -> None:
    """In nothing that leaves the process: frame, lines, keys, questions, drawings. Box 1 and box 4 fold, and
    box 3 gives cards up: none of these is ever shown."""
    reporter, shown, told = Reporter(SIGNS), set(), []
    for at, (table, events) in enumerate(played(FOUR)):
        told = [*told, (at, events)][-16:]
        now = made(table, told=tuple(told))
        forms = [Form(one).question(now) for one in now.choices if one.asks]
        text = [encode(Shown(1, now)).decode(), *reporter.read(now), *menu_lines(now, SIGNS), *forms]
        seen = seen_in("\n".join((*text, *(drawn(now) if at % 4 == 0 else ()))))
        assert seen <= turned_up(table), (table.phase, seen - turned_up(table))
        shown |= seen
    assert shown == UP | FLUSH | DEALER | TWO_PAIRS, "and each of these is shown in its time"


@clause("671a.13(c)")
def test_a_void_round_shows_no_hand_that_was_not_turned() -> None:
    table = first("PlayerDecisions")
    hands = tuple(replace(hand, cards=("2C", "7D", "9H", "JS", "3C")) for hand in table.hands)
    dealer = replace(table.dealer, cards=("AS", "7S", "7C", "9D", "6H"))
    for phase in ("PlayerDecisions", "Options", "Settling", "Collecting"):
        void = made(replace(table, hands=hands, dealer=dealer, phase=phase, void=True))
        assert all(box.hands[0].cards == DOWN for box in void.boxes if box.hands)
        assert void.dealer.cards == (*DOWN[:4], "6H")
        assert seen_in(encode(Shown(1, void)).decode()) == UP


# ---- what a hand is ----------------------------------------------------------------------------------------


def test_hands_lie_face_down_and_have_no_name_before_they_are_turned() -> None:
    table = first("PlayerDecisions")
    shown = made(table)
    assert [hand_of(table, box).cards for box in (1, 2, 3, 4)] == [DOWN] * 4
    assert [hand_of(table, box).count for box in (1, 2, 3, 4)] == [""] * 4
    assert (shown.dealer.cards, shown.dealer.count) == ((*DOWN[:4], "6H"), "")
    assert any("4 cards face down" in text for text in drawn(shown))


@clause("671a.6(b)")
def test_a_hand_that_is_turned_up_has_its_name() -> None:
    assert hand_of(last("LockedIn"), 2).count == "flush"
    table = last("Collecting")
    assert made(table).dealer.count == "pair"
    assert [hand_of(table, box).count for box in (1, 2, 3, 4)] == ["", "flush", "two pairs", ""]


@clause("671a.11(b)", "671a.11(d)")
def test_what_a_player_declared_and_decided_is_said() -> None:
    lines = [w.hand_state(hand_of(last("PlayerDecisions"), box)) for box in (1, 2, 3, 4)]
    assert lines == ["folds", "declared bets", "exchanges", "buys a card"]
    lines = [w.hand_state(hand_of(last("LockedIn"), box)) for box in (1, 2, 3, 4)]
    assert lines == ["folded", "flush bets", "exchanges", "buys a card"]
    assert w.hand_state(hand_of(last("PlayerDecisions", ROYAL), 1)) == "declared INSTANT PAYOUT"
    assert w.hand_state(hand_of(last("Collecting", ROYAL), 1)) == "royal flush paid"


@clause("671a.11(b)", "671a.11(d)(3)")
def test_every_hand_that_may_decide_has_the_mark() -> None:
    """The first decisions come in any order; while the chips of one are awaited, that hand has it; then the
    one that has its additional cards."""
    assert [hand_of(first("PlayerDecisions"), box).turn for box in (1, 2, 3, 4)] == [True] * 4
    paying = next(table for table in tables() if table.asked is not None and table.asked.verb == "exchange")
    assert [hand_of(paying, box).turn for box in (1, 2, 3, 4)] == [False, False, True, False]
    assert (hand_of(paying, 3).asked, hand_of(paying, 3).chips_due) == ("exchange", 1000)
    served = [table for table in tables() if table.phase == "Options" and table.asked is None]
    marks = [[hand_of(table, box).turn for box in (1, 2, 3, 4)] for table in served]
    assert [False, False, True, False] in marks
    assert [False, False, False, True] in marks
    assert all(sum(one) <= 1 for one in marks)


def test_cards_in_lines_are_counted_where_they_lie_face_down() -> None:
    assert w.cards(DOWN, ASCII) == "[5 face down]"
    assert w.cards((*DOWN[:4], "6H"), SIGNS) == "[4 face down] 6♥"
    assert w.cards((FACE_DOWN, FACE_DOWN), ASCII) == "[face down] [face down]"


@clause("671a.7(c)")
def test_each_wager_of_the_layout_has_a_name_of_its_own_that_fits_its_column() -> None:
    names = (*GAME.wagers, "bet", "options")
    wide, narrow = [w.wager(name) for name in names], [w.wager(name, narrow=True) for name in names]
    assert len(set(wide)) == len(set(narrow)) == len(names)
    assert max(map(len, wide)) <= 6
    assert max(map(len, narrow)) <= 3


@clause("671a.11(d)(1)")
def test_a_fee_is_paid_and_neither_won_nor_lost() -> None:
    fees = [one for one in made(last("Collecting")).settled if one.wager == "options"]
    assert [(one.box, w.outcome(one)) for one in fees] == [(3, "paid $10"), (4, "paid $10")]


@clause("671a.11(b)")
def test_what_several_boxes_are_asked_alike_is_said_once() -> None:
    lines = [
        "".join(words for words, _ in line) for line in prompt_lines(made(first("PlayerDecisions")), SIGNS)
    ]
    asked = "declare a hand that wins; then fold, bet, buy a sixth card or exchange 2 to 5."
    assert lines == [f"DEALER: Boxes 1, 2, 3, 4: {asked}"]
    one = next(t for t in tables() if t.asked is None and len(undecided(t)) == 1)
    lines = ["".join(words for words, _ in line) for line in prompt_lines(made(one), SIGNS)]
    assert lines[0].startswith("DEALER: Box ")
    assert "folds" in lines[1]


def test_no_card_reader_is_drawn_where_none_is() -> None:
    words = "".join(text for line in positions_lines(made(first("Betting")), SIGNS) for text, _ in line)
    assert "reader" not in words
    assert "inspected" not in words


def test_a_drawing_of_eighty_columns_says_what_was_decided_and_cuts_no_stake() -> None:
    """Box 2 has four wagers beside its Ante, so that little room is left there."""
    text = drawn(made(last("PlayerDecisions")))[1]
    assert "declared bets" in text
    assert "+$2|" not in text


@clause("671a.11(c)", "671a.11(d)(3)")
def test_a_round_always_asks_for_something() -> None:
    """While the positions close behind the last chips there is nothing but to wait, and that is said: who
    follows the prompts goes on, and settles nothing that is not listed yet."""
    rounds = ("Dealing", "PlayerDecisions", "LockedIn", "Options", "Reveal", "Settling", "Collecting")
    for table in (*tables(), *tables(ROYAL)):
        if table.phase in rounds:
            assert made(table).prompts, (table.phase, table.positions)
        if table.phase in ("LockedIn", "Options") and table.positions == "closing":
            assert [one.kind for one in made(table).prompts] == ["wait"]
    closing = {table.phase for table in tables() if table.positions == "closing"}
    assert {"Options", "PlayerDecisions"} <= closing


# ---- keys --------------------------------------------------------------------------------------------------


def test_no_two_choices_of_a_round_share_a_key() -> None:
    for table in (*tables(), *tables(ROYAL)):
        now = made(table)
        keys = menu(now)
        assert len(keys) == len(now.choices)
        assert all(len(key) <= 2 for key in keys), keys


def test_a_choice_is_refused_as_the_table_would_refuse_it() -> None:
    """Those that ask for something are weighed with an answer that would do."""
    for table in tables():
        for one in made(table).choices:
            if not one.asks:
                refused = rule_on(GAME, table, c.Asked(_role(one), "", one.what)).refused
                assert one.why_not == ("" if refused is None else refused.why)


def _role(one: Choice) -> c.Role:
    return "dealer" if one.who == "dealer" else "floorperson"


@clause("671a.11(b)")
def test_each_hand_has_keys_for_what_its_player_declares_and_decides() -> None:
    now = made(first("PlayerDecisions"))
    assert understand("d2", now) == c.DeclareHand(2)
    assert understand("i2", now) == c.DeclareHand(2, instant=True)
    assert understand("f1", now) == c.Decide(1, "fold")
    assert understand("b4", now) == c.Decide(4, "bet")
    assert understand("y4", now) == c.Decide(4, "buy")
    assert understand("lk", now) == c.LockDecisions()
    assert menu(now)["lk"].why_not == "the player of box 1 has not decided yet"


@clause("671a.11(b)(3)", "671a.11(d)(1)(ii)")
def test_cards_are_exchanged_by_their_places() -> None:
    now = made(first("PlayerDecisions"))
    assert understand("x3 3 4 5", now) == c.Decide(3, "exchange", cards=(3, 4, 5))
    form = understand("x3", now)
    assert isinstance(form, Form)
    assert "places" in form.question(now)
    for typed in ("", "4S", "1 1 x", "0 1", "10"):
        with pytest.raises(NotUnderstood):
            form.answer(typed, now)
    what = c.Decide(3, "exchange", cards=(1, 2))
    assert form.answer("1, 2", now) == what
    asked = c.Asked("dealer", "Kim", what)
    assert read(encode(asked)) == asked, "it may be sent"


@clause("671a.11(c)", "671a.11(d)(3)")
def test_choices_are_those_of_the_hands_that_may_decide() -> None:
    for table in tables():
        now = made(table)
        offered = {one.what.box for one in now.choices if isinstance(one.what, c.Decide)}
        if table.phase == "PlayerDecisions":
            assert offered == {hand.box for hand in undecided(table)}
        elif table.phase != "Options":
            assert offered == set()
        declares = [one.what for one in now.choices if isinstance(one.what, c.DeclareHand)]
        assert not any(one.box in table.poker.declared and not one.instant for one in declares)
    second = [table for table in tables() if any(hand.status == "drawn" for hand in table.hands)]
    keys = [set(menu(made(table))) for table in second if table.asked is None]
    assert {"f3", "b3"} <= keys[0]
    assert not {"y3", "x3", "d3", "f4"} & keys[0]


@clause("671a.11(h)")
def test_the_dealer_tells_how_many_cards_the_whole_deck_has() -> None:
    """Once it lies on the table, and is asked for the number."""
    shuffling = [table for table in tables() if table.phase == "Shuffling"]
    counted = [one for one in shuffling if one.standing.supply.batches[0].where == "table"]
    assert counted
    now = made(counted[-1])
    form = understand("k", now)
    assert isinstance(form, Form)
    assert "deck" in form.question(now)
    assert form.answer("51", now) == c.CountDeck(51)
    assert all("k" not in menu(made(one)) for one in shuffling if one not in counted)


@clause("671a.13(c)", "671a.13(d)")
def test_what_makes_all_hands_void_has_its_keys() -> None:
    for phase in ("Dealing", "PlayerDecisions", "LockedIn", "Options"):
        now = made(first(phase))
        assert understand("wn", now) == c.ReportMisdeal("wrong_number")
        assert understand("xd", now) == c.ReportMisdeal("dealer_exposed")
    assert not {"wn", "xd"} & set(menu(made(last("Collecting"))))


@clause("671a.7(b)")
def test_a_player_who_left_has_a_key_for_the_floorperson_as_long_as_something_lies_there() -> None:
    for phase in ("Dealing", "PlayerDecisions", "LockedIn", "Options"):
        table = first(phase)
        now = made(table)
        keys = {key: one for key, one in menu(now).items() if isinstance(one.what, c.AbandonWagers)}
        assert set(keys) == {f"l{stack.box}" for stack in table.stacks}
        assert {(one.who, one.why_not) for one in keys.values()} == {("floorperson", "")}
    assert not [key for key in menu(made(last("Collecting"))) if key[0] == "l" and key[1:].isdigit()]


# ---- cards that nobody could read ----------------------------------------------------------------------


@clause("topic:unread-card", "671a.8(c)")
def test_a_card_that_lies_face_down_is_not_to_be_entered_from_sight() -> None:
    """The dealer's first card lies face down; the last one is the one that is turned up."""
    for phase in ("PlayerDecisions", "LockedIn", "Options"):
        table = last(phase)
        for at, draw in enumerate(table.dealer.draws):
            cards = tuple(UNREAD if place == at else card for place, card in enumerate(table.dealer.cards))
            odd = replace(table, dealer=replace(table.dealer, cards=cards))
            asked = [one.draw for one in made(odd).prompts if one.kind == "enter_card"]
            assert asked == ([draw] if at == 4 else [])
            refused = rule_on(GAME, odd, c.Asked("floorperson", "", c.EnterCard(draw, "4H"))).refused
            assert (refused is None) == (at == 4)


DECLARED = """
cards: 2H AS 5H 7S 8H 7C JH 9D KH 6H  3C
steps:
- wager: {box: 1, ante: 10, super: 10}
- deal
- play: {box: 1, do: buy}
- play: {box: 1, do: fold}
- rest
"""
"""A flush is declared, verified face up, and a sixth card bought; then the player folds."""


@clause("671a.11(d)(4)", "671a.8(b)")
def test_a_card_that_comes_to_a_verified_hand_is_not_shown_where_its_player_folds() -> None:
    shown = [made(table) for table in tables(DECLARED)]
    assert any("KH" in hand.cards for now in shown for hand in now.boxes[0].hands), "it was verified"
    assert not any("3C" in encode(now).decode() for now in shown)
    assert all(
        hand.cards.count(FACE_DOWN) in (0, 6)
        for now in shown
        for hand in now.boxes[0].hands[:1]
        if len(hand.cards) == 6
    )
