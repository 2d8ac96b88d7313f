"""A role: the orders that a kind of device takes and the reports that it makes, as rows of bytes.

What lives here: the shape of a role, the reports that every role has, and how a role is found by
name. What does not: any role's own rows. Those live in a package each and are found by entry point
(group `table_controller.devices`, the entry's name is the role's), so that a device of another maker
is added by installing a package and never by a change here.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from drivers.errors import DriverError
from drivers.messages import (
    DeviceReport,
    FaultCleared,
    FaultRaised,
    Order,
    OrderDone,
    OrderFailed,
    SelfLocked,
    State,
)
from drivers.payload import BadPayload, Payload, number, optional_text, text
from drivers.talk import Converse

GROUP: Final = "table_controller.devices"
STATE: Final = 1
"""The message code of the order `state`, which every role answers."""

OrderT = TypeVar("OrderT")


def _no_payload(order: object) -> Payload:
    return {}


def _same_kind(order: object) -> Hashable:
    return (type(order),)


class OrderRow(Struct, Generic[OrderT], frozen=True):
    """How one order is said.

    kind, name, code: the message, its word in the link document, its code. encode: its payload;
    ValueError where the order says what the wire cannot. restrictive: it goes at once and overtakes.
    contradicts: the kinds that it makes pointless. same_as: of two queued orders with an equal value
    the newer replaces the older one.
    """

    kind: type[OrderT]
    name: str
    code: int
    encode: Callable[[OrderT], Payload] = _no_payload
    restrictive: bool = False
    contradicts: frozenset[type] = frozenset()
    same_as: Callable[[OrderT], Hashable] = _same_kind


class ReportRow(Struct, frozen=True):
    """How one report is understood. decode raises BadPayload where the payload is not its own."""

    name: str
    code: int
    decode: Callable[[Payload], DeviceReport]


class Watch(Protocol):
    """What the host remembers of one boot to judge whether a report may say what it says."""

    def ordered(self, order: Order) -> None:
        """`order` goes on the wire now."""

    def began(self, state: State, inherited: bool) -> None:
        """A session of this boot began in this state. inherited: it is the first one of this process, so
        that what the device is doing may have been ordered by an earlier one."""

    def heard(self, report: DeviceReport, inherited: bool) -> tuple[DeviceReport, str]:
        """The report as it may be passed on, and what was wrong with it ("" for nothing).

        inherited: it was made before this process spoke with the device, which may have been
        ordered by another one to say it.
        """


class ByteMask(Protocol):
    """What of a device's bytes may be written into a recording (docs/capture.md): all but the face of a card.
    One of these for each opening of the port."""

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        """What may be written by now of all that was fed, in order and of the same length, and whether
        anything in it was replaced. A part that is not ended may be held back, in bounds."""

    def flush(self) -> tuple[bytes, bool]:
        """The same of what was held back: the port was closed."""


class Trusting:
    """The watch of a role whose reports cannot say too much."""

    def ordered(self, order: Order) -> None:
        """Nothing to remember."""

    def began(self, state: State, inherited: bool) -> None:
        """Nothing to remember."""

    def heard(self, report: DeviceReport, inherited: bool) -> tuple[DeviceReport, str]:
        """The report as it came."""
        return report, ""


def _no_state(parts: Sequence[Payload]) -> State:
    raise BadPayload("this role has no rows, and so no state on the table link")


class Role(Struct, frozen=True):
    """All that the host's end needs to know of a role.

    decode_state takes the answers to `state`, one a part, and raises BadPayload. converse: how a conversation
    with the device begins where it does not speak the table link; such a role has a name, and neither rows
    nor a watch. None: the table link's, by these rows. mask: of such a device, what of its bytes may be
    written down; None: how many there were, and nothing else.
    """

    name: str
    orders: tuple[OrderRow[Any], ...] = ()
    reports: tuple[ReportRow, ...] = ()
    decode_state: Callable[[Sequence[Payload]], State] = _no_state
    watch: Callable[[], Watch] = Trusting
    converse: Converse | None = None
    mask: Callable[[], ByteMask] | None = None

    def orders_by_kind(self) -> dict[type, OrderRow[Any]]:
        """The order rows by message type."""
        return {row.kind: row for row in self.orders}

    def reports_by_code(self) -> dict[int, ReportRow]:
        """The report rows by code, those of every role among them."""
        return {row.code: row for row in (*COMMON_REPORTS, *self.reports)}


COMMON_REPORTS: Final = (
    ReportRow("order-done", 1, lambda said: OrderDone(number(said, 1, 1, 0xFFFF))),
    ReportRow("order-failed", 2, lambda said: OrderFailed(number(said, 1, 1, 0xFFFF), text(said, 2))),
    ReportRow("self-locked", 3, lambda said: SelfLocked(text(said, 1))),
    ReportRow("fault-raised", 4, lambda said: FaultRaised(text(said, 1), optional_text(said, 2))),
    ReportRow("fault-cleared", 5, lambda said: FaultCleared(text(said, 1))),
)
"""Codes 1 to 15 mean the same in every role."""


class UnknownRole(DriverError):
    """No installed package provides the role."""


@cache
def find_role(name: str, driver: str = "") -> Role:
    """The role called `name`, by the entry point `driver` (its own name where left out).

    UnknownRole: no package provides it, or two do, or it cannot be loaded, or is no Role or another one.
    """
    wanted = driver or name
    found = entry_points(group=GROUP, name=wanted)
    if not found:
        raise UnknownRole(f"no installed package provides the driver {wanted} for the role {name}")
    if len({entry.value for entry in found}) > 1:
        raise UnknownRole(f"the driver {wanted} is provided twice: {', '.join(e.value for e in found)}")
    role = _load(next(iter(found)))
    if not isinstance(role, Role) or role.name != name:
        raise UnknownRole(f"the entry point {wanted} does not lead to a driver for the role {name}")
    return role


def _load(entry: EntryPoint) -> object:
    try:
        loaded: object = entry.load()
    except Exception as error:  # it is another's code, and may raise anything
        why = f"{type(error).__name__}: {error}"
        raise UnknownRole(f"the driver {entry.name} cannot be loaded from {entry.value}: {why}") from error
    return loaded
