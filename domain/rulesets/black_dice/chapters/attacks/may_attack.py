"""Whether a target may be attacked with a weapon at all: skill, cover, reach (BD-SKILL-6, BD-COVER-7, BD-WHO).

A friend may be attacked too (BD-WHO-13), and one in melee may shoot at others (BD-RNG-12).
"""

from domain.model.refusal import refuse
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.attacks.places import held_by, may_close_in
from domain.rulesets.black_dice.chapters.dice.pools import check_training, is_trained
from domain.rulesets.black_dice.said import weapon as named
from domain.rulesets.black_dice.state import Fight, Person, Thing, Weapon
from domain.text.phrases import listed


def check_attack(fight: Fight, attacker: Person, weapon: Weapon, target: Person | Thing, field: str) -> None:
    """Refuse an attack that could not be made now, and melee with who has disengaged; ``field`` names the target."""
    name = attacker.name
    if attacker.id == target.id:
        refuse(None, f"{name} has to attack somebody else.", code="invalid", field=field)
    check_training(fight, attacker, weapon.skill)
    if is_shielded(target, attacker.id):
        refuse("BD-COVER-7", f"{target.name} is wholly behind cover, and {name} cannot attack there.", field=field)
    if weapon.melee and not may_close_in(fight, attacker, target):
        refuse("BD-WHO-1", _why_out_of_reach(fight, attacker, weapon, target), field=field)
    if weapon.melee and target.id in fight.disengaged:
        said = f"{target.name} has broken away and cannot be attacked in melee in this round."
        refuse("BD-WHO-10", said, field=field)


def _why_out_of_reach(fight: Fight, attacker: Person, weapon: Weapon, target: Person | Thing) -> str:
    """An opponent holds the attacker where it is, or the target is too far away (BD-WHO-1)."""
    holding = [other.name for other in held_by(fight, attacker)]
    if holding and fight.feet(attacker.zone, target.zone) <= attacker.move:
        near = f"{listed(holding)} {'is' if len(holding) == 1 else 'are'}"
        return f"{near} close to {attacker.name}, who cannot go to {target.name}; a ranged weapon would reach."
    return (
        f"{target.name} is too far away for {attacker.name} to strike with {named(weapon.id)}; "
        "a ranged weapon would reach."
    )


def can_use(fight: Fight, person: Person, weapon: Weapon | None) -> bool:
    """Return whether a combatant can still use a weapon: an injury may have cost it the skill (BD-SKILL-6)."""
    return weapon is not None and is_trained(fight, person, weapon.skill)
