"""The feed over a real socket: frames out, Commands in, and what a bad console can not do."""

import os
import queue
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from controller.consoles import console as console_module
from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.feed import MOST_CONSOLES, FeedError, FeedServer
from controller.consoles.frames import (
    MAX_ASKED,
    Shown,
    Subscribe,
    ToldShown,
    Wrong,
    decode_frame,
    encode,
)
from controller.consoles.telling import MOST_TOLD
from controller.games.free_bet_blackjack.game import GAME
from controller.table.commands import (
    Asked,
    Decide,
    NewDealer,
    NoMoreBets,
    ReportIncident,
)
from controller.table.events import Noted
from tests.controller.consoles.playing import Play

SECONDS = 20.0
"""Far more than anything here takes: only what hangs runs into it."""


class Served:
    """A feed with a table behind it, and what consoles have asked of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: queue.SimpleQueue[Asked] = queue.SimpleQueue()
        self.server = FeedServer(path, self.asked.put, name="Table 7", resolve=lambda cited: f"<{cited}>")
        self.play = Play(1).open()

    def publish(self) -> None:
        assert self.play.ruling is not None
        self.server.publish(GAME, self.play.table, self.play.ruling.refused, by="dealer Kim")

    def next_asked(self) -> Asked:
        return self.asked.get(timeout=SECONDS)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path / "feed.sock")
    with one.server:
        yield one


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.002)


def frame_at(client: FeedClient, ruling: int) -> Shown:
    """The first frame of this ruling or a later one."""
    while True:
        frame = client.next(SECONDS)
        assert frame is not None
        if frame.ruling >= ruling:
            return frame


def raw(path: Path) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(SECONDS)
    link.connect(str(path))
    return link


# ---- frames out -----------------------------------------------------------------------------------


def test_two_consoles_get_the_latest_screen_and_each_later_one(served: Served) -> None:
    served.publish()
    with FeedClient(served.path) as one, FeedClient(served.path) as other:
        for client in (one, other):
            assert frame_at(client, 1).screen.phase == "Betting"
        served.play.bets()
        served.publish()
        for client in (one, other):
            assert frame_at(client, 2).screen.boxes[5].player == "Flo"


def test_a_console_that_comes_before_the_first_screen_waits_for_it(served: Served) -> None:
    with FeedClient(served.path) as client:
        assert client.next(0.05) is None
        served.publish()
        assert frame_at(client, 1).screen.table == "Table 7"


def test_of_many_screens_the_last_always_gets_out_and_numbers_grow(served: Served) -> None:
    with FeedClient(served.path) as client:
        for _ in range(5_000):
            served.publish()
        numbers = [frame_at(client, 1).ruling]
        while numbers[-1] < 5_000:
            numbers.append(frame_at(client, 1).ruling)
        assert numbers == sorted(set(numbers))
        assert len(numbers) < 2_000, "screens in between are left out"


def test_frames_per_second_can_be_asked_for(served: Served) -> None:
    with FeedClient(served.path, frames_per_second=1000) as client:
        served.publish()
        frame_at(client, 1)
        with closing(raw(served.path)) as link:
            link.sendall(encode(Subscribe(0)) + b"\n")
            assert b"frames per second must be 1 to 1000" in read_line(link, Wrong)


def test_a_refusal_is_not_lost_with_the_screens_that_are_left_out(served: Served) -> None:
    with FeedClient(served.path) as client:
        served.play.ask(NoMoreBets(), "dealer")
        served.publish()
        served.play.bets()
        for _ in range(50):
            served.publish()
        refusal = frame_at(client, 51).screen.refusal
        assert refusal is not None
        assert refusal.why == "no Blackjack Wager on the table"
        assert refusal.clause == "<topic:blackjack-wager>"
        assert (refusal.ruling, refusal.by) == (1, "dealer Kim")


def test_the_last_settlement_stays_when_its_screen_was_left_out(served: Served) -> None:
    served.play.until("Settling")
    served.publish()
    served.play.until("Betting")
    served.publish()
    with FeedClient(served.path) as client:
        screen = frame_at(client, 2).screen
        assert screen.phase == "Betting"
        assert screen.settled_round == 1
        assert screen.settled


def test_the_pumps_form_of_publish_says_who_was_refused(served: Served) -> None:
    publish = served.server.publisher(GAME)
    asked = Asked("dealer", "Ann", NoMoreBets())
    publish(served.play.table, asked, served.play.given(asked), "")
    with FeedClient(served.path) as client:
        refusal = frame_at(client, 1).screen.refusal
        assert refusal is not None
        assert refusal.by == "dealer Ann"
        publish(served.play.table, None, None, "the journal has stopped")
        assert frame_at(client, 2).screen.locked == "the journal has stopped"


def test_what_happened_reaches_consoles_although_its_screen_was_left_out(served: Served) -> None:
    show = served.server.publisher(GAME)
    with FeedClient(served.path) as client:
        ruling = served.play.ask(ReportIncident("player_left", 2, "to the phone"), "dealer")
        show(served.play.table, Asked("dealer", "Kim", ReportIncident("player_left")), ruling, "")
        served.play.bets()
        for _ in range(60):
            assert served.play.ruling is not None
            show(served.play.table, None, served.play.ruling, "")
        told = frame_at(client, 61).screen.told
    words = "box 2: a player left during the round (to the phone) (the dealer Kim)"
    assert told == (ToldShown(1, words),)


def test_of_what_happened_the_feed_keeps_no_more_than_screens_show(served: Served) -> None:
    for at in range(200):
        served.server.publish(GAME, served.play.table, events=(Noted(f"note {at}"),))
    assert len(served.server._told) == MOST_TOLD
    with FeedClient(served.path) as client:
        told = frame_at(client, 200).screen.told
    assert [one.words for one in told] == [f"note {at}" for at in range(200 - MOST_TOLD, 200)]


def test_a_screen_that_cannot_be_made_ends_nothing(served: Served) -> None:
    table = msgspec.structs.replace(served.play.table, wanted_reader=object())
    served.server.publish(GAME, msgspec.structs.replace(table, phase="Nowhere"))
    with FeedClient(served.path) as client:
        wait_for(lambda: client.next(0.01) is None and bool(client.complaints))
        assert "screen 1 cannot be made" in client.complaints[0]
        served.publish()
        assert frame_at(client, 2).screen.phase == "Betting"


# ---- Commands in ----------------------------------------------------------------------------------


def test_commands_arrive_with_who_asked(served: Served) -> None:
    with FeedClient(served.path) as client:
        client.ask("dealer", "Ann", NoMoreBets())
        client.ask("floorperson", "Zoë", Decide(3, "double", 1, 1500))
        assert served.next_asked() == Asked("dealer", "Ann", NoMoreBets())
        assert served.next_asked() == Asked("floorperson", "Zoë", Decide(3, "double", 1, 1500))


def test_nobody_is_authenticated_whatever_the_line_says(served: Served) -> None:
    with closing(raw(served.path)) as link:
        link.sendall(encode(Asked("dealer", "Ann", NoMoreBets(), authenticated=True)) + b"\n")
        assert served.next_asked().authenticated is False


BAD_LINES = {
    b"nonsense": "no command",
    b"{}": "no command",
    b"\xff\xfe": "no command",
    b'["Asked","dealer","Ann",["Cheat"],false]': "no command",
    b'["Asked","player","Ann",["NoMoreBets"],false]': "no command",
    b'["Asked","dealer","Ann",["CardDrawn",1,"AS"],false]': "no command",
    b"[" * 3000: "no command",
    encode(Asked("house", "Ann", NoMoreBets())): "speaks for a dealer or a floorperson",
    encode(Asked("dealer", "", NoMoreBets())): "the person's name is empty",
    encode(Asked("dealer", "A" * 65, NoMoreBets())): "at most 64 letters",
    encode(Asked("dealer", "\x1b[2J", NoMoreBets())): "can be printed",
    encode(Asked("dealer", "Ann", NewDealer("\u202eAnn\x00"))): "can be printed",
    b'["Asked","dealer","Ann",["Decide",1,"double",1,' + b"9" * 40 + b"],false]": "too large",
    b"x" * (MAX_ASKED + 1): "longer than",
    b"x" * (20 * MAX_ASKED): "longer than",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: repr(line[:24]))
def test_a_bad_line_is_answered_and_the_connection_goes_on(served: Served, line: bytes) -> None:
    with closing(raw(served.path)) as link:
        link.sendall(line + b"\n")
        assert BAD_LINES[line].encode() in read_line(link, Wrong)
        link.sendall(encode(Asked("dealer", "Ann", NoMoreBets())) + b"\n")
        assert served.next_asked().what == NoMoreBets()


def read_line(link: socket.socket, kind: type) -> bytes:
    """The next line of this kind, read byte by byte so that nothing behind it is lost."""
    while True:
        line = b""
        while not line.endswith(b"\n"):
            given = link.recv(1)
            assert given, "the connection was closed"
            line += given
        if isinstance(decode_frame(line), kind):
            return line


def test_a_line_in_pieces_and_lines_together_are_each_one_line(served: Served) -> None:
    line = encode(Asked("dealer", "Ann", NoMoreBets())) + b"\n"
    with closing(raw(served.path)) as link:
        for at in range(len(line)):
            link.sendall(line[at : at + 1])
        link.sendall(line * 3 + b"\n\n")
        for _ in range(4):
            assert served.next_asked().what == NoMoreBets()
    assert served.asked.empty()


def test_complaints_reach_the_client(served: Served) -> None:
    with FeedClient(served.path) as client:
        client.ask("dealer", "A" * 70, NoMoreBets())
        wait_for(lambda: client.next(0.01) is None and bool(client.complaints))
        assert "at most 64 letters" in client.complaints[0]


# ---- bad consoles, and ends -----------------------------------------------------------------------


def test_a_console_that_does_not_read_is_dropped_and_the_others_play_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console_module, "PATIENCE", 0.2)
    with closing(raw(served.path)) as deaf, FeedClient(served.path, frames_per_second=1000) as client:
        deaf.sendall(encode(Subscribe(1000)) + b"\n")
        published = 0

        def is_dropped() -> bool:
            nonlocal published
            served.publish()
            published += 1
            frame_at(client, published)
            return len(served.server._consoles) == 1

        wait_for(is_dropped)
        served.publish()
        assert frame_at(client, published + 1).screen.phase == "Betting"
        while deaf.recv(65536):
            pass


def test_a_console_that_sends_rubbish_without_reading_is_dropped(served: Served) -> None:
    with closing(raw(served.path)) as link:
        wait_for(lambda: is_refused(link, b"rubbish\n" * 500))


def is_refused(link: socket.socket, line: bytes) -> bool:
    """Whether the other end takes nothing any more because it has closed."""
    try:
        link.sendall(line)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_one_console_more_than_there_is_room_for_is_told_so(served: Served) -> None:
    clients = [FeedClient(served.path) for _ in range(MOST_CONSOLES)]
    wait_for(lambda: len(served.server._consoles) == MOST_CONSOLES)
    with FeedClient(served.path) as late:
        assert list(late.frames()) == []
    assert f"{MOST_CONSOLES} consoles" in late.complaints[0]
    for client in clients:
        client.close()
    wait_for(lambda: not served.server._consoles)


def test_a_console_can_leave_and_come_again(served: Served) -> None:
    for number in range(1, 6):
        served.publish()
        with FeedClient(served.path) as client:
            assert frame_at(client, number).ruling == number
    wait_for(lambda: not served.server._consoles)


def test_the_end_of_the_table_ends_the_frames(tmp_path: Path) -> None:
    served = Served(tmp_path / "feed.sock")
    with FeedClient(served.path) as client:
        wait_for(lambda: bool(served.server._consoles))
        served.publish()
        served.play.bets()
        served.publish()
        served.server.close()
        served.server.close()
        numbers = [frame.ruling for frame in client.frames()]
        assert numbers[-1] == 2, "the last screen gets out"
        with pytest.raises(FeedDown, match="has ended"):
            client.latest()
        with pytest.raises(FeedDown):
            client.ask("dealer", "Ann", NoMoreBets())
    assert not served.path.exists()


def test_latest_skips_to_the_newest(served: Served) -> None:
    with FeedClient(served.path, frames_per_second=1000) as client:
        with pytest.raises(FeedDown, match="shows nothing yet"):
            client.latest(0.01)
        for number in range(1, 11):
            served.publish()
            wait_for(lambda number=number: client.latest(SECONDS).ruling == number)  # type: ignore[misc]


# ---- the path -------------------------------------------------------------------------------------


def test_only_this_user_may_connect(served: Served) -> None:
    assert stat.S_IMODE(os.stat(served.path).st_mode) == 0o600


def test_a_path_that_is_served_is_refused(served: Served) -> None:
    with pytest.raises(FeedError, match="another table is serving this path"):
        FeedServer(served.path, served.asked.put)
    with FeedClient(served.path):
        pass


def test_a_socket_that_a_killed_table_left_behind_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "feed.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(path))
    with Served(path).server, FeedClient(path):
        pass


def test_what_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "feed.sock"
    path.write_text("somebody's notes")
    with pytest.raises(FeedError, match="no socket"):
        FeedServer(path, print)
    assert path.read_text() == "somebody's notes"


def test_a_path_that_cannot_be_is_named_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(FeedError, match="make the folder first"):
        FeedServer(tmp_path / "none" / "feed.sock", print)
    with pytest.raises(FeedError, match="choose a shorter one"):
        FeedServer(tmp_path / ("x" * 120), print)


def test_a_client_without_a_table_says_so(tmp_path: Path) -> None:
    with pytest.raises(FeedDown, match="no table is running at"):
        FeedClient(tmp_path / "feed.sock")


def test_a_feed_does_not_remove_a_socket_that_is_no_longer_its_own(tmp_path: Path) -> None:
    path = tmp_path / "feed.sock"
    first = Served(path)
    path.unlink()
    with Served(path).server:
        first.server.close()
        with FeedClient(path):
            pass


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    def count() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    before = count()
    for at in range(10):
        served = Served(tmp_path / "feed.sock")
        served.publish()
        with FeedClient(served.path) as client:
            assert frame_at(client, 1)
            if at % 2:
                served.server.close()
        served.server.close()
    assert count() == before
