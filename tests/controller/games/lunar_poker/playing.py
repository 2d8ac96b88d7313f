"""A table of Lunar Poker (671a) for tests of its rules, and what tests say of its hands and rows.

Hands are written as what each box and the dealer hold at the end of the deal, in the order of their cards,
and laid out as they are dealt: one card at a time. Box 1 is the dealer's far left. Money is cents.
"""

from typing import Any, ClassVar

from controller.games import find_game
from controller.games.game import Game
from controller.table import commands as c
from controller.table import events as ev
from controller.table.ruling import Ruling
from controller.table.state import Rules
from drivers.cards import DECK
from tests.controller.games.lunar_poker.odds import paytable
from tests.support import Play, Row

GAME = find_game("lunar-poker")
ANTE = 1000
NOTHING = "2C 4D 6H 8S TC"
"""Five cards that are nothing, and win no Super Wager."""
ACE_KING = "AS KH 9D 7C 4S"
"""An ace-king: a dealer with it qualifies."""
BELOW = "QS JH 9D 7C 4S"
"""A dealer with it does not qualify."""


def deal(*hands: str, rest: str = "") -> str:
    """A whole deck: the cards of these hands, the dealer's last, as they leave the shoe, then `rest`, then
    the others of the 52 cards."""
    split = [hand.split() for hand in hands]
    assert {len(hand) for hand in split} == {5}
    marks = [*(mark for turn in zip(*split, strict=True) for mark in turn), *rest.split()]
    known = {mark[:2] for mark in marks}
    assert len(known) == len(marks), "a card is there twice"
    return " ".join((*marks, *sorted(set(DECK) - known)))


class LunarPoker(Play):
    """A table at play: five boxes, one deck, a manual shoe, no card reader. Keyword arguments are the
    submission's; edition: of the odds; instant: the paytable of the instant payout."""

    game: ClassVar[Game] = GAME
    roles: ClassVar[tuple[tuple[str, str], ...]] = (("shoe", "shoe"), ("wagers", "wager_positions"))

    def rules(self, push_22: str, **chosen: Any) -> Rules:
        edition, letter = chosen.pop("edition", "2015"), chosen.pop("instant", "A")
        fixed = tuple(paytable(wager, edition=edition) for wager in ("super", "ante", "bet"))
        given: dict[str, Any] = {
            "game": GAME.name,
            "minimum": 500,
            "maximum": 100_000,
            "smallest_chip": 50,
            "boxes": 5,
            "boxes_per_player": 1,
            "settlement": "collect_then_pay",
            "decks": 1,
            "even_money": False,
            "card_change": 8,
            "held_change": 4,
            "paytables": (*fixed, paytable("instant", letter, edition)),
            "cut_by": "dealer",
            "super_on_others": True,
            "count_after": 5,
            "kept_unspread": False,
            **chosen,
        }
        return Rules(**given)

    def stake(self, box: int, ante: int = ANTE, own: int = 0, **others: int) -> Ruling:
        """An Ante Wager and a Super Wager, as high where nothing else is said; `others` by their names."""
        return self.place(box, ("ante", ante), ("super", own or ante), *others.items())

    def declare(self, box: int, instant: bool = False) -> Ruling:
        return self.ask(c.DeclareHand(box, instant))

    def decide(self, box: int, verb: str, *places: int) -> Ruling:
        """A decision alone, its chips still to come."""
        return self.ask(c.Decide(box, verb, cards=places))

    def act(self, box: int, verb: str, *places: int) -> Ruling:
        """A decision and its chips. The ruling is the decision's."""
        ruling = self.decide(box, verb, *places)
        asked = self.table.asked
        if ruling.refused is None and asked is not None:
            wager = "bet" if verb == "bet" else "options"
            assert self.place(box, (wager, asked.chips)).refused is None
        return ruling

    def lock(self) -> Ruling:
        """All decisions are locked in; what is listed is settled, and the options are begun."""
        ruling = self.ask(c.LockDecisions())
        self.run()
        return ruling

    def again(self, box: int, verb: str) -> Ruling:
        """A second decision, its chips where it needs some, and what follows."""
        ruling = self.act(box, verb)
        self.run()
        return ruling

    def finish(self) -> "LunarPoker":
        """Everybody bets, to the end of the round."""
        for _ in range(60):
            self.run()
            kind = self.prompt()
            if kind == "decide":
                assert self.act(self.game.prompts(self.table)[0].box, "bet").refused is None
            elif kind == "lock_decisions":
                assert self.ask(c.LockDecisions()).refused is None
            elif kind == "chips":
                self.ask(c.WithdrawDecision())
            else:
                return self
        raise AssertionError(f"the round does not end: {self.table.phase}")

    def cards(self, box: int) -> tuple[str, ...]:
        """What the Table knows of the cards of that box, 0 for the dealer's."""
        hands = (self.table.dealer, *self.table.hands)
        return next(hand.cards for hand in hands if hand.box == box)

    def status(self, box: int) -> str:
        return next(hand.status for hand in self.table.hands if hand.box == box)

    def dealt_to(self, at: int) -> list[int]:
        """The draws that went to the hand in that place, -1 for the dealer's, whatever became of them."""
        return [event.draw for event in self.events(ev.CardDealt) if event.to == at]


def staked(cards: str, *antes: int, **chosen: Any) -> LunarPoker:
    """Boxes 1, 2, … have these Antes (0 for none) and Super Wagers as high; wagers are still open."""
    table = LunarPoker(cards, **chosen)
    for box, ante in enumerate(antes or (ANTE,), 1):
        if ante:
            assert table.stake(box, ante).refused is None
    return table


def dealt(*hands: str, rest: str = "", antes: tuple[int, ...] = (), **chosen: Any) -> LunarPoker:
    """The deal is over: boxes 1, 2, … hold these hands, the dealer the last one; `rest` follows,
    then what is left of the deck."""
    table = staked(deal(*hands, rest=rest), *(antes or (ANTE,) * (len(hands) - 1)), **chosen)
    table.deal()
    assert table.table.phase == "PlayerDecisions"
    return table


def row(box: int, wager: str, outcome: str, paid: int, returned: int, collected: int) -> Row:
    """A settled stack."""
    return (box, 1, wager, outcome, paid, returned, collected)


def lost(box: int, wager: str, stake: int = ANTE) -> Row:
    return row(box, wager, "lose", 0, 0, stake)


def back(box: int, wager: str, stake: int = ANTE, outcome: str = "push") -> Row:
    return row(box, wager, outcome, 0, stake, 0)


def won(box: int, wager: str, paid: int, stake: int = ANTE) -> Row:
    return row(box, wager, "win", paid, stake, 0)


def refused(ruling: Ruling, cited: str, words: str = "") -> None:
    """It was refused, by that clause or topic, in these words among others."""
    assert ruling.refused is not None, "it was accepted"
    assert ruling.refused.clause == cited
    assert words in ruling.refused.why
