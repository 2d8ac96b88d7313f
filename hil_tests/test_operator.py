"""The operator's terminal: what he types answers the question that he has read, and no other."""

import os
import pty
import select
import threading
from collections.abc import Iterator

import pytest

from hil_tests.bench.operator import Operator, OperatorAway

LOAD = "Load the shoe."


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The keyboard, and the terminal that the run has."""
    keyboard, end = pty.openpty()
    yield keyboard, end
    os.close(end)
    os.close(keyboard)


def test_what_was_typed_before_a_question_is_no_answer_to_it(terminal: tuple[int, int]) -> None:
    keyboard, end = terminal
    operator = Operator(0.2, os.ttyname(end))
    os.write(keyboard, b"\n")
    assert select.select([end], [], [], 5.0)[0]
    with pytest.raises(OperatorAway, match=LOAD):
        operator.did(LOAD)
    operator.close()


def test_an_enter_too_many_is_no_answer_to_the_next_question(terminal: tuple[int, int]) -> None:
    keyboard, end = terminal
    operator = Operator(1.0, os.ttyname(end))
    typing = threading.Timer(0.1, os.write, (keyboard, b"\n\n"))
    typing.start()
    operator.did("Take all cards out.")
    typing.join()
    with pytest.raises(OperatorAway, match=LOAD):
        operator.did(LOAD)
    operator.close()
