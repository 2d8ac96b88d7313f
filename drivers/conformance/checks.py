"""The checks, one row each, by the paragraph of docs/link.md (section 10) that it proves.

What each of these does is in talk.py and life.py; the others stand with their rows in a file a section, those
of section 7 in a file a role. What becomes of a failure is in kit.py.
"""

from collections.abc import Sequence
from typing import Final

from drivers.conformance import (
    alone,
    cables,
    forms,
    framing,
    greeting,
    life,
    ordering,
    proof,
    reporting,
    resets,
    roles_awards,
    roles_common,
    roles_dispensing,
    roles_double,
    roles_draws,
    roles_jobs,
    roles_positions,
    roles_progressive,
    roles_reader,
    roles_shoe,
    roles_shuffler,
    roles_stacks,
    talk,
)
from drivers.conformance.bench import Check

_OF_THE_LINK: Final = (
    Check("delimiters", "1.1", "says HELLO", "0x00 before and behind each frame", talk.delimiters),
    Check("wrong-crc", "1.2", "says `state` with one bit of its CRC turned", "no answer", talk.wrong_check),
    Check("oversized", "1.3", "says a frame of more than 256 bytes", "no answer", talk.oversized),
    Check(
        "noise", "1.4", "sends modem probes and 1000 bytes of noise", "the next frame is answered", talk.noise
    ),
    Check("reserved-bit", "2.1", "sets bit 7 of the type", "no answer", talk.reserved_bit),
    Check("old-session", "2.2", "says an order of the session before", "no answer", talk.old_session),
    Check("acknowledges", "2.3", "says `state` twice", "each REPLY names its order", talk.executed_number),
    Check("welcome", "3.1", "reads WELCOME", "all keys, version 1, the nonce", talk.welcome),
    Check("identity", "3.2", "reads IDENTITY", "all keys, and the role asked for", talk.identity),
    Check("board", "3.3", "reads each BOARD", "its index and a SHA-256", talk.boards),
    Check("optional-key", "3.4", "adds key 99 to `state`", "accepted", talk.optional_key),
    Check("mandatory-key", "3.5", "adds key -99 to `state`", "refused, unknown-key", talk.mandatory_key),
    Check("no-cbor", "3.6", "sends payloads that are not allowed", "refused, bad-value", talk.no_cbor),
    Check("version", "3.7", "says HELLO with version 77 alone", "no WELCOME", talk.version),
    Check("session", "4.1", "computes the session", "WELCOME, IDENTITY, BOARD carry it", talk.session),
    Check("hello-again", "4.2", "says the same HELLO twice", "everything is kept", talk.repeated_hello),
    Check("hello-locks", "4.3", "permits, then says a new HELLO", "locked", talk.new_hello_locks, True),
    Check("numbers-anew", "4.4", "says `state` after a new HELLO", "no order before it", talk.numbers_anew),
    Check("once", "5.1", "says an order number again", "the stored REPLY, nothing else", talk.once, True),
    Check("older", "5.2", "says order 1 after order 3", "no answer", talk.older_number),
    Check("overtaken", "5.3", "says an order after the one that voided it", "dropped", talk.overtaking, True),
    Check("unknown-message", "5.4", "orders message 250", "refused, unknown-message", talk.unknown_message),
    Check(
        "refused", "5.5", "orders a bad value", "refused, nothing changed", talk.refused_changes_nothing, True
    ),
    Check("in-time", "5.6", "says `state` five times", "answered within 200 ms", talk.in_time),
    Check("boot", "4.6", "has the board reset", "BOOT, session 0, a new boot id", life.boots, hand=True),
    Check("heartbeat", "8.1", "listens for 1.5 s", "something each 250 ms", life.heartbeat),
    Check("silence", "8.2", "permits, and is silent for 1 s", "locked", life.locks_itself, True),
    Check(
        "self-locked",
        "8.3",
        "permits, and is silent for 1 s",
        'self-locked, "silence"',
        life.says_silence,
        True,
    ),
    Check(
        "not-too-soon", "8.4", "permits, and is silent for 0.7 s", "still permitted", life.not_too_soon, True
    ),
    Check(
        "no-update",
        "9.1",
        "says types and orders that are not in version 1",
        "dropped, refused",
        life.no_update,
    ),
    *framing.CHECKS,
    *forms.CHECKS,
    *reporting.CHECKS,  # before those of resuming: what goes wrong with every report is named by its own
    *greeting.CHECKS,
    *ordering.CHECKS,
    *alone.CHECKS,
    *resets.CHECKS,
    *roles_common.CHECKS,
    *roles_positions.CHECKS,
    *roles_progressive.CHECKS,
    *roles_awards.CHECKS,
    *roles_shuffler.CHECKS,
    *roles_jobs.CHECKS,
)
# Faces pass in these: last, so that what a board tells of a card comes in the capture of no other check.
_OF_CARDS: Final = (
    *roles_shoe.CHECKS,
    *roles_draws.CHECKS,
    *roles_double.CHECKS,
    *roles_dispensing.CHECKS,
    *roles_stacks.CHECKS,
    *roles_reader.CHECKS,
)
# A board that does not bear a stall is gone behind it: these come last of all.
CHECKS: Final = (*_OF_THE_LINK, *proof.CHECKS, *_OF_CARDS, *cables.CHECKS)
"""In the order in which they are done."""


def chosen(paragraphs: Sequence[str]) -> tuple[Check, ...]:
    """The checks of these paragraphs, "7.66", and sections, "7"; all where none is named. None at all where
    one of them has no check."""
    found = {
        wanted: [
            check
            for check in CHECKS
            if check.paragraph == wanted or check.paragraph.partition(".")[0] == wanted
        ]
        for wanted in paragraphs
    }
    if not all(found.values()):
        return ()
    ids = {check.id for checks in found.values() for check in checks}
    return tuple(check for check in CHECKS if check.id in ids or not ids)
