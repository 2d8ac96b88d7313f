"""The proof of docs/link.md, section 7, from the host's end: who is taken, and who is turned away."""

import json
import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from drivers import frame as wire
from drivers.conversation import Conversation
from drivers.errors import NotAccepted
from drivers.frame import Decoder, Frame, encode
from drivers.messages import (
    DeviceLost,
    DeviceReady,
    DeviceRefused,
    Disclose,
    Identity,
    LinkPoor,
    Lock,
    Permit,
    Report,
)
from drivers.notices import WATCHED
from drivers.outgoing import TRIES
from drivers.payload import dump, load
from drivers.proof import MAKE_KEY, PROVE, Claims, Commissioned, Enrolment, Pinned, Proving, is_signed
from drivers.roles import find_role
from drivers.simulated.noise import Cable, Rates
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.vault import Vault

PROOF = json.loads((Path(__file__).parents[2] / "docs/link-vectors.json").read_text())
GOLDEN = {key: bytes.fromhex(value) for key, value in PROOF["proof"].items() if key != "about"}
STEP = 0.002
SEEDS = count(1)
"""No two hosts say the same nonces."""


class Line:
    """A signing shoe, its cable, and a host; in virtual time. said: the host's frames."""

    def __init__(
        self, model: SimulatedShoe, proving: Proving | None, seed: int = 0, rates: Rates | None = None
    ) -> None:
        self.rng = random.Random(seed or next(SEEDS))
        self.now = 0.0
        self.model = model
        self.proving = proving
        self.cable = Cable(self.rng, rates or Rates())
        self.said: list[Frame] = []
        self.told: list[Report] = []
        self._decoder = Decoder()
        self.talk = Conversation(find_role("shoe"), nonce=self.random32, proving=proving)
        if not model.boot:
            model.start(self.now)
        self.talk.opened(self.now)

    def random32(self) -> int:
        return self.rng.getrandbits(32) | 1

    def run(self, seconds: float) -> list[Report]:
        """Let time pass; what was told meanwhile. A port that is wanted again is opened again."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP
            self.model.tick(self.now)
            self.talk.tick(self.now, True)
            if self.talk.state == "closed":
                self.talk.opened(self.now)
            down = self.talk.to_send()
            self.said += self._decoder.feed(down)
            up, down = self.cable.carry(self.model.to_send(), down, self.now)
            self.model.received(down, self.now)
            self.talk.received(up, self.now)
        told = [one.report for one in self.talk.take_reports()]
        self.told += told
        return told

    def orders(self) -> list[int]:
        return [frame.message for frame in self.said if frame.type == wire.ORDER]


def signing_shoe(seed: int = 1, vault: Vault | None = None) -> SimulatedShoe:
    source = random.Random(seed)
    model = SimulatedShoe(random32=lambda: source.getrandbits(32) | 1, serial="S-1")
    model.vault = vault or Vault(random=lambda count: source.randbytes(count))
    model.load(["9C", "8D", "7H"], 0.0)
    return model


def commissioned(model: SimulatedShoe) -> Commissioned:
    """What the shoe is now, and the key that it makes or has."""
    enrolment = Enrolment()
    line = Line(model, enrolment)
    (ready,) = line.run(0.5)
    assert isinstance(ready, DeviceReady)
    assert len(enrolment.key) == 32
    return pinned_to(ready.identity, enrolment.key)


def pinned_to(who: Identity, key: bytes = b"") -> Commissioned:
    return Commissioned(who.vendor, who.model, who.serial, who.capabilities, who.boards, key)


def refusals(line: Line, seconds: float = 3.0) -> list[str]:
    """The reasons of the refusals; the device must never have been told as ready, nor ordered anything."""
    line.run(seconds)
    line.talk.order(Permit(1, "u"), line.now)
    line.run(0.5)
    assert not [one for one in line.told if isinstance(one, DeviceReady)]
    assert set(line.orders()) <= {1, MAKE_KEY, PROVE}
    return [one.reason for one in line.told if isinstance(one, DeviceRefused)]


# ---- what is signed -----------------------------------------------------------------------------------


def test_the_golden_proof_is_understood() -> None:
    claims = Claims(PROOF["boot"], PROOF["session"], GOLDEN["identity"] + GOLDEN["board"])
    assert claims.signed(GOLDEN["challenge"]) == GOLDEN["signed"]
    assert is_signed(GOLDEN["public"], GOLDEN["signed"], GOLDEN["signature"])


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(32), b"\xff" * 32])
def test_what_is_no_key_signs_nothing(key: bytes) -> None:
    assert not is_signed(key, GOLDEN["signed"], GOLDEN["signature"])


@given(part=st.sampled_from(("boot", "session", "stated", "challenge", "signature")), at=st.integers(0))
@settings(max_examples=60, deadline=None)
def test_no_part_of_what_is_signed_can_be_another(part: str, at: int) -> None:
    boot, session = PROOF["boot"], PROOF["session"]
    stated, challenge = GOLDEN["identity"] + GOLDEN["board"], GOLDEN["challenge"]
    signature = GOLDEN["signature"]

    def turned(data: bytes) -> bytes:
        place = at % (8 * len(data))
        return bytes(b ^ (1 << place % 8 if i == place // 8 else 0) for i, b in enumerate(data))

    if part == "boot":
        boot ^= 1 << at % 32
    elif part == "session":
        session ^= 1 << at % 16
    elif part == "stated":
        stated = turned(stated)
    elif part == "challenge":
        challenge = turned(challenge)
    else:
        signature = turned(signature)
    assert not is_signed(GOLDEN["public"], Claims(boot, session, stated).signed(challenge), signature)


# ---- who is taken -------------------------------------------------------------------------------------


def test_the_commissioned_device_is_told_as_ready_behind_its_proof() -> None:
    model = signing_shoe()
    known = commissioned(model)
    line = Line(model, Pinned(known))
    (ready,) = line.run(0.5)
    assert isinstance(ready, DeviceReady)
    assert line.orders() == [1, PROVE]
    line.talk.order(Permit(1, "u"), line.now)
    line.run(0.5)
    assert line.orders() == [1, PROVE, 16]


def test_a_key_is_made_once_and_found_again() -> None:
    model = signing_shoe()
    first = commissioned(model)
    model.start(10.0)
    assert commissioned(model) == first


def test_another_key_is_made_only_by_the_service_switch_and_once() -> None:
    model = signing_shoe()
    first = commissioned(model)
    line = Line(model, Enrolment(new=True))
    (why,) = refusals(line)
    assert "press it" in why
    assert model.vault is not None
    model.vault.pressed = True
    second = Enrolment(new=True)
    Line(model, second).run(0.5)
    assert second.key not in (b"", first.key)
    (why,) = refusals(Line(model, Enrolment(new=True)))
    assert "press it" in why
    (why,) = refusals(Line(model, Pinned(first)))
    assert "another key" in why


def test_a_switch_that_was_pressed_before_the_reset_does_not_count() -> None:
    model = signing_shoe()
    commissioned(model)
    assert model.vault is not None
    model.vault.pressed = True
    model.start(5.0)
    (why,) = refusals(Line(model, Enrolment(new=True)))
    assert "press it" in why


def test_a_device_by_its_words_alone_is_asked_for_no_proof() -> None:
    model = signing_shoe()
    known = replace(commissioned(model), key=b"")
    line = Line(model, Pinned(known))
    (ready,) = line.run(0.5)
    assert isinstance(ready, DeviceReady)
    assert line.orders() == [1]


# ---- who is turned away -------------------------------------------------------------------------------


def test_an_impostor_with_the_same_words_and_another_key() -> None:
    known = commissioned(signing_shoe(1))
    impostor = signing_shoe(2)
    commissioned(impostor)
    (why,) = refusals(Line(impostor, Pinned(known)))
    assert "another key" in why
    assert "S-1" in why


def test_an_impostor_that_never_made_a_key() -> None:
    known = commissioned(signing_shoe(1))
    (why,) = refusals(Line(signing_shoe(2), Pinned(known)))
    assert "not-permitted" in why


def test_a_device_that_says_no_more_that_it_signs_is_not_taken_by_its_words() -> None:
    model = signing_shoe()
    known = commissioned(model)
    model.vault = None
    (why,) = refusals(Line(model, Pinned(known)))
    assert "does not say any more that it signs" in why


@pytest.mark.parametrize(
    ("fault", "words"),
    [("another-key", "wrong signature"), ("other-firmware", "wrong signature"), ("old-signature", "wrong")],
)
def test_a_board_that_signs_wrongly(fault: str, words: str) -> None:
    model = signing_shoe()
    known = commissioned(model)
    model.fault(fault, 10.0)
    (why,) = refusals(Line(model, Pinned(known)))
    assert words in why
    assert "seals" in why


@pytest.mark.parametrize("field", ["vendor", "model", "serial", "capabilities", "boards"])
@pytest.mark.parametrize("signed", [True, False])
def test_whatever_it_says_otherwise_is_named(field: str, signed: bool) -> None:
    model = signing_shoe()
    known = commissioned(model)
    other: Any = {"capabilities": (*known.capabilities, "double"), "boards": known.boards * 2}
    changed = replace(known, **{field: other.get(field, "another")})
    line = Line(model, Pinned(changed if signed else replace(changed, key=b"")))
    (why,) = refusals(line)
    assert field in why
    assert "commission" in why
    assert line.orders() == [], "it is turned away before anything is asked"


def test_other_firmware_is_named_by_version_and_digest() -> None:
    model = signing_shoe()
    known = commissioned(model)
    board = replace(known.boards[0], version="0.9.0", sha256="ab" * 32)
    (why,) = refusals(Line(model, Pinned(replace(known, boards=(board,)))))
    assert "1.0.0" in why
    assert "0.9.0 (abababababab) was commissioned" in why


def test_a_refusal_is_told_once_and_looked_at_again_and_again() -> None:
    known = commissioned(signing_shoe(1))
    impostor = signing_shoe(2)
    commissioned(impostor)
    line = Line(impostor, Pinned(known))
    assert len(refusals(line, 10.0)) == 1
    assert line.orders().count(PROVE) > 2
    line.model.vault = None  # the right one in its place
    right = signing_shoe(1)
    right.start(line.now)
    commissioned(right)
    line.model = right
    assert [type(one) for one in line.run(10.0)] == [DeviceReady]


# ---- answers that are none ----------------------------------------------------------------------------

BAD_ANSWERS: dict[str, dict[int, Any]] = {
    "no answer": {1: 0},
    "nothing signed": {1: 0, 3: {}},
    "short": {1: 0, 3: {1: bytes(63), 2: bytes(32)}},
    "long": {1: 0, 3: {1: bytes(65), 2: bytes(32)}},
    "text": {1: 0, 3: {1: "x" * 32}},
    "a number": {1: 0, 3: {1: 7}},
    "no map": {1: 0, 3: [1]},
    "zeros": {1: 0, 3: {1: bytes(64), 2: bytes(32)}},
    "refused with a signature": {1: 1, 2: "fault", 3: {1: bytes(64)}},
    "unknown message": {1: 1, 2: "unknown-message"},
}


class Forging(Cable):
    """A good cable on which the replies to one order say something else."""

    def __init__(self, message: int, said: dict[int, Any]) -> None:
        super().__init__(random.Random(0), Rates())
        self._message = message
        self._said = said

    def carry(self, up: bytes, down: bytes, now: float) -> tuple[bytes, bytes]:
        frames = [self._forged(frame) for frame in Decoder().feed(up)]
        return super().carry(b"".join(encode(frame) for frame in frames), down, now)

    def _forged(self, frame: Frame) -> Frame:
        if frame.type != wire.REPLY or frame.message != self._message:
            return frame
        return replace(frame, payload=dump(self._said))


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_an_answer_that_proves_nothing_is_a_refusal(name: str) -> None:
    model = signing_shoe()
    known = commissioned(model)
    line = Line(model, Pinned(known))
    line.cable = Forging(PROVE, BAD_ANSWERS[name])
    assert len(refusals(line)) == 1


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_no_key_is_taken_from_such_an_answer(name: str) -> None:
    enrolment = Enrolment()
    line = Line(signing_shoe(), enrolment)
    line.cable = Forging(MAKE_KEY, BAD_ANSWERS[name])
    (refused,) = line.run(0.3)
    assert isinstance(refused, DeviceRefused)
    assert enrolment.key == b""


def test_a_key_that_is_not_the_one_it_signs_with_is_not_taken() -> None:
    enrolment = Enrolment()
    line = Line(signing_shoe(), enrolment)
    line.cable = Forging(MAKE_KEY, {1: 0, 3: {1: GOLDEN["public"]}})
    (why,) = refusals(line)
    assert "signs with another" in why
    assert enrolment.key == b""


def test_a_proof_that_comes_before_it_is_asked_for_is_void() -> None:
    """A reply with the next number, said in advance, is to no order that waits."""
    model = signing_shoe()
    known = commissioned(model)
    line = Line(model, Pinned(known))
    while line.orders() != [1]:
        line.run(STEP)
    session = line.model.session or 0
    early = Frame(wire.REPLY, PROVE, session, 2, 2, dump({1: 0, 3: {1: bytes(64), 2: known.key}}))
    line.talk.received(encode(early), line.now)
    (ready,) = line.run(0.5)
    assert isinstance(ready, DeviceReady)


def test_nothing_is_permitted_while_the_proof_is_out() -> None:
    model = signing_shoe()
    known = commissioned(model)
    line = Line(model, Pinned(known))
    while PROVE not in line.orders():
        line.run(STEP)
    line.talk.order(Permit(1, "u"), line.now)
    line.talk.order(Lock(), line.now)
    assert isinstance(line.run(0.5)[0], DeviceReady)
    assert set(line.orders()) == {1, PROVE}, "what was ordered before DeviceReady was dropped"


# ---- bad cables, resets -----------------------------------------------------------------------------


@given(seed=st.integers(1, 10_000), worst=st.sampled_from(("drop", "duplicate", "corrupt", "split")))
@settings(max_examples=15, deadline=None)
def test_over_a_bad_cable_the_right_one_is_taken_and_never_refused(seed: int, worst: str) -> None:
    model = signing_shoe()
    known = commissioned(model)
    line = Line(model, Pinned(known), seed, Rates(**{worst: 0.2}))
    told = line.run(12.0)
    assert not [one for one in told if isinstance(one, DeviceRefused)]
    assert [one for one in told if isinstance(one, DeviceReady)]


@pytest.mark.parametrize("step", ["received", "executed", "replied"])
@pytest.mark.parametrize("order", [MAKE_KEY, PROVE])
def test_a_reset_in_the_middle_begins_anew(order: int, step: str) -> None:
    """The device starts anew while it makes its key, or proves it; what it had made, it has."""
    model = signing_shoe()
    if order == PROVE:
        commissioned(model)
    enrolment = Enrolment()
    line = Line(model, enrolment)
    take, struck = model._order_frame, [False]

    def struck_once(frame: Any) -> None:
        if frame.message == order and not struck[0]:
            struck[0] = True
            model.fault("reset", line.now, place=step)
        take(frame)

    model._order_frame = struck_once  # type: ignore[method-assign]
    told = line.run(3.0)
    assert struck == [True]
    assert [one for one in told if isinstance(one, DeviceReady)]
    assert not [one for one in told if isinstance(one, DeviceRefused)]
    assert model.vault is not None
    assert enrolment.key == model.vault.public()


def slow_to_prove(model: SimulatedShoe, seconds: float) -> None:
    """It signs for so long, and says and hears nothing meanwhile."""
    busy: list[bytes] = []
    received, tick = model.received, model.tick
    until = [0.0]

    def slow(data: bytes, now: float) -> None:
        if now < until[0]:
            busy.append(data)
            return
        orders = [one for one in Decoder().feed(data) if one.message == PROVE]
        if orders and not until[0]:
            until[0] = now + seconds
            busy.append(data)
            return
        received(b"".join(busy) + data, now)
        busy.clear()

    model.received = slow  # type: ignore[method-assign]
    model.tick = lambda now: tick(now) if now >= until[0] else None  # type: ignore[method-assign]


def test_a_device_that_proves_slowly_is_waited_for() -> None:
    """A small processor signs for half a second and says nothing meanwhile."""
    model = signing_shoe()
    line = Line(model, Pinned(commissioned(model)))
    slow_to_prove(model, 0.5)
    (ready,) = line.run(2.0)
    assert isinstance(ready, DeviceReady)
    assert line.orders().count(PROVE) > 1


def test_a_device_that_proves_slowly_is_no_poor_cable() -> None:
    """It may take a second; the challenge said again meanwhile says nothing of the cable."""
    model = signing_shoe()
    line = Line(model, Pinned(commissioned(model)))
    slow_to_prove(model, 0.95)
    line.run(2.0)
    assert line.orders().count(PROVE) == TRIES
    for draw in range(1, WATCHED // 2):
        line.talk.order(Disclose(draw), line.now)
        line.run(0.02)
    assert line.talk.counters().sent > WATCHED // 2
    assert not [one for one in line.told if isinstance(one, LinkPoor | DeviceLost)]


def test_what_it_reports_meanwhile_comes_behind_ready() -> None:
    model = signing_shoe()
    known = commissioned(model)
    model.lid(True, 1.0)
    line = Line(model, Pinned(known))
    told = line.run(1.0)
    assert isinstance(told[0], DeviceReady)
    assert len(told) == 2


def test_enrolment_refuses_what_cannot_sign() -> None:
    model = signing_shoe()
    model.vault = None
    enrolment = Enrolment()
    (why,) = refusals(Line(model, enrolment))
    assert "cannot sign" in why


def test_make_key_while_permitted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    enrolment = Enrolment(new=True)
    enrolment.begin(Identity("A", "B", "C", "shoe", ("signs",), (), ()), Claims(1, 1, b""))
    with pytest.raises(NotAccepted, match="busy"):
        enrolment.take(False, "busy", {})


def test_the_private_key_never_crosses_the_cable() -> None:
    vault = Vault(random=lambda count: b"\x5a" * count)
    model = signing_shoe(vault=vault)
    up = bytearray()
    line = Line(model, Enrolment())
    carry = line.cable.carry

    def listening(data: bytes, down: bytes, now: float) -> tuple[bytes, bytes]:
        for frame in Decoder().feed(data):
            up.extend(dump({1: frame.payload}) if frame.payload else b"")
            assert load(frame.payload) is not None
        return carry(data, down, now)

    line.cable.carry = listening  # type: ignore[method-assign]
    line.run(1.0)
    assert vault.has_key()
    assert vault.public() in bytes(up)
    assert b"\x5a" * 8 not in bytes(up)
