"""Each fault's tests pass with the fix, and fail by an assertion of their own without it."""

import subprocess
import sys

import pytest

from tests.faults.table import Fault, all_faults

FAULTS = all_faults()
MOST = 60.0
"""Seconds for both runs of a fault's tests, on a machine that does other things as well."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_tests_of_a_fault_fail_without_its_fix(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", name],
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
