"""The command that commissions a table: what is shown, what is asked, what is written.

The steps themselves are in controller/commissioning/procedure.py. Whatever a person is asked can be said as
an option, so that a script can do it; a script that leaves a question open is told so.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from controller.commissioning.procedure import Met, Person
    from controller.commissioning.record import DeviceRecord, Record
    from controller.installation import Installation, InstalledDevice

_MOST_WORDS = 120


def commission(
    installation: Annotated[Path, typer.Argument(help="the table, as config/tables/*.toml")],
    check: Annotated[
        bool, typer.Option("--check", help="compare the record with what is plugged in, and write nothing")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="one device of the file; may be repeated. The others stay")
    ] = None,
    by: Annotated[str, typer.Option(help="the name of whoever commissions")] = "",
    capacity: Annotated[str, typer.Option(help="this person's certificate, licence or role")] = "",
    seal: Annotated[
        list[str] | None, typer.Option(help="device=NUMBER of its physical seals; may be repeated")
    ] = None,
    remark: Annotated[str, typer.Option(help="kept in the record")] = "",
    new_key: Annotated[
        list[str] | None,
        typer.Option(help="a device that makes another key, its service switch pressed; may be repeated"),
    ] = None,
    accept_firmware: Annotated[
        bool, typer.Option("--accept-firmware", help="accept firmware that is on no list of the table's file")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="write the record without asking once more")] = False,
    run_dir: Annotated[Path | None, typer.Option(help="where {run} in the file's paths points to")] = None,
    seconds: Annotated[float, typer.Option(help="how long to wait for each device")] = 5.0,
    switch_seconds: Annotated[
        float, typer.Option(help="with --new-key: how long to wait for the service switch")
    ] = 120.0,
) -> int:
    """Bind the devices to a table.

    Each is greeted, shown, and, where the file says that it is `signed`, makes a key inside and proves itself
    with it. What is met is written into the record that the file names, signed with the table's key; from the
    next start on nothing else is taken. The table must not be running.

    Exit status 1 where a device cannot be commissioned, or with --check differs; nothing is written then.

    \b
    Example: table-controller commission config/tables/free-bet-1.toml --by "R. Roe" --capacity technician
             table-controller commission config/tables/free-bet-1.toml --check
    """
    from controller.installation import load_installation

    table = load_installation(installation, run_dir)
    chosen = _chosen(table, only or [], "--only")
    if check:
        return _check(table, chosen, seconds)
    anew = {device.name for device in _chosen(table, new_key or [], "--new-key")} if new_key else set()
    said = _pairs(table, seal or [])
    _check_met(chosen, {"--new-key": anew, "--seal": said})
    patience = (seconds, switch_seconds)
    return _commission(table, chosen, anew, (by, capacity, remark), said, accept_firmware, yes, patience)


def _chosen(table: "Installation", names: Sequence[str], option: str) -> "list[InstalledDevice]":
    """The devices of these names; all where none is said."""
    known = {device.name: device for device in table.devices}
    for name in names:
        if name not in known:
            raise typer.BadParameter(
                f"{name!r} is no device of this table; it has {', '.join(known)}", param_hint=option
            )
    return [device for device in table.devices if device.name in (names or known)]


def _pairs(table: "Installation", said: Sequence[str]) -> dict[str, str]:
    """What --seal said, by device."""
    found: dict[str, str] = {}
    for text in said:
        name, equals, number = text.partition("=")
        if not equals or not number.strip():
            raise typer.BadParameter(f"{text!r}; write device=NUMBER", param_hint="--seal")
        _chosen(table, [name], "--seal")
        found[name] = _words(number, "--seal")
    return found


def _check_met(chosen: "Sequence[InstalledDevice]", said: Mapping[str, Iterable[str]]) -> None:
    """What is said of a device that is not met, or of a key where none is made, would be lost. said: names
    of devices, by option."""
    trusts = {device.name: device.trust for device in chosen}
    for option, names in said.items():
        for name in names:
            if name not in trusts:
                what = f"{name} is not commissioned now: add --only {name}, or leave it out here"
                raise typer.BadParameter(what, param_hint=option)
            if option == "--new-key" and trusts[name] != "signed":
                what = (
                    f'{name} makes no key: the table\'s file has trust = "{trusts[name]}", and not "signed"'
                )
                raise typer.BadParameter(what, param_hint=option)


def _words(text: str, option: str) -> str:
    """A line as it may stand in the record."""
    line = text.strip()
    if not line.isprintable() or len(line) > _MOST_WORDS:
        raise typer.BadParameter(
            f"{text!r}; write one line of at most {_MOST_WORDS} characters", param_hint=option
        )
    return line


# ---- comparing --------------------------------------------------------------------------------------


def _check(table: "Installation", chosen: "Sequence[InstalledDevice]", seconds: float) -> int:
    from controller.commissioning import key_of
    from controller.commissioning.procedure import differences

    wrong = 0
    for device, answer, difference in differences(table, key_of(table), chosen, seconds):
        wrong += bool(difference)
        who = answer.ready.identity if answer.ready is not None else None
        how = "held to nothing" if device.trust == "unauthenticated" else "as commissioned"
        good = f"{who.vendor} {who.model} {who.serial}, {how}" if who is not None else ""
        typer.echo(f"{device.name} ({device.trust}): {f'DIFFERS: {difference}' if difference else good}")
    return 1 if wrong else 0


# ---- commissioning ----------------------------------------------------------------------------------


def _commission(
    table: "Installation",
    chosen: "Sequence[InstalledDevice]",
    new_key: set[str],
    person: tuple[str, str, str],
    seals: dict[str, str],
    accept_firmware: bool,
    yes: bool,
    patience: tuple[float, float],
) -> int:
    from controller.commissioning import key_of
    from controller.commissioning.procedure import one_key_twice, record_of, record_path
    from controller.commissioning.record import write_record

    key, path = key_of(table), record_path(table)
    before = _before(table, whole=len(chosen) == len(table.devices))
    met = []
    for device in chosen:
        known = before.find(device.name) if before is not None else None
        met.append(_meet(device, known, device.name in new_key, patience))
        _show(met[-1])
    twice = one_key_twice(table, before, met)
    if any(one.wrong for one in met):
        typer.echo("Nothing is written: commission when every device that was named is there and will do.")
        return 1
    if twice:
        typer.echo(f"Nothing is written: {twice}.")
        return 1
    if not _accepted(met, accept_firmware, yes):
        typer.echo(
            "Nothing is written: the firmware was not accepted. List its digests in the table's file, or say "
            "--accept-firmware."
        )
        return 1
    who = _person(person, seals, met, yes)
    if not yes and not _asked("--yes", f"Write {path}?"):
        typer.echo("Nothing is written.")
        return 1
    record = record_of(table, before, met, who)
    kept = write_record(path, record, key)
    typer.echo(f"{path}: number {record.number}, SHA-256 {record.digest}, signed by {key.fingerprint}.")
    if kept is not None:
        typer.echo(f"The one before is {kept}.")
    typer.echo("It counts from the table's next start. Note its SHA-256 where the table cannot reach.")
    return 0


def _meet(
    device: "InstalledDevice", known: "DeviceRecord | None", new_key: bool, patience: tuple[float, float]
) -> "Met":
    """patience: seconds, for the device and for a hand at its service switch."""
    from controller.commissioning.procedure import Waiting, meet

    seconds, for_switch = patience
    words = f"{device.name}: press its service switch, inside the machine; it is waited for, {for_switch:g} s"
    return meet(device, known, new_key, seconds, Waiting(for_switch, lambda: typer.echo(words)))


def _before(table: "Installation", whole: bool) -> "Record | None":
    """The record that there is. One that cannot be used stands in nobody's way who commissions everything:
    where the key is lost no start would make another one, for it needs the record."""
    from controller.commissioning import key_of
    from controller.commissioning.procedure import earlier
    from controller.faults import ConfigFault
    from controller.journal import KeyUnusable

    try:
        return earlier(table, key_of(table))
    except (ConfigFault, KeyUnusable) as fault:
        if not whole:
            raise
        typer.echo(f"The record that is there cannot be used, and is replaced as a whole: {fault}", err=True)
        return None


def _show(met: "Met") -> None:
    from controller.connected import in_trust, lines_of

    device = met.device
    typer.echo(f"{device.name} ({device.role}) at {device.binding}")
    lines = [*lines_of(met.answer, met.wrong if met.answer.ready is not None else ""), in_trust(device.trust)]
    if met.key:
        lines.append(f"it has proved itself with the key {met.key.hex()}")
    if met.changes:
        lines.append(f"CHANGED since it was commissioned: it {met.changes}")
    for line in lines:
        typer.echo(f"  {line}")


def _accepted(met: "Sequence[Met]", accept_firmware: bool, yes: bool) -> bool:
    """Whether a person accepts each firmware that the table's file has no list for."""
    for one in met:
        if not one.unlisted or accept_firmware:
            continue
        question = f"{one.device.name}: accept the firmware above? The table's file lists none"
        if yes or not _asked("--accept-firmware", question):
            return False
    return True


def _person(said: tuple[str, str, str], seals: dict[str, str], met: "Sequence[Met]", yes: bool) -> "Person":
    from controller.commissioning.procedure import Person

    by, capacity, remark = said
    by = _words(by or _answer("--by", "Your name"), "--by")
    capacity = _words(capacity or _answer("--capacity", "Your certificate, licence or role"), "--capacity")
    found = dict(seals)
    for one in met:
        name = one.device.name
        if name not in found and not yes:
            found[name] = _words(_answer("--seal", f"Numbers of the seals on {name}, none:", ""), "--seal")
    if not remark and not yes:
        remark = _answer("--remark", "Remark, none:", "")
    return Person(by, capacity, found, _words(remark, "--remark"))


def _at_terminal() -> bool:
    return sys.stdin.isatty()


def _answer(option: str, question: str, default: str | None = None) -> str:
    """What the person at the terminal writes; without one the option has to say it."""
    if not _at_terminal():
        raise typer.BadParameter(f"nobody is there to ask ({question}): write {option}", param_hint=option)
    answer: str = typer.prompt(question, default=default, show_default=False)
    return answer


def _asked(option: str, question: str) -> bool:
    """Whether the person at the terminal says yes."""
    if not _at_terminal():
        raise typer.BadParameter(f"nobody is there to ask ({question}): write {option}", param_hint=option)
    return typer.confirm(question)
