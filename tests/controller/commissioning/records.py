"""Records to test with."""

from typing import Any

from msgspec.structs import replace

from controller.commissioning.record import DeviceRecord, Firmware, Record

KEY = bytes(range(32)).hex()


def device(name: str = "shoe", **changed: Any) -> DeviceRecord:
    """A device that signs, unless something else is said."""
    boards = (Firmware("main", "1.4.2", "ab" * 32),)
    good = DeviceRecord(
        name=name,
        role="shoe",
        driver="shoe",
        trust="signed",
        vendor="Acme",
        model="Shoe 9",
        serial="A-0003",
        capabilities=("manual", "reads", "signs"),
        boards=boards,
        key=KEY,
        seals="4711, 4712",
        remark="",
        by="R. Roe",
        capacity="technician",
        at="2026-11-30T08:15:00Z",
    )
    return replace(good, **changed)


def record(*devices: DeviceRecord, **changed: Any) -> Record:
    """A record of the table t1."""
    return replace(Record("t1", 7, "", devices or (device(),)), **changed)
