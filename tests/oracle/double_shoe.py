"""Blackjack from a double shoe (633a.7(d), (e)(2), (e)(3)) as a reader of the regulation would play it on
paper.

What lives here: the determinant card, from which side each card comes, which side is shuffled when;
everything else is the paper table of blackjack.py. A round that is dealt from the wrong side does not live
here.
"""

from typing import Any

from tests.oracle import blackjack
from tests.oracle.blackjack import BlackjackOnPaper
from tests.oracle.paper import Refused, refuse_if

OTHER = {"left": "right", "right": "left"}


class DoubleShoeOnPaper(BlackjackOnPaper):
    """The table through one session. stacks: the cards of each side. red: the side for which hearts and
    diamonds stand. first_from: from where the determinant cards are drawn. covers: the sides whose cover card
    came."""

    def __init__(self, rules: dict[str, Any], stacks: dict[str, Any], red: str) -> None:
        super().__init__(rules, stacks["left"])
        self.stacks = stacks
        self.red = red
        self.first_from = "left"
        self.covers: set[str] = set()
        self.undetermined = False
        self.fresh = False  # 633a.7(d): no card is burned

    def draw(self, whom: str, box: int = 0) -> str:
        if whom == "first" and self.undetermined:
            self.undetermined = False
            card = self.draw_from(self.first_from, whom, box)
            self.dealt_from = self.red if card[1] in "HD" else OTHER[self.red]
            if self.dealt_from == self.first_from:
                return card  # 633a.7(d)(2): the player's first card
            self.removed.append(card)
        return self.draw_from(self.dealt_from, whom, box)

    def draw_from(self, side: str, whom: str, box: int) -> str:
        self.shoe, self.cover_came = self.stacks[side], False
        card = super().draw(whom, box)
        self.covers |= {side} if self.cover_came else set()
        self.cover_came = bool(self.covers)
        return card

    def deal(self) -> None:
        self.undetermined = True
        super().deal()

    def shuffle(self, shoe: Any) -> None:
        """633a.5(f), 633a.7(e)(3): the sides that are due, or those that the floorperson names."""
        refuse_if(self.open, "a round is being played")
        refuse_if(bool(self.covers) and not set(shoe) <= self.covers, "that side is not shuffled now")
        self.stacks.update(shoe)
        self.covers.clear()
        self.cover_came = False


def apply(table: DoubleShoeOnPaper, step: Any) -> None:
    """One step of the script; Refused where the table does not accept it."""
    if isinstance(step, dict) and "determinant" in step:
        table.first_from = step["determinant"]
    elif isinstance(step, dict) and "shuffle" in step:
        said = step["shuffle"]
        table.shuffle(
            {side: cards.split() if isinstance(cards, str) else cards for side, cards in said.items()}
        )
    else:
        blackjack.apply(table, step)


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row."""
    stacks = {side: cards.split() for side, cards in scenario["cards"].items()}
    red = scenario["equipment"].get("red_suits", "left")
    table = DoubleShoeOnPaper(scenario.get("rules") or {}, stacks, red)
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        try:
            apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {"format": 1, "game": scenario["game"], "rounds": table.rounds, "refusals": refusals}
