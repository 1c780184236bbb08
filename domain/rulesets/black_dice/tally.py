"""What is counted of a Black Dice fight: throws, hits, damage, wounds, fate, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import Count, Counted, Thrown
from domain.rulesets.black_dice.events.harm import BeganDying, DamageCounted, Died, FellUnconscious, Injured
from domain.rulesets.black_dice.events.rounds import ExchangeDecided
from domain.rulesets.black_dice.events.throws import DiceThrown, FateSpent, ScriptingSpent
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING

RULINGS = frozenset(
    f"black_dice.{name}" for name in ("place", "modify", "award", "grant_fate", "injure", "foul_effect", "awareness")
)
"""Commands by which the narrator sets what no throw has settled."""


def commanded(event: Commanded) -> Iterator[Counted]:
    """A ruling: a correction, or dice that the narrator adds to a roll (BD-SKILL-8)."""
    command = event.command
    if command["type"] in RULINGS or any(dice in command for dice in ("bonus", "penalty", "black")):
        yield Counted(NARRATOR_ID, "rulings")


def dice_thrown(event: DiceThrown) -> Iterator[Thrown | Counted]:
    """Every draw of a throw by itself; foul failures beside."""
    for colour, draw in (("white", event.white), ("black", event.black), *(("white", wave) for wave in event.more)):
        if draw is not None:
            yield Thrown(event.combatant, f"{event.label} ({colour})", draw)
    if event.foul:
        yield Counted(event.combatant, "foul_failures")


def exchange_decided(event: ExchangeDecided) -> Iterator[Counted]:
    """Hits, for who strikes and for who is struck."""
    first, second = event.combatants
    for hitter in event.hits:
        yield Counted(hitter, "hits")
        yield Counted(second if hitter == first else first, "hits_taken")


def damage_counted(event: DamageCounted) -> Iterator[Counted]:
    """Damage points, for whoever suffers them and for whoever dealt them."""
    if event.points:
        yield Counted(event.combatant, "damage_suffered", event.points)
        if event.source is not None:
            yield Counted(event.source, "damage_dealt", event.points)


BLACK_DICE_TALLY: Mapping[type[Event], Count] = {
    Commanded: commanded,
    DiceThrown: dice_thrown,
    ExchangeDecided: exchange_decided,
    DamageCounted: damage_counted,
    FateSpent: lambda event: (Counted(event.combatant, "fate_spent", event.pips),),
    ScriptingSpent: lambda event: (Counted(event.combatant, "fate_spent", PIPS_OF_SCRIPTING),),
    FellUnconscious: lambda event: (Counted(event.combatant, "unconscious"),),
    BeganDying: lambda event: (Counted(event.combatant, "dying"),),
    Died: lambda event: (Counted(event.combatant, "deaths"),),
    Injured: lambda event: (Counted(event.combatant, "injuries"),),
}
