"""Runs the tests of the rig in a guest machine where this computer can have one, and says loudly where it
cannot: `python -m hil_tests.guest`. The same as `pytest hil_tests --rig config/rigs/guest.toml` but for that.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from hil_tests.guest.image import missing

RIG: Final = Path("config") / "rigs" / "guest.toml"
_LINE: Final = "=" * 100


def main() -> int:
    """Exit status: pytest's, and 0 where the rig was left out."""
    lacks = missing()
    if lacks:
        print(f"{_LINE}\nLEFT OUT: no test ran in a guest machine, so that no USB stack was under test.")
        print(f"To have it: {lacks}\n{_LINE}")
        return 0
    line = (sys.executable, "-m", "pytest", "hil_tests", "--rig", str(RIG))
    return subprocess.run(line, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
