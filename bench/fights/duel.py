"""The workload of the fold and duel measures: an endless fight, decided, folded, encoded and chained.

Each measured ruleset has its fight in a module of its own, which defines a ``Script``.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from domain.chance.draws import Seeded, draw_key
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command, Open
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import decide
from domain.ruleset.ruleset import Ruleset
from events.format.chain import extend, genesis
from events.format.codec import Codec

ENCOUNTER = "duel"
TIME = "2026-01-01T00:00:00.000Z"


@dataclass(frozen=True)
class Script:
    """An endless fight: the ruleset, the command that opens it, and its further commands."""

    ruleset: Ruleset[Any]
    opening: Open
    commands: Callable[[], Iterator[Command]]


class Duel:
    """A script played in this process, without a store."""

    def __init__(self, script: Script) -> None:
        self.ruleset = script.ruleset
        self.codec = Codec.of(self.ruleset)
        self.chance = Seeded(draw_key(bytes(32), ""))
        self.fight: Encounter = self.ruleset.state(id=ENCOUNTER)
        self.hash = genesis(ENCOUNTER)
        self.commands = script.commands()
        self.records: list[bytes] = []
        self.give(script.opening)

    def give(self, command: Command) -> int:
        """Decide one command and append its batch. Returns the number of its events."""
        secrets = SeedMaterial("0" * 64)
        decision = decide(self.ruleset, self.fight, command, NARRATOR, self.chance, secrets=secrets)
        if isinstance(decision, Refusal):
            raise TypeError(f"the duel was refused: {decision.detail}")
        records = self.codec.encode_batch(ENCOUNTER, self.fight.version + 1, TIME, "narrator", decision.events)
        self.hash = extend(self.hash, records)
        self.fight = decision.state
        self.records += records
        return len(records)

    def play(self, events: int) -> int:
        """Play until at least ``events`` more events are recorded. Returns their number."""
        done = 0
        while done < events:
            done += self.give(next(self.commands))
        return done


def state_hash(fight: Encounter) -> str:
    """Return a short hash of a state, which shows that a faster run computes the same."""
    return hashlib.sha256(msgspec.json.encode(fight, order="sorted")).hexdigest()[:16]
