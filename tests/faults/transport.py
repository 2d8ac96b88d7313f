"""A: ports. Bytes that are lost, readers that spin or hang, ports that come back, ports that others have."""

from typing import Any

import pytest

from drivers.link import DescriptorLink
from tests.faults.table import fault

LINKS = "tests/drivers/test_links.py"


@fault("A1-readable-for-ever", f"{LINKS}::test_a_port_that_is_readable_for_ever_and_gives_nothing_is_lost")
def _empty_reads(patch: pytest.MonkeyPatch) -> None:
    """A port that is gone is readable for ever and gives nothing: the reader spins, and nobody is told."""

    def read(self: Any, timeout: float = 0.0) -> bytes:
        self._empty_reads = 0
        return whole(self, timeout)

    whole = DescriptorLink.read
    patch.setattr(DescriptorLink, "read", read)
