"""The progressive system of section 7: its selection, what goes back, meters, awards, faults and resets.

What it accepts and its lock-out are in test_progressive.py.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.cards import DECK
from drivers.messages import WAGERS
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import NONCE, boot_ids
from tests.drivers.simulated.progressive_bench import (
    ALL,
    ATTEMPT,
    BAD,
    BAD_BEAT,
    CREDIT,
    CREDITED,
    DONE,
    FAULT,
    HIT_AND_RUN,
    LOCK_OUT,
    LOCKED_OUT,
    PLACED,
    REJECT,
    SHOW_METERS,
    TAKEN_BACK,
    UNSUPPORTED,
    House,
    opened,
)

# ---- the selection ------------------------------------------------------------------------------------


def test_a_card_and_a_box_are_selected_once_and_anew_when_wagers_may_come_again() -> None:
    """Whoever wagers after a lock-out that was taken back may know what it selected, 633a.1: at random."""
    house = House()
    house.open([BAD_BEAT, ALL, 2500], magic=True, lucky=True)
    first = house.lock_out()
    assert first[2] in DECK
    assert first[3] in range(1, 7)
    for _ in range(20):
        assert house.lock_out() == first
    for rounds in (range(2, 42), [42] * 40):  # of one round as well
        selections = set()
        for of in rounds:
            house.open([BAD_BEAT, ALL, 2500], of=of, magic=True, lucky=True)
            said = house.lock_out()
            assert house.lock_out() == said
            selections.add((said[2], said[3]))
        assert len(selections) > 20  # of 312 equally likely ones; 40 draws have about 38 different ones


def test_only_what_was_asked_for_is_selected() -> None:
    house = House()
    for of, (magic, lucky) in enumerate([(False, False), (True, False), (False, True), (True, True)], 1):
        house.open([BAD_BEAT, ALL, 2500], of=of, magic=magic, lucky=lucky)
        assert set(house.lock_out()) == {1, *([2] if magic else []), *([3] if lucky else [])}


def test_every_card_and_every_box_can_be_selected() -> None:
    """The generator says where among all of them; whether wagers lie there makes no difference."""
    seen: Counter[tuple[Value, Value]] = Counter()
    asked: list[int] = []
    numbers = iter([number for card in range(52) for number in (card, card % 6)])

    def choose(below: int) -> int:
        asked.append(below)
        return next(numbers)

    house = House(choose=choose)
    for of in range(52):
        house.open([BAD_BEAT, 1, 2500], of=of, magic=True, lucky=True)
        said = house.lock_out()
        seen[said[2], said[3]] += 1
    assert asked == [52, 6] * 52
    assert Counter({(card, 1 + place % 6): 1 for place, card in enumerate(DECK)}) == seen


def test_what_it_selects_can_be_told_for_a_rehearsal_once() -> None:
    house = House(choose=lambda below: 0)
    house.system.select_next("QH", 5)
    house.open([BAD_BEAT, ALL, 2500], magic=True)
    assert house.lock_out() == {1: [], 2: "QH"}
    house.open([BAD_BEAT, ALL, 2500], of=2, magic=True, lucky=True)
    assert house.lock_out() == {1: [], 2: "2C", 3: 5}
    house.open([BAD_BEAT, ALL, 2500], of=3, magic=True, lucky=True)
    assert house.lock_out() == {1: [], 2: "2C", 3: 1}


@pytest.mark.parametrize(("magic", "lucky"), [("JK", 1), ("10H", 1), ("##", 1), ("QH", 7), ("QH", -1)])
def test_a_selection_that_cannot_be(magic: str, lucky: int) -> None:
    with pytest.raises(ValueError, match="can be selected"):
        House().system.select_next(magic, lucky)


def test_a_system_that_selects_nothing_refuses_to() -> None:
    house = House(capabilities=("accounts", "chips"))
    assert house.open([BAD_BEAT, ALL, 2500], magic=True) == UNSUPPORTED
    assert house.open([BAD_BEAT, ALL, 2500], lucky=True) == UNSUPPORTED
    assert house.system.open_spots() == []
    assert house.open([BAD_BEAT, ALL, 2500]) == DONE


# ---- reject, meters, awards ---------------------------------------------------------------------------


def test_what_is_rejected_goes_back_without_a_report() -> None:
    house = opened()
    house.place(1, "bad_beat", 2000)
    house.place(2, "hit_and_run", 500)
    house.place(2, "hit_and_run", 100)
    before = house.reports()
    assert house.host.order(REJECT, {1: 1, 2: BAD_BEAT, 3: 500}) == DONE
    assert house.host.order(REJECT, {1: 2, 2: HIT_AND_RUN, 3: 0}) == DONE
    assert house.host.order(REJECT, {1: 3, 2: BAD_BEAT, 3: 0}) == DONE
    assert house.system.rejected() == [(1, "bad_beat", 1500), (2, "hit_and_run", 600)]
    assert house.system.rejected() == []
    assert house.system.chips() == []
    assert house.reports() == before
    house.host.order(REJECT, {1: 1, 2: BAD_BEAT, 3: 500})
    assert house.system.rejected() == []
    assert house.lock_out() == {1: [[1, BAD_BEAT, 500]]}
    house.host.order(REJECT, {1: 1, 2: BAD_BEAT, 3: 0})
    assert house.lock_out() == {1: []}


@pytest.mark.parametrize("payload", [{}, {1: 7, 2: 15, 3: 0}, {1: 1, 2: 99, 3: 0}, {1: 1, 2: 15, 3: -1}])
def test_a_reject_that_makes_no_sense(payload: dict[int, Value]) -> None:
    assert House().host.order(REJECT, payload) == BAD


def test_the_meters_show_what_was_ordered_last() -> None:
    house = House()
    assert house.host.order(SHOW_METERS, {1: [[BAD_BEAT, 1_000_000], [HIT_AND_RUN, 500]]}) == DONE
    assert house.system.meters() == {"bad_beat": 1_000_000, "hit_and_run": 500}
    assert house.host.order(SHOW_METERS, {1: [[BAD_BEAT, 1_000_025]]}) == DONE
    assert house.system.meters() == {"bad_beat": 1_000_025}
    for wrong in ({}, {1: 5}, {1: [[BAD_BEAT]]}, {1: [[0, 5]]}, {1: [[15, -1]]}, {1: [[15, 1], [15, 2]]}):
        assert house.host.order(SHOW_METERS, wrong) == BAD  # type: ignore[arg-type]
    assert house.system.meters() == {"bad_beat": 1_000_025}
    assert house.reports() == []


def test_an_award_is_credited_once() -> None:
    house = House()
    credit: dict[int, Value] = {1: 1, 2: 3, 3: BAD_BEAT, 4: 50_000}
    assert house.host.order(CREDIT, credit) == DONE
    assert house.host.order(CREDIT, credit) == DONE
    assert house.host.order(CREDIT, {**credit, 1: 2, 4: 100}) == DONE
    assert house.host.order(CREDIT, {**credit, 1: 1, 2: 4}) == DONE
    assert house.host.order(CREDIT, {**credit, 1: 7, 2: 4}) == DONE
    assert house.reports() == [(CREDITED, {1: award}) for award in (1, 1, 2, 1, 7)]
    assert house.system.accounts() == {3: 50_100, 4: 50_000}
    assert (house.system.credited, house.state()[3]) == (7, 7)


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {1: 0, 2: 1, 3: 15, 4: 1},
        {1: 1, 2: 7, 3: 15, 4: 1},
        {1: 1, 2: 1, 3: 0, 4: 1},
        {1: 1, 2: 1, 3: 15, 4: 0},
    ],
)
def test_a_credit_that_makes_no_sense(payload: dict[int, Value]) -> None:
    house = House()
    assert house.host.order(CREDIT, payload) == BAD
    assert (house.system.credited, house.system.accounts()) == (0, {})


def test_a_system_without_accounts_credits_nothing() -> None:
    house = House(capabilities=("chips",))
    assert house.host.order(CREDIT, {1: 1, 2: 1, 3: 15, 4: 1}) == UNSUPPORTED
    assert house.reports() == []


# ---- faults, silence, resets --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sensor", "lamp", "power"])
def test_a_fault_locks_out_and_bars_the_opening(kind: str) -> None:
    house = opened()
    house.system.fault(kind, 0.0, at=2)
    house.place(1, "bad_beat", 100)
    assert not house.place(1, "bad_beat", 100)
    seen = [(ATTEMPT, {1: 1, 2: BAD_BEAT, 3: 100})] if kind == "lamp" else []
    expected = [(PLACED, {1: 1, 2: BAD_BEAT, 3: 100}), (4, {1: kind}), (3, {1: "fault"}), *seen]
    assert house.reports() == expected
    assert house.open([BAD_BEAT, ALL, 2500]) == FAULT
    assert house.open([BAD_BEAT, ALL, 2500], of=2) == FAULT
    assert house.state()[11] == [kind]
    assert house.lock_out() == {1: [[1, BAD_BEAT, 100]]}
    house.system.repair(house.host.now)
    assert house.open([BAD_BEAT, ALL, 2500]) == DONE
    assert house.system.accepted() == [(1, "bad_beat", 100)]


def test_a_silent_host_finds_it_locked_out_with_what_was_accepted() -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    house.host.wait(1.1, alive=False)
    assert not house.place(1, "bad_beat", 100)
    assert house.reports()[1:] == [(3, {1: "silence"}), (ATTEMPT, {1: 1, 2: BAD_BEAT, 3: 100})]
    state = house.state()
    assert (state[1], state[2]) == (0, [[1, BAD_BEAT, 1000]])


def test_a_reset_forgets_what_is_open_and_nothing_else() -> None:
    """Else a power failure would lose wagers, select anew, or pay an award twice."""
    house = House()
    house.open([BAD_BEAT, ALL, 2500], magic=True, lucky=True)
    house.place(1, "bad_beat", 1000)
    first = house.lock_out()
    credit: dict[int, Value] = {1: 4, 2: 3, 3: BAD_BEAT, 4: 50_000}
    house.host.order(CREDIT, credit)
    house.host.order(SHOW_METERS, {1: [[BAD_BEAT, 77]]})
    house.system.start(house.host.now, "power")
    house.host.hello(NONCE + 1)
    state = house.state()
    assert (state[1], state[2], state[3]) == (0, [[1, BAD_BEAT, 1000]], 4)
    assert not house.place(2, "bad_beat", 100)
    assert house.lock_out() == first
    house.host.order(CREDIT, credit)
    assert house.system.accounts() == {3: 50_000}
    assert house.system.meters() == {"bad_beat": 77}
    house.open([BAD_BEAT, ALL, 2500], magic=True, lucky=True)
    assert house.place(1, "bad_beat", 1500)


def test_state_comes_in_parts_of_sixteen() -> None:
    house = House(boxes=10)
    house.open([BAD_BEAT, 1023, 10], [HIT_AND_RUN, 1023, 10])
    for box in range(1, 11):
        house.place(box, "bad_beat", box)
        house.place(box, "hit_and_run", box)
    first, second = house.state(), house.state(1)
    assert isinstance(first[2], list)
    assert isinstance(second[2], list)
    assert (first[12], second[12], len(first[2]), len(second[2])) == (2, 2, 16, 4)
    assert first[2][:2] == [[1, BAD_BEAT, 1], [1, HIT_AND_RUN, 1]]
    assert house.host.order(1, {1: 2}) == BAD


@pytest.mark.parametrize("boxes", [0, 17])
def test_a_system_without_boxes_or_with_too_many(boxes: int) -> None:
    with pytest.raises(ValueError, match="1 to 16"):
        SimulatedProgressive(random32=boot_ids().__next__, boxes=boxes)


# ---- whatever happens ---------------------------------------------------------------------------------

hands = st.tuples(
    st.sampled_from(["place", "place", "take", "reject", "open", "next", "lock", "hello", "silence"]),
    st.integers(1, 6),
    st.integers(1, 900),
    st.sampled_from(["bad_beat", "hit_and_run"]),
)


class Book:
    """What a host knows that adds up the reports and remembers what it ordered."""

    def __init__(self) -> None:
        self.house = House()
        self.accepted: Counter[tuple[int, int]] = Counter()
        self.read = 0
        self.round = 1
        self.nonce = NONCE

    def act(self, what: str, box: int, cents: int, wager: str) -> None:
        house, system = self.house, self.house.system
        code = WAGERS.index(wager)
        if what == "place":
            house.place(box, wager, cents)
        elif what == "take":
            there = system.chips() if wager == "hit_and_run" else system.accepted()
            if amount := sum(row[2] for row in there if row[:2] == (box, wager)):
                house.take_back(box, wager, min(cents, amount))
        elif what in ("open", "next"):
            self.catch_up()
            self.round += what == "next"
            house.open([code, ALL >> (box - 1), cents], of=self.round)
            if what == "next":
                self.accepted.clear()
        elif what == "reject":
            self.catch_up()
            house.host.order(REJECT, {1: box, 2: code, 3: cents})
            self.accepted[box, code] = min(self.accepted[box, code], cents)
        elif what == "lock":
            house.host.order(LOCK_OUT)
        elif what == "silence":
            house.host.wait(1.1, alive=False)
        elif what == "hello":
            self.catch_up()
            self.nonce += 1
            house.host.hello(self.nonce, boot=system.boot, has=house.host.has)
            self.read = 0
        self.catch_up()

    def catch_up(self) -> None:
        reports = self.house.reports()
        for message, said in reports[self.read :]:
            if message in (PLACED, TAKEN_BACK):
                spot, cents = (said[1], said[2]), said[3]
                self.accepted[spot] += cents if message == PLACED else -cents  # type: ignore[index, operator]
            elif message == LOCKED_OUT:
                assert {(box, code): cents for box, code, cents in said[1]} == +self.accepted  # type: ignore[union-attr, misc]
        self.read = len(reports)


@settings(max_examples=80, deadline=None)
@given(st.lists(hands, max_size=25))
def test_what_is_accepted_is_what_was_reported(todo: list[tuple[str, int, int, str]]) -> None:
    """A host that adds up the reports knows to the cent what each lock-out will say, and what is open no
    longer never changes by a patron's hand."""
    book = Book()
    for what, box, cents, wager in todo:
        before, was_open = book.house.system.accepted(), book.house.system.open_spots()
        book.act(what, box, cents, wager)
        if what in ("place", "take") and (box, wager) not in was_open:
            assert book.house.system.accepted() == before
    held = {(box, WAGERS.index(wager)): cents for box, wager, cents in book.house.system.accepted()}
    assert +book.accepted == held
