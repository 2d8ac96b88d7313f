"""The Unix-domain socket over which a simulator process is told what its hands do.

Lines in, lines out, served by the simulator's own loop. What the lines say is in `control`.
"""

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

_LONGEST: Final = 65536


class ControlSocket:
    """Listens at `path` and answers each line with `answer`. OSError when another one listens there."""

    def __init__(self, path: str, answer: Callable[[bytes], bytes]) -> None:
        self._path = Path(path)
        self._answer = answer
        self._peers: dict[int, tuple[socket.socket, bytearray]] = {}
        _remove_stale(self._path)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._listener.bind(path)
            self._listener.listen()
            self._listener.setblocking(False)
        except BaseException:
            self._listener.close()
            raise

    def fds(self) -> list[int]:
        """What the loop waits on."""
        return [self._listener.fileno(), *self._peers]

    def ready(self, fd: int) -> None:
        """Take a new peer, or what one of them says."""
        if fd == self._listener.fileno():
            with contextlib.suppress(OSError):
                peer, _ = self._listener.accept()
                # An answer is short; a peer that reads none for a second is let go.
                peer.settimeout(1.0)
                self._peers[peer.fileno()] = (peer, bytearray())
            return
        peer, buffer = self._peers[fd]
        try:
            data = peer.recv(4096)
            buffer += data
            self._answer_lines(peer, buffer)
        except OSError:
            data = b""
        if not data or len(buffer) > _LONGEST:
            del self._peers[fd]
            peer.close()

    def _answer_lines(self, peer: socket.socket, buffer: bytearray) -> None:
        while (end := buffer.find(b"\n")) >= 0:
            line = bytes(buffer[:end])
            del buffer[: end + 1]
            if line.strip():
                peer.sendall(self._answer(line))

    def close(self) -> None:
        """Stop listening, let all peers go, remove the path."""
        for peer, _ in self._peers.values():
            peer.close()
        self._peers.clear()
        self._listener.close()
        self._path.unlink(missing_ok=True)


def _remove_stale(path: Path) -> None:
    """Remove a socket that nobody listens on any more; one that is in use is left, and bind says so."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
