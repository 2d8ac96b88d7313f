"""Runs the checks against a board and says what came of each."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from drivers.capture import Passed
from drivers.conformance.bench import Bench, Check
from drivers.conformance.board import Board, Failed
from drivers.conformance.checks import CHECKS
from drivers.conformance.hands import CannotBeDone, Hands
from drivers.conformance.rules import PROBES, Probe

OF_THE_GREETING: Final = frozenset(("welcome", "identity", "board", "session"))
"""Checks that look at the greeting, which then belongs to their capture."""
Outcome = Literal["passed", "failed", "not applicable", "left out"]


class Result(Struct, frozen=True):
    """What came of one check. why: of a failure, or of what was left out. capture: of a failure alone."""

    id: str
    paragraph: str
    does: str
    expects: str
    outcome: Outcome
    why: str = ""
    capture: tuple[Passed, ...] = ()


def examine(
    board: Board, role: str, hands: Hands | None, checks: Sequence[Check] = CHECKS
) -> Iterator[Result]:
    """The result of each check, in order. hands: who acts at the board; None: nobody is there, and what needs
    a hand is left out. LinkLost."""
    for check in checks:
        yield _examined(board, role, check, hands)


def _examined(board: Board, role: str, check: Check, hands: Hands | None) -> Result:
    try:
        board.began()
        greeting = board.greet()
        board.acknowledge_all()
        words = greeting.identity.get(5)
        probe = _probe(role, words)
        why = _not_applicable(check, role, words)
        if why:
            return _result(check, "not applicable", why)
        if check.permits and probe is None:
            why = "this device is permitted something only with cards in it; the kit does not do that yet"
            return _result(check, "left out", why)
        if check.hand and hands is None:
            return _result(
                check, "left out", "it needs a hand on the board, and nobody is there (--unattended)"
            )
        if check.id not in OF_THE_GREETING:
            board.began()
        check.run(Bench(board, greeting, role, probe, hands))
    except Failed as failed:
        # A face that the board ought not to have told goes nowhere, not into the report either.
        capture = () if check.hand and check.words else tuple(board.capture)
        return _result(check, "failed", str(failed), capture)
    except CannotBeDone as cannot:
        return _result(check, "left out", str(cannot))
    return _result(check, "passed")


def _not_applicable(check: Check, role: str, capabilities: object) -> str:
    if check.role not in ("", role):
        return f"it is for a {check.role}"
    missing = _missing(check, capabilities)
    return f"the board has not the capability {missing}" if missing else ""


def _missing(check: Check, capabilities: object) -> str:
    has = capabilities if isinstance(capabilities, list) else []
    return ", ".join(sorted(word for word in check.words if word not in has))


def _probe(role: str, capabilities: object) -> Probe | None:
    if isinstance(capabilities, list) and "dispenses" in capabilities:
        return None
    return PROBES.get(role)


def _result(check: Check, outcome: Outcome, why: str = "", capture: tuple[Passed, ...] = ()) -> Result:
    return Result(check.id, check.paragraph, check.does, check.expects, outcome, why, capture)
