"""`run --capture`, `capture show`, `capture replay`, at a table of processes: a recording has no face."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit import read_entries
from controller.connected import greet
from controller.table.commands import Reported
from drivers import messages as m
from drivers.capture import read_capture, read_header
from drivers.cards import DECK, is_known
from drivers.frame import Decoder, Frame
from drivers.payload import load
from drivers.ports import Binding
from drivers.roles import find_role
from tests.controller.house import House, People, Process, run

CAPTURES = ("t1.reader.capture", "t1.shoe.capture", "t1.wagers.capture")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def frames(path: Path) -> list[Frame]:
    head, *lines = path.read_text(encoding="ascii").splitlines()
    assert read_header(head).part == 1
    data = b"".join(bytes.fromhex(one.hex) for one in read_capture(lines) if one.dir == "in")
    return Decoder().feed(data)


def test_a_round_is_recorded_without_a_face_and_can_be_shown_and_played(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    line = ("run", str(house.file), "--run-dir", str(house.folder), "--capture", str(folder))
    house.table = Process(house.folder, "table", *line).ready()
    people = People(house)
    people.play(1)
    people.close()
    assert house.table.end() == 0
    assert sorted(one.name for one in folder.iterdir()) == list(CAPTURES)

    shoe = folder / "t1.shoe.capture"
    rows = find_role("shoe").reports_by_code()
    told = [rows[one.message].decode(load(one.payload)) for one in frames(shoe) if one.type == 8]
    drawn = [one for one in told if isinstance(one, m.CardDrawn)]
    assert [one.draw for one in drawn] == list(range(1, len(people.pulled) + 1))
    assert not any(is_known(one.card) for one in told if isinstance(one, m.CardDrawn | m.Disclosed))
    heard = [one.given.what for one in read_entries(house.journal) if isinstance(one.given, Reported)]
    assert sum(isinstance(one, m.Disclosed) for one in told) == sum(isinstance(o, m.Disclosed) for o in heard)

    shown = run("capture", "show", str(shoe))
    assert shown.returncode == 0, shown.stderr
    assert "drawn: CardDrawn(draw=1, card='##'" in shown.stdout
    assert "  permit {" in shown.stdout
    assert not any(f"'{card}'" in shown.stdout for card in DECK)

    port = tmp_path / "again"
    player = Process(tmp_path, "player", "capture", "replay", str(shoe), "--port", str(port)).ready()
    answer = greet("shoe", "shoe", "", Binding(path=str(port)), 10.0)
    assert answer.ready is not None, answer.why
    assert answer.ready == next(one for one in heard if isinstance(one, m.DeviceReady) and _is_shoe(one))
    player.end()
    assert not port.is_symlink()


def _is_shoe(ready: m.DeviceReady) -> bool:
    return ready.identity.role == "shoe"


WRONG = [
    ("", "line 1: ", "name a file that"),
    ('{"capture":9,"device":"a","role":"shoe","driver":"shoe","began":""}\n', "line 1: ", "version 9"),
    (
        '{"capture":1,"device":"a","role":"shoe","driver":"shoe","began":""}\nx\n{"ms":0,"dir":"opened"}\n',
        "line 2: ",
        "cut the file",
    ),
]


@pytest.mark.parametrize(("text", "place", "why"), WRONG)
def test_a_file_that_is_no_recording_is_said(tmp_path: Path, text: str, place: str, why: str) -> None:
    path = tmp_path / "a.capture"
    path.write_text(text, encoding="ascii")
    done = run("capture", "show", str(path))
    assert done.returncode == 2
    assert place in done.stderr
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.capture"
    head = '{"capture":1,"device":"a","role":"shoe","driver":"shoe","began":""}\n'
    path.write_text(head + '{"ms":0,"dir":"opened"}\n{"ms":12,"di', encoding="ascii")
    done = run("capture", "show", str(path))
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == ["     0.000 == the port was opened"]


def test_a_folder_that_cannot_be_made_is_said_before_the_table_is_ready(house: House, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("", encoding="ascii")
    done = run("run", str(house.file), "--run-dir", str(house.folder), "--capture", str(taken))
    assert done.returncode == 2
    assert "taken" in done.stderr.splitlines()[-1]


def test_faces_that_are_none_are_said_with_their_line(tmp_path: Path) -> None:
    path, faces = tmp_path / "a.capture", tmp_path / "faces"
    head = '{"capture":1,"device":"a","role":"shoe","driver":"shoe","began":""}\n'
    path.write_text(head, encoding="ascii")
    faces.write_text("1 TH\n\n2 XX\n", encoding="utf-8")
    done = run("capture", "replay", str(path), "--port", str(tmp_path / "p"), "--faces", str(faces))
    assert done.returncode == 2
    assert "line 3: '2 XX'; write a draw and a card, such as 3 TH" in done.stderr


def test_what_is_no_text_is_said_with_its_line(tmp_path: Path) -> None:
    path, faces = tmp_path / "a.capture", tmp_path / "faces"
    path.write_bytes(b"\x7fELF\xff\xfe")
    done = run("capture", "show", str(path))
    assert done.returncode == 2
    assert "line 1" in done.stderr
    head = '{"capture":1,"device":"a","role":"shoe","driver":"shoe","began":""}\n'
    path.write_text(head, encoding="ascii")
    faces.write_bytes(b"1 TH\n2 \xff\n")
    done = run("capture", "replay", str(path), "--port", str(tmp_path / "p"), "--faces", str(faces))
    assert done.returncode == 2
    assert "line 2" in done.stderr
