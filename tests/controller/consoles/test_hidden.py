"""Screens, and above all what they do not show: no card that lies face down, in anything that leaves them."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from controller.consoles import telling
from controller.consoles.asking import Form
from controller.consoles.frames import (
    FACE_DOWN,
    TO_BE_ENTERED,
    ExposedShown,
    Screen,
    Shown,
    encode,
)
from controller.consoles.lines import Reporter
from controller.consoles.menu import menu_lines
from controller.consoles.screens import is_hidden, screen
from controller.consoles.terminal import THEME, TableView
from controller.consoles.wording import ASCII, SIGNS
from controller.games.free_bet_blackjack.game import GAME
from controller.regulation.marks import clause
from controller.table.commands import (
    CardsLie,
    ChooseRemedy,
)
from controller.table.state import Drawn, Hand, Lie, Table
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.consoles.playing import SECRET, Play


def shown(table: Table, **more: object) -> Screen:
    return screen(GAME, table, resolve=lambda cited: f"<{cited}>", name="Table 7", **more)  # type: ignore[arg-type]


def everything_said(
    table: Table, reporter: Reporter, told: telling.Told = (), *, is_drawn: bool = True
) -> str:
    """All that a console is sent or shows of this table: the frame, the plain lines, the keys, each form's
    first question, two drawings."""
    made = shown(table, told=told)
    forms = [Form(one).question(made) for one in made.choices if one.asks]
    text = [encode(Shown(1, made)).decode(), *reporter.read(made), *menu_lines(made, SIGNS), *forms]
    for look, size in ((SIGNS, (100, 30)), (ASCII, (80, 24))) if is_drawn else ():
        console = Console(width=size[0], height=size[1], theme=THEME, file=io.StringIO(), record=True)
        console.print(TableView(made, look), end="")
        text.append(console.export_text())
    return "\n".join(text)


def signs(card: str) -> tuple[str, ...]:
    """The ways in which a card may be written."""
    rank, suit = card[0], card[1]
    return (card, rank + {"C": "♣", "H": "♥", "S": "♠", "D": "♦"}[suit], rank + suit.lower())


@clause("672a.7(f)")
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    trouble=st.sampled_from((0.0, 0.05, 0.2)),
    wrong=st.sampled_from((0.0, 0.1, 0.3)),
    shuffler=st.sampled_from(("none", "batch", "continuous")),
)
def test_no_face_down_card_in_anything_that_is_shown(
    seed: int, trouble: float, wrong: float, shuffler: str
) -> None:
    """Cards that leave the shoe face down have faces that no other card has: to find one on a screen is to
    have found it, unless the rules have turned it up where it lies."""
    play, reporter = Play(seed, shuffler).open(), Reporter(SIGNS)
    for at, table in enumerate(play.on(150, trouble, wrong)):
        if at % 3:
            continue
        said = everything_said(table, reporter, tuple(play.log[-16:]), is_drawn=at % 9 == 0)
        for card in set(SECRET) - play.may_be_seen():
            assert not any(sign in said for sign in signs(card)), (table.phase, card)


def test_the_walks_above_come_through_everything_that_hides_a_card() -> None:
    """What the property walks through, counted: else it might prove nothing."""
    met: set[str] = set()
    for seed in range(120):
        play = Play(seed, ("none", "batch", "continuous")[seed % 3]).open()
        for table in play.on(150, 0.05, 0.25):
            met |= {f"{table.phase} {table.came_from}".strip() if table.phase == "Refilling" else table.phase}
            met |= {hand.status for hand in table.hands}
            met |= {"exposed" for one in table.ahead if one.exposed}
        met |= {type(event).__name__ for _, events in play.log for event in events}
    for phase in ("Dealing", "PlayerDecisions", "DealerPlay"):
        assert f"Refilling {phase}" in met
    wanted = {"DealCorrected", "HandDied", "PassedOver", "ShoeRefilled", "BatchFed", "StackTaken"}
    assert met >= wanted | {"exposed", "late", "dead", "Idle", "Closed", "Peeking", "Insurance"}


def test_the_property_above_would_notice_a_hole_card() -> None:
    play = Play(3).open().until("PlayerDecisions")
    table = play.table
    known = replace(table.dealer, cards=(table.dealer.cards[0], "7C"))
    said = everything_said(replace(table, dealer=known, phase="Settling"), Reporter(SIGNS))
    assert all(sign in said for sign in signs("7C"))


@pytest.mark.parametrize("phase", ["Dealing", "Insurance", "Peeking", "PlayerDecisions"])
def test_a_hole_card_that_the_table_knows_too_early_stays_face_down(phase: str) -> None:
    """A shoe may tell a face that nobody asked for; the screen does not depend on its manners."""
    table = Play(3).open().until("PlayerDecisions").table
    told = replace(table.dealer, cards=(table.dealer.cards[0], "7C"), total=17)
    dealer = shown(replace(table, phase=phase, dealer=told)).dealer
    assert dealer.cards == (table.dealer.cards[0], FACE_DOWN)
    assert dealer.count == ""


@pytest.mark.parametrize("phase", ["Dealing", "Insurance", "Peeking", "PlayerDecisions"])
def test_a_shoe_that_is_filled_in_a_round_turns_no_card(phase: str) -> None:
    """What was hidden in the phase that was interrupted stays hidden, whatever the table knows of it."""
    table = Play(3).open().until("PlayerDecisions").table
    told = replace(table.dealer, cards=(table.dealer.cards[0], "7C"), total=17)
    table = replace(table, phase="Refilling", refill="shuffle", came_from=phase, dealer=told)
    made = shown(table)
    assert made.dealer.cards == (table.dealer.cards[0], FACE_DOWN)
    assert (made.dealer.count, made.refill) == ("", "shuffle")
    turned = shown(replace(table, came_from="DealerPlay")).dealer
    assert turned.cards == told.cards


def test_a_refill_of_an_earlier_round_uncovers_nothing() -> None:
    """came_from keeps the phase of the last refill; only while the shoe is filled does it count."""
    table = Play(3).open().until("PlayerDecisions").table
    told = replace(table.dealer, cards=(table.dealer.cards[0], "7C"), total=17)
    assert shown(replace(table, came_from="DealerPlay", dealer=told)).dealer.cards[1] == FACE_DOWN


def test_an_unknown_phase_hides_what_was_dealt_face_down() -> None:
    table = Play(3).open().until("PlayerDecisions").table
    told = replace(table.dealer, cards=(table.dealer.cards[0], "7C"), total=17)
    assert is_hidden(replace(table, phase="NewPhase", dealer=told))


@clause("672a.12(e)")
def test_a_corrected_deal_hides_the_card_that_is_the_dealers_second_now() -> None:
    """The card that lay face up before a box is the dealer's second one now: it lies face down, by the plan
    of the corrected deal, also where the table still knows it."""
    play = Play(3).open().until("PlayerDecisions")
    hand, dealer = play.table.hands[0], play.table.dealer
    lies = (Lie(hand.draws[1], 0), Lie(dealer.draws[1], hand.box))
    assert play.ask(CardsLie(lies)).refused is None
    own = play.table.dealer
    assert own.draws == tuple(sorted((dealer.draws[0], hand.draws[1])))
    at = own.draws.index(max(own.draws))
    known = replace(own, cards=tuple("7C" if i == at else card for i, card in enumerate(own.cards)))
    made = shown(replace(play.table, dealer=known)).dealer
    assert made.cards[at] == FACE_DOWN
    assert "7C" not in made.cards


@clause("672a.12(c)")
def test_an_exposed_card_is_shown_with_its_draw_and_the_others_are_not() -> None:
    table = Play(3).open().until("PlayerDecisions").table
    waiting = (Drawn(20, "9H", True), Drawn(21, "7C"), Drawn(22, SEALED, True), Drawn(23, UNREAD, True))
    made = shown(replace(table, ahead=waiting))
    seen = (ExposedShown(20, "9H"), ExposedShown(22), ExposedShown(23, TO_BE_ENTERED))
    assert made.exposed == seen
    assert b"7C" not in encode(Shown(1, made))


@pytest.mark.parametrize("status", ["late", "dead"])
def test_a_late_or_dead_hand_is_shown_with_its_cards(status: str) -> None:
    table = Play(3).open().until("PlayerDecisions").table
    hand = replace(table.hands[0], status=status)
    made = shown(replace(table, hands=(hand, *table.hands[1:]))).boxes[hand.box - 1].hands[0]
    assert (made.status, made.cards, made.draws) == (status, hand.cards, hand.draws)


def test_a_void_round_does_not_show_the_hole_card_that_the_shoe_tells_the_journal() -> None:
    play = Play(3).open().until("PlayerDecisions")
    play.report("shoe-1", m.DeviceLost("unplugged"))
    play.ask(ChooseRemedy(play.table.holds[0].id, "void_round"))
    play.ready("shoe-1", "shoe")
    while play.step():
        pass
    assert play.table.phase == "Collecting"
    assert play.hole in play.table.dealer.cards, "the journal has been told"
    dealer = shown(play.table).dealer
    assert dealer.cards[1] == FACE_DOWN
    assert dealer.count == ""


def test_the_dealers_cards_are_shown_once_they_are_turned() -> None:
    play = Play(3).open().until("Settling")
    dealer = shown(play.table).dealer
    assert dealer.cards == play.table.dealer.cards
    assert dealer.count.endswith(str(play.table.dealer.total))


@pytest.mark.parametrize("answer", ["blackjack", "no_blackjack"])
def test_the_readers_answer_is_not_shown_before_play_acts_on_it(answer: str) -> None:
    play = next(p for p in map(peeking, range(60)) if p is not None)
    play.report("shoe-1", m.DeviceLost("unplugged"))
    play.report("reader-1", m.ReaderAnswer(answer))  # type: ignore[arg-type]
    assert play.table.reader == answer
    assert shown(play.table).reader.answer == ""
    play.ask(ChooseRemedy(play.table.holds[0].id, "void_round"))
    assert play.table.void
    assert shown(play.table).reader.answer == ""


def peeking(seed: int) -> Play | None:
    """A table that waits for the reader's answer, or None where this seed's first round has no peek."""
    play = Play(seed).open()
    while play.table.phase not in ("PlayerDecisions", "Settling"):
        if isinstance(play.table.wanted_reader, m.Arm):
            return play
        if not play.step():
            play.person()
    return None


def test_the_readers_answer_is_shown_when_play_went_on() -> None:
    play = next(p for p in map(peeking, range(60)) if p is not None)
    while play.table.phase == "Peeking":
        assert shown(play.table).reader.answer == ""
        play.step()
    assert shown(play.table).reader.answer == play.table.reader != ""


def test_cards_outside_hands_are_counted_and_not_named() -> None:
    table = Play(3).open().until("PlayerDecisions").table
    table = replace(table, ahead=(Drawn(8, "7C"),), removed=(Drawn(1, "7C"), Drawn(2, SEALED)))
    made = shown(table)
    assert made.shoe.waiting == 1
    assert b"7C" not in encode(Shown(1, made))


def test_an_unread_card_is_said_to_be_entered() -> None:
    table = Play(3).open().until("Settling").table
    hand = Hand(1, 1, ("9H", UNREAD), (1, 2), 9)
    assert shown(replace(table, hands=(hand,))).boxes[0].hands[0].cards == ("9H", TO_BE_ENTERED)
