"""What is counted of an S3 fight: throws, hits, damage, wounds, stuns, Breath, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow, rulings_of
from domain.rulesets.s3.chapters import CHAPTERS
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent, StuntDeclared
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.turns import TurnBegun, TurnLost
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded

RULINGS = rulings_of(CHAPTERS)
"""Commands by which the narrator sets what no throw has settled."""


def commanded(event: Commanded) -> Iterator[TallyAmount]:
    """A ruling: a correction, a modifier of a throw (S3-THROW-9), or a parry that the rules do not give."""
    command = event.command
    if command["type"] in RULINGS or "modifier" in command or "parry" in command:
        yield TallyAmount(NARRATOR_ID, "rulings")


def damage_suffered(event: DamageSuffered) -> Iterator[TallyAmount]:
    """Count damage points, for the combatant that suffers them and the one that dealt them."""
    yield TallyAmount(event.combatant, "damage_suffered", event.points)
    if event.source is not None:
        yield TallyAmount(event.source, "damage_dealt", event.points)


S3_TALLY: Mapping[type[Event], CountEvent] = {
    Commanded: commanded,
    CoinsThrown: lambda event: (TallyThrow(event.combatant, event.label, event.draw),),
    CoinFlipped: lambda event: (TallyThrow(event.caller or event.actor, "flip", event.draw),),
    AttackHit: lambda event: (TallyAmount(event.attacker, "hits"), TallyAmount(event.target, "hits_taken")),
    AttackMissed: lambda event: (TallyAmount(event.attacker, "misses"),),
    DamageSuffered: damage_suffered,
    Wounded: lambda event: (TallyAmount(event.combatant, "wounds"),),
    Stunned: lambda event: (TallyAmount(event.combatant, "stuns"),),
    CombatantDisabled: lambda event: (TallyAmount(event.combatant, "disabled"),),
    StuntDeclared: lambda event: (TallyAmount(event.combatant, "stunts"),),
    BreathSpent: lambda event: (TallyAmount(event.combatant, "breath_spent", event.points),),
    TurnBegun: lambda event: (TallyAmount(event.actor, "turns"),),
    TurnLost: lambda event: (TallyAmount(event.actor, "turns_lost"),),
}
