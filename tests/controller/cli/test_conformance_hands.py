"""`conformance --hands`: boards that are processes, over pseudo-terminals, with nobody there."""

import re
from pathlib import Path

from tests.kit_processes import BOARDS, SOME, examine


def test_a_board_of_each_kind_is_examined_with_its_control_socket_for_hands(tmp_path: Path) -> None:
    printed = examine(SOME, tmp_path, some=True)
    for line in SOME:
        _, paragraphs = BOARDS[line]
        passed = re.findall(r"^(\S+) +\S+ +passed$", printed[line], re.M)
        assert sorted(passed) == sorted(paragraphs.split()), f"{line}:\n{printed[line]}"
