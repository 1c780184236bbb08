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
FARTHEST = 4
"""How many values of a list are filled at most."""
TRIES = 20
"""How often a list is filled anew that does not meet the conditions of its field."""
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

    def answer(self, field: Mapping[str, Any]) -> Any:
        """Return a plain answer, or None if it can only be guessed or checked."""
        value = self._value(field, {}, {})
        return None if value is LEFT_OUT else value

    def _fields(
        self, fields: Sequence[Mapping[str, Any]], outer: Mapping[str, Any], settled: Mapping[str, Any] = NOTHING
    ) -> dict[str, Any] | None:
        filled: dict[str, Any] = {}
        given: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            value = settled[name] if name in settled else self._value(field, filled, outer)
            if value is DEAD_END:
                raise DeadEndError(f"no value for {name} after {filled} in {outer}")
            if value is None:
                return None
            if value is not LEFT_OUT:
                given[name] = value
            filled[name] = given.get(name, self._menu.default(field, filled, outer))
        return given

    def _value(self, field: Mapping[str, Any], filled: Mapping[str, Any], outer: Mapping[str, Any]) -> Any:
        """Return a value for a field, or ``LEFT_OUT``; None if only a guess or a check would find one."""
        values, needed = self._menu.values(field, filled, outer), field.get("required", False)
        if values is None:
            return LEFT_OUT
        if field.get("check") or field.get("guess"):
            return None if needed else LEFT_OUT
        may_omit = not needed or self._menu.default(field, filled, outer) in values
        if may_omit and self._chance.random() < 0.5:
            return LEFT_OUT
        if "many" in field and "keys" not in field:
            found = self._list(field, filled, outer)
        else:
            found = self._one(field, values, filled, outer)
            found = LEFT_OUT if found is None and None in values else found
        return LEFT_OUT if found is DEAD_END and not needed else found

    def _list(self, field: Mapping[str, Any], filled: Mapping[str, Any], outer: Mapping[str, Any]) -> Any:
        """Return a list whose items fit one after the other, and which meets the conditions of the field."""
        least, most = field["many"]
        for _ in range(TRIES):
            count = self._chance.randint(least, min(most if most is not None else FARTHEST, max(least, FARTHEST)))
            items = self._items(field, count, filled, outer)
            if items is None or len(items) < least:
                return DEAD_END if items is not None else None
            if self._menu.meets(field, items, filled, outer):
                return items
        return None

    def _items(
        self, field: Mapping[str, Any], count: int, filled: Mapping[str, Any], outer: Mapping[str, Any]
    ) -> list[Any] | None:
        """Return up to so many items; None if a part can only be guessed or checked."""
        items: list[Any] = []
        item: Any
        around = {**outer, **filled}
        held = {part: around.get(name) for part, name in field.get("holds", {}).items()}
        place = self._chance.randrange(max(field["many"][0], 1))
        for number in range(count):
            so_far = {**filled, field["name"]: items}
            if "fields" in field:
                settled = NOTHING if number != place or any(held.items() <= one.items() for one in items) else held
                try:
                    item = self._fields(field["fields"], {**outer, **so_far}, settled)
                except DeadEndError:
                    break
                if item is None:
                    return None
            else:
                values = self._menu.values(field, so_far, outer)
                item = DEAD_END if values is None else self._plain(values.without(items))
                if item is DEAD_END:
                    break
            items.append(item)
        return items

    def _one(
        self, field: Mapping[str, Any], values: Values, filled: Mapping[str, Any], outer: Mapping[str, Any]
    ) -> Any:
        if "fields" in field:
            return self._fields(field["fields"], {**outer, **filled})
        if "keys" in field:
            keys = [key for key, _ in self._menu.keys(field, filled, outer).listed]
            least = field.get("many", (0, None))[0]
            some = self._chance.sample(keys, self._chance.randint(min(least, len(keys)), len(keys)))
            chosen = {key: self._plain(values) for key in some}
            most = values.span[1] if field.get("shared") and values.span is not None else None
            return chosen if most is None or sum(chosen.values()) <= most else {}
        return self._plain(values)

    def _plain(self, values: Values) -> Any:
        """Return one of the values, or ``DEAD_END``."""
        if values.span is not None:
            low, high = values.span
            likely = (low, min(low + 1, high), self._chance.randint(min(low, high), high))
            fitting = [one for one in likely if one in values]
            return self._chance.choice(fitting) if fitting else DEAD_END
        if values.text is not None:
            written = ("?" * max(values.text[1], 1), *("x1y2z3"[: number + 1] for number in range(6)))
            return next((one for one in written if one in values), DEAD_END)
        return self._chance.choice(values.listed)[0] if values.listed else DEAD_END


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
        for one in value if isinstance(value, list) else (value,):
            if "fields" in field and isinstance(one, dict) and _gives_marked(field["fields"], one):
                return True
    return False
