"""What is asked of a simulator while it runs (noise, what is permitted), and docs/simulators.md about it."""

import json
import re
import threading
import time
from pathlib import Path
from typing import Any, get_args

import pytest

from drivers.conversation import Conversation
from drivers.link import SerialLink
from drivers.messages import Dispense
from drivers.roles import find_role
from drivers.simulated import control
from drivers.simulated.control import answer_line
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.faults import COMMON
from drivers.simulated.noise import Rates, parse_noise
from drivers.simulated.process import ROLES, make_device
from drivers.simulated.server import SimulatorServer
from drivers.simulated.vault import FAULTS, Vault
from tests.drivers.both_ends import BothEnds
from tests.drivers.judging import permit_for_long

DOCUMENT = (Path(__file__).parents[3] / "docs" / "simulators.md").read_text(encoding="utf-8")
PATIENCE = 20.0


class Hands:
    """A simulator of that role on a pty, moved by hand, and a host that talks to it."""

    def __init__(self, role: str) -> None:
        self.server = SimulatorServer(make_device(role, speed=50.0), PtyEndpoint())
        self.link = SerialLink(self.server.endpoint.address)
        nonces = iter(range(1, 1000))
        self.talk = Conversation(find_role(role), nonce=lambda: next(nonces))
        self.server._owner = threading.get_ident()

    def ask(self, **request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(answer_line(self.server, json.dumps(request).encode()))
        return answer

    def until(self, state: str) -> bool:
        """Carry bytes both ways until the conversation is in that state."""
        end = time.monotonic() + PATIENCE
        while self.talk.state != state:
            now = time.monotonic()
            if now > end:
                return False
            if self.talk.state == "closed":
                self.talk.opened(now)
            self.server._step()
            self.talk.received(self.link.read(0.005), time.monotonic())
            self.talk.tick(time.monotonic(), True)
            self.link.write(self.talk.to_send())
        return True

    def close(self) -> None:
        self.link.close()
        self.server.close()


@pytest.fixture
def shoe() -> Any:
    hands = Hands("shoe")
    yield hands
    hands.close()


def test_noise_comes_and_goes_while_it_runs(shoe: Hands) -> None:
    assert shoe.until("ready")
    assert shoe.ask(do="noise", drop=1.0) == {"ok": True}
    assert shoe.until("greeting"), "nothing is heard of it any more"
    assert shoe.ask(do="noise", duplicate=0.5, split=0.5, delay=0.01) == {"ok": True}
    assert shoe.until("ready")
    assert shoe.ask(do="noise") == {"ok": True}
    assert shoe.server._to_host._rates == shoe.server._to_device._rates == Rates()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"drop": 1.5}, "drop 1.5: a rate is 0 to 1"),
        ({"delay": -1}, "delay -1.0: 0 to 60 seconds"),
        ({"hum": 0.1}, "hum"),
        ({"drop": "much"}, "float"),
    ],
)
def test_noise_that_cannot_be_changes_nothing(shoe: Hands, asked: dict[str, Any], said: str) -> None:
    shoe.ask(do="noise", drop=0.5)
    answer = shoe.ask(do="noise", **asked)
    assert answer["ok"] is False
    assert said in answer["error"]
    assert shoe.server._to_host._rates == Rates(drop=0.5)


def test_noise_on_a_command_line() -> None:
    assert parse_noise("drop=0.02,delay=0.01") == Rates(drop=0.02, delay=0.01)
    for wrong in ("", "drop", "drop=x", "drop=2", "hum=1", "drop=0.1,drop=0.2", "drop=nan", "delay=inf"):
        with pytest.raises(ValueError, match="noise"):
            parse_noise(wrong)


@pytest.mark.parametrize("role", ROLES)
def test_status_tells_what_is_permitted(role: str) -> None:
    ends = BothEnds(role, 1)
    server = SimulatorServer(ends.model, PtyEndpoint())
    try:
        server.do = lambda action: action(ends.now)  # type: ignore[method-assign]
        told = [json.loads(answer_line(server, b'{"do": "status"}'))["permitted"]]
        ends.run(0.5)
        permit_for_long(ends)
        ends.run(0.5)
        told.append(json.loads(answer_line(server, b'{"do": "status"}'))["permitted"])
        ends.lock()
        ends.run(0.5)
        told.append(json.loads(answer_line(server, b'{"do": "status"}'))["permitted"])
    finally:
        server.close()
    assert told == [False, True, False]


# ---- docs/simulators.md ---------------------------------------------------------------------------------


def test_every_request_stands_in_the_document_with_its_fields() -> None:
    hands = DOCUMENT.partition("## Hands")[2].partition("## Faults")[0]
    for kind in get_args(control.Request):
        tag = kind.__struct_config__.tag
        (row,) = [line for line in hands.splitlines() if re.match(rf"\| [\w ]+ \| `{tag}`", line)]
        request = row.split("|")[2]
        assert set(re.findall(r"`(\w+)`", request)) == {tag, *kind.__struct_fields__}


@pytest.mark.parametrize("role", [*ROLES, "automated shoe"])
def test_every_fault_stands_in_the_document(role: str) -> None:
    device = make_device("shoe", automated=True) if role == "automated shoe" else make_device(role)
    faults = DOCUMENT.partition("## Faults")[2].partition("## Noise")[0]
    for who, kinds in (("any", COMMON), ("any that signs", FAULTS), (role, device.fault_kinds)):
        told = [line.split("|")[2] for line in faults.splitlines() if line.startswith(f"| {who} |")]
        assert {kind for line in told for kind in re.findall(r"`([\w-]+)`", line)} == kinds


def test_every_answer_of_status_stands_in_the_document() -> None:
    row = next(line for line in DOCUMENT.splitlines() if line.startswith("| any | `status`"))
    told = set(re.findall(r"`(\w+)`", row)) - {"status"}
    found: set[str] = set()
    for role in ROLES:
        hands = Hands(role)
        found |= set(hands.ask(do="status")) - {"ok"}
        hands.close()
    hands = AutomatedHands()
    found |= set(hands.ask(do="status")) - {"ok"}
    hands.close()
    assert told == found


def test_the_examples_of_the_document_are_requests(shoe: Hands) -> None:
    lines = re.findall(r'^\{"do".*\}$|`(\{"do".*?\})`', DOCUMENT, re.MULTILINE)
    asked = [json.loads(line) for line in lines if line]
    assert len(asked) >= 2
    for request in asked:
        assert shoe.ask(**request)["ok"] is True


# ---- a shoe with two sides --------------------------------------------------------------------------


class DoubleHands(Hands):
    """The same with a double shoe."""

    def __init__(self) -> None:
        super().__init__("shoe")
        self.server.close()
        self.server = SimulatorServer(make_device("shoe", speed=50.0, double=True), PtyEndpoint())
        self.link.close()
        self.link = SerialLink(self.server.endpoint.address)
        self.server._owner = threading.get_ident()


def test_the_hands_name_the_side_of_a_double_shoe() -> None:
    hands = DoubleHands()
    try:
        assert hands.ask(do="load", cards=["TH", "5D"], side="left") == {"ok": True, "cards_left": 2}
        assert hands.ask(do="load", decks=1, behind=13, side="right") == {"ok": True, "cards_left": 52}
        assert hands.ask(do="status")["cards_left"] == {"left": 2, "right": 52}
        assert hands.ask(do="draw", side="left") == {"ok": True, "card": None}
        assert hands.ask(do="draw", side="left", force=True)["card"] == "TH"
        assert hands.ask(do="status")["cards_left"] == {"left": 1, "right": 52}
        for request in ({"do": "draw"}, {"do": "load", "decks": 1}):
            assert "say one, left or right" in hands.ask(**request)["error"]
        assert not hands.ask(do="draw", side="middle")["ok"]
    finally:
        hands.close()


def test_another_shoe_has_no_sides() -> None:
    hands = Hands("shoe")
    try:
        assert hands.ask(do="load", cards=["TH"]) == {"ok": True, "cards_left": 1}
        for request in ({"do": "draw"}, {"do": "load", "cards": ["TH"]}):
            assert "has one side" in hands.ask(**request, side="right")["error"]
        assert hands.ask(do="status")["cards_left"] == 1
    finally:
        hands.close()


# ---- a shoe that dispenses stacks ---------------------------------------------------------------------


class AutomatedHands(Hands):
    """The same with an automated shoe."""

    def __init__(self) -> None:
        super().__init__("shoe")
        self.server.close()
        self.server = SimulatorServer(make_device("shoe", speed=50.0, automated=True), PtyEndpoint())
        self.link.close()
        self.link = SerialLink(self.server.endpoint.address)
        self.server._owner = threading.get_ident()

    def until_dispensed(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.ask(do="status")["in_exit"] or self.ask(do="status")["waiting"]:
            assert time.monotonic() < end
            self.until("ready")
            self.server._step()
            self.talk.received(self.link.read(0.005), time.monotonic())
            self.talk.tick(time.monotonic(), True)
            self.link.write(self.talk.to_send())


def test_the_hands_load_an_automated_shoe_and_take_its_stacks() -> None:
    hands = AutomatedHands()
    try:
        assert hands.until("ready")
        assert hands.ask(do="load", cards=["TH", "5D!", "2C"]) == {"ok": True, "cards_left": 3}
        assert hands.ask(do="take") == {"ok": True, "cards": None}
        hands.talk.order(Dispense(1, 2, 2), time.monotonic())
        hands.until_dispensed()
        status = hands.ask(do="status")
        assert (status["cards_left"], status["in_exit"]) == (1, 2)
        assert "take them first" in hands.ask(do="load", decks=1)["error"]
        taken = [{"card": "TH", "face_up": False}, {"card": "5D", "face_up": True}]
        assert hands.ask(do="take") == {"ok": True, "cards": taken}
        assert hands.ask(do="empty_by_hand") == {"ok": True, "cards": ["2C"]}
        assert hands.ask(do="load", decks=1, behind=9) == {"ok": True, "cards_left": 52}
        for request in ({"do": "draw"}, {"do": "push_back"}, {"do": "add", "cards": ["TH"]}):
            assert hands.ask(**request) == {"ok": False, "error": "a shoe cannot do that"}
        assert "has one side" in hands.ask(do="load", cards=["TH"], side="left")["error"]
    finally:
        hands.close()


def test_another_shoe_has_no_exit() -> None:
    hands = Hands("shoe")
    try:
        assert hands.ask(do="take") == {"ok": False, "error": "a shoe cannot do that"}
        assert "in_exit" not in hands.ask(do="status")
    finally:
        hands.close()


def test_an_automated_shoe_that_shuffles_or_has_two_sides_cannot_be_made() -> None:
    for other in ({"shuffles": True}, {"double": True}):
        with pytest.raises(ValueError, match="leave out one of the two"):
            make_device("shoe", automated=True, **other)


def test_a_double_shoe_that_shuffles_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="leave out one of the two"):
        make_device("shoe", double=True, shuffles=True)


def test_the_service_switch_is_pressed_at_a_device_that_has_one() -> None:
    ends = BothEnds("shoe", 1)
    server = SimulatorServer(ends.model, PtyEndpoint())
    try:
        server.do = lambda action: action(ends.now)  # type: ignore[method-assign]
        assert "cannot sign" in json.loads(answer_line(server, b'{"do": "service_switch"}'))["error"]
        ends.model.vault = Vault()
        assert json.loads(answer_line(server, b'{"do": "service_switch"}')) == {"ok": True}
        assert ends.model.vault.pressed
    finally:
        server.close()
