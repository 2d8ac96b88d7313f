"""A progressive table game system around a round: its lock-out, meters, and the awards that it owes. Pure.

What a progressive wager wins is its game's affair; here is what every such wager shares. The devices are
locked out before the first card, and chips are compared with what was accepted. A meter rises by each wager
that is played. An award of 100 for 1 or more is verified by the floor; one that goes to a game account is
credited there; a meter is never paid from the table inventory, and the cards stay until the documents are
written. How the events change a Table is in progressive_events.py.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, CountProgressive, DocumentAward, Refused, Reported, VerifyAward
from controller.table.events import Event
from controller.table.irregularities import AS_ACCEPTED, RECOUNT, hold, met
from controller.table.phases import ANY, Row
from controller.table.state import (
    CLOSED_WORD,
    CLOSING,
    METER_UNIT,
    OPEN_WORD,
    Award,
    Meter,
    Progressive,
    Prompt,
    Rules,
    Settlement,
    Table,
)
from drivers import messages as m

VERIFIED_FROM: Final = 100
"""An award at these odds "for 1" or greater is verified by a floorperson or above."""


def find(rules: Rules, wager: str) -> Progressive | None:
    """The progressive wager of that name, or None where it is not offered."""
    return next((one for one in rules.progressives if one.wager == wager), None)


def is_progressive(rules: Rules, wager: str) -> bool:
    """Whether chips, or a game account, are wagered there on a meter."""
    return find(rules, wager) is not None


def is_concerned(table: Table) -> bool:
    """Whether a progressive wager is on offer, or an award is due of one that was."""
    return bool(table.rules.progressives or table.progressives.awards)


# ---- the lock-out ------------------------------------------------------------------------------------------


@clause("topic:progressive-devices")
def opened(table: Table) -> m.OpenProgressive:
    """What the wagering devices are told while wagers are placed: every box takes each progressive wager, for
    the round that comes next."""
    rules = table.rules
    boxes = tuple(range(1, rules.boxes + 1))
    options = {option for one in rules.progressives for option in one.options}
    return m.OpenProgressive(
        tuple((one.wager, boxes, rules.maximum) for one in rules.progressives),
        table.round + 1 + table.standing.unplayed,
        "magic_card" in options,
        "lucky_player" in options,
    )


@clause("topic:progressive-lock-out", "topic:progressive-devices")
def locked_out(table: Table, given: Reported) -> tuple[Event, ...]:
    """Nothing is accepted any more. What the devices have accepted is what is wagered, for the accounts were
    charged by it. Where the reports before said otherwise they are asked once more, for a wager that was
    refused meanwhile goes back only now; if they say so again it is on record."""
    said = given.what
    assert isinstance(said, m.LockedOut)
    if table.progressives.state != CLOSING:
        return ()
    rules = table.rules
    played = {stack.box for stack in table.stacks if not is_progressive(rules, stack.wager)}
    accepted = tuple(one for one in said.accepted if is_progressive(rules, one[1]) and one[0] in played)
    by_chips = dict.fromkeys(one[1] for one in accepted if not _by_account(rules, one[1]))
    locked = ev.ProgressivesLocked(accepted, said.magic, said.lucky, tuple(by_chips))
    known = sorted((s.box, s.wager, s.stake) for s in table.stacks if is_progressive(rules, s.wager))
    if known == sorted(said.accepted):
        return (locked,)
    if not table.progressives.doubted:
        return (ev.LockOutDoubted(said.accepted),)
    words = "what the wagering devices accepted is not what they had reported; what they accepted counts"
    return (locked, met("progressive-count", "topic:progressive-count", words))


def unplayable(table: Table, said: m.LockedOut) -> tuple[m.RejectProgressive, ...]:
    """What was accepted on a box that takes no part in the round goes back to its owner."""
    played = {stack.box for stack in table.stacks}
    return tuple(
        m.RejectProgressive(box, wager, 0)
        for box, wager, _ in said.accepted
        if box not in played or not is_progressive(table.rules, wager)
    )


def _by_account(rules: Rules, wager: str) -> bool:
    one = find(rules, wager)
    return one is not None and one.account


@clause("topic:progressive-lock-out")
def is_ready(table: Table) -> bool:
    """The devices have locked out, and the chips were compared: cards may be dealt. Devices of a submission
    that has no such wager any more are not waited for."""
    if not table.rules.progressives:
        return True
    return table.progressives.state == CLOSED_WORD and not table.progressives.to_count


def accepted(table: Table, wager: str) -> int:
    """Cents that are wagered there on all boxes."""
    return sum(stack.stake for stack in table.stacks if stack.wager == wager)


@clause("topic:progressive-count")
def count(table: Table, given: Asked) -> tuple[Event, ...]:
    """The chips on the layout, compared with what the devices accepted, before any of them is moved."""
    asked = given.what
    assert isinstance(asked, CountProgressive)
    if asked.wager not in table.progressives.to_count:
        raise Refused(f"no chips of {asked.wager} are to be counted now", "topic:progressive-count")
    total = accepted(table, asked.wager)
    if asked.cents == total:
        return (ev.ProgressiveCounted(asked.wager, asked.cents, given.role, given.person),)
    words = (
        f"the devices accepted ${total / 100:.2f} of {called(asked.wager)} wagers, and "
        f"${asked.cents / 100:.2f} lie there"
    )
    return (
        met("progressive-count", "topic:progressive-count", words),
        hold(table, "progressive-count", "topic:progressive-count", words, RECOUNT, AS_ACCEPTED),
    )


def called(wager: str) -> str:
    """The wager's name as it is said: "Hit and Run"."""
    return wager.replace("_", " ").title().replace(" And ", " and ")


# ---- meters ------------------------------------------------------------------------------------------------


def started(rules: Rules, meters: Sequence[Meter] = ()) -> tuple[Meter, ...]:
    """The meters of a house with these rules: those that run go on, a new one begins with its initial
    amount."""
    runs = {meter.wager: meter for meter in meters}
    return tuple(
        runs.get(one.wager, Meter(one.wager, one.initial * METER_UNIT)) for one in rules.progressives
    )


def shown(meters: Sequence[Meter]) -> m.ShowMeters:
    """What the system shows: whole cents."""
    return m.ShowMeters(tuple((meter.wager, meter.amount // METER_UNIT) for meter in meters))


@clause("topic:progressive-rate")
def raised(table: Table) -> tuple[Event, ...]:
    """Each meter rises by its rate of what is wagered on it, as the round begins."""
    rules = table.rules
    if not rules.progressives:
        return ()
    stakes = {one.wager: accepted(table, one.wager) for one in rules.progressives}
    return _moved(table, {one.wager: stakes[one.wager] * one.rate for one in rules.progressives})


def _moved(table: Table, by: dict[str, int]) -> tuple[Event, ...]:
    """The event of meters that move so many parts; none where nothing moves."""
    if not any(by.values()):
        return ()
    meters = table.standing.meters
    return (ev.MetersMoved(tuple(replace(x, amount=x.amount + by.get(x.wager, 0)) for x in meters)),)


def meter_cents(table: Table, wager: str) -> int:
    """What the meter pays in full, in whole cents."""
    return next(one.amount for one in table.standing.meters if one.wager == wager) // METER_UNIT


@clause("topic:progressive-rate")
def won(table: Table, paid: dict[str, int]) -> tuple[Event, ...]:
    """A meter that was won begins anew with its reset amount; what shares left over stays on it."""
    by: dict[str, int] = {}
    for wager, cents in paid.items():
        one = find(table.rules, wager)
        assert one is not None
        meter = next(x for x in table.standing.meters if x.wager == wager)
        left = meter.amount - cents * METER_UNIT
        by[wager] = one.reset * METER_UNIT + left - meter.amount
    return _moved(table, by)


def shares(cents: int, weights: Sequence[int]) -> list[int]:
    """Cents shared by weight, each share down to the cent."""
    total = sum(weights)
    return [cents * weight // total for weight in weights]


# ---- awards ------------------------------------------------------------------------------------------------


def is_void_unreturned(table: Table) -> bool:
    """A progressive wager was given back, and neither meter nor account know of it yet."""
    return bool(table.rules.progressives) and bool(_unreturned(table))


def _unreturned(table: Table) -> list[Settlement]:
    known = {(award.box, award.wager) for award in table.progressives.awards if not award.unplayed}
    return [
        row
        for row in table.settled
        if row.outcome == "void"
        and is_progressive(table.rules, row.wager)
        and (row.box, row.wager) not in known
    ]


@clause("topic:progressive-account", "topic:void-round")
def give_back(table: Table, _: None) -> tuple[Event, ...]:
    """What a meter rose by a wager that is void it falls again; a game account gets its stake."""
    rows, by, awards = _unreturned(table), dict[str, int](), list[Award]()
    for number, row in enumerate(rows, table.standing.next_award):
        one = find(table.rules, row.wager)
        assert one is not None
        by[row.wager] = by.get(row.wager, 0) - row.stake * one.rate
        awards.append(
            Award(number, row.box, row.wager, row.returned, False, one.account, True, not one.account)
        )
    return (ev.AwardsDue(tuple(awards)), *_moved(table, by))


def unplayed(table: Table) -> tuple[Event, ...]:
    """What game accounts get back of wagers that no round came to be dealt for. The devices count the next
    ones from nothing."""
    stacks = [stack for stack in table.stacks if is_progressive(table.rules, stack.wager)]
    by_account = [stack for stack in stacks if _by_account(table.rules, stack.wager)]
    awards = tuple(
        Award(number, stack.box, stack.wager, stack.stake, False, True, True, unplayed=True)
        for number, stack in enumerate(by_account, table.standing.next_award)
    )
    return (ev.AwardsDue(awards, unplayed=True),) if stacks else ()


def next_credit(awards: Sequence[Award]) -> m.CreditAccount | None:
    """The award that the system is to credit now: one at a time, and in the order of their numbers, for it
    credits none twice by taking none below its last one. One that is to be verified holds up the others."""
    for award in awards:
        if award.account and not award.done:
            due = m.CreditAccount(award.number, award.box, award.wager, award.cents)
            return due if award.verified else None
    return None


def credited(table: Table, given: Reported) -> tuple[Event, ...]:
    """It stands on the account. One that is documented already may be paid twice: the house has to know."""
    said = given.what
    assert isinstance(said, m.AwardCredited)
    for award in table.progressives.awards:
        if award.number == said.award and award.documented:
            words = f"{words_of(award)} was credited after its documents were written"
            return (met("progressive-award", "topic:progressive-account", words),)
    if table.wanted_credit is None or table.wanted_credit.award != said.award:
        return ()
    return (ev.AwardDone(said.award, "credited", ""),)


@clause("topic:progressive-account", "topic:progressive-documents")
def uncredited(table: Table, refused: m.OrderRefused | m.OrderFailed) -> tuple[Event, ...]:
    """A system that will never credit this award, whatever is repaired: it is documented instead. Nothing
    where it refused something else, or only as long as it is at fault."""
    due = table.wanted_credit
    if due is None or not isinstance(refused, m.OrderRefused) or refused.order != "credit":
        return ()
    if refused.reason == "fault":
        return ()
    words = f"the system did not credit {words_of(_award(table, due.award))}: {refused.reason}"
    return (
        ev.AwardUncredited(due.award, refused.reason),
        met("progressive-award", "topic:progressive-account", words),
    )


@clause("topic:progressive-account")
def numbered(table: Table, ready: m.DeviceReady, serial: str) -> tuple[Event, ...]:
    """A system takes no award below the last one that it credited. Where that is none of ours, as with a new
    journal, or may be none, as with another system in its place, ours are numbered from there on. serial:
    of the system that was here before."""
    state = ready.state
    assert isinstance(state, m.ProgressiveState)
    following = table.standing.next_award
    due = [award.number for award in table.progressives.awards if award.account and not award.done]
    another = serial != ready.identity.serial and bool(due) and state.credited >= min(due)
    if state.credited < following and not another:
        return ()
    return (ev.AwardsNumbered(max(state.credited + 1, following)),)


def _award(table: Table, number: int) -> Award:
    for award in table.progressives.awards:
        if award.number == number:
            return award
    raise Refused(f"no progressive award has number {number}", "topic:out-of-turn")


@clause("topic:progressive-verify")
def verify(table: Table, given: Asked) -> tuple[Event, ...]:
    """The floorperson has seen the hand."""
    asked = given.what
    assert isinstance(asked, VerifyAward)
    if _award(table, asked.award).verified:
        raise Refused(f"award {asked.award} needs no verification", "topic:progressive-verify")
    return (ev.AwardVerified(asked.award, given.person),)


@clause("topic:progressive-documents", "topic:progressive-account")
def document(table: Table, given: Asked) -> tuple[Event, ...]:
    """The documents are written: of a meter that is not paid from the table inventory, or of a credit that
    the system could not make."""
    asked = given.what
    assert isinstance(asked, DocumentAward)
    award = _award(table, asked.award)
    if award.done:
        raise Refused(f"nothing more is due for award {asked.award}", "topic:progressive-documents")
    if not award.verified:
        raise Refused(f"award {asked.award} is verified first", "topic:progressive-verify")
    return (ev.AwardDone(asked.award, "documented", given.person),)


@clause("topic:progressive-verify")
def check_verified(table: Table, _: Asked) -> None:
    """Nothing is paid before it is verified."""
    for award in table.progressives.awards:
        if not award.verified:
            raise Refused(f"a floorperson verifies {words_of(award)} first", "topic:progressive-verify")


@clause("topic:progressive-documents", "topic:progressive-account")
def check_done(table: Table, given: Asked) -> None:
    """The cards stay where they are until the documents are written, and the account was credited."""
    check_verified(table, given)
    for award in table.progressives.awards:
        if not award.done and award.account:
            raise Refused(f"{words_of(award)} is not credited yet", "topic:progressive-account")
        if not award.done:
            words = f"the cards stay on the table until the documents of {words_of(award)} are complete"
            raise Refused(words, "topic:progressive-documents")


def words_of(award: Award) -> str:
    """An award as it is said: "award 3 of Bad Beat, box 2, $1000.00"."""
    return f"award {award.number} of {called(award.wager)}, box {award.box}, ${award.cents / 100:.2f}"


# ---- prompts -----------------------------------------------------------------------------------------------


IN_TURN: Final = frozenset(("NoMoreBets", "Settling", "Collecting"))
"""Phases that wait for what is asked here. In any other one it is asked beside."""


def prompts(table: Table) -> tuple[Prompt, ...]:
    """What is to be done with chips and awards of a progressive system; the first is the most urgent."""
    if table.phase == "NoMoreBets":
        return tuple(_count_prompt(table, wager) for wager in table.progressives.to_count)
    return tuple(
        made for award in table.progressives.awards if (made := _award_prompt(table, award)) is not None
    )


def _count_prompt(table: Table, wager: str) -> Prompt:
    total = accepted(table, wager)
    words = (
        f"{called(wager)}: the devices accepted {sum(s.wager == wager for s in table.stacks)} wager(s), "
        f"${total / 100:.2f}. Count the chips, and put them into the table inventory."
    )
    return Prompt("dealer", "count_progressive", words, amount=total, wager=wager)


@clause("topic:progressive-verify", "topic:progressive-documents")
def _award_prompt(table: Table, award: Award) -> Prompt | None:
    if not award.verified:
        words = f"Verify {words_of(award)}: the cards of box {award.box} and the dealer's."
        return Prompt("floorperson", "verify_award", words, award.box, award.number, award.cents)
    if award.done:
        return None
    if award.account and _is_heard(table):
        words = f"The system is crediting {words_of(award)}. A moment."
        return Prompt("dealer", "wait", words, award.box, award.number, award.cents)
    if award.account:
        words = f"The system is not there to credit {words_of(award)}: plug it in, or write the documents."
        return Prompt("floorperson", "document_award", words, award.box, award.number, award.cents)
    words = (
        f"Not from the table inventory: write the documents of {words_of(award)}. The cards stay until then."
    )
    return Prompt("floorperson", "document_award", words, award.box, award.number, award.cents)


def _is_heard(table: Table) -> bool:
    return any(device.ready for device in table.standing.devices if device.role == "progressive")


@clause("topic:progressive-lock-out")
def attempt(table: Table, given: Reported) -> tuple[Event, ...]:
    """A progressive wager that no device accepted."""
    tried = given.what
    assert isinstance(tried, m.AttemptAfterLockOut)
    if table.progressives.state == OPEN_WORD:
        raise Refused(
            f"no {called(tried.wager)} wager of that amount is accepted there", "topic:progressive-devices"
        )
    raise Refused(
        f"no {called(tried.wager)} wager is accepted now: the devices are locked out",
        "topic:wagers-before-first-card",
    )


PROGRESSIVE: Final = (
    Row(m.LockedOut, ANY, None, "topic:progressive-lock-out", locked_out),
    Row(m.AttemptAfterLockOut, ANY, None, "topic:progressive-lock-out", attempt),
    Row(m.AwardCredited, ANY, None, "topic:progressive-account", credited),
    Row(CountProgressive, ("NoMoreBets",), None, "topic:progressive-count", count),
    Row(VerifyAward, ("Settling", "Collecting"), None, "topic:progressive-verify", verify),
    Row(DocumentAward, ANY, None, "topic:progressive-documents", document),
    Row(None, ("DealerPlay", "Collecting"), None, "topic:void-round", give_back, when=is_void_unreturned),
)
"""Part of the spine: a table without such wagers never comes to any of them."""
