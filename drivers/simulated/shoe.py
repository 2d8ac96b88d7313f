"""A manual dealing shoe with a reading mouth, with or without a gate and a lid.

`SimulatedShoe` is the firmware (permission, numbers, sealed identities) together with the mechanics
(the cards inside, the gate, what jams). The cards inside are the mechanics' secret: the firmware
learns a card as it passes the mouth, and no frame carries one before. Who draws, and where a card is
laid, does not live here.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct

from drivers.cards import is_known
from drivers.simulated.decks import COVER
from drivers.simulated.firmware import Firmware
from drivers.simulated.mouth import Mouth
from drivers.simulated.payloads import Refuse, number_in, text_of
from drivers.simulated.permission import Permission
from drivers.simulated.shoe_codes import (
    COVER_CARD,
    DISCLOSE,
    DISPENSE,
    DOUBLE_FEED,
    DRAWN,
    EMPTY,
    FACE_UP,
    LID,
    LOCK,
    PERMIT,
    PUSHED_BACK,
    SEALED_CODE,
    UNREAD_CODE,
    code_of,
)
from drivers.simulated.wire import Payload, Value

READ_TIME: Final = 0.150
RETRY_TIME: Final = 1.5
RETRIES: Final = 3

_UP_MARK: Final = "!"
_MOST_DRAWS: Final = 1 << 31
_MOST_FACES: Final = 32


class PhysicalCard(Struct, frozen=True):
    """What the dealer holds after a draw.

    card: its face, or "CUT" for the cover card. face_up: it lay face up in the shoe. also: the
    second card of a double feed, which came out with it. side: of a double shoe, 0 left and 1 right.
    """

    card: str
    face_up: bool = False
    also: "PhysicalCard | None" = None
    side: int = 0


class SimulatedShoe(Firmware):
    """Firmware and mechanics of one shoe. Card strings: "TH", "5D!" lying face up, "CUT", "JK".

    Faults: "misread" (the next read fails), "double-feed" (the next draw), "face-up" (the next card
    lies so), "draw-while-locked" (the gate lets the next card through), "jam" (the next draw; place
    "entry", "path" or "exit"), and "sensor", "motor", "gate", "power", which stand until repaired.
    Occasions of scheduled faults are draw numbers. gate=False: nothing can be held back. shuffles: it says
    of itself that it shuffles and counts what is put in, and takes no cover card; the order in which
    cards come out is that in which they are handed to the model all the same.
    """

    role: ClassVar[str] = "shoe"
    model: ClassVar[str] = "sim-shoe"
    compartments: ClassVar[int] = 1
    hard_faults: ClassVar[frozenset[str]] = frozenset(("sensor", "motor", "gate", "power"))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults | {
        "misread",
        "double-feed",
        "face-up",
        "draw-while-locked",
        "jam",
    }
    fault_places: ClassVar[Mapping[str, tuple[str, ...]]] = {"jam": ("", "entry", "path", "exit")}

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        speed: float = 1.0,
        serial: str = "SIM-SHOE-1",
        ring: int = 64,
        gate: bool = True,
        lid: bool = True,
        shuffles: bool = False,
    ) -> None:
        self._gate = gate
        self._shuffles = shuffles
        self._has_lid = lid
        self._inside: list[deque[str]] = [deque() for _ in range(self.compartments)]
        self._side = 0
        self._lid_open = False
        self._outside: PhysicalCard | None = None
        self._jam_place = ""
        self._jam_due: float | None = None
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring)

    @property
    def _cards(self) -> deque[str]:
        """The cards of the compartment on which somebody has a hand now."""
        return self._inside[self._side]

    # ---- hands on the shoe ------------------------------------------------------------------------

    def load(self, cards: Sequence[str], now: float) -> None:
        """Put `cards` in, the first to be drawn first, in place of what is inside. Draw numbers go on.

        ValueError for a string that is no card, or a cover card where the shoe shuffles; nothing is loaded
        then.
        """
        self._check(cards, cover=not self._shuffles)
        self.tick(now)
        self._inside[self._side] = deque(cards)
        self._outside = None

    def add(self, cards: Sequence[str], now: float) -> None:
        """`cards` come in from behind, as a continuous machine gives them: they are drawn after all others.

        What is permitted, and the numbers, stay as they are. ValueError for what is no card, or for the
        cover card; none is added then.
        """
        self._check(cards, cover=False)
        self.tick(now)
        self._cards.extend(cards)

    def lose(self, now: float) -> str | None:
        """The last card of those inside is gone, and the shoe does not notice: its face, None where there
        is none."""
        self.tick(now)
        at = next((at for at in reversed(range(len(self._cards))) if self._cards[at] != COVER), -1)
        if at < 0:
            return None
        card = self._cards[at].removesuffix(_UP_MARK)
        del self._cards[at]
        return card

    @staticmethod
    def _check(cards: Sequence[str], *, cover: bool) -> None:
        for card in cards:
            if not is_known(card.removesuffix(_UP_MARK)) and not (cover and card == COVER):
                raise ValueError(f"{card!r} is no card that goes in here")

    def cards_left(self) -> int:
        """How many cards are inside, the cover card not counted."""
        return sum(card != COVER for card in self._cards)

    def drawn(self) -> int:
        """How many cards have left it since it started, whoever has heard of it."""
        return self._last

    def coming(self) -> str:
        """The face of the next card that is not set aside, as the cover card is and one that lies face up; ""
        where none is left."""
        return next((card for card in self._cards if card != COVER and not card.endswith(_UP_MARK)), "")

    def waiting(self, now: float) -> bool:
        """Whether a card is still being read, or a jam being retried."""
        self.tick(now)
        return self._mouth.due() is not None or self._jam_due is not None

    def lid(self, open_: bool, now: float) -> None:
        """Open or close the lid. ValueError for a shoe without one."""
        if not self._has_lid:
            raise ValueError("this shoe has no lid")
        self.tick(now)
        if open_ == self._lid_open:
            return
        self._lid_open = open_
        self._report(LID, {1: int(open_)})
        if open_:
            self._permission.end()

    def draw(self, now: float, *, force: bool = False) -> PhysicalCard | None:
        """Pull a card from the mouth; None where none comes: empty, held by the gate, jammed.

        force: the card was half out already when the gate closed, so that it comes all the same.
        """
        self.tick(now)
        self._occasion(self._last + 1)
        if not self._cards or self._jam_due is not None or self._is_jammed() or self._holds(force):
            return None
        if self._cards[0] == COVER:
            return self._cover_out()
        place = self._faults.spend("jam")
        if place is not None:
            self._begin_jam(place or "path")
            return None
        return self._cards_out()

    def push_back(self, now: float) -> bool:
        """Push the card drawn last back into the mouth; it is the next one again. False: there is none."""
        self.tick(now)
        card = self._outside
        if card is None:
            return False
        self._outside = None
        last = card.also or card
        self._inside[last.side].appendleft(last.card + _UP_MARK * last.face_up)
        self._report(PUSHED_BACK, {1: self._last, **self._from(last.side)})
        self._permission.end()
        return True

    def repair(self, now: float) -> None:
        """As the base says; a jam is cleared also while it is being retried."""
        self._jam_due = None
        super().repair(now)

    # ---- mechanics ----------------------------------------------------------------------------------

    def _is_jammed(self) -> bool:
        return "jam" in self.faults()

    def _holds(self, force: bool) -> bool:
        if not self._gate or not self._permission.locked or force:
            return False
        return self._faults.spend("draw-while-locked") is None

    def _cover_out(self) -> PhysicalCard:
        self._cards.popleft()
        self._mouth.take(COVER_CARD, {1: self._last, **self._from(self._side)}, self._now)
        self._pass_empty()
        return PhysicalCard(COVER, side=self._side)

    @staticmethod
    def _from(side: int) -> Payload:
        """The side in a report; of the left one, which is the only one of most shoes, nothing is said."""
        return {4: side} if side else {}

    def _cards_out(self) -> PhysicalCard:
        double = (
            len(self._cards) > 1 and self._cards[1] != COVER and self._faults.spend("double-feed") is not None
        )
        first = self._take()
        self._pass_card(first)
        second = self._take() if double else None
        if second is not None:
            self._last += 1
            fed: Payload = {1: self._last, **self._from(self._side)}
            self._mouth.take(DOUBLE_FEED, fed, self._now, self._last)
            self._has_left(self._last, in_order=False)
        self._outside = PhysicalCard(first.card, first.face_up, second, self._side)
        self._pass_empty()
        return self._outside

    def _take(self) -> PhysicalCard:
        name = self._cards.popleft()
        face_up = name.endswith(_UP_MARK) or self._faults.spend("face-up") is not None
        return PhysicalCard(name.removesuffix(_UP_MARK), face_up, side=self._side)

    def _pass_card(self, card: PhysicalCard) -> None:
        """A card goes through the mouth: numbered now, while the gate still is as it was, and read."""
        self._last += 1
        draw = self._last
        flags = FACE_UP * card.face_up + self._permission.flags(draw)
        told = card.face_up or self._permission.is_up(draw)
        known = UNREAD_CODE if self._faults.spend("misread") is not None else code_of(card.card)
        shown = known if told or known == UNREAD_CODE else SEALED_CODE
        payload: Payload = {1: draw, 2: shown, 3: flags} if flags else {1: draw, 2: shown}
        payload = {**payload, **self._from(self._side)}
        self._mouth.take(DRAWN, payload, self._now, draw, known)
        self._has_left(draw, in_order=not card.face_up)

    def _has_left(self, draw: int, *, in_order: bool) -> None:
        """What becomes of the permission now that `draw` is out."""
        if in_order:
            self._permission.used(draw)
        else:
            self._permission.end()

    def _pass_empty(self) -> None:
        if not self._cards:
            self._mouth.take(EMPTY, {1: self._last, **self._from(self._side)}, self._now)

    def _begin_jam(self, place: str) -> None:
        self._jam_place = place
        self._jam_tries = 0
        self._jam_due = self._now + RETRY_TIME / self.speed

    def _work(self) -> None:
        for message, payload in self._mouth.finished(self._now):
            self._report(message, payload)
        while self._jam_due is not None and self._jam_due <= self._now:
            self._jam_tries += 1
            self._jam_due += RETRY_TIME / self.speed
            if self._jam_tries == RETRIES:
                self._jam()

    def _work_due(self) -> float | None:
        return min((due for due in (self._mouth.due(), self._jam_due) if due is not None), default=None)

    def _jam(self) -> None:
        self._jam_due = None
        self._permission.end()
        self._raise_fault("jam", self._jam_place)

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        words = ("manual", "reads") + ("gate",) * self._gate + ("lid",) * self._has_lid
        return words + ("shuffles", "counts") * self._shuffles

    def _booted(self) -> None:
        super()._booted()
        self._last = 0
        self._mouth = Mouth(READ_TIME / self.speed)
        self._permission = Permission()
        self._open_side = 0
        self._jam_due = None

    def _order(self, message: int, payload: Payload) -> None:
        if message == PERMIT:
            self._permit(payload)
        elif message == LOCK:
            self._make_safe()
        elif message == DISCLOSE:
            self._order_disclosure(payload)
        elif message == DISPENSE:
            raise Refuse("unsupported")
        else:
            raise Refuse("unknown-message")

    def _permit(self, payload: Payload) -> None:
        up_to = number_in(payload, 1, self._last, _MOST_DRAWS)
        faces = text_of(payload, 2, "ud")
        side = self._permitted_side(payload)
        if len(faces) > _MOST_FACES:
            raise Refuse("bad-value")
        if self._lid_open:
            raise Refuse("lid-open")
        if self.faults():
            raise Refuse("fault")
        self._permission.grant(up_to, faces, self._last)
        self._open_side = side

    def _permitted_side(self, payload: Payload) -> int:
        """The side that a permission names: one mouth only."""
        return number_in(payload, 3, 0, 0, 0)

    def _order_disclosure(self, payload: Payload) -> None:
        draw = number_in(payload, 1, 1, self._last)
        number_in(payload, 3, 0, self.compartments - 1, 0)
        for message, told in self._mouth.disclose(draw):
            self._report(message, told)

    def _permitted(self) -> bool:
        return not self._permission.locked or self._jam_due is not None

    def _make_safe(self) -> None:
        self._permission.end()
        if self._jam_due is not None:
            self._jam()  # the motor stops: what it was retrying is a jam now

    def _state_parts(self) -> list[dict[int, Value]]:
        locked = self._permission.locked
        up_to = self._last if locked else self._permission.up_to
        return [{1: int(locked), 2: up_to, 3: self._last, 4: int(self._lid_open)}]
