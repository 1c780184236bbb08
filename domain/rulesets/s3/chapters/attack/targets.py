"""Legal targets: able combatants that the actor sees (S3-ATK-14, S3-HIDE-6, S3-LEGAL-15)."""

from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import no_one_called
from domain.rulesets.s3.state import Fight, Person


def target_person(fight: Fight, actor: Person, target: str, field: str = "command.target") -> Person:
    """Return the target; refuses one that is not an able combatant in sight (S3-ATK-14, S3-HIDE-6, S3-RANGE-7).

    It need not be in the actor's pairing (S3-TURN-24), and a blind actor may aim at it (S3-RANGE-7).
    """
    person = target_anybody(fight, actor, target, field)
    if actor.id in person.unseen_by:
        refuse("S3-HIDE-6", f"{actor.name} does not see {person.name}; search comes first.", field=field)
    return person


def target_anybody(fight: Fight, actor: Person, target: str, field: str = "command.target") -> Person:
    """Return another able combatant, seen or not; refuses anything else."""
    if target in fight.vehicles:
        refuse("S3-SHEET-10", f"{fight.name_of(target)} is a vehicle; attack it as one.", field=field)
    person = fight.people.get(target)
    if person is None:
        others = {one.id: one.name for one in fight.people.values() if one is not actor}
        refuse("S3-ATK-14", no_one_called(target, others), code="invalid", field=field)
    require(person.id != actor.id, "S3-ATK-14", f"{actor.name} is acting and cannot be the target too.", field=field)
    if not person.able:
        refuse("S3-LEGAL-15", f"{person.why_unable}.", field=field)
    return person


def in_sight(fight: Fight, actor: Person) -> list[Person]:
    """Return the legal targets of an actor; ``target_person`` refuses all others."""
    return [
        person
        for person in fight.people.values()
        if person.able and person.id != actor.id and actor.id not in person.unseen_by
    ]


def require_able_others(fight: Fight, actor: Person, named: tuple[str, ...], rule: str) -> None:
    """Refuse a list of pursuers or observers with an unknown name, the actor, or a combatant out of action."""
    for name in named:
        person = fight.people.get(name)
        if person is None:
            others = {one.id: one.name for one in fight.people.values() if one is not actor}
            refuse(rule, no_one_called(name, others), code="invalid", field="command.from")
        require(name != actor.id, rule, f"{actor.name} cannot be on that list.", field="command.from")
        require(person.able, "S3-LEGAL-15", f"{person.why_unable}.", field="command.from")


def find_able(fight: Fight, combatant: str, field: str) -> Person:
    """Return the combatant of that ID; refuses one that is out of action."""
    person = find_combatant(fight, combatant, field)
    require(person.able, "S3-LEGAL-15", f"{person.why_unable}.", field=field)
    return person
