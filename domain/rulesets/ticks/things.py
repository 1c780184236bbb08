"""The names of things that sentences need: those in a state, and those that a new combatant brings."""

from collections.abc import Mapping

from domain.core.events import CombatantJoined
from domain.rulesets.ticks.said import thing_names
from domain.rulesets.ticks.state import Fight


def things(fight: Fight) -> Mapping[str, str]:
    """All that is carried or lies on the ground."""
    carried = {item: thing.name for person in fight.people.values() for item, thing in person.things.items()}
    return thing_names({**carried, **{item: lying.thing.name for item, lying in fight.ground.items()}})


def things_joined(event: CombatantJoined) -> Mapping[str, str]:
    """What a newcomer carries, as far as its sheet may be read."""
    return thing_names({item: str(thing["name"]) for item, thing in event.sheet.get("things", {}).items()})
