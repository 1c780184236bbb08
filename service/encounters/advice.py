"""Advice on commands that are not valid: what was meant, and what the sender may do now."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from domain.core.commands import CORE_COMMANDS, Branch, Import, Open, type_of
from domain.model.encounter import Encounter
from domain.model.refusal import FieldError
from domain.model.speaker import Speaker
from domain.model.suggestions import some_of
from domain.ruleset.decider import possible, shut_out
from domain.ruleset.offering import lacking, untimely
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table.waiting import waits_for
from domain.text.validation import TYPE_FIELD, Known
from service.encounters.refusals import refused_now
from service.encounters.state_loader import CachedEncounter
from service.problems.problem import Problem, legal_now
from service.problems.validation import from_validation_error, lacking_in_command, unknown_fields
from service.rulesets.runtime import RulesetRuntime

ROUTES: Final[Mapping[str, str]] = {
    type_of(Open): "POST /v1/encounters",
    type_of(Branch): "POST /v1/encounters/{id}/branches",
    type_of(Import): "POST /v1/bundles",
}
"""The requests that make the commands which are recorded, but not sent as commands (``OPENING_COMMANDS``)."""


class CommandAdvice:
    """Advises the sender of an invalid command on an encounter, by the state of the encounter now."""

    def __init__(self, runtimes: Mapping[str, RulesetRuntime[Any]], cached: CachedEncounter, speaker: Speaker) -> None:
        self._runtimes, self._cached, self._speaker = runtimes, cached, speaker

    @property
    def _state(self) -> Encounter:
        return self._cached.current.state

    @property
    def _ruleset(self) -> Ruleset[Any]:
        return self._cached.runtime.ruleset

    def _known(self) -> Known:
        """Return what the command may have meant."""
        state, ruleset = self._state, self._ruleset
        return Known(
            _short(ruleset.title),
            {one: state.name_of(one) for one in state.joined},
            _by_label(ruleset),
            {
                type_of(one): _short(other.ruleset.title)
                for other in self._runtimes.values()
                if other is not self._cached.runtime
                for one in other.ruleset.commands
                if one not in CORE_COMMANDS
            },
            ROUTES,
            lacking(ruleset, state, self._speaker),
        )

    def on(self, error: ValidationError, body: Any) -> Problem:
        """Return the problem of a ``body`` that is no valid command.

        A command that lacks fields is refused as it would be with them, if it could not be given now with any.
        """
        model, known, lacks = self._cached.runtime.request, self._known(), lacking_in_command(error)
        if lacks is not None and (refused := self._untimely(body["command"], lacks)) is not None:
            return _with_unknown(refused, unknown_fields(error, body, model, known))
        return self._with_possible(from_validation_error(error, body, model, known))

    def _untimely(self, given: Mapping[str, Any], lacks: str) -> Problem | None:
        """Return the problem of a command that lacks fields, if it could not be given now with any; else None."""
        found = untimely(self._ruleset, self._state, self._speaker, given, lacks)
        return None if found is None else refused_now(found[0], self._cached, found[1], self._speaker)

    def _with_possible(self, problem: Problem) -> Problem:
        """Return the problem; if it is an unknown type, with what the speaker may do now.

        It is another problem if whatever the speaker commands is refused.
        """
        if problem.details.field != TYPE_FIELD:
            return problem
        if (refusal := shut_out(self._state, self._speaker)) is not None:
            return refused_now(refusal, self._cached, None, self._speaker)
        ruleset, legal = self._ruleset, possible(self._ruleset, self._state, self._speaker)
        labels = tuple([ruleset.labels.of(one) for one in legal])
        said = some_of(labels) or f"nothing; {waits_for(ruleset, self._state, self._speaker, None)}"
        return problem.but(detail=legal_now(problem.details.detail, said), legal=legal, legal_labels=labels)


def _with_unknown(problem: Problem, unknown: Sequence[FieldError]) -> Problem:
    """Return the problem of a command with what is wrong with fields of it that there are not."""
    said = [f"{one.field}: {one.detail}" for one in unknown]
    return problem.but(detail=" ".join([problem.details.detail, *said]), errors=(*problem.details.errors, *unknown))


def _by_label(ruleset: Ruleset[Any]) -> dict[str, str]:
    """Return the types of commands by their labels and those of their variants; the label of a command comes first.

    The variants of an answer are left out: out of its question, *Attack* means another command.
    """
    variants = {
        ruleset.labels.of(f"{type_of(one)}/{variant}").casefold(): type_of(one)
        for one in ruleset.commands
        for variant in one.variants
        if one.words is not None and variant in one.words.variants and one.answers_to is None
    }
    return {**variants, **{ruleset.labels.of(type_of(one)).casefold(): type_of(one) for one in ruleset.commands}}


def _short(title: str) -> str:
    """Return the title of a ruleset without its subtitle."""
    return title.partition(":")[0]
