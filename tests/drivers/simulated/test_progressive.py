"""The progressive system of section 7: what it accepts, what is open, and the lock-out.

633a.2(c), (d): a wagering device at each betting position accepts the wager, and a lock-out keeps out what a
player attempts to place after the dealer has begun to deal. The selection, meters, awards and faults are in
test_progressive_awards.py.
"""

import pytest

from drivers.messages import WAGERS
from drivers.simulated import wire
from drivers.simulated.wire import Value
from tests.drivers.simulated.progressive_bench import (
    ALL,
    ATTEMPT,
    BAD,
    BAD_BEAT,
    DONE,
    HIT_AND_RUN,
    OPEN,
    PLACED,
    TAKEN_BACK,
    House,
    opened,
)

# ---- what is accepted ---------------------------------------------------------------------------------


def test_it_is_what_the_document_says() -> None:
    house = House(boxes=7)
    (identity,) = [frame for frame in house.host.frames if frame.type == wire.IDENTITY]
    said = wire.unpack(identity.payload)
    assert (said[4], said[5], said[6]) == (
        "progressive",
        ["accounts", "chips", "selects"],
        {"boxes": 7, "ring": 64},
    )


def test_a_wager_on_an_open_spot_is_accepted_and_reported() -> None:
    house = opened()
    assert house.place(3, "hit_and_run", 500)
    assert house.place(1, "bad_beat", 1000, "card 17")
    assert house.place(1, "bad_beat", 1500)
    assert house.reports() == [
        (PLACED, {1: 3, 2: HIT_AND_RUN, 3: 500}),
        (PLACED, {1: 1, 2: BAD_BEAT, 3: 1000, 4: "card 17"}),
        (PLACED, {1: 1, 2: BAD_BEAT, 3: 1500}),
    ]
    assert house.state()[2] == [[1, BAD_BEAT, 2500], [3, HIT_AND_RUN, 500]]


def test_beyond_the_limit_nothing_is_accepted_not_even_in_part() -> None:
    house = opened()
    assert not house.place(1, "bad_beat", 2501)
    assert house.place(1, "bad_beat", 2000)
    assert not house.place(1, "bad_beat", 501)
    assert house.place(1, "bad_beat", 500)
    assert house.reports() == [
        (ATTEMPT, {1: 1, 2: BAD_BEAT, 3: 2501}),
        (PLACED, {1: 1, 2: BAD_BEAT, 3: 2000}),
        (ATTEMPT, {1: 1, 2: BAD_BEAT, 3: 501}),
        (PLACED, {1: 1, 2: BAD_BEAT, 3: 500}),
    ]
    assert house.system.accepted() == [(1, "bad_beat", 2500)]


def test_a_spot_that_was_never_opened_accepts_nothing() -> None:
    house = House()
    assert not house.place(2, "hit_and_run", 500)
    house.open([BAD_BEAT, 0b1, 2500])
    assert not house.place(2, "bad_beat", 500)
    assert not house.place(1, "hit_and_run", 500)
    assert [message for message, _ in house.reports()] == [ATTEMPT] * 3
    assert house.system.accepted() == []
    assert (house.system.lies(1, "hit_and_run"), house.system.lies(2, "bad_beat")) == (500, 0)


def test_what_is_taken_back_while_it_is_open_is_reported() -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    house.place(2, "hit_and_run", 500)
    assert house.take_back(1, "bad_beat", 400)
    assert house.take_back(2, "hit_and_run", 500)
    assert house.reports()[2:] == [
        (TAKEN_BACK, {1: 1, 2: BAD_BEAT, 3: 400}),
        (TAKEN_BACK, {1: 2, 2: HIT_AND_RUN, 3: 500}),
    ]
    assert house.system.accepted() == [(1, "bad_beat", 600)]
    assert house.system.chips() == []


def test_of_chips_those_that_were_not_accepted_go_first() -> None:
    house = opened()
    house.place(1, "hit_and_run", 500)
    house.place(1, "hit_and_run", 300)
    assert not house.take_back(1, "hit_and_run", 300)
    assert house.system.accepted() == [(1, "hit_and_run", 500)]
    assert house.take_back(1, "hit_and_run", 100)
    assert house.reports()[-1] == (TAKEN_BACK, {1: 1, 2: HIT_AND_RUN, 3: 100})
    assert len(house.reports()) == 3


@pytest.mark.parametrize("wager", ["bad_beat", "hit_and_run"])
def test_no_more_can_be_taken_than_is_there(wager: str) -> None:
    house = opened()
    house.place(1, wager, 100)
    for cents in (0, -1, 101):
        with pytest.raises(ValueError, match="are not there"):
            house.take_back(1, wager, cents)


@pytest.mark.parametrize(
    ("box", "wager", "cents", "player"),
    [
        (0, "bad_beat", 5, ""),
        (7, "bad_beat", 5, ""),
        (1, "", 5, ""),
        (1, "keno", 5, ""),
        (1, "bad_beat", 0, ""),
        (1, "bad_beat", -5, ""),
        (1, "bad_beat", 2**32, ""),
        (1, "bad_beat", 5, "A" * 33),
        (1, "bad_beat", 5, "Zoé"),
        (1, "bad_beat", 5, "a\nb"),
    ],
)
def test_a_wager_that_cannot_be(box: int, wager: str, cents: int, player: str) -> None:
    house = opened()
    with pytest.raises(ValueError):
        house.place(box, wager, cents, player)
    assert house.reports() == []
    assert house.system.chips() == []


# ---- open ---------------------------------------------------------------------------------------------


def test_open_replaces_what_was_open_and_keeps_what_the_round_has_accepted() -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    house.place(2, "hit_and_run", 500)
    assert house.open([BAD_BEAT, 0b10, 800]) == DONE
    assert house.system.open_spots() == [(2, "bad_beat")]
    assert not house.place(1, "bad_beat", 100)
    assert house.place(2, "bad_beat", 800)
    assert house.lock_out() == {1: [[1, BAD_BEAT, 1000], [2, BAD_BEAT, 800], [2, HIT_AND_RUN, 500]]}


def test_the_same_open_again_changes_nothing() -> None:
    """A host that has not heard whether it came says it again."""
    house = opened()
    house.place(1, "bad_beat", 2000)
    house.open([BAD_BEAT, ALL, 2500], [HIT_AND_RUN, ALL, 500])
    assert house.system.accepted() == [(1, "bad_beat", 2000)]
    assert not house.place(1, "bad_beat", 501)
    assert house.place(1, "bad_beat", 500)


def test_another_round_begins_from_nothing() -> None:
    house = opened()
    house.place(1, "bad_beat", 2500)
    house.lock_out()
    house.open([BAD_BEAT, ALL, 2500], of=2)
    assert house.system.accepted() == []
    assert house.place(1, "bad_beat", 2500)
    house.open([BAD_BEAT, ALL, 2500], of=3)  # though nothing locked it out
    assert house.lock_out() == {1: []}


def test_the_same_round_goes_on_after_a_lock_out() -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    house.lock_out()
    house.open([BAD_BEAT, ALL, 2500])
    assert house.place(1, "bad_beat", 1500)
    assert house.lock_out() == {1: [[1, BAD_BEAT, 2500]]}


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {1: []},
        {1: 1, 2: 1},
        {1: [1], 2: 1},
        {1: [[15, 1]], 2: 1},
        {1: ["abc"], 2: 1},
        {1: [[0, 1, 1]], 2: 1},
        {1: [[len(WAGERS), 1, 1]], 2: 1},
        {1: [[15, 0, 1]], 2: 1},
        {1: [[15, 64, 1]], 2: 1},
        {1: [[15, 1, -1]], 2: 1},
        {1: [[15, 1, 1]], 2: -1},
        {1: [[15, 1, 1]], 2: 2**32},
        {1: [[15, 1, 1]], 2: "1"},
        {1: [[15, 1, 1]], 2: 1, 3: 2},
        {1: [[15, 1, 1]], 2: 1, 4: "yes"},
    ],
)
def test_an_open_that_makes_no_sense_changes_nothing(payload: dict[int, Value]) -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    before = house.system.open_spots()
    assert house.host.order(OPEN, payload) == BAD
    assert house.system.open_spots() == before
    assert house.system.accepted() == [(1, "bad_beat", 1000)]


def test_no_more_spots_than_one_report_can_hold() -> None:
    """24, those among them that have an accepted wager and are open no more."""
    house = House(boxes=16)
    twelve = (1 << 12) - 1
    assert house.open([BAD_BEAT, twelve, 2**32 - 1], [HIT_AND_RUN, twelve, 2**32 - 1]) == DONE
    for box in range(1, 13):
        assert house.place(box, "bad_beat", 2**32 - 1)
        assert house.place(box, "hit_and_run", 2**32 - 1)
    assert house.open([BAD_BEAT, 1 << 12, 100]) == BAD
    assert house.open([BAD_BEAT, (1 << 13) - 1, 100], [HIT_AND_RUN, twelve, 100]) == BAD
    assert len(house.lock_out()[1]) == 24  # type: ignore[arg-type]
    assert house.open([BAD_BEAT, 1 << 12, 100], of=2) == DONE


# ---- the lock-out -------------------------------------------------------------------------------------


def test_after_the_lock_out_nothing_is_accepted_and_nothing_comes_back() -> None:
    house = opened()
    house.place(1, "bad_beat", 1000)
    house.place(2, "hit_and_run", 500)
    assert house.lock_out() == {1: [[1, BAD_BEAT, 1000], [2, HIT_AND_RUN, 500]]}
    assert not house.place(1, "bad_beat", 100)
    assert not house.place(3, "hit_and_run", 500)
    assert not house.take_back(1, "bad_beat", 1000)
    assert not house.take_back(2, "hit_and_run", 500)
    assert house.reports()[3:] == [
        (ATTEMPT, {1: 1, 2: BAD_BEAT, 3: 100}),
        (ATTEMPT, {1: 3, 2: HIT_AND_RUN, 3: 500}),
    ]
    assert house.lock_out() == {1: [[1, BAD_BEAT, 1000], [2, HIT_AND_RUN, 500]]}


def test_chips_and_the_accepted_count_can_be_told_apart() -> None:
    """What the dealer compares: lifted after the lock-out, put down too late, seen twice, not seen."""
    house = opened()
    house.place(1, "hit_and_run", 500)
    house.system.fault("miscount", house.host.now, place="over")
    assert house.place(2, "hit_and_run", 200)
    house.system.fault("miscount", house.host.now)
    assert not house.place(3, "hit_and_run", 500)
    assert house.place(4, "hit_and_run", 500)
    house.lock_out()
    house.take_back(1, "hit_and_run", 500)
    house.place(5, "hit_and_run", 500)
    assert house.system.accepted() == [
        (1, "hit_and_run", 500),
        (2, "hit_and_run", 400),
        (4, "hit_and_run", 500),
    ]
    assert house.system.chips() == [
        (2, "hit_and_run", 200),
        (3, "hit_and_run", 500),
        (4, "hit_and_run", 500),
        (5, "hit_and_run", 500),
    ]
    assert [said[1] for message, said in house.reports() if message == ATTEMPT] == [5]


def test_a_lock_out_that_fails_lets_one_wager_through() -> None:
    house = opened()
    house.system.fault("accept-while-locked", house.host.now)
    assert house.place(1, "bad_beat", 100)  # as it should be, and the fault still waits
    house.lock_out()
    assert house.place(1, "bad_beat", 100)
    assert not house.place(1, "bad_beat", 100)
    assert house.reports()[-2][0] == PLACED
    assert house.system.accepted() == [(1, "bad_beat", 200)]


def test_a_lock_out_before_anything_was_opened() -> None:
    house = House()
    assert house.lock_out() == {1: []}


def test_the_dealer_takes_chips_without_a_report() -> None:
    house = opened()
    house.place(1, "hit_and_run", 500)
    house.place(2, "hit_and_run", 400)
    house.place(3, "bad_beat", 400)
    house.lock_out()
    before = house.reports()
    assert house.system.sweep(1, "hit_and_run", house.host.now) == 500
    house.system.settle({(2, "hit_and_run"): 100, (4, "hit_and_run"): 0}, house.host.now)
    assert house.system.chips() == [(2, "hit_and_run", 100)]
    house.system.clear(house.host.now)
    assert house.system.chips() == []
    assert house.reports() == before
    assert len(house.system.accepted()) == 3


def test_without_sensors_no_chips_lie() -> None:
    house = House(capabilities=("accounts",))
    house.open([HIT_AND_RUN, ALL, 500])
    assert house.place(1, "hit_and_run", 500)
    assert house.system.chips() == []
    assert house.take_back(1, "hit_and_run", 200)
    assert house.system.accepted() == [(1, "hit_and_run", 300)]
