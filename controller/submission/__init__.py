"""The Rules Submission: what this house chose of what the chapter allows, and its table limits.

One form a game, found by the game's name; its defaults are those of the scenario format. The odds come
from the game's own paytables.toml: a submission chooses a letter and never writes odds. Here a submission is
read; what all forms share is in forms.py, each game's own form in a module named after the game, how odds are
read in paytables.py. What a Rules is and how it is used lives in controller.table.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import one_of, read_form, read_toml
from controller.games import GAMES, find_game
from controller.submission.blackjack import Blackjack
from controller.submission.double_back_jack import DoubleBackJack
from controller.submission.forms import OFF, Check, Submission, check_box_count, dollars
from controller.submission.free_bet_blackjack import FreeBetBlackjack
from controller.submission.lunar_poker import LunarPoker
from controller.submission.paytables import editions_of, read_paytables
from controller.table.state import Rules

__all__ = [
    "FORMS",
    "OFF",
    "OTHERS",
    "Check",
    "check_game",
    "check_layout",
    "default_rules",
    "digest_of",
    "dollars",
    "editions_of",
    "has_automated_shoe",
    "has_double_shoe",
    "has_reader",
    "is_dealt_from_hand",
    "load_submission",
    "may_have_one_batch",
    "read_paytables",
    "rules_from",
    "shufflers_of",
]

FORMS: Final[dict[str, type[Submission]]] = {
    "free-bet-blackjack": FreeBetBlackjack,
    "blackjack": Blackjack,
    "double-back-jack": DoubleBackJack,
    "lunar-poker": LunarPoker,
}
"""The form of each game that is played."""
OTHERS: Final = tuple(
    name for name in ("blackjack", "double-back-jack", "lunar-poker", "pai-gow-poker") if name not in GAMES
)
"""Games of the scenario format that this build does not play."""


def default_rules(game_name: str) -> Rules:
    """The rules that hold where nothing else is said. ConfigFaults: this build does not play it."""
    return rules_from(game_name, {}, "default rules")


def rules_from(game_name: str, overlay: Mapping[str, Any], place: str, prefix: str = "") -> Rules:
    """The game's default rules with `overlay` laid over them, `place` being the file it stands in and
    `prefix` the key. ConfigFaults names everything that is wrong."""
    check_game(game_name, place)
    form = read_form(FORMS[game_name], overlay, place, prefix=prefix)
    faults = Faults()
    check = Check(faults, place, prefix)
    form.check(check, find_game(game_name))
    paytables = form.paytables(check, read_paytables(game_name, form.edition_of_odds()))
    faults.raise_any()
    rules = form.rules(game_name, paytables)
    return msgspec.structs.replace(rules, digest=digest_of(rules))


def load_submission(path: Path) -> Rules:
    """The rules of a Rules Submission in TOML. ConfigFaults: it cannot be read, says what the chapter
    does not allow, or leaves out what the house has to say itself."""
    said = read_toml(path)
    place = str(path)
    game = said.get("game")
    form = FORMS.get(game) if isinstance(game, str) else None
    must_say = form.MUST_SAY if form is not None else Submission.MUST_SAY
    missing = [key for key in must_say if key not in said]
    if missing:
        remedy = "a submission says it itself; add it"
        raise ConfigFaults([ConfigFault(place, "is missing", remedy, key=key) for key in missing])
    check_game(game, place)
    return rules_from(said.pop("game"), said, place)


def check_game(name: object, place: str) -> None:
    """ConfigFaults where this build does not play the game of that name."""
    if isinstance(name, str) and name in FORMS:
        return
    if name in OTHERS:
        what, remedy = f"this build does not play {name} yet", f"it plays {', '.join(sorted(FORMS))}"
    else:
        what, remedy = f"no game is called {shown(name)}", one_of((*FORMS, *OTHERS), name)
    raise ConfigFaults((ConfigFault(place, what, remedy, key="game", value=name),))


def check_layout(check: Check, game_name: str, key: str, boxes: int) -> None:
    """Notes a layout that has more boxes than the chapter of the game, one that is played, allows."""
    check_box_count(check, key, boxes, FORMS[game_name].MOST_BOXES)


def has_double_shoe(game_name: str) -> bool:
    """Whether the chapter of the game, one that is played, has rules for a double shoe."""
    return FORMS[game_name].DOUBLE_SHOE


def has_reader(game_name: str) -> bool:
    """Whether a table of the game, one that is played, has a card reader device."""
    return FORMS[game_name].READER


def is_dealt_from_hand(game_name: str) -> bool:
    """Whether the chapter of the game, one that is played, has a procedure for dealing it from the hand."""
    return FORMS[game_name].FROM_HAND


def has_automated_shoe(game_name: str) -> bool:
    """Whether the chapter of the game, one that is played, has rules for an automated dealing shoe."""
    return FORMS[game_name].AUTOMATED_SHOE


def may_have_one_batch(game_name: str) -> bool:
    """Whether the only batch of the game, one that is played, may be shuffled by a batch shuffler."""
    return FORMS[game_name].ONE_BATCH


def shufflers_of(game_name: str) -> tuple[str, ...]:
    """What may shuffle the cards of the game, one that is played, in this build."""
    return FORMS[game_name].SHUFFLERS


# ---- rules ------------------------------------------------------------------------------------------


def digest_of(rules: Rules) -> str:
    """SHA-256, in hexadecimal, of all that the rules say, whatever file and order it stood in."""
    content = {key: value for key, value in msgspec.structs.asdict(rules).items() if key != "digest"}
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
