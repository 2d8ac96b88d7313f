"""What is wished of a device, what is done to it, and how both ends of its link are judged in the end.

Works on both_ends.py; the tests that use it are test_both_ends.py and test_life_signs.py.
"""

from collections.abc import Callable
from itertools import pairwise

from drivers import frame as wire
from drivers.cards import is_known
from drivers.messages import (
    Arm,
    CancelShuffle,
    CardDrawn,
    ClosePositions,
    DeviceLost,
    DeviceReady,
    DeviceRefused,
    Disarm,
    Disclose,
    Disclosed,
    Dispense,
    FaultRaised,
    Lock,
    LockOut,
    OpenPositions,
    OpenProgressive,
    Order,
    Permit,
    Release,
    Shuffle,
)
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.noise import Rates
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shoe_codes import (
    DISPENSE,
    DOUBLE_FEED,
    DRAWN,
    LOADED,
    STACK_DISPENSED,
    STACK_FAILED,
)
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions
from tests.drivers.both_ends import CARDS, BothEnds, expected, numbers_of

ROLES = ("shoe", "double_shoe", "automated_shoe", "card_reader", "wager_positions", "shuffler", "progressive")
POOR = Rates(drop=0.05)


def wish(ends: BothEnds, value: int) -> Order:
    """Something that this role may be permitted. Each draw has one face, whatever else is ordered: a table
    that changes its mind about a card that may be out already would get it sealed."""
    if isinstance(ends.model, SimulatedAutomatedShoe):
        return wish_of_automated_shoe(ends, ends.model, 1 + value % 4)
    if isinstance(ends.model, SimulatedShoe):
        last, count = ends.model._last, 1 + value % 4
        faces = "".join("uud"[draw % 3] for draw in range(last + 1, last + count + 1))
        double = isinstance(ends.model, SimulatedDoubleShoe)
        return Permit(last + count, faces, value % 3 if double else 0)
    if isinstance(ends.model, SimulatedReader):
        return Arm("AT"[value % 2])
    if isinstance(ends.model, SimulatedShuffler):
        return wish_of_shuffler(ends, ends.model, value)
    if isinstance(ends.model, SimulatedProgressive):
        spots = (("bad_beat", (2, 3 + value % 4), 5000), ("hit_and_run", (3,), 500))
        return OpenProgressive(spots, 1 + value // 4, magic=value % 2 == 0, lucky=value % 3 == 0)
    return OpenPositions((("blackjack", (2, 3 + value % 4), 5000), ("push_22", (3,), 500)))


def wish_of_automated_shoe(ends: BothEnds, model: SimulatedAutomatedShoe, count: int) -> Order:
    """The next stack, for which hands make the shoe ready; or the one that is being dispensed, once more,
    which changes nothing."""
    if model._stage == "working":
        stack, count, up_to, faces = model._asked
        return Dispense(stack, count, up_to, faces)
    act_at_automated_shoe(model, 0, ends.now)
    up_to = model._last + count
    faces = "".join("uud"[draw % 3] for draw in range(model._last + 1, up_to + 1))
    return Dispense(model._asked[0] + 1, count, up_to, faces)


def wish_of_shuffler(ends: BothEnds, model: SimulatedShuffler, value: int) -> Order:
    """The next job, the release of what is inside, or the job that works again, which changes nothing."""
    if model.stage == "working":
        return Shuffle(model._job, 1, 52)
    if model.stage in ("done", "released") or (model.stage == "failed" and value % 2):
        return Release(model._job if value % 4 else 0)
    return Shuffle(next(ends.jobs), 1 + value % 2, 52)


def permit_for_long(ends: BothEnds) -> None:
    """Order something that stays permitted until it is locked: of a shuffler, the exit for its stack; of an
    automated shoe, a stack, with rollers that take five seconds for a card."""
    if isinstance(ends.model, SimulatedAutomatedShoe):
        ends.model.speed = 0.05
    ends.order(wish(ends, 0))
    if isinstance(ends.model, SimulatedShuffler):
        ends.run(1.0)
        ends.order(wish(ends, 1))


def act(ends: BothEnds, value: int) -> None:
    """Hands on the device."""
    model, now = ends.model, ends.now
    if isinstance(model, SimulatedAutomatedShoe):
        act_at_automated_shoe(model, value, now)
    elif isinstance(model, SimulatedShoe):
        if value == 7:
            model.lid(not model._lid_open, now)
        elif isinstance(model, SimulatedDoubleShoe):
            model.draw(now, force=value == 6, side=value % 2)
        else:
            model.draw(now, force=value == 6)
    elif isinstance(model, SimulatedShuffler):
        act_at_shuffler(model, value, now)
    elif isinstance(model, SimulatedReader):
        model.insert(("AS", "TD", "5C", "")[value % 4], now)
    elif isinstance(model, SimulatedPositions):
        box = 1 + value % 6
        if value % 2 and model.lies(box, "blackjack"):
            model.take_back(box, "blackjack", model.lies(box, "blackjack"), now)
        else:
            model.place(box, {"blackjack": 500}, now)
    elif isinstance(model, SimulatedProgressive):
        box, wager = 1 + value % 6, "hit_and_run" if value % 3 == 1 else "bad_beat"
        there = model.chips() if wager == "hit_and_run" else model.accepted()
        cents = sum(row[2] for row in there if row[:2] == (box, wager))
        if value % 2 and cents:
            model.take_back(box, wager, cents, now)
        else:
            model.place(box, wager, 500, now)


def act_at_automated_shoe(model: SimulatedAutomatedShoe, value: int, now: float) -> None:
    """What lies in the exit is taken; a load that is over, or nearly so, is replaced by another one."""
    if value == 7:
        model.lid(not model._lid_open, now)
    elif value == 6:
        model.fault("jam", now)
    else:
        model.take(now)
        if model._stage == "failed" or (model._stage != "working" and model._counted < 40):
            model.load(CARDS, now)


def act_at_shuffler(model: SimulatedShuffler, value: int, now: float) -> None:
    """One deck goes round and round: what comes out of the exit is put into the input again."""
    if value == 7:
        model.lid(not model._lid_open, now)
    elif value == 6:
        model.fault("jam", now)
    elif cards := model.take(now):
        model.feed(cards, now)


def happen(ends: BothEnds, what: str, value: int) -> None:
    model, now = ends.model, ends.now
    if what == "act":
        act(ends, value)
    elif what == "order":
        ends.order(wish(ends, value))
    elif what == "lock":
        ends.lock()
    elif what == "disclose":
        if isinstance(model, SimulatedShoe) and model._last:
            ends._order(Disclose(1 + value % model._last))
    elif what == "replay":
        ends.replay()
    elif what in ("power", "watchdog"):
        model.start(now, what)
    elif what == "mid-order":
        model.fault("reset", now, place=("received", "executed", "replied")[value % 3])
    elif what == "restart":
        ends.restart()
    elif what == "unplug":
        if ends.plugged:
            ends.unplug()
        else:
            ends.replug()
    elif what == "hang":
        ends.alive = not ends.alive
    elif what == "burst":
        for _ in range(20 * value):
            act(ends, 0 if isinstance(model, SimulatedPositions) else 7)
    elif what == "silence":
        model.fault("silence", now)
        ends.run(value / 4)
        model.repair(now)


def check(ends: BothEnds) -> None:
    check_reports(ends)
    check_orders(ends)
    check_notices(ends)
    check_faces(ends)
    check_stacks(ends)


def check_reports(ends: BothEnds) -> None:
    """Each report once, in order, as it was made; or named in a Gap. Of the last boot all, of earlier
    ones what came before the device forgot it."""
    for boot, made in ends.model.made.items():
        numbers = numbers_of(ends.written, boot)
        assert numbers == list(range(1, len(numbers) + 1))
        if boot == ends.model.boot:
            assert len(numbers) == len(made)
    told = {(boot, one[0]): one[1:] for boot, made in ends.model.made.items() for one in made}
    for one in ends.written:
        if one.number:
            assert one.report == expected(ends.role, *told[one.boot, one.number])


def check_orders(ends: BothEnds) -> None:
    """Each order at most once, in the session that it was said in, as it was said; sessions never go back."""
    executed = ends.model.executed
    assert len({(boot, session, number) for boot, session, number, _, _ in executed}) == len(executed)
    said = {(f.session, f.number, f.message, f.payload) for f in ends.said if f.type == wire.ORDER}
    assert {one[1:] for one in executed} <= said
    sessions = [(boot, session) for boot, session, _, _, _ in executed]
    assert len(set(sessions)) == 1 + sum(now != before for before, now in pairwise(sessions))
    for session in dict.fromkeys(sessions):
        numbers = [one[2] for one in executed if one[:2] == session]
        assert numbers == sorted(numbers)


def check_notices(ends: BothEnds) -> None:
    """Lost once a loss; nothing but lost and ready in turn, in each life of the host."""
    for told in ends.told:
        turns = [type(one) for one in told if isinstance(one, DeviceLost | DeviceReady | DeviceRefused)]
        assert DeviceRefused not in turns
        assert all(before != now for before, now in pairwise(turns)), turns


def check_faces(ends: BothEnds) -> None:
    """Nothing is disclosed, and no face told, that was not ordered."""
    for one in ends.heard:
        report = one.report
        assert not (isinstance(report, FaultRaised) and report.kind == "violation"), report
        if isinstance(report, Disclosed):
            assert (one.boot, report.draw) in ends.disclosed
        elif isinstance(report, CardDrawn) and is_known(report.card):
            assert report.face_up or (one.boot, report.draw) in ends.permitted_up


def check_stacks(ends: BothEnds) -> None:
    """Each stack of a load comes out once, one after another, with the draws that it tells and no other."""
    for boot, made in ends.model.made.items() if isinstance(ends.model, SimulatedAutomatedShoe) else ():
        stack, first, out = 0, 1, 0
        for _, message, said in made:
            if message == LOADED:
                stack = 0
            elif message in (DRAWN, DOUBLE_FEED):
                assert said[1] == first + out
                out += 1
            elif message in (STACK_DISPENSED, STACK_FAILED) and said[1]:
                assert (said[1], said[2], said[3]) == (stack + 1, first, out)
                stack, first, out = stack + 1, first + out, 0
        ordered = [one for one in ends.model.executed if one[0] == boot and one[3] == DISPENSE]
        assert bool(ordered) or first + out == 1, "nothing comes out that was not ordered"


def reaches(ends: BothEnds) -> bool:
    """Whether the device is permitted what was wished last, and nothing else."""
    (order,) = ends.wishes
    model = ends.model
    if isinstance(model, SimulatedShoe):
        if isinstance(order, Lock):
            return model._permission.locked
        if isinstance(order, Dispense):
            assert isinstance(model, SimulatedAutomatedShoe)
            return model._asked[:3] == (order.stack, order.count, order.up_to)
        assert isinstance(order, Permit)
        return not model._permission.locked and model._permission.up_to == order.up_to
    if isinstance(model, SimulatedReader):
        return model._armed == (0 if isinstance(order, Disarm) else 1 + "AT".index(order.up))
    if isinstance(model, SimulatedShuffler):
        return reaches_shuffler(model, order)
    assert isinstance(model, SimulatedPositions | SimulatedProgressive)
    if isinstance(order, ClosePositions | LockOut):
        return model.open_spots() == []
    assert isinstance(order, OpenPositions | OpenProgressive)
    return model.open_spots() == sorted((box, wager) for wager, boxes, _ in order.spots for box in boxes)


def reaches_shuffler(model: SimulatedShuffler, order: Order) -> bool:
    if isinstance(order, CancelShuffle):
        return model.stage not in ("working", "released")
    if isinstance(order, Release):
        return model.stage == "released" and order.job in (0, model._job)
    assert isinstance(order, Shuffle)
    return model.stage in ("working", "done") and model._job == order.job


def calm(ends: BothEnds) -> None:
    """The device is whole and there again, and nothing is under way."""
    ends.alive = True
    ends.replug()
    ends.model.repair(ends.now)
    if isinstance(ends.model, SimulatedShoe | SimulatedShuffler) and ends.model._lid_open:
        ends.model.lid(False, ends.now)
    ends.run(1.0)
    if isinstance(ends.model, SimulatedShuffler | SimulatedAutomatedShoe):
        settle(ends)
    if isinstance(ends.model, SimulatedAutomatedShoe):
        ends.run(10.0)  # a stack is refused while another one is being dispensed


def settle(ends: BothEnds) -> None:
    """A job or a stack on another one's heels is refused: wait for what is on its way, and wish nothing
    more."""
    ends.wishes = []
    end = ends.now + 60.0
    while ends.talk._orders.deadline(ends.now) is not None:
        assert ends.now < end
        ends.run(0.1)


def finish(ends: BothEnds, permit: bool, value: int = 0) -> None:
    """A last wish over the same cable; once that is a good one it comes true, and the books are right."""
    calm(ends)
    if permit:
        ends.order(wish(ends, value))
    else:
        ends.lock()
    ends.run(3.0)
    ends.quiet(12.0)
    assert ends.talk.state == "ready"
    assert reaches(ends)
    check(ends)


def a_while(ends: BothEnds, then: Callable[[], object], moment: float) -> None:
    """Two seconds of orders and reports; at `moment` of them, `then`."""
    end, done = ends.now + 2.0, False
    turn = 0
    while ends.now < end:
        if not done and ends.now >= end - 2.0 + moment:
            then()
            done = True
        if turn % 3 == 0:
            ends.order(wish(ends, turn))
        act(ends, turn % 6)
        ends.run(0.04)
        turn += 1
