"""Recall: any round, hand by hand, from the journal's entries. The auditor's view: when a table has
closed it shows folded hands and burn cards too, which no other output does.

Rounds are read off the Table just before each round's end; what the shoe told later about cards that
were still sealed is filled in.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.entries import Entry, EntryFault
from controller.games.game import Game
from controller.table import events as ev
from controller.table.state import Drawn, Hand, Irregularity, Rules, Settlement, Table
from drivers.cards import SEALED

Resolve = Callable[[str], str]
_FOR_THE_JOURNAL: Final = frozenset(("Collecting", "Shuffling", "Idle", "Closing"))
"""Phases in which the shoe tells what it kept sealed to the journal, and nobody turns a card."""


class RoundRecord(Struct, frozen=True):
    """One round as it was dealt and settled. entry: the journal entry that ended it, 0 while open."""

    number: int
    void: bool
    dealer: Hand
    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    removed: tuple[Drawn, ...]
    irregularities: tuple[Irregularity, ...]
    entry: int = 0
    open: bool = False


def record_of(table: Table, entry: int = 0, is_open: bool = False) -> RoundRecord:
    """The round that lies on this Table."""
    return RoundRecord(
        table.round,
        table.void,
        table.dealer,
        table.hands,
        table.settled,
        table.removed,
        table.irregularities,
        entry,
        is_open,
    )


def recall(
    game: Game, rules: Rules, entries: Iterable[Entry], *, for_auditor: bool = True
) -> list[RoundRecord]:
    """Every round of these entries, in order; the last may still be open. EntryFault where an entry cannot
    have happened. for_auditor: with the faces that the shoe told for the journal alone, burn cards and hole
    cards that were never turned; else these stay face down."""
    table = game.new_table(rules)
    rounds: list[RoundRecord] = []
    first_told = 0
    kept_down: set[int] = set()
    for number, entry in enumerate(entries, 1):
        for event in entry.events:
            if type(event) is ev.RoundEnded:
                rounds.append(_down(record_of(table, number), kept_down))
            elif isinstance(event, ev.CardDisclosed | ev.CardEntered):
                if not for_auditor and _is_for_the_journal(table, event):
                    kept_down.add(event.draw)
                else:
                    for at in range(first_told, len(rounds)):
                        rounds[at] = told(game, rules, rounds[at], event)
            elif type(event) is ev.IdentityLost:
                # Draw numbers begin anew: what was sealed before will never be told.
                first_told = len(rounds)
            table = evolved(game, table, number, event)
    if table.hands:
        rounds.append(record_of(table, is_open=True))
    return rounds


def _is_for_the_journal(table: Table, event: ev.CardDisclosed | ev.CardEntered) -> bool:
    """Whether a card is told that nobody turned up: by the shoe, or looked up in the rack."""
    if type(event) is ev.CardDisclosed:
        return table.phase in _FOR_THE_JOURNAL
    return event.draw in table.standing.sealed


def _down(record: RoundRecord, draws: set[int]) -> RoundRecord:
    """The record with these draws face down again, wherever they lie."""
    if not draws.intersection(record.dealer.draws):
        return record
    pairs = zip(record.dealer.cards, record.dealer.draws, strict=True)
    cards = tuple(SEALED if draw in draws else card for card, draw in pairs)
    return replace(record, dealer=replace(record.dealer, cards=cards, total=0, soft=False))


def evolved(game: Game, table: Table, number: int, event: ev.Event) -> Table:
    """The Table after one event of entry `number`. EntryFault where it cannot have happened on this one."""
    try:
        return game.evolve[type(event)](table, event)
    except Exception as error:
        raise EntryFault(f"entry {number} cannot have happened: {type(error).__name__}: {error}") from error


def told(
    game: Game, rules: Rules, record: RoundRecord, event: ev.CardDisclosed | ev.CardEntered
) -> RoundRecord:
    """The record with the face of that draw, wherever it lies, counted as the game counts it."""
    lying = replace(game.new_table(rules), dealer=record.dealer, hands=record.hands, removed=record.removed)
    after = game.evolve[type(event)](lying, event)
    return replace(record, dealer=after.dealer, hands=after.hands, removed=after.removed)


def money(cents: int) -> str:
    """Cents as a string with two decimals."""
    return f"{cents // 100}.{cents % 100:02d}"


def document(game: Game, record: RoundRecord, resolve: Resolve) -> dict[str, Any]:
    """One round in the form that the scenario format describes (docs/scenarios.md)."""
    return {
        "round": record.number,
        "void": record.void,
        "dealer": {"cards": list(record.dealer.cards), "total": game.total(record.dealer)},
        "hands": [
            {"box": hand.box, "hand": hand.number, "cards": list(hand.cards), "total": game.total(hand)}
            for hand in record.hands
            if hand.cards
        ],
        "settlements": [_settlement(row, resolve) for row in record.settlements],
        "removed": [card.card for card in record.removed],
        "irregularities": [
            {"kind": one.kind, "clause": resolve(one.clause), "disposition": one.disposition}
            for one in record.irregularities
        ],
    }


def _settlement(row: Settlement, resolve: Resolve) -> dict[str, Any]:
    wager, on = _on_whom(row.wager)
    made: dict[str, Any] = {
        "box": row.box,
        "hand": row.hand,
        "wager": wager,
        "stake": money(row.stake),
        "outcome": row.outcome,
        "paid": money(row.paid),
        "returned": money(row.returned),
        "collected": money(row.collected),
        "clause": resolve(row.clause),
    }
    if on:
        made["on"] = on
    if row.combination:
        made["combination"] = row.combination
    return made


def _on_whom(wager: str) -> tuple[str, str]:
    """A Super Wager on another hand is the same wager, on that hand: ("super", "box 2")."""
    name, found, whom = wager.partition("_on_")
    if not found:
        return wager, ""
    return name, whom if whom == "dealer" else f"box {whom}"
