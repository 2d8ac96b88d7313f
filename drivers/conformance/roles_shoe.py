"""Checks of the shoe: section 7 of docs/link.md. A shoe that dispenses is in roles_dispensing.py."""

from typing import Final

from drivers.conformance.bench import DISCLOSE, DISCLOSED, DRAWN, Bench, Check, need, number_in, permit
from drivers.conformance.board import ANSWER, read
from drivers.conformance.hands import draw
from drivers.frame import REPORT, Frame
from drivers.payload import Payload, dump

READING: Final = frozenset(("manual", "reads"))


def other_way(bench: Bench) -> None:
    dispenses = bench.has("dispenses")
    permit_one: Payload = {1: 1, 2: "d"}
    dispense_one: Payload = {1: 1, 2: 1, 3: 1, 4: "d"}
    message, payload = (16, permit_one) if dispenses else (19, dispense_one)
    answer = bench.board.order(message, dump(payload))
    need(answer.get(1) == 1 and answer.get(2) == "unsupported", f"order {message} was answered with {answer}")


def drawn(bench: Bench) -> Payload:
    """Permit one draw face down, and have it drawn: the report."""
    permit(bench)
    bench.do(draw("left" if bench.has("double") else ""))

    def is_drawn(frame: Frame) -> bool:
        return frame.type == REPORT and frame.message == DRAWN

    seen = bench.board.listen(bench.patience, is_drawn, alive=True)
    found = [one.frame for one in seen if is_drawn(one.frame)]
    need(bool(found), f"no report of a draw within {bench.patience:.0f} s of the hands being asked for one")
    return read(found[0])


def sealed(bench: Bench) -> None:
    told = drawn(bench)
    # The value itself goes nowhere, not into the reason either.
    need(told.get(2) in (0, 1), "a draw that was permitted face down was told with a face")


def disclosed(bench: Bench) -> None:
    draw = number_in(drawn(bench), 1)
    need(bench.board.order(DISCLOSE, {1: draw}).get(1) == 0, "a disclosure was refused")
    seen = bench.board.listen(ANSWER, alive=True)
    told = [read(one.frame) for one in seen if one.frame.type == REPORT and one.frame.message == DISCLOSED]
    need(bool(told), "a disclosure that was accepted brought no report `disclosed`")
    need(told[0].get(1) == draw and told[0].get(2) != 1, "it names another draw, or is sealed still")


CHECKS: Final = (
    Check("other-way", "7.5", "orders what other shoes do", "unsupported", other_way, role="shoe"),
    # Last: what a board tells of a card must not come again in the capture of another check.
    Check(
        "sealed",
        "7.3",
        "has a card drawn face down",
        "sealed or unread",
        sealed,
        True,
        True,
        READING,
        secret=True,
    ),
    Check(
        "disclosed",
        "7.4",
        "has one drawn, and disclosed",
        "its card",
        disclosed,
        True,
        True,
        READING,
        secret=True,
    ),
)
