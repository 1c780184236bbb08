"""The values that a field of a form may hold."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from yarrow_client.problems import MalformedOptions

MOST_DEEP: Final = 64
"""How deep values and sets may be nested."""
ANY_KEY: Final = "*"
"""The key of a lookup that stands for all others."""
ABSENT_KEY: Final = ""
"""The key of a field that is left out and has no default."""


def token(value: Any, depth: int = 0) -> Hashable:
    """Return what two values share if and only if they are the same as JSON, where true is not 1.

    Levels below ``MOST_DEEP`` are not compared.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return bool, value
    if depth > MOST_DEEP:
        return ...
    if isinstance(value, Mapping):
        return frozenset([(name, token(one, depth + 1)) for name, one in value.items()])
    if isinstance(value, list | tuple):
        return tuple([token(one, depth + 1) for one in value])
    return value  # type: ignore[no-any-return]


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are the same as JSON, where true is not 1."""
    return token(one) == token(other)


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number; neither true nor 1.0 is one, because the service accepts neither."""
    return isinstance(value, int) and not isinstance(value, bool)


def key_of(value: Any) -> str:
    """Return the key of a value in a lookup: that of a text of asterisks alone has one more.

    A list or an object has none: only ``*`` stands for it.
    """
    if isinstance(value, Mapping | list | tuple):
        return ANY_KEY
    word = word_of(value)
    return f"{word}*" if word and not word.strip("*") else word


def word_of(value: Any) -> str:
    """Return a text as it is, ``true`` and ``false``, a number in digits, and nothing for None."""
    if value is None:
        return ABSENT_KEY
    return value if isinstance(value, str) else str(value).lower().removesuffix(".0")


def said_of(value: Any) -> str:
    """Return a value as a sentence says it: a negative number has a minus sign."""
    word = word_of(value)
    return word if isinstance(value, str) else word.replace("-", "−")


@dataclass(frozen=True)
class Values:
    """The values of a field: ``listed`` ones with their labels, a range of numbers, a text, any value, or several.

    ``also`` has other values that mean the same as a listed one, each with that one; ``barred`` are no values of it.
    ``span`` has the lowest and the highest number, ``text`` the longest and the shortest text, ``pattern`` what a text
    has to match, and ``schema`` the name of the JSON schema of any value. An object whose keys are chosen has them in
    ``keys``; the others are then its values.
    """

    listed: Sequence[tuple[Any, str]] = ()
    also: Sequence[tuple[Any, Any]] = ()
    barred: Sequence[Any] = ()
    span: tuple[int, int] | None = None
    text: tuple[int, int] | None = None
    pattern: str | None = None
    schema: str | None = None
    keys: "Values | None" = None

    def __contains__(self, value: Any) -> bool:
        """Return whether a value is one of these. Only the service checks a value against a schema."""
        value = self.meant(value)
        known = token(value)
        return known not in self._barred and (
            known in self._listed
            or (self.schema is not None and value is not None)
            or self._is_in_span(value)
            or self._is_text(value)
        )

    def __bool__(self) -> bool:
        has_numbers = self.span is not None and self.span[0] <= self.span[1]
        return bool(self.listed) or has_numbers or self.text is not None or self.schema is not None

    def meant(self, value: Any) -> Any:
        """Return the listed value that another value means, or the value itself."""
        return self._meanings.get(token(value), value) if self.also else value

    def without(self, barred: Iterable[Any]) -> "Values":
        """Return these values without some."""
        some = [self.meant(one) for one in barred]
        tokens = {token(one) for one in some}
        listed = [pair for pair in self.listed if token(pair[0]) not in tokens]
        return replace(self, listed=listed, barred=[*self.barred, *some])

    def among(self, allowed: Iterable[Any]) -> "Values":
        """Return these values with only those listed that are among some."""
        tokens = {token(self.meant(one)) for one in allowed}
        return replace(self, listed=[pair for pair in self.listed if token(pair[0]) in tokens])

    def _is_in_span(self, value: Any) -> bool:
        return self.span is not None and is_whole(value) and self.span[0] <= value <= self.span[1]

    def _is_text(self, value: Any) -> bool:
        if self.text is None or not isinstance(value, str):
            return False
        longest, shortest = self.text
        return shortest <= len(value) <= longest and (
            self.pattern is None or _compiled(self.pattern).search(value) is not None
        )

    @cached_property
    def _listed(self) -> frozenset[Hashable]:
        return frozenset([token(one) for one, _ in self.listed])

    @cached_property
    def _barred(self) -> frozenset[Hashable]:
        return frozenset(map(token, self.barred))

    @cached_property
    def _meanings(self) -> Mapping[Hashable, Any]:
        return {token(other): one for other, one in reversed(self.also)}


def united(sets: Iterable[Values]) -> Values:
    """Return the values that are in any of several sets. Only the first range, text and schema of them count."""
    every = tuple({id(one): one for one in sets}.values())
    text = next((one for one in every if one.text is not None), Values())
    return Values(
        _distinct(pair for one in every for pair in one.listed),
        _distinct(pair for one in every for pair in one.also),
        [value for one in every for value in one.barred if not any(value in other for other in every)],
        span=next((one.span for one in every if one.span is not None), None),
        text=text.text,
        pattern=text.pattern,
        schema=next((one.schema for one in every if one.schema is not None), None),
    )


def _distinct(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the first pair of each value."""
    found: dict[Hashable, tuple[Any, Any]] = {}
    for pair in pairs:
        found.setdefault(token(pair[0]), pair)
    return [*found.values()]


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    r"""Return a pattern as ECMAScript has it, where ``$`` is the very end and ``\d`` is an ASCII digit."""
    ended = re.sub(r"(\\.|\[(?:\\.|[^\]\\])*\])|\$", lambda found: found[1] or r"\Z", pattern, flags=re.DOTALL)
    try:
        return re.compile(ended, re.ASCII)
    except re.error as error:
        raise MalformedOptions(f"{pattern!r} is no pattern: {error}.") from error
