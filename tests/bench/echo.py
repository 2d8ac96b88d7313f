"""A peer of the latency: a process that reads so many bytes from a serial port and writes so many back.

`python -m tests.bench.echo PTY IN OUT`: blocking reads and writes on the raw port and nothing else, until
the port is gone. What it takes is what two processes and a pty cost on this machine.
"""

import os
import sys
import tty


def main() -> int:
    """Echo until the other side hangs up."""
    descriptor = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor)
    taken, given = int(sys.argv[2]), bytes(int(sys.argv[3]))
    print("ready", flush=True)
    try:
        while True:
            left = taken
            while left:
                left -= len(os.read(descriptor, left)) or _hang_up()
            os.write(descriptor, given)
    except OSError:
        return 0


def _hang_up() -> int:
    raise OSError


if __name__ == "__main__":
    sys.exit(main())
