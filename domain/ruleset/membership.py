"""What a speaker may do now, and whether a command is among it.

``legal_forms`` lists the forms of the ruleset; ``is_member`` says whether a command belongs to one of them. A form's
predicate ``rules`` asks the rules themselves, so that forms and decisions cannot drift apart.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from domain.core.commands import Command, Rewind
from domain.forms.model import Form, Predicate, admits
from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.ruleset.decider import refusal_for
from domain.ruleset.ruleset import Ruleset

S = TypeVar("S", bound=Encounter)
Past = Callable[[int], Any]


def no_past(version: int) -> None:
    """Nothing is known of the states of the past."""


def legal_forms(ruleset: Ruleset[S], state: S, speaker: Speaker) -> list[Form]:
    """Everything that the speaker may command now."""
    return ruleset.forms(state, speaker, lambda fight, command, who: refusal_for(ruleset, fight, command, who))


def is_member(
    ruleset: Ruleset[S],
    state: S,
    speaker: Speaker,
    forms: Iterable[Form],
    command: Command,
    past: Past = no_past,
) -> bool:
    """Whether the command belongs to one of the forms.

    ``past`` gives the state at the end of the batch that ended with a version, or None: without it no rewind belongs.
    """
    named = predicates(ruleset, past)
    return any(admits(form, state, command, speaker, named) for form in forms)


def predicates(ruleset: Ruleset[S], past: Past = no_past) -> Mapping[str, Predicate]:
    """The named conditions between the fields of forms."""

    def rules(state: S, command: Command, speaker: Speaker) -> bool:
        target = past(command.to) if isinstance(command, Rewind) else None
        return refusal_for(ruleset, state, command, speaker, past=target) is None

    return {"rules": rules}
