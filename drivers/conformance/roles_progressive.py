"""Checks of a progressive system: section 7 of docs/link.md.

Wagers are made from a game account where there are accounts, else with chips on a sensor. What was accepted
outlasts rounds and resets, so that each check begins with a round of its own, in which nothing is accepted.
"""

from collections.abc import Callable
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import SELF_LOCKED, Bench, Check, need, number_in
from drivers.conformance.hands import CLEAR, REPAIR, Act, place, take_back
from drivers.conformance.roles_common import raise_one
from drivers.conformance.roles_positions import boxes_of, need_told, part_of, rows_in
from drivers.conformance.told import accepted, no_report, refused, report, restart, soon, tell
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


# ---- open, placed, attempts -------------------------------------------------------------------------


def takes_wagers(bench: Bench) -> None:
    begin(bench)
    wanted = []
    for box in {1, boxes_of(bench)}:
        placed(bench, 500, box)
        wanted += one(bench, box=box)
    need_accepted(bench, sorted(wanted), "after a wager at the first box and one at the last")


def replaces(bench: Bench) -> None:
    of_round = begin(bench)
    open_round(bench, of_round, OTHER)
    bet(bench)
    told = tell(bench, bench.patience, lambda each: each.message in (PLACED, ATTEMPT))
    need(bool(told) and told[-1].message == ATTEMPT, "a spot that the last `open` does not name took a wager")


def another_round(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    open_round(bench, of_round + 1)
    need_accepted(bench, [], "in another round")


def same_round(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    locked_out(bench)
    open_round(bench, of_round)
    need_accepted(bench, one(bench), "after a lock-out and `open` for the same round")


def not_named_any_more(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    open_round(bench, of_round, OTHER)
    need_accepted(bench, one(bench), "on a spot that the same round does not name any more")
    need(listed(locked_out(bench)) == one(bench), "locked-out does not list it")


def too_many(bench: Bench) -> None:
    spots = _spots(boxes_of(bench), MOST_SPOTS)
    accepted(bench, OPEN, {1: spots, 2: 1003}, "open of 24 spots")
    more = _spots(boxes_of(bench), MOST_SPOTS + 1)
    refused(bench, OPEN, {1: more, 2: 1004}, "bad-value", "open of 25 spots")


def _spots(boxes: int, count: int, without: str = "") -> list[Value]:
    """Entries of `open` for so many spots, none of which is of the wager `without`."""
    found: list[Value] = []
    for code in range(1, len(WAGERS)):
        here = min(boxes, count) if WAGERS[code] != without else 0
        if here:
            found.append([code, (1 << here) - 1, LIMIT])
        count -= here
    return found


def too_many_accepted(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    spots = _spots(boxes_of(bench), MOST_SPOTS, without=wager_of(bench))
    refused(bench, OPEN, {1: spots, 2: of_round}, "bad-value", "open of 24 spots beside one that is accepted")
    accepted(bench, OPEN, {1: spots, 2: of_round + 1}, "open of them in another round")


def beyond(bench: Bench) -> None:
    begin(bench)
    bet(bench, LIMIT + 500)
    told = tell(bench, bench.patience, lambda each: each.message in (PLACED, ATTEMPT))
    need(bool(told) and told[-1].message == ATTEMPT, "a wager beyond the limit was accepted, or in part")
    wanted: Payload = {1: 1, 2: code_of(wager_of(bench)), 3: LIMIT + 500}
    need_told(told[-1].payload, wanted, "attempt-after-lock-out")
    need_accepted(bench, [], "after a wager beyond the limit")


def not_open(bench: Bench) -> None:
    begin(bench)
    locked_out(bench)
    bet(bench)
    told = report(bench, ATTEMPT, "attempt-after-lock-out")
    need_told(told, {1: 1, 2: code_of(wager_of(bench)), 3: 500}, "attempt-after-lock-out")
    need_accepted(bench, [], "after a wager behind the lock-out")


def taken_back(bench: Bench) -> None:
    begin(bench)
    placed(bench)
    bench.do(take_back(1, wager_of(bench), 200))
    told = report(bench, TAKEN_BACK, "taken-back")
    need_told(told, {1: 1, 2: code_of(wager_of(bench)), 3: 200}, "taken-back")
    need_accepted(bench, one(bench, 300), "after 200 of 500 cents were taken back")


def lifted(bench: Bench) -> None:
    bench.do(CLEAR)
    new_round(bench, WITH_CHIPS)
    bench.do(place(1, {WITH_CHIPS: 500}))
    report(bench, PLACED, "placed")
    locked_out(bench)
    act = take_back(1, WITH_CHIPS, 500)
    bench.do(Act(act.says, act.asks, told=False))
    no_report(bench, TAKEN_BACK, "chips that were lifted after the lock-out are told as taken back")
    need_accepted(bench, [(1, code_of(WITH_CHIPS), 500)], "after chips were lifted behind the lock-out")


# ---- lock-out, selections ---------------------------------------------------------------------------


def each_time(bench: Bench) -> None:
    begin(bench)
    placed(bench)
    for _ in range(3):
        need(listed(locked_out(bench)) == one(bench), "locked-out does not list what is accepted")
        need(bench.board.state().get(1) == 0, "`state` says open after the lock-out")


def not_asked(bench: Bench) -> None:
    new_round(bench)
    told = locked_out(bench)
    need(2 not in told and 3 not in told, "locked-out tells a selection that `open` did not ask for")


def unsupported(bench: Bench) -> None:
    wager: Value = [code_of(wager_of(bench)), 1, LIMIT]
    for key in (3, 4):
        refused(bench, OPEN, {1: [wager], 2: 1005, key: 1}, "unsupported", "open with a selection")


SELECT: Final[Payload] = {3: 1, 4: 1}


def selected(bench: Bench) -> None:
    new_round(bench, more=SELECT)
    told = locked_out(bench)
    need(told.get(2) in DECK, f"the magic card is {told.get(2)!r}; it is text as in 'QH'")
    need(1 <= number_in(told, 3) <= boxes_of(bench), f"the lucky box is {told.get(3)}")


def selected_once(bench: Bench) -> None:
    new_round(bench, more=SELECT)
    first = locked_out(bench)
    for _ in range(5):
        again = locked_out(bench)
        same = (again.get(2), again.get(3)) == (first.get(2), first.get(3))
        need(same, "another lock-out tells another selection")


def selected_anew(bench: Bench) -> None:
    # That ten selections of one in 52 are the same happens once in 10 to the power of 15.
    found = set()
    of_round = new_round(bench, more=SELECT)
    for _ in range(10):
        open_round(bench, of_round, more=SELECT)
        found.add(locked_out(bench).get(2))
    need(len(found) > 1, "ten times `open` and the lock-out brought the same magic card")


# ---- reject, credit, meters -------------------------------------------------------------------------


def rejected(bench: Bench) -> None:
    begin(bench)
    placed(bench)
    accepted(bench, REJECT, {1: 1, 2: code_of(wager_of(bench)), 3: 200}, "reject")
    no_report(bench, TAKEN_BACK, "what was rejected is told as taken back")
    need_accepted(bench, one(bench, 200), "after a reject to 200 cents")


def award(bench: Bench, number: int, cents: int = 100) -> None:
    """Credit it: it is accepted, and reported."""
    accepted(bench, CREDIT, {1: number, 2: 1, 3: code_of(wager_of(bench)), 4: cents}, f"award {number}")
    told = soon(bench, CREDITED, "credited").get(1)
    need(told == number, f"credited names award {told}; it was {number}")


def last_award(bench: Bench) -> int:
    """Key 3 of `state`."""
    return number_in(bench.board.state(), 3)


def credited(bench: Bench) -> None:
    number = last_award(bench) + 1
    award(bench, number)
    need(last_award(bench) == number, f"key 3 of `state` is {last_award(bench)} after award {number}")


def credited_again(bench: Bench) -> None:
    number = last_award(bench) + 1
    for each in (number, number, number + 3, number + 1):
        award(bench, each)
    need(
        last_award(bench) == number + 3,
        f"key 3 of `state` is {last_award(bench)}; the highest is {number + 3}",
    )


def no_accounts(bench: Bench) -> None:
    payload: Payload = {1: 1, 2: 1, 3: code_of(WITH_CHIPS), 4: 100}
    refused(bench, CREDIT, payload, "unsupported", "credit")


def meters(bench: Bench) -> None:
    shown: list[Value] = [[code_of(FROM_ACCOUNT), 123_456], [code_of(OTHER), 0]]
    accepted(bench, SHOW_METERS, {1: shown}, "show-meters")
    accepted(bench, SHOW_METERS, {1: []}, "show-meters with no meter")
    refused(bench, SHOW_METERS, {1: [[0, 100]]}, "bad-value", "show-meters with wager 0")


# ---- what outlasts what -----------------------------------------------------------------------------


def outlasts_session(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    bench.board.greet()
    need(bench.board.state().get(1) == 0, "what was open outlasted a new HELLO")
    need_accepted(bench, one(bench), "after a new HELLO")
    open_round(bench, of_round)
    need_accepted(bench, one(bench), "after a new HELLO and `open` for the same round")


def outlasts_reset(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    last = last_award(bench)
    restart(bench)
    need(bench.board.state().get(1) == 0, "what was open outlasted a reset")
    need_accepted(bench, one(bench), "after a reset")
    need(last_award(bench) == last, f"key 3 of `state` is {last_award(bench)} after a reset; it was {last}")
    open_round(bench, of_round)
    need_accepted(bench, one(bench), "after a reset and `open` for the same round")


def selection_outlasts(bench: Bench) -> None:
    new_round(bench, more=SELECT)
    first = locked_out(bench)
    restart(bench)
    again = locked_out(bench)
    same = (again.get(2), again.get(3)) == (first.get(2), first.get(3))
    need(same, "the lock-out after a reset tells another selection, or none")


def without_report(bench: Bench) -> None:
    new_round(bench)
    told = [each for each in _silent(bench) if each == LOCKED_OUT]
    need(not told, "a lock-out by silence is told as locked-out")
    new_round(bench)
    bench.board.greet()
    no_report(bench, LOCKED_OUT, "a lock-out by a new HELLO is told as locked-out")
    new_round(bench)
    raise_one(bench)
    soon(bench, SELF_LOCKED, "self-locked after a fault")
    need(bench.board.state().get(1) == 0, "a fault did not lock out")
    no_report(bench, LOCKED_OUT, "a lock-out by a fault is told as locked-out")


def _silent(bench: Bench) -> list[int]:
    """Silence for longer than 1 s: the codes of the reports behind it."""
    bench.board.listen(1.4)
    found = [each.message for each in tell(bench, 0.6)]
    need(bench.board.state().get(1) == 0, "silence did not lock out")
    return found


def player(bench: Bench) -> None:
    begin(bench)
    bet(bench, player="P-17")
    need(report(bench, PLACED, "placed").get(4) == "P-17", "placed does not name the player")
    bet(bench, 100)
    need(4 not in report(bench, PLACED, "placed"), "placed names a player where there is none")


def parts(bench: Bench) -> None:
    bench.do(CLEAR)
    boxes = boxes_of(bench)
    spots = _spots(boxes, MOST_SPOTS)
    for of_round in (1006, 1007):
        accepted(bench, OPEN, {1: spots, 2: of_round}, "open of 24 spots")
    made = 0
    for row in spots:
        if isinstance(row, list) and isinstance(row[0], int) and isinstance(row[1], int):
            for box in range(1, row[1].bit_length() + 1):
                if made <= PART:
                    bench.do(place(box, {WAGERS[row[0]]: 100}))
                    report(bench, PLACED, "placed")
                    made += 1
    counts = [len(rows_in(part_of(bench, part))) for part in range(number_in(bench.board.state(), 12))]
    need(max(counts) <= PART, f"a part of `state` has {max(counts)} entries; 16 is the most")
    need(sum(counts) == made, f"all parts together have {sum(counts)} entries; {made} wagers are accepted")
    need(len(rows_in(locked_out(bench), 1)) == made, "locked-out does not list all of them")


def _row(
    name: str,
    paragraph: str,
    does: str,
    expects: str,
    run: Callable[[Bench], None],
    words: str = "",
    *,
    lacks: str = "",
    hand: bool = True,
    after: tuple[Act, ...] = (),
) -> Check:
    return Check(
        name,
        paragraph,
        does,
        expects,
        run,
        hand=hand,
        words=frozenset(words.split()),
        role="progressive",
        lacks=frozenset(lacks.split()),
        after=(*after, CLEAR) if hand else after,
    )


CHECKS: Final = (
    _row("wagers", "7.14", "has wagers made on open spots", "placed, and in `state`", takes_wagers),
    _row("spots-replaced", "7.15", "opens other spots", "the first take none", replaces),
    _row("next-round", "7.16", "opens another round", "nothing accepted", another_round),
    _row("same-round", "7.17", "opens the same round after a lock-out", "accepted still", same_round),
    _row("not-named", "7.18", "opens it without that spot", "accepted still", not_named_any_more),
    _row("25-spots", "7.19", "opens 24 spots, and 25", "accepted, bad-value", too_many, hand=False),
    _row("24-and-one", "7.20", "opens 24 beside one accepted", "refused, bad-value", too_many_accepted),
    _row("limit", "7.21", "has more wagered than the limit", "an attempt; nothing accepted", beyond),
    _row("locked-wager", "7.22", "has one made after the lock-out", "an attempt", not_open),
    _row("wager-back", "7.23", "has part of one taken back", "taken-back, and in `state`", taken_back),
    _row("chips-lifted", "7.24", "has chips lifted after the lock-out", "nothing changed", lifted, "chips"),
    _row("each-lock-out", "7.25", "locks out three times", "locked-out, all accepted", each_time),
    _row("unasked", "7.26", "locks out without a selection", "none told", not_asked, hand=False),
    _row("no-selection", "7.27", "asks for one", "unsupported", unsupported, lacks="selects", hand=False),
    _row("selection", "7.28", "asks for both", "a card and a box", selected, "selects", hand=False),
    _row("selected-once", "7.29", "locks out six times", "the same", selected_once, "selects", hand=False),
    _row("selected-anew", "7.30", "opens ten times", "another one", selected_anew, "selects", hand=False),
    _row("wager-rejected", "7.31", "rejects what is above 200 cents", "200, no taken-back", rejected),
    _row(
        "credited", "7.32", "credits an award", "credited, and in `state`", credited, "accounts", hand=False
    ),
    _row(
        "credited-once",
        "7.33",
        "credits one again, and a lower one",
        "credited; the highest stays",
        credited_again,
        "accounts",
        hand=False,
    ),
    _row("no-accounts", "7.34", "credits an award", "unsupported", no_accounts, lacks="accounts", hand=False),
    _row("meters", "7.35", "shows meters", "accepted; wager 0 refused", meters, hand=False),
    _row("outlasts-hello", "7.36", "says a new HELLO", "accepted still; not open", outlasts_session),
    _row("outlasts-reset", "7.37", "resets it", "accepted still; not open", outlasts_reset),
    _row("selection-kept", "7.38", "resets it after a selection", "the same", selection_outlasts, "selects"),
    _row(
        "no-list",
        "7.39",
        "is silent, says HELLO, has a fault",
        "locked out, no locked-out",
        without_report,
        after=(REPAIR,),
    ),
    _row("wager-player", "7.13", "has one made with a player card", "its name", player),
    _row("wager-parts", "7.163", "has 17 wagers accepted", "parts of 16 at most", parts, "accounts"),
)
