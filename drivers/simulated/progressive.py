"""A progressive table game system: a wagering device at each box, a lock-out, meters, game accounts.

The model is the patrons' side as well: what they put on a wagering device, which is money of a game
account or, for a wager that is made with chips, chips on a sensor, which lie where they were put, accepted
or not. Who may wager, what a meter stands at and what an award comes to is the host's business.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from drivers.cards import DECK
from drivers.messages import WAGERS
from drivers.simulated.firmware import Firmware
from drivers.simulated.payloads import Refuse, checked, number_in, pairs_of, triples_of
from drivers.simulated.wire import Payload, Value

OPEN: Final = 16
LOCK_OUT: Final = 17
REJECT: Final = 18
SHOW_METERS: Final = 19
CREDIT: Final = 20

PLACED: Final = 16
TAKEN_BACK: Final = 17
LOCKED_OUT: Final = 18
ATTEMPT_AFTER_LOCK_OUT: Final = 19
CREDITED: Final = 20

WITH_CHIPS: Final = frozenset(("hit_and_run",))
"""Wagers that are made with chips on a sensor; any other one is made from a game account."""
SPOTS: Final = 24
"""Spots that may be open or have a wager at a time: all of them go into one report."""
PART: Final = 16
"""Entries of the accepted wagers' state in one part."""

_CENTS: Final = (1 << 32) - 1

Spot = tuple[int, str]
"""A box, from 1, and the name of a wager on it."""


class SimulatedProgressive(Firmware):
    """Firmware and wagering devices of the progressive system of one table.

    boxes: how many, 1 to 16. capabilities: which of "accounts", "chips" and "selects" it has. choose: gives a
    number from 0 to below its argument, for the selection of a card and a box. Faults: "sensor", "lamp"
    and "power" stand until repaired: locked out, and not to be opened; "miscount" (place "short" or "over")
    lets the sensor miss the next chips or see them twice; "accept-while-locked" lets the next wager through
    though it should not be. Occasions of scheduled faults are placements since the model was made.

    What was accepted and selected, the meters and the accounts are kept where a reset does not reach them.
    """

    role: ClassVar[str] = "progressive"
    model: ClassVar[str] = "sim-progressive"
    hard_faults: ClassVar[frozenset[str]] = frozenset(("sensor", "lamp", "power"))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults | {"miscount", "accept-while-locked"}
    fault_places: ClassVar[Mapping[str, tuple[str, ...]]] = {"miscount": ("short", "over")}

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        boxes: int = 6,
        speed: float = 1.0,
        serial: str = "SIM-PROGRESSIVE-1",
        ring: int = 64,
        capabilities: tuple[str, ...] = ("accounts", "chips", "selects"),
        choose: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        if not 1 <= boxes <= 16:
            raise ValueError(f"{boxes} boxes: 1 to 16 are possible")
        self.boxes = boxes
        self._words = capabilities
        self._choose = choose
        self._open: dict[Spot, int] = {}
        self._accepted: dict[Spot, int] = {}
        self._chips: dict[Spot, int] = {}
        self._rejected: list[tuple[int, str, int]] = []
        self._round: int | None = None
        self._asked = (False, False)
        self._magic, self._lucky = "", 0
        self._next = ("", 0)
        self._meters: dict[str, int] = {}
        self._accounts: dict[int, int] = {}
        self._credited = 0
        self._placements = 0
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring)

    # ---- hands of patrons ---------------------------------------------------------------------------

    def place(self, box: int, wager: str, cents: int, now: float, player: str = "") -> bool:
        """Put a wager on the device of a box; whether the device accepted it.

        One on a spot that is not open, or that would go beyond what is open there, is not accepted and is an
        attempt. Chips lie where they were put either way. ValueError for a box, wager, amount or name that
        cannot be.
        """
        spot = self._spot(box, wager)
        if not 0 < cents <= _CENTS:
            raise ValueError(f"no wager of {cents} cents can be placed")
        if len(player) > 32 or not (player.isascii() and player.isprintable()):
            raise ValueError(f"{player!r} is no name: 32 printable letters at most")
        self.tick(now)
        self._placements += 1
        self._occasion(self._placements)
        if self._with_chips(wager):
            self._chips[spot] = self._chips.get(spot, 0) + cents
            cents = self._as_seen(cents)
        if self._is_blind() or not cents:
            return False
        said: Payload = {1: box, 2: WAGERS.index(wager), 3: cents}
        if not self._accepts(spot, cents):
            self._report(ATTEMPT_AFTER_LOCK_OUT, said)
            return False
        self._accepted[spot] = self._accepted.get(spot, 0) + cents
        self._report(PLACED, {**said, 4: player} if player else said)
        return True

    def take_back(self, box: int, wager: str, cents: int, now: float) -> bool:
        """Take `cents` of a wager back; whether the device lets it go, so that less is accepted.

        A spot that is not open lets nothing go: a wager from an account stays, and chips that are lifted
        all the same count as accepted. ValueError when there is not so much there.
        """
        spot = self._spot(box, wager)
        there = self._chips if self._with_chips(wager) else self._accepted
        if not 0 < cents <= there.get(spot, 0):
            raise ValueError(f"{cents} cents are not there on {wager} of box {box}")
        self.tick(now)
        stays = there[spot] - cents
        if there is self._chips:
            _set(self._chips, spot, stays)
        before = self._accepted.get(spot, 0)
        if spot not in self._open or before <= stays:
            return False
        _set(self._accepted, spot, stays)
        self._report(TAKEN_BACK, {1: box, 2: WAGERS.index(wager), 3: before - stays})
        return True

    # ---- hands of the dealer ------------------------------------------------------------------------

    def settle(self, chips: Mapping[Spot, int], now: float) -> None:
        """From now on exactly `chips` lie on the sensors, by (box, wager) in cents, without a report."""
        found = {self._spot(*spot): cents for spot, cents in chips.items() if cents}
        self.tick(now)
        self._chips = found

    def sweep(self, box: int, wager: str, now: float) -> int:
        """The dealer takes all chips that lie on one spot, without a report; returns the cents."""
        spot = self._spot(box, wager)
        self.tick(now)
        return self._chips.pop(spot, 0)

    def clear(self, now: float) -> None:
        """The dealer takes the chips off all sensors, without a report."""
        self.settle({}, now)

    def select_next(self, magic: str = "", lucky: int = 0) -> None:
        """What the next selection finds: for rehearsal. "" and 0 leave it to the generator.

        ValueError for a card or box that cannot be selected.
        """
        if (magic and magic not in DECK) or not 0 <= lucky <= self.boxes:
            raise ValueError(f"no card {magic!r} or no box {lucky} can be selected")
        self._next = (magic, lucky)

    # ---- what can be seen ---------------------------------------------------------------------------

    def is_open(self, box: int, wager: str) -> bool:
        """Whether the device of that box accepts that wager now."""
        return self._spot(box, wager) in self._open

    def open_spots(self) -> list[tuple[int, str]]:
        """All spots that are open, in order of boxes."""
        return sorted(self._open)

    def accepted(self) -> list[tuple[int, str, int]]:
        """What is accepted, (box, wager, cents) each, in order of boxes."""
        return [(box, wager, cents) for (box, wager), cents in sorted(self._accepted.items())]

    def chips(self) -> list[tuple[int, str, int]]:
        """What lies on the sensors, accepted or not, (box, wager, cents) each, in order of boxes."""
        return [(box, wager, cents) for (box, wager), cents in sorted(self._chips.items())]

    def lies(self, box: int, wager: str) -> int:
        """Cents in chips that lie on a spot, whatever the sensor made of them."""
        return self._chips.get(self._spot(box, wager), 0)

    def rejected(self) -> list[tuple[int, str, int]]:
        """What went back to its owners since the last call: (box, wager, cents), oldest first."""
        gone, self._rejected = self._rejected, []
        return gone

    def meters(self) -> dict[str, int]:
        """What the meters show, cents by wager."""
        return dict(self._meters)

    def accounts(self) -> dict[int, int]:
        """What was credited to the game accounts, cents by box."""
        return dict(self._accounts)

    @property
    def credited(self) -> int:
        """The number of the award that was credited last, 0 for none."""
        return self._credited

    # ---- inside -------------------------------------------------------------------------------------

    def _spot(self, box: int, wager: str) -> Spot:
        if not 1 <= box <= self.boxes or not wager or wager not in WAGERS:
            raise ValueError(f"no wager {wager!r} on a box {box}")
        return box, wager

    def _with_chips(self, wager: str) -> bool:
        return "chips" in self._words and wager in WITH_CHIPS

    def _as_seen(self, cents: int) -> int:
        """What the sensor makes of chips that are put down."""
        wrong = self._faults.spend("miscount")
        if wrong is None:
            return cents
        return min(2 * cents, _CENTS) if wrong == "over" else 0

    def _is_blind(self) -> bool:
        return bool({"sensor", "power"} & set(self.faults()))

    def _accepts(self, spot: Spot, cents: int) -> bool:
        after = self._accepted.get(spot, 0) + cents
        if spot in self._open and after <= self._open[spot]:
            return True
        fits = after <= _CENTS and len(self._accepted.keys() | {spot}) <= SPOTS
        return fits and self._faults.spend("accept-while-locked") is not None

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        return self._words

    def _limits(self) -> dict[str, int]:
        return {"boxes": self.boxes, **super()._limits()}

    def _booted(self) -> None:
        super()._booted()
        self._open = {}

    def _order(self, message: int, payload: Payload) -> None:
        if message == OPEN:
            self._order_open(payload)
        elif message == LOCK_OUT:
            self._lock_out()
        elif message == REJECT:
            self._reject(payload)
        elif message == SHOW_METERS:
            self._show(payload)
        elif message == CREDIT:
            self._credit(payload)
        else:
            raise Refuse("unknown-message")

    def _order_open(self, payload: Payload) -> None:
        spots: dict[Spot, int] = {}
        for code, bits, up_to in triples_of(payload, 1):
            wager = WAGERS[checked(code, 1, len(WAGERS) - 1)]
            which = checked(bits, 1, (1 << self.boxes) - 1)
            most = checked(up_to, 0, _CENTS)
            spots.update({(box, wager): most for box in range(1, self.boxes + 1) if which >> (box - 1) & 1})
        of_round = number_in(payload, 2, 0, _CENTS)
        magic, lucky = (bool(number_in(payload, key, 0, 1, 0)) for key in (3, 4))
        stays = self._accepted if of_round == self._round else {}
        if len(stays.keys() | spots.keys()) > SPOTS:
            raise Refuse("bad-value")
        if (magic or lucky) and "selects" not in self._words:
            raise Refuse("unsupported")
        if self.faults():
            raise Refuse("fault")
        if of_round != self._round:
            self._round, self._accepted = of_round, {}
        self._magic, self._lucky = "", 0  # wagers may come, and what was selected may be known
        self._open, self._asked = spots, (magic, lucky)

    def _lock_out(self) -> None:
        self._open = {}
        said: dict[int, Value] = {1: self._listed()}
        if self._asked[0]:
            said[2] = self._magic = self._magic or self._select_magic()
        if self._asked[1]:
            said[3] = self._lucky = self._lucky or self._select_lucky()
        self._report(LOCKED_OUT, said)

    def _select_magic(self) -> str:
        told, self._next = self._next[0], ("", self._next[1])
        return told or DECK[self._choose(len(DECK))]

    def _select_lucky(self) -> int:
        told, self._next = self._next[1], (self._next[0], 0)
        return told or 1 + self._choose(self.boxes)

    def _reject(self, payload: Payload) -> None:
        box = number_in(payload, 1, 1, self.boxes)
        wager = WAGERS[number_in(payload, 2, 1, len(WAGERS) - 1)]
        stands = number_in(payload, 3, 0, _CENTS)
        there = self._chips if self._with_chips(wager) else self._accepted
        over = there.get((box, wager), 0) - stands
        for amounts in (self._chips, self._accepted):
            _set(amounts, (box, wager), min(amounts.get((box, wager), 0), stands))
        if over > 0:
            self._rejected.append((box, wager, over))

    def _show(self, payload: Payload) -> None:
        pairs = [
            (WAGERS[checked(code, 1, len(WAGERS) - 1)], checked(cents, 0, _CENTS))
            for code, cents in pairs_of(payload, 1)
        ]
        if len(dict(pairs)) != len(pairs):
            raise Refuse("bad-value")
        self._meters = dict(pairs)

    def _credit(self, payload: Payload) -> None:
        award = number_in(payload, 1, 1, _CENTS)
        box = number_in(payload, 2, 1, self.boxes)
        number_in(payload, 3, 1, len(WAGERS) - 1)
        cents = number_in(payload, 4, 1, _CENTS)
        if "accounts" not in self._words:
            raise Refuse("unsupported")
        if award > self._credited:
            self._credited = award
            self._accounts[box] = self._accounts.get(box, 0) + cents
        self._report(CREDITED, {1: award})

    def _permitted(self) -> bool:
        return bool(self._open)

    def _make_safe(self) -> None:
        self._open = {}

    def _listed(self) -> list[Value]:
        return [[box, WAGERS.index(wager), cents] for box, wager, cents in self.accepted()]

    def _state_parts(self) -> list[dict[int, Value]]:
        listed, is_open = self._listed(), int(bool(self._open))
        return [
            {1: is_open, 2: listed[at : at + PART], 3: self._credited}
            for at in range(0, max(1, len(listed)), PART)
        ]


def _set(amounts: dict[Spot, int], spot: Spot, cents: int) -> None:
    if cents:
        amounts[spot] = cents
    else:
        amounts.pop(spot, None)
