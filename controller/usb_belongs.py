"""Which USB devices belong to a table, and why another one does not.

A device belongs here where it is what a device of the table's file is bound to, or what an entry of its
[[usb_allowed]] describes, and has the interfaces of that and no more. Each of them stands for one plugged-in
device at a time: a second one like it is unknown, and it is the later one. What is plugged in is read in
drivers/usb_tree.py; who looks, and when, is in usb_watch.py; what follows is ruled on in table/usb.py.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar

from msgspec import Struct
from pydantic import AfterValidator

from controller.faults import shown
from controller.forms import Form, wrong
from controller.port_forms import UsbNumber
from controller.table.state import Stranger
from controller.table.usb import MORE
from drivers.ports import Binding
from drivers.usb_tree import Kinds, UsbDevice, clean

if TYPE_CHECKING:
    from controller.installation import InstalledDevice

_INTERFACE: Final = re.compile(r"[0-9a-f]{2}(?:/[0-9a-f]{2}){0,2}")
_MOST_WHY: Final = 120
_OF_A_PORT: Final[dict[str, tuple[str, ...]]] = {
    "serial": ("02/02", "0a", "ff"),
    "bulk": ("ff",),
    "hid": ("03/00/00",),
}
"""What the interfaces of a device of that kind may be: the modem's control and data of CDC-ACM, or those of a
maker's own; HID without the protocols of keyboard and mouse, and one for each device of the table, since
one more could type."""
_HID: Final = "03"
_PORTS: Final = "/dev/"
_PSEUDO_TERMINALS: Final = "/dev/pts/"
MOST_KINDS: Final = 8
"""So many interfaces of an unknown device are told and kept, and so many kinds of each."""
T = TypeVar("T")
NOT_EXPECTED: Final = "nothing of this table's file expects it"


class UsbAllowed(Struct, frozen=True):
    """One device that may be plugged in besides those that the table drives: a hub, a console's keyboard.

    serial, location: None for any. interfaces: in the order of their numbers, what each must be,
    class/subclass/protocol in hexadecimal or the beginning of it. why: it is there."""

    vid: int
    pid: int
    interfaces: tuple[str, ...]
    why: str
    serial: str | None = None
    location: str | None = None


class UsbRules(Struct, frozen=True):
    """What a table's file says of USB. watch: whether somebody looks. at_start: what becomes of a start with
    something unknown plugged in, "note" or "refuse"."""

    watch: bool = False
    at_start: str = "note"
    allowed: tuple[UsbAllowed, ...] = ()


# ---- forms ----------------------------------------------------------------------------------------


def _an_interface(text: str) -> str:
    if not _INTERFACE.fullmatch(text):
        what = f"{shown(text)} is no kind of interface"
        raise wrong(what, 'write class, or class/subclass/protocol, in hexadecimal, such as "09/00/01"')
    return text


def _some(interfaces: list[str]) -> list[str]:
    if not interfaces:
        raise wrong("a device without interfaces does nothing", "list them in the order of their numbers")
    return interfaces


def _a_reason(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > _MOST_WHY:
        raise wrong(f"{shown(text)} says nothing", f"write on one line of at most {_MOST_WHY} characters why")
    return text.strip()


class AllowedForm(Form):
    """One entry of [[usb_allowed]]."""

    vid: UsbNumber
    pid: UsbNumber
    interfaces: Annotated[list[Annotated[str, AfterValidator(_an_interface)]], AfterValidator(_some)]
    why: Annotated[str, AfterValidator(_a_reason)]
    serial: str | None = None
    location: str | None = None


class UsbForm(Form):
    """The table [usb]; every key may be left out. watch: left out, it is true where a device is bound by
    what USB says of it, or to a port of this computer that is no pseudo-terminal."""

    watch: bool | None = None
    at_start: Literal["note", "refuse"] = "note"


def usb_rules_of(
    form: UsbForm, allowed: Sequence[AllowedForm], devices: Sequence["InstalledDevice"]
) -> UsbRules:
    """The rules of a table with these devices."""
    watch = any(_is_plugged_in(one.binding) for one in devices) if form.watch is None else form.watch
    entries = tuple(
        UsbAllowed(one.vid, one.pid, tuple(one.interfaces), one.why, one.serial, one.location)
        for one in allowed
    )
    return UsbRules(watch, form.at_start, entries)


def is_usb(binding: Binding) -> bool:
    """Whether this names a USB device by what it says of itself, and not a port by its path."""
    return binding.path is None and binding.tcp is None


def _is_plugged_in(binding: Binding) -> bool:
    """Whether this is a device at a socket of this computer, and not a simulated one."""
    path = binding.path or ""
    return is_usb(binding) or (path.startswith(_PORTS) and not path.startswith(_PSEUDO_TERMINALS))


# ---- who belongs here -----------------------------------------------------------------------------


class _Place(Struct, frozen=True):
    """What one plugged-in device may be here. exact: the interfaces, in order; () where `kinds` says what
    each of them may be, and `hids` how many of HID they are at the most."""

    name: str
    vid: int | None
    pid: int | None
    serial: str | None
    location: str | None
    exact: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    hids: int = 0

    def fits(self, one: UsbDevice) -> bool:
        """By what it says of itself."""
        wanted = (self.vid, self.pid, self.serial, self.location)
        found = (one.vid, one.pid, one.serial, one.location)
        return all(want is None or want == have for want, have in zip(wanted, found, strict=True))

    def takes(self, interfaces: tuple[Kinds, ...]) -> bool:
        """Whether these are the interfaces of it, and no more."""
        if self.exact:
            pairs = zip(self.exact, interfaces, strict=False)
            return len(self.exact) == len(interfaces) and all(
                _all_are(kinds, (want,)) for want, kinds in pairs
            )
        hids = sum(any(kind.startswith(_HID) for kind in kinds) for kinds in interfaces)
        return (
            interfaces != () and hids <= self.hids and all(_all_are(each, self.kinds) for each in interfaces)
        )

    def loose(self) -> int:
        """How much it leaves open: who says the most takes first."""
        return (self.vid, self.pid, self.serial, self.location).count(None)


def _all_are(kinds: Kinds, wanted: tuple[str, ...]) -> bool:
    """Whether all that an interface may be begins like one of these."""
    return all(any(kind == want or kind.startswith(f"{want}/") for want in wanted) for kind in kinds)


def _own_places(devices: Sequence["InstalledDevice"]) -> list[_Place]:
    """One for each USB device that the table drives: devices that differ in their interface share one."""
    alike: dict[tuple[object, ...], list[InstalledDevice]] = {}
    for one in devices:
        by = one.binding
        if is_usb(by):
            alike.setdefault((by.vid, by.pid, by.serial, by.location), []).append(one)
    return [_place_of(group) for group in alike.values()]


def _place_of(group: Sequence["InstalledDevice"]) -> _Place:
    by = group[0].binding
    kinds = tuple(kind for one in group for kind in _OF_A_PORT[one.binding.kind])
    hids = sum(one.binding.kind == "hid" for one in group)
    name = " and ".join(one.name for one in group)
    return _Place(name, by.vid, by.pid, by.serial, by.location, kinds=kinds, hids=hids)


def _place_allowed(one: UsbAllowed) -> _Place:
    name = f"what is allowed as '{one.why}'"
    return _Place(name, one.vid, one.pid, one.serial, one.location, exact=one.interfaces)


class Belongings:
    """Judges what is plugged in, look after look: who was there first keeps its place."""

    def __init__(self, devices: Sequence["InstalledDevice"], allowed: Sequence[UsbAllowed] = ()) -> None:
        places = [*_own_places(devices), *map(_place_allowed, allowed)]
        self._places = sorted(places, key=_Place.loose)
        self._taken: dict[int, UsbDevice] = {}
        self._controllers: set[UsbDevice] | None = None
        self._strangers: dict[UsbDevice, str] = {}

    def strangers(self, there: Sequence[UsbDevice]) -> tuple[Stranger, ...]:
        """Those that do not belong here, of all that is plugged in now; with why not."""
        if self._controllers is None:
            self._controllers = {one for one in there if one.is_controller}
        self._taken = {at: one for at, one in self._taken.items() if one in there}
        self._strangers = {one: why for one, why in self._strangers.items() if one in there}
        fresh = [
            one
            for one in there
            if one not in self._controllers and one not in self._strangers and one not in self._taken.values()
        ]
        self._take(fresh)
        known = set(self._taken.values())
        self._strangers.update({one: self._why(one) for one in fresh if one not in known})
        return tuple(_stranger(one, why) for one, why in self._strangers.items())

    def passed(self, came: Sequence[UsbDevice], there: Sequence[UsbDevice]) -> tuple[Stranger, ...]:
        """Those among `came` that are not there any more, and can have been none of this table's: nobody
        could ask them for more than vendor and product."""
        seen = {(one.location, one.number) for one in there}
        return tuple(
            _stranger(one, "it was gone before it could be asked", gone=True)
            for one in came
            if (one.location, one.number) not in seen and not self._may_be(one)
        )

    def _take(self, fresh: Sequence[UsbDevice]) -> None:
        """Give free places to those that fit, where no two could be meant."""
        given: set[UsbDevice] = set()
        for at, place in enumerate(self._places):
            if at in self._taken:
                continue
            fit = [one for one in fresh if place.fits(one) and place.takes(one.interfaces)]
            free = [one for one in fit if one not in given]
            if len(free) == 1:
                self._taken[at] = free[0]
                given.add(free[0])

    def _may_be(self, one: UsbDevice) -> bool:
        """By what the kernel's news say of it: its ids, and where it is plugged in."""
        found = (one.vid, one.pid, one.location)
        return any(
            all(
                want is None or want == have
                for want, have in zip((place.vid, place.pid, place.location), found, strict=True)
            )
            for place in self._places
        )

    def _why(self, one: UsbDevice) -> str:
        fit = [place for place in self._places if place.fits(one)]
        if not fit:
            return "it came when the table ran already" if one.is_controller else NOT_EXPECTED
        if not any(place.takes(one.interfaces) for place in fit):
            return f"it says that it is {fit[0].name}, and has other interfaces"
        return f"it is a second one that says it is {fit[0].name}"


def _some_of(all_of_it: tuple[T, ...], more: T) -> tuple[T, ...]:
    """The first MOST_KINDS of these; `more` behind them where there are more."""
    return all_of_it if len(all_of_it) <= MOST_KINDS else (*all_of_it[:MOST_KINDS], more)


def _stranger(one: UsbDevice, why: str, gone: bool = False) -> Stranger:
    """What is kept of it: a device may tell thousands of interfaces, and a journal and a screen have to bear
    it. The rest is MORE."""
    interfaces = tuple("|".join(_some_of(kinds, MORE)) for kinds in _some_of(one.interfaces, (MORE,)))
    serial, product = clean(one.serial), clean(one.product)
    return Stranger(clean(one.location), one.number, one.vid, one.pid, serial, product, interfaces, why, gone)
