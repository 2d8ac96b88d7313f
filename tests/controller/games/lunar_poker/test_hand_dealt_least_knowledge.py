"""Where Lunar Poker is dealt from the hand nobody but its player knows a card that lies face down: no entry
of the journal names one, and no screen, before it is turned over; and none that is still in the deck."""

import re

import pytest

from controller.audit import audit
from controller.consoles.screens import screen
from controller.entries import decode_entry, encode_ruling
from controller.games import find_game
from controller.journal import MemoryJournal
from controller.recall import recall
from controller.regulation.marks import clause
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, read_scenario
from controller.table.state import Table
from drivers.cards import DECK, is_known

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][CDHS](?![0-9A-Za-z])")
SCENARIO = """
format: 1
title: Two rounds from the hand, with all that turns a card over, and all that does not
game: lunar-poker
seed: {seed}
equipment: {{shoe: hand, shuffler: batch}}
cards: "2S 3C 2C TC AS  5S 5D 4D TD KH  6S 7H! 6H 9H 8H 9D  JS 9S 8S 7D 7C  KS JC 3D AC 4S"
steps:
- wager: {{box: 1, ante: 10, super: 10}}
- wager: {{box: 2, ante: 10, super: 10, super_on: {{1: 5}}}}
- wager: {{box: 3, ante: 10, super: 10}}
- wager: {{box: 4, ante: 10, super: 10}}
- deal
- play: {{box: 1, do: bet}}
- play: {{box: 2, do: fold}}
- card_in_error: {{exposed: false}}
- play: {{box: 3, do: buy}}
- play: {{box: 4, do: exchange, cards: [TC, TD]}}
- rest
- wager: {{box: 5, ante: 10, super: 10}}
- deal
- play: {{box: 5, do: buy}}
- power_loss
- floor: resume
- rest
"""


@pytest.mark.parametrize("seed", range(8))
@clause("671a.9(b)", "671a.11(c)(2)", "671a.11(e)", "671a.11(f)(2)")
def test_no_entry_and_no_screen_names_a_card_before_it_lies_face_up(seed: int) -> None:
    read = read_scenario(SCENARIO.format(seed=seed), "test")
    game = find_game("lunar-poker")
    bench = MemoryBench(game, read.rules, equipment=installed(read))
    script = Script(read, game, bench, str)
    try:
        document = script.run()
    finally:
        bench.close()
    assert document["refusals"] == []
    assert isinstance(bench.journal, MemoryJournal)
    faces: dict[int, str] = {}
    seen: set[int] = set()
    told = 0
    for given, ruling in bench.rulings:
        table = ruling.table
        faces |= {draw: script.dealer.faces[draw] for draw in _draws(table)}
        if table.phase in ("Shuffling", "Cutting", "Loading", "Closing", "Closed"):
            seen.clear()
            faces.clear()
            continue  # the deck has left play: the floor looks up what was never shown
        seen |= _turned(table)
        hidden = {face for draw, face in faces.items() if draw not in seen}
        undealt = set(DECK) - set(faces.values()) if table.hands else set()
        entry = encode_ruling(given, ruling).decode()
        assert not (hidden | undealt) & set(CARD.findall(entry)), f"{table.phase}: {entry}"
        picture = str(screen(game, table, resolve=str))
        assert not (hidden | undealt) & set(CARD.findall(picture)), f"{table.phase}: {picture}"
        told += len(CARD.findall(entry))
    assert told > 15
    _all_is_recalled(script, bench)


def _all_is_recalled(script: Script, bench: MemoryBench) -> None:
    """The auditor sees every hand, what was folded and given up too."""
    entries = [decode_entry(one.number, one.body) for one in bench.journal.entries()]
    rounds = recall(script.game, script.scenario.rules, entries)
    assert len(rounds) == 2
    for one in rounds:
        cards = [card for hand in (*one.hands, one.dealer) for card in hand.cards]
        assert all(is_known(card) for card in (*cards, *(gone.card for gone in one.removed)))
    assert audit(bench.journal.entries()).differences == ()


def _draws(table: Table) -> set[int]:
    hands = (*table.hands, table.dealer)
    found = {draw for hand in hands for draw in hand.draws}
    return found | {one.draw for one in (*table.removed, *table.ahead, *table.poker.given)}


def _turned(table: Table) -> set[int]:
    """The draws that lie face up by the rules: the dealer's last, a hand that is turned over, what everybody
    saw."""
    found = {one.draw for one in table.removed if is_known(one.card)}
    found |= {draw for hand in table.hands if not hand.down for draw in hand.draws}
    own = table.dealer.draws
    return found | set(own if not table.dealer.down else own[4:])
