"""Measure ``fillable``: how often a form filled from the sets of its fields, dependencies ignored, is accepted.

A person or a bot that reads only what a field may ever hold now should rarely be refused. The note has the share of
each ruleset, and of the fields of its forms the share that is excepted from exactness.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from bench.fights.crowds import CROWDS
from bench.fights.duel import Duel
from bench.fights.scripts import SCRIPTS
from bench.measure import Measure
from domain.core.commands import CORE_COMMANDS, Command, type_of
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import refusal_for
from domain.ruleset.offering import declarations, options
from domain.ruleset.ruleset import Ruleset

STATES: Final = 40
"""States of a duel, one after each command."""
TRIES: Final = 3
CROWD: Final = 10
MOST_PICKED: Final = 3
TARGET: Final = 0.9
CORE: Final = frozenset(map(type_of, CORE_COMMANDS))


def fillable() -> Measure:
    """Return the smallest share of accepted fillings among the rulesets."""
    shares, notes = {}, []
    for script in SCRIPTS:
        ruleset = script.ruleset
        duel = Duel(script)
        states = [CROWDS[ruleset.key][1](CROWD)]
        for _ in range(STATES):
            duel.give(next(duel.commands))
            states.append(duel.fight)
        shares[ruleset.key] = share = _share(ruleset, states)
        notes.append(f"{ruleset.key} {share:.1%}, {_excepted(ruleset):.1%} of fields excepted")
    least = min(shares.values())
    return Measure(value=least, floor=1, ratio=least, target=TARGET, unit="of fillings", note="; ".join(notes))


def _share(ruleset: Ruleset[Any], states: Sequence[Encounter]) -> float:
    chance = random.Random(1)
    declared = _plain(declarations(ruleset, narrator=True))["forms"]
    kinds = {type_of(kind): kind for kind in ruleset.commands}
    tried = accepted = 0
    for state in states:
        part = _plain(options(ruleset, state, NARRATOR))
        for name in part["forms"]:
            form = declared[name]
            if form["command"] in CORE:
                continue
            for _ in range(TRIES):
                filled = Filling(part, chance).fields(form["fields"])
                if filled is None:
                    continue
                tried += 1
                accepted += _is_accepted(ruleset, state, kinds[form["command"]], filled)
    return accepted / tried


def _is_accepted(ruleset: Ruleset[Any], state: Encounter, kind: type[Command], filled: Mapping[str, Any]) -> bool:
    try:
        command = kind.model_validate_json(msgspec.json.encode({"type": type_of(kind), **filled}))
    except ValidationError:
        return False
    return refusal_for(ruleset, state, command, NARRATOR) is None


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


class Filling:
    """Fills forms with any values that their fields may ever hold in a state."""

    def __init__(self, part: Mapping[str, Any], chance: random.Random) -> None:
        self._part, self._chance = part, chance

    def fields(self, fields: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
        """Return values of all required and some other fields; None if a required one can only be checked."""
        filled: dict[str, Any] = {}
        for field in fields:
            needed = field.get("required") is True
            if not self._is_wanted(field, filled) or not (needed or self._chance.random() < 0.3):
                continue
            value = None if field.get("check") or field.get("guess") else self._value(field)
            if value is None and needed:
                return None
            if value is not None:
                filled[field["name"]] = value
        return filled

    def _is_wanted(self, field: Mapping[str, Any], filled: Mapping[str, Any]) -> bool:
        return all(filled.get(name) in values for name, values in field.get("when", {}).items())

    def _value(self, field: Mapping[str, Any]) -> Any:
        if "keys" in field:
            return None
        many = field.get("many")
        if not isinstance(many, list):
            return None if many is not None else self._one(field)
        least, most = many
        count = self._chance.randint(least, max(least, min(MOST_PICKED, most or MOST_PICKED)))
        found = [one for one in (self._one(field) for _ in range(count)) if one is not None]
        different = [one for place, one in enumerate(found) if one not in found[:place]]
        return different if len(different) >= least else None

    def _one(self, field: Mapping[str, Any]) -> Any:
        if "fields" in field:
            return self.fields(field["fields"])
        leaves = list(self._leaves(field["in"]))
        return self._chance.choice(leaves) if leaves else None

    def _leaves(self, node: Any) -> Iterator[Any]:
        """Yield values of all sets that a source can yield, a few for numbers and texts."""
        part = self._part
        match node:
            case str():
                yield from part["names"] if node == "names" else self._named(node)
            case {"lookup": name}:
                yield from self._named(name)
            case {"row": row} | {"of": row} | {"either": row}:
                for below in row.values() if isinstance(row, dict) else row if isinstance(row, list) else (row,):
                    yield from self._leaves(below)
            case {"from": low, "to": high}:
                yield self._chance.randint(low, max(low, high))
            case {"text": _, **rest}:
                suggested: list[Any] = rest.get("suggested") or ["a"]  # type: ignore[assignment]
                yield suggested[0]
            case {"schema": _}:
                return
            case list():
                yield from (one[0] if isinstance(one, list) else one for one in node)

    def _named(self, name: str) -> Iterator[Any]:
        lookups = self._part["lookups"]
        if name in lookups:
            yield from self._leaves({"row": lookups[name]})
        elif name in self._part["sets"]:
            yield from self._leaves(self._part["sets"][name])


def _excepted(ruleset: Ruleset[Any]) -> float:
    """Return the share of the fields of a ruleset's own forms that are marked as guesses or to be checked."""
    every = marked = 0
    stack = [
        field
        for form in _plain(declarations(ruleset, narrator=True))["forms"].values()
        if form["command"] not in CORE
        for field in form["fields"]
    ]
    while stack:
        field = stack.pop()
        every += 1
        marked += bool(field.get("check") or field.get("guess"))
        stack += field.get("fields", ())
    return marked / every
