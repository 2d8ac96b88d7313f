"""The watcher of USB devices: what it tells, when, and that it says so when it cannot look."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller import startup, usb_watch
from controller.audit import read_entries
from controller.faults import ConfigFaults
from controller.installation import InstalledDevice, load_installation
from controller.pump import Stop
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Told, UsbSeen
from controller.usb_belongs import Belongings
from controller.usb_watch import AT_ONCE, PATIENCE, PAUSE, QUIET, UsbWatcher
from drivers.ports import Binding
from drivers.usb_news import News
from drivers.usb_tree import UsbDevice, UsbTree
from tests.controller.test_usb_belongs import file
from tests.drivers.fake_sysfs import KEYBOARD, FakeSysfs

DEVICES = (InstalledDevice("shoe", "shoe", Binding(vid=0x1209, pid=1, serial="SHOE0001"), None),)


class Silence:
    """News that a test makes up; it counts the looks that wait for it."""

    def __init__(self) -> None:
        self.waited = 0
        self.breaks: Exception | None = None
        self._woken = threading.Event()
        self.made: list[News] = []

    def wait(self, seconds: float) -> News:
        self.waited += 1
        if self.breaks is not None:
            raise self.breaks
        self._woken.wait(0.002)
        return self.made.pop() if self.made else News()

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        pass


class Bench:
    """A watcher of a made-up bus, its thread not started; what it told, and a clock that is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.bus = FakeSysfs(folder / "devices")
        self.bus.plug("1-1", 0x1209, 1, "SHOE0001")
        self.told: list[UsbSeen] = []
        self.now = 0.0
        self.news = Silence()
        self.watcher = UsbWatcher(
            UsbTree(self.bus.root), Belongings(DEVICES), self.told.append, self.news, lambda: self.now
        )


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.watcher.close()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 20.0
    while not done():
        assert time.monotonic() < end
        time.sleep(0.002)


@clause("house.26")
def test_it_tells_what_is_unknown_once_and_when_that_changes(bench: Bench) -> None:
    bench.watcher.step()
    assert bench.told == []
    bench.bus.plug("1-2", 0x046D, 0xC31C, "K", (KEYBOARD,))
    bench.watcher.step()
    bench.watcher.step()
    assert [[one.location for one in seen.strangers] for seen in bench.told] == [["1-2"]]
    bench.bus.unplug("1-2")
    bench.watcher.step()
    assert bench.told[-1] == UsbSeen(())


def test_a_known_device_that_is_plugged_in_again_is_nothing_to_tell(bench: Bench) -> None:
    bench.watcher.step()
    for _ in range(3):
        bench.bus.unplug("1-1")
        bench.watcher.step()
        bench.bus.plug("1-1", 0x1209, 1, "SHOE0001")
        bench.watcher.step()
    bench.bus.unplug("1-1")
    bench.bus.plug("1-4", 0x1209, 1, "SHOE0001")
    bench.watcher.step()
    assert bench.told == []


@clause("house.26")
def test_news_of_what_is_gone_again_are_told(bench: Bench) -> None:
    bench.watcher.step(News((UsbDevice("1-2", 9, 0x046D, 0xC31C),)))
    (seen,) = bench.told
    assert seen.strangers == ()
    assert [(one.location, one.gone) for one in seen.passed] == [("1-2", True)]


@clause("house.26")
def test_where_it_cannot_look_it_says_so_once_and_when_it_can_again(bench: Bench) -> None:
    bench.watcher.step()
    bench.bus.root.rename(bench.bus.root.with_name("away"))
    bench.watcher.step()
    bench.watcher.step()
    assert [bool(seen.unwatched) for seen in bench.told] == [True]
    assert "cannot be read" in bench.told[0].unwatched
    bench.bus.root.with_name("away").rename(bench.bus.root)
    bench.watcher.step()
    assert bench.told[-1] == UsbSeen(())


@clause("house.26")
def test_a_look_that_does_not_end_is_noticed_from_outside(bench: Bench) -> None:
    bench.watcher.step()
    bench.now = PATIENCE - 0.1
    bench.watcher.check()
    assert bench.told == []
    bench.now = PATIENCE
    bench.watcher.check()
    bench.watcher.check()
    assert [seen.unwatched for seen in bench.told] == ["the watcher has not looked for 5 s"]
    bench.watcher.step()
    assert bench.told[-1] == UsbSeen(())
    bench.watcher.check()
    assert len(bench.told) == 2


@clause("house.26")
def test_a_thread_that_ends_is_told(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.watcher.start()
    bench.news.breaks = RuntimeError("a fault of our own")
    until(lambda: bool(bench.told))
    assert bench.told == [UsbSeen((), (), "the watcher has ended (RuntimeError)")]
    assert "the watcher of USB devices has ended" in caplog.text
    bench.now = 10 * PATIENCE
    bench.watcher.check()
    assert len(bench.told) == 1, "why nobody looks was said"


@clause("house.26")
def test_what_comes_and_goes_without_end_is_told_at_once_and_then_by_and_by(bench: Bench) -> None:
    flash = News((UsbDevice("1-2", 9, 0x046D, 0xC31C),))
    bench.news.made = [flash] * 400
    bench.watcher.start()
    until(lambda: len(bench.told) > AT_ONCE)
    time.sleep(0.2)
    assert len(bench.told) == AT_ONCE + 1
    began = time.monotonic()
    bench.watcher.close()
    assert time.monotonic() - began < PAUSE / 2, "a pause ends with the watcher"


@clause("house.26")
def test_after_a_while_of_quiet_what_comes_is_told_at_once_again(bench: Bench) -> None:
    bench.watcher.step()
    for at in range(AT_ONCE + 1):
        assert bench.watcher._pause() == 0.0
        bench.bus.plug(f"1-{at + 2}", 0x046D, 0xC31C, f"K{at}", (KEYBOARD,))
        bench.watcher.step()
    assert bench.watcher._pause() == PAUSE
    bench.now = QUIET
    assert bench.watcher._pause() == 0.0
    bench.bus.unplug("1-2")
    bench.watcher.step()
    assert bench.watcher._pause() == 0.0


@clause("house.26")
def test_a_hub_with_twenty_devices_is_told_in_one(bench: Bench) -> None:
    bench.watcher.step()
    for at in range(20):
        bench.bus.plug(f"1-3.{at}", 0x046D, 0xC31C, "", (KEYBOARD,))
    bench.watcher.step()
    (seen,) = bench.told
    assert len(seen.strangers) == 20


def test_its_thread_looks_and_ends_when_it_is_closed(bench: Bench) -> None:
    threads = threading.active_count()
    bench.watcher.start()
    bench.bus.plug("1-2", 0x046D, 0xC31C, "K", (KEYBOARD,))
    until(lambda: bool(bench.told))
    bench.watcher.close()
    assert threading.active_count() == threads
    assert bench.news.waited > 0


# ---- at a table -----------------------------------------------------------------------------------------


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeSysfs:
    """The USB that a table on this computer sees."""
    bus = FakeSysfs(tmp_path / "devices")
    monkeypatch.setattr(startup, "UsbTree", lambda: UsbTree(bus.root))
    return bus


def take_all(folder: Path, until_told: int, change: Callable[[], object] = lambda: None) -> list[ev.Event]:
    """Run the table until its watcher has told so often; every event of its journal."""
    installation = load_installation(folder / "t1.toml")
    with ExitStack() as stack:
        pump = startup.open_table(installation, stack)
        told = 0
        changed = False
        end = time.monotonic() + 20.0
        while told < until_told:
            assert time.monotonic() < end
            item = pump.inbox.get(timeout=20.0)
            assert not isinstance(item, Stop)
            told += isinstance(item, Told) and isinstance(item.what, UsbSeen)
            pump.handle(item)
            if told and not changed:
                changed = True
                change()
    return [event for entry in read_entries(installation.journal) for event in entry.events]


def usb(events: list[ev.Event]) -> list[tuple[str, str]]:
    """Which came and went, in order."""
    return [
        (type(event).__name__, event.what.location)
        for event in events
        if isinstance(event, ev.UsbCame | ev.UsbLeft)
    ]


@clause("house.26")
def test_a_table_tells_its_journal_what_was_there_at_the_start_and_what_comes(
    tmp_path: Path, bus: FakeSysfs
) -> None:
    file(tmp_path, "[usb]\nwatch = true\n")
    bus.plug("1-2", 0x046D, 0xC31C, "K", (KEYBOARD,))
    events = take_all(tmp_path, 2, lambda: bus.plug("1-3", 0x0951, 0x1666, "", ((8, 6, 80),)))
    assert usb(events) == [("UsbCame", "1-2"), ("UsbCame", "1-3")]
    bus.unplug("1-3")
    assert usb(take_all(tmp_path, 1))[2:] == [("UsbLeft", "1-3")], "while the table was away"


@clause("house.26")
def test_what_was_unknown_and_is_in_the_file_now_has_left_for_the_table(
    tmp_path: Path, bus: FakeSysfs
) -> None:
    file(tmp_path, "[usb]\nwatch = true\n")
    bus.plug("1-2", 0x046D, 0xC31C, "K", (KEYBOARD,))
    take_all(tmp_path, 1)
    entry = '[[usb_allowed]]\nvid = 0x046d\npid = 0xc31c\ninterfaces = ["03/01/01"]\nwhy = "the keyboard"\n'
    file(tmp_path, f"[usb]\nwatch = true\n{entry}")
    assert usb(take_all(tmp_path, 1)) == [("UsbCame", "1-2"), ("UsbLeft", "1-2")]


@clause("house.26")
def test_a_table_may_refuse_to_start_beside_something_unknown(tmp_path: Path, bus: FakeSysfs) -> None:
    file(tmp_path, '[usb]\nwatch = true\nat_start = "refuse"\n')
    bus.plug("1-2", 0x046D, 0xC31C, "K", (KEYBOARD,))
    installation = load_installation(tmp_path / "t1.toml")
    with ExitStack() as stack, pytest.raises(ConfigFaults) as told:
        startup.open_table(installation, stack)
    assert "there is a USB device 046d:c31c (keyboard or other input)" in str(told.value)
    assert "unplug it, or write it into [[usb_allowed]]" in str(told.value)
    assert not installation.journal.exists(), "nothing began"


@clause("house.26")
def test_a_computer_on_which_nothing_can_be_seen_is_said_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(startup, "UsbTree", lambda: UsbTree(tmp_path / "none"))
    file(tmp_path, "[usb]\nwatch = true\n")
    events = take_all(tmp_path, 1)
    (told,) = [event for event in events if isinstance(event, ev.UsbUnwatched)]
    assert "cannot be read" in told.why
    file(tmp_path, '[usb]\nwatch = true\nat_start = "refuse"\n')
    with ExitStack() as stack, pytest.raises(ConfigFaults, match="USB cannot be seen"):
        startup.open_table(load_installation(tmp_path / "t1.toml"), stack)


class Stuck(UsbTree):
    """Its second look does not end."""

    def __init__(self, root: Path, go_on: threading.Event) -> None:
        super().__init__(root)
        self.looks = 0
        self.go_on = go_on

    def look(self) -> tuple[UsbDevice, ...]:
        self.looks += 1
        if self.looks > 1:
            self.go_on.wait(20.0)
        return super().look()


@clause("house.26")
def test_the_pump_notices_a_watcher_that_hangs(
    tmp_path: Path, bus: FakeSysfs, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(startup, "UsbTree", lambda: Stuck(bus.root, go_on))
    monkeypatch.setattr(usb_watch, "PATIENCE", 0.05)
    file(tmp_path, "[usb]\nwatch = true\n")
    with ExitStack() as stack:
        pump = startup.open_table(load_installation(tmp_path / "t1.toml"), stack)

        def noticed() -> bool:
            pump.tick()
            while not pump.inbox.empty():
                pump.handle(pump.inbox.get())
            usb = pump.table.standing.usb
            return usb is not None and "has not looked" in usb.unwatched

        until(noticed)
        go_on.set()
