"""What a table's logs, screens and sockets give away: no card that lies face down, no way in, no secret.

Each test says what went wrong elsewhere. What screens show in play is tested with the consoles.
"""

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.consoles.screens import screen
from drivers import messages as m
from drivers.cards import DECK, is_known
from tests.controller.house import House, People
from tests.controller.pumping import INPUTS, Watched
from tests.controller.test_defects import faulty
from tests.controller.walking import Walk, undisturbed
from tests.controller.watched import DECK as OF_THE_DAY
from tests.controller.watched import GAME, bench_of_a_day

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][CDHS](?![0-9A-Za-z])")
"""A card as it is written anywhere in this program."""


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """All that was logged, but for the seals of the journal: hashes and signatures say any two letters by
    chance."""
    lines = (record.getMessage() + str(record.exc_text or "") for record in caplog.records)
    return "\n".join(line for line in lines if not line.startswith("TABLE-SEAL "))


# ---- no card in a log, and none that lies face down on a screen -----------------------------------------


def test_no_log_line_of_a_whole_day_names_a_card(caplog: pytest.LogCaptureFixture) -> None:
    """Dealing, faults, a kill, a lost cable and a device that starts anew: whatever is logged names no card,
    neither one that is dealt nor one that lies face down nor one that is still in the shoe."""
    with caplog.at_level(logging.DEBUG):
        bench = bench_of_a_day()
        walk = Walk(bench)
        for turn in range(400):
            if walk.is_over():
                break
            walk.step()
            if turn == 25:
                bench.restart()
            if turn == 40:
                bench.unplug("shoe")
            if turn == 50:
                bench.power_cycle("reader")
    assert walk.is_over()
    assert bench.table.round
    assert cards_in(logged(caplog)) == set()
    assert cards_in("burned TH.") == {"TH"}, "the test above would notice one"
    assert set(OF_THE_DAY) - set(DECK) == {"5D!"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def played(house: House) -> House:
    """A table process in its second round, and its devices."""
    house.start()
    people = People(house)
    people.play(1)
    while not any(box.hands for box in people.look().boxes):
        people.step()
    people.close()
    return house


def test_no_process_of_a_table_writes_a_card_into_its_log(played: House) -> None:
    assert played.table is not None
    assert played.table.end() == 0
    for process in (played.table, *played.devices):
        assert cards_in(process.log.read_text(encoding="utf-8")) == set(), process.name


FACES = [
    (number, given.what)
    for number, given in enumerate(INPUTS)
    if isinstance(given.what, m.Disclosed | m.CardDrawn) and is_known(given.what.card)
]


@pytest.mark.parametrize("at", [FACES[0][0], *(n for n, one in FACES if isinstance(one, m.Disclosed))])
def test_a_defect_names_the_card_that_met_it_in_the_journal_alone(
    at: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A burn card or a hole card that the shoe tells the journal: where ruling on it fails, neither log nor
    screen says which card it was."""
    given = INPUTS[at]
    assert isinstance(given.what, m.Disclosed | m.CardDrawn)
    watched = Watched(faulty(undisturbed().tables[at - 1].phase, type(given.what)), at_once=True)
    watched.take_all(INPUTS[:at])
    before = cards_in(_shown(watched))
    with caplog.at_level(logging.DEBUG):
        watched.pump.take(given)
    assert [hold.kind for hold in watched.pump.table.holds][-1] == "defect"
    assert cards_in(logged(caplog)) == set()
    assert "ZeroDivisionError" in logged(caplog)
    assert cards_in(_shown(watched)) <= before
    assert given.what.card in str(watched.journal.last())


def _shown(watched: Watched) -> str:
    return msgspec.json.encode(screen(GAME, watched.pump.table, resolve=lambda topic: topic)).decode()


# ---- sockets and secrets --------------------------------------------------------------------------------


def test_a_running_table_listens_at_its_unix_socket_and_nowhere_else(played: House) -> None:
    """Elsewhere machines beside the players' knees answered to Telnet, SSH, HTTP and X11."""
    assert played.table is not None
    pid = played.table.child.pid
    open_ = [os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")]
    inodes = {name[8:-1] for name in open_ if name.startswith("socket:[")}
    assert inodes, "its feed, at least"
    for family in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6", "packet"):
        table = Path(f"/proc/{pid}/net/{family}")
        lines = table.read_text().splitlines()[1:] if table.exists() else []
        assert not inodes & {word for line in lines for word in line.split()[8:10]}, family
    unix = [line.split() for line in Path(f"/proc/{pid}/net/unix").read_text().splitlines()[1:]]
    listening = [row[-1] for row in unix if row[6] in inodes and row[3] == "00010000"]
    assert listening == [str(played.feed)]


def test_no_secret_lies_in_the_repository() -> None:
    """Elsewhere one key opened all machines. Ours are made where they are used (journal/keys.py)."""
    root = Path(__file__).parents[2]
    for folder in ("config", "controller", "drivers", "docs"):
        for path in (root / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                assert b"PRIVATE KEY-----" not in path.read_bytes(), path
