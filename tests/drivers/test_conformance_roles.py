"""The conformance kit's checks of section 7 on the project's simulators, all their variants, and on broken ones.

In virtual time, as tests/drivers/test_conformance.py, which does the same for the other sections.
"""

from typing import Any

import pytest

from drivers.conformance.checks import CHECKS
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions
from tests.drivers.broken_devices import POSITIONS, READERS
from tests.drivers.broken_dispensing import DISPENSING
from tests.drivers.broken_progressive import PROGRESSIVE
from tests.drivers.broken_shoes import OF_ALL_ROLES, SHOES
from tests.drivers.broken_shufflers import SHUFFLERS
from tests.drivers.virtual_boards import results

VARIANTS: tuple[tuple[type[Firmware], dict[str, Any]], ...] = (
    (SimulatedShoe, {}),
    (SimulatedShoe, {"gate": False, "lid": False}),
    (SimulatedShoe, {"shuffles": True}),
    (SimulatedDoubleShoe, {}),
    (SimulatedDoubleShoe, {"gate": False}),
    (SimulatedAutomatedShoe, {}),
    (SimulatedAutomatedShoe, {"sees_exit": False}),
    (SimulatedAutomatedShoe, {"counts": False, "lid": False}),
    (SimulatedReader, {}),
    (SimulatedPositions, {}),
    (SimulatedPositions, {"boxes": 1}),
    (SimulatedProgressive, {}),
    (SimulatedProgressive, {"capabilities": ("chips",)}),
    (SimulatedProgressive, {"capabilities": ("accounts",), "boxes": 16}),
    (SimulatedShuffler, {}),
    (SimulatedShuffler, {"kind": "continuous"}),
    (SimulatedShuffler, {"counts": False, "identifies": False, "backs": False, "lid": False}),
)
BROKEN = {**OF_ALL_ROLES, **SHOES, **DISPENSING, **READERS, **POSITIONS, **SHUFFLERS, **PROGRESSIVE}


@pytest.mark.parametrize(("kind", "parts"), VARIANTS, ids=lambda one: getattr(one, "__name__", str(one)))
def test_every_variant_of_the_simulators_passes(kind: type[Firmware], parts: dict[str, Any]) -> None:
    found = results(kind, **parts)
    assert [(one.id, one.why) for one in found if one.outcome in ("failed", "left out")] == []


@pytest.mark.parametrize("paragraph", BROKEN)
def test_a_broken_paragraph_is_named(paragraph: str) -> None:
    mutant = BROKEN[paragraph]
    checks = [check for check in CHECKS if check.paragraph == paragraph]
    (found,) = results(mutant.kind, mutant.wire, checks=checks, **mutant.parts)
    assert (found.outcome, found.paragraph) == ("failed", paragraph)
    assert found.why


def test_every_check_applies_to_one_of_the_variants() -> None:
    passed: set[str] = set()
    for kind, parts in VARIANTS:
        passed |= {one.id for one in results(kind, **parts) if one.outcome == "passed"}
    assert {check.id for check in CHECKS} - passed == set()
