"""The view of the demonstration, as a process of its own: python -m controller.demo.watch SOCKET.

The console's own view (controller/consoles/terminal.py), which here waits for a table that was killed, and
gives the terminal back when it is asked to end.
"""

import argparse
import signal
import sys
from collections.abc import Sequence

from controller.consoles.terminal import view

START = 60.0
"""Seconds to wait for the table."""


def main(arguments: Sequence[str]) -> int:
    """Show the table until a signal comes; the exit status."""
    parser = argparse.ArgumentParser(prog="controller.demo.watch")
    parser.add_argument("socket")
    parser.add_argument("--plain", action="store_true")
    said = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return view(said.socket, wait=START, reconnect=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
