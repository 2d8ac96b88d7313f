"""Every command tells how it is used, with an example that is one of its own."""

import re
import shlex
from pathlib import Path

import pytest

from controller.cli.app import COMMANDS
from tests.controller.cli.conftest import Cli

ROOT = Path(__file__).parents[3]
NAMES = [name for name, _ in COMMANDS]


def test_the_commands_are_those_of_the_document() -> None:
    wanted = ["run", "demo", "rehearse", "recall", "audit", "trace", "draw", "devices", "check", "simulate"]
    assert set(wanted) <= set(NAMES)


def example_of(name: str) -> str:
    """The example line of a command's own words."""
    words = dict(COMMANDS)[name].__doc__ or ""
    return words.partition("Example: ")[2].partition("\n")[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_has_an_example(cli: Cli, name: str, option: str) -> None:
    told = cli(name, option)
    assert told.exit_code == 0
    assert told.stderr == ""
    example = example_of(name)
    assert example.startswith(f"table-controller {name}")
    assert f"Example: {example}" in " ".join(told.stdout.split())
    known = set(re.findall(r"--[a-z-]+", told.stdout))
    assert {part for part in shlex.split(example, comments=True) if part.startswith("--")} <= known


@pytest.mark.parametrize("name", NAMES)
def test_every_command_stands_in_the_overview(cli: Cli, name: str) -> None:
    told = cli("--help")
    assert told.exit_code == 0
    assert re.search(rf"^  {name}\s+\w", told.stdout, re.MULTILINE)


def test_without_a_command_the_overview_is_shown(cli: Cli) -> None:
    told = cli()
    assert told.exit_code != 0
    assert "rehearse" in told.stdout + told.stderr


def test_examples_of_files_name_files_that_there_are() -> None:
    """An example that begins in this repository must be there."""
    for name in NAMES:
        for found in re.findall(r"\b(?:config|tests)/[\w./*-]+", example_of(name)):
            assert list(ROOT.glob(found)), f"{name}: {found}"
