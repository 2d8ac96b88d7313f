"""Where the feed listens: a Unix socket that only this user may open, and the ways in which a path can fail.

What is said over it is feed.py's affair.
"""

import contextlib
import errno
import os
import socket
import stat
from pathlib import Path
from typing import Final

LONGEST_PATH: Final = 107
"""Bytes of a Unix socket's path, without its closing zero; Linux has no more room."""


class FeedError(Exception):
    """The feed cannot be opened; the message names the path, the cause and the remedy."""


def listen(path: Path, backlog: int) -> socket.socket:
    """A listening socket that only this user may open. A socket that nobody serves any more is replaced.
    Raises FeedError."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise FeedError(f"{path}: a socket's path has at most {LONGEST_PATH} bytes; choose a shorter one")
    _clear_way(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(os.fspath(path))
        os.chmod(path, 0o600)  # before listen: until then nobody can connect
        listener.listen(backlog)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        remedy = {errno.ENOENT: "make the folder first", errno.EACCES: "choose a folder you may write to"}
        more = remedy.get(error.errno or 0, "choose another path")
        raise FeedError(f"{path}: {error.strerror}; {more}") from None
    return listener


def _clear_way(path: Path) -> None:
    try:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            raise FeedError(f"{path}: there is something that is no socket; move it or choose another path")
    except OSError:
        return  # nothing there; what else may be wrong, bind will say
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except ConnectionRefusedError:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
            return
        except OSError as error:
            raise FeedError(f"{path}: {error.strerror}; choose another path") from None
    raise FeedError(f"{path}: another table is serving this path; stop it or choose another path")
