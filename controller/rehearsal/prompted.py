"""Following prompts: what a dealer does who does exactly what the table asks, with whatever hands.

Shared by the rehearsal's dealer (hands on models, dealer.py) and the demonstration's (hands on simulator
processes, controller/demo). Nothing here decides by the rules of a game, and nothing touches a card: the
hands do. What stops a dealer (a player's decision, an open question) is left to the caller.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Generic, Protocol, TypeVar

WAITS: Final = frozenset(("wait", "turn_hole"))
"""Kinds of prompts that somebody else answers in a moment: a device, the journal."""
STOPS: Final = frozenset(
    (
        "decide",
        "insurance",
        "no_more_bets",
        "hold",
        "chips",
        "offer_card",
        "second_chance",
        "open",
        "confirm_table",
        "inspect_reader",
        "inspect",
        "verify",
        "spread",
        "look",
        "wash",
        "shuffle",
        "cut",
        "load",
        "clear_shuffler",
        "change_cards",
        "",
    )
)
"""Kinds at which a dealer waits for a player, the floor or whoever directs him."""
PATIENCE: Final = 12.0
"""Seconds in which a table that is well asks for something else."""
MOST_STEPS: Final = 10_000


class StuckTable(RuntimeError):
    """The table asks for nothing that the simulated dealer can do; the message says where it stands."""


class Asking(Protocol):
    """What a prompt says to a machine, on the Table as on a Screen."""

    @property
    def kind(self) -> str: ...

    @property
    def box(self) -> int: ...

    @property
    def hand(self) -> int: ...

    @property
    def draw(self) -> int: ...


P = TypeVar("P", bound=Asking)


def most_urgent(prompts: Sequence[P], *, is_held: bool, nothing: P) -> P:
    """The prompt to follow: a card to be entered before everything but an open question, else the
    first; `nothing` where there is none."""
    entering = [prompt for prompt in prompts if prompt.kind == "enter_card"]
    if entering and not is_held:
        return entering[0]
    return prompts[0] if prompts else nothing


class PromptedDealer(ABC, Generic[P]):
    """Does what is prompted. Each of the hands' methods answers whether it could be done, once the table has
    ruled on it; False makes the dealer stop and look up."""

    def __init__(self) -> None:
        self._hands: dict[str, Callable[[P], bool]] = {
            "draw": lambda _: self.draw(),
            "insert_hole": lambda _: self.insert_hole(),
            "settle": lambda _: self.settle(),
            "collect": lambda _: self.collect(),
            "enter_card": lambda prompt: self.enter_card(prompt.draw),
            "collect_shoe": lambda _: self.collect_shoe(),
            "count_deck": lambda _: self.count_deck(),
            "feed": lambda _: self.feed(),
            "take_stack": lambda _: self.take_stack(),
            "count_progressive": self.count_progressive,
            "verify_award": self.verify_award,
            "document_award": self.document_award,
        }

    def go_on(self) -> None:
        """Do what is prompted until a player, the floor or the script has to say something."""
        for _ in range(MOST_STEPS):
            prompt = self.prompt()
            if prompt.kind in WAITS:
                if not self.wait_for_change(prompt):
                    return
                continue
            if prompt.kind in STOPS:
                return
            hand = self._hands.get(prompt.kind)
            if hand is None or not hand(prompt):
                return
        raise StuckTable("the dealer goes round in circles")

    @abstractmethod
    def prompt(self) -> P:
        """The most urgent thing that the table asks for."""

    @abstractmethod
    def wait_for_change(self, prompt: P) -> bool:
        """Wait until the table asks for something else; False where it keeps asking for the same."""

    @abstractmethod
    def draw(self) -> bool:
        """Pull one card."""

    @abstractmethod
    def insert_hole(self) -> bool:
        """Put the hole card, face down, into the reader."""

    @abstractmethod
    def settle(self) -> bool:
        """Collect and pay as listed, and say so."""

    @abstractmethod
    def collect(self) -> bool:
        """Put the cards into the discard rack, and say so."""

    @abstractmethod
    def enter_card(self, draw: int) -> bool:
        """Tell the face of draw `draw` from sight."""

    @abstractmethod
    def collect_shoe(self) -> bool:
        """Take out of the shoe what is left in it, count it, and say so."""

    @abstractmethod
    def count_deck(self) -> bool:
        """Count the whole deck, face down on the layout, and say how many cards it has."""

    @abstractmethod
    def feed(self) -> bool:
        """Put the cards that are due into the shuffler, and say so."""

    @abstractmethod
    def take_stack(self) -> bool:
        """Take the stack out of the shuffler's open exit."""

    @abstractmethod
    def count_progressive(self, prompt: P) -> bool:
        """Count the chips of the progressive wager of that prompt, and say what lies there."""

    @abstractmethod
    def verify_award(self, prompt: P) -> bool:
        """Have the award of that prompt verified by the floor."""

    @abstractmethod
    def document_award(self, prompt: P) -> bool:
        """Have the documents of the award of that prompt written."""
