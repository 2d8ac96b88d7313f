"""Each fault's tests fail by an assertion of their own without the fix. With it they run, as all tests do."""

import subprocess
import sys

import pytest

from tests.faults.table import Fault, all_faults

FAULTS = all_faults()
MOST = 110.0
"""Seconds for the runs of a fault's tests, on a machine that does other things as well."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_tests_of_a_fault_fail_without_its_fix(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", name, "--without-only"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_says_what_goes_wrong_and_has_tests(fault: Fault) -> None:
    assert fault.wrong
    assert fault.tests
    assert all("::" in test for test in fault.tests)


JUDGED = """
from drivers.link import SerialLink
from tests.faults.__main__ import judge
from tests.faults.table import Fault

def fails(patch):
    patch.setattr(SerialLink, "__init__", lambda self, path: {}[path])

def takes_nothing_out(patch):
    pass

TEST = "tests/drivers/test_links.py::test_a_missing_port_is_missing"
for take_out in (takes_nothing_out, fails):
    print("FOUND", judge(Fault("Z1-none", "nothing", (TEST,), take_out), whole=True))
print("FOUND", judge(Fault("Z1-none", "nothing", (TEST + "[no-such-case]",), fails), whole=True))
"""


def test_a_take_out_that_takes_nothing_out_or_is_itself_at_fault_shows_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", JUDGED], capture_output=True, text=True, timeout=MOST, check=False
    )
    nothing, error = [line for line in done.stdout.splitlines() if line.startswith("FOUND")]
    assert "it passes" in nothing
    assert "KeyError" in error
    assert "pytest ended with" in done.stderr, "a test that is not there is no test"
    assert done.returncode == 1
