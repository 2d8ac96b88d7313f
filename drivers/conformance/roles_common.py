"""Checks of what every role keeps to: the beginning of section 7 of docs/link.md."""

from typing import Final

from drivers.conformance.bench import Bench, Check, is_permitted, need, permit


def state_form(bench: Bench) -> None:
    board = bench.board
    board.order(250)
    before = board.last
    told = board.state()
    need(told.get(9) == before, f"key 9 names {told.get(9)}, the order before was {before}")
    need(told.get(10) == 1, "key 10 does not say that the order before was refused")
    need(isinstance(told.get(11), list) and isinstance(told.get(12), int), f"`state` says {told}")


def permission_ends(bench: Bench) -> None:
    permit(bench)
    need(is_permitted(bench), "what was permitted does not show in `state`")
    answer = bench.board.order(bench.probe.lock)
    need(answer.get(1) == 0 and not is_permitted(bench), "the restrictive order did not end the permission")


CHECKS: Final = (
    Check("state", "7.1", "says `state` after a refused order", "keys 9 to 12", state_form),
    Check("permit-lock", "7.2", "permits and locks", "`state` shows both", permission_ends, True),
)
