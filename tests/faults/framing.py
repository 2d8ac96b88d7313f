"""B: framing, sequence, reconnect. Frames that come to harm, late answers, devices that start anew."""

from typing import Any

import pytest

from drivers import notices
from drivers.messages import LinkPoor
from tests.faults.table import fault

POOR = "tests/drivers/test_poor_link.py"
LIFE = "tests/drivers/test_life_signs.py"


@fault(
    "B26-nobody-is-told",
    f"{POOR}::test_a_cable_that_grows_worse_is_told_before_it_fails[shoe]",
    "tests/controller/test_lessons.py::test_a_poor_cable_is_in_the_journal_before_it_fails",
)
def _no_alarm(patch: pytest.MonkeyPatch) -> None:
    """A cable grows worse for hours, and the first that anybody hears of it is that the device is lost."""
    patch.setattr(notices.Quality, "poor", lambda _, now: [])


@fault("B26-told-of-the-first-frame", f"{POOR}::test_fewer_frames_than_a_hundred_tell_nothing_of_a_cable")
def _alarm_at_once(patch: pytest.MonkeyPatch) -> None:
    """The ratio is taken of a few frames: a device that was greeted twice has a cable that is half lost."""

    def poor(self: Any, now: float) -> list[LinkPoor]:
        missed, of = sum(self._missed), len(self._missed)
        return [LinkPoor(missed, of)] if missed * notices.WATCHED > notices.POOR_FROM * of else []

    patch.setattr(notices.Quality, "poor", poor)
