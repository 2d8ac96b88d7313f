"""The Rules Submission: what this house chose of what the chapter allows, and its table limits.

One form a game, found by the game's name; its defaults are those of the scenario format. The odds come
from the game's own paytables.toml: a submission chooses a letter and never writes odds. What a Rules is
and how it is used lives in controller.table.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from datetime import time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import BeforeValidator

from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import Form, Money, one_of, read_form, read_toml, wrong
from controller.games import GAMES, find_game
from controller.regulation.marks import clause
from controller.table.state import Odds, Paytable, Rules

OTHERS: Final = ("blackjack", "double-back-jack", "lunar-poker", "pai-gow-poker")
"""Games of the scenario format that this build does not play."""
OFF: Final = "off"
MOST_BOXES: Final = 6
MOST_HOURS: Final = 24
"""Hours after which opened cards are changed at the latest."""
_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_HOUSE_SAYS: Final = ("game", "minimum", "maximum", "decks", "boxes_per_player", "settlement")
"""What a submission must say for itself: no house plays by an unspoken limit or procedure."""

Letters = Mapping[str, Mapping[str, Paytable]]
"""Paytables by wager and letter."""


def minutes_of(value: object) -> int:
    """A time of day as it stands in a file, "06:00", in minutes after midnight. PydanticCustomError
    (`wrong`) where it is none."""
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        said = value.isoformat() if isinstance(value, time) else shown(value)
        raise wrong(f"{said} is no time of day", 'write hours and minutes in quotes, such as "06:00"')
    return int(found[1]) * 60 + int(found[2])


TimeOfDay = Annotated[int, BeforeValidator(minutes_of)]
"""HH:MM in the file, minutes after midnight in the model."""


class Submission(Form):
    """What every house says of every table. Money: dollars in the file, cents here."""

    minimum: Money = 500
    maximum: Money = 100_000
    smallest_chip: Money = 50
    settlement: Literal["collect_then_pay", "box_by_box"] = "collect_then_pay"
    boxes: int = 6
    gaming_day: TimeOfDay = 360


class BlackjackFamily(Submission):
    """What the chapters of the blackjack family let a house choose."""

    decks: int = 6
    boxes_per_player: int = 2
    card_change_hours: int = MOST_HOURS
    mid_shoe_entry: Literal["allowed", "barred"] = "allowed"


class FreeBetBlackjack(BlackjackFamily):
    """What chapter 672a lets a house choose."""

    push_22: str = OFF
    even_money: bool = True


FORMS: Final[dict[str, type[FreeBetBlackjack]]] = {"free-bet-blackjack": FreeBetBlackjack}
ALWAYS: Final[dict[str, tuple[str, ...]]] = {"free-bet-blackjack": ("blackjack", "insurance")}
"""Wagers whose odds the chapter fixes; the house chooses nothing."""


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
    _check_limits(check, form)
    _check_boxes(check, form)
    _check_boxes_per_player(check, form)
    _check_decks(check, form, find_game(game_name).decks)
    _check_card_change(check, form)
    paytables = read_paytables(game_name)
    chosen = _push_22(check, form, paytables)
    faults.raise_any()
    fixed = tuple(paytables[wager]["A"] for wager in ALWAYS[game_name])
    return _rules(game_name, form, fixed + chosen)


def load_submission(path: Path) -> Rules:
    """The rules of a Rules Submission in TOML. ConfigFaults: it cannot be read, says what the chapter
    does not allow, or leaves out what the house has to say itself."""
    said = read_toml(path)
    place = str(path)
    missing = [key for key in _HOUSE_SAYS if key not in said]
    if missing:
        remedy = "a submission says it itself; add it"
        raise ConfigFaults([ConfigFault(place, "is missing", remedy, key=key) for key in missing])
    game = said.pop("game")
    check_game(game, place)
    return rules_from(game, said, place)


def check_game(name: object, place: str) -> None:
    """ConfigFaults where this build does not play the game of that name."""
    if isinstance(name, str) and name in FORMS and name in GAMES:
        return
    if name in OTHERS:
        what, remedy = f"this build does not play {name} yet", f"it plays {', '.join(sorted(FORMS))}"
    else:
        what, remedy = f"no game is called {shown(name)}", one_of((*FORMS, *OTHERS), name)
    raise ConfigFaults((ConfigFault(place, what, remedy, key="game", value=name),))


# ---- what the chapter allows ----------------------------------------------------------------------


class Check:
    """Writes a fault down against its key."""

    def __init__(self, faults: Faults, place: str, prefix: str) -> None:
        self._faults = faults
        self._place = place
        self._prefix = f"{prefix}." if prefix else ""

    def that(self, right: bool, key: str, value: object, what: str, remedy: str) -> None:
        """Where `right` is false, key `key` has a fault."""
        if not right:
            fault = ConfigFault(self._place, what, remedy, key=self._prefix + key, value=value)
            self._faults.add(fault)


@clause("topic:table-limits", "topic:smallest-chip")
def _check_limits(check: Check, form: Submission) -> None:
    chip, least, most = form.smallest_chip, form.minimum, form.maximum
    check.that(chip > 0, "smallest_chip", chip, "a chip is worth more than 0", "write 0.50 or what is in use")
    check.that(least > 0, "minimum", least, "the minimum is more than 0", "write an amount such as 5")
    what = f"{dollars(least)} is more than the maximum, {dollars(most)}"
    check.that(least <= most, "minimum", least, what, "write a minimum up to the maximum")
    if chip > 0 and least <= most:
        what = f"no wager of {dollars(least)} to {dollars(most)} can be made of chips of {dollars(chip)}"
        can_wager = most // chip * chip >= least
        check.that(can_wager, "smallest_chip", chip, what, "write a smaller chip, or other limits")


@clause("672a.2(a)")
def _check_boxes(check: Check, form: Submission) -> None:
    what = f"a table has 1 to {MOST_BOXES} boxes, not {shown(form.boxes)}"
    right = 1 <= form.boxes <= MOST_BOXES
    check.that(right, "boxes", form.boxes, what, f"write at most {MOST_BOXES}")


@clause("672a.6(f)")
def _check_boxes_per_player(check: Check, form: BlackjackFamily) -> None:
    number = form.boxes_per_player
    what = f"a player has 1 to {MOST_BOXES} boxes, not {shown(number)}"
    check.that(1 <= number <= MOST_BOXES, "boxes_per_player", number, what, "write a number in between")


@clause("672a.3(a)")
def _check_decks(check: Check, form: BlackjackFamily, allowed: tuple[int, ...]) -> None:
    words = " or ".join(str(number) for number in allowed)
    what = f"the chapter does not allow {shown(form.decks)} decks"
    check.that(form.decks in allowed, "decks", form.decks, what, f"write {words}")


@clause("672a.3(c)")
def _check_card_change(check: Check, form: BlackjackFamily) -> None:
    hours = form.card_change_hours
    what = f"opened cards are changed after 1 to {MOST_HOURS} hours, not {shown(hours)}"
    check.that(1 <= hours <= MOST_HOURS, "card_change_hours", hours, what, f"write at most {MOST_HOURS}")


@clause("672a.6(e)", "672a.11(c)")
def _push_22(check: Check, form: FreeBetBlackjack, paytables: Letters) -> tuple[Paytable, ...]:
    """Push 22 is offered where the submission names its paytable."""
    if form.push_22 == OFF:
        return ()
    letters = paytables["push_22"]
    what = f"there is no paytable {shown(form.push_22)}"
    words = f"write {', '.join(letters)} or {OFF}"
    check.that(form.push_22 in letters, "push_22", form.push_22, what, words)
    return (letters[form.push_22],) if form.push_22 in letters else ()


# ---- rules ------------------------------------------------------------------------------------------


@clause("672a.2(d)", "672a.6(b)", "672a.7(r)", "672a.8(e)")
def _rules(game_name: str, form: FreeBetBlackjack, paytables: tuple[Paytable, ...]) -> Rules:
    """Mid-shoe entry, the procedure of settlement, even money and the hour at which a gaming day begins are
    the house's to choose."""
    rules = Rules(
        game=game_name,
        minimum=form.minimum,
        maximum=form.maximum,
        smallest_chip=form.smallest_chip,
        boxes=form.boxes,
        boxes_per_player=form.boxes_per_player,
        settlement=form.settlement,
        decks=form.decks,
        even_money=form.even_money,
        mid_shoe_entry=form.mid_shoe_entry == "allowed",
        paytables=paytables,
        card_change=form.card_change_hours,
        gaming_day=form.gaming_day,
    )
    return msgspec.structs.replace(rules, digest=digest_of(rules))


def digest_of(rules: Rules) -> str:
    """SHA-256, in hexadecimal, of all that the rules say, whatever file and order it stood in."""
    content = {key: value for key, value in msgspec.structs.asdict(rules).items() if key != "digest"}
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


@cache
def read_paytables(game_name: str) -> Letters:
    """The odds that the game's chapter allows, by wager and letter, from the game's folder."""
    folder = GAMES[game_name].split(".")[-2]
    path = Path(__file__).parent / "games" / folder / "paytables.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        wager: {letter: _paytable(wager, letter, rows) for letter, rows in letters.items()}
        for wager, letters in found.items()
    }


def _paytable(wager: str, letter: str, rows: list[dict[str, Any]]) -> Paytable:
    odds = tuple(Odds(row["name"], row["pays"], row["per"], row["clause"]) for row in rows)
    return Paytable(wager, letter, odds)


def dollars(cents: int) -> str:
    """Cents as they stand in a file: 750 is "7.50"."""
    return str(Decimal(cents).scaleb(-2).quantize(Decimal("0.01")))
