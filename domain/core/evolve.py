"""Folds of the shared events: how each changes the state."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.core.events import (
    Answered,
    AnswerUnused,
    Branched,
    CombatantJoined,
    Commanded,
    EncounterClosed,
    EncounterOpened,
    Imported,
    Noted,
    PolicySet,
    Prompted,
    PromptLapsed,
    Resumed,
    Rewound,
    Ruled,
)
from domain.model.encounter import BranchPoint, Encounter, Prefix, Prompt, Question
from domain.model.event import Event

Folds = Mapping[type[Event], Callable[[Any, Any], None]]
"""Event types to the functions that change a state by an event of that type."""


def no_change(state: Encounter, event: Event) -> None:
    """Leave the state unchanged, for events that only the stream records."""


def opened(state: Encounter, event: EncounterOpened) -> None:
    state.ruleset = event.ruleset
    state.name = event.name
    state.chance = event.chance
    state.epoch = 1
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = event.entropy


def opened_with(options: type[Any]) -> Callable[[Any, EncounterOpened], None]:
    """Return the fold for a ruleset whose state keeps its options as a value of this type."""

    def fold(state: Any, event: EncounterOpened) -> None:
        opened(state, event)
        state.options = msgspec.convert(event.options, options)

    return fold


def joined(state: Encounter, event: CombatantJoined) -> None:
    """Record the permanent ID of the combatant and its policies; the ruleset folds the sheet."""
    state.joined = (*state.joined, event.combatant)
    if event.secret:
        state.secret_sheets = (*state.secret_sheets, event.combatant)
    if event.pronoun is not None:
        state.pronouns = {**state.pronouns, event.combatant: event.pronoun}
    if event.policies:
        policies = {f"{event.combatant}/{kind}": answer for kind, answer in event.policies.items()}
        state.policies = {**state.policies, **policies}


def prompted(state: Encounter, event: Prompted) -> None:
    prompt = Prompt(
        event.id,
        event.visible_kind,
        event.to,
        event.visible_about,
        event.secret or event.forms,
        state.version,
        event.sealed,
        event.replaceable,
        bool(event.secret),
        tuple(event.hidden),
        bool(event.veiled),
    )
    state.prompts = (*state.prompts, prompt)
    if event.waiting is not None:
        state.waiting = (*state.waiting, event.waiting)
    elif event.joins is not None:
        asked = Question(event.visible_kind, event.to, event.visible_about)
        state.waiting = tuple(
            replace(group, questions={**group.questions, event.id: asked}) if group.name == event.joins else group
            for group in state.waiting
        )


def answered(state: Encounter, event: Answered) -> None:
    if event.prompt is None:
        return
    prompt = state.prompt(event.prompt)
    given = event.given
    state.answers = {**state.answers, event.prompt: given}
    if prompt is not None and not prompt.replaceable:
        state.prompts = tuple([other for other in state.prompts if other is not prompt])


def lapsed(state: Encounter, event: PromptLapsed) -> None:
    state.prompts = tuple(prompt for prompt in state.prompts if prompt.id != event.prompt)
    state.answers = {name: answer for name, answer in state.answers.items() if name != event.prompt}


def resumed(state: Encounter, event: Resumed) -> None:
    settled = event.prompts
    state.waiting = tuple([group for group in state.waiting if group.name not in settled])
    state.answers = {name: answer for name, answer in state.answers.items() if name not in settled}
    state.prompts = tuple([prompt for prompt in state.prompts if prompt.id not in settled])


def policy_set(state: Encounter, event: PolicySet) -> None:
    policies = {name: answer for name, answer in state.policies.items() if name != f"{event.of}/{event.kind}"}
    if event.answer is not None:
        policies[f"{event.of}/{event.kind}"] = event.answer
    state.policies = policies


def rewound(state: Encounter, event: Rewound) -> None:
    """Restore the carried state, except the fields of ``NEVER_REWINDS``, and begin the new epoch."""
    carried = msgspec.convert({**event.state, **event.hidden}, type(state))
    for name in state.__struct_fields__:
        if name not in NEVER_REWINDS:
            setattr(state, name, getattr(carried, name))
    state.epoch = event.epoch
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = ""


def imported(state: Encounter, event: Imported) -> None:
    """Change the ID and the seeds of the encounter; everything else stays unchanged."""
    state.id = event.encounter
    state.epoch = event.epoch
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = ""
    state.prefix = Prefix(event.of, event.events, event.chain, event.epoch)


def branched(state: Encounter, event: Branched) -> None:
    """Begin with the carried state; its open prompts count as opened by this event."""
    carried = msgspec.convert({**event.state, **event.hidden}, type(state))
    for name in state.__struct_fields__:
        if name not in NEVER_CARRIED:
            setattr(state, name, getattr(carried, name))
    state.ruleset = event.ruleset
    state.name = event.name
    state.chance = event.chance
    state.epoch = event.epoch
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = event.entropy
    state.prompts = tuple([replace(prompt, version=state.version) for prompt in state.prompts])
    state.lineage = (BranchPoint(event.of, event.at, event.chain), *event.ancestors)
    state.before = event.before


NEVER_CARRIED = frozenset(
    {
        "id",
        "version",
        "status",
        "epoch",
        "commitment",
        "hidden_commitment",
        "entropy",
        "prefix",
        "lineage",
        "before",
    }
)
"""Fields of a state that belong to its encounter alone."""
NEVER_REWINDS = NEVER_CARRIED | {"policies", "joined"}
"""Fields that a rewind leaves unchanged."""


def closed(state: Encounter, event: EncounterClosed) -> None:
    state.status = "closed"
    state.prompts = ()
    state.answers = {}
    state.waiting = ()


CORE_FOLDS: Folds = {
    Commanded: no_change,
    EncounterOpened: opened,
    CombatantJoined: joined,
    Prompted: prompted,
    Answered: answered,
    AnswerUnused: no_change,
    PromptLapsed: lapsed,
    Resumed: resumed,
    PolicySet: policy_set,
    Noted: no_change,
    Ruled: no_change,
    Rewound: rewound,
    Imported: imported,
    EncounterClosed: closed,
    Branched: branched,
}
