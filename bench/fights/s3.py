"""The duel of S3: two fighters who shoot at each other each turn.

Standing answers decide every prompt, and Fortitude is so high that neither falls, so every exchange runs in full.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.narrator.conditions import Heal
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn

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
ROUND = (
    BeginRound(),
    BeginTurn(pc="ogre", npc="bell", order="pc_first"),
    *(Attack(actor="ogre", target="bell", weapon="pistol"),) * 2,
    EndTurn(actor="ogre"),
    *(Attack(actor="bell", target="ogre", weapon="pistol"),) * 2,
    EndTurn(actor="bell"),
)
ROUNDS_BETWEEN_HEALING = 10
HEALING = (Heal(combatant="ogre", wounds="all"), Heal(combatant="bell", wounds="all"))


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: rounds in which both shoot twice, and healing."""
    while True:
        yield from HEALING
        for _ in range(ROUNDS_BETWEEN_HEALING):
            yield from ROUND


S3_DUEL = Script(S3, OPENING, script)
