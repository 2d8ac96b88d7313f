"""The shoe, seen from the host: manual or automated, with or without a gate.

Its rows are in rows.py, its memory of which faces may be told in watch.py.
"""

from drivers.shoe.rows import ROLE

__all__ = ["ROLE"]
