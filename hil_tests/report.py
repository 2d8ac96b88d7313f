"""What a run on rigs is worth as evidence: which rig, which devices, which program, and what passed.

`pytest hil_tests --report FILE` writes it as one JSON document. What a rig is lives in rig.py, which tests
run in conftest.py.
"""

import json
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from controller.assembly import build_of
from controller.rehearsal.bench import Bench
from controller.table.commands import Reported
from drivers.messages import DeviceReady, Identity

FORMAT: Final = 1
_LIBRARIES: Final = ("pyserial", "pyusb", "pytest")
_ROOT: Final = Path(__file__).parent.parent


class Report:
    """Gathers while tests run. One rig may have had several benches, and their devices several boots."""

    def __init__(self, rigs: list[str]) -> None:
        self._began = _now()
        self._rigs: dict[str, dict[str, Any]] = {name: {"devices": []} for name in rigs}
        self._tests: list[dict[str, Any]] = []

    def heard(self, rig: str, bench: Bench) -> None:
        """The devices that said at that bench who they are."""
        there = self._rigs[rig]["devices"]
        for given, _ in bench.rulings:
            if isinstance(given, Reported) and isinstance(given.what, DeviceReady):
                said = _told(given.device, given.what.identity)
                if said not in there:
                    there.append(said)

    def consented(self, rig: str, consent: dict[str, Any] | None) -> None:
        """Who let the tests move the devices of a bench, when, and whose file they were named by; None:
        nobody did."""
        self._rigs[rig]["consent"] = consent

    def ended(self, name: str, outcome: str, seconds: float, why: str) -> None:
        """A test came to an end: passed, failed or skipped, and why it did where it did not pass."""
        said = {"test": name, "outcome": outcome, "seconds": round(seconds, 3)}
        self._tests.append({**said, "why": why} if why else said)

    def document(self) -> dict[str, Any]:
        """All of it."""
        outcomes = [one["outcome"] for one in self._tests]
        return {
            "format": FORMAT,
            "began": self._began,
            "ended": _now(),
            "build": build_of(),
            "commit": commit(),
            "python": platform.python_version(),
            "system": platform.platform(),
            "libraries": {name: version(name) for name in _LIBRARIES},
            "rigs": self._rigs,
            "counts": {word: outcomes.count(word) for word in ("passed", "failed", "skipped")},
            "tests": self._tests,
        }

    def write(self, path: Path) -> None:
        """To that file. OSError: it cannot be written."""
        path.write_text(json.dumps(self.document(), indent=1) + "\n", encoding="utf-8")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _told(name: str, who: Identity) -> dict[str, Any]:
    boards = [{"name": one.name, "version": one.version, "sha256": one.sha256} for one in who.boards]
    return {
        "device": name,
        "vendor": who.vendor,
        "model": who.model,
        "serial": who.serial,
        "role": who.role,
        "capabilities": list(who.capabilities),
        "boards": boards,
    }


def commit() -> dict[str, Any]:
    """Of the checkout: its commit, and whether files differ from it; "" where git cannot say."""
    head, changed = _git("rev-parse", "HEAD"), _git("status", "--porcelain")
    return {"id": head or "", "changed": bool(changed)}


def _git(*line: str) -> str | None:
    try:
        done = subprocess.run(("git", *line), cwd=_ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if not done.returncode else None
