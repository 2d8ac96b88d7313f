"""The faults that a script can ask for are those that the simulated devices have.

What the table does about a fault is tested with the table and by the scenarios.
"""

import pytest

from controller.rehearsal import scenario as s
from controller.rehearsal.fault_kinds import AUTOMATED_SHOE, simulated_word
from drivers.simulated.process import make_device
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler

ROLES = {
    "shoe": "shoe",
    "reader": "card_reader",
    "wagers": "wager_positions",
    "shuffler": "shuffler",
    "progressive": "progressive",
}


def test_every_fault_is_one_that_the_simulators_have() -> None:
    """But for what a person does to a device with bare hands."""
    for device, kinds in s.FAULTS.items():
        for kind in kinds.keys() - s.BY_HANDS:
            for place in kinds[kind].places:
                model = make_device(ROLES[device])
                model.fault(s.Fault(device, kind).simulated, 0.0, place=place)


def test_every_fault_of_an_automated_shoe_is_one_that_its_simulator_has() -> None:
    for kind, what in AUTOMATED_SHOE.items():
        for place in what.places if kind not in s.BY_HANDS else ():
            make_device("shoe", automated=True).fault(simulated_word("shoe", kind), 0.0, place=place)


def test_what_is_done_by_hands_is_no_fault_of_a_simulator() -> None:
    done = [(device, kind) for device, kinds in s.FAULTS.items() for kind in kinds if kind in s.BY_HANDS]
    assert done == [("shoe", "lid"), ("shuffler", "lid")]
    for device, kind in done:
        model = make_device(ROLES[device])
        with pytest.raises(ValueError, match="has no fault"):
            model.fault(kind, 0.0)
        assert isinstance(model, SimulatedShoe | SimulatedShuffler)
        model.lid(True, 0.0)
        model.lid(False, 0.0)
