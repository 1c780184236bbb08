"""Health categories (CE-HC): wounds hinder while half or three quarters of the hit points are gone."""

from typing import ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.state import Fight, Part, Person
from domain.rulesets.century.words import Health
from domain.story.told import Told
from domain.text.phrases import number

HEALTH_NOW: Final = {
    ("fresh", True): "has more than half of {combatant:their} hit points again",
    ("half", True): "has more than a quarter of {combatant:their} hit points again",
    ("half", False): "is down to half of {combatant:their} hit points or less",
    ("quarter", False): "is down to a quarter of {combatant:their} hit points or less",
}
"""What is left of a combatant's hit points, as it is said: after harm, or after healing."""
HURT_NOW: Final = {"fresh": "is no longer hampered by wounds", "half": "is hurt", "quarter": "is badly hurt"}
"""How hurt a combatant is, as it is said aloud."""
HALF, QUARTER = -10, -50
"""What they take off Skill Rolls and Reaction Checks (CE-HC-2, CE-HC-3)."""


class HealthChanged(Event, frozen=True, kw_only=True):
    """A combatant passes a limit of health (CE-HC-5)."""

    type: ClassVar[str] = "century.health_changed"
    words = "Health Category"
    example = {"combatant": "eva", "before": "fresh", "now": "half"}
    combatant: str
    before: Health
    now: Health

    def says(self) -> str:
        return f"{{combatant}} {HEALTH_NOW[self.now, self.is_better]}."

    @property
    def is_better(self) -> bool:
        """Whether the combatant has been healed."""
        return self.before == "quarter" or self.now == "fresh"

    def brief(self) -> str:
        """Tell what it means for rolls."""
        taken = {"half": HALF, "quarter": QUARTER}.get(self.now)
        how = "is only hurt now" if self.now == "half" and self.is_better else HURT_NOW[self.now]
        return f"{{combatant}} | {how}{f' ({number(taken)} on rolls)' if taken is not None else ''}"

    told = Told(brief=brief, unless=("century.downed", "century.died"), lends="{combatant}")


def category(hp: int, hp_max: int) -> Health:
    """Return the category of this number of HP; exactly half, and exactly a quarter, hinder (CE-HC-4, CE-RUL-19).

    With a small maximum both limits may be passed at once (CE-HC-9).
    """
    if 4 * hp <= hp_max:
        return "quarter"
    return "half" if 2 * hp <= hp_max else "fresh"


def health_part(fight: Fight, person: Person) -> Part | None:
    """Return what a combatant's wounds take off a roll, if they do (CE-HC-1, CE-HC-7), and off nothing else (CE-HC-6).

    The reading is that of CE-RUL-18.
    """
    if not fight.options.health_categories or not person.throws:
        return None
    now = category(hp_for_health(fight, person), person.hp_max)
    if now == "fresh":
        return None
    return Part("health", QUARTER, "CE-HC-3", now) if now == "quarter" else Part("health", HALF, "CE-HC-2", now)


def hp_for_health(fight: Fight, person: Person) -> int:
    """Return the HP that the category is read from: in simultaneous action those at the start of the slot (CE-HC-8)."""
    common = fight.slot is not None and fight.slot.common
    return fight.slot.hps.get(person.id, person.hp) if fight.slot is not None and common else person.hp


def note_health(decision: Decision[Fight], combatant: str, before: int) -> None:
    """Record that a limit has been passed, after HP have changed from ``before`` (CE-HC-5)."""
    fight = decision.state
    person = fight.people[combatant]
    was, now = category(before, person.hp_max), category(person.hp, person.hp_max)
    if fight.options.health_categories and person.throws and was != now:
        decision.record(HealthChanged(combatant=combatant, before=was, now=now))


HEALTH_CATEGORIES: Chapter[Fight] = Chapter(events=(HealthChanged,))
