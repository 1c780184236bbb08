"""Messages for pydantic's validation errors: one path and one sentence each, which says how to fix the input."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.dataclasses import is_pydantic_dataclass
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from domain.model.cards import CARD_PATTERN, CARD_SHAPE
from domain.model.speaker import RESERVED_SPEAKER_IDS
from domain.model.suggestions import CLOSE_MATCH, FEW, MAX_COMPARED, as_id, meant_by, some_of
from domain.text.meant import command_meant
from domain.text.phrases import counted, listed, one_word_of, some_words_of

_quoted = re.compile("'([^']*)'")
_control_characters = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_id_pattern = re.compile(
    r"\^?(?:\[([a-z0-9_-]+)\])?\[([a-z0-9_.-]+)\]\{0,(\d+)\}(\([^)]*/[^)]*\)\?)?(?:\$|\\Z)?"
).fullmatch

LIKELY_MATCH: Final = 0.6
"""The same as ``CLOSE_MATCH`` for the last part of a dotted type whose first part differs."""
TAGS: Final = frozenset({"type", "kind"})
"""Fields whose constant value selects the branch of a union: ``type`` in commands, ``kind`` in sheets."""

OF_EVERY_COMMAND: Final = frozenset({"type", "answers"})
"""Fields that are not listed among those of a command."""

MUST_BE: Final = "Must be"
DID_YOU_MEAN: Final = "did you mean"
OR: Final = " Or: "
REQUIRED: Final = "This field is required."
UNTOLD_PATTERN: Final = "written as the schema of this field says."
GIVEN_INSTEAD: Final = "was given instead."
OPTIONS_LIST: Final = "GET …/options lists"
COMMAND_TYPE: Final = ("command", "type")
TYPE_FIELD: Final = ".".join(COMMAND_TYPE)
FACES: Final = ("faces",)
NO_FACES: Final = 'Must be a list with the faces of each throw, as ["HHT"], [[6, 1]] or [["KH"]].'
SCHEMAS: Final = "GET /v1/rulesets/{key} has the schemas of sheets and options."
OF_RULESETS: Final = frozenset({"sheet", "options"})
"""Fields whose objects each ruleset defines."""
NO_TYPE: Final = f"This field is required; it says which command is meant: {OPTIONS_LIST} the commands."
NO_COMMAND: Final = 'Send the command in this field, as {"command": {"type": …}}.'
UNIONS: Final = frozenset({Union, UnionType})
MAPPINGS: Final = frozenset({dict, Mapping})
MAX_REPORTED: Final = 20
"""Maximum number of invalid paths reported for one body; each costs time, and more would not help the client."""
MAX_COMPARED_IDS: Final = 5
"""Maximum number of malformed IDs of one body that are compared with those of the combatants."""
COMBATANT_PATTERN: Final = "^[a-z0-9][a-z0-9_-]{0,31}$"
"""The pattern of the IDs of combatants, by which their fields are recognised."""
MAX_NAME_LENGTH: Final = 80
"""Maximum number of characters shown of a name from the request."""


class ValidationMessage(NamedTuple):
    """One validation error: its path in the input, pydantic's error type as ``kind``, and the sentence to show."""

    path: tuple[int | str, ...]
    kind: str
    message: str


class Known(NamedTuple):
    """The words that the sender of an invalid command may have meant.

    ``combatants`` are the names by ID, ``commands`` the types of the ruleset's commands by label, and ``elsewhere`` the
    titles of other rulesets by the types of their commands. ``routes`` are the requests that make commands which are
    not sent, by type. ``title`` is that of the ruleset. ``lacking`` returns what a field may have that is missing at a
    path in a command, as the end of a sentence, or an empty text.
    """

    title: str
    combatants: Mapping[str, str]
    commands: Mapping[str, str]
    elsewhere: Mapping[str, str]
    routes: Mapping[str, str]
    lacking: Callable[[Mapping[str, Any], Sequence[int | str]], str]


class ValidationMessages(NamedTuple):
    """The messages to show, and the number of further errors."""

    shown: list[ValidationMessage]
    more: int = 0


def validation_messages(
    error: ValidationError, body: object, model: Any, known: Known | None = None
) -> ValidationMessages:
    """Return messages for the errors of ``body`` as a ``model``, for its first ``MAX_REPORTED`` invalid paths.

    The model is a type, or the TypeAdapter of one. ``known`` is what a command may have meant, if the body is one.
    """
    details = error.errors(include_url=False)
    errors_by_path = _by_path(details, body)
    first = [detail for found in errors_by_path.values() for detail in found]
    suggestions = {detail["loc"]: _suggestion(detail, model) for detail in first if detail["type"] in UNKNOWN_FIELD}
    if known is not None:
        suggestions.update(_given_as_another(first, suggestions, model, known))
    words: dict[tuple[int | str, ...], list[str]] = {}
    found: list[ValidationMessage] = []
    compared = 0
    for path, here in errors_by_path.items():
        literals = [detail for detail in here if detail["type"] == "literal_error"]
        for detail in here:
            if detail["type"] == "literal_error":  # each branch of a union has its own words: merge them
                if detail is literals[-1]:
                    words[path] = [word for branch in literals for word in _words(branch)]
                    found.append(ValidationMessage(path, detail["type"], _one_of(detail["input"], words[path])))
            elif detail["type"] == "too_short" and any(other.path[: len(path)] == path for other in found):
                continue  # pydantic counts only the valid entries
            else:
                message = _field_message(detail, suggestions, model)
                compared += detail["type"] == "string_pattern_mismatch"
                if known is not None and compared <= MAX_COMPARED_IDS and not message.endswith(GIVEN_INSTEAD):
                    message = _command_message(detail, path, body, model, known) or message
                found.append(ValidationMessage(path, detail["type"], message))
    _merge_literals(found, words)
    return ValidationMessages(_merged(found), len(details) - len(first))


def _by_path(details: Sequence[ErrorDetails], body: object) -> dict[tuple[int | str, ...], list[ErrorDetails]]:
    """Group the errors by path, for the first ``MAX_REPORTED`` paths."""
    found: dict[tuple[int | str, ...], list[ErrorDetails]] = {}
    for detail in details:
        path = tuple(_path_in_body(detail, body))
        if detail["type"] in TAG_ERRORS:
            path = (*path, str(detail["ctx"]["discriminator"]).strip("'"))
        if path not in found and len(found) == MAX_REPORTED:
            break
        found.setdefault(path, []).append(detail)
    return found


def message_for(detail: ErrorDetails) -> str:
    """Return the sentence for an error, which says how to fix it."""
    template = SENTENCES.get(detail["type"])
    return template(detail) if template else with_period(detail["msg"])


def format_path(parts: Iterable[int | str]) -> str:
    """Return a path as text: ``command.answers[0].kind``."""
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            name = part if len(part) <= MAX_NAME_LENGTH else f"{part[:MAX_NAME_LENGTH]}…"
            path += f".{name}" if path else name
    return path


def and_more(reported: int, omitted: int) -> str:
    """Return what follows the first error in a sentence: how many more are in ``errors``, and how many in neither."""
    counts = [f"{reported - 1} more in errors" if reported > 1 else "", f"{omitted} more left out" if omitted else ""]
    return f" ({', '.join(filter(None, counts))}.)" if any(counts) else ""


def with_period(text: str) -> str:
    """Return the message with a period at its end, unless it ends a sentence already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the most similar known word, or None; of a type such as ``s3.attack``, the last part counts."""
    ends = {name.rpartition(".")[2]: name for name in known}
    end = word.rpartition(".")[2][:80]
    likely = [ends[other] for other in get_close_matches(end, ends, len(ends) or 1, LIKELY_MATCH)]
    slips = get_close_matches(word[:80], likely, 1, CLOSE_MATCH) or [
        ends[key] for key in get_close_matches(end, ends, 1, CLOSE_MATCH)
    ]
    return next(iter(slips), None)


def describe_pattern(pattern: str) -> str:
    """Return what a text must do to match a pattern: in words for IDs and cards, else by where to read about it."""
    found = _id_pattern(pattern)
    if found is None:
        return f"be {CARD_SHAPE}" if pattern == CARD_PATTERN else f"be {UNTOLD_PATTERN[:-1]}"
    first, rest, length, with_mode = found.groups()
    beginning = f", and begin with {_either(first)}" if first else ""
    mode = "; a mode may follow after /" if with_mode else ""
    return f"have {1 if first else 0} to {int(length) + bool(first)} characters: {_characters(rest)}{beginning}{mode}"


CHARACTERS: Final = {"a-z": "small letters", "0-9": "digits"}
"""Parts of the patterns of IDs, in words; other characters stand for themselves."""


def _characters(allowed: str) -> str:
    signs = allowed.replace("a-z", "").replace("0-9", "")
    return listed([*(word for part, word in CHARACTERS.items() if part in allowed), *signs])


def _either(allowed: str) -> str:
    return "a small letter or a digit" if "0-9" in allowed else "a small letter"


def _suggestion(detail: ErrorDetails, model: Any) -> str | None:
    """Return the known field that is most similar to an unknown one."""
    *path, last = detail["loc"] or ("",)
    return closest_match(str(last), _fields_at(model, path))


def _given_as_another(
    details: Sequence[ErrorDetails],
    suggestions: Mapping[tuple[int | str, ...], str | None],
    model: Any,
    known: Known,
) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Yield the unknown fields with the ID of a combatant, each with the only such field that is missing beside it."""
    for detail in details:
        loc = detail["loc"]
        if detail["type"] in UNKNOWN_FIELD and suggestions[loc] is None and str(detail["input"]) in known.combatants:
            beside = [one["loc"] for one in details if one["type"] == "missing" and one["loc"][:-1] == loc[:-1]]
            lacking = [str(one[-1]) for one in beside if any(map(_is_combatant, _infos_at(model, one)))]
            if len(lacking) == 1:
                yield loc, lacking[0]


def _field_message(detail: ErrorDetails, suggestions: Mapping[tuple[int | str, ...], str | None], model: Any) -> str:
    """Return the sentence for an error; ``suggestions`` maps the paths of unknown fields to known ones."""
    *path, last = detail["loc"] or ("",)
    if detail["type"] in UNKNOWN_FIELD:
        known = suggestions[detail["loc"]]
        if known:
            return f"Unknown field; {DID_YOU_MEAN} {known}?"
        names = [one for one in dict.fromkeys(_fields_at(model, path)) if one not in OF_EVERY_COMMAND]
        if last in OF_EVERY_COMMAND and "command" in names:
            return "Send it within command."
        if not names:
            return "Unknown field; remove it. There are no fields here."
        there = f"The fields are {some_of(names)}" if len(names) > 1 else f"The only field is {some_of(names)}"
        return f"Unknown field; remove it. {there}."
    if detail["type"] == "missing":
        beside = (str(loc[-1]) for loc, known in suggestions.items() if loc[:-1] == tuple(path) and known == last)
        given = next(beside, None)
        if given:
            return f"This field is required; “{given[:60]}” {GIVEN_INSTEAD}"
        infos = list(_infos_at(model, detail["loc"]))
        choices = list(dict.fromkeys(word for info in infos for word in _choices(info)))
        if 0 < len(choices) <= FEW:
            is_list = any(get_origin(info.annotation) is tuple for info in infos)
            return f"This field is required: {(some_words_of if is_list else one_word_of)(choices)}."
        is_object = infos and not any(get_origin(info.annotation) in (tuple, list) for info in infos)
        fields = _fields_of(list(_models_at(model, detail["loc"]))) if is_object else ""
        return f"This field is required: an object{fields}." if fields else REQUIRED
    if detail["type"] in NOT_AN_OBJECT:
        fields = _fields_of(list(_models_at(model, detail["loc"])))
        schemas = f" {SCHEMAS.format(key='{key}')}" if not fields and last in OF_RULESETS else ""
        return f"{MUST_BE} an object{fields}.{schemas}"
    if detail["type"] in NOT_A_LIST:
        fields = _fields_of(list(_models_at(model, detail["loc"])))
        return f"{MUST_BE} a list{f' of objects{fields}' if fields else ''}."
    return message_for(detail)


def _command_message(
    detail: ErrorDetails, path: tuple[int | str, ...], body: object, model: Any, known: Known
) -> str | None:
    """Return the sentence for an error of a command, if what is known of the encounter makes it a better one."""
    kind = detail["type"]
    if path == COMMAND_TYPE and kind in TAG_ERRORS:
        given = detail["input"].get("type", "") if isinstance(detail["input"], Mapping) else ""
        if not isinstance(given, str):
            return f"{MUST_BE} a string."
        expected = _quoted.findall(detail["ctx"].get("expected_tags", ""))
        return _unknown_type(str(detail["ctx"]["tag"]), expected, known) if expected else NO_TYPE
    if path == COMMAND_TYPE[:1] and kind == "missing":
        return NO_COMMAND
    if path == FACES and kind in NOT_A_LIST:
        return NO_FACES
    if path[:1] != COMMAND_TYPE[:1]:
        return None
    if kind == "string_pattern_mismatch" and detail["ctx"]["pattern"] == COMBATANT_PATTERN:
        meant = meant_by(str(detail["input"]), known.combatants)
        return None if meant is None else f"“{str(detail['input'])[:60]}” is not an ID; {DID_YOU_MEAN} {meant}?"
    if kind == "string_pattern_mismatch" and message_for(detail).endswith(UNTOLD_PATTERN):
        values = known.lacking(_command_in(body), path[1:])
        return f"“{str(detail['input'])[:60]}” does not fit; {values}." if values else None
    if kind == "missing":
        values = known.lacking(_command_in(body), path[1:])
        if values:
            return f"This field is required: {values}."
        names_somebody = detail["loc"][-1] != "id" and any(map(_is_combatant, _infos_at(model, detail["loc"])))
        ids = list(known.combatants) if names_somebody else []
        if 0 < len(ids) <= FEW:
            return f"This field is required: {one_word_of(ids)}."
    return None


def _command_in(body: object) -> Mapping[str, Any]:
    """Return the fields of the command in a body."""
    command = body.get("command") if isinstance(body, Mapping) else None
    return command if isinstance(command, Mapping) else {}


def _unknown_type(tag: str, expected: Sequence[str], known: Known) -> str:
    """Return the sentence for an unknown type: a label, a slip, a command of another ruleset, or one with a route."""
    if tag in known.routes:
        return f"{tag} is sent as {known.routes[tag]}."
    labels = [(kind, label) for label, kind in known.commands.items() if kind in expected]
    meant = known.commands.get(tag.casefold()) or command_meant(tag, labels)
    hint = f"{DID_YOU_MEAN} {meant}?" if meant else f"{OPTIONS_LIST} the commands."
    prefix = tag.partition(".")[0].casefold()
    other = next((title for kind, title in known.elsewhere.items() if kind.partition(".")[0] == prefix), None)
    if tag in known.elsewhere or (other is not None and "." in tag):
        whose = "is a command" if tag.casefold() in known.elsewhere else "would be a command"
        said = f"{tag[:60]} {whose} of {other}; this encounter is played with {known.title}."
        return f"{said} {hint[:1].upper()}{hint[1:]}"
    return f"There is no command “{tag[:60]}” in {known.title}; {hint}"


def _infos_at(model: Any, path: Sequence[int | str]) -> Iterator[FieldInfo]:
    """Yield what the models at a path say about the field that ends it."""
    *before, last = path
    for one in _models_at(model, before):
        info = next((info for name, info in _infos(one) if name == last), None)
        if info is not None:
            yield info


def _choices(info: FieldInfo) -> Iterator[str]:
    """Yield the words that a field, or each entry of its list, accepts, if it accepts nothing else."""
    of_list = get_origin(info.annotation) is tuple
    annotation = get_args(info.annotation)[0] if of_list else info.annotation
    kinds = get_args(annotation) if get_origin(annotation) in UNIONS else (annotation,)
    if all(get_origin(kind) is Literal for kind in kinds):
        yield from (str(word) for kind in kinds for word in get_args(kind))
    elif kinds == (bool,):
        yield from ("true", "false")


def _is_combatant(info: FieldInfo) -> bool:
    return any(getattr(one, "pattern", None) == COMBATANT_PATTERN for one in info.metadata)


def _fields_of(models: Sequence[Any]) -> str:
    """Return the fields of an object in parentheses: all if they are few, else the required ones.

    If there are several models, these are what all of them require, and the tag that chooses between them.
    """
    first, *others = [dict(_infos(one)) for one in models] or [{}]
    required = [name for name, info in first.items() if info.is_required() or (others and name in TAGS)]
    required = [name for name in required if all(name in other for other in others)]
    optional = [] if others else [name for name in first if name not in required]
    if required and len(first) > FEW:
        optional = []
    named = {"required": required, "optional": optional}
    said = "; ".join(f"{how}: {some_of(names)}" for how, names in named.items() if names)
    return f" ({said})" if said else ""


def _infos(model: Any) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the fields of a model by the names that clients send."""
    yield from ((info.alias or name, info) for name, info in model.__pydantic_fields__.items())


def _fields_at(model: Any, path: Sequence[int | str]) -> Iterator[str]:
    """Yield the names of the fields allowed at a path."""
    for one in _models_at(model, path):
        yield from (name for name, _ in _infos(one))


def _models_at(model: Any, path: Sequence[int | str]) -> Iterator[Any]:
    """Yield the models at a path, which also names branches of unions."""
    if isinstance(model, type) and (issubclass(model, BaseModel) or is_pydantic_dataclass(model)):
        fields = dict(_infos(model))
        part, *rest = path or (None,)
        if part is None:
            yield model
        elif part in fields:
            yield from _models_at(fields[str(part)].annotation, rest)
        elif _names(part, model) or any(get_args(fields[tag].annotation) == (part,) for tag in TAGS & fields.keys()):
            yield from _models_at(model, rest)
        return
    if isinstance(model, TypeAdapter):
        for one in _models_in(model.core_schema, {}):
            yield from _models_at(one, path)
        return
    by_key = get_origin(model) in MAPPINGS
    if by_key and not path:
        return
    inner = path[1:] if by_key or (path and isinstance(path[0], int)) else path
    for argument in get_args(model):
        yield from _models_at(argument, inner)


def _names(part: int | str, model: type) -> bool:
    """Return whether a part of a path names a model as a branch of a union, alone or with its validator."""
    return part == model.__name__ or f"{part}".endswith(f" {model.__name__}]")


def _models_in(schema: Any, definitions: Mapping[str, Any]) -> Iterator[type]:
    """Yield the models that a core schema chooses between; ``definitions`` are the schemas that it refers to."""
    kind = schema["type"]
    if kind in ("model", "dataclass"):
        yield schema["cls"]
    elif kind == "definition-ref":
        yield from _models_in(definitions[schema["schema_ref"]], definitions)
    elif kind in ("union", "tagged-union"):
        choices = schema["choices"]
        for choice in choices.values() if isinstance(choices, dict) else choices:
            yield from _models_in(choice[0] if isinstance(choice, tuple) else choice, definitions)
    elif "schema" in schema:
        known = {one["ref"]: one for one in schema.get("definitions", ())}
        yield from _models_in(schema["schema"], {**definitions, **known})


def _path_in_body(detail: ErrorDetails, body: object) -> Iterator[int | str]:
    """Yield the path of an error in the body, without the names of union branches that pydantic adds."""
    here: Any = body
    *_, last = detail["loc"] or ("",)
    for part in detail["loc"]:
        if _contains(here, part):
            here = here[part]
            yield part
        elif detail["type"] == "missing" and part == last:
            yield part


def _contains(value: object, part: int | str) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _pattern(detail: ErrorDetails) -> str:
    if isinstance(detail["input"], str) and _control_characters.search(detail["input"]):
        return "Control characters are not allowed; remove them."
    pattern, written = detail["ctx"]["pattern"], "_".join(str(detail["input"])[:MAX_COMPARED].lower().split())
    if pattern == COMBATANT_PATTERN and written in RESERVED_SPEAKER_IDS:
        return f"The ID “{written}” is reserved: no combatant is called so; send another."
    fits = _id_pattern(pattern) is not None and re.fullmatch(pattern.removesuffix("$"), written)
    return f"Must {describe_pattern(pattern)}{f'; {DID_YOU_MEAN} {written}?' if fits else '.'}"


def _words(detail: ErrorDetails) -> list[str]:
    """Return the words of a literal, or its only value as JSON."""
    expected = detail["ctx"]["expected"]
    return _quoted.findall(expected) or [expected.lower()]


def _one_of(given: object, known: Sequence[str]) -> str:
    """Return the sentence for a value that is not one of the known words."""
    one = f"{'' if len(known) == 1 else 'one of '}{', '.join(known)}"
    if known == ["true"] or not isinstance(given, str):
        return f"{MUST_BE} {one}."
    meant = closest_match(given, known) or next((one for one in known if one == as_id(given)), None)
    hint = f"{DID_YOU_MEAN} {meant}?" if meant is not None else f"must be {one}."
    return f"Unknown value “{given[:60]}”; {hint}"


def _merge_literals(found: list[ValidationMessage], words: Mapping[tuple[int | str, ...], Sequence[str]]) -> None:
    """Merge the messages of a union of words and another type into one, or keep only the suggested word."""
    for path, known in words.items():
        here = [detail for detail in found if detail.path == path]
        word = next(detail for detail in here if detail.kind == "literal_error")
        other = next((detail for detail in here if detail is not word), None)
        if other is not None and DID_YOU_MEAN in word.message:
            found.remove(other)
        elif other is not None:
            one = "" if len(known) == 1 else "one of "
            found[found.index(other)] = other._replace(message=f"{other.message[:-1]}, or {one}{', '.join(known)}.")
            found.remove(word)


def _merged(found: Iterable[ValidationMessage]) -> list[ValidationMessage]:
    """Return the messages with those of one path, which are of the branches of a union, merged into one."""
    by_path: dict[tuple[int | str, ...], ValidationMessage] = {}
    for one in found:
        before = by_path.setdefault(one.path, one)
        if one.message not in before.message.split(OR):
            by_path[one.path] = before._replace(message=f"{before.message}{OR}{one.message}")
    return list(by_path.values())


def _kind(kind: str) -> Callable[[ErrorDetails], str]:
    return lambda detail: f"{MUST_BE} {kind}."


def _limit(bound: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if bound == "ge" else "at most"
    return lambda detail: f"Must be {words} {detail['ctx'][bound]}."


def _length(bound: str, one: str, many: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if bound == "min_length" else "at most"
    return lambda detail: f"Must have {words} {counted(detail['ctx'][bound], one, many)}."


_text, _whole, _number, _truth = map(_kind, ("a string", "a whole number", "a number", "true or false"))
_object, _list = map(_kind, ("an object", "a list"))
UNKNOWN_FIELD: Final = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
NOT_AN_OBJECT: Final = frozenset(
    {"dict_type", "model_type", "model_attributes_type", "dataclass_type", "dataclass_exact_type"}
)
NOT_A_LIST: Final = frozenset({"list_type", "tuple_type"})
TAG_ERRORS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})
SENTENCES: Final[Mapping[str, Callable[[ErrorDetails], str]]] = {
    "missing": lambda detail: REQUIRED,
    "string_type": _text,
    "string_pattern_mismatch": _pattern,
    "string_too_long": _length("max_length", "character", "characters"),
    "string_too_short": _length("min_length", "character", "characters"),
    "int_type": _whole,
    "int_parsing": _whole,
    "int_from_float": _whole,
    "int_parsing_size": lambda detail: "The number has too many digits.",
    "float_type": _number,
    "float_parsing": _number,
    "finite_number": _number,
    "bool_type": _truth,
    "bool_parsing": _truth,
    **dict.fromkeys(NOT_AN_OBJECT, _object),
    "frozen_set_type": _list,
    "set_type": _list,
    **dict.fromkeys(NOT_A_LIST, _list),
    "too_long": _length("max_length", "entry", "entries"),
    "too_short": _length("min_length", "entry", "entries"),
    "greater_than_equal": _limit("ge"),
    "less_than_equal": _limit("le"),
    "none_required": _kind("null"),
    "literal_error": lambda detail: _one_of(detail["input"], _words(detail)),
    "value_error": lambda detail: with_period(str(detail["ctx"]["error"])),
    "union_tag_invalid": lambda detail: _one_of(detail["ctx"]["tag"], _quoted.findall(detail["ctx"]["expected_tags"])),
    "union_tag_not_found": lambda detail: "This field is required; it selects the type of the object.",
}
