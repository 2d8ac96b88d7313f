"""Checks of the draws of a shoe that is drawn from by hand: numbers, faces, identities. Section 7 of
docs/link.md. What it is permitted is in roles_shoe.py.
"""

from typing import Final

from drivers.cards import JOKER
from drivers.conformance.bench import DISCLOSE, DRAWN, Bench, Check, need, number_in
from drivers.conformance.hands import (
    draw,
)
from drivers.conformance.rows import MEND
from drivers.conformance.shoe_steps import (
    BLANK,
    CARDS,
    COVER_CARD,
    EMPTY,
    SEALED,
    UNREAD,
    code_of,
    disclosed_payload,
    is_locked,
    last_draw,
    need_card,
    need_sealed,
    one_drawn,
    permit_faces,
    put_in,
    row,
    side_word,
)
from drivers.conformance.told import (
    refused,
    report,
    restart,
    up_to,
)
from drivers.payload import Payload


def sealed(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    need_sealed(one_drawn(bench), "a draw that was permitted face down")


def coded(bench: Bench) -> None:
    cards = ("2C", "TD", "JH", "AS", JOKER)
    put_in(bench, cards)
    permit_faces(bench, "uuuuu")
    for card in cards:
        told = one_drawn(bench)
        need(told.get(2) == code_of(card), f"the {card} is told with another code than {code_of(card)}")


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


def outlasts_session(bench: Bench) -> None:
    put_in(bench)
    permit_faces(bench, "d")
    number = number_in(one_drawn(bench), 1)
    bench.board.greet()
    need(
        last_draw(bench) == number,
        f"`state` names draw {last_draw(bench)} after a new HELLO; it was {number}",
    )
    need_card(bench, disclosed_payload(bench, number), CARDS[0])


CHECKS: Final = (
    row("sealed", "7.3", "has a card drawn face down", "sealed or unread", sealed, "reads"),
    row("disclosed", "7.4", "has one drawn, and disclosed", "its card", disclosed, "reads"),
    row("coded", "7.64", "has known cards drawn face up", "their codes", coded, "reads", lacks="shuffles"),
    row(
        "cover-card",
        "7.82",
        "has the cover card drawn",
        "no number, still permitted",
        cover_card,
        lacks="shuffles",
    ),
    row("empty", "7.83", "has the last card drawn", "empty, after that draw", empty),
    row("numbered", "7.84", "resets it, has three drawn", "numbered 1, 2, 3", numbered),
    row(
        "again", "7.85", "has draws disclosed three times", "their cards each time", disclosed_again, "reads"
    ),
    Check("not-drawn", "7.86", "discloses the draw to come", "refused, bad-value", not_drawn, role="shoe"),
    row("unread", "7.87", "has a card drawn that cannot be read", "unread", unread, "reads", after=MEND),
    row(
        "unread-told",
        "7.88",
        "has that one disclosed",
        "disclosed as unread",
        unread_disclosed,
        "reads",
        after=MEND,
    ),
    row("forgotten", "7.89", "resets it, discloses an old draw", "refused, bad-value", lost_at_a_reset),
    row("over-hello", "7.99", "says a new HELLO, discloses a draw", "its card", outlasts_session, "reads"),
)
