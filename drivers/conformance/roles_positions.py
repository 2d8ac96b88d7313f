"""Checks of wager positions: section 7 of docs/link.md. Chips lie on box 1 where nothing else is said."""

from collections.abc import Mapping
from typing import Final

from drivers.conformance.bench import Bench, need, number_in
from drivers.conformance.hands import CLEAR, Act, place, take_back
from drivers.conformance.rows import Rows
from drivers.conformance.told import Told, accepted, no_report, refused, report, soon, tell
from drivers.messages import WAGERS
from drivers.payload import Payload, Value

OPEN: Final = 16
CLOSE: Final = 17
REJECT: Final = 18
PLACED: Final = 16
TAKEN_BACK: Final = 17
CLOSED: Final = 18
ATTEMPT: Final = 19
PART: Final = 16
LIMIT: Final = 10_000
"""Cents that a spot is opened for."""

FIRST: Final = "blackjack"
SECOND: Final = "lucky_ladies"


def open_spots(bench: Bench, *spots: tuple[str, int], up_to: int = LIMIT) -> None:
    """Open these, (wager, box bits) each."""
    rows: list[Value] = [[WAGERS.index(wager), bits, up_to] for wager, bits in spots]
    accepted(bench, OPEN, {1: rows}, f"open of {spots}")


def put_down(bench: Bench, chips: Mapping[str, int], box: int = 1, player: str = "") -> None:
    """Have these chips set down together."""
    bench.do(place(box, chips, player))


def lying(bench: Bench) -> dict[tuple[int, str], int]:
    """What lies where, of all parts of `state`."""
    found: dict[tuple[int, str], int] = {}
    for part in range(number_in(bench.board.state(), 12)):
        for box, code, cents in rows_in(part_of(bench, part)):
            found[box, WAGERS[code]] = cents
    return found


def part_of(bench: Bench, part: int) -> Payload:
    """One part of `state`. Failed: it is refused."""
    answer = bench.board.order(1, {1: part})
    told = answer.get(3)
    need(answer.get(1) == 0 and isinstance(told, dict), f"part {part} of `state` was answered with {answer}")
    return (
        {key: value for key, value in told.items() if isinstance(key, int)} if isinstance(told, dict) else {}
    )


def rows_in(told: Payload, key: int = 2) -> list[tuple[int, int, int]]:
    """The entries [box, wager code, cents] under `key`. Failed: they are none."""
    value = told.get(key)
    rows = value if isinstance(value, list) else []
    found = [
        (box, code, cents)
        for row in rows
        if isinstance(row, list) and len(row) == 3
        for box, code, cents in [row]
        if isinstance(box, int)
        and isinstance(code, int)
        and isinstance(cents, int)
        and 0 < code < len(WAGERS)
    ]
    need(isinstance(value, list) and len(found) == len(rows), f"key {key} has no entries of three numbers")
    return found


def need_told(told: Payload, wanted: Payload, what: str) -> None:
    """Failed: the report says otherwise beside its time."""
    found = {key: value for key, value in told.items() if key > 0}
    need(found == dict(wanted), f"{what} says {found}; it is {dict(wanted)}")


def chips(wager: str, cents: int) -> Value:
    """An entry of `placed`."""
    return [WAGERS.index(wager), cents]


# ---- open, placed, attempts -------------------------------------------------------------------------------


def placed(bench: Bench) -> None:
    bench.do(CLEAR)
    boxes = min(2, boxes_of(bench))
    open_spots(bench, (FIRST, (1 << boxes) - 1))
    for box in range(1, boxes + 1):
        put_down(bench, {FIRST: 1000}, box)
        need_told(report(bench, PLACED, "placed"), {1: box, 2: [chips(FIRST, 1000)]}, "placed")


def together(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1), (SECOND, 1))
    put_down(bench, {FIRST: 1000, SECOND: 500})
    told = report(bench, PLACED, "placed").get(2)
    entries = sorted(told, key=str) if isinstance(told, list) else []
    wanted = sorted([chips(FIRST, 1000), chips(SECOND, 500)], key=str)
    need(entries == wanted, f"chips that were set down together are told as {told}")
    no_report(bench, PLACED, "chips that were set down together are told in two reports")


def replaces(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    open_spots(bench, (SECOND, 1))
    put_down(bench, {FIRST: 1000})
    told = tell(bench, bench.patience, lambda one: one.message in (PLACED, ATTEMPT))
    need(bool(told) and told[-1].message == ATTEMPT, "a spot that the last `open` does not name took chips")
    put_down(bench, {SECOND: 500})
    report(bench, PLACED, "placed, of the spot that the last `open` names")


def beyond(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1), up_to=500)
    put_down(bench, {FIRST: 1500})
    need_told(
        report(bench, PLACED, "placed"), {1: 1, 2: [chips(FIRST, 1500)]}, "placed, of more than `up to`,"
    )


def attempts(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    accepted(bench, CLOSE, {}, "close")
    put_down(bench, {FIRST: 1000})
    told = report(bench, ATTEMPT, "attempt-after-close")
    need_told(told, {1: 1, 2: WAGERS.index(FIRST), 3: 1000}, "attempt-after-close")


def lifted(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    put_down(bench, {FIRST: 1000})
    report(bench, PLACED, "placed")
    accepted(bench, CLOSE, {}, "close")
    bench.do(take_back(1, FIRST, 400))
    told = report(bench, ATTEMPT, "attempt-after-close, of chips that were lifted")
    need_told(told, {1: 1, 2: WAGERS.index(FIRST), 3: -400}, "attempt-after-close")


def taken_back(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    put_down(bench, {FIRST: 1000})
    report(bench, PLACED, "placed")
    bench.do(take_back(1, FIRST, 400))
    told = report(bench, TAKEN_BACK, "taken-back")
    need_told(told, {1: 1, 2: WAGERS.index(FIRST), 3: 400}, "taken-back")
    need(lying(bench).get((1, FIRST)) == 600, "`state` does not say what is left")


def player(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    put_down(bench, {FIRST: 1000}, player="P-17")
    told = report(bench, PLACED, "placed")
    need(told.get(3) == "P-17", "placed does not name the player card that was read")
    need(told.get(1) == 1, f"placed at box 1 with a player card names box {told.get(1)}")
    put_down(bench, {FIRST: 1000})
    need(3 not in report(bench, PLACED, "placed"), "placed names a player where no card was read")


# ---- close, reject, state ---------------------------------------------------------------------------------


def closed_each_time(bench: Bench) -> None:
    open_spots(bench, (FIRST, 1))
    for _ in range(3):
        accepted(bench, CLOSE, {}, "close")
        soon(bench, CLOSED, "closed")
        need(bench.board.state().get(1) == 0, "`state` says open after close")


def rejected(bench: Bench) -> None:
    bench.do(CLEAR)
    open_spots(bench, (FIRST, 1))
    put_down(bench, {FIRST: 1000})
    report(bench, PLACED, "placed")
    accepted(bench, REJECT, {1: 1, 2: WAGERS.index(FIRST), 3: 300}, "reject")
    bench.do(GOES_BACK)
    no_report(bench, TAKEN_BACK, "what was rejected is told as taken back")
    need(lying(bench).get((1, FIRST)) == 300, f"`state` says {lying(bench)} after a reject to 300 cents")
    accepted(bench, REJECT, {1: 1, 2: WAGERS.index(FIRST), 3: 0}, "a reject of all that lies there")


GOES_BACK: Final = Act("take from box 1 what lies there above 300 cents", {"do": "rejected"}, told=False)


def bad_spots(bench: Bench) -> None:
    boxes = boxes_of(bench)
    for row, what in (([1, 1 << boxes, LIMIT], "a box that there is not"), ([0, 1, LIMIT], "wager 0")):
        refused(bench, OPEN, {1: [row]}, "bad-value", f"open with {what}")
    refused(bench, REJECT, {1: boxes + 1, 2: 1, 3: 0}, "bad-value", f"reject at box {boxes + 1}")


def boxes_of(bench: Bench) -> int:
    """The limit `boxes` of IDENTITY. Failed: there is none."""
    limits = bench.greeting.identity.get(6)
    boxes = limits.get("boxes") if isinstance(limits, dict) else None
    need(isinstance(boxes, int) and boxes >= 1, f"IDENTITY names no limit `boxes`: {limits}")
    return boxes if isinstance(boxes, int) else 0


def open_told(bench: Bench) -> None:
    bench.do(CLEAR)
    boxes = boxes_of(bench)
    open_spots(bench, (FIRST, 1 << (boxes - 1)))
    need(bench.board.state().get(1) == 1, "`state` does not say that a spot is open")
    put_down(bench, {FIRST: 700}, boxes)
    report(bench, PLACED, "placed")
    need(lying(bench) == {(boxes, FIRST): 700}, f"`state` says {lying(bench)} lies there")


def parts(bench: Bench) -> None:
    bench.do(CLEAR)
    wagers = WAGERS[1 : PART + 4]
    accepted(bench, OPEN, {1: [[WAGERS.index(wager), 1, LIMIT] for wager in wagers]}, "open of 19 spots")
    put_down(bench, dict.fromkeys(wagers, 100))
    tell(bench, bench.patience, _is_placed)
    counts = [len(rows_in(part_of(bench, part))) for part in range(number_in(bench.board.state(), 12))]
    need(max(counts) <= PART, f"a part of `state` has {max(counts)} entries; 16 is the most")
    need(
        sum(counts) == len(wagers),
        f"all parts together have {sum(counts)} entries; {len(wagers)} spots have chips",
    )


def _is_placed(one: Told) -> bool:
    return one.message == PLACED


_row: Final = Rows("wager_positions", "chips", (CLEAR,)).row
_chipless: Final = Rows("wager_positions").row

CHECKS: Final = (
    _row("placed", "7.150", "has chips set down on open spots", "placed", placed),
    _row("together", "7.151", "has chips set down on two at once", "one report", together),
    _row("replaces", "7.152", "opens one spot, then another", "the first takes none", replaces),
    _row("above", "7.153", "has more set down than `up to`", "placed all the same", beyond),
    _row("attempt", "7.154", "has chips set down after close", "attempt-after-close", attempts),
    _row("lifted", "7.155", "has chips lifted after close", "attempt-after-close, negative", lifted),
    _row("taken-back", "7.156", "has chips lifted while open", "taken-back, and in `state`", taken_back),
    _row("player", "7.157", "has them set down with a player card", "its name", player, "players"),
    _chipless("closed", "7.158", "closes three times", "closed, three times", closed_each_time, hand=False),
    _row("rejected", "7.159", "rejects what is above 300 cents", "300 in `state`, no taken-back", rejected),
    _chipless("spots", "7.160", "names boxes and wagers that are not", "bad-value", bad_spots, hand=False),
    _row("open-state", "7.161", "opens the last box, has chips there", "both in `state`", open_told),
    _row("chip-parts", "7.162", "has chips on 19 spots", "parts of 16 at most", parts),
)
