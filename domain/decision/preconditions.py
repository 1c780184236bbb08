"""What several rulesets check before every command, and what a refusal then names as legal instead."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from domain.core.commands import Acting, Answer, Command, type_of
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker

P = TypeVar("P")


class When(NamedTuple):
    """The phases that a command is for, the rule that says so, and the sentence for all others."""

    phases: frozenset[str]
    rule: str
    sentence: str


Phases = Mapping[type[Command], When]
"""Commands that do not go in every phase."""


def require_phase(phases: Phases, command: Command, phase: str) -> None:
    """Refuse a command that is for other phases."""
    when = phases.get(type(command))
    if when is not None:
        require(phase in when.phases, when.rule, when.sentence)


def goes_in_phase(phases: Phases, kind: type[Command], phase: str) -> bool:
    """Whether a command goes in a phase."""
    when = phases.get(kind)
    return when is None or phase in when.phases


def leave_to_narrator(names: Iterable[str], rules: Mapping[str, str], where: str = "command") -> None:
    """Refuse fields that only the narrator fills in, each by its rule."""
    for name in sorted(set(names) & rules.keys()):
        refuse(rules[name], f"Only the narrator fills in {name}; leave it out.", field=f"{where}.{name}")


def in_its_place(
    command: Command,
    people: Mapping[str, P],
    speaker: Speaker,
    kinds: Iterable[type[Command]],
    may: Callable[[P, type[Command]], bool],
    *,
    asked: bool,
) -> tuple[str, ...]:
    """The types of those commands that are legal in place of a refused one, for whom it was given.

    ``kinds`` go now, and ``may`` says which of them are anything for a combatant; where somebody is ``asked``, an
    answer comes first.
    """
    whose = command.speaks_as()
    person = people.get(whose) if whose is not None else None
    answer = (type_of(Answer),) if asked else ()
    if person is None:
        allowed = [kind for kind in kinds if kind.narrators and speaker.is_narrator]
    else:
        allowed = [kind for kind in kinds if issubclass(kind, Acting) and may(person, kind)]
    return (*answer, *map(type_of, allowed))
