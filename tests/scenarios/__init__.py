"""Scenario files with what they must come to, and how the two are compared.

Each .yaml of a game's folder has an .expect.json beside it: the result document as it follows from the
clauses, worked out by hand. Played in memory by tests/controller/rehearsal, on rigs by hil_tests.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def scenario_files(game: str = "*") -> list[Path]:
    """The scenarios of one game, by name; of every game, one after the other, where none is named."""
    return sorted(FOLDER.glob(f"{game}/*.yaml"))


def named(path: Path) -> str:
    """What a scenario is called among those of all games: "blackjack/insurance-is-lost"."""
    return f"{path.parent.name}/{path.stem}"


def expected(path: Path) -> dict[str, Any]:
    """What the scenario in `path` must come to."""
    document: dict[str, Any] = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    return document


def differences(document: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Where a result differs from what was worked out, in words. Everything is compared, the order of the
    settlement too, but for the wording of a refusal: a refusal is its step and its clause, and has words."""
    found = []
    for key in sorted({*document, *wanted} - {"rounds", "refusals"}):
        found += _unlike(key, document.get(key), wanted.get(key))
    found += _unlike("number of rounds", len(document["rounds"]), len(wanted["rounds"]))
    for number, (got, due) in enumerate(zip(document["rounds"], wanted["rounds"], strict=False), 1):
        for key in sorted({*got, *due}):
            found += _unlike(f"round {number}: {key}", got.get(key), due.get(key))
    refused = [{"step": one["step"], "clause": one["clause"]} for one in document["refusals"]]
    found += _unlike("refusals", refused, wanted["refusals"])
    found += [
        f"step {one['step']} is refused without a reason" for one in document["refusals"] if not one["reason"]
    ]
    return found


def _unlike(what: str, got: object, due: object) -> list[str]:
    return [] if got == due else [f"{what}\n  is     {got}\n  not    {due}"]
