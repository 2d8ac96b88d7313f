"""Reading the text of a configuration or scenario file, with a clear fault where that fails."""

from pathlib import Path
from typing import Final

from controller.faults import ConfigFault, ConfigFaults

MOST_BYTES: Final = 1 << 20


def read_text(path: Path) -> str:
    """The text of a configuration file, UTF-8. ConfigFaults where it cannot be read as that."""
    place = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _one(place, f"cannot be read: {why}", "name a file that is there") from error
    if len(data) > MOST_BYTES:
        raise _one(place, f"is larger than {MOST_BYTES // 1024} KiB", "split it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _one(place, f"line {line}: is not UTF-8", "save the file as UTF-8") from error


def _one(place: str, what: str, remedy: str) -> ConfigFaults:
    return ConfigFaults((ConfigFault(place, what, remedy),))
