"""What a speaker may do now, and whether a command is among it.

``legal_forms`` lists the forms of the ruleset; ``is_member`` says whether a command belongs to one of them. A form's
predicate ``rules`` asks the rules themselves, so that forms and decisions cannot drift apart.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from domain.core_commands import Command
from domain.deciding import objection
from domain.encounter import Encounter
from domain.forms import Form, Predicate, admits
from domain.ruleset import Ruleset
from domain.speaker import Speaker

S = TypeVar("S", bound=Encounter)


def legal_forms(ruleset: Ruleset[S], state: S, speaker: Speaker) -> list[Form]:
    """Everything that the speaker may command now."""
    return ruleset.forms(state, speaker, lambda fight, command, who: objection(ruleset, fight, command, who))


def is_member(ruleset: Ruleset[S], state: S, speaker: Speaker, forms: Iterable[Form], command: Command) -> bool:
    """Whether the command belongs to one of the forms."""
    return any(admits(form, state, command, speaker, predicates(ruleset)) for form in forms)


def predicates(ruleset: Ruleset[S]) -> Mapping[str, Predicate]:
    """The named conditions between the fields of forms."""
    return {"rules": lambda state, command, speaker: objection(ruleset, state, command, speaker) is None}
