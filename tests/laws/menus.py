"""Menus of options, filled in at random, and judged by the rules: they are read from the JSON of the answer alone."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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
from yarrow_client.options.filling import Clashing, fill, fill_answer
from yarrow_client.options.forms import FieldShape, Form, Menu, Values

TRIES: Final = 20
"""How often a form is filled again whose objects do not go together."""
INSTEAD: Final = 0.3
"""How often a value that an object of fields may have instead is chosen."""
MOST_PICKED: Final = 4
"""How many entries of a list are filled in at most, unless more are needed."""
WIDEST_RANGE: Final = 12
"""How far above the lowest number a bot goes that has no better idea."""
PATH: Final = "path"
"""What the declarations of fields have besides: the field with those around it, such as ``s3.place.zone``."""
UNREAD: Final = "Metadata"
"""The schema of what no rule reads: it is not filled in, so that fights of bots do not depend on it."""
Suggest = Callable[[str], Any]
"""Returns a value, such as a user would type, for a field by its path, or None."""
_declared: dict[tuple[tuple[type[Command], ...], bool], Any] = {}


def menu_of(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker) -> Menu:
    """Return the menu of a speaker, from the JSON that a client would read."""
    key = ruleset.commands, speaker.is_narrator
    if key not in _declared:
        _declared[key] = as_json(declarations(ruleset, narrator=speaker.is_narrator))
        for form in _declared[key]["forms"].values():
            _add_paths(form["fields"], form["command"])
    found = as_json(options(ruleset, state, speaker))
    for prompt in found["prompts"]:
        _add_paths(prompt.get("answers", ()), "core.answer")
    return Menu(found, _declared[key])


def _add_paths(fields: Sequence[dict[str, Any]], around: str) -> None:
    for field in fields:
        field[PATH] = f"{around}.{field['name']}"
        _add_paths(field.get("fields", ()), field[PATH])


def as_json(value: Any) -> Any:
    """Return a value as it is read from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


@dataclass(frozen=True)
class Offer:
    """A form that applies now, or one shape of the answer to an open prompt.

    ``name`` is that of the form, or ``core.answer/`` and the kind of the prompt.
    """

    name: str
    command: str
    form: Form | None = None
    prompt: str = ""
    answer: FieldShape | None = None


def offers(menu: Menu) -> Iterator[Offer]:
    """Yield everything that a menu offers. Answers by a command of their own are among the forms."""
    for form in menu.forms:
        yield Offer(form.name, form.command, form)
    for prompt in menu.prompts:
        for field in prompt.get("answers", ()):
            yield Offer(f"core.answer/{prompt['kind']}", "core.answer", None, prompt["id"], field)


class Unknown(Exception):
    """Raised for a required field whose values only a guess or a check would find."""


class Filler:
    """Fills in forms at random, field by field, as a person at a menu would.

    ``likely`` is the probability that a field is given which need not be. ``suggest`` has ideas for numbers, texts, and
    values that can only be guessed or checked; without it, forms that need a guess or a check are not filled in.
    """

    def __init__(
        self, menu: Menu, chance: random.Random, suggest: Suggest | None = None, *, likely: float = 0.5
    ) -> None:
        self._menu, self._chance, self._suggest, self._likely = menu, chance, suggest, likely
        self._objects: dict[str, dict[str, Any]] = {}
        self._entries: Counter[str] = Counter()

    def fill(self, offer: Offer) -> dict[str, Any] | None:
        """Return the JSON of a command. Raises Unfilled.

        None if a required field can only be guessed or checked, or if objects of a list always clash.
        """
        for _ in range(TRIES):
            self._objects, self._entries = {}, Counter()
            try:
                return self._filled(offer)
            except Unknown:
                break
            except Clashing:
                continue
        return None

    def _filled(self, offer: Offer) -> dict[str, Any]:
        if offer.form is not None:
            return fill(self._menu, offer.form, self._choose)
        answer = fill_answer(self._menu, offer.answer or {}, self._choose)
        return {"type": offer.command, "prompt": offer.prompt, "answer": answer}

    def _choose(self, field: FieldShape, values: Values) -> Any:
        """Return a value for a field, or None to leave it out."""
        if values.schema == UNREAD:
            if field["required"]:
                raise Unknown
            return None
        if not field["required"] and not self._may_give(field):
            return None
        if field.get("check") or field.get("guess") or values.schema is not None:
            return self._guess(field, values)
        return self._of(field, values)

    def _may_give(self, field: FieldShape) -> bool:
        """Return whether to give a field that need not be given, or one more entry of a list."""
        entries = self._entries[field[PATH]]
        self._entries[field[PATH]] += 1
        return entries < MOST_PICKED and self._chance.random() < (0.5 if entries else self._likely)

    def _guess(self, field: FieldShape, values: Values) -> Any:
        """Return a value that comes to mind, or one of those that are listed."""
        idea = self._idea(field)
        if field.get("many") is not None and isinstance(idea, list):
            idea = self._chance.choice(idea) if idea else None
        if self._suggest is not None and (idea is None or self._chance.random() < 0.5):
            made = self._of(field, values)
            idea = idea if made is None else made
        if idea is None and field["required"]:
            raise Unknown
        return idea

    def _of(self, field: FieldShape, values: Values) -> Any:
        """Return one of the values of a field, true to be asked for the fields of an object, or None."""
        if values.keys is not None:
            return self._by_key(field, values, values.keys)
        if not field.get("fields"):
            return self._plain(field, values)
        return self._plain(field, values) if values and self._chance.random() < INSTEAD else True

    def _by_key(self, field: FieldShape, values: Values, keys: Values) -> Any:
        """Return values for some keys, or the keys if their values are objects of fields."""
        least, most = field.get("many") or (0, None)
        pool = [key for key, _ in keys.listed]
        count = self._chance.randint(min(least, len(pool)), min(len(pool), len(pool) if most is None else most))
        chosen = self._chance.sample(pool, count)
        if field.get("fields"):
            return chosen
        filled = {key: self._plain(field, values) for key in chosen}
        highest = values.span[1] if field.get("shared") and values.span is not None else None
        return filled if highest is None or sum(filled.values()) <= highest else {}

    def _plain(self, field: FieldShape, values: Values) -> Any:
        """Return one of the values, or None. Only numbers and texts are suggested."""
        listed, is_open = [value for value, _ in values.listed], values.span is not None or values.text is not None
        if listed and not (is_open and self._chance.random() < 0.5):
            return self._chance.choice(listed)
        idea = self._idea(field) if is_open else None
        if idea is not None and idea in values:
            return idea
        likely: list[Any] = []
        if values.span is not None:
            low, high = values.span
            top = high if self._suggest is None else min(high, low + WIDEST_RANGE)
            likely = [low, min(low + 1, top), self._chance.randint(min(low, top), top)]
        elif values.text is not None:
            written = [one * max(values.text[1], 1) for one in "*?abc"] + ["x1y2z3"[: end + 1] for end in range(6)]
            written.insert(2, field["name"].replace("_", ""))  # so that what is named differs
            likely = [next((one for one in written if one in values), None)]
        fitting = [one for one in likely if one in values] or listed
        return self._chance.choice(fitting) if fitting else None

    def _idea(self, field: FieldShape) -> Any:
        """Return an idea for a field: for the part of an object, the part of an idea for the object."""
        if self._suggest is None:
            return None
        around, _, name = field[PATH].rpartition(".")
        hint = self._objects.setdefault(around, {}).pop(name, None)
        if hint is None and around.count(".") > 1:
            whole = self._suggest(around)
            whole = self._chance.choice(whole) if isinstance(whole, list) and whole else whole
            self._objects[around] = {**whole} if isinstance(whole, dict) else {}
            hint = self._objects[around].pop(name, None)
        return self._suggest(field[PATH]) if hint is None else hint


@cache
def kinds_of(commands: tuple[type[Command], ...]) -> Mapping[str, type[Command]]:
    """Return commands by their types."""
    return {type_of(kind): kind for kind in commands}


def command_of(ruleset: Ruleset[Any], wire: Mapping[str, Any]) -> Command:
    """Return a command from its JSON. Raises ValidationError."""
    return kinds_of(ruleset.commands)[wire["type"]].model_validate_json(msgspec.json.encode(wire))


def refusal_of(
    ruleset: Ruleset[Any], state: Encounter, speaker: Speaker, wire: Mapping[str, Any]
) -> Refusal | ValidationError | None:
    """Return why a command is not accepted, or None."""
    try:
        command = command_of(ruleset, wire)
    except ValidationError as error:
        return error
    return refusal_for(ruleset, state, command, speaker)


def bare(command: Command) -> Command:
    """Return a command without the answers sent along, which are no part of an option."""
    return command.model_copy(update={"answers": ()})


def wire_of(command: Command) -> dict[str, Any]:
    """Return the JSON of a command without the answers sent along."""
    return {"type": command.type, **as_json(bare(command).as_json())}


def assert_offered(menu: Menu, command: Command, *, accepted: bool) -> None:
    """Assert that a menu offers a command if and only if it is accepted, whatever answers are sent along.

    A command with a field that can only be guessed or checked may be offered and refused.
    """
    wire = wire_of(command)
    if accepted:
        assert menu.admits(wire), f"accepted, and no option: {wire}"
    elif menu.admits(wire):
        assert marked(menu, wire), f"refused, and an option all the same: {wire}"


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


def commands_in(menu: Menu) -> set[str]:
    """Return the types of the commands that a menu offers, with that of answers if a prompt may be answered."""
    answers = {"core.answer" for prompt in menu.prompts if prompt.get("answers") or prompt.get("commands")}
    return answers | {form.command for form in menu.forms}


def choices(menu: Menu, command: str, name: str, **given: Any) -> list[Any] | None:
    """Return the values from which a field is chosen in any form of a command, or None if the field is not there.

    The fields before it are ``given`` or have their defaults.
    """
    found = [listed(menu, form.fields, name, **given) for form in menu.forms if form.command == command]
    there = [values for values in found if values is not None]
    return list(dict.fromkeys(value for values in there for value in values)) if there else None


def listed(menu: Menu, fields: Sequence[Mapping[str, Any]], name: str, **given: Any) -> list[Any] | None:
    """Return the values that are listed for one of some fields, or None if it is not there.

    The fields before it are ``given`` or have their defaults.
    """
    filled: dict[str, Any] = {}
    for field in fields:
        if field["name"] == name:
            values = menu.values(field, filled)
            return None if values is None else [value for value, _ in values.listed]
        filled[field["name"]] = given.get(field["name"], menu.default(field, filled))
    return None
