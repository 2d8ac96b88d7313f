"""Runs one fault's tests with the fix in, and again without it: `python -m tests.faults A1-half-a-frame`.
With `--without-only` it does not run them with the fix in, as the test suite does anyhow.

Ends with 0 where all pass with the fix, and each fails by an assertion of its own without it; else with 1,
and says what is wrong. A process of its own, for what a naive variant leaves behind is nobody's.
"""

import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.faults.table import Fault, all_faults

_TESTS: Final = Path(__file__).parents[1]
# The time-out of a test would count as its assertion; whoever runs this process has the clock.
_ARGUMENTS: Final = ("-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0")
# What a test that failed leaves open, or a thread that it leaves behind, is no verdict on it.
_WITHOUT: Final = ("-p", "no:unraisableexception", "-p", "no:threadexception", "-W", "default")


class Outcomes:
    """A pytest plugin. failed: by node id, why each time. asserted: the node ids that an assertion failed."""

    def __init__(self) -> None:
        self.ran: set[str] = set()
        self.failed: dict[str, list[str]] = {}
        self.asserted: set[str] = set()

    def pytest_sessionstart(self) -> None:
        """That an example fails is enough: nobody reads the smallest one."""
        from hypothesis import Phase, settings  # pytest wants to import it first

        settings.register_profile("taken-out", phases=(Phase.explicit, Phase.generate))
        settings.load_profile("taken-out")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        report = yield
        if report.when == "call" and not report.skipped:
            self.ran.add(item.nodeid)
        if report.failed and call.excinfo is not None:
            why = f"{report.when}: {call.excinfo.exconly()}"
            self.failed.setdefault(item.nodeid, []).append(why)
            if _is_assertion(call.excinfo):
                self.asserted.add(item.nodeid)
        return report


def _is_assertion(error: pytest.ExceptionInfo[BaseException]) -> bool:
    """One that stands in a test, or pytest's own (an exception that did not come)."""
    if error.errisinstance(AssertionError):
        return error.traceback[-1].path.is_relative_to(_TESTS)
    return error.errisinstance(pytest.fail.Exception)


def run(fault: Fault, *arguments: str) -> Outcomes:
    """One run of its tests."""
    outcomes = Outcomes()
    ended = pytest.main([*_ARGUMENTS, *arguments, *fault.tests], plugins=[outcomes])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"{fault.name}: pytest ended with {ended!r}")
    return outcomes


def _of(node: str, test: str) -> bool:
    return node == test or node.startswith(f"{test}[")


def judge(fault: Fault, *, whole: bool) -> list[str]:
    """What is wrong with the fault's tests; nothing where they show it. whole: they are also run with the
    fix in, which the test suite has done already."""
    wrong = _with_the_fix(fault) if whole else []
    if wrong:
        return wrong
    with pytest.MonkeyPatch.context() as patch:
        # What does not come is not waited for as long as on a busy machine.
        patch.setattr("tests.drivers.every_link.SOON", 2.0)
        fault.take_out(patch)
        without = run(fault, *_WITHOUT)
    for test in fault.tests:
        if not any(_of(node, test) for node in without.asserted):
            errors = [why for node, why in without.failed.items() if _of(node, test)]
            wrong.append(f"without the fix, no assertion of {test} fails; {errors or 'it passes'}")
    return wrong


def _with_the_fix(fault: Fault) -> list[str]:
    outcomes = run(fault)
    wrong = [f"with the fix in, {node} fails: {why}" for node, why in outcomes.failed.items()]
    for test in fault.tests:
        if not any(_of(node, test) for node in outcomes.ran):
            wrong.append(f"{test} does not run")
    return wrong


if __name__ == "__main__":
    named = all_faults()[sys.argv[1]]
    print(f"{named.name}: {named.wrong}", flush=True)
    found = judge(named, whole="--without-only" not in sys.argv)
    print("\n".join(found) or f"{named.name}: its tests show it", flush=True)
    os._exit(1 if found else 0)  # a naive variant may have left a thread that never ends
