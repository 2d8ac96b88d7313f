"""The pauses between the attempts of a device, in virtual time: they grow, and no two devices have the same.

That a port in trouble is told once, and for how long it is tried, is in test_outages.py.
"""

from collections.abc import Callable
from itertools import pairwise

import pytest

from drivers import notices
from drivers.errors import PortBusy, PortMissing
from drivers.link import Link
from drivers.simulated.card_reader import SimulatedReader
from tests.drivers.hours import Hours, ModelLink


def _missing(_: Hours) -> Link:
    raise PortMissing("there is no port /dev/ttyACM0; plug the device in, or bind it to another port")


def _busy(_: Hours) -> Link:
    raise PortBusy("/dev/ttyACM0 is in use by process 12 (another); stop that one first")


def _another_role(hours: Hours) -> Link:
    reader = SimulatedReader(random32=lambda: 77)
    reader.start(hours.now)
    return ModelLink(hours, reader)


def pauses(open_: Callable[[Hours], Link]) -> list[float]:
    """Of one device that fails so for a minute."""
    with pytest.MonkeyPatch.context() as patch:
        hours = Hours(patch)
        hours.begin(lambda: open_(hours))
        hours.run(60.0)
        hours.end()
        return [after - before for before, after in pairwise(hours.attempts)]


@pytest.mark.parametrize("open_", [_missing, _busy, _another_role], ids=lambda one: one.__name__.strip("_"))
def test_attempts_grow_rarer_by_chance(open_: Callable[[Hours], Link]) -> None:
    """Elsewhere all devices came back at once, again and again, until a firmware gave up."""
    one, other = pauses(open_), pauses(open_)
    for each in (one, other):
        assert each[0] <= 0.65
        assert each[3] > 2.5 * each[0]
        assert max(each) <= 1.2 * notices.PAUSE_MOST + 0.1
        assert len(each) < 30
    together = sum(abs(a - b) < 0.001 for a, b in zip(one, other, strict=False))
    assert together <= 1, "two devices that failed at one time do not come back at one time"
