"""Random values that a user might type into the fields that every ruleset has."""

import random
from collections.abc import Callable
from typing import Any

Maker = Callable[[random.Random, Any], Any]
"""A function that makes a value for a field from the state of a fight."""
NOBODY = "nobody"


def one_of(*values: Any) -> Maker:
    """Make one of a few values, independent of the fight."""
    return lambda chance, fight: chance.choice(values)


def somebody(chance: random.Random, fight: Any) -> str:
    """Return a combatant, or occasionally an unknown ID."""
    name: str = chance.choice([*fight.people, *fight.people, NOBODY])
    return name


def several(chance: random.Random, fight: Any, *, least: int = 0) -> list[str]:
    """Return up to three combatants, rarely with an unknown ID among them."""
    known = [*fight.people, NOBODY] if chance.random() < 0.1 else [*fight.people]
    return chance.sample(known, chance.randint(least, min(3, len(known))))
