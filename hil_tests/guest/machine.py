"""One boot of the guest machine: QEMU with a USB controller, and the command that runs inside.

How its image is made is in image.py, what its USB devices are in relay.py.
"""

import contextlib
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from hil_tests.guest.endpoint import RELAY
from hil_tests.guest.image import QEMU, Image, find
from hil_tests.guest.relay import Relay

SLOTS: Final = 6
OUTSIDE: Final = "/run/outside"
"""The folder shared with the outside, as the machine sees it."""
_GATEWAY: Final = "10.0.2.2"
_MEMORY: Final = 1024
_UDEV: Final = """\
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin SYSTEMD_IGNORE_CHROOT=1
mkdir -p /etc/udev/rules.d
cp {here}/config/udev/*.rules /etc/udev/rules.d/
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add
udevadm settle
"""
"""Device nodes as at a table-side computer: by udev, with this project's own rules."""
UP: Final = "guest: up after"
"""How the machine says that it runs the command."""


class NoResult(RuntimeError):
    """The machine did not come to an end; the message says how far it got."""


def run(image: Image, folder: Path, line: Sequence[str], within: float, say: Callable[[str], None]) -> int:
    """Boot, run that command line in the current folder, and return its exit status. What it prints is said
    as it comes, a line at once. folder: shared with the machine, which sees it as OUTSIDE.

    NoResult: it did not start, or did not end within so many seconds.
    """
    relay = Relay(folder, SLOTS)
    (folder / "status").unlink(missing_ok=True)
    (folder / "command").write_text(_command(line, relay.port), encoding="utf-8")
    process = subprocess.Popen(
        _qemu(image, folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    timer = threading.Timer(within, process.kill)
    timer.start()
    began, last = time.monotonic(), ""
    try:
        for last in _lines(process):
            say(last)
        process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
        relay.close()
    with contextlib.suppress(OSError, ValueError):
        return int((folder / "status").read_text(encoding="ascii"))
    took = time.monotonic() - began
    raise NoResult(f"the guest machine ended without a result after {took:.0f} s; its last words: {last!r}")


def _lines(process: "subprocess.Popen[str]") -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip():
            yield line.rstrip()


def _command(line: Sequence[str], port: int) -> str:
    """The script that the machine runs."""
    kept = {
        name: os.environ[name] for name in ("PYTHONPATH", "LANG", "HYPOTHESIS_PROFILE") if name in os.environ
    }
    said = {**kept, RELAY: f"{_GATEWAY}:{port}", "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in said.items())
    here = shlex.quote(str(Path.cwd()))
    return _UDEV.format(here=here) + f"{exports}cd {here} && exec {shlex.join(line)}\n"


def _qemu(image: Image, folder: Path) -> list[str]:
    """QEMU's command line. Never by KVM: where the host is a guest itself it may answer and not work."""
    program = find(QEMU)
    assert program is not None
    line = [
        program,
        "-accel",
        "tcg,thread=multi",
        "-M",
        "q35",
        "-cpu",
        "max",
        "-smp",
        "2",
        "-m",
        str(_MEMORY),
    ]
    line += ["-nodefaults", "-nographic", "-no-reboot", "-serial", "stdio", "-monitor", "none"]
    line += ["-kernel", str(image.kernel), "-initrd", str(image.files)]
    line += ["-append", "console=ttyS0 panic=-1 quiet loglevel=0 mitigations=off"]
    for name, path, how in (("files", "/", "readonly=on,multidevs=remap"), ("outside", str(folder), "")):
        words = f"local,id={name},path={path},security_model=none"
        line += ["-fsdev", f"{words},{how}" if how else words]
        line += ["-device", f"virtio-9p-pci,fsdev={name},mount_tag={name}"]
    line += ["-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net,romfile="]
    line += ["-device", f"qemu-xhci,id=usb,p2={SLOTS + 2},p3={SLOTS + 2}"]
    for number in range(SLOTS):
        line += ["-chardev", f"socket,id=slot{number},path={folder / f'slot{number}'},reconnect=1"]
        line += ["-device", f"usb-redir,chardev=slot{number},id=usb{number},bus=usb.0"]
    return line
