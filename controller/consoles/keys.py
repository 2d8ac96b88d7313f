"""The console of keys: a dealer or a floorperson at a keyboard, a line at a time. A process of its own.

What has changed is printed as it happens; below it stands what may be asked now, each with its key. Which
keys there are follows from the screen's choices, so that nothing is offered that the table does not
know. The drawn view is terminal.py's.
"""

import os
import re
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from controller.consoles import wording as w
from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.following import connect
from controller.consoles.frames import Choice, Screen
from controller.consoles.lines import Reporter
from controller.table import commands as c

KEYS: Final[dict[type, str]] = {
    c.OpenTable: "o",
    c.InspectCards: "i",
    c.SpreadCards: "f",
    c.WashCards: "w",
    c.ShuffleCards: "u",
    c.LoadShoe: "l",
    c.NoMoreBets: "n",
    c.CloseInsurance: "c",
    c.WithdrawDecision: "w",
    c.WagersSettled: "s",
    c.CardsCollected: "k",
    c.InspectReader: "e",
    c.DirectReshuffle: "r",
    c.CloseTable: "x",
}
VERBS: Final = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
CUTS: Final = {"dealer": "c", "player": "p"}
HELP: Final = (
    "a key and Enter; d 10 doubles for less; card KH (or card 41 KH) enters a card from sight; "
    "dealer NAME; admit NAME; ? shows the keys; q ends"
)
_MONEY: Final = re.compile(r"\$?(\d{1,9})(?:\.(\d\d))?")
_CARD: Final = re.compile(r"(?:(\d{1,9})\s+)?(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)


class NotUnderstood(Exception):
    """The line is no key and no command of this console now; the message says what is."""


def menu(screen: Screen) -> dict[str, Choice]:
    """Key → choice, for all that may be asked now, refused or not. Remedies are numbered from 1 through
    all open questions."""
    keys: dict[str, Choice] = {}
    for one in screen.choices:
        key = _key(one.what) or str(1 + sum(name.isdigit() for name in keys))
        keys[key if key not in keys else f"{key}{len(keys)}"] = one
    return keys


def _key(what: c.Command) -> str:
    if isinstance(what, c.Decide):
        return VERBS.get(what.verb, what.verb)
    if isinstance(what, c.TakeEvenMoney):
        return f"m{what.box}"
    if isinstance(what, c.CutCards):
        return CUTS.get(what.by, what.by)
    return KEYS.get(type(what), "")


def menu_lines(screen: Screen, look: w.Look) -> list[str]:
    """The keys in lines: what may be asked, then what would be refused and why."""
    keys = menu(screen)
    may = [f"[{key}] {_words(one)}" for key, one in keys.items() if not one.why_not]
    lines = ["   " + "   ".join(may)] if may else []
    for key, one in keys.items():
        if one.why_not:
            lines.append(f"   ({key}) {_words(one)} {look.dash} not now: {one.why_not} ({one.clause})")
    return lines


def _words(one: Choice) -> str:
    return one.words + (" (floor)" if one.who == "floorperson" else "")


def understand(line: str, screen: Screen) -> c.Command:
    """The Command that a typed line means on this screen. Raises NotUnderstood."""
    first, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    choice = menu(screen).get(first.lower())
    if choice is not None:
        if rest and isinstance(choice.what, c.Decide):
            return c.Decide(choice.what.box, choice.what.verb, choice.what.hand, _cents(rest))
        if not rest:
            return choice.what
    elif first == "dealer" and rest:
        return c.NewDealer(rest)
    elif first == "admit" and rest:
        return c.AdmitPlayer(rest)
    elif first == "card" and rest:
        return _entered(rest, screen)
    keys = ", ".join(menu(screen)) or "none just now"
    raise NotUnderstood(f"{line.strip()!r} is no key here; keys: {keys}; ? for help")


def _cents(words: str) -> int:
    found = _MONEY.fullmatch(words)
    if found is None:
        raise NotUnderstood(f"{words!r} is no amount: write 10 or 7.50")
    return int(found[1]) * 100 + int(found[2] or 0)


def _entered(words: str, screen: Screen) -> c.Command:
    """A card from sight, for the draw that is named, or for the one that the table asks for."""
    found = _CARD.fullmatch(words)
    if found is None:
        raise NotUnderstood(f"{words!r} is no card: rank 2-9 T J Q K A and suit C D H S")
    asked = [one.draw for one in screen.prompts if one.kind == "enter_card"]
    draw = int(found[1]) if found[1] else asked[0] if asked else 0
    if not draw:
        raise NotUnderstood("no card is to be entered now")
    rank = "T" if found[2] == "10" else found[2].upper()
    return c.EnterCard(draw, rank + found[3].upper())


# ---- the process ----------------------------------------------------------------------------------


class KeyConsole:
    """One person's console: prints what changes, reads lines from descriptor `given`, asks the table."""

    def __init__(self, client: FeedClient, role: c.Role, person: str, given: int, out: TextIO) -> None:
        self._client = client
        self._role: c.Role = role
        self._person = person
        self._given = given
        self._out = out
        self._look = w.look_for(out.encoding)
        self._reporter = Reporter(self._look)
        self._screen: Screen | None = None
        self._typed = b""

    def run(self) -> int:
        """Until the person ends it (0) or the table does (1)."""
        self._say(HELP)
        try:
            while True:
                ready, _, _ = select.select([self._client.fileno(), self._given], [], [])
                if self._client.fileno() in ready:
                    self._show()
                if self._given in ready and not all(self._obey(line) for line in self._lines()):
                    return 0
        except FeedDown as gone:
            self._say(str(gone))
            return 1

    def _show(self) -> None:
        while (frame := self._client.next(0)) is not None:
            for line in self._reporter.read(frame.screen):
                self._say(line)
            if self._screen is None or frame.screen.choices != self._screen.choices:
                self._say(*menu_lines(frame.screen, self._look))
            self._screen = frame.screen
        while self._client.complaints:
            self._say(f"{self._look.no} the table could not use that: {self._client.complaints.popleft()}")

    def _lines(self) -> Iterator[str | None]:
        """What was typed, line by line; None at its end."""
        given = os.read(self._given, 4096)
        if not given:
            yield None
        *lines, self._typed = (self._typed + given).split(b"\n")
        self._typed = self._typed[-4096:]
        for line in lines:
            yield line.decode(errors="replace")

    def _obey(self, line: str | None) -> bool:
        """Do what a line says; False where it ends the console."""
        if line is None or line.strip() == "q":
            return False
        if self._screen is None:
            self._say("the table shows nothing yet; a moment")
        elif line.strip() == "?":
            self._say(HELP, *menu_lines(self._screen, self._look))
        elif line.strip():
            try:
                self._client.ask(self._role, self._person, understand(line, self._screen))
            except NotUnderstood as problem:
                self._say(f"{self._look.no} {problem}")
        return True

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(w.fit(line, self._look), file=self._out, flush=True)


def console(
    path: str | Path,
    role: c.Role,
    person: str,
    *,
    given: int | None = None,
    out: TextIO | None = None,
    wait: float = 10.0,
) -> int:
    """A console of keys for this person at the table that serves `path`. given, out: standard input's
    descriptor and standard output by default. Returns 0 when the person ends it, 1 when there is no
    table, or when it ends."""
    out = sys.stdout if out is None else out
    try:
        with connect(path, wait) as client:
            return KeyConsole(client, role, person, sys.stdin.fileno() if given is None else given, out).run()
    except FeedDown as down:
        print(down, file=out, flush=True)
        return 1
    except KeyboardInterrupt:
        return 0
