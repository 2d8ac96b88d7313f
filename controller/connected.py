"""What is connected, and who it says it is: `table-controller devices`. Drivers without a table.

Each device is greeted, asked for its identity and state, and let go. Nothing is ordered, nothing
is acknowledged, so that a table that starts afterwards hears every report.
"""

import threading
from pathlib import Path

from msgspec import Struct
from rich.console import Console

from drivers.device import Device
from drivers.incoming import Heard
from drivers.messages import DeviceLost, DeviceReady, DeviceRefused
from drivers.ports import Binding, open_link, plugged_in
from drivers.roles import find_role


class Answer(Struct, frozen=True):
    """What a device answered: it is there, or why it is not."""

    ready: DeviceReady | None
    why: str


def greet(name: str, role: str, driver: str, binding: Binding, seconds: float) -> Answer:
    """Greet the device at `binding` and wait for its answer, `seconds` at the most."""
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

    device = Device(name, find_role(role, driver), lambda: open_link(binding), sink, lambda: True)
    try:
        answered.wait(seconds)
    finally:
        device.close()
    return answers[0] if answers else Answer(None, f"no answer in {seconds:g} s")


def show_devices(path: Path | None, run_dir: Path | None, seconds: float) -> int:
    """Show the devices of an installation, or the ports of this computer; 1 where a device is missing."""
    console = Console(highlight=False)
    if path is None:
        return _show_ports(console)
    from controller.installation import load_installation

    missing = 0
    for device in load_installation(path, run_dir).devices:
        answer = greet(device.name, device.role, device.driver, device.binding, seconds)
        missing += answer.ready is None
        console.print(f"[bold]{device.name}[/bold] ({device.role}) at {device.binding}")
        for line in _lines(answer):
            console.print(f"  {line}", soft_wrap=True)
    console.print("Version 1 of the link is not authenticated: a device is who it says it is.")
    return 1 if missing else 0


def _lines(answer: Answer) -> list[str]:
    ready = answer.ready
    if ready is None:
        return [f"NOT THERE: {answer.why}"]
    who = ready.identity
    faults = ", ".join(ready.state.faults) or "none"
    return [
        f"{who.vendor} {who.model}, serial {who.serial}; can {', '.join(who.capabilities)}",
        *(f"firmware {board.name} {board.version}, sha256 {board.sha256}" for board in who.boards),
        f"boot {ready.boot:08x} ({ready.reset}); faults: {faults}",
    ]


def _show_ports(console: Console) -> int:
    ports = plugged_in()
    for port in ports:
        console.print(str(port))
    if not ports:
        console.print("No serial port is plugged in. Pseudo-terminals are named in a table's file.")
    return 0
