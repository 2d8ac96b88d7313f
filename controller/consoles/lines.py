"""What changed from one Screen to the next, as plain lines that are read one after the other. Pure.

For output that is no terminal: a pipe, a file, a serial log. Screens in between may have been left out, so
that each line is made from what two screens show, never from what must have happened.
"""

from collections.abc import Iterator
from typing import Final

from controller.consoles import wording as w
from controller.consoles.frames import BoxShown, DeviceShown, HandShown, PromptShown, Screen
from controller.consoles.wording import Look

WAITS_ARE_SAID: Final = frozenset(("Shuffling", "Idle", "Closing"))
"""Phases in which there is something to wait for that may take minutes. In a round a wait is a moment."""


class Reporter:
    """Reads screens in order and gives the lines for what is new in each. keys: the choices are shown
    beside it, each with its key, so that an open question is told without them."""

    def __init__(self, look: Look, *, keys: bool = False) -> None:
        self._look = look
        self._keys = keys
        self._before: Screen | None = None

    def read(self, screen: Screen) -> list[str]:
        """The lines for this screen; everything that matters where it is the first."""
        return [w.fit(line, self._look) for line in self._read(screen)]

    def _read(self, screen: Screen) -> Iterator[str]:
        before, self._before = self._before, screen
        if before is None:
            before = Screen(screen.table, screen.game, screen.chapter, "")
            yield f"{screen.table} {self._look.dot} {screen.game} ({screen.chapter})"
        yield from self._changes(before, screen)

    def _changes(self, before: Screen, now: Screen) -> Iterator[str]:
        yield from self._devices(before, now)
        yield from self._cards(before, now)
        if now.round != before.round or (now.void and not before.void):
            void = f" {self._look.dash} VOID" if now.void else ""
            yield f"== round {now.round}{void}"
        if now.phase != before.phase:
            yield f"-- {w.phase(now.phase)}"
        yield from self._machines(before, now)
        yield from self._supply(before, now)
        yield from self._told(before, now)
        yield from self._trouble(before, now)
        yield from self._settlement(before, now)
        first = _due(now)
        if not now.holds and first != _due(before):
            yield from (f"   {one.who}: {w.sentence(one.words)}" for one in first)

    # ---- the layout -----------------------------------------------------------------------------

    def _cards(self, before: Screen, now: Screen) -> Iterator[str]:
        old = {box.number: box for box in before.boxes}
        for box in now.boxes:
            was = old.get(box.number, BoxShown(box.number))
            if any(one not in was.chips for one in box.chips):
                player = f" {box.player}" if box.player else ""
                chips = ", ".join(f"{w.wager(one.wager)} {w.money(one.cents)}" for one in box.chips)
                yield f"   box {box.number}{player}: {chips}"
            for hand in box.hands:
                if hand not in was.hands and (hand.cards or hand.status):
                    yield from self._hand(box, hand, was)
        if now.dealer.cards and now.dealer != before.dealer:
            yield self._one_hand("dealer", now.dealer)

    def _hand(self, box: BoxShown, hand: HandShown, was: BoxShown) -> Iterator[str]:
        old = next((one for one in was.hands if one.number == hand.number), HandShown())
        if (hand.cards, hand.status, hand.lammers) == (old.cards, old.status, old.lammers):
            return
        number = f", hand {hand.number}" if len(box.hands) > 1 else ""
        yield self._one_hand(f"box {box.number}{number}", hand)

    def _one_hand(self, place: str, hand: HandShown) -> str:
        lammers = f", {hand.lammers} free lammer{'s' if hand.lammers > 1 else ''}" if hand.lammers else ""
        state = w.hand_state(hand)
        cards = w.cards(hand.cards, self._look) or "no card"
        return f"   {place}: {cards}" + (f"  ({state}{lammers})" if state else "")

    # ---- machines and people ----------------------------------------------------------------------

    def _machines(self, before: Screen, now: Screen) -> Iterator[str]:
        if now.positions != before.positions:
            yield f"   wagers {now.positions.upper()}"
        was, shoe = before.shoe, now.shoe
        # That a stack lies in the exit is told as what happened.
        if (shoe.locked, shoe.stack) != (was.locked, was.stack or shoe.stack) and shoe.stack != "exit":
            yield f"   shoe {w.shoe_state(now.shoe)}"
        if now.shoe.cover_out and not before.shoe.cover_out and not now.shoe.out:
            yield "   the cover card is out: this is the last round before the shuffle"
        for side in now.shoe.out:
            if side not in before.shoe.out:
                yield f"   the cover card of the {side} side is out: it is shuffled after this round"
        if now.reader.state != before.reader.state and now.reader.state != "idle":
            yield f"   card reader {now.reader.state}"
        if now.reader.answer and now.reader.answer != before.reader.answer:
            yield f"   card reader: {now.reader.answer.replace('_', ' ')}"

    # ---- the cards of the table -------------------------------------------------------------------

    def _supply(self, before: Screen, now: Screen) -> Iterator[str]:
        if now.day and now.day != before.day:
            yield f"   gaming day {now.day}"
        if now.reader.inspected != before.reader.inspected and before.phase:
            yield f"   card reader {'inspected' if now.reader.inspected else 'to be inspected'}"
        old = {one.back: one for one in before.batches}
        for one in now.batches:
            was = old.get(one.back)
            if was is None or was.where != one.where:
                yield f"   {one.back} batch: {w.batch_place(one)}"
            if one.minutes == 0 and (was is None or was.minutes != 0):
                yield f"!  {one.back} batch: the cards have been in use for their time: a change is due"
        yield from self._shuffler(before, now)
        if now.cut is not None and now.cut != before.cut:
            yield f"   the cut is offered to {now.cut.to}" if now.cut.box >= 0 else "   the dealer cuts"
        for seen in now.exposed:
            if seen not in before.exposed:
                yield f"!  {w.exposed(seen, self._look)}: the next card, for who takes it"

    def _shuffler(self, before: Screen, now: Screen) -> Iterator[str]:
        if now.shuffler is None:
            return
        state = w.shuffler_state(now.shuffler)
        if before.shuffler is None or w.shuffler_state(before.shuffler) != state:
            mark = "!  " if now.shuffler.reason or now.shuffler.out_of_order else "   "
            yield f"{mark}shuffler {state}"

    def _told(self, before: Screen, now: Screen) -> Iterator[str]:
        """What happened since the last screen; of the first one, what is past is past."""
        if before.phase:
            yield from (f"   {w.sentence(one.words)}" for one in now.told if one not in before.told)

    # ---- devices ----------------------------------------------------------------------------------

    def _devices(self, before: Screen, now: Screen) -> Iterator[str]:
        old = {one.name: one for one in before.devices}
        for one in now.devices:
            was = old.get(one.name, DeviceShown(one.name, one.role))
            if (one.ready, one.faults) != (was.ready, was.faults):
                state = "ready" if one.ready else "LOST"
                faults = f", fault: {', '.join(one.faults)}" if one.faults else ""
                mark = self._look.yes if one.ready and not one.faults else self._look.no
                known = f"{one.link}, {w.TRUSTS.get(one.trust, one.trust)}" if one.trust else one.link
                words = f"{w.role(one.role)} {one.serial or one.name} {state}{faults} ({known})"
                yield f"   {mark} {words}"

    def _trouble(self, before: Screen, now: Screen) -> Iterator[str]:
        if now.locked and now.locked != before.locked:
            yield f"!! OUT OF PLAY: {now.locked}"
        for irregular in now.irregularities[len(before.irregularities) :]:
            yield f"!  {irregular.kind} ({irregular.clause}): {irregular.disposition}"
        known = {one.id for one in before.holds}
        for hold in now.holds:
            if hold.id not in known:
                ways = [one for one in now.prompts if one.kind == "hold" and one.hand == hold.id]
                words = ways[0].words if ways and not self._keys else hold.words
                yield f"!! HOLD {hold.id} ({hold.clause}): {w.sentence(words)}"
        if before.holds and not now.holds:
            yield "   every open question is decided"
        refusal = now.refusal
        if refusal is not None and refusal != before.refusal and before.phase:
            by = f" {refusal.by}" if refusal.by else ""
            yield f"{self._look.no} REFUSED{by}: {refusal.why} ({refusal.clause})"

    def _settlement(self, before: Screen, now: Screen) -> Iterator[str]:
        old = before.settled if before.settled_round == now.settled_round else ()
        for row in now.settled[len(old) :]:
            hand = f", hand {row.hand}" if row.hand > 1 else ""
            stake = w.money(row.stake) if row.stake else "lammer"
            yield f"   box {row.box}{hand}: {w.wager(row.wager)} {stake} {w.outcome(row)} ({row.clause})"


def _due(screen: Screen) -> list[PromptShown]:
    """What is asked first, if anything is."""
    long = screen.phase in WAITS_ARE_SAID
    return [one for one in screen.prompts if long or one.kind != "wait"][:1]
