"""What several chapters refuse: no target, no such weapon, unable to act."""

from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.rulesets.black_dice.state import Fight, Person, Thing, Weapon
from domain.rulesets.black_dice.words import FISTS, MARTIAL_STRIKE


def target_of(fight: Fight, target: str, field: str) -> Person | Thing:
    """Whom or what an attack or an aim is at: the dead are no targets, nor is what is destroyed (BD-WHO-12)."""
    thing = fight.things.get(target)
    if thing is not None:
        require(thing.whole, "BD-OBJ-5", f"{thing.name} is destroyed already.", field=field)
        return thing
    person = find_combatant(fight, target, field)
    if not person.alive:
        refuse("BD-WHO-12", f"{person.name} is dead already.", field=field)
    return person


def own_weapon(person: Person, weapon: str, field: str) -> Weapon:
    """A weapon that a combatant has, bare hands among them (BD-DATA-2); refuses another."""
    found = person.weapon(weapon)
    if found is None:
        known = [*person.weapons, *(key for key in (MARTIAL_STRIKE, FISTS) if person.weapon(key))]
        detail = unknown(f"{person.name} has no “{weapon}”", weapon, known, f"{person.name} has no weapons.")
        refuse(None, detail, code="invalid", field=field)
    return found


def require_acting(person: Person, field: str = "command.actor") -> None:
    """Refuse an action roll of a combatant that is unconscious, dying, stabilised or dead (BD-SKILL-13)."""
    require(person.able, "BD-SKILL-13", f"{person.name} is {person.condition} and cannot act.", field=field)
