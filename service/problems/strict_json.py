"""JSON as Yarrow takes it from strangers: small, shallow, whole numbers, no name twice, nothing left to taste.

Parsers differ over what a doubled name means and how large a number is; a body that two readers could understand
differently is turned away before anybody acts on it.
"""

import json
import re
from collections import Counter
from typing import Any, Final, NoReturn

from service.problems.problem import Problem

MOST_BYTES: Final = 256 * 1024
DEEPEST: Final = 32
MOST_ENTRIES: Final = 10_000
"""As many as 200 combatants have who join at once, each with a sheet of fifty: nothing else comes near.

What is not as it should be costs as much again for each, so that it is counted before anything is made of it.
"""
LARGEST_NUMBER: Final = 2**53 - 1

# A text without an end reaches to the end of the body: begun anew at each of its quotes, the search would take minutes.
_TEXT: Final = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_BRACKETS_OUTSIDE_TEXT: Final = re.compile(_TEXT.pattern + rb"|([\[{])|([\]}])", re.DOTALL)


def check(body: bytes) -> Any:
    """The value of a JSON body.

    Raises Problem ``too_large``, ``malformed`` or, for numbers, ``invalid``, saying what to change.
    """
    if _marks(body) > MOST_ENTRIES and _marks(_TEXT.sub(b"", body)) > MOST_ENTRIES:
        raise Problem(
            "too_large",
            f"The body's lists and objects have more than {MOST_ENTRIES} entries in all; send less at once.",
        )
    if body.count(b"[") + body.count(b"{") > DEEPEST and _depth(body) > DEEPEST:
        raise Problem("malformed", f"The body nests deeper than {DEEPEST} levels; nothing here needs more.")
    try:
        return _decode(body.decode())
    except UnicodeDecodeError:
        raise Problem("malformed", "The body is not UTF-8; send JSON in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Problem(
            "malformed", f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None


def _marks(body: bytes) -> int:
    """How many entries lists and objects have in all, an empty one counted as one; texts must not stand there."""
    return body.count(b",") + body.count(b"[") + body.count(b"{")


def _depth(body: bytes) -> int:
    depth = deepest = 0
    for found in _BRACKETS_OUTSIDE_TEXT.finditer(body):
        if found[1]:
            depth += 1
            deepest = max(deepest, depth)
        elif found[2]:
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Problem("malformed", f"The name {twice!r} stands twice in one object; give it once.")
    return found


def _whole(digits: str) -> int:
    # Longer than any number in range; int() would also refuse absurd ones, after work that grows with their length.
    if len(digits) > 20 or not -LARGEST_NUMBER <= int(digits) <= LARGEST_NUMBER:
        raise Problem("invalid", f"The number {digits[:20]}… is out of range; nothing here is beyond 2^53.")
    return int(digits)


def _fraction(text: str) -> NoReturn:
    raise Problem(
        "invalid", f"The number {text[:20]} is not whole; all numbers here are whole, written without . or e."
    )


def _constant(text: str) -> NoReturn:
    raise Problem("malformed", f"The body is not JSON: {text} is no JSON value.")


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
).decode
