"""`python -m tests.bench`: run the benches and print their figures. `make bench` calls this.

What is measured is in a file each: rounds, latency, durable, starting. Exit status 0 whatever is reached;
a goal that is missed is said beside its figure.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.bench import durable, latency, report, rounds, starting
from tests.bench.figures import Section

BENCHES: Final[dict[str, Callable[[Path | None], Section]]] = {
    "rounds": lambda _: rounds.measure(),
    "latency": lambda folder: latency.measure(parent=folder),
    "durable": lambda folder: durable.measure(parent=folder),
    "starting": lambda folder: starting.measure(parent=folder),
}


def main(arguments: list[str]) -> int:
    """Run what is asked for, one bench after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "benches", nargs="*", metavar="BENCH", help=f"{', '.join(BENCHES)}; all if none is named"
    )
    parser.add_argument("--json", action="store_true", help="print one document for machines")
    parser.add_argument("--folder", type=Path, help="a folder on the disk to measure; else temporary files'")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.benches if name not in BENCHES]:
        parser.error(f"no bench is called {unknown[0]}; there are {', '.join(BENCHES)}")
    start, sections = time.monotonic(), []
    for name in asked.benches or BENCHES:
        section = BENCHES[name](asked.folder)
        sections.append(section)
        if not asked.json:
            print(report.as_text(section), flush=True)
    if asked.json:
        print(
            json.dumps(
                {"about": report.about(), "sections": [report.as_data(one) for one in sections]}, indent=1
            )
        )
    else:
        print(
            f"{report.about()['system']}, Python {report.about()['python']}; {time.monotonic() - start:.0f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
