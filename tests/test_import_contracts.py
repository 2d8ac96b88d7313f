"""The import contracts of pyproject.toml name every module that there is: a new one is known to nobody by
default. Whether they are kept lint-imports says."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
VOCABULARY = frozenset(("drivers.cards", "drivers.messages"))
MAY_KNOW: Mapping[str, tuple[str, frozenset[str]]] = {
    "of drivers, table and games know": ("drivers", VOCABULARY),
    "of the controller, table and games know": (
        "controller",
        frozenset(("controller.table", "controller.games", "controller.regulation")),
    ),
    "the simulated end of the link": ("drivers", VOCABULARY | {"drivers.simulated"}),
    "the conformance kit": (
        "drivers",
        VOCABULARY
        | {
            f"drivers.{name}"
            for name in (
                *("capture", "conformance", "errors", "frame", "handshake", "link", "payload", "proof"),
                *("masking", "notices", "roles", "talk"),  # by way of a recording
            )
        },
    ),
}
"""By the beginning of a contract's name: the package, and what of it may be known."""


def _modules(package: str) -> Iterator[str]:
    for path in (ROOT / package.replace(".", "/")).iterdir():
        if path.name[:2] != "__" and (path.suffix == ".py" or (path / "__init__.py").exists()):
            yield f"{package}.{path.stem}"


def _contracts() -> list[dict[str, Any]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return found


@pytest.mark.parametrize("beginning", MAY_KNOW)
def test_a_contract_names_every_module_but_those_that_may_be_known(beginning: str) -> None:
    package, known = MAY_KNOW[beginning]
    (contract,) = [one for one in _contracts() if one["name"].startswith(beginning)]
    forbidden = frozenset(contract["forbidden_modules"])
    assert frozenset(_modules(package)) - forbidden == known


def test_of_the_regulation_table_and_games_know_the_marks_alone() -> None:
    (contract,) = [one for one in _contracts() if one["name"].startswith("of the controller, table")]
    others = frozenset(_modules("controller.regulation")) - frozenset(contract["forbidden_modules"])
    assert others == {"controller.regulation.marks"}
