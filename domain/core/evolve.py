"""How the shared events change the state."""

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
"""How each type of event changes a state, by the type."""


def nothing(state: Encounter, event: Event) -> None:
    """Facts that are remembered by the stream alone."""


def opened(state: Encounter, event: EncounterOpened) -> None:
    state.ruleset = event.ruleset
    state.name = event.name
    state.chance = event.chance
    state.epoch = 1
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = event.entropy


def opened_with(options: type[Any]) -> Callable[[Any, EncounterOpened], None]:
    """The fold for a ruleset whose state keeps its options as a value of this type."""

    def fold(state: Any, event: EncounterOpened) -> None:
        opened(state, event)
        state.options = msgspec.convert(event.options, options)

    return fold


def joined(state: Encounter, event: CombatantJoined) -> None:
    """Whoever joins keeps its ID for ever; what else its sheet brings is the ruleset's to fold."""
    state.joined = (*state.joined, event.combatant)
    if event.secret:
        state.secret_sheets = (*state.secret_sheets, event.combatant)
    if event.policies:
        brought = {f"{event.combatant}/{kind}": answer for kind, answer in event.policies.items()}
        state.policies = {**state.policies, **brought}


def prompted(state: Encounter, event: Prompted) -> None:
    prompt = Prompt(
        event.id,
        event.kind,
        event.to,
        event.told,
        event.secret or event.forms,
        state.version,
        event.sealed,
        event.replaceable,
        bool(event.secret),
        tuple(event.hidden),
    )
    state.prompts = (*state.prompts, prompt)
    if event.waiting is not None:
        state.waiting = (*state.waiting, event.waiting)
    elif event.joins is not None:
        asked = Question(event.kind, event.to, event.told)
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
    """Take the carried state over, but for what never rewinds: identity, version, status, epoch, policies."""
    carried = msgspec.convert({**event.state, **event.hidden}, type(state))
    for name in state.__struct_fields__:
        if name not in NEVER_REWINDS:
            setattr(state, name, getattr(carried, name))
    state.epoch = event.epoch
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = ""


def imported(state: Encounter, event: Imported) -> None:
    """The encounter has another name and another seed from now on, and else stands as it stood."""
    state.id = event.encounter
    state.epoch = event.epoch
    state.commitment = event.commitment
    state.hidden_commitment = event.hidden_commitment
    state.entropy = ""
    state.prefix = Prefix(event.of, event.events, event.chain, event.epoch)


def branched(state: Encounter, event: Branched) -> None:
    """Begin with the carried state; what is open there is open from this event on."""
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
"""What of a state belongs to its encounter alone."""
NEVER_REWINDS = NEVER_CARRIED | {"policies", "joined"}


def closed(state: Encounter, event: EncounterClosed) -> None:
    state.status = "closed"
    state.prompts = ()
    state.answers = {}
    state.waiting = ()


CORE_FOLDS: Folds = {
    Commanded: nothing,
    EncounterOpened: opened,
    CombatantJoined: joined,
    Prompted: prompted,
    Answered: answered,
    AnswerUnused: nothing,
    PromptLapsed: lapsed,
    Resumed: resumed,
    PolicySet: policy_set,
    Noted: nothing,
    Ruled: nothing,
    Rewound: rewound,
    Imported: imported,
    EncounterClosed: closed,
    Branched: branched,
}
