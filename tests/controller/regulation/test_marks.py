"""The @clause mark leaves what it marks as it is, and refuses to cite nothing."""

import pytest

from controller.regulation.marks import clause


def test_the_mark_returns_the_same_function() -> None:
    def deal() -> int:
        return 5

    assert clause("900a.7(e)", "topic:deal")(deal) is deal


def test_the_mark_returns_the_same_class() -> None:
    class Deal:
        pass

    assert clause("900a.7(e)")(Deal) is Deal


def test_a_mark_that_cites_nothing_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="cites nothing"):
        clause()
