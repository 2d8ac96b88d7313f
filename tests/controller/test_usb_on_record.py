"""An unknown USB device on the record: orders at once, journal, audit, recall, a cut of power, screens."""

from controller.audit import audit
from controller.citations import resolver
from controller.consoles.lines import Reporter
from controller.consoles.menu import menu_lines
from controller.consoles.screens import screen
from controller.consoles.wording import ASCII
from controller.recall import document, recall
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import ChooseRemedy, Reported, Told, UsbSeen
from controller.table.state import Stranger
from drivers import messages as m
from tests.controller.pumping import INPUTS, ORDERS, Watched, bench_in
from tests.controller.watched import GAME, RULES, WalkedBench

KEYBOARD = Stranger(
    "1-1.2", 7, 0x046D, 0xC31C, "K-1", "Keyboard", ("03/01/01",), "nothing of this table's file expects it"
)


def kinds(bench: WalkedBench) -> list[str]:
    return [hold.kind for hold in bench.table.holds]


def came(bench: WalkedBench) -> list[ev.Event]:
    return [e for entry in bench.entries() for e in entry.events if isinstance(e, ev.UsbCame | ev.UsbLeft)]


@clause("house.26")
def test_what_makes_the_table_safer_goes_out_before_the_entry_is_on_disk() -> None:
    watched = Watched()
    at = next(n for n, orders in enumerate(ORDERS) if any(isinstance(o, m.Permit) for o in orders))
    watched.take_all(INPUTS[: at + 1])
    watched.journal.commit()
    sent, _, shown = watched.take_since(lambda: watched.pump.take(Told(UsbSeen((KEYBOARD,)))))
    assert m.Lock() in sent
    assert shown == 0, "what is shown waits for the disk"
    _, _, shown = watched.take_since(watched.journal.commit)
    assert shown == 1


@clause("house.26")
def test_it_is_journaled_and_ruling_again_gives_the_same() -> None:
    bench, walk = bench_in("PlayerDecisions")
    bench.pump.take(Told(UsbSeen((KEYBOARD,))))
    assert kinds(bench) == ["unknown-usb"]
    bench.pump.take(Told(UsbSeen(())))
    walk.walk()
    assert came(bench) == [ev.UsbCame(KEYBOARD), ev.UsbLeft(KEYBOARD)]
    found = audit(bench.journal.entries())
    assert found.is_clean
    (record,) = recall(GAME, RULES, bench.entries())
    said = document(GAME, record, resolver(GAME.chapter))
    assert ("unknown-usb", "house.26", "usb_clear") in [
        (one["kind"], one["clause"], one["disposition"]) for one in said["irregularities"]
    ]
    bench.close()


@clause("house.26", "house.2")
def test_a_cut_of_power_takes_no_question_away() -> None:
    bench, walk = bench_in("PlayerDecisions")
    bench.pump.take(Told(UsbSeen((KEYBOARD,))))
    bench.restart()
    assert kinds(bench) == ["unknown-usb", "power-loss"]
    bench.pump.take(Told(UsbSeen((KEYBOARD,))))
    assert kinds(bench) == ["unknown-usb", "power-loss"]
    (hold,) = [one for one in bench.table.holds if one.kind == "unknown-usb"]
    assert walk.dealer.ask(ChooseRemedy(hold.id, "usb_clear"), "floorperson").refused is not None
    bench.pump.take(Told(UsbSeen(())))
    walk.walk()
    assert audit(bench.journal.entries()).is_clean
    bench.close()


@clause("house.26")
def test_a_defect_or_a_device_beside_it_changes_nothing_about_the_question() -> None:
    bench, walk = bench_in("PlayerDecisions")
    bench.pump.take(Told(UsbSeen((KEYBOARD,))))
    bench.pump.take(Reported("shoe", 0, 0, 0, m.DeviceLost("unplugged")))
    assert kinds(bench) == ["unknown-usb", "device-lost"]
    bench.pump.take(Told(UsbSeen(())))
    bench.unplug("shoe")
    bench.replug("shoe")
    assert bench.run_until(lambda: kinds(bench) == ["unknown-usb"], 30.0)
    walk.walk()
    bench.close()


@clause("house.26")
def test_the_floor_sees_what_it_is_and_what_can_be_done() -> None:
    bench, _ = bench_in("PlayerDecisions")
    resolve = resolver(GAME.chapter)
    before = screen(GAME, bench.table, resolve=resolve)
    ruling = bench.pump.take(Told(UsbSeen((KEYBOARD,))))
    assert ruling is not None
    told = ((1, ruling.events),)
    now = screen(GAME, bench.table, resolve=resolve, told=told)
    (hold,) = now.holds
    assert (hold.kind, hold.clause) == ("unknown-usb", "house.26")
    assert now.told[-1].words.startswith("plugged in: USB device 046d:c31c (keyboard or other input)")
    ways = {one.what.remedy: one for one in now.choices if isinstance(one.what, ChooseRemedy)}
    assert set(ways) == {"usb_clear", "void_round"}
    assert ways["usb_clear"].why_not.startswith("still plugged in: USB device 046d:c31c")
    assert ways["void_round"].why_not == ""
    reporter = Reporter(ASCII)
    reporter.read(before)
    lines = "\n".join(reporter.read(now))
    assert "omething unknown was plugged in: USB device 046d:c31c" in lines
    assert "the USB sockets were looked at" in "\n".join(menu_lines(now, ASCII, "floorperson"))
    bench.close()
