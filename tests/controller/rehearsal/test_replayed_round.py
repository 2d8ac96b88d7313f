"""A whole round, recorded at the ports of its devices, is played to another controller: the same events.

The devices of the second run are `capture replay` processes; its people ask for what was asked for, once they
have heard what was heard. Faces are in no recording: they are given to the player, as at a desk.
"""

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.games import find_game
from controller.rehearsal.bench import NO_SHUFFLER
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import Dealer
from controller.rehearsal.pty_bench import PtyBench
from controller.rehearsal.threaded_bench import ThreadedBench
from controller.submission import default_rules
from controller.table import commands as c
from controller.table.commands import Asked, Input, Reported
from controller.table.ruling import Ruling
from drivers import messages as m
from drivers.capture import Recorder
from drivers.cards import DECK, is_known
from drivers.ports import Binding
from drivers.roles import Role
from tests.controller.house import Process

GAME = find_game("free-bet-blackjack")
RULES = default_rules(GAME.name)
CARDS = ("2C", "TS", "7H", "2D", "TC", "8S")
DEVICES = ("shoe", "reader", "wagers")
SECONDS = 15.0


class Replayed(ThreadedBench):
    """A table whose devices are recordings: nobody can do anything to them."""

    def __init__(self, ports: Mapping[str, Binding]) -> None:
        super().__init__(GAME, RULES, NO_SHUFFLER)
        self.start(ports)

    def devices(self) -> tuple[str, ...]:
        return DEVICES

    def act(self, device: str, action: Callable[[Any, float], Any]) -> Any:
        raise AssertionError("a recording has no hands")

    meddle = act
    unplug = replug = power_cycle = lambda self, device: self.act(device, lambda *_: None)


def play(bench: PtyBench) -> None:
    """One round, from a closed table to the next wagers."""
    dealer = Dealer(bench)
    dealer.open_table(lambda: fill(CARDS, RULES.decks, seed=1))
    lit = lambda: bool(bench.act("wagers", lambda model, now: model.is_open(1, "blackjack")))  # noqa: E731
    assert bench.run_until(lit, SECONDS)
    bench.act("wagers", lambda model, now: model.place(1, {"blackjack": 1000}, now))
    assert bench.run_until(lambda: bool(bench.table.stacks), SECONDS)
    assert dealer.ask(c.NoMoreBets()).refused is None
    dealer.finish_round()
    assert bench.table.phase == "Betting"


def recorded(folder: Path) -> list[tuple[Input, Ruling]]:
    """Play and record; every input with its ruling."""
    made: list[Recorder] = []

    def record(name: str, role: Role) -> Recorder:
        made.append(Recorder(folder / f"{name}.capture", name, role))
        return made[-1]

    bench = PtyBench(GAME, RULES, recorders=record)
    try:
        play(bench)
    finally:
        bench.close()
        for recorder in made:
            recorder.close()
    return bench.rulings


@contextmanager
def players(folder: Path, faces: Path) -> Iterator[dict[str, Binding]]:
    """`capture replay` of each device."""
    running = []
    for name in DEVICES:
        line = ("capture", "replay", str(folder / f"{name}.capture"), "--port", str(folder / f"{name}.port"))
        running.append(Process(folder, f"player-{name}", *line, "--faces", str(faces), "--patient"))
    try:
        for one in running:
            one.ready()
        yield {name: Binding(path=str(folder / f"{name}.port")) for name in DEVICES}
    finally:
        for one in running:
            one.end(signal.SIGTERM)


def ask_again(bench: Replayed, before: list[tuple[Input, Ruling]]) -> None:
    """Ask for what was asked for, each once as much has been heard of every device as had been then."""
    due: Counter[str] = Counter()

    def heard() -> Counter[str]:
        return Counter(given.device for given, _ in list(bench.rulings) if type(given) is Reported)

    for given, _ in before:
        if type(given) is Reported:
            due[given.device] += 1
        elif type(given) is Asked:
            assert bench.run_until(lambda: heard() >= due, SECONDS), (due, heard(), given)
            bench.ask(given)
    assert bench.run_until(lambda: heard() >= due, SECONDS), (due, heard())


def told(rulings: list[tuple[Input, Ruling]], device: str) -> list[m.Report]:
    return [given.what for given, _ in rulings if type(given) is Reported and given.device == device]


def faces_of(rulings: list[tuple[Input, Ruling]]) -> dict[int, str]:
    """What was told of each draw, as the house's own journal has it."""
    said = [one for one in told(rulings, "shoe") if isinstance(one, m.CardDrawn | m.Disclosed)]
    return {one.draw: one.card for one in said if is_known(one.card)}


def test_a_recorded_round_is_the_same_round_to_another_controller(tmp_path: Path) -> None:
    before = recorded(tmp_path)
    text = "".join((tmp_path / f"{name}.capture").read_text(encoding="ascii") for name in DEVICES)
    assert not any(f'"{card}"' in text for card in DECK)
    faces = tmp_path / "faces"
    said = faces_of(before)
    faces.write_text("".join(f"{draw} {card}\n" for draw, card in said.items()), encoding="utf-8")
    with players(tmp_path, faces) as ports:
        bench = Replayed(ports)
        try:
            ask_again(bench, before)
        finally:
            bench.close()
    assert faces_of(bench.rulings) == said
    for name in DEVICES:
        assert told(bench.rulings, name) == told(before, name)
    asked = [(given, ruling.events) for given, ruling in before if type(given) is Asked]
    again = [(given, ruling.events) for given, ruling in bench.rulings if type(given) is Asked]
    assert again == asked
    assert bench.table.phase == "Betting"
