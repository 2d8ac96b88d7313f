"""The golden bytes of docs/link-vectors.json, in both directions, and the bad ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from drivers.simulated import wire
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions
from drivers.simulated.wire import Frame, Receiver
from tests.drivers.simulated.host import Host, boot_ids

VECTORS = json.loads((Path(__file__).parents[3] / "docs" / "link-vectors.json").read_text())
TYPES = {
    "HELLO": wire.HELLO,
    "WELCOME": wire.WELCOME,
    "IDENTITY": wire.IDENTITY,
    "BOARD": wire.BOARD,
    "BOOT": wire.BOOT,
    "ORDER": wire.ORDER,
    "REPLY": wire.REPLY,
    "REPORT": wire.REPORT,
    "ACK": wire.ACK,
    "HEARTBEAT": wire.HEARTBEAT,
    "PROGRESS": wire.PROGRESS,
}
MODELS = {
    "shoe": SimulatedShoe,
    "card_reader": SimulatedReader,
    "wager_positions": SimulatedPositions,
    "shuffler": SimulatedShuffler,
    "progressive": SimulatedProgressive,
}


def value_of(item: Any, top: bool = False) -> Any:
    """A vector's JSON as the payload that it stands for."""
    if isinstance(item, dict) and set(item) == {"hex"}:
        return bytes.fromhex(item["hex"])
    if isinstance(item, dict):
        words = not top and not all(key.lstrip("-").isdigit() for key in item)
        return {key if words else int(key): value_of(inner) for key, inner in item.items()}
    return [value_of(inner) for inner in item] if isinstance(item, list) else item


def by_name(vector: dict[str, Any]) -> str:
    return f"{vector.get('role', '')} {vector['name']}"


@pytest.mark.parametrize("vector", VECTORS["good"], ids=by_name)
def test_good_bytes_in_both_directions(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    (frame,) = Receiver().feed(data)
    payload = value_of(vector["payload"], top=True)
    assert frame == Frame(
        TYPES[vector["type"]],
        vector["message"],
        vector["session"],
        vector["number"],
        vector["ack"],
        wire.pack(payload),
    )
    assert wire.unpack(frame.payload) == payload
    assert wire.encode(frame) == data


@pytest.mark.parametrize("vector", [each for each in VECTORS["bad"] if each["where"] == "frame"], ids=by_name)
def test_bad_frames_are_dropped(vector: dict[str, Any]) -> None:
    receiver = Receiver()
    assert receiver.feed(bytes.fromhex(vector["hex"])) == []
    assert receiver.dropped >= 1


@pytest.mark.parametrize(
    "vector", [each for each in VECTORS["bad"] if each["where"] == "payload"], ids=by_name
)
def test_bad_payloads_are_malformed_or_refused(vector: dict[str, Any]) -> None:
    """As the payload of an order (disclose): whatever it says, it is refused and changes nothing."""
    (frame,) = Receiver().feed(bytes.fromhex(vector["hex"]))
    host = Host(SimulatedShoe(random32=boot_ids().__next__))
    host.hello()
    order = Frame(wire.ORDER, 18, host.session, 1, 0, frame.payload)
    (reply,) = host.say(order)
    said = wire.unpack(reply.payload)
    mandatory = "mandatory" in vector["reason"]
    assert said == {1: 1, 2: "unknown-key" if mandatory else "bad-value"}
    assert host.reports() == []


@pytest.mark.parametrize("name", sorted(MODELS))
def test_the_orders_of_a_role_are_understood(name: str) -> None:
    """Each golden order of a single-mouth device is accepted by a device at rest."""
    orders = [each for each in VECTORS["good"] if each["role"] == name and each["type"] == "ORDER"]
    assert orders
    for vector in orders:
        if "right" in vector["name"] or "dispense" in vector["name"]:
            continue  # not by a shoe that is at rest, has one side and is drawn from by hand
        device: Firmware = MODELS[name](random32=boot_ids().__next__)
        host = Host(device)
        host.hello()
        payload = value_of(vector["payload"], top=True)
        if "release" in vector["name"]:
            assert host.order(vector["message"], payload) == {1: 1, 2: "bad-value"}  # nothing is inside
        elif "disclose" in vector["name"]:
            assert host.order(vector["message"], payload) == {1: 1, 2: "bad-value"}  # nothing was drawn
        elif vector["name"].startswith("order open") and payload[1]:
            assert host.order(vector["message"], payload) == {1: 1, 2: "bad-value"}  # seven boxes of six
            seven = Host(MODELS[name](random32=boot_ids().__next__, boxes=7))
            seven.hello()
            assert seven.order(vector["message"], payload) == {1: 0}
        else:
            assert host.order(vector["message"], payload) == {1: 0}


@pytest.mark.parametrize(
    "vector", [each for each in VECTORS["good"] if each["name"].startswith("order dispense")], ids=by_name
)
def test_the_orders_of_stacks_are_understood(vector: dict[str, Any]) -> None:
    """Each golden one is accepted by a shoe that has dispensed what comes before it."""
    payload = value_of(vector["payload"], top=True)
    shoe = SimulatedAutomatedShoe(random32=boot_ids().__next__, speed=100.0)
    shoe.load(["TH"] * 4000, 0.0)
    host = Host(shoe)
    host.hello()
    first, before = payload[3] - payload[2], payload[1] - 1
    for stack in range(1, before + 1):
        count = 32 if stack < before else 1
        shoe._last = first - count if stack == before else shoe._last
        assert host.order(19, {1: stack, 2: count, 3: shoe._last + count, 4: ""}) == {1: 0}
        host.wait(0.2)
        shoe.take(host.now)
    assert host.order(19, payload) == {1: 0}


def test_a_device_says_the_golden_reports_of_stacks() -> None:
    """A stack of five, the seventh of its load, taken; and one that jams, byte by byte but for the time."""
    golden = {each["name"]: value_of(each["payload"], top=True) for each in VECTORS["good"]}
    told = {}
    for jams in (False, True):
        shoe = SimulatedAutomatedShoe(random32=boot_ids().__next__, speed=10.0)
        shoe.load(["TH"] * 52, 0.0)
        host = Host(shoe)
        host.hello()
        for stack in range(1, 8):
            if jams:
                shoe.fault("jam", host.now, at=33)
            assert host.order(19, {1: stack, 2: 5, 3: 5 * stack, 4: ""}) == {1: 0}
            host.wait(1.0)
            shoe.take(host.now)
        host.wait(0.5)
        told[jams] = [(code, {**said, 0: 123456}) for code, said in host.reports()]
    assert (23, golden["report loaded"]) in told[False]
    assert told[False][-2:] == [(24, golden["report stack-dispensed"]), (26, golden["report stack-taken"])]
    assert (25, golden["report stack-failed, jam in its path"]) in told[True]


def test_the_session_of_the_vectors() -> None:
    assert wire.session_of(VECTORS["boot"], VECTORS["nonce"]) == VECTORS["session"]


def test_a_device_of_that_boot_and_nonce_speaks_the_golden_frames() -> None:
    """BOOT, WELCOME, heartbeat and a drawn card, byte by byte, where the vectors hold the same case."""
    shoe = SimulatedShoe(random32=lambda: VECTORS["boot"])
    shoe.load(["9C", "QD"], 0.0)
    host = Host(shoe)
    host.hello(VECTORS["nonce"])
    assert host.session == VECTORS["session"]
    assert {frame.session for frame in host.frames if frame.type == wire.WELCOME} == {VECTORS["session"]}
    golden = {by_name(each): bytes.fromhex(each["hex"]) for each in VECTORS["good"]}
    reply = wire.encode(Frame(wire.REPLY, 16, host.session, 2, 2, wire.pack({1: 0})))
    host.order(1)
    host.order(16, {1: 1, 2: "u"})
    assert golden["any reply accepted"] == reply
    assert reply in bytes(host.bytes)
