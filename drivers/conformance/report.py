"""What the kit found, as JSON and as one page that a person can read. No file is written here."""

import html
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from drivers.conformance.board import Greeting
from drivers.conformance.kit import Result
from drivers.conformance.proof import SIGNS

FORMAT: Final = 1
_OUTCOMES: Final = ("passed", "failed", "not applicable", "left out")
_HEAD: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Conformance</title><style>
body{font-family:sans-serif;margin:2em}td,th{border:1px solid #999;padding:.3em;text-align:left;
vertical-align:top}
table{border-collapse:collapse}.failed{background:#fbb}.passed{background:#dfd}pre{white-space:pre-wrap;
word-break:break-all}</style>"""


class Firmware(Struct, frozen=True):
    """What a BOARD frame said of one of the board's own boards. sha256: in hexadecimal."""

    name: str
    version: str
    sha256: str


class Device(Struct, frozen=True):
    """What the board said of itself, in its own words: nothing of it was proved."""

    vendor: str
    model: str
    serial: str
    role: str
    capabilities: tuple[str, ...]
    limits: Mapping[str, int]
    boards: tuple[Firmware, ...]


class About(Struct, frozen=True):
    """Where and when, and by what. build: the program's version and the digest of its source. began, ended:
    UTC. hands: "a person", "a control socket" or "nobody". only: the paragraphs that were asked for; empty is
    all of them. lost: why the examination ended before its end, or "".
    """

    port: str
    role: str
    build: str
    began: str
    ended: str
    hands: str
    only: tuple[str, ...] = ()
    lost: str = ""


def device_of(greeting: Greeting) -> Device:
    """Whoever answered that HELLO. What it did not say as it should is left empty here; a check says so."""
    said = greeting.identity
    words, limits = said.get(5), said.get(6)
    return Device(
        _text(said.get(1)),
        _text(said.get(2)),
        _text(said.get(3)),
        _text(said.get(4)),
        tuple(map(_text, words)) if isinstance(words, list) else (),
        _numbers(limits) if isinstance(limits, dict) else {},
        tuple(Firmware(_text(one.get(2)), _text(one.get(3)), _hex(one.get(4))) for one in greeting.boards),
    )


def _numbers(limits: Mapping[object, object]) -> dict[str, int]:
    return {_text(word): number for word, number in limits.items() if isinstance(number, int)}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _hex(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else ""


def as_json(
    about: About, device: Device | None, results: Sequence[Result], texts: Mapping[str, str]
) -> bytes:
    """The report for a program. device: None where nothing answered. texts: see paragraphs()."""
    document = {
        "format": FORMAT,
        "summary": summary(results),
        "advice": advice(results),
        "counts": _counts(results),
        "about": about,
        "device": device,
        "signs": device is not None and {*device.capabilities} >= SIGNS,
        "results": [{**msgspec.to_builtins(one), "text": texts.get(one.paragraph, "")} for one in results],
    }
    return msgspec.json.format(msgspec.json.encode(document)) + b"\n"


def as_page(about: About, device: Device | None, results: Sequence[Result], texts: Mapping[str, str]) -> str:
    """The report for a person: one page with no outside parts. As as_json."""
    title = html.escape(f"Conformance of the {about.role} at {about.port} with the table link, version 1")
    failed = [one for one in results if one.outcome == "failed"]
    return (
        f"{_HEAD}<h1>{title}</h1><p>{html.escape(summary(results))}</p>{_verdict(about, results)}"
        f"{_facts(about, device)}{_table('What failed', failed, texts)}"
        f"{_table('All checks, in their order', results, texts)}</html>\n"
    )


def summary(results: Sequence[Result]) -> str:
    """How many of each."""
    return ", ".join(f"{count} {word}" for word, count in _counts(results).items())


def begin_with(results: Sequence[Result]) -> tuple[Result, ...]:
    """The failures to look at first, in the order of the checks: those that came to their paragraph. A
    failure on the way to one may have another one as its cause; where there is no other, all are."""
    failed = [one for one in results if one.outcome == "failed"]
    return tuple(one for one in failed if not (one.on_the_way or one.not_greeted)) or tuple(failed)


def advice(results: Sequence[Result]) -> str:
    """Where to begin, in two sentences; "" where nothing failed."""
    first = begin_with(results)
    if not first:
        return ""
    others = sorted({one.paragraph for one in first} - {first[0].paragraph}, key=_place)
    kept = {one.paragraph for one in first}
    behind = {one.paragraph for one in results if one.outcome == "failed"} - kept
    said = f"Begin with {first[0].paragraph} ({first[0].id}): {first[0].why}."
    if others:
        said += f" Then {', '.join(others)}."
    if behind:
        said += f" Failed on the way, perhaps because of those: {', '.join(sorted(behind, key=_place))}."
    return said


def _counts(results: Sequence[Result]) -> dict[str, int]:
    outcomes = [result.outcome for result in results]
    return {word: outcomes.count(word) for word in _OUTCOMES}


def _verdict(about: About, results: Sequence[Result]) -> str:
    """What that means, in a sentence."""
    broken = sorted({one.paragraph for one in results if one.outcome == "failed"}, key=_place)
    unseen = sorted({one.paragraph for one in results if one.outcome == "left out"}, key=_place)
    said = f"It breaks {', '.join(broken)}." if broken else "It breaks nothing that was examined."
    said += f" {advice(results)}" if broken else ""
    if unseen:
        said += f" Not shown to keep, for they were left out: {', '.join(unseen)}."
    if about.only:
        said += f" Only {', '.join(about.only)} were asked for."
    if about.lost:
        said += f" The examination ended before its end: {about.lost}."
    return f"<p>{html.escape(said)}</p>"


def _place(paragraph: str) -> tuple[int, ...]:
    return tuple(map(int, paragraph.split(".")))


def _facts(about: About, device: Device | None) -> str:
    rows = {
        "Examined": f"{about.began} to {about.ended}",
        "By": about.build,
        "Hands": about.hands,
    }
    if device is not None:
        limits = ", ".join(f"{word} {number}" for word, number in device.limits.items())
        rows |= {
            "Board, in its own words": f"{device.vendor} {device.model}, serial {device.serial}",
            "Role": device.role,
            "Capabilities": ", ".join(device.capabilities) + (f"; {limits}" if limits else ""),
            "Signs": _signing(device),
        }
        for one in device.boards:
            rows[f"Firmware {one.name} {one.version}"] = one.sha256
    told = "".join(f"<tr><th>{html.escape(name)}<td>{html.escape(text)}</tr>" for name, text in rows.items())
    return f"<table>{told}</table>"


def _signing(device: Device) -> str:
    """What that means for whoever commissions it: how far its word can be trusted at all."""
    if {*device.capabilities} >= SIGNS:
        return "it says so: it can be commissioned as signed, where 7.41 to 7.46 passed"
    return "no: it cannot prove itself, and can be commissioned as listed at the most"


def _table(title: str, results: Sequence[Result], texts: Mapping[str, str]) -> str:
    if not results:
        return ""
    head = "<tr><th>Paragraph<th>Rule<th>Check<th>Does<th>Expects<th>Outcome</tr>"
    rows = "".join(_row(one, texts.get(one.paragraph, "")) for one in results)
    return f"<h2>{html.escape(title)}</h2><table>{head}{rows}</table>"


def _row(result: Result, text: str) -> str:
    cells = (result.paragraph, text, result.id, result.does, result.expects)
    told = "".join(f"<td>{html.escape(cell)}" for cell in cells)
    lines = "\n".join(f"{one.ms:6} ms {one.dir:3} {one.hex}" for one in result.capture)
    capture = f"<pre>{html.escape(lines)}</pre>" if lines else ""
    why = html.escape(f": {result.why}" if result.why else "")
    return f'<tr class="{result.outcome}">{told}<td>{result.outcome}{why}{capture}</tr>'
