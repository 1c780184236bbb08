"""Messages for pydantic's validation errors: one path and one sentence each, which says how to fix the input."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.dataclasses import is_pydantic_dataclass
from pydantic_core import ErrorDetails

from domain.model.cards import CARD_PATTERN, CARD_SHAPE
from domain.text.phrases import counted

_quoted = re.compile("'([^']*)'")
_control_characters = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_id_pattern = re.compile(r"\^?\[a-z0-9\]\[a-z0-9_-\]\{0,(\d+)\}\$?").fullmatch

CLOSE_MATCH: Final = 0.8
"""Minimum similarity of an unknown word to a known one that is suggested in its place, from 0 to 1."""
LIKELY_MATCH: Final = 0.6
"""The same for the last part of a dotted type whose first part differs."""
TAGS: Final = frozenset({"type", "kind"})
"""Fields whose constant value selects the branch of a union: ``type`` in commands, ``kind`` in sheets."""

MUST_BE: Final = "Must be"
DID_YOU_MEAN: Final = "did you mean"
REQUIRED: Final = "This field is required."
MAX_REPORTED: Final = 20
"""Maximum number of invalid places reported for one body; each costs time, and more would not help the client."""
MAX_NAME_LENGTH: Final = 80
"""Maximum number of characters shown of a name from the request."""


class ValidationMessage(NamedTuple):
    """One validation error: its path in the input, pydantic's error type as ``kind``, and the sentence to show."""

    path: tuple[int | str, ...]
    kind: str
    message: str


class ValidationMessages(NamedTuple):
    """The messages to show, and the number of further errors."""

    shown: list[ValidationMessage]
    more: int = 0


def validation_messages(error: ValidationError, body: object, model: Any) -> ValidationMessages:
    """Return messages for the errors of ``body`` as a ``model``, for its first ``MAX_REPORTED`` invalid places."""
    details = error.errors(include_url=False)
    by_place = _first_places(details, body)
    first = [fault for found in by_place.values() for fault in found]
    suggestions = {fault["loc"]: _suggestion(fault, model) for fault in first if fault["type"] in UNKNOWN_FIELD}
    words: dict[tuple[int | str, ...], list[str]] = {}
    found: list[ValidationMessage] = []
    for where, here in by_place.items():
        literals = [fault for fault in here if fault["type"] == "literal_error"]
        for fault in here:
            if fault["type"] == "literal_error":  # each branch of a union has its own words: merge them
                if fault is literals[-1]:
                    words[where] = [word for branch in literals for word in _words(branch)]
                    found.append(ValidationMessage(where, fault["type"], _one_of(fault["input"], words[where])))
            elif fault["type"] == "too_short" and any(other.path[: len(where)] == where for other in found):
                continue  # pydantic counts only the valid entries
            else:
                found.append(ValidationMessage(where, fault["type"], _field_message(fault, suggestions)))
    _merge_literals(found, words)
    return ValidationMessages(found, len(details) - len(first))


def _first_places(details: Sequence[ErrorDetails], body: object) -> dict[tuple[int | str, ...], list[ErrorDetails]]:
    """Group the errors by place, for the first ``MAX_REPORTED`` places."""
    found: dict[tuple[int | str, ...], list[ErrorDetails]] = {}
    for fault in details:
        where = tuple(_places(fault, body))
        if fault["type"] in TAG_ERRORS:
            where = (*where, str(fault["ctx"]["discriminator"]).strip("'"))
        if where not in found and len(found) == MAX_REPORTED:
            break
        found.setdefault(where, []).append(fault)
    return found


def message_for(fault: ErrorDetails) -> str:
    """Return the sentence for an error, which says how to fix it."""
    template = SENTENCES.get(fault["type"])
    return template(fault) if template else with_period(fault["msg"])


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


def with_period(text: str) -> str:
    """Return the message with a period at its end, unless it ends a sentence already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the most similar known word, or None. Of a type such as ``s3.attack`` the last part has to be similar."""
    ends = {name.rpartition(".")[2]: name for name in known}
    end = word.rpartition(".")[2][:80]
    likely = [ends[other] for other in get_close_matches(end, ends, len(ends) or 1, LIKELY_MATCH)]
    slips = get_close_matches(word[:80], likely, 1, CLOSE_MATCH) or [
        ends[key] for key in get_close_matches(end, ends, 1, CLOSE_MATCH)
    ]
    return next(iter(slips), None)


def describe_pattern(pattern: str) -> str:
    """Return what a text must do to match a pattern: in words for IDs and cards, else by naming the pattern."""
    found = _id_pattern(pattern)
    if found is None:
        return f"be {CARD_SHAPE}" if pattern == CARD_PATTERN else f"match {pattern}"
    most = int(found[1]) + 1
    return f"have 1 to {most} characters from a-z, 0-9, _ and -, and begin with a letter or digit ({pattern})"


def _suggestion(fault: ErrorDetails, model: Any) -> str | None:
    """Return the known field that is most similar to an unknown one."""
    *path, last = fault["loc"] or ("",)
    return closest_match(str(last), _fields_at(model, path))


def _field_message(fault: ErrorDetails, suggestions: Mapping[tuple[int | str, ...], str | None]) -> str:
    """Return the sentence for an error; ``suggestions`` maps the paths of unknown fields to known ones."""
    *path, last = fault["loc"] or ("",)
    if fault["type"] in UNKNOWN_FIELD:
        known = suggestions[fault["loc"]]
        return f"Unknown field; {DID_YOU_MEAN} {known}?" if known else "Unknown field; remove it."
    if fault["type"] == "missing":
        beside = (str(loc[-1]) for loc, known in suggestions.items() if loc[:-1] == tuple(path) and known == last)
        given = next(beside, None)
        return f"This field is required; {given[:60]!r} was given instead." if given else REQUIRED
    return message_for(fault)


def _fields_at(model: Any, path: Sequence[int | str]) -> Iterator[str]:
    """Yield the names of the fields allowed at a path. The path also names branches of unions."""
    if isinstance(model, type) and (issubclass(model, BaseModel) or is_pydantic_dataclass(model)):
        fields = {info.alias or name: info for name, info in model.__pydantic_fields__.items()}
        part, *rest = path or (None,)
        if part is None:
            yield from fields
        elif part in fields:
            yield from _fields_at(fields[str(part)].annotation, rest)
        elif part == model.__name__ or any(get_args(fields[tag].annotation) == (part,) for tag in TAGS & fields.keys()):
            yield from _fields_at(model, rest)
        return
    inner = path[1:] if path and isinstance(path[0], int) else path
    for argument in get_args(model):
        yield from _fields_at(argument, inner)


def _places(fault: ErrorDetails, body: object) -> Iterator[int | str]:
    """Yield the path of an error in the body, without the names of union branches that pydantic adds."""
    here: Any = body
    *_, last = fault["loc"] or ("",)
    for part in fault["loc"]:
        if _contains(here, part):
            here = here[part]
            yield part
        elif fault["type"] == "missing" and part == last:
            yield part


def _contains(value: object, part: int | str) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _pattern(fault: ErrorDetails) -> str:
    if isinstance(fault["input"], str) and _control_characters.search(fault["input"]):
        return "Control characters are not allowed; remove them."
    return f"Must {describe_pattern(fault['ctx']['pattern'])}."


def _words(fault: ErrorDetails) -> list[str]:
    """Return the words of a literal, or its only value as JSON."""
    expected = fault["ctx"]["expected"]
    return _quoted.findall(expected) or [expected.lower()]


def _one_of(given: object, known: Sequence[str]) -> str:
    """Return the sentence for a value that is not one of the known words."""
    one = f"{'' if len(known) == 1 else 'one of '}{', '.join(known)}"
    if known == ["true"] or not isinstance(given, str):
        return f"{MUST_BE} {one}."
    meant = closest_match(given, known)
    hint = f"{DID_YOU_MEAN} {meant}?" if meant is not None else f"must be {one}."
    return f"Unknown value {given[:60]!r}; {hint}"


def _merge_literals(found: list[ValidationMessage], words: Mapping[tuple[int | str, ...], Sequence[str]]) -> None:
    """Merge the messages of a union of words and another type into one, or keep only the suggested word."""
    for where, known in words.items():
        here = [fault for fault in found if fault.path == where]
        word = next(fault for fault in here if fault.kind == "literal_error")
        other = next((fault for fault in here if fault is not word), None)
        if other is not None and DID_YOU_MEAN in word.message:
            found.remove(other)
        elif other is not None:
            one = "" if len(known) == 1 else "one of "
            found[found.index(other)] = other._replace(message=f"{other.message[:-1]}, or {one}{', '.join(known)}.")
            found.remove(word)


def _kind(kind: str) -> Callable[[ErrorDetails], str]:
    return lambda fault: f"{MUST_BE} {kind}."


def _limit(bound: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if bound == "ge" else "at most"
    return lambda fault: f"Must be {words} {fault['ctx'][bound]}."


def _length(bound: str, one: str, many: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if bound == "min_length" else "at most"
    return lambda fault: f"Must have {words} {counted(fault['ctx'][bound], one, many)}."


_text, _whole, _number, _truth = map(_kind, ("a string", "a whole number", "a number", "true or false"))
_object, _list = map(_kind, ("an object", "a list"))
UNKNOWN_FIELD: Final = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
TAG_ERRORS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})
SENTENCES: Final[Mapping[str, Callable[[ErrorDetails], str]]] = {
    "missing": lambda fault: REQUIRED,
    "string_type": _text,
    "string_pattern_mismatch": _pattern,
    "string_too_long": _length("max_length", "character", "characters"),
    "string_too_short": _length("min_length", "character", "characters"),
    "int_type": _whole,
    "int_parsing": _whole,
    "int_from_float": _whole,
    "int_parsing_size": lambda fault: "The number has too many digits.",
    "float_type": _number,
    "float_parsing": _number,
    "finite_number": _number,
    "bool_type": _truth,
    "bool_parsing": _truth,
    "dict_type": _object,
    "model_type": _object,
    "model_attributes_type": _object,
    "list_type": _list,
    "tuple_type": _list,
    "too_long": _length("max_length", "entry", "entries"),
    "too_short": _length("min_length", "entry", "entries"),
    "greater_than_equal": _limit("ge"),
    "less_than_equal": _limit("le"),
    "none_required": _kind("null"),
    "literal_error": lambda fault: _one_of(fault["input"], _words(fault)),
    "value_error": lambda fault: with_period(str(fault["ctx"]["error"])),
    "union_tag_invalid": lambda fault: _one_of(fault["ctx"]["tag"], _quoted.findall(fault["ctx"]["expected_tags"])),
    "union_tag_not_found": lambda fault: "This field is required; it selects the type of the object.",
}
