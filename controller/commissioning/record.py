"""The commissioning record: which devices belong to a table, how far each is trusted, and who says so.

One JSON file a table, signed with the table's own key. What lives here: the record, reading, checking and
writing it. What does not: where the facts come from (procedure.py), and what follows from them (vetting.py).
"""

import base64
import binascii
import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec
from msgspec import Struct

from controller.faults import ConfigFault
from drivers.messages import Board
from drivers.proof import KEY_BYTES, Commissioned

Trust = Literal["signed", "listed", "unauthenticated"]
"""See TRUSTS in controller/installation.py."""
FORMAT: Final = "table-commissioning 1"
_LABEL: Final = b"table-commissioning 1\n"
_MOST_BYTES: Final = 1 << 20
_ANEW: Final = "commission the table anew, or restore the file from its copy"


class Signer(Protocol):
    """What signs a record and checks it: the key of the table's seals (controller/journal/keys.py)."""

    @property
    def fingerprint(self) -> str:
        """Names the public key. KeyUnusable."""

    def ready(self) -> str:
        """Makes the key where there is none; its fingerprint. KeyUnusable."""

    def sign(self, message: bytes) -> bytes:
        """KeyUnusable."""

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """KeyUnusable."""


class Firmware(Struct, frozen=True, forbid_unknown_fields=True):
    """One board, as BOARD told it."""

    name: str
    version: str
    sha256: str


class DeviceRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One device. key: its public key in hexadecimal, "" for one that does not prove itself. seals: the
    numbers of the physical seals, as the person wrote them. by, capacity: who commissioned it, and as what
    (certificate, licence or role). at: UTC, as 2026-11-30T08:15:00Z, by the computer's clock."""

    name: str
    role: str
    driver: str
    trust: Trust
    vendor: str
    model: str
    serial: str
    capabilities: tuple[str, ...]
    boards: tuple[Firmware, ...]
    key: str
    seals: str
    remark: str
    by: str
    capacity: str
    at: str

    def commissioned(self) -> Commissioned | None:
        """What the driver holds the device to; None: nothing."""
        if self.trust == "unauthenticated":
            return None
        boards = tuple(Board(one.name, one.version, one.sha256) for one in self.boards)
        words = (self.vendor, self.model, self.serial)
        return Commissioned(*words, self.capabilities, boards, bytes.fromhex(self.key))


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """All devices of one table. number: higher with each record of the table, so that an old one that is put
    back is known. before: the digest of the record that this one took the place of."""

    table: str
    number: int
    before: str
    devices: tuple[DeviceRecord, ...]

    def canonical(self) -> bytes:
        """The bytes that are signed, however the file is laid out."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """The SHA-256 of it, by which the journal names it."""
        return hashlib.sha256(self.canonical()).hexdigest()

    def find(self, name: str) -> DeviceRecord | None:
        """The device of that name."""
        return next((one for one in self.devices if one.name == name), None)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """fingerprint: of the key that signed; signature: base64."""

    format: str
    record: Record
    fingerprint: str
    signature: str


def read_record(path: Path, table: str, signer: Signer) -> Record:
    """The record in `path`. ConfigFault: it is not there, is none, is another table's, or was changed by
    somebody who does not hold the table's key. KeyUnusable: there is no key to check it with."""
    file = _read(path)
    if file.format != FORMAT:
        raise ConfigFault(
            str(path), f"has the format {file.format!r}, and this build reads {FORMAT!r}", _ANEW
        )
    if not signer.accepts(_LABEL + file.record.canonical(), _signature(path, file.signature)):
        what = f"was changed, or was signed with another key than the table's ({signer.fingerprint})"
        raise ConfigFault(str(path), what, f"find out who did; {_ANEW}", key="signature")
    if file.record.table != table:
        what = f"is the record of the table {file.record.table}, not of {table}"
        raise ConfigFault(str(path), what, "name this table's own", key="record.table")
    _check(path, file.record)
    return file.record


def _read(path: Path) -> _File:
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ConfigFault(str(path), "is no file: a pipe or a device is in its place", _ANEW)
            data = file.read(_MOST_BYTES)
    except FileNotFoundError:
        raise ConfigFault(
            str(path), "the commissioning record is not there", "table-controller commission FILE makes it"
        ) from None
    except OSError as error:
        remedy = "give the table's user the right to read it"
        raise ConfigFault(str(path), f"cannot be read: {error.strerror}", remedy) from error
    try:
        return msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigFault(str(path), f"is no commissioning record: {error}", _ANEW) from error


def _at_once(path: str, flags: int) -> int:
    """A pipe in the record's place would hold up a start for ever."""
    return os.open(path, flags | os.O_NONBLOCK)


def _signature(path: Path, text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ConfigFault(str(path), "the signature is no base64", _ANEW, key="signature") from error


def _check(path: Path, record: Record) -> None:
    """What a person who holds the key may have written wrongly all the same."""
    for one in record.devices:
        key = f"record.devices.{one.name}.key"
        try:
            length = len(bytes.fromhex(one.key))
        except ValueError:
            length = -1
        if length != (KEY_BYTES if one.trust == "signed" else 0):
            raise ConfigFault(str(path), f"a {one.trust} device with the key {one.key!r}", _ANEW, key=key)
    twice = two_with_one_key({one.name: one.key for one in record.devices})
    if twice:
        what = f"{' and '.join(twice)} have one key"
        raise ConfigFault(str(path), what, _ANEW, key=f"record.devices.{twice[1]}.key")
    names = [one.name for one in record.devices]
    if len(set(names)) != len(names):
        raise ConfigFault(str(path), "a device stands there twice", _ANEW, key="record.devices")


def two_with_one_key(keys: Mapping[str, str]) -> tuple[str, ...]:
    """The first two devices that have the same key, () where none have; keys: by device, "" for none. A key
    that is in two devices was not made inside either of them, and proves nothing of which one is there."""
    owners: dict[str, str] = {}
    for name, key in keys.items():
        if key and key in owners:
            return (owners[key], name)
        owners[key] = name
    return ()


def write_record(path: Path, record: Record, signer: Signer) -> Path | None:
    """Sign it and put it in the place of the one before, whole or not at all; where that one is kept now,
    None where there was none. OSError; KeyUnusable."""
    fingerprint = signer.ready()
    signature = base64.b64encode(signer.sign(_LABEL + record.canonical())).decode()
    text = msgspec.json.format(msgspec.json.encode(_File(FORMAT, record, fingerprint, signature)), indent=1)
    kept = _keep(path)
    _put(path, text + b"\n")
    return kept


def _keep(path: Path) -> Path | None:
    """A copy of the old file, named by what is in it. A second name of the same file would do, and not every
    file system has that."""
    if not path.is_file():
        return None
    data = path.read_bytes()
    kept = path.with_name(f"{path.name}.{hashlib.sha256(data).hexdigest()[:12]}")
    if not kept.exists():
        _put(kept, data)
    return kept


def _put(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)  # of a write that was cut off; never written through where it leads
    with part.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
