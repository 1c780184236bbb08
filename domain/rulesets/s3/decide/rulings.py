"""The narrator's rulings: the world's damage, conditions, relief, poison, fates, memories (S3-NARR-4 to S3-NARR-10)."""

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.consequences import after_limb, fall_unless_standing, leave_fight
from domain.rulesets.s3.decide.damage import Harm, disable, disabled_by_wounds, fate_of, stun, suffer, take_wound
from domain.rulesets.s3.decide.effects import Portion, dose_strikes
from domain.rulesets.s3.decide.fire import ignite
from domain.rulesets.s3.decide.poison import give_dose, new_dose
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import label_of
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.events.places import FellProne
from domain.rulesets.s3.state import Fight, Loss, Memory, Person
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Fate, Intent, Limb

K = TypeVar("K", bound=str)
RULING = "ruling"


def combatant_of(fight: Fight, combatant: str) -> Person:
    """The person that a ruling is about."""
    return find_combatant(fight, combatant, "command.combatant")


def _able(fight: Fight, combatant: str, field: str) -> Person:
    person = find_combatant(fight, combatant, field)
    require(person.able, "S3-LEGAL-15", f"{person.why_unable}.", field=field)
    return person


class Blaze(msgspec.Struct, frozen=True, gc=False):
    """Whom an incendiary hazard may ignite, and meant how."""

    victim: str
    intent: Intent | None


def hazard(decision: Decision[Fight], command: ask.Hazard) -> None:
    """The world deals damage, to each victim in the order listed and completely (S3-NARR-4, S3-DMG-13, S3-DMG-14)."""
    fight = decision.state
    require_distinct(command.targets, "command.targets")
    for target in command.targets:
        _able(fight, target, "command.targets")
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


def impose(decision: Decision[Fight], command: ask.Impose) -> None:
    """Set one condition without a throw (S3-NARR-5)."""
    person = _able(decision.state, command.combatant, "command.combatant")
    given = (
        command.wound is not None,
        command.limb is not None,
        command.stunned,
        command.prone,
        bool(command.disabled),
    )
    require(sum(given) == 1, "S3-NARR-5", "Impose one of wound, limb, stunned, prone, disabled.", field="command")
    if command.wound is not None:
        _impose_wound(decision, person, command.wound)
    elif command.limb is not None:
        _impose_limb(decision, person, command.limb)
    elif command.stunned:
        stun(decision, person)
    elif command.prone:
        require(person.vehicle is None, "S3-LEGAL-11", f"{person.name} sits on a vehicle and cannot lie prone.")
        if not person.prone:
            decision.record(FellProne(combatant=person.id))
    elif command.disabled is not None:
        _check_fate(decision.state, person, command.disabled)
        disable(decision, person, ("ruling",), command.disabled)


def _impose_wound(decision: Decision[Fight], person: Person, points: int) -> None:
    """A wound by its points (S3-WOUND-2), which may disable (S3-DIS-4)."""
    wound = take_wound(decision, person, points, RULING)
    if wound is None:
        return
    decision.cause = wound
    if disabled_by_wounds(decision.state, person):
        disable(decision, person, ("wounds",), fate_of(decision.state, person, None))


def _impose_limb(decision: Decision[Fight], person: Person, limb: Limb) -> None:
    require(limb not in person.limbs, "S3-CALL-13", f"{person.name} has lost that limb already.", field="command.limb")
    lost = decision.record(fact.LimbLost(combatant=person.id, limb=limb, loss=Loss(RULING)))
    after_limb(decision, person, limb, cause=lost)


def _check_fate(fight: Fight, person: Person, fate: Fate) -> None:
    """A PC is not slain unless the table has agreed to it (S3-DIS-10)."""
    slain = fate == "slain" and person.pc and not fight.options.pc_death
    require(not slain, "S3-DIS-10", f"{person.name} is a PC and is not slain at this table.", field="command")


def heal(decision: Decision[Fight], command: ask.Heal) -> None:
    """Take away wounds, lost limbs, stun, fire, doses, and last being disabled (S3-NARR-6, S3-WOUND-7)."""
    person = combatant_of(decision.state, command.combatant)
    wounds = _chosen(command.wounds, [wound.id for wound in person.wounds], f"wound of {person.name}", "wounds")
    limbs: tuple[Limb, ...] = _chosen(command.limbs, list(person.limbs), f"lost limb of {person.name}", "limbs")
    if wounds:
        decision.record(fact.WoundsHealed(combatant=person.id, wounds=wounds))
    for limb in limbs:
        decision.record(fact.LimbRestored(combatant=person.id, limb=limb))
    if command.stunned and decision.state.loses_turn(person):
        decision.record(fact.StunOver(combatant=person.id))
    if command.fire and person.fire is not None:
        decision.record(fact.FireOut(combatant=person.id))
    if command.doses and person.doses:
        decision.record(fact.DosesCured(combatant=person.id, doses=tuple(dose.id for dose in person.doses)))
    if command.disabled and person.disabled is not None:
        _recover(decision, person)


def _chosen(wanted: tuple[K, ...] | Literal["all"], there: list[K], what: str, field: str) -> tuple[K, ...]:
    """Everything that is there, or what is named of it; refuses what is not there."""
    if wanted == "all":
        return tuple(there)
    for name in wanted:
        require(name in there, "S3-NARR-6", f"{name!r} is no {what}.", field=f"command.{field}")
    return tuple(dict.fromkeys(wanted))


def _recover(decision: Decision[Fight], person: Person) -> None:
    """Stand up able, or be disabled again at once by wounds that still suffice (S3-NARR-6, S3-DIS-12)."""
    decision.cause = decision.record(fact.Recovered(combatant=person.id))
    if disabled_by_wounds(decision.state, person):
        disable(decision, person, ("wounds",), fate_of(decision.state, person, None))
    else:
        fall_unless_standing(decision, person)


def restore_breath(decision: Decision[Fight], command: ask.RestoreBreath) -> None:
    """Give Breath back, up to the maximum (S3-NARR-7)."""
    person = combatant_of(decision.state, command.combatant)
    missing = person.breath_max - person.breath
    points = missing if command.points == "full" else min(missing, command.points)
    if points:
        decision.record(fact.BreathRestored(combatant=person.id, points=points))


def administer(decision: Decision[Fight], command: ask.Administer) -> None:
    """Give a dose to each of those named by the route named; a needle's strikes at once (S3-POIS-8, S3-POIS-9)."""
    fight = decision.state
    known = ", ".join(POISONS)
    require(command.poison in POISONS, "S3-EQUIP-20", f"There is no poison {command.poison!r}; there are {known}.")
    require_distinct(command.combatants, "command.combatants")
    people = [_able(fight, combatant, "command.combatants") for combatant in command.combatants]
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
    person = _able(decision.state, command.combatant, "command.combatant")
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


def set_limb_penalty(decision: Decision[Fight], command: ask.SetLimbPenalty) -> None:
    """Waive a lost limb's penalty for a skill, or lay it on one; it stands until changed (S3-CALL-11)."""
    person = combatant_of(decision.state, command.combatant)
    decision.record(
        fact.LimbPenaltySet(combatant=person.id, limb=command.limb, skill=command.skill, applies=command.applies)
    )


def set_fate(decision: Decision[Fight], command: ask.SetFate) -> None:
    """Say what being disabled meant (S3-DIS-9)."""
    person = combatant_of(decision.state, command.combatant)
    require(person.disabled, "S3-DIS-9", f"{person.name} is not disabled.", field="command.combatant")
    _check_fate(decision.state, person, command.fate)
    decision.record(fact.FateSet(combatant=person.id, fate=command.fate))


def remove(decision: Decision[Fight], command: ask.Remove) -> None:
    """Take somebody out of the fight; only ``place`` brings it back (S3-NARR-8)."""
    person = combatant_of(decision.state, command.combatant)
    require(person.out is None, "S3-NARR-8", f"{person.name} is out of the fight already.", field="command.combatant")
    leave_fight(decision, person, "removed")


def set_stunt_memory(decision: Decision[Fight], command: ask.SetStuntMemory) -> None:
    """Add a stunt to somebody's memory of this scene, or take one out of it (S3-NARR-10)."""
    person = combatant_of(decision.state, command.combatant)
    one = (command.add is None) != (command.remove is None)
    require(one, "S3-NARR-10", "Name one stunt, to add or to remove.", field="command")
    known = decision.state.memory.get(person.id, ())
    if command.add is not None:
        memory = _memory(command.add)
        require(memory not in known, "S3-NARR-10", f"{person.name} remembers this stunt already.", field="command.add")
        decision.record(fact.StuntMemoryAdded(combatant=person.id, memory=memory))
    elif command.remove is not None:
        memory = _memory(command.remove)
        require(memory in known, "S3-NARR-10", f"{person.name} remembers no such stunt.", field="command.remove")
        decision.record(fact.StuntMemoryRemoved(combatant=person.id, memory=memory))


def _memory(entry: ask.MemoryEntry) -> Memory:
    """The entry as stunts are known by: sets in order, the label without case and outer blanks (S3-STUNT-18)."""
    skills, weapons = sorted(set(entry.skills)), sorted(set(entry.weapons))
    return Memory(tuple(skills), tuple(weapons), entry.task, label_of(entry.label))
