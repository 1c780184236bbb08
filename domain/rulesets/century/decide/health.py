"""Health categories (CE-HC): wounds hinder while half or three quarters of the hit points are gone."""

from domain.decision.decision import Decision
from domain.rulesets.century.events.harm import HealthChanged
from domain.rulesets.century.state import Fight, Part, Person
from domain.rulesets.century.words import Health

HALF, QUARTER = -10, -50
"""What they take off Skill Rolls and Reaction Checks (CE-HC-2, CE-HC-3)."""


def category(hp: int, hp_max: int) -> Health:
    """The category of so many HP; exactly half, and exactly a quarter, hinder (CE-HC-4, CE-RUL-19).

    With a small maximum both limits may be passed at once (CE-HC-9).
    """
    if 4 * hp <= hp_max:
        return "quarter"
    return "half" if 2 * hp <= hp_max else "fresh"


def health_part(fight: Fight, person: Person) -> Part | None:
    """What somebody's wounds take off a roll, if they do (CE-HC-1, CE-HC-7), and off nothing else (CE-HC-6).

    The reading is that of CE-RUL-18.
    """
    if not fight.options.health_categories or not person.throws:
        return None
    now = category(hp_for_health(fight, person), person.hp_max)
    if now == "fresh":
        return None
    return Part("health", QUARTER, "CE-HC-3", now) if now == "quarter" else Part("health", HALF, "CE-HC-2", now)


def hp_for_health(fight: Fight, person: Person) -> int:
    """The HP that the category is read from: in simultaneous action those at the start of the slot (CE-HC-8)."""
    common = fight.slot is not None and fight.slot.common
    return fight.slot.hps.get(person.id, person.hp) if fight.slot is not None and common else person.hp


def note_health(decision: Decision[Fight], combatant: str, before: int) -> None:
    """Tell that a limit has been passed, after HP have changed from ``before`` (CE-HC-5)."""
    fight = decision.state
    person = fight.people[combatant]
    was, now = category(before, person.hp_max), category(person.hp, person.hp_max)
    if fight.options.health_categories and person.throws and was != now:
        decision.record(HealthChanged(combatant=combatant, before=was, now=now))
