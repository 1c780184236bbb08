"""The work of the fold and duel measures: a fight of two who never fall, decided, folded, encoded and chained.

Each ruleset that is measured has its fight in a module of its own, which gives a ``Script``.
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
    """A fight without an end: the ruleset, the command that opens it, and then its commands, for ever."""

    ruleset: Ruleset[Any]
    opening: Open
    commands: Callable[[], Iterator[Command]]


class Duel:
    """A script that is played in this process, without a store."""

    def __init__(self, script: Script) -> None:
        self.ruleset = script.ruleset
        self.codec = Codec(self.ruleset.events)
        self.chance = Seeded(draw_key(bytes(32), ""))
        self.fight: Encounter = self.ruleset.state(id=ENCOUNTER)
        self.hash = genesis(ENCOUNTER)
        self.commands = script.commands()
        self.records: list[bytes] = []
        self.give(script.opening)

    def give(self, command: Command) -> int:
        """Decide one command and take its batch; gives the number of its events."""
        secrets = SeedMaterial("0" * 64)
        decision = decide(self.ruleset, self.fight, command, NARRATOR, self.chance, secrets=secrets)
        if isinstance(decision, Refusal):
            raise TypeError(f"the duel broke off: {decision.detail}")
        records = self.codec.encode_batch(ENCOUNTER, self.fight.version + 1, TIME, "narrator", decision.events)
        self.hash = extend(self.hash, records)
        self.fight = decision.state
        self.records += records
        return len(records)

    def play(self, events: int) -> int:
        """Play until so many more events are recorded; gives how many there are."""
        done = 0
        while done < events:
            done += self.give(next(self.commands))
        return done


def state_hash(fight: Encounter) -> str:
    """A short hash of a state, to show that a faster run computes the same."""
    return hashlib.sha256(msgspec.json.encode(fight, order="sorted")).hexdigest()[:16]
