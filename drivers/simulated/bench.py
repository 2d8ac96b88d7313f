"""A simulated device on a bench: a firmware model served from a thread of this process.

For tests and for the rehearsal. The host's end opens `address` as it would a real port. A simulator
as a process of its own is in `process`.
"""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, TypeVar

from drivers.simulated.endpoint import Endpoint, PtyEndpoint
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Noise
from drivers.simulated.server import SimulatorServer

T = TypeVar("T")

_PATIENCE: Final = 10.0


class ThreadedSimulator:
    """Serves `firmware` from its own thread until `close`; use it in a `with`.

    endpoint: where the host finds it, a pseudo-terminal of its own where none is given. monotonic: the
    board's seconds.
    """

    def __init__(
        self,
        firmware: Firmware,
        endpoint: Endpoint | None = None,
        *,
        to_device: Noise | None = None,
        to_host: Noise | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._server = SimulatorServer(
            firmware, endpoint or PtyEndpoint(), to_device=to_device, to_host=to_host, monotonic=monotonic
        )
        self._error: BaseException | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name=f"simulated {firmware.role}", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The path of the pty, or "host:port"; "" while unplugged."""
        return self._server.endpoint.address

    def do(self, action: Callable[[float], T]) -> T:
        """Run `action(now)` under the serving thread, `do(shoe.draw)` for one; its result or error."""
        return self._server.do(action)

    def unplug(self) -> None:
        """Pull the cable; the host sees a hang-up."""
        self.do(lambda _: self._server.unplug())

    def replug(self, name: str | None = None) -> str:
        """Plug in again, under the same name or another; returns the address."""
        return self.do(lambda _: self._server.replug(name))

    def close(self) -> None:
        """Stop; no thread and no descriptor is left. Raises what ended the model before its time."""
        if self._closed:
            return
        self._closed = True
        self._server.stop()
        self._thread.join(_PATIENCE)
        self._server.close()
        if self._error is not None:
            raise self._error

    def __enter__(self) -> "ThreadedSimulator":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _serve(self) -> None:
        try:
            self._server.run()
        except BaseException as error:
            self._error = error
