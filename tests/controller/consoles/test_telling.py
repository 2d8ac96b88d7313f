"""What happened, in words: every event has some or has its picture, none carries a card."""

from typing import get_args

import pytest
from msgspec.structs import replace

from controller.consoles.frames import Screen
from controller.consoles.lines import Reporter
from controller.consoles.screens import screen
from controller.consoles.telling import MOST_TOLD, PICTURED, WORDS, Told, tell, told_lines
from controller.consoles.wording import ASCII
from controller.games.free_bet_blackjack.game import GAME
from controller.table import events as ev
from controller.table.state import (
    Award,
    Batch,
    Commissioning,
    DealStep,
    DeviceStanding,
    Equipment,
    Lie,
    Settlement,
    Stranger,
)
from drivers.messages import UP
from tests.controller.consoles.playing import RULES, Play

EVENTS = frozenset(get_args(ev.Event))
STRANGER = Stranger(
    "1-1.2", 7, 0x046D, 0xC31C, "", "Key", ("03/01/01|03/00/00", "08/06/50"), "nothing expects it"
)
ROW = Settlement(2, 1, "blackjack", 2500, "void", 0, 2500, 0, "672a.12(g)")
SAID: tuple[tuple[ev.Event, str], ...] = (
    (ev.TableInstalled(RULES, (DeviceStanding("s", "shoe"),), "b"), "the table was set up with 1 devices"),
    (ev.StepDone("washed", "dealer", "Kim"), "the cards were washed and stacked (the dealer Kim)"),
    (
        ev.StepDone("cut", "dealer", "Kim", "the first player, Ann"),
        "cut by the first player, Ann (the",
    ),
    (ev.StepDone("shuffled", "house", "", "by the shuffler"), "the cards were shuffled, by the shuffler"),
    (ev.StepDone("discards-cut", "dealer", "Kim"), "the discards were cut (the dealer Kim)"),
    (ev.WagerLifted(2, "push_22", 500), "box 2: $5 of push 22 were taken back"),
    (ev.CardAhead(8, "9H"), "draw 8 waits for its place"),
    (ev.CardAhead(8, "9H", True), "draw 8 was seen by everybody and waits for who takes it"),
    (ev.CardRemoved(8, "9H"), "draw 8 went out of play"),
    (ev.CardEntered(8, "9H", "floorperson", "Lee"), "draw 8 was entered from sight (the floorperson Lee)"),
    (ev.EvenMoneyTaken(2, 1), "box 2 takes even money"),
    (ev.DecisionWithdrawn(2, 2, "double"), "box 2 hand 2: the chips for the double were not put down"),
    (ev.HoldClosed(3, "call_dead", "dealer", "Kim"), "question 3 is decided: call dead (the dealer Kim)"),
    (ev.IdentityLost(0), "nobody knows its face-down cards any more"),
    (ev.ReaderInspected("Lee"), "the card reader was inspected (Lee)"),
    (ev.ReaderInspected(""), "the card reader was inspected"),
    (ev.ClockDoubted(), "the clock is in doubt"),
    (ev.DealerCame("Kim"), "Kim deals from now on"),
    (ev.ReshuffleDirected("Lee"), "a reshuffle was directed (Lee)"),
    (ev.PlayerAdmitted("Ben"), "Ben may wager again"),
    (ev.AttemptMade(2, "blackjack", 2500), "box 2: $25 in chips were set down where none are taken"),
    (ev.AttemptMade(2, "blackjack", -2500), "box 2: $25 in chips were lifted from a wager that stands"),
    (ev.RulesChanged(RULES, "b"), "they count from the next opening"),
    (ev.Noted("the lid was closed"), "the lid was closed"),
    (ev.ShoeRanOut(300), "the last card left the shoe as draw 300"),
    (ev.CardsReceived((Batch("red", 6),)), "cards came to the table: red, 6 decks, fresh"),
    (ev.CardsLookedAt("Ann", True, "dealer", "Kim"), "Ann could look at the cards; the other batch is to be"),
    (
        ev.CardsLookedAt("", False, "dealer", "Kim"),
        "the first player could look at the cards",
    ),
    (ev.BatchExchanged("a torn corner"), "the batch is exchanged for another one: a torn corner"),
    (ev.BatchTurned(1), "the other batch is the one that is due now"),
    (ev.BatchFed(0, 3, 312), "312 cards went into the shuffler (shuffle 3)"),
    (
        ev.ShuffleEnded(3, "done", 312, "good", "good"),
        "complete, 312 cards: count good, identity good",
    ),
    (ev.ShuffleEnded(3, "done"), "shuffle 3 is complete"),
    (ev.ShuffleEnded(3, "cancelling"), "shuffle 3 is being stopped"),
    (ev.ShuffleEnded(3, "failed", reason="jam", place="comb"), "shuffle 3 failed (jam at comb)"),
    (ev.ReleaseOrdered(3), "the shuffler gives out its cards"),
    (ev.StackTaken(), "the cards were taken out of the shuffler"),
    (ev.ShoeCollected(41, 40, "dealer", "Kim"), "taken out and counted: 41 (the dealer Kim)"),
    (ev.ShoeCollected(-1, 40, "dealer", "Kim"), "the cards left in the shoe were taken out (the dealer Kim)"),
    (ev.ChangeBegun((), "changed by Lee"), "the cards are to be changed: changed by Lee"),
    (ev.CutRefused(0), "the first player does not cut"),
    (ev.CutRefused(3), "the player of box 3 does not cut"),
    (ev.RecutOrdered("too thin", "Lee"), "the cards are cut again (Lee): too thin"),
    (ev.TableConfirmed("Lee", "6 boxes"), "the table was confirmed: 6 boxes (Lee)"),
    (
        ev.MarkedOutOfOrder("signed", "dealer", "Kim"),
        "the shuffler is out of order, and signed",
    ),
    (ev.ReturnedToService("Lee"), "the shuffler is in service again (Lee)"),
    (
        ev.MarkedOutOfOrder("covered", "dealer", "Kim", "shoe"),
        "the automated shoe is out of order, and covered (the dealer Kim)",
    ),
    (ev.ReturnedToService("Lee", "shoe"), "the automated shoe is in service again (Lee)"),
    (ev.InstallationChanged((), Equipment()), "other equipment counts from the next opening on"),
    (
        ev.DevicesCommissioned(
            Commissioning("ab" * 32, 1, "R. Roe", (("shoe", "signed"), ("reader", "listed")))
        ),
        "commissioned by R. Roe: shoe proved by its key, reader known by its own word (record abababababab)",
    ),
    (ev.CardReturned(8), "draw 8 is in the shoe again"),
    (
        ev.DealCorrected((Lie(8, 2), Lie(9, 0), Lie(4, 1, 2)), (), 0),
        "the deal was corrected: draw 8 lies at box 2, draw 9 is the dealer's, draw 4 lies at box 1 hand 2",
    ),
    (ev.DealCorrected((), (DealStep(0, UP),), 0), "the deal goes on by another plan"),
    (ev.CardMoved(Lie(8, 2)), "draw 8 lies at box 2"),
    (ev.PassedOver(2, 1), "box 2 was passed over"),
    (ev.CardPostponed(2, 1, "hit", 0), "box 2 gets its card after the others have theirs"),
    (ev.LateTurnCame(2, 1), "box 2 gets its late card now"),
    (ev.BlackjackAnnounced(2, 1), "box 2 has Blackjack: it is paid when the hole card is turned"),
    (ev.ShoeRanOut(300, 1), "the last card left the shoe on its right side as draw 300"),
    (
        ev.Determined(8, "9H", 0, 0),
        "the round is dealt from the left side; its determinant card, from the left one, is the first",
    ),
    (
        ev.Determined(8, "9S", 0, 1),
        "the round is dealt from the right side; its determinant card, from the left one, is in the",
    ),
    (ev.HandsSwitched(2), "box 2 switches the second cards of its hands"),
    (ev.HandTurned(2, 1), "the cards of box 2 are turned over"),
    (ev.HandDeclared(2, False), "the hand of box 2 is declared as one that wins"),
    (ev.HandDeclared(2, True), "the hand of box 2 is declared for the instant payout"),
    (ev.CardsGivenUp(2, (7, 9)), "box 2 gives up 2 cards, face down"),
    (
        ev.WagersAbandoned(2, "floorperson", "Kim"),
        "the player of box 2 left: the wagers are treated as lost (the floorperson Kim)",
    ),
    (ev.DeckCounted(51, "dealer", "Kim"), "the deck was counted: 51 cards (the dealer Kim)"),
    (ev.ShoeLoaded(1, 52), "52 cards are in the shoe, as it tells"),
    (ev.ShoeLoaded(2, 0), "the cards are in the shoe, as it tells"),
    (ev.StackCame(3, 11), "a stack lies in the shoe's exit"),
    (ev.StackDelivered(3), "the stack was taken out of the shoe's exit"),
    (ev.CardCorrected(7, "5D", "dealer", "Kim"), "draw 7 was corrected (the dealer Kim)"),
    (ev.HandDied(2, 1, (ROW,)), "box 2 is dead: its wager goes back"),
    (ev.CardRefused(((2, 1), (3, 2))), "the exposed card is not taken: no further card for box 2, 3 hand 2"),
    (ev.RefillBegan("Dealing"), "the shoe ran short: the discards are shuffled"),
    (ev.ShoeRefilled(200), "200 discards are in the shoe; the first is removed face down"),
    (
        ev.IncidentRecorded("cards_handled", 2, "twice", "dealer", "K"),
        "box 2: a patron handled cards (twice)",
    ),
    (
        ev.IncidentRecorded("player_left", 0, "", "dealer", "Kim"),
        "a player left during the round (the",
    ),
    (
        ev.ProgressivesLocked(((1, "bad_beat", 100),), "QS", 3, ()),
        "locked out with 1 wager; the magic card is QS; the lucky player is that of box 3",
    ),
    (ev.ProgressiveCounted("hit_and_run", 250, "dealer", "Kim"), "Hit and Run: $2.50 in chips were counted"),
    (ev.AwardsDue((Award(3, 2, "bad_beat", 1000_00),)), "award 3 of Bad Beat, box 2, $1000.00"),
    (ev.AwardVerified(3, "Ines"), "award 3 was verified (Ines)"),
    (ev.AwardDone(3, "credited", ""), "award 3 is credited"),
    (
        ev.LockOutDoubted(((1, "bad_beat", 100),)),
        "what the progressive devices accepted is not what they had reported: asked once more",
    ),
    (ev.AwardsNumbered(501), "progressive awards are numbered from 501 on"),
    (ev.AwardUncredited(3, "unsupported"), "award 3 is not credited (unsupported): documents are due"),
    (
        ev.UsbCame(STRANGER),
        "plugged in: USB device 046d:c31c (keyboard or other input, storage) that calls itself 'Key', "
        "no serial number, at 1-1.2; nothing expects it",
    ),
    (ev.UsbCame(replace(STRANGER, gone=True)), "plugged in, and unplugged at once: USB device 046d:c31c"),
    (ev.UsbLeft(STRANGER), "unplugged: USB device 046d:c31c"),
    (ev.UsbUnwatched("it cannot be read"), "nobody sees what is plugged in by USB: it cannot be read"),
    (ev.UsbUnwatched(""), "what is plugged in by USB is seen again"),
    (ev.UsbCleared(), "the USB sockets were looked at"),
)


def test_every_event_has_words_or_has_its_picture() -> None:
    assert frozenset(WORDS) | PICTURED == EVENTS
    assert not frozenset(WORDS) & PICTURED
    assert {type(event) for event, _ in SAID} == set(WORDS), "each kind of words is tried below"


@pytest.mark.parametrize(("event", "words"), SAID, ids=lambda one: type(one).__name__)
def test_an_event_is_said(event: ev.Event, words: str) -> None:
    said = tell(event)
    assert words in said
    assert said.isprintable()
    assert "9H" not in said, "what a card is no words tell"


def test_a_pictured_event_is_not_told() -> None:
    assert tell(ev.CardDealt(8, "9H", 0)) == ""
    assert told_lines(((1, (ev.CardDealt(8, "9H", 0), ev.Entered("Betting"))),)) == ()


def test_only_the_last_happenings_are_kept() -> None:
    told: Told = tuple((at, (ev.Noted(f"note {at}"), ev.PositionsShut())) for at in range(40))
    assert [one.words for one in told_lines(told)] == [f"note {at}" for at in range(40 - MOST_TOLD, 40)]


def made(play: Play) -> Screen:
    told = tuple(play.log[-MOST_TOLD:])
    return screen(GAME, play.table, resolve=lambda cited: cited, name="Table 7", told=told)


def test_the_lines_say_each_happening_once_and_not_those_of_before() -> None:
    play, reporter = Play(1, "batch"), Reporter(ASCII)
    play.until("Washing")
    assert not any("verified" in line for line in reporter.read(made(play)))
    lines: list[str] = []
    for _ in play.on(6):
        lines += reporter.read(made(play))
    for words in (
        "The cards were washed and stacked",
        "312 cards went into the shuffler (shuffle 1)",
        "Shuffle 1 is complete, 312 cards: count good, identity good, backs good",
        "The inspection was verified",
        "Ann could look at the cards",
    ):
        assert sum(words in line for line in lines) == 1, words
    assert reporter.read(made(play)) == []


def test_the_lines_follow_batches_shuffler_and_cut() -> None:
    play, reporter = Play(2, "batch"), Reporter(ASCII)
    lines: list[str] = []
    for _ in play.on(40):
        lines += reporter.read(made(play))
        if play.table.standing.reader_inspected:
            break
    text = "\n".join(lines)
    at = 0
    for words in (
        "red batch: on the table, received",
        "red batch: in the shuffler",
        "shuffler done with red (count, identity, backs good)",
        "the cut is offered to the first player, Ann",
        "red batch: in the shoe",
        "card reader inspected",
    ):
        assert words in text[at:], (words, text[at:])
        at = text.index(words, at)


def test_a_change_that_falls_due_and_a_new_day_are_said() -> None:
    play, reporter = Play(1).open(), Reporter(ASCII)
    reporter.read(made(play))
    supply = replace(play.table.standing.supply, clock_ms=25 * 3_600_000, day="2024-05-02")
    play.table = replace(play.table, standing=replace(play.table.standing, supply=supply))
    lines = reporter.read(made(play))
    assert "   gaming day 2024-05-02" in lines
    assert "!  red batch: the cards have been in use for their time: a change is due" in lines
    assert reporter.read(made(play)) == []
