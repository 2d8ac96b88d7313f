"""The drawn view's contents as lines of styled words, before anything is drawn. Pure; no terminal.

Here are the boxes, the dealer's cards and what is due; the machines are in machine_pieces.py.

A line is a sequence of (words, style) pairs; the styles are names that terminal.py gives colours to.
How much is said depends on the room: what does not fit is said shorter, and left out last.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from controller.consoles import wording as w
from controller.consoles.frames import BoxShown, Choice, HandShown, OutcomeShown, PromptShown, Screen
from controller.consoles.wording import Look
from controller.table.commands import (
    AbandonWagers,
    AdmitPlayer,
    CardInError,
    CardsLie,
    ChooseRemedy,
    CorrectCard,
    CoverCardSeen,
    Decide,
    DeclareHand,
    EnterCard,
    FaceUpCard,
    MarkOutOfOrder,
    NewDealer,
    ReportIncident,
    ReportMisdeal,
)
from controller.table.state import spoken

OF_A_BOX: Final = (Decide, DeclareHand)
"""What is asked for a box. Where several boxes may, the prompts say it; to list all would hide the rest."""
SAID_WHERE_TIGHT: Final = frozenset(("bust", "blackjack", "dead", "late"))
"""Of a hand's states those that are said even where there is room for little."""
CHANCE: Final = "second_chance"
BESIDE_A_HAND: Final = ("blackjack", "double_down", CHANCE, "ante", "bet")
"""Wagers whose chips are shown with a hand, once there is one."""
ADDED: Final = ("double_down", "bet")
"""Those that were put down for a decision, beside what lay there."""
QUIET: Final = frozenset(
    (
        ReportIncident,
        NewDealer,
        AdmitPlayer,
        MarkOutOfOrder,
        CardsLie,
        EnterCard,
        FaceUpCard,
        CardInError,
        CoverCardSeen,
        CorrectCard,
        ReportMisdeal,
        AbandonWagers,
    )
)
"""What may be asked so often that to say so each time would hide the rest."""

Piece = tuple[str, str]
Line = tuple[Piece, ...]


def width_of(line: Line) -> int:
    """Columns that a line takes."""
    return sum(len(words) for words, _ in line)


def card_piece(shown: str, look: Look) -> Piece:
    """A card, with the style for its kind."""
    style = "card.down" if " " in shown else "card.red" if w.is_red(shown) else "card"
    return w.card(shown, look), style


# ---- a box --------------------------------------------------------------------------------------


def box_lines(box: BoxShown, width: int, height: int, look: Look) -> list[Line]:
    """What stands in a box's panel of this size; the fullest of three ways that fits."""
    narrow = width < 14
    for way in (_full, _tight, _one_line):
        chips = _side_chips(box, narrow, packed=way is not _full)
        lines = [*chips, *way(box, width, narrow, look)]
        if len(lines) <= height:
            return lines
    return [*lines[: height - 1], (("…" if look is w.SIGNS else "...", "dim"),)]


def _side_chips(box: BoxShown, narrow: bool, *, packed: bool) -> list[Line]:
    """The chips that lie on the box rather than beside one hand. packed: several side wagers are said in one
    line, by their number and sum."""
    chips = [one for one in box.chips if not box.hands or one.wager not in BESIDE_A_HAND]
    side = [one for one in chips if one.wager not in (*BESIDE_A_HAND, "insurance")]
    if packed and len(side) > 1:
        chips = [one for one in chips if one not in side]
        total = w.money(sum(one.cents for one in side))
        first: list[Line] = [((f"{len(side)} side ", "label"), (total, "money"))]
    else:
        first = []
    return first + [
        ((w.wager(one.wager, narrow=narrow) + " ", "label"), (w.money(one.cents), "money")) for one in chips
    ]


def _full(box: BoxShown, width: int, narrow: bool, look: Look) -> list[Line]:
    lines: list[Line] = []
    for hand in box.hands:
        lines += _card_lines(hand, width, look)
        lines += _state_line(hand)
        lines += _stake_line(box, hand, look)
        lines += _chance_line(box, hand, narrow)
        lines += _due_line(hand)
    lines += [_outcome_line(row, width, narrow) for row in _by_hand(box)]
    return lines


def _tight(box: BoxShown, width: int, narrow: bool, look: Look) -> list[Line]:
    lines: list[Line] = []
    for hand in box.hands:
        lines += _card_lines(hand, width, look)
        stake = _stake_line(box, hand, look)
        told = w.hand_state(hand) if hand.status in SAID_WHERE_TIGHT or not hand.count else hand.count
        state: Line = ((" " + told, _state_style(hand)),)
        fits = bool(stake) and width_of((*state, *stake[0])) <= width
        lines.append((*state, *stake[0]) if fits else state)
        lines += _chance_line(box, hand, narrow)
        lines += _due_line(hand)
    return [*lines, *_net_line(box)]


def _one_line(box: BoxShown, width: int, _: bool, look: Look) -> list[Line]:
    lines: list[Line] = []
    for hand in box.hands:
        mark: Piece = (look.turn, "turn") if hand.turn else (" ", "")
        wrong = {"bust": look.no, "dead": " DEAD", "late": " late"}.get(hand.status, "")
        state = f" {hand.count}{wrong}" + look.lammer * hand.lammers
        room = max(0, width - 1 - len(state))
        pieces = [card_piece(one, look) for one in hand.cards]
        while len(pieces) > 1 and sum(len(words) for words, _ in pieces) > room:
            del pieces[0]
        lines.append((mark, *pieces, (state, _state_style(hand))))
    return [*lines, *_net_line(box)]


def _card_lines(hand: HandShown, width: int, look: Look) -> list[Line]:
    """The cards, wrapped; the first line bears the mark of the hand whose turn it is."""
    lines: list[list[Piece]] = [[(look.turn, "turn") if hand.turn else (" ", "")]]
    used = 1
    for shown in hand.cards:
        words, style = card_piece(shown, look)
        gap = 1 if len(lines[-1]) > 1 else 0
        if used + gap + len(words) > width:
            lines.append([(" ", "")])
            used, gap = 1, 0
        lines[-1] += [(" ", ""), (words, style)] if gap else [(words, style)]
        used += gap + len(words)
    return [tuple(line) for line in lines]


def _state_style(hand: HandShown) -> str:
    if hand.status in ("bust", "dead"):
        return "lose"
    if hand.status == "late":
        return "warn"
    if hand.status == "blackjack":
        return "win"
    return "turn" if hand.turn else "count"


def _state_line(hand: HandShown) -> list[Line]:
    state = w.hand_state(hand)
    return [((" " + state, _state_style(hand)),)] if state else []


def _stake_line(box: BoxShown, hand: HandShown, look: Look) -> list[Line]:
    """ " $25 +$25 ●●": the wager, what doubled it, and a sign a lammer."""
    pieces: list[Piece] = [
        (f" {'+' if one.wager in ADDED else ''}{w.money(one.cents)}", "money")
        for one in box.chips
        if one.hand == hand.number and one.wager in BESIDE_A_HAND and one.wager != CHANCE
    ]
    if hand.lammers:
        pieces.append((" " + look.lammer * hand.lammers + "free", "lammer"))
    return [tuple(pieces)] if pieces else []


def _chance_line(box: BoxShown, hand: HandShown, narrow: bool) -> list[Line]:
    """Its Second Chance Wager, for which the last of its cards was subtracted."""
    return [
        ((f" {w.wager(one.wager, narrow=narrow)} ", "label"), (w.money(one.cents), "money"))
        for one in box.chips
        if one.hand == hand.number and one.wager == CHANCE
    ]


def _due_line(hand: HandShown) -> list[Line]:
    if hand.chips_due:
        return [((f" {w.money(hand.chips_due)} due", "warn"),)]
    return [((f" {spoken(hand.asked)}", "turn"),)] if hand.asked else []


def _by_hand(box: BoxShown) -> Sequence[OutcomeShown]:
    return sorted(box.outcomes, key=lambda row: row.hand)


def outcome_style(row: OutcomeShown) -> str:
    """The style of an outcome's word."""
    return {"win": "win", "lose": "lose"}.get(row.outcome, "push")


def _outcome_line(row: OutcomeShown, width: int, narrow: bool) -> Line:
    name, said = w.wager(row.wager, narrow=narrow) + " ", w.outcome(row)
    if len(name) + len(said) > width:
        said = w.outcome(row, short=True)
    return (name, "label"), (said, outcome_style(row))


def _net_line(box: BoxShown) -> list[Line]:
    if not box.outcomes:
        return []
    cents = w.net(box.outcomes)
    words = f"won {w.money(cents)}" if cents > 0 else f"lost {w.money(-cents)}" if cents else "even"
    return [((" " + words, "win" if cents > 0 else "lose" if cents else "push"),)]


# ---- the dealer's side --------------------------------------------------------------------------


def dealer_lines(screen: Screen, width: int, height: int, look: Look) -> list[Line]:
    """The dealer's cards, drawn as cards where there is room, and their count."""
    hand = screen.dealer
    if not hand.cards:
        return []
    names = [card_piece(one, look) for one in hand.cards]
    tail = []
    if any(" " in one for one in hand.cards):
        down = sum(" " in one for one in hand.cards)
        what = "a card face down" if down == 1 else f"{down} cards face down"
        tail = [(f" and {what}" if hand.count else what, "dim")]
    over = [(" (over 21)", "warn")] if hand.count.isdigit() and int(hand.count) > 21 else []
    state: Line = ((w.hand_state(hand), "count"), *over, *tail)
    each = max(len(words) for words, _ in names) + 4
    if height < 4 or each * len(names) > width:
        row: list[Piece] = [piece for name in names for piece in (name, (" ", ""))]
        return [tuple(row[:-1]), state]
    a, b, c, d, flat, side = look.frame
    top = a + flat * (each - 2) + b
    low = c + flat * (each - 2) + d
    middle = tuple((f"{side} {words:<{each - 4}} {side}", style) for words, style in names)
    edge = [style for _, style in names]
    return [tuple((top, style) for style in edge), middle, tuple((low, style) for style in edge), state]


# ---- what people are asked ------------------------------------------------------------------------


def prompt_lines(screen: Screen, look: Look) -> list[Line]:
    """What is due, in large plain words; what else may be asked; what was irregular."""
    lines: list[Line] = []
    for at, (who, words) in enumerate(_due(screen.prompts)):
        style = "prompt" if at == 0 else "label"
        lines.append(((f"{who.upper()}: ", style), (w.sentence(words), style)))
    for irregular in screen.irregularities:
        words = f"! {irregular.kind} ({irregular.clause}): {irregular.disposition}"
        lines.append(((words, "warn"),))
    due = [one for one in screen.choices if not one.why_not and type(one.what) not in QUIET]
    boxes = {one.what.box for one in due if isinstance(one.what, OF_A_BOX)}
    may = [one.words for one in due if len(boxes) < 2 or not isinstance(one.what, OF_A_BOX)]
    if may:
        lines.append((("may now: ", "dim"), (f" {look.dot} ".join(may), "dim")))
    return lines


def _due(prompts: Sequence[PromptShown]) -> Iterator[tuple[str, str]]:
    """Who is asked, and the words. What is asked of several boxes alike is said once: "Boxes 1, 2: …"."""

    def asked(one: PromptShown) -> tuple[str, str]:
        return one.who, one.words.removeprefix(f"Box {one.box}: ")

    for (who, words), alike in groupby(prompts, asked):
        all_alike = tuple(alike)
        boxes = ", ".join(str(one.box) for one in all_alike)
        yield who, f"Boxes {boxes}: {words}" if len(all_alike) > 1 else all_alike[0].words


def hold_lines(screen: Screen, look: Look) -> list[Line]:
    """Open questions, each with its remedies, who may choose them, and why one is barred just now."""
    lines: list[Line] = []
    number = 0
    for one in screen.holds:
        lines.append(((f"{look.no} {w.sentence(one.words)} ({one.clause})", "hold"),))
        for choice in remedies(screen, one.id):
            number += 1
            barred = f" {look.dash} not now: {choice.why_not}" if choice.why_not else ""
            words = f"  {number}  {w.sentence(choice.words)} [{choice.who}]"
            lines.append(((words, "count"), (barred, "warn")))
    return lines


def remedies(screen: Screen, hold: int) -> list[Choice]:
    """The choices that answer this open question, in the order in which they are numbered."""
    return [one for one in screen.choices if isinstance(one.what, ChooseRemedy) and one.what.hold == hold]


def refusal_line(screen: Screen, look: Look) -> Line:
    """The last refusal: who asked, why not, the clause."""
    one = screen.refusal
    if one is None:
        return ()
    who = f" {one.by}" if one.by else ""
    return ((f"{look.no} REFUSED{who}: {one.why} ({one.clause})", "bad"),)
