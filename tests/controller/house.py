"""A whole table as processes: three simulated devices, `table-controller run`, and people at its feed.

The people see screens and have hands on the devices' control sockets; when the table went away in the middle
of anything, they go on from what they see. For test_processes.py.
"""

import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.frames import Screen
from controller.demo.hands import Hands
from controller.table import commands as c

ROOT: Final = Path(__file__).parents[2]
ROLES: Final[Mapping[str, str]] = {"shoe": "shoe", "reader": "card_reader", "wagers": "wager_positions"}
PATIENCE: Final = 30.0
"""Seconds after which something has not merely been slow."""
COMMAND: Final = (sys.executable, "-m", "controller")
INSTALLATION: Final = """
table = "{table}"
game = "free-bet-blackjack"
submission = "{submission}"
journal = "{{run}}/{table}.journal"
feed = "{{run}}/{table}.sock"

[devices.shoe]
role = "shoe"
port = {{ path = "{{run}}/shoe" }}
firmware = "any"

[devices.reader]
role = "card_reader"
port = {{ path = "{{run}}/reader" }}
firmware = "any"

[devices.wagers]
role = "wager_positions"
port = {{ path = "{{run}}/wagers" }}
firmware = "any"
"""


def run(*line: str, **options: float) -> subprocess.CompletedProcess[str]:
    """A command of `table-controller`, to its end."""
    return subprocess.run(
        [*COMMAND, *line],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=options.get("timeout", PATIENCE),
        check=False,
    )


def installation(folder: Path, table: str = "t1") -> Path:
    """The file of a table whose devices are simulated in `folder`."""
    path = folder / f"{table}.toml"
    submission = ROOT / "config" / "submissions" / "free-bet-blackjack.toml"
    path.write_text(INSTALLATION.format(table=table, submission=submission), encoding="utf-8")
    return path


class Gone(Exception):
    """The table is not there any more."""


class Process:
    """A child with its first line read; its log is a file beside."""

    def __init__(self, folder: Path, name: str, *line: str) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        with self.log.open("a", encoding="utf-8") as errors:
            self.child = subprocess.Popen(
                [*COMMAND, *line], cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.first = ""

    def ready(self) -> "Process":
        """Once it has said its first line, which tells that it is there."""
        assert self.child.stdout is not None
        assert select.select([self.child.stdout], [], [], PATIENCE)[0], f"{self.name} says nothing"
        self.first = self.child.stdout.readline()
        assert self.first, f"{self.name} has ended: {self.log.read_text(encoding='utf-8')}"
        return self

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the signal and wait; the exit status."""
        if self.child.poll() is None:
            self.child.send_signal(number)
        status = self.child.wait(PATIENCE)
        if self.child.stdout is not None:
            self.child.stdout.close()
        return status


class House:
    """The processes of one table in one folder. `close` it."""

    def __init__(self, folder: Path, speed: float = 50.0) -> None:
        self.folder = folder
        self.file = installation(folder)
        self.journal = folder / "t1.journal"
        self.feed = folder / "t1.sock"
        self.devices = [
            Process(
                folder,
                name,
                "simulate",
                role,
                *("--port", str(folder / name), "--control", str(folder / f"{name}.ctl")),
                *("--speed", str(speed), "--seed", "1"),
            )
            for name, role in ROLES.items()
        ]
        self.hands = {name: Hands(folder / f"{name}.ctl") for name in ROLES}
        self.table: Process | None = None
        for device in self.devices:
            device.ready()

    def start(self) -> Process:
        """Start the table, and wait until it says that it is ready."""
        self.table = Process(self.folder, "table", "run", str(self.file), "--run-dir", str(self.folder))
        return self.table.ready()

    def kill(self) -> None:
        """SIGKILL: nothing of its own is done any more."""
        assert self.table is not None
        assert self.table.end(signal.SIGKILL) == -signal.SIGKILL
        self.table = None

    def close(self) -> None:
        for process in (self.table, *self.devices):
            if process is not None:
                process.end()
        for hands in self.hands.values():
            hands.close()


class People:
    """Whoever is needed at that table, one step after another, by its screens alone."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.pulled: list[str] = []
        self.screen = Screen("", "", "", "")
        self._client: FeedClient | None = None
        self._steps: dict[str, Callable[[], object]] = {
            "hold": self._hold,
            "open": lambda: self._floor(c.OpenTable()),
            "confirm_table": lambda: self._floor(c.ConfirmTable(6, "height", 6, True)),
            "inspect_reader": lambda: self._floor(c.InspectReader()),
            "inspect": lambda: self._ask(c.InspectCards()),
            "verify": lambda: self._floor(c.VerifyInspection()),
            "spread": lambda: self._ask(c.SpreadCards()),
            "look": lambda: self._ask(c.CardsSeen()),
            "wash": lambda: self._ask(c.WashCards()),
            "collect_shoe": self._collect_shoe,
            "shuffle": lambda: self._ask(c.ShuffleCards()),
            "cut": self._cut,
            "load": self._load,
            "no_more_bets": self._bet,
            "insurance": lambda: self._ask(c.CloseInsurance()),
            "decide": self._decide,
            "draw": self._draw,
            "insert_hole": lambda: self._hands("reader").do("insert", card=self.pulled[-1]),
            "settle": self._settle,
            "collect": lambda: self._ask(c.CardsCollected()),
        }

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def look(self) -> Screen:
        """The newest screen. Gone where there is none."""
        try:
            if self._client is None:
                self._client = FeedClient(self.house.feed, frames_per_second=1000)
            self.screen = self._client.latest(PATIENCE).screen
        except FeedDown as down:
            self.close()
            raise Gone(str(down)) from None
        return self.screen

    def until(self, seen: Callable[[Screen], bool], seconds: float = PATIENCE) -> bool:
        """Look until the screen shows it; False where it does not in time."""
        end = time.monotonic() + seconds
        while not seen(self.look()):
            assert self._client is not None
            left = end - time.monotonic()
            if left <= 0:
                return False
            select.select([self._client], [], [], min(left, 0.2))
        return True

    def step(self) -> None:
        """Do what is most urgent, and see that something came of it."""
        screen = self.look()
        if not all(device.ready for device in screen.devices):
            assert self.until(lambda now: all(device.ready for device in now.devices))
            return
        kind = screen.prompts[0].kind if screen.prompts else ""
        does = self._steps.get(kind)
        if does is not None:
            does()
        self.until(lambda now: now != screen, 1.0 if does is not None else 0.3)

    def play(self, rounds: int) -> None:
        """Until so many rounds are over."""
        end = time.monotonic() + 4 * PATIENCE
        while not self._is_between(rounds):
            assert time.monotonic() < end, f"no progress: {self.screen.phase} {self.screen.prompts}"
            self.step()

    def _is_between(self, rounds: int) -> bool:
        screen = self.look()
        is_clear = screen.phase in ("Betting", "Shuffling") and not any(box.hands for box in screen.boxes)
        return screen.round >= rounds and is_clear and not screen.holds

    def finish(self) -> None:
        """Take back what lies there unplayed, and close the table."""
        for box, wager, cents in self._hands("wagers").do("status")["chips"]:
            self._hands("wagers").do("take_back", box=box, wager=wager, amount=cents)
        assert self.until(lambda now: not any(box.chips for box in now.boxes))
        self._floor(c.CloseTable())
        assert self.until(lambda now: now.phase != "Betting")
        while self.look().phase != "Closed":
            self.step()

    # ---- what they do --------------------------------------------------------------------------------

    def _ask(self, what: c.Command, role: c.Role = "dealer") -> None:
        try:
            assert self._client is not None
            self._client.ask(role, "somebody", what)
        except FeedDown as down:
            self.close()
            raise Gone(str(down)) from None

    def _floor(self, what: c.Command) -> None:
        self._ask(what, "floorperson")

    def _hands(self, name: str) -> Hands:
        return self.house.hands[name]

    def _hold(self) -> None:
        for choice in self.screen.choices:
            if isinstance(choice.what, c.ChooseRemedy) and not choice.why_not:
                self._floor(choice.what)
                return

    def _collect_shoe(self) -> None:
        """Count what is left, and take it out."""
        self._ask(c.CollectShoe(self._hands("shoe").do("status")["cards_left"]))

    def _cut(self) -> None:
        """Whom it is offered to refuses, and the dealer cuts."""
        offered = self.screen.prompts[0].box
        self._ask(c.RefuseCut() if offered else c.CutCards())

    def _load(self) -> None:
        self._hands("shoe").do("load", decks=6, behind=80)
        self._ask(c.LoadShoe())

    def _bet(self) -> None:
        """Three boxes; what lies there already is not set down again."""
        felt = self._hands("wagers").do("status")
        lies = {box for box, _, _ in felt["chips"]}
        for box in (1, 3, 4):
            if box not in lies:
                if [box, "blackjack"] in felt["open"]:
                    self._hands("wagers").do("place", box=box, chips={"blackjack": 1000})
                return
        self._ask(c.NoMoreBets())

    def _decide(self) -> None:
        prompt = self.screen.prompts[0]
        hand = next(one for one in self.screen.boxes[prompt.box - 1].hands if one.number == prompt.hand)
        count = int(hand.count.removeprefix("soft "))
        self._ask(c.Decide(prompt.box, "hit" if count < 15 else "stand", prompt.hand))

    def _draw(self) -> None:
        pulled = self._hands("shoe").pull()
        if pulled is not None and not pulled.is_cover:
            self.pulled += pulled.cards

    def _settle(self) -> None:
        self._hands("wagers").do("clear")
        self._ask(c.WagersSettled())
