"""A run at a bench: look at the devices, show them, let somebody say yes; only then is there a bench.

Also which features a bench has in this run: without a terminal nobody has hands. What is found and shown
lives in looking.py, the bench itself in real.py.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from controller.games.game import Game
from controller.rehearsal.bench import installed
from controller.table.state import Equipment, Rules
from drivers.messages import Identity
from hil_tests.bench.looking import look, refusal, shown
from hil_tests.bench.operator import Operator, OperatorAway
from hil_tests.bench.real import RealBench
from hil_tests.bench.settings import BenchSettings

HANDS: Final = "hands"


class Refused(Exception):
    """The bench is not to be had for this run; the text says why, and what to do."""


class Attendance:
    """One run of tests at one bench. Until `begin` has come to its end there is no bench."""

    def __init__(self, name: str, settings: BenchSettings) -> None:
        self.name = name
        self.settings = settings
        self._operator: Operator | None = None
        self._seen: Mapping[str, Identity] = {}
        self._consent: dict[str, Any] | None = None

    def without_hands(self, features: frozenset[str]) -> frozenset[str]:
        """What of these features is left without anybody at a terminal: what the file has commands for."""
        names = set(self.settings.devices())
        switches = {"unplug": self.settings.cables, "power-cycle": self.settings.power}
        lost = {feature for feature, there in switches.items() if not names <= set(there)}
        return features - lost - {HANDS, "faults", "gate"}

    def begin(
        self,
        features: frozenset[str],
        tests: Sequence[str],
        operator: Operator | None,
        said_yes: bool,
        tell: Callable[[str], None],
    ) -> None:
        """Look, show, ask. said_yes: the command line named this bench. Refused: something is not as it
        should be, or the operator does not want it; nothing was ordered of any device."""
        found = look(self.settings, features)
        if found.problems:
            raise Refused(refusal(self.name, found.problems))
        text = shown(found, self.name, tests)
        (operator.tell if operator is not None else tell)(text)
        who = "by --yes-move"
        if operator is not None and not said_yes:
            who = self._ask(operator)
        self._operator, self._seen = operator, found.devices
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._consent = {"operator": who, "at": at, "table": self.settings.installation.place}

    def _ask(self, operator: Operator) -> str:
        """The operator's name, once he has typed the bench's."""
        try:
            who = operator.answer("Who are you?")
            typed = operator.answer(f"Type the name of the bench, {self.name}, to let these tests move it.")
        except OperatorAway as away:
            raise Refused(f"nobody said yes: {away}") from None
        if typed != self.name or not who:
            raise Refused(f"the bench {self.name} stays as it is: {typed or 'nothing'} was typed")
        return who

    @property
    def consent(self) -> dict[str, Any] | None:
        """Who said yes, when, and to which table's file; None: nobody has."""
        return self._consent

    def plays(self, game: Game, rules: Rules, equipment: Equipment) -> str:
        """Why a test of this game cannot be played here, or ""."""
        there = self.settings.installation
        if game.name != there.game:
            return f"the bench {self.name} has a table of {there.game}, not of {game.name}"
        wanted = {name for name, _ in installed(equipment, rules)}
        missing = wanted ^ set(self.settings.devices())
        return f"the bench {self.name} differs in {', '.join(sorted(missing))}" if missing else ""

    def bench(self, game: Game, rules: Rules, equipment: Equipment) -> RealBench:
        """A fresh table with these devices. RuntimeError: nobody said yes."""
        if self._consent is None:
            raise RuntimeError(f"nobody said yes to the bench {self.name}")
        return RealBench(game, rules, equipment, self.settings, self._operator, self._seen)
