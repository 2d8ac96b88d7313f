"""`certify`: figures are computed when they are asked for, and a bad shuffle would be said to be one."""

import json
from fractions import Fraction
from math import comb, perm

import pytest

from controller.cli import certifying, super_edges
from drivers.simulated import shuffling
from tests.controller.cli.conftest import Cli
from tests.controller.games.lunar_poker.test_super_wager import all_tallied


def test_the_shuffle_is_looked_at_by_four_statistics(cli: Cli) -> None:
    told = cli("certify", "shuffle", "--shuffles", "200")
    assert "200 shuffles of 52 cards" in told.stdout
    for name in ("each card at each place", "rising sequences", "their variance", "cards guessed"):
        assert name in told.stdout
    assert told.stdout.count("holds") + told.stdout.count("fails") == 8


def test_a_shuffle_that_leaves_the_cards_as_they_are_is_found_out(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shuffling, "insert_each", lambda cards: cards)
    told = cli("certify", "shuffle", "--shuffles", "200")
    assert told.exit_code == 1
    assert told.stdout.count("fails") == 8


@pytest.mark.parametrize(
    "line",
    ["cards", "shuffle --decks 0", "shuffle --decks 9", f"shuffle --shuffles {certifying.LEAST - 1}"],
)
def test_what_cannot_be_certified_is_said(cli: Cli, line: str) -> None:
    told = cli("certify", *line.split())
    assert told.exit_code == 2
    assert told.stdout == ""


# ---- side wagers --------------------------------------------------------------------------------------

SIDE = ("certify", "blackjack", "--side-wagers")


def test_each_paytable_at_each_number_of_decks_that_the_chapter_has_it_for(cli: Cli) -> None:
    told = cli(*SIDE)
    assert told.exit_code == 0
    lines = [line.split() for line in told.stdout.splitlines()]
    for name, rows in (
        ("lucky_ladies", 8),
        ("match_the_dealer", 2),
        ("in_between", 8),
        ("royal_match_21", 2 * (2 * 1 + 3 * 7)),
        ("bet_the_set_21", 1 + 1 + 2 * 5),
        ("kings_bounty", 8),
        ("three_card_poker", 8),
    ):
        assert len([line for line in lines if line[:1] == [name]]) == rows
    assert ["three_card_poker", "A", "6", "3.2386", "9.6761", str(perm(312, 3))] in lines
    assert ["match_the_dealer", "B", "8", "3.6738", "14.3985", str(perm(416, 3))] in lines
    assert ["royal_match_21", "C", "+", "crown", "6", "4.3576", "24.7588", str(perm(312, 4))] in lines


def test_one_wager_at_one_number_of_decks(cli: Cli) -> None:
    told = cli(*SIDE, "--decks", 8, "--wager", "lucky_ladies")
    rows = [line.split() for line in told.stdout.splitlines() if line.startswith("lucky_ladies")]
    assert rows == [["lucky_ladies", "A", "8", "16.7326", "10.6024", str(perm(416, 4))]]
    assert "kings_bounty" not in told.stdout


def test_the_figures_as_json_are_exact(cli: Cli) -> None:
    told = cli(*SIDE, "--decks", 1, "--wager", "bet_the_set_21", "--json")
    deals = perm(52, 3)
    assert json.loads(told.stdout) == {
        "format": 1,
        "game": "blackjack",
        "side_wagers": [
            {
                "wager": "bet_the_set_21",
                "clause": "633a.13(g)",
                "paytable": "A",
                "crown_treasure": None,
                "decks": 1,
                "house_edge": "1/17",
                "house_edge_percent": "5.8824",
                "hit_frequency": "1/17",
                "hit_frequency_percent": "5.8824",
                "deals": deals,
                "hits": deals // 17,
                "wins": [{"names": ["pair"], "pays": "15", "deals": deals // 17}],
            }
        ],
    }


def test_crown_treasure_is_told_with_and_without(cli: Cli) -> None:
    told = cli(*SIDE, "--decks", 6, "--wager", "royal_match_21", "--json")
    without, beside = json.loads(told.stdout)["side_wagers"][:2]
    assert (without["paytable"], without["crown_treasure"]) == ("C", None)
    assert [(win["names"], win["pays"]) for win in without["wins"]] == [
        (["royal match"], "30"),
        (["suited match"], "5/2"),
    ]
    assert (beside["paytable"], beside["crown_treasure"]) == ("C", "A")
    assert beside["wins"][0]["names"] == ["royal match", "crown treasure"]
    assert beside["wins"][0]["pays"] == "1030"


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("blackjack", "WHAT", "add --side-wagers"),
        ("blackjack --wager kings_bounty", "WHAT", "add --side-wagers"),
        ("blackjack --side-wagers --decks 0", "--decks", "0 decks; write 1 to 8"),
        ("blackjack --side-wagers --decks 9", "--decks", "9 decks; write 1 to 8"),
        ("blackjack --side-wagers --wager match_the_dealer --decks 4", "--decks", "choose from 6, 8"),
        (
            "blackjack --side-wagers --wager bet_the_set_21 --decks 3",
            "--decks",
            "3 decks: the chapter has no",
        ),
        ("blackjack --side-wagers --wager lucky_lady", "--wager", "did you mean lucky_ladies?"),
        (
            "blackjack --side-wagers --wager crown_treasure",
            "--wager",
            "a bonus on royal_match_21; write that",
        ),
        ("blackjack --side-wagers --wager bad_beat", "--wager", "is paid from a meter, and has no fixed"),
        ("blackjack --side-wagers --shuffles 0", "--shuffles", "belongs to certify shuffle"),
        ("shuffle --side-wagers", "--side-wagers", "belongs to certify blackjack"),
        ("shuffle --json", "--json", "belongs to certify blackjack and lunar-poker"),
        ("shuffle --wager kings_bounty", "--wager", "belongs to certify blackjack"),
        ("roulette --side-wagers", "WHAT", "it certifies shuffle, blackjack and lunar-poker"),
    ],
)
def test_what_cannot_be_asked_of_side_wagers_is_said(cli: Cli, line: str, place: str, words: str) -> None:
    told = cli("certify", *line.split())
    assert told.exit_code == 2
    assert told.stdout == ""
    said = " ".join(told.stderr.split())
    assert f"Invalid value for {place}:" in said
    assert words in said


# ---- the Super Wager ----------------------------------------------------------------------------------

SUPER = ("certify", "lunar-poker", "--super-wager")


@pytest.fixture
def counted_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """All hands are counted once for all tests, by the product."""
    monkeypatch.setattr(super_edges, "tally", lambda _: all_tallied())


def test_the_super_wager_is_counted_hand_by_hand(cli: Cli) -> None:
    told = cli(*SUPER, "--edition", "2015")
    assert told.exit_code == 0
    lines = [line.split() for line in told.stdout.splitlines()]
    assert ["2015", "house", "edge", str(comb(52, 5)), "5.1502"] in lines
    assert ["2015", "all", "that", "win", "258240", "9.9363"] in lines
    assert ["2015", "four-of-a-kind", "250", "to", "1", "624", "0.0240"] in lines
    assert "2016" not in told.stdout


@pytest.mark.usefixtures("counted_before")
def test_each_edition_of_the_odds(cli: Cli) -> None:
    told = cli(*SUPER)
    rows = [line.split() for line in told.stdout.splitlines() if "house edge" in line]
    assert [(row[0], row[-1]) for row in rows] == [("2015", "5.1502"), ("2016", "5.4642")]


@pytest.mark.usefixtures("counted_before")
def test_the_super_wager_as_json_is_exact(cli: Cli) -> None:
    told = cli(*SUPER, "--edition", "2016", "--json")
    document = json.loads(told.stdout)
    assert (document["format"], document["game"]) == (1, "lunar-poker")
    (row,) = document["super_wager"]
    wins = row.pop("wins")
    assert wins[0] == {"name": "four-of-a-kind", "pays": "200", "hands": 624}
    assert wins[-1] == {"name": "same colored five", "pays": "2", "hands": 122544}
    hands = comb(52, 5)
    back = sum((Fraction(win["pays"]) + 1) * win["hands"] for win in wins)
    assert row == {
        "wager": "super",
        "clause": "671a.12(b)",
        "edition": "2016",
        "house_edge": str(1 - back / hands),
        "house_edge_percent": "5.4642",
        "hit_frequency": str(Fraction(258240, hands)),
        "hit_frequency_percent": "9.9363",
        "hands": hands,
        "hits": 258240,
    }


@pytest.mark.usefixtures("counted_before")
def test_on_a_terminal_it_shows_how_far_it_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is watched on the way is all hands, none more and none less."""
    watched: list[int] = []
    monkeypatch.setattr(super_edges, "tally", lambda hands: watched.append(len(list(hands))) or all_tallied())
    for name, value in (("FORCE_COLOR", "1"), ("TTY_COMPATIBLE", "1"), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)
    told = cli(*SUPER, "--json")
    assert watched == [super_edges.HANDS] == [comb(52, 5)]
    assert "judging every hand" in told.stderr
    assert json.loads(told.stdout)["game"] == "lunar-poker"


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("lunar-poker", "WHAT", "of lunar-poker the Super Wager is certified; add --super-wager"),
        ("lunar-poker --json", "WHAT", "add --super-wager"),
        ("lunar-poker --super-wager --edition 2017", "--edition", "choose from 2015, 2016"),
        ("lunar-poker --super-wager --decks 1", "--decks", "belongs to certify shuffle and blackjack"),
        (
            "lunar-poker --side-wagers",
            "--side-wagers",
            "belongs to certify blackjack, not to certify lunar-poker",
        ),
        ("lunar-poker --super-wager --shuffles 500", "--shuffles", "belongs to certify shuffle"),
        ("blackjack --side-wagers --super-wager", "--super-wager", "belongs to certify lunar-poker"),
        ("blackjack --side-wagers --edition 2015", "--edition", "belongs to certify lunar-poker"),
        ("shuffle --edition 2015", "--edition", "belongs to certify lunar-poker"),
    ],
)
def test_what_cannot_be_asked_of_the_super_wager_is_said(cli: Cli, line: str, place: str, words: str) -> None:
    test_what_cannot_be_asked_of_side_wagers_is_said(cli, line, place, words)
