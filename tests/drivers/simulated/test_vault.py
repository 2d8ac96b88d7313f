"""The simulated board's key: docs/link.md, section 7, from the device's end."""

import json
from pathlib import Path

import pytest

from drivers.simulated import vault as vaults
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.vault import Vault, what_is_signed
from tests.drivers.simulated.host import Host, boot_ids

VECTORS = json.loads((Path(__file__).parents[3] / "docs/link-vectors.json").read_text())
GOLDEN = {key: bytes.fromhex(value) for key, value in VECTORS["proof"].items() if key != "about"}
MAKE_KEY, PROVE = 2, 3
CHALLENGE = {1: bytes(32)}


def signing() -> SimulatedShoe:
    model = SimulatedShoe(random32=boot_ids().__next__)
    model.vault = Vault()
    return model


def test_the_golden_proof() -> None:
    vault = Vault(random=lambda count: GOLDEN["private"][:count])
    assert vault.make() == GOLDEN["public"]
    stated = (GOLDEN["identity"], GOLDEN["board"])
    said = what_is_signed(GOLDEN["challenge"], VECTORS["boot"], VECTORS["session"], stated)
    assert said == GOLDEN["signed"]
    assert vault.sign(said) == GOLDEN["signature"]


def test_a_board_that_cannot_sign_says_so() -> None:
    host = Host(SimulatedReader(random32=boot_ids().__next__))
    host.hello()
    assert host.order(MAKE_KEY, {}) == {1: 1, 2: "unsupported"}
    assert host.order(PROVE, CHALLENGE) == {1: 1, 2: "unsupported"}


def test_a_key_is_made_once_and_by_the_switch_once_more() -> None:
    model = signing()
    host = Host(model)
    host.hello()
    assert host.order(PROVE, CHALLENGE) == {1: 1, 2: "not-permitted"}
    first = host.order(MAKE_KEY, {})
    assert host.order(MAKE_KEY, {}) == {1: 1, 2: "not-permitted"}
    assert model.vault is not None
    model.vault.pressed = True
    second = host.order(MAKE_KEY, {})
    assert second[1] == 0
    assert second != first
    assert host.order(MAKE_KEY, {}) == {1: 1, 2: "not-permitted"}


def test_no_key_is_made_while_a_card_is_permitted() -> None:
    model = signing()
    model.load(["9C"], 0.0)
    host = Host(model)
    host.hello()
    assert host.order(16, {1: 1, 2: "u"}) == {1: 0}
    assert host.order(MAKE_KEY, {}) == {1: 1, 2: "busy"}


def test_the_key_outlasts_a_reset_and_the_switch_does_not() -> None:
    model = signing()
    assert model.vault is not None
    made = model.vault.make()
    model.vault.pressed = True
    model.start(1.0, "power")
    assert model.vault.public() == made
    assert not model.vault.pressed


def test_a_file_keeps_it_over_the_end_of_the_process(tmp_path: Path) -> None:
    memory = tmp_path / "shoe.key"
    made = Vault(memory).make()
    assert memory.stat().st_mode & 0o077 == 0
    assert Vault(memory).public() == made
    assert [file.name for file in tmp_path.iterdir()] == ["shoe.key"]


@pytest.mark.parametrize("kind", sorted(vaults.FAULTS))
def test_only_a_board_that_signs_can_sign_wrongly(kind: str) -> None:
    signing().fault(kind, 0.0)
    with pytest.raises(ValueError, match="has no fault"):
        SimulatedShoe(random32=boot_ids().__next__).fault(kind, 0.0)
