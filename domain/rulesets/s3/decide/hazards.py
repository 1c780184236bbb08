"""What the world does by the narrator's word: damage and poison (S3-NARR-4, S3-POIS-9)."""

from collections.abc import Iterable

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.damage import Harm, suffer
from domain.rulesets.s3.decide.fire import ignite
from domain.rulesets.s3.decide.poison import Portion, dose_strikes, give_dose, new_dose
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.targets import find_able
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Intent


class Blaze(msgspec.Struct, frozen=True, gc=False):
    """Whom an incendiary hazard may ignite, and meant how."""

    victim: str
    intent: Intent | None


def hazard(decision: Decision[Fight], command: ask.Hazard) -> None:
    """The world deals damage, to each victim in the order listed and completely (S3-NARR-4, S3-DMG-13, S3-DMG-14)."""
    fight = decision.state
    require_distinct(command.targets, "command.targets")
    for target in command.targets:
        find_able(fight, target, "command.targets")
    decision.steps(*((suffer, _harm_of(fight, command, target)) for target in command.targets))


def _harm_of(fight: Fight, command: ask.Hazard, victim: str) -> Harm:
    return Harm(
        victim,
        "damage",
        (("hazard", command.coins),),
        intent=command.intent,
        stun=command.stun_coins,
        wound=command.wound_coins,
        flat=fight.options.damage_throw == "flat",
        armour=command.armour_counts,
        fire=command.incendiary,
        aim=command.called,
        lasts=command.lasts,
        then=blazed.continuation(Blaze(victim, command.intent)) if command.incendiary else None,
    )


@stages.reply("s3.hazard.blazed", Blaze)
def blazed(decision: Decision[Fight], blaze: Blaze, points: int) -> None:
    """An incendiary hazard that did damage ignites whoever is still able (S3-FIRE-1, S3-DMG-11)."""
    victim = decision.state.people[blaze.victim]
    if points and victim.able:
        ignite(decision, victim, points, None, blaze.intent)


def administer(decision: Decision[Fight], command: ask.Administer) -> None:
    """Give a dose to each of those named by the route named; a needle's strikes at once (S3-POIS-8, S3-POIS-9)."""
    fight = decision.state
    known = ", ".join(POISONS)
    require(command.poison in POISONS, "S3-EQUIP-20", f"There is no poison {command.poison!r}; there are {known}.")
    require_distinct(command.combatants, "command.combatants")
    people = [find_able(fight, combatant, "command.combatants") for combatant in command.combatants]
    if command.source is not None:
        find_combatant(fight, command.source, "command.source")
    doses = []
    for person in people:
        dose = new_dose(decision, command.poison, command.route, command.source, None)
        give_dose(decision, person, dose)
        doses.append(Portion(person.id, dose.id))
    if command.route == "needle":
        decision.steps(*((dose_strikes, portion) for portion in doses))


def poison_strikes(decision: Decision[Fight], command: ask.PoisonStrikes) -> None:
    """The narrator lets a dose in food or drink take effect (S3-POIS-6)."""
    person = find_able(decision.state, command.combatant, "command.combatant")
    waiting = [dose.id for dose in person.doses if dose.waits_for_narrator]
    require(
        command.dose in waiting,
        "S3-POIS-6",
        f"No dose {command.dose!r} of {person.name} waits for the narrator; {_listed(waiting)} does.",
        field="command.dose",
    )
    decision.next(dose_strikes, Portion(person.id, command.dose))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
