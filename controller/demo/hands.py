"""Hands on the simulated devices: what people do to a simulator process, over its control socket.

One line of JSON out, one back (drivers/simulated/control.py lists them). The hands touch cards and
chips, pull cables and repair; they never see a card that is still in the shoe.
"""

import contextlib
import socket
import time
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from drivers.cards import Card

PATIENCE: Final = 10.0
COVER: Final = "CUT"


class NoDevice(Exception):
    """The simulator's process is not there, or does not answer; the message says which."""


class HandsRefused(Exception):
    """The simulator says that this cannot be done to it, and why."""


class Pulled(Struct, frozen=True):
    """What came out of the shoe. cards: one, or two of a double feed; the cover card is COVER."""

    cards: tuple[Card, ...]

    @property
    def is_cover(self) -> bool:
        """Whether it is the cover card, which has no number."""
        return self.cards == (COVER,)


class Hands:
    """Hands on one device. The simulator may start after them; `close` them, or let the process end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._link: socket.socket | None = None
        self._rest = b""

    def do(self, what: str, **fields: object) -> dict[str, Any]:
        """Do one thing and give the answer's fields. HandsRefused, NoDevice."""
        line = msgspec.json.encode({"do": what, **fields}) + b"\n"
        try:
            answer: dict[str, Any] = msgspec.json.decode(self._exchange(line))
        except OSError as error:
            self.close()
            raise NoDevice(f"the simulator at {self.path} does not answer: {error}") from None
        if not answer["ok"]:
            raise HandsRefused(str(answer["error"]))
        return answer

    def _exchange(self, line: bytes) -> bytes:
        link = self._connected()
        link.sendall(line)
        while b"\n" not in self._rest:
            given = link.recv(65536)
            if not given:
                raise ConnectionResetError("it has ended")
            self._rest += given
        answer, _, self._rest = self._rest.partition(b"\n")
        return answer

    def _connected(self) -> socket.socket:
        until = time.monotonic() + PATIENCE
        while self._link is None:
            link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            link.settimeout(PATIENCE)
            try:
                link.connect(str(self.path))
                self._link = link
            except OSError:
                link.close()
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
        return self._link

    def close(self) -> None:
        """Let go of the socket. The hands may be used again."""
        self._rest = b""
        if self._link is not None:
            self._link.close()
            self._link = None

    # ---- the shoe -------------------------------------------------------------------------------

    def pull(self, *, force: bool = False, side: str = "") -> Pulled | None:
        """Pull at the mouth; None where nothing comes. force: the card was half out already. side: of a
        double shoe, "left" or "right"."""
        card: dict[str, Any] | None = self.do("draw", force=force, side=side)
        cards = []
        while card is not None and card.get("card") is not None:
            cards.append(card["card"])
            card = card.get("also")
        return Pulled(tuple(cards)) if cards else None

    # ---- the positions --------------------------------------------------------------------------

    def felt(self) -> dict[tuple[int, str], int]:
        """Cents that lie on each spot, counted or not, by (box, wager)."""
        return {(box, wager): cents for box, wager, cents in self.do("status")["chips"]}

    def is_open(self, box: int, wager: str) -> bool:
        """Whether the light of that spot is on."""
        return [box, wager] in self.do("status")["open"]

    def sweep(self, box: int, wager: str) -> None:
        """The dealer takes all that lies on one spot."""
        self.do("sweep", box=box, wager=wager)

    # ---- any device -----------------------------------------------------------------------------

    def is_plugged_in(self) -> bool:
        """Whether its cable is in."""
        return bool(self.do("status")["address"])

    def is_permitted(self) -> bool:
        """Whether it is permitted anything now: its gate, its lamp or its lights say so."""
        return bool(self.do("status")["permitted"])

    def repair(self) -> None:
        """End all its faults, and plug it in where it is out."""
        self.do("repair")
        if not self.is_plugged_in():
            with contextlib.suppress(HandsRefused):
                self.do("replug")
