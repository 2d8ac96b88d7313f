"""The people of the demonstration without processes: what they choose, what strikes, what is followed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.consoles.frames import HandShown, Screen, ShufflerShown
from controller.demo.characters import (
    FREE_BETS,
    MOST_SIDE_WAGERS,
    PLAYERS,
    Character,
    count_of,
    decide,
    side_wagers,
    switches,
    wagers_of,
)
from controller.demo.mishaps import KINDS, Mishaps
from controller.demo.room import TABLES
from controller.games import GAMES, find_game
from controller.installation import load_installation, load_rules
from controller.rehearsal.prompted import MOST_STEPS, PromptedDealer, StuckTable, most_urgent
from controller.submission import default_rules
from controller.table.state import Prompt, Rules, paytable_of
from drivers.cards import DECK

GAMES_SHOWN = tuple(TABLES)
POKER = "lunar-poker"
FAMILY = tuple(game for game in GAMES_SHOWN if game != POKER)
RULES = {name: load_rules(load_installation(tables["none"])) for name, tables in TABLES.items()}
"""The rules of the demonstration's tables, which offer the side wagers that their chapters have."""
WHO = {one.name: one for one in PLAYERS}
players = st.sampled_from(PLAYERS)


def hand(cards: str, count: str) -> HandShown:
    """A hand as the screen shows it."""
    return HandShown(1, tuple(cards.split()), count)


# ---- players ----------------------------------------------------------------------------------------


@given(players, st.sampled_from(FAMILY), st.integers(1, 20), st.integers(1, 200), st.booleans())
def test_wagers_are_within_the_limits_and_made_of_chips(
    who: Character, game: str, minimum: int, spread: int, side: bool
) -> None:
    least, shown = minimum * 500, RULES[game]
    paytables = shown.paytables if side else default_rules(game).paytables
    rules = replace(shown, minimum=least, maximum=least * spread, paytables=paytables)
    wagers = wagers_of(who, rules)
    assert rules.minimum <= wagers["blackjack"] <= rules.maximum
    assert all(amount % rules.smallest_chip == 0 for amount in wagers.values())
    more = wagers.keys() - {"blackjack"}
    assert more <= set(side_wagers(rules))
    assert len(more) <= MOST_SIDE_WAGERS
    assert side or not more


@pytest.mark.parametrize("rules", [RULES[game] for game in FAMILY], ids=FAMILY)
def test_side_wagers_are_those_of_the_layout_that_the_house_offers(rules: Rules) -> None:
    names = side_wagers(rules)
    assert bool(names) == (rules.game != "double-back-jack"), "which has none"
    assert set(names) <= set(find_game(rules.game).wagers) - {"blackjack", "insurance"}
    assert all(paytable_of(rules, name) is not None for name in names)
    assert side_wagers(default_rules(rules.game)) == ()
    seen = {name for _ in range(400) for name in wagers_of(WHO["Esi"], rules)}
    assert seen == {"blackjack", *names}


@pytest.mark.parametrize(
    ("first", "second", "better"),
    [
        ("TS 5D", "6H KC", True),  # 15 and 16, or 20 and 11
        ("TS KC", "6H 5D", False),  # 20 and 11, or 15 and 16
        ("AS KC", "KD 9D", False),  # a dealt Blackjack is kept
        ("AS 2D", "3S KC", True),  # 13 and 13, or 21 and 5
    ],
)
def test_second_cards_are_switched_where_that_is_better(first: str, second: str, better: bool) -> None:
    assert switches(tuple(first.split()), tuple(second.split())) == better


def test_the_demonstration_shows_games_that_are_played() -> None:
    assert set(GAMES_SHOWN) <= set(GAMES)
    assert set(GAMES) >= FREE_BETS
    for name, tables in TABLES.items():
        assert [load_installation(path).game for path in tables.values()] == [name] * len(tables)


@given(
    players,
    st.lists(st.sampled_from(DECK), min_size=2, max_size=6),
    st.sampled_from(DECK),
    st.integers(4, 20),
    st.booleans(),
    st.sets(st.sampled_from(("double", "split", "surrender"))),
    st.booleans(),
)
def test_a_decision_is_one_that_is_allowed(
    who: Character, cards: list[str], up: str, total: int, soft: bool, more: set[str], free: bool
) -> None:
    shown = HandShown(1, tuple(cards), f"soft {total}" if soft else str(total))
    verb = decide(who, shown, up, {"hit", "stand", *more}, free=free)
    assert verb in {"hit", "stand", *more} or (
        verb == "surrender" and who.style == "bold" and len(cards) == 2
    )


@pytest.mark.parametrize(
    ("name", "shown", "up", "verb", "verb_with_chips"),
    [
        ("Alma", hand("5C 6D", "11"), "TH", "double", "double"),
        ("Alma", hand("4C 5D", "9"), "TH", "double", "hit"),
        ("Bertil", hand("5C 6D", "11"), "6H", "double", "hit"),
        ("Alma", hand("8C 8D", "16"), "TH", "split", "split"),
        ("Alma", hand("4C 4D", "8"), "6H", "split", "hit"),
        ("Alma", hand("9C 9D", "18"), "TH", "split", "stand"),
        ("Alma", hand("TC TD", "20"), "6H", "stand", "stand"),
        ("Alma", hand("TC 6D", "16"), "6H", "stand", "stand"),
        ("Alma", hand("TC 6D", "16"), "7H", "hit", "hit"),
        ("Alma", hand("AC 7D", "soft 18"), "9H", "hit", "hit"),
        ("Bertil", hand("TC 2D", "12"), "AH", "stand", "stand"),
        ("Alma", hand("AC AD", "soft 12"), "2H", "split", "split"),
    ],
)
def test_players_keep_to_their_book(
    name: str, shown: HandShown, up: str, verb: str, verb_with_chips: str
) -> None:
    """What the house pays for nobody lets pass; with chips of their own they do it where it is good."""
    allowed = {"hit", "stand", "double", "split"}
    assert decide(WHO[name], shown, up, allowed, free=True) == verb
    assert decide(WHO[name], shown, up, allowed, free=False) == verb_with_chips


@pytest.mark.parametrize(
    ("name", "shown", "up", "verb"),
    [
        ("Alma", hand("TC 6D", "16"), "TH", "surrender"),
        ("Alma", hand("TC 6D", "16"), "8H", "hit"),
        ("Alma", hand("TC 5D", "15"), "KH", "surrender"),
        ("Alma", hand("AC 5D", "soft 16"), "KH", "hit"),
        ("Alma", hand("8C 8D", "16"), "9H", "split"),
        ("Bertil", hand("TC 4D", "14"), "AH", "surrender"),
        ("Finn", hand("TC 6D", "16"), "TH", "hit"),
    ],
)
def test_a_hand_that_loses_mostly_is_surrendered_where_the_game_has_that(
    name: str, shown: HandShown, up: str, verb: str
) -> None:
    allowed = {"hit", "stand", "double", "split", "surrender"}
    assert decide(WHO[name], shown, up, allowed, free=False) == verb


def test_a_count_is_read_as_it_is_announced() -> None:
    assert count_of(hand("AC 6D", "soft 17")) == (17, True)
    assert count_of(hand("TC 7D", "17")) == (17, False)
    assert count_of(HandShown()) == (0, False)


def test_the_six_sit_at_six_boxes_under_six_names() -> None:
    assert [one.box for one in PLAYERS] == [1, 2, 3, 4, 5, 6]
    assert len({one.name for one in PLAYERS}) == 6
    assert any(one.insures == 1 for one in PLAYERS)
    assert any(one.side == 1 for one in PLAYERS)


# ---- faults -----------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(sorted(KINDS)), max_size=9), st.integers(0, 6))
def test_faults_strike_in_the_second_or_third_round(faults: list[str], rounds: int) -> None:
    for one in Mishaps(faults, rounds).left:
        assert 1 <= one.round <= (min(3, rounds) if rounds else 3)
        assert one.round >= 2 or rounds == 1
        assert 0 <= one.after < KINDS[one.what][1]


def test_a_fault_that_there_is_not_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"no fault 'shoe:melt'.*table:kill"):
        Mishaps(["shoe:jam", "shoe:melt"], 2)


def test_a_fault_of_the_shuffler_lasts_until_its_cards_are_shuffled_again() -> None:
    mishaps = Mishaps([], 2)
    mishaps.lasting.append("shuffler:jam")
    screen = Screen("", "", "", "Betting")
    for stage in ("working", "done", "failed", "releasing", "empty"):
        mishaps.look(replace(screen, shuffler=ShufflerShown("shuffler", "batch", stage)))
        assert mishaps.to_come() == "shuffler:jam"
    mishaps.look(replace(screen, shuffler=ShufflerShown("shuffler", "batch", "working")))
    assert mishaps.to_come() == ""


def test_a_fault_of_a_shuffler_needs_one() -> None:
    with pytest.raises(ValueError, match="add --shuffler batch"):
        Mishaps(["shoe:jam", "shuffler:jam"], 2, has_shuffler=False)
    assert Mishaps(["shoe:jam"], 2, has_shuffler=False).to_come() == "shoe:jam"


# ---- following prompts --------------------------------------------------------------------------------

NOTHING = Prompt("", "", "")


class Scripted(PromptedDealer[Prompt]):
    """A dealer at a table that asks for these kinds, one after another; `did` is what the hands did."""

    def __init__(self, kinds: list[str], *, fails: str = "") -> None:
        super().__init__()
        self.kinds = kinds
        self.did: list[str] = []
        self.fails = fails

    def prompt(self) -> Prompt:
        return Prompt("dealer", self.kinds[0] if self.kinds else "", "", draw=7)

    def wait_for_change(self, prompt: Prompt) -> bool:
        return self._done("wait")

    def draw(self) -> bool:
        return self._done("draw")

    def insert_hole(self) -> bool:
        return self._done("insert_hole")

    def settle(self) -> bool:
        return self._done("settle")

    def collect(self) -> bool:
        return self._done("collect")

    def enter_card(self, draw: int) -> bool:
        return self._done(f"enter_card {draw}")

    def collect_shoe(self) -> bool:
        return self._done("collect_shoe")

    def count_deck(self) -> bool:
        return self._done("count_deck")

    def feed(self) -> bool:
        return self._done("feed")

    def take_stack(self) -> bool:
        return self._done("take_stack")

    def count_progressive(self, prompt: Prompt) -> bool:
        return self._done("count_progressive")

    def verify_award(self, prompt: Prompt) -> bool:
        return self._done("verify_award")

    def document_award(self, prompt: Prompt) -> bool:
        return self._done("document_award")

    def _done(self, what: str) -> bool:
        self.did.append(what)
        if what == self.fails:
            return False
        self.kinds.pop(0)
        return True


def test_a_dealer_does_what_is_prompted_until_a_player_has_the_word() -> None:
    dealer = Scripted(
        ["draw", "wait", "insert_hole", "turn_hole", "enter_card", "settle", "collect", "decide"]
    )
    dealer.go_on()
    assert dealer.did == ["draw", "wait", "insert_hole", "wait", "enter_card 7", "settle", "collect"]
    awards = ["count_progressive", "verify_award", "document_award"]
    dealer = Scripted([*awards, "decide"])
    dealer.go_on()
    assert dealer.did == awards
    dealer = Scripted(["decide"])
    assert dealer.kinds == ["decide"]


def test_a_dealer_moves_stacks_as_prompted_until_the_cut() -> None:
    dealer = Scripted(["collect_shoe", "wait", "take_stack", "count_deck", "feed", "cut"])
    dealer.go_on()
    assert dealer.did == ["collect_shoe", "wait", "take_stack", "count_deck", "feed"]
    assert dealer.kinds == ["cut"]


@pytest.mark.parametrize("stop", ["decide", "insurance", "hold", "chips", "shuffle", "", "a new kind"])
def test_a_dealer_stops_where_another_has_the_word(stop: str) -> None:
    dealer = Scripted([stop, "draw"])
    dealer.go_on()
    assert dealer.did == []


@pytest.mark.parametrize("fails", ["draw", "wait"])
def test_a_dealer_looks_up_where_it_cannot_be_done(fails: str) -> None:
    dealer = Scripted([fails, "draw", "draw"], fails=fails)
    dealer.go_on()
    assert dealer.did == [fails]


def test_a_table_that_asks_for_ever_is_stuck() -> None:
    dealer = Scripted(["draw"] * (MOST_STEPS + 1))
    with pytest.raises(StuckTable):
        dealer.go_on()


def test_a_card_to_be_entered_comes_before_all_but_an_open_question() -> None:
    asked = (Prompt("dealer", "draw", ""), Prompt("floorperson", "enter_card", "", draw=3))
    assert most_urgent(asked, is_held=False, nothing=NOTHING).kind == "enter_card"
    assert most_urgent(asked, is_held=True, nothing=NOTHING).kind == "draw"
    assert most_urgent((), is_held=False, nothing=NOTHING) is NOTHING
