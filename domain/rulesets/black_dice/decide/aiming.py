"""Aiming a ranged weapon: whole rounds of it, and what breaks them (BD-MOD-6)."""

from domain.decision.decision import Decision
from domain.model.refusal import require
from domain.rulesets.black_dice.decide.objections import own_weapon, target_of
from domain.rulesets.black_dice.events.places import Aimed, AimLost
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Declaration, Fight, Person
from domain.text.phrases import sentence

MOST_ROUNDS = 3


def check_aim(fight: Fight, person: Person, weapon_name: str, target: str) -> None:
    """Refuse an aim with a weapon that is not ranged or not ready, or at somebody that is no target (BD-MOD-6)."""
    weapon = own_weapon(person, weapon_name, "command.aim.weapon")
    name = person.name
    require(
        not weapon.melee,
        "BD-MOD-6",
        f"{sentence(weapon_named(weapon.id))} is no ranged weapon.",
        field="command.aim.weapon",
    )
    require(
        weapon.id in person.ready,
        "BD-MOD-6",
        f"{name} does not have {weapon_named(weapon.id)} in hand.",
        field="command.aim.weapon",
    )
    target_of(fight, target, "command.aim.target")
    require(target != person.id, "BD-MOD-6", f"{name} has to aim at somebody else.", field="command.aim.target")


def why_not_aimed(fight: Fight, person: Person, declared: Declaration) -> str | None:
    """Return why a declared aim comes to nothing: this is no whole round of it; None if it is one."""
    if person.id in fight.aim_broken:
        return "disturbed"
    return None if declared.weapon in person.ready else "weapon_not_ready"


def take_aim(decision: Decision[Fight], person: Person, declared: Declaration) -> None:
    """Aim for one whole round more at this target with this weapon."""
    weapon, target = declared.weapon or "", declared.target or ""
    aim = person.aim
    before = aim.rounds if aim is not None and (aim.weapon, aim.target) == (weapon, target) else 0
    decision.record(Aimed(combatant=person.id, weapon=weapon, target=target, rounds=min(MOST_ROUNDS, before + 1)))


def lose_aim(decision: Decision[Fight], person: Person, reason: str, *, cause: int | None = None) -> None:
    """Somebody did or suffered what breaks an aim: one that it has is lost, and this round is no whole round of one."""
    fight = decision.state
    declared = fight.declarations.get(person.id)
    means_to = declared is not None and declared.deed == "aim" and person.id not in fight.aim_broken
    if person.aim is not None or means_to:
        decision.record(AimLost(combatant=person.id, reason=reason), cause=cause)


def lapse(decision: Decision[Fight], person: Person) -> None:
    """At the end of a round an aim is lost that was not kept up in it (BD-ROUND-8)."""
    if person.id not in decision.state.aimed and person.aim is not None:
        decision.record(AimLost(combatant=person.id, reason="not_kept_up"))
