"""The legal commands of a speaker, and whether a command is one of them.

``legal_forms`` lists the forms of the ruleset; ``is_member`` tests whether a command belongs to one of them. The
predicate ``rules`` of a form probes the decision of the command, so that forms and decisions always agree.
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
StateAtVersion = Callable[[int], Any]
"""Returns the state at the end of the batch that ended with a version, or None."""


def no_past_states(version: int) -> None:
    """Return None: no earlier state is available."""


def legal_forms(ruleset: Ruleset[S], state: S, speaker: Speaker) -> list[Form]:
    """Return the forms of all commands that the speaker may give now."""
    return ruleset.forms(state, speaker, lambda fight, command, who: refusal_for(ruleset, fight, command, who))


def is_member(
    ruleset: Ruleset[S],
    state: S,
    speaker: Speaker,
    forms: Iterable[Form],
    command: Command,
    past: StateAtVersion = no_past_states,
) -> bool:
    """Return whether the command belongs to one of the forms.

    ``past`` looks up the state to rewind to; without it, no rewind belongs to a form.
    """
    named = predicates(ruleset, past)
    return any(admits(form, state, command, speaker, named) for form in forms)


def predicates(ruleset: Ruleset[S], past: StateAtVersion = no_past_states) -> Mapping[str, Predicate]:
    """Return the predicates that forms name."""

    def rules(state: S, command: Command, speaker: Speaker) -> bool:
        target = past(command.to) if isinstance(command, Rewind) else None
        return refusal_for(ruleset, state, command, speaker, past=target) is None

    return {"rules": rules}
