"""Carried states: the states inside rewind and branch events, which have a schema and upcasters of their own."""

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
    """Return a function that lifts carried states to the ruleset's current schema. ValueError if an upcaster is
    missing.
    """
    upcasters = Upcasters("state", ruleset.state_upcasters)
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
    """Return the parent's state that a branch starts from, as the branch recorded it."""
    state = msgspec.convert({**event.state, **event.hidden}, ruleset.state)
    state.id, state.version = event.of, event.at
    state.lineage, state.before = event.ancestors, event.before + BRANCHED_AT - event.at
    return state
