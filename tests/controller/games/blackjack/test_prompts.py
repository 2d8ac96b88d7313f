"""What the dealer reads where Blackjack has more to say than the family: doubles, up and down."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from drivers import messages as m
from tests.controller.games.blackjack.playing import GAME, Blackjack, dealt


def words(table: Blackjack) -> list[str]:
    return [prompt.words for prompt in GAME.prompts(table.table)]


@clause("633a.10(c)")
@pytest.mark.parametrize(("face", "laid"), [("up", "lay it across."), ("down", "lay it across, face down.")])
def test_the_dealer_is_told_how_the_card_of_a_double_lies(face: str, laid: str) -> None:
    table = dealt("2C 5S 6D 6H TC KS 5C", 1000, double_face=face)
    table.ask(c.Decide(1, "double"))
    table.place(1, ("double_down", 1000))
    assert words(table)[0] == f"Draw a card for box 1 and {laid}"


@clause("633a.10(c)")
def test_a_card_face_down_is_turned_after_the_hole_card() -> None:
    table = dealt("2C 5S 6D 6H TC KS 5C", 1000, double_face="down")
    table.ask(c.Decide(1, "double"))
    table.place(1, ("double_down", 1000))
    table.answers = False
    seen: list[str] = []
    table.draw()
    for _ in range(2):
        seen += words(table)[:1]
        face = table.table.wanted_face
        assert face is not None
        table.report("shoe", m.Disclosed(face.draw, table.shoe.kept[face.draw]))
    assert seen == ["Turn the hole card face up.", "Box 1: turn the card of the double down face up."]
