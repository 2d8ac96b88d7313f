"""The shuffler of section 7: jobs, stages, verdicts, the exit; all in good order."""

import os
from collections import Counter
from collections.abc import Callable

import pytest

from drivers.cards import DECK, JOKER
from drivers.simulated import wire
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wire import Frame, Value
from tests.drivers.simulated.host import NONCE, boot_ids
from tests.drivers.simulated.shuffler_bench import (
    ACCEPTED,
    DONE,
    EMPTY,
    FAILED,
    FAILED_STAGE,
    KEPT,
    LID,
    RELEASED,
    SELF_TEST,
    SHUFFLE,
    STARTED,
    TAKEN,
    WORKING,
    Bench,
    refused,
)
from tests.drivers.simulated.test_bench import HELLO, Port, read_until

DONE_WELL = (DONE, {1: 1, 2: 52, 3: 1, 4: 1, 5: 1})


def test_a_job_from_the_input_to_the_hands() -> None:
    bench = Bench()
    assert bench.state() == (0, EMPTY, 0, 0, 0, 0, 0)
    assert bench.shuffle() == ACCEPTED
    assert bench.state() == (1, WORKING, 0, 0, 0, 0, 0)
    assert bench.shuffler.waiting(bench.now)
    bench.host.wait(21.9)
    assert bench.host.reports() == [(STARTED, {1: 1})]
    bench.host.wait(0.2)
    assert bench.reports() == [(STARTED, {1: 1}), DONE_WELL]
    assert bench.state() == (1, KEPT, 52, 1, 1, 1, 0)
    assert bench.take() is None
    assert bench.release() == ACCEPTED
    assert bench.shuffler.stage == "released"
    assert bench.state()[1] == RELEASED
    cards = bench.take()
    assert cards is not None
    assert Counter(cards) == Counter(DECK)
    assert cards != list(DECK)
    assert bench.take() is None
    assert bench.reports()[2:] == [(TAKEN, {1: 1})]
    assert bench.state() == (1, EMPTY, 52, 1, 1, 1, 0)
    assert bench.shuffler.inside(bench.now) == 0


@pytest.mark.parametrize(
    ("decks", "seconds", "speed", "takes"),
    [(1, 22.0, 1.0, 22.0), (1, 45.0, 1.0, 45.0), (8, 22.0, 1.0, 176.0), (6, 22.0, 60.0, 2.2)],
)
def test_how_long_it_takes(decks: int, seconds: float, speed: float, takes: float) -> None:
    bench = Bench(DECK * decks, seconds_a_deck=seconds, speed=speed)
    bench.shuffle(expected=52 * decks)
    bench.host.wait(takes - 0.1)
    assert bench.shuffler.stage == "working"
    bench.host.wait(0.2)
    assert bench.shuffler.stage == "done"


def test_the_order_is_the_one_that_was_asked_for() -> None:
    """Each card keeps its back, and the first card to be dealt is the first of the list."""
    bench = Bench(order=lambda cards: sorted(cards, reverse=True))
    bench.done()
    bench.release()
    assert bench.take() == sorted(DECK, reverse=True)


def test_an_order_that_changes_the_cards_is_a_mistake_of_the_test() -> None:
    bench = Bench(order=lambda cards: [*cards[1:], "AS"])
    bench.shuffle()
    with pytest.raises(ValueError, match="changes the cards"):
        bench.host.wait(23.0)


def test_two_shuffles_by_the_systems_generator_differ() -> None:
    seen = []
    for _ in range(2):
        bench = Bench()
        bench.done()
        bench.release()
        seen.append(bench.take())
    assert seen[0] != seen[1]


# ---- what goes in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["CUT", "5D!", "??", "##", "", "1H"])
def test_only_cards_go_in_and_all_or_none(card: str) -> None:
    bench = Bench([])
    with pytest.raises(ValueError, match="no card"):
        bench.shuffler.feed(["AS", card], 0.0)
    assert bench.shuffler.inside(0.0) == 0


def test_more_than_the_largest_batch_does_not_go_in() -> None:
    bench = Bench([], decks=1)
    bench.shuffler.feed([*DECK, JOKER, JOKER], 0.0)
    with pytest.raises(ValueError, match="the input takes 54"):
        bench.shuffler.feed(["AS"], 0.0)
    assert bench.shuffler.inside(0.0) == 54


def test_what_is_fed_during_a_job_is_for_the_next_one() -> None:
    bench = Bench()
    bench.shuffle()
    bench.shuffler.feed(["AS", "KD"], bench.now)
    bench.host.wait(23.0)
    assert bench.reports()[-1] == DONE_WELL
    assert bench.shuffler.inside(bench.now) == 54
    bench.release()
    taken = bench.take()
    assert taken is not None
    assert (len(taken), bench.shuffler.inside(bench.now)) == (52, 2)


def test_there_is_nothing_to_shuffle() -> None:
    bench = Bench([])
    bench.done(seconds=1.5)
    assert bench.reports() == [(STARTED, {1: 1}), (FAILED, {1: 1, 2: "incomplete"})]
    assert bench.state()[:2] == (1, EMPTY)
    assert bench.release() == refused("bad-value")
    bench.shuffler.feed(DECK, bench.now)
    bench.done(2)
    assert bench.reports()[-1][0] == DONE


# ---- the verdicts -----------------------------------------------------------------------------------

SHORT = list(DECK[1:])
EXCHANGED = [*DECK[1:], DECK[1]]


@pytest.mark.parametrize(
    ("cards", "expected", "verdicts"),
    [
        (list(DECK), 52, (52, 1, 1, 1)),
        (list(DECK) * 8, 416, (416, 1, 1, 1)),
        ([*DECK, JOKER], 53, (53, 1, 1, 1)),
        ([*DECK, JOKER] * 2, 106, (106, 1, 1, 1)),
        ([*DECK, JOKER, JOKER], 54, (54, 1, 1, 1)),
        ([*DECK, JOKER], 52, (53, 2, 2, 1)),
        (list(DECK), 53, (52, 2, 2, 1)),
        ([*DECK, "AS"], 53, (53, 1, 2, 1)),
        (SHORT, 52, (51, 2, 2, 1)),
        ([*SHORT, *DECK], 104, (103, 2, 2, 1)),
        (EXCHANGED, 52, (52, 1, 2, 1)),
        (list(DECK[:51]), 51, (51, 1, 2, 1)),
    ],
)
def test_counted_and_identity_are_two_verdicts(
    cards: list[str], expected: int, verdicts: tuple[int, ...]
) -> None:
    """Real cards that are missing, too many or wrong are found without any fault."""
    bench = Bench(cards)
    bench.done(expected=expected, seconds=180)
    assert bench.state()[2:6] == verdicts
    assert bench.reports()[-1] == (DONE, {1: 1, **dict(enumerate(verdicts, 2))})


def test_backs_of_two_colours() -> None:
    bench = Bench(DECK[:40])
    bench.shuffler.feed(DECK[40:], 0.0, back="blue")
    bench.done()
    assert bench.state()[2:6] == (52, 1, 1, 2)
    bench.release()
    bench.take()
    bench.shuffler.feed(DECK, bench.now, back="blue")
    bench.done(2)
    assert bench.state()[2:6] == (52, 1, 1, 1)


@pytest.mark.parametrize(
    ("options", "words", "verdicts"),
    [
        ({}, ["batch", "counts", "identifies", "backs", "secure", "lid"], (52, 1, 1, 1)),
        ({"counts": False, "secure": False}, ["batch", "identifies", "backs", "lid"], (0, 0, 1, 1)),
        ({"identifies": False, "lid": False}, ["batch", "counts", "backs", "secure"], (52, 1, 0, 1)),
        ({"backs": False}, ["batch", "counts", "identifies", "secure", "lid"], (52, 1, 1, 0)),
    ],
)
def test_what_it_does_not_look_at_is_unsupported(
    options: dict[str, bool], words: list[str], verdicts: tuple[int, ...]
) -> None:
    bench = Bench(**options)
    identity = next(frame for frame in bench.host.frames if frame.type == wire.IDENTITY)
    said = wire.unpack(identity.payload)
    assert (said[2], said[4], said[5], said[6]) == (
        "sim-shuffler",
        "shuffler",
        words,
        {"decks": 8, "ring": 64},
    )
    bench.done()
    assert bench.state()[2:6] == verdicts


# ---- orders -----------------------------------------------------------------------------------------


def test_the_same_job_again_is_accepted_and_nothing_happens() -> None:
    bench = Bench()
    bench.shuffle()
    assert bench.shuffle() == ACCEPTED
    bench.host.wait(23.0)
    assert bench.shuffle() == ACCEPTED
    bench.release()
    assert bench.shuffle() == ACCEPTED
    bench.take()
    assert bench.shuffle() == ACCEPTED
    assert bench.reports() == [(STARTED, {1: 1}), DONE_WELL, (TAKEN, {1: 1})]


def test_a_lower_job_is_refused_in_every_stage() -> None:
    bench = Bench()
    told = []
    bench.shuffle(7)
    for step in (lambda: bench.host.wait(23.0), lambda: bench.release(7), bench.take, lambda: None):
        told.append(bench.shuffle(6))
        step()
    assert told == [refused("bad-value")] * 4


def test_one_job_at_a_time_and_one_stack() -> None:
    bench = Bench()
    told = []
    bench.shuffle()
    for step in (lambda: bench.host.wait(23.0), bench.release, lambda: None):
        told.append(bench.shuffle(2))
        step()
    assert told == [refused("busy")] * 3
    bench.take()
    assert bench.shuffle(2) == ACCEPTED


@pytest.mark.parametrize(
    "payload",
    [{}, {1: 1}, {1: 0, 2: 1, 3: 52}, {1: 1, 2: 0, 3: 52}, {1: 1, 2: 1, 3: 0}, {1: 1, 2: 1, 3: 433}],
)
def test_a_shuffle_that_makes_no_sense(payload: dict[int, Value]) -> None:
    bench = Bench()
    assert bench.host.order(SHUFFLE, payload) == refused("bad-value")
    assert bench.state()[:2] == (0, EMPTY)


def test_release_names_the_job_or_whatever_is_inside() -> None:
    bench = Bench()
    assert bench.release(0) == refused("bad-value")
    bench.shuffle(3)
    assert bench.release(3) == refused("busy")
    assert bench.release(0) == refused("busy")
    bench.host.wait(23.0)
    assert bench.release(2) == refused("bad-value")
    assert bench.release(3) == ACCEPTED
    assert bench.release(0) == ACCEPTED
    bench.take()
    assert bench.release(3) == refused("bad-value")
    assert bench.release(0) == refused("bad-value")


def test_cancel_fails_a_job_that_works() -> None:
    bench = Bench()
    bench.shuffle()
    bench.host.wait(5.0)
    assert bench.cancel() == ACCEPTED
    assert bench.reports() == [(STARTED, {1: 1}), (FAILED, {1: 1, 2: "cancelled"})]
    assert bench.state()[:2] == (1, FAILED_STAGE)
    bench.host.wait(30.0)
    assert len(bench.reports()) == 2


def test_cancel_keeps_a_stack_that_is_done_and_closes_the_exit() -> None:
    bench = Bench()
    assert bench.cancel() == ACCEPTED
    bench.done()
    assert bench.cancel() == ACCEPTED
    bench.release()
    assert bench.cancel() == ACCEPTED
    assert bench.take() is None
    assert bench.state() == (1, KEPT, 52, 1, 1, 1, 0)
    assert bench.release() == ACCEPTED
    assert bench.take() is not None
    assert [message for message, _ in bench.reports()] == [STARTED, DONE, TAKEN]


def test_what_a_failed_job_left_inside_goes_through_again() -> None:
    bench = Bench()
    bench.shuffle()
    bench.cancel()
    bench.done(2)
    assert bench.state() == (2, KEPT, 52, 1, 1, 1, 0)


def test_a_failed_job_may_be_released_as_well() -> None:
    bench = Bench()
    bench.shuffle()
    bench.cancel()
    assert bench.release() == ACCEPTED
    cards = bench.take()
    assert cards is not None
    assert Counter(cards) == Counter(DECK)
    assert bench.reports()[-1] == (TAKEN, {1: 1})


def test_self_test() -> None:
    bench = Bench()
    bench.host.order(1)
    assert bench.host.order(SELF_TEST) == ACCEPTED
    assert bench.host.order(SELF_TEST) == refused("busy")
    assert bench.shuffle() == refused("busy")
    assert bench.release(0) == refused("busy")
    bench.host.wait(2.1)
    assert bench.reports() == [(1, {1: 2})]
    bench.done()
    assert bench.host.order(SELF_TEST) == refused("busy")


def test_self_test_ends_early() -> None:
    endings: list[Callable[[Bench], object]] = [
        lambda bench: bench.cancel(),
        lambda bench: bench.shuffler.lid(True, bench.now),
        lambda bench: bench.host.wait(1.1, alive=False),
        lambda bench: bench.shuffler.fault("motor", bench.now),
        lambda bench: bench.host.hello(NONCE + 1),
    ]
    told = []
    for end in endings:
        bench = Bench()
        bench.host.order(SELF_TEST)
        end(bench)
        bench.host.wait(3.0)
        told.append([said.get(2) for message, said in bench.reports() if message in (1, 2)])
    assert told == [["cancelled"], ["lid-open"], ["stopped"], ["stopped"], []]


# ---- the lid ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["working", "done", "released"])
def test_what_is_known_of_a_stack_is_lost_when_the_lid_opens(stage: str) -> None:
    bench = Bench()
    bench.shuffle()
    if stage != "working":
        bench.host.wait(23.0)
    if stage == "released":
        bench.release()
    assert bench.shuffler.stage == stage
    bench.shuffler.lid(True, bench.now)
    bench.shuffler.lid(True, bench.now)
    assert bench.reports()[-2:] == [(LID, {1: 1}), (FAILED, {1: 1, 2: "lid"})]
    assert bench.state() == (1, FAILED_STAGE, 0, 0, 0, 0, 1)
    assert bench.take() is None
    assert bench.shuffle(2) == refused("lid-open")
    assert bench.release() == refused("lid-open")
    bench.shuffler.lid(False, bench.now)
    bench.done(2)
    assert bench.reports()[-3:] == [(LID, {1: 0}), (STARTED, {1: 2}), (DONE, {**DONE_WELL[1], 1: 2})]


def test_the_lid_over_nothing_is_only_reported() -> None:
    bench = Bench()
    bench.shuffler.lid(True, bench.now)
    bench.shuffler.lid(False, bench.now)
    assert bench.reports() == [(LID, {1: 1}), (LID, {1: 0})]
    with pytest.raises(ValueError, match="no lid"):
        Bench(lid=False).shuffler.lid(True, 0.0)


# ---- a technician -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lid", [True, False])
@pytest.mark.parametrize("stage", ["empty", "working", "done", "failed", "released"])
def test_a_technician_takes_everything_out(stage: str, lid: bool) -> None:
    bench = Bench(lid=lid)
    if stage != "empty":
        bench.shuffle()
        bench.shuffler.feed(["JK"], bench.now)
    if stage in ("done", "released"):
        bench.host.wait(23.0)
    if stage == "failed":
        bench.cancel()
    if stage == "released":
        bench.release()
    before = len(bench.reports())
    assert bench.shuffler.stage == stage
    cards = bench.shuffler.empty_by_hand(bench.now)
    assert Counter(cards) == Counter(DECK) + Counter([] if stage == "empty" else ["JK"])
    assert (bench.shuffler.inside(bench.now), bench.state()[1], bench.state()[6]) == (0, EMPTY, 0)
    told = [message for message, _ in bench.reports()[before:]]
    fails = [FAILED] * (stage == "working" or (lid and stage in ("done", "released")))
    taken = [TAKEN] * (stage != "empty")
    assert told == [LID] * lid + fails + taken + [LID] * lid


def test_a_technician_closes_a_lid_that_was_open() -> None:
    bench = Bench()
    bench.shuffler.lid(True, bench.now)
    assert len(bench.shuffler.empty_by_hand(bench.now)) == 52
    assert bench.state()[6] == 0


# ---- a continuous machine -----------------------------------------------------------------------------


def test_a_continuous_machine_gives_to_the_shoe_by_itself() -> None:
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(["AS"], 0.0)
    bench = Bench(["TH", "2C", "9D"], kind="continuous", gives=shoe.add, order=sorted)
    bench.done(expected=3, seconds=2.0)
    assert bench.reports() == [
        (STARTED, {1: 1}),
        (DONE, {1: 1, 2: 3, 3: 1, 4: 0, 5: 1}),
        (TAKEN, {1: 1}),
    ]
    assert bench.state()[1] == EMPTY
    assert [card.card for card in iter(lambda: shoe.draw(5.0, force=True), None)] == ["AS", "2C", "9D", "TH"]


def test_a_continuous_machine_without_a_shoe_beside_it_opens_its_exit() -> None:
    bench = Bench(kind="continuous")
    bench.done()
    assert bench.state() == (1, RELEASED, 52, 1, 1, 1, 0)
    assert len(bench.take() or ()) == 52


def test_a_continuous_machine_keeps_what_is_not_right() -> None:
    bench = Bench(["TH", "2C"], kind="continuous")
    bench.done(expected=3, seconds=2.0)
    assert bench.state()[:2] == (1, KEPT)
    assert bench.release() == ACCEPTED
    assert bench.take() is not None


def test_machines_that_there_are_not() -> None:
    for options in ({"decks": 0}, {"seconds_a_deck": 0.0}, {"kind": "washing"}):
        with pytest.raises(ValueError):
            Bench([], **options)


# ---- served -----------------------------------------------------------------------------------------


def test_a_shuffler_on_a_pty() -> None:
    shuffler = SimulatedShuffler(random32=boot_ids().__next__, speed=1000.0)
    shuffler.feed(DECK * 6, 0.0)
    with ThreadedSimulator(shuffler) as bench:
        port = Port(bench.address)
        frames: list[Frame] = []
        port.write(HELLO)
        read_until(port.read, wire.BOARD, frames)
        session = frames[-1].session
        order = Frame(wire.ORDER, SHUFFLE, session, 1, 0, wire.pack({1: 1, 2: 1, 3: 312}))
        port.write(wire.encode(order))
        told = None
        while told is None:
            more: list[Frame] = []
            read_until(port.read, wire.REPORT, more)
            told = next((each for each in more if (each.type, each.message) == (wire.REPORT, DONE)), None)
        assert wire.unpack(told.payload)[2] == 312
        port.write(wire.encode(Frame(wire.ORDER, 18, session, 2, told.number, wire.pack({1: 1}))))
        replies: list[Frame] = []
        read_until(port.read, wire.REPLY, replies)
        assert len(bench.do(shuffler.take) or ()) == 312
        os.close(port.fd)
