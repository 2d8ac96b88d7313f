"""Checks of the shoe that is drawn from by hand: section 7 of docs/link.md.

A double shoe is in roles_double.py, a shoe that dispenses in roles_dispensing.py. A face goes into no reason
and no capture: what is said of one is that it is another than was put in.
"""

from collections.abc import Callable, Sequence
from typing import Final

from drivers.cards import JOKER, RANKS, SUITS
from drivers.conformance.bench import DISCLOSE, DISCLOSED, DRAWN, Bench, Check, need, number_in
from drivers.conformance.hands import (
    CLOSE_LID,
    OPEN_LID,
    PUSH_BACK,
    REPAIR,
    Act,
    draw,
    fault,
    load,
    pull,
)
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

PERMIT: Final = 16
LOCK: Final = 17
DISPENSE: Final = 19
DOUBLE_FEED: Final = 17
PUSHED_BACK: Final = 18
COVER_CARD: Final = 19
EMPTY: Final = 20
LID: Final = 21
FACE_UP: Final = 1
WHILE_LOCKED: Final = 2
BEYOND: Final = 4
UNREAD: Final = 0
SEALED: Final = 1
CARDS: Final = ("9C", "8D", "7H", "6S", "5C")
"""What is put in where nothing else is said."""

JAM: Final = fault("jam", "see to it that the next card jams in the path", "path")
STICK: Final = fault("double-feed", "see to it that the next draw brings two cards at once")
BLANK: Final = fault("misread", "see to it that the next card cannot be read (paste a blank over its face)")


def code_of(card: str) -> int:
    """The byte of a card."""
    return 60 if card == JOKER else (RANKS.index(card[0]) + 2) * 4 + SUITS.index(card[1])


def side_word(bench: Bench, side: int = 0) -> str:
    """How hands know that side; "" of a shoe that has one."""
    return ("left", "right")[side] if bench.has("double") else ""


def put_in(bench: Bench, cards: Sequence[str] = CARDS, side: int = 0) -> int:
    """Have these cards put in: the last draw until now."""
    bench.do(load(cards, side_word(bench, side)))
    return last_draw(bench)


def last_draw(bench: Bench) -> int:
    """Key 3 of `state`."""
    return number_in(bench.board.state(), 3)


def permit_faces(bench: Bench, faces: str, more: Payload | None = None, draws: int = 0) -> int:
    """Permit `draws` draws with these faces (0: one a letter): the last draw until now."""
    last = last_draw(bench)
    accepted(
        bench, PERMIT, {1: last + (draws or len(faces)), 2: faces, **(more or {})}, f"a permit of {faces!r}"
    )
    return last


def is_locked(bench: Bench) -> bool:
    """Key 1 of `state`."""
    return bench.board.state().get(1) == 1


def one_drawn(bench: Bench, side: int = 0, *, half_out: bool = False) -> Payload:
    """Have a card drawn: the report."""
    bench.do(draw(side_word(bench, side), half_out=half_out))
    return report(bench, DRAWN, "of a draw")


def need_card(bench: Bench, told: Payload, card: str) -> None:
    """Failed: another card is told than was put in, or none. A shoe that shuffles has its own order."""
    right = [code_of(one) for one in CARDS] if bench.has("shuffles") else [code_of(card)]
    need(told.get(2) in right, f"draw {told.get(1)} is not told with the card that was put in")


def need_sealed(told: Payload, what: str) -> None:
    """Failed: it is told with a face."""
    need(told.get(2) in (UNREAD, SEALED), f"{what} was told with a face")


def flags_of(told: Payload) -> int:
    """Key 3 of a draw, 0 where it is missing."""
    return number_in(told, 3) if 3 in told else 0


# ---- permissions ----------------------------------------------------------------------------------------


def sealed(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    need_sealed(one_drawn(bench), "a draw that was permitted face down")


def less_than_drawn(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    draw_number = number_in(one_drawn(bench), 1)
    payload: Payload = {1: draw_number - 1, 2: "d"}
    refused(bench, PERMIT, payload, "bad-value", f"a permit up to {draw_number - 1} after draw {draw_number}")


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


def coded(bench: Bench) -> None:
    cards = ("2C", "TD", "JH", "AS", JOKER)
    put_in(bench, cards)
    permit_faces(bench, "uuuuu")
    for card in cards:
        told = one_drawn(bench)
        need(told.get(2) == code_of(card), f"the {card} is told with another code than {code_of(card)}")


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


def need_ended(bench: Bench, what: str) -> None:
    """Failed: it is permitted still."""
    need(is_locked(bench), f"{what} did not end the permission")


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


def cover_card(bench: Bench) -> None:
    put_in(bench, ("CUT", "9C", "8D"))
    last = permit_faces(bench, "dd")
    bench.do(draw(side_word(bench)))
    told = report(bench, COVER_CARD, "cover-card").get(1)
    need(told == last, f"cover-card says after draw {told}; the last one was {last}")
    need(not is_locked(bench), "the cover card ended the permission")
    number = one_drawn(bench).get(1)
    need(
        number == last + 1, f"the card behind the cover card is draw {number}; the cover card takes no number"
    )


def empty(bench: Bench) -> None:
    put_in(bench, ("9C",))
    permit_faces(bench, "d")
    bench.do(draw(side_word(bench)))
    told = up_to(bench, EMPTY, "empty when the last card left")
    drawn = [one.payload.get(1) for one in told if one.message == DRAWN]
    need(
        told[-1].payload.get(1) in drawn,
        f"empty says after draw {told[-1].payload.get(1)}; the last one was {drawn}",
    )


# ---- numbers and identities -------------------------------------------------------------------------


def numbered(bench: Bench) -> None:
    put_in(bench)
    restart(bench)
    need(last_draw(bench) == 0, f"`state` names draw {last_draw(bench)} after a reset")
    permit_faces(bench, "ddd")
    for number in (1, 2, 3):
        told = one_drawn(bench).get(1)
        need(told == number, f"draw {number} since boot has the number {told}")


def disclosed_payload(bench: Bench, number: int) -> Payload:
    """Order that draw disclosed: the report."""
    accepted(bench, DISCLOSE, {1: number}, f"the disclosure of draw {number}")
    told = soon(bench, DISCLOSED, "disclosed")
    need(told.get(1) == number, f"draw {number} was to be disclosed, the report names {told.get(1)}")
    return told


def disclosed(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    told = disclosed_payload(bench, number_in(one_drawn(bench), 1))
    need(told.get(2) != SEALED, "it is sealed still")


def disclosed_again(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "dd")
    numbers = [number_in(one_drawn(bench), 1) for _ in range(2)]
    for _ in range(3):
        for number, card in zip(numbers, CARDS, strict=False):
            need_card(bench, disclosed_payload(bench, number), card)


def not_drawn(bench: Bench) -> None:
    last = last_draw(bench)
    for number in (last + 1, 0):
        refused(
            bench, DISCLOSE, {1: number}, "bad-value", f"the disclosure of draw {number}, after draw {last},"
        )


def misread(bench: Bench) -> Payload:
    put_in(bench)
    permit_faces(bench, "ud")
    bench.do(BLANK)
    return one_drawn(bench)


def unread(bench: Bench) -> None:
    need(misread(bench).get(2) == UNREAD, "a card that could not be read is not told as unread (0)")


def unread_disclosed(bench: Bench) -> None:
    told = disclosed_payload(bench, number_in(misread(bench), 1))
    need(told.get(2) == UNREAD, "a draw whose identity is not known is not disclosed as unread (0)")


def lost_at_a_reset(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    number = number_in(one_drawn(bench), 1)
    restart(bench)
    refused(bench, DISCLOSE, {1: number}, "bad-value", f"draw {number} of before the reset")


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
    hand: bool = True,
) -> Check:
    """A check of a shoe that is drawn from by hand. words, lacks: separated by spaces."""
    return Check(
        name,
        paragraph,
        does,
        expects,
        run,
        hand=hand,
        words=frozenset(("manual", *words.split())),
        role="shoe",
        lacks=frozenset(lacks.split()),
        after=after,
        secret=hand,
    )


MEND: Final = (REPAIR,)
SHUT: Final = (CLOSE_LID,)
CHECKS: Final = (
    Check("other-way", "7.5", "orders what other shoes do", "refused, unsupported", other_way, role="shoe"),
    _row("sealed", "7.3", "has a card drawn face down", "sealed or unread", sealed, "reads"),
    _row("disclosed", "7.4", "has one drawn, and disclosed", "its card", disclosed, "reads"),
    _row("less", "7.60", "permits less than was drawn", "refused, bad-value", less_than_drawn),
    _row("replaced", "7.61", "permits, then permits less", "the second one stands", replaced, "reads"),
    _row(
        "faces", "7.62", "permits with the letter x, and with 32", "refused; accepted", bad_faces, hand=False
    ),
    _row("told-up", "7.63", "permits `du`, has two drawn", "the second with its card", told_up, "reads"),
    _row("coded", "7.64", "has known cards drawn face up", "their codes", coded, "reads", lacks="shuffles"),
    _row("no-letter", "7.65", "permits two with one letter", "the first sealed", beyond_the_list, "reads"),
    _row("locked-again", "7.66", "has the permitted draws drawn", "locked, in `state`", locked_again),
    _row("held-back", "7.67", "has a card pulled while locked", "none comes", held_back, "gate"),
    _row("while-locked", "7.68", "has one drawn after `lock`", "bit 1, sealed", drawn_while_locked),
    _row("beyond", "7.69", "has one drawn past the permission", "bits 1 and 2, sealed", drawn_beyond),
    _row("not-beyond", "7.70", "the same, after `lock`", "bit 1 alone", not_beyond),
    _row(
        "face-up",
        "7.71",
        "has one drawn that lay face up",
        "its card, bit 0",
        face_up_is_told,
        "reads",
        lacks="shuffles",
    ),
    _row("face-up-ends", "7.72", "the same", "locked", face_up_ends, "reads", lacks="shuffles"),
    _row(
        "double-feed",
        "7.73",
        "has two drawn at once",
        "drawn and double-feed, a number each",
        double_feed,
        after=MEND,
    ),
    _row("double-feed-ends", "7.74", "the same", "locked", double_feed_ends, after=MEND),
    _row("pushed-back", "7.75", "has a card pushed back", "pushed-back, its draw", pushed_back),
    _row("push-ends", "7.76", "the same", "locked", push_ends),
    _row("jam", "7.77", "has a card jam", "fault-raised, jam, and a place", jam, after=MEND),
    _row("jam-ends", "7.78", "the same", "locked", jam_ends, after=MEND),
    _row("lid", "7.79", "has the lid opened and closed", "lid, and in `state`", lid_told, "lid", after=SHUT),
    _row(
        "lid-ends", "7.80", "has it opened while a draw is permitted", "locked", lid_ends, "lid", after=SHUT
    ),
    _row("lid-bars", "7.81", "permits while it is open", "refused, lid-open", lid_bars, "lid", after=SHUT),
    _row(
        "cover-card",
        "7.82",
        "has the cover card drawn",
        "no number, still permitted",
        cover_card,
        lacks="shuffles",
    ),
    _row("empty", "7.83", "has the last card drawn", "empty, after that draw", empty),
    _row("numbered", "7.84", "resets it, has three drawn", "numbered 1, 2, 3", numbered),
    _row(
        "again", "7.85", "has draws disclosed three times", "their cards each time", disclosed_again, "reads"
    ),
    Check("not-drawn", "7.86", "discloses the draw to come", "refused, bad-value", not_drawn, role="shoe"),
    _row("unread", "7.87", "has a card drawn that cannot be read", "unread", unread, "reads", after=MEND),
    _row(
        "unknown",
        "7.88",
        "has that one disclosed",
        "disclosed as unread",
        unread_disclosed,
        "reads",
        after=MEND,
    ),
    _row("forgotten", "7.89", "resets it, discloses an old draw", "refused, bad-value", lost_at_a_reset),
    _row(
        "one-side",
        "7.90",
        "permits for another side",
        "refused, bad-value",
        one_side,
        lacks="double",
        hand=False,
    ),
)
