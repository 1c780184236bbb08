"""What is counted of a Black Dice fight: throws, hits, damage, wounds, fate, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow, rulings_of
from domain.rulesets.black_dice.chapters import CHAPTERS
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.scripting import ScriptingSpent
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING

RULINGS = rulings_of(CHAPTERS)
"""Commands by which the narrator sets what no throw has settled."""


def commanded(event: Commanded) -> Iterator[TallyAmount]:
    """A ruling: a correction, or dice that the narrator adds to a roll (BD-SKILL-8)."""
    command = event.command
    if command["type"] in RULINGS or any(dice in command for dice in ("bonus", "penalty", "black")):
        yield TallyAmount(NARRATOR_ID, "rulings")


def dice_thrown(event: DiceThrown) -> Iterator[TallyThrow | TallyAmount]:
    """Every draw of a throw by itself; foul failures beside."""
    for colour, draw in (("white", event.white), ("black", event.black), *(("white", wave) for wave in event.more)):
        if draw is not None:
            yield TallyThrow(event.combatant, f"{event.label} ({colour})", draw)
    if event.foul:
        yield TallyAmount(event.combatant, "foul_failures")


def exchange_decided(event: ExchangeDecided) -> Iterator[TallyAmount]:
    """Hits, for who strikes and for who is struck."""
    first, second = event.combatants
    for hitter in event.hits:
        yield TallyAmount(hitter, "hits")
        yield TallyAmount(second if hitter == first else first, "hits_taken")


def damage_counted(event: DamageCounted) -> Iterator[TallyAmount]:
    """Damage points, for whoever suffers them and for whoever dealt them."""
    if event.points:
        yield TallyAmount(event.combatant, "damage_suffered", event.points)
        if event.source is not None:
            yield TallyAmount(event.source, "damage_dealt", event.points)


BLACK_DICE_TALLY: Mapping[type[Event], CountEvent] = {
    Commanded: commanded,
    DiceThrown: dice_thrown,
    ExchangeDecided: exchange_decided,
    DamageCounted: damage_counted,
    FateSpent: lambda event: (TallyAmount(event.combatant, "fate_spent", event.pips),),
    ScriptingSpent: lambda event: (TallyAmount(event.combatant, "fate_spent", PIPS_OF_SCRIPTING),),
    FellUnconscious: lambda event: (TallyAmount(event.combatant, "unconscious"),),
    BeganDying: lambda event: (TallyAmount(event.combatant, "dying"),),
    Died: lambda event: (TallyAmount(event.combatant, "deaths"),),
    Injured: lambda event: (TallyAmount(event.combatant, "injuries"),),
}
