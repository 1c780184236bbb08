"""Checks that several rulesets make before every command, and the legal alternatives that a refusal names."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from domain.core.commands import Acting, Answer, Command, PhaseRule, type_of
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker

P = TypeVar("P")


def require_phase(during: PhaseRule | None, phase: str) -> None:
    """Refuse a command that is not allowed in this phase; None means that it is allowed in every phase."""
    if during is not None:
        require(phase in during.phases, during.rule, during.sentence, first=during.first)


def allowed_in_phase(kind: type[Command], phase: str) -> bool:
    """Return whether a command is allowed in a phase."""
    return kind.during is None or phase in kind.during.phases


def reject_narrator_fields(names: Iterable[str], rules: Mapping[str, str], where: str = "command") -> None:
    """Refuse fields that only the narrator may set, each by its rule."""
    for name in sorted(set(names) & rules.keys()):
        refuse(rules[name], f"Only the narrator may set `{name}`; leave it out.", field=f"{where}.{name}")


def legal_alternatives(
    command: Command,
    people: Mapping[str, P],
    speaker: Speaker,
    kinds: Iterable[type[Command]],
    may: Callable[[P, type[Command]], bool],
    *,
    asked: bool,
) -> tuple[str, ...]:
    """Return the types of the commands that are legal in place of a refused one, for the same combatant.

    ``kinds`` are the commands allowed now, and ``may`` tests whether one of them is available to a combatant. If a
    prompt is open (``asked``), an answer is listed first.
    """
    whose = command.speaks_as()
    person = people.get(whose) if whose is not None else None
    answer = (type_of(Answer),) if asked else ()
    if person is None:
        allowed = [kind for kind in kinds if kind.narrator_only and speaker.is_narrator]
    else:
        allowed = [kind for kind in kinds if issubclass(kind, Acting) and may(person, kind)]
    return (*answer, *map(type_of, allowed))
