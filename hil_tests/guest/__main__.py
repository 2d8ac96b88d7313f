"""Runs the tests of the rigs in a guest machine where this computer can have one, and says loudly where it
cannot: `python -m hil_tests.guest`. Each is the same as `pytest hil_tests --rig config/rigs/guest.toml`.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from hil_tests.guest.image import missing

RIGS: Final = tuple(Path("config") / "rigs" / f"{name}.toml" for name in ("guest", "guest-bulk", "guest-hid"))
_LINE: Final = "=" * 100


def main() -> int:
    """Exit status: pytest's of the first rig that fails, and 0 where they were left out."""
    lacks = missing()
    if lacks:
        print(f"{_LINE}\nLEFT OUT: no test ran in a guest machine, so that no USB stack was under test.")
        print(f"To have it: {lacks}\n{_LINE}")
        return 0
    for rig in RIGS:
        print(f"rig {rig}", flush=True)
        line = (sys.executable, "-m", "pytest", "hil_tests", "--rig", str(rig))
        status = subprocess.run(line, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
