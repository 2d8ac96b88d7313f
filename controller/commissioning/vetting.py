"""What a start makes of the commissioning record: what each device is held to, and what the table is told.

Fail closed: a record that does not fit the table's file stops the start, by name and with the remedy. A
table whose file names no record is as it is, and says that nobody commissioned it.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from controller.commissioning.record import DeviceRecord, Record, Signer, read_record
from controller.faults import ConfigFault, Faults
from controller.installation import Installation, InstalledDevice
from controller.journal.holder import beside
from controller.journal.keys import KeyFile
from controller.table.state import Commissioning
from drivers.proof import Pinned, Proving

_REMEDY: Final = "commission it: table-controller commission {file} --only {name}"


class Vetting(Struct, frozen=True):
    """commissioning: what the table is told. proving: by device, what the driver asks of it before it is told
    as ready; a device that is not there is asked for nothing."""

    commissioning: Commissioning = Commissioning()
    proving: Mapping[str, Proving] = {}


def key_of(installation: Installation) -> KeyFile:
    """The table's own key, that of its journal's seals; made where it is first signed with."""
    return KeyFile(beside(installation.journal, ".key"))


def vetting_of(installation: Installation, signer: Signer) -> Vetting:
    """Read the record that the table's file names. ConfigFault(s): it is not there, was changed, or is not
    about the devices of the file as the file has them; KeyUnusable."""
    if installation.commissioned is None:
        return Vetting()
    record = read_record(installation.commissioned, installation.table, signer)
    faults = Faults()
    found = {one.name: _fitting(installation, one, record, faults) for one in installation.devices}
    faults.raise_any()
    proving: dict[str, Proving] = {}
    for name, device in found.items():
        commissioned = device.commissioned() if device is not None else None
        if commissioned is not None:
            proving[name] = Pinned(commissioned)
    trust = tuple((one.name, one.trust) for one in installation.devices)
    by = sorted({one.by for one in found.values() if one is not None})
    return Vetting(Commissioning(record.digest, record.number, ", ".join(by), trust), proving)


def check_follows(installation: Installation, now: Commissioning, known: Commissioning) -> None:
    """ConfigFault: the journal knows a record, and the table's file names none any more, or an earlier one,
    which somebody has put back."""
    if now.record == known.record or now.number > known.number:
        return
    if not now.record:
        what = (
            f"names no commissioning record, and the journal knows one (number {known.number}, "
            f"SHA-256 {known.record[:12]}…): what was commissioned does not become less by that"
        )
        remedy = (
            "write commissioned and each trust as they were; a device that is to be held to nothing is "
            'commissioned anew with trust = "unauthenticated"'
        )
        raise ConfigFault(installation.place, what, remedy, key="commissioned")
    what = (
        f"{installation.commissioned} has the number {now.number}, and the journal knows one with "
        f"{known.number}: an earlier record was put back"
    )
    remedy = "restore the newer one, or commission the table anew (with the computer's clock right)"
    raise ConfigFault(installation.place, what, remedy, key="commissioned")


def _fitting(
    installation: Installation, device: InstalledDevice, record: Record, faults: Faults
) -> DeviceRecord | None:
    """What the record has of the device; a fault where that is nothing, or is not what the file has."""
    found = record.find(device.name)
    what = "is not in the commissioning record" if found is None else _other(device, found)
    if what:
        remedy = _REMEDY.format(file=installation.place, name=device.name)
        key = f"devices.{device.name}"
        faults.add(ConfigFault(installation.place, f"{device.name} {what}", remedy, key=key))
    return found


def _other(device: InstalledDevice, found: DeviceRecord) -> str:
    for word, in_file, recorded in (
        ("trust", device.trust, found.trust),
        ("role", device.role, found.role),
        ("driver", device.driver, found.driver),
    ):
        if in_file != recorded:
            return f"has the {word} {in_file} in this file, and was commissioned as {recorded}"
    return ""
