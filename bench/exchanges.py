"""The work of the fold and duel measures: two S3 fighters who shoot at each other, turn after turn.

Standing answers decide everything, and Fortitude is so high that nobody ever falls: every exchange runs in full.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from domain.chance import Seeded, draw_key
from domain.core_commands import Command, Join, Open
from domain.deciding import decide
from domain.refusal import Refusal
from domain.rulesets.s3 import S3
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.state import Fight
from domain.speaker import NARRATOR
from domain.table import Secrets
from events.chain import extend, genesis
from events.codec import Codec

ENCOUNTER = "duel"
TIME = "2026-01-01T00:00:00.000Z"
STURDY = {
    "fortitude": 30,
    "fortitude_bonus": 10,
    "talents": ["gunslinger"],
    "policy": {"oppose": {"skill": "evasion"}, "call": "heads", "when_stunned": "decline"},
}
OPENING = Open(
    ruleset="s3",
    options={"wound_scale": "per_three", "disable_by_wounds": "exceeds", "wounds_on_fortitude": False},
    combatants=(
        Join(template="one_eyed_ogre", id="ogre", sheet=STURDY),
        Join(template="golden_bell_member", id="bell", sheet=STURDY),
    ),
)
SHOT = {
    "ogre": ask.Attack(actor="ogre", target="bell", weapon="pistol"),
    "bell": ask.Attack(actor="bell", target="ogre", weapon="pistol"),
}
ROUNDS_BETWEEN_HEALING = 10
HEALING = {"ogre": ask.Heal(combatant="ogre", wounds="all"), "bell": ask.Heal(combatant="bell", wounds="all")}


def script() -> Iterator[Command]:
    """The commands of the duel, for ever: rounds in which both shoot twice; now and then they are patched up."""
    while True:
        yield from HEALING.values()
        for _ in range(ROUNDS_BETWEEN_HEALING):
            yield ask.BeginRound()
            yield ask.BeginTurn(pc="ogre", npc="bell", order="pc_first")
            for shooter in ("ogre", "bell"):
                yield SHOT[shooter]
                yield SHOT[shooter]
                yield ask.EndTurn(actor=shooter)


class Duel:
    """A duel that is decided, folded, encoded and chained in this process, without a store."""

    def __init__(self) -> None:
        self.codec = Codec(S3.events)
        self.chance = Seeded(draw_key(bytes(32), ""))
        self.fight = Fight(id=ENCOUNTER)
        self.hash = genesis(ENCOUNTER)
        self.commands = script()
        self.records: list[bytes] = []
        self.give(OPENING)

    def give(self, command: Command) -> int:
        """Decide one command and take its batch; gives the number of its events."""
        secrets = Secrets("0" * 64)
        decision = decide(S3, self.fight, command, NARRATOR, self.chance, secrets=secrets)
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


def state_hash(fight: Fight) -> str:
    """A short hash of a state, to show that a faster run computes the same."""
    return hashlib.sha256(msgspec.json.encode(fight, order="sorted")).hexdigest()[:16]
