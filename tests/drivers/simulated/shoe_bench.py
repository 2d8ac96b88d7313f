"""One simulated shoe with the hands and the host around it, for the tests of the shoe."""

from collections.abc import Sequence

from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

PERMIT, LOCK, DISCLOSE = 16, 17, 18
DONE = {1: 0}
CARDS = ["TH", "5D", "2C", "AS", "9S", "KC", "3H", "8D"]


class Bench:
    """One shoe and the hands and host around it."""

    def __init__(self, cards: Sequence[str] = CARDS, *, gate: bool = True, lid: bool = True) -> None:
        self.shoe = SimulatedShoe(random32=boot_ids().__next__, gate=gate, lid=lid)
        self.shoe.load(cards, 0.0)
        self.host = Host(self.shoe)
        self.host.hello()

    def permit(self, up_to: int, faces: str) -> dict[int, Value]:
        return self.host.order(PERMIT, {1: up_to, 2: faces})

    def draw(self, *, force: bool = False) -> str | None:
        card = self.shoe.draw(self.host.now, force=force)
        return None if card is None else card.card

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        self.host.wait(0.2)
        return self.host.reports()

    def state(self) -> tuple[Value, ...]:
        state = self.host.order(1)[3]
        assert isinstance(state, dict)
        return tuple(state[key] for key in (1, 2, 3, 4))
