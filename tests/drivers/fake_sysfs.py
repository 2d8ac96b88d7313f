"""A folder that looks like /sys/bus/usb/devices, in which tests plug devices in and out."""

import shutil
import struct
from pathlib import Path

Kind = tuple[int, int, int]
ACM: tuple[Kind, ...] = ((2, 2, 1), (10, 0, 0))
KEYBOARD: Kind = (3, 1, 1)


def interface(number: int, kind: Kind, alternate: int = 0) -> bytes:
    return struct.pack("9B", 9, 4, number, alternate, 0, *kind, 0)


def configuration(*parts: bytes, number: int = 1) -> bytes:
    """A configuration with these descriptors in it."""
    body = b"".join(parts)
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 1, number, 0, 0x80, 50) + body


def device(vid: int, pid: int) -> bytes:
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0, 0, 0, 64, vid, pid, 0x0100, 1, 2, 3, 1)


class FakeSysfs:
    """Numbers count up, as the kernel's do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self._number = 1
        self.plug("usb1", 0x1D6B, 0x0002, "0000:00:14.0", ((9, 0, 1),), product="xHCI Host Controller")

    def plug(
        self,
        location: str,
        vid: int,
        pid: int,
        serial: str = "",
        kinds: tuple[Kind, ...] = ACM,
        product: str = "",
        raw: bytes | None = None,
    ) -> int:
        """The number of this plugging in. raw: its descriptors, where they are not those of `kinds`."""
        whole = device(vid, pid) + configuration(*(interface(at, kind) for at, kind in enumerate(kinds)))
        files = {
            "devnum": f"{self._number}\n".encode(),
            "descriptors": whole if raw is None else raw,
            "serial": f"{serial}\n".encode() if serial else None,
            "product": f"{product}\n".encode() if product else None,
        }
        fresh = self.root.parent / f"{location}.fresh"
        fresh.mkdir()
        for name, data in files.items():
            if data is not None:
                (fresh / name).write_bytes(data)
        fresh.rename(self.root / location)
        for at in range(len(kinds)):
            (self.root / f"{location}:1.{at}").mkdir(exist_ok=True)
        self._number += 1
        return self._number - 1

    def unplug(self, location: str) -> None:
        gone = self.root.parent / f"{location}.gone"
        (self.root / location).rename(gone)
        shutil.rmtree(gone)
        for one in self.root.glob(f"{location}:*"):
            one.rmdir()
