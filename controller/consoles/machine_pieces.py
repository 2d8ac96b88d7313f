"""The drawn view's contents about machines and cards outside a round: shoe, batches, shuffler, positions,
reader, the line of devices. Pure; no terminal. Boxes, the dealer's cards and what is due are in pieces.py.
"""

from typing import Final

from controller.consoles import wording as w
from controller.consoles.frames import BatchShown, Screen
from controller.consoles.pieces import Line, Piece, width_of
from controller.consoles.wording import Look

MOST_BAR: Final = 16
"""Cards of a permission that the bar still shows one by one."""


def shoe_lines(screen: Screen, look: Look) -> list[Line]:
    """LOCKED or OPEN, a block for each card that may leave or what is due with the shoe, an exposed card that
    waits, the last draw, the cover card."""
    shoe = screen.shoe
    lines: list[Line] = [
        (
            (
                f" {w.shoe_state(shoe, short=True)} ",
                "count" if shoe.held else "locked" if shoe.locked and shoe.stack != "exit" else "open",
            ),
        )
    ]
    bar = look.full * min(shoe.permitted, MOST_BAR) + ("+" if shoe.permitted > MOST_BAR else "")
    if screen.refill:
        lines.append(((f"{screen.refill} the discards", "warn"),))
    elif screen.exposed:
        seen = ", ".join(w.exposed(one, look) for one in screen.exposed)
        lines.append(((f"{bar} " if bar else "", "open.bar"), (seen, "warn")))
    else:
        lines.append(((bar or look.dash * 3, "open.bar" if bar else "dim"),))
    lines.append((("last draw ", "label"), (str(shoe.last) if shoe.last else "none", "count")))
    notes = [f"{shoe.waiting} waiting"] if shoe.waiting else []
    notes += [f"{shoe.burns} to burn"] if shoe.burns else []
    out = "cover OUT left, right" if len(shoe.out) > 1 else f"cover card OUT {''.join(shoe.out)}".rstrip()
    if not shoe.stack:
        lines.append(((out if shoe.cover_out else "cover card in", "warn" if shoe.cover_out else "dim"),))
    if notes:
        lines.append(((", ".join(notes), "warn"),))
    return lines


def _back_style(back: str) -> str:
    """The colour of a back, as far as it is one of the usual two; its name is always said besides."""
    return {"red": "card.red", "blue": "card.down"}.get(back, "card")


def supply_lines(screen: Screen, height: int, look: Look) -> list[Line]:
    """The batches with where they are and how long they may be used, the shuffler, whom the cut is
    offered, the gaming day: drawn where no cards of a round lie."""
    wide = max((len(one.back) for one in screen.batches), default=0)
    lines: list[Line] = []
    if screen.cut is not None:
        lines.append((("cut: ", "label"), (screen.cut.to, "prompt")))
    for one in screen.batches:
        back: Piece = (f"{look.back} {one.back:<{wide}} ", _back_style(one.back))
        place = one.stage if one.where == "table" else f"in {one.where} {one.side}".rstrip()
        lines.append((back, (place, "count"), *_left_piece(one)))
    if screen.shuffler is not None:
        lines.append(
            (("shuffler ", "label"), (w.shuffler_state(screen.shuffler, short=True), _shuffler_style(screen)))
        )
    if screen.changing:
        lines.append((("the cards are being changed", "warn"),))
    confirmed = "confirmed" if screen.confirmed else "not confirmed"
    if screen.batches:
        day = f"day {screen.day} {look.dot} " if screen.day else ""
        lines.append(((f"{day}{confirmed}", "dim" if screen.confirmed else "warn"),))
    return lines[:height]


def _left_piece(one: BatchShown) -> Line:
    left = w.left(one.minutes)
    return ((f" {left}", "dim" if one.minutes else "bad"),) if left else ()


def _shuffler_style(screen: Screen) -> str:
    one = screen.shuffler
    if one is None or one.out_of_order or one.reason:
        return "bad"
    return "count" if one.stage in ("empty", "done") else "warn"


def supply_line(screen: Screen, look: Look) -> Line:
    """Batches and shuffler on one line: what stays in sight while a round is played."""
    pieces: list[Piece] = []
    for one in screen.batches:
        pieces += [(f"{one.back} ", _back_style(one.back)), (w.batch_place(one), "label"), *_left_piece(one)]
        pieces.append((f" {look.dot} ", "dim"))
    if screen.shuffler is not None:
        pieces.append((f"shuffler {w.shuffler_state(screen.shuffler, short=True)}", _shuffler_style(screen)))
    elif pieces:
        del pieces[-1]
    return tuple(pieces)


def positions_lines(screen: Screen, look: Look) -> list[Line]:
    """OPEN, CLOSING or CLOSED, what is taken; the card reader's state and its answer, where one is there."""
    reader = screen.reader
    names = list(dict.fromkeys(w.wager(spot.wager) for spot in screen.spots))
    taken = ", ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"
    lines: list[Line] = [
        ((f" {screen.positions.upper()} ", "open" if screen.positions == "open" else "locked"),),
        ((f"takes {taken}" if taken else "takes nothing", "label" if taken else "dim"),),
    ]
    there = any(one.role == "card_reader" for one in screen.devices)
    if there:
        lines.append((("reader ", "label"), (reader.state, "warn" if reader.state != "idle" else "dim")))
    if reader.answer:
        lines.append((("said ", "label"), (reader.answer.replace("_", " "), "count")))
    elif reader.reads:
        lines.append(((f"no read, {reader.reads}x", "bad"),))
    elif there and not reader.inspected:
        lines.append((("not inspected today", "warn"),))
    lines += [((f"{w.wager(one.wager)} ", "label"), (w.money(one.cents), "count")) for one in screen.meters]
    return lines


def device_line(screen: Screen, width: int, look: Look) -> Line:
    """Each device: there or lost, its serial number where there is room, its faults; that the links are
    unauthenticated, and how far the devices are trusted."""
    for room in (2, 1, 0):
        line = _devices(screen, look, room)
        if width_of(line) <= width:
            break
    return line


def _trusts(screen: Screen) -> list[str]:
    """Which devices are trusted how far, as far as somebody commissioned them: "proved by its key:
    shoe, wagers"."""
    of: dict[str, list[str]] = {}
    for one in screen.devices:
        if one.trust:
            of.setdefault(w.TRUSTS.get(one.trust, one.trust), []).append(w.role(one.role))
    return [f"{trust}: {', '.join(roles)}" for trust, roles in of.items()]


def _devices(screen: Screen, look: Look, room: int) -> Line:
    """room: 2 for serial numbers and states, 1 without serial numbers, 0 with what is wrong only."""
    pieces: list[Piece] = []
    for one in screen.devices:
        good = one.ready and not one.faults
        state = "LOST" if not one.ready else ", ".join(one.faults) if one.faults else "ready"
        serial = f" {one.serial}" if one.serial and room == 2 else ""
        pieces.append((f"{look.yes if good else look.no} ", "good" if good else "bad"))
        pieces.append((f"{w.role(one.role)}{serial} ", "label"))
        if room or not good:
            pieces.append((f"{state}  ", "good" if good else "bad"))
    known = [*dict.fromkeys(one.link for one in screen.devices), *_trusts(screen)]
    if known:
        pieces.append((f"({'; '.join(known)})", "dim"))
    return tuple(pieces) or (("no devices", "dim"),)
