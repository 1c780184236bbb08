"""How facts of fighting and harm change the fight."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.state import Fight, LimbRuling, Memory


def told(fight: Fight, event: object) -> None:
    """Facts that are told and change nothing by themselves."""


def breath_spent(fight: Fight, event: fact.BreathSpent) -> None:
    fight.people[event.combatant].breath -= event.points


def breath_restored(fight: Fight, event: fact.BreathRestored) -> None:
    fight.people[event.combatant].breath += event.points


def stunt_declared(fight: Fight, event: fact.StuntDeclared) -> None:
    if event.remembered:
        _remember(fight, event.combatant, event.memory)


def stunt_memory_added(fight: Fight, event: fact.StuntMemoryAdded) -> None:
    _remember(fight, event.combatant, event.memory)


def stunt_memory_removed(fight: Fight, event: fact.StuntMemoryRemoved) -> None:
    kept = tuple(memory for memory in fight.memory.get(event.combatant, ()) if memory != event.memory)
    fight.memory = {**fight.memory, event.combatant: kept}


def wounded(fight: Fight, event: fact.Wounded) -> None:
    person = fight.people[event.combatant]
    person.wounds = (*person.wounds, event.wound)


def stunned(fight: Fight, event: fact.Stunned) -> None:
    fight.people[event.combatant].stunned = True


def stun_round_set(fight: Fight, event: fact.StunRoundSet) -> None:
    """The round that is lost is known; what strikes from now on is a new stun (S3-STUN-8, S3-STUN-13)."""
    person = fight.people[event.combatant]
    person.stun_round = event.round
    person.stunned = False


def stun_over(fight: Fight, event: fact.StunOver) -> None:
    person = fight.people[event.combatant]
    person.stunned = False
    person.stun_round = None


def limb_lost(fight: Fight, event: fact.LimbLost) -> None:
    person = fight.people[event.combatant]
    person.limbs = {**person.limbs, event.limb: event.loss}


def limb_restored(fight: Fight, event: fact.LimbRestored) -> None:
    person = fight.people[event.combatant]
    person.limbs = {limb: loss for limb, loss in person.limbs.items() if limb != event.limb}


def limb_penalty_set(fight: Fight, event: fact.LimbPenaltySet) -> None:
    person = fight.people[event.combatant]
    others = tuple(r for r in person.limb_rulings if (r.limb, r.skill) != (event.limb, event.skill))
    person.limb_rulings = (*others, LimbRuling(event.limb, event.skill, event.applies))


def disabled(fight: Fight, event: fact.CombatantDisabled) -> None:
    person = fight.people[event.combatant]
    person.disabled = event.disabled
    person.stunned = False
    person.stun_round = None
    person.prone = event.prone


def fate_set(fight: Fight, event: fact.FateSet) -> None:
    person = fight.people[event.combatant]
    if person.disabled is not None:
        person.disabled = replace(person.disabled, fate=event.fate)


def recovered(fight: Fight, event: fact.Recovered) -> None:
    person = fight.people[event.combatant]
    person.disabled = None
    person.prone = False


def wounds_healed(fight: Fight, event: fact.WoundsHealed) -> None:
    person = fight.people[event.combatant]
    person.wounds = tuple(wound for wound in person.wounds if wound.id not in event.wounds)


def held(fight: Fight, event: fact.Pinned | fact.Choked) -> None:
    """A hold that is renewed keeps its place among them, which is its age (S3-PIN-9)."""
    new = event.hold
    if any(hold.id == new.id for hold in fight.holds):
        fight.holds = tuple(new if hold.id == new.id else hold for hold in fight.holds)
    else:
        fight.holds = (*fight.holds, new)


def hold_ended(fight: Fight, event: fact.HoldEnded) -> None:
    fight.holds = tuple(hold for hold in fight.holds if hold.id != event.hold)


def drag_begun(fight: Fight, event: fact.DragBegun) -> None:
    fight.drags = (*fight.drags, event.drag)


def drag_ended(fight: Fight, event: fact.DragEnded) -> None:
    fight.drags = tuple(drag for drag in fight.drags if drag.id != event.drag)


def ignited(fight: Fight, event: fact.Ignited) -> None:
    fight.people[event.combatant].fire = event.fire


def fire_ticked(fight: Fight, event: fact.FireTicked) -> None:
    person = fight.people[event.combatant]
    if person.fire is not None:
        person.fire = replace(person.fire, flame=event.flame, ticked_round=event.round)


def fire_smothered(fight: Fight, event: fact.FireSmothered) -> None:
    person = fight.people[event.combatant]
    if person.fire is not None:
        person.fire = replace(person.fire, intensity=event.intensity, flame=event.flame)


def fire_out(fight: Fight, event: fact.FireOut) -> None:
    fight.people[event.combatant].fire = None


def dose_given(fight: Fight, event: fact.DoseGiven) -> None:
    person = fight.people[event.combatant]
    person.doses = (*person.doses, event.dose)


def dose_struck(fight: Fight, event: fact.DoseStruck) -> None:
    person = fight.people[event.combatant]
    person.doses = tuple(dose for dose in person.doses if dose.id != event.dose)


def doses_cured(fight: Fight, event: fact.DosesCured) -> None:
    person = fight.people[event.combatant]
    person.doses = tuple(dose for dose in person.doses if dose.id not in event.doses)


def _remember(fight: Fight, combatant: str, memory: Memory) -> None:
    fight.memory = {**fight.memory, combatant: (*fight.memory.get(combatant, ()), memory)}


HARM_FOLDS: Folds = {
    fact.AttackHit: told,
    fact.AttackMissed: told,
    fact.BreathSpent: breath_spent,
    fact.BreathRestored: breath_restored,
    fact.StuntDeclared: stunt_declared,
    fact.StuntMemoryAdded: stunt_memory_added,
    fact.StuntMemoryRemoved: stunt_memory_removed,
    fact.DamageSuffered: told,
    fact.Wounded: wounded,
    fact.Stunned: stunned,
    fact.StunRoundSet: stun_round_set,
    fact.StunOver: stun_over,
    fact.LimbLost: limb_lost,
    fact.LimbRestored: limb_restored,
    fact.LimbPenaltySet: limb_penalty_set,
    fact.CombatantDisabled: disabled,
    fact.FateSet: fate_set,
    fact.Recovered: recovered,
    fact.WoundsHealed: wounds_healed,
    fact.Pinned: held,
    fact.Choked: held,
    fact.HoldEnded: hold_ended,
    fact.DragBegun: drag_begun,
    fact.DragEnded: drag_ended,
    fact.Ignited: ignited,
    fact.FireTicked: fire_ticked,
    fact.FireSmothered: fire_smothered,
    fact.FireOut: fire_out,
    fact.DoseGiven: dose_given,
    fact.DoseStruck: dose_struck,
    fact.DosesCured: doses_cured,
}
