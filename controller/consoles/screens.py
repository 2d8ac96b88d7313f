"""Table → Screen: what each person at the table sees, and may do. Pure; no console, no socket.

This is the one gate between the Table and everything that leaves the process as a picture of it, so
it shows less rather than more: a card that lies face down is face down here even where the Table
knows its face already, because the shoe has told it for the journal. What only the floor's and the
auditor's recall may show (burn cards, folded hands) does not live here. The shapes are in frames.py.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from controller.consoles import cards_shown
from controller.consoles import frames as f
from controller.consoles.candidates import is_poker
from controller.consoles.choices import Resolve, choices
from controller.consoles.telling import Told, told_lines
from controller.games.game import Game
from controller.table.commissioning import trust_of
from controller.table.state import (
    CLOSE,
    CLOSED_WORD,
    DEALER,
    DISARM,
    LOCK,
    LOCK_OUT,
    METER_UNIT,
    DeviceStanding,
    Hand,
    Settlement,
    Stack,
    Table,
    is_from_hand,
)
from drivers.cards import SEALED, UNREAD, Card, is_known
from drivers.messages import DOWN, Arm, Dispense, OpenPositions, Permit

LAMMER: Final = "free_bet"
"""The stack that is no chips but a lammer."""
AFTER_TURNING: Final = frozenset(("DealerPlay", "Settling", "Collecting"))
"""The only phases in which a card that was dealt face down may have been turned up by the rules."""
BEFORE_ACTING: Final = frozenset(("Peeking",))
"""Phases in which the reader may have answered while play has not acted on it."""
_READER: Final = {"A": "armed for an ace", "T": "armed for a ten"}


def screen(
    game: Game,
    table: Table,
    *,
    resolve: Resolve,
    name: str = "",
    refusal: f.RefusalShown | None = None,
    last_settled: tuple[int, tuple[Settlement, ...]] = (0, ()),
    locked: str = "",
    told: Told = (),
) -> f.Screen:
    """The Screen of this Table. resolve: a citation's clause number. last_settled: round and rows of
    the last settlement, shown until a new one has rows. locked: why the table is out of play, where
    the Table itself does not say it (a journal that failed); nothing may be asked for then. told: the
    events of the last rulings, by the rulings' numbers."""
    standing = table.standing
    supply = standing.supply
    if locked:
        table = _made_safe(table)
    settled_round, rows = (table.round, table.settled) if table.settled else last_settled
    return f.Screen(
        table=name,
        game=game.title,
        chapter=game.chapter,
        phase=table.phase,
        round=table.round,
        void=table.void,
        boxes=_boxes(game, table, resolve),
        dealer=_dealer(game, table),
        dealer_name=standing.dealer_name,
        shoe=_shoe(table),
        reader=_reader(table),
        positions=table.positions,
        spots=_spots(table),
        prompts=_out_of_play(locked) if locked else _prompts(game, table),
        choices=() if locked else choices(game, table, resolve),
        holds=_holds(table, resolve),
        devices=tuple(_device(device, trust_of(table, device.name)) for device in standing.devices),
        refusal=refusal,
        settled=tuple(_outcome(row, resolve) for row in rows),
        settled_round=settled_round,
        irregularities=tuple(
            f.IrregularityShown(one.kind, resolve(one.clause), one.disposition)
            for one in table.irregularities
        ),
        locked=locked or standing.seal,
        batches=cards_shown.batches(table),
        shuffler=cards_shown.shuffler(table),
        cut=cards_shown.cut(table),
        day=supply.day,
        confirmed=supply.confirmed,
        changing=bool(supply.change),
        refill=table.refill,
        exposed=_exposed(table),
        told=told_lines(told, held=is_from_hand(table)),
        meters=tuple(f.MeterShown(one.wager, one.amount // METER_UNIT) for one in standing.meters),
    )


def _made_safe(table: Table) -> Table:
    """What the devices are told where the table is out of play, whatever the Table still wants of them."""
    return replace(
        table,
        wanted_shoe=LOCK,
        wanted_positions=CLOSE,
        wanted_reader=DISARM,
        positions=CLOSED_WORD,
        wanted_progressive=LOCK_OUT,
    )


def _out_of_play(why: str) -> tuple[f.PromptShown, ...]:
    words = f"The table is out of play: {why}. Everything is locked."
    return (f.PromptShown("floorperson", "out_of_play", words),)


# ---- cards --------------------------------------------------------------------------------------


def shown(card: Card) -> str:
    """A card as anybody may see it where it lies."""
    return f.FACE_DOWN if card == SEALED else f.TO_BE_ENTERED if card == UNREAD else card


def is_hidden(table: Table) -> bool:
    """Whether what was dealt face down is to be shown so, whatever the Table knows. A shoe that is filled
    inside a round turns no card: what was hidden in the phase that this interrupted stays hidden. In a
    void round the shoe tells its cards to the journal alone; where the dealer took more than two cards,
    the hole card had been turned up before."""
    return _phase_of_round(table) not in AFTER_TURNING or (table.void and len(table.dealer.cards) <= 2)


def _phase_of_round(table: Table) -> str:
    return table.came_from if table.phase == "Refilling" else table.phase


def _down(table: Table) -> frozenset[int]:
    """Which of the dealer's cards, counted from 0, were dealt face down. A deal that was corrected has a
    plan of its own, in which they stand as the cards lie."""
    faces = [step.face for step in table.plan if step.to == DEALER]
    return frozenset(at for at, face in enumerate(faces) if face == DOWN)


def _dealer(game: Game, table: Table) -> f.HandShown:
    """In poker the dealer's hand itself says whether it was turned over; the last card was dealt face up."""
    hand = table.dealer
    is_down = hand.down if is_poker(game) else is_hidden(table)
    hidden = _down(table) if is_down else frozenset()
    cards = tuple(f.FACE_DOWN if at in hidden else shown(card) for at, card in enumerate(hand.cards))
    told = any(is_known(hand.cards[at]) for at in hidden if at < len(cards))
    return f.HandShown(1, cards, "" if told else counted(game, hand), hand.status, draws=hand.draws)


def _exposed(table: Table) -> tuple[f.ExposedShown, ...]:
    """Cards that wait and that everybody saw: their faces are no secret, as soon as somebody has told
    them. Any other card that waits is counted (the shoe's `waiting`), and not named."""
    return tuple(
        f.ExposedShown(one.draw, "" if one.card == SEALED else shown(one.card))
        for one in table.ahead
        if one.exposed
    )


def count(hand: Hand) -> str:
    """A hand's count in words: "soft 17", "12", "" where no card is known."""
    if not hand.total:
        return ""
    return f"soft {hand.total}" if hand.soft and hand.total < 21 else str(hand.total)


def counted(game: Game, hand: Hand) -> str:
    """What a hand comes to, in words: a count, or the name of a poker hand that lies face up; "" where that
    cannot be said."""
    if not is_poker(game):
        return count(hand)
    return "" if hand.down else str(game.total(hand) or "")


# ---- boxes --------------------------------------------------------------------------------------


def _boxes(game: Game, table: Table, resolve: Resolve) -> tuple[f.BoxShown, ...]:
    players = table.standing.players
    due = _deciding(game, table)
    return tuple(
        _box(game, table, number, players[number - 1] if number <= len(players) else "", due, resolve)
        for number in range(1, table.rules.boxes + 1)
    )


def _deciding(game: Game, table: Table) -> frozenset[int]:
    """The hands that decide now, by their place; in poker all that may, unless one is about to put down the
    chips of its decision."""
    phase, turn = _phase_of_round(table), table.turn
    if not is_poker(game):
        return frozenset((turn,) if phase == "PlayerDecisions" and turn < len(table.hands) else ())
    if table.asked is not None:
        return frozenset((turn,))
    if phase == "Options":
        return frozenset(at for at, hand in enumerate(table.hands) if at == turn and hand.status == "drawn")
    due = phase == "PlayerDecisions"
    return frozenset(at for at, hand in enumerate(table.hands) if due and not hand.status)


def _box(
    game: Game, table: Table, number: int, player: str, due: frozenset[int], resolve: Resolve
) -> f.BoxShown:
    stacks = tuple(stack for stack in table.stacks if stack.box == number)
    hands = tuple(
        _hand(game, table, hand, stacks, at in due)
        for at, hand in enumerate(table.hands)
        if hand.box == number
    )
    return f.BoxShown(
        number,
        player,
        tuple(f.ChipsShown(s.wager, s.stake, s.hand) for s in stacks if s.wager != LAMMER),
        hands,
        tuple(_outcome(row, resolve) for row in table.settled if row.box == number),
        any(hand.turn for hand in hands),
    )


def _hand(game: Game, table: Table, hand: Hand, stacks: Iterable[Stack], turn: bool) -> f.HandShown:
    asked = table.asked if turn else None
    covered = hand.down and is_poker(game)
    return f.HandShown(
        hand.number,
        tuple(
            f.FACE_DOWN if covered or (hand.down and card == UNREAD) else shown(card) for card in hand.cards
        ),
        "" if UNREAD in hand.cards and is_from_hand(table) else counted(game, hand),
        hand.status,
        turn,
        sum(1 for stack in stacks if stack.hand == hand.number and stack.wager == LAMMER),
        asked.verb if asked is not None else "",
        asked.chips if asked is not None else 0,
        hand.draws,
        hand.down and hand.box in table.poker.declared,
    )


def _outcome(row: Settlement, resolve: Resolve) -> f.OutcomeShown:
    return f.OutcomeShown(
        row.box,
        row.hand,
        row.wager,
        row.stake,
        row.outcome,
        row.paid,
        row.returned,
        row.collected,
        resolve(row.clause),
    )


# ---- devices, questions, prompts ------------------------------------------------------------------


def _shoe(table: Table) -> f.ShoeShown:
    told = table.wanted_shoe
    stack = cards_shown.stack(table)
    leaving = isinstance(told, Permit) or stack == "coming"
    permitted = max(0, told.up_to - table.last) if isinstance(told, Permit | Dispense) and leaving else 0
    standing = table.standing
    double = table.double
    side = cards_shown.SIDE_WORDS[told.side] if double and isinstance(told, Permit) and permitted else ""
    out = cards_shown.covers_out(table)
    return f.ShoeShown(
        permitted == 0,
        permitted,
        table.last,
        len(table.ahead),
        standing.burns,
        standing.cover_out if double is None else bool(out),
        is_from_hand(table),
        side,
        out,
        stack,
    )


def _reader(table: Table) -> f.ReaderShown:
    told = table.wanted_reader
    state = _READER[told.up] if isinstance(told, Arm) else "idle"
    public = _phase_of_round(table) not in BEFORE_ACTING and not (table.void and is_hidden(table))
    return f.ReaderShown(state, table.reader if public else "", table.reads, table.standing.reader_inspected)


def _spots(table: Table) -> tuple[f.SpotShown, ...]:
    told = table.wanted_positions
    if not isinstance(told, OpenPositions):
        return ()
    return tuple(f.SpotShown(wager, boxes, most) for wager, boxes, most in told.spots)


def _prompts(game: Game, table: Table) -> tuple[f.PromptShown, ...]:
    return tuple(
        f.PromptShown(
            one.who, one.kind, one.words, one.box, one.hand, one.amount, one.draw, one.wager, one.side
        )
        for one in game.prompts(table)
    )


def _holds(table: Table, resolve: Resolve) -> tuple[f.HoldShown, ...]:
    return tuple(
        f.HoldShown(one.id, one.kind, resolve(one.clause), one.words, one.device, one.draw)
        for one in table.holds
    )


def _device(device: DeviceStanding, trust: str) -> f.DeviceShown:
    return f.DeviceShown(device.name, device.role, device.ready, device.serial, device.faults, trust=trust)
