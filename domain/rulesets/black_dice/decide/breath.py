"""Breath: holding it, and rounds without air (BD-DROWN). The first two steps of the end of a round (BD-ROUND-8)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice.commands import HoldBreath
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.damage import Blow, land
from domain.rulesets.black_dice.decide.ending import Ending
from domain.rulesets.black_dice.decide.pools import effect_throw
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.perils import BreathHeld, BreathReleased, BreathSpent, StrenuousRuled
from domain.rulesets.black_dice.state import Breath, Fight, Person

POINTS_OF_FORTITUDE = 8
CALM, STRENUOUS = 1, 4


class Airless(msgspec.Struct, frozen=True):
    """Somebody without air at the end of a round."""

    combatant: str


def hold_breath(decision: Decision[Fight], command: HoldBreath) -> None:
    """Begin or end to hold the breath, or say whether this round is strenuous for somebody (BD-DROWN-4, -5, -8)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require(person.breathes, "BD-DROWN-9", f"{person.name} does not breathe.", field="command.combatant")
    field = "command.breath"
    if command.breath == "start":
        said = f"{person.name} has taken a deep breath already."
        require(person.breath is None, "BD-DROWN-8", said, field=field)
        decision.record(BreathHeld(combatant=person.id, points=breath_points(decision.state, person)))
    elif command.breath == "end":
        require(person.breath is not None, "BD-DROWN-8", f"{person.name} breathes already.", field=field)
        decision.record(BreathReleased(combatant=person.id))
    if command.strenuous is not None:
        require(
            person.breath is not None,
            "BD-DROWN-5",
            f"{person.name} breathes freely; a round is strenuous or calm only for those who hold their breath.",
            field="command.strenuous",
        )
        decision.record(StrenuousRuled(combatant=person.id, strenuous=command.strenuous))


def breath_points(fight: Fight, person: Person) -> int:
    """Eight points for each point of Fortitude, which counts as one at least (BD-DROWN-1, BD-DROWN-3)."""
    return POINTS_OF_FORTITUDE * max(fight.options.breath_minimum, person.stats["fortitude"])


@stages.stage("black_dice.breath.spend", Ending)
def spend_breath(decision: Decision[Fight], ending: Ending) -> None:
    """Step 1 of the end of a round: a calm round costs one point, a strenuous one four (BD-DROWN-2, -4).

    A round that began without points has no air; nor has the next one for whoever fell unconscious in this one, who
    then has no points either (BD-DROWN-6, BD-DROWN-7).
    """
    fight = decision.state
    for person in fight.in_order():
        breath = person.breath
        if breath is None or not person.alive:
            continue
        strenuous = is_strenuous(fight, person, breath)
        if breath.points:
            points = max(0, breath.points - (STRENUOUS if strenuous else CALM))
            decision.record(
                BreathSpent(combatant=person.id, points=points, airless=breath.airless, strenuous=strenuous)
            )
        elif not breath.emptied:
            decision.record(BreathSpent(combatant=person.id, points=0, airless=breath.airless + 1, strenuous=strenuous))


def is_strenuous(fight: Fight, person: Person, breath: Breath) -> bool:
    """Whether this round was strenuous: by what one did in it, unless the narrator has said so (BD-DROWN-5)."""
    return person.id in fight.strenuous if breath.strenuous is None else breath.strenuous


@stages.stage("black_dice.breath.lack_air", Ending)
def lack_air(decision: Decision[Fight], ending: Ending) -> None:
    """Step 2 of the end of a round: whoever had no air in it suffers, one after the other (BD-DROWN-6)."""
    airless = [
        person for person in decision.state.in_order() if person.breath and person.breath.airless and person.alive
    ]
    decision.steps(*((suffocate, Airless(person.id)) for person in airless))


@stages.stage("black_dice.breath.suffocate", Airless)
def suffocate(decision: Decision[Fight], airless: Airless) -> None:
    """So many dice for each round without air (BD-DROWN-6)."""
    fight = decision.state
    person = fight.people[airless.combatant]
    if person.breath is not None:
        dice = fight.options.asphyxia_dice * person.breath.airless
        throw(decision, (effect_throw("asphyxia", dice, against=person.id),), suffocated.continuation(airless))


@stages.reply("black_dice.breath.suffocated", Airless)
def suffocated(decision: Decision[Fight], airless: Airless, casts: tuple[Cast, ...]) -> None:
    """The successes are normal damage; neither armour nor avoidance helps (BD-DROWN-6)."""
    land(decision, Blow(airless.combatant, (("asphyxia", casts[0].net),), armoured=False))
