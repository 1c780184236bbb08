"""What is counted of an S3 fight: throws, hits, damage, wounds, stuns, Breath, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import Count, Counted, Thrown
from domain.rulesets.s3.events.harm import (
    AttackHit,
    AttackMissed,
    BreathSpent,
    CombatantDisabled,
    DamageSuffered,
    Stunned,
    StuntDeclared,
    Wounded,
)
from domain.rulesets.s3.events.throws import CoinFlipped, CoinsThrown
from domain.rulesets.s3.events.turns import TurnBegun, TurnLost

RULINGS = frozenset(
    f"s3.{name}"
    for name in (
        "place",
        "impose",
        "heal",
        "restore_breath",
        "set_limb_penalty",
        "set_fate",
        "remove",
        "set_stunt_memory",
    )
)
"""Commands by which the narrator sets what no throw has settled."""


def commanded(event: Commanded) -> Iterator[Counted]:
    """A ruling: a correction, a modifier of a throw (S3-THROW-9), or a parry that the rules do not give."""
    command = event.command
    if command["type"] in RULINGS or "modifier" in command or "parry" in command:
        yield Counted(NARRATOR_ID, "rulings")


def damage_suffered(event: DamageSuffered) -> Iterator[Counted]:
    """Damage points, for whoever suffers them and for whoever dealt them."""
    yield Counted(event.combatant, "damage_suffered", event.points)
    if event.source is not None:
        yield Counted(event.source, "damage_dealt", event.points)


S3_TALLY: Mapping[type[Event], Count] = {
    Commanded: commanded,
    CoinsThrown: lambda event: (Thrown(event.combatant, event.label, event.draw),),
    CoinFlipped: lambda event: (Thrown(event.caller or event.actor, "flip", event.draw),),
    AttackHit: lambda event: (Counted(event.attacker, "hits"), Counted(event.target, "hits_taken")),
    AttackMissed: lambda event: (Counted(event.attacker, "misses"),),
    DamageSuffered: damage_suffered,
    Wounded: lambda event: (Counted(event.combatant, "wounds"),),
    Stunned: lambda event: (Counted(event.combatant, "stuns"),),
    CombatantDisabled: lambda event: (Counted(event.combatant, "disabled"),),
    StuntDeclared: lambda event: (Counted(event.combatant, "stunts"),),
    BreathSpent: lambda event: (Counted(event.combatant, "breath_spent", event.points),),
    TurnBegun: lambda event: (Counted(event.actor, "turns"),),
    TurnLost: lambda event: (Counted(event.actor, "turns_lost"),),
}
