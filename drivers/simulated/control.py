"""What can be asked of a simulator that runs as a process, as one JSON object a line.

{"do": "draw"} and the like; `Request` below is the whole list. The answer is one JSON object:
{"ok": true, ...} or {"ok": false, "error": "..."}. docs/simulators.md describes them. This is the hands
beside the device, not the device: it moves cards and chips, pulls cables and spoils them. It never tells a
card that is still in a shoe or a shuffler.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from drivers.cards import DECK
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.decks import COVER, a_shoe
from drivers.simulated.double_shoe import SIDES, SimulatedDoubleShoe
from drivers.simulated.noise import Rates
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.server import SimulatorServer
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions

Answer = dict[str, Any]
"""What goes back as JSON."""
Side = Literal["", "left", "right"]
"""A side of a double shoe; "" where the shoe has one."""


class _Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Tagged by "do"; a field that nobody knows is an error."""


class Status(_Request, frozen=True, tag="status"):
    """Any role: what can be seen from outside."""


class Fault(_Request, frozen=True, tag="fault"):
    """Any role: switch a fault on, at once or at an occasion (`Firmware.fault`)."""

    kind: str
    place: str = ""
    at: int = 0


class Repair(_Request, frozen=True, tag="repair"):
    """Any role: end all faults."""


class Reset(_Request, frozen=True, tag="reset"):
    """Any role: the device boots again; `reset` is why."""

    reset: str = "power"


class Unplug(_Request, frozen=True, tag="unplug"):
    """Any role: pull the cable."""


class Replug(_Request, frozen=True, tag="replug"):
    """Any role: plug in again, under another name where `port` is given."""

    port: str | None = None


class Noise(_Request, frozen=True, tag="noise"):
    """Any role: how bad the cable is from now on, as `noise.Rates`; without rates it is a good one."""

    drop: float = 0.0
    duplicate: float = 0.0
    corrupt: float = 0.0
    split: float = 0.0
    delay: float = 0.0


class ServiceSwitch(_Request, frozen=True, tag="service_switch"):
    """Any role that signs: press the switch inside, by which it may make another key until it starts anew."""


class Load(_Request, frozen=True, tag="load"):
    """Shoe: put these cards in, or `decks` shuffled ones with `behind` cards behind the cover card. side: of
    a double shoe, here and in what follows."""

    cards: tuple[str, ...] = ()
    decks: int = 6
    behind: int = 0
    seed: int | None = None
    side: Side = ""


class Draw(_Request, frozen=True, tag="draw"):
    """Shoe: pull a card; answered with "card": null where none comes."""

    force: bool = False
    side: Side = ""


class PushBack(_Request, frozen=True, tag="push_back"):
    """Shoe: push the last card back."""


class Add(_Request, frozen=True, tag="add"):
    """Shoe: these cards come in from behind, from a continuous shuffler."""

    cards: tuple[str, ...]


class Lid(_Request, frozen=True, tag="lid"):
    """Shoe, shuffler: open or close the lid."""

    open: bool


class Feed(_Request, frozen=True, tag="feed"):
    """Shuffler: put these cards into the input, or `decks` as they come from the maker; backs of a colour."""

    cards: tuple[str, ...] = ()
    decks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    back: str = "red"


class Take(_Request, frozen=True, tag="take"):
    """Shuffler, automated shoe: take the stack out; answered with "cards": null where there is none."""


class EmptyByHand(_Request, frozen=True, tag="empty_by_hand"):
    """Shuffler, automated shoe: a technician opens it and takes all cards out."""


class Insert(_Request, frozen=True, tag="insert"):
    """Card reader: put the hole card in."""

    card: str


class Place(_Request, frozen=True, tag="place"):
    """Positions: set chips down on one box, cents by wager name. Progressive: make one wager."""

    box: int
    chips: dict[str, int]
    player: str = ""


class TakeBack(_Request, frozen=True, tag="take_back"):
    """Positions, progressive: a patron lifts chips, or takes a wager back."""

    box: int
    wager: str
    amount: int


class Sweep(_Request, frozen=True, tag="sweep"):
    """Positions, progressive: the dealer takes a spot's chips; with "cents" taken."""

    box: int
    wager: str


class Settle(_Request, frozen=True, tag="settle"):
    """Positions, progressive: the dealer leaves exactly these chips, (box, wager, cents) each."""

    chips: tuple[tuple[int, str, int], ...]


class Clear(_Request, frozen=True, tag="clear"):
    """Positions, progressive: the dealer clears the felt or the sensors."""


class Rejected(_Request, frozen=True, tag="rejected"):
    """Positions, progressive: what went back to its owners since the last question."""


class SelectNext(_Request, frozen=True, tag="select_next"):
    """Progressive: what the next selection finds; "" and 0 leave it to the generator."""

    magic: str = ""
    lucky: int = 0


AnyRole = Status | Fault | Repair | Reset | Unplug | Replug | Noise | ServiceSwitch
ForShoe = Load | Draw | PushBack | Add | Lid
ForAutomatedShoe = Load | Take | EmptyByHand | Lid
ForShuffler = Feed | Take | EmptyByHand | Lid
ForPositions = Place | TakeBack | Sweep | Settle | Clear | Rejected
ForProgressive = ForPositions | SelectNext
Request = AnyRole | ForShoe | ForAutomatedShoe | ForShuffler | Insert | ForProgressive

_DECODER = msgspec.json.Decoder(Request)


def answer_line(server: SimulatorServer, line: bytes) -> bytes:
    """Do what `line` asks and return the line that answers it. Runs under the server's loop."""
    try:
        request = _DECODER.decode(line)
        found = {"ok": True, **server.do(lambda now: _done(server, request, now))}
    except (ValueError, OSError) as error:  # msgspec's own errors are ValueErrors
        found = {"ok": False, "error": str(error)}
    return msgspec.json.encode(found) + b"\n"


def _done(server: SimulatorServer, request: Request, now: float) -> Answer:
    device = server.firmware
    if isinstance(request, AnyRole):
        return _any_role(server, request, now)
    if isinstance(device, SimulatedAutomatedShoe):
        if isinstance(request, ForAutomatedShoe):
            return _automated_shoe(device, request, now)
    elif isinstance(device, SimulatedShoe) and isinstance(request, ForShoe):
        return _shoe(device, request, now)
    if isinstance(device, SimulatedShuffler) and isinstance(request, ForShuffler):
        return _shuffler(device, request, now)
    if isinstance(device, SimulatedReader) and isinstance(request, Insert):
        return {"taken": device.insert(request.card, now)}
    if isinstance(device, SimulatedPositions) and isinstance(request, ForPositions):
        return _positions(device, request, now)
    if isinstance(device, SimulatedProgressive) and isinstance(request, ForProgressive):
        return _progressive(device, request, now)
    raise ValueError(f"a {device.role} cannot do that")


def _any_role(server: SimulatorServer, request: AnyRole, now: float) -> Answer:
    device = server.firmware
    match request:
        case Status():
            return _status(server, now)
        case Fault(kind, place, at):
            device.fault(kind, now, place=place, at=at)
        case Repair():
            device.repair(now)
        case Reset(reset):
            device.start(now, reset)
        case Unplug():
            server.unplug()
        case Replug(port):
            return {"address": server.replug(port)}
        case Noise(drop, duplicate, corrupt, split, delay):
            server.noise(Rates(drop, duplicate, corrupt, split, delay))
        case ServiceSwitch():
            if device.vault is None:
                raise ValueError("this device cannot sign, and has no service switch")
            device.vault.pressed = True
    return {}


def _shoe(shoe: SimulatedShoe, request: ForShoe, now: float) -> Answer:
    match request:
        case Load(cards, decks, behind, seed, side):
            return _load(shoe, cards or a_shoe(decks, behind, seed), side, now)
        case Draw(force, side):
            return _card(_draw(shoe, side, force, now))
        case PushBack():
            return {"pushed": shoe.push_back(now)}
        case Add(cards):
            shoe.add(cards, now)
            return {"cards_left": shoe.cards_left()}
        case Lid(is_open):
            shoe.lid(is_open, now)
            return {}


def _automated_shoe(shoe: SimulatedAutomatedShoe, request: ForAutomatedShoe, now: float) -> Answer:
    match request:
        case Load(cards, decks, behind, seed, side):
            in_shoe = [card for card in a_shoe(decks, behind, seed) if card != COVER]
            return _load(shoe, cards or in_shoe, side, now)
        case Take():
            taken = shoe.take(now)
            return {"cards": None if taken is None else [_card(card) for card in taken]}
        case EmptyByHand():
            return {"cards": shoe.empty_by_hand(now)}
        case Lid(is_open):
            shoe.lid(is_open, now)
            return {}


def _load(shoe: SimulatedShoe, cards: Sequence[str], side: str, now: float) -> Answer:
    if isinstance(shoe, SimulatedDoubleShoe):
        at = _index(side)
        shoe.load(cards, now, at)
        return {"cards_left": shoe.cards_left(at)}
    _check_one_side(side)
    shoe.load(cards, now)
    return {"cards_left": shoe.cards_left()}


def _draw(shoe: SimulatedShoe, side: str, force: bool, now: float) -> PhysicalCard | None:
    if isinstance(shoe, SimulatedDoubleShoe):
        return shoe.draw(now, force=force, side=_index(side))
    _check_one_side(side)
    return shoe.draw(now, force=force)


def _index(side: str) -> int:
    if not side:
        raise ValueError(f"this shoe has two sides: say one, {' or '.join(SIDES)}")
    return SIDES.index(side)


def _check_one_side(side: str) -> None:
    if side:
        raise ValueError(f"this shoe has one side, and no {side} one: leave it out")


def _card(card: PhysicalCard | None) -> Answer:
    if card is None:
        return {"card": None}
    found: Answer = {"card": card.card, "face_up": card.face_up}
    return found if card.also is None else {**found, "also": _card(card.also)}


def _shuffler(shuffler: SimulatedShuffler, request: ForShuffler, now: float) -> Answer:
    match request:
        case Feed(cards, decks, back):
            shuffler.feed(cards or DECK * decks, now, back)
            return {"inside": shuffler.inside(now)}
        case Take():
            return {"cards": shuffler.take(now)}
        case EmptyByHand():
            return {"cards": shuffler.empty_by_hand(now)}
        case Lid(is_open):
            shuffler.lid(is_open, now)
            return {}


def _positions(felt: SimulatedPositions, request: ForPositions, now: float) -> Answer:
    match request:
        case Place(box, chips, player):
            felt.place(box, chips, now, player)
            return {}
        case TakeBack(box, wager, amount):
            felt.take_back(box, wager, amount, now)
            return {}
    return _dealers(felt, request, now)


def _progressive(system: SimulatedProgressive, request: ForProgressive, now: float) -> Answer:
    match request:
        case Place(box, chips, player):
            if len(chips) != 1:
                raise ValueError("a wagering device takes one wager at a time")
            (wager, cents), *_ = chips.items()
            return {"accepted": system.place(box, wager, cents, now, player)}
        case TakeBack(box, wager, amount):
            return {"accepted": system.take_back(box, wager, amount, now)}
        case SelectNext(magic, lucky):
            system.select_next(magic, lucky)
            return {}
    return _dealers(system, request, now)


def _dealers(
    felt: SimulatedPositions | SimulatedProgressive, request: Sweep | Settle | Clear | Rejected, now: float
) -> Answer:
    match request:
        case Sweep(box, wager):
            return {"cents": felt.sweep(box, wager, now)}
        case Settle(chips):
            felt.settle({(box, wager): cents for box, wager, cents in chips}, now)
        case Clear():
            felt.clear(now)
        case Rejected():
            return {"rejected": felt.rejected()}
    return {}


def _status(server: SimulatorServer, now: float) -> Answer:
    device = server.firmware
    device.tick(now)
    seen: Answer = {
        "role": device.role,
        "address": server.endpoint.address,
        "boot": device.boot,
        "session": device.session is not None,
        "permitted": device.is_permitted(),
        "faults": device.faults(),
    }
    if isinstance(device, SimulatedDoubleShoe):
        left = {side: device.cards_left(at) for at, side in enumerate(SIDES)}
        return {**seen, "cards_left": left, "waiting": device.waiting(now)}
    if isinstance(device, SimulatedAutomatedShoe):
        inside: Answer = {"cards_left": device.cards_left(), "in_exit": device.in_exit()}
        return {**seen, **inside, "waiting": device.waiting(now)}
    if isinstance(device, SimulatedShoe):
        return {**seen, "cards_left": device.cards_left(), "waiting": device.waiting(now)}
    if isinstance(device, SimulatedShuffler):
        count, waiting = device.inside(now), device.waiting(now)
        return {**seen, "stage": device.stage, "inside": count, "waiting": waiting}
    if isinstance(device, SimulatedReader):
        return {**seen, "waiting": device.waiting(now)}
    if isinstance(device, SimulatedPositions):
        return {**seen, "open": device.open_spots(), "chips": device.chips()}
    if isinstance(device, SimulatedProgressive):
        return {
            **seen,
            "open": device.open_spots(),
            "accepted": device.accepted(),
            "chips": device.chips(),
            "meters": device.meters(),
            "accounts": device.accounts(),
            "credited": device.credited,
        }
    return seen
