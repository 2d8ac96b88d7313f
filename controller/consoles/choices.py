"""What may be asked of the table now, and what would be refused and why. Pure.

One predicate serves "may" and "do": each candidate is ruled on as if it had been asked, and the
ruling is thrown away. Nothing here decides anything. A Command that needs words or numbers that only
a person knows is weighed with an answer that would do, and offered without it: its choice names the
fields to ask for. The candidates about the cards between rounds are in supply_choices.py, of a round
of poker in poker_choices.py, those of any other round and of what goes wrong in it here.
"""

from collections.abc import Callable, Iterator
from typing import Final

from controller.consoles.candidates import Candidate, is_poker
from controller.consoles.frames import Choice
from controller.consoles.held_choices import held_candidates, some_card
from controller.consoles.poker_choices import poker_candidates
from controller.consoles.progressive_choices import progressive_candidates
from controller.consoles.supply_choices import supply_candidates
from controller.games.game import Game
from controller.table import commands as c
from controller.table.double_shoe import SIDES
from controller.table.ruling import rule_on
from controller.table.state import Hand, Lie, Prompt, Table, is_from_hand, spoken, stake_on

Resolve = Callable[[str], str]

PLAIN: Final[tuple[tuple[c.Command, str], ...]] = (
    (c.NoMoreBets(), "no more bets"),
    (c.CloseInsurance(), "close insurance"),
    (c.WithdrawDecision(), "the chips are not put down"),
    (c.LockDecisions(), "all decisions are locked in"),
    (c.WagersSettled(), "wagers settled"),
    (c.CardsCollected(), "cards collected"),
    (c.InspectReader(), "card reader inspected"),
    (c.DirectReshuffle(), "direct a reshuffle"),
    (c.CloseTable(), "close the table"),
)
"""Commands that need nothing more, in the order in which a console lists them."""


def choices(game: Game, table: Table, resolve: Resolve) -> tuple[Choice, ...]:
    """What this table knows how to rule on now, each with the reason where it would be refused."""
    candidates = _through_holds(game, table) if table.holds else _of_phase(game, table)
    return tuple(_weigh(game, table, one, resolve) for one in candidates)


def _weigh(game: Game, table: Table, one: Candidate, resolve: Resolve) -> Choice:
    tried = one.what if one.tried is None else one.tried
    refused = rule_on(game, table, c.Asked(one.who, "", tried)).refused
    if refused is None:
        return Choice(one.what, one.who, one.words, asks=one.asks)
    return Choice(one.what, one.who, one.words, refused.why, resolve(refused.clause), one.asks)


def _through_holds(game: Game, table: Table) -> Iterator[Candidate]:
    for hold in table.holds:
        for way in hold.remedies:
            who: c.Role = "dealer" if way.role == "dealer" else "floorperson"
            yield Candidate(c.ChooseRemedy(hold.id, way.name), who, way.words)
    yield from _always(game, table)


def _of_phase(game: Game, table: Table) -> Iterator[Candidate]:
    steps = game.phases.steps[table.phase]
    yield from supply_candidates(game, table)
    yield from progressive_candidates(game, table)
    if is_poker(game):
        yield from poker_candidates(game, table)
    elif c.Decide in steps:
        yield from _decisions(game, table)
    if c.TakeEvenMoney in steps:
        yield from _even_money(table)
    for what, words in PLAIN:
        if type(what) in steps and _is_due(table, what):
            yield Candidate(what, "floorperson" if type(what) in c.FLOOR_ONLY else "dealer", words)
            if type(what) is c.DirectReshuffle and table.double is not None:
                for side in SIDES:
                    yield Candidate(
                        c.DirectReshuffle(side), "floorperson", f"{words} of the {side} side only"
                    )
    if c.AdmitPlayer in steps and not table.rules.mid_shoe_entry:
        tried = c.AdmitPlayer("somebody")
        words = "let a player who sat out wager again"
        yield Candidate(c.AdmitPlayer(""), "floorperson", words, ("player",), tried)
    if is_from_hand(table):
        yield from held_candidates(game, table)
    if c.DeclineSecondChance in steps:
        yield from _second_chance(game, table)
    if c.CardsLie in steps:
        yield from _misdeal(table)
    if c.CardWent in steps:
        yield from _missed(game, table)
    yield from _always(game, table)


def _is_due(table: Table, what: c.Command) -> bool:
    """Chips can only be withheld, a reader only be inspected, a reshuffle only be directed, where that is
    still to be done."""
    if type(what) is c.WithdrawDecision:
        return table.asked is not None and table.asked.chips > 0
    if type(what) is c.DirectReshuffle:
        return not table.standing.reshuffle_directed
    if type(what) is c.InspectReader:
        has_reader = any(one.role == "card_reader" for one in table.standing.devices)
        return has_reader and not table.standing.reader_inspected
    return True


def _always(game: Game, table: Table) -> Iterator[Candidate]:
    """What is asked for whatever else is open: a card to be entered from sight, an incident."""
    for prompt in game.prompts(table):
        if prompt.kind == "enter_card":
            yield from _entry(table, prompt)
    what, tried = c.ReportIncident(""), c.ReportIncident("other")
    yield Candidate(what, "dealer", "something happened that no device sees", _INCIDENT, tried)


_INCIDENT: Final = ("kind", "box", "note")


def _entry(table: Table, prompt: Prompt) -> Iterator[Candidate]:
    draw = prompt.draw
    what, tried = c.EnterCard(draw, ""), c.EnterCard(draw, some_card(table))
    who: c.Role = "dealer" if prompt.who == "dealer" else "floorperson"
    yield Candidate(what, who, f"enter the card of draw {draw}", ("card",), tried)


# ---- a hand's decision ------------------------------------------------------------------------------


def _decisions(game: Game, table: Table) -> Iterator[Candidate]:
    """For the hand whose turn it is: its verbs once it has its cards, an exposed card that is offered to
    it, and that it was passed over once it has asked for a card."""
    if table.turn >= len(table.hands):
        return
    hand = table.hands[table.turn]
    if table.asked is not None:
        if not table.asked.chips:
            what = c.ReportPassedOver(hand.box, hand.number)
            yield Candidate(what, "dealer", f"{_place(hand)} was passed over")
            if table.ahead and table.ahead[0].exposed and not table.asked.taken:
                yield from _exposed(hand, asked=True)
        return
    if len(hand.cards) >= 2:
        for verb in game.verbs:
            yield Candidate(c.Decide(hand.box, verb, hand.number), "dealer", spoken(verb))
    if table.ahead and table.ahead[0].exposed:
        yield from _exposed(hand)


def _second_chance(game: Game, table: Table) -> Iterator[Candidate]:
    """A hand over 21 is bust where its player does not take the offer."""
    for prompt in game.prompts(table):
        if prompt.kind == "second_chance":
            what = c.DeclineSecondChance(prompt.box, prompt.hand)
            yield Candidate(what, "dealer", "no second chance")


def _exposed(hand: Hand, asked: bool = False) -> Iterator[Candidate]:
    if asked or len(hand.cards) == 1:
        words = f"{_place(hand)} takes the exposed card"
        yield Candidate(c.AcceptCard(hand.box, hand.number), "dealer", words)
    words = f"{_place(hand)} does not take the exposed card"
    yield Candidate(c.RefuseCard(hand.box, hand.number), "dealer", words)


def _place(hand: Hand) -> str:
    return f"box {hand.box}" + (f" hand {hand.number}" if hand.number > 1 else "")


def _even_money(table: Table) -> Iterator[Candidate]:
    for hand in table.hands:
        if hand.status == "blackjack" and not stake_on(table, hand.box, 1, "insurance"):
            what = c.TakeEvenMoney(hand.box, hand.number)
            yield Candidate(what, "dealer", f"box {hand.box}: even money")


# ---- cards that lie elsewhere -------------------------------------------------------------------------


def _misdeal(table: Table) -> Iterator[Candidate]:
    """A card of the deal lies where it was not drawn for. Weighed with one that lies where it should."""
    lies = [Lie(draw, hand.box, hand.number) for hand in table.hands for draw in hand.draws[:1]]
    lies += [Lie(draw, 0) for draw in table.dealer.draws[:1]]
    if lies:
        words = "a card lies elsewhere than it was drawn for"
        yield Candidate(c.CardsLie(()), "dealer", words, ("lies",), c.CardsLie((lies[0],)))


def _missed(game: Game, table: Table) -> Iterator[Candidate]:
    """The card that one hand asked for went to a later one: offered where that can have happened."""
    if table.asked is not None:
        return
    for at, hand in enumerate(table.hands):
        if len(hand.cards) < 3:
            continue
        for later in table.hands[at + 1 :]:
            tried = c.CardWent(Lie(hand.draws[-1], later.box, later.number))
            if rule_on(game, table, c.Asked("dealer", "", tried)).refused is None:
                words = "a card that one hand asked for went to a later one"
                yield Candidate(c.CardWent(Lie(0, 0)), "dealer", words, ("lie",), tried)
                return
