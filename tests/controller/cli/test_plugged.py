"""What is plugged in, whether a table expects it, and the line that binds it."""

import io
import json
import tomllib

from rich.console import Console

from controller import plugged
from controller.installation import InstalledDevice
from drivers.ports import Binding, Port
from tests.controller.cli.conftest import Cli

BOARD = Port("/dev/ttyS0")
SHOE = Port("/dev/ttyACM0", 0x1209, 1, "A1", 0, "1-1", product="Shoe")
READER = Port("/dev/bus/usb/001/004", 0x1209, 1, "A1", 0, "1-2", "hid")
TWIN = Port("/dev/bus/usb/001/005", 0x1209, 1, "A1", 0, "1-3", "hid")
BLANK = Port("/dev/bus/usb/001/006", 0x1209, 2, "0000", 0, "1-4", "bulk")
SECOND = Port("/dev/bus/usb/001/006", 0x1209, 2, "0000", 1, "1-4", "bulk")
ALL = (BOARD, SHOE, READER, TWIN, BLANK, SECOND)


def test_the_line_that_binds_a_port_means_that_port_alone() -> None:
    for port in ALL:
        said = tomllib.loads(plugged.binding_line(port, ALL))["port"]
        binding = Binding(**said)
        if port is BOARD:
            assert said == {"path": "/dev/ttyS0"}
        else:
            assert [one for one in ALL if one.vid and binding.fits(one)] == [port]
    assert 'serial = "A1"' in plugged.binding_line(SHOE, ALL)
    assert 'location = "1-2"' in plugged.binding_line(READER, ALL), "its serial number is another's too"
    assert 'location = "1-4"' in plugged.binding_line(BLANK, ALL), "zeros are no serial number"


def test_what_a_table_expects_is_said() -> None:
    shoe = InstalledDevice("shoe", "shoe", Binding(vid=0x1209, serial="A1"), None)
    found = plugged.look(ALL, (shoe,))
    assert [one.port for one in found if one.expected == "shoe"] == [SHOE]
    out = io.StringIO()
    plugged.show(found, True, Console(file=out, width=200))
    assert out.getvalue().count("not expected") == len(ALL) - 1
    assert 'port = { vid = 0x1209, pid = 0x0001, serial = "A1" }  # /dev/ttyACM0' in out.getvalue()
    assert json.loads(plugged.as_json(found))["ports"][1]["expected"] == "shoe"


def test_nothing_plugged_in_is_said() -> None:
    out = io.StringIO()
    plugged.show((), False, Console(file=out, width=200))
    assert "is plugged in" in out.getvalue()


def test_the_command_works_on_this_computer_whatever_is_plugged_in(cli: Cli) -> None:
    told = cli("devices", "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["format"] == 1
    assert cli("devices").exit_code == 0


def test_how_far_the_table_trusts_what_it_expects_is_said() -> None:
    shoe = InstalledDevice("shoe", "shoe", Binding(vid=0x1209, serial="A1"), None, trust="signed")
    found = plugged.look((SHOE,), (shoe,))
    assert [(one.expected, one.trust, one.shown_as) for one in found] == [("shoe", "signed", "shoe (signed)")]
