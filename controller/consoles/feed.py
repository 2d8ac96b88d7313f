"""The feed: a local socket from which consoles get Screens, and through which they send Commands.

One thread of its own does all the work: it accepts consoles, makes and encodes Screens, and passes on
what they ask. The pump only hands over its latest Table, which costs less than a microsecond or two; Screens
in between are left out, the last one always gets out. A console that misbehaves, does not read or
crashes is that console's affair. The consoles' end is client.py; what a line may say, requests.py.
"""

import contextlib
import os
import selectors
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.consoles import requests
from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.console import TOO_LONG, Console, Gone
from controller.consoles.frames import MAX_ASKED, RefusalShown, Screen, Shown, Subscribe, Wrong, encode
from controller.consoles.listening import FeedError, listen
from controller.consoles.screens import screen
from controller.consoles.telling import MOST_TOLD, WORDS, Told
from controller.games.game import Game
from controller.table.commands import Asked, Input
from controller.table.events import AskingRefused, Event
from controller.table.ruling import Ruling
from controller.table.state import Settlement, Table

MOST_CONSOLES: Final = 16


class FeedServer:
    """Serves one table's Screens on the Unix socket `path`, which only this user may open.

    accept: called from the feed's thread with each well-formed Asked; it may only pass it on (an
    inbox's put). name: the table's name. resolve: a citation's clause number. Raises FeedError where
    the path is in use or cannot be used. `close` it, or use it as a context manager.
    """

    def __init__(
        self,
        path: str | Path,
        accept: Callable[[Asked], None],
        *,
        name: str = "",
        resolve: Callable[[str], str] = str,
    ) -> None:
        self.path = Path(path)
        self._accept = accept
        self._name = name
        self._resolve = resolve
        self._latest: tuple[int, Game, Table, str] | None = None
        self._refusal: tuple[int, AskingRefused, str] | None = None
        self._settled: tuple[int, tuple[Settlement, ...]] = (0, ())
        self._told: Told = ()
        self._line: tuple[int, bytes] = (-1, b"")
        self._count = 0
        self._consoles: dict[int, Console] = {}
        self._is_woken = False
        self._is_closing = False
        self._listener = listen(self.path, MOST_CONSOLES)
        self._inode = os.stat(self.path).st_ino
        self._wake_in, self._wake_out = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
        self._thread.start()

    def __enter__(self) -> "FeedServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the pump's side ------------------------------------------------------------------------

    def publish(
        self,
        game: Game,
        table: Table,
        refusal: AskingRefused | None = None,
        *,
        by: str = "",
        locked: str = "",
        events: tuple[Event, ...] = (),
    ) -> None:
        """Hand over the Table after a ruling. Called by one thread; never blocks, never raises.

        refusal: what this ruling refused; it stays on the screens until the next. by: who had asked.
        locked: why the table is out of play, where the Table does not say it. events: the ruling's; those
        that no picture shows are kept for a while, in words. The count of these calls numbers the frames.
        """
        self._count = count = self._count + 1
        if refusal is not None:
            self._refusal = (count, refusal, by)
        if table.settled:
            self._settled = (table.round, table.settled)
        if events:
            worth_telling = tuple(one for one in events if type(one) in WORDS)
            if worth_telling:
                self._told = (*self._told[1 - MOST_TOLD :], (count, worth_telling))
        self._latest = (count, game, table, locked)
        if self._consoles and not self._is_woken:
            self._wake()

    def publisher(self, game: Game) -> Callable[[Table, Input | None, Ruling | None, str], None]:
        """`publish` as the pump calls it: the Table, the input and its ruling (None where there is none),
        and why the table is out of play ("" where it is not)."""

        def show(table: Table, given: Input | None, ruling: Ruling | None, locked: str) -> None:
            refusal = ruling.refused if ruling is not None else None
            by = ""
            if refusal is not None:
                by = f"{given.role} {given.person}" if isinstance(given, Asked) else "a device"
            events = ruling.events if ruling is not None else ()
            self.publish(game, table, refusal, by=by, locked=locked, events=events)

        return show

    def _wake(self) -> None:
        self._is_woken = True
        with contextlib.suppress(OSError):
            os.write(self._wake_out, b"w")

    def close(self) -> None:
        """Give every console the last screen as far as it takes it, and let go of everything. May be
        called again."""
        if self._is_closing:
            return
        self._is_closing = True
        self._wake()
        self._thread.join()
        for console in list(self._consoles.values()):
            self._drop(console)
        self._selector.close()
        self._listener.close()
        os.close(self._wake_in)
        os.close(self._wake_out)
        with contextlib.suppress(OSError):
            if os.stat(self.path).st_ino == self._inode:
                self.path.unlink()

    # ---- the feed's thread ----------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_closing:
            for key, mask in self._selector.select(self._pause(time.monotonic())):
                if key.fileobj is self._listener:
                    self._admit()
                elif key.fd == self._wake_in:
                    os.read(self._wake_in, 64)
                elif key.fd in self._consoles:
                    self._serve(self._consoles[key.fd], mask)
            self._send_due(time.monotonic())
        self._send_due(float("inf"))

    def _pause(self, now: float) -> float | None:
        """Seconds until something is due without anybody's asking, or None. Once woken, the thread looks
        by itself when the next console may have a screen; until then the pump need not wake it again."""
        is_woken, latest = self._is_woken, self._latest
        newest = -1 if latest is None else latest[0]
        times: list[float] = []
        for console in self._consoles.values():
            if console.gives_up is not None:
                times.append(console.gives_up)
            elif is_woken or console.seen < newest:
                times.append(console.due)
        return max(0.0, min(times) - now) if times else None

    def _admit(self) -> None:
        try:
            link, _ = self._listener.accept()
        except BlockingIOError:
            return  # it went away again
        except OSError:
            time.sleep(0.05)  # no descriptor is left for it: do not spin until there is one
            return
        link.setblocking(False)
        console = Console(link)
        if len(self._consoles) >= MOST_CONSOLES:
            with contextlib.suppress(Gone):
                console.send(encode(Wrong(f"this table serves {MOST_CONSOLES} consoles, no more")), 0.0)
            link.close()
            return
        self._consoles[link.fileno()] = console
        self._selector.register(link, selectors.EVENT_READ)

    def _serve(self, console: Console, mask: int) -> None:
        now = time.monotonic()
        try:
            if mask & selectors.EVENT_WRITE:
                console.flush(now)
            if mask & selectors.EVENT_READ:
                for line in console.receive():
                    self._answer(console, line, now)
        except Gone:
            self._drop(console)
        else:
            self._watch(console)

    def _answer(self, console: Console, line: bytes, now: float) -> None:
        try:
            if line == TOO_LONG:
                raise requests.BadLine(f"the line is longer than {MAX_ASKED} bytes")
            request = requests.read(line)
        except requests.BadLine as error:
            console.send(encode(Wrong(str(error))), now)
            return
        if isinstance(request, Subscribe):
            console.interval = 1 / request.frames_per_second
            console.due = min(console.due, now + console.interval)
        else:
            self._accept(request)

    def _send_due(self, now: float) -> None:
        """The latest screen, to each console that has not seen it, may have one now and reads."""
        if any(one.due <= now and not one.is_waiting for one in self._consoles.values()):
            self._is_woken = False  # before the Table is read: what is published later wakes again
        latest = self._latest
        for console in list(self._consoles.values()):
            try:
                if console.is_waiting:
                    console.flush(now)
                elif latest is not None and console.seen < latest[0] and console.due <= now:
                    console.seen, console.due = latest[0], now + console.interval
                    console.send(self._encoded(latest), now)
            except Gone:
                self._drop(console)
            else:
                self._watch(console)

    def _encoded(self, latest: tuple[int, Game, Table, str]) -> bytes:
        """The line of this screen, made once. A screen that cannot be made must not end the thread: the
        consoles are told, and the table plays on."""
        count, game, table, locked = latest
        if self._line[0] != count:
            try:
                made = encode(Shown(count, self._screen(game, table, locked)))
            except Exception as error:
                made = encode(Wrong(f"screen {count} cannot be made: {type(error).__name__}: {error}"))
            self._line = (count, made)
        return self._line[1]

    def _screen(self, game: Game, table: Table, locked: str) -> Screen:
        refused, told = self._refusal, None
        if refused is not None:
            at, event, by = refused
            told = RefusalShown(event.why, self._resolve(event.clause), at, by)
        return screen(
            game,
            table,
            resolve=self._resolve,
            name=self._name,
            refusal=told,
            last_settled=self._settled,
            locked=locked,
            told=self._told,
        )

    def _watch(self, console: Console) -> None:
        """Ask for writability only while something waits, else the thread would never rest."""
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if console.is_waiting else 0)
        if self._selector.get_key(console.link).events != wanted:
            self._selector.modify(console.link, wanted)

    def _drop(self, console: Console) -> None:
        del self._consoles[console.link.fileno()]
        self._selector.unregister(console.link)
        console.link.close()


__all__ = ["FeedClient", "FeedDown", "FeedError", "FeedServer"]
