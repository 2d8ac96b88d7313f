"""Runs the checks against a board and says what came of each.

What lives here: which checks are for this board and can be made, and in what state each begins and leaves it.
What does not: the checks themselves (checks.py has them all), and the report (report.py).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, Literal

import msgspec
from msgspec import Struct

from drivers.capture import Passed
from drivers.conformance.bench import Bench, Cable, Check, NotApplicable, nobody
from drivers.conformance.board import Board, Failed, Greeting, NotGreeted, OnTheWay
from drivers.conformance.checks import CHECKS
from drivers.conformance.hands import Act, CannotBeDone, Hands
from drivers.conformance.rules import DISPENSING, PROBES, Probe
from drivers.errors import LinkLost

DEAF: Final = 5
"""Checks in a row in which no HELLO is answered, after which nothing more is to be learned."""
OF_THE_GREETING: Final = frozenset(("welcome", "identity", "board", "session"))
"""Checks that look at the greeting, which then belongs to their capture."""
Outcome = Literal["passed", "failed", "not applicable", "left out"]


class Result(Struct, frozen=True):
    """What came of one check. why: of a failure, or of what was left out. capture: of a failure alone.
    on_the_way: it failed before it came to its paragraph, which another failure may be the cause of.
    not_greeted: so early that the board did not answer a HELLO."""

    id: str
    paragraph: str
    does: str
    expects: str
    outcome: Outcome
    why: str = ""
    capture: tuple[Passed, ...] = ()
    on_the_way: bool = False
    not_greeted: bool = False


def examine(
    board: Board,
    role: str,
    hands: Hands | None,
    checks: Sequence[Check] = CHECKS,
    *,
    tell: Callable[[str], None] = nobody,
    cable: Cable | None = None,
) -> Iterator[Result]:
    """The result of each check, in order. hands: who acts at the board; None: nobody is there, and what needs
    a hand is left out. tell, cable: see Bench. LinkLost, also of a board that answers nothing any more."""

    def bench(greeting: Greeting, probe: Probe) -> Bench:
        return Bench(board, greeting, role, probe, hands, tell, cable)

    deaf: list[Result] = []
    for check in checks:
        found = _examined(board, role, check, hands, bench)
        deaf = [*deaf, found] if found.not_greeted else []
        yield found
        if len(deaf) == DEAF:
            since = f"{deaf[0].id} ({deaf[0].paragraph})"
            raise LinkLost(f"the board has answered no HELLO in {DEAF} checks, from {since} on")


def _examined(
    board: Board, role: str, check: Check, hands: Hands | None, bench: Callable[[Greeting, Probe], Bench]
) -> Result:
    acts = check.after if hands is not None else ()
    try:
        board.began()
        greeting = board.greet()
        words = greeting.identity.get(5)
        why = not_applicable(check, role, words)
        if why:
            acts = ()
            return _result(check, "not applicable", why)
        if greeting.welcome.get(4) != greeting.welcome.get(5):
            # Reports are kept, of which this check must know nothing.
            following = greeting.welcome.get(5)
            board.acknowledge_all((following - 2) % 65535 + 1 if isinstance(following, int) else 0)
        probe = _probe(role, words)
        if hands is None and (check.hand or (check.permits and probe.ready is not None)):
            return _result(
                check, "left out", "it needs a hand on the board, and nobody is there (--unattended)"
            )
        if check.id not in OF_THE_GREETING:
            board.began()
        check.run(bench(greeting, probe))
    except Failed as failed:
        # A face that the board ought not to have told goes nowhere, not into the report either.
        capture = () if check.secret else tuple(board.capture)
        return msgspec.structs.replace(
            _result(check, "failed", str(failed), capture),
            on_the_way=isinstance(failed, OnTheWay),
            not_greeted=isinstance(failed, NotGreeted),
        )
    except NotApplicable as what:
        return _result(check, "not applicable", str(what))
    except CannotBeDone as cannot:
        return _result(check, "left out", str(cannot))
    finally:
        _put_right(hands, acts)
    return _result(check, "passed")


def _put_right(hands: Hands | None, acts: Sequence[Act]) -> None:
    """What the next check must not find as this one left it."""
    for act in acts:
        with suppress(CannotBeDone):
            if hands is not None:
                hands.do(act)


def not_applicable(check: Check, role: str, capabilities: object) -> str:
    """Why that check is not for a board of this role that names these capabilities; "" where it is."""
    if check.role not in ("", role):
        return f"it is for a {check.role}"
    has = capabilities if isinstance(capabilities, list) else []
    missing = ", ".join(sorted(word for word in check.words if word not in has))
    if missing:
        return f"the board has not the capability {missing}"
    found = ", ".join(sorted(word for word in check.lacks if word in has))
    return f"the board has the capability {found}" if found else ""


def _probe(role: str, capabilities: object) -> Probe:
    if isinstance(capabilities, list) and "dispenses" in capabilities:
        return DISPENSING
    return PROBES[role]


def _result(check: Check, outcome: Outcome, why: str = "", capture: tuple[Passed, ...] = ()) -> Result:
    return Result(check.id, check.paragraph, check.does, check.expects, outcome, why, capture)
