"""The report of the kit: what it holds, and that nothing which a board says gets out of its place."""

import json

import pytest
from msgspec.structs import replace

from drivers.capture import Passed
from drivers.conformance.bench import number_in
from drivers.conformance.board import Failed, Greeting
from drivers.conformance.kit import Result
from drivers.conformance.paragraphs import paragraphs
from drivers.conformance.report import About, advice, as_json, as_page, device_of, summary
from drivers.payload import Payload

ABOUT = About("/dev/x", "shoe", "1+ab", "2030-01-01T00:00:00+00:00", "2030-01-01T00:09:00+00:00", "nobody")
GREETING = Greeting(
    1,
    {},
    {1: "<b>", 2: "M", 3: "S-1", 4: "shoe", 5: ["manual"], 6: {"ring": 64}, 7: 1},
    ({1: 0, 2: "fw", 3: "1.2", 4: bytes(32)},),
    (),
)
RESULTS = (
    Result("noise", "1.4", "does", "expects", "passed"),
    Result("gap", "6.4", "does", "expects", "failed", "<script>", (Passed(7, "in", "00ff"),)),
    Result("boot", "4.6", "does", "expects", "left out", "nobody is there"),
)


def test_it_holds_who_when_by_what_and_the_words_of_each_paragraph() -> None:
    said = json.loads(as_json(ABOUT, device_of(GREETING), RESULTS, paragraphs()))
    assert said["about"]["build"] == "1+ab"
    assert said["about"]["began"] < said["about"]["ended"]
    assert said["device"]["serial"] == "S-1"
    assert said["device"]["boards"] == [{"name": "fw", "version": "1.2", "sha256": "00" * 32}]
    assert said["counts"] == {"passed": 1, "failed": 1, "not applicable": 0, "left out": 1}
    (failed,) = [one for one in said["results"] if one["outcome"] == "failed"]
    assert failed["text"] == paragraphs()["6.4"]
    assert failed["capture"] == [{"ms": 7, "dir": "in", "hex": "00ff"}]


def test_the_page_says_in_a_sentence_what_is_broken_and_what_was_not_shown() -> None:
    page = as_page(ABOUT, device_of(GREETING), RESULTS, paragraphs())
    assert "It breaks 6.4." in page
    assert "Not shown to keep, for they were left out: 4.6." in page
    assert "00ff" in page
    assert "S-1" in page
    assert summary(RESULTS) in page


def test_it_says_whether_the_board_signs() -> None:
    silent = device_of(GREETING)
    signing = replace(silent, capabilities=("manual", "signs"))
    assert "as listed at the most" in as_page(ABOUT, silent, RESULTS, {})
    assert "as signed, where 7.41 to 7.46 passed" in as_page(ABOUT, signing, RESULTS, {})
    told = [json.loads(as_json(ABOUT, one, RESULTS, {}))["signs"] for one in (silent, signing, None)]
    assert told == [False, True, False]


def test_what_a_board_says_stays_text() -> None:
    page = as_page(ABOUT, device_of(GREETING), RESULTS, {})
    assert "<script>" not in page
    assert "<b>" not in page


def test_a_board_that_says_nonsense_of_itself_has_a_report_all_the_same() -> None:
    nonsense = Greeting(1, {}, {1: 7, 5: "x", 6: [1]}, ({4: "no bytes"},), ())
    assert device_of(nonsense).boards[0].sha256 == ""
    assert "ended before its end: the link is lost" in as_page(
        About("p", "shoe", "b", "t", "t", "nobody", ("1.1",), "the link is lost"), None, (), {}
    )


def failed(name: str, paragraph: str, *, on_the_way: bool = False) -> Result:
    return Result(name, paragraph, "does", "expects", "failed", f"{name} is wrong", on_the_way=on_the_way)


def test_it_says_where_to_begin_and_what_may_come_of_that() -> None:
    """A failure on the way to its paragraph does not hide the one that did not keep its own."""
    said = advice((failed("a", "2.8", on_the_way=True), failed("b", "7.158"), failed("c", "7.31")))
    assert said == (
        "Begin with 7.158 (b): b is wrong. Then 7.31. Failed on the way, perhaps because of those: 2.8."
    )
    assert advice((failed("a", "2.8", on_the_way=True),)) == "Begin with 2.8 (a): a is wrong."
    assert advice(RESULTS[:1]) == ""


@pytest.mark.parametrize("payload", [{2: 59}, {1: 2**32, 2: 59}, {1: b"59", 2: 59}])
def test_a_number_that_a_draw_does_not_tell_is_missed_without_its_face(payload: Payload) -> None:
    with pytest.raises(Failed) as missed:
        number_in(payload, 1)
    assert "key 1" in str(missed.value)
    assert "59" not in str(missed.value)
