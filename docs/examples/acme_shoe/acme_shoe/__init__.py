"""The driver of Acme's RS-7 reading shoe, which prints ASCII lines and does not speak the table link.

What lives here: the role that the entry point leads to. The lines are in lines.py, the conversation in
talk.py, what of them a recording may have in mask.py, what the shoe says in PROTOCOL.md.
"""

from typing import Final

from acme_shoe.mask import LineMask
from acme_shoe.talk import AcmeTalk
from drivers.roles import Role

__all__ = ["ROLE"]

ROLE: Final = Role(name="shoe", converse=AcmeTalk, mask=LineMask)
