"""Forms derived from the command classes, for a ruleset that has no ``forms`` hook.

The domain of a field follows from its schema: an ID is one of the combatants, a literal one of its words, a bounded
number a range. Required fields with few values are settled, with one form for each filling that the rules accept; the
other fields stay open. A ruleset with IDs other than those of combatants must list its forms itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from domain.core.commands import CombatantId, Command, type_of
from domain.decision.prompts import PromptKind
from domain.forms.core import listed_answers, narrator_rows, standing_forms
from domain.forms.model import ALWAYS_OPEN, Anything, Choice, Domain, Form, OpenField, Range, RefusalCheck, Subset, Text
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)

MAX_FILLINGS: Final = 500
"""Maximum number of fillings tried for a command; with more, its fields stay open."""

ANY_ANSWER: Final = (OpenField("answer", Anything(), required=True),)
ID_PATTERN: Final = TypeAdapter(CombatantId).json_schema()["pattern"]


def derived_forms(
    commands: Iterable[type[Command]],
    prompts: Mapping[str, PromptKind[S]],
    state: S,
    speaker: Speaker,
    check: RefusalCheck[S],
) -> list[Form]:
    """Return the forms of the ruleset's ``commands`` and of the shared commands that are legal for the speaker."""
    if state.status == "closed" or speaker.role == "spectator":
        return []
    found: list[Form] = []
    for opened in state.prompts:
        if speaker.speaks_for(opened.to):
            prompt = prompts[opened.kind].current(state, opened)
            any_answer = Form("core.answer", {"prompt": prompt.id}, ANY_ANSWER, ("rules",))
            found.extend(listed_answers(prompt) if prompt.forms else (any_answer,))
    for kind in commands:
        if speaker.is_narrator or not kind.narrator_only:
            found.extend(_forms(kind, state, speaker, check))
    found.extend(standing_forms(state, speaker))
    if speaker.is_narrator:
        found.extend(Form(type_of(kind), {}, fields, ("rules",)) for kind, fields in narrator_rows(state))
    return found


def ids_in(command: Command) -> Iterator[tuple[str, str]]:
    """Yield the combatant IDs in a command, each as its path and the ID."""
    given_by_name = command.model_dump(by_alias=True)
    for name, schema in _schemas(type(command)).items():
        given, domain = given_by_name[name], _domain(schema, ())
        if isinstance(domain, Choice) and not domain.values and given is not None:
            yield name, given
        elif isinstance(domain, Subset):
            yield from ((f"{name}[{place}]", one) for place, one in enumerate(given or ()))


def _forms(kind: type[Command], state: S, speaker: Speaker, check: RefusalCheck[S]) -> Iterator[Form]:
    """Yield the forms of one command: one for each filling of its choices that the rules accept."""
    required = {field.alias or name for name, field in kind.model_fields.items() if field.is_required()}
    fields = [
        OpenField(name, _domain(schema, state.joined), name in required) for name, schema in _schemas(kind).items()
    ]
    choices = {
        field.name: field.domain.values for field in fields if field.required and isinstance(field.domain, Choice)
    }
    left = tuple(field for field in fields if field.name not in choices)
    if prod(map(len, choices.values())) > MAX_FILLINGS:
        yield Form(type_of(kind), {}, tuple(fields), ("rules",))
        return
    for values in product(*choices.values()):
        settled = dict(zip(choices, values, strict=True))
        if any(_accepted(kind, {**settled, **more}, state, speaker, check) for more in _fillings(left)):
            yield Form(type_of(kind), settled, left, ("rules",) if left else ())


def _accepted(
    kind: type[Command], fields: Mapping[str, Json], state: S, speaker: Speaker, check: RefusalCheck[S]
) -> bool:
    try:
        command = kind.model_validate(fields)
    except ValidationError:
        return True  # the open fields must be known before the rules can be checked
    return check(state, command, speaker) is None


def _fillings(left: tuple[OpenField, ...]) -> Iterator[dict[str, Json]]:
    """Yield values for required numbers, so that the rules can be checked; other open fields are not filled."""
    numbers = {
        field.name: range(field.domain.low, field.domain.high + 1)
        for field in left
        if field.required and isinstance(field.domain, Range)
    }
    if prod(map(len, numbers.values())) > MAX_FILLINGS:
        yield {}
        return
    for values in product(*numbers.values()):
        yield dict(zip(numbers, values, strict=True))


def _domain(schema: Mapping[str, Any], joined: tuple[str, ...]) -> Domain:
    """Return the domain of a field from its JSON schema."""
    kinds = [kind for kind in schema.get("anyOf", (schema,)) if kind.get("type") != "null"]
    match kinds[0] if len(kinds) == 1 else {}:
        case {"enum": values}:
            return Choice(tuple(values))
        case {"const": value}:
            return Choice((value,))
        case {"type": "boolean"}:
            return Choice((True, False))
        case {"type": "integer", "minimum": low, "maximum": high}:
            return Range(low, high)
        case {"type": "string", "pattern": pattern} if pattern == ID_PATTERN:
            return Choice(joined)
        case {"type": "array", "items": {"pattern": pattern}} if pattern == ID_PATTERN:
            return Subset(joined, schema.get("minItems", 0), schema.get("maxItems"))
        case {"type": "string"}:
            return Text()
    return Anything()


@cache
def _schemas(kind: type[Command]) -> dict[str, Any]:
    """Return the JSON schemas of a command's own fields."""
    properties = kind.model_json_schema()["properties"]
    return {name: schema for name, schema in properties.items() if name not in ALWAYS_OPEN}
