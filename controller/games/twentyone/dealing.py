"""Which card goes where, and what the shoe, the reader and the positions are to be told.

The next card is derived, never stored: the plan says it during the deal, the hand whose turn it is
during the decisions, the drawing rule at the end. A card that differs is an irregularity. What
devices are told is a function of the Table, so that it can be said again without harm.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from controller.games.twentyone import determinant, exposed
from controller.games.twentyone.draws import ask_about, dealer_17, found_face_up, not_in_use
from controller.games.twentyone.due import (
    are_hands_known,
    deals_down,
    doubled_down,
    face_of_double,
    face_on_layout,
    half_stake,
    is_hole_turned,
    needs_card,
)
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import progressive as pro
from controller.table.commands import Asked, EnterCard, Refused, Reported
from controller.table.double_shoe import permitted
from controller.table.draws import ahead_of, dealt, gap, of_no_round
from controller.table.events import Event
from controller.table.remedies import is_owed
from controller.table.state import (
    BURN,
    CLOSE,
    CLOSED_WORD,
    DEALER,
    DETERMINANT,
    HAND_DEALT,
    LOCK,
    LOCK_OUT,
    DealStep,
    Table,
    is_from_hand,
    on_spot,
)
from controller.table.told_cards import check_possible
from controller.table.wanted import safe, want, wants_faces
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from drivers.messages import DOWN, UP

TO_DEALER: Final = DealStep(DEALER, UP)
TO_RACK: Final = DealStep(BURN, DOWN)
Draws = Callable[[Table], bool]
Spots = Callable[[Table], tuple[tuple[str, tuple[int, ...], int], ...]]
ARM_ACE: Final = m.Arm("A")
ARM_TEN: Final = m.Arm("T")


class Dealing:
    """The dealing of one game of the family.

    dealer_draws: whether the dealer has to take another card, by the chapter. spots: where chips may
    be placed while wagers are open, as (wager, boxes, most cents on each).
    """

    def __init__(self, dealer_draws: Draws, spots: Spots) -> None:
        self.dealer_draws = dealer_draws
        self.spots = spots
        self.wants: dict[str, Callable[[Table], Table]] = {
            "Betting": self._wants_betting,
            "Dealing": self._wants_dealing,
            "Insurance": self._wants_insurance,
            "Peeking": self._wants_peeking,
            "PlayerDecisions": self._wants_decisions,
            "DealerPlay": self._wants_dealer,
            "Settling": wants_faces,
            "Collecting": wants_faces,
            "Shuffling": wants_faces,
            "Idle": wants_faces,
            "Closing": wants_faces,
        }

    # ---- the next card ------------------------------------------------------------------------

    def due(self, table: Table) -> tuple[DealStep, ...]:
        """The steps up to the next point at which a rule can stop the cards."""
        if table.phase == "Dealing":
            rest = table.plan[table.dealt :]
            if rest and rest[0].to == DETERMINANT and not table.refill:
                return rest[:1]  # which side deals the others it has to tell first
            return (TO_RACK, *rest) if table.refill else rest
        step = self.expected(table)
        return () if step is None else (step,)

    def expected(self, table: Table) -> DealStep | None:
        """Where the next card goes, or None where no card is due now."""
        phase = table.phase
        if table.refill:
            return TO_RACK if table.refill == "burn" else None
        if phase == "Dealing":
            return table.plan[table.dealt] if table.dealt < len(table.plan) else None
        if phase == "PlayerDecisions":
            face = DOWN if deals_down(table) else UP
            return DealStep(table.turn, face) if needs_card(table) else None
        if phase == "DealerPlay" and self._is_turned(table) and self.dealer_draws(table):
            return TO_DEALER
        return None

    # ---- what a draw means ---------------------------------------------------------------------

    def drawn(self, table: Table, given: Reported) -> tuple[Event, ...]:
        """A card left the shoe. The lawful next card is dealt; anything else is what it is."""
        card = given.what
        assert type(card) is m.CardDrawn
        if table.base:
            card = replace(card, draw=table.base + card.draw)
        if table.double is not None:
            return self._from_a_side(table, given, card)
        if card.draw == table.last + 1 and not (card.face_up or card.locked or card.beyond):
            if not table.holds and not table.ahead:
                phase = table.phase
                if phase == "Dealing" and not table.refill and table.dealt < len(table.plan):
                    step: DealStep | None = table.plan[table.dealt]
                else:
                    step = self.expected(table)
                if step is not None:
                    return dealt(step, card)
            else:
                due = self.due(table)
                if len(due) > len(table.ahead):
                    return ahead_of(due[len(table.ahead)], card)
        return self._not_lawful(table, given, card)

    def _from_a_side(self, table: Table, given: Reported, card: m.CardDrawn) -> tuple[Event, ...]:
        """The same of a double shoe: the first card of a round is the determinant card, and each draw says
        its side."""
        made: tuple[Event, ...] = ()
        if card.draw == table.last + 1 and not (card.face_up or card.locked or card.beyond):
            waits = bool(table.holds or table.ahead)
            steps = self.due(table)[len(table.ahead) :]
            if steps and waits:
                made = ahead_of(steps[0], card)
            elif steps and determinant.is_told(steps[0], card):
                made = determinant.determined(table, card.draw, card.card, card.side)
            elif steps:
                made = (*dealt(steps[0], card), *determinant.wrong_side(table, card.side))
        if not made:
            made = determinant.out_of_play(table, card) or self._not_lawful(table, given, card)
        return determinant.left(table, card.draw, card.side, made)

    def _not_lawful(self, table: Table, given: Reported, card: m.CardDrawn) -> tuple[Event, ...]:
        if unused := not_in_use(table, given):
            return unused
        if none := of_no_round(table, given, card.draw):
            return none
        if card.draw > table.last + 1:
            return gap(table, card.draw)
        if card.face_up:
            return found_face_up(card, determinant.set_apart(table, card.side))
        if self.is_needless(table):
            return dealer_17(card)
        where = "while the shoe was locked" if card.locked else "beyond what was permitted"
        words = f"draw {card.draw} was taken {where}: was its face exposed?"
        return (
            ev.CardLost(card.draw),
            ev.PermissionEnded(),
            ask_about(table, "card-in-error", "topic:card-in-error-unexposed", words, card.draw),
        )

    @clause("topic:dealer-17-card")
    def is_needless(self, table: Table) -> bool:
        """The dealer's hand is complete with 17 or more: a further card can only be a needless one."""
        done = table.phase in ("Settling", "Collecting") or (
            table.phase == "DealerPlay" and not self.dealer_draws(table)
        )
        return done and not table.void and is_hole_turned(table) and table.dealer.total >= 17

    @clause("topic:cover-card-reached")
    def cover_card(self, table: Table, given: Reported) -> tuple[Event, ...]:
        """The cover card came out where the next card was due: on a box, or on the dealer's hand. Cards that
        left the shoe before it have their steps already."""
        came = given.what
        assert isinstance(came, m.CoverCardOut)
        if unused := not_in_use(table, given):
            return unused
        steps = self.due(table)[len(table.ahead) :]
        step = steps[0] if steps else None
        at = -1 if step is None or step.to < DEALER else 0 if step.to == DEALER else table.hands[step.to].box
        return (ev.CoverCardCame(came.after, at, came.side),)

    @clause("topic:unread-card")
    def check_entry(self, table: Table, given: Asked) -> None:
        """A card that waits for its place is entered when it lies there face up, not before."""
        asked = given.what
        assert isinstance(asked, EnterCard)
        waits = any(card.draw == asked.draw for card in table.ahead)
        if waits and not self.is_entry_due(table):
            raise Refused(f"draw {asked.draw} lies face down until its place is due", "topic:unread-card")
        if is_from_hand(table) and not is_owed(table, asked.draw):
            check_possible(table, asked.card)

    def is_entry_due(self, table: Table) -> bool:
        """The first card that waits has to be entered now, for its place is due and is face up."""
        if not table.ahead or table.ahead[0].card != UNREAD:
            return False
        if table.ahead[0].exposed:
            return True
        step = self.expected(table)
        return step is not None and step.face == UP

    def is_done(self, table: Table) -> bool:
        """The hole card is turned, and the dealer takes no further card."""
        return self._is_turned(table) and not self.dealer_draws(table)

    def is_complete(self, table: Table) -> bool:
        """The dealer is done, and what the players hold is known."""
        if not self._is_turned(table) or self.dealer_draws(table):
            return False
        return table.rules.variation != HAND_DEALT or are_hands_known(table)

    @staticmethod
    def _is_turned(table: Table) -> bool:
        """The hole card and the cards of doubles lie face up, their faces known."""
        return is_hole_turned(table) and doubled_down(table) is None

    def ahead_is_ready(self, table: Table) -> bool:
        """A card that left the shoe early can go to its step now."""
        if not table.ahead:
            return False
        step = self.expected(table)
        if step is None:
            return False
        if step.to >= 0 and exposed.is_offered(table):
            return False
        return step.face == DOWN or table.ahead[0].card not in (SEALED, UNREAD)

    def deal_ahead(self, table: Table, _: None) -> tuple[Event, ...]:
        """It is used as though it were the next card from the shoe."""
        step = self.expected(table)
        assert step is not None
        first = table.ahead[0]
        card = first.card
        if step.face == DOWN and card != UNREAD:
            # No shoe can tell it again where it was dealt from the hand: it is entered when it is turned.
            card = UNREAD if is_from_hand(table) else SEALED
        if table.double is not None:
            return determinant.dealt_ahead(table, step, first.draw, card)
        return (ev.CardDealt(first.draw, card, step.to),)

    # ---- what devices are to be told ---------------------------------------------------------------

    def permission(self, table: Table) -> m.Permit | m.Lock:
        """The shoe opens only while the positions are closed, confirmed, and a card is due. Where cards are
        dealt from the hand none is there."""
        if table.positions != CLOSED_WORD or table.rules.variation == HAND_DEALT:
            return LOCK
        steps = self.due(table)
        if table.ahead:
            if any(card.card == UNREAD for card in table.ahead):
                return LOCK
            steps = steps[len(table.ahead) :]
        if not steps:
            return LOCK
        faces = "".join(step.face for step in steps)
        side = 0 if table.double is None else permitted(table.double)
        return m.Permit(table.last + len(steps), faces, side)

    def _wants_betting(self, table: Table) -> Table:
        if table.holds or table.standing.seal:
            return safe(table)
        if type(table.wanted_positions) is m.OpenPositions:
            return table  # told already: the spots of a table do not change while it is open
        progressive = pro.opened(table) if table.rules.progressives else LOCK_OUT
        return want(table, positions=m.OpenPositions(self.spots(table)), progressive=progressive)

    def _wants_dealing(self, table: Table) -> Table:
        told = table.wanted_shoe
        if (
            type(told) is m.Permit
            and told.up_to > table.last
            and table.wanted_face is None
            and not table.holds
            and not table.ahead
        ):
            return table
        return self._wants_card(table)

    def _wants_card(self, table: Table) -> Table:
        """A card for the next step: permitted, or told the face of where it has left already."""
        if table.holds:
            return safe(table)
        shoe = self.permission(table)
        if type(shoe) is m.Lock and type(table.wanted_shoe) is m.Permit:
            spent = table.wanted_shoe.up_to <= table.last
            shoe = table.wanted_shoe if spent and table.positions == CLOSED_WORD else shoe
        return want(table, shoe=shoe, face=self._face_ahead(table))

    def _face_ahead(self, table: Table) -> m.Disclose | None:
        """The face of a card that left as sealed and lies, or will lie next, where the rules turn it up."""
        if table.ahead and table.ahead[0].card == SEALED:
            step = self.expected(table)
            if table.ahead[0].exposed or (step is not None and step.face == UP):
                return m.Disclose(table.ahead[0].draw)
        return face_on_layout(table) if table.phase == "Dealing" else None

    def _wants_insurance(self, table: Table) -> Table:
        if table.holds:
            return safe(table)
        boxes = dict.fromkeys(hand.box for hand in table.hands if hand.status not in ("paid", "dead"))
        spots = tuple(("insurance", (box,), half_stake(table, box)) for box in boxes)
        return want(table, positions=m.OpenPositions(spots) if spots else CLOSE)

    def _wants_peeking(self, table: Table) -> Table:
        if table.holds:
            return safe(table)
        if table.positions != CLOSED_WORD:
            return want(table)
        return want(table, reader=ARM_ACE if table.dealer.cards[0][0] == "A" else ARM_TEN)

    def _wants_decisions(self, table: Table) -> Table:
        asked = table.asked
        if asked is not None and asked.chips and not table.holds:
            hand = table.hands[table.turn]
            wager = "double_down" if asked.verb == "double" else asked.verb
            most = on_spot(table, hand.box, wager) + asked.chips
            return want(table, positions=m.OpenPositions(((wager, (hand.box,), most),)))
        told = table.wanted_shoe
        if (
            type(told) is m.Permit
            and told.up_to <= table.last
            and table.wanted_face is None
            and table.positions == CLOSED_WORD
            and not table.holds
            and not needs_card(table)
        ):
            return table  # the permission is spent, and the player decides: nothing is new
        return self._wants_card(table)

    def _wants_dealer(self, table: Table) -> Table:
        if table.holds:
            return safe(table)
        if len(table.dealer.cards) == 2 and table.dealer.cards[1] == SEALED:
            return want(table, face=m.Disclose(table.dealer.draws[1]))
        if doubled_down(table) is not None:
            return want(table, face=face_of_double(table))
        return self._wants_card(table)
