"""The chain by itself: the hash as docs/journal.md says it, and what a changed entry does to it."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.journal.chain import (
    BrokenChain,
    Head,
    Stored,
    checked,
    follow,
    genesis_of,
    genesis_record,
)

times = st.integers(-(2**63), 2**63 - 1)


def chain(bodies: list[bytes]) -> tuple[Head, list[Stored]]:
    start = head = Head(0, b"\0" * 32)
    entries = []
    for body in bodies:
        entry = follow(head, 1000 + head.number, 5, body)
        entries.append(entry)
        head = Head(entry.number, entry.hash)
    return start, entries


@given(times, times, st.binary(max_size=60), st.integers(0, 2**40))
def test_the_hash_is_the_documents(wall_ms: int, mono_ms: int, body: bytes, number: int) -> None:
    before = hashlib.sha256(b"before").digest()
    entry = follow(Head(number, before), wall_ms, mono_ms, body)
    content = before + (number + 1).to_bytes(8, "big")
    content += wall_ms.to_bytes(8, "big", signed=True) + mono_ms.to_bytes(8, "big", signed=True) + body
    assert entry == Stored(number + 1, wall_ms, mono_ms, body, hashlib.sha256(content).digest())


def test_genesis_is_different_each_time_and_says_whose_it_is() -> None:
    one, two = genesis_record("Tisch Ä", 5), genesis_record("Tisch Ä", 5)
    assert one != two
    genesis = genesis_of(one)
    assert (genesis.table, genesis.head) == ("Tisch Ä", Head(0, hashlib.sha256(one).digest()))
    assert len(bytes.fromhex(genesis.journal)) == 16


@pytest.mark.parametrize(
    "record", [b"", b"[]", b"{}", b"\xff", b'{"format": "other", "journal": "", "table": ""}']
)
def test_what_is_no_genesis_record(record: bytes) -> None:
    with pytest.raises(ValueError):
        genesis_of(record)


@given(st.lists(st.binary(max_size=20), max_size=12))
def test_a_whole_chain_passes(bodies: list[bytes]) -> None:
    start, entries = chain(bodies)
    assert list(checked(start, entries)) == entries


@given(st.lists(st.binary(max_size=20), min_size=2, max_size=8), st.data())
def test_any_other_order_or_number_of_entries_is_broken(bodies: list[bytes], data: st.DataObject) -> None:
    start, entries = chain(bodies)
    other = data.draw(st.lists(st.sampled_from(entries), min_size=1, max_size=8))
    fitting = 0
    while fitting < len(other) and fitting < len(entries) and other[fitting] == entries[fitting]:
        fitting += 1
    passed = []
    if fitting == len(other):
        assert list(checked(start, other)) == other
        return
    with pytest.raises(BrokenChain) as broken:
        passed.extend(checked(start, other))
    assert broken.value.number == fitting + 1
    assert broken.value.kind == "gap"
