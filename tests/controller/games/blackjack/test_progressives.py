"""The progressive wagers of 633a: Bad Beat and Hit and Run, what wins, what is paid, and how they are
settled.

Expected amounts are worked out from 633a.7(o) and 633a.13(j), (l) by hand: what is paid "for 1" has the
stake in it. Meters, lock-out and chips are in tests/controller/table/test_progressive.py.
"""

import pytest
from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Paytable, Progressive
from tests.controller.games.blackjack.playing import Blackjack, paytable, row

BAD_BEAT = Progressive("bad_beat", 2_000, 5_000_00, 5_000_00, True)
HIT_AND_RUN = Progressive("hit_and_run", 1_250, 1_000_00, 2_000_00)
OPTIONS = ("any_20", "magic_card", "lucky_player")


def without(names: tuple[str, ...]) -> Paytable:
    """Bad Beat's paytable without these wins."""
    whole = paytable("bad_beat")
    return replace(whole, odds=tuple(odds for odds in whole.odds if odds.name not in names))


class Table(Blackjack):
    """A table that offers both. options: those of Bad Beat."""

    def __init__(self, cards: str, options: tuple[str, ...] = (), **chosen: object) -> None:
        left_out = tuple(name.replace("_", " ") for name in OPTIONS if name not in options)
        given = {
            "progressives": (replace(BAD_BEAT, options=options), HIT_AND_RUN),
            "paytables": (
                paytable("blackjack"),
                paytable("insurance"),
                without(left_out),
                paytable("hit_and_run"),
            ),
            **chosen,
        }
        super().__init__(cards, **given)

    def bet(self, *there: tuple[int, str, int]) -> "Table":
        """Ten dollars on each box that has a progressive wager, and these wagers; then the deal."""
        for box in sorted({box for box, _, _ in there}):
            assert self.wager(box, 10_00).refused is None
        for box, wager, cents in there:
            assert self.wager_there(box, wager, cents).refused is None
        self.deal()
        return self

    def of(self, wager: str) -> list[tuple[int, int, str, str, int, int, int]]:
        """The rows of that wager, in the order of settlement."""
        return [one for one in self.rows() if one[2] == wager]


# ---- Bad Beat --------------------------------------------------------------------------

# The player has ten and ten. Of the dealer's cards the second is the hole card; the rest are drawn.
DEALERS = {
    "blackjack": ("AH KD", 10),
    "three": ("9H 5D 7C", 25),
    "four": ("2H 5D 4C TS", 50),
    "five": ("2H 2D 4C 3C TS", 100),
    "six": ("2H 2D 4C 3C 3S 7H", 1000),
}


@clause("633a.13(j)(1)")
@clause("633a.7(o)(1)(i)")
@pytest.mark.parametrize(("dealer", "pays"), DEALERS.values(), ids=DEALERS)
def test_a_20_against_a_21_is_paid_by_the_dealers_cards(dealer: str, pays: int) -> None:
    up, hole, *drawn = dealer.split()
    table = Table(f"2C TS {up} TC {hole} {' '.join(drawn)}").bet((1, "bad_beat", 2_00)).finish()
    assert table.of("bad_beat") == [row(1, "bad_beat", "win", 2_00 * (pays - 1), 2_00, 0)]
    assert [row.clause for row in table.settlements() if row.wager == "bad_beat"] == ["633a.13(j)(1)"]


@clause("633a.7(o)(1)")
@clause("633a.7(o)(1)(i)")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("2C TS 9H 9C 5D 7C", "a 19 is no 20"),
        ("2C TS 9H TC KD", "the dealer has 19"),
        ("2C TS 6H TC TD KC", "the dealer is bust"),
        ("2C AS 9H KC 5D 7C", "a Blackjack is no 20"),
    ],
)
def test_it_is_lost_without_a_20_or_without_a_21(cards: str, why: str) -> None:
    table = Table(cards).bet((1, "bad_beat", 1_00)).finish()
    assert table.of("bad_beat") == [row(1, "bad_beat", "lose", 0, 0, 1_00)], why


@clause("633a.7(o)(1)(i)")
def test_a_20_alone_wins_where_the_submission_has_it() -> None:
    """1 for 1: the stake comes back. It is won, and nothing is paid on top."""
    cards = "2C TS 9H TC KD"
    assert Table(cards, ("any_20",)).bet((1, "bad_beat", 1_00)).finish().of("bad_beat") == [
        row(1, "bad_beat", "win", 0, 1_00, 0)
    ]
    assert Table(cards).bet((1, "bad_beat", 1_00)).finish().of("bad_beat") == [
        row(1, "bad_beat", "lose", 0, 0, 1_00)
    ]


def test_a_soft_20_and_one_of_many_cards_are_a_20() -> None:
    soft = Table("2C AS 9H 9C 5D 7C").bet((1, "bad_beat", 1_00)).finish()
    assert soft.of("bad_beat") == [row(1, "bad_beat", "win", 24_00, 1_00, 0)]
    many = Table("2C 5S 9H 6C 5D 4C 5C 7C").bet((1, "bad_beat", 1_00))
    many.play(1, "hit")
    many.play(1, "hit")
    assert many.finish().of("bad_beat") == [row(1, "bad_beat", "win", 24_00, 1_00, 0)]


def test_one_hand_of_a_split_that_counts_20_is_enough_and_is_paid_once() -> None:
    """Two tens are split; both hands become 20. The wager is one, and so is its row."""
    table = Table("2C TS 9H TC 5D KS KC 7C").bet((1, "bad_beat", 1_00))
    table.play(1, "split")
    assert len(table.table.hands) == 2
    assert table.finish().of("bad_beat") == [row(1, "bad_beat", "win", 24_00, 1_00, 0)]


@clause("633a.1(magic-card-bonus)")
@clause("633a.1(lucky-player-bonus)")
@clause("633a.7(o)(1)(ii)")
def test_magic_card_and_lucky_player_are_paid_whatever_the_hands_are() -> None:
    """20 for 1 and 5 for 1, on top of one another and of the wager itself."""
    options = ("magic_card", "lucky_player")
    table = Table("2C TS 2S 9H TC 3C KD", options)
    table.system.magic, table.system.lucky = "TC", 1
    table.bet((1, "bad_beat", 1_00), (2, "bad_beat", 1_00)).finish()
    # Box 1 has the ten of clubs, and is the lucky one: 25 for 1, although its 20 meets a 19.
    assert table.of("bad_beat") == [
        row(1, "bad_beat", "lose", 0, 0, 1_00, box=2),
        row(1, "bad_beat", "win", 24_00, 1_00, 0),
    ]


@clause("633a.1(magic-card-bonus)")
def test_the_magic_card_is_looked_for_in_the_first_two_cards() -> None:
    """It comes third: that is too late. A house without the bonus does not pay it either."""
    table = Table("2C 2S 9H 3C KD 5C", ("magic_card",))
    table.system.magic = "5C"
    table.bet((1, "bad_beat", 1_00))
    table.play(1, "hit")
    assert table.finish().of("bad_beat") == [row(1, "bad_beat", "lose", 0, 0, 1_00)]
    other = Table("2C 2S 9H 5C KD")
    other.system.magic = "5C"
    assert other.bet((1, "bad_beat", 1_00)).finish().of("bad_beat") == [
        row(1, "bad_beat", "lose", 0, 0, 1_00)
    ]


@clause("633a.7(o)(1)(ii)(C)")
def test_the_meter_is_shared_by_the_wagers_and_credited() -> None:
    """Seven cards make 21. Wagers of 1 and 2.50 raise the meter of 5,000 by 20% of 3.50 to 5,000.70; the
    shares are 1/3.5 and 2.5/3.5 of it, down to the cent."""
    table = Table("2C TS TC 2D TH KD 2S 2H 3C 3S 4D 5H")
    table.bet((1, "bad_beat", 1_00), (2, "bad_beat", 2_50)).finish()
    assert table.of("bad_beat") == [
        row(1, "bad_beat", "win", 3571_92, 0, 2_50, box=2),
        row(1, "bad_beat", "win", 1428_77, 0, 1_00),
    ]
    assert [(one.box, one.cents) for one in table.system.credits] == [(2, 3571_92), (1, 1428_77)]
    # The next one begins with 5,000.00, and with the cent that the shares left.
    assert table.system.shown["bad_beat"] == 5000_01


@clause("633a.7(o)(1)(ii)(C)")
def test_every_win_goes_to_the_account_with_its_stake_and_no_chips_are_asked_for() -> None:
    table = Table("2C TS 9H TC 5D 7C").bet((1, "bad_beat", 2_00)).finish()
    assert [(one.box, one.wager, one.cents) for one in table.system.credits] == [(1, "bad_beat", 50_00)]
    assert table.table.phase == "Betting"
    assert "bad_beat" not in [wager for wager, _, _ in table.open], "no spot takes chips for it"
    assert "bad_beat" in [wager for wager, _, _ in table.system.open.spots]


# ---- Hit and Run --------------------------------------------------------------------------

RUNS = {
    "blackjack": ("AH KD", 4),
    "five": ("2H 2D 4C 3C TS", 7),
    "five, bust": ("2H 2D 4C 8C TS", 7),
    "six": ("2H 2D 4C 3C 3S 7H", 25),
    "six, bust": ("2H 2D 3C 3D 6S 9H", 25),
    "seven": ("2H 2D 2C 3C 3S 4S 5H", 100),
}


@clause("633a.13(l)(1)")
@clause("633a.7(o)(2)(i)")
@pytest.mark.parametrize(("dealer", "pays"), RUNS.values(), ids=RUNS)
def test_it_is_paid_by_how_many_cards_the_dealer_has(dealer: str, pays: int) -> None:
    up, hole, *drawn = dealer.split()
    table = Table(f"2C TS {up} 9C {hole} {' '.join(drawn)}").bet((1, "hit_and_run", 2_00)).finish()
    assert table.of("hit_and_run") == [row(1, "hit_and_run", "win", 2_00 * (pays - 1), 2_00, 0)]
    assert [row.clause for row in table.settlements() if row.wager == "hit_and_run"] == ["633a.13(l)(1)"]


@clause("633a.7(o)(2)(i)")
def test_four_cards_are_too_few() -> None:
    table = Table("2C TS 2H 9C 5D 4C TD").bet((1, "hit_and_run", 1_00)).finish()
    assert table.of("hit_and_run") == [row(1, "hit_and_run", "lose", 0, 0, 1_00)]


@clause("633a.7(n)")
@clause("633a.7(o)(2)")
def test_the_dealer_draws_for_a_hit_and_run_wager_although_every_hand_is_bust() -> None:
    """The number of the dealer's cards has an effect on the round."""
    table = Table("2C TS 2H 6C 2D KC 4C 3C TD").bet((1, "hit_and_run", 1_00))
    table.play(1, "hit")
    assert table.finish().of("hit_and_run") == [row(1, "hit_and_run", "win", 6_00, 1_00, 0)]


@clause("633a.7(n)")
def test_the_dealer_draws_for_no_bad_beat_wager_that_can_win_no_more() -> None:
    """Its hand is bust: no point count of the dealer's has an effect on it."""
    table = Table("2C TS 2H 6C 2D KC 4C 3C").bet((1, "bad_beat", 1_00))
    table.play(1, "hit")
    table.finish()
    assert table.of("bad_beat") == [row(1, "bad_beat", "lose", 0, 0, 1_00)]
    assert [len(hand) for hand in (table.shoe.inside,)] == [2]


@clause("633a.7(o)(2)(ii)(C)")
def test_a_meter_is_shared_alike_by_every_player_whatever_was_wagered() -> None:
    """Eight cards. Anna has boxes 1 and 2, Ben box 3: half of 1,000.50 each (12.5% of 4.00 came on top), and
    Anna's half in two equal parts."""
    table = Table("2C TS TC TH 2H 9C 9D 9H 2D 2S 2C 2H 2D 3C 3S")
    for box, player in ((1, "Anna"), (2, "Anna"), (3, "Ben")):
        assert table.wager(box, 10_00, player=player).refused is None
    for box, player, cents in ((1, "Anna", 1_00), (2, "Anna", 1_00), (3, "Ben", 2_00)):
        assert table.wager_there(box, "hit_and_run", cents, player).refused is None
    table.deal()
    table.finish()
    assert table.of("hit_and_run") == [
        row(1, "hit_and_run", "win", 500_25, 0, 2_00, box=3),
        row(1, "hit_and_run", "win", 250_12, 0, 1_00, box=2),
        row(1, "hit_and_run", "win", 250_12, 0, 1_00),
    ]
    # Reset to 2,000.00, with the cent that was left.
    assert table.system.shown["hit_and_run"] == 2000_01
    assert table.system.credits == []


# ---- order, verification, documents
# --------------------------------------------------------------------------


@clause("633a.7(o)")
@clause("633a.7(h)")
def test_progressive_wagers_are_settled_first_and_from_the_dealers_right() -> None:
    table = Table("2C TS TC 9H TH TD KD")
    table.bet((1, "hit_and_run", 1_00), (1, "bad_beat", 1_00), (2, "bad_beat", 1_00)).finish()
    assert [(one[0], one[2]) for one in table.rows()] == [
        (2, "bad_beat"),
        (1, "bad_beat"),
        (1, "hit_and_run"),
        (2, "blackjack"),
        (1, "blackjack"),
    ]


def five_cards(wager: str, cards: str) -> Table:
    """A round that stands before its settlement, with an award at 100 for 1."""
    table = Table(cards).bet((1, wager, 1_00))
    while table.prompt() != "verify_award":
        kind = table.prompt()
        if kind == "decide":
            assert table.ask(c.Decide(1, "stand")).refused is None
        elif kind == "draw":
            table.draw()
        else:
            raise AssertionError(kind)
    return table


@pytest.mark.parametrize(
    ("wager", "cards"),
    [("bad_beat", "2C TS 2H TC 2D 4C 3C TD"), ("hit_and_run", "2C TS 2H 9C 2D 2C 3C 3S 4S 5H")],
)
@clause("633a.7(o)(1)(ii)(B)")
@clause("633a.7(o)(2)(ii)(B)")
def test_from_100_for_1_on_a_floorperson_verifies_it_before_it_is_settled(wager: str, cards: str) -> None:
    table = five_cards(wager, cards)
    refused = table.ask(c.WagersSettled()).refused
    assert refused is not None
    assert "verifies award 1" in refused.why
    assert table.system.credits == []
    by_dealer = table.ask(c.VerifyAward(1)).refused
    assert by_dealer is not None
    assert by_dealer.clause == "topic:role"
    assert table.floor(c.VerifyAward(1)).refused is None
    again = table.floor(c.VerifyAward(1)).refused
    assert again is not None
    assert again.clause == "topic:progressive-verify"
    assert table.ask(c.WagersSettled()).refused is None


@clause("633a.7(o)(1)(ii)(A)")
@clause("633a.7(o)(2)(ii)(A)")
def test_a_win_below_100_for_1_needs_no_floorperson() -> None:
    """The dealer sees the row and the hands, and confirms it with the settlement."""
    table = Table("2C TS 9H TC 5D 7C").bet((1, "bad_beat", 1_00))
    assert table.ask(c.Decide(1, "stand")).refused is None
    while table.prompt() == "draw":
        table.draw()
    assert table.prompt() == "settle"
    assert table.ask(c.WagersSettled()).refused is None
    assert [one.cents for one in table.system.credits] == [25_00]


@clause("633a.7(o)(2)(ii)(C)")
def test_the_cards_of_a_meter_stay_until_its_documents_are_complete() -> None:
    table = Table("2C TS 2H 9C 2D 2S 2C 2H 2D 3C 3S").bet((1, "hit_and_run", 1_00))
    table.ask(c.Decide(1, "stand"))
    while table.prompt() == "draw":
        table.draw()
    table.floor(c.VerifyAward(1))
    (asked,) = [one for one in table.game.prompts(table.table) if one.kind == "document_award"]
    assert "Not from the table inventory" in asked.words
    assert asked.who == "floorperson"
    assert table.ask(c.WagersSettled()).refused is None
    refused = table.ask(c.CardsCollected()).refused
    assert refused is not None
    assert "documents" in refused.why
    assert table.table.hands[0].cards, "the cards still lie there"
    assert table.floor(c.DocumentAward(1)).refused is None
    assert table.ask(c.CardsCollected()).refused is None
    assert table.table.phase == "Betting"


@clause("633a.7(o)(2)(ii)")
@clause("633a.7(o)(1)(ii)(C)")
def test_the_cards_stay_until_the_account_was_credited() -> None:
    """A system that does not answer keeps the round open; the floor documents what it could not credit."""
    table = Table("2C TS 9H TC 5D 7C").bet((1, "bad_beat", 1_00))
    table.ask(c.Decide(1, "stand"))
    table.system.silent = True
    while table.prompt() == "draw":
        table.draw()
    assert table.ask(c.WagersSettled()).refused is None
    refused = table.ask(c.CardsCollected()).refused
    assert refused is not None
    assert "not credited yet" in refused.why
    assert table.floor(c.DocumentAward(1)).refused is None
    assert table.ask(c.CardsCollected()).refused is None


@clause("633a.6(e)(8)")
@clause("633a.6(e)(10)")
def test_a_progressive_wager_needs_a_blackjack_wager_on_its_box() -> None:
    table = Table("2C")
    refused = table.wager_there(1, "bad_beat", 1_00).refused
    assert refused is not None
    assert "needs a Blackjack Wager" in refused.why
    assert [(one.box, one.wager, one.stands) for one in table.system.rejected] == [(1, "bad_beat", 0)]
    assert table.wager(1, 10_00).refused is None
    assert table.wager_there(1, "hit_and_run", 1_00).refused is None
    by_chips = table.place(1, ("hit_and_run", 1_00)).refused
    assert by_chips is not None
    assert "wagering device" in by_chips.why


@clause("633a.6(e)(8)")
def test_a_house_that_does_not_offer_it_takes_none() -> None:
    table = Table("2C", progressives=(HIT_AND_RUN,))
    assert table.wager(1, 10_00).refused is None
    refused = table.wager_there(1, "bad_beat", 1_00).refused
    assert refused is not None
    assert "not offered" in refused.why
