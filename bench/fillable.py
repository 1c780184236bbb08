"""Measure ``fillable``: how often a form filled from the sets of its fields, dependencies ignored, is accepted.

A bot that looks up what a field may hold for one who acts, and nothing else, should rarely be refused: nine of ten
fillings are accepted in every ruleset, and for nineteen of twenty of its commands. At most one of fifty fields of its
forms is excepted from exactness. The note has these shares of each ruleset, the last one also of the forms of players,
for whom what is secret is a guess, and the commands of which fewer fillings are accepted.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from pydantic import ValidationError

from bench.fights.crowds import CROWDS
from bench.fights.duel import Duel
from bench.fights.scripts import SCRIPTS
from bench.measure import Measure
from domain.core.commands import CORE_COMMANDS, Command, type_of
from domain.fields.sets import key_of
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import refusal_for
from domain.ruleset.offering import declarations, options
from domain.ruleset.ruleset import Ruleset

STATES: Final = 40
"""States of a duel, one after each command."""
TRIES: Final = 20
"""Fillings of each form in each state."""
FEWEST_TRIES: Final = 5
"""Commands with fewer fillings do not count."""
CROWD: Final = 10
MOST_PICKED: Final = 3
TRIES_OF_ENTRY: Final = 3
"""Entries that are tried for each of a list, because one that is in it already does not count."""
TARGET: Final = 0.9
"""The share of fillings that has to be accepted, of all and of those of a command."""
MOST_COMMANDS: Final = 0.95
"""The share of commands for which that has to hold."""
MOST_EXCEPTED: Final = 0.02
"""The share of the fields of all forms that may be guesses, or have to be checked."""
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
CORE: Final = frozenset(map(type_of, CORE_COMMANDS))


class Accepted(NamedTuple):
    """How many fillings of each command of a ruleset were tried, and how many were accepted."""

    tried: Counter[str]
    accepted: Counter[str]

    @property
    def of_fillings(self) -> float:
        """Return the share of fillings that were accepted."""
        return self.accepted.total() / self.tried.total()

    @property
    def below(self) -> dict[str, float]:
        """Return the shares of the commands of which too few fillings were accepted."""
        shares = {command: self.accepted[command] / self.tried[command] for command in self._counting}
        return {command: share for command, share in sorted(shares.items()) if share < TARGET}

    @property
    def of_commands(self) -> float:
        """Return the share of commands of which enough fillings were accepted."""
        return 1 - len(self.below) / len(self._counting)

    @property
    def _counting(self) -> list[str]:
        return [command for command, tries in self.tried.items() if tries >= FEWEST_TRIES]

    @property
    def ratio(self) -> float:
        """Return the share of fillings, or that of commands scaled to the same target if it is the lower."""
        return min(self.of_fillings, self.of_commands / MOST_COMMANDS * TARGET)


def fillable() -> Measure:
    """Return the smallest share of accepted fillings, or of commands that are rarely refused, among the rulesets."""
    ratios, notes = [], []
    for script in SCRIPTS:
        ruleset = script.ruleset
        duel = Duel(script)
        states = CROWDS[ruleset.key](CROWD).states()
        for _ in range(STATES):
            duel.give(next(duel.commands))
            states.append(duel.fight)
        found = _accepted(ruleset, states)
        excepted = _excepted(ruleset, narrator=True)
        ratios += [found.ratio, *([TARGET * MOST_EXCEPTED / excepted] if excepted > MOST_EXCEPTED else ())]
        below = ", ".join(f"{command} {share:.0%}" for command, share in found.below.items())
        shares = f"{found.of_fillings:.1%} of fillings, {found.of_commands:.1%} of commands"
        notes.append(
            f"{ruleset.key} {shares}{f' (not {below})' if below else ''},"
            f" {excepted:.1%} of fields excepted, of players' {_excepted(ruleset, narrator=False):.1%}"
        )
    least = min(ratios)
    return Measure(value=least, floor=1, ratio=least, target=TARGET, unit="of fillings", note="; ".join(notes))


def _accepted(ruleset: Ruleset[Any], states: Sequence[Encounter]) -> Accepted:
    chance = random.Random(1)
    declared = _plain(declarations(ruleset, narrator=True))["forms"]
    kinds = {type_of(kind): kind for kind in ruleset.commands}
    found = Accepted(Counter(), Counter())
    for state in states:
        part = _plain(options(ruleset, state, NARRATOR))
        for name in part["forms"]:
            form = declared[name]
            command = form["command"]
            if command in CORE:
                continue
            for _ in range(TRIES):
                filled = Filling(part, chance).fields(form["fields"])
                if filled is None:
                    continue
                found.tried[command] += 1
                found.accepted[command] += _is_accepted(ruleset, state, kinds[command], filled)
    return found


def _is_accepted(ruleset: Ruleset[Any], state: Encounter, kind: type[Command], filled: Mapping[str, Any]) -> bool:
    try:
        command = kind.model_validate_json(msgspec.json.encode({"type": type_of(kind), **filled}))
    except ValidationError:
        return False
    return refusal_for(ruleset, state, command, NARRATOR) is None


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


class Filling:
    """Fills forms with any values that fields may hold for one who acts, whatever the other fields are."""

    def __init__(self, part: Mapping[str, Any], chance: random.Random) -> None:
        self._part, self._chance = part, chance

    def fields(self, fields: Sequence[Mapping[str, Any]], around: Mapping[str, Any] = NOTHING) -> dict[str, Any] | None:
        """Return values of all required and some other fields; None if a required one can only be checked.

        ``around`` are the fields around an object of which these are the parts.
        """
        given: dict[str, Any] = {}
        filled = dict(around)
        for field in fields:
            name = field["name"]
            needed = self._is_needed(field, filled)
            applies = _holds(field.get("when", {}), filled) and self._is_there(field.get("in"), filled)
            filled[name] = None if isinstance(field.get("default"), dict) else field.get("default")
            if not applies or not (needed or self._chance.random() < 0.3):
                continue
            value = None if field.get("check") or field.get("guess") else self._value(field, filled)
            if value is None and needed:
                return None
            if value is not None:
                given[name] = filled[name] = value
        return given

    def _is_there(self, source: Any, filled: Mapping[str, Any]) -> bool:
        """Return whether a field is there for one who acts: its lookup has something by its first key."""
        match source:
            case {"lookup": name, "by": [str(first), *_]} if name in self._part["lookups"]:
                row = self._part["lookups"][name]
            case {"row": row, "by": [str(first), *_]}:
                pass
            case _:
                return True
        return not _is_field(first, filled) or any(key in row or "*" in row for key in _keys_of(_given(first, filled)))

    def _is_needed(self, field: Mapping[str, Any], filled: Mapping[str, Any]) -> bool:
        required = field.get("required", False)
        if not isinstance(required, dict):
            return bool(required)
        return bool(list(self._leaves(required, filled))) if "by" in required else _holds(required, filled)

    def _value(self, field: Mapping[str, Any], filled: Mapping[str, Any]) -> Any:
        if "keys" in field:
            return None
        many = field.get("many")
        if not isinstance(many, list):
            return None if many is not None else self._one(field, filled)
        least, most = many
        count = self._chance.randint(least, max(least, min(MOST_PICKED, most or MOST_PICKED)))
        found: list[Any] = []
        for _ in range(count * TRIES_OF_ENTRY):
            if len(found) == count:
                break
            one = self._one(field, {**filled, field["name"]: found})
            if one is not None and not _is_among(one, found, field.get("differ")):
                found.append(one)
        for part, other in field.get("holds", {}).items():
            if found and filled[other] not in [one[part] for one in found]:
                found[0] = {**found[0], part: filled[other]}
        return found if len(found) >= least else None

    def _one(self, field: Mapping[str, Any], filled: Mapping[str, Any]) -> Any:
        if "fields" in field:
            return self.fields(field["fields"], filled)
        barred = [value for name in field.get("not", ()) for value in _all_given(name, filled)]
        leaves = [one for one in self._leaves(field["in"], filled) if one not in barred]
        return self._chance.choice(leaves) if leaves else None

    def _leaves(self, node: Any, filled: Mapping[str, Any]) -> Iterator[Any]:
        """Yield values of all sets that a source can yield after its first key, one for numbers and texts."""
        part = self._part
        match node:
            case str():
                yield from part["names"] if node == "names" else self._named(node, filled)
            case {"lookup": name, "by": [first, *_]} if name in part["lookups"]:
                yield from self._after(part["lookups"][name], first, filled)
            case {"row": row, "by": [first, *_]}:
                yield from self._after(row, first, filled)
            case {"lookup": name}:
                yield from self._named(name, filled)
            case {"of": of, "minus": list(without)}:
                yield from (one for one in self._leaves(of, filled) if one not in without)
            case {"row": row} | {"either": row}:
                for below in row.values() if isinstance(row, dict) else row if isinstance(row, list) else (row,):
                    yield from self._leaves(below, filled)
            case {"from": low, "to": high}:
                yield self._chance.randint(low, max(low, high))
            case {"text": _, **rest}:
                suggested: Any = rest.get("suggested") or ["a"]
                yield from self._leaves(suggested[:1], filled)
            case {"schema": _}:
                return
            case list():
                yield from (one[0] if isinstance(one, list) else one for one in node)

    def _after(self, row: Mapping[str, Any], first: Any, filled: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the values of a lookup by its first key, or all of them if that is no field of this form."""
        if isinstance(first, str) and _is_field(first, filled):
            row = {key: row.get(key, row.get("*", [])) for key in _keys_of(_given(first, filled))}
        yield from self._leaves({"row": row}, filled)

    def _named(self, name: str, filled: Mapping[str, Any]) -> Iterator[Any]:
        lookups, sets = self._part["lookups"], self._part["sets"]
        yield from self._leaves({"row": lookups[name]} if name in lookups else sets.get(name, []), filled)


def _is_field(name: str, filled: Mapping[str, Any]) -> bool:
    """Return whether a name, or with a dot its first part, is one of the fields before, even if it was left out."""
    return name.partition(".")[0] in filled


def _given(name: str, filled: Mapping[str, Any]) -> Any:
    """Return the value of a field, or with a dot of a part of an object; None if it is not given."""
    whole, _, part = name.partition(".")
    found = filled.get(whole)
    return found if not part else found.get(part) if isinstance(found, dict) else None


def _all_given(name: str, filled: Mapping[str, Any]) -> list[Any]:
    """Return the values of a field, or with a dot those of a part of all objects in a list."""
    whole, _, part = name.partition(".")
    found = filled.get(whole)
    return [one.get(part) for one in found] if part and isinstance(found, list) else [_given(name, filled)]


def _is_among(one: Any, found: Sequence[Any], parts: Sequence[str] | None) -> bool:
    """Return whether a list has an entry already; objects whose ``parts`` have to differ count by these alone."""
    return any(
        one == other if parts is None else all(one.get(part) == other.get(part) for part in parts) for other in found
    )


def _keys_of(given: Any) -> list[str]:
    """Return the keys under which lookups have a value, or the entries of a list."""
    return [*map(key_of, given if isinstance(given, list) else [given])]


def _holds(condition: Mapping[str, Any], filled: Mapping[str, Any]) -> bool:
    return all(_given(name, filled) in values for name, values in condition.items())


def _excepted(ruleset: Ruleset[Any], *, narrator: bool) -> float:
    """Return the share of the fields of a ruleset's own forms that are marked as guesses or to be checked."""
    every = marked = 0
    stack = [
        field
        for form in _plain(declarations(ruleset, narrator=narrator))["forms"].values()
        if form["command"] not in CORE
        for field in form["fields"]
    ]
    while stack:
        field = stack.pop()
        every += 1
        marked += bool(field.get("check") or field.get("guess"))
        stack += field.get("fields", ())
    return marked / every
