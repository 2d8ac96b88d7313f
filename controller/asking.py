"""Ask what is plugged in who it is: `table-controller devices --ask`.

What lives here: which ports may be asked, what was answered, and the lines for a table's file. What does not:
what is plugged in (plugged.py), and greeting a device whose role is known (connected.py).

A port is opened exclusively, its device is greeted, and let go. A port of which nothing says that a table's
device is at it may be a modem's or a printer's: it is asked only where a person names it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct, to_builtins
from msgspec.structs import asdict
from rich.console import Console

from controller.connected import Answer, greet, in_trust, lines_of, unfit
from controller.plugged import Found
from drivers.asking import ask_who
from drivers.errors import DriverError
from drivers.link.serial_port import is_pseudo
from drivers.messages import Identity
from drivers.ports import Binding, Port, open_link
from drivers.proof import Proving
from drivers.roles import UnknownRole, find_role

if TYPE_CHECKING:
    from controller.installation import InstalledDevice

OURS: Final = frozenset(((0x1209, 0x0001), (0x1209, 0x0002), (0x1209, 0x0003)))
"""USB ids (vendor, product) of the devices in config/tables and config/udev."""
NOT_ASKED: Final = "not asked: nothing says that it is a table's device; name it with --port to ask it"


class Told(Struct, frozen=True):
    """One port, and who answered. role: what it says it is, "" where nobody answered. why: why it is none for
    the table that expects it, "" where it is one or where no table does. device: the table's
    device that was asked here, "" for none."""

    found: Found
    role: str
    answer: Answer
    why: str
    device: str = ""


def ask_all(
    found: Sequence[Found],
    installed: Sequence["InstalledDevice"],
    named: Sequence[str],
    seconds: float,
    proving: Mapping[str, Proving] | None = None,
) -> tuple[Told, ...]:
    """Ask each port that may be asked, one after the other. named: paths or USB locations that a person wants
    asked whatever is at them. proving: by device of the table, what it has to be and to prove."""
    ids = OURS | {(one.binding.vid, one.binding.pid) for one in installed}
    return tuple(
        _ask(one, installed, seconds, proving or {}) if _may_ask(one, ids, named) else _left(one)
        for one in found
    )


def _may_ask(one: Found, ids: frozenset[tuple[int | None, int | None]], named: Sequence[str]) -> bool:
    port = one.port
    is_named = port.path in named or (bool(port.location) and port.location in named)
    return is_named or bool(one.expected) or (bool(port.vid) and (port.vid, port.pid) in ids)


def _left(one: Found) -> Told:
    return Told(one, "", Answer(None, NOT_ASKED), "")


def _ask(
    one: Found, installed: Sequence["InstalledDevice"], seconds: float, proving: Mapping[str, Proving]
) -> Told:
    """By the table's own words for it where it expects one device there; else by whatever role it tells."""
    expected = [device for device in installed if device.name == one.expected]
    if one.held and not is_pseudo(one.port.path):  # a pty is open at its other end too
        return Told(one, "", Answer(None, f"in use by {one.held}"), "")
    if len(expected) == 1:
        device = expected[0]
        expecting = proving.get(device.name)
        answer = greet(device.name, device.role, device.driver, device.binding, seconds, expecting)
        why = unfit(answer.ready.identity, device) if answer.ready is not None else ""
        return Told(one, device.role if answer.ready is not None else "", answer, why, device.name)
    binding = _binding(one.port)
    try:
        role = _role_at(binding, seconds)
        find_role(role)
    except UnknownRole:
        return Told(
            one, role, Answer(None, f"says that it is a {role}, and no driver is installed for that"), ""
        )
    except DriverError as error:
        return Told(one, "", Answer(None, str(error)), "")
    return Told(one, role, greet("it", role, "", binding, seconds), "")


def _role_at(binding: Binding, seconds: float) -> str:
    link = open_link(binding)
    try:
        who = ask_who(link, seconds)
    finally:
        link.close()
    if who is None:
        raise DriverError(f"no answer in {seconds:g} s: it does not speak the table link, or is off")
    return who.role


def _binding(port: Port) -> Binding:
    if port.kind == "serial":
        return Binding(path=port.path)
    return Binding(
        kind=port.kind, vid=port.vid, pid=port.pid, location=port.location, interface=port.interface
    )


def show(told: Sequence[Told], table: bool, console: Console) -> None:
    """A paragraph a port: who is there, whether it is expected, and the lines that install it. table: a
    table's file was named."""
    for one in told:
        console.print(f"\n{one.found.port}", markup=False, soft_wrap=True)
        said = f"says it is a {one.role}" if one.role else "nobody is known here"
        expected = f"expected as {one.found.shown_as}" if one.found.expected else one.found.shown_as
        trust = [in_trust(one.found.trust)] if one.found.trust else []
        for line in (f"{said}; {expected}" if table else said, *lines_of(one.answer, one.why), *trust):
            console.print(f"  {line}", markup=False, soft_wrap=True)
        for line in lines_for_file(one):
            console.print(f"    {line}", markup=False, soft_wrap=True)


def lines_for_file(one: Told) -> list[str]:
    """What a table's file says of this device: to be looked at, and pasted by whoever answers for it."""
    ready = one.answer.ready
    if ready is None:
        return []
    digests = [board.sha256 for board in ready.identity.boards]
    name = {"card_reader": "reader", "wager_positions": "wagers"}.get(one.role, one.role)
    return [
        f"[devices.{one.device or name}]",
        f"role = {json.dumps(one.role)}",
        one.found.binding,
        f"firmware = {json.dumps(digests) if digests else json.dumps('any')}",
        f"capabilities = {json.dumps(list(ready.identity.capabilities))}",
        *([f"trust = {json.dumps(one.found.trust)}"] if one.found.trust else []),
    ]


def as_json(told: Sequence[Told], unknown: Mapping[str, object] | None = None) -> str:
    """The same as a JSON document. unknown: as in plugged.as_json."""
    ports = [
        {
            **to_builtins(one.found),
            "role": one.role,
            "answered": one.answer.ready is not None,
            "identity": _named(one.answer.ready.identity) if one.answer.ready is not None else None,
            "why": one.answer.why or one.why,
            "lines": lines_for_file(one),
        }
        for one in told
    ]
    more = {} if unknown is None else {"unknown": unknown}
    return json.dumps({"format": 1, "ports": ports, **more}, indent=1)


def _named(who: Identity) -> dict[str, object]:
    """By names: messages are arrays where they are encoded."""
    return {**asdict(who), "boards": [asdict(board) for board in who.boards]}
