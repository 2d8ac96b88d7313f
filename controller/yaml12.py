"""YAML as its version 1.2's core schema reads it, cut to what scenario files need.

`true` and `false` are the only booleans (with the core schema's capitals), `on`, `off`, `yes` and
`no` are words, `010` is ten, a date is text. A number with a point stays exact, as a Decimal. A key that
stands twice is an error, aliases are bounded, JSON is a subset. What the values mean does not live here,
nor how a number keeps its spelling (numerals.py).
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.numerals import exact_number, whole_number
from controller.text_files import read_text

MOST_DEPTH: Final = 20
MOST_VALUES: Final = 200_000
"""Values of a file, each alias counted as all that it stands for."""

_TAG: Final = "tag:yaml.org,2002:"
_STR, _NULL, _BOOL, _INT, _FLOAT, _MAP, _SEQ = (
    _TAG + name for name in ("str", "null", "bool", "int", "float", "map", "seq")
)
_PATTERNS: Final = (
    (_NULL, r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    (_BOOL, r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    (_INT, r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    (
        _FLOAT,
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+.0123456789"),
    ),
)
_PATTERN_OF: Final = {tag: re.compile(pattern) for tag, pattern, _ in _PATTERNS}


_Mark = yaml.Mark | Any | None
"""Where in the text; libyaml has a Mark of its own with the same fields."""


class _Wrong(Exception):
    """Something at a mark that this reader does not take."""

    def __init__(self, what: str, remedy: str, mark: _Mark) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.mark = mark


class _Loader(yaml.SafeLoader):
    """PyYAML's scanner and parser with the core schema's resolvers; counts depth and size."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0
        self._size = 0
        self._sizes: dict[str, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """As PyYAML does, within the bounds."""
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
        mark: _Mark = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            self._count_alias(event)
            return super().compose_node(parent, index)
        before = self._size
        self._grow(1, mark)
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise _Wrong(f"nested more than {MOST_DEPTH} deep", "write it flatter", mark)
        node = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            self._sizes[event.anchor] = self._size - before
        return node

    def _count_alias(self, event: yaml.AliasEvent) -> None:
        name = event.anchor or ""
        if name in self.anchors and name not in self._sizes:
            raise _Wrong(f"*{name} stands inside what it names", "write it out", event.start_mark)
        self._grow(self._sizes.get(name, 1), event.start_mark)

    def _grow(self, by: int, mark: _Mark) -> None:
        self._size += by
        if self._size > MOST_VALUES:
            raise _Wrong(f"more than {MOST_VALUES} values", "split the file; use fewer aliases", mark)


for _tag, _pattern, _first in _PATTERNS:
    _Loader.add_implicit_resolver(_tag, re.compile(rf"(?:{_pattern})\Z"), _first)


def load_yaml(path: Path) -> Any:
    """The one document in that file. ConfigFaults: it cannot be read, or is no such document."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, place: str) -> Any:
    """The one document in `text`: dicts, lists, str, int, bool, Decimal, None. ConfigFaults names
    line and column."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return _parse_json(text, place)
        except (json.JSONDecodeError, RecursionError):
            pass  # YAML in flow style begins in the same way
    try:
        return _parse(text, place)
    except yaml.MarkedYAMLError as error:
        what, remedy = _in_words(error)
        raise _one(place, _at(error.problem_mark) + what, remedy) from error
    except yaml.reader.ReaderError as error:
        what = f"character {error.position + 1} may not stand in YAML"
        raise _one(place, what, "remove it, or write it as an escape in double quotes") from error
    except _Wrong as error:
        raise _one(place, _at(error.mark) + error.what, error.remedy) from error
    except (ValueError, OverflowError) as error:  # PyYAML on escapes of no character
        remedy = "correct what follows the backslash"
        raise _one(place, "an escape in it names no character", remedy) from error


def _parse(text: str, place: str) -> Any:
    node = _Loader(text).get_single_node()
    faults = Faults()
    value = None if node is None else _Builder(place, faults).build(node)
    faults.raise_any()
    return value


class _Builder:
    """Turns nodes into values. Keys that stand twice go to `faults`, anything else is raised."""

    def __init__(self, place: str, faults: Faults) -> None:
        self._place = place
        self._faults = faults

    def build(self, node: yaml.Node) -> Any:
        """The value of a node."""
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        kind = _MAP if isinstance(node, yaml.MappingNode) else _SEQ
        if node.tag != kind:
            raise _unknown_tag(node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node)
        return [self.build(item) for item in node.value]

    def _mapping(self, node: yaml.MappingNode) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise _Wrong("a key is a list or a mapping", "a key is one word", key_node.start_mark)
            key = _scalar(key_node)
            if key in found:
                what = f"{_at(key_node.start_mark)}key {shown(key)} stands twice"
                self._faults.add(ConfigFault(self._place, what, "keep one of them", key=str(key), value=key))
            found[key] = self.build(value_node)
        return found


def _scalar(node: yaml.ScalarNode) -> Any:
    text, tag = node.value, node.tag
    if tag == _STR:
        return _clean(text, node.start_mark)
    if tag not in _PATTERN_OF:
        raise _unknown_tag(node)
    if not _PATTERN_OF[tag].fullmatch(text):
        raise _Wrong(f"{shown(text)} is no {tag.removeprefix(_TAG)}", "correct it", node.start_mark)
    if tag == _NULL:
        return None
    if tag == _BOOL:
        return text[0] in "tT"
    number = whole_number(text) if tag == _INT else exact_number(text)
    if number is None:
        raise _Wrong(f"{shown(text)} is too large a number", "write a smaller one", node.start_mark)
    return number


def _clean(text: str, mark: _Mark) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise _Wrong("half of a surrogate pair is no character", "write the character itself", mark)
    return text


def _unknown_tag(node: yaml.Node) -> _Wrong:
    tag = node.tag.removeprefix(_TAG)
    remedy = "leave it out, or quote the text"
    return _Wrong(f"the tag {shown(tag)} is not known here", remedy, node.start_mark)


# ---- JSON ---------------------------------------------------------------------------------------


def _parse_json(text: str, place: str) -> Any:
    """JSONDecodeError where it is none. ConfigFaults for what YAML would refuse too."""
    faults = Faults()

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, count in Counter(key for key, _ in found).items():
            if count > 1:
                faults.add(ConfigFault(place, f"key {shown(key)} stands twice", "keep one of them", key=key))
        return dict(found)

    def number(read: Callable[[str], Any]) -> Callable[[str], Any]:
        def take(said: str) -> Any:
            value = read(said)
            if value is None:
                raise _one(place, f"{shown(said)} is too large a number", "write a smaller one")
            return value

        return take

    value = json.loads(
        text,
        object_pairs_hook=pairs,
        parse_int=number(whole_number),
        parse_float=number(exact_number),
        parse_constant=lambda said: _no_json(text, said),
    )
    faults.raise_any()
    _check_json(value, place, 1)
    return value


def _no_json(text: str, said: str) -> Any:
    raise json.JSONDecodeError(f"{said} is no JSON", text, 0)


def _check_json(value: Any, place: str, depth: int) -> None:
    if depth > MOST_DEPTH:
        raise _one(place, f"nested more than {MOST_DEPTH} deep", "write it flatter")
    if isinstance(value, str):
        try:
            _clean(value, None)
        except _Wrong as error:
            raise _one(place, error.what, error.remedy) from error
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_json(key, place, depth)
            _check_json(item, place, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check_json(item, place, depth + 1)


# ---- words --------------------------------------------------------------------------------------


def _one(place: str, what: str, remedy: str) -> ConfigFaults:
    return ConfigFaults((ConfigFault(place, what, remedy),))


def _at(mark: _Mark) -> str:
    return "" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}: "


def _in_words(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    """What PyYAML found and what to do, for a person."""
    problem = error.problem or "is no YAML"
    if "'\\t'" in problem:
        return "a tab stands where YAML takes spaces only", "indent with spaces"
    if "undefined alias" in problem:
        return f"is no YAML: {problem}", "put a value that begins with * in quotes"
    if "expected a single document" in (error.context or "") or "another document" in problem:
        return "a second document begins", "one file holds one document"
    context = f"{error.context}: " if error.context else ""
    return f"is no YAML: {context}{problem}", "correct the text there"
