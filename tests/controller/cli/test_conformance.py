"""`conformance`: a wrong command line is one clear line, and status 2."""

import pytest

from tests.controller.cli.conftest import Cli


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("/dev/null --role shovel", "no such role"),
        ("/nowhere/at/all --role shoe", "/nowhere/at/all"),
        ("/dev/ptmx --role shoe --hands /nowhere/hands", "/nowhere/hands"),
        ("/dev/ptmx --role shoe --hands /nowhere/hands --unattended", "--hands"),
    ],
)
def test_a_wrong_command_line_is_told(cli: Cli, line: str, says: str) -> None:
    told = cli("conformance", *line.split())
    assert told.exit_code == 2
    assert says in told.stderr
