"""The bad cable, and a device at the end of it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulated import wire
from drivers.simulated.noise import Noise, Rates
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wire import Frame, Receiver
from tests.drivers.simulated.host import NONCE, boot_ids

BAD = Rates(drop=0.1, duplicate=0.1, corrupt=0.1, split=0.3, delay=0.05)


def through(rates: Rates, chunks: list[bytes], seed: int = 1) -> bytes:
    noise = Noise(random.Random(seed), rates)
    for chunk in chunks:
        noise.put(chunk, 0.0)
    return noise.take(10.0)


def test_a_good_cable_changes_nothing() -> None:
    assert through(Rates(), [b"one", b"two"]) == b"onetwo"
    assert through(Rates(split=1.0, delay=1.0), [b"one", b"two"]) == b"onetwo"


def test_each_harm_by_itself() -> None:
    assert through(Rates(drop=1.0), [b"one"]) == b""
    assert through(Rates(duplicate=1.0), [b"one"]) == b"oneone"
    (changed,) = {through(Rates(corrupt=1.0), [b"\0\0\0"])}
    assert len(changed) == 3
    assert sum(byte.bit_count() for byte in changed) == 1


def test_delay_holds_bytes_back_until_they_are_due() -> None:
    noise = Noise(random.Random(1), Rates(delay=1.0))
    noise.put(b"one", 5.0)
    due = noise.due()
    assert due is not None
    assert 5.0 < due <= 6.0
    assert noise.take(due - 1e-6) == b""
    assert noise.take(due) == b"one"
    assert noise.due() is None


def test_the_same_source_does_the_same_harm() -> None:
    chunks = [bytes([n] * 20) for n in range(50)]
    assert through(BAD, chunks, 7) == through(BAD, chunks, 7)
    assert through(BAD, chunks, 7) != through(BAD, chunks, 8)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_a_patient_host_gets_every_report_once_and_in_order(seed: int) -> None:
    """Over the bad cable both ways: what a host takes in order is complete, and each order done once."""
    rng = random.Random(seed)
    to_device, to_host = Noise(rng, BAD), Noise(rng, BAD)
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.start(0.0)
    receiver, has, replied, now = Receiver(), 0, 0, 0.0
    session = wire.session_of(shoe.boot, NONCE)
    taken: list[int] = []
    for step in range(3000):
        now = step * 0.01
        if step % 20 == 0:
            done = replied
            to_device.put(wire.encode(Frame(wire.HELLO, payload=wire.pack({1: NONCE, 2: [1]}))), now)
            to_device.put(wire.encode(Frame(wire.ORDER, 1, session, done + 1, has)), now)
        if step % 50 == 25 and step < 1500:
            shoe.lid(not shoe._lid_open, now)
        shoe.received(to_device.take(now), now)
        to_host.put(shoe.to_send(), now)
        for frame in receiver.feed(to_host.take(now)):
            if frame.type == wire.REPORT and frame.number == has + 1:
                has += 1
                taken.append(frame.number)
            if frame.type == wire.REPLY:
                assert frame.number in (replied, replied + 1)
                replied = frame.number
    assert taken == list(range(1, 31))
    assert replied > 20
