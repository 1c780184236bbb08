"""Where combatants are: who is held, what is near enough, coming close and going (BD-WHO-1, BD-INIT-11)."""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim
from domain.rulesets.black_dice.said import (
    Who,
    at_zone,
    from_to,
    to_zone,
)
from domain.rulesets.black_dice.state import Fight, Person, Thing, close_pair
from domain.rulesets.black_dice.words import HERE
from domain.story.told import AS_SAID, Told
from domain.text.sentences import AS_WRITTEN, Spoken
from domain.text.words import as_label


class Moved(Event, frozen=True, kw_only=True):
    """A combatant goes to another zone, or is ``placed`` there: its cover ends, it is close to no one (BD-COVER-6)."""

    type: ClassVar[str] = "black_dice.moved"
    words = "Moved"
    example = {"combatant": "brass_tom", "zone": "bridge"}
    combatant: Who
    zone: Annotated[str, Spoken(to_zone)]
    placed: bool = False

    def says(self) -> str:
        """Where one goes; the command tells where the narrator places somebody."""
        if self.placed:
            return ""
        return "{combatant} comes {zone}." if self.zone == HERE else "{combatant} goes {zone}."

    @property
    def place(self) -> Annotated[str, AS_WRITTEN]:
        """The zone by its label."""
        return as_label(self.zone)

    @property
    def there(self) -> Annotated[str, Spoken(at_zone)]:
        """The zone as one is in it."""
        return self.zone

    def brief(self) -> str:
        return "{combatant} | is now {there}" if self.placed else AS_SAID

    told = Told(brief=brief, goes_to="{place}")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.zone = self.zone
        person.cover = None
        fight.part_from_all(person.id)
        fight.add_zone(self.zone)
        if fight.phase == "resolve" and not self.placed:
            fight.exert(person.id)


class CameClose(Event, frozen=True, kw_only=True):
    """Two are less than five feet apart from now on; ``placed`` so by the narrator."""

    type: ClassVar[str] = "black_dice.came_close"
    words = "Came close"
    example = {"combatant": "brass_tom", "other": "kestrel"}
    combatant: Who
    other: Who
    placed: bool = False

    def says(self) -> str:
        placed = "{combatant} and {other} are now close to each other."
        return placed if self.placed else "{combatant} closes in on {other}."

    def brief(self) -> str:
        """That one closes in; the declaration has said on whom, and the blow says it again."""
        return "{combatant} | is now close to | {other}" if self.placed else "{combatant} | closes in on {other}"

    told = Told(brief=brief, short="{combatant} | closes in", unless=("black_dice.exchange_decided",), target="other")

    def evolve(self, fight: Fight) -> None:
        pair = close_pair(self.combatant, self.other)
        if pair not in fight.close:
            fight.close = (*fight.close, pair)
        if fight.phase == "resolve" and not self.placed:
            fight.exert(self.combatant)


def held_by(fight: Fight, person: Person) -> list[Person]:
    """Return the able opponents close to a combatant, which keep it from walking off (BD-WHO-1, BD-INIT-11)."""
    close = [fight.people[other] for other in fight.close_to(person.id)]
    return [other for other in close if other.able and other.side != person.side]


def may_close_in(fight: Fight, attacker: Person, target: Person | Thing) -> bool:
    """Return whether a target is near enough for a melee attack (BD-WHO-1)."""
    if attacker.zone == target.zone:
        return True
    return fight.feet(attacker.zone, target.zone) <= attacker.move and not held_by(fight, attacker)


def require_zone(fight: Fight, person: Person, zone: str, rule: str, field: str) -> None:
    """Refuse an unknown zone, and one that is farther away than a combatant can move."""
    if zone not in fight.zones:
        detail = unknown(f"There is no zone “{zone}” here", zone, fight.zones, "There are no zones here.")
        refuse(None, detail, code="invalid", field=field)
    feet = fight.feet(person.zone, zone)
    said = f"It is {feet} feet {from_to((person.zone, zone), {})}; {person.name} moves {person.move} feet at most."
    require(feet <= person.move, rule, said, field=field)


def come_close(decision: Decision[Fight], person: Person, other: Person, *, placed: bool = False) -> None:
    """Two are less than five feet apart from now on; where they are already, nothing is recorded."""
    if not decision.state.are_close(person.id, other.id):
        decision.record(CameClose(combatant=person.id, other=other.id, placed=placed))


def go(decision: Decision[Fight], person: Person, zone: str, *, placed: bool = False) -> None:
    """Go to another zone, away from cover and from all who were close; this breaks an aim.

    ``placed`` says that it is the narrator's doing, which is not strenuous (BD-DROWN-5).
    """
    if person.zone != zone:
        decision.record(Moved(combatant=person.id, zone=zone, placed=placed))
        lose_aim(decision, person, "moved")


PLACES: Chapter[Fight] = Chapter(events=(Moved, CameClose))
