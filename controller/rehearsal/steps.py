"""The steps of a scenario as frozen Structs, and the faults that a simulated device can be given.

Pure data. How steps are written is in docs/scenarios.md and read in step_forms.py; how they are played
is in play.py. Amounts are cents, boxes and hands count from 1.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class _Step(Struct, frozen=True, tag=True):
    """Frozen, tagged with its name."""


class Wager(_Step, frozen=True):
    """Chips are added on a box, (wager, cents) each; `player` is "" where the script names nobody."""

    box: int
    chips: tuple[tuple[str, int], ...]
    player: str = ""


class Deal(_Step, frozen=True):
    """The dealer announces "no more bets", and the round goes on to the first decision."""


class Insurance(_Step, frozen=True):
    """An Insurance Wager."""

    box: int
    amount: int


class EvenMoney(_Step, frozen=True):
    """A player with Blackjack takes even money."""

    box: int
    hand: int = 1


class Play(_Step, frozen=True):
    """A decision. amount: cents, 0 where the script says none; then has_amount is False."""

    box: int
    verb: str
    hand: int = 1
    amount: int = 0
    has_amount: bool = False


class Rest(_Step, frozen=True):
    """Everything still open takes its quiet form, and the round is played to its end."""


class Shuffle(_Step, frozen=True):
    """The cards are shuffled now and lie in this order; what it leaves open the seed decides."""

    cards: tuple[str, ...]


class Fault(_Step, frozen=True):
    """A simulated device fails. device: "shoe", "reader" or "wagers"; kind: a word of FAULTS[device];
    place: where in the device, "" for anywhere."""

    device: str
    kind: str
    place: str = ""

    @property
    def simulated(self) -> str:
        """The simulator's own word for this kind."""
        return FAULTS[self.device][self.kind].simulated


class Repair(_Step, frozen=True):
    """A device is repaired or replaced, and plugged in."""

    device: str


class Floor(_Step, frozen=True):
    """The floorperson chooses this remedy, a name of controller.table.irregularities.REMEDIES."""

    choice: str


class EnterCard(_Step, frozen=True):
    """The floorperson enters, from sight, the card that no device could read."""

    card: str


class NewDealer(_Step, frozen=True):
    """Another dealer comes to the table."""

    name: str


class Admit(_Step, frozen=True):
    """The floorperson lets a player who sat out wager again."""

    player: str


class NeedlessCard(_Step, frozen=True):
    """The dealer, done with 17 or more, will pull one more card before settling this round."""


class PowerLoss(_Step, frozen=True):
    """The controller is killed and started again on its journal."""


class Opening(_Step, frozen=True):
    """One procedure of opening, shuffling or closing by itself; `what` is one of OPENING."""

    what: str


Step = (
    Wager
    | Deal
    | Insurance
    | EvenMoney
    | Play
    | Rest
    | Shuffle
    | Fault
    | Repair
    | Floor
    | EnterCard
    | NewDealer
    | Admit
    | NeedlessCard
    | PowerLoss
    | Opening
)

OPENING: Final = (
    "open",
    "inspect_reader",
    "inspect",
    "spread",
    "wash",
    "shuffle",
    "cut",
    "load",
    "close",
)
"""The procedures as a script that starts with `open` gives them, each a bare word."""


class FaultKind(Struct, frozen=True):
    """simulated: the simulator's own word. places: where it can be, "" for anywhere."""

    simulated: str
    places: tuple[str, ...] = ("",)


def _kinds(*names: str) -> dict[str, FaultKind]:
    return {name: FaultKind(name.replace("_", "-")) for name in names}


_ANY_DEVICE: Final = {
    **_kinds("silence", "unplug"),
    "reset": FaultKind("reset", ("", "received", "executed", "replied")),
}
_SHOE: Final = ("misread", "double_feed", "face_up", "draw_while_locked", "sensor", "motor", "gate", "power")

FAULTS: Final[Mapping[str, Mapping[str, FaultKind]]] = {
    "shoe": {
        **_ANY_DEVICE,
        **_kinds(*_SHOE),
        "jam": FaultKind("jam", ("", "entry", "path", "exit")),
    },
    "reader": {**_ANY_DEVICE, **_kinds("no_read", "wrong_answer"), "dead": FaultKind("reader")},
    "wagers": {**_ANY_DEVICE, **_kinds("chip_reader", "sensor")},
}
"""Which device of a rehearsal can fail how, by the words of the scenario format."""
