"""What a shoe is permitted: up to which draw, with which faces, and whether that still stands."""

from drivers.simulated.shoe_codes import BEYOND, WHILE_LOCKED


class Permission:
    """At first nothing is permitted.

    locked: no card may leave now. up_to: the last draw that the latest order permitted. A permission
    that was used up is locked and yet stands: a card that leaves then is beyond it. One that was
    ended (by lock, by an irregular card, by silence) stands no longer.
    """

    def __init__(self) -> None:
        self.locked = True
        self.up_to = 0
        self._stands = False
        self._faces = ""

    def grant(self, up_to: int, faces: str, last: int) -> None:
        """Permit draws up to `up_to`; `last` is the last that left. The last letter is for `up_to`."""
        self.up_to, self._faces = up_to, faces
        self.locked = up_to <= last
        self._stands = True

    def end(self) -> None:
        """Nothing is permitted from now on."""
        self.locked = True
        self._stands = False

    def used(self, draw: int) -> None:
        """`draw` has left in good order; with the last one the shoe is locked again."""
        self.locked = self.locked or draw >= self.up_to

    def is_up(self, draw: int) -> bool:
        """Whether `draw`, leaving now, is to be told at once."""
        index = len(self._faces) - 1 - (self.up_to - draw)
        return not self.locked and 0 <= index < len(self._faces) and self._faces[index] == "u"

    def flags(self, draw: int) -> int:
        """The flags of `draw`, leaving now, that speak of permission."""
        if not self.locked:
            return 0
        return WHILE_LOCKED | (BEYOND if self._stands and draw > self.up_to else 0)
