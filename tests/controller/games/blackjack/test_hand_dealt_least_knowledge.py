"""Where Blackjack is dealt from the hand nobody but its player knows a card that lies face down: no entry of
the journal names one, and no screen, before it is turned over; and none that is still in the deck."""

import re

import pytest

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
title: Two rounds of one deck, with all that turns a card over
game: blackjack
seed: {seed}
rules: {{variation: hand_dealt, decks: 1, double_face: {face}, lucky_ladies: "on"}}
equipment: {{shoe: hand, shuffler: batch}}
cards: "2C TS 9H 8C KC AS 5D 2D 8D QC 9D 3H! 4D TC"
steps:
- wager: {{box: 1, blackjack: 10}}
- wager: {{box: 2, blackjack: 10}}
- wager: {{box: 3, blackjack: 10}}
- wager: {{box: 4, blackjack: 10, lucky_ladies: 5}}
- deal
- insurance: {{box: 2, amount: 5}}
- play: {{box: 1, do: hit}}
- card_in_error: {{exposed: false}}
- play: {{box: 2, do: double}}
- play: {{box: 3, do: split}}
- power_loss
- floor: resume
- rest
- wager: {{box: 1, blackjack: 10}}
- wager: {{box: 2, blackjack: 10}}
- deal
- card_in_error: {{exposed: true}}
- rest
"""


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("seed", range(6))
@clause("633a.12(b)(4)", "633a.12(b)(5)", "633a.12(b)(6)", "633a.12(b)(9)")
def test_no_entry_and_no_screen_names_a_card_before_it_lies_face_up(seed: int, face: str) -> None:
    read = read_scenario(SCENARIO.format(seed=seed, face=face), "test")
    game = find_game("blackjack")
    bench = MemoryBench(game, read.rules, equipment=installed(read))
    script = Script(read, game, bench, str)
    try:
        script.run()
    finally:
        bench.close()
    assert isinstance(bench.journal, MemoryJournal)
    faces = script.dealer.faces
    seen: set[int] = set()
    told = 0
    for given, ruling in bench.rulings:
        table = ruling.table
        if table.phase in ("Shuffling", "Closing", "Closed"):
            continue  # the deck has left play: the floor looks up what was burned
        seen |= _turned(table)
        hidden = {faces[draw] for draw in faces if draw not in seen}
        hidden -= {faces[draw] for draw in seen}
        entry = encode_ruling(given, ruling).decode()
        assert not hidden & set(CARD.findall(entry)), f"{table.phase}: {entry}"
        picture = str(screen(game, table, resolve=str))
        assert not hidden & set(CARD.findall(picture)), f"{table.phase}: {picture}"
        told += len(CARD.findall(entry))
    assert told > 20
    entries = [decode_entry(one.number, one.body) for one in bench.journal.entries()]
    rounds = recall(game, read.rules, entries)
    assert len(rounds) == 2
    for one in rounds:
        cards = [card for hand in (*one.hands, one.dealer) for card in hand.cards]
        assert all(is_known(card) for card in (*cards, *(gone.card for gone in one.removed)))
    assert set(faces.values()) <= set(DECK)


def _turned(table: Table) -> set[int]:
    """The draws that lie face up by the rules: those that were dealt so, and those of a hand that is turned.
    What is not told yet of a hand that is turned may be told now."""
    found = {one.draw for one in table.ahead if one.exposed}
    found |= {one.draw for one in table.removed if is_known(one.card)}
    for hand in table.hands:
        for at, draw in enumerate(hand.draws):
            drawn = at > 1 and not (hand.status == "doubled" and hand.down)
            if not hand.down or drawn:
                found.add(draw)
    own = table.dealer.draws
    found |= set(own if table.phase in ("DealerPlay", "Settling", "Collecting") else own[:1])
    if table.asked is not None and table.ahead:
        found.add(table.ahead[0].draw)  # it is due, face up: its face is asked for
    return found
