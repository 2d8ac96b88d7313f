"""The console of keys: a dealer or a floorperson at a keyboard, a line at a time. A process of its own.

What has changed is printed as it happens; below it stands what may be asked now, each with its key. Which
keys there are follows from the screen's choices, so that nothing is offered that the table does not
know (menu.py). What needs words or numbers is asked for line by line (asking.py). The drawn view is
terminal.py's.
"""

import os
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from controller.consoles import wording as w
from controller.consoles.asking import GIVE_UP, Form, NotUnderstood
from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.following import PULSE, connect
from controller.consoles.frames import Screen
from controller.consoles.lines import Reporter
from controller.consoles.menu import HELP, entries, menu_lines, understand
from controller.table import commands as c


class KeyConsole:
    """One person's console: prints what changes, reads lines from descriptor `given`, asks the table."""

    def __init__(self, client: FeedClient, role: c.Role, person: str, given: int, out: TextIO) -> None:
        self._client = client
        self._role: c.Role = role
        self._person = person
        self._given = given
        self._out = out
        self._look = w.look_for(out.encoding)
        self._reporter = Reporter(self._look, keys=True)
        self._screen: Screen | None = None
        self._form: Form | None = None
        self._typed = b""

    def run(self) -> int:
        """Until the person ends it (0) or the table does (1)."""
        self._say(*HELP)
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
                self._say(*menu_lines(frame.screen, self._look, self._role))
                if self._form is not None:
                    self._say(f"?? {self._form.question(frame.screen)}")
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
            self._say(*HELP, *menu_lines(self._screen, self._look, self._role))
            self._ask_on()
        elif self._form is not None:
            self._answer(self._form, line, self._screen)
        elif line.strip():
            self._start(line, self._screen)
        return True

    def _start(self, line: str, screen: Screen) -> None:
        """A line where nothing is asked: a key, or a command in words."""
        try:
            for meant in entries(line, screen) or (understand(line, screen),):
                self._follow(meant)
        except NotUnderstood as problem:
            self._say(f"{self._look.no} {problem}")

    def _answer(self, form: Form, line: str, screen: Screen) -> None:
        """A line that answers a question; a single full stop gives the form up."""
        if line.strip() == GIVE_UP:
            self._form = None
            self._say("given up: nothing was asked of the table", *menu_lines(screen, self._look, self._role))
            return
        try:
            self._follow(form.answer(line, screen) or form)
        except NotUnderstood as problem:
            self._say(f"{self._look.no} {problem}")
            self._ask_on()

    def _follow(self, meant: c.Command | Form) -> None:
        """Ask the table, or the next question."""
        if isinstance(meant, Form):
            self._form = meant
            self._ask_on()
        else:
            self._form = None
            self._client.ask(self._role, self._person, meant)

    def _ask_on(self) -> None:
        if self._form is not None and self._screen is not None:
            self._say(f"?? {self._form.question(self._screen)}")

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
    reconnect: bool = False,
) -> int:
    """A console of keys for this person at the table that serves `path`. given, out: standard input's
    descriptor and standard output by default. reconnect: wait for the table again when it ends; what is
    typed meanwhile counts for nothing, and `q` still ends it. Returns 0 when the person ends it, 1 when
    there is no table, or when it ends."""
    out = sys.stdout if out is None else out
    given = sys.stdin.fileno() if given is None else given
    try:
        while True:
            try:
                with connect(path, 0.0 if reconnect else wait) as client:
                    status = KeyConsole(client, role, person, given, out).run()
            except FeedDown as down:
                status = 1
                print(down, file=out, flush=True)
            if status == 0 or not reconnect:
                return status
            print("waiting for the table; q and Enter ends this console", file=out, flush=True)
            if not _is_back(path, given):
                return 0
    except KeyboardInterrupt:
        return 0


def _is_back(path: str | Path, given: int) -> bool:
    """Wait until a table serves `path` again; False where the person ends the console first."""
    is_back = False
    while not is_back:
        try:
            connect(path, 0.0).close()
            is_back = True
        except FeedDown:
            pass
        while select.select([given], [], [], 0.0 if is_back else PULSE)[0]:
            typed = os.read(given, 4096)
            if not typed or b"q" in typed.split():
                return False
    return True
