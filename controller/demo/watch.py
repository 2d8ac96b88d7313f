"""The view of the demonstration, as a process of its own: python -m controller.demo.watch SOCKET.

The console's own view (controller/consoles/terminal.py), which here waits for a table that was killed, and
gives the terminal back when it is asked to end.
"""

import argparse
import io
import signal
import sys
from collections.abc import Sequence
from typing import Final

from controller.consoles.terminal import view

START: Final = 60.0
"""Seconds to wait for the table."""


class Lines(io.TextIOWrapper):
    """Standard output as something that is read line by line, whether or not it is a terminal."""

    def isatty(self) -> bool:
        """No: nothing is to be drawn here."""
        return False


def main(arguments: Sequence[str]) -> int:
    """Show the table until a signal comes; the exit status."""
    parser = argparse.ArgumentParser(prog="controller.demo.watch")
    parser.add_argument("socket")
    parser.add_argument("--plain", action="store_true")
    said = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if not said.plain:
        return view(said.socket, wait=START, reconnect=True)
    out = Lines(sys.stdout.buffer, encoding=sys.stdout.encoding)
    try:
        return view(said.socket, out=out, wait=START, reconnect=True)
    finally:
        out.detach()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
