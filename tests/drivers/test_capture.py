"""A recording is what passed, and its replay drives a host as the device did."""

import io
import json
from itertools import count

import pytest

from drivers.capture import CapturingLink, ReplayLink, read_capture
from drivers.conversation import Conversation
from drivers.errors import LinkLost
from drivers.link import LoopLink
from drivers.messages import DeviceReady
from drivers.roles import find_role
from tests.drivers.fake_device import FarEnd


def converse(link: CapturingLink | ReplayLink) -> list[object]:
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


def test_a_recording_plays_back_as_the_device() -> None:
    near, far = LoopLink.pair()
    file = io.StringIO()
    device = FarEnd(far)
    recorded = converse(CapturingLink(near, file))
    near.close()
    device.close()
    lines = file.getvalue().splitlines()
    assert {json.loads(line)["dir"] for line in lines} == {"in", "out"}
    replay = ReplayLink(read_capture(lines))
    assert converse(replay) == recorded
    assert isinstance(recorded[0], DeviceReady)
    replay.close()


def test_nothing_comes_before_what_it_answers_was_written() -> None:
    link = ReplayLink(
        read_capture(['{"ms":0,"dir":"out","hex":"0102"}', '{"ms":1,"dir":"in","hex":"03"}', ""])
    )
    assert link.read() == b""
    assert link.write(b"\x01") == 1
    assert link.read() == b""
    assert link.write(b"\x02") == 1
    assert link.read() == b"\x03"
    with pytest.raises(LinkLost):
        link.read()
    link.close()
    link.close()


@pytest.mark.parametrize("line", ["{}", '{"ms":0,"dir":"up","hex":""}', '{"ms":0,"dir":"in","hex":"0"}', "x"])
def test_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        list(read_capture([line]))
