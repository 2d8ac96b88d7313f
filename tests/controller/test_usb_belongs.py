"""Which USB devices belong to a table: what the table drives, what its file allows, and nothing beside."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from controller import usb_shown
from controller.faults import ConfigFaults
from controller.installation import InstalledDevice, load_installation
from controller.regulation.marks import clause
from controller.table.usb import described
from controller.usb_belongs import NOT_EXPECTED, Belongings, UsbAllowed
from drivers.ports import Binding
from drivers.usb_tree import UsbDevice

ACM = (("02/02/01",), ("0a/00/00",))
CONTROLLER = UsbDevice("usb1", 1, 0x1D6B, 2, "", "xHCI", (("09/00/01",),))
SHOE = UsbDevice("1-1", 2, 0x1209, 1, "SHOE0001", "Shoe", ACM)
KEYBOARD = UsbDevice("1-2", 3, 0x046D, 0xC31C, "", "Keyboard", (("03/01/01",),))
HUB = UsbDevice("1-3", 4, 0x2109, 0x3431, "", "Hub", (("09/00/00",),))


def installed(name: str = "shoe", **said: object) -> InstalledDevice:
    binding = Binding(**{"vid": 0x1209, "pid": 1, "serial": "SHOE0001", **said})
    return InstalledDevice(name, "shoe", binding, None)


def like(one: UsbDevice, **changed: object) -> UsbDevice:
    return replace(one, **changed)


def why(belongings: Belongings, *there: UsbDevice) -> dict[str, str]:
    """Where something unknown is plugged in, and what is unknown of it."""
    return {one.location: one.why for one in belongings.strangers((CONTROLLER, *there))}


@clause("house.26")
def test_what_the_table_drives_belongs_and_what_nothing_expects_does_not() -> None:
    table = Belongings((installed(),))
    assert why(table, SHOE) == {}
    assert why(table, SHOE, KEYBOARD) == {"1-2": NOT_EXPECTED}
    assert why(table, SHOE) == {}


@clause("house.26")
@pytest.mark.parametrize("same", [SHOE.serial, None])
def test_a_second_one_with_the_same_identity_is_unknown_and_it_is_the_later(same: str | None) -> None:
    table = Belongings((installed(serial=same),))
    twin = like(SHOE, location="1-4", number=9)
    assert why(table, SHOE) == {}
    assert list(why(table, SHOE, twin)) == ["1-4"]
    assert "a second one that says it is shoe" in why(table, SHOE, twin)["1-4"]
    assert list(why(table, twin)) == ["1-4"], "the real one is out, and the other is not taken for it"
    again = like(SHOE, number=10)
    assert list(why(table, twin, again)) == ["1-4"]


@clause("house.26")
def test_where_two_are_alike_from_the_start_neither_is_trusted() -> None:
    table = Belongings((installed(),))
    twin = like(SHOE, location="1-4", number=9)
    assert set(why(table, SHOE, twin)) == {"1-1", "1-4"}
    bound = Belongings((installed(location="1-1"),))
    assert set(why(bound, SHOE, twin)) == {"1-4"}


def test_a_known_device_may_be_plugged_in_again_and_elsewhere() -> None:
    table = Belongings((installed(),))
    assert why(table, SHOE) == {}
    assert why(table) == {}
    assert why(table, like(SHOE, number=5)) == {}
    assert why(table, like(SHOE, location="1-4", number=6)) == {}, "the old one is gone in the same look"


@clause("house.26")
@pytest.mark.parametrize(
    ("kind", "interfaces"),
    [
        ("serial", (*ACM, ("03/01/01",))),
        ("serial", (*ACM, ("03/00/00",))),
        ("serial", (("02/06/00",), ("0a/00/00",))),
        ("serial", (("02/02/01",), ("08/06/50", "0a/00/00"))),
        ("serial", ()),
        ("bulk", (("ff/00/00",), ("03/00/00",))),
        ("bulk", (("02/02/01",),)),
        ("hid", (("03/01/01",),)),
        ("hid", (("03/00/00",), ("03/00/00",))),
        ("hid", (("03/00/00", "03/01/01"),)),
    ],
)
def test_one_interface_more_than_expected_is_unknown(
    kind: str, interfaces: tuple[tuple[str, ...], ...]
) -> None:
    """A keyboard on the shoe's own device, a network card in place of a serial port, a hidden setting."""
    table = Belongings((installed(kind=kind),))
    assert (
        "it says that it is shoe, and has other interfaces"
        in why(table, like(SHOE, interfaces=interfaces))["1-1"]
    )


@pytest.mark.parametrize(
    ("kind", "interfaces"),
    [
        ("serial", ACM),
        ("serial", (*ACM, *ACM)),
        ("serial", (("ff/00/00",),)),
        ("bulk", (("ff/00/00",),)),
        ("hid", (("03/00/00",),)),
    ],
)
def test_the_interfaces_of_a_driven_device_are_known(
    kind: str, interfaces: tuple[tuple[str, ...], ...]
) -> None:
    assert why(Belongings((installed(kind=kind),)), like(SHOE, interfaces=interfaces)) == {}


def test_devices_that_share_one_plug_are_one_device() -> None:
    both = (installed("shoe", interface=0), installed("reader", interface=2))
    table = Belongings(both)
    assert why(table, like(SHOE, interfaces=(*ACM, *ACM))) == {}
    twin = like(SHOE, location="1-4", number=9)
    assert list(why(table, like(SHOE, interfaces=(*ACM, *ACM)), twin)) == ["1-4"]


@clause("house.26")
def test_what_the_file_allows_belongs_with_exactly_its_interfaces() -> None:
    hub = UsbAllowed(0x2109, 0x3431, ("09",), "built in", location="1-3")
    own = UsbAllowed(0x1209, 1, ("02/02/01", "0a", "fe/01"), "the shoe with its loader", serial="SHOE0001")
    table = Belongings((installed(),), (hub, own))
    shoe = like(SHOE, interfaces=(*ACM, ("fe/01/01",)))
    assert why(table, HUB, shoe) == {}
    assert why(Belongings((), (hub,)), like(HUB, location="1-5")) == {"1-5": NOT_EXPECTED}
    assert (
        "has other interfaces"
        in why(Belongings((), (hub,)), like(HUB, interfaces=(("09/00/00",), ("03/01/01",))))["1-3"]
    )
    two = like(HUB, location="1-6", number=7)
    anywhere = UsbAllowed(0x2109, 0x3431, ("09",), "a hub")
    table = Belongings((), (anywhere,))
    assert why(table, HUB) == {}
    assert list(why(table, HUB, two)) == ["1-6"], "one entry is one device"


def test_who_says_the_most_is_asked_first() -> None:
    """An entry for any serial number does not use up the one that is bound."""
    any_of_them = UsbAllowed(0x1209, 1, ("02", "0a"), "a spare")
    table = Belongings((installed(),), (any_of_them,))
    spare = like(SHOE, location="1-4", number=9, serial="SHOE0002")
    assert why(table, SHOE, spare) == {}
    assert why(table, like(SHOE, number=10), spare) == {}


@clause("house.26")
@pytest.mark.parametrize("tail", ["\x01", "\u202e", " ", "0" * 60])
def test_a_serial_number_is_compared_as_it_is_told_and_kept_short_and_harmless(tail: str) -> None:
    table = Belongings((installed(),))
    (one,) = table.strangers((like(SHOE, serial=SHOE.serial + tail, product="[bold]\x1b[0m\n" * 20),))
    assert one.why == NOT_EXPECTED
    for words in (one.serial, one.product):
        assert len(words) <= 40
        assert words.isascii()
        assert words.isprintable()
        assert "[" not in words


def test_a_long_serial_number_can_be_bound() -> None:
    assert why(Belongings((installed(serial="A" * 100),)), like(SHOE, serial="A" * 100)) == {}


@clause("house.26")
def test_a_controller_that_comes_later_is_unknown_too() -> None:
    table = Belongings((installed(),))
    assert why(table, SHOE) == {}
    late = UsbDevice("usb3", 1, 0x1D6B, 3, "", "", (("09/00/03",),))
    assert why(table, SHOE, late) == {"usb3": "it came when the table ran already"}


@clause("house.26")
def test_what_came_and_went_between_two_looks_is_told() -> None:
    table = Belongings((installed(),))
    flash = UsbDevice("1-2", 3, 0x046D, 0xC31C)
    (told,) = table.passed(
        (flash, UsbDevice("1-1", 2, 0x1209, 1), UsbDevice("1-5", 8, 9, 9)), (UsbDevice("1-5", 8, 9, 9),)
    )
    assert (told.location, told.gone) == ("1-2", True)


@clause("house.26")
def test_what_flashes_up_where_no_device_of_the_table_may_be_is_told() -> None:
    """A binding by place alone says nothing of ids: any id elsewhere was none of this table's."""
    table = Belongings((installed(vid=None, pid=None, serial=None, location="1-1"),))
    shoe, other = UsbDevice("1-1", 2, 0x1209, 1), UsbDevice("1-2", 3, 0x046D, 0xC31C)
    assert [one.location for one in table.passed((shoe, other), ())] == ["1-2"]


@clause("house.26")
def test_of_a_device_with_thousands_of_interfaces_the_first_are_kept() -> None:
    kinds = tuple(f"{at:02x}/00/00" for at in range(256))
    (told,) = Belongings(()).strangers((UsbDevice("1-2", 3, 1, 2, "", "", (kinds,) * 256),))
    assert len(msgspec.json.encode(told)) < 1500
    assert usb_shown.entry(told) == "", "no entry of the file would mean it"
    assert "and more" in described(told)
    (told,) = Belongings(()).strangers((UsbDevice("1-2", 3, 1, 2, "", "", (("03/01/01",),) * 9),))
    assert usb_shown.entry(told) == ""
    (told,) = Belongings(()).strangers((UsbDevice("1-2", 3, 1, 2, "", "", (("03/01/01",),) * 8),))
    assert usb_shown.entry(told) != ""


# ---- the table's file ---------------------------------------------------------------------------------

FILE = """
table = "t1"
game = "free-bet-blackjack"
submission = "{submission}"
journal = "t1.journal"
feed = "t1.sock"
{more}
[devices.shoe]
role = "shoe"
port = {{ {shoe} }}
firmware = "any"

[devices.reader]
role = "card_reader"
port = {{ path = "no-reader" }}
firmware = "any"

[devices.wagers]
role = "wager_positions"
port = {{ path = "no-wagers" }}
firmware = "any"
"""
SUBMISSION = Path(__file__).parents[2] / "config" / "submissions" / "free-bet-blackjack.toml"


def file(folder: Path, more: str = "", shoe: str = 'path = "no-shoe"') -> Path:
    """A table whose devices are not there."""
    path = folder / "t1.toml"
    path.write_text(FILE.format(submission=SUBMISSION, more=more, shoe=shoe), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("shoe", "more", "watched"),
    [
        ('path = "/dev/pts/0"', "", False),
        ('path = "/dev/pts/0"', "[usb]\nwatch = true", True),
        ("vid = 0x1209, pid = 1", "", True),
        ('path = "/dev/table/SHOE0001-00"', "", True),
        ("vid = 0x1209, pid = 1", "[usb]\nwatch = false", False),
    ],
)
def test_a_table_with_real_devices_is_watched_unless_its_file_says_otherwise(
    tmp_path: Path, shoe: str, more: str, watched: bool
) -> None:
    assert load_installation(file(tmp_path, more, shoe)).usb.watch is watched


def test_the_file_lists_what_else_belongs_there(tmp_path: Path) -> None:
    more = (
        '[usb]\nwatch = true\nat_start = "refuse"\n'
        '[[usb_allowed]]\nvid = 0x2109\npid = 0x3431\ninterfaces = ["09/00"]\n'
        'why = "the hub on the board"\nlocation = "1-1"\n'
    )
    usb = load_installation(file(tmp_path, more)).usb
    assert usb.at_start == "refuse"
    assert usb.allowed == (UsbAllowed(0x2109, 0x3431, ("09/00",), "the hub on the board", None, "1-1"),)


def test_a_start_that_is_to_be_refused_needs_somebody_who_looks(tmp_path: Path) -> None:
    more = '[usb]\nwatch = false\nat_start = "refuse"'
    with pytest.raises(ConfigFaults, match=r"key 'usb\.at_start': .*nobody looks.*watch = true"):
        load_installation(file(tmp_path, more))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('vid = 1\npid = 2\nwhy = "x"', "key 'usb_allowed.0.interfaces': is missing"),
        ('vid = 1\npid = 2\nwhy = "x"\ninterfaces = []', "a device without interfaces does nothing"),
        ('vid = 1\npid = 2\nwhy = "x"\ninterfaces = ["3"]', "'3' is no kind of interface"),
        ('vid = 1\npid = 2\nwhy = ""\ninterfaces = ["03"]', "says nothing"),
        ('vid = 65536\npid = 2\nwhy = "x"\ninterfaces = ["03"]', "65536 is no USB id"),
    ],
)
def test_a_wrong_entry_is_said(tmp_path: Path, entry: str, said: str) -> None:
    with pytest.raises(ConfigFaults) as told:
        load_installation(file(tmp_path, f"[[usb_allowed]]\n{entry}\n"))
    assert said in str(told.value)
