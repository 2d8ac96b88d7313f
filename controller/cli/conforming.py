"""`conformance`: the kit's checks against a board, told as they run, and the report written.

What the checks are is drivers.conformance's.
"""

import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.faults import ConfigFault

if TYPE_CHECKING:
    from drivers.conformance.hands import Hands


def conformance(
    port: Annotated[str, typer.Argument(help="A path (a pty's too), or host:port.")],
    role: Annotated[str, typer.Option(help="What the board is: shoe, shuffler, card_reader, …")],
    unattended: Annotated[
        bool, typer.Option("--unattended", help="Leave out what needs a hand on the board, and say so.")
    ] = False,
    hands: Annotated[
        Path | None,
        typer.Option(
            help="A control socket that has hands on the board, in place of you (docs/simulators.md)."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="A paragraph, 7.66, or the number of a section, 7; may be given again. Default: all."
        ),
    ] = None,
    report: Annotated[Path, typer.Option(help="Where the report goes; .json and .html are added.")] = Path(
        "conformance"
    ),
) -> int:
    """Examine a board against docs/link.md. Example: table-controller conformance /dev/ttyACM0 --role shoe"""
    from drivers.conformance.board import Board, LinkWire
    from drivers.conformance.checks import chosen
    from drivers.conformance.kit import Result, examine
    from drivers.conformance.report import as_json, as_page, summary
    from drivers.conformance.rules import ROLES
    from drivers.ports import Binding, open_link

    if role not in ROLES:
        raise ConfigFault(f"--role {role}", "there is no such role", f"one of {', '.join(ROLES)}")
    if hands is not None and unattended:
        raise ConfigFault("--unattended", "there are --hands", "one of the two")
    checks = chosen(only or [])
    if not checks:
        raise ConfigFault(
            f"--only {only}", "there is no such paragraph", "section 10 of docs/link.md has them"
        )
    is_path = "/" in port or ":" not in port
    results: list[Result] = []
    with ExitStack() as stack:
        link = open_link(Binding(path=port) if is_path else Binding(tcp=port))
        stack.callback(link.close)
        acting = None if unattended else _hands(hands, stack)
        # Also where the link is lost in the middle: what was found until then is worth having.
        stack.callback(
            lambda: report.with_suffix(".html").write_text(as_page(port, role, results), encoding="utf-8")
        )
        stack.callback(lambda: report.with_suffix(".json").write_bytes(as_json(port, role, results)))
        board = Board(LinkWire(link), lambda: secrets.randbits(32))
        for result in examine(board, role, acting, checks):
            results.append(result)
            why = f": {result.why}" if result.why else ""
            typer.echo(f"{result.paragraph:5} {result.id:14} {result.outcome}{why}")
            for one in result.capture:
                typer.echo(f"      {one.ms:6} ms {one.dir:3} {one.hex}")
    typer.echo(f"{summary(results)}; see {report.with_suffix('.html')}")
    return int(any(result.outcome == "failed" for result in results))


def _hands(socket: Path | None, stack: ExitStack) -> "Hands":
    """A person at this terminal, or whoever serves `socket`."""
    from drivers.conformance.hands import ControlClient, Person, Rig

    if socket is None:
        return Person(_ask, _wait)
    try:
        client = ControlClient(socket)
    except OSError as error:
        remedy = "the --control socket of the simulator, or your rig's"
        raise ConfigFault(f"--hands {socket}", str(error), remedy) from error
    stack.callback(client.close)
    return Rig(client)


def _ask(what: str) -> None:
    typer.echo(f"  please, within a minute: {what}")


def _wait() -> None:
    typer.prompt("  Enter once that is done", default="", show_default=False)
