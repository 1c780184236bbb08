"""Tests of free text: sentences quote it exactly as people wrote it."""

from string import Formatter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import Name, Text, free_text_fields
from domain.core.events import Commanded
from domain.core.narrate import CORE_COMMAND_TEMPLATES
from domain.registry import rulesets
from domain.text.phrases import sentence

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SPEAKABLE: dict[str, Any] = {
    "points": 3,
    "pips": 3,
    "successes": 2,
    "wounds": 1,
    "status": "stabilized",
    "participants": [{"combatant": "hu"}],
    "parties": [{"combatant": one, "statistic": "strength"} for one in ("hu", "fox")],
}
NAMES = {"fox": "Flying Fox", "hu": "Doctor Hu"}
TOLD = [
    (ruleset, kind, wanted, field)
    for ruleset in rulesets().values()
    for command in ruleset.commands
    for kind in (command.model_fields["type"].default,)
    for template in CORE_COMMAND_TEMPLATES.get(kind, command.says or ())
    for wanted in ([name for _, name, _, _ in Formatter().parse(template) if name],)
    for field in sorted(free_text_fields(command) & set(wanted))
]


def test_rulesets_tell_free_text_of_their_own() -> None:
    told = {ruleset.key for ruleset, kind, _, _ in TOLD if not kind.startswith("core.")}
    assert told == {"s3", "yin_yang", "century", "ticks"}
    assert ("core.open", "name") in {(kind, field) for _, kind, _, field in TOLD}


@pytest.mark.parametrize(
    ("ruleset", "kind", "wanted", "field"),
    TOLD,
    ids=[f"{ruleset.key}-{kind}-{field}" for ruleset, kind, _, field in TOLD],
)
@given(text=st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40))
@example(text="Spider-Man")
@example(text="AC/DC x")
@example(text="a_b")
@example(text="<b>x</b>")
@example(text="{actor}")
@example(text="fox")
def test_free_text_stands_unchanged_in_the_sentence(
    ruleset: Any, kind: str, wanted: list[str], field: str, text: str
) -> None:
    fields = {name: SPEAKABLE.get(name, "hu") for name in wanted} | {"type": kind, field: text}
    told = ruleset.sentences[Commanded](
        Commanded(command=fields, command_schema=1, ruleset=ruleset.key, ruleset_version="1"), NAMES
    )
    assert text in told or sentence(text) in told


@pytest.mark.parametrize("turning", TURNING)
@pytest.mark.parametrize("form", [Name, Text])
def test_what_turns_the_line_round_is_no_part_of_a_text(form: Any, turning: str) -> None:
    assert TypeAdapter(form).validate_python("שלום, Fox") == "שלום, Fox"
    with pytest.raises(ValidationError):
        TypeAdapter(form).validate_python(f"Fox{turning}xoF")
