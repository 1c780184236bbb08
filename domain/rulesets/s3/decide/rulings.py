"""Conditions that the narrator sets or takes away (S3-NARR-5 to S3-NARR-7, S3-CALL-11, S3-DIS-9)."""

from typing import Literal, TypeVar

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.consequences import after_limb
from domain.rulesets.s3.decide.leaving import fall_unless_standing
from domain.rulesets.s3.decide.targets import find_able
from domain.rulesets.s3.decide.wounds import disable, disabled_by_wounds, fate_of, stun, take_wound
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.events.places import FellProne
from domain.rulesets.s3.state import Fight, Loss, Person
from domain.rulesets.s3.words import Fate, Limb

K = TypeVar("K", bound=str)
RULING = "ruling"


def impose(decision: Decision[Fight], command: ask.Impose) -> None:
    """Set one condition without a throw (S3-NARR-5)."""
    person = find_able(decision.state, command.combatant, "command.combatant")
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
    person = find_combatant(decision.state, command.combatant, "command.combatant")
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
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    missing = person.breath_max - person.breath
    points = missing if command.points == "full" else min(missing, command.points)
    if points:
        decision.record(fact.BreathRestored(combatant=person.id, points=points))


def set_limb_penalty(decision: Decision[Fight], command: ask.SetLimbPenalty) -> None:
    """Waive a lost limb's penalty for a skill, or lay it on one; it stands until changed (S3-CALL-11)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    decision.record(
        fact.LimbPenaltySet(combatant=person.id, limb=command.limb, skill=command.skill, applies=command.applies)
    )


def set_fate(decision: Decision[Fight], command: ask.SetFate) -> None:
    """Say what being disabled meant (S3-DIS-9)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require(person.disabled, "S3-DIS-9", f"{person.name} is not disabled.", field="command.combatant")
    _check_fate(decision.state, person, command.fate)
    decision.record(fact.FateSet(combatant=person.id, fate=command.fate))
