"""The live view of a table in a terminal, as a process of its own: `view(path)`.

The table is drawn as the dealer sees it: own cards on top between shoe and positions, the boxes from the
dealer's left to right below, then what is due and the last settlement, then the devices. What stands
in each part is pieces.py's affair; this is the one importer of `rich`. Where the output is no
terminal, plain lines say what changed (lines.py).
"""

import os
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

from rich import box as borders
from rich.console import Console, ConsoleOptions, OverflowMethod, RenderResult
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text
from rich.theme import Theme

from controller.consoles import machine_pieces, pieces, wording
from controller.consoles.following import follow
from controller.consoles.frames import BoxShown, Screen, Shown
from controller.consoles.lines import Reporter
from controller.consoles.pieces import Line
from controller.consoles.styles import STYLES
from controller.consoles.wording import ASCII, Look

THEME: Final = Theme(STYLES, inherit=False)

SETTLEMENT_WIDTH: Final = 50
"""Columns for the last settlement; with less of them outcomes are said shorter."""
REFUSAL_SECONDS: Final = 10.0
DRAWN_PER_SECOND: Final = 15
"""A drawing costs several milliseconds of a computer that has a table to run."""


class TableView:
    """One screen as something that rich can draw at any size from 80x24 on. fresh: whether the last
    refusal is new enough to be shown. note: said in the head where the table does not answer."""

    def __init__(self, screen: Screen, look: Look, *, fresh: bool = True, note: str = "") -> None:
        self.screen = screen
        self.look = look
        self.fresh = fresh
        self.note = note
        self._border = borders.ASCII if look is ASCII else borders.ROUNDED

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or console.height
        roomy = height >= 28
        heads = [Layout(self._head(), size=1)]
        if banner := self._banner():
            heads.append(Layout(self._words(f" {self.look.no} {banner}", "banner"), size=1))
        top, low = (7 if roomy else 6), min(15, max(7, height // 3))
        tall = height - len(heads) - top - low - 1
        if tall > 13:
            low, tall = low + tall - 13, 13
        page = Layout()
        page.split_column(
            *heads,
            Layout(self._top(width, top), size=top, name="top"),
            Layout(self._boxes(width, tall), size=tall, name="boxes"),
            Layout(self._low(width, low), size=low, name="low"),
            Layout(
                _text([machine_pieces.device_line(self.screen, width, self.look)], self.look),
                size=1,
                name="devices",
            ),
        )
        yield from console.render(page, options.update(width=width, height=height))

    # ---- parts ----------------------------------------------------------------------------------

    def _panel(
        self,
        lines: Iterable[Line],
        title: str,
        style: str = "felt",
        *,
        wrap: bool = False,
        mid: bool = False,
        foot: Line = (),
    ) -> Panel:
        text = _text(lines, self.look, wrap=wrap)
        text.justify = "center" if mid else "left"
        return Panel(
            text,
            title=self._words(title),
            title_align="left",
            subtitle=_text([foot], self.look) if foot else None,
            subtitle_align="left",
            box=self._border,
            border_style=style,
        )

    def _words(self, words: str, style: str = "") -> Text:
        """Words on one line, cut off where there is no more room; never read as markup."""
        overflow: OverflowMethod = "crop" if self.look is ASCII else "ellipsis"
        return Text(wording.fit(words, self.look), style=style, no_wrap=True, overflow=overflow, end="")

    def _head(self) -> Text:
        screen = self.screen
        void = " (VOID)" if screen.void else ""
        parts = [
            screen.table,
            f"{screen.game} {screen.chapter}",
            f"round {screen.round}{void}",
            wording.phase(screen.phase).upper(),
        ]
        return self._words(" " + f"  {self.look.dot}  ".join(part for part in parts if part), "title")

    def _banner(self) -> str:
        """What goes before everything else: no table, or one that is out of play."""
        return self.note or (f"OUT OF PLAY: {self.screen.locked}" if self.screen.locked else "")

    def _top(self, width: int, height: int) -> Layout:
        screen, look, side = self.screen, self.look, (26 if width >= 96 else 24)
        name = screen.dealer_name
        dealer = pieces.dealer_lines(screen, width - 2 * side - 4, height - 2, look)
        if not dealer:
            dealer = machine_pieces.supply_lines(screen, height - 2, look)
        page = Layout()
        page.split_row(
            Layout(
                self._panel(machine_pieces.shoe_lines(screen, look), "CARDS" if screen.shoe.held else "SHOE"),
                size=side,
            ),
            Layout(self._panel(dealer, f"DEALER {name}".strip(), mid=bool(screen.dealer.cards))),
            Layout(self._panel(machine_pieces.positions_lines(screen, look), "WAGERS"), size=side),
        )
        return page

    def _boxes(self, width: int, height: int) -> Layout:
        page = Layout()
        shown = self.screen.boxes
        each, left = divmod(width, max(1, len(shown)))
        sizes = [each + (at < left) for at in range(len(shown))]
        pairs = zip(shown, sizes, strict=True)
        page.split_row(*(Layout(self._box(one, size, height), size=size) for one, size in pairs))
        return page

    def _box(self, box: BoxShown, width: int, height: int) -> Panel:
        lines = pieces.box_lines(box, width - 2, height - 2, self.look)
        mark = f"{self.look.turn} " if box.turn else ""
        player = f" {box.player}" if box.player else ""
        panel = self._panel(lines, f"{mark}{box.number}{player}"[: width - 4], "turn" if box.turn else "felt")
        panel.padding = (0, 0)
        return panel

    def _low(self, width: int, height: int) -> Layout:
        screen, page = self.screen, Layout()
        refusal = [pieces.refusal_line(screen, self.look)] if self.fresh and screen.refusal else []
        if screen.holds:
            lines = [*refusal, *pieces.hold_lines(screen, self.look)]
            page.split_row(Layout(self._panel(lines, "HOLD: SOMEBODY MUST DECIDE", "hold", wrap=True)))
            return page
        said = [*refusal, *pieces.prompt_lines(screen, self.look)]
        foot = machine_pieces.supply_line(screen, self.look) if screen.dealer.cards or screen.settled else ()
        due = self._panel(said, "DUE NOW", wrap=True, foot=foot)
        if not screen.settled:
            page.split_row(Layout(due))
        else:
            side = min(SETTLEMENT_WIDTH, width // 2)
            page.split_row(Layout(due), Layout(self._settlement(side, height - 2), size=side))
        return page

    def _settlement(self, width: int, height: int) -> Panel:
        """The rows, of which the newest are shown where there is no room for all. The clause gives way."""
        grid = Grid.grid(padding=(0, 1))
        for side in ("left", "left", "right", "left"):
            grid.add_column(justify="right" if side == "right" else "left", no_wrap=True)
        grid.add_column(no_wrap=False)
        rows, short = self.screen.settled, width < SETTLEMENT_WIDTH
        fit = rows if len(rows) <= height else rows[1 - height :]
        if len(fit) < len(rows):
            grid.add_row("", self._words(f"{len(rows) - len(fit)} before", "dim"))
        for row in fit:
            place = f"{row.box}" if row.hand == 1 else f"{row.box}.{row.hand}"
            stake = wording.money(row.stake) if row.stake else "free"
            grid.add_row(
                self._words(place),
                self._words(wording.wager(row.wager)),
                self._words(stake, "money"),
                self._words(wording.outcome(row, short=short), pieces.outcome_style(row)),
                self._words(row.clause, "dim"),
            )
        title = self._words(f"SETTLEMENT, ROUND {self.screen.settled_round}")
        return Panel(grid, title=title, title_align="left", box=self._border, border_style="felt")


def _text(lines: Iterable[Line], look: Look, *, wrap: bool = False) -> Text:
    """Lines as one Text. Words are never read as markup."""
    text = Text(no_wrap=not wrap, overflow="fold" if wrap else "crop" if look is ASCII else "ellipsis")
    for at, line in enumerate(lines):
        if at:
            text.append("\n")
        for words, style in line:
            text.append(wording.fit(words, look), style=style or None)
    return text


# ---- the process ----------------------------------------------------------------------------------


def view(path: str | Path, *, out: TextIO | None = None, wait: float = 10.0, reconnect: bool = False) -> int:
    """Show the table that serves `path` until it ends, or for ever where `reconnect` is set.

    out: sys.stdout by default; drawn where it is a terminal, line by line where not. wait: seconds to
    wait for the table to start. Returns the process's exit status: 0 after a table was shown, 1 where none
    was found.
    """
    out = sys.stdout if out is None else out
    try:
        if out.isatty():
            return _draw(path, out, wait, reconnect)
        return _report(path, out, wait, reconnect)
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # so that the last flush does not fail too
        return 0


def _report(path: str | Path, out: TextIO, wait: float, reconnect: bool) -> int:
    reporter = Reporter(wording.look_for(out.encoding))

    def show(frame: Shown | None) -> None:
        for line in reporter.read(frame.screen) if frame is not None else ():
            print(line, file=out, flush=True)

    return follow(path, wait, reconnect, show, lambda why: _say(out, why))


def _say(out: TextIO, words: str) -> None:
    print(wording.fit(words, wording.look_for(out.encoding)), file=out, flush=True)


def _draw(path: str | Path, out: TextIO, wait: float, reconnect: bool) -> int:
    look = wording.look_for(out.encoding)
    console = Console(file=out, theme=THEME, highlight=False)
    drawn = _Drawn(console, look)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # else the terminal keeps our screen
    with Live(console=console, screen=True, auto_refresh=False) as live:
        drawn.live = live
        status = follow(path, wait, reconnect, drawn.show, drawn.say, DRAWN_PER_SECOND)
    _say(out, drawn.said)
    return status


class _Drawn:
    """Draws where something is new: a frame, the terminal's size, a refusal that has been read."""

    live: Live

    def __init__(self, console: Console, look: Look) -> None:
        self._console = console
        self._look = look
        self._last: Shown | None = None
        self._was: tuple[int, int, int, bool] | None = None
        self.said = ""
        self._refused = 0
        self._refused_at = float("-inf")

    def show(self, frame: Shown | None) -> None:
        first = self._last is None
        self._last = frame = self._last if frame is None else frame
        if frame is None:
            return
        refusal, now = frame.screen.refusal, time.monotonic()
        if refusal is not None and refusal.ruling != self._refused:
            self._refused = refusal.ruling
            self._refused_at = float("-inf") if first and refusal.ruling != frame.ruling else now
        fresh = now - self._refused_at < REFUSAL_SECONDS
        is_now = (frame.ruling, *self._console.size, fresh)
        if is_now != self._was:
            self._was = is_now
            self.live.update(TableView(frame.screen, self._look, fresh=fresh), refresh=True)

    def say(self, why: str) -> None:
        """The table does not answer: its last screen stays, and says so."""
        self._was = None
        self.said = why
        if self._last is None:
            self.live.update(Text(wording.fit(why, self._look)), refresh=True)
        else:
            self.live.update(TableView(self._last.screen, self._look, fresh=False, note=why), refresh=True)
