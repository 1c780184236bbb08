"""What pydantic finds wrong with what a client sent, said by field, in sentences that tell what to do."""

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

CLOSE: Final = 0.8
"""How alike a word has to be to one that is known, so that it is taken for a slip of the pen."""
LIKELY: Final = 0.6
"""The same for the end of a type, where the whole is like that of another."""
TAGS: Final = frozenset({"type", "kind"})
"""Fields by whose only value the branches of a union are told apart: those of commands, and of sheets."""

HAS_TO_BE: Final = "It has to be"
MEANT: Final = "did you mean"


MOST_TOLD: Final = 20
"""So many places at fault are told of one body: more would help nobody, and each is work."""
LONGEST_NAME: Final = 80
"""So much is said of a name that a client has made up."""


class ValidationMessage(NamedTuple):
    """One fault: the path to it in what was sent, its kind as pydantic has it, and the sentence about it."""

    where: tuple[int | str, ...]
    kind: str
    said: str


class Faults(NamedTuple):
    """The faults that are told, and how many more there are."""

    told: list[ValidationMessage]
    more: int = 0


def faults(error: ValidationError, body: object, model: Any) -> Faults:
    """The faults of ``body``, which should have been a ``model``: those of the first places."""
    details = error.errors(include_url=False)
    by_place = _first_places(details, body)
    first = [fault for found in by_place.values() for fault in found]
    meant = {fault["loc"]: _meant(fault, model) for fault in first if fault["type"] in UNKNOWN}
    words: dict[tuple[int | str, ...], list[str]] = {}
    found: list[ValidationMessage] = []
    for where, here in by_place.items():
        literals = [fault for fault in here if fault["type"] == "literal_error"]
        for fault in here:
            if fault["type"] == "literal_error":  # each branch of a union expects words of its own: told together
                if fault is literals[-1]:
                    words[where] = [word for branch in literals for word in _words(branch)]
                    found.append(ValidationMessage(where, fault["type"], _one_of(fault["input"], words[where])))
            elif fault["type"] == "too_short" and any(other.where[: len(where)] == where for other in found):
                continue  # pydantic counts the sound entries alone
            else:
                found.append(ValidationMessage(where, fault["type"], _said(fault, meant)))
    _tell_together(found, words)
    return Faults(found, len(details) - len(first))


def _first_places(details: Sequence[ErrorDetails], body: object) -> dict[tuple[int | str, ...], list[ErrorDetails]]:
    """The faults of the first ``MOST_TOLD`` places that have any."""
    found: dict[tuple[int | str, ...], list[ErrorDetails]] = {}
    for fault in details:
        where = tuple(_places(fault, body))
        if fault["type"] in TAG_FAULTS:
            where = (*where, str(fault["ctx"]["discriminator"]).strip("'"))
        if where not in found and len(found) == MOST_TOLD:
            break
        found.setdefault(where, []).append(fault)
    return found


def said(fault: ErrorDetails) -> str:
    """A fault as a sentence that says what to do."""
    say = SENTENCES.get(fault["type"])
    return say(fault) if say else sentence(fault["msg"])


def place(parts: Iterable[int | str]) -> str:
    """Where in a body something is: ``command.answers[0].kind``."""
    named = ""
    for part in parts:
        if isinstance(part, int):
            named += f"[{part}]"
        else:
            name = part if len(part) <= LONGEST_NAME else f"{part[:LONGEST_NAME]}…"
            named += f".{name}" if named else name
    return named


def sentence(text: str) -> str:
    """A message as a sentence."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant; of a type, ``s3.attack``, the part behind the dot has to be like it."""
    ends = {name.rpartition(".")[2]: name for name in known}
    end = word.rpartition(".")[2][:80]
    likely = [ends[other] for other in get_close_matches(end, ends, len(ends) or 1, LIKELY)]
    slips = get_close_matches(word[:80], likely, 1, CLOSE) or [
        ends[key] for key in get_close_matches(end, ends, 1, CLOSE)
    ]
    return next(iter(slips), None)


def form_of(pattern: str) -> str:
    """What a text has to look like: in words where the pattern is that of IDs or cards, else as the pattern."""
    found = _id_pattern(pattern)
    if found is None:
        return f"be {CARD_SHAPE}" if pattern == CARD_PATTERN else f"match {pattern}"
    most = int(found[1]) + 1
    return f"have 1 to {most} of a-z, 0-9, _ and -, and begin with a letter or digit ({pattern})"


def _meant(fault: ErrorDetails, model: Any) -> str | None:
    """The field that was probably meant by an unknown one."""
    *path, last = fault["loc"] or ("",)
    return nearest(str(last), _fields_at(model, path))


def _said(fault: ErrorDetails, meant: Mapping[tuple[int | str, ...], str | None]) -> str:
    """The sentence about a fault; ``meant`` has what was meant by the unknown fields that are told."""
    *path, last = fault["loc"] or ("",)
    if fault["type"] in UNKNOWN:
        known = meant[fault["loc"]]
        return f"There is no such field; {MEANT} {known}?" if known else "There is no such field; leave it out."
    if fault["type"] == "missing":
        beside = (str(loc[-1]) for loc, known in meant.items() if loc[:-1] == tuple(path) and known == last)
        given = next(beside, None)
        return f"It is missing; {given[:60]!r} was given instead." if given else "It is missing; give it."
    return said(fault)


def _fields_at(model: Any, path: Sequence[int | str]) -> Iterator[str]:
    """The names of the fields that may stand at a path, which names the branches of unions too."""
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
    """The path of a fault as the body has it: pydantic also puts the branches of unions there."""
    here: Any = body
    *_, last = fault["loc"] or ("",)
    for part in fault["loc"]:
        if _holds(here, part):
            here = here[part]
            yield part
        elif fault["type"] == "missing" and part == last:
            yield part


def _holds(value: object, part: int | str) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _pattern(fault: ErrorDetails) -> str:
    if isinstance(fault["input"], str) and _control_characters.search(fault["input"]):
        return "Control characters are not taken; leave them out."
    return f"It has to {form_of(fault['ctx']['pattern'])}."


def _words(fault: ErrorDetails) -> list[str]:
    """What a literal takes: its words, or its only value as JSON has it."""
    expected = fault["ctx"]["expected"]
    return _quoted.findall(expected) or [expected.lower()]


def _one_of(given: object, known: Sequence[str]) -> str:
    """What was given is none of the possible words, or no word at all."""
    one = f"{'' if len(known) == 1 else 'one of '}{', '.join(known)}"
    if known == ["true"] or not isinstance(given, str):
        return f"{HAS_TO_BE} {one}."
    meant = nearest(given, known)
    return f"There is no {given[:60]!r} here; {f'{MEANT} {meant}?' if meant is not None else f'it is {one}.'}"


def _tell_together(found: list[ValidationMessage], words: Mapping[tuple[int | str, ...], Sequence[str]]) -> None:
    """Where a union takes words or something else, one sentence says both, or which of the words was meant."""
    for where, known in words.items():
        here = [fault for fault in found if fault.where == where]
        word = next(fault for fault in here if fault.kind == "literal_error")
        other = next((fault for fault in here if fault is not word), None)
        if other is not None and MEANT in word.said:
            found.remove(other)
        elif other is not None:
            one = "" if len(known) == 1 else "one of "
            found[found.index(other)] = other._replace(said=f"{other.said[:-1]}, or {one}{', '.join(known)}.")
            found.remove(word)


def _kind(kind: str) -> Callable[[ErrorDetails], str]:
    return lambda fault: f"{HAS_TO_BE} {kind}."


def _limit(most: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if most == "ge" else "at most"
    return lambda fault: f"It is {words} {fault['ctx'][most]}."


def _length(most: str, one: str, many: str) -> Callable[[ErrorDetails], str]:
    words = "at least" if most == "min_length" else "at most"
    return lambda fault: f"It takes {words} {counted(fault['ctx'][most], one, many)}."


_text, _whole, _number, _truth = map(_kind, ("a text", "a whole number", "a number", "true or false"))
_object, _list = map(_kind, ("an object with named fields", "a list"))
UNKNOWN: Final = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
TAG_FAULTS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})
SENTENCES: Final[Mapping[str, Callable[[ErrorDetails], str]]] = {
    "missing": lambda fault: "It is missing; give it.",
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
    "value_error": lambda fault: sentence(str(fault["ctx"]["error"])),
    "union_tag_invalid": lambda fault: _one_of(fault["ctx"]["tag"], _quoted.findall(fault["ctx"]["expected_tags"])),
    "union_tag_not_found": lambda fault: "It is missing; it says which of the possible kinds this is.",
}
