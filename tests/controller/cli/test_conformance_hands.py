"""`conformance --hands`: boards that are processes, over pseudo-terminals, with nobody there."""

import re
from pathlib import Path

from tests.kit_processes import BOARDS, examine


def test_every_board_is_examined_with_its_control_socket_for_hands(tmp_path: Path) -> None:
    printed = examine(tuple(BOARDS), tmp_path, some=True)
    for line, (_, paragraphs) in BOARDS.items():
        passed = re.findall(r"^(\S+) +\S+ +passed$", printed[line], re.M)
        assert sorted(passed) == sorted(paragraphs.split()), f"{line}:\n{printed[line]}"
