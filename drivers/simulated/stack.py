"""The cards in a simulated shuffler: in the input, in the stack, left behind somewhere between.

Physical cards only, with their faces and backs: what the firmware knows of them, and when they move, is in
`shuffler_machine` and `shuffler`. Nothing of it is for a wire.
"""

from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from drivers.cards import is_known
from drivers.simulated.shuffling import Order


class Sheet(Struct, frozen=True):
    """One physical card."""

    card: str
    back: str


class Inside:
    """All cards in the machine. A card is left behind only where there is a stack beside it.

    room: how many cards the input takes.
    """

    def __init__(self, room: int, order: Order) -> None:
        self._room = room
        self._order = order
        self._input: list[Sheet] = []
        self._stack: list[Sheet] = []
        self._left_behind: list[Sheet] = []

    def feed(self, cards: Sequence[str], back: str) -> None:
        """Cards into the input, behind what lies there. ValueError, and none goes in, for what is no card
        (the cover card too, and one marked as lying face up), or more than there is room for."""
        for card in cards:
            if not is_known(card):
                raise ValueError(f"{card!r} is no card that a shuffler takes")
        if len(self._input) + len(cards) > self._room:
            raise ValueError(f"{len(self._input) + len(cards)} cards: the input takes {self._room}")
        self._input += [Sheet(card, back) for card in cards]

    def __len__(self) -> int:
        """How many cards are in the machine, the input included."""
        return len(self._input) + len(self._stack) + len(self._left_behind)

    @property
    def stack(self) -> int:
        """How many cards are in the stack."""
        return len(self._stack)

    def names(self) -> list[str]:
        """The faces of the stack, from the first card on."""
        return [sheet.card for sheet in self._stack]

    def backs(self) -> list[str]:
        """The backs of the stack, from the first card on."""
        return [sheet.back for sheet in self._stack]

    def gather(self) -> None:
        """What lies in the input, in the stack and between becomes one stack, to be shuffled."""
        self._stack += self._left_behind + self._input
        self._input, self._left_behind = [], []

    def shuffle(self) -> None:
        """The stack comes into a new order. ValueError where the given order changes the cards."""
        before = self.names()
        after = self._order(before.copy())
        if sorted(after) != sorted(before):
            raise ValueError("the order that this shuffler was given changes the cards")
        backs: defaultdict[str, list[str]] = defaultdict(list)
        for sheet in self._stack:
            backs[sheet.card].append(sheet.back)
        self._stack = [Sheet(card, backs[card].pop()) for card in after]

    def leave_one_behind(self) -> None:
        """The last card of the stack does not come along."""
        if len(self._stack) > 1:
            self._left_behind.append(self._stack.pop())

    def take_stack(self) -> list[str]:
        """The stack goes out. What was left behind is what lies where the stack lay."""
        cards = self.names()
        self._stack, self._left_behind = self._left_behind, []
        return cards

    def take_all(self) -> list[str]:
        """Everything goes out, of the input too."""
        self.gather()
        return self.take_stack()
