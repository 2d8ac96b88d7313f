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


def files_in(folder: Path) -> list[Path]:
    """The scenarios in a folder and in the folders in it, by name."""
    return sorted(folder.glob("**/*.yaml"))


def named(path: Path) -> str:
    """What a scenario is called among those of all games: "blackjack/insurance-is-lost"."""
    return f"{path.parent.name}/{path.stem}"


def expected_file(path: Path) -> Path:
    """Where it stands what the scenario in `path` must come to."""
    return path.with_suffix(".expect.json")


def expected(path: Path) -> dict[str, Any]:
    """What the scenario in `path` must come to."""
    document: dict[str, Any] = json.loads(expected_file(path).read_text(encoding="utf-8"))
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


def contradictions(document: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Where a result differs from what somebody else expects, in words. An expectation that was written by
    others need not say everything: it may leave keys out, and name rows and a hand's cards in any order."""
    found = _unlike("number of rounds", len(document["rounds"]), len(wanted["rounds"]))
    for number, (got, due) in enumerate(zip(document["rounds"], wanted["rounds"], strict=False), 1):
        for key in sorted(due):
            what = f"round {number}: {key}"
            if key == "removed":
                found += _unlike(what, got[key], due[key])
            else:
                found += _unlike(what, _loosely(got.get(key), due[key]), _loosely(due[key], due[key]))
    refused = [sorted(one["step"] for one in said.get("refusals", ())) for said in (document, wanted)]
    return found + _unlike("refused steps", *refused)


def _loosely(got: Any, due: Any) -> Any:
    """What `due` speaks of, without the order of lists."""
    if isinstance(due, dict) and isinstance(got, dict):
        return {key: _loosely(got.get(key), value) for key, value in due.items()}
    if isinstance(due, list) and isinstance(got, list):
        keys = sorted({key for one in due if isinstance(one, dict) for key in one})
        told = [{key: _sorted(one.get(key)) for key in keys} if isinstance(one, dict) else one for one in got]
        return _sorted(told)
    return got


def _sorted(value: Any) -> Any:
    """In an order that hangs on nothing but what is in it."""
    if not isinstance(value, list):
        return value
    return sorted(value, key=lambda one: json.dumps(one, sort_keys=True))


def _unlike(what: str, got: object, due: object) -> list[str]:
    return [] if got == due else [f"{what}\n  is     {got}\n  not    {due}"]
