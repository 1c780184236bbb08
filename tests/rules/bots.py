"""Bots: they read the options of an encounter, fill a form, and know nothing else of the rules."""

import random
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from domain.choices import is_member, legal_forms
from domain.core_commands import Command
from domain.encounter import Encounter
from domain.forms import Choice, Domain, Form, OpenField, Range, Record, Subset
from domain.ruleset import Ruleset
from domain.speaker import NARRATOR, Speaker

S = TypeVar("S", bound=Encounter)
WORDS = ("", "from behind", "over the table", "in the smoke", "with a shout")


def fill(domain: Domain, chance: random.Random) -> Any:
    """A value of the domain; None where the domain leaves it to the command's schema."""
    match domain:
        case Choice(values):
            return chance.choice(values) if values else None
        case Range(low, high):
            return chance.randint(low, min(high, low + 12))
        case Subset(values, least, most):
            top = min(len(values), most if most is not None else len(values), 3)
            return chance.sample(values, chance.randint(min(least, top), top))
        case Record(fields):
            return fill_fields(fields, chance)
        case _:
            return chance.choice(WORDS) if type(domain).__name__ == "Text" else None


def fill_fields(fields: tuple[OpenField, ...], chance: random.Random, likely: float = 0.25) -> dict[str, Any]:
    """Required fields always, the others sometimes; what a bot has no value for stays out."""
    chosen = (field for field in fields if field.required or chance.random() < likely)
    filled = {field.name: fill(field.domain, chance) for field in chosen}
    return {name: value for name, value in filled.items() if value is not None}


class Bot:
    """Plays by the options alone, for one speaker."""

    def __init__(self, ruleset: Ruleset[Any], seed: int, speaker: Speaker = NARRATOR) -> None:
        self.ruleset = ruleset
        self.speaker = speaker
        self.chance = random.Random(seed)
        self.types = {kind.model_fields["type"].default: TypeAdapter(kind) for kind in ruleset.commands}

    def forms(self, state: Encounter) -> dict[str, list[Form]]:
        """The legal forms by command."""
        by_command: dict[str, list[Form]] = {}
        for form in legal_forms(self.ruleset, state, self.speaker):
            by_command.setdefault(form.command, []).append(form)
        return by_command

    def members(self, state: Encounter, forms: list[Form], tries: int = 6) -> Iterator[Command]:
        """Commands that belong to one of the forms, at most so many."""
        for _ in range(tries):
            command = self.command(self.chance.choice(forms))
            if command is not None and is_member(self.ruleset, state, self.speaker, forms, command):
                yield command

    def command(self, form: Form) -> Command | None:
        """The form filled in; None where what came out is no command."""
        fields = {"type": form.command, **form.settled, **fill_fields(form.open, self.chance)}
        try:
            return self.types[form.command].validate_python(fields)
        except ValidationError:
            return None
