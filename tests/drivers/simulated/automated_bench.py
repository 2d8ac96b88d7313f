"""One simulated automated shoe with the hands and the host around it, for its tests."""

from collections.abc import Sequence
from typing import Any

from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

STATE, PERMIT, LOCK, DISCLOSE, DISPENSE = 1, 16, 17, 18, 19
DONE = {1: 0}
CARDS = ["TH", "5D", "2C", "AS", "9S", "KC", "3H", "8D", "JH", "QC", "7S", "4D"]


def refused(reason: str) -> dict[int, Value]:
    return {1: 1, 2: reason}


class Bench:
    """One automated shoe, loaded, and the hands and host around it."""

    def __init__(self, cards: Sequence[str] = CARDS, **options: Any) -> None:
        self.shoe = SimulatedAutomatedShoe(random32=boot_ids().__next__, **options)
        self.shoe.load(cards, 0.0)
        self.host = Host(self.shoe)
        self.host.hello()

    def dispense(self, stack: int, count: int, up_to: int, faces: str = "") -> dict[int, Value]:
        return self.host.order(DISPENSE, {1: stack, 2: count, 3: up_to, 4: faces})

    def out(self, stack: int, count: int, up_to: int, faces: str = "") -> list[str] | None:
        """Order the stack, wait for it and take it."""
        assert self.dispense(stack, count, up_to, faces) == DONE
        self.host.wait(8.0)
        return self.take()

    def take(self) -> list[str] | None:
        cards = self.shoe.take(self.host.now)
        return None if cards is None else [card.card for card in cards]

    def load(self, cards: Sequence[str]) -> None:
        self.shoe.load(cards, self.host.now)

    def fault(self, kind: str, place: str = "", at: int = 0) -> None:
        self.shoe.fault(kind, self.host.now, place=place, at=at)

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        self.host.wait(0.2)
        return self.host.reports()

    def since(self, before: list[tuple[int, dict[int, Value]]]) -> list[tuple[int, dict[int, Value]]]:
        """What was reported after `before`."""
        return self.reports()[len(before) :]

    def state(self) -> tuple[Value, ...]:
        """Locked, permitted, last draw; load, stack, stage, first draw of it."""
        state = self.host.order(STATE)[3]
        assert isinstance(state, dict)
        return tuple(state[key] for key in (1, 2, 3, 5, 6, 7, 8))
