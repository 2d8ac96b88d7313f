"""The faults that strike at a step of a round, and what must hold while they last.

Each is a function that does it to a DisturbedBench, waits for what has to come of it, and mends it. It
asserts by the clauses and by the link's document (docs/link.md, sections 4 to 9). What must hold once the
round is over is in test_faults.py.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from controller.table import commands as c
from controller.table.commands import Asked, Reported
from drivers import messages as m
from drivers.conversation import LOST_AFTER
from drivers.simulated.core import SILENCE
from drivers.simulated.noise import Rates
from hil_tests.faults.disturbed import DisturbedBench

SLACK: Final = 0.4
"""Seconds more than the document's for whoever looks in real time; in virtual time none would be needed."""
LOOKS_FOR: Final = 0.1
NOISE: Final = (
    b"AT\r\n+CGMI\r\n" + bytes(range(1, 200)) + b"\0\xff\xff\0\0" + bytes(range(255, 120, -1)) + b"\0"
)
"""A modem's probe, debugging text, delimiters, and what might be a frame and is none."""
PLAYS: Final = ("shoe", "reader", "wagers", "progressive")
"""Devices without which no round goes on; while cards are shuffled elsewhere the shuffler is none."""

Strike = Callable[[DisturbedBench, str], None]


class Fault(Struct, frozen=True):
    """One way to fail. needs: features of a rig. strike: does it to that device. devices: those that can fail
    in this way. lost: how often its loss is on record, at least and at most. asks: what the floor is asked of
    it, where the device is one of PLAYS. may_void: rounds that may be void afterwards, by 671a.13(f)."""

    needs: tuple[str, ...]
    strike: Strike
    devices: tuple[str, ...]
    lost: tuple[int, int] = (0, 0)
    asks: tuple[str, ...] = ()
    may_void: tuple[str, ...] = ()


# ---- what holds while a device is out --------------------------------------------------------------------


def _is_out(bench: DisturbedBench, device: str) -> None:
    """Locked, here and at every other device, and no round begins."""
    assert bench.until(lambda: not bench.permitted(device), SILENCE + SLACK), "it does not lock itself"
    if not _lost(bench, device):
        return  # a closed table takes note of it, and so does one that shuffles elsewhere
    for other in bench.devices():
        if other in PLAYS:
            assert bench.until(lambda one=other: not bench.permitted(one), SLACK), f"{other} is not locked"  # type: ignore[misc]
    refused = bench.ask(Asked("dealer", "the dealer", c.NoMoreBets())).refused
    assert refused is not None, "a round begins without it"


def _lost(bench: DisturbedBench, device: str) -> list[int]:
    return [one.id for one in bench.table.holds if (one.kind, one.device) == ("device-lost", device)]


def _unheard(bench: DisturbedBench, device: str) -> bool:
    """Whether that device is a shoe that has given a card which is not on record."""
    if device != "shoe":
        return False
    drawn: int = bench.act(device, lambda model, _: model.drawn())
    return drawn > bench.table.last - bench.table.base


def _comes_back(bench: DisturbedBench, device: str) -> None:
    """As it was: nobody has to say anything."""
    assert bench.until(lambda: bench.standing(device).ready), "it does not come back"
    assert bench.until(lambda: not _lost(bench, device)), "the table still waits for it"


# ---- the faults -----------------------------------------------------------------------------------------


def unplug(bench: DisturbedBench, device: str) -> None:
    """The cable is pulled, and plugged in again."""
    bench.unplug(device)
    assert bench.until(lambda: not bench.standing(device).ready, LOST_AFTER + SLACK), "it is not missed"
    _is_out(bench, device)
    bench.missed = _unheard(bench, device)
    bench.replug(device)
    _comes_back(bench, device)


def silence(bench: DisturbedBench, device: str) -> None:
    """The device says nothing more, and hears nothing."""
    bench.act(device, lambda model, now: model.fault("silence", now))
    assert bench.until(lambda: not bench.standing(device).ready, LOST_AFTER + SLACK), "it is not missed"
    _is_out(bench, device)
    bench.missed = _unheard(bench, device)
    bench.act(device, lambda model, now: model.repair(now))
    _comes_back(bench, device)


def deaf(bench: DisturbedBench, device: str) -> None:
    """The host's words do not arrive; the device's do. What it permitted, it locks, and is told anew."""
    had, start = bench.permitted(device), len(bench.rulings)
    bench.meddle(device, lambda cable, _: cable.to_device.change(Rates(drop=1.0)))
    bench.until(lambda: False, SILENCE + LOOKS_FOR)
    assert bench.until(lambda: not bench.permitted(device), SLACK), "it does not lock itself"
    bench.meddle(device, lambda cable, _: cable.to_device.change(Rates()))
    if had and not _works_alone(bench, device):
        assert bench.until(lambda: _locked_itself(bench, device, start)), "its lock is not on record"
    _comes_back(bench, device)


def _works_alone(bench: DisturbedBench, device: str) -> bool:
    """Whether it may have done what it was permitted before it missed anybody."""
    automated = bench.table.standing.supply.equipment.shoe == "automated"
    return device == "shuffler" or (device == "shoe" and automated)


def _locked_itself(bench: DisturbedBench, device: str, start: int) -> bool:
    return any(
        isinstance(given, Reported) and given.device == device and given.what == m.SelfLocked("silence")
        for given, _ in bench.rulings[start:]
    )


def noise(bench: DisturbedBench, device: str) -> None:
    """Bytes that nobody said, both ways. They are counted, and that is all."""
    heard = bench.act(device, lambda model, _: model.noise)
    dropped = bench.counters(device).dropped
    bench.meddle(device, lambda cable, now: cable.babble(NOISE, now))
    assert bench.until(
        lambda: (
            bench.act(device, lambda model, _: model.noise) > heard
            and bench.counters(device).dropped > dropped
        )
    ), "nobody counts it"
    assert bench.standing(device).ready


def reset(bench: DisturbedBench, device: str) -> None:
    """The device starts anew. Nothing that it was permitted before is permitted, and the floor is asked."""
    start = len(bench.rulings)
    had = bench.act(device, lambda model, _: model.boot)
    bench.forgotten = _unheard(bench, device)
    bench.power_cycle(device)
    boot = bench.act(device, lambda model, _: model.boot)
    assert boot != had
    assert not bench.permitted(device), "it was ordered in another session"
    assert bench.until(lambda: bench.standing(device).ready and bench.standing(device).boot == boot)
    kinds = [one.kind for one in bench.table.holds if one.device == device]
    if device in PLAYS and bench.table.phase != "Closed":
        assert kinds == ["device-changed"]
        bench.until(lambda: False, LOOKS_FOR)
        for other in bench.devices():
            assert other not in PLAYS or not bench.permitted(other), f"{other} is permitted something"
        refused = bench.ask(Asked("dealer", "the dealer", c.NoMoreBets())).refused
        assert refused is not None, "a round begins before anybody has looked"
    assert not any(
        isinstance(given, Reported) and isinstance(given.what, m.DeviceLost) and given.device != device
        for given, _ in bench.rulings[start:]
    )


def jam(bench: DisturbedBench, device: str) -> None:
    """The next card jams. It strikes where cards move; what comes of it the floor sees to."""
    bench.act(device, lambda model, now: model.fault("jam", now, place="path"))


def short(bench: DisturbedBench, device: str) -> None:
    """A card is missing from what is counted next."""
    if device == "shuffler":
        bench.act(device, lambda model, now: model.fault("count-short", now))
    elif bench.table.standing.supply.equipment.shoe == "automated":
        bench.act(device, lambda model, now: model.fault("short", now))
    else:
        bench.act(device, lambda model, now: model.lose(now))


FAULTS: Final[dict[str, Fault]] = {
    "unplug": Fault(("unplug",), unplug, (*PLAYS, "shuffler"), lost=(1, 1)),
    "silence": Fault(("faults",), silence, (*PLAYS, "shuffler"), lost=(1, 1)),
    "deaf": Fault(("faults",), deaf, (*PLAYS, "shuffler"), lost=(0, 1)),
    "noise": Fault(("faults",), noise, (*PLAYS, "shuffler")),
    "reset": Fault(
        ("power-cycle",),
        reset,
        (*PLAYS, "shuffler"),
        lost=(1, 1),
        asks=("device-changed",),
        may_void=("automated",),
    ),
    "jam": Fault(("faults",), jam, ("shoe",), asks=("jam",), may_void=("automated",)),
    "short": Fault(("faults",), short, ("shoe",), asks=("card-count",)),
    "shuffler-jam": Fault(("faults",), jam, ("shuffler",)),
    "shuffler-short": Fault(("faults",), short, ("shuffler",)),
}
