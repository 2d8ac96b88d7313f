"""The dealer's play, 672a.7(k) to (m): when the hole card is turned, when a card is drawn."""

from collections.abc import Iterator

import pytest

from controller.games.free_bet_blackjack.play import dealer_draws
from controller.games.twentyone.hands import take
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Hand, Stack, Table
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.support import GAME, Play, rules


def stops_at(total: int) -> bool:
    """The chapter's rule: the dealer is done with a hard or soft 17, 18, 19, 20 or 21, and above."""
    return total >= 17


def dealer_hands(hand: Hand) -> Iterator[Hand]:
    """Every hand that a dealer who draws by the rule can have, from two cards on."""
    for rank in "23456789TA":
        longer = take(hand, len(hand.cards) + 1, rank + "C")
        if len(longer.cards) >= 2:
            yield longer
        if len(longer.cards) < 2 or not stops_at(longer.total):
            yield from dealer_hands(longer)


@clause("672a.7(l)")
def test_every_dealers_hand_draws_below_17_and_stands_on_every_17() -> None:
    live = Table(rules(), phase="DealerPlay", hands=(Hand(1, status="stood", total=18),))
    seen: set[tuple[int, bool, bool]] = set()
    count = 0
    for hand in dealer_hands(Hand(0)):
        count += 1
        draws = dealer_draws(Table(live.rules, phase="DealerPlay", hands=live.hands, dealer=hand))
        aces = sum(card[0] == "A" for card in hand.cards)
        hard = sum(1 if c[0] == "A" else 10 if c[0] == "T" else int(c[0]) for c in hand.cards)
        total = hard + 10 if aces and hard + 10 <= 21 else hard
        assert draws is not stops_at(total), hand.cards
        seen.add((total, total != hard, draws))
    assert count > 50_000
    assert {(17, True, False), (17, False, False), (16, True, True), (16, False, True)} <= seen
    assert {total for total, _, _ in seen} == set(range(4, 27))


@clause("672a.7(l)")
def test_the_dealer_stands_on_a_soft_17() -> None:
    table = Play("2C TS 6H 8D AC KD")
    table.wager(1, 1000)
    table.deal().finish()
    assert list(table.shoe.inside) == ["KD"]
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@clause("672a.7(l)")
def test_the_dealer_goes_on_while_a_soft_hand_turns_hard() -> None:
    table = Play("2C TS 2H 8D AC 3C TC 9C KD")  # A 2, 3: soft 16; ten: hard 16; 9: 25
    table.wager(1, 1000)
    table.deal().finish()
    assert list(table.shoe.inside) == ["KD"]
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@clause("672a.7(l)")
def test_the_total_to_announce_is_in_the_prompt_and_each_card_is_permitted_face_up() -> None:
    table = Play("2C TS 2H 8D AC 3C TC 9C KD")
    table.wager(1, 1000)
    table.deal()
    table.ask(c.Decide(1, "stand"))
    for words in ("soft 13", "soft 16", "16"):
        assert table.table.wanted_shoe == m.Permit(table.table.last + 1, "u")
        prompts = [one for one in GAME.prompts(table.table) if one.kind == "draw"]
        assert f"Announce {words}. " in prompts[0].words
        table.draw()
    assert table.table.phase == "Settling"
    assert "Announce 25. " in GAME.prompts(table.table)[0].words, "the last card's total too"


@clause("672a.7(k)")
def test_the_hole_card_is_disclosed_when_the_last_decision_has_been_dealt() -> None:
    table = Play("2C TS 7H 2D TC 9S")
    table.wager(1, 1000)
    table.deal()
    assert table.table.wanted_face is None
    ruling = table.ask(c.Decide(1, "hit"))
    assert not any(isinstance(order, m.Disclose) for order in ruling.orders)
    table.answers = False
    ruling = table.draw()
    assert m.Disclose(5) in ruling.orders
    assert table.table.dealer.cards == ("7H", SEALED)
    assert GAME.prompts(table.table)[0].kind == "turn_hole"
    table.report("shoe", m.Disclosed(5, "TC"))
    assert table.table.dealer.cards == ("7H", "TC")
    assert table.table.dealer.total == 17


@clause("672a.7(k)")
@pytest.mark.parametrize("when", ["deal", "decisions", "betting"])
def test_a_face_that_is_told_unasked_is_not_used(when: str) -> None:
    table = Play("2C TS 7H 9D TC 9S")
    table.wager(1, 1000)
    if when != "betting":
        table.ask(c.NoMoreBets())
        for _ in range(5 if when == "decisions" else 4):
            table.draw()
    before = table.table
    ruling = table.report("shoe", m.Disclosed(5, "TC"))
    assert table.table == before
    assert "TC" not in repr(ruling)


@clause("672a.7(k)")
def test_another_cards_face_is_not_used_in_its_place() -> None:
    table = Play("2C TS 7H 9D TC 9S")
    table.wager(1, 1000)
    table.deal()
    table.answers = False
    table.ask(c.Decide(1, "stand"))
    table.report("shoe", m.Disclosed(1, "2C"))
    assert table.table.dealer.cards == ("7H", SEALED)
    assert table.events(ev.CardDisclosed) == []


# ---- the exceptions of (m) ------------------------------------------------------------------------------


@clause("672a.7(m)")
def test_the_dealer_does_not_draw_when_all_hands_are_bust() -> None:
    table = Play("2C TS 6H 6D TC KS 5H")
    table.wager(1, 1000)
    table.deal()
    table.play(1, "hit")
    assert table.table.phase == "Betting"
    assert list(table.shoe.inside) == ["5H"]
    assert any(isinstance(o, m.Disclose) for _, r in table.log for o in r.orders), "the hole card is turned"


@clause("672a.7(m)")
def test_the_dealer_does_not_draw_when_all_hands_had_blackjack() -> None:
    table = Play("2C AS 6H KD TC 5H")
    table.wager(1, 1000)
    table.deal()
    assert list(table.shoe.inside) == ["5H"]


@clause("672a.7(m)")
@pytest.mark.parametrize("cards", ["2C TS 6H 6D TC KS 6C", "2C AS 6H KD TC 6C"])
def test_the_dealer_draws_for_a_push_22_that_is_still_open(cards: str) -> None:
    table = Play(cards)
    table.wager(1, 1000, 500)
    table.deal()
    if table.table.phase == "PlayerDecisions":
        table.play(1, "hit")  # bust
    assert list(table.shoe.inside) == []
    assert (1, 1, "push_22", "win", 4000, 500, 0) in table.rows()


@clause("672a.7(m)")
def test_a_hand_that_has_only_a_lammer_still_depends_on_the_dealer() -> None:
    table = Play("2C 8S 6H 8D TC 6C KC TD 5H", push_22="off")
    table.wager(1, 1000)
    table.deal()
    table.play(1, "split")
    table.play(1, "hit")  # 24, tucked
    table.play(1, "stand", 2)  # a lammer on 18
    assert list(table.shoe.inside) == []
    assert (1, 2, "free_bet", "lose", 0, 0, 0) in table.rows()


@clause("672a.7(m)")
@pytest.mark.parametrize(
    ("status", "push", "draws"),
    [
        ("stood", False, True),
        ("doubled", False, True),
        ("21", False, True),
        ("bust", False, False),
        ("paid", False, False),
        ("blackjack", False, False),
        ("stood", True, True),
        ("bust", True, True),
        ("paid", True, True),
    ],
)
def test_what_the_dealers_hand_still_decides(status: str, push: bool, draws: bool) -> None:
    dealer = take(take(Hand(0), 1, "TC"), 2, "6C")
    stacks = (Stack(1, 1, "push_22", 500),) if push else ()
    table = Table(rules(), phase="DealerPlay", hands=(Hand(1, status=status),), dealer=dealer, stacks=stacks)
    assert dealer_draws(table) is draws


# ---- the hole card when nobody knows it --------------------------------------------------------------


@clause("house.10", "672a.7(k)")
def test_a_hole_card_that_the_mouth_could_not_read_is_entered_from_sight() -> None:
    table = Play("2C TS 7H 9D TC? 9S")
    table.wager(1, 1000)
    table.deal()
    assert table.table.dealer.cards == ("7H", SEALED), "it lies face down"
    table.ask(c.Decide(1, "stand"))
    assert table.table.dealer.cards == ("7H", UNREAD)
    draw = table.table.dealer.draws[1]
    assert table.ask(c.EnterCard(draw, "TC")).refused is not None, "the floorperson enters it"
    assert table.floor(c.EnterCard(draw, "XX")).refused is not None
    assert table.floor(c.EnterCard(draw + 1, "TC")).refused is not None
    table.floor(c.EnterCard(draw, "TC"))
    table.run()
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]
