"""Facts about places and things: steps, sight, areas, what is in hand, on the body and on the ground."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.said import Item, Keyword, Quote, Spot, squares_said
from domain.rulesets.ticks.state import Fight, Lying, Person, Square
from domain.text.sentences import Spoken

DROPPED: Final = {
    "dropped": "drops {item}",
    "disarmed": "has {item} struck from {combatant:their} hand",
    "thrown": "has thrown {item}",
}
DEEDS: Final = {
    "first_aid": "{combatant} tries to give first aid[: {text}].",
    "skill": "{combatant} gets to work[: {text}].",
    "narrated": "{combatant} does this: {text}.",
}
"""How the deed of a round is told, by its kind; what the others change is told by other events."""
ASIDE: Final = "[{combatant} does it like this: {text}.]"
AMMUNITION: Final = {0: "none"}
"""How ammunition that is left is told; any other number is in digits."""


class Stepped(Event, frozen=True, kw_only=True):
    """Somebody steps to a neighbouring square (TK-MOVE-3)."""

    type: ClassVar[str] = "ticks.stepped"
    says = "{combatant} steps to {to}."
    combatant: str
    to: Spot

    def evolve(self, fight: Fight) -> None:
        """A square of a plan's path is used up when it is stepped on (TK-PLAN-4)."""
        person = fight.people[self.combatant]
        person.square = self.to
        plan = person.turn.plan
        if plan is not None and plan.steps == "path" and plan.path[:1] == (self.to,):
            person.turn = replace(person.turn, plan=replace(plan, path=plan.path[1:]))


class Placed(Event, frozen=True, kw_only=True):
    """The narrator puts somebody on a square (TK-POS-6)."""

    type: ClassVar[str] = "ticks.placed"
    says = "The narrator moves {combatant} to {to}."
    combatant: str
    to: Spot

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].square = self.to


class SightSet(Event, frozen=True, kw_only=True):
    """Whether somebody sees somebody; with ``both`` also the other way round (TK-SIGHT-2)."""

    type: ClassVar[str] = "ticks.sight_set"
    observer: str
    target: str
    visible: bool
    both: bool = True

    def says(self) -> str:
        if self.both:
            return f"{{observer}} and {{target}} {'see' if self.visible else 'do not see'} each other."
        return f"{{observer}} {'sees' if self.visible else 'does not see'} {{target}}."

    def evolve(self, fight: Fight) -> None:
        pairs = [f"{self.observer}>{self.target}", *([f"{self.target}>{self.observer}"] if self.both else [])]
        others = [pair for pair in fight.blind if pair not in pairs]
        fight.blind = tuple(others if self.visible else [*others, *pairs])


class AreaDefined(Event, frozen=True, kw_only=True):
    """Some squares have a name (TK-DEFER-2)."""

    type: ClassVar[str] = "ticks.area_defined"
    says = "The area “{name}” covers {squares}."
    name: Keyword
    squares: Annotated[tuple[Square, ...], Spoken(squares_said)]

    def evolve(self, fight: Fight) -> None:
        fight.areas = {**fight.areas, self.name: self.squares}


class Drew(Event, frozen=True, kw_only=True):
    """A carried thing is in hand (TK-OTHER-4); ``quick`` by a quick draw (TK-QD-2, TK-QD-4)."""

    type: ClassVar[str] = "ticks.drew"
    says = "{combatant}[ {quick}] draws {item}."
    combatant: str
    item: Item
    quick: Annotated[bool, Spoken({True: "quickly"})] = False

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item, place="ready")


class Stowed(Event, frozen=True, kw_only=True):
    """A thing in hand is on the body (TK-OTHER-4)."""

    type: ClassVar[str] = "ticks.stowed"
    says = "{combatant} stows {item}."
    combatant: str
    item: Item

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        thing_changed(person, self.item, place="carried")
        out_of_hand(person, self.item)


class PickedUp(Event, frozen=True, kw_only=True):
    """A thing from the ground is in hand (TK-OTHER-5)."""

    type: ClassVar[str] = "ticks.picked_up"
    says = "{combatant} picks up {item}."
    combatant: str
    item: Item

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        lying: Thing = fight.ground[self.item].thing
        person.things = {**person.things, self.item: replace(lying, place="ready")}
        fight.ground = {name: other for name, other in fight.ground.items() if name != self.item}


class Dropped(Event, frozen=True, kw_only=True):
    """A thing lies on the ground: let fall (TK-OTHER-9), struck from the hand (TK-DISARM-5) or thrown (TK-ATK-7)."""

    type: ClassVar[str] = "ticks.dropped"
    combatant: str
    item: Item
    square: Spot
    why: str = "dropped"

    def says(self) -> str:
        return f"{{combatant}} {DROPPED[self.why]}; it lies on {{square}}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        fight.ground = {**fight.ground, self.item: Lying(_thing(fight, person, self.item), self.square)}
        person.things = {name: thing for name, thing in person.things.items() if name != self.item}
        out_of_hand(person, self.item)


class Reloaded(Event, frozen=True, kw_only=True):
    """A weapon is loaded as far as its spare ammunition goes (TK-OTHER-6)."""

    type: ClassVar[str] = "ticks.reloaded"
    says = "{combatant} reloads {item}[: {loaded:shot} in it, {spare} to spare]."
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item
    loaded: int | None = None
    spare: Annotated[int | None, Spoken(AMMUNITION)] = None

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item, loaded=self.loaded, spare=self.spare)


class Restocked(Event, frozen=True, kw_only=True):
    """How much spare ammunition there is for a weapon."""

    type: ClassVar[str] = "ticks.restocked"
    private: ClassVar[frozenset[str]] = frozenset({"item", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item | None = None
    spare: int | None = None

    def says(self) -> str:
        if self.item is None:
            return "{combatant} is supplied again."
        return "{combatant} has {spare:shot} to spare for {item}."

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item or "", spare=self.spare)


class AmmunitionUsed(Event, frozen=True, kw_only=True):
    """Units are gone from a weapon (TK-AMMO-1); ``loaded`` are left in it."""

    type: ClassVar[str] = "ticks.ammunition_used"
    says = "{combatant} has fired {units:shot} from {item}[; {loaded} left in it]."
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item
    units: int
    loaded: Annotated[int | None, Spoken(AMMUNITION)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.item in person.things:
            thing_changed(person, self.item, loaded=self.loaded)
        else:
            lying = fight.ground[self.item]
            fight.ground = {**fight.ground, self.item: replace(lying, thing=replace(lying.thing, loaded=self.loaded))}


class DeedDone(Event, frozen=True, kw_only=True):
    """Something is done (TK-OTHER-2, TK-EVADE-3), in words where it has no other trace."""

    type: ClassVar[str] = "ticks.deed_done"
    combatant: str
    kind: str
    text: Quote = ""

    def says(self) -> str:
        return DEEDS.get(self.kind, ASIDE)

    def evolve(self, fight: Fight) -> None:
        """Under Other there is one deed a round (TK-OTHER-2)."""
        person = fight.people[self.combatant]
        if person.turn.action == "other":
            person.turn = replace(person.turn, deed_done=True)


PLACE_EVENTS: tuple[type[Event], ...] = (
    Stepped,
    Placed,
    SightSet,
    AreaDefined,
    Drew,
    Stowed,
    PickedUp,
    Dropped,
    Reloaded,
    Restocked,
    AmmunitionUsed,
    DeedDone,
)


def thing_changed(person: Person, item: str, **fields: object) -> None:
    """Put other values into one of somebody's things."""
    person.things = {**person.things, item: replace(person.things[item], **fields)}


def _thing(fight: Fight, person: Person, item: str) -> Thing:
    """A thing of somebody's, which may have been struck from its hand in the same stage."""
    return person.things[item] if item in person.things else fight.ground[item].thing


def out_of_hand(person: Person, item: str) -> None:
    """Defence points and an aim go with their weapon (TK-DEF-6, TK-AIM-8, TK-RUL-20)."""
    declared = person.turn.declared
    if declared is None or declared.weapon != item:
        return
    if declared.action == "defend":
        person.turn = replace(person.turn, defence=0)
    elif declared.action == "aim":
        person.turn = replace(person.turn, aim=None, attack_used=True)
