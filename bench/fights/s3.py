"""The duel of S3: two fighters who shoot at each other each turn.

Standing answers decide every prompt, and Fortitude is so high that neither falls, so every exchange runs in full.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open
from domain.rulesets.s3 import S3
from domain.rulesets.s3 import commands as ask

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
    ask.BeginRound(),
    ask.BeginTurn(pc="ogre", npc="bell", order="pc_first"),
    *(ask.Attack(actor="ogre", target="bell", weapon="pistol"),) * 2,
    ask.EndTurn(actor="ogre"),
    *(ask.Attack(actor="bell", target="ogre", weapon="pistol"),) * 2,
    ask.EndTurn(actor="bell"),
)
ROUNDS_BETWEEN_HEALING = 10
HEALING = (ask.Heal(combatant="ogre", wounds="all"), ask.Heal(combatant="bell", wounds="all"))


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: rounds in which both shoot twice, and healing."""
    while True:
        yield from HEALING
        for _ in range(ROUNDS_BETWEEN_HEALING):
            yield from ROUND


S3_DUEL = Script(S3, OPENING, script)
