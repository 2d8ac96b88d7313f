"""Whatever a file says, it is a Scenario or it is told what is wrong with it: nothing else comes of reading.

What each fault is called is tested in test_scenario.py and test_further_steps.py.
"""

import contextlib
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.faults import ConfigFaults
from controller.rehearsal import scenario as s
from controller.rehearsal.step_forms import FORMS as STEP_FORMS
from controller.rehearsal.step_forms import WORDS as STEP_WORDS

HEAD = "format: 1\ntitle: a test\ngame: free-bet-blackjack\n"
PLACE = "some/file.yaml"

WORDS = st.sampled_from(
    ("wager", "play", "deal", "box", "do", "hit", "amount", "blackjack", "shuffle", "2C", "*", "CUT", "floor")
) | st.text(max_size=5)
LEAVES = st.none() | st.booleans() | st.integers(-1, 400) | WORDS
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(("seed", "rules", "equipment", "cards", "steps")), VALUES), VALUES)
def test_any_values_are_a_scenario_or_faults(top: dict[str, Any], step: Any) -> None:
    said = {"format": 1, "title": "t", "game": "free-bet-blackjack", "steps": [step], **top}
    with contextlib.suppress(ConfigFaults):
        assert isinstance(s.read_scenario(json.dumps(said), PLACE), s.Scenario)


@given(st.text(), st.text("{}[]:,-&*!'\"\n ab01.wagerdealboxplay"))
def test_any_text_is_a_scenario_or_faults(text: str, steps: str) -> None:
    for whole in (text, HEAD + text, HEAD + "steps:\n- " + steps):
        with contextlib.suppress(ConfigFaults):
            assert isinstance(s.read_scenario(whole, PLACE), s.Scenario)


STEPS = st.sampled_from(sorted({*STEP_FORMS, *STEP_WORDS}))
KEYS = st.sampled_from(("box", "hand", "by", "kind", "source", "hours", "cards", "to_box", "face", "player"))


@given(STEPS, VALUES | st.dictionaries(KEYS, LEAVES, max_size=4))
def test_any_value_of_any_step_is_a_step_or_faults(step: str, value: Any) -> None:
    said = {"format": 1, "title": "t", "game": "free-bet-blackjack", "steps": [{step: value}]}
    with contextlib.suppress(ConfigFaults):
        assert len(s.read_scenario(json.dumps(said), PLACE).steps) == 1
