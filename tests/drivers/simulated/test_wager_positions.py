"""The wager positions of section 7: what is open, what lies, what is an attempt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulated.wager_positions import SimulatedPositions
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

OPEN, CLOSE, REJECT = 16, 17, 18
PLACED, TAKEN_BACK, CLOSED, ATTEMPT = 16, 17, 18, 19
DONE = {1: 0}
BAD = {1: 1, 2: "bad-value"}


class Felt:
    """Positions of six boxes, the host, and the hands of patrons and dealer."""

    def __init__(self, boxes: int = 6) -> None:
        self.felt = SimulatedPositions(random32=boot_ids().__next__, boxes=boxes)
        self.host = Host(self.felt)
        self.host.hello()

    def open(self, *spots: list[int]) -> dict[int, Value]:
        return self.host.order(OPEN, {1: [list(spot) for spot in spots]})

    def place(self, box: int, player: str = "", **chips: int) -> None:
        self.felt.place(box, chips, self.host.now, player)

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        self.host.wait(0.01)
        return self.host.reports()

    def state(self, part: int = 0) -> dict[int, Value]:
        state = self.host.order(1, {1: part} if part else {})[3]
        assert isinstance(state, dict)
        return state


def test_what_is_set_down_together_is_one_report() -> None:
    felt = Felt()
    assert felt.open([1, 0b111111, 50000], [2, 0b000100, 2500]) == DONE
    felt.place(3, blackjack=2500, push_22=500)
    felt.place(1, blackjack=1000, player="card 17")
    assert felt.reports() == [
        (PLACED, {1: 3, 2: [[1, 2500], [2, 500]]}),
        (PLACED, {1: 1, 2: [[1, 1000]], 3: "card 17"}),
    ]
    assert felt.felt.chips() == [(1, "blackjack", 1000), (3, "blackjack", 2500), (3, "push_22", 500)]


def test_more_than_may_lie_is_reported_all_the_same() -> None:
    felt = Felt()
    felt.open([1, 1, 1000])
    felt.place(1, blackjack=5000)
    assert felt.reports() == [(PLACED, {1: 1, 2: [[1, 5000]]})]


def test_open_replaces_what_was_open() -> None:
    felt = Felt()
    felt.open([1, 0b11, 1000])
    felt.open([3, 0b10, 500])
    assert felt.felt.open_spots() == [(2, "insurance")]
    felt.place(1, blackjack=100)
    felt.place(2, blackjack=100, insurance=50)
    assert felt.reports() == [
        (ATTEMPT, {1: 1, 2: 1, 3: 100}),
        (PLACED, {1: 2, 2: [[3, 50]]}),
        (ATTEMPT, {1: 2, 2: 1, 3: 100}),
    ]


def test_taken_back_while_open_is_no_attempt_and_later_it_is() -> None:
    felt = Felt()
    felt.open([1, 1, 1000])
    felt.place(1, blackjack=500)
    felt.felt.take_back(1, "blackjack", 200, felt.host.now)
    felt.host.order(CLOSE)
    felt.felt.take_back(1, "blackjack", 300, felt.host.now)
    assert felt.reports()[1:] == [
        (TAKEN_BACK, {1: 1, 2: 1, 3: 200}),
        (CLOSED, {}),
        (ATTEMPT, {1: 1, 2: 1, 3: -300}),
    ]
    assert felt.felt.lies(1, "blackjack") == 0


def test_close_is_reported_each_time() -> None:
    felt = Felt()
    for _ in range(3):
        assert felt.host.order(CLOSE) == DONE
    assert felt.reports() == [(CLOSED, {})] * 3


def test_the_dealer_is_no_patron() -> None:
    """Taking, paying and clearing after the round come with no report, open or closed."""
    felt = Felt()
    felt.open([1, 0b11, 1000])
    felt.place(1, blackjack=500)
    felt.place(2, blackjack=700)
    felt.host.order(CLOSE)
    before = felt.reports()
    assert felt.felt.sweep(1, "blackjack", felt.host.now) == 500
    felt.felt.settle({(2, "blackjack"): 1400}, felt.host.now)
    assert felt.felt.chips() == [(2, "blackjack", 1400)]
    felt.felt.clear(felt.host.now)
    assert felt.felt.chips() == []
    assert felt.reports() == before


def test_a_rejected_amount_goes_back_without_a_report() -> None:
    felt = Felt()
    felt.open([1, 1, 1000])
    felt.place(1, blackjack=5000)
    assert felt.host.order(REJECT, {1: 1, 2: 1, 3: 1000}) == DONE
    assert felt.felt.lies(1, "blackjack") == 1000
    assert felt.felt.rejected() == [(1, "blackjack", 4000)]
    assert felt.felt.rejected() == []
    felt.host.order(REJECT, {1: 1, 2: 1, 3: 1000})
    assert felt.felt.rejected() == []
    assert len(felt.reports()) == 1


@pytest.mark.parametrize("payload", [{}, {1: 7, 2: 1, 3: 0}, {1: 1, 2: 99, 3: 0}, {1: 1, 2: 1, 3: -1}])
def test_a_reject_that_makes_no_sense(payload: dict[int, Value]) -> None:
    assert Felt().host.order(REJECT, payload) == BAD


@pytest.mark.parametrize(
    "spots", [1, [1], [[1, 1]], [[0, 1, 1]], [[99, 1, 1]], [[1, 64, 1]], [[1, 0, 1]], [[1, 1, -1]], ["abc"]]
)
def test_an_open_that_makes_no_sense_changes_nothing(spots: Value) -> None:
    felt = Felt()
    felt.open([1, 1, 1000])
    assert felt.host.order(OPEN, {1: spots}) == BAD
    assert felt.felt.open_spots() == [(1, "blackjack")]


def test_state_comes_in_parts_of_sixteen() -> None:
    felt = Felt(boxes=7)
    felt.felt.settle(
        {(box, wager): box for box in range(1, 8) for wager in ("blackjack", "split", "push_22")}, 0.0
    )
    first, second = felt.state(), felt.state(1)
    assert (first[12], second[12]) == (2, 2)
    assert isinstance(first[2], list)
    assert isinstance(second[2], list)
    assert (len(first[2]), len(second[2])) == (16, 5)
    assert first[2][:3] == [[1, 1, 1], [1, 2, 1], [1, 5, 1]]
    assert felt.host.order(1, {1: 2}) == BAD


def test_the_largest_part_fits_into_a_frame() -> None:
    felt = Felt(boxes=16)
    felt.felt.settle({(box, "split"): 2**32 - 1 for box in range(1, 17)}, 0.0)
    assert len(felt.state()[2]) == 16  # type: ignore[arg-type]


def test_blind_positions_are_closed_and_cannot_be_opened() -> None:
    felt = Felt()
    felt.open([1, 1, 1000])
    felt.felt.fault("chip-reader", 0.0, at=2)
    felt.place(1, blackjack=100)
    felt.place(1, blackjack=100)
    assert felt.reports() == [
        (PLACED, {1: 1, 2: [[1, 100]]}),
        (4, {1: "chip-reader"}),
        (3, {1: "fault"}),
    ]
    assert felt.open([1, 1, 1000]) == {1: 1, 2: "fault"}
    assert felt.felt.lies(1, "blackjack") == 200
    felt.felt.repair(felt.host.now)
    assert felt.open([1, 1, 1000]) == DONE


@pytest.mark.parametrize(
    ("box", "chips"), [(0, {"split": 1}), (7, {"split": 1}), (1, {"": 1}), (1, {"keno": 1})]
)
def test_a_spot_that_there_is_not(box: int, chips: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="no wager"):
        Felt().felt.place(box, chips, 0.0)


@pytest.mark.parametrize("chips", [{}, {"split": 0}, {"split": -5}])
def test_no_chips_at_all(chips: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="no chips"):
        Felt().felt.place(1, chips, 0.0)


def test_no_more_can_be_lifted_than_lies() -> None:
    felt = Felt()
    felt.place(1, blackjack=100)
    with pytest.raises(ValueError, match="do not lie"):
        felt.felt.take_back(1, "blackjack", 101, 0.0)


hands = st.tuples(
    st.sampled_from(["place", "take", "reject", "open", "close"]), st.integers(1, 6), st.integers(1, 900)
)


@settings(max_examples=80, deadline=None)
@given(st.lists(hands, max_size=25))
def test_what_lies_is_what_was_reported(todo: list[tuple[str, int, int]]) -> None:
    """A host that adds up the reports, and its own rejections, knows to the cent what lies."""
    felt = Felt()
    rejected = 0
    for what, box, cents in todo:
        if what == "place":
            felt.place(box, blackjack=cents)
        elif what == "take" and felt.felt.lies(box, "blackjack") >= cents:
            felt.felt.take_back(box, "blackjack", cents, felt.host.now)
        elif what == "reject":
            felt.host.order(REJECT, {1: box, 2: 1, 3: cents})
            rejected += sum(over for _, _, over in felt.felt.rejected())
        elif what == "open":
            felt.open([1, 1 << (box - 1), cents])
        elif what == "close":
            felt.host.order(CLOSE)
        felt.host.wait(0.01)
    felt.host.wait(1.0)
    total = 0
    for message, said in felt.host.reports():
        if message == PLACED:
            total += sum(pair[1] for pair in said[2])  # type: ignore[union-attr, misc, index]
        elif message in (TAKEN_BACK, ATTEMPT):
            total += said[3] * (-1 if message == TAKEN_BACK else 1)  # type: ignore[operator]
    assert total - rejected == sum(cents for _, _, cents in felt.felt.chips())
