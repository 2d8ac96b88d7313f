"""What the kit found, as JSON and as one page that a person can read. No file is written here."""

import html
from collections.abc import Sequence
from typing import Final

import msgspec

from drivers.conformance.kit import Result

_HEAD: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Conformance</title><style>
body{font-family:sans-serif;margin:2em}td,th{border:1px solid #999;padding:.3em;text-align:left;
vertical-align:top}
table{border-collapse:collapse}.failed{background:#fbb}.passed{background:#dfd}pre{white-space:pre-wrap;
word-break:break-all}</style>"""


def as_json(port: str, role: str, results: Sequence[Result]) -> bytes:
    """The report for a program."""
    return msgspec.json.format(msgspec.json.encode({"port": port, "role": role, "results": results}))


def as_page(port: str, role: str, results: Sequence[Result]) -> str:
    """The report for a person: one page with no outside parts."""
    rows = "".join(_row(result) for result in results)
    title = html.escape(f"Conformance of the {role} at {port} with the table link, version 1")
    head = "<tr><th>Paragraph<th>Check<th>Does<th>Expects<th>Outcome</tr>"
    return (
        f"{_HEAD}<h1>{title}</h1><p>{html.escape(summary(results))}</p><table>{head}{rows}</table></html>\n"
    )


def summary(results: Sequence[Result]) -> str:
    """How many of each."""
    outcomes = [result.outcome for result in results]
    return ", ".join(
        f"{outcomes.count(word)} {word}" for word in ("passed", "failed", "not applicable", "left out")
    )


def _row(result: Result) -> str:
    cells = (result.paragraph, result.id, result.does, result.expects)
    told = "".join(f"<td>{html.escape(cell)}" for cell in cells)
    lines = "\n".join(f"{one.ms:6} ms {one.dir:3} {one.hex}" for one in result.capture)
    capture = f"<pre>{html.escape(lines)}</pre>" if lines else ""
    why = html.escape(result.why)
    return f'<tr class="{result.outcome}">{told}<td>{result.outcome}: {why}{capture}</tr>'
