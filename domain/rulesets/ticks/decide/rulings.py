"""What the narrator does at once: changes on the spot, wounds, repairs, supplies (TK-DMG-7, TK-ARM-6)."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.changes import meet, put, require_trigger, scheduled, see
from domain.rulesets.ticks.decide.count_down import ask_anew
from domain.rulesets.ticks.decide.deferring import After, make_due
from domain.rulesets.ticks.decide.hands import own_thing
from domain.rulesets.ticks.decide.harm import check_consciousness, check_dying, wound
from domain.rulesets.ticks.decide.objections import the
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.events.harm import Repaired
from domain.rulesets.ticks.events.places import Restocked
from domain.rulesets.ticks.state import Fight
from domain.text.phrases import sentence


@stages.stage("ticks.rulings.anew", NoData)
def look_anew(decision: Decision[Fight], nothing: NoData) -> None:
    """Who is asked is looked up anew behind a change (TK-RES-7)."""
    ask_anew(decision)


def settle_change(decision: Decision[Fight]) -> None:
    """Deferred attacks that are due by a change are made at once, before the answers of the tick (TK-TICK-11)."""
    decision.steps((make_due, After("opening")), (look_anew, NoData()))


def place(decision: Decision[Fight], command: ask.PlaceCombatant) -> None:
    """Put somebody on a square (TK-POS-6)."""
    find_combatant(decision.state, command.combatant, "command.combatant")
    if not scheduled(decision, command):
        put(decision, command)
        settle_change(decision)


def set_sight(decision: Decision[Fight], command: ask.SetSight) -> None:
    """Say who sees whom (TK-SIGHT-2)."""
    observer = find_combatant(decision.state, command.observer, "command.observer")
    target = find_combatant(decision.state, command.target, "command.target")
    require(
        observer is not target,
        "TK-SIGHT-2",
        "Everybody always sees themselves; name another combatant.",
        field="command.target",
    )
    if not scheduled(decision, command):
        see(decision, command)
        settle_change(decision)


def trigger(decision: Decision[Fight], command: ask.TriggerCondition) -> None:
    """Say that a condition in words is met (TK-DEFER-2)."""
    require_trigger(decision.state, command)
    if scheduled(decision, command):
        return
    said = "Conditions are met while the count goes down; name a tick of it."
    require(decision.state.phase == "resolution", "TK-DEFER-6", said, field="command.at")
    meet(decision, command)
    settle_change(decision)


def wound_somebody(decision: Decision[Fight], command: ask.Wound) -> None:
    """Wounds without any reduction; outside rounds what they bring comes at once (TK-DMG-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require(
        not person.dead, "TK-DYING-7", f"{person.name} is dead, and takes no more wounds.", field="command.combatant"
    )
    wound(decision, person.id, command.wounds, command.reason)
    if not decision.state.in_round:
        check_consciousness(decision, decision.state.people[person.id])
        check_dying(decision, decision.state.people[person.id])


def repair(decision: Decision[Fight], command: ask.Repair) -> None:
    """Worn armour is whole again (TK-ARM-6)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    if person.armour is None:
        refuse("TK-ARM-6", f"{person.name} wears no armour; name somebody who does.", field="command.combatant")
    decision.record(Repaired(combatant=person.id))


def restock(decision: Decision[Fight], command: ask.Restock) -> None:
    """Spare ammunition is what the narrator says (TK-OTHER-6)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    thing = own_thing(person, command.weapon, "command.weapon")
    said = sentence(f"{the(thing)} takes no ammunition; name a ranged weapon.")
    require(thing.kind == "ranged", "TK-OTHER-6", said, field="command.weapon")
    decision.record(Restocked(combatant=person.id, item=thing.id, spare=command.spare))
