"""The sets and lookups of options, read from their JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from yarrow_client.options.values import ANY_KEY, MOST_DEEP, Values, is_whole, key_of, said_of, united, word_of
from yarrow_client.problems import MalformedOptions

T = TypeVar("T")
Filled = Mapping[str, Any]
"""Fields that are filled so far, by name."""
NAMES: Final = "names"
"""The set of all combatants."""
ENTRY: Final = ""
"""The name under which a lookup of numbers sees each entry of a list."""


def member(of: Any, name: str, kind: type[T]) -> T:
    """Return a member that a JSON object has to have. Raises MalformedOptions."""
    found = of.get(name) if isinstance(of, Mapping) else None
    if not isinstance(found, kind):
        raise MalformedOptions(f"`{name}` has to be a {kind.__name__}, not {shown(found)}.")
    return found


def shown(value: Any) -> str:
    """Return the beginning of a value, for messages."""
    return f"{value!r:.80}" if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def given_at(name: str, around: Filled) -> Any:
    """Return the value of an earlier field, or None. A part of an object is named with a dot, of a list all of it."""
    first, *parts = name.split(".")
    value = around.get(first)
    for part in parts:
        value = [_part(one, part) for one in value] if isinstance(value, list | tuple) else _part(value, part)
    return value


def all_given(name: str, around: Filled) -> list[Any]:
    """Return the values of an earlier field: one, those of a list, or none."""
    given = given_at(name, around)
    return [one for one in (given if isinstance(given, list | tuple) else [given]) if one is not None]


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def is_lookup(source: Any) -> bool:
    """Return whether a source of values is a lookup by earlier fields."""
    return isinstance(source, Mapping) and "by" in source and ("lookup" in source or "row" in source)


class Sets:
    """The named sets and lookups of one answer. A named set is read once, when it is first asked for."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._names: Mapping[str, str] = member(options, "names", dict)
        for name in self._names:
            member(self._names, name, str)
        self._sets: Mapping[str, Any] = member(options, "sets", dict)
        self._lookups: Mapping[str, Any] = member(options, "lookups", dict)
        self._known: dict[str, Values] = {}

    def of(self, source: Any, around: Filled) -> Values:
        """Return the values of a source for the given fields; none if it has nothing."""
        node = self.at(source, around)
        return Values() if node is None else self.values(node)

    def number(self, score: Any, around: Filled) -> int:
        """Return the number that a lookup has, 0 if none; for a list in its last key, the sum for its entries."""
        *before, last = score["by"]
        by_entry = {**score, "by": [*before, ENTRY]}
        sets = [self.of(by_entry, {**around, ENTRY: one}) for one in all_given(last, around) or (None,)]
        return sum([one.listed[0][0] for one in sets if one.listed and is_whole(one.listed[0][0])])

    def at(self, source: Any, around: Filled) -> Any:
        """Return the set of a source: the source itself, or what its lookup has for the given fields; None if nothing.

        A set that is above the last level of a lookup holds for all keys below it. A list, which may be the last of
        the given fields, has the sets of all its values, or that of no value if it is empty.
        """
        if not is_lookup(source):
            return source
        node = source if "row" in source else self._lookup(source["lookup"])
        for name in source["by"]:
            row = self._row(node)
            if row is None:
                break
            value = self._key(name, around)
            if isinstance(value, list | tuple):
                return _of_any(row, value)
            node = row.get(key_of(value), row.get(ANY_KEY))
        return None if node is None or self._row(node) is not None else node

    def values(self, node: Any, depth: int = 0) -> Values:
        """Return the values of a set."""
        if depth > MOST_DEEP:
            raise MalformedOptions("Sets are nested too deeply, or refer to each other in a circle.")
        match node:
            case str():
                return self._of_name(node, depth)
            case {"of": of}:
                return self.values(of, depth + 1).without(_items(node.get("minus", ())))
            case {"from": int(low), "to": int(high)}:
                return Values(span=(low, high))
            case {"text": int(longest)}:
                return self._text(longest, node, depth)
            case {"either": either}:
                return united([self.values(one, depth + 1) for one in _items(either)])
            case {"schema": str(schema)}:
                return Values(schema=schema)
            case [*entries]:
                return self._listed(entries)
        raise MalformedOptions(f"{shown(node)} is no set.")

    def _of_name(self, name: str, depth: int) -> Values:
        if name not in self._known:
            self._known[name] = (
                Values([*self._names.items()]) if name == NAMES else self.values(self._named(name), depth + 1)
            )
        return self._known[name]

    def _text(self, longest: int, node: Mapping[str, Any], depth: int) -> Values:
        suggested = self.values(node.get("suggested", ()), depth + 1)
        match node.get("least", 0), node.get("pattern"):
            case int(shortest), str() | None as pattern:
                return Values(suggested.listed, suggested.also, text=(longest, shortest), pattern=pattern)
        raise MalformedOptions("The least length or the pattern of a text is malformed.")

    def _listed(self, entries: Sequence[Any]) -> Values:
        """Return listed values: each is plain, or a list of the value, its label and others that mean the same."""
        listed: list[tuple[Any, str]] = []
        also: list[tuple[Any, Any]] = []
        for entry in entries:
            match entry:
                case [value, str(label)]:
                    listed.append((value, label))
                case [value, str(label), [*others]]:
                    listed.append((value, label))
                    also += [(other, value) for other in others]
                case [*_]:
                    raise MalformedOptions("A list of a set has to be of a value, its label, and a list of others.")
                case _:
                    listed.append((entry, self._label(entry)))
        return Values(listed, also)

    def _label(self, value: Any) -> str:
        """Return the label of a value that has none of its own: the name of a combatant, or the value itself."""
        return self._names.get(value, value) if isinstance(value, str) else "none" if value is None else said_of(value)

    def _key(self, key: Any, around: Filled) -> Any:
        """Return what a lookup goes by: that of a field, a text ``folded``, a ``total`` of a list, or a ``value``."""
        if isinstance(key, str):
            return given_at(key, around)
        if "value" in key:
            return key["value"]
        if "folded" in key:
            return word_of(given_at(key["folded"], around)).strip().lower()
        name, entries = key["total"], all_given(key["total"], around)
        each = [one if isinstance(one, Mapping) else {name: one} for one in entries]
        return sum([self.number(key["score"], {**around, **one}) for one in each])

    def _lookup(self, name: Any) -> Any:
        """Return the first row of a lookup, or the set that holds for all keys of it."""
        return {"row": self._lookups[name]} if isinstance(name, str) and name in self._lookups else name

    def _row(self, node: Any) -> Mapping[str, Any] | None:
        """Return the row that a node is or names, or None if it is a set."""
        for _ in range(MOST_DEEP):
            if not isinstance(node, str) or node == NAMES:
                break
            node = self._named(node)
        return member(node, "row", dict) if isinstance(node, Mapping) and "row" in node else None

    def _named(self, name: str) -> Any:
        if name not in self._sets:
            raise MalformedOptions(f"No set is called {shown(name)}.")
        return self._sets[name]


def _of_any(row: Mapping[str, Any], values: Sequence[Any]) -> Any:
    """Return the set of whatever a row has for any of these values, or None."""
    keys = dict.fromkeys(map(key_of, values or (None,)))
    found = [one for key in keys if (one := row.get(key, row.get(ANY_KEY))) is not None]
    return {"either": found} if found else None


def _items(node: Any) -> Sequence[Any]:
    if not isinstance(node, list | tuple):
        raise MalformedOptions(f"{shown(node)} has to be a list.")
    return node
