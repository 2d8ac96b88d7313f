"""A conversation in another protocol than the table link, held to what was commissioned.

What lives here: a Talk around a Talk, which turns a device away before anybody hears that it is ready. What
does not: what is compared (proof.py), and the table link, whose own conversation asks for the proof. A driver
of another maker therefore need not know of any of it, and cannot forget it.
"""

from drivers.messages import DeviceReady, DeviceRefused, Order
from drivers.notices import Counters
from drivers.proof import Claims, Proving
from drivers.talk import Heard, Talk, TalkState


class Vetted:
    """See Talk. `talk` with each DeviceReady looked at in the same turn in which it is said, so that no order
    can come between. A device of which a proof is wanted is refused: its protocol has none."""

    def __init__(self, talk: Talk, proving: Proving) -> None:
        self._talk = talk
        self._proving = proving
        self._heard: list[Heard] = []
        self._told_refusal = ""

    def _vet(self, now: float) -> None:
        told = self._talk.take_reports()
        for place, heard in enumerate(told):
            why = self._why_not(heard.report) if isinstance(heard.report, DeviceReady) else ""
            if not why:
                if isinstance(heard.report, DeviceReady):
                    self._told_refusal = ""
                self._heard.append(heard)
                continue
            self._talk.refuse(now, why)
            behind = [one.number for one in told[place:] if one.number]
            if behind:
                self._talk.rewind(behind[0])
            self._heard += self._news(why, self._talk.take_reports())
            return

    def _news(self, why: str, told: list[Heard]) -> list[Heard]:
        """What is told of a refusal. `talk` was ready for a moment, and so tells the same one each time."""
        again, self._told_refusal = why == self._told_refusal, why
        return [one for one in told if not (again and isinstance(one.report, DeviceRefused))]

    def _why_not(self, ready: DeviceReady) -> str:
        why = self._proving.refusal(ready.identity)
        if not why and self._proving.begin(ready.identity, Claims(ready.boot, 0, b"")) is not None:
            return (
                f"{ready.identity.vendor} {ready.identity.model} is to prove itself, and its protocol has no "
                "proof; give it another trust in the table's file"
            )
        return why

    # ---- as it is, and looked at ---------------------------------------------------------------------

    @property
    def state(self) -> TalkState:
        """See Talk."""
        return self._talk.state

    @property
    def wants_port(self) -> bool:
        """See Talk."""
        return self._talk.wants_port

    def opened(self, now: float) -> None:
        """See Talk."""
        self._talk.opened(now)
        self._vet(now)

    def closed(self, now: float, reason: str) -> None:
        """See Talk."""
        self._talk.closed(now, reason)
        self._vet(now)

    def refuse(self, now: float, reason: str) -> None:
        """See Talk."""
        self._talk.refuse(now, reason)
        self._vet(now)

    def check(self, order: Order) -> bool:
        """See Talk."""
        return self._talk.check(order)

    def order(self, order: Order, now: float) -> None:
        """See Talk."""
        self._talk.order(order, now)
        self._vet(now)

    def durable(self, boot: int, number: int) -> None:
        """See Talk."""
        self._talk.durable(boot, number)

    def rewind(self, number: int) -> None:
        """See Talk."""
        self._talk.rewind(number)

    def take_reports(self) -> list[Heard]:
        """See Talk."""
        heard, self._heard = self._heard, []
        return heard

    def tick(self, now: float, host_alive: bool) -> None:
        """See Talk."""
        self._talk.tick(now, host_alive)
        self._vet(now)

    def deadline(self) -> float | None:
        """See Talk."""
        return self._talk.deadline()

    def to_send(self) -> bytes:
        """See Talk."""
        return self._talk.to_send()

    def received(self, data: bytes, now: float) -> None:
        """See Talk."""
        self._talk.received(data, now)
        self._vet(now)

    def counters(self) -> Counters:
        """See Talk."""
        return self._talk.counters()
