"""Runs the checks against a board and says what came of each."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec import Struct

from drivers.capture import Passed
from drivers.conformance.bench import Bench, Check
from drivers.conformance.board import Board, Failed
from drivers.conformance.checks import CHECKS
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


def examine(board: Board, role: str, ask: Callable[[str], None] | None) -> Iterator[Result]:
    """The result of each check, in order. ask: tells the operator what to do; None: there is no operator,
    and what needs one is left out. LinkLost."""
    for check in CHECKS:
        yield _examined(board, role, check, ask)


def _examined(board: Board, role: str, check: Check, ask: Callable[[str], None] | None) -> Result:
    try:
        board.began()
        greeting = board.greet()
        board.acknowledge_all()
        probe = _probe(role, greeting.identity.get(5))
        missing = _missing(check, greeting.identity.get(5))
        if check.role not in ("", role):
            return _result(check, "not applicable", f"it is for a {check.role}")
        if missing:
            return _result(check, "not applicable", f"the board has not the capability {missing}")
        held = _held(check, greeting.identity.get(5))
        if held:
            return _result(check, "not applicable", f"the board has the capability {held}")
        if check.permits and probe is None:
            why = "this device is permitted something only with cards in it; the kit does not do that yet"
            return _result(check, "left out", why)
        if check.hand and ask is None:
            return _result(
                check, "left out", "it needs a hand on the board, and nobody is there (--unattended)"
            )
        if check.id not in OF_THE_GREETING:
            board.began()
        check.run(Bench(board, greeting, role, probe, ask or (lambda _: None)))
    except Failed as failed:
        # A face that the board ought not to have told goes nowhere, not into the report either.
        capture = () if check.hand and "reads" in check.words else tuple(board.capture)
        return _result(check, "failed", str(failed), capture)
    return _result(check, "passed")


def _missing(check: Check, capabilities: object) -> str:
    has = capabilities if isinstance(capabilities, list) else []
    return ", ".join(sorted(word for word in check.words if word not in has))


def _held(check: Check, capabilities: object) -> str:
    has = capabilities if isinstance(capabilities, list) else []
    return ", ".join(sorted(word for word in check.without if word in has))


def _probe(role: str, capabilities: object) -> Probe | None:
    if isinstance(capabilities, list) and "dispenses" in capabilities:
        return None
    return PROBES.get(role)


def _result(check: Check, outcome: Outcome, why: str = "", capture: tuple[Passed, ...] = ()) -> Result:
    return Result(check.id, check.paragraph, check.does, check.expects, outcome, why, capture)
