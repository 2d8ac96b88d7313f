"""Six-box rounds a second through rule_on, which evolves; without and with entries encoded and chained.

Beside a bare loop, which takes the same inputs and does nothing with them, and beside plain.py, which
plays the same rounds without any machine. The shuffle is no part of a round and is measured apart.
"""

import gc
import hashlib
import time
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from controller.clock import SystemClock
from controller.entries import Entry, encode_ruling
from controller.games import find_game
from controller.games.game import Game
from controller.journal.chain import Head, follow
from controller.table.commands import CardsCollected, Decide, Input
from controller.table.events import FORMAT
from controller.table.ruling import rule_on
from controller.table.state import Table
from drivers.simulated.decks import shuffled
from tests.bench.figures import Comparison, Figure, Section, alternately
from tests.bench.plain import play_rounds
from tests.bench.script import DEALT_OF_A_SHOE, DECKS, GAME, Script, make_script

GOAL: Final = 16_000
GOAL_WITH_ENTRIES: Final = 12_000
_GENESIS: Final = Head(0, bytes(32))
_PACK: Final = msgspec.json.Encoder().encode
State = tuple[Input, ...]
Steps = dict[type, Callable[[State, Input], State]]
_SHOES: Final = 20


class Prepared(Struct, frozen=True):
    """A script, the Table that its rounds begin with, its rounds' inputs in one row, and what the table
    made of each."""

    game: Game
    script: Script
    base: Table
    inputs: tuple[Input, ...]
    entries: tuple[Entry, ...]


def prepare(rounds: int) -> Prepared:
    """Make a script of so many rounds and play it once."""
    game = find_game(GAME)
    script = make_script(game, rounds)
    table = game.new_table(script.rules)
    for given in script.opening:
        table = rule_on(game, table, given).table
    base, entries = table, []
    inputs = tuple(given for one in script.rounds for given in one)
    for given in inputs:
        ruling = rule_on(game, table, given)
        entries.append(Entry(FORMAT, given, ruling.events, ruling.orders))
        table = ruling.table
    return Prepared(game, script, base, inputs, tuple(entries))


# ---- what is measured, one pass over all rounds each -----------------------------------------------


def ruled(made: Prepared) -> Table:
    """Every input through rule_on; each Table is the one the ruling carries."""
    game, table = made.game, made.base
    for given in made.inputs:
        table = rule_on(game, table, given).table
    return table


def ruled_and_chained(made: Prepared) -> Head:
    """The same, and of each ruling the entry as the journal appends it: encoded, timed, hashed."""
    game, table, head, clock = made.game, made.base, _GENESIS, SystemClock()
    for given in made.inputs:
        ruling = rule_on(game, table, given)
        table = ruling.table
        entry = follow(head, clock.wall_ms(), int(clock.monotonic() * 1000), encode_ruling(given, ruling))
        head = Head(entry.number, entry.hash)
    return head


def _put(state: State, given: Input) -> State:
    return (*state, given)


def _clear(_: State, __: Input) -> State:
    return ()


def bare_steps(inputs: tuple[Input, ...]) -> Steps:
    """For each kind of input that comes, what the bare loop calls for it."""
    return {**{type(given.what): _put for given in inputs}, CardsCollected: _clear}


def bare(made: Prepared) -> State:
    """The bare loop: dispatch on the input's type through a dict, add it to a tuple, start anew where
    the cards are collected. About the least that an immutable state in Python can cost."""
    steps = bare_steps(made.inputs)
    state: State = ()
    for given in made.inputs:
        state = steps[type(given.what)](state, given)
    return state


def bare_and_chained(made: Prepared) -> bytes:
    """The bare loop, and the same entries, made before, encoded and hashed in a chain."""
    steps = bare_steps(made.inputs)
    state: State = ()
    digest = bytes(32)
    for given, entry in zip(made.inputs, made.entries, strict=True):
        state = steps[type(given.what)](state, given)
        digest = hashlib.sha256(digest + _PACK(entry)).digest()
    return digest


def verbs_of(made: Prepared) -> tuple[str, ...]:
    """The players' decisions in order."""
    return tuple(given.what.verb for given in made.inputs if isinstance(given.what, Decide))


# ---- the section -----------------------------------------------------------------------------------


def measure(rounds: int = 120, passes: int = 8, repetitions: int = 9) -> Section:
    """Play `rounds` rounds `passes` times a sample."""
    made = prepare(rounds)
    verbs, cards = verbs_of(made), made.script.cards

    def rate(play: Callable[[], object]) -> Callable[[], tuple[float]]:
        def once() -> tuple[float]:
            start = time.perf_counter()
            for _ in range(passes):
                play()
            return (rounds * passes / (time.perf_counter() - start),)

        return once

    gc.collect()
    found = alternately(
        repetitions,
        rate(lambda: ruled(made)),
        rate(lambda: ruled_and_chained(made)),
        rate(lambda: bare(made)),
        rate(lambda: bare_and_chained(made)),
        rate(lambda: play_rounds(cards, verbs, rounds)),
        shuffle_cost(len(cards) / rounds),
    )
    one, chained, bare_one, bare_chained, plain = (_figure(samples) for (samples,) in found[:5])
    shoe, a_round = found[5]
    return Section(
        "Six-box rounds through rule_on",
        (
            Comparison(
                _named(one, "rule_on, which evolves", GOAL),
                (_named(plain, "plain objects, no machine"), _named(bare_one, "bare loop")),
            ),
            Comparison(
                _named(chained, "… with entries encoded and chained", GOAL_WITH_ENTRIES),
                (_named(bare_chained, "bare loop, the same entries"),),
            ),
            Comparison(Figure("shuffle of a six-deck shoe", "µs", shoe)),
            Comparison(Figure("… its share of one round", "µs", a_round)),
        ),
        (
            counted(made),
            f"one round through rule_on is {1e6 / one.median:.0f} µs, "
            f"one ruling {1e6 / one.median / (len(made.inputs) / rounds):.1f} µs (medians)",
        ),
    )


def shuffle_cost(cards_a_round: float) -> Callable[[], tuple[float, float]]:
    """Microseconds to shuffle a shoe from the operating system's generator, and the part of it that
    one round's cards are of a shoe that is dealt down to the cover card."""

    def once() -> tuple[float, float]:
        start = time.perf_counter()
        for _ in range(_SHOES):
            shuffled(DECKS)
        shoe = (time.perf_counter() - start) / _SHOES * 1e6
        return shoe, shoe * cards_a_round / DEALT_OF_A_SHOE

    return once


def counted(made: Prepared) -> str:
    """What a round is, in this run."""
    rounds = len(made.script.rounds)
    said = verbs_of(made)
    per = {verb: said.count(verb) / rounds for verb in ("hit", "stand", "double", "split")}
    decisions = ", ".join(f"{count:.2f} {verb}" for verb, count in per.items())
    return (
        f"a round has {len(made.inputs) / rounds:.1f} inputs and {len(made.script.cards) / rounds:.1f} cards "
        f"on average ({decisions}); {rounds} different rounds, shuffled before, no shuffle inside"
    )


def _figure(samples: tuple[float, ...]) -> Figure:
    return Figure("", "rounds/s", samples)


def _named(figure: Figure, name: str, goal: float | None = None) -> Figure:
    return Figure(name, figure.unit, figure.samples, goal)
