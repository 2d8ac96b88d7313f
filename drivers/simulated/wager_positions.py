"""Wager positions that see chips: which spots are open, what lies where, who set it down.

The model is the felt as well: chips physically lie where they were put, counted or not. Which wager
is allowed, and what a wager wins, is the host's business; the positions report and show.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from drivers.messages import WAGERS
from drivers.simulated.firmware import Firmware
from drivers.simulated.payloads import Refuse, checked, number_in, triples_of
from drivers.simulated.wire import Payload, Value

OPEN: Final = 16
CLOSE: Final = 17
REJECT: Final = 18

PLACED: Final = 16
TAKEN_BACK: Final = 17
CLOSED: Final = 18
ATTEMPT_AFTER_CLOSE: Final = 19

PART: Final = 16
"""Entries of the chips' state in one part."""

_CENTS: Final = (1 << 32) - 1

Spot = tuple[int, str]
"""A box, from 1, and the name of a wager on it."""


class SimulatedPositions(Firmware):
    """Firmware and felt of the wager positions of one table.

    boxes: how many, 1 to 16. Faults: "chip-reader" (blind) and "sensor" stand until repaired:
    closed, and not to be opened. Occasions of scheduled faults are
    placements since the model was made.
    """

    role: ClassVar[str] = "wager_positions"
    model: ClassVar[str] = "sim-positions"
    hard_faults: ClassVar[frozenset[str]] = frozenset(("chip-reader", "sensor"))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        boxes: int = 6,
        speed: float = 1.0,
        serial: str = "SIM-POSITIONS-1",
        ring: int = 64,
    ) -> None:
        if not 1 <= boxes <= 16:
            raise ValueError(f"{boxes} boxes: 1 to 16 are possible")
        self.boxes = boxes
        self._chips: dict[Spot, int] = {}
        self._open: dict[Spot, int] = {}
        self._rejected: list[tuple[int, str, int]] = []
        self._placements = 0
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring)

    # ---- hands on the felt ------------------------------------------------------------------------

    def place(self, box: int, chips: Mapping[str, int], now: float, player: str = "") -> None:
        """Set chips down on one box together: cents added by wager name.

        What is set on open spots is one report; each closed spot is an attempt of its own. Chips lie
        where they were put either way. ValueError for a box, wager or amount that does not exist.
        """
        spots = {self._spot(box, wager): cents for wager, cents in chips.items()}
        if not spots or any(not 0 < cents <= _CENTS for cents in spots.values()):
            raise ValueError(f"no chips to set down: {dict(chips)}")
        self.tick(now)
        self._placements += 1
        self._occasion(self._placements)
        for spot, cents in spots.items():
            self._chips[spot] = self._chips.get(spot, 0) + cents
        if "chip-reader" in self.faults():
            return  # nobody sees them
        taken = [
            [WAGERS.index(wager), cents] for (_, wager), cents in spots.items() if self.is_open(box, wager)
        ]
        if taken:
            self._report(PLACED, {1: box, 2: taken, 3: player} if player else {1: box, 2: taken})
        for (_, wager), cents in spots.items():
            if not self.is_open(box, wager):
                self._attempt(box, wager, cents)

    def take_back(self, box: int, wager: str, amount: int, now: float) -> None:
        """Lift `amount` cents. ValueError when not so much lies there."""
        spot = self._spot(box, wager)
        if not 0 < amount <= self._chips.get(spot, 0):
            raise ValueError(f"{amount} cents do not lie on {wager} of box {box}")
        self.tick(now)
        self._set(spot, self._chips[spot] - amount)
        if "chip-reader" in self.faults():
            return
        if self.is_open(box, wager):
            self._report(TAKEN_BACK, {1: box, 2: WAGERS.index(wager), 3: amount})
        else:
            self._attempt(box, wager, -amount)

    def settle(self, chips: Mapping[Spot, int], now: float) -> None:
        """The dealer settles: from now on exactly `chips` lie on the felt, by (box, wager) in cents.

        The dealer's own handling is not a patron's, and no report comes of it.
        """
        found = {self._spot(*spot): cents for spot, cents in chips.items() if cents}
        self.tick(now)
        self._chips = found

    def sweep(self, box: int, wager: str, now: float) -> int:
        """The dealer takes all that lies on one spot, without a report; returns the cents."""
        spot = self._spot(box, wager)
        self.tick(now)
        return self._chips.pop(spot, 0)

    def clear(self, now: float) -> None:
        """The dealer clears the whole felt, without a report."""
        self.settle({}, now)

    def lies(self, box: int, wager: str) -> int:
        """Cents that lie on a spot, whether they count or not."""
        return self._chips.get(self._spot(box, wager), 0)

    def is_open(self, box: int, wager: str) -> bool:
        """Whether the positions take chips on that spot now (its light is on)."""
        return self._spot(box, wager) in self._open

    def open_spots(self) -> list[tuple[int, str]]:
        """All spots that are open, in order of boxes."""
        return sorted(self._open)

    def chips(self) -> list[tuple[int, str, int]]:
        """All that lies on the felt, (box, wager, cents) each, in order of boxes."""
        return [(box, wager, cents) for (box, wager), cents in sorted(self._chips.items())]

    def rejected(self) -> list[tuple[int, str, int]]:
        """What went back to its owners since the last call: (box, wager, cents), oldest first."""
        gone, self._rejected = self._rejected, []
        return gone

    # ---- inside -------------------------------------------------------------------------------------

    def _spot(self, box: int, wager: str) -> Spot:
        if not 1 <= box <= self.boxes or not wager or wager not in WAGERS:
            raise ValueError(f"no wager {wager!r} on a box {box}")
        return box, wager

    def _set(self, spot: Spot, cents: int) -> None:
        if cents:
            self._chips[spot] = cents
        else:
            self._chips.pop(spot, None)

    def _attempt(self, box: int, wager: str, cents: int) -> None:
        self._report(ATTEMPT_AFTER_CLOSE, {1: box, 2: WAGERS.index(wager), 3: cents})

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        return ("chips", "players")

    def _limits(self) -> dict[str, int]:
        return {"boxes": self.boxes, **super()._limits()}

    def _booted(self) -> None:
        super()._booted()
        self._open = {}

    def _order(self, message: int, payload: Payload) -> None:
        if message == OPEN:
            self._order_open(payload)
        elif message == CLOSE:
            self._open = {}
            self._report(CLOSED, {})
        elif message == REJECT:
            self._reject(payload)
        else:
            raise Refuse("unknown-message")

    def _order_open(self, payload: Payload) -> None:
        spots: dict[Spot, int] = {}
        for code, bits, up_to in triples_of(payload, 1):
            wager = WAGERS[checked(code, 1, len(WAGERS) - 1)]
            which = checked(bits, 1, (1 << self.boxes) - 1)
            most = checked(up_to, 0, _CENTS)
            spots.update({(box, wager): most for box in range(1, self.boxes + 1) if which >> (box - 1) & 1})
        if self.faults():
            raise Refuse("fault")
        self._open = spots

    def _reject(self, payload: Payload) -> None:
        box = number_in(payload, 1, 1, self.boxes)
        wager = WAGERS[number_in(payload, 2, 1, len(WAGERS) - 1)]
        stands = number_in(payload, 3, 0, _CENTS)
        over = self._chips.get((box, wager), 0) - stands
        if over > 0:
            self._set((box, wager), stands)
            self._rejected.append((box, wager, over))

    def _permitted(self) -> bool:
        return bool(self._open)

    def _make_safe(self) -> None:
        self._open = {}

    def _state_parts(self) -> list[dict[int, Value]]:
        chips: list[Value] = [[box, WAGERS.index(wager), cents] for box, wager, cents in self.chips()]
        is_open = int(bool(self._open))
        return [{1: is_open, 2: chips[at : at + PART]} for at in range(0, max(1, len(chips)), PART)]
