"""Which faces a shoe may tell: the driver's own memory of what was permitted and disclosed.

A face that was not asked for is dropped here, before anything could journal, log or show it; what
goes on says SEALED, and a fault "violation" goes with it. What does not live here: what a table does
about it.
"""

from drivers.cards import SEALED, is_known
from drivers.messages import (
    DOWN,
    UP,
    CardDrawn,
    DeviceReport,
    Disclose,
    Disclosed,
    Dispense,
    DoubleFeed,
    FaultRaised,
    Order,
    Permit,
    ShoeState,
    State,
)

VIOLATION = "violation"


class FaceWatch:
    """The faces and disclosures that were ordered since the shoe's boot."""

    def __init__(self) -> None:
        self._up: set[int] = set()
        self._no_more: set[int] = set()
        self._disclosures: set[int] = set()
        self._last_draw = 0
        self._left_before = 0
        self._last_told = 0

    def ordered(self, order: Order) -> None:
        """Remember the faces of a permission or a stack (the last one that names a draw counts), or a
        disclosure. A stack names all its draws: those without a letter are sealed."""
        if isinstance(order, Permit):
            self._named(order.up_to, order.faces)
        elif isinstance(order, Dispense):
            self._named(order.up_to, order.faces.rjust(order.count, DOWN))
        elif isinstance(order, Disclose):
            self._disclosures.add(order.draw)

    def _named(self, up_to: int, faces: str) -> None:
        for draw, face in enumerate(faces, up_to - len(faces) + 1):
            if face == UP:
                self._up.add(draw)
            elif draw in self._up:
                self._up.discard(draw)
                self._no_more.add(draw)

    def began(self, state: State, inherited: bool) -> None:
        """Take the last draw from the shoe's own word. A card that left under an earlier process, and is
        still being read, may show its face when it comes."""
        if isinstance(state, ShoeState):
            self._last_draw = max(self._last_draw, state.last_draw)
            if inherited:
                self._left_before = state.last_draw

    def heard(self, report: DeviceReport, inherited: bool) -> tuple[DeviceReport, str]:
        """The report without a face that may not be told, and what was wrong."""
        if isinstance(report, CardDrawn):
            self._last_draw = max(self._last_draw, report.draw)
            inherited = inherited or self._last_told < report.draw <= self._left_before
            self._last_told = max(self._last_told, report.draw)
            return self._drawn(report, inherited)
        if isinstance(report, DoubleFeed):
            self._last_draw = max(self._last_draw, report.draw)
        elif isinstance(report, Disclosed):
            return self._disclosed(report, inherited)
        return report, ""

    def _drawn(self, report: CardDrawn, inherited: bool) -> tuple[DeviceReport, str]:
        if not is_known(report.card) or report.face_up:
            return report, ""
        in_error = report.locked or report.beyond
        if not in_error and (inherited or report.draw in self._up):
            return report, ""
        kept = CardDrawn(report.draw, SEALED, False, report.locked, report.beyond, report.side)
        if not in_error and report.draw in self._no_more:
            return (
                kept,
                "",
            )  # it left before the shoe had heard that it goes face down: no wrong of the shoe's
        return kept, f"face of draw {report.draw}"

    def _disclosed(self, report: Disclosed, inherited: bool) -> tuple[DeviceReport, str]:
        asked = inherited or report.draw in self._disclosures
        if asked and report.draw <= self._last_draw:
            return report, ""
        # There is nothing to pass on but that it happened.
        return FaultRaised(VIOLATION, f"disclosure of draw {report.draw}"), ""
