"""What a device may not say, and what of its words goes nowhere: no card that has not left the shoe.

The vocabulary, the schema, the logs. What the host does with a face that it did not ask for is tested in
test_reports.py, what is on the wire in simulated/test_secrecy.py, what is on a screen with the consoles.
"""

import ast
import logging
import re
from pathlib import Path

import pytest

from drivers import frame as wire
from drivers import messages as m
from drivers.cards import DECK
from drivers.frame import Frame
from drivers.payload import dump
from tests.drivers.fake_device import Bench
from tests.drivers.test_device import Inbox, Ports, running

ROOT = Path(__file__).parents[2]

TEXTS = {
    *(
        "OrderFailed.reason",
        "SelfLocked.reason",
        "FaultRaised.kind",
        "FaultRaised.place",
        "FaultCleared.kind",
    ),
    *("FaultCleared.kind", "Placed.chips", "Placed.player", "TakenBack.wager", "AttemptAfterClose.wager"),
    *("Board.name", "Board.version", "Board.sha256", "Identity.vendor", "Identity.model", "Identity.serial"),
    *("Identity.role", "Identity.capabilities", "Identity.limits", "ShoeState.faults", "ReaderState.armed"),
    *("ReaderState.faults", "PositionsState.chips", "PositionsState.faults", "DeviceReady.reset"),
    *("DeviceLost.reason", "OrderRefused.order", "OrderRefused.reason", "DeviceRefused.reason"),
    *("Permit.faces", "Arm.up", "OpenPositions.spots", "Reject.wager"),
    *("ShuffleFailed.reason", "ShuffleFailed.place", "ShufflerState.stage", "ShufflerState.faults"),
    *("ProgressivePlaced.wager", "ProgressivePlaced.player", "ProgressiveTakenBack.wager"),
    *("LockedOut.accepted", "LockedOut.magic", "AttemptAfterLockOut.wager", "ProgressiveState.accepted"),
    *("ProgressiveState.faults", "OpenProgressive.spots", "RejectProgressive.wager", "ShowMeters.meters"),
    "CreditAccount.wager",
    *("StackFailed.reason", "StackFailed.place", "StackState.stage", "Dispense.faces"),
}
"""Every field of a message that may hold text. A new one is added here by somebody who has asked himself
whether a card could stand in it. LockedOut.magic is a card that a random selection names, of no shoe."""


def test_no_message_has_a_place_for_a_card_that_has_not_left_the_shoe() -> None:
    """Machines have told the order of a whole deck. Ours has no word for it."""
    tree = ast.parse((ROOT / "drivers" / "messages.py").read_text(encoding="utf-8"))
    fields = [
        (f"{kind.name}.{ast.unparse(line.target)}", ast.unparse(line.annotation))
        for kind in tree.body
        if isinstance(kind, ast.ClassDef)
        for line in kind.body
        if isinstance(line, ast.AnnAssign)
    ]
    assert [name for name, said in fields if re.search(r"\bCard\b", said)] == [
        "CardDrawn.card",
        "Disclosed.card",
    ]
    assert {name for name, said in fields if re.search(r"\bstr\b", said)} == TEXTS
    orders = {kind.__name__ for kind in m.ROLE_OF}
    assert not any(name.split(".")[0] in orders and "Card" in said for name, said in fields)


def test_the_schema_has_a_card_only_in_what_left_the_shoe() -> None:
    text = re.sub(r";.*", "", (ROOT / "docs" / "link.cddl").read_text(encoding="utf-8"))
    rules = dict(re.findall(r"^([\w-]+) = (.*?)(?=^[\w-]+ = |\Z)", text, re.MULTILINE | re.DOTALL))
    with_cards = {name for name, body in rules.items() if re.search(r"(?<![-\w])card(?![-\w])|8\.\.59", body)}
    assert with_cards == {"card", "drawn", "disclosed"}


def test_what_a_device_says_beside_its_message_goes_nowhere() -> None:
    """Optional keys that nobody knows are skipped: a card in one is neither kept nor handed on."""
    bench = Bench()
    bench.connect()
    bench.reports()
    leak = {30: 59, 31: [12, 13, 14], 32: "TH"}
    bench.say(bench.report(1, 21, payload={1: 1, **leak}), bench.report(2, 20, payload={1: 0, **leak}))
    assert bench.reports() == [m.LidMoved(True), m.ShoeEmpty(0)]


def test_no_log_line_of_a_driver_names_a_card(caplog: pytest.LogCaptureFixture) -> None:
    """A face that nobody asked for, a report that is malformed, a handler that fails."""
    inbox, ports = Inbox(), Ports()
    with caplog.at_level(logging.DEBUG), running(ports.open, inbox):
        inbox.wait_for(m.DeviceReady)
        far = ports.far_ends[0]
        far.say(
            far.drawn(1, 1, 42), far.report(2, 22, payload={1: 1, 2: 42}), far.report(3, 16, payload={1: 2})
        )
        inbox.wait_for(m.FaultRaised)
        inbox.failures = 2
        far.say(far.drawn(4, 3, 42, flags=1))
        inbox.wait_for(m.DeviceLost)
    for far in ports.far_ends:
        far.close()
    said = "\n".join(record.getMessage() + str(record.exc_text) for record in caplog.records)
    assert said
    assert not any(card in said for card in DECK)
    assert "42" not in said


def test_words_of_a_device_cannot_write_into_a_log_or_onto_a_screen() -> None:
    """Vendor, model, serial: 32 printable letters at most, or the device is not heard at all."""
    for name in ("Acme\nERROR all is well", "Acme\x1b[2J", "A" * 33, "Acmé"):
        bench = Bench()
        bench.talk.opened(bench.now)
        (hello,) = bench.pump()
        answers = bench.welcome(hello)
        payload = {1: "Acme", 2: "Model", 3: "S1", 4: "shoe", 5: ["lid"], 6: {"ring": 64}, 7: 1}
        good = dump(payload)
        bad = good.replace(b"\x64Acme", bytes((0x60 + len(name.encode()),)) + name.encode(), 1)
        if len(name.encode()) > 23:
            bad = good.replace(b"\x64Acme", bytes((0x78, len(name.encode()))) + name.encode(), 1)
        assert bad != good
        identity = Frame(wire.IDENTITY, session=answers[1].session, payload=bad)
        bench.say(answers[0], identity, answers[2])
        assert bench.talk.state == "greeting"
        assert bench.reports() == []
        assert bench.talk.counters().malformed == 1
