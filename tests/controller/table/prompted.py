"""The walker does what the table prompts: mostly right, now and then not as a dealer should.

What is tried without a prompt, and what breaks, is in mishaps.py.
"""

from collections.abc import Callable

from controller.table import commands as c
from controller.table import supply as sp
from controller.table.shuffling import will_be_counted
from controller.table.state import Batch, Lie, Prompt
from drivers import messages as m
from tests.controller.table.walking import Walk
from tests.support import GAME

VERBS = ("hit", "stand", "double", "split", "surrender")


def follow(walk: Walk) -> None:
    """Do what one of the prompts asks for."""
    prompts = GAME.prompts(walk.table)
    if not prompts:
        walk.deliver()
        return
    prompt = prompts[0] if walk.calm else walk.random.choice(prompts)
    _DO.get(prompt.kind, _wait)(walk, prompt)


def _wait(walk: Walk, _: Prompt) -> None:
    """A device has to answer."""
    if walk.shuffler.stage == "working" and (walk.calm or walk.random.random() < 0.5):
        walk.end_shuffle()
    else:
        walk.deliver()


def _hold(walk: Walk, _: Prompt) -> None:
    answer(walk, walk.random.randrange(len(walk.table.holds)))


def answer(walk: Walk, number: int) -> None:
    """Choose one of the remedies of a Hold; whoever may choose it."""
    hold = walk.table.holds[number]
    walk.floor(c.ChooseRemedy(hold.id, walk.random.choice([way.name for way in hold.remedies])))


# ---- the cards of the table --------------------------------------------------------------------------


def _open(walk: Walk, _: Prompt) -> None:
    walk.floor(c.OpenTable(received(walk)))


def received(walk: Walk) -> tuple[Batch, ...]:
    """What comes to the table: fresh cards mostly, and some that were inspected and shuffled before."""
    if walk.random.random() < 0.6:
        return ()
    source = walk.random.choice(("fresh", "preshuffled", "preshuffled"))
    backs = ("red", "blue") if walk.equipment.shuffler == "batch" else ("red",)
    return tuple(Batch(back, 6, source) for back in backs)


def _inspect(walk: Walk, _: Prompt) -> None:
    bad = not walk.calm and walk.random.random() < 0.1
    walk.ask(c.InspectCards("a bent corner" if bad else ""))


def _spread(walk: Walk, _: Prompt) -> None:
    walk.ask(c.SpreadCards("down" if walk.table.phase == "Idle" else "up"))


def _look(walk: Walk, _: Prompt) -> None:
    walk.ask(c.CardsSeen(walk.random.choice(("", "Ann")), walk.random.random() < 0.3))


def _collect_shoe(walk: Walk, _: Prompt) -> None:
    """Counted, mostly right; or left to the shuffler."""
    counted = sp.expected_in_shoe(walk.table)
    said = counted if walk.calm else walk.random.choice((counted, counted, counted, counted - 1, -1))
    if will_be_counted(walk.table) and walk.random.random() < 0.5:
        said = -1
    ruling = walk.ask(c.CollectShoe(said))
    if ruling.refused is None and not sp.in_shoe(walk.table.standing.supply):
        walk.shoe.inside.clear()


def _cut(walk: Walk, prompt: Prompt) -> None:
    random = walk.random
    by = random.choice(("player", "dealer"))
    asked: tuple[c.Command, ...] = (
        c.RefuseCut(),
        c.CutCards(by),
        c.CutCards(by, random.choice((0, 9, 10, 150, 303)), random.choice((0, 77, 78, 312))),
    )
    if walk.calm:
        walk.ask(c.CutCards("player" if sp.offered(walk.table.standing.supply) >= 0 else "dealer"))
    else:
        walk.ask(random.choice(asked))


def _load(walk: Walk, _: Prompt) -> None:
    if not walk.calm and walk.random.random() < 0.1:
        walk.floor(c.OrderRecut("too shallow"))
    elif walk.ask(c.LoadShoe()).refused is None:
        walk.shoe.inside.clear()
        walk.shoe.inside.extend(walk.deck().split())


def _take_stack(walk: Walk, _: Prompt) -> None:
    if not walk.calm and walk.random.random() < 0.1:
        walk.ask(c.TakeStack())
    else:
        walk.deliver()
        walk.take_out()


# ---- the round ------------------------------------------------------------------------------------------


def _no_more_bets(walk: Walk, _: Prompt) -> None:
    roll = walk.random.random()
    if roll < 0.6:
        bet(walk)
    elif roll < 0.63:
        walk.ask(c.LeaveIdle())
    else:
        walk.ask(c.NoMoreBets())


def bet(walk: Walk) -> None:
    random = walk.random
    chips = [("blackjack", random.choice((500, 1000, 1250, 1000, 450, 25)))]
    if random.random() < 0.4:
        chips.append((random.choice(("push_22", "push_22", "insurance")), 500))
    walk.place(random.randint(1, 7), *chips, player=random.choice(("", "Ann", "Ben")))


def _confirm(walk: Walk, _: Prompt) -> None:
    walk.confirm()


def _draw(walk: Walk, prompt: Prompt) -> None:
    """Mostly where it belongs; now and then a hand is passed over, or the card lies elsewhere."""
    random, table = walk.random, walk.table
    errs = not walk.calm and random.random() < walk.trouble
    if errs and table.phase == "PlayerDecisions" and random.random() < 0.5:
        walk.ask(c.ReportPassedOver(prompt.box, prompt.hand))
        return
    walk.draw()
    if not errs:
        return
    places = [(hand.box, hand.number) for hand in walk.table.hands]
    if walk.table.phase == "PlayerDecisions" and table.phase == "PlayerDecisions":
        walk.ask(c.CardWent(Lie(walk.table.last, *random.choice(places))))
    elif places:
        draws = random.sample(range(table.last, table.last + 2), random.choice((1, 1, 2)))
        walk.ask(c.CardsLie(tuple(Lie(draw, *random.choice((*places, (0, 1)))) for draw in draws)))


def _insurance(walk: Walk, _: Prompt) -> None:
    random = walk.random
    if walk.calm:
        walk.ask(c.CloseInsurance())
    elif random.random() < 0.5:
        walk.place(random.randint(1, 6), ("insurance", random.choice((50, 250, 500))))
    else:
        walk.ask(random.choice((c.CloseInsurance(), c.TakeEvenMoney(random.randint(1, 6)))))


def _insert_hole(walk: Walk, _: Prompt) -> None:
    walk.report("reader", m.ReaderAnswer("no_blackjack" if walk.calm else peek(walk)))


def peek(walk: Walk) -> m.Answer:
    """Mostly the truth."""
    if walk.random.random() < 0.1:
        return walk.random.choice(("no_read", "blackjack", "no_blackjack"))
    up = walk.table.dealer.cards[0]
    hole = walk.faces.get(walk.table.dealer.draws[1], "2C")
    pair = {"A" if card[0] == "A" else "T" if card[0] in "TJQK" else "" for card in (up, hole)}
    return "blackjack" if pair == {"A", "T"} else "no_blackjack"


def _decide(walk: Walk, prompt: Prompt) -> None:
    verb = "stand" if walk.calm else walk.random.choice(VERBS)
    amount = 0 if walk.calm else walk.random.choice((0, 0, 0, 500))
    refused = walk.ask(c.Decide(prompt.box, verb, prompt.hand, amount)).refused
    if refused is not None and walk.random.random() < 0.5:
        walk.ask(c.RefuseCard(prompt.box, prompt.hand))


def _offer_card(walk: Walk, prompt: Prompt) -> None:
    kind = walk.random.choice((c.AcceptCard, c.RefuseCard))
    walk.ask(kind(prompt.box, prompt.hand))


def _chips(walk: Walk, prompt: Prompt) -> None:
    asked = walk.table.asked
    wager = "split" if asked is not None and asked.verb == "split" else "double_down"
    if walk.calm:
        walk.ask(c.WithdrawDecision())
    else:
        walk.place(prompt.box, (wager, walk.random.choice((prompt.amount, prompt.amount, 500, 25))))


def _enter(walk: Walk, prompt: Prompt) -> None:
    walk.floor(c.EnterCard(prompt.draw, walk.faces.get(prompt.draw, "2C")))


def _say(what: c.Command) -> Callable[[Walk, Prompt], None]:
    def say(walk: Walk, _: Prompt) -> None:
        walk.floor(what)

    return say


_DO: dict[str, Callable[[Walk, Prompt], None]] = {
    "hold": _hold,
    "open": _open,
    "inspect": _inspect,
    "verify": _say(c.VerifyInspection()),
    "spread": _spread,
    "look": _look,
    "wash": _say(c.WashCards()),
    "collect_shoe": _collect_shoe,
    "shuffle": _say(c.ShuffleCards()),
    "feed": _say(c.FeedShuffler()),
    "take_stack": _take_stack,
    "clear_shuffler": _say(c.ClearShuffler()),
    "cut": _cut,
    "load": _load,
    "confirm_table": _confirm,
    "inspect_reader": _say(c.InspectReader()),
    "change_cards": _say(c.ChangeCards()),
    "no_more_bets": _no_more_bets,
    "insurance": _insurance,
    "draw": _draw,
    "insert_hole": _insert_hole,
    "decide": _decide,
    "offer_card": _offer_card,
    "chips": _chips,
    "enter_card": _enter,
    "settle": _say(c.WagersSettled()),
    "collect": _say(c.CardsCollected()),
}
