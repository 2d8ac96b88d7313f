"""A random walk from step to step, and the way from wherever it stands back to a closed table.

What must hold after every ruling is in walking.py and ledger.py, how many walks there are in
test_properties.py.
"""

from controller.table import commands as c
from controller.table.state import find_device
from drivers import messages as m
from tests.controller.table.mishaps import attempt, fail
from tests.controller.table.prompted import follow
from tests.controller.table.walking import Walk
from tests.support import GAME


def wander(walk: Walk) -> None:
    """One random thing: mostly what is prompted, else a lawful or unlawful attempt, else a fault."""
    random = walk.random
    roll = random.random()
    if roll < walk.trouble:
        fail(walk)
    elif roll < 0.2:
        walk.deliver()
    elif roll < 0.2 + walk.trouble:
        attempt(walk)
    elif roll < 0.25 + walk.trouble and walk.shuffler.stage == "working":
        walk.end_shuffle()
    else:
        follow(walk)


def bring_to_rest(walk: Walk) -> None:
    """A patient floorperson repairs, answers and finishes until the table is closed."""
    walk.calm = True
    for _ in range(400):
        for name in walk.names:
            if name in walk.lost:
                walk.come_back(name, anew=False)
            if _is_at_fault(walk, name):
                walk.repair(name)
        while any(walk.late.values()):
            walk.deliver()
        if walk.table.holds:
            _settle_question(walk)
        elif walk.table.phase == "Closed":
            return
        else:
            _towards_closed(walk)
    raise AssertionError(f"the table does not come to rest: {walk.table.phase}, {GAME.prompts(walk.table)}")


def _is_at_fault(walk: Walk, name: str) -> bool:
    device = find_device(walk.table, name)
    return bool(device is not None and device.faults) or (name == "shuffler" and bool(walk.shuffler.faults))


def _settle_question(walk: Walk) -> None:
    """The first remedy that is taken; one of them must be."""
    hold = walk.table.holds[0]
    for way in hold.remedies:
        if walk.floor(c.ChooseRemedy(hold.id, way.name)).refused is None:
            return
    raise AssertionError(f"no remedy of {hold.kind} can be taken in {walk.table.phase}")


def _towards_closed(walk: Walk) -> None:
    """One step towards a closed table."""
    if walk.table.phase in ("Betting", "Shuffling", "Idle"):
        for stack in walk.table.stacks:
            walk.report("wagers", m.TakenBack(stack.box, stack.wager, stack.stake))
        if walk.floor(c.CloseTable()).refused is None:
            return
    follow(walk)
