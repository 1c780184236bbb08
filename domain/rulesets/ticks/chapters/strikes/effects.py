"""What strikes bring about beside wounds: things knocked away, falls, holds, ammunition (TK-TICK-8, 7 and 8)."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.hands import Dropped, lose
from domain.rulesets.ticks.chapters.strikes.blows import Blow
from domain.rulesets.ticks.chapters.strikes.strike import Strike, units_of, weapon_of
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.said import (
    Item,
)
from domain.rulesets.ticks.state import Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

AMMUNITION: Final = {0: "none"}
"""How ammunition that is left is told; any other number is in digits."""


def thing_changed(person: Person, item: str, **fields: object) -> None:
    """Put other values into one of somebody's things."""
    person.things = {**person.things, item: replace(person.things[item], **fields)}


class Grabbed(Event, frozen=True, kw_only=True):
    """Somebody is held (TK-GRAP-2); the hold reaches as far as the weapon."""

    type: ClassVar[str] = "ticks.grabbed"
    words = "Grabbed"
    told = Told(brief=AS_SAID, moment="hold", source="by", target="combatant")
    says = "{by} grabs {combatant} and can hold {combatant:them} up to {reach:step} away."
    example = {"combatant": "bruno", "by": "hanna", "reach": 1}
    combatant: str
    by: str
    reach: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held_by = {**person.held_by, self.by: self.reach}


class Fell(Event, frozen=True, kw_only=True):
    """Somebody is prone (TK-TRIP-2)."""

    type: ClassVar[str] = "ticks.fell"
    words = "Fell down"
    told = Told(brief=AS_SAID, moment="fall", source="by", target="combatant")
    says = "{combatant} is tripped by {by} and falls prone."
    example = {"combatant": "tor", "by": "bruno"}
    combatant: str
    by: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.prone = True
        person.turn = replace(person.turn, fell=True)


class AmmunitionUsed(Event, frozen=True, kw_only=True):
    """Units are gone from a weapon (TK-AMMO-1); ``loaded`` are left in it."""

    type: ClassVar[str] = "ticks.ammunition_used"
    words = "Ammunition used"
    says = "{combatant} has fired {units:shot} from {item}[; {loaded} left in it]."
    example = {"combatant": "sable", "item": "sable.pistol", "units": 1, "loaded": 7}
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item
    units: int
    loaded: Annotated[int | None, Spoken(AMMUNITION)] = None

    def brief(self) -> str:
        """Tell what is left, as far as the reader may know."""
        if self.loaded is None or self.units > 1:
            return "{combatant} | has fired {units:shot}[ and has {loaded} left in {item}]"
        return "{combatant} | has {loaded:shot} left in {item}"

    told = Told(brief=brief, last=True)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.item in person.things:
            thing_changed(person, self.item, loaded=self.loaded)
        else:
            lying = fight.ground[self.item]
            fight.ground = {**fight.ground, self.item: replace(lying, thing=replace(lying.thing, loaded=self.loaded))}


def take_effect(decision: Decision[Fight], blow: Blow) -> None:
    """A control takes effect on its own success, whatever the forces do (TK-MAN-11).

    One that fails has no effect (TK-TRIP-4, TK-GRAP-6).
    """
    strike = blow.strike
    if strike.target is None:
        return
    target = decision.state.people[strike.target]
    for one in blow.tries:
        if not one.success:
            continue
        if one.manoeuvre == "disarm" and one.item is not None and one.item in target.things:
            lose(decision, target, one.item, "disarmed")
        elif one.manoeuvre == "trip":
            decision.record(Fell(combatant=target.id, by=strike.attacker))
        elif one.manoeuvre == "grapple":
            decision.record(
                Grabbed(combatant=target.id, by=strike.attacker, reach=_weapon(decision.state, strike).reach)
            )


def use_up_ammunition(decision: Decision[Fight], blow: Blow) -> None:
    """Ammunition is gone, hit or miss (TK-AMMO-1); what is thrown lies at the target (TK-ATK-7, TK-TRICK-3)."""
    fight, strike = decision.state, blow.strike
    attacker = fight.people[strike.attacker]
    weapon = _weapon(fight, strike)
    units = units_of(fight.options, weapon, strike)
    if units:
        decision.record(
            AmmunitionUsed(combatant=attacker.id, item=weapon.id, units=units, loaded=weapon.loaded - units)
        )
    if strike.mode == "thrown":
        where = attacker if strike.target is None else fight.people[strike.target]
        decision.record(Dropped(combatant=attacker.id, item=weapon.id, square=where.square, why="thrown"))


def _weapon(fight: Fight, strike: Strike) -> Thing:
    """That of a strike; struck from the hand in the same stage, it lies on the ground by now (TK-TICK-7)."""
    lying = fight.ground.get(strike.weapon)
    return lying.thing if lying is not None else weapon_of(fight, strike) or BARE_HANDS


EFFECTS: Chapter[Fight] = Chapter(events=(Grabbed, Fell, AmmunitionUsed))
