"""What somebody at a page would type into fields that every ruleset has."""

import random
from collections.abc import Callable
from typing import Any

Maker = Callable[[random.Random, Any], Any]
"""Makes a value for a field from the state of a fight."""
NOBODY = "nobody"


def one_of(*values: Any) -> Maker:
    """One of a few values, whatever the fight."""
    return lambda chance, fight: chance.choice(values)


def somebody(chance: random.Random, fight: Any) -> str:
    """A combatant, or now and then somebody whom nobody knows."""
    name: str = chance.choice([*fight.people, *fight.people, NOBODY])
    return name


def several(chance: random.Random, fight: Any, *, least: int = 0) -> list[str]:
    """Up to three combatants, seldom with somebody whom nobody knows among them."""
    known = [*fight.people, NOBODY] if chance.random() < 0.1 else [*fight.people]
    return chance.sample(known, chance.randint(least, min(3, len(known))))
