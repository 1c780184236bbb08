"""The state that a rewind or a branch carries has a schema of its own; the ruleset's upcasters lift it on read."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from domain.core.events import Branched, Rewound
from domain.model.encounter import BRANCHED_AT, Encounter
from domain.ruleset.ruleset import Ruleset
from events.format.upcasters import Upcasters

CARRYING: Final = (Rewound, Branched)
"""The events that carry a state."""
C = TypeVar("C", Rewound, Branched)
S = TypeVar("S", bound=Encounter)


def carried_state_lift(ruleset: Ruleset[Any]) -> Callable[[Any], Any]:
    """What lifts carried states of the ruleset to its present schema. ValueError if a step is missing."""
    upcasters = Upcasters("state", ruleset.lift_states)
    current = ruleset.state.schema
    upcasters.require_complete({ruleset.key: current})

    def lift(event: C) -> C:
        if event.state_schema == current:
            return event
        whole = upcasters.lift(ruleset.key, event.state_schema, {**event.state, **event.hidden}, to=current)
        hidden = {name: whole.pop(name) for name in event.hidden if name in whole}
        return replace(event, state=whole, hidden=hidden, state_schema=current)

    return lift


def carried_by(event: Branched, ruleset: Ruleset[S]) -> S:
    """The state of the parent that a branch says it begins with."""
    state = msgspec.convert({**event.state, **event.hidden}, ruleset.state)
    state.id, state.version = event.of, event.at
    state.lineage, state.before = event.ancestors, event.before + BRANCHED_AT - event.at
    return state
