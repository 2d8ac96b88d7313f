"""A peer of the latency: a thread or a process that reads so many bytes from a port and writes so many.

`python -m tests.bench.echo PTY IN OUT`: blocking reads and writes on the raw port and nothing else, until
the port is gone. What it takes is what waking twice and a pty cost on this machine.
"""

import errno
import os
import sys
import tty
from typing import NoReturn


def echo(descriptor: int, taken: int, given: int) -> NoReturn:
    """Read `taken` bytes, write `given`, again and again. OSError at the hang-up."""
    answer = bytes(given)
    while True:
        left = taken
        while left:
            came = len(os.read(descriptor, left))
            if not came:
                raise OSError(errno.EIO, "hung up")
            left -= came
        os.write(descriptor, answer)


def main() -> int:
    """Echo until the other side hangs up."""
    descriptor = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor)
    print("ready", flush=True)
    try:
        echo(descriptor, int(sys.argv[2]), int(sys.argv[3]))
    except OSError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
