"""The codes of wagers on the wire: those that docs/link.md lists, said and understood by either end."""

import re
from pathlib import Path

import pytest

from drivers import messages as m
from drivers.payload import BadPayload
from drivers.simulated.wager_positions import SimulatedPositions
from drivers.wager_positions import ROLE
from tests.drivers.simulated.host import Host, boot_ids

ROOT = Path(__file__).parents[2]
OPEN = 16
ORDERS = {row.name: row for row in ROLE.orders}
REPORTS = {row.name: row for row in ROLE.reports}


def listed() -> dict[int, str]:
    """Code → name, as the document has them; "21 to 25 super_on_1 to super_on_5" is five."""
    text = (ROOT / "docs/link.md").read_text(encoding="utf-8")
    words = " ".join(text.split("Wager codes:", 1)[1].split("further ones are added", 1)[0].split())
    found = {int(code): name for code, name in re.findall(r"(?<![\d_])(\d+) ([a-z][a-z_0-9]+)", words)}
    for first, last, stem in re.findall(r"(\d+) to (\d+) ([a-z_]+_)1 to", words):
        found.pop(int(last), None)
        found |= {int(first) + at: f"{stem}{at + 1}" for at in range(int(last) - int(first) + 1)}
    return found


CODES = listed()


def test_the_document_lists_every_code() -> None:
    assert {code: name for code, name in enumerate(m.WAGERS) if name} == CODES
    assert max(CODES) == 27
    cddl = (ROOT / "docs/link.cddl").read_text(encoding="utf-8")
    assert f"wager = 1..{max(CODES)}" in cddl


@pytest.mark.parametrize(("code", "name"), sorted(CODES.items()))
def test_a_wager_is_said_and_understood_by_its_code(code: int, name: str) -> None:
    opened = ORDERS["open"].encode(m.OpenPositions(((name, (1, 5), 5000),)))
    assert opened == {1: [[code, 0b10001, 5000]]}
    assert ORDERS["reject"].encode(m.Reject(5, name, 500)) == {1: 5, 2: code, 3: 500}
    assert REPORTS["placed"].decode({1: 5, 2: [[code, 500]]}) == m.Placed(5, ((name, 500),))
    assert REPORTS["taken-back"].decode({1: 5, 2: code, 3: 500}) == m.TakenBack(5, name, 500)
    assert REPORTS["attempt-after-close"].decode({1: 5, 2: code, 3: -500}) == m.AttemptAfterClose(
        5, name, -500
    )


@pytest.mark.parametrize("code", [0, max(CODES) + 1, 1 << 16])
def test_a_code_that_no_wager_has_is_not_understood(code: int) -> None:
    with pytest.raises(BadPayload):
        REPORTS["placed"].decode({1: 5, 2: [[code, 500]]})


@pytest.mark.parametrize(("code", "name"), sorted(CODES.items()))
def test_the_device_takes_chips_on_a_spot_of_that_code(code: int, name: str) -> None:
    felt = SimulatedPositions(random32=boot_ids().__next__, boxes=5)
    host = Host(felt)
    host.hello()
    assert host.order(OPEN, {1: [[code, 0b10000, 5000]]}) == {1: 0}
    felt.place(5, {name: 500}, host.now)
    host.wait(0.01)
    (kind, said), *more = host.reports()
    assert more == []
    assert REPORTS["placed"].code == kind
    assert REPORTS["placed"].decode(said) == m.Placed(5, ((name, 500),))
