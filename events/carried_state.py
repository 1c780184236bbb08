"""The state that a rewind carries has a schema of its own, which the ruleset's upcasters for states lift on read."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.core_events import Rewound
from domain.ruleset import Ruleset
from events.upcasters import Upcasters


def carried_state_lift(ruleset: Ruleset[Any]) -> Callable[[Rewound], Rewound]:
    """What lifts carried states of the ruleset to its present schema. ValueError if a step is missing."""
    upcasters = Upcasters("state", ruleset.lift_states)
    current = ruleset.state.schema
    upcasters.require_complete({ruleset.key: current})

    def lift(event: Rewound) -> Rewound:
        if event.state_schema == current:
            return event
        whole = upcasters.lift(ruleset.key, event.state_schema, {**event.state, **event.hidden}, to=current)
        hidden = {name: whole.pop(name) for name in event.hidden if name in whole}
        return replace(event, state=whole, hidden=hidden, state_schema=current)

    return lift
