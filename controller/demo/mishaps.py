"""Faults that a demonstration is asked to show: which there are, when they strike, how.

Each strikes once, at a random moment of the second or third round (of the first that comes, where fewer are
played), when the table does something that the fault can spoil; one of a shuffler, which works while rounds
are played, is only over when people have put it right. One of an automated shoe is there before its round and
meets one of the first cards. They resolve it as they would any other.
"""

import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from controller.consoles.frames import Screen
from controller.demo.characters import DICE
from controller.demo.dealer import TableDealer
from controller.demo.room import PID_FILE, Room
from drivers.cards import UNREAD

CARD: Final = frozenset(("draw",))
DEALT: Final = frozenset(("deal_cards", "deal_card"))
IN_ROUND: Final = frozenset(("draw", *DEALT, "decide", "insert_hole", "settle"))
FED: Final = frozenset(("feed",))
BEFORE_STACKS: Final = frozenset(("no_more_bets",))
KINDS: Final[dict[str, tuple[frozenset[str], int]]] = {
    "shoe:misread": (CARD, 8),
    "shoe:jam": (CARD, 8),
    "shoe:face-up": (CARD, 8),
    "shoe:double-feed": (CARD, 8),
    "shoe:draw-while-locked": (frozenset(("decide",)), 3),
    "shoe:unplug": (frozenset(("draw", "decide")), 10),
    "reader:no-read": (frozenset(("insert_hole",)), 1),
    "reader:inserted": (frozenset(("decide",)), 4),
    "wagers:silence": (frozenset(("no_more_bets", "draw", *DEALT, "decide")), 10),
    "table:kill": (IN_ROUND, 14),
    "shuffler:jam": (FED, 1),
    "shuffler:count-short": (FED, 1),
}
"""Each fault with what it can spoil, and within how many such moments it strikes."""
FEWEST: Final = 10
"""Cards that the smallest round from an automated shoe has: those of one player and the dealer."""
BY_HAND: Final = "shoe:draw-while-locked"
SHUFFLER: Final = "shuffler"
SHOE: Final = "shoe"
READER: Final = "reader"
NOTICED: Final = 5.0
"""Seconds, real ones, within which a lost device is noticed."""


class Mishap(Struct):
    """One fault that is still to come. round: the first of this demonstration in which it may strike.
    after: how many moments are let pass."""

    what: str
    round: int
    after: int


class Mishaps:
    """The faults of one demonstration. ValueError for one that there is not, or not at this table.

    left: what is still to strike. lasting: what has struck, and was not put right yet.
    """

    def __init__(
        self,
        faults: Sequence[str],
        rounds: int,
        *,
        has_shuffler: bool = True,
        has_shoe: bool = True,
        has_reader: bool = True,
        has_stacks: bool = False,
    ) -> None:
        unknown = [one for one in faults if one not in KINDS]
        if unknown:
            raise ValueError(f"there is no fault {unknown[0]!r}; choose from {', '.join(KINDS)}")
        foreign = [one for one in faults if one.startswith(SHUFFLER) and not has_shuffler]
        if foreign:
            raise ValueError(f"{foreign[0]} needs a shuffler: add --shuffler batch")
        missing = [one for one in faults if one.startswith(SHOE) and not has_shoe]
        if missing:
            raise ValueError(f"{missing[0]} needs a shoe: this table is dealt from the hand")
        unread = [one for one in faults if one.startswith(READER) and not has_reader]
        if unread:
            raise ValueError(f"{unread[0]} needs a card reader: this game has none")
        if has_stacks and BY_HAND in faults:
            raise ValueError(f"{BY_HAND} needs a shoe that cards are drawn from: this one dispenses stacks")
        self._has_stacks = has_stacks
        last = min(rounds, 3) if rounds else 3
        self.left = [self._mishap(one, DICE.randint(min(2, last), last)) for one in faults]
        self.lasting: list[str] = []
        self._is_seen = False

    def _mishap(self, what: str, number: int) -> Mishap:
        moments, many = self._moments(what)
        # Before its first card a round has no number yet: the one before was the last.
        return Mishap(what, number - (moments is BEFORE_STACKS), DICE.randrange(many))

    def _moments(self, what: str) -> tuple[frozenset[str], int]:
        """What that fault can spoil here, and within how many such moments. Cards of an automated shoe leave
        it without a hand: its faults are there before a round, and wait for one of its cards."""
        if self._has_stacks and KINDS[what][0] >= CARD and what.startswith(SHOE):
            return BEFORE_STACKS, 1
        return KINDS[what]

    def to_come(self) -> str:
        """A fault that nobody could see the whole of yet, "" where there is none."""
        return next(iter([*self.lasting, *(one.what for one in self.left)]), "")

    def look(self, screen: Screen) -> None:
        """See on the screen whether what lasts has shown, and is over."""
        inside = screen.shuffler
        if not self.lasting or inside is None:
            return
        if inside.stage == "failed":
            self._is_seen = True
        elif self._is_seen and inside.stage in ("working", "done"):
            self.lasting.clear()
            self._is_seen = False

    def strike(self, room: Room, dealer: TableDealer, moment: str, number: int) -> None:
        """The table is about to do `moment` in round `number`, counted from 1: what is due strikes, one
        fault at a time, so that each of them is seen."""
        for one in list(self.left):
            if number < one.round or moment not in self._moments(one.what)[0]:
                continue
            if self.lasting and one.what.startswith(SHUFFLER):
                continue
            if one.after:
                one.after -= 1
                continue
            self.left.remove(one)
            room.say(f"FAULT: {one.what}")
            if one.what.startswith(SHUFFLER):
                self.lasting.append(one.what)
            _strike(room, dealer, one.what)
            return


def _strike(room: Room, dealer: TableDealer, what: str) -> None:
    name, _, kind = what.partition(":")
    if what == "table:kill":
        with contextlib.suppress(ProcessLookupError):  # somebody else's table serves by now
            os.kill(int((room.folder / PID_FILE).read_text()), signal.SIGKILL)
        room.eyes.wait(lambda _: False, NOTICED)  # ends as soon as the table is gone
    elif kind == "draw-while-locked":
        pulled = room.shoe.pull(force=True, side=dealer.side())
        if pulled is not None:
            dealer.took(pulled)
    elif kind == "inserted":
        asked = room.eyes.look().irregularities
        room.reader.do("insert", card=dealer.faces.get(dealer.hole, UNREAD))
        room.eyes.wait(lambda screen: bool(screen.holds) or screen.irregularities != asked, NOTICED)
    elif kind == "unplug":
        room.hands[name].do("unplug")
        _await_loss(room, name)
    elif name == SHOE and room.has_stacks:
        room.shoe.do("fault", kind=kind, at=room.eyes.look().shoe.last + DICE.randint(1, FEWEST))
    else:
        room.hands[name].do("fault", kind=kind)
        if kind == "silence":
            _await_loss(room, name)


def _await_loss(room: Room, name: str) -> None:
    """Nobody overlooks it: play stops until the table has said that the device is lost."""
    room.eyes.wait(lambda screen: any(one.name == name and not one.ready for one in screen.devices), NOTICED)
