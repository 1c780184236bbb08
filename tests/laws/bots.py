"""Bots that read the options of an encounter, fill in a form, and know nothing else of the rules."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from domain.core.commands import Command
from domain.forms.model import Anything, Choice, Domain, Form, OpenField, Range, Record, Subset, Text
from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.ruleset.membership import StateAtVersion, is_member, legal_forms, no_past_states
from domain.ruleset.ruleset import Ruleset

S = TypeVar("S", bound=Encounter)
Taste = Callable[[Form], int]
"""The preference for a form over others of the same command."""
Suggest = Callable[[Any, str], Any]
"""A value, such as a user would type, for a field that only its schema describes. Takes the state and the field."""

LIKELY = 0.3
SELDOM = 0.08
MOST_PICKED = 3
WIDEST_RANGE = 12


def nothing_comes_to_mind(state: Any, field: str) -> Any:
    """Return no suggestion, so that the field is omitted."""
    return None


class Bot:
    """Plays by the options alone."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        chance: random.Random,
        suggest: Suggest = nothing_comes_to_mind,
        taste: Taste | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.chance = chance
        self.suggest = suggest
        self.taste = taste
        self.types = {kind.model_fields["type"].default: TypeAdapter(kind) for kind in ruleset.commands}

    def forms(self, state: Encounter, speaker: Speaker) -> dict[str, list[Form]]:
        """Return the legal forms by command."""
        by_command: dict[str, list[Form]] = {}
        for form in legal_forms(self.ruleset, state, speaker):
            by_command.setdefault(form.command, []).append(form)
        return by_command

    def members(
        self,
        state: Encounter,
        speaker: Speaker,
        forms: Sequence[Form],
        past: StateAtVersion = no_past_states,
        tries: int = 6,
    ) -> Iterator[Command]:
        """Yield commands that belong to one of the forms, one for each of up to ``tries`` attempts."""
        for _ in range(tries if forms else 0):
            command = self.command(state, self._taken(forms))
            if command is not None and is_member(self.ruleset, state, speaker, forms, command, past):
                yield command

    def _taken(self, forms: Sequence[Form]) -> Form:
        """Return a random form, or one that the bot prefers."""
        return (
            self.chance.choice(forms)
            if self.taste is None
            else self.chance.choices(forms, [*map(self.taste, forms)])[0]
        )

    def command(self, state: Encounter, form: Form) -> Command | None:
        """Return the form filled in, or None if the result is not a valid command."""
        fields = {"type": form.command, **form.settled, **self._fill_fields(state, form.command, form.open)}
        if self.chance.random() < SELDOM:
            fields["answers"] = self.suggest(state, f"{form.command}.answers") or ()
        try:
            return self.types[form.command].validate_python(fields)
        except ValidationError:
            return None

    def _fill_fields(self, state: Encounter, of: str, fields: tuple[OpenField, ...]) -> dict[str, Any]:
        """Return values for all required and some optional fields; a field without a suggestion is omitted."""
        chosen = [field for field in fields if field.required or self.chance.random() < LIKELY]
        filled = {field.name: self._fill(state, f"{of}.{field.name}", field.domain) for field in chosen}
        return {name: value for name, value in filled.items() if value is not None}

    def _fill(self, state: Encounter, field: str, domain: Domain) -> Any:
        match domain:
            case Choice(values):
                return self.chance.choice(values) if values else None
            case Range(low, high):
                suggested = self.suggest(state, field)
                return suggested if suggested is not None else self.chance.randint(low, min(high, low + WIDEST_RANGE))
            case Subset(values, least, most):
                top = min(len(values), MOST_PICKED, len(values) if most is None else most)
                return self.chance.sample(values, self.chance.randint(min(least, top), top))
            case Record(fields):
                return self._fill_fields(state, field, fields)
            case Text() | Anything():
                return self.suggest(state, field)
