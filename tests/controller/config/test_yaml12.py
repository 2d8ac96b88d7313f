"""YAML as 1.2's core schema reads it, and a clear fault for everything else."""

import contextlib
import time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.faults import ConfigFaults
from controller.text_files import MOST_BYTES
from controller.yaml12 import load_yaml, parse_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("+7", 7),
        ("-7", -7),
        ("on", "on"),
        ("Off", "Off"),
        ("yes", "yes"),
        ("NO", "NO"),
        ("true", True),
        ("False", False),
        ("'true'", "true"),
        ("~", None),
        ("null", None),
        ("", None),
        ("none", "none"),
        ("7.50", Decimal("7.50")),
        ("5.", Decimal(5)),
        ("-.5", Decimal("-0.5")),
        ("1e3", Decimal("1e3")),
        (".inf", Decimal("inf")),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2024-01-01", "2024-01-01"),
        ("=", "="),
        ("'010'", "010"),
        ("5D!", "5D!"),
        ("!!str 5", "5"),
        ("!!int '5'", 5),
        ('"\\u263a"', "☺"),
    ],
)
def test_a_scalar_is_what_the_core_schema_says(text: str, value: object) -> None:
    read = parse_yaml(f"a: {text}\n", "f")["a"]
    assert read == value
    assert isinstance(read, type(value))
    assert isinstance(read, bool) is isinstance(value, bool)


def test_money_keeps_its_text() -> None:
    assert str(parse_yaml("a: 1.10", "f")["a"]) == "1.10"
    assert str(parse_yaml("a: 0.1", "f")["a"]) == "0.1"


def test_a_merge_key_is_a_word() -> None:
    assert parse_yaml("<<: x", "f") == {"<<": "x"}


def test_an_alias_stands_for_its_value() -> None:
    assert parse_yaml("a: &x [1, 2]\nb: *x", "f") == {"a": [1, 2], "b": [1, 2]}


def test_json_is_a_subset() -> None:
    text = '{\n\t"a": [1.50, true, null, "\\ud83d\\ude00"],\n\t"b":{"c":-3}\n}'
    assert parse_yaml(text, "f") == {"a": [Decimal("1.50"), True, None, "😀"], "b": {"c": -3}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3", "line 3, column 1: key 'a' stands twice"),
        ("{a: {b: 1, 'b': 2}}", "key 'b' stands twice"),
        ("1: x\n0x1: y", "key 0x1 stands twice"),
        ('{"a": 1, "a": 2}', "key 'a' stands twice"),
        ("a: *x", "line 1, column 4: is no YAML: found undefined alias 'x'; put a value that begins with *"),
        ("a:\n\t- b", "line 2, column 1: a tab stands where"),
        ("- &a [*a]", "stands inside what it names"),
        ("[" * 1000, "nested more than 20 deep"),
        ("[" * 50 + "]" * 50, "nested more than 20 deep"),
        ("a: 1\n---\nb: 2", "a second document"),
        ('"\\UFFFFFFFF"', "names no character"),
        ('["\\ud800"]', "surrogate"),
        ('"\\ud800"', "surrogate"),
        ("a: !!python/object/apply:os.system [x]", "the tag 'python/object/apply:os.system' is not known"),
        ("a: !!set {x}", "the tag 'set' is not known"),
        ("a: !!int abc", "'abc' is no int"),
        ("x: !5D", "the tag '!5D' is not known"),
        ("a\x01b", "character 2 may not stand"),
        ("a: " + "9" * 101, "too large a number"),
        ("[" + "9" * 101 + "]", "too large a number"),
        ("a: 1e999999999999999999999999", "too large a number"),
        ("? [a]\n: b", "a key is a list or a mapping"),
        ("a: b: c", "line 1, column 5: is no YAML: mapping values are not allowed here"),
        ("a: [1, 2", "is no YAML"),
        ("a: 'x", "is no YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(ConfigFaults) as caught:
        parse_yaml(text, "some/file.yaml")
    assert said in str(caught.value)
    assert str(caught.value).startswith("some/file.yaml: ")
    assert "\n" not in str(caught.value)


def test_every_key_that_stands_twice_is_told() -> None:
    with pytest.raises(ConfigFaults) as caught:
        parse_yaml("a: 1\na: 2\nb: {c: 1, c: 2}", "f")
    assert [fault.key for fault in caught.value.faults] == ["a", "c"]


def test_aliases_do_not_explode() -> None:
    rows = ["a0: &a0 [" + "1," * 10 + "]"]
    rows += [f"a{n}: &a{n} [" + f"*a{n - 1}," * 10 + "]" for n in range(1, 10)]
    began = time.monotonic()
    with pytest.raises(ConfigFaults, match="values"):
        parse_yaml("\n".join(rows), "f")
    assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a: 1\nb: \xff\n", "line 2: is not UTF-8"),
        ("a: 1".encode("utf-16"), "is not UTF-8"),
        (b"#" * (MOST_BYTES + 1), "is larger than 1024 KiB"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigFaults, match=said):
        load_yaml(path)


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    assert load_yaml(path) == {"a": 1}


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigFaults, match="cannot be read"):
        load_yaml(tmp_path / name)


@given(st.text() | st.text("{}[]:,-&*!?|>'\"%@`# \n\tab01.\\xuU"))
def test_any_text_is_a_value_or_a_fault(text: str) -> None:
    with contextlib.suppress(ConfigFaults):
        parse_yaml(text, "f")
