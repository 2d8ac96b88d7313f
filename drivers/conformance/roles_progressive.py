"""Checks of the wagers of a progressive system. Section 7 of docs/link.md.

Selections, awards, meters, and what outlasts what are in roles_awards.py.
"""

from typing import Final

from drivers.conformance.bench import Bench, need, number_in
from drivers.conformance.hands import CLEAR, Act, place, take_back
from drivers.conformance.progressive_steps import (
    ATTEMPT,
    LIMIT,
    MOST_SPOTS,
    OPEN,
    OTHER,
    PART,
    PLACED,
    REJECT,
    TAKEN_BACK,
    WITH_CHIPS,
    begin,
    bet,
    code_of,
    listed,
    locked_out,
    need_accepted,
    new_round,
    one,
    open_round,
    placed,
    places,
    row,
    spots_of,
    wager_of,
)
from drivers.conformance.roles_positions import boxes_of, need_told, part_of, rows_in
from drivers.conformance.told import accepted, no_report, refused, report, tell
from drivers.messages import WAGERS
from drivers.payload import Payload

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
    spots = spots_of(boxes_of(bench), MOST_SPOTS)
    accepted(bench, OPEN, {1: spots, 2: 1003}, "open of 24 spots")
    more = spots_of(boxes_of(bench), MOST_SPOTS + 1)
    refused(bench, OPEN, {1: more, 2: 1004}, "bad-value", "open of 25 spots")


def too_many_accepted(bench: Bench) -> None:
    of_round = begin(bench)
    placed(bench)
    spots = spots_of(boxes_of(bench), MOST_SPOTS, without=wager_of(bench))
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


def player(bench: Bench) -> None:
    begin(bench)
    bet(bench, player="P-17")
    need(report(bench, PLACED, "placed").get(4) == "P-17", "placed does not name the player")
    bet(bench, 100)
    need(4 not in report(bench, PLACED, "placed"), "placed names a player where there is none")


def parts(bench: Bench) -> None:
    bench.do(CLEAR)
    boxes = boxes_of(bench)
    for of_round in (1006, 1007):
        accepted(bench, OPEN, {1: spots_of(boxes, MOST_SPOTS), 2: of_round}, "open of 24 spots")
    for code, box in places(boxes, PART + 1):
        bench.do(place(box, {WAGERS[code]: 100}))
        report(bench, PLACED, "placed")
    counts = [len(rows_in(part_of(bench, part))) for part in range(number_in(bench.board.state(), 12))]
    need(max(counts) <= PART, f"a part of `state` has {max(counts)} entries; 16 is the most")
    need(sum(counts) == PART + 1, f"all parts together have {sum(counts)} entries; 17 wagers are accepted")
    need(len(rows_in(locked_out(bench), 1)) == PART + 1, "locked-out does not list all of them")


def rejected(bench: Bench) -> None:
    begin(bench)
    placed(bench)
    accepted(bench, REJECT, {1: 1, 2: code_of(wager_of(bench)), 3: 200}, "reject")
    no_report(bench, TAKEN_BACK, "what was rejected is told as taken back")
    need_accepted(bench, one(bench, 200), "after a reject to 200 cents")


def each_time(bench: Bench) -> None:
    begin(bench)
    placed(bench)
    for _ in range(3):
        need(listed(locked_out(bench)) == one(bench), "locked-out does not list what is accepted")
        need(bench.board.state().get(1) == 0, "`state` says open after the lock-out")


CHECKS: Final = (
    row("wagers", "7.14", "has wagers made on open spots", "placed, and in `state`", takes_wagers),
    row("spots-replaced", "7.15", "opens other spots", "the first take none", replaces),
    row("next-round", "7.16", "opens another round", "nothing accepted", another_round),
    row("same-round", "7.17", "opens the same round after a lock-out", "accepted still", same_round),
    row("not-named", "7.18", "opens it without that spot", "accepted still", not_named_any_more),
    row("25-spots", "7.19", "opens 24 spots, and 25", "accepted, bad-value", too_many, hand=False),
    row("24-and-one", "7.20", "opens 24 beside one accepted", "refused, bad-value", too_many_accepted),
    row("limit", "7.21", "has more wagered than the limit", "an attempt; nothing accepted", beyond),
    row("locked-wager", "7.22", "has one made after the lock-out", "an attempt", not_open),
    row("wager-back", "7.23", "has part of one taken back", "taken-back, and in `state`", taken_back),
    row("chips-lifted", "7.24", "has chips lifted after the lock-out", "nothing changed", lifted, "chips"),
    row("each-lock-out", "7.25", "locks out three times", "locked-out, all accepted", each_time),
    row("wager-rejected", "7.31", "rejects what is above 200 cents", "200, no taken-back", rejected),
    row("wager-player", "7.13", "has one made with a player card", "its name", player),
    row("wager-parts", "7.163", "has 17 wagers accepted", "parts of 16 at most", parts, "accounts"),
)
