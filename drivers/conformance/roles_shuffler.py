"""Checks of a shuffler: section 7 of docs/link.md.

A job begins with an empty machine, into which the hands put what the check says. A deck takes its time: a
real machine some twenty seconds, and a job is waited for four minutes at most.
"""

from collections.abc import Callable, Sequence
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import Bench, Check, need, number_in
from drivers.conformance.hands import (
    CLOSE_LID,
    EMPTY,
    OPEN_LID,
    REPAIR,
    TAKE,
    Act,
    fault,
    feed,
    feed_decks,
)
from drivers.conformance.roles_common import raise_one
from drivers.conformance.rules import DONE, EMPTY_STAGE, FAILED, RELEASED, WORKING
from drivers.conformance.told import (
    FAULT_RAISED,
    Told,
    accepted,
    no_report,
    refused,
    report,
    restart,
    soon,
    tell,
    up_to,
)
from drivers.payload import Payload

SHUFFLE: Final = 16
CANCEL: Final = 17
RELEASE: Final = 18
STARTED: Final = 16
DONE_TOLD: Final = 17
FAILED_TOLD: Final = 18
TAKEN: Final = 19
LID: Final = 20
UNSUPPORTED, GOOD, BAD = range(3)
A_JOB: Final = 240.0
"""Seconds within which a job of one deck has ended."""
AT_ONCE: Final = 5.0
"""Seconds within which motors that are stopped are told of."""
FEW: Final = DECK[:6]

JAM: Final = fault("jam", "see to it that cards jam in the path", "path")
LEAVE_ONE: Final = fault("incomplete", "see to it that a card is left behind inside")
STOP: Final = fault("stop", "see to it that the motors stand still in the middle of the job", "path")


def next_job(bench: Bench) -> int:
    """A job number above the last one."""
    return number_in(bench.board.state(), 1) + 1


def job_of(bench: Bench, expected: int, number: int = 0) -> Payload:
    """A job with that number, the next one where none is said."""
    return {1: number or next_job(bench), 2: 1, 3: expected}


def begin(bench: Bench, act: Act, expected: int) -> int:
    """An empty machine, cards put in, a job: its number."""
    bench.do(EMPTY)
    bench.do(act)
    return again(bench, expected)


def again(bench: Bench, expected: int) -> int:
    """The next job, with what is in the machine."""
    tell(bench, 0.3)
    payload = job_of(bench, expected)
    accepted(bench, SHUFFLE, payload, f"job {payload[1]!r}")
    return number_in(payload, 1)


def begin_deck(bench: Bench) -> int:
    """A job of one deck, under way."""
    return begin(bench, feed_decks(1), len(DECK))


def few_done(bench: Bench) -> int:
    """A job of a few cards that is done; its number. A continuous machine has opened its exit."""
    job = begin(bench, feed(FEW), len(FEW))
    up_to(bench, DONE_TOLD, "done", A_JOB)
    return job


def judged(bench: Bench, cards: Sequence[str], odd_back: bool = False) -> Payload:
    """A job of these cards, where one deck is expected: the report `done`. odd_back: the last one is blue."""
    bench.do(EMPTY)
    whole = cards[:-1] if odd_back else cards
    for at in range(0, len(whole), 26):
        bench.do(feed(whole[at : at + 26]))
    if odd_back:
        bench.do(feed(cards[-1:], "blue"))
    again(bench, len(DECK))
    return report(bench, DONE_TOLD, "done", A_JOB)


def failure(bench: Bench, seconds: float = A_JOB) -> list[Told]:
    """The reports up to the next `failed`."""
    return up_to(bench, FAILED_TOLD, "failed", seconds)


def need_failed(told: Payload, job: int, reason: str) -> None:
    """Failed: it names another job or reason."""
    need(told.get(1) == job, f"failed names job {told.get(1)}; it was job {job}")
    need(told.get(2) == reason, f"its reason is {told.get(2)!r}, not {reason!r}")


def need_stage(bench: Bench, wanted: int, when: str) -> None:
    """Failed: key 2 of `state` is another."""
    found = bench.board.state().get(2)
    need(found == wanted, f"`state` says stage {found} {when}; it is {wanted}")


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


# ---- verdicts ---------------------------------------------------------------------------------------


def verdicts(bench: Bench) -> None:
    for cards, odd_back, wanted, what in (
        (DECK, False, (GOOD, GOOD, GOOD), "one whole deck"),
        (DECK[1:], False, (BAD, None, GOOD), "51 cards"),
        ((*DECK[1:], DECK[1]), False, (GOOD, BAD, GOOD), "52 cards with one twice"),
        (DECK, True, (GOOD, GOOD, BAD), "one deck with a blue card"),
    ):
        told = judged(bench, cards, odd_back)
        for key, word, verdict in zip((3, 4, 5), ("counts", "identifies", "backs"), wanted, strict=True):
            if verdict is not None and bench.has(word):
                need(told.get(key) == verdict, f"of {what} key {key} says {told.get(key)}; it is {verdict}")


def counted(bench: Bench) -> None:
    count = judged(bench, DECK[1:]).get(2)
    need(count == len(DECK) - 1, f"done says {count} cards; {len(DECK) - 1} were put in")


def no_verdict(bench: Bench) -> None:
    told = judged(bench, DECK)
    for key, word in ((3, "counts"), (4, "identifies"), (5, "backs")):
        if not bench.has(word):
            need(told.get(key) == UNSUPPORTED, f"without {word} key {key} says {told.get(key)}; it is 0")
    need(bench.has("counts") or told.get(2) == 0, f"it does not count, and done says {told.get(2)} cards")


def no_card(bench: Bench) -> None:
    begin(bench, feed(FEW), len(FEW))
    for one in up_to(bench, DONE_TOLD, "done", A_JOB):
        most = {STARTED: 1, DONE_TOLD: 5}.get(one.message, 3)
        need(
            max(one.payload) <= most,
            f"report {one.message} has key {max(one.payload)}, which version 1 has not",
        )
        texts = [value for key, value in one.payload.items() if key > 0 and not isinstance(value, int)]
        need(
            one.message == FAILED_TOLD or not texts, f"report {one.message} tells more than numbers: {texts}"
        )


# ---- failures ---------------------------------------------------------------------------------------


def jam(bench: Bench) -> None:
    bench.do(JAM)
    job = begin_deck(bench)
    told = failure(bench)
    need_failed(told[-1].payload, job, "jam")
    need(told[-1].payload.get(3) in ("input", "path", "output"), f"its place is {told[-1].payload.get(3)!r}")
    raised = [one.payload.get(1) for one in told + tell(bench, 0.5) if one.message == FAULT_RAISED]
    need(raised == ["jam"], f"a jam is a fault too; fault-raised named {raised}")


def silence(bench: Bench) -> None:
    job = begin_deck(bench)
    bench.board.listen(1.4)
    need_failed(failure(bench, AT_ONCE)[-1].payload, job, "stopped")


def hello(bench: Bench) -> None:
    job = begin_deck(bench)
    bench.board.greet()
    need_failed(failure(bench, AT_ONCE)[-1].payload, job, "stopped")


def motors_stand(bench: Bench) -> None:
    bench.do(STOP)
    job = begin_deck(bench)
    need_failed(failure(bench)[-1].payload, job, "stopped")


def hello_closes(bench: Bench) -> None:
    job = few_done(bench)
    if not bench.has("continuous"):
        accepted(bench, RELEASE, {1: job}, "release")
    bench.board.greet()
    need_stage(bench, DONE, "after a new HELLO, which closes the exit")


def incomplete(bench: Bench) -> None:
    bench.do(LEAVE_ONE)
    job = begin(bench, feed(FEW), len(FEW))
    need_failed(failure(bench)[-1].payload, job, "incomplete")


def lid_loses(bench: Bench) -> None:
    job = few_done(bench)
    bench.do(OPEN_LID)
    told = up_to(bench, FAILED_TOLD, "failed, of a stack that was inside when the lid was opened")
    opened = [one.payload.get(1) for one in told if one.message == LID]
    need(opened == [1], f"the report lid said {opened} before it; the lid was opened")
    need_failed(told[-1].payload, job, "lid")
    need_stage(bench, FAILED, "after the lid was opened")
    need(bench.board.state().get(7) == 1, "key 7 of `state` does not say that the lid is open")


def lid_told(bench: Bench) -> None:
    bench.do(EMPTY)
    tell(bench, 0.5)
    for act, is_open in ((OPEN_LID, 1), (CLOSE_LID, 0)):
        bench.do(act)
        told = report(bench, LID, "lid").get(1)
        need(told == is_open, f"the report lid says {told}; it was {'opened' if is_open else 'closed'}")
        need(bench.board.state().get(7) == is_open, "key 7 of `state` says otherwise")


def release_fault(bench: Bench) -> None:
    begin_deck(bench)
    accepted(bench, CANCEL, {}, "cancel")
    failure(bench)
    raise_one(bench)
    refused(bench, RELEASE, {1: 0}, "fault", "release while a fault stands")


def silence_closes(bench: Bench) -> None:
    job = few_done(bench)
    if not bench.has("continuous"):
        accepted(bench, RELEASE, {1: job}, "release")
    bench.board.listen(1.4)
    need_stage(bench, DONE, "after 1 s of silence, which closes the exit")


def bad_is_kept(bench: Bench) -> None:
    begin(bench, feed(FEW), len(FEW) + 1)
    up_to(bench, DONE_TOLD, "done", A_JOB)
    need_stage(bench, DONE, "after a shuffle of a continuous machine that found the number bad")


def after_reset(bench: Bench) -> None:
    few_done(bench)
    restart(bench)
    state = bench.board.state()
    need(state.get(1) == 0, f"`state` knows job {state.get(1)} after a reset")
    need(
        state.get(2) == FAILED, f"`state` says stage {state.get(2)} of what is inside after a reset; it is 3"
    )
    need_failed(soon(bench, FAILED_TOLD, "failed, of what is inside after a reset"), 0, "power")
    no_report(bench, DONE_TOLD, "a stack is told as done after a reset")
    accepted(bench, SHUFFLE, job_of(bench, len(FEW)), "a job with what is inside after a reset")


def _row(
    name: str,
    paragraph: str,
    does: str,
    expects: str,
    run: Callable[[Bench], None],
    words: str = "",
    *,
    lacks: str = "",
    after: tuple[Act, ...] = (),
) -> Check:
    needed, without = frozenset(words.split()), frozenset(lacks.split())
    return Check(
        name,
        paragraph,
        does,
        expects,
        run,
        hand=True,
        words=needed,
        role="shuffler",
        lacks=without,
        after=after,
    )


MEND: Final = (REPAIR,)
SHUT: Final = (CLOSE_LID,)
CHECKS: Final = (
    _row("release-fault", "7.167", "releases while a fault stands", "fault", release_fault, after=MEND),
    _row("silence-exit", "7.168", "is silent with the exit open", "closed", silence_closes),
    _row("bad-kept", "7.169", "waits for a bad verdict", "stage 2", bad_is_kept, "continuous counts"),
    _row("started", "7.170", "orders a job", "started, and in `state`", started),
    _row("done", "7.171", "waits for its end", "done, and the same in `state`", done),
    _row("same-job", "7.172", "orders a job three times", "accepted; started once", same_job),
    _row("lower-job", "7.173", "orders a lower number", "refused, bad-value", lower_job),
    _row("job-busy", "7.174", "orders one while one is working", "refused, busy", busy_working),
    _row("kept-busy", "7.175", "orders one while a stack is kept", "refused, busy", busy_kept),
    _row("job-lid", "7.176", "orders one with an open lid", "refused, lid-open", lid_bars, "lid", after=SHUT),
    _row("left-inside", "7.177", "orders one after a cancelled one", "all cards", left_inside, "counts"),
    _row("release", "7.178", "releases a job that is done", "stage 2, then 4", released, "batch"),
    _row("taken", "7.179", "has the stack taken", "taken; stage 0", taken),
    _row("by-itself", "7.180", "waits for a continuous one", "stage 4", opens_itself, "continuous"),
    _row("whatever", "7.181", "releases 0 after a failure", "stage 4", whatever),
    _row("release-busy", "7.182", "releases while it works", "refused, busy", release_busy),
    _row("release-other", "7.183", "releases another job, and nothing", "bad-value", release_other),
    _row("release-lid", "7.184", "releases with an open lid", "lid-open", release_lid, "lid", after=SHUT),
    _row("cancel", "7.185", "cancels a job", "failed, cancelled", cancelled),
    _row("cancel-kept", "7.186", "cancels with the exit open", "closed; kept as it is", kept_over_cancel),
    _row("verdicts", "7.187", "has good and bad decks shuffled", "three verdicts apart", verdicts),
    _row("count", "7.188", "has 51 cards shuffled", "count 51", counted, "counts"),
    _row("no-verdict", "7.189", "reads the verdicts that it does not give", "0", no_verdict),
    _row("numbers-alone", "7.190", "reads the reports of a job", "numbers alone", no_card),
    _row("job-jam", "7.191", "has cards jam", "fault-raised; failed, jam, a place", jam, after=MEND),
    _row("job-silence", "7.192", "is silent in a job", "failed, stopped", silence),
    _row("job-hello", "7.193", "says a new HELLO in a job", "failed, stopped", hello),
    _row("job-stands", "7.194", "has the motors stand", "failed, stopped", motors_stand, after=MEND),
    _row("hello-exit", "7.195", "says one with the exit open", "closed", hello_closes),
    _row("incomplete", "7.196", "has a card left behind", "failed, incomplete", incomplete, after=MEND),
    _row(
        "lid-loses", "7.197", "has the lid opened", "lid; failed, lid; stage 3", lid_loses, "lid", after=SHUT
    ),
    _row("lid-moves", "7.198", "has it opened and closed", "lid, in `state`", lid_told, "lid", after=SHUT),
    _row("job-reset", "7.199", "resets it with a stack inside", "failed, job 0, power", after_reset),
)
