"""Checks of a progressive system: selections, awards, meters, and what outlasts what.

Section 7 of docs/link.md. Its wagers are in roles_progressive.py.
"""

from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import SELF_LOCKED, Bench, need, number_in
from drivers.conformance.hands import REPAIR
from drivers.conformance.progressive_steps import (
    CREDIT,
    CREDITED,
    FROM_ACCOUNT,
    LIMIT,
    LOCKED_OUT,
    OPEN,
    OTHER,
    SHOW_METERS,
    WITH_CHIPS,
    begin,
    code_of,
    locked_out,
    need_accepted,
    new_round,
    one,
    open_round,
    placed,
    row,
    wager_of,
)
from drivers.conformance.roles_common import raise_one
from drivers.conformance.roles_positions import boxes_of
from drivers.conformance.told import SILENT, accepted, no_report, refused, restart, soon, tell
from drivers.payload import Payload, Value

# ---- lock-out, selections ---------------------------------------------------------------------------


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
    bench.board.listen(SILENT)
    found = [each.message for each in tell(bench, 0.6)]
    need(bench.board.state().get(1) == 0, "silence did not lock out")
    return found


CHECKS: Final = (
    row("unasked", "7.26", "locks out without a selection", "none told", not_asked, hand=False),
    row("no-selection", "7.27", "asks for one", "unsupported", unsupported, lacks="selects", hand=False),
    row("selection", "7.28", "asks for both", "a card and a box", selected, "selects", hand=False),
    row("selected-once", "7.29", "locks out six times", "the same", selected_once, "selects", hand=False),
    row("selected-anew", "7.30", "opens ten times", "another one", selected_anew, "selects", hand=False),
    row("credited", "7.32", "credits an award", "credited, and in `state`", credited, "accounts", hand=False),
    row(
        "credited-once",
        "7.33",
        "credits one again, and a lower one",
        "credited; the highest stays",
        credited_again,
        "accounts",
        hand=False,
    ),
    row("no-accounts", "7.34", "credits an award", "unsupported", no_accounts, lacks="accounts", hand=False),
    row("meters", "7.35", "shows meters", "accepted; wager 0 refused", meters, hand=False),
    row("outlasts-hello", "7.36", "says a new HELLO", "accepted still; not open", outlasts_session),
    row("outlasts-reset", "7.37", "resets it", "accepted still; not open", outlasts_reset),
    row("selection-kept", "7.38", "resets it after a selection", "the same", selection_outlasts, "selects"),
    row(
        "no-list",
        "7.39",
        "is silent, says HELLO, has a fault",
        "locked out, no locked-out",
        without_report,
        after=(REPAIR,),
    ),
)
