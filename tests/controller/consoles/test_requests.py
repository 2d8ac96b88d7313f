"""What a line may say: every word and number in a Command is bounded, wherever in it they stand."""

import pytest

from controller.consoles.frames import encode
from controller.consoles.requests import BadLine, read
from controller.table.commands import (
    Asked,
    ChangeCards,
    Command,
    InspectCards,
    NewDealer,
    OpenTable,
    ReportIncident,
)
from controller.table.state import Batch


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (OpenTable((Batch("red", 6, "preshuffled", "x" * 65),)), "at most 64 letters"),
        (ChangeCards((Batch("red\n", 6),)), "can be printed"),
        (OpenTable((Batch("red", 10**13),)), "a number is too large"),
        (InspectCards("x" * 241), "at most 240 letters"),
        (NewDealer("x" * 65), "at most 64 letters"),
    ],
)
def test_words_and_numbers_inside_a_command_are_bounded_too(what: Command, why: str) -> None:
    with pytest.raises(BadLine, match=why):
        read(encode(Asked("floorperson", "Kim", what)))


def test_what_happened_may_be_told_at_some_length() -> None:
    told = Asked("dealer", "Kim", ReportIncident("other", 0, "x" * 240))
    assert read(encode(told)) == told
