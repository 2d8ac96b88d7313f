"""A reader that peeks at the dealer's hole card and says one of three words about it.

The reading takes the same time and its answer has the same length whatever the card is, so that
neither the wire nor a stop-watch tells more than the word. No message of this role has a place for a
card, and the model forgets the card with the answer.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from drivers.cards import JOKER, is_known
from drivers.simulated.firmware import ORDER_DONE, ORDER_FAILED, Firmware
from drivers.simulated.payloads import Refuse, number_in
from drivers.simulated.wire import Payload, Value

ARM: Final = 16
DISARM: Final = 17
SELF_TEST: Final = 18

ANSWER: Final = 16
INSERTED_WHILE_DISARMED: Final = 17

NO_READ: Final = 0
NO_BLACKJACK: Final = 1
BLACKJACK: Final = 2

PEEK_TIME: Final = 0.300
TEST_TIME: Final = 0.500

_DISARMED: Final = 0
_COMPLETES: Final = ("", "TJQK", "A")
"""By what the reader is armed for (1 an ace up, 2 a ten-value card up): ranks that make Blackjack."""


class SimulatedReader(Firmware):
    """Firmware and mechanics of one card reader.

    Faults: "no-read" (each insertion until repaired), "wrong-answer" (each answer is the other word),
    "reader" (dead: raised, and nothing is read or armed until repaired). Occasions of scheduled faults
    are insertions since the model was made.
    """

    role: ClassVar[str] = "card_reader"
    model: ClassVar[str] = "sim-reader"
    hard_faults: ClassVar[frozenset[str]] = frozenset(("reader",))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults | {"no-read", "wrong-answer"}

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        speed: float = 1.0,
        serial: str = "SIM-READER-1",
        ring: int = 64,
    ) -> None:
        self._insertions = 0
        self._armed = _DISARMED
        self._verdict = NO_READ
        self._peek_due: float | None = None
        self._test_due: float | None = None
        self._test_order = 0
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring)

    def insert(self, card: str, now: float) -> bool:
        """Put the hole card in, and take it out once it is read. False: a card is in the slot already.

        card: a known card, or any other text for one that cannot be read.
        """
        self.tick(now)
        if self._peek_due is not None:
            return False
        self._insertions += 1
        self._occasion(self._insertions)
        if "reader" in self.faults():
            return True  # dead: it does not even see the card
        if self._armed == _DISARMED:
            self._report(INSERTED_WHILE_DISARMED, {})
            return True
        self._verdict = self._verdict_on(card)
        self._peek_due = self._now + PEEK_TIME / self.speed
        return True

    def waiting(self, now: float) -> bool:
        """Whether a card is being read."""
        self.tick(now)
        return self._peek_due is not None

    def _verdict_on(self, card: str) -> int:
        if not is_known(card) or card == JOKER or self._faults.armed("no-read"):
            return NO_READ
        is_blackjack = card[0] in _COMPLETES[self._armed]
        if self._faults.armed("wrong-answer"):
            is_blackjack = not is_blackjack
        return BLACKJACK if is_blackjack else NO_BLACKJACK

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        return ("peek",)

    def _booted(self) -> None:
        super()._booted()
        self._disarm()
        self._test_due = None

    def _order(self, message: int, payload: Payload) -> None:
        if message == ARM:
            self._arm(number_in(payload, 1, 0, 1) + 1)
        elif message == DISARM:
            self._disarm()
        elif message == SELF_TEST:
            self._begin_test()
        else:
            raise Refuse("unknown-message")

    def _arm(self, wanted: int) -> None:
        if "reader" in self.faults():
            raise Refuse("fault")
        if self._test_due is not None or (self._peek_due is not None and wanted != self._armed):
            raise Refuse("busy")
        self._armed = wanted

    def _disarm(self) -> None:
        """A card that is being read then gets no answer."""
        self._armed = _DISARMED
        self._verdict = NO_READ
        self._peek_due = None

    def _begin_test(self) -> None:
        if self._test_due is not None or self._armed != _DISARMED:
            raise Refuse("busy")
        self._test_order = self._under_way
        self._test_due = self._now + TEST_TIME / self.speed

    def _work(self) -> None:
        if self._peek_due is not None and self._peek_due <= self._now:
            verdict = self._verdict
            if verdict == NO_READ:
                self._peek_due = None
            else:
                self._disarm()
            self._report(ANSWER, {1: verdict})
        if self._test_due is not None and self._test_due <= self._now:
            self._test_due = None
            self._end_test()

    def _end_test(self) -> None:
        if "reader" in self.faults():
            self._report(ORDER_FAILED, {1: self._test_order, 2: "fault"})
        else:
            self._report(ORDER_DONE, {1: self._test_order})

    def _work_due(self) -> float | None:
        return min((due for due in (self._peek_due, self._test_due) if due is not None), default=None)

    def _permitted(self) -> bool:
        return self._armed != _DISARMED

    def _make_safe(self) -> None:
        self._disarm()

    def _session_began(self) -> None:
        super()._session_began()
        self._test_due = None  # its order's number means nothing in the new session

    def _state_parts(self) -> list[dict[int, Value]]:
        return [{1: self._armed}]
