"""Facts about gear and places: what hands hold, what is worn, who guards whom, who is where."""

from typing import Annotated, ClassVar, Final

from domain.model.event import Event
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.events.turns import call_heard
from domain.rulesets.yin_yang.items import Armour, Grip, Weapon
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Fight, pair_key
from domain.rulesets.yin_yang.words import MAIN, Band
from domain.text.sentences import Spoken, SpokenOf

DISTANCES_FROM: Final = {
    "arm": "within arm's reach of",
    "room": "a room's length from",
    "sight": "just within sight of",
}
WARDS_LOST: Final = {"dead": ", who is dead", "fled": ", who is gone"}
"""What has become of the wards, if guarding ends for their sake."""


class ItemPlaced(Event, frozen=True, kw_only=True):
    """A weapon or a piece of armour lies about."""

    type: ClassVar[str] = "yin_yang.item_placed"
    weapon: Annotated[Weapon | None, Spoken(said.lying)] = None
    armour: Annotated[Armour | None, Spoken(said.lying)] = None

    def says(self) -> str:
        things = [slot for slot, thing in (("{weapon}", self.weapon), ("{armour}", self.armour)) if thing is not None]
        return f"{' and '.join(things)} lies within reach of everyone."

    def evolve(self, fight: Fight) -> None:
        if self.weapon is not None:
            fight.scene_weapons = {**fight.scene_weapons, self.weapon.id: self.weapon}
        if self.armour is not None:
            fight.scene_armour = {**fight.scene_armour, self.armour.id: self.armour}


class ItemTaken(Event, frozen=True, kw_only=True):
    """Something that lay about is somebody's gear now (YY-WPN-31, YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.item_taken"
    says = "{combatant} picks up {item}."
    combatant: str
    item: Annotated[str, Spoken(said.picked_up)]

    def evolve(self, fight: Fight) -> None:
        """What lay about is gear from now on (YY-WPN-31)."""
        person = fight.people[self.combatant]
        if self.item in fight.scene_weapons:
            person.weapons = {**person.weapons, self.item: fight.scene_weapons[self.item]}
            fight.scene_weapons = {key: weapon for key, weapon in fight.scene_weapons.items() if key != self.item}
        else:
            person.armour = {**person.armour, self.item: fight.scene_armour[self.item]}
            fight.scene_armour = {key: piece for key, piece in fight.scene_armour.items() if key != self.item}


class Wielded(Event, frozen=True, kw_only=True):
    """What somebody's hands hold from now on (YY-WPN-10)."""

    type: ClassVar[str] = "yin_yang.wielded"
    combatant: str
    grips: Annotated[tuple[Grip, ...], SpokenOf(said.held)]

    def says(self) -> str:
        return "{combatant} now holds {grips}." if self.grips else "{combatant} now has empty hands."

    def evolve(self, fight: Fight) -> None:
        """Scores are computed when a weapon is taken up or its grip changes (YY-WPN-5)."""
        person = fight.people[self.combatant]
        person.wielded = self.grips
        derive(person)


class Worn(Event, frozen=True, kw_only=True):
    """What armour somebody wears from now on (YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.worn"
    says = "{combatant} now wears {armour}."
    combatant: str
    armour: Annotated[tuple[str, ...], SpokenOf(said.armour_worn)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.worn = self.armour
        derive(person)


class GuardSet(Event, frozen=True, kw_only=True):
    """Somebody watches over another, or says that it does not any more (YY-ATK-15)."""

    type: ClassVar[str] = "yin_yang.guard_set"
    says = "{combatant} {on} {ward}."
    combatant: str
    ward: str
    on: Annotated[bool, Spoken({True: "now watches over", False: "no longer watches over"})]

    def evolve(self, fight: Fight) -> None:
        """Guards stand in the order in which they began (YY-ATK-6)."""
        ward = fight.people[self.ward]
        others = tuple([guard for guard in ward.guards if guard != self.combatant])
        ward.guards = (*others, self.combatant) if self.on else others


class GuardsEnded(Event, frozen=True, kw_only=True):
    """None of these guards watches over any of these wards any more (YY-ATK-15).

    One of them is out of action, or what they watched over is dead or has fled: one fact, however many they are.
    """

    type: ClassVar[str] = "yin_yang.guards_ended"
    guards: tuple[str, ...]
    wards: tuple[str, ...]
    reason: str

    def says(self) -> str:
        """Guards are out of action themselves, or their ward is dead or has fled."""
        watch = "watches" if len(self.guards) == 1 else "watch"
        out = ", out of the fight," if self.reason == "out_of_action" else ""
        return f"{{guards}}{out} no longer {watch} over {{wards}}{WARDS_LOST.get(self.reason, '')}."

    def evolve(self, fight: Fight) -> None:
        for key in self.wards:
            ward = fight.people[key]
            ward.guards = tuple([guard for guard in ward.guards if guard not in self.guards])


class Moved(Event, frozen=True, kw_only=True):
    """Somebody moved in respect of another, or into a sub-fight (YY-MOVE-2, YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.moved"
    combatant: str
    other: str | None = None
    band: Annotated[Band | None, Spoken(DISTANCES_FROM)] = None
    subfight: Annotated[str | None, Spoken(said.subfight)] = None

    def says(self) -> str:
        if self.subfight is not None:
            return "{combatant} goes to {subfight}."
        return "{combatant} moves[, and is now {band} {other}]."

    def evolve(self, fight: Fight) -> None:
        """A move is a call too, even one that costs nothing (YY-ACT-6)."""
        call_heard(fight)
        person = fight.people[self.combatant]
        if self.subfight is not None:
            person.subfight = self.subfight
            _remember(fight)
        if self.other is not None and self.band is not None:
            fight.distances = {**fight.distances, pair_key(self.combatant, self.other): self.band}


class DistanceSet(Event, frozen=True, kw_only=True):
    """How far two are apart from now on."""

    type: ClassVar[str] = "yin_yang.distance_set"
    says = "{first} and {second} are {band}."
    first: str
    second: str
    band: Annotated[Band, Spoken(said.BANDS)]

    def evolve(self, fight: Fight) -> None:
        fight.distances = {**fight.distances, pair_key(self.first, self.second): self.band}


class FightSplit(Event, frozen=True, kw_only=True):
    """Who is in which sub-fight from now on (YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.fight_split"
    says = "The fight splits: {subfights}."
    subfights: Annotated[dict[str, str], Spoken(said.split)]

    def evolve(self, fight: Fight) -> None:
        for combatant, subfight in self.subfights.items():
            fight.people[combatant].subfight = subfight
        _remember(fight)


PLACE_EVENTS: tuple[type[Event], ...] = (
    ItemPlaced,
    ItemTaken,
    Wielded,
    Worn,
    GuardSet,
    GuardsEnded,
    Moved,
    DistanceSet,
    FightSplit,
)


def _remember(fight: Fight) -> None:
    """The sub-fights that there are, the main one first."""
    named = (person.subfight for person in fight.people.values())
    fight.subfights = tuple(dict.fromkeys([MAIN, *fight.subfights, *named]))
