"""Facts about where and how combatants stand: zones, closeness, cover, weapons in hand, aim, who is seen, time."""

from typing import Annotated, ClassVar

from domain.model.event import Event
from domain.rulesets.black_dice.said import (
    AIM_ENDED_BY,
    Armed,
    Several,
    Who,
    armed,
    at_zone,
    from_to,
    healed_with,
    in_cover,
    in_feet,
    time_passes,
    to_zone,
)
from domain.rulesets.black_dice.state import Aim, Cover, Fight, close_pair, zone_pair
from domain.rulesets.black_dice.words import HERE, HealingPlace
from domain.text.sentences import Spoken


class Moved(Event, frozen=True, kw_only=True):
    """Somebody goes to another zone, or is ``placed`` there: its cover ends, it is close to nobody (BD-COVER-6)."""

    type: ClassVar[str] = "black_dice.moved"
    combatant: Who
    zone: Annotated[str, Spoken(to_zone)]
    placed: bool = False

    def says(self) -> str:
        verb = "is brought" if self.placed else "comes" if self.zone == HERE else "goes"
        return f"{{combatant}} {verb} {{zone}}."

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
    says = "{combatant} and {other} are close to each other."
    combatant: Who
    other: Who
    placed: bool = False

    def evolve(self, fight: Fight) -> None:
        pair = close_pair(self.combatant, self.other)
        if pair not in fight.close:
            fight.close = (*fight.close, pair)
        if fight.phase == "resolve" and not self.placed:
            fight.exert(self.combatant)


class CameApart(Event, frozen=True, kw_only=True):
    """Two are close no more."""

    type: ClassVar[str] = "black_dice.came_apart"
    says = "{combatant} and {other} are no longer close to each other."
    combatant: Who
    other: Who

    def evolve(self, fight: Fight) -> None:
        pair = close_pair(self.combatant, self.other)
        fight.close = tuple([other for other in fight.close if other != pair])


class Disengaged(Event, frozen=True, kw_only=True):
    """Somebody is close to nobody any more, and no target in melee for the round (BD-WHO-10)."""

    type: ClassVar[str] = "black_dice.disengaged"
    says = "{combatant} is clear of the melee."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.part_from_all(self.combatant)
        fight.disengaged = (*fight.disengaged, self.combatant)
        fight.exert(self.combatant)


class ThingPlaced(Event, frozen=True, kw_only=True):
    """An object stands in another zone."""

    type: ClassVar[str] = "black_dice.thing_placed"
    says = "{combatant} is now {zone}."
    combatant: Who
    zone: Annotated[str, Spoken(at_zone)]

    def evolve(self, fight: Fight) -> None:
        fight.things[self.combatant].zone = self.zone
        fight.add_zone(self.zone)


class CoverTaken(Event, frozen=True, kw_only=True):
    """Somebody has this cover from now on, or none (BD-COVER-4)."""

    type: ClassVar[str] = "black_dice.cover_taken"
    combatant: Who
    cover: Annotated[Cover, Spoken(in_cover)] | None

    def says(self) -> str:
        return "{combatant} has {cover}." if self.cover is not None else "{combatant} is no longer in cover."

    def evolve(self, fight: Fight) -> None:
        """Objects stand in cover too (BD-OBJ-2)."""
        (fight.people.get(self.combatant) or fight.things[self.combatant]).cover = self.cover


class FellProne(Event, frozen=True, kw_only=True):
    """Somebody lies prone."""

    type: ClassVar[str] = "black_dice.fell_prone"
    says = "{combatant} lies on the ground."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = True


class StoodUp(Event, frozen=True, kw_only=True):
    """Somebody stands again."""

    type: ClassVar[str] = "black_dice.stood_up"
    says = "{combatant} stands again."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class DistanceSet(Event, frozen=True, kw_only=True):
    """How far two zones are from each other, in feet."""

    type: ClassVar[str] = "black_dice.distance_set"
    says = "It is {feet} {zones}."
    zones: Annotated[tuple[str, str], Spoken(from_to)]
    feet: Annotated[int, Spoken(in_feet)]

    def evolve(self, fight: Fight) -> None:
        for zone in self.zones:
            fight.add_zone(zone)
        fight.distances = {**fight.distances, zone_pair(*self.zones): self.feet}


class ZoneEquipped(Event, frozen=True, kw_only=True):
    """The places of healing that a zone holds from now on (BD-HEAL-17)."""

    type: ClassVar[str] = "black_dice.zone_equipped"
    zone: Annotated[str, Spoken(at_zone)]
    places: Annotated[tuple[HealingPlace, ...], Spoken(healed_with)]

    def says(self) -> str:
        return "{zone} there is {places}." if self.places else "{zone} there is nothing to treat wounds with."

    def evolve(self, fight: Fight) -> None:
        fight.add_zone(self.zone)
        fight.equipped = {**fight.equipped, self.zone: self.places}


class AwarenessSet(Event, frozen=True, kw_only=True):
    """Of whom somebody is unaware from now on (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.awareness_set"
    combatant: Who
    unaware_of: Several

    def says(self) -> str:
        return "{combatant} is unaware of {unaware_of}." if self.unaware_of else "{combatant} is aware of everyone."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].unaware_of = self.unaware_of


class Surprised(Event, frozen=True, kw_only=True):
    """Somebody has its one surprise attack (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.surprised"
    says = "{attacker} attacks {target} by surprise."
    attacker: Who
    target: Who

    def evolve(self, fight: Fight) -> None:
        fight.surprised = (*fight.surprised, self.attacker)
        fight.disturb(self.attacker)


class Readied(Event, frozen=True, kw_only=True):
    """The weapons that somebody has in hand from now on, those readied first standing first (BD-MOD-2)."""

    type: ClassVar[str] = "black_dice.readied"
    says = "{combatant} has {weapons} in hand."
    combatant: Who
    weapons: Annotated[tuple[str, ...], Spoken(armed)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].ready = self.weapons


class WeaponDropped(Event, frozen=True, kw_only=True):
    """Somebody has a weapon in hand no more."""

    type: ClassVar[str] = "black_dice.weapon_dropped"
    says = "{combatant} drops {weapon}."
    combatant: Who
    weapon: Armed

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.ready = tuple([weapon for weapon in person.ready if weapon != self.weapon])


class Aimed(Event, frozen=True, kw_only=True):
    """Somebody has aimed at a target for so many rounds, this one in it (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aimed"
    combatant: Who
    weapon: Armed
    target: Who
    rounds: int

    def says(self) -> str:
        held = ", for {rounds} rounds now" if self.rounds > 1 else ""
        return f"{{combatant}} aims {{weapon}} at {{target}}{held}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].aim = Aim(self.weapon, self.target, self.rounds)
        fight.aimed = (*fight.aimed, self.combatant)


class AimLost(Event, frozen=True, kw_only=True):
    """An aim is lost or used up, and this round is no whole round of aiming (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aim_lost"
    says = "{reason} ends {combatant's} aim."
    combatant: Who
    reason: Annotated[str, Spoken(AIM_ENDED_BY)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].aim = None
        if fight.phase != "idle":
            fight.aim_broken = (*fight.aim_broken, self.combatant)


class TimePassed(Event, frozen=True, kw_only=True):
    """Minutes go by outside rounds, in which ``pass_time`` or a treatment is spent."""

    type: ClassVar[str] = "black_dice.time_passed"
    says = "{minutes}."
    minutes: Annotated[int, Spoken(time_passes)]

    def evolve(self, fight: Fight) -> None:
        fight.minutes += self.minutes


PLACE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    CameClose,
    CameApart,
    Disengaged,
    ThingPlaced,
    CoverTaken,
    FellProne,
    StoodUp,
    DistanceSet,
    ZoneEquipped,
    AwarenessSet,
    Surprised,
    Readied,
    WeaponDropped,
    Aimed,
    AimLost,
    TimePassed,
)
