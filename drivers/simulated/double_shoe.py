"""A double shoe: two compartments side by side, a mouth and a gate each, one counter for the cards of both.

`SimulatedDoubleShoe` is the shoe of shoe.py with a second compartment; here stands what having two adds:
which one a hand is on, which one a permission names. Side 0 is the left one, 1 the right one.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from drivers.simulated.payloads import number_in
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.wire import Payload

SIDES: Final = ("left", "right")
_EITHER: Final = 2


class SimulatedDoubleShoe(SimulatedShoe):
    """Firmware and mechanics of one double shoe; faults and cards as a SimulatedShoe has them. Where a hand
    says no side it is the left one. A card that leaves the other side than the permission names (it was half
    out, or there is no gate) is told by the permission's faces all the same, and uses the permission up."""

    model: ClassVar[str] = "sim-double-shoe"
    compartments: ClassVar[int] = 2

    def load(self, cards: Sequence[str], now: float, side: int = 0) -> None:
        """As the base says, into that side; the other one stays as it is."""
        self._put_hand_on(side)
        super().load(cards, now)

    def lose(self, now: float, side: int = 0) -> str | None:
        """As the base says, of that side."""
        self._put_hand_on(side)
        return super().lose(now)

    def cards_left(self, side: int = 0) -> int:
        """How many cards are inside that side, the cover card not counted."""
        self._put_hand_on(side)
        return super().cards_left()

    def draw(self, now: float, *, force: bool = False, side: int = 0) -> PhysicalCard | None:
        """As the base says, from that side."""
        self._put_hand_on(side)
        return super().draw(now, force=force)

    def _put_hand_on(self, side: int) -> None:
        if side not in (0, 1):
            raise ValueError(f"this shoe has no side {side}")
        self._side = side

    def _holds(self, force: bool) -> bool:
        """The gate of the side that is not permitted holds its cards, whatever the other one does."""
        is_open = self._open_side in (self._side, _EITHER)
        if is_open or self._permission.locked or force or not self._gate:
            return super()._holds(force)
        return self._faults.spend("draw-while-locked") is None

    def _permitted_side(self, payload: Payload) -> int:
        return number_in(payload, 3, 0, _EITHER, 0)

    def _capabilities(self) -> tuple[str, ...]:
        return (*super()._capabilities(), "double")
