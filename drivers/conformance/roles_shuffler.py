"""Checks of the orders of a shuffler: jobs, release, cancel. Section 7 of docs/link.md.

What is told of a job, and what ends it, is in roles_jobs.py.
"""

from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import Bench, need
from drivers.conformance.hands import (
    EMPTY,
    OPEN_LID,
    TAKE,
    feed,
)
from drivers.conformance.job_steps import (
    A_JOB,
    AT_ONCE,
    CANCEL,
    DONE_TOLD,
    FEW,
    RELEASE,
    SHUFFLE,
    STARTED,
    TAKEN,
    again,
    begin,
    begin_deck,
    failure,
    few_done,
    job_of,
    need_failed,
    need_stage,
    next_job,
    row,
)
from drivers.conformance.roles_common import raise_one
from drivers.conformance.rows import MEND, SHUT
from drivers.conformance.rules import DONE, EMPTY_STAGE, FAILED, RELEASED, WORKING
from drivers.conformance.told import (
    accepted,
    refused,
    report,
    soon,
    tell,
    up_to,
)

# ---- jobs -------------------------------------------------------------------------------------------


def started(bench: Bench) -> None:
    job = begin(bench, feed(FEW), len(FEW))
    told = soon(bench, STARTED, "started").get(1)
    need(told == job, f"started names job {told}; it was job {job}")
    need_stage(bench, WORKING, "in the middle of a job")
    need(bench.board.state().get(1) == job, "key 1 of `state` is not the job")


def done(bench: Bench) -> None:
    job = begin(bench, feed(FEW), len(FEW))
    told = report(bench, DONE_TOLD, "done", A_JOB)
    need(told.get(1) == job, f"done names job {told.get(1)}; it was job {job}")
    state = bench.board.state()
    for in_state, in_report, what in ((3, 2, "count"), (4, 3, "counted"), (5, 4, "identity"), (6, 5, "back")):
        need(state.get(in_state) == told.get(in_report), f"`state` and done tell another {what}")


def same_job(bench: Bench) -> None:
    bench.do(EMPTY)
    bench.do(feed(FEW))
    tell(bench, 0.3)
    payload = job_of(bench, len(FEW))
    accepted(bench, SHUFFLE, payload, "a job")
    accepted(bench, SHUFFLE, payload, "the job under way, again,")
    told = up_to(bench, DONE_TOLD, "done", A_JOB)
    accepted(bench, SHUFFLE, payload, "the job that was done, again,")
    told += tell(bench, 1.0)
    starts = [one for one in told if one.message == STARTED]
    need(len(starts) == 1, f"a job that was named three times was started {len(starts)} times")


def lower_job(bench: Bench) -> None:
    bench.do(EMPTY)
    bench.do(feed(FEW))
    tell(bench, 0.3)
    job = next_job(bench) + 5
    accepted(bench, SHUFFLE, job_of(bench, len(FEW), job), f"job {job}")
    up_to(bench, DONE_TOLD, "done", A_JOB)
    bench.do(EMPTY)
    bench.do(feed(FEW))
    tell(bench, 0.3)
    refused(bench, SHUFFLE, job_of(bench, len(FEW), job - 1), "bad-value", f"job {job - 1} after job {job}")


def busy_working(bench: Bench) -> None:
    begin_deck(bench)
    refused(bench, SHUFFLE, job_of(bench, len(DECK)), "busy", "a job while one is working")


def busy_kept(bench: Bench) -> None:
    few_done(bench)
    refused(bench, SHUFFLE, job_of(bench, len(FEW)), "busy", "a job while a stack is kept, or the exit open,")


def lid_bars(bench: Bench) -> None:
    bench.do(EMPTY)
    bench.do(feed(FEW))
    bench.do(OPEN_LID)
    tell(bench, 0.3)
    refused(bench, SHUFFLE, job_of(bench, len(FEW)), "lid-open", "a job with an open lid")


def left_inside(bench: Bench) -> None:
    begin_deck(bench)
    accepted(bench, CANCEL, {}, "cancel")
    failure(bench)
    bench.do(feed(FEW))
    again(bench, len(DECK) + len(FEW))
    count = report(bench, DONE_TOLD, "done", A_JOB).get(2)
    wanted = len(DECK) + len(FEW)
    need(count == wanted, f"done says {count} cards; with those of the failed job there were {wanted}")


# ---- release and cancel -----------------------------------------------------------------------------


def released(bench: Bench) -> None:
    job = few_done(bench)
    need_stage(bench, DONE, "after a job that is kept")
    accepted(bench, RELEASE, {1: job}, "release of the job that is done")
    need_stage(bench, RELEASED, "after release")


def taken(bench: Bench) -> None:
    job = few_done(bench)
    if not bench.has("continuous"):
        accepted(bench, RELEASE, {1: job}, "release")
    bench.do(TAKE)
    told = report(bench, TAKEN, "taken").get(1)
    need(told == job, f"taken names job {told}; it was job {job}")
    need_stage(bench, EMPTY_STAGE, "after the stack was taken")


def opens_itself(bench: Bench) -> None:
    few_done(bench)
    need_stage(bench, RELEASED, "after a shuffle of a continuous machine")


def whatever(bench: Bench) -> None:
    begin_deck(bench)
    accepted(bench, CANCEL, {}, "cancel")
    failure(bench)
    accepted(bench, RELEASE, {1: 0}, "release of whatever is inside")
    need_stage(bench, RELEASED, "after release 0")


def release_busy(bench: Bench) -> None:
    job = begin_deck(bench)
    for number in (job, 0):
        refused(bench, RELEASE, {1: number}, "busy", f"release {number} while a job is working")


def release_other(bench: Bench) -> None:
    job = few_done(bench)
    refused(bench, RELEASE, {1: job + 1}, "bad-value", f"release of job {job + 1}; job {job} is inside")
    bench.do(EMPTY)
    tell(bench, 0.3)
    refused(bench, RELEASE, {1: 0}, "bad-value", "release of an empty machine")


def release_lid(bench: Bench) -> None:
    few_done(bench)
    bench.do(OPEN_LID)
    tell(bench, 0.5)
    refused(bench, RELEASE, {1: 0}, "lid-open", "release with an open lid")


def cancelled(bench: Bench) -> None:
    job = begin_deck(bench)
    accepted(bench, CANCEL, {}, "cancel")
    need_failed(failure(bench, AT_ONCE)[-1].payload, job, "cancelled")
    need_stage(bench, FAILED, "after cancel")


def kept_over_cancel(bench: Bench) -> None:
    job = few_done(bench)
    if not bench.has("continuous"):
        accepted(bench, RELEASE, {1: job}, "release")
    before = bench.board.state()
    accepted(bench, CANCEL, {}, "cancel")
    need_stage(bench, DONE, "after a cancel that closes the exit")
    after = bench.board.state()
    for key in (1, 3, 4, 5, 6):
        need(before.get(key) == after.get(key), f"cancel changed key {key} of a stack that is done")


def release_fault(bench: Bench) -> None:
    begin_deck(bench)
    accepted(bench, CANCEL, {}, "cancel")
    failure(bench)
    raise_one(bench)
    refused(bench, RELEASE, {1: 0}, "fault", "release while a fault stands")


def bad_is_kept(bench: Bench) -> None:
    begin(bench, feed(FEW), len(FEW) + 1)
    up_to(bench, DONE_TOLD, "done", A_JOB)
    need_stage(bench, DONE, "after a shuffle of a continuous machine that found the number bad")


CHECKS: Final = (
    row("release-fault", "7.167", "releases while a fault stands", "fault", release_fault, after=MEND),
    row("bad-kept", "7.169", "waits for a bad verdict", "stage 2", bad_is_kept, "continuous counts"),
    row("started", "7.170", "orders a job", "started, and in `state`", started),
    row("done", "7.171", "waits for its end", "done, and the same in `state`", done),
    row("same-job", "7.172", "orders a job three times", "accepted; started once", same_job),
    row("lower-job", "7.173", "orders a lower number", "refused, bad-value", lower_job),
    row("job-busy", "7.174", "orders one while one is working", "refused, busy", busy_working),
    row("kept-busy", "7.175", "orders one while a stack is kept", "refused, busy", busy_kept),
    row("job-lid", "7.176", "orders one with an open lid", "refused, lid-open", lid_bars, "lid", after=SHUT),
    row("left-inside", "7.177", "orders one after a cancelled one", "all cards", left_inside, "counts"),
    row("release", "7.178", "releases a job that is done", "stage 2, then 4", released, "batch"),
    row("taken", "7.179", "has the stack taken", "taken; stage 0", taken),
    row("by-itself", "7.180", "waits for a continuous one", "stage 4", opens_itself, "continuous"),
    row("whatever", "7.181", "releases 0 after a failure", "stage 4", whatever),
    row("release-busy", "7.182", "releases while it works", "refused, busy", release_busy),
    row("release-other", "7.183", "releases another job, and nothing", "bad-value", release_other),
    row("release-lid", "7.184", "releases with an open lid", "lid-open", release_lid, "lid", after=SHUT),
    row("cancel", "7.185", "cancels a job", "failed, cancelled", cancelled),
    row("cancel-kept", "7.186", "cancels with the exit open", "closed; kept as it is", kept_over_cancel),
)
