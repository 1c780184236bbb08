"""Menus of options, filled at random, and judged by the rules: the evaluator reads the JSON of the answer alone."""

import random
from collections.abc import Callable, Mapping, Sequence
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
from yarrow_client.filling import Choose, Clashing, Unfilled, fill, fill_answer
from yarrow_client.forms import Form, Menu
from yarrow_client.values import Values

TRIES: Final = 20
"""How often a form is filled again whose objects do not go together."""
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


class Unknown(Exception):
    """Raised for a required field whose values only a guess or a check would find."""


class Filler:
    """Fills forms at random, field by field, as a person at a menu would."""

    def __init__(self, menu: Menu, chance: random.Random) -> None:
        self._menu, self._chance = menu, chance

    def fill(self, form: Form) -> dict[str, Any] | None:
        """Return the command of a filled form.

        None if a required field can only be guessed or checked, or if objects of a list always clash.
        """
        command: dict[str, Any] | None = self._filled(fill, form)
        return command

    def answer(self, field: Mapping[str, Any]) -> Any:
        """Return a plain answer, or None if it can only be guessed or checked."""
        return self._filled(fill_answer, field)

    def _filled(self, filling: Callable[[Menu, Any, Choose], Any], what: Any) -> Any:
        for _ in range(TRIES):
            try:
                return filling(self._menu, what, self._choose)
            except Unknown:
                break
            except Clashing:
                continue
            except Unfilled as error:
                raise AssertionError(str(error)) from error
        return None

    def _choose(self, field: Mapping[str, Any], values: Values) -> Any:
        """Return a value for a field, or None to leave it out."""
        if field.get("check") or field.get("guess") or values.schema is not None:
            if field["required"]:
                raise Unknown
            return None
        if not field["required"] and self._chance.random() < 0.5:
            return None
        if values.keys is not None:
            return self._by_key(field, values, values.keys)
        if field.get("fields"):
            return self._plain(values) if values and self._chance.random() < 0.3 else True
        return self._plain(values)

    def _by_key(self, field: Mapping[str, Any], values: Values, keys: Values) -> Any:
        """Return values for some keys, or the keys if their values are objects of fields."""
        least, most = field.get("many") or (0, None)
        pool = [key for key, _ in keys.listed]
        count = self._chance.randint(min(least, len(pool)), min(len(pool), len(pool) if most is None else most))
        chosen = self._chance.sample(pool, count)
        if field.get("fields"):
            return chosen
        filled = {key: self._plain(values) for key in chosen}
        highest = values.span[1] if field.get("shared") and values.span is not None else None
        return filled if highest is None or sum(filled.values()) <= highest else {}

    def _plain(self, values: Values) -> Any:
        """Return one of the values, or None."""
        if values.span is not None and (not values.listed or self._chance.random() < 0.5):
            low, high = values.span
            likely = (low, min(low + 1, high), self._chance.randint(min(low, high), high))
            fitting = [one for one in likely if one in values]
            return self._chance.choice(fitting) if fitting else None
        if values.listed:
            return self._chance.choice(values.listed)[0]
        if values.text is not None:
            written = [character * max(values.text[1], 1) for character in "?abc"]
            some = ["x1y2z3"[: number + 1] for number in range(6)]
            return next((one for one in (*written, *some) if one in values), None)
        return None


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
