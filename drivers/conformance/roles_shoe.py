"""Checks of the shoe that is drawn from by hand: what it is permitted, and what ends that. Section 7 of
docs/link.md. Its cards and their identities are in roles_draws.py.
"""

from typing import Final

from drivers.conformance.bench import DRAWN, Bench, Check, need, number_in
from drivers.conformance.hands import (
    CLOSE_LID,
    OPEN_LID,
    PUSH_BACK,
    draw,
    pull,
)
from drivers.conformance.rows import MEND, SHUT
from drivers.conformance.shoe_steps import (
    BEYOND,
    CARDS,
    DISPENSE,
    DOUBLE_FEED,
    FACE_UP,
    JAM,
    LID,
    LOCK,
    PERMIT,
    PUSHED_BACK,
    STICK,
    WHILE_LOCKED,
    flags_of,
    is_locked,
    last_draw,
    need_card,
    need_ended,
    need_sealed,
    one_drawn,
    permit_faces,
    put_in,
    row,
    side_word,
)
from drivers.conformance.told import (
    FAULT_RAISED,
    Told,
    accepted,
    no_report,
    refused,
    report,
    tell,
    up_to,
)
from drivers.payload import Payload

# ---- permissions ----------------------------------------------------------------------------------------


def less_than_drawn(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    draw_number = number_in(one_drawn(bench), 1)
    payload: Payload = {1: draw_number - 1, 2: "d"}
    refused(bench, PERMIT, payload, "bad-value", f"a permit up to {draw_number - 1} after draw {draw_number}")
    accepted(bench, PERMIT, {1: draw_number, 2: "d"}, f"a permit up to {draw_number}, the last draw,")
    need(is_locked(bench), "a permit up to the last draw permits a draw")


def replaced(bench: Bench) -> None:
    put_in(bench)
    last = permit_faces(bench, "ddd")
    accepted(bench, PERMIT, {1: last + 1, 2: "u"}, "a second permit")
    up_to_draw = bench.board.state().get(2)
    need(up_to_draw == last + 1, f"`state` says up to {up_to_draw}; the second permit said {last + 1}")
    need_card(bench, one_drawn(bench), CARDS[0])


def bad_faces(bench: Bench) -> None:
    last = last_draw(bench)
    refused(bench, PERMIT, {1: last + 1, 2: "x"}, "bad-value", "a permit with the letter x")
    accepted(bench, PERMIT, {1: last + 32, 2: "d" * 32}, "a permit with 32 letters")


def told_up(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "du")
    need_sealed(one_drawn(bench), "a draw permitted with the letter d")
    need_card(bench, one_drawn(bench), CARDS[1])


def beyond_the_list(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "u", draws=2)
    need_sealed(one_drawn(bench), "a draw without a letter")
    need_card(bench, one_drawn(bench), CARDS[1])


def locked_again(bench: Bench) -> None:
    put_in(bench)
    last = permit_faces(bench, "dd")
    one_drawn(bench)
    need(not is_locked(bench), "the first of two permitted draws locked it")
    one_drawn(bench)
    state = bench.board.state()
    need(state.get(1) == 1, "it is not locked after the permitted draw")
    need(state.get(2) == last + 2 and state.get(3) == last + 2, f"`state` says {state} after draw {last + 2}")


def held_back(bench: Bench) -> None:
    put_in(bench)
    bench.do(pull(side_word(bench)))
    no_report(bench, DRAWN, "a card left the shoe that was locked; its gate is to hold it back", 1.0)


def drawn_while_locked(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "uu")
    accepted(bench, LOCK, {}, "lock")
    told = one_drawn(bench, half_out=True)
    need(flags_of(told) & WHILE_LOCKED != 0, "a card that left while locked is told without bit 1")
    need_sealed(told, "a draw while locked")
    need(is_locked(bench), "a card that left while it was locked has unlocked it")


def drawn_beyond(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    one_drawn(bench)
    told = one_drawn(bench, half_out=True)
    flags = flags_of(told)
    need(
        flags == WHILE_LOCKED | BEYOND,
        f"the flags of a draw past a permission that was used up are {flags}, not 6",
    )
    need_sealed(told, "a draw beyond what was permitted")


def not_beyond(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    one_drawn(bench)
    accepted(bench, LOCK, {}, "lock")
    flags = flags_of(one_drawn(bench, half_out=True))
    need(flags == WHILE_LOCKED, f"the flags of a draw after `lock` are {flags}, not 2")


# ---- what ends a permission -------------------------------------------------------------------------------


def face_up_is_told(bench: Bench) -> None:
    put_in(bench, ("9C!", "8D", "7H"))
    permit_faces(bench, "ddd")
    told = one_drawn(bench)
    need(flags_of(told) & FACE_UP != 0, "a card that lay face up is told without bit 0")
    need_card(bench, told, "9C")


def face_up_ends(bench: Bench) -> None:
    put_in(bench, ("9C!", "8D", "7H"))
    permit_faces(bench, "ddd")
    one_drawn(bench)
    need_ended(bench, "a card that lay face up")


def two_at_once(bench: Bench) -> tuple[list[Told], int]:
    put_in(bench)
    last = permit_faces(bench, "dddd")
    bench.do(STICK)
    bench.do(draw(side_word(bench)))
    return up_to(bench, DOUBLE_FEED, "double-feed"), last


def double_feed(bench: Bench) -> None:
    told, last = two_at_once(bench)
    found = tell(bench, 0.5) if all(one.message != DRAWN for one in told) else told
    need(
        any(one.message == DRAWN and one.payload.get(1) == last + 1 for one in found),
        "the first card is not told as drawn",
    )
    second = told[-1].payload.get(1)
    need(second == last + 2, f"double-feed names draw {second}; the second card is {last + 2}")
    need(last_draw(bench) == last + 2, "the second card of a double feed took no number")


def double_feed_ends(bench: Bench) -> None:
    two_at_once(bench)
    need_ended(bench, "a double feed")


def pushed_back(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "ddd")
    number = number_in(one_drawn(bench), 1)
    bench.do(PUSH_BACK)
    told = report(bench, PUSHED_BACK, "pushed-back").get(1)
    need(told == number, f"pushed-back names draw {told}; it was draw {number}")


def push_ends(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "ddd")
    one_drawn(bench)
    bench.do(PUSH_BACK)
    report(bench, PUSHED_BACK, "pushed-back")
    need_ended(bench, "a card pushed back")


def jammed(bench: Bench) -> Payload:
    """A jam while draws are permitted: fault-raised."""
    put_in(bench)
    permit_faces(bench, "ddd")
    bench.do(JAM)
    bench.do(pull(side_word(bench), told=True))
    return report(bench, FAULT_RAISED, "fault-raised of a jam")


def jam(bench: Bench) -> None:
    told = jammed(bench)
    need(told.get(1) == "jam", f"fault-raised names {told.get(1)!r} at a jam")
    need(told.get(2) in ("entry", "path", "exit"), f"its place is {told.get(2)!r}")


def jam_ends(bench: Bench) -> None:
    jammed(bench)
    need_ended(bench, "a jam")


def lid_told(bench: Bench) -> None:
    for act, is_open in ((OPEN_LID, 1), (CLOSE_LID, 0)):
        bench.do(act)
        told = report(bench, LID, "lid").get(1)
        need(told == is_open, f"the report lid says {told}; it was {'opened' if is_open else 'closed'}")
        need(bench.board.state().get(4) == is_open, "`state` says otherwise in key 4")


def lid_ends(bench: Bench) -> None:
    permit_faces(bench, "d")
    bench.do(OPEN_LID)
    report(bench, LID, "lid")
    need_ended(bench, "an opened lid")


def lid_bars(bench: Bench) -> None:
    last = last_draw(bench)
    bench.do(OPEN_LID)
    report(bench, LID, "lid")
    refused(bench, PERMIT, {1: last + 1, 2: "d"}, "lid-open", "a permit with an open lid")


def other_way(bench: Bench) -> None:
    dispenses = bench.has("dispenses")
    permit_one: Payload = {1: 1, 2: "d"}
    dispense_one: Payload = {1: 1, 2: 1, 3: 1, 4: "d"}
    message, payload = (PERMIT, permit_one) if dispenses else (DISPENSE, dispense_one)
    refused(bench, message, payload, "unsupported", f"order {message}")


def one_side(bench: Bench) -> None:
    last = last_draw(bench)
    for side in (1, 2):
        refused(bench, PERMIT, {1: last + 1, 2: "d", 3: side}, "bad-value", f"a permit for side {side}")
    accepted(bench, PERMIT, {1: last + 1, 2: "d", 3: 0}, "a permit for side 0")


CHECKS: Final = (
    Check("other-way", "7.5", "orders what other shoes do", "refused, unsupported", other_way, role="shoe"),
    row("less", "7.60", "permits less than was drawn", "refused, bad-value", less_than_drawn),
    row("replaced", "7.61", "permits, then permits less", "the second one stands", replaced, "reads"),
    row(
        "faces", "7.62", "permits with the letter x, and with 32", "refused; accepted", bad_faces, hand=False
    ),
    row("told-up", "7.63", "permits `du`, has two drawn", "the second with its card", told_up, "reads"),
    row("no-letter", "7.65", "permits two with one letter", "the first sealed", beyond_the_list, "reads"),
    row("locked-again", "7.66", "has the permitted draws drawn", "locked, in `state`", locked_again),
    row("held-back", "7.67", "has a card pulled while locked", "none comes", held_back, "gate"),
    row("while-locked", "7.68", "has one drawn after `lock`", "bit 1, sealed", drawn_while_locked),
    row("beyond", "7.69", "has one drawn past the permission", "bits 1 and 2, sealed", drawn_beyond),
    row("not-beyond", "7.70", "the same, after `lock`", "bit 1 alone", not_beyond),
    row(
        "face-up",
        "7.71",
        "has one drawn that lay face up",
        "its card, bit 0",
        face_up_is_told,
        "reads",
        lacks="shuffles",
    ),
    row("face-up-ends", "7.72", "the same", "locked", face_up_ends, "reads", lacks="shuffles"),
    row(
        "double-feed",
        "7.73",
        "has two drawn at once",
        "drawn and double-feed, a number each",
        double_feed,
        after=MEND,
    ),
    row("double-feed-ends", "7.74", "the same", "locked", double_feed_ends, after=MEND),
    row("pushed-back", "7.75", "has a card pushed back", "pushed-back, its draw", pushed_back),
    row("push-ends", "7.76", "the same", "locked", push_ends),
    row("jam", "7.77", "has a card jam", "fault-raised, jam, and a place", jam, after=MEND),
    row("jam-ends", "7.78", "the same", "locked", jam_ends, after=MEND),
    row("lid", "7.79", "has the lid opened and closed", "lid, and in `state`", lid_told, "lid", after=SHUT),
    row("lid-ends", "7.80", "has it opened while a draw is permitted", "locked", lid_ends, "lid", after=SHUT),
    row("lid-bars", "7.81", "permits while it is open", "refused, lid-open", lid_bars, "lid", after=SHUT),
    row(
        "one-side",
        "7.90",
        "permits for another side",
        "refused, bad-value",
        one_side,
        lacks="double",
        hand=False,
    ),
)
