"""What is counted of a Century fight: throws, rolls, hits, damage, fate, who falls, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.chance.draws import Draw
from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow, rulings_of
from domain.rulesets.century.chapters import CHAPTERS
from domain.rulesets.century.chapters.attack.scatter import Scattered
from domain.rulesets.century.chapters.attack.shots import CoverRolled, MissForced, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Died, Downed, HpGained, HpLost
from domain.rulesets.century.chapters.narrator.attitudes import AttitudeThrown
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown
from domain.rulesets.century.chapters.round.initiative import InitiativeThrown
from domain.rulesets.century.chapters.round.ties import TieBroken

RULINGS = rulings_of(CHAPTERS)
"""Commands by which the narrator sets what no die has settled."""


def commanded(event: Commanded) -> Iterator[TallyAmount]:
    """A ruling: a correction, or modifiers that the narrator adds to a roll."""
    if event.command["type"] in RULINGS or "modifiers" in event.command:
        yield TallyAmount(NARRATOR_ID, "rulings")


def percent_thrown(event: PercentThrown) -> Iterator[TallyThrow | TallyAmount]:
    """A d100 under a target number; critical throws are counted besides."""
    if event.die is not None:
        yield TallyThrow(event.combatant, "roll", event.die)
    if event.critical is not None:
        yield TallyAmount(event.combatant, f"critical_{'successes' if event.critical == 'success' else 'failures'}")


def roll_judged(event: RollJudged) -> Iterator[TallyAmount]:
    """Rolls, and those that succeed; what is hidden is not counted."""
    if event.success is not None:
        yield TallyAmount(event.combatant, "rolls")
    if event.success:
        yield TallyAmount(event.combatant, "successes")


def damage_thrown(event: DamageThrown) -> Iterator[TallyThrow]:
    """Damage dice, for whoever throws them."""
    if event.dice is not None:
        yield TallyThrow(event.combatant or event.target or NARRATOR_ID, "damage", event.dice)


def of_somebody(whom: str, what: str, draw: Draw | None) -> Iterator[TallyThrow]:
    """A draw, where there is one."""
    if draw is not None:
        yield TallyThrow(whom, what, draw)


CENTURY_TALLY: Mapping[type[Event], CountEvent] = {
    Commanded: commanded,
    PercentThrown: percent_thrown,
    RollJudged: roll_judged,
    AttitudeThrown: lambda event: of_somebody(event.npc, "attitude", event.die),
    InitiativeThrown: lambda event: (TallyThrow(event.combatant, "initiative", event.dice),),
    TieBroken: lambda event: (TallyThrow(event.combatant, "tie break", event.die),),
    CoverRolled: lambda event: (TallyThrow(event.combatant, "cover", event.die),),
    Scattered: lambda event: (
        TallyThrow(event.combatant, "scatter", event.direction),
        TallyThrow(event.combatant, "scatter", event.metres),
    ),
    ShotHit: lambda event: (TallyAmount(event.combatant, "hits"),),
    ShotMissed: lambda event: (TallyAmount(event.combatant, "misses"),),
    MissForced: lambda event: (TallyAmount(event.combatant, "forced_misses"),),
    FateSpent: lambda event: (TallyAmount(event.combatant, "fate_spent", event.points),),
    DamageThrown: damage_thrown,
    HpLost: lambda event: (TallyAmount(event.combatant, "hp_lost", event.points),) if event.points else (),
    HpGained: lambda event: of_somebody(event.combatant, "healing", event.dice),
    Downed: lambda event: (TallyAmount(event.combatant, "downed"),),
    Died: lambda event: (TallyAmount(event.combatant, "died"),),
}
