"""What bars a round before its first card, whatever the game: devices, cards, inspections, confirmations.

The wagers themselves are the game's to check. What falls due inside a round never bars that round.
"""

from controller.regulation.marks import clause
from controller.table import supply as sp
from controller.table.commands import Refused
from controller.table.state import CLOSED_WORD, Table


@clause(
    "topic:reshuffle",
    "topic:reader-inspection",
    "topic:posted-odds",
    "topic:card-change",
    "topic:device-lost",
    "topic:shuffler-out-of-order",
)
def check_ready(table: Table) -> None:
    """Refused where no round may begin: says what is to be done first."""
    standing = table.standing
    if standing.shoe_empty:
        raise Refused("the shoe is empty: the cards have to be shuffled first", "topic:reshuffle")
    if not standing.supply.confirmed:
        words = "the floorperson has not confirmed layout, posted odds and discard rack"
        raise Refused(words, "topic:posted-odds")
    if standing.supply.shoe_out:
        raise Refused(shoe_out_words(table), "topic:shuffler-out-of-order")
    _check_devices(table)
    if not standing.reader_inspected and any(one.role == "card_reader" for one in standing.devices):
        raise Refused("the floorperson has not inspected the card reader today", "topic:reader-inspection")
    if sp.is_change_due(table):
        words = f"the cards have been in use for {sp.hours_in_use(table)} hours: they are changed first"
        raise Refused(words, "topic:card-change")


def shoe_out_words(table: Table) -> str:
    """What is to be done about an automated shoe that is out of order."""
    how = "covered" if table.standing.supply.shoe_out == "covered" else "under a sign"
    return (
        f"the automated shoe is out of order, and {how}: return it to service, or close the table and "
        "open it with other equipment"
    )


@clause("topic:reader-inspection", "topic:card-change")
def fell_due(table: Table) -> bool:
    """Whether a new gaming day, or the time of the cards, came after the wagers were closed and before the
    positions had confirmed it: no card was dealt yet, so it bars this round already."""
    standing = table.standing
    inspected = standing.reader_inspected or all(one.role != "card_reader" for one in standing.devices)
    return table.positions == CLOSED_WORD and (not inspected or sp.is_change_due(table))


def _check_devices(table: Table) -> None:
    """Every device that a round needs. A shuffler is not one of them, as long as it keeps one batch."""
    for device in table.standing.devices:
        if device.role == "shuffler" or sp.is_idle_shoe(table, device):
            continue
        if not device.ready:
            raise Refused(f"{device.name} is not connected", "topic:device-lost")
        if device.faults:
            cited = "topic:reader-malfunction" if device.role == "card_reader" else "topic:jam"
            raise Refused(f"{device.name} reports {', '.join(device.faults)}", cited)
