"""The words of each numbered paragraph, so that a report holds them wherever the program is installed.

They are those of docs/link.md, section 10, kept in paragraphs.json: `python -m drivers.conformance.paragraphs
docs/link.md` writes it anew, and a test holds the two together.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

_FILE: Final = Path(__file__).with_name("paragraphs.json")
_ROW: Final = re.compile(r"^\| (\d\.\d+) \| ([^|]+) \|$", re.M)


def paragraphs() -> Mapping[str, str]:
    """Each rule that is examined, by its number."""
    return msgspec.json.decode(_FILE.read_bytes(), type=dict[str, str])


def in_document(text: str) -> dict[str, str]:
    """As `paragraphs`, from the text of docs/link.md. What cannot be observed is none of them."""
    return dict(_ROW.findall(text[text.index("\n## 10.") :]))


if __name__ == "__main__":
    found = in_document(Path(sys.argv[1]).read_text(encoding="utf-8"))
    _FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
