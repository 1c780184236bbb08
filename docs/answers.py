"""Examples of answers to prompts: words as they are declared, others as they were recorded in ``answers.json``.

``python -m tests.rules.recording.record_answers`` records them.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from domain.decision.prompts import PromptKind, shapes_in
from domain.ruleset.ruleset import Ruleset

Schema = Mapping[str, Any]
Answers = Mapping[str, list[Any]]
FILE: Final = Path(__file__).with_suffix(".json")


def shapes_of(prompt: PromptKind[Any]) -> list[Schema]:
    """Return the schemas of the shapes that an answer may have, each complete in itself."""
    schema = prompt.answer.json_schema()
    parts = {"$defs": schema["$defs"]} if "$defs" in schema else {}
    return [{**shape, **parts} for shape in shapes_in(schema)]


def is_word(shape: Schema) -> bool:
    """Return whether a shape has only some words, or true and false."""
    return bool({"const", "enum"} & shape.keys()) or shape.get("type") == "boolean"


def examples(ruleset: Ruleset[Any], prompt: PromptKind[Any]) -> list[Any]:
    """Return an answer for each shape that an answer may have."""
    rest = iter(_recorded().get(ruleset.key, {}).get(prompt.name, ()))
    return [_word(shape) if is_word(shape) else next(rest) for shape in shapes_of(prompt)]


def _word(shape: Schema) -> Any:
    return shape["const"] if "const" in shape else shape.get("enum", (True,))[0]


@cache
def _recorded() -> Mapping[str, Answers]:
    """Return the recorded answers by ruleset and kind of prompt, in the order of their shapes."""
    found: Mapping[str, Answers] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
