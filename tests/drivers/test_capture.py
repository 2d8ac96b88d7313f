"""A recording is what passed, and its replay drives a host as the device did."""

import json
import logging
from itertools import count
from pathlib import Path

import pytest

from drivers.capture import CapturingLink, Passed, Recorder, read_capture, read_header
from drivers.conversation import Conversation
from drivers.decoded import describe
from drivers.errors import LinkLost
from drivers.frame import Frame, encode
from drivers.link import LoopLink
from drivers.messages import DeviceReady
from drivers.replaying import ReplayDevice
from drivers.roles import find_role
from tests.drivers.fake_device import FarEnd


def converse(link: CapturingLink) -> list[object]:
    """Greet over the link until it is ready or lost; what was heard."""
    talk = Conversation(find_role("shoe"), nonce=count(4711).__next__)
    talk.opened(0.0)
    heard: list[object] = []
    for turn in range(100):
        link.write(talk.to_send(), 1.0)
        try:
            talk.received(link.read(0.05), turn / 1000)
        except LinkLost:
            break
        heard += [one.report for one in talk.take_reports()]
        if talk.state == "ready":
            break
    return heard


def recorded_at(folder: Path) -> tuple[list[object], list[str]]:
    """What was heard of a device, and the lines of its recording."""
    near, far = LoopLink.pair()
    recorder = Recorder(folder / "shoe.capture", "shoe", find_role("shoe"))
    device = FarEnd(far)
    link = CapturingLink(near, recorder)
    heard = converse(link)
    link.close()
    device.close()
    recorder.close()
    return heard, recorder.path.read_text(encoding="ascii").splitlines()


def test_a_recording_says_whose_it_is_and_what_passed(tmp_path: Path) -> None:
    _, (head, *lines) = recorded_at(tmp_path)
    header = read_header(head)
    assert (header.capture, header.device, header.role, header.driver) == (1, "shoe", "shoe", "shoe")
    assert {json.loads(line)["dir"] for line in lines} == {"opened", "in", "out"}


@pytest.mark.parametrize("line", ["{}", '{"ms":0,"dir":"up","hex":""}', '{"ms":0,"dir":"in","hex":"0"}', "x"])
def test_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        list(read_capture([line]))


def test_it_plays_the_device_to_a_host_with_another_nonce(tmp_path: Path) -> None:
    recorded, (_, *lines) = recorded_at(tmp_path)
    device = ReplayDevice(read_capture(lines))
    for now in (0.0, 60.0):
        assert ReplayDevice(read_capture(lines)).due(now) == b"", (
            "nothing comes before what it answers was said"
        )
    talk = Conversation(find_role("shoe"), nonce=count(99).__next__)
    talk.opened(0.0)
    heard: list[object] = []
    for turn in range(2000):
        now = turn / 1000
        device.received(talk.to_send(), now)
        talk.received(device.due(now), now)
        talk.tick(now, True)
        heard += [one.report for one in talk.take_reports()]
        if heard:
            break
    assert heard == recorded
    assert isinstance(recorded[0], DeviceReady)


def test_a_version_that_nobody_reads_is_said() -> None:
    head = '{"capture":2,"device":"shoe","role":"shoe","driver":"shoe","began":""}'
    with pytest.raises(ValueError, match="version 2"):
        read_header(head)


def test_a_recording_is_bounded_and_one_part_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.capture"
    recorder = Recorder(path, "wagers", find_role("wager_positions"), largest=2000)
    for _ in range(300):
        recorder.note("out", b"x" * 50)
    recorder.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.capture", "a.capture.1"]
    for one in tmp_path.iterdir():
        assert one.stat().st_size <= 2000
        head, *lines = one.read_text(encoding="ascii").splitlines()
        assert read_header(head).part > 1
        assert list(read_capture(lines))


def test_a_full_disk_ends_the_recording_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "shoe.capture"
    path.symlink_to("/dev/full")
    near, far = LoopLink.pair()
    with caplog.at_level(logging.WARNING):
        recorder = Recorder(path, "shoe", find_role("shoe"))
        link = CapturingLink(near, recorder)
        for _ in range(20_000):
            recorder.note("out", b"x")
        assert link.write(b"abc") == 3
        assert far.read(1.0) == b"abc"
        recorder.close()
    link.close()
    far.close()
    (told,) = [one.getMessage() for one in caplog.records]
    assert f"the recording of shoe in {path} has ended" in told
    assert "the table goes on" in told


def test_a_folder_that_is_not_there_ends_it_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder(tmp_path / "gone" / "a.capture", "shoe", find_role("shoe"))
    recorder.note("out", b"x")
    recorder.close()
    assert "has ended" in caplog.text


def test_a_person_reads_frames_orders_and_faults_of_the_cable(tmp_path: Path) -> None:
    _, (_, *lines) = recorded_at(tmp_path)
    entries = [*read_capture(lines), Passed(9000, "in", (b"\0" + b"\xff" * 9 + b"\0").hex(), True)]
    shown = list(describe(entries, find_role("shoe")))
    assert shown[0].endswith("== the port was opened")
    for words in ("-> HELLO", "<- WELCOME", "<- IDENTITY", "-> ORDER", "#1  state", "<- REPLY"):
        assert any(words in line for line in shown), words
    assert shown[-1].endswith("filled up: it may have had a face in it): 9 bytes  " + "\\xff" * 9)


def test_a_person_reads_why_something_is_no_frame() -> None:
    whole = bytearray(encode(Frame(10)))
    whole[-2] ^= 1
    (line,) = describe([Passed(5, "in", bytes(whole).hex())], find_role("wager_positions"))
    assert "no frame (wrong CRC)" in line
