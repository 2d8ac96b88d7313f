"""The Rules Submission for Blackjack: what chapter 633a lets a house choose.

A choice of the chapter that this build does not play yet has its key here all the same, and is refused by
name: nobody is left to wonder whether a word was misspelt.
"""

from typing import ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from controller.faults import shown
from controller.forms import Money, Percent
from controller.games.game import Game
from controller.regulation.marks import clause
from controller.submission.forms import OFF, BlackjackFamily, Check, Letters, dollars
from controller.submission.progressives import (
    Chapter,
    Chosen,
    as_rule,
    check_award,
    check_meter,
    with_options,
)
from controller.table.state import HAND_DEALT, Paytable, Rules

MOST_RESPLITS: Final = 10
"""The chapter sets no bound. Twelve hands are more than lie in one box; more is a slip of the pen."""
LIMITED: Final = ("lucky_ladies", "kings_bounty")
LEAST_LIMIT: Final = 25_000_00
MOST_ODDS: Final = 1000
"""What the wins that a payout limit is about pay to one (633a.13(c), (h))."""
MOST_ON_A_SPOT: Final = 0xFFFF_FFFF
"""Cents that an order to the wager positions can say of one spot (docs/link.md)."""
MOST_IN_HAND: Final = 2
"""Decks that may be dealt from the hand."""
MOST_HOURS_IN_HAND: Final = 4
"""Hours after which cards that players touch are changed at the latest."""
ANY: Final = tuple(range(1, 9))
"""Whatever number of decks is in use."""
ON: Final = "on"


class SideWager(Struct, frozen=True):
    """A side wager of the chapter: its name for a person, the clause that lets a house offer it, and by
    their letters the numbers of decks that the chapter has each paytable for."""

    name: str
    clause: str
    tables: dict[str, tuple[int, ...]]


SIDE_WAGERS: Final = {
    "lucky_ladies": SideWager("the Lucky Ladies Twenty Point Bonus Wager", "633a.6(e)(1)", {"A": ANY}),
    "match_the_dealer": SideWager("the Match-the-Dealer Wager", "633a.6(e)(2)", {"A": (6,), "B": (8,)}),
    "in_between": SideWager("the In Between Wager", "633a.6(e)(3)", {"A": ANY}),
    "royal_match_21": SideWager(
        "the Royal Match 21 Wager",
        "633a.6(e)(4)",
        {"A": (1,), "B": (1,), "C": ANY[1:], "D": ANY[1:], "E": ANY[1:]},
    ),
    "crown_treasure": SideWager("the Crown Treasure Bonus", "633a.7(g)(4)", {"A": ANY}),
    "bet_the_set_21": SideWager(
        "the Bet the Set 21 Wager", "633a.6(e)(5)", {"A": (1,), "B": (2,), "C": ANY[3:], "D": ANY[3:]}
    ),
    "kings_bounty": SideWager("the King's Bounty Wager", "633a.6(e)(6)", {"A": ANY}),
    "super_match": SideWager("the Super Match Wager", "633a.6(e)(7)", {"A": (6,), "B": (8,)}),
    "bad_beat": SideWager("the Bad Beat Progressive Wager", "633a.6(e)(8)", {"A": ANY}),
    "three_card_poker": SideWager("the Three Card Poker Wager", "633a.6(e)(9)", {"A": ANY}),
    "hit_and_run": SideWager("the Hit and Run Progressive Wager", "633a.6(e)(10)", {"A": ANY}),
}
"""By their keys; Crown Treasure comes on top of Royal Match 21."""
PROGRESSIVES: Final = {
    "bad_beat": Chapter(
        "the Bad Beat Progressive Wager",
        "633a.13(j)(2)",
        5_000_00,
        account=True,
        options=("any_20", "magic_card", "lucky_player"),
        most=1_000 + 20 + 5,
    ),
    "hit_and_run": Chapter("the Hit and Run Progressive Wager", "633a.13(l)(2)", 1_000_00, account=False),
}
"""Those with a meter."""
OF_SWITCH: Final = ("super_match", "hit_and_run")
"""Side wagers that do not go by a player's two cards."""


class Blackjack(BlackjackFamily):
    """A submission for Blackjack. resplits: how many more times a pair may be split, 0 for two hands."""

    MUST_SAY: ClassVar[tuple[str, ...]] = (*BlackjackFamily.MUST_SAY, "resplits")
    MOST_BOXES: ClassVar[int] = 7
    DOUBLE_SHOE: ClassVar[bool] = True

    boxes: int = MOST_BOXES
    variation: Literal["none", "switch", "hand_dealt"] = "none"
    resplits: int = 2
    double_face: Literal["up", "down"] = "up"
    even_money: bool = True
    payout_limit: Money = 0
    lucky_ladies: str = OFF
    match_the_dealer: str = OFF
    in_between: str = OFF
    royal_match_21: str = OFF
    crown_treasure: str = OFF
    bet_the_set_21: str = OFF
    kings_bounty: str = OFF
    super_match: str = OFF
    bad_beat: str = OFF
    three_card_poker: str = OFF
    hit_and_run: str = OFF
    bad_beat_rate: Percent = 2_000
    bad_beat_initial: Money = 5_000_00
    bad_beat_reset: Money = 5_000_00
    bad_beat_options: list[str] = Field(default_factory=list)
    hit_and_run_rate: Percent = 2_000
    hit_and_run_initial: Money = 1_000_00
    hit_and_run_reset: Money = 1_000_00

    def check(self, check: Check, game: Game) -> None:
        """Notes what the house may not choose, and what this build does not play yet."""
        super().check(check, game)
        _check_variation(check, self)
        _check_resplits(check, self)
        _check_side_wagers(check, self)
        _check_payout_limit(check, self)
        for key, chapter in PROGRESSIVES.items():
            check_meter(check, key, chapter, self.progressive(key))
            check_award(check, key, chapter, self.progressive(key), self.maximum)

    @clause("633a.2(c)", "633a.2(d)", "633a.13(j)", "633a.13(l)")
    def progressive(self, key: str) -> Chosen:
        """What the house says of the progressive wager with that key."""
        if key == "bad_beat":
            options = tuple(self.bad_beat_options)
            return Chosen(
                self.bad_beat, self.bad_beat_rate, self.bad_beat_initial, self.bad_beat_reset, options
            )
        return Chosen(
            self.hit_and_run, self.hit_and_run_rate, self.hit_and_run_initial, self.hit_and_run_reset
        )

    @clause("633a.6(e)")
    def paytables(self, check: Check, letters: Letters) -> tuple[Paytable, ...]:
        """The odds of the game, and those of every side wager that the submission names."""
        chosen = self.model_dump(include=set(SIDE_WAGERS))
        offered = (
            self._as_chosen(key, letters[key][letter])
            for key, wager in SIDE_WAGERS.items()
            if (letter := _letter_of(wager, self.decks, chosen[key]))
        )
        return (*super().paytables(check, letters), *offered)

    def _as_chosen(self, key: str, paytable: Paytable) -> Paytable:
        chapter = PROGRESSIVES.get(key)
        if chapter is None:
            return paytable
        return with_options(paytable, chapter, self.progressive(key).options)

    @clause("topic:even-money", "633a.10(c)", "633a.11(c)", "633a.3(d)")
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """Even money is the house's to offer; the house says how many more times a pair may be split, and how
        the card of a double down is dealt. Cards that are dealt from the hand are changed sooner, also where
        it does not say when."""
        rules = super().rules(game, paytables)
        if self.variation == HAND_DEALT and rules.card_change > MOST_HOURS_IN_HAND:
            rules = replace(rules, card_change=MOST_HOURS_IN_HAND)
        return replace(
            rules,
            even_money=self.even_money,
            resplits=self.resplits,
            variation=self.variation,
            payout_limit=self.payout_limit,
            double_face=self.double_face,
            progressives=tuple(
                as_rule(key, chapter, chosen)
                for key, chapter in PROGRESSIVES.items()
                if (chosen := self.progressive(key)).said != OFF
            ),
        )


@clause("633a.12(a)", "633a.12(b)")
def _check_variation(check: Check, form: Blackjack) -> None:
    """Either variation is offered by a submission that says so, and by no other."""
    if form.variation == HAND_DEALT:
        _check_hand_dealt(check, form)


@clause("633a.12(b)(1)", "633a.3(d)")
def _check_hand_dealt(check: Check, form: Blackjack) -> None:
    """Two decks at most, changed every four hours at least."""
    decks, hours = form.decks, form.card_change_hours
    what = f"at most {MOST_IN_HAND} decks are dealt from the hand, 633a.12(b)(1), not {shown(decks)}"
    check.that(decks <= MOST_IN_HAND, "decks", decks, what, "write 1 or 2, or another variation")
    what = f"cards that players hold are changed after {MOST_HOURS_IN_HAND} hours at most, 633a.3(d)"
    right = hours <= MOST_HOURS_IN_HAND or "card_change_hours" not in form.model_fields_set
    check.that(right, "card_change_hours", hours, what, f"write 1 to {MOST_HOURS_IN_HAND}")


@clause("633a.11(c)")
def _check_resplits(check: Check, form: Blackjack) -> None:
    number, most = form.resplits, form.maximum
    right = 0 <= number <= MOST_RESPLITS
    what = f"a pair is split 0 to {MOST_RESPLITS} more times, not {shown(number)}"
    check.that(right, "resplits", number, what, "write a number in between; 0 is two hands")
    if right:
        # The double downs of a box lie on one spot.
        hands = (number + 2) * (2 if form.variation == "switch" else 1)
        what = f"{hands} wagers of {dollars(most)} on one spot are more than the wager positions can be told"
        fits = hands * most <= MOST_ON_A_SPOT
        check.that(fits, "resplits", number, what, "write a smaller number, or a lower maximum")


@clause("633a.13(m)")
def _check_payout_limit(check: Check, form: Blackjack) -> None:
    """At least 25,000 dollars, and what one patron could win by it with all that the table takes."""
    limit = form.payout_limit
    if not limit:
        return
    offered = [key for key in LIMITED if getattr(form, key) != OFF]
    what = "a payout limit is about the Lucky Ladies and the King's Bounty Wager, and neither is offered"
    check.that(bool(offered), "payout_limit", limit, what, "offer lucky_ladies or kings_bounty, or write 0")
    least = max(LEAST_LIMIT, form.boxes_per_player * form.maximum * MOST_ODDS)
    what = f"a payout limit is at least {dollars(least)} here: one patron could win as much"
    check.that(limit >= least or not offered, "payout_limit", limit, what, "write that, or 0 for none")


@clause("633a.13(d)", "633a.13(f)", "633a.13(g)")
def _letter_of(wager: SideWager, decks: int, said: str) -> str:
    """The letter of the paytable that a submission means, "" for none: one that it names, or the only one
    that the chapter has for the decks in use."""
    fitting = _fitting(wager, decks)
    if said == ON and len(fitting) == 1:
        return fitting[0]
    return said if said in fitting else ""


def _fitting(wager: SideWager, decks: int) -> list[str]:
    """The letters of the paytables that the chapter has for these decks."""
    return [letter for letter, numbers in wager.tables.items() if decks in numbers]


@clause("633a.6(e)", "633a.13(d)", "633a.13(f)", "633a.13(g)")
def _check_side_wagers(check: Check, form: Blackjack) -> None:
    """A side wager is offered where the submission names it, by a paytable for the decks in use."""
    chosen = form.model_dump(include=set(SIDE_WAGERS))
    for key, wager in SIDE_WAGERS.items():
        if chosen[key] != OFF:
            _check_side_wager(check, key, wager, chosen[key], form.decks)
    _check_variation_of_side_wagers(check, form, chosen)
    what = "the Crown Treasure Bonus, 633a.7(g)(4), is paid on a Royal Match 21 Wager, which is not offered"
    alone = form.crown_treasure != OFF and form.royal_match_21 == OFF
    check.that(not alone, "crown_treasure", form.crown_treasure, what, "offer royal_match_21 too")


@clause("633a.6(e)(7)", "633a.12(a)(2)")
def _check_variation_of_side_wagers(check: Check, form: Blackjack, chosen: dict[str, str]) -> None:
    """Super Match is of Blackjack Switch. The other side wagers go by a player's two cards, and there each
    player has four: the chapter does not say which ones would count."""
    switch = form.variation == "switch"
    said = form.super_match
    what = "the Super Match Wager, 633a.6(e)(7), is offered in Blackjack Switch only"
    check.that(switch or said == OFF, "super_match", said, what, "write off, or variation switch")
    for key, wager in SIDE_WAGERS.items():
        if switch and key not in OF_SWITCH:
            what = f"{wager.name} goes by a player's two cards, and in Blackjack Switch each player has four"
            check.that(
                chosen[key] == OFF, key, chosen[key], what, f"write {OFF}; super_match is offered there"
            )


def _check_side_wager(check: Check, key: str, wager: SideWager, said: str, decks: int) -> None:
    fitting = _fitting(wager, decks)
    plural = f"{decks} decks" if decks > 1 else "one deck"
    if not fitting:
        what = f"the chapter has no paytable of {wager.name} for {plural}"
        check.that(False, key, said, what, f"write {OFF}, or other decks")
    elif said == ON and len(fitting) > 1:
        what = f"the chapter has {len(fitting)} paytables of {wager.name} for {plural}"
        check.that(False, key, said, what, f"write {_or(fitting)}")
    elif said in wager.tables and said not in fitting:
        what = f"paytable {said} of {wager.name} is not for {plural}"
        check.that(False, key, said, what, f"write {_or([*fitting, OFF])}")
    else:
        right = said == ON or said in fitting
        words = [*fitting, OFF] if len(fitting) > 1 else [ON, *fitting, OFF]
        check.that(right, key, said, f"there is no paytable {shown(said)}", f"write {_or(words)}")


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
