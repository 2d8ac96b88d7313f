"""What a person goes through to commission a table: meet the devices, look at them, answer, sign.

Devices are greeted without a table, as `table-controller devices` does. What lives here: meeting them, what
stands against them, and the record made of it. What does not: questions on a terminal
(controller/cli/commissioning.py), and the file (record.py).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.commissioning.record import (
    DeviceRecord,
    Firmware,
    Record,
    Signer,
    Trust,
    read_record,
    two_with_one_key,
)
from controller.commissioning.vetting import vetting_of
from controller.connected import Answer, greet, unfit
from controller.faults import ConfigFault
from controller.installation import Installation, InstalledDevice
from drivers.messages import DeviceReady
from drivers.proof import Enrolment

_LOOK_AGAIN: Final = 1.0
"""Seconds until a device whose switch is waited for is asked again."""


class Met(Struct, frozen=True):
    """A device as it was met. wrong: why it cannot be commissioned, "" where it can. changes: in what it
    differs from the record that there is. unlisted: the table's file has no list that its firmware could be
    compared with, and a person has to accept it. key: its public key, b"" where it does not sign."""

    device: InstalledDevice
    answer: Answer
    wrong: str
    changes: str
    unlisted: bool
    key: bytes


class Waiting(Struct, frozen=True):
    """For a hand inside the machine. seconds: how long; tell: called once where one is waited for."""

    seconds: float
    tell: Callable[[], None]


class Person(Struct, frozen=True):
    """Who commissions, as what (certificate, licence or role), and what this person wrote down. seals: by
    device."""

    name: str
    capacity: str
    seals: Mapping[str, str]
    remark: str


def record_path(installation: Installation) -> Path:
    """Where the record is. ConfigFault: the file names none."""
    if installation.commissioned is None:
        what = "the file names no commissioning record"
        remedy = f'write commissioned = "{installation.table}.commissioned", and trust for each device'
        raise ConfigFault(installation.place, what, remedy, key="commissioned")
    return installation.commissioned


def earlier(installation: Installation, signer: Signer) -> Record | None:
    """The record that there is; None where there is none yet. ConfigFault: it cannot be used; KeyUnusable."""
    path = record_path(installation)
    return read_record(path, installation.table, signer) if path.exists() else None


def meet(
    device: InstalledDevice, known: DeviceRecord | None, new_key: bool, seconds: float, waiting: Waiting
) -> Met:
    """Greet the device; one that is to sign proves itself once, and makes a key where it has none. known:
    what the record has of it. new_key: it is to make another one. waiting: for its service switch, where
    that has to be pressed."""
    enrolment = Enrolment(new_key) if device.trust == "signed" else None
    answer = _greet(device, enrolment, seconds)
    if enrolment is not None and enrolment.needs_switch and waiting.seconds > 0:
        waiting.tell()
        end = time.monotonic() + waiting.seconds
        while enrolment.needs_switch and time.monotonic() < end:
            time.sleep(_LOOK_AGAIN)
            answer = _greet(device, enrolment, seconds)
    key = enrolment.key if enrolment is not None else b""
    if answer.ready is None:
        return Met(device, answer, answer.why, "", False, b"")
    return Met(
        device,
        answer,
        unfit(answer.ready.identity, device),
        _changes(answer.ready, key, known),
        device.firmware is None and device.trust != "unauthenticated" and not _same(answer.ready, known),
        key,
    )


def _greet(device: InstalledDevice, enrolment: Enrolment | None, seconds: float) -> Answer:
    return greet(device.name, device.role, device.driver, device.binding, seconds, enrolment)


def _changes(ready: DeviceReady, key: bytes, known: DeviceRecord | None) -> str:
    commissioned = known.commissioned() if known is not None else None
    if commissioned is None:
        return ""
    difference = commissioned.difference(ready.identity)
    if difference or commissioned.key == key:
        return difference
    if not key:
        return "was held to its key, and is not any more"
    if not commissioned.key:
        return "was known by its words, and proves itself by a key now"
    return "proves itself with another key than the one in the record"


def _same(ready: DeviceReady, known: DeviceRecord | None) -> bool:
    """Whether the record has this very firmware already, so that somebody accepted it."""
    return known is not None and known.trust != "unauthenticated" and known.boards == _boards(ready)


def _boards(ready: DeviceReady) -> tuple[Firmware, ...]:
    return tuple(Firmware(one.name, one.version, one.sha256) for one in ready.identity.boards)


def one_key_twice(installation: Installation, before: Record | None, met: Sequence[Met]) -> str:
    """Why these devices cannot be commissioned together, for a person; "" where no two have one key."""
    keys = {one.name: one.key for one in before.devices} if before is not None else {}
    keys |= {one.device.name: one.key.hex() for one in met}
    there = [one.name for one in installation.devices if one.name in keys]
    twice = two_with_one_key({name: keys[name] for name in there})
    if not twice:
        return ""
    first, second = twice
    return (
        f"{first} and {second} prove themselves with one key, which was then made inside neither of them, or "
        f"one of them is not there: have it make its own (--new-key {second}), and ask its maker"
    )


def record_of(
    installation: Installation, before: Record | None, met: Sequence[Met], person: Person
) -> Record:
    """The record with these devices as they were met, and the others as they stood in the one before, as far
    as the file still has them."""
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    fresh = {one.device.name: _recorded(one, person, at) for one in met}
    kept = {one.name: one for one in before.devices} if before is not None else {}
    devices = [fresh.get(one.name) or kept.get(one.name) for one in installation.devices]
    number = max(before.number + 1 if before is not None else 1, int(time.time()))
    digest = before.digest if before is not None else ""
    return Record(installation.table, number, digest, tuple(one for one in devices if one is not None))


def _recorded(met: Met, person: Person, at: str) -> DeviceRecord:
    ready, device = met.answer.ready, met.device
    assert ready is not None
    who = ready.identity
    trust: Trust = "unauthenticated"
    if device.trust == "signed":
        trust = "signed"
    elif device.trust == "listed":
        trust = "listed"
    return DeviceRecord(
        name=device.name,
        role=device.role,
        driver=device.driver,
        trust=trust,
        vendor=who.vendor,
        model=who.model,
        serial=who.serial,
        capabilities=who.capabilities,
        boards=_boards(ready),
        key=met.key.hex(),
        seals=person.seals.get(device.name, ""),
        remark=person.remark,
        by=person.name,
        capacity=person.capacity,
        at=at,
    )


def differences(
    installation: Installation, signer: Signer, only: Sequence[InstalledDevice], seconds: float
) -> list[tuple[InstalledDevice, Answer, str]]:
    """Each device as it is plugged in now, and in what it differs from the record; "" where in nothing.
    ConfigFault(s): the record cannot be used, or is not about the devices of the file; KeyUnusable."""
    record_path(installation)
    proving = vetting_of(installation, signer).proving
    found = []
    for device in only:
        answer = greet(
            device.name, device.role, device.driver, device.binding, seconds, proving.get(device.name)
        )
        wrong = answer.why if answer.ready is None else unfit(answer.ready.identity, device)
        found.append((device, answer, wrong))
    return found
