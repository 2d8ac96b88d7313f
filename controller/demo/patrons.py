"""The six players at the table: they set chips down, decide, insure, and now and then try what is barred.

What each of them is like is in characters.py. They speak through the dealer's console, as players do; their
chips they set down themselves.
"""

from typing import Final

from controller.consoles.frames import FACE_DOWN, BoxShown, HandShown, PromptShown, Screen
from controller.demo.characters import (
    DICE,
    FREE_BETS,
    PLAYERS,
    Character,
    count_of,
    decide,
    switches,
    takes_chance,
    wagers_of,
)
from controller.demo.dealer import TableDealer
from controller.demo.held import SHOWN
from controller.demo.room import Room
from controller.games import find_game
from controller.table import commands as c

LATE: Final = 0.2
"""How likely somebody sets chips down after the close; in the second round somebody always does."""
GREEDY: Final = 0.1
"""How likely somebody who insures sets down more than half."""
BROKE: Final = 0.03
"""How likely a player takes back a decision that needs chips."""


class Patrons:
    """The players of one table. Each round is planned once, so that it goes on after an interruption."""

    def __init__(self, room: Room, dealer: TableDealer) -> None:
        self.room = room
        self.dealer = dealer
        self._planned = -1
        self._plan: dict[int, tuple[Character, dict[str, int]]] = {}
        self._insured: tuple[int, set[int]] = (-1, set())
        self._seen_late = 0

    # ---- wagers -------------------------------------------------------------------------------------

    def wager(self, screen: Screen) -> bool:
        """Everybody who plays sets down wagers; whether all of them have."""
        if self._planned != screen.round:
            self._planned, self._plan = screen.round, self._new_plan()
        felt = {box for box, _ in self.room.wagers.felt()}
        for box in sorted(self._plan):
            if box not in felt and not self._wager(box):
                return False
        now = self.room.eyes.look()
        if not any(box.chips for box in now.boxes) and not now.holds:
            self._planned = -1
            return False
        return not now.holds

    def _new_plan(self) -> dict[int, tuple[Character, dict[str, int]]]:
        rules = self.room.rules
        playing = [one for one in PLAYERS if one.box <= rules.boxes and DICE.random() >= one.rests]
        plan = {one.box: (one, wagers_of(one, rules)) for one in playing or PLAYERS[:1]}
        for one in playing:
            second = one.box + 1
            is_free = second <= rules.boxes and second not in plan and rules.boxes_per_player > 1
            if is_free and DICE.random() < one.second:
                plan[second] = (one, wagers_of(one, rules))
        return plan

    def _wager(self, box: int) -> bool:
        who, chips = self._plan[box]
        self.room.eyes.pause(0.6)
        there = {one.wager for one in self.room.rules.progressives}
        on_felt = {wager: cents for wager, cents in chips.items() if wager not in there}
        refused = self.room.set_down(box, on_felt, who.name)
        if refused is None:
            for wager in there.intersection(chips):
                self.room.wager_there(box, wager, chips[wager], who.name)
        if refused:
            self.room.say(f"{who.name} is refused on box {box}: {refused}")
            del self._plan[box]
        return refused != ""

    def try_late(self, screen: Screen, played: int) -> None:
        """After the close somebody sets chips down all the same, now and then."""
        if DICE.random() >= LATE and not (played >= 1 and not self._seen_late):
            return
        who = DICE.choice([one for one in PLAYERS if one.box <= self.room.rules.boxes])
        eyes = self.room.eyes
        if not eyes.wait(_is_too_late, 3.0):
            return
        self._seen_late += 1
        self.room.say(f"{who.name} sets chips down late on box {who.box}")
        refused = self.room.put(
            who.box, {find_game(self.room.rules.game).wagers[0]: self.room.rules.minimum}, who.name
        )
        if refused:
            self.room.say(f"the chips go back: {refused}")
            eyes.pause(2.0)

    # ---- insurance ----------------------------------------------------------------------------------

    def insure(self, screen: Screen) -> bool:
        """Insurance and even money, each box once; whether everybody has said."""
        if self._insured[0] != screen.round:
            self._insured = (screen.round, set())
        for box in screen.boxes:
            if box.hands and box.number not in self._insured[1]:
                self._insured[1].add(box.number)
                self._offer(box)
                if self.room.eyes.look().holds:
                    return False
        return True

    def _offer(self, box: BoxShown) -> None:
        who = self._of(box)
        self._show_blackjack(box, who)
        may = [one.what for one in self.room.eyes.screen.choices if not one.why_not]
        evens = [one for one in may if isinstance(one, c.TakeEvenMoney) and one.box == box.number]
        if evens and who.style != "bold":
            self.room.eyes.pause(1.0)
            self.room.say(f"{who.name} takes even money on box {box.number}")
            self.dealer.ask(evens[0])
        elif DICE.random() < who.insures:
            self._insure(box, who)

    def _insure(self, box: BoxShown, who: Character) -> None:
        spots = self.room.eyes.screen.spots
        most = next((s.most for s in spots if s.wager == "insurance" and box.number in s.boxes), 0)
        if not most:
            return
        self.room.eyes.pause(1.0)
        if DICE.random() < GREEDY:
            refused = self.room.set_down(box.number, {"insurance": most * 2}, who.name)
            self.room.say(f"{who.name} insures for {most / 50:.2f}: {refused}")
            self.room.eyes.pause(1.5)
        refused = self.room.set_down(box.number, {"insurance": most}, who.name)
        if refused is None:
            self.room.say(f"{who.name} insures box {box.number} for {most / 100:.2f}")

    # ---- decisions ----------------------------------------------------------------------------------

    def decide(self, screen: Screen, prompt: PromptShown) -> None:
        """The player whose turn it is decides."""
        box = screen.boxes[prompt.box - 1]
        hand = hand_in(box, prompt.hand)
        who = self._of(box)
        if FACE_DOWN in hand.cards:
            self._decide_held(screen, prompt, who, self.dealer.held.seen(hand))
            return
        allowed = {
            one.what.verb
            for one in screen.choices
            if isinstance(one.what, c.Decide)
            and not one.why_not
            and (one.what.box, one.what.hand) == (prompt.box, prompt.hand)
        }
        if "switch" in allowed and len(box.hands) == 2 and self._switch(box, who):
            return
        free = self.room.rules.game in FREE_BETS
        verb = decide(who, hand, screen.dealer.cards[0], allowed, free=free)
        self.room.eyes.pause(1.3)
        self.room.say(f"{who.name}, box {prompt.box} with {hand.count}: {verb}")
        if not self.dealer.ask(c.Decide(prompt.box, verb, prompt.hand)):
            self.room.eyes.pause(2.0)

    def _decide_held(self, screen: Screen, prompt: PromptShown, who: Character, hand: HandShown) -> None:
        """A player who holds the cards: they are turned over for all but drawing and standing."""
        held = self.dealer.held
        self.room.eyes.pause(1.3)
        what = held.of_itself(prompt.box, hand)
        if what is None:
            first = len(hand.cards) == 2
            allowed = {"hit", "stand", *(SHOWN if first else ())}
            verb = decide(who, hand, screen.dealer.cards[0], allowed, free=False)
            shows = verb in SHOWN
            what = c.TurnHand(prompt.box, prompt.hand) if shows else c.Decide(prompt.box, verb, prompt.hand)
        said = what.verb if isinstance(what, c.Decide) else "shows the cards"
        self.room.say(f"{who.name}, box {prompt.box}: {said}")
        if not self.dealer.ask(what):
            self.room.eyes.pause(2.0)

    def _show_blackjack(self, box: BoxShown, who: Character) -> None:
        """Who wants even money has the Blackjack turned over for it."""
        for hand in box.hands:
            seen = self.dealer.held.seen(hand)
            if FACE_DOWN in hand.cards and seen.count == "21" and who.style != "bold":
                self.room.say(f"{who.name} shows a Blackjack on box {box.number}")
                if self.dealer.ask(c.TurnHand(box.number, hand.number)):
                    self.dealer.go_on()

    def _switch(self, box: BoxShown, who: Character) -> bool:
        """Changes the second cards of the two hands where that is better; whether it was asked for."""
        first, second = (hand.cards for hand in box.hands)
        if not switches(first, second):
            return False
        self.room.eyes.pause(1.0)
        self.room.say(f"{who.name}, box {box.number}, switches the second cards")
        return self.dealer.ask(c.Decide(box.number, "switch"))

    def take_exposed(self, screen: Screen, prompt: PromptShown) -> None:
        """A card that everybody saw is offered: the player takes it."""
        self.room.eyes.pause(1.0)
        self.room.say(f"{self._of(screen.boxes[prompt.box - 1]).name}, box {prompt.box}, takes the card")
        self.dealer.ask(c.AcceptCard(prompt.box, prompt.hand))

    def second_chance(self, screen: Screen, prompt: PromptShown) -> None:
        """A hand over 21: the player draws one more card, whose value is taken off it, or gives it up."""
        who = self._of(screen.boxes[prompt.box - 1])
        count, _ = count_of(hand_in(screen.boxes[prompt.box - 1], prompt.hand))
        self.room.eyes.pause(1.3)
        if takes_chance(who, count):
            self.room.say(f"{who.name}, box {prompt.box} with {count}: a second chance")
            self.dealer.ask(c.Decide(prompt.box, "second_chance", prompt.hand))
        else:
            self.room.say(f"{who.name}, box {prompt.box} with {count}, gives the hand up")
            self.dealer.ask(c.DeclineSecondChance(prompt.box, prompt.hand))

    def pay(self, screen: Screen, prompt: PromptShown) -> None:
        """Chips for a double or a split; sometimes they are not at hand."""
        box = screen.boxes[prompt.box - 1]
        who = self._of(box)
        asked = hand_in(box, prompt.hand).asked
        wager = "double_down" if asked == "double" else asked
        self.room.eyes.pause(0.8)
        if DICE.random() < BROKE:
            self.room.say(f"{who.name} has no chips for it after all")
            self.dealer.ask(c.WithdrawDecision())
            return
        refused = self.room.set_down(prompt.box, {wager: prompt.amount}, who.name)
        if refused:
            self.room.say(f"{who.name} is refused: {refused}")
            return
        eyes = self.room.eyes
        eyes.wait(lambda now: not any(one.kind == "chips" for one in now.prompts), 2.0)

    def at(self, box: int) -> str:
        """Who played this box last, by name."""
        if box in self._plan:
            return self._plan[box][0].name
        return next((one.name for one in PLAYERS if one.box == box), f"the player of box {box}")

    def _of(self, box: BoxShown) -> Character:
        """Who plays this box."""
        named = (one for one in PLAYERS if one.name == box.player)
        return next(named, next((one for one in PLAYERS if one.box == box.number), PLAYERS[0]))


def _is_too_late(screen: Screen) -> bool:
    """Wagers are closed: cards are dealt, or chips of progressive wagers are counted before that."""
    counts = any(one.kind == "count_progressive" for one in screen.prompts)
    return screen.positions == "closed" and (screen.phase != "NoMoreBets" or counts)


def hand_in(box: BoxShown, number: int) -> HandShown:
    """The hand of that number on a box."""
    return next((hand for hand in box.hands if hand.number == number), HandShown(number))
