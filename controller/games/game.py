"""Game: the contract that one game fills in, and nothing of any game."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from controller.table.phases import PhaseTable
from controller.table.state import Hand, Prompt, Rules, Table

Evolve = Callable[[Table, Any], Table]
Wants = Callable[[Table], Table]


class Game(Struct, frozen=True):
    """A game as the table sees it.

    name: as scenario and configuration files write it. chapter: "672a". title: the chapter's name.
    phases: the checked rows, spine and game together. evolve: how each type of event changes a
    Table. wants: by phase, what the devices are to be told (a Table whose wanted_… fields are right).
    prompts: what people are asked to do now. wagers: names that this game's layout has. verbs: the
    decisions that a player can ask for. decks: numbers of decks that the chapter allows.
    removal_is_lawful: whether a card that was drawn in error goes to the discard rack by a clause of
    its own ("" where not), as the dealer's needless card does. why_not: for an input that a phase
    does not know, the reason and the clause that a person is told. rests: by phase, a quick
    test that no passage can be due: where it says so none is tried. It may say no too often, never yes.
    total: what a hand comes to, as a count or as a name; None where that cannot be said.
    """

    name: str
    chapter: str
    title: str
    phases: PhaseTable
    evolve: dict[type, Evolve]
    wants: dict[str, Wants]
    prompts: Callable[[Table], tuple[Prompt, ...]]
    why_not: Callable[[Table, Any], tuple[str, str]]
    wagers: tuple[str, ...]
    verbs: tuple[str, ...]
    decks: tuple[int, ...]
    new_table: Callable[[Rules], Table]
    rests: dict[str, Callable[[Table], bool]]
    total: Callable[[Hand], int | str | None]
