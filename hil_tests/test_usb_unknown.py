"""A USB device that nobody expects, on a real kernel: the table holds, and a rule of udev keeps it out.

Devices and table are those of the rig; the watcher looks at the machine's own sysfs and hears its kernel's
news. What each arrival means is tested in tests/controller, with a made-up sysfs.
"""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.games import find_game
from controller.installation import InstalledDevice
from controller.regulation.marks import clause
from controller.rehearsal.bench import Bench
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import Dealer
from controller.rehearsal.pty_bench import PtyBench
from controller.submission import default_rules
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.usb_belongs import Belongings
from controller.usb_watch import UsbWatcher
from drivers.ports import Binding
from drivers.usb_news import UsbNews
from drivers.usb_tree import SYSFS, UsbDevice, UsbTree
from hil_tests.guest.cdc_acm import SerialFunction
from hil_tests.guest.endpoint import UsbEndpoint
from hil_tests.guest.function import VID
from hil_tests.guest.keyboard import KeyboardFunction
from hil_tests.rig import Rig
from hil_tests.test_devices import CARDS, SECONDS, holds, is_open
from hil_tests.test_usb import wait_for

pytestmark = pytest.mark.needs("kernel-usb")
GAME: Final = find_game("free-bet-blackjack")
RULES: Final = default_rules(GAME.name)
WITHIN: Final = 1.0
"""Seconds from the kernel's knowing it to the Hold."""
INPUTS: Final = Path("/sys/class/input")
RULES_OF_UDEV: Final = Path("/etc/udev/rules.d/71-table-usb.rules")
EXAMPLE: Final = Path(__file__).parent.parent / "config" / "udev" / "deny-by-default.rules.example"


def bound(name: str) -> Binding:
    """As the rig's devices are found: by what USB says of them."""
    return Binding(vid=VID, pid=SerialFunction.PID, serial=f"RIG-{name}")


@pytest.fixture
def bench(rig: Rig) -> Iterator[PtyBench]:
    """A table at the rig, and who looks at the USB of the machine."""
    wait_for(lambda: not ours())
    bench = rig.bench(GAME, RULES)
    assert isinstance(bench, PtyBench)
    devices = tuple(InstalledDevice(name, role, bound(name), None) for name, role in bench.installed)
    watcher = UsbWatcher(
        UsbTree(), Belongings(devices), lambda seen: bench.pump.inbox.put(Told(seen)), UsbNews()
    )
    watcher.start()
    yield bench
    watcher.close()
    bench.close()


def ours() -> list[UsbDevice]:
    """What this machine has of our simulated devices."""
    return [one for one in UsbTree().look() if one.vid == VID]


@pytest.fixture
def dealer(bench: PtyBench) -> Dealer:
    """A round in which a player decides."""
    dealer = Dealer(bench)
    dealer.open_table(lambda: fill(CARDS, RULES.decks, seed=1))
    assert bench.run_until(lambda: is_open(bench), SECONDS)
    bench.act("wagers", lambda model, now: model.place(1, {"blackjack": 1000}, now))
    assert bench.run_until(lambda: bool(bench.table.stacks), SECONDS)
    assert dealer.ask(c.NoMoreBets()).refused is None
    dealer.go_on()
    assert bench.table.phase == "PlayerDecisions"
    assert bench.table.holds == ()
    return dealer


def plugs() -> set[tuple[str, int]]:
    """Each plugging in, by place and number."""
    return {(one.location, one.number) for one in UsbTree().look()}


@pytest.fixture
def plug(rig: Rig) -> Iterator[Callable[[str, str], tuple[UsbEndpoint, float]]]:
    """Plugs something in; with the moment at which the kernel had it."""
    assert rig.features >= {"kernel-usb"}
    ends: list[UsbEndpoint] = []

    def one(kind: str, serial: str) -> tuple[UsbEndpoint, float]:
        before = plugs()
        end = UsbEndpoint(serial, kind)
        ends.append(end)
        end.open()
        wait_for(lambda: bool(plugs() - before))
        return end, time.monotonic()

    yield one
    for end in ends:
        end.close()


def came(bench: Bench) -> list[ev.UsbCame]:
    return [event for entry in bench.entries() for event in entry.events if isinstance(event, ev.UsbCame)]


def answer(dealer: Dealer, bench: Bench) -> bool:
    """Whether the table goes on."""
    hold = next(one for one in bench.table.holds if one.kind == "unknown-usb")
    return dealer.ask(c.ChooseRemedy(hold.id, "usb_clear"), "floorperson").refused is None


@clause("house.26")
def test_a_keyboard_during_a_round_opens_a_hold_at_once(
    dealer: Dealer, bench: Bench, plug: Callable[[str, str], tuple[UsbEndpoint, float]]
) -> None:
    end, began = plug("keyboard", "KEYS")
    assert bench.run_until(lambda: holds(bench) == [("unknown-usb", "usb")], SECONDS)
    took = time.monotonic() - began
    print(f"held {took * 1000:.0f} ms after the kernel had it")
    assert took < WITHIN
    (told,) = came(bench)
    what = told.what
    assert (what.vid, what.pid, what.serial) == (VID, KeyboardFunction.PID, "KEYS")
    assert what.interfaces == ("03/01/01",)
    assert (SYSFS / what.location).is_dir()
    assert not answer(dealer, bench), "it is plugged in"
    end.close()
    assert bench.run_until(lambda: _left(bench), SECONDS)
    assert holds(bench) == [("unknown-usb", "usb")]
    assert answer(dealer, bench)
    assert dealer.prompt().kind == "decide"


def _left(bench: Bench) -> bool:
    usb = bench.table.standing.usb
    return usb is not None and all(one.gone for one in usb.strangers)


@clause("house.26")
def test_of_two_that_say_they_are_the_shoe_the_real_one_is_no_stranger_and_the_other_is(
    dealer: Dealer, bench: Bench, plug: Callable[[str, str], tuple[UsbEndpoint, float]]
) -> None:
    bench.unplug("shoe")
    assert bench.run_until(lambda: holds(bench) == [("device-lost", "shoe")], SECONDS)
    bench.replug("shoe")
    assert bench.run_until(lambda: not bench.table.holds, SECONDS)
    time.sleep(0.6)  # two looks
    assert (holds(bench), came(bench)) == ([], [])

    before = plugs()
    twin, _ = plug("serial", "RIG-shoe")
    assert bench.run_until(lambda: holds(bench) == [("unknown-usb", "usb")], SECONDS)
    (told,) = came(bench)
    assert (told.what.location, told.what.number) not in before
    assert "a second one that says it is shoe" in told.what.why
    twin.close()

    bench.unplug("shoe")
    plug("serial-keyboard", "RIG-shoe")
    assert bench.run_until(lambda: len(came(bench)) == 2, SECONDS)
    what = came(bench)[1].what
    assert what.interfaces == ("02/02/01", "0a/00/00", "03/01/01")
    assert "has other interfaces" in what.why


@pytest.fixture
def denied() -> Iterator[None]:
    """The example's rules, in this machine."""
    shutil.copy(EXAMPLE, RULES_OF_UDEV)
    controllers = [one for one in SYSFS.iterdir() if one.name.startswith("usb")]
    _udev("control", "--reload")
    _udev("trigger", "--action=add", *(str(one) for one in controllers))
    _udev("settle")
    assert {(one / "authorized_default").read_text().strip() for one in controllers} == {"0"}
    yield
    RULES_OF_UDEV.unlink()
    _udev("control", "--reload")
    for one in controllers:
        (one / "authorized_default").write_text("1")


def _udev(*line: str) -> None:
    subprocess.run(("udevadm", *line), check=True)


@clause("house.26")
def test_by_the_rules_of_the_example_a_keyboard_types_nothing_and_is_seen_all_the_same(
    denied: None, plug: Callable[[str, str], tuple[UsbEndpoint, float]]
) -> None:
    tree = UsbTree()
    there = set(tree.look())
    inputs = set(INPUTS.iterdir()) if INPUTS.exists() else set()
    plug("keyboard", "KEYS")
    plug("serial-keyboard", "SHOE0001")
    shoe, _ = plug("serial", "SHOE0001")
    wait_for(lambda: Path("/dev/table/SHOE0001-00").exists())
    fresh = {one.pid: one for one in set(tree.look()) - there}
    found = sorted((one.serial, one.interfaces) for one in set(tree.look()) - there)
    assert found == [
        ("KEYS", (("03/01/01",),)),
        ("SHOE0001", (("02/02/01",), ("0a/00/00",))),
        ("SHOE0001", (("02/02/01",), ("0a/00/00",), ("03/01/01",))),
    ]
    assert (SYSFS / fresh[KeyboardFunction.PID].location / "authorized").read_text().strip() == "0"
    assert (set(INPUTS.iterdir()) if INPUTS.exists() else set()) == inputs, "no keyboard is there to type"
    shoe.close()
