"""chain_check is one file that stands alone, and what it says can be relied on by a script."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.journal import verify
from controller.journal.storage import connect_to_write
from tests.controller.journal.making import (
    CHAIN_CHECK,
    bodies,
    failure,
    nothing,
    opened,
    second_opinion,
    written,
)


def test_it_imports_the_standard_library_alone() -> None:
    for node in ast.walk(ast.parse(CHAIN_CHECK.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names


def test_it_works_when_copied_elsewhere(tmp_path: Path) -> None:
    path = written(tmp_path / "j", 3)
    away = tmp_path / "elsewhere"
    away.mkdir()
    program = shutil.copy(CHAIN_CHECK, away / "check.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, str(path)],
        cwd=away,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.startswith("GOOD: 3 entries")


@pytest.mark.parametrize("name", ["nothing there", "a folder", "text"])
def test_what_cannot_be_checked(tmp_path: Path, name: str) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "text").write_bytes(b"to the floor\n" * 50)
    code, line = second_opinion(tmp_path / name)
    assert code == 2
    assert line.startswith("NOT CHECKED: ")


def test_wrong_usage_is_not_a_verdict() -> None:
    done = subprocess.run([sys.executable, str(CHAIN_CHECK)], capture_output=True, check=False, timeout=60)
    assert done.returncode == 2


def test_another_version_cannot_be_checked(tmp_path: Path) -> None:
    path = written(tmp_path / "j", 1)
    connection = connect_to_write(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    assert second_opinion(path)[0] == 2
    connection = connect_to_write(path)
    connection.execute("PRAGMA application_id = 2")
    connection.close()
    assert second_opinion(path)[0] == 2


def test_beside_a_running_table_and_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with opened(path) as journal:
        journal.start(nothing, failure)
        for body in bodies(40):
            journal.append(body)
        assert journal.wait_durable(40, 10)
        kept = path.read_bytes(), path.with_name("j-wal").read_bytes()
        assert second_opinion(path)[0] == 0
        assert verify(path).entries == 40
        assert (path.read_bytes(), path.with_name("j-wal").read_bytes()) == kept
    connection = connect_to_write(path)
    assert verify(connection).entries == 40
    connection.close()
