"""The demonstration's dealer: follows the prompts with hands on the simulators, at a person's pace.

He knows the faces of the cards that he drew, as a person who pulls them would; where each of them lies he
sees on the screen. What players and the floor do is in patrons.py and floor.py.
"""

import time
from collections.abc import Callable
from typing import Final

from controller.consoles.frames import FACE_DOWN, TO_BE_ENTERED, PromptShown, Screen
from controller.demo.characters import DICE
from controller.demo.exits import StacksInExit
from controller.demo.hands import Pulled
from controller.demo.held import HeldCards
from controller.demo.room import POLL, Room
from controller.demo.stacks import Stacks
from controller.rehearsal.prompted import PATIENCE, PromptedDealer, StuckTable, most_urgent
from controller.table import commands as c
from controller.table.double_shoe import SIDES
from controller.table.progressive import called
from controller.table.state import SECOND
from drivers.cards import UNREAD, Card

NOTHING: Final = PromptShown("", "", "")
READING: Final = 5.0
PACE: Final = {
    "draw": 0.7,
    "deal_cards": 6.0,
    "deal_card": 1.5,
    "deal_down": 1.0,
    "deliver_stack": 2.0,
    "insert_hole": 1.2,
    "settle": 3.0,
    "collect": 2.0,
    "enter_card": 2.0,
    "collect_shoe": 3.0,
    "count_deck": 4.0,
    "feed": 2.0,
    "take_stack": 1.5,
    "count_progressive": 1.5,
}
"""Seconds that each thing takes a person at life's speed."""


class TableDealer(PromptedDealer[PromptShown]):
    """One dealer at the table. name: who asks. before: told what he is about to do, before each thing.

    faces: the face of each card that he drew, by draw number. hole: the draw of the dealer's card that lies
    face down, 0 where there is none or he was not there when it was dealt.
    """

    def __init__(self, room: Room, name: str, before: Callable[[str], None]) -> None:
        super().__init__()
        self.room = room
        self.name = name
        self.stacks = Stacks(room)
        self.faces: dict[int, Card] = {}
        self.hole = 0
        self.last = 0
        self.held = HeldCards(self)
        self.exit = StacksInExit(self)
        self._hands |= dict.fromkeys(("deal_cards", "deal_card", "deal_down"), self.held.deal)
        self._hands["deliver_stack"] = self.exit.deliver
        self._before = before
        self._settled = 0
        self._paid: tuple[int, int] = (0, 0)

    def ask(self, what: c.Command) -> bool:
        """Ask the table as the dealer; whether it was not refused. A refusal is said aloud."""
        refused = self.room.eyes.ask("dealer", self.name, what)
        if refused is not None:
            self.room.say(f"the table refuses: {refused.why} ({refused.clause})")
        return refused is None

    # ---- looking ----------------------------------------------------------------------------------

    def prompt(self) -> PromptShown:
        """The most urgent thing on the screen."""
        screen = self.room.eyes.look()
        self.look_for_hole(screen)
        return urgent(screen)

    def wait_for_change(self, prompt: PromptShown) -> bool:
        """Look on until the table asks for something else."""
        return self.room.eyes.wait(lambda screen: urgent(screen) != prompt, PATIENCE)

    def counted(self, screen: Screen) -> None:
        """Take the shoe's count from the screen: he has just come to the table."""
        self.last = screen.shoe.last

    def is_blind(self, screen: Screen) -> bool:
        """Whether a card lies face down, or has to be entered, whose face nobody at the table ever saw."""
        if self.room.is_poker:
            hands = (screen.dealer, *(hand for box in screen.boxes for hand in box.hands))
            return any(draw not in self.faces for hand in hands for draw in self.exit.out(hand.draws))
        cards = screen.dealer.cards
        hidden = FACE_DOWN in cards or TO_BE_ENTERED in cards
        return hidden and self.hole not in self.faces

    def look_for_hole(self, screen: Screen) -> None:
        """The card that came face down is the last one that left the shoe and does not wait for its place."""
        if not screen.dealer.cards:
            self.hole = 0
        elif FACE_DOWN in screen.dealer.cards and not self.hole:
            self.hole = screen.shoe.last - screen.shoe.waiting

    # ---- cards --------------------------------------------------------------------------------------

    def draw(self) -> bool:
        """Pull one card as prompted, and wait until the table has ruled on it."""
        eyes = self.room.eyes
        self.take_time("draw")
        prompt = self.prompt()
        until = time.monotonic() + PATIENCE
        while prompt.kind == "draw":
            pulled = self.room.shoe.pull(side=self.side(prompt))
            if pulled is not None:
                return self.took(pulled, prompt)
            if time.monotonic() > until:
                return False
            # A gate that has not opened yet, or a jam that is being retried.
            eyes.wait(lambda screen: urgent(screen).kind != "draw", POLL)
            prompt = self.prompt()
        return True

    def side(self, prompt: PromptShown = NOTHING) -> str:
        """The side of a double shoe from which he draws: the one that is said, and either one where he may
        choose. "" of another shoe."""
        if not self.room.has_sides:
            return ""
        return prompt.side if prompt.side in SIDES else DICE.choice(SIDES)

    def took(self, pulled: Pulled, prompt: PromptShown = NOTHING) -> bool:
        """A card is in his hand: remember its face, and wait until the table has ruled on it."""
        eyes = self.room.eyes
        if pulled.is_cover:
            self.room.say("the cover card is out: the last round of this shoe")
            return eyes.wait(lambda screen: screen.shoe.cover_out or bool(screen.holds), PATIENCE)
        for face in pulled.cards:
            self.last += 1
            self.faces[self.last] = face
        seen = eyes.wait(lambda screen: screen.shoe.last >= self.last or bool(screen.holds), PATIENCE)
        self.look_for_hole(eyes.screen)
        self.announce(eyes.screen, prompt)
        return seen

    def announce(self, screen: Screen, prompt: PromptShown) -> None:
        """Counts are announced as cards are added after the deal."""
        if prompt.box and screen.phase != "Dealing":
            hands = screen.boxes[prompt.box - 1].hands
            count = next((hand.count for hand in hands if hand.number == prompt.hand), "")
            if count:
                self.room.say(f"box {prompt.box} has {count}")
        elif screen.phase in ("DealerPlay", "Settling") and not prompt.box:
            self.room.say(f"the dealer has {screen.dealer.count}")

    def insert_hole(self) -> bool:
        """Put the hole card, face down, into the reader, and wait for its word."""
        self.take_time("insert_hole")
        eyes = self.room.eyes
        self._await_lamp()
        before = eyes.look()
        if self.prompt().kind != "insert_hole":
            return True
        self.room.reader.do("insert", card=self.faces.get(self.hole, UNREAD))

        def is_answered(screen: Screen) -> bool:
            said = screen.reader.reads != before.reader.reads or screen.phase != before.phase
            return said or bool(screen.holds) or screen.irregularities != before.irregularities

        eyes.wait(is_answered, READING)
        return True

    def _await_lamp(self) -> None:
        """Wait until the reader takes a card, or the table asks for something else. StuckTable."""
        until = time.monotonic() + PATIENCE
        while not self.room.reader.is_permitted():
            if self.room.eyes.wait(lambda screen: urgent(screen).kind != "insert_hole", POLL):
                return
            if time.monotonic() > until:
                raise StuckTable("the table asks for the hole card, and the reader's lamp stays dark")

    def enter_card(self, draw: int) -> bool:
        """The floorperson enters the card of that draw as the dealer shows it; the dealer, where none is read
        by a device."""
        self.take_time("enter_card")
        face = self.faces.get(draw, UNREAD)
        if not self.room.has_shoe:
            return self.ask(c.EnterCard(draw, face))
        self.room.say(f"the floor enters the card of draw {draw}: {face}")
        return self.room.eyes.ask("floorperson", FLOOR, c.EnterCard(draw, face)) is None

    # ---- whole stacks -------------------------------------------------------------------------------

    def collect_shoe(self) -> bool:
        """Count what is left in the shoe, into the discard rack."""
        self.take_time("collect_shoe")
        side = self.prompt().side
        left = self.stacks.count_shoe(side)
        out_of = (
            f"the {side} side of the shoe" if side else "the shoe" if self.room.has_shoe else "the own hand"
        )
        self.room.say(f"the dealer counts {left} cards out of {out_of}, into the discard rack")
        return self.ask(c.CollectShoe(left))

    def count_deck(self) -> bool:
        """Count the whole deck, face down on the layout. Nothing gets lost at this table."""
        self.take_time("count_deck")
        asked = self.prompt()
        if asked.kind != "count_deck":
            return True
        self.room.say(f"the dealer counts the deck face down: {self.stacks.size} cards")
        return self.ask(c.CountDeck(self.stacks.size))

    def feed(self) -> bool:
        """Put the batch that is due into the shuffler."""
        self.take_time("feed")
        screen = self.room.eyes.look()
        asked = urgent(screen)
        if asked.kind != "feed":
            return True
        back = batch_in(screen, asked)
        self.stacks.feed(back)
        self.room.say(f"the dealer puts {named_in(screen, asked)} into the shuffler")
        return self.ask(c.FeedShuffler(back))

    def take_stack(self) -> bool:
        """Take the stack out as soon as the shuffler's exit is open, and wait until the table knows it."""
        self.take_time("take_stack")
        eyes = self.room.eyes
        until = time.monotonic() + PATIENCE
        asked = self.prompt()
        back = batch_in(eyes.screen, asked)
        while self.prompt().kind == "take_stack":
            if self.stacks.take(back):
                self.room.say(f"the dealer takes {named_in(eyes.screen, asked)} out of the shuffler")
                return eyes.wait(lambda screen: urgent(screen).kind != "take_stack", PATIENCE)
            if time.monotonic() > until:
                return False
            eyes.wait(lambda screen: urgent(screen).kind != "take_stack", POLL)
        return True

    # ---- wagers -------------------------------------------------------------------------------------

    def tidy(self) -> None:
        """Take away the chips of wagers that were settled within the round."""
        screen = self.room.eyes.look()
        outcomes = {(row.box, row.wager) for box in screen.boxes for row in box.outcomes}
        if len(outcomes) == self._settled:
            return
        self._settled = len(outcomes)
        stand = {(box.number, chips.wager) for box in screen.boxes for chips in box.chips}
        for box, wager in self.room.wagers.felt():
            name = "blackjack" if wager in ("split", SECOND) else wager
            if (box, name) in outcomes and (box, name) not in stand:
                self.room.wagers.sweep(box, wager)

    def settle(self) -> bool:
        """Collect and pay as the screen lists it."""
        screen = self.room.eyes.look()
        new = screen.settled[self._paid[1] if self._paid[0] == screen.settled_round else 0 :]
        self._paid = screen.settled_round, len(screen.settled)
        won = sum(row.paid for row in new)
        lost = sum(row.collected for row in new)
        self.room.say(f"the dealer settles: pays {won / 100:.2f}, collects {lost / 100:.2f}")
        self.take_time("settle")
        if any(box.chips for box in screen.boxes):
            self.tidy()
        else:
            self._clear_felt()
        return self.ask(c.WagersSettled())

    def _clear_felt(self) -> None:
        self.room.wagers.do("clear")
        if self.room.has_progressive:
            self.room.progressive.do("clear")

    def count_progressive(self, prompt: PromptShown) -> bool:
        """Count the chips of the progressive wager on their sensors."""
        self.take_time("count_progressive")
        lies = self.room.progressive.do("status")["chips"]
        cents = sum(each for _, wager, each in lies if wager == prompt.wager)
        self.room.say(f"the dealer counts {cents / 100:.2f} of {called(prompt.wager)}")
        return self.ask(c.CountProgressive(prompt.wager, cents))

    def verify_award(self, prompt: PromptShown) -> bool:
        """The floorperson looks at the cards."""
        self.room.eyes.pause(2.0)
        self.room.say(f"the floor verifies award {prompt.hand}: {prompt.amount / 100:.2f}")
        return self.room.eyes.ask("floorperson", FLOOR, c.VerifyAward(prompt.hand)) is None

    def document_award(self, prompt: PromptShown) -> bool:
        """The floorperson writes the documents; the cards stay."""
        self.room.eyes.pause(3.0)
        self.room.say(f"the floor documents award {prompt.hand}: {prompt.amount / 100:.2f}")
        return self.room.eyes.ask("floorperson", FLOOR, c.DocumentAward(prompt.hand)) is None

    def collect(self) -> bool:
        """Put the cards into the discard rack. What lies on the felt of a void round goes back."""
        self.take_time("collect")
        if self.room.has_stacks:
            self.exit.take()
        self._clear_felt()
        return self.ask(c.CardsCollected())

    def take_time(self, what: str) -> None:
        """Be as slow as a person; what may go wrong at this moment goes wrong before."""
        self._before(what)
        self.room.eyes.pause(PACE[what])


FLOOR: Final = "Ines"
"""The floorperson."""


def urgent(screen: Screen) -> PromptShown:
    """The prompt to follow on this screen."""
    return most_urgent(screen.prompts, is_held=bool(screen.holds), nothing=NOTHING)


def named_in(screen: Screen, asked: PromptShown) -> str:
    """The cards that a prompt is about, in words: "the red batch" where there are two."""
    back = batch_in(screen, asked) if len(screen.batches) > 1 else ""
    return f"the {back} batch" if back else "the cards"


def batch_in(screen: Screen, asked: PromptShown) -> str:
    """The back of the batch that a prompt is about: its words say it, or only one batch lies opened on the
    table; "" where neither does."""
    backs = [one.back for one in screen.batches if f"{one.back} batch" in asked.words]
    if not backs:
        untouched = ("received", "aside")
        backs = [one.back for one in screen.batches if one.where == "table" and one.stage not in untouched]
    return backs[0] if len(backs) == 1 else ""
