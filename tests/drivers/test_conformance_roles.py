"""The conformance kit on all variants of the simulators, and its checks of section 7 on broken ones.

In virtual time, as tests/drivers/test_conformance.py, which does the same for the other sections.
"""

from typing import Any

import pytest

from drivers.conformance.checks import CHECKS
from drivers.conformance.kit import not_applicable
from drivers.conformance.proof import SIGNS
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions
from tests.drivers import (
    broken_devices,
    broken_dispensing,
    broken_progressive,
    broken_proofs,
    broken_shoes,
    broken_shufflers,
)
from tests.drivers.broken_devices import POSITIONS, READERS
from tests.drivers.broken_dispensing import DISPENSING
from tests.drivers.broken_progressive import PROGRESSIVE
from tests.drivers.broken_proofs import PROOFS, SigningShoe
from tests.drivers.broken_shoes import OF_ALL_ROLES, SHOES
from tests.drivers.broken_shufflers import SHUFFLERS
from tests.drivers.broken_steps import Mutant
from tests.drivers.virtual_boards import results


class BlindShoe(SimulatedShoe):
    """One without a reading mouth: every card is unread."""

    def _capabilities(self) -> tuple[str, ...]:
        return tuple(word for word in super()._capabilities() if word != "reads")

    def _pass_card(self, card: PhysicalCard) -> None:
        self._faults.arm("misread")
        super()._pass_card(card)


VARIANTS: tuple[tuple[type[Firmware], dict[str, Any]], ...] = (
    (SimulatedShoe, {}),
    (SimulatedShoe, {"gate": False, "lid": False}),
    (SimulatedShoe, {"shuffles": True}),
    (BlindShoe, {}),
    (SigningShoe, {}),
    (SimulatedDoubleShoe, {}),
    (SimulatedDoubleShoe, {"gate": False}),
    (SimulatedAutomatedShoe, {}),
    (SimulatedAutomatedShoe, {"sees_exit": False, "speed": 2.0}),
    (SimulatedAutomatedShoe, {"counts": False, "lid": False}),
    (SimulatedReader, {}),
    (SimulatedPositions, {}),
    (SimulatedPositions, {"boxes": 1}),
    (SimulatedProgressive, {}),
    (SimulatedProgressive, {"boxes": 1}),
    (SimulatedProgressive, {"capabilities": ("chips",)}),
    (SimulatedProgressive, {"capabilities": ("accounts",), "boxes": 16}),
    (SimulatedShuffler, {}),
    (SimulatedShuffler, {"kind": "continuous"}),
    (SimulatedShuffler, {"counts": False, "identifies": False, "backs": False, "lid": False}),
)
BROKEN = {**OF_ALL_ROLES, **PROOFS, **SHOES, **DISPENSING, **READERS, **POSITIONS, **SHUFFLERS, **PROGRESSIVE}


@pytest.mark.parametrize(
    ("kind", "parts"), VARIANTS, ids=[f"{kind.__name__} {parts}" for kind, parts in VARIANTS]
)
def test_every_variant_of_the_simulators_passes(kind: type[Firmware], parts: dict[str, Any]) -> None:
    found = results(kind, **parts)
    assert [(one.id, one.why) for one in found if one.outcome in ("failed", "left out")] == []
    assert len([one for one in found if one.outcome == "passed"]) > 100


MUTANTS = (
    *BROKEN.items(),
    *broken_devices.MORE,
    *broken_proofs.MORE,
    *broken_shoes.MORE,
    *broken_dispensing.MORE,
    *broken_shufflers.MORE,
    *broken_progressive.MORE,
)


@pytest.mark.parametrize(("paragraph", "mutant"), MUTANTS, ids=[one for one, _ in MUTANTS])
def test_a_broken_paragraph_is_named(paragraph: str, mutant: Mutant) -> None:
    checks = [check for check in CHECKS if check.paragraph == paragraph]
    found = results(mutant.kind, mutant.wire, checks=checks, **mutant.parts)
    failed = [one for one in found if one.outcome == "failed"]
    assert failed
    assert all(one.why for one in failed)


def test_every_check_applies_to_one_of_the_variants() -> None:
    applied: set[str] = set()
    for kind, parts in VARIANTS:
        model = kind(random32=lambda: 1, **parts)
        words = [*model._capabilities(), *([] if model.vault is None else SIGNS)]
        applied |= {check.id for check in CHECKS if not not_applicable(check, kind.role, words)}
    assert applied == {check.id for check in CHECKS}
