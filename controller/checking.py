"""Checks one configuration or scenario file: `table-controller check`. Which kind it is, its own first
keys say. Faults are raised as they are when the file is used.
"""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.faults import ConfigFault

if TYPE_CHECKING:
    from controller.installation import Installation, InstalledDevice


def check_file(path: Path) -> str:
    """In words, what the file is, when it is good. Raises ConfigFault or ConfigFaults."""
    if path.suffix in (".yaml", ".yml", ".json"):
        from controller.rehearsal.scenario import load_scenario

        scenario = load_scenario(path)
        return f"a scenario of {scenario.game}, {len(scenario.steps)} steps: good"
    if path.suffix != ".toml":
        raise ConfigFault(
            str(path), f"{path.suffix or 'no ending'} is no kind of file that is checked", _KINDS
        )
    if not _OF_A_TABLE.isdisjoint(_toml(path)):
        from controller.installation import load_installation, load_rules

        installation = load_installation(path)
        load_rules(installation)
        _check_drivers(installation)
        return _table_in_words(installation)
    from controller.submission import load_submission

    rules = load_submission(path)
    day = f"{rules.gaming_day // 60:02}:{rules.gaming_day % 60:02}"
    times = f"cards changed within {rules.card_change} h, gaming day from {day}"
    return f"a Rules Submission for {rules.game}, {times}: good"


def _table_in_words(installation: "Installation") -> str:
    from controller.equipment import kind_in_words

    shuffles = kind_in_words(installation.equipment)
    parts = [f"table {installation.table} of {installation.game}", f"{len(installation.devices)} devices"]
    return ", ".join([*parts, *([shuffles] if shuffles else [])]) + ": good"


def _check_drivers(installation: "Installation") -> None:
    """A driver of another maker has to be installed on the computer where it is to run."""
    from drivers.roles import UnknownRole, find_role

    for device in installation.devices:
        try:
            find_role(device.role, device.driver)
        except UnknownRole as unknown:
            key, what, remedy = _no_driver(device, str(unknown))
            raise ConfigFault(installation.place, what, remedy, key=key) from unknown


def _no_driver(device: "InstalledDevice", unknown: str) -> tuple[str, str, str]:
    """Key, fault and remedy. A file that names no driver has a role that nobody knows."""
    if device.driver != device.role:
        key = f"devices.{device.name}.driver"
        return key, unknown, "install its package, or correct the name"
    from controller.installation import AT_MOST_ONE, ROLES

    what = f"{device.role!r} is no role that an installed package provides"
    return f"devices.{device.name}.role", what, f"write one of {', '.join((*ROLES, *AT_MOST_ONE))}"


_OF_A_TABLE: Final = frozenset(("devices", "equipment", "submission", "journal", "feed"))
"""Keys that only a table's file has."""
_KINDS: Final = "give a table or a submission (.toml), or a scenario (.yaml)"


def _toml(path: Path) -> dict[str, object]:
    """The file's keys, to tell its kind by. Whoever reads it for good says what is wrong with it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}
