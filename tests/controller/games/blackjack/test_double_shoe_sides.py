"""The sides of a double shoe between rounds: opened apart, taken out and shuffled one at a time, closed.

633a.3(c), 633a.4(d), 633a.5, 633a.7(e)(2), (3). Rounds are in test_double_shoe.py, a side that runs short in
test_double_shoe_short.py.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import Batch, Equipment
from drivers import messages as m
from tests.controller.games.blackjack.double import LEFT, RIGHT, DoubleTable
from tests.controller.games.blackjack.playing import Blackjack

RED = Batch("red", 1)
BLUE = Batch("blue", 1)
LOW = "KH 9H 8H 8D"
"""A round on one box from the left side without a further card: 18 against 17."""
LOW_RIGHT = "KS 9S 8S 8C"


def named(table: DoubleTable, *kinds: str) -> list[tuple[str, str]]:
    """Until wagers are open: which batch is in hand as each of these things is asked for."""
    found: list[tuple[str, str]] = []
    for _ in range(60):
        if table.table.phase == "Betting":
            return found
        kind = table.prompt()
        if kind in kinds:
            found.append((table.table.standing.supply.batches[table.in_hand()].back, kind))
        step(table, kind)
    raise AssertionError("the sides are not ready")


def step(table: DoubleTable, kind: str) -> None:
    """The one thing that is asked for."""
    plain: dict[str, tuple[c.Command, c.Role]] = {
        "inspect": (c.InspectCards(), "dealer"),
        "verify": (c.VerifyInspection(), "floorperson"),
        "spread": (c.SpreadCards("down" if table.table.phase == "Idle" else "up"), "dealer"),
        "look": (c.CardsSeen("Ann"), "dealer"),
        "wash": (c.WashCards(), "dealer"),
        "shuffle": (c.ShuffleCards(), "dealer"),
    }
    if kind in plain:
        assert table.ask(*plain[kind]).refused is None
    elif kind == "cut":
        table.ask(c.CutCards("player"))
    elif kind == "load":
        table.load()
    else:
        assert kind == "collect_shoe", kind
        table.take_out()


# ---- which cards, and how they are opened -----------------------------------------------------------------


@clause("633a.3(c)")
@pytest.mark.parametrize(
    "batches",
    [(RED,), (RED, Batch("blue", 2)), (Batch("red", 2), Batch("blue", 2)), (RED, RED), (RED, BLUE, BLUE)],
)
def test_each_side_has_the_submitted_decks_and_backs_of_its_own(batches: tuple[Batch, ...]) -> None:
    table = DoubleTable()
    refused = table.floor(c.OpenTable(batches)).refused
    assert refused is not None
    assert refused.clause == "topic:sides-of-double-shoe"
    assert table.floor(c.OpenTable((RED, BLUE))).refused is None


@clause("633a.3(c)")
@pytest.mark.parametrize("decks", range(1, 9))
def test_both_sides_lie_in_the_shoe_at_once_with_as_many_decks(decks: int) -> None:
    table = DoubleTable(decks=decks).opened()
    assert table.where() == ("shoe", "shoe")
    assert [batch.loaded for batch in table.table.standing.supply.batches] == [52 * decks, 52 * decks]


@clause("633a.2(h)")
def test_the_rack_shows_the_decks_of_one_side() -> None:
    table = DoubleTable(decks=2)
    table.floor(c.OpenTable())
    refused = table.floor(c.ConfirmTable(7, "height", 4, True)).refused
    assert refused is not None
    assert refused.clause == "topic:rack-height"
    assert table.floor(c.ConfirmTable(7, "height", 2, True)).refused is None


@clause("633a.4(d)", "633a.3(c)")
def test_each_side_is_inspected_spread_seen_washed_shuffled_cut_and_loaded_by_itself() -> None:
    table = DoubleTable()
    table.floor(c.OpenTable())
    kinds = ("inspect", "verify", "spread", "look", "wash", "shuffle", "cut", "load")
    done = named(table, *kinds)
    assert done == [(back, kind) for back in ("red", "blue") for kind in kinds]


@clause("633a.4(d)")
def test_nothing_is_wagered_before_the_second_side_is_loaded() -> None:
    table = DoubleTable()
    table.floor(c.OpenTable())
    while table.where() != ("shoe", "table"):
        step(table, table.prompt())
    assert table.table.phase == "Inspecting"
    assert table.wager(1, 1000).refused is not None
    for early in (c.NoMoreBets(), c.CutCards(), c.LoadShoe(), c.ShuffleCards()):
        assert table.ask(early).refused is not None


@clause("633a.4(f)", "633a.4(d)")
@pytest.mark.parametrize(
    ("sources", "inspected"),
    [
        (("preshuffled", "preshuffled"), []),
        (("preshuffled", "fresh"), ["blue"]),
        (("fresh", "preshuffled"), ["red"]),
    ],
)
def test_a_side_that_came_shuffled_is_cut_at_once(sources: tuple[str, str], inspected: list[str]) -> None:
    table = DoubleTable()
    table.floor(c.OpenTable((Batch("red", 1, sources[0]), Batch("blue", 1, sources[1]))))
    done = named(table, "inspect", "cut")
    assert [back for back, kind in done if kind == "inspect"] == inspected
    assert [back for back, kind in done if kind == "cut"] == ["red", "blue"]
    assert table.where() == ("shoe", "shoe")


@clause("633a.5(c)(1)")
def test_who_came_first_is_offered_the_cut_of_both_sides() -> None:
    table = DoubleTable()
    table.floor(c.OpenTable())
    offers = []
    while table.table.phase != "Betting":
        if table.prompt() == "cut":
            offers.append(
                supply.owner(table.table.standing.supply, supply.offered(table.table.standing.supply))
            )
        step(table, table.prompt())
    assert offers == ["the first player, Ann"] * 2


# ---- after the cover card --------------------------------------------------------------------------------


@clause("633a.7(e)", "633a.7(e)(2)", "633a.7(e)(3)", "633a.3(c)")
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_only_the_side_of_the_cover_card_is_taken_out_and_shuffled(side: int) -> None:
    stacks = [LOW, LOW_RIGHT]
    stacks[side] = stacks[side].replace(" 8", " CUT 8", 1)
    table = DoubleTable(*stacks).opened()
    table.first_from = side
    table.play_round()
    assert table.table.phase == "Shuffling"
    assert table.double.due == (side == LEFT, side == RIGHT)
    assert table.ask(c.ShuffleCards()).refused is not None, "the side is taken out first"
    table.take_out()
    expected = ["shoe", "shoe"]
    expected[side] = "table"
    assert table.where() == tuple(expected)
    assert table.events(ev.ShoeCollected)[-1].expected == 48
    back = ("red", "blue")[side]
    assert named(table, "shuffle", "load") == [(back, "shuffle"), (back, "load")]
    assert table.where() == ("shoe", "shoe")
    assert table.double.drawn[side] == 0
    table.play_round()
    assert table.table.phase == "Betting"


@clause("633a.7(e)(2)")
def test_a_cover_card_before_the_determinant_card_is_set_aside_and_the_round_is_played() -> None:
    """It came from the left side; the determinant card is drawn again, and the right side deals."""
    table = DoubleTable("CUT 4C", "KS 9S 8S 8C").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    assert (table.double.designated, table.prompt()) == (-1, "draw")
    table.run()
    assert table.double.designated == RIGHT
    table.finish()
    assert table.double.due == (True, False)
    table.take_out()
    assert table.where() == ("table", "shoe")
    assert table.events(ev.ShoeCollected)[-1].expected == 51, "the determinant card left it"


@clause("633a.7(e)(2)", "633a.7(e)(3)", "633a.5(c)(2)", "633a.5(c)(3)")
def test_with_both_cover_cards_out_one_side_follows_the_other_each_with_its_own_cut() -> None:
    """The left one came out before the determinant card: from the dealer's right. The right one on box 2."""
    table = DoubleTable("CUT 4C", "KS CUT 9S TS 8S 8C 9C").opened()
    for box in (1, 2):
        table.wager(box, 1000)
    table.deal()
    table.finish()
    assert table.double.due == (True, True)
    assert table.double.covers == (-1, 2)
    offers = {}
    while table.table.phase != "Betting":
        if table.prompt() == "cut":
            offers[table.in_hand()] = supply.cut_offers(table.table.standing.supply)
        step(table, table.prompt())
    assert offers == {LEFT: (2, 1), RIGHT: (2,)}
    assert table.events(ev.BatchTurned)[-1].current == RIGHT
    told = [(one.step, one.role) for one in table.events(ev.StepDone)[-6:]]
    assert told == [("shuffled", "dealer"), ("cut", "dealer"), ("loaded", "dealer")] * 2
    assert table.double.due == (False, False)
    assert not table.table.standing.cover_out


@clause("633a.5(c)(3)")
def test_a_cover_card_on_the_dealers_hand_has_the_cut_offered_from_the_right() -> None:
    table = DoubleTable("KH TH CUT 9H 8H 9D 8D", "").opened()
    for box in (1, 2):
        table.wager(box, 1000)
    table.deal()
    table.finish()
    table.take_out()
    assert table.double.covers == (0, -2)
    table.ask(c.ShuffleCards())
    assert supply.cut_offers(table.table.standing.supply) == (2, 1)


@clause("633a.7(e)(2)")
def test_the_discards_of_one_side_are_its_own_and_a_missing_card_is_found() -> None:
    """Dealt, set apart and remaining are the batch of that side; a card too few is asked about."""
    table = DoubleTable("4C KH CUT 9H 8H 8D", "KS 9S 8S 8C").opened()
    table.play_round()  # from the right side, the determinant card came from the left one
    table.play_round()
    assert table.double.drawn == (5, 4)
    assert table.ask(c.CollectShoe(46)).refused is None
    (hold,) = table.table.holds
    words = "46 cards were left in the left side (red), and by the draws it is 47"
    assert (hold.kind, hold.clause, hold.words) == ("card-count", "topic:side-of-cover-card", words)
    table.choose("recount", role="dealer")
    assert table.take_out().refused is None
    assert table.table.holds == ()


@clause("633a.7(e)(2)")
def test_cards_that_were_changed_because_one_is_missing_are_changed_on_both_sides() -> None:
    table = DoubleTable("KH CUT 9H 8H 8D").opened().play_round()
    table.ask(c.CollectShoe(3))
    table.choose("change_cards")
    assert (table.where(), table.prompt()) == (("table", "shoe"), "collect_shoe")
    assert table.in_hand() == RIGHT
    table.take_out()
    assert table.table.phase == "Inspecting"
    table.prepare()
    assert table.where() == ("shoe", "shoe")


# ---- by the floorperson's word ------------------------------------------------------------------------


@clause("633a.5(f)", "633a.7(e)(3)", "633a.5(c)(4)")
@pytest.mark.parametrize(
    ("said", "shuffled"), [("", ["red", "blue"]), ("left", ["red"]), ("right", ["blue"])]
)
def test_the_floorperson_directs_a_shuffle_of_one_side_or_of_both(said: str, shuffled: list[str]) -> None:
    table = DoubleTable(LOW).opened().play_round()
    assert table.ask(c.DirectReshuffle(said)).refused is not None, "the dealer does not"
    assert table.floor(c.DirectReshuffle(said)).refused is None
    assert [back for back, _ in named(table, "shuffle")] == shuffled
    assert not table.table.standing.reshuffle_directed


@clause("633a.5(f)")
@pytest.mark.parametrize("phase", ["Settling", "Collecting"])
def test_it_is_directed_at_the_end_of_a_round_too(phase: str) -> None:
    table = DoubleTable(LOW).opened()
    table.wager(1, 1000)
    table.deal()
    table.ask(c.Decide(1, "stand"))
    table.counts = False
    while table.table.phase != phase:
        table.ask(c.WagersSettled())
    assert table.floor(c.DirectReshuffle("right")).refused is None
    table.finish()
    assert [back for back, _ in named(table, "collect_shoe")] == ["blue"]


@clause("633a.5(f)")
def test_a_side_that_the_shoe_has_not_cannot_be_shuffled() -> None:
    double, single = DoubleTable(LOW).opened(), Blackjack("2C")
    assert double.floor(c.DirectReshuffle("middle")).refused is not None
    assert single.floor(c.DirectReshuffle("left")).refused is not None
    assert single.floor(c.DirectReshuffle()).refused is None


# ---- an idle table, other cards, the end of the day ---------------------------------------------------


@clause("633a.5(g)", "633a.5(g)(1)", "633a.4(d)")
def test_an_idle_table_has_both_sides_spread_seen_once_and_washed_apart() -> None:
    table = DoubleTable(LOW).opened().play_round()
    assert table.ask(c.LeaveIdle()).refused is None
    kinds = ("collect_shoe", "spread", "look", "wash", "shuffle", "cut", "load")
    done = named(table, *kinds)
    assert done[:2] == [("red", "collect_shoe"), ("blue", "collect_shoe")]
    assert done[2:4] == [("red", "spread"), ("blue", "spread")]
    assert [kind for _, kind in done[4:5]] == ["look"]
    rest = ("wash", "shuffle", "cut", "load")
    assert done[5:] == [(back, kind) for back in ("red", "blue") for kind in rest]


@clause("633a.3(d)")
def test_other_cards_come_for_both_sides() -> None:
    table = DoubleTable(LOW).opened().play_round()
    assert table.floor(c.ChangeCards()).refused is None
    assert named(table, "collect_shoe", "inspect") == [
        ("red", "collect_shoe"),
        ("blue", "collect_shoe"),
        ("red", "inspect"),
        ("blue", "inspect"),
    ]


@clause("house.9", "633a.7(e)(2)")
@pytest.mark.parametrize("loaded", [("table", "table"), ("shoe", "table"), ("shoe", "shoe")])
def test_a_table_closes_when_both_sides_are_out_and_counted(loaded: tuple[str, str]) -> None:
    table = DoubleTable(LOW)
    table.floor(c.OpenTable())
    while table.where() != loaded:
        step(table, table.prompt())
    assert table.floor(c.CloseTable()).refused is None
    for _ in range(loaded.count("shoe")):
        assert (table.table.phase, table.prompt()) == ("Closing", "collect_shoe")
        table.take_out()
    assert table.table.phase == "Closed"
    assert table.table.double is None


@clause("633a.6(b)(2)")
def test_the_reshuffle_of_a_side_is_one_after_which_everybody_may_wager() -> None:
    table = DoubleTable("KH CUT 9H 8H 8D", mid_shoe_entry=False).opened()
    table.wager(1, 1000, player="Ann")
    table.deal()
    table.finish()
    table.prepare()
    assert table.wager(2, 1000, player="Ben").refused is None


# ---- what is secret stays so until its side leaves ----------------------------------------------------


@clause("house.12")
def test_the_journal_learns_a_face_down_card_when_its_own_side_leaves_the_shoe() -> None:
    """A card that was drawn in error between rounds, and seen by everybody, lies apart on the right side."""
    table = DoubleTable(LOW.replace(" 8H", " CUT 8H"), "QC " + LOW_RIGHT).opened()
    table.draw(side=RIGHT)
    table.choose("exposed")
    table.play_round()
    assert table.table.standing.sealed == (1,)
    table.prepare()
    assert table.table.standing.sealed == (1,), "the left side was shuffled, and the right one is in play"
    assert [one.draw for one in table.events(ev.CardDisclosed)] == [5], "the hole card, which was turned"
    table.floor(c.DirectReshuffle("right"))
    table.take_out()
    assert [one.draw for one in table.events(ev.CardDisclosed)] == [5, 1]
    assert table.table.standing.sealed == ()


# ---- the shoe begins anew -----------------------------------------------------------------------------


@clause("house.2", "house.3")
def test_a_shoe_that_began_anew_goes_on_with_both_sides_as_they_are() -> None:
    table = DoubleTable(LOW + " KD 9D 8C 8S").opened().play_round()
    table.wager(1, 1000)
    table.deal()
    table.reset("shoe")
    table.choose("resume")
    table.finish()
    assert table.table.base == 8
    assert table.double.drawn == (8, 0)
    table.floor(c.CloseTable())
    table.take_out()
    table.take_out()
    assert [one.expected for one in table.events(ev.ShoeCollected)] == [44, 52]
    assert table.table.phase == "Closed"


@clause("house.4", "633a.7(e)(2)")
def test_draws_that_nobody_heard_may_be_missing_on_either_side_and_no_more_than_those() -> None:
    table = DoubleTable(LOW).opened().play_round()
    table.counts = False
    table.report("shoe", m.CardDrawn(7, "9C"))
    assert [hold.kind for hold in table.table.holds] == ["gap"]
    table.choose("resume")
    assert table.double.unknown == 2
    table.floor(c.DirectReshuffle())
    table.ask(c.CollectShoe(44))
    assert [hold.kind for hold in table.table.holds] == ["card-count"], "three fewer are too many: 47 less 2"
    table.choose("recount", role="dealer")
    assert table.ask(c.CollectShoe(46)).refused is None
    assert table.table.holds == ()
    assert table.double.unknown == 1, "one of them came from the left side"


# ---- another installation -----------------------------------------------------------------------------


def test_a_table_without_sides_is_not_told_of_them() -> None:
    table = Blackjack("2C TS 7H 9D TC", equipment=Equipment())
    assert table.table.double is None
    assert isinstance(table.table.wanted_shoe, m.Lock)
    table.wager(1, 1000)
    table.deal()
    assert all(order.side == 0 for _, r in table.log for order in r.orders if isinstance(order, m.Permit))
    assert not table.events(ev.CardLeft)


@clause("house.3", "house.12")
@pytest.mark.parametrize("kind", [Blackjack, DoubleTable])
def test_a_card_in_error_that_the_shoe_has_forgotten_since_is_never_asked_for(kind: type[Blackjack]) -> None:
    """Drawn between rounds and seen; the shoe began anew before the floorperson said so: nobody can tell."""
    table = DoubleTable(LOW).opened() if kind is DoubleTable else Blackjack("2C TS 7H 9D TC")
    table.draw(beyond=True)
    table.reset("shoe")
    table.choose("exposed", "card-in-error")
    table.choose("resume")
    assert [one.card for one in table.table.removed] == ["??"]
    assert table.floor(c.CloseTable()).refused is None
    while table.table.phase == "Closing":
        assert table.ask(c.CollectShoe(supply.expected_in_shoe(table.table))).refused is None
    assert table.table.phase == "Closed"
