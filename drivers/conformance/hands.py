"""The hands on the board: they draw cards, put chips down, open a lid, press reset, when a check asks for it.

An `Act` is said in two ways: in words for a person, and as the request that docs/simulators.md describes, for
whoever serves such a socket: a simulator, or a rig with motors. What came of an act the board tells; a check
waits for that, at most `patience`. What the checks make of it does not live here.
"""

import json
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

_LONGEST: Final = 65536


class Act(Struct, frozen=True):
    """One thing to be done at the board.

    says: to a person; "" where no person could do it in time. asks: the request, one JSON object. told: the
    board tells of it; where it does not, a person says when it is done.
    """

    says: str
    asks: Mapping[str, object]
    told: bool = True


class CannotBeDone(Exception):
    """These hands cannot do that; the check is left out. The text says why."""


def idle() -> None:
    """Nothing is to be done meanwhile."""


class Hands(Protocol):
    """Who acts. patience: seconds within which the board has told of an act."""

    patience: float

    def do(self, act: Act, meanwhile: Callable[[], object] = idle) -> None:
        """Do it, or have it begun. meanwhile: called again and again where that takes time. CannotBeDone."""


class Person:
    """See Hands. tell: shows a person a line. done: whether the person has said by now that it is done."""

    patience = 60.0

    def __init__(self, tell: Callable[[str], None], done: Callable[[], bool]) -> None:
        self._tell = tell
        self._done = done

    def do(self, act: Act, meanwhile: Callable[[], object] = idle) -> None:
        """See Hands."""
        if not act.says:
            raise CannotBeDone(f"no person can do {act.asks['do']} in time; it needs --hands")
        self._tell(act.says if act.told else f"{act.says}. Then press Enter")
        while not act.told and not self._done():
            meanwhile()


class Rig:
    """See Hands. exchange: a request line for its answer line, each with its end of line."""

    patience = 15.0

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        self._exchange = exchange

    def do(self, act: Act, meanwhile: Callable[[], object] = idle) -> None:
        """See Hands. It does so at once."""
        request = json.dumps(dict(act.asks)).encode() + b"\n"
        line = self._exchange(request)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or answer.get("ok") is not True:
            said = answer.get("error") if isinstance(answer, dict) else None
            raise CannotBeDone(f"the hands were asked {request.decode().strip()}: {said or 'no answer'}")


class ControlClient:
    """An exchange (see Rig) over the Unix socket at `path`. OSError where nobody listens there."""

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        self._peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._peer.settimeout(patience)
        self._kept = b""
        try:
            self._peer.connect(str(path))
        except OSError:
            self._peer.close()
            raise

    def __call__(self, line: bytes) -> bytes:
        """The answer to `line`. CannotBeDone: none came, or one without an end."""
        try:
            self._peer.sendall(line)
            while b"\n" not in self._kept:
                data = self._peer.recv(4096)
                self._kept += data
                if not data or len(self._kept) > _LONGEST:
                    raise CannotBeDone("whoever serves --hands has gone, or says a line without an end")
        except OSError as error:
            raise CannotBeDone(f"whoever serves --hands does not answer: {error}") from error
        answer, _, self._kept = self._kept.partition(b"\n")
        return answer

    def close(self) -> None:
        """Let the socket go."""
        self._peer.close()


# ---- what can be asked ------------------------------------------------------------------------------------

PUSH_BACK: Final = Act("push the card drawn last back into the mouth", {"do": "push_back"})
OPEN_LID: Final = Act("open the lid", {"do": "lid", "open": True})
CLOSE_LID: Final = Act("close the lid", {"do": "lid", "open": False})
TAKE: Final = Act("take the cards out of the exit", {"do": "take"})
EMPTY: Final = Act(
    "take all cards out, of the exit too, and close it again", {"do": "empty_by_hand"}, told=False
)
CLEAR: Final = Act("take all chips off", {"do": "clear"}, told=False)
SERVICE_SWITCH: Final = Act(
    "open the machine and press its service switch", {"do": "service_switch"}, told=False
)
REPAIR: Final = Act("clear every jam and mend what was made wrong", {"do": "repair"}, told=False)


def draw(side: str = "", *, half_out: bool = False) -> Act:
    """One card out of the mouth. side: of a double shoe, "left" or "right". half_out: though it is locked,
    as a card that was half out already."""
    asks = {"do": "draw", **({"side": side} if side else {})}
    said = f"draw one card{f' from the {side} side' if side else ''}, and no more"
    if half_out:
        return Act(f"{said}, though the shoe is locked: half out it was already", {**asks, "force": True})
    return Act(said, asks)


def pull(side: str = "", *, told: bool = False) -> Act:
    """A card is pulled that may not come. side: as in `draw`. told: the board tells what became of it."""
    act = draw(side)
    return Act(f"try gently to {act.says}; it may be held back", act.asks, told)


def load(cards: Sequence[str], side: str = "") -> Act:
    """Cards into a shoe in place of what is inside, the first to be drawn first; "5D!" lies face up, "CUT"
    is the cover card. side: as in `draw`."""
    said = f"empty the {side or 'shoe'}{' side' * bool(side)} and put in, the first to be drawn first: "
    asks = {"do": "load", "cards": list(cards), **({"side": side} if side else {})}
    return Act(said + ", ".join(_named(one) for one in cards), asks, told=False)


def _named(card: str) -> str:
    if card == "CUT":
        return "the cover card"
    return f"{card[:-1]} (face up)" if card.endswith("!") else card


def feed(cards: Sequence[str], back: str = "red") -> Act:
    """Cards into the input of a shuffler, behind what lies there."""
    said = f"put these cards, with {back} backs, into the input: {' '.join(cards)}"
    return Act(said, {"do": "feed", "cards": list(cards), "back": back}, told=False)


def feed_decks(decks: int) -> Act:
    """So many decks as the maker packs them into the input of a shuffler."""
    said = f"put {decks} {'deck' if decks == 1 else 'decks'} of 52 cards into the input"
    return Act(said, {"do": "feed", "decks": decks}, told=False)


def insert(card: str) -> Act:
    """A card into the card reader, and out again; "" for one that cannot be read."""
    said = f"insert the {card} and take it out" if card else "insert a card that cannot be read"
    return Act(said, {"do": "insert", "card": card})


def place(box: int, chips: Mapping[str, int], player: str = "") -> Act:
    """Chips on the spots of one box, set down together; cents by wager."""
    what = " and ".join(f"{cents} cents on {wager}" for wager, cents in chips.items())
    asks: dict[str, object] = {"do": "place", "box": box, "chips": dict(chips)}
    as_player = f", with the player card {player}" if player else ""
    said = f"at box {box} set down {what}{as_player}"
    return Act(said, {**asks, "player": player} if player else asks)


def take_back(box: int, wager: str, cents: int) -> Act:
    """Chips off a spot by a patron."""
    said = f"at box {box} take {cents} cents back from {wager}"
    return Act(said, {"do": "take_back", "box": box, "wager": wager, "amount": cents})


def fault(kind: str, says: str, place: str = "", *, told: bool = False) -> Act:
    """A fault that hands bring about; a simulator is asked for `kind`, docs/simulators.md. It is there until
    the next REPAIR, or until it was met. told: it is reported at once, not only once it was met."""
    asks = {"do": "fault", "kind": kind}
    return Act(says, {**asks, "place": place} if place else asks, told)


def reset(word: str = "power") -> Act:
    """The board starts anew, at once."""
    said = "reset the board (its reset button, or the power of the board but not of its cable)"
    return Act(said, {"do": "reset", "reset": word})


def reset_in_order(step: str) -> Act:
    """The board starts anew in the middle of the next order: "received" before it is executed, "executed"
    before its REPLY, "replied" behind it. No person is quick enough."""
    return Act("", {"do": "fault", "kind": "reset", "place": step})
