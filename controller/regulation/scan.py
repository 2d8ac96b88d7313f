"""Finds citations in the source: which place in code, and which test, names which clause or topic.

Nothing is imported or run; Python is parsed, TOML and scenario files are read as text. In code
(controller/, drivers/) every string literal that is a citation counts: the arguments of @clause,
of Row, of Refused, a table's values, a paytable's `clause = "…"`. In tests (tests/, hil_tests/) only these
count, for a test may speak of a clause without testing it:

* the mark, @clause("672a.7(e)"), on a test or a class of tests that is not marked skip or xfail;
* a test's name, test_672a_7_e_1_first_cards_face_up: the longest clause number that it begins with;
* a scenario: clause numbers in the comment lines of a .yaml that has its .expect.json beside it.

What the citations mean, and whether they suffice, is said in matrix.py.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.regulation.clauses import NUMBER

CODE: Final = ("controller", "drivers")
TESTS: Final = ("tests", "hil_tests")

_MEANT_AS_CITATION: Final = re.compile(r"\d{3}[a-z]\.\d\S*|house\.\d\S*|topic:\S+")
"""Wider than a citation, so that a mistyped one is found and not overlooked."""
_MEANT_AS_NAME: Final = re.compile(r"test_(\d{3}[a-z]|house)_(\d+)(?:_([a-z]|[ivx]+|\d+))?(?:_|$)")
_TOML_TEXT: Final = re.compile(r'"([^"]*)"')
_NOT_RUN: Final = frozenset(("skip", "xfail"))
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class ScanError(Exception):
    """The tree cannot be scanned; the message names the file or folder and why."""


class Place(Struct, frozen=True, order=True):
    """Where a citation stands: file relative to the root, line from 1, the enclosing definition or ""."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


class Citation(Struct, frozen=True):
    """What is cited, as it stands there, and where."""

    cited: str
    place: Place


class Citations(Struct, frozen=True):
    """All citations of a tree, in order of file and line."""

    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]


def scan(root: Path, numbers: frozenset[str]) -> Citations:
    """Reads the tree under `root`. `numbers`: the listed clauses, which test names are matched with.

    Raises ScanError where there is no code to scan, or a file cannot be parsed.
    """
    if not any((root / folder).is_dir() for folder in CODE):
        raise ScanError(f"{root}: neither controller/ nor drivers/ is here; name the root of the sources")
    names = {_as_name(number): number for number in numbers}
    return Citations(
        code=_sorted(_in_code(root)),
        tests=_sorted(_in_tests(root, names)),
    )


def _sorted(citations: Iterator[Citation]) -> tuple[Citation, ...]:
    return tuple(sorted(citations, key=lambda citation: (citation.place, citation.cited)))


def _files(root: Path, folders: tuple[str, ...], suffix: str) -> Iterator[tuple[Path, str]]:
    """Files of a kind under the folders, and the name that their places carry."""
    for folder in folders:
        for path in (root / folder).rglob("*" + suffix):
            yield path, path.relative_to(root).as_posix()


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    except SyntaxError as error:
        raise ScanError(f"{path}:{error.lineno}: cannot be parsed: {error.msg}") from error


# ---- code ---------------------------------------------------------------------------------------


def _in_code(root: Path) -> Iterator[Citation]:
    for path, file in _files(root, CODE, ".py"):
        yield from _literals(_parse(path), file, "")
    for path, file in _files(root, CODE, ".toml"):
        yield from _in_toml(path.read_text(encoding="utf-8"), file)


def _literals(node: ast.AST, file: str, name: str) -> Iterator[Citation]:
    """Citations among the string literals below a node; a statement that is only a string is prose."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Constant):
            if isinstance(child.value, str) and _MEANT_AS_CITATION.fullmatch(child.value):
                yield Citation(child.value, Place(file, child.lineno, name))
        else:
            yield from _literals(child, file, _inner(name, child))


def _inner(name: str, node: ast.AST) -> str:
    """The name of what encloses a node's children: a definition, or a constant outside of all of them."""
    if isinstance(node, _Definition):
        return f"{name}.{node.name}".lstrip(".")
    if not name and isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return next((target.id for target in targets if isinstance(target, ast.Name)), "")
    return name


def _in_toml(text: str, file: str) -> Iterator[Citation]:
    for number, line in enumerate(text.splitlines(), start=1):
        for cited in _TOML_TEXT.findall(line.partition("#")[0]):
            if _MEANT_AS_CITATION.fullmatch(cited):
                yield Citation(cited, Place(file, number, ""))


# ---- tests --------------------------------------------------------------------------------------


def _in_tests(root: Path, names: dict[str, str]) -> Iterator[Citation]:
    for path, file in _files(root, TESTS, ".py"):
        yield from _marks_and_names(_parse(path), file, "", names)
    for path, file in _files(root, TESTS, ".yaml"):
        if path.with_suffix(".expect.json").exists():
            yield from _in_scenario(path.read_text(encoding="utf-8"), file)


def _marks_and_names(node: ast.AST, file: str, outer: str, names: dict[str, str]) -> Iterator[Citation]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _Definition):
            yield from _marks_and_names(child, file, outer, names)
        elif not any(_decorator_name(decorator) in _NOT_RUN for decorator in child.decorator_list):
            name = f"{outer}.{child.name}".lstrip(".")
            place = Place(file, child.lineno, name)
            for cited in (*_marked(child), *_named(child.name, names)):
                yield Citation(cited, place)
            yield from _marks_and_names(child, file, name, names)


def _decorator_name(decorator: ast.expr) -> str:
    """The last word of a decorator: "clause" of @marks.clause("…"), "skip" of @pytest.mark.skip."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def _marked(definition: _Definition) -> Iterator[str]:
    """What the @clause marks of a definition cite; an argument that is no literal is given as it stands."""
    for decorator in definition.decorator_list:
        if isinstance(decorator, ast.Call) and _decorator_name(decorator) == "clause":
            for argument in decorator.args:
                yield str(argument.value) if isinstance(argument, ast.Constant) else ast.unparse(argument)


def _as_name(number: str) -> str:
    """How a test's name writes a clause number: "672a.7(e)(1)" is "672a_7_e_1"."""
    return re.sub(r"[^a-z0-9]+", "_", number.lower()).strip("_")


def _named(name: str, names: dict[str, str]) -> Iterator[str]:
    """The clause that a test's name begins with: the longest that is listed.

    A name that plainly means a paragraph which is not listed gives that number, to be found a fault;
    one that means a whole section (test_672a_12_…) gives nothing.
    """
    words = name.removeprefix("test_").split("_") if name.startswith("test_") else []
    for length in range(len(words), 1, -1):
        number = names.get("_".join(words[:length]))
        if number is not None:
            yield number
            return
    meant = _MEANT_AS_NAME.match(name)
    if meant and (meant[3] or meant[1] == "house"):
        yield f"{meant[1]}.{meant[2]}" + (f"({meant[3]})" if meant[3] else "")


def _in_scenario(text: str, file: str) -> Iterator[Citation]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            for found in NUMBER.finditer(line):
                yield Citation(found[0], Place(file, number, ""))
