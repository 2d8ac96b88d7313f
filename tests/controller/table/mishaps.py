"""What a walker tries without being asked, what breaks, and time that passes.

What the table prompts is done in prompted.py.
"""

from controller.table import commands as c
from controller.table import supply as sp
from controller.table.commands import Told
from controller.table.state import Lie
from drivers import messages as m
from drivers.cards import DECK, UNREAD
from tests.controller.table.prompted import VERBS, received
from tests.controller.table.walking import FAULTS, Walk

REMEDIES = ("resume", "void_round", "unexposed", "reshuffle", "covered", "notified", "call_dead")
HOUR_MS = 3_600_000
DAYS = ("2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02")


def attempt(walk: Walk) -> None:
    """Something that may or may not be lawful now."""
    random = walk.random
    if random.random() < 0.6:
        command = random.choice(_commands(walk))
        ruling = walk.ask(command, random.choice(("dealer", "floorperson")))
        if ruling.refused is None and isinstance(command, c.LoadShoe):
            walk.shoe.inside.extend(walk.deck().split())
    elif not walk.lost:
        walk.report(*random.choice(_reports(walk)))


def _commands(walk: Walk) -> tuple[c.Command, ...]:
    random = walk.random
    box, hand = random.randint(1, 6), random.randint(1, 4)
    lies = tuple(Lie(draw, random.randint(0, 6)) for draw in range(walk.table.last, walk.table.last - 3, -1))
    return (
        c.Decide(box, random.choice(VERBS), hand),
        c.CloseTable(),
        c.WagersSettled(),
        c.CardsCollected(),
        c.WithdrawDecision(),
        c.TakeEvenMoney(box),
        c.NewDealer("Kim"),
        c.DirectReshuffle(),
        c.InspectReader(),
        c.AdmitPlayer("Ann"),
        c.EnterCard(random.randint(1, max(1, walk.table.last)), random.choice(DECK)),
        c.ChooseRemedy(random.randint(0, 9), random.choice(REMEDIES)),
        c.LeaveIdle(),
        c.ChangeCards(received(walk)),
        c.FeedShuffler(random.choice(("", "red", "blue"))),
        c.ClearShuffler(),
        c.TakeStack(),
        c.MarkOutOfOrder(random.choice(("covered", "signed"))),
        c.ReturnToService(),
        c.CollectShoe(random.choice((-1, sp.expected_in_shoe(walk.table)))),
        c.ShuffleCards(),
        c.CutCards("dealer"),
        c.OrderRecut(),
        c.CardsLie(lies[: random.randint(1, 3)]),
        c.CardWent(lies[0]),
        c.ReportPassedOver(box, hand),
        c.AcceptCard(box, hand),
        c.RefuseCard(box, hand),
        c.ReportIncident(random.choice(tuple(c.INCIDENTS)), box),
        c.ConfirmTable(6, "height", random.choice((6, 8)), True),
    )


def _reports(walk: Walk) -> tuple[tuple[str, m.Report], ...]:
    random = walk.random
    box, wager = random.randint(1, 6), random.choice(m.WAGERS[1:])
    made: tuple[tuple[str, m.Report], ...] = (
        ("wagers", m.Placed(box, ((wager, 500),))),
        ("wagers", m.TakenBack(box, wager, lifted(walk, box, wager))),
        ("wagers", m.AttemptAfterClose(box, wager, random.choice((500, -500)))),
        ("shoe", m.Disclosed(random.randint(1, 40), random.choice(DECK))),
        ("reader", m.InsertedWhileDisarmed()),
        ("shoe", m.CardDrawn(max(1, walk.shoe.last), UNREAD)),
        ("shoe", m.ShoeEmpty(walk.shoe.last)),
    )
    if "shuffler" not in walk.names:
        return made
    old = max(0, walk.shuffler.job - 1)
    return (
        *made,
        ("shuffler", m.ShuffleStarted(walk.shuffler.job)),
        ("shuffler", m.ShuffleDone(old, 312, "good", "good", "good")),
        ("shuffler", m.ShuffleFailed(old, "jam")),
    )


def lifted(walk: Walk, box: int, wager: str) -> int:
    """What a hand can lift from a spot: no more than lies there."""
    lies = [s.stake for s in walk.table.stacks if (s.box, s.hand, s.wager) == (box, 1, wager)]
    return walk.random.choice((lies[0], 50)) if lies and lies[0] >= 50 else 0


def fail(walk: Walk) -> None:
    """Something breaks, or is repaired; or time passes."""
    random = walk.random
    name = random.choice(walk.names)
    roll = random.randrange(14)
    if name in walk.lost:
        walk.come_back(name, anew=random.random() < 0.3)
    elif roll == 0:
        walk.drop(name)
    elif roll == 1:
        walk.restart()
    elif roll in (2, 3):
        _break_or_repair(walk, name, broken=roll == 2)
    elif roll == 4:
        walk.double_feed()
    elif roll == 5:
        walk.move_lid() if name == "shuffler" else walk.report("shoe", m.LidMoved(random.random() < 0.5))
    elif roll == 6 and walk.shoe.last:
        walk.report("shoe", m.CardPushedBack(walk.shoe.last))
    elif roll == 7 and random.random() < 0.2:
        walk.report(name, m.Gap(1, 3))
    elif roll == 8 and random.random() < 0.2:
        walk.take(Told(c.DefectMet("bug")))
    elif roll == 9:
        walk.report(name, m.SelfLocked("silence"))
    elif roll == 10:
        walk.report(name, m.OrderRefused("permit", "busy"))
    elif roll in (11, 12):
        pass_time(walk)
    elif not walk.lost:
        walk.draw()


def _break_or_repair(walk: Walk, name: str, *, broken: bool) -> None:
    kind = walk.random.choice(FAULTS[name])
    if not broken:
        walk.repair(name)
    elif name == "shuffler":
        walk.break_shuffler(kind)
    else:
        walk.report(name, m.FaultRaised(kind))


def pass_time(walk: Walk) -> None:
    """Some hours; the gaming day goes on with them, and never back."""
    hours = walk.random.choice((1, 6, 20))
    at = min(len(DAYS) - 1, (walk.ledger.clock_ms // HOUR_MS + hours) // 24)
    walk.take(Told(c.TimePassed(hours * HOUR_MS, DAYS[at])))
