"""A simulated progressive system, its host and the hands beside it, for the tests of both files on it."""

from typing import Any

from drivers.simulated import wire
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

OPEN, LOCK_OUT, REJECT, SHOW_METERS, CREDIT = 16, 17, 18, 19, 20
PLACED, TAKEN_BACK, LOCKED_OUT, ATTEMPT, CREDITED = 16, 17, 18, 19, 20
BAD_BEAT, HIT_AND_RUN = 15, 16
DONE = {1: 0}
BAD = {1: 1, 2: "bad-value"}
FAULT = {1: 1, 2: "fault"}
UNSUPPORTED = {1: 1, 2: "unsupported"}
ALL = 0b111111


class House:
    """A system of six boxes, its host, and the hands beside it."""

    def __init__(self, **options: Any) -> None:
        self.system = SimulatedProgressive(random32=boot_ids().__next__, **options)
        self.host = Host(self.system)
        self.host.hello()

    def open(self, *spots: list[int], of: int = 1, magic: bool = False, lucky: bool = False) -> Any:
        said: dict[int, Value] = {1: [list(spot) for spot in spots], 2: of}
        return self.host.order(OPEN, {**said, **({3: 1} if magic else {}), **({4: 1} if lucky else {})})

    def place(self, box: int, wager: str, cents: int, player: str = "") -> bool:
        return self.system.place(box, wager, cents, self.host.now, player)

    def take_back(self, box: int, wager: str, cents: int) -> bool:
        return self.system.take_back(box, wager, cents, self.host.now)

    def lock_out(self) -> dict[int, Value]:
        """Order it, and what it reports."""
        assert self.host.order(LOCK_OUT) == DONE
        message, said = self.reports()[-1]
        assert message == LOCKED_OUT
        return said

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        """All of this session. Eight at a time come, and the next ones once those are acknowledged."""
        seen = self.host.has
        while True:
            self.host.wait(0.01)
            numbers = [frame.number for frame in self.host.frames if frame.type == wire.REPORT]
            if not numbers or numbers[-1] == seen:
                break
            seen = numbers[-1]
            self.host.acknowledge(seen)
        return self.host.reports()

    def state(self, part: int = 0) -> dict[int, Value]:
        state = self.host.order(1, {1: part} if part else {})[3]
        assert isinstance(state, dict)
        return state


def opened() -> House:
    """Both wagers are open on all boxes, $25 and $5 at most."""
    house = House()
    assert house.open([BAD_BEAT, ALL, 2500], [HIT_AND_RUN, ALL, 500]) == DONE
    return house
