"""A model served from a thread, on a pty and on TCP, with the plug pulled and put back."""

import errno
import os
import random
import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.simulated import wire
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.endpoint import PtyEndpoint, TcpEndpoint, split_address
from drivers.simulated.noise import Noise, Rates
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wire import Frame, Receiver
from tests.drivers.simulated.host import NONCE, boot_ids

HELLO = wire.encode(Frame(wire.HELLO, payload=wire.pack({1: NONCE, 2: [1]})))
PATIENCE = 10.0
"""Seconds that only a defect takes."""


def make_shoe() -> SimulatedShoe:
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(["TH", "5D", "2C"], 0.0)
    return shoe


def open_files() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


def read_until(read: Callable[[], bytes], wanted: int, frames: list[Frame]) -> None:
    """Read until a frame of type `wanted` was among what came."""
    receiver = Receiver()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        frames += receiver.feed(read())
        if any(frame.type == wanted for frame in frames):
            return
    pytest.fail(f"no frame of type {wanted} came: {frames}")


class Port:
    """The host's side of a pty, opened as a plain file."""

    def __init__(self, path: str) -> None:
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY)

    def read(self) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], 0.1)
        return os.read(self.fd, 4096) if ready else b""

    def write(self, data: bytes) -> None:
        os.write(self.fd, data)

    def hangs_up(self) -> bool:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if select.select([self.fd], [], [], 0.1)[0] and not os.read(self.fd, 4096):
                    return True
            except OSError as error:
                return error.errno == errno.EIO
        return False


def test_a_shoe_on_a_pty() -> None:
    shoe = make_shoe()
    with ThreadedSimulator(shoe) as bench:
        port = Port(bench.address)
        try:
            frames: list[Frame] = []
            read_until(port.read, wire.BOOT, frames)
            port.write(HELLO)
            read_until(port.read, wire.BOARD, frames)
            permit = wire.pack({1: 1, 2: "u"})
            port.write(
                wire.encode(Frame(wire.ORDER, 16, bench.do(lambda _: shoe.session) or 0, 1, 0, permit))
            )
            read_until(port.read, wire.REPLY, frames)
            card = bench.do(shoe.draw)
            assert card is not None
            assert card.card == "TH"
            read_until(port.read, wire.REPORT, frames)
            assert wire.unpack(frames[-1].payload)[2] == 42
        finally:
            os.close(port.fd)


def test_the_bytes_go_through_as_they_are() -> None:
    """Raw from the first byte: nothing is echoed, and no byte is a control character to the pty."""
    shoe = make_shoe()
    with ThreadedSimulator(shoe) as bench:
        port = Port(bench.address)
        try:
            port.write(bytes(range(1, 256)) + b"\0")
            port.write(HELLO)
            frames: list[Frame] = []
            read_until(port.read, wire.BOARD, frames)
            assert shoe.noise == 1
        finally:
            os.close(port.fd)


def test_unplugged_and_plugged_in_again(tmp_path: Path) -> None:
    link, other = str(tmp_path / "shoe"), str(tmp_path / "other")
    shoe = make_shoe()
    with ThreadedSimulator(shoe, PtyEndpoint(link)) as bench:
        boot = shoe.boot
        for name in (link, link, other):
            assert bench.replug(name) == name
            port = Port(name)
            port.write(HELLO)
            frames: list[Frame] = []
            read_until(port.read, wire.BOARD, frames)
            bench.unplug()
            assert port.hangs_up()
            os.close(port.fd)
            assert not os.path.lexists(name)
            assert bench.address == ""
        assert bench.do(lambda _: shoe.boot) == boot


def test_the_fault_unplug_pulls_the_cable() -> None:
    shoe = make_shoe()
    with ThreadedSimulator(shoe) as bench:
        port = Port(bench.address)
        bench.do(lambda now: shoe.fault("unplug", now))
        assert port.hangs_up()
        os.close(port.fd)


def test_nothing_is_left_behind() -> None:
    files, threads = open_files(), threading.active_count()
    for _ in range(3):
        bench = ThreadedSimulator(make_shoe())
        bench.replug()
        bench.close()
        bench.close()
        with pytest.raises(RuntimeError, match="stopped"):
            bench.do(lambda _: None)
    assert open_files() == files
    assert threading.active_count() == threads


def test_a_host_that_never_comes_is_not_remembered_for_ever() -> None:
    """What nobody reads is lost, so that a late host does not wade through hours of BOOT."""
    endpoint = PtyEndpoint()
    endpoint.open()
    try:
        for _ in range(400):
            endpoint.write(b"x" * 100)
            time.sleep(0.001)  # so that the kernel can move them to where they are counted
        port = Port(endpoint.address)
        got = 0
        while data := port.read():
            got += len(data)
        os.close(port.fd)
    finally:
        endpoint.close()
    assert 2048 <= got <= 10_000


def test_a_file_is_not_replaced_by_a_link(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("mine")
    files = open_files()
    with pytest.raises(FileExistsError):
        PtyEndpoint(str(path)).open()
    assert path.read_text() == "mine"
    assert open_files() == files


def test_an_error_of_the_model_comes_out_at_the_end() -> None:
    shoe = make_shoe()
    bench = ThreadedSimulator(shoe)

    def broken(now: float) -> None:
        raise ArithmeticError("broken")

    with pytest.raises(ArithmeticError):
        bench.do(broken)
    assert bench.do(lambda _: 5) == 5
    bench.do(lambda _: shoe.__setattr__("tick", broken))
    bench._thread.join(PATIENCE)
    with pytest.raises(ArithmeticError):
        bench.close()


def test_a_shoe_on_tcp_takes_one_host_at_a_time() -> None:
    with ThreadedSimulator(make_shoe(), TcpEndpoint("127.0.0.1", 0)) as bench:
        for _ in range(2):
            with socket.create_connection(split_address(bench.address), PATIENCE) as first:
                first.settimeout(PATIENCE)
                first.sendall(HELLO)
                frames: list[Frame] = []
                read_until(lambda: first.recv(4096), wire.BOARD, frames)
                with socket.create_connection(split_address(bench.address), PATIENCE) as second:
                    second.settimeout(PATIENCE)
                    assert second.recv(100) == b""
            address = bench.address
            bench.unplug()
            assert bench.replug() == address


def test_noise_on_the_way() -> None:
    rates = Rates(drop=0.05, corrupt=0.05, split=0.3, delay=0.005)
    noise = Noise(random.Random(4), rates)
    with ThreadedSimulator(make_shoe(), to_device=noise, to_host=Noise(random.Random(5), rates)) as bench:
        port = Port(bench.address)
        frames: list[Frame] = []

        def ask() -> bytes:
            port.write(HELLO)
            return port.read()

        read_until(ask, wire.BOARD, frames)
        os.close(port.fd)


def test_addresses() -> None:
    assert split_address("localhost:4001") == ("localhost", 4001)
    assert split_address(":4001") == ("127.0.0.1", 4001)
    for wrong in ("4001", "host:", "host:x"):
        with pytest.raises(ValueError, match="no host:port"):
            split_address(wrong)
