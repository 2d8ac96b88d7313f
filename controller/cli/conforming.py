"""`conformance`: the kit's checks against a board, told as they run, and the report written.

What the checks are is drivers.conformance's.
"""

import os
import secrets
import select
import sys
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from controller.faults import ConfigFault

if TYPE_CHECKING:
    from drivers.conformance.bench import Cable, Check
    from drivers.conformance.board import Board
    from drivers.conformance.hands import Hands
    from drivers.conformance.kit import Result
    from drivers.conformance.report import About
    from drivers.ports import Binding

_TOLD_EACH: Final = 10.0
"""Seconds of a long check after which a person is told how far it has come."""


def conformance(
    port: Annotated[
        str, typer.Argument(help="A path (a pty's too), host:port, or usb:VID:PID[:SERIAL][@LOCATION].")
    ],
    role: Annotated[str, typer.Option(help="What the board is: shoe, shuffler, card_reader, …")],
    kind: Annotated[str, typer.Option(help="Of a usb: port: serial (a CDC port), bulk or hid.")] = "serial",
    only: Annotated[
        list[str] | None, typer.Option(help="Only this paragraph, 6.4, or section, 6; may be repeated.")
    ] = None,
    unattended: Annotated[
        bool, typer.Option("--unattended", help="Leave out what needs a hand on the board, and say so.")
    ] = False,
    hands: Annotated[
        Path | None,
        typer.Option(
            help="A control socket that has hands on the board, in place of you (docs/simulators.md)."
        ),
    ] = None,
    report: Annotated[Path, typer.Option(help="Where the report goes; .json and .html are added.")] = Path(
        "conformance"
    ),
) -> int:
    """Examine a board against docs/link.md. Example: table-controller conformance /dev/ttyACM0 --role shoe"""
    from drivers.conformance.kit import examine
    from drivers.conformance.report import advice, summary
    from drivers.conformance.rules import ROLES

    if role not in ROLES:
        raise ConfigFault(f"--role {role}", "there is no such role", f"one of {', '.join(ROLES)}")
    if hands is not None and unattended:
        raise ConfigFault("--unattended", "there are --hands", "one of the two")
    if not os.access(report.parent, os.W_OK | os.X_OK):  # not found out at the end of a long examination
        raise ConfigFault(
            f"--report {report}", "nothing can be written there", "a folder that is there and yours"
        )
    checks = _checks(only or [])
    binding = _binding(port, kind)
    results: list[Result] = []
    with ExitStack() as stack:
        board, cable = _board(binding, stack)
        acting = None if unattended else _hands(hands, stack)
        writer = _Writer(report, port, role, _who(acting), tuple(only or ()), board, results)
        # Also where the link is lost in the middle: what was found until then is worth having.
        stack.push(writer.write)
        for result in examine(board, role, acting, checks, tell=_Progress(), cable=cable):
            results.append(result)
            _same_role(board, role)
            why = f": {result.why}" if result.why else ""
            typer.echo(f"{result.paragraph:5} {result.id:16} {result.outcome}{why}")
            for one in result.capture:
                typer.echo(f"      {one.ms:6} ms {one.dir:3} {one.hex}")
    if advised := advice(results):
        typer.echo(advised)
    typer.echo(f"{summary(results)}; see {_beside(report, '.html')}")
    return int(any(result.outcome == "failed" for result in results))


def _same_role(board: "Board", role: str) -> None:
    """A board of another role is no broken one of this role: the command line is wrong."""
    from drivers.conformance.rules import ROLES

    says = None if board.greeting is None else board.greeting.identity.get(4)
    if says in ROLES and says != role:
        raise ConfigFault(f"--role {role}", f"the board says that it is a {says}", f"--role {says}")


class _Writer:
    """Writes both files, also of an examination that ended early."""

    def __init__(
        self,
        path: Path,
        port: str,
        role: str,
        hands: str,
        only: tuple[str, ...],
        board: "Board",
        results: "list[Result]",
    ) -> None:
        self._path = path
        self._said = (port, role, hands, only)
        self._board = board
        self._results = results
        self._began = _now()

    def write(self, kind: object, error: BaseException | None, trace: object) -> None:
        """As the exit of a context: what ended it goes into the report, and on."""
        from drivers.conformance.paragraphs import paragraphs
        from drivers.conformance.report import as_json, as_page, device_of

        greeting = self._board.greeting
        device = None if greeting is None else device_of(greeting)
        about, texts = self._about(error), paragraphs()
        _beside(self._path, ".json").write_bytes(as_json(about, device, self._results, texts))
        page = as_page(about, device, self._results, texts)
        _beside(self._path, ".html").write_text(page, encoding="utf-8")

    def _about(self, error: BaseException | None) -> "About":
        from controller.assembly import build_of
        from drivers.conformance.report import About

        port, role, hands, only = self._said
        lost = "" if error is None else str(error) or type(error).__name__
        return About(port, role, build_of(), self._began, _now(), hands, only, lost)


def _beside(path: Path, ending: str) -> Path:
    """With that ending added: a board's version in the name is no ending of its own."""
    return path.with_name(path.name + ending)


class _Progress:
    """Tells a person how far a long check has come, now and then."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, what: str) -> None:
        if time.monotonic() >= self._told + _TOLD_EACH:
            self._told = time.monotonic()
            typer.echo(f"      {what}", err=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _checks(only: list[str]) -> "tuple[Check, ...]":
    """Those of the paragraphs and sections that were asked for; all where none were."""
    from drivers.conformance.checks import chosen

    checks = chosen(only)
    if not checks:
        raise ConfigFault(
            f"--only {' '.join(only)}",
            "there is no such paragraph",
            "one of docs/link.md, section 10, as in --only 6.4, or a section, --only 6",
        )
    return checks


def _binding(port: str, kind: str) -> "Binding":
    from drivers.ports import read_kind, read_port

    try:
        return read_port(port, read_kind(kind))
    except ValueError as error:
        raise ConfigFault(f"PORT {port}", str(error), "a path, host:port, or usb:VID:PID") from error


def _board(binding: "Binding", stack: ExitStack) -> "tuple[Board, Cable | None]":
    """The board behind that port, closed with `stack`; packet by packet where it is bulk or HID."""
    from drivers.conformance.board import Board, LinkWire
    from drivers.conformance.cables import PacketWire
    from drivers.ports import open_link, open_packets

    def random32() -> int:
        return secrets.randbits(32)

    if binding.kind == "serial":
        link = open_link(binding)
        stack.callback(link.close)
        return Board(LinkWire(link), random32), None
    pipe = open_packets(binding)
    stack.callback(pipe.release)
    return Board(PacketWire(pipe), random32), pipe


def _who(hands: "Hands | None") -> str:
    from drivers.conformance.hands import Person

    if hands is None:
        return "nobody"
    return "a person" if isinstance(hands, Person) else "a control socket"


def _hands(socket: Path | None, stack: ExitStack) -> "Hands":
    """A person at this terminal, or whoever serves `socket`."""
    from drivers.conformance.hands import ControlClient, Person, Rig

    if socket is None:
        return Person(_ask, _is_done)
    try:
        client = ControlClient(socket)
    except OSError as error:
        remedy = "the --control socket of the simulator, or your rig's"
        raise ConfigFault(f"--hands {socket}", str(error), remedy) from error
    stack.callback(client.close)
    return Rig(client)


def _ask(what: str) -> None:
    typer.echo(f"  please, within a minute: {what}")


def _is_done() -> bool:
    """Whether Enter was pressed. CannotBeDone: there is nobody at this terminal."""
    from drivers.conformance.hands import CannotBeDone

    if not select.select([sys.stdin], [], [], 0.0)[0]:
        return False
    if not sys.stdin.readline():
        raise CannotBeDone("nobody is at this terminal to say that it is done")
    return True
