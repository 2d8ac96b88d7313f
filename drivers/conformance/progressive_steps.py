"""Steps of the checks of a progressive system: rounds, wagers, what is accepted.

Wagers are made from a game account where there are accounts, else with chips on a sensor. What was accepted
outlasts rounds and resets, so that each check begins with a round of its own, in which nothing is accepted.
"""

from typing import Final

from drivers.conformance.bench import Bench, need
from drivers.conformance.hands import CLEAR, place
from drivers.conformance.roles_positions import boxes_of, need_told, rows_in
from drivers.conformance.rows import Rows
from drivers.conformance.told import accepted, report, soon
from drivers.messages import WAGERS
from drivers.payload import Payload, Value

OPEN: Final = 16
LOCK_OUT: Final = 17
REJECT: Final = 18
SHOW_METERS: Final = 19
CREDIT: Final = 20
PLACED: Final = 16
TAKEN_BACK: Final = 17
LOCKED_OUT: Final = 18
ATTEMPT: Final = 19
CREDITED: Final = 20
MOST_SPOTS: Final = 24
PART: Final = 16
LIMIT: Final = 1000
FROM_ACCOUNT: Final = "bad_beat"
WITH_CHIPS: Final = "hit_and_run"
OTHER: Final = "super_match"


def wager_of(bench: Bench) -> str:
    """The wager that this system can take."""
    return FROM_ACCOUNT if bench.has("accounts") else WITH_CHIPS


def code_of(wager: str) -> int:
    """Its number on the wire."""
    return WAGERS.index(wager)


def open_round(bench: Bench, of_round: int, *wagers: str, more: Payload | None = None) -> None:
    """Open these wagers at all boxes in that round."""
    bits = (1 << boxes_of(bench)) - 1
    spots: list[Value] = [[code_of(wager), bits, LIMIT] for wager in wagers or (wager_of(bench),)]
    accepted(bench, OPEN, {1: spots, 2: of_round, **(more or {})}, f"open in round {of_round}")


def begin(bench: Bench, *wagers: str, more: Payload | None = None) -> int:
    """A round in which nothing is accepted, opened: its number."""
    bench.do(CLEAR)
    return new_round(bench, *wagers, more=more)


def new_round(bench: Bench, *wagers: str, more: Payload | None = None) -> int:
    """As `begin`, where no chips lie. What is accepted says which rounds are no new ones."""
    for of_round in (1001, 1002):
        open_round(bench, of_round, *wagers, more=more)
    return 1002


def bet(bench: Bench, cents: int = 500, box: int = 1, player: str = "") -> None:
    """Have a wager made."""
    bench.do(place(box, {wager_of(bench): cents}, player))


def placed(bench: Bench, cents: int = 500, box: int = 1) -> None:
    """Have one made that is accepted."""
    bet(bench, cents, box)
    told = report(bench, PLACED, "placed")
    need_told(told, {1: box, 2: code_of(wager_of(bench)), 3: cents}, "placed")


def locked_out(bench: Bench) -> Payload:
    """Order the lock-out: its report."""
    accepted(bench, LOCK_OUT, {}, "lock-out")
    return soon(bench, LOCKED_OUT, "locked-out")


def listed(told: Payload, key: int = 1) -> list[tuple[int, int, int]]:
    """What a report or a state lists as accepted, sorted."""
    return sorted(rows_in(told, key))


def need_accepted(bench: Bench, wanted: list[tuple[int, int, int]], when: str) -> None:
    """Failed: `state` says that something else is accepted."""
    found = listed(bench.board.state(), 2)
    need(found == wanted, f"`state` says {found} is accepted {when}; it is {wanted}")


def one(bench: Bench, cents: int = 500, box: int = 1) -> list[tuple[int, int, int]]:
    """What is accepted after one wager."""
    return [(box, code_of(wager_of(bench)), cents)]


def places(boxes: int, count: int, without: str = "") -> list[tuple[int, int]]:
    """So many spots, (wager code, box) each, none of which is of the wager `without`."""
    codes = [code for code in range(1, len(WAGERS)) if WAGERS[code] != without]
    return [(code, box) for code in codes for box in range(1, boxes + 1)][:count]


def spots_of(boxes: int, count: int, without: str = "") -> list[Value]:
    """The same as entries of `open`."""
    found: dict[int, int] = {}
    for code, box in places(boxes, count, without):
        found[code] = found.get(code, 0) | 1 << (box - 1)
    return [[code, bits, LIMIT] for code, bits in found.items()]


row: Final = Rows("progressive", behind=(CLEAR,)).row
