"""Insurance, even money and the peek: what stands between the deal and the decisions.

Insurance is offered against an ace only, closes before the hole card goes into the reader, and is
settled as soon as the reader has answered (or with the dealer's Blackjack). The reader answers one of
three words; nobody looks at the card.
"""

from controller.games.twentyone.due import NO_FACE, half_stake, is_hole_turned, up_value
from controller.games.twentyone.hands import index_of
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Refused, Reported, TakeEvenMoney
from controller.table.events import Event
from controller.table.irregularities import IN_ROUND, NOTIFIED, REPAIRED, SETTLE, hold, is_held, met
from controller.table.state import CLOSED_WORD, HAND_DEALT, Remedy, Settlement, Table, stake_on
from drivers import messages as m

READS_BEFORE_MALFUNCTION = 3
"""Insertions without an answer after which the reader counts as malfunctioning."""


@clause("topic:insurance-offer")
def shows_ace(table: Table) -> bool:
    """The deal is complete and the dealer's first card is an ace: insurance is offered, unless the reader
    has answered (a deal that was corrected since)."""
    return is_dealt(table) and table.dealer.cards[0][0] == "A" and not table.reader


@clause("topic:peek")
def shows_ten(table: Table) -> bool:
    """The deal is complete and the up card counts 10, or is an ace whose insurance is over: the hole card
    goes into the reader."""
    return is_dealt(table) and up_value(table) >= 10


def is_dealt(table: Table) -> bool:
    """Every step of the initial deal is done, and every card that lies face up is known. (That one is not,
    only a misdeal brings about, which is on record, or a hand that was turned over.)"""
    if table.dealt < len(table.plan):
        return False
    if not table.irregularities and table.rules.variation != HAND_DEALT:
        return True
    known = all(hand.down or NO_FACE.isdisjoint(hand.cards) for hand in table.hands)
    return known and table.dealer.cards[0] not in NO_FACE


@clause("topic:insurance-limit", "topic:insurance-on-ace")
def place_insurance(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips on the insurance line: at most half of the box's Blackjack Wagers, up to the next unit."""
    placed = given.what
    assert isinstance(placed, m.Placed)
    if len(placed.chips) != 1 or placed.chips[0][0] != "insurance":
        raise Refused("only insurance is taken now", "topic:wagers-before-first-card")
    amount = placed.chips[0][1]
    statuses = {hand.status for hand in table.hands if hand.box == placed.box}
    if not statuses:
        raise Refused(f"box {placed.box} has no hand to insure", "topic:insurance-offer")
    if statuses == {"paid"} and not table.rules.even_money:
        raise Refused(f"the Blackjack of box {placed.box} was paid before", "topic:insurance-offer")
    if statuses == {"paid"}:
        raise Refused(f"box {placed.box} took even money instead of insurance", "topic:even-money")
    if statuses <= {"paid", "dead"}:
        raise Refused(f"the hand of box {placed.box} is dead", "topic:insurance-offer")
    most = half_stake(table, placed.box)
    if stake_on(table, placed.box, 1, "insurance") + amount > most:
        raise Refused("more than one half of the Blackjack Wager", "topic:insurance-limit")
    if amount <= 0 or amount % table.rules.smallest_chip:
        raise Refused("that amount cannot be made with the chips in use", "topic:smallest-chip")
    return (ev.WagersPlaced(placed.box, placed.chips, placed.player),)


@clause("topic:even-money")
def take_even_money(table: Table, given: Asked) -> tuple[Event, ...]:
    """A Blackjack is paid 1 to 1 and removed; it is taken instead of insurance, not after it."""
    asked = given.what
    assert isinstance(asked, TakeEvenMoney)
    if not table.rules.even_money:
        raise Refused("even money is not offered at this table", "topic:even-money")
    at = index_of(table, asked.box, asked.hand)
    if at < 0 or table.hands[at].status != "blackjack":
        raise Refused(f"box {asked.box} has no Blackjack to be paid", "topic:even-money")
    if stake_on(table, asked.box, 1, "insurance"):
        raise Refused("insurance was made on this hand; even money is instead of it", "topic:even-money")
    stake = stake_on(table, asked.box, asked.hand, "blackjack")
    row = Settlement(asked.box, asked.hand, "blackjack", stake, "win", stake, stake, 0, "topic:even-money")
    return (ev.EvenMoneyTaken(asked.box, asked.hand), ev.Settled((row,)))


@clause("topic:insurance-before-reader")
def answer(table: Table, given: Reported) -> tuple[Event, ...]:
    """The reader's word. Without one after a bounded number of insertions it counts as broken."""
    said = given.what
    assert isinstance(said, m.ReaderAnswer)
    if table.positions != CLOSED_WORD or table.reader:
        return (ev.Noted(f"{given.device} answered although no answer was due"),)
    made: tuple[Event, ...] = (ev.ReaderSaid(said.answer),)
    if said.answer != "no_read" or table.reads + 1 < READS_BEFORE_MALFUNCTION:
        return made
    if is_held(table, "reader-malfunction", given.device):
        return made
    words = f"the card reader could not read the hole card {READS_BEFORE_MALFUNCTION} times"
    return (
        *made,
        hold(table, "reader-malfunction", "topic:reader-malfunction", words, REPAIRED, device=given.device),
    )


@clause("topic:reader-not-due", "topic:peek", "topic:insurance-before-reader")
def inserted_disarmed(table: Table, given: Reported) -> tuple[Event, ...]:
    """A card was put into the reader when none was due: it was not read. In a round play goes on once the
    floorperson knows of it."""
    return reader_not_due(table, given, why_not_due(table), "tell the floorperson", NOTIFIED)


def reader_not_due(
    table: Table, given: Reported, cited: str, then: str, *remedies: Remedy
) -> tuple[Event, ...]:
    """It is on record; in a round the floor is asked, once, with these ways out."""
    made = met("reader-not-due", cited, f"{given.device} did not read the card")
    if table.phase not in IN_ROUND or is_held(table, "reader-not-due", given.device):
        return (made,)
    told = f"the hole card was put into the card reader when that was not due: {then}"
    return (made, hold(table, "reader-not-due", cited, told, *remedies, device=given.device))


def why_not_due(table: Table) -> str:
    """The rule that was not kept: with an ace or a ten-value card up the reader is used, but only once, and
    when insurance is over."""
    first = table.dealer.cards[:1]
    if not first or first[0] in NO_FACE or up_value(table) < 10:
        return "topic:reader-not-due"
    return "topic:insurance-before-reader" if table.phase == "Insurance" else "topic:peek"


def said_blackjack(table: Table) -> bool:
    return table.reader == "blackjack"


def said_none(table: Table) -> bool:
    return table.reader == "no_blackjack"


@clause("topic:insurance-lose")
def collect_insurance(table: Table, _: None) -> tuple[Event, ...]:
    """No Blackjack: insurance is collected at once, before anything else is dealt; from the dealer's
    right, as wagers are collected."""
    rows = tuple(
        Settlement(s.box, s.hand, s.wager, s.stake, "lose", 0, 0, s.stake, "topic:insurance-lose")
        for s in sorted(table.stacks, key=lambda s: -s.box)
        if s.wager == "insurance"
    )
    return (ev.Settled(rows),) if rows else ()


def reader_was_wrong(table: Table) -> bool:
    """The turned hole card contradicts the reader, and nobody has decided about it yet."""
    if not table.reader or not is_hole_turned(table) or len(table.dealer.cards) != 2:
        return False
    if (table.reader == "blackjack") == (table.dealer.total == 21):
        return False
    return all(one.kind != "reader-wrong" for one in table.irregularities)


@clause("topic:reader-malfunction")
def hold_reader_wrong(table: Table, _: None) -> tuple[Event, ...]:
    """The floor decides. Where players' decisions were cut short the round can only be void."""
    said = "said no Blackjack" if table.reader == "no_blackjack" else "said Blackjack"
    words = f"the card reader {said}, and the hole card shows otherwise"
    remedies = (SETTLE,) if table.reader == "no_blackjack" else ()
    return (hold(table, "reader-wrong", "topic:reader-malfunction", words, *remedies),)
