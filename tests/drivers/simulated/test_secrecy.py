"""Section 9: no card is on the wire before it left, no sealed card before it was disclosed."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulated import wire
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.decks import shuffled, with_cover_card
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shoe_codes import DISCLOSED, DRAWN, code_of
from tests.drivers.simulated.host import NONCE, Host, boot_ids

actions = st.lists(
    st.tuples(
        st.sampled_from(["draw", "force", "permit", "lock", "disclose", "hello", "wait", "state", "fault"]),
        st.integers(0, 9),
    ),
    max_size=40,
)
FAULTS = ("misread", "double-feed", "face-up", "draw-while-locked", "jam")


class Watched:
    """A shoe in which every card is known to the test, and what each draw may have told so far."""

    def __init__(self, seed: int, gate: bool) -> None:
        self.shoe = SimulatedShoe(random32=boot_ids().__next__, gate=gate)
        self.shoe.load(with_cover_card(shuffled(1, random.Random(seed)), 20), 0.0)
        self.host = Host(self.shoe)
        self.host.hello()
        self.left: list[str] = []
        self.face_up: set[int] = set()
        self.permitted_up: set[int] = set()
        self.disclosed: set[int] = set()
        self.nonce = NONCE

    def act(self, what: str, value: int) -> None:
        host, last = self.host, len(self.left)
        if what in ("draw", "force"):
            self._draw(force=what == "force")
        elif what == "permit":
            faces = ("ud" * 5)[value % 2 : value + 1]
            host.order(16, {1: last + value, 2: faces})
            first = last + value - len(faces)
            self.permitted_up |= {first + index + 1 for index, face in enumerate(faces) if face == "u"}
        elif what == "disclose":
            if host.order(18, {1: value})[1] == 0:
                self.disclosed.add(value)
        elif what == "hello":
            self.nonce += 1
            host.hello(self.nonce, boot=self.shoe.boot, has=host.has)
        elif what == "wait":
            host.wait(value / 10, alive=value % 2 == 0)
        elif what == "fault":
            self.shoe.fault(FAULTS[value % len(FAULTS)], host.now)
        else:
            host.order(17 if what == "lock" else 1)

    def _draw(self, *, force: bool) -> None:
        card = self.shoe.draw(self.host.now, force=force)
        for each in (card, card.also if card else None):
            if each is not None and each.card != "CUT":
                self.left.append(each.card)
                if each.face_up:
                    self.face_up.add(len(self.left))
        self.look()

    def look(self) -> None:
        """Everything that is on the wire by now is of cards that left, and told where it may be."""
        for frame in self.host.frames:
            if frame.type == wire.REPORT and frame.message in (DRAWN, DISCLOSED):
                said = wire.unpack(frame.payload)
                draw, card = said[1], said[2]
                assert isinstance(draw, int)
                assert draw <= len(self.left)
                if card in (0, 1):
                    continue
                assert card == code_of(self.left[draw - 1])
                may = self.disclosed if frame.message == DISCLOSED else self.face_up | self.permitted_up
                assert draw in may


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**6), st.booleans(), actions)
def test_only_what_left_and_was_to_be_seen_is_told(
    seed: int, gate: bool, todo: list[tuple[str, int]]
) -> None:
    watched = Watched(seed, gate)
    for what, value in todo:
        watched.act(what, value)
        watched.host.collect()
        watched.look()


dispensing = st.lists(
    st.tuples(
        st.sampled_from(
            ["stack", "stack", "again", "take", "load", "lock", "disclose", "hello", "wait", "fault"]
        ),
        st.integers(0, 9),
    ),
    max_size=40,
)
STACK_FAULTS = ("misread", "double-feed", "face-up", "jam", "stop", "no-feed", "short")


class WatchedStacks(Watched):
    """The same with an automated shoe: what lies in its exit or was taken from there has left it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.auto = SimulatedAutomatedShoe(random32=boot_ids().__next__)
        self.auto.load(shuffled(1, self.rng), 0.0)
        self.shoe = self.auto
        self.host = Host(self.auto)
        self.host.hello()
        self.before: list[str] = []
        self.left: list[str] = []
        self.face_up: set[int] = set()
        self.permitted_up: set[int] = set()
        self.disclosed: set[int] = set()
        self.nonce = NONCE
        self.last_order: dict[int, int | str] = {}

    def act(self, what: str, value: int) -> None:
        now = self.host.now
        if what == "stack":
            count, faces = 1 + value % 6, ("ud" * 5)[value % 2 : value % 6]
            up_to = self.auto._last + count
            self.last_order = {1: self.auto._asked[0] + 1, 2: count, 3: up_to, 4: faces}
            if self.host.order(19, self.last_order)[1] == 0:
                first = up_to - len(faces) + 1
                self.permitted_up |= {first + at for at, face in enumerate(faces) if face == "u"}
        elif what == "again" and self.last_order:
            self.host.order(19, self.last_order)
        elif what == "take":
            self.before += [card.card for card in self.auto.take(now) or ()]
        elif what == "load" and self.auto._stage != "working" and not self.auto.in_exit():
            self.auto.load(shuffled(1, self.rng), now)
        elif what == "fault":
            self.auto.fault(STACK_FAULTS[value % len(STACK_FAULTS)], now)
        elif what == "wait":
            self.host.wait(value / 5, alive=value != 3)
            self.auto.repair(self.host.now)
        elif what in ("lock", "disclose", "hello"):
            super().act(what, value)

    def look(self) -> None:
        self.left = self.before + [card.card for card in self.auto._exit]
        known = list(enumerate(self.auto._exit, len(self.before) + 1))
        self.face_up |= {draw for draw, card in known if card.face_up}
        super().look()


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**6), dispensing)
def test_of_a_shoe_that_dispenses_too_only_what_left_and_was_to_be_seen_is_told(
    seed: int, todo: list[tuple[str, int]]
) -> None:
    watched = WatchedStacks(seed)
    for what, value in todo:
        watched.look()
        watched.act(what, value)
        watched.host.collect()
        watched.look()


def test_the_bytes_of_two_shoes_differ_only_where_a_card_was_to_be_seen() -> None:
    """Same play, other cards: with every face down, all that is on the wire is the same, byte by byte."""

    def play(cards: list[str]) -> bytes:
        shoe = SimulatedShoe(random32=boot_ids().__next__)
        shoe.load(cards, 0.0)
        host = Host(shoe)
        host.hello()
        host.order(16, {1: 20, 2: "d" * 20})
        for _ in range(20):
            shoe.draw(host.now)
            host.wait(0.3)
        host.order(1)
        host.wait(2.0)
        return bytes(host.bytes)

    assert play(shuffled(1, random.Random(1))) == play(shuffled(1, random.Random(2)))


def test_the_bytes_of_two_loads_differ_only_where_a_card_was_to_be_seen() -> None:
    """Stacks with every face down, and one that fails: the same on the wire whatever the cards are."""

    def play(cards: list[str]) -> bytes:
        shoe = SimulatedAutomatedShoe(random32=boot_ids().__next__)
        shoe.load(cards, 0.0)
        shoe.fault("jam", 0.0, at=18)
        host = Host(shoe)
        host.hello()
        for stack in range(1, 5):
            host.order(19, {1: stack, 2: 5, 3: 5 * stack, 4: ""})
            host.wait(2.0)
            shoe.take(host.now)
        host.order(1)
        host.wait(6.0)
        return bytes(host.bytes)

    assert play(shuffled(1, random.Random(1))) == play(shuffled(1, random.Random(2)))
