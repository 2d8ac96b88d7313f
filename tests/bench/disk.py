"""Where the benches write: a folder on a disk, removed afterwards. Measures nothing."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

_IN_MEMORY = frozenset(("tmpfs", "ramfs"))


@contextlib.contextmanager
def bench_folder(parent: Path | None = None) -> Iterator[Path]:
    """A new folder in `parent`, or else where temporary files go; removed with all that is in it."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=parent) as name:
        yield Path(name)


def file_system(path: Path) -> str:
    """The type of the file system that `path` lies on, "unknown" where the system does not tell."""
    try:
        mounts = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return "unknown"
    real, best = path.resolve(), ("", "unknown")
    for _, place, kind, *_ in (line.split() for line in mounts):
        if real.is_relative_to(place) and len(place) >= len(best[0]):
            best = (place, kind)
    return best[1]


def is_in_memory(path: Path) -> bool:
    """True where what is flushed reaches no disk, so that durable figures say nothing."""
    return file_system(path) in _IN_MEMORY
