"""A device that does not speak the table link, held to what was commissioned (docs/examples)."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from drivers import messages as m
from drivers.conversation import begin
from drivers.proof import Commissioned, Enrolment, Pinned, Proving
from drivers.vetted import Vetted
from tests.drivers.test_acme_lines import EXAMPLE, Bench

KEY = bytes(range(32))
assert (Path(EXAMPLE) / "acme_shoe").is_dir()


@pytest.fixture(scope="module", autouse=True)
def on_the_path() -> Iterator[None]:
    sys.path.insert(0, str(EXAMPLE))
    yield
    sys.path.remove(str(EXAMPLE))


def commissioned() -> Commissioned:
    bench = Bench()
    bench.shoe.cards = ["2C"]
    (ready,) = bench.connect()
    assert isinstance(ready, m.DeviceReady)
    who = ready.identity
    return Commissioned(who.vendor, who.model, who.serial, who.capabilities, who.boards)


def greeted(proving: Proving) -> Bench:
    bench = Bench()
    bench.talk = Vetted(bench.talk, proving)
    bench.shoe.cards = ["2C"]
    bench.talk.opened(bench.now)
    bench.pass_bytes()
    return bench


def test_the_one_that_was_commissioned_is_taken() -> None:
    bench = greeted(Pinned(commissioned()))
    assert bench.talk.state == "ready"
    (ready,) = bench.reports()
    assert isinstance(ready, m.DeviceReady)
    assert bench.order(m.Permit(1, "u")) == []
    assert isinstance(bench.draw("2C")[0], m.CardDrawn)


@pytest.mark.parametrize("field", ["vendor", "model", "serial"])
def test_another_one_is_refused_before_anybody_hears_that_it_is_ready(field: str) -> None:
    bench = greeted(Pinned(replace(commissioned(), **{field: "another"})))
    (refused,) = bench.reports()
    assert isinstance(refused, m.DeviceRefused)
    assert field in refused.reason
    assert (bench.talk.state, bench.talk.wants_port) == ("failed", False)
    assert bench.order(m.Permit(1, "u")) == []
    assert bench.draw("2C") == [], "nothing is heard of it any more"


def opened_again(bench: Bench, seconds: int) -> list[type]:
    """What is told while its port is opened again and again, as often as it is wanted."""
    told: list[type] = []
    for _ in range(seconds * 4):
        bench.now += 0.25
        bench.talk.tick(bench.now, True)
        if bench.talk.state == "closed":
            bench.talk.opened(bench.now)
        bench.pass_bytes()
        told += [type(one) for one in bench.reports()]
    return told


def test_a_refusal_is_told_once_though_its_protocol_is_ready_each_time() -> None:
    """Nobody is told each eight seconds of a device that stays where it does not belong."""
    bench = greeted(Pinned(replace(commissioned(), serial="another")))
    assert len(bench.reports()) == 1
    assert opened_again(bench, 60) == []


def test_a_refusal_behind_a_device_that_was_accepted_is_told_again() -> None:
    """The right one was there in between."""

    class Others(Pinned):
        right = False

        def refusal(self, identity: m.Identity) -> str:
            return "" if self.right else super().refusal(identity)

    others = Others(replace(commissioned(), serial="another"))
    bench = greeted(others)
    bench.reports()
    for right, told in ((True, m.DeviceReady), (False, m.DeviceRefused)):
        others.right = right
        bench.talk.closed(bench.now, "unplugged")
        bench.reports()
        assert opened_again(bench, 2) == [told]


@pytest.mark.parametrize("proving", [Pinned(Commissioned("", "", "", (), (), KEY)), Enrolment()])
def test_a_proof_cannot_be_had_of_it(proving: Proving) -> None:
    (refused,) = greeted(proving).reports()
    assert isinstance(refused, m.DeviceRefused)
    assert "sign" in refused.reason


def test_a_device_that_only_says_that_it_signs_has_no_protocol_for_it() -> None:
    known = replace(commissioned(), key=KEY, capabilities=("signs",))

    class Says(Pinned):
        def refusal(self, identity: m.Identity) -> str:
            return ""

    (refused,) = greeted(Says(known)).reports()
    assert isinstance(refused, m.DeviceRefused)
    assert "no proof" in refused.reason


def test_what_it_reported_behind_ready_comes_again_when_it_is_accepted() -> None:
    """In one turn it is ready, tells of a card, and is refused: the card is not lost by that."""
    bench = Bench()
    bench.shoe.cards = ["2C"]
    inner = bench.talk
    taken: list[int] = []
    rewind = inner.rewind
    inner.rewind = lambda number: (taken.append(number), rewind(number))
    plain = inner.take_reports

    def with_a_card() -> list[m.Report]:
        told = plain()
        if any(isinstance(one.report, m.DeviceReady) for one in told):
            told.append(replace(told[0], number=7, report=m.ShoeEmpty(1)))
        return told

    inner.take_reports = with_a_card
    bench.talk = Vetted(inner, Pinned(replace(commissioned(), serial="another")))
    bench.talk.opened(bench.now)
    bench.pass_bytes()
    assert [type(one) for one in bench.reports()] == [m.DeviceRefused]
    assert taken == [7]


def test_a_role_with_a_conversation_of_its_own_is_wrapped_where_something_is_asked_of_it() -> None:
    from acme_shoe import ROLE

    assert isinstance(begin(ROLE, nonce=lambda: 1, proving=Pinned(commissioned())), Vetted)
    assert not isinstance(begin(ROLE, nonce=lambda: 1), Vetted)
