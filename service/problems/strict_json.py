"""Strict JSON parsing: limits on size and depth, integers only, no duplicate names, no half of an escaped character.

Parsers differ in how they treat duplicate names and large numbers. A body that two parsers could read differently is
rejected before any of it is used.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

import msgspec

from domain.model.integers import MAX_INTEGER
from domain.model.refusal import FieldError
from domain.text.validation import format_path
from service.problems.problem import Problem
from service.problems.validation import invalid

MAX_BODY_BYTES: Final = 256 * 1024
MAX_DEPTH: Final = 32
MAX_SHOWN: Final = 20
"""The most characters of a number that a sentence shows."""
MAX_ENTRIES: Final = 10_000
"""The most entries of lists and objects in a body.

The largest body that makes sense has 200 combatants joining at once, with fifty entries each. Entries are counted
before parsing, because validation takes time for each entry that is invalid.
"""

# An unterminated string matches up to the end of the body; trying again from each of its quotes would take minutes.
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_BRACKETS_OUTSIDE_STRINGS: Final = re.compile(_STRING.pattern + rb"|([\[{])|([\]}])", re.DOTALL)
_ESCAPES: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
"""Escapes; the group is half a character, a surrogate without the other one of its pair."""
MAX_PLAIN: Final = 8 * 1024
"""The most bytes of a plain body, which cannot have more entries than ``MAX_ENTRIES``."""
_DIGITS: Final = b"0123456789"
_LONG_NUMBER: Final = 16
"""The number of digits from which a number may be out of range."""
_has_long_number: Final = re.compile(rb"[0-9]{%d}" % _LONG_NUMBER).search


def require(body: bytes) -> None:
    """Raise what ``parse`` raises, in less time if the body is plain."""
    if not _is_plain(body):
        parse(body)


def parse(body: bytes) -> Any:
    """Return the value of a JSON body.

    Raises Problem ``too_large``, ``malformed`` or, for numbers out of range or with a fraction, ``invalid``.
    """
    if _count_entries(body) > MAX_ENTRIES and _count_entries(_STRING.sub(b"", body)) > MAX_ENTRIES:
        raise Problem(
            "too_large",
            f"The body's lists and objects have more than {MAX_ENTRIES} entries in all; send less in one request.",
        )
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _nesting(body) > MAX_DEPTH:
        raise Problem("malformed", f"The body nests deeper than {MAX_DEPTH} levels; no request needs more.")
    try:
        text = body.decode()
        if "\\u" in text and (half := next((found[1] for found in _ESCAPES.finditer(text) if found[1]), None)):
            raise Problem("malformed", f"The body has half a character, \\{half}; escape both halves, or send UTF-8.")
        try:
            return _decode(text)
        except _BadNumberError:
            raise _problem_with_a_number(_decode_with_bad_numbers(text)) from None
    except UnicodeDecodeError:
        raise Problem("malformed", "The body is not UTF-8; send JSON in UTF-8.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Problem("malformed", f"The body is not JSON at {where}: {_remedy(error.doc, error.pos)}.") from None


def _is_plain(body: bytes) -> bool:
    """Return whether a body has nothing that ``parse`` refuses, because it is just what an encoder writes of its value.

    A name that appeared twice would be missing there. Most programs send such bodies; any other is not plain.
    """
    if len(body) > MAX_PLAIN or body.count(b"[") + body.count(b"{") > MAX_DEPTH:
        return False
    digits = len(body) - len(body.translate(None, _DIGITS))  # few bodies have as many, which is sooner known
    if digits >= _LONG_NUMBER and _has_long_number(body):
        return False
    try:
        return _encode_plain(_decode_plain(body)) == body
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


class _BadNumberError(Exception):
    """A number that no request may have, as the sentence about it."""


def _problem_with_a_number(value: Any) -> Problem:
    """Return the problem with the first bad number of a value, which names its field."""
    path, fault = next(_bad_numbers(value, ()))
    return invalid([FieldError(format_path(path) or "body", str(fault))])


def _bad_numbers(value: Any, path: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], _BadNumberError]]:
    """Yield the errors that a value has in place of bad numbers, in order, each with its path."""
    if isinstance(value, _BadNumberError):
        yield path, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _bad_numbers(part, (*path, name))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _bad_numbers(part, (*path, place))


def _remedy(text: str, position: int) -> str:
    """Return what to do about a text that is not JSON at a position."""
    here, before = text[position : position + 1], text[:position].rstrip()
    if not text.strip():
        return 'it is empty; send an object, as {"command": {"type": …}}'
    if here == "'":
        return "write names and texts in double quotes, not in single ones"
    if before.endswith(",") and re.match(r"\s*[}\]]", text[position:]):
        return "remove the comma before the closing bracket"
    if not here:
        return "the text ends too early; send all of it"
    return "check the quotes, commas and brackets there, and write names and texts in double quotes"


def _count_entries(body: bytes) -> int:
    """Return the number of entries in all lists and objects, counting an empty one as one.

    Correct only for a body without strings; otherwise an upper bound.
    """
    return body.count(b",") + body.count(b"[") + body.count(b"{")


def _nesting(body: bytes) -> int:
    depth = deepest = 0
    for found in _BRACKETS_OUTSIDE_STRINGS.finditer(body):
        if found[1]:
            depth += 1
            deepest = max(deepest, depth)
        elif found[2]:
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        duplicate, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Problem("malformed", f"The name “{duplicate[:60]}” appears more than once in an object; send it once.")
    return found


def _integer(digits: str) -> int:
    # The length is checked first, because the time that int() takes grows with the number of digits.
    if len(digits) > MAX_SHOWN or not -MAX_INTEGER <= int(digits) <= MAX_INTEGER:
        raise _BadNumberError(f"The number {_shown(digits)} is out of range; numbers are between −(2^53−1) and 2^53−1.")
    return int(digits)


def _fraction(text: str) -> NoReturn:
    raise _BadNumberError(f"The number {_shown(text)} is not an integer; send integers only, without . or e.")


def _shown(number: str) -> str:
    return number if len(number) <= MAX_SHOWN else f"{number[:MAX_SHOWN]}…"


def _kept(parse_number: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a parser of numbers that returns the error instead of raising it, so that its place can be found."""

    def parsed(text: str) -> Any:
        try:
            return parse_number(text)
        except _BadNumberError as error:
            return error

    return parsed


def _constant(text: str) -> NoReturn:
    raise Problem("malformed", f"The body is not JSON: {text} is not a JSON value; send a whole number.")


def _not_plain(number: str) -> NoReturn:
    raise ValueError(number)


_decode_plain: Final = msgspec.json.Decoder(float_hook=_not_plain).decode
_encode_plain: Final = msgspec.json.Encoder().encode
_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
).decode
_decode_with_bad_numbers: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_kept(_integer), parse_float=_kept(_fraction), parse_constant=_constant
).decode
