"""671a.11(h): where no shuffler counts, the dealer counts the deck at least once after every five rounds."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games import find_game
from controller.games.lunar_poker.game import GAME
from controller.regulation.marks import clause
from controller.submission import default_rules
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Equipment
from tests.controller.games.lunar_poker.guided import GuidedLunarPoker
from tests.controller.table.following import refusal

DECK: Final = 52
ROUNDS: Final = 5
UNCOUNTING: Final = ("batch", "secure", "lid")
"""What a shuffler is able to that counts nothing."""
ONE_DECK: Final = Equipment("batch", backs=("red",))


def playing(
    shuffler: str = "none", counts: bool = False, equipment: Equipment | None = None
) -> GuidedLunarPoker:
    """Wagers are open for the first round; a shuffler counts, or does not."""
    table = GuidedLunarPoker(shuffler, equipment)
    if table.has_shuffler and not counts:
        table.shuffler.able = UNCOUNTING
        table.shuffler.verdicts = ("unsupported", "unsupported", "unsupported")
        table.unplug()
        table.plug_in()
    table.say(c.OpenTable(()), "floorperson")
    table.follow()
    return table


def rounds(table: GuidedLunarPoker, number: int) -> list[int]:
    """So many rounds, with all that people are asked for. Behind which of them the deck was counted."""
    counted = []
    for n in range(1, number + 1):
        before = len(table.events(ev.DeckCounted))
        table.round()
        table.follow()
        assert table.table.phase == "Betting"
        counted += [n] if len(table.events(ev.DeckCounted)) > before else []
    return counted


def due(table: GuidedLunarPoker) -> GuidedLunarPoker:
    """Five rounds are played, and the cards are out of the shoe."""
    rounds(table, ROUNDS - 1)
    table.round()
    table.say(c.CollectShoe(-1))
    return table


# ---- when ---------------------------


@clause("671a.11(h)")
@pytest.mark.parametrize(
    ("shuffler", "equipment"), [("none", None), ("batch", None), ("batch", ONE_DECK)], ids=str
)
def test_after_every_five_rounds_the_deck_is_counted(shuffler: str, equipment: Equipment | None) -> None:
    assert rounds(playing(shuffler, equipment=equipment), 16) == [5, 10, 15]


@clause("671a.11(h)")
def test_of_two_decks_each_is_counted_in_turn() -> None:
    table = playing("batch")
    backs = []
    for _ in range(4):
        due(table)
        backs.append(table.supply.batches[table.supply.current].back)
        table.follow()
    assert backs == ["red", "blue", "red", "blue"]


@clause("671a.11(h)", "671a.5(b)")
@pytest.mark.parametrize("equipment", [None, ONE_DECK])
def test_beside_a_shuffler_that_counts_nobody_has_to(equipment: Equipment | None) -> None:
    assert rounds(playing("batch", counts=True, equipment=equipment), 12) == []


@clause("671a.11(h)", "671a.13(g)")
def test_once_that_is_out_of_order_five_rounds_are_counted_from_its_last_count() -> None:
    table = playing("batch", counts=True)
    rounds(table, 7)
    table.say(c.MarkOutOfOrder("covered"))
    assert rounds(table, 11) == [5, 10]


@clause("671a.11(h)")
def test_the_chapters_number_stands_in_the_rules_of_this_game_alone() -> None:
    assert default_rules("lunar-poker").count_after == ROUNDS
    others = ("blackjack", "free-bet-blackjack", "double-back-jack")
    assert [default_rules(game).count_after for game in others] == [0, 0, 0]


@clause("671a.11(h)")
def test_a_void_round_counts_as_one() -> None:
    table = playing()
    rounds(table, ROUNDS - 1)
    table.stake(1)
    table.deal()
    table.say(c.ReportMisdeal("wrong_number"))
    table.run()
    table.say(c.CollectShoe(-1))
    assert table.urgent().kind == "count_deck"


@clause("671a.11(h)")
def test_a_deck_that_was_counted_sooner_is_due_five_rounds_later() -> None:
    table = playing()
    rounds(table, 2)
    table.round()
    table.say(c.CollectShoe(-1))
    assert table.urgent().kind == "shuffle"
    table.say(c.CountDeck(DECK))
    table.follow()
    assert rounds(table, 6) == [5]


@clause("671a.11(h)")
def test_a_deck_whose_turn_never_came_is_due_after_five_rounds_of_its_own() -> None:
    """Counts that fall on one of two decks alone do not spare the other one."""
    table = playing("batch")
    counted: list[int] = []
    for n in range(1, 12):
        table.round()
        table.say(c.CollectShoe(-1))
        back = table.supply.batches[table.supply.current].back
        if back == "red" and table.urgent().kind == "count_deck":
            counted.append(n)
        if back == "blue":
            table.say(c.CountDeck(DECK))
        table.follow()
    assert counted == [9], "red's rounds are the odd ones, and the ninth is its fifth"


@clause("671a.11(h)")
def test_other_cards_begin_anew() -> None:
    table = playing()
    rounds(table, 3)
    table.say(c.ChangeCards(), "floorperson")
    table.follow()
    assert rounds(table, 6) == [5]


# ---- where, and what it bars ---------------------------


@clause("671a.11(h)", "671a.5(a)")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_before_the_count_the_deck_is_not_shuffled_and_no_round_begins(shuffler: str) -> None:
    table = due(playing(shuffler))
    shuffles = c.ShuffleCards() if shuffler == "none" else c.FeedShuffler()
    if shuffler == "batch":
        table.shuffled()
        table.take_stack()
    prompt = table.urgent()
    assert (prompt.kind, prompt.who) == ("count_deck", "dealer")
    assert "face down" in prompt.words
    assert refusal(table, shuffles) == "topic:deck-count"
    for early in (c.LoadShoe(), c.CutCards("dealer"), c.NoMoreBets()):
        refusal(table, early)
    assert table.stake(1).refused is not None
    table.say(c.CountDeck(DECK))
    table.say(shuffles)


@clause("671a.11(h)")
def test_the_whole_deck_is_counted_and_not_what_is_left_in_the_shoe() -> None:
    table = playing()
    table.round()
    assert refusal(table, c.CountDeck(DECK)) == "topic:deck-count"
    table.say(c.CollectShoe(-1))
    assert refusal(table, c.CountDeck(-1)) == "topic:deck-count"
    table.say(c.CountDeck(DECK))
    table.follow()
    refusal(table, c.CountDeck(DECK))


@clause("671a.11(h)")
def test_what_is_in_the_shuffler_nobody_counts() -> None:
    one = playing("batch", equipment=ONE_DECK)
    one.round()
    one.say(c.CollectShoe(-1))
    one.say(c.FeedShuffler())
    assert refusal(one, c.CountDeck(DECK)) == "topic:deck-count"


@clause("671a.11(h)", "house.2")
def test_the_rounds_that_were_played_outlive_a_restart() -> None:
    table = playing()
    rounds(table, 3)
    table.restart()
    table.follow()
    assert rounds(table, 2) == [2]


@clause("671a.11(h)")
def test_a_game_whose_chapter_has_no_such_count_does_not_take_one() -> None:
    phases = find_game("blackjack").phases
    assert all(c.CountDeck not in phases.inputs(phase) for phase in phases.phases)
    assert [p for p in GAME.phases.phases if c.CountDeck in GAME.phases.inputs(p)] == ["Shuffling"]


# ---- what it finds ---------------------------


@clause("671a.11(h)(1)")
def test_with_52_cards_it_goes_on() -> None:
    table = due(playing())
    table.say(c.CountDeck(DECK))
    assert not table.table.holds
    assert [one.cards for one in table.events(ev.DeckCounted)] == [DECK]
    table.follow()
    assert table.table.phase == "Betting"


@clause("671a.11(h)(2)")
@pytest.mark.parametrize("cards", [0, 51, 53])
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_with_another_number_the_entire_deck_leaves_the_table(cards: int, shuffler: str) -> None:
    table = due(playing(shuffler))
    table.say(c.CountDeck(cards))
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("deck-count", ["change_cards"])
    (what,) = [one.what for one in table.events(ev.IrregularityMet)]
    assert (what.kind, what.clause) == ("deck-count", "topic:deck-not-whole")
    for barred in (c.ShuffleCards(), c.FeedShuffler(), c.CountDeck(DECK), c.ChooseRemedy(hold.id, "recount")):
        assert table.ask(barred).refused is not None
    assert refusal(table, c.ChooseRemedy(hold.id, "change_cards"), "dealer") == "topic:role"
    table.choose("change_cards")
    table.follow("Inspecting")
    assert [one.stage for one in table.supply.batches] == ["received"] * len(table.supply.batches)
    table.follow()
    assert rounds(table, 6) == [5]


@clause("671a.11(h)(2)")
def test_a_wrong_number_is_found_before_five_rounds_too() -> None:
    table = playing()
    table.round()
    table.say(c.CollectShoe(-1))
    table.say(c.CountDeck(51))
    assert [hold.kind for hold in table.table.holds] == ["deck-count"]


# ---- whatever happens ---------------------------


def is_good_count(event: ev.Event) -> bool:
    """The shuffler found 52 cards."""
    return isinstance(event, ev.ShuffleEnded) and (event.stage, event.counted) == ("done", "good")


@clause("671a.11(h)", "671a.13(g)")
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["none", "batch", "counting"]),
    st.lists(st.sampled_from(("round", "round", "count", "idle", "mark", "return", "step")), max_size=40),
)
def test_no_six_rounds_are_played_without_a_count(kind: str, story: list[str]) -> None:
    table = playing("none" if kind == "none" else "batch", counts=kind == "counting")
    for what in story:
        if what == "round":
            table.follow()
            table.round()
        elif what == "step":
            table.step()
        elif what == "count":
            table.ask(c.CountDeck(DECK))
        elif what == "idle":
            table.ask(c.LeaveIdle())
        elif what == "mark":
            table.ask(c.MarkOutOfOrder("signed"))
        elif table.ask(c.ReturnToService(), "floorperson").refused is None:
            table.shuffler.stage = "empty"
    since = most = 0
    for _, ruling in table.log:
        for event in ruling.events:
            if isinstance(event, ev.RoundEnded):
                since += 1
                most = max(most, since)
            elif isinstance(event, ev.DeckCounted | ev.CardsReceived) or is_good_count(event):
                since = 0
    assert most <= ROUNDS
