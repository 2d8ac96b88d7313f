"""The demonstration's floorperson alone: which remedy answers which question, and what is repaired first."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from controller.consoles.frames import Choice, HoldShown, Screen
from controller.demo.floor import Floor
from controller.table import commands as c


class Eyes:
    """Eyes on a table that has one open question, and takes any of its remedies."""

    def __init__(self) -> None:
        self.screen = Screen("", "", "", "Shuffling")
        self.chosen: list[str] = []

    def open_question(self, kind: str, remedies: str, device: str) -> Screen:
        hold = HoldShown(len(self.chosen) + 1, kind, "672a.12", f"what {kind} is about", device)
        ways = (Choice(c.ChooseRemedy(hold.id, one), "floorperson", one) for one in remedies.split())
        self.screen = replace(self.screen, holds=(hold,), choices=tuple(ways))
        return self.screen

    def look(self) -> Screen:
        return self.screen

    def pause(self, _: float) -> None:
        pass

    def wait(self, seen: Callable[[Screen], bool], _: float) -> bool:
        return seen(self.screen)

    def ask(self, _: str, __: str, what: c.Command) -> None:
        assert isinstance(what, c.ChooseRemedy)
        self.chosen.append(what.remedy)
        self.screen = replace(self.screen, holds=(), choices=())


class Hall:
    """A floorperson with nothing but eyes and tools. repaired: the devices that were."""

    def __init__(self) -> None:
        self.eyes = Eyes()
        self.repaired: list[str] = []
        tools = {
            name: SimpleNamespace(repair=lambda name=name: self.repaired.append(name))
            for name in ("shoe", "reader", "shuffler")
        }
        room = SimpleNamespace(eyes=self.eyes, hands=tools, say=lambda _: None)
        dealer = SimpleNamespace(is_blind=lambda _: False)
        self.floor = Floor(room, dealer)  # type: ignore[arg-type]

    def meet(self, kind: str, remedies: str, device: str = "") -> str:
        """The remedy that is chosen."""
        self.floor.decide(self.eyes.open_question(kind, remedies, device))
        return self.eyes.chosen[-1]


@pytest.mark.parametrize(
    ("kind", "remedies", "device", "chosen", "repaired"),
    [
        ("shuffler-trouble", "reshuffle covered signed out_of_play", "shuffler", "reshuffle", ["shuffler"]),
        ("shuffler-trouble", "recount change_cards covered signed", "shuffler", "recount", ["shuffler"]),
        ("reader-not-due", "notified void_round", "reader", "notified", []),
        ("reader-malfunction", "repaired void_round", "reader", "repaired", ["reader"]),
        ("card-count", "change_cards recount", "", "recount", []),
        ("one-card-hand", "second_card call_dead void_round", "", "second_card", []),
        ("forgotten-card", "late_card call_dead void_round", "", "late_card", []),
        ("card-in-error", "exposed unexposed void_round", "", "unexposed", []),
        ("misdeal", "void_round", "", "void_round", []),
    ],
)
def test_the_best_remedy_is_chosen(
    kind: str, remedies: str, device: str, chosen: str, repaired: list[str]
) -> None:
    hall = Hall()
    assert hall.meet(kind, remedies, device) == chosen
    assert hall.repaired == repaired


def test_cards_whose_count_stays_wrong_are_changed() -> None:
    hall = Hall()
    ways = "change_cards recount"
    assert [hall.meet("card-count", ways) for _ in range(2)] == ["recount", "change_cards"]
