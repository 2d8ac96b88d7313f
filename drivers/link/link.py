"""The contract of a link. No implementation lives here."""

from typing import Protocol


class Link(Protocol):
    """An open port. One thread reads, one (or the same) writes, any may close.

    Whatever goes wrong with the port is LinkLost, raised once or more by read and write and by nothing
    else; after it the link is of no use and wants closing.
    """

    @property
    def name(self) -> str:
        """The port's name, for a person."""

    def fileno(self) -> int:
        """What to wait on for reading with a selector, while it is open."""

    def read(self, timeout: float = 0.0) -> bytes:
        """What has come, at most 4096 bytes; b"" when nothing came within `timeout` seconds. LinkLost."""

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """How many bytes of `data` the port took within `timeout` seconds, 0 to all. LinkLost."""

    def close(self) -> None:
        """Close it. May be called again, and while another thread reads; never raises."""
