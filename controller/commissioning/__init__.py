"""Commissioning: a person binds the devices of a table to it, and the table holds them to that from then on.

record.py has the record, on disk and signed; vetting.py what a start makes of it; procedure.py what a person
goes through. What a proof is lives in drivers (drivers/proof.py), what the table says of trust in
controller/table.
"""

from controller.commissioning.record import DeviceRecord, Record, read_record, write_record
from controller.commissioning.vetting import Vetting, check_follows, key_of, vetting_of

__all__ = [
    "DeviceRecord",
    "Record",
    "Vetting",
    "check_follows",
    "key_of",
    "read_record",
    "vetting_of",
    "write_record",
]
