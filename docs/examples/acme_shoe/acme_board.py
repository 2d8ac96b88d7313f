"""Acme's RS-7 shoe, simulated at a pty: written from PROTOCOL.md, and knowing nothing of the driver.

`python acme_board.py PORT CONTROL` makes PORT a link to the pty and CONTROL a socket that takes one JSON
object a line: {"do": "draw"}, "load" (decks, cards), "status", "unplug", "replug", "reset", "jam",
"repair", "lose" (lines that the cable swallows from now on). It ends on SIGTERM. The pty, the socket and the
decks are those of the simulators of table-controller.
"""

import json
import os
import select
import signal
import sys
import time
from typing import Any, Final

from drivers.simulated.control_socket import ControlSocket
from drivers.simulated.decks import shuffled
from drivers.simulated.endpoint import PtyEndpoint

MAKER: Final = ("ACME", "RS-7", "A0042", "1.4")


class Shoe:
    """The shoe's program and its cards. `say` takes what it prints."""

    def __init__(self, power_on: int = 1) -> None:
        self.cards: list[str] = []
        self.out = bytearray()
        self.lose = 0
        self._power_on = power_on - 1
        self.switch_on(0.0)

    def switch_on(self, now: float) -> None:
        """Power came back: another power-on number, lines and cards from the beginning."""
        self._power_on += 1
        self._lines = self.drawn = 0
        self.jammed = False
        self._next = now + 1.0
        self._print("B", f"{self._power_on:05}")

    def hear(self, data: bytes) -> None:
        """The two commands; what is none is ignored."""
        for letter in data:
            if letter == ord("I"):
                self._print("I", *MAKER)
            elif letter == ord("?"):
                self.tell()

    def tick(self, now: float) -> None:
        """A state line each second."""
        if now >= self._next:
            self._next = now + 1.0
            self.tell()

    def tell(self) -> None:
        """The state line."""
        state = "J" if self.jammed else "R" if self.cards else "E"
        self._print("S", f"{self._power_on:05}", f"{self.drawn:06}", state)

    def draw(self, face: str = "") -> str | None:
        """Somebody pulls: the card that comes, None where none does. face: what the mouth reads of it."""
        if self.jammed or not self.cards:
            return None
        card = self.cards.pop(0)
        self.drawn += 1
        self._print("C", f"{self.drawn:06}", face or card)
        if not self.cards:
            self.tell()
        return card

    def _print(self, *words: str) -> None:
        self._lines = self._lines % 9999 + 1
        body = ",".join((words[0], f"{self._lines:04}", *words[1:]))
        check = 0
        for letter in body.encode("ascii"):
            check ^= letter
        if self.lose:
            self.lose -= 1
        else:
            self.out += f"{body}*{check:02X}\r\n".encode("ascii")


class Board:
    """The shoe at its port, with hands on it."""

    def __init__(self, port: str, control: str) -> None:
        self.shoe = Shoe(1)
        self.shoe.cards = shuffled(6)
        self.port = PtyEndpoint(port)
        self.port.open()
        self.hands = ControlSocket(control, self._answer)
        self.runs = True

    def run(self) -> None:
        """Serve until somebody ends it."""
        while self.runs:
            ready, _, _ = select.select([*self.port.fds(), *self.hands.fds()], [], [], 0.05)
            for fd in ready:
                if fd in self.port.fds():
                    self.shoe.hear(self.port.read(fd))
                elif fd in self.hands.fds():
                    self.hands.ready(fd)
            self.shoe.tick(time.monotonic())
            out = bytes(self.shoe.out)
            self.shoe.out.clear()
            self.port.write(out)
        self.hands.close()
        self.port.close()

    def _answer(self, line: bytes) -> bytes:
        asked = json.loads(line)
        try:
            said = {"ok": True, **self._do(asked)}
        except (KeyError, ValueError, OSError) as error:
            said = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        return json.dumps(said).encode() + b"\n"

    def _do(self, asked: dict[str, Any]) -> dict[str, Any]:
        shoe = self.shoe
        match asked["do"]:
            case "draw":
                return {"card": shoe.draw(asked.get("face", "")), "face_up": False}
            case "load":
                shoe.cards = list(asked.get("cards") or shuffled(asked.get("decks", 6)))
                shoe.tell()
            case "unplug":
                self.port.close()
            case "replug":
                self.port.open()
            case "reset":
                shoe.switch_on(time.monotonic())
            case "jam" | "repair" as what:
                shoe.jammed = what == "jam"
                shoe.tell()
            case "lose":
                shoe.lose = asked["lines"]
            case "status":
                pass
            case other:
                raise ValueError(f"{other!r} cannot be done to this shoe")
        return {"cards_left": len(shoe.cards), "address": self.port.address, "permitted": True}


def main() -> None:
    """One shoe, at the port and the socket that the command line names."""
    board = Board(*sys.argv[1:3])
    signal.signal(signal.SIGTERM, lambda *_: setattr(board, "runs", False))
    print("acme is on", sys.argv[1], f"(process {os.getpid()})", flush=True)
    board.run()


if __name__ == "__main__":
    main()
