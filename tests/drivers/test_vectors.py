"""The driver held to the golden vectors of the link document, in both directions."""

import json
from pathlib import Path
from typing import Any

import pytest

from drivers import frame as wire
from drivers.frame import Decoder, Frame, encode
from drivers.handshake import session_of
from drivers.messages import (
    Arm,
    AttemptAfterClose,
    AttemptAfterLockOut,
    AwardCredited,
    CancelShuffle,
    CardDrawn,
    CardPushedBack,
    CardsLoaded,
    ClosePositions,
    CoverCardOut,
    CreditAccount,
    Disarm,
    Disclose,
    Disclosed,
    Dispense,
    DoubleFeed,
    FaultRaised,
    LidMoved,
    Lock,
    LockedOut,
    LockOut,
    OpenPositions,
    OpenProgressive,
    OutputTaken,
    Permit,
    Placed,
    PositionsState,
    ProgressivePlaced,
    ProgressiveState,
    ProgressiveTakenBack,
    ReaderAnswer,
    ReaderState,
    Reject,
    RejectProgressive,
    Release,
    ShoeEmpty,
    ShoeState,
    ShowMeters,
    Shuffle,
    ShuffleDone,
    ShuffleFailed,
    ShufflerState,
    ShuffleStarted,
    StackDispensed,
    StackFailed,
    StackState,
    StackTaken,
    TakenBack,
)
from drivers.payload import BadPayload, Payload, dump, know_mandatory, load, submap
from drivers.roles import find_role

DOCUMENT = json.loads((Path(__file__).parents[2] / "docs" / "link-vectors.json").read_text())
GOOD = DOCUMENT["good"]
ROLES = ("shoe", "card_reader", "wager_positions", "shuffler", "progressive")


def named(entry: dict[str, Any]) -> str:
    return f"{entry['role']}: {entry['name']}"


def payload_of(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"hex"}:
            return bytes.fromhex(value["hex"])
        return {int(k) if k.lstrip("-").isdigit() else k: payload_of(v) for k, v in value.items()}
    return [payload_of(item) for item in value] if isinstance(value, list) else value


def frame_of(entry: dict[str, Any]) -> Frame:
    kind = vars(wire)[entry["type"]]
    return Frame(
        kind,
        entry["message"],
        entry["session"],
        entry["number"],
        entry["ack"],
        dump(payload_of(entry["payload"])),
    )


def vector(role: str, name: str) -> dict[str, Any]:
    return next(e for e in GOOD if e["role"] == role and e["name"] == name)


@pytest.mark.parametrize("entry", GOOD, ids=named)
def test_a_good_vector_decodes_to_its_fields(entry: dict[str, Any]) -> None:
    (frame,) = Decoder().feed(bytes.fromhex(entry["hex"]))
    assert frame == frame_of(entry)
    assert load(frame.payload) == payload_of(entry["payload"])


@pytest.mark.parametrize("entry", GOOD, ids=named)
def test_the_fields_of_a_good_vector_encode_to_it(entry: dict[str, Any]) -> None:
    assert encode(frame_of(entry)).hex() == entry["hex"]


def test_the_session_is_the_documents() -> None:
    assert session_of(DOCUMENT["boot"], DOCUMENT["nonce"]) == DOCUMENT["session"]


@pytest.mark.parametrize(
    "entry", [e for e in DOCUMENT["bad"] if e["where"] == "frame"], ids=lambda e: e["name"]
)
def test_a_bad_frame_is_dropped_and_counted(entry: dict[str, Any]) -> None:
    decoder = Decoder()
    assert decoder.feed(bytes.fromhex(entry["hex"])) == []
    assert decoder.dropped.total == 1
    assert len(decoder.feed(bytes.fromhex(GOOD[0]["hex"]))) == 1


@pytest.mark.parametrize(
    "entry", [e for e in DOCUMENT["bad"] if e["where"] == "payload"], ids=lambda e: e["name"]
)
def test_a_bad_payload_is_refused(entry: dict[str, Any]) -> None:
    (frame,) = Decoder().feed(bytes.fromhex(entry["hex"]))
    row = find_role("shoe").reports_by_code()[frame.message]
    with pytest.raises(BadPayload):
        _understand(row.decode, frame.payload)


def _understand(decode: Any, payload: bytes) -> None:
    said = load(payload)
    know_mandatory(said, frozenset((-1,)))
    decode(said)


ORDERS = [
    ("shoe", "order permit the deal", Permit(41, "uuuudd")),
    ("shoe", "order permit on the right", Permit(5, "u", 1)),
    ("shoe", "order permit on the right, or the left", Permit(1, "u", 2)),
    ("shoe", "order permit 32", Permit(4000, "ud" * 16)),
    ("shoe", "order lock", Lock()),
    ("shoe", "order disclose", Disclose(41)),
    ("shoe", "order disclose on the right", Disclose(41, 1)),
    ("shoe", "order dispense", Dispense(1, 5, 5)),
    ("shoe", "order dispense, the last card face up", Dispense(7, 5, 35, "u")),
    ("shoe", "order dispense the largest stack", Dispense(41, 32, 4000, "ud" * 16)),
    ("card_reader", "order arm, ace", Arm("A")),
    ("card_reader", "order arm, ten", Arm("T")),
    ("card_reader", "order disarm", Disarm()),
    (
        "wager_positions",
        "order open",
        OpenPositions((("blackjack", (1, 2, 3, 4, 5, 6, 7), 50000), ("push_22", (1, 3), 2500))),
    ),
    ("wager_positions", "order close", ClosePositions()),
    ("wager_positions", "order reject", Reject(3, "blackjack", 50000)),
    ("shuffler", "order shuffle", Shuffle(41, 2, 312)),
    ("shuffler", "order shuffle, the last job there is", Shuffle(0xFFFFFFFF, 1, 52)),
    ("shuffler", "order cancel", CancelShuffle()),
    ("shuffler", "order release", Release(41)),
    ("shuffler", "order release whatever is inside", Release(0)),
    (
        "progressive",
        "order open",
        OpenProgressive((("bad_beat", (1, 2, 3, 4, 5, 6, 7), 2500), ("hit_and_run", (1, 3), 500)), 41),
    ),
    (
        "progressive",
        "order open, with a card and a box to be selected",
        OpenProgressive((("bad_beat", (1, 2, 3, 4, 5, 6, 7), 2500),), 42, magic=True, lucky=True),
    ),
    ("progressive", "order open, nothing", OpenProgressive(())),
    ("progressive", "order lock-out", LockOut()),
    ("progressive", "order reject", RejectProgressive(3, "hit_and_run", 0)),
    ("progressive", "order show-meters", ShowMeters((("bad_beat", 1000000), ("hit_and_run", 512345)))),
    ("progressive", "order credit", CreditAccount(7, 3, "bad_beat", 500000)),
]


@pytest.mark.parametrize(("role", "name", "order"), ORDERS)
def test_an_order_is_said_as_in_its_vector(role: str, name: str, order: Any) -> None:
    row = find_role(role).orders_by_kind()[type(order)]
    entry = vector(role, name)
    assert (row.code, row.encode(order)) == (entry["message"], payload_of(entry["payload"]))


def test_every_order_row_has_a_vector() -> None:
    said = {(role, type(order)) for role, _, order in ORDERS}
    assert said == {(name, row.kind) for name in ROLES for row in find_role(name).orders}


REPORTS = [
    ("shoe", "report drawn, ace of spades", CardDrawn(41, "AS")),
    ("shoe", "report drawn, two of clubs", CardDrawn(1, "2C")),
    ("shoe", "report drawn, ten of hearts", CardDrawn(2, "TH")),
    ("shoe", "report drawn, queen of diamonds", CardDrawn(3, "QD")),
    ("shoe", "report drawn, joker", CardDrawn(4, "JK")),
    ("shoe", "report drawn, sealed", CardDrawn(5, "##")),
    ("shoe", "report drawn, unread", CardDrawn(6, "??")),
    ("shoe", "report drawn, face up in the shoe", CardDrawn(7, "AD", face_up=True)),
    ("shoe", "report drawn while locked and beyond", CardDrawn(9, "##", locked=True, beyond=True)),
    ("shoe", "report drawn on the right", CardDrawn(10, "8H", side=1)),
    ("shoe", "report double-feed", DoubleFeed(11)),
    ("shoe", "report double-feed on the right", DoubleFeed(12, 1)),
    ("shoe", "report pushed-back on the right", CardPushedBack(12, 1)),
    ("shoe", "report cover-card", CoverCardOut(0)),
    ("shoe", "report cover-card on the right", CoverCardOut(12, 1)),
    ("shoe", "report empty on the right", ShoeEmpty(12, 1)),
    ("shoe", "report lid open", LidMoved(True)),
    ("shoe", "report disclosed", Disclosed(5, "JS")),
    ("shoe", "report disclosed on the right", Disclosed(5, "JS", 1)),
    ("shoe", "report disclosed, lost", Disclosed(5, "??")),
    ("shoe", "report loaded", CardsLoaded(1, 52)),
    ("shoe", "report loaded, by a shoe that does not count", CardsLoaded(2, 0)),
    ("shoe", "report stack-dispensed", StackDispensed(7, 31, 5)),
    ("shoe", "report stack-dispensed, one short", StackDispensed(7, 31, 4)),
    ("shoe", "report stack-failed, jam in its path", StackFailed(7, "jam", 31, 2, "path")),
    ("shoe", "report stack-failed, stopped before its first card", StackFailed(7, "stopped", 31, 0)),
    ("shoe", "report stack-failed, no card comes", StackFailed(7, "no-card", 31, 1)),
    ("shoe", "report stack-failed, empty", StackFailed(11, "empty", 51, 2)),
    ("shoe", "report stack-failed, lid", StackFailed(7, "lid", 31, 2)),
    ("shoe", "report stack-failed, locked", StackFailed(7, "locked", 31, 2)),
    ("shoe", "report stack-failed, power", StackFailed(0, "power", 0, 0)),
    ("shoe", "report stack-taken", StackTaken(7)),
    ("shoe", "report stack-taken, of no known stack", StackTaken(0)),
    ("any", "report fault-raised with a place", FaultRaised("jam", "path")),
    ("card_reader", "report answer, no read", ReaderAnswer("no_read")),
    ("card_reader", "report answer, Blackjack", ReaderAnswer("blackjack")),
    ("wager_positions", "report placed", Placed(3, (("blackjack", 2500), ("push_22", 500)))),
    ("wager_positions", "report placed by a known player", Placed(3, (("insurance", 1250),), "card 17")),
    ("wager_positions", "report taken-back", TakenBack(3, "blackjack", 2500)),
    (
        "wager_positions",
        "report attempt-after-close, lifted",
        AttemptAfterClose(3, "split", -2500),
    ),
    ("shuffler", "report started", ShuffleStarted(41)),
    ("shuffler", "report done", ShuffleDone(41, 312, "good", "good", "good")),
    (
        "shuffler",
        "report done, the right number of wrong ones",
        ShuffleDone(41, 312, "good", "bad", "good"),
    ),
    (
        "shuffler",
        "report done, one is missing and one back is another",
        ShuffleDone(41, 311, "bad", "bad", "bad"),
    ),
    (
        "shuffler",
        "report done, by a device that looks at nothing",
        ShuffleDone(41, 0, "unsupported", "unsupported", "unsupported"),
    ),
    ("shuffler", "report failed, jam in its path", ShuffleFailed(41, "jam", "path")),
    ("shuffler", "report failed, jam somewhere", ShuffleFailed(41, "jam")),
    ("shuffler", "report failed, stopped", ShuffleFailed(41, "stopped")),
    ("shuffler", "report failed, incomplete", ShuffleFailed(41, "incomplete")),
    ("shuffler", "report failed, lid", ShuffleFailed(41, "lid")),
    ("shuffler", "report failed, cancelled", ShuffleFailed(41, "cancelled")),
    ("shuffler", "report failed, power", ShuffleFailed(0, "power")),
    ("shuffler", "report taken", OutputTaken(41)),
    ("shuffler", "report taken, of no known job", OutputTaken(0)),
    ("shuffler", "report lid open", LidMoved(True)),
    ("shuffler", "report lid closed", LidMoved(False)),
    ("progressive", "report placed", ProgressivePlaced(3, "hit_and_run", 500)),
    ("progressive", "report placed by a known player", ProgressivePlaced(3, "bad_beat", 2500, "card 17")),
    ("progressive", "report taken-back", ProgressiveTakenBack(3, "bad_beat", 2500)),
    ("progressive", "report locked-out", LockedOut(((1, "bad_beat", 2500), (3, "hit_and_run", 500)))),
    ("progressive", "report locked-out, nothing accepted", LockedOut(())),
    (
        "progressive",
        "report locked-out, with a card and a box selected",
        LockedOut(((1, "bad_beat", 2500),), "QH", 7),
    ),
    ("progressive", "report attempt-after-lock-out", AttemptAfterLockOut(3, "hit_and_run", 500)),
    ("progressive", "report credited", AwardCredited(7)),
]


@pytest.mark.parametrize(("role", "name", "report"), REPORTS)
def test_a_report_vector_is_understood(role: str, name: str, report: Any) -> None:
    entry = vector(role, name)
    row = find_role("shoe" if role == "any" else role).reports_by_code()[entry["message"]]
    assert row.decode(payload_of(entry["payload"])) == report


@pytest.mark.parametrize("entry", [e for e in GOOD if e["type"] == "REPORT"], ids=named)
def test_every_report_vector_has_a_row_of_its_name(entry: dict[str, Any]) -> None:
    roles = ROLES if entry["role"] == "any" else (entry["role"],)
    for role in roles:
        row = find_role(role).reports_by_code()[entry["message"]]
        row.decode(payload_of(entry["payload"]))
        if not entry["name"].startswith("report after"):
            assert row.name in entry["name"]


def answers(role: str, *names: str) -> list[Payload]:
    return [submap(payload_of(vector(role, name)["payload"]), 3) for name in names]


def test_the_state_vectors_are_understood() -> None:
    shoe, reader, positions, *_ = (find_role(name).decode_state for name in ROLES)
    assert shoe(answers("shoe", "reply state")) == ShoeState(True, 41, 41, False, ())
    assert shoe(answers("shoe", "reply state, permitted and in trouble")) == ShoeState(
        False, 44, 41, True, ("jam", "lamp")
    )
    assert reader(answers("card_reader", "reply state")) == ReaderState("T", ())
    both = answers("wager_positions", "reply state, part 0 of 2", "reply state, part 1 of 2")
    assert positions(both) == PositionsState(
        True, ((1, "blackjack", 2500), (1, "push_22", 500), (7, "blackjack", 10000)), ("chip-reader",)
    )


STACK_STATES = [
    ("loaded", ShoeState(True, 0, 0, False, (), StackState(1, 0, "none", 0))),
    ("in the middle of a stack", ShoeState(False, 35, 32, False, (), StackState(1, 7, "working", 31))),
    ("its stack in the exit", ShoeState(True, 35, 35, False, (), StackState(1, 7, "dispensed", 31))),
    ("its stack taken", ShoeState(True, 35, 35, False, (), StackState(1, 7, "taken", 31))),
    ("failed", ShoeState(True, 32, 32, True, (), StackState(1, 7, "failed", 31))),
    ("cards of no load inside", ShoeState(True, 0, 0, False, (), StackState(0, 0, "failed", 0))),
]


@pytest.mark.parametrize(("name", "state"), STACK_STATES)
def test_a_state_vector_of_a_shoe_that_dispenses_is_understood(name: str, state: ShoeState) -> None:
    said = answers("shoe", f"reply state of a shoe that dispenses, {name}")
    assert find_role("shoe").decode_state(said) == state


def test_every_vector_of_stacks_is_understood_above() -> None:
    codes = {"ORDER": {19}, "REPORT": {23, 24, 25, 26}}
    tested = {name for _, name, _ in (*ORDERS, *REPORTS)}
    tested |= {f"reply state of a shoe that dispenses, {name}" for name, _ in STACK_STATES}
    shoes = [entry for entry in GOOD if entry["role"] == "shoe"]
    of_stacks = {entry["name"] for entry in shoes if entry["message"] in codes.get(entry["type"], ())}
    of_stacks |= {entry["name"] for entry in shoes if entry["name"].startswith("reply state of")}
    assert len(of_stacks) == 22
    assert of_stacks - tested == set()


NOTHING = ("unsupported", "unsupported", "unsupported")
SHUFFLER_STATES = [
    ("reply state", ShufflerState(0, "empty", 0, *NOTHING, False, ())),
    ("reply state, working", ShufflerState(41, "working", 0, *NOTHING, False, ())),
    ("reply state, done", ShufflerState(41, "done", 312, "good", "good", "good", False, ())),
    ("reply state, failed and in trouble", ShufflerState(41, "failed", 0, *NOTHING, True, ("jam", "lamp"))),
    ("reply state, failed before the boot", ShufflerState(0, "failed", 0, *NOTHING, False, ())),
    ("reply state, released", ShufflerState(41, "released", 311, "bad", "bad", "good", False, ())),
]


@pytest.mark.parametrize(("name", "state"), SHUFFLER_STATES)
def test_a_state_vector_of_a_shuffler_is_understood(name: str, state: ShufflerState) -> None:
    assert find_role("shuffler").decode_state(answers("shuffler", name)) == state


PROGRESSIVE_STATES = [
    (("reply state",), ProgressiveState(False, (), 0, ())),
    (("reply state, open",), ProgressiveState(True, ((3, "bad_beat", 2500),), 6, ())),
    (
        ("reply state, part 0 of 2", "reply state, part 1 of 2"),
        ProgressiveState(
            False, ((1, "bad_beat", 2500), (1, "hit_and_run", 500), (7, "bad_beat", 100)), 7, ("sensor",)
        ),
    ),
]


@pytest.mark.parametrize(("names", "state"), PROGRESSIVE_STATES)
def test_a_state_vector_of_a_progressive_system_is_understood(
    names: tuple[str, ...], state: ProgressiveState
) -> None:
    assert find_role("progressive").decode_state(answers("progressive", *names)) == state


def test_every_vector_of_these_roles_is_understood_above() -> None:
    """All their vectors but who they are, and a self-test, which no table orders."""
    for role, untested in (("shuffler", {"identity", "order self-test"}), ("progressive", {"identity"})):
        tested = {name for whose, name, _ in (*ORDERS, *REPORTS) if whose == role}
        if role == "shuffler":
            tested |= {name for name, _ in SHUFFLER_STATES}
        else:
            tested |= {name for names, _ in PROGRESSIVE_STATES for name in names}
        assert {entry["name"] for entry in GOOD if entry["role"] == role} - tested == untested
