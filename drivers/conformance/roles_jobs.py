"""Checks of what becomes of a shuffler's job: verdicts, failures, the lid, a reset.

Section 7 of docs/link.md. The orders are in roles_shuffler.py.
"""

from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import Bench, need
from drivers.conformance.hands import (
    CLOSE_LID,
    EMPTY,
    OPEN_LID,
    feed,
)
from drivers.conformance.job_steps import (
    A_JOB,
    AT_ONCE,
    BAD,
    DONE_TOLD,
    FAILED_TOLD,
    FEW,
    GOOD,
    JAM,
    LEAVE_ONE,
    LID,
    RELEASE,
    SHUFFLE,
    STARTED,
    STOP,
    UNSUPPORTED,
    begin,
    begin_deck,
    failure,
    few_done,
    job_of,
    judged,
    need_failed,
    need_stage,
    row,
)
from drivers.conformance.rows import MEND, SHUT
from drivers.conformance.rules import DONE, FAILED
from drivers.conformance.told import (
    FAULT_RAISED,
    SILENT,
    accepted,
    no_report,
    report,
    restart,
    soon,
    tell,
    up_to,
)

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
    bench.board.listen(SILENT)
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


def silence_closes(bench: Bench) -> None:
    job = few_done(bench)
    if not bench.has("continuous"):
        accepted(bench, RELEASE, {1: job}, "release")
    bench.board.listen(SILENT)
    need_stage(bench, DONE, "after 1 s of silence, which closes the exit")


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


CHECKS: Final = (
    row("silence-exit", "7.168", "is silent with the exit open", "closed", silence_closes),
    row("verdicts", "7.187", "has good and bad decks shuffled", "three verdicts apart", verdicts),
    row("count", "7.188", "has 51 cards shuffled", "count 51", counted, "counts"),
    row("no-verdict", "7.189", "reads the verdicts that it does not give", "0", no_verdict),
    row("numbers-alone", "7.190", "reads the reports of a job", "numbers alone", no_card),
    row("job-jam", "7.191", "has cards jam", "fault-raised; failed, jam, a place", jam, after=MEND),
    row("job-silence", "7.192", "is silent in a job", "failed, stopped", silence),
    row("job-hello", "7.193", "says a new HELLO in a job", "failed, stopped", hello),
    row("job-stands", "7.194", "has the motors stand", "failed, stopped", motors_stand, after=MEND),
    row("hello-exit", "7.195", "says one with the exit open", "closed", hello_closes),
    row("incomplete", "7.196", "has a card left behind", "failed, incomplete", incomplete, after=MEND),
    row(
        "lid-loses", "7.197", "has the lid opened", "lid; failed, lid; stage 3", lid_loses, "lid", after=SHUT
    ),
    row("lid-moves", "7.198", "has it opened and closed", "lid, in `state`", lid_told, "lid", after=SHUT),
    row("job-reset", "7.199", "resets it with a stack inside", "failed, job 0, power", after_reset),
)
