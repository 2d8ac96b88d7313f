"""What is connected, and who it says it is: `table-controller devices`. Drivers without a table.

Each device is greeted, asked for its identity and state, and let go. Nothing is ordered, nothing
is acknowledged, so that a table that starts afterwards hears every report.
"""

import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from rich.console import Console

from controller.assembly import why_unfit
from drivers.device import Device
from drivers.messages import DeviceLost, DeviceReady, DeviceRefused, Identity, ShufflerState
from drivers.ports import Binding, open_link
from drivers.proof import Proving
from drivers.roles import find_role
from drivers.talk import Heard

if TYPE_CHECKING:
    from controller.installation import Installation, InstalledDevice


class Answer(Struct, frozen=True):
    """What a device answered: it is there, or why it is not."""

    ready: DeviceReady | None
    why: str


def greet(
    name: str, role: str, driver: str, binding: Binding, seconds: float, proving: Proving | None = None
) -> Answer:
    """Greet the device at `binding` and wait for its answer, `seconds` at the most. proving: what it has to
    be and to prove; None: nothing."""
    answered = threading.Event()
    answers: list[Answer] = []

    def sink(_: str, heard: Heard) -> None:
        said = heard.report
        if isinstance(said, DeviceReady):
            answers.append(Answer(said, ""))
        elif isinstance(said, DeviceLost | DeviceRefused):
            answers.append(Answer(None, said.reason))
        else:
            return
        answered.set()

    device = Device(
        name, find_role(role, driver), lambda: open_link(binding), sink, lambda: True, proving=proving
    )
    try:
        answered.wait(seconds)
    finally:
        device.close()
    return answers[0] if answers else Answer(None, f"no answer in {seconds:g} s")


def show_devices(path: Path, run_dir: Path | None, seconds: float) -> int:
    """Show the devices of an installation; 1 where one is missing, or is none that the table would take."""
    console = Console(highlight=False)
    from controller.commissioning import key_of, vetting_of
    from controller.installation import load_installation

    wrong = 0
    installation = load_installation(path, run_dir)
    proving = vetting_of(installation, key_of(installation)).proving
    for device in installation.devices:
        expected = proving.get(device.name)
        answer = greet(device.name, device.role, device.driver, device.binding, seconds, expected)
        why = unfit(answer.ready.identity, device) if answer.ready is not None else ""
        wrong += answer.ready is None or bool(why)
        console.print(f"[bold]{device.name}[/bold] ({device.role}) at {device.binding}", soft_wrap=True)
        for line in (*lines_of(answer, why), in_trust(device.trust)):
            console.print(f"  {line}", soft_wrap=True, markup=False)
    console.print(
        "Version 1 of the link is not authenticated: a device that is not signed is who it says it is.",
        soft_wrap=True,
    )
    return 1 if wrong else 0


def unfit(who: Identity, device: "InstalledDevice") -> str:
    """Why the table would not take this device, "" where it would. Its digests are shown, to be listed."""
    unlisted = [
        one for one in who.boards if device.firmware is not None and one.sha256 not in device.firmware
    ]
    if unlisted:
        board = unlisted[0]
        return f"runs {board.name} {board.version}, which is not listed: list its sha256, or replace it"
    return why_unfit(who, device.capabilities)


def in_trust(trust: str) -> str:
    """How far the table's file trusts a device, for a person."""
    return _TRUSTS[trust]


_TRUSTS: Final = {
    "signed": "trust: signed; it has to prove itself with the key that was commissioned",
    "listed": "trust: listed; identity and firmware have to be those that were commissioned, by its own word",
    "unauthenticated": "trust: unauthenticated; it is held to nothing",
    "": "trust: not commissioned",
}


def lines_of(answer: Answer, why: str) -> list[str]:
    """What the device is, or why it is not there, for a person. why: the table would not take it."""
    ready = answer.ready
    if ready is None:
        return [f"NOT THERE: {answer.why}"]
    who = ready.identity
    faults = ", ".join(ready.state.faults) or "none"
    limits = "".join(f"; {word} {number}" for word, number in who.limits)
    return [
        *([f"NOT FOR THIS TABLE: it {why}"] if why else []),
        f"{who.vendor} {who.model}, serial {who.serial}; can {', '.join(who.capabilities)}{limits}",
        *(f"firmware {board.name} {board.version}, sha256 {board.sha256}" for board in who.boards),
        f"boot {ready.boot:08x} ({ready.reset}); faults: {faults}",
        *([in_words(ready.state)] if isinstance(ready.state, ShufflerState) else []),
    ]


def in_words(state: ShufflerState) -> str:
    """What a shuffler has inside, as a whole: it knows of no card."""
    lid = "; its lid is open" if state.lid_open else ""
    return _STAGES[state.stage].format(state=state) + lid


_STAGES: Final = {
    "empty": "holds no cards",
    "working": "is at work on shuffle {state.job}",
    "done": "keeps the stack of shuffle {state.job}: {state.count} cards; number {state.counted}, "
    "identity {state.identity}, backs {state.back}",
    "failed": "holds cards that are not shuffled",
    "released": "has its exit open for shuffle {state.job}",
}


def show_plugged(
    table: Path | None,
    run_dir: Path | None,
    as_json: bool,
    *,
    ask: bool = False,
    named: Sequence[str] = (),
    seconds: float = 3.0,
) -> int:
    """Show what is plugged in at this computer and how to bind it; with a table, what of it is expected. ask:
    greet what may be asked, and the ports `named`, and show who they say they are."""
    from controller import asking, plugged, usb_shown
    from controller.installation import load_installation
    from controller.usb_belongs import Belongings
    from drivers.usb_tree import UsbTree

    installation = None if table is None else load_installation(table, run_dir)
    installed = () if installation is None else installation.devices
    found = plugged.look(plugged.find_all(), installed)
    unknown = None
    if installation is not None:
        belongings = Belongings(installation.devices, installation.usb.allowed)
        unknown = usb_shown.look(UsbTree(), belongings)
    more = None if unknown is None else usb_shown.as_builtins(unknown)
    console = Console(highlight=False)
    if ask:
        ports = plugged.with_named(found, named, installed)
        told = asking.ask_all(ports, installed, named, seconds, _proving(installation))
        if as_json:
            print(asking.as_json(told, more))
            return 0
        asking.show(told, table is not None, console)
    elif as_json:
        print(plugged.as_json(found, more))
        return 0
    else:
        plugged.show(found, table is not None, console)
    if unknown is not None:
        usb_shown.show(unknown, console)
    return 0


def _proving(installation: "Installation | None") -> Mapping[str, Proving]:
    """What the table's devices have to prove. Who is there can be asked before there is a record too, or with
    one that cannot be used; that they proved nothing is said on standard error."""
    from controller.commissioning import key_of, vetting_of
    from controller.faults import ConfigFault, ConfigFaults
    from controller.journal import KeyUnusable

    if installation is None:
        return {}
    try:
        return vetting_of(installation, key_of(installation)).proving
    except (ConfigFault, ConfigFaults, KeyUnusable) as fault:
        print(f"No device is asked to prove itself: {fault}", file=sys.stderr)
        return {}
