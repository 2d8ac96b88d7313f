"""Checks of the card reader: section 7 of docs/link.md. No rank goes into a reason: answers are words."""

from collections.abc import Mapping
from typing import Final

from drivers.conformance.bench import SLACK, Bench, need
from drivers.conformance.hands import Act, insert
from drivers.conformance.rows import Rows
from drivers.conformance.told import accepted, no_report, refused, report
from drivers.payload import Payload, dump

ARM: Final = 16
DISARM: Final = 17
ANSWER: Final = 16
INSERTED_WHILE_DISARMED: Final = 17
NO_READ, NO_BLACKJACK, BLACKJACK = range(3)
ACE_UP: Final = 0
TEN_UP: Final = 1


def arm(bench: Bench, for_what: int) -> None:
    """Arm it. Failed: refused."""
    accepted(bench, ARM, {1: for_what}, f"arm for {for_what}")


def need_state(bench: Bench, wanted: int, when: str) -> None:
    """Failed: key 1 of `state` says otherwise."""
    found = bench.board.state().get(1)
    need(found == wanted, f"`state` says {found} {when}; it is {wanted}")


def answered(bench: Bench, card: str) -> Payload:
    """Have the card inserted: the answer."""
    bench.do(insert(card))
    return report(bench, ANSWER, "answer to an insertion")


def armed_state(bench: Bench) -> None:
    for for_what in (ACE_UP, TEN_UP):
        arm(bench, for_what)
        need_state(bench, for_what + 1, f"after arm {for_what}")
    accepted(bench, DISARM, {}, "disarm")
    need_state(bench, 0, "after disarm")


def arm_for_nothing(bench: Bench) -> None:
    arm(bench, TEN_UP)
    wrong: tuple[Payload, ...] = ({1: 2}, {})
    for payload in wrong:
        refused(bench, ARM, payload, "bad-value", f"arm with {payload}")
    need_state(bench, TEN_UP + 1, "after an arm that was refused")


def right_answers(bench: Bench) -> None:
    for for_what, card, wanted in (
        (ACE_UP, "KH", BLACKJACK),
        (ACE_UP, "9C", NO_BLACKJACK),
        (ACE_UP, "AS", NO_BLACKJACK),
        (TEN_UP, "AS", BLACKJACK),
        (TEN_UP, "KH", NO_BLACKJACK),
    ):
        arm(bench, for_what)
        found = answered(bench, card).get(1)
        need(found == wanted, f"armed for {for_what}, it answered {found} to a card that calls for {wanted}")


def one_answer(bench: Bench) -> None:
    arm(bench, ACE_UP)
    answered(bench, "9C")
    need_state(bench, 0, "after an answer")
    bench.do(insert("KH"))
    no_report(bench, ANSWER, "a second insertion was answered with one `arm`", 1.0)


def no_read_keeps(bench: Bench) -> None:
    arm(bench, ACE_UP)
    found = answered(bench, "").get(1)
    need(found == NO_READ, f"a card that cannot be read was answered with {found}")
    need_state(bench, ACE_UP + 1, "after no read")
    need(answered(bench, "KH").get(1) == BLACKJACK, "the insertion after no read was not answered as such")


def not_armed(bench: Bench) -> None:
    bench.do(insert("KH"))
    report(bench, INSERTED_WHILE_DISARMED, "inserted-while-disarmed")


def disarm_ends(bench: Bench) -> None:
    arm(bench, ACE_UP)
    accepted(bench, DISARM, {}, "disarm")
    bench.do(insert("KH"))
    no_report(bench, ANSWER, "an insertion was answered after disarm", 1.0)


def says_no_rank(bench: Bench) -> None:
    for card in ("KH", "9C"):
        arm(bench, ACE_UP)
        told = answered(bench, card)
        need(set(told) <= {-1, 0, 1}, f"the answer has the keys {sorted(told)}; 0 and 1 are all")
        need(told.get(1) in (NO_READ, NO_BLACKJACK, BLACKJACK), "key 1 of an answer is none of 0, 1 and 2")
    bench.do(insert("KH"))
    told = report(bench, INSERTED_WHILE_DISARMED, "inserted-while-disarmed")
    need(set(told) <= {-1, 0}, f"inserted-while-disarmed has the keys {sorted(told)}; 0 is all")


# ---- the same time and the same length --------------------------------------------------------------------

ALIKE: Final = ("KH", "9C", "2D", "")
"""Cards that call for each answer."""


def timed(bench: Bench, card: str) -> float:
    """Have it inserted: the seconds until the answer."""
    arm(bench, ACE_UP)
    # No person's hand is as regular as that.
    bench.do(Act("", insert(card).asks))
    began = bench.board.now()
    report(bench, ANSWER, "answer to an insertion")
    return bench.board.now() - began


def same_time(bench: Bench) -> None:
    times = {card: timed(bench, card) for card in ALIKE}
    for _ in range(2):
        if _spread(times) > SLACK:
            # What cable and machine add is another time each time; what the card adds is not.
            times = {card: min(times[card], timed(bench, card)) for card in ALIKE}
    least, most = min(times.values()), max(times.values())
    need(most - least <= SLACK, f"answers took {least:.2f} to {most:.2f} s; it depends on the card")


def _spread(times: Mapping[str, float]) -> float:
    return max(times.values()) - min(times.values())


def same_length(bench: Bench) -> None:
    lengths = {_length(bench, card) for card in ALIKE}
    need(len(lengths) == 1, f"answers have {sorted(lengths)} bytes beside their time; it depends on the card")


def _length(bench: Bench, card: str) -> int:
    """Bytes of an answer without its time, which grows, and without what is said of the ring."""
    arm(bench, ACE_UP)
    told = answered(bench, card)
    return len(dump({key: value for key, value in told.items() if key not in (-1, 0)}))


_row: Final = Rows("card_reader", secret=True).row

CHECKS: Final = (
    _row("armed", "7.140", "arms and disarms", "`state` says which", armed_state, hand=False),
    _row("arm-value", "7.141", "arms for 2, and for nothing", "bad-value", arm_for_nothing, hand=False),
    _row("answers", "7.142", "has cards inserted, armed for either", "the right answers", right_answers),
    _row("one-answer", "7.143", "has two inserted, armed once", "one answer; disarmed", one_answer),
    _row("no-read", "7.144", "has one inserted that cannot be read", "no read; armed still", no_read_keeps),
    _row("not-armed", "7.145", "has one inserted, not armed", "inserted-while-disarmed", not_armed),
    _row("disarmed", "7.146", "has one inserted after disarm", "no answer", disarm_ends),
    _row("no-rank", "7.147", "reads the answers", "no key that could hold a card", says_no_rank),
    _row("same-time", "7.148", "has different cards inserted", "answered after the same time", same_time),
    _row("same-length", "7.149", "the same", "answers of the same length", same_length),
)
