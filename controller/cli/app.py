"""The command line's frame: the Typer app, its commands, and how mistakes are told.

Exit status: 0 done, 1 the answer is no (a difference, a fault that was found), 2 what was asked for
cannot be done as asked (a wrong file, option or place), 130 interrupted.
"""

import functools
import os
import sys
from collections.abc import Callable
from typing import Any, Final

import typer

from controller.cli import certifying, commissioning, conforming, playing, reading, recording, running

HELP: Final = """The table controller: rules on every input at a casino card table by the regulation, journals
it, and drives shoes, shufflers, card readers and wager positions.

Start with `table-controller demo`. Every command has --help with an example.

Exit status: 0 done; 1 the answer is no; 2 it cannot be done as asked, and one line says why."""

app = typer.Typer(
    name="table-controller",
    help=HELP,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: Final[tuple[tuple[str, Callable[..., Any]], ...]] = (
    ("run", running.run),
    ("demo", running.demo),
    ("console", running.console),
    ("simulate", running.simulate),
    ("devices", running.devices),
    ("commission", commissioning.commission),
    ("rehearse", playing.rehearse),
    ("recall", reading.recall),
    ("audit", reading.audit),
    ("trace", reading.trace),
    ("draw", reading.draw),
    ("check", reading.check),
    ("certify", certifying.certify),
    ("conformance", conforming.conformance),
)


def told(command: Callable[..., int]) -> Callable[..., None]:
    """The command, ending with its exit status; a person's mistake is told in one line, with 2."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            status = command(*args, **options)
        except KeyboardInterrupt:
            status = 130
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        except mistakes() as mistake:
            typer.echo(f"table-controller: {mistake}", err=True)
            status = 2
        raise typer.Exit(status)

    return run


capture = typer.Typer(
    help="Show a recording of a device's link (`run --capture`), or play it as the device.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for name, command in COMMANDS:
    app.command(name)(told(command))
for name, command in (("show", recording.show), ("replay", recording.replay)):
    capture.command(name)(told(command))
app.add_typer(capture, name="capture")


def main() -> None:
    """Run the command line and end the process with its exit status."""
    app()


def mistakes() -> tuple[type[Exception], ...]:
    """The kinds of error that a person can mend; any other is a fault of ours and shows where."""
    from controller.audit import NoTable
    from controller.cli.recording import NoRecording
    from controller.consoles.client import FeedDown
    from controller.consoles.feed import FeedError
    from controller.entries import EntryFault
    from controller.faults import ConfigFault, ConfigFaults
    from controller.journal import JournalError
    from controller.regulation.clauses import ClauseListError
    from drivers.errors import DriverError

    return (
        ConfigFault,
        ConfigFaults,
        JournalError,
        EntryFault,
        NoTable,
        NoRecording,
        FeedDown,
        FeedError,
        ClauseListError,
        DriverError,
        OSError,
    )
