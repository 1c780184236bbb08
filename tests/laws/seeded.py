"""Seeded chance at many places, for tests that compare throws with exact odds."""

from collections.abc import Iterator
from typing import Any

from domain.chance.draws import Seeded, draw_key
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.ruleset.ruleset import Ruleset

PLACES = 2_000


def seeds(name: str, places: int = PLACES) -> Iterator[Seeded]:
    """Yield a different source for each place."""
    return (Seeded(draw_key(bytes(range(32)), f"{name} {place}")) for place in range(places))


def played(ruleset: Ruleset[Any], before: Encounter, command: Command, places: int = PLACES) -> Iterator[list[Event]]:
    """Yield the events of a command, decided with a different seed at each of ``places`` places."""
    for chance in seeds(command.type, places):
        decision = decide(ruleset, before, command, NARRATOR, chance, secrets=SeedMaterial("0" * 64))
        assert isinstance(decision, Decided), decision
        yield [recorded.event for recorded in decision.events]
