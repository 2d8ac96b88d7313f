"""Small trees of sources and lists that the tests of this folder write; no tests here."""

from pathlib import Path
from textwrap import dedent

CHAPTER = """
    chapter = "900a"
    game = "Beggar My Neighbour"

    [edition]
    name = "first"
    from = 2020-02-03
    source = "1 Pa.B. 1"

    [topics]
    deal = "900a.7(e)"
    closing = "900a.7(f)"

    [[clause]]
    number = "900a.7(e)"
    says = "Cards are dealt."
    status = "enforced"
    why = "The shoe is permitted them."

    [[clause]]
    number = "900a.7(e)(1)"
    says = "First one each."
    status = "enforced"
    with = "900a.7(e)"
    why = "One plan."

    [[clause]]
    number = "900a.7(f)"
    says = "Then the table rests."
    status = "to-come"
    why = "With the closing."
"""

HOUSE = """
    chapter = "house"
    game = "all"

    [edition]
    name = "first"
    from = 2020-02-03
    source = "here"

    [topics]
    closing = "house.1"
    jam = "house.2"

    [[clause]]
    number = "house.1"
    says = "A table closes."
    status = "prompted"
    why = "Somebody says so."

    [[clause]]
    number = "house.2"
    says = "A jam stops the deal."
    status = "detected"
    why = "The shoe says so."
"""

DEAL = """
    def deal():
        return Row("deal", clause="topic:deal")

    JAM = Row("jam", clause="topic:jam")
"""

TEST_DEAL = """
    @clause("900a.7(e)")
    def test_deals_what_is_due():
        assert True

    def test_house_2_jam_stops_the_deal():
        assert True
"""


def write(root: Path, **files: str) -> Path:
    """Writes files under root; in their keys "__" stands for "/" and "_DOT_" for "."."""
    for key, text in files.items():
        path = root / key.replace("__", "/").replace("_DOT_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return root


def whole(root: Path, **files: str) -> Path:
    """A tree without faults: two lists, code and tests; `files` replaces or adds."""
    sound = {
        "config__regulation__900a_DOT_toml": CHAPTER,
        "config__regulation__house_DOT_toml": HOUSE,
        "controller__deal_DOT_py": DEAL,
        "tests__test_deal_DOT_py": TEST_DEAL,
    }
    return write(root, **(sound | files))
