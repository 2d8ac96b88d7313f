"""Players of poker at the demonstration's table: they set chips down, look at their cards, declare, decide.

What each of them would like to do is in poker.py. They know their own cards, as who holds them does, and tell
the table nothing of them.
"""

from controller.consoles.frames import HandShown, PromptShown, Screen
from controller.demo.characters import DICE, PLAYERS, Character
from controller.demo.dealer import TableDealer
from controller.demo.patrons import BROKE, Patrons, hand_in
from controller.demo.poker import (
    FIVE,
    declares,
    first_decision,
    on_others,
    opening,
    second_decision,
)
from controller.demo.room import Room
from controller.games.lunar_poker.decisions import spot_of
from controller.table import commands as c
from drivers.cards import Card, is_known


class PokerPatrons(Patrons):
    """The players of one table of poker."""

    def __init__(self, room: Room, dealer: TableDealer) -> None:
        super().__init__(room, dealer)
        self._beside: dict[int, dict[str, int]] = {}

    # ---- wagers -------------------------------------------------------------------------------------

    def _new_plan(self) -> dict[int, tuple[Character, dict[str, int]]]:
        """One position a player; who wagers on another hand does so when its Ante lies there."""
        rules = self.room.rules
        seated = [one for one in PLAYERS if one.box <= rules.boxes]
        playing = [one for one in seated if DICE.random() >= one.rests] or seated[:1]
        boxes = [one.box for one in playing]
        self._beside = {one.box: on_others(one, one.box, boxes, rules) for one in playing}
        return {one.box: (one, opening(one, rules)) for one in playing}

    def wager(self, screen: Screen) -> bool:
        """Ante and Super Wager of everybody, then the Super Wagers on other hands."""
        if not super().wager(screen):
            return False
        for box in sorted(self._beside):
            wagers = self._beside.pop(box)
            for wager, cents in wagers.items():
                self._wager_beside(box, wager, cents)
            if self.room.eyes.look().holds:
                return False
        return True

    def _wager_beside(self, box: int, wager: str, cents: int) -> None:
        if (box, wager) in self.room.wagers.felt() or box not in self._plan:
            return
        who = self._plan[box][0]
        refused = self.room.set_down(box, {wager: cents}, who.name)
        if refused:
            self.room.say(f"{who.name} is refused: {refused}")
            self.room.wagers.sweep(box, wager)

    # ---- decisions ----------------------------------------------------------------------------------

    def decide(self, screen: Screen, prompt: PromptShown) -> None:
        """Somebody whose decision is due declares, or decides; the first decisions come in any order."""
        due = [one for one in screen.prompts if one.kind == "decide"]
        prompt = DICE.choice(due or [prompt])
        box = screen.boxes[prompt.box - 1]
        hand, who = hand_in(box, prompt.hand), self._of(box)
        cards = self._cards(hand)
        self.room.eyes.pause(1.3)
        if not cards:
            self._say_and_ask(who, prompt.box, c.Decide(prompt.box, "bet"), "bets without a look")
        elif hand.status == "drawn":
            verb = second_decision(who, cards)
            self._say_and_ask(who, prompt.box, c.Decide(prompt.box, verb), f"{verb}s")
        elif not hand.declared and (what := declares(who, cards[:FIVE])):
            words = "declares " + ("an instant payout" if what == "instant" else "a hand that wins")
            self._say_and_ask(who, prompt.box, c.DeclareHand(prompt.box, what == "instant"), words)
        else:
            self._decide_first(who, prompt.box, cards)

    def _decide_first(self, who: Character, box: int, cards: tuple[Card, ...]) -> None:
        verb, places = first_decision(who, cards)
        words = f"exchanges {len(places)} cards" if places else {"buy": "buys a card"}.get(verb, f"{verb}s")
        if not self._say_and_ask(who, box, c.Decide(box, verb, cards=places), words) and verb != "bet":
            self._say_and_ask(who, box, c.Decide(box, "bet"), "bets, then")

    def _say_and_ask(self, who: Character, box: int, what: c.Command, words: str) -> bool:
        self.room.say(f"{who.name}, box {box}, {words}")
        return self.dealer.ask(what)

    def _cards(self, hand: HandShown) -> tuple[Card, ...]:
        """A player's own cards; () where one was never seen."""
        faces = tuple(self.dealer.faces.get(draw, "") for draw in hand.draws)
        return faces if faces and all(is_known(face) for face in faces) else ()

    def pay(self, screen: Screen, prompt: PromptShown) -> None:
        """Chips for a Bet Wager or an Options fee; sometimes they are not at hand."""
        box = screen.boxes[prompt.box - 1]
        who, asked = self._of(box), hand_in(box, prompt.hand).asked
        self.room.eyes.pause(0.8)
        if DICE.random() < BROKE:
            self.room.say(f"{who.name} has no chips for it after all")
            self.dealer.ask(c.WithdrawDecision())
            return
        refused = self.room.set_down(prompt.box, {spot_of(asked): prompt.amount}, who.name)
        if refused:
            self.room.say(f"{who.name} is refused: {refused}")
            return
        self.room.eyes.wait(lambda now: not any(one.kind == "chips" for one in now.prompts), 2.0)
