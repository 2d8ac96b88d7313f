"""The shoe, seen from the host: drawn by hand or dispensing stacks, with or without a gate.

Its rows are in rows.py, its memory of which faces may be told in watch.py.
"""

from drivers.shoe.rows import ROLE

__all__ = ["ROLE"]
