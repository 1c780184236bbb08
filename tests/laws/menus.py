"""Menus of options, filled at random, and judged by the rules: the evaluator reads the JSON of the answer alone."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from domain.core.commands import Command, type_of
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.decider import refusal_for
from domain.ruleset.offering import declarations, options
from domain.ruleset.ruleset import Ruleset
from yarrow_client.forms import NOTHING, Form, Menu, Values

LEFT_OUT: Final = object()
DEAD_END: Final = object()
"""What a required field gets that may hold no value after the fields before it."""
Shape = Mapping[str, Any]
Filled = Mapping[str, Any]
TRIES = 20
"""How often a list is filled anew that does not meet the conditions of its field."""
FARTHEST = 4
"""How many values of a list are filled at most."""
_declared: dict[tuple[str, bool], Any] = {}


def menu_of(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker) -> Menu:
    """Return the menu of a speaker, from the JSON that a client would read."""
    key = ruleset.key, speaker.is_narrator
    if key not in _declared:
        _declared[key] = as_json(declarations(ruleset, narrator=speaker.is_narrator))
    return Menu(as_json(options(ruleset, state, speaker)), _declared[key])


def as_json(value: Any) -> Any:
    """Return a value as it is read from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class DeadEndError(AssertionError):
    """Raised if a required field may hold no value after the fields before it."""


class Filler:
    """Fills forms at random, field by field, as a person at a menu would."""

    def __init__(self, menu: Menu, chance: random.Random) -> None:
        self._menu, self._chance = menu, chance

    def fill(self, form: Form) -> dict[str, Any] | None:
        """Return the fields of a filled form, or None if a required field can only be guessed or checked."""
        return self._fields(form.fields, {})

    def answer(self, field: Shape) -> Any:
        """Return a plain answer, or None if it can only be guessed or checked."""
        value = self._value(field, {}, {})
        return None if value in (LEFT_OUT, DEAD_END) else value

    def _fields(self, fields: Sequence[Shape], outer: Filled, settled: Filled = NOTHING) -> dict[str, Any] | None:
        filled: dict[str, Any] = {}
        given: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            value = settled[name] if name in settled else self._value(field, filled, outer)
            if value is DEAD_END:
                raise DeadEndError(f"no value for {name} after {filled} in {outer}")
            if value is None:
                return None
            if value is LEFT_OUT:
                filled[name] = self._menu.default(field, filled, outer)
            else:
                given[name] = value
                filled[name] = self._menu.meant(field, value, filled, outer)
        return given

    def _value(self, field: Shape, filled: Filled, outer: Filled) -> Any:
        """Return a value for a field, or ``LEFT_OUT``; None if only a guess or a check would find one."""
        values, needed = self._menu.values(field, filled, outer), self._menu.requires(field, filled, outer)
        if values is None:
            return LEFT_OUT
        if field.get("check") or field.get("guess") or values.schema is not None:
            return None if needed else LEFT_OUT
        may_omit = not needed or self._menu.default(field, filled, outer) in values
        if may_omit and self._chance.random() < 0.5:
            return LEFT_OUT
        if "keys" in field:
            value = self._keyed(field, values, filled, outer)
        elif "many" in field:
            value = self._list(field, filled, outer)
        elif "fields" in field and not (values and self._chance.random() < 0.3):
            value = self._fields(field["fields"], {**outer, **filled})
        else:
            value = self._plain(values)
            value = LEFT_OUT if value is None and None in values else value
        return LEFT_OUT if value is DEAD_END and not needed else value

    def _some(self, field: Shape, filled: Filled, outer: Filled) -> tuple[int, int]:
        """Return how many entries there have to be, and how many to fill."""
        least, most = self._menu.counts(field, filled, outer)
        return least, self._chance.randint(least, min(most if most is not None else FARTHEST, max(least, FARTHEST)))

    def _list(self, field: Shape, filled: Filled, outer: Filled) -> Any:
        """Return a list whose entries fit one after the other, and which meets the conditions of the field."""
        for _ in range(TRIES):
            least, count = self._some(field, filled, outer)
            entries = self._entries(field, least, count, filled, outer)
            if entries is None or len(entries) < least:
                return DEAD_END if entries is not None else None
            if self._menu.meets(field, entries, filled, outer):
                return entries
        return None

    def _entries(self, field: Shape, least: int, count: int, filled: Filled, outer: Filled) -> list[Any] | None:
        """Return up to so many entries; None if a part can only be guessed or checked."""
        entries: list[Any] = []
        around = {**outer, **filled}
        held = {part: around.get(name) for part, name in field.get("holds", {}).items()}
        place = self._chance.randrange(max(least, 1))
        for number in range(count):
            so_far = {**filled, field["name"]: entries}
            if "fields" not in field:
                entry = self._plain((self._menu.values(field, so_far, outer) or Values()).without(entries))
            else:
                settled = NOTHING if number != place or any(held.items() <= one.items() for one in entries) else held
                try:
                    entry = self._fields(field["fields"], {**outer, **so_far}, settled)
                except DeadEndError:
                    break
                if entry is None:
                    return None
                if not self._menu.go_together(field, [*entries, entry], filled, outer):
                    continue
            if entry is DEAD_END:
                break
            entries.append(entry)
        return entries

    def _keyed(self, field: Shape, values: Values, filled: Filled, outer: Filled) -> Any:
        """Return an object of some keys; None if a part can only be guessed or checked."""
        least, count = self._some(field, filled, outer)
        keys = [key for key, _ in self._menu.keys(field, filled, outer).listed]
        if len(keys) < least:
            return DEAD_END
        chosen = self._chance.sample(keys, min(count, len(keys)))
        if "fields" in field:
            made = {key: self._fields(field["fields"], {**outer, **filled, "key": key}) for key in chosen}
            return None if None in made.values() else made
        numbers = {key: self._plain(values) for key in chosen}
        most = values.span[1] if field.get("shared") and values.span is not None else None
        return numbers if most is None or sum(numbers.values()) <= most else {}

    def _plain(self, values: Values) -> Any:
        """Return one of the values, or ``DEAD_END``."""
        if values.span is not None and (not values.listed or self._chance.random() < 0.5):
            low, high = values.span
            likely = (low, min(low + 1, high), self._chance.randint(min(low, high), high))
            fitting = [one for one in likely if one in values]
            return self._chance.choice(fitting) if fitting else DEAD_END
        if values.listed:
            return self._chance.choice(values.listed)[0]
        if values.text is not None:
            written = (
                *(character * max(values.text[1], 1) for character in "?abc"),
                *("x1y2z3"[: number + 1] for number in range(6)),
            )
            return next((one for one in written if one in values), DEAD_END)
        return DEAD_END


def command_of(ruleset: Ruleset[Any], wire: Mapping[str, Any]) -> Command:
    """Return a command from its JSON. Raises ValidationError."""
    kinds = {type_of(kind): kind for kind in ruleset.commands}
    return kinds[wire["type"]].model_validate_json(msgspec.json.encode(wire))


def refusal_of(
    ruleset: Ruleset[Any], state: Encounter, speaker: Speaker, wire: Mapping[str, Any]
) -> Refusal | ValidationError | None:
    """Return why a command is not accepted, or None."""
    try:
        command = command_of(ruleset, wire)
    except ValidationError as error:
        return error
    return refusal_for(ruleset, state, command, speaker)


def wire_of(command: Command) -> dict[str, Any]:
    """Return the JSON of a command without the answers sent along."""
    return {"type": command.type, **as_json(command.model_copy(update={"answers": ()}).as_json())}


def marked(menu: Menu, wire: Mapping[str, Any]) -> bool:
    """Return whether a command gives a field that can only be guessed or checked."""
    if wire["type"] == "core.answer":
        prompt = next((one for one in menu.prompts if one["id"] == wire.get("prompt")), {})
        fields = [*prompt.get("answers", ())]
        for form in menu.forms:
            if form.name in prompt.get("commands", ()):
                fields += form.fields
        answer = wire.get("answer")
        given = {**answer, "answer": answer} if isinstance(answer, dict) else {"answer": answer}
        return _gives_marked(fields, given) or (not isinstance(answer, dict) and any(_is_marked(one) for one in fields))
    return any(_gives_marked(form.fields, wire) for form in menu.forms if form.command == wire["type"])


def _is_marked(field: Mapping[str, Any]) -> bool:
    return bool(field.get("check") or field.get("guess"))


def _gives_marked(fields: Sequence[Mapping[str, Any]], given: Mapping[str, Any]) -> bool:
    for field in fields:
        value = given.get(field["name"])
        if value is None or (not field.get("required") and value == field.get("default")):
            continue
        if _is_marked(field):
            return True
        entries = [*value.values()] if "keys" in field and isinstance(value, dict) else value
        for one in entries if isinstance(entries, list) else (entries,):
            if "fields" in field and isinstance(one, dict) and _gives_marked(field["fields"], one):
                return True
    return False
