"""Where the narrator puts combatants and objects, how far apart zones are, who is unaware of whom."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Fields, Lookup, Many, among, listed, looked_up, record, several
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.places import CameClose, Moved, come_close, go
from domain.rulesets.black_dice.chapters.vocabularies import A_ZONE, PEOPLE, PEOPLE_IN, everybody, zones
from domain.rulesets.black_dice.parts import (
    MOST_COMBATANTS,
    Combatants,
    Key,
)
from domain.rulesets.black_dice.said import (
    Several,
    Who,
    at_zone,
    from_to,
    in_cover,
    in_feet,
    to_zone,
)
from domain.rulesets.black_dice.state import Cover, Fight, Person, close_pair, zone_pair
from domain.rulesets.black_dice.words import (
    CoverKind,
)
from domain.story.told import AS_SAID, Told
from domain.text.sentences import AS_WRITTEN, Spoken
from domain.text.words import Variant, Words, as_label


class CoverSheet(StrictModel):
    """Cover, against everyone or only against those named (BD-COVER-4)."""

    kind: CoverKind | Literal["none"]
    against: Combatants | None = None


class CameApart(Event, frozen=True, kw_only=True):
    """Two are close no more."""

    type: ClassVar[str] = "black_dice.came_apart"
    words = "Came apart"
    told = Told(brief="{combatant} | is no longer close to | {other}", target="other")
    says = "{combatant} and {other} are no longer close to each other."
    example = {"combatant": "tinker", "other": "tough"}
    combatant: Who
    other: Who

    def evolve(self, fight: Fight) -> None:
        pair = close_pair(self.combatant, self.other)
        fight.close = tuple([other for other in fight.close if other != pair])


class ThingPlaced(Event, frozen=True, kw_only=True):
    """An object is in another zone."""

    type: ClassVar[str] = "black_dice.thing_placed"
    words = "Object placed"
    says = ""
    example = {"combatant": "door", "zone": "deck"}
    combatant: Who
    zone: Annotated[str, Spoken(to_zone)]

    @property
    def place(self) -> Annotated[str, AS_WRITTEN]:
        """The zone by its label."""
        return as_label(self.zone)

    @property
    def there(self) -> Annotated[str, Spoken(at_zone)]:
        """The zone as one is in it."""
        return self.zone

    told = Told(brief="{combatant} | is now {there}", goes_to="{place}")

    def evolve(self, fight: Fight) -> None:
        fight.things[self.combatant].zone = self.zone
        fight.add_zone(self.zone)


class CoverTaken(Event, frozen=True, kw_only=True):
    """A combatant has this cover from now on, or none (BD-COVER-4)."""

    type: ClassVar[str] = "black_dice.cover_taken"
    words = "Cover changed"
    example = {"combatant": "brass_tom", "cover": {"kind": "near_total"}}
    combatant: Who
    cover: Annotated[Cover, Spoken(in_cover)] | None

    def says(self) -> str:
        return "{combatant} has {cover}." if self.cover is not None else "{combatant} is no longer in cover."

    def brief(self) -> str:
        return "{combatant} | has {cover}" if self.cover is not None else "{combatant} | is no longer in cover"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        """Objects stand in cover too (BD-OBJ-2)."""
        (fight.people.get(self.combatant) or fight.things[self.combatant]).cover = self.cover


class FellProne(Event, frozen=True, kw_only=True):
    """A combatant lies prone."""

    type: ClassVar[str] = "black_dice.fell_prone"
    words = "Fell to the ground"
    told = Told(brief=AS_SAID, moment="fall")
    says = "{combatant} lies on the ground."
    example = {"combatant": "brass_tom"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = True


class StoodUp(Event, frozen=True, kw_only=True):
    """A combatant has stood up."""

    type: ClassVar[str] = "black_dice.stood_up"
    words = "Stood up"
    told = Told(brief=AS_SAID)
    says = "{combatant} stands again."
    example = {"combatant": "brass_tom"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class DistanceSet(Event, frozen=True, kw_only=True):
    """How far two zones are from each other, in feet."""

    type: ClassVar[str] = "black_dice.distance_set"
    words = "Distance set"
    told = Told(brief=AS_SAID)
    says = "It is {feet} {zones}."
    example = {"zones": ["here", "bridge"], "feet": 20}
    zones: Annotated[tuple[str, str], Spoken(from_to)]
    feet: Annotated[int, Spoken(in_feet)]

    def evolve(self, fight: Fight) -> None:
        for zone in self.zones:
            fight.add_zone(zone)
        fight.distances = {**fight.distances, zone_pair(*self.zones): self.feet}


class AwarenessSet(Event, frozen=True, kw_only=True):
    """The combatants of whom one is unaware from now on (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.awareness_set"
    words = "Awareness set"
    told = Told(
        brief=AS_SAID,
        unless=("black_dice.item_begun", "black_dice.surprise_attack", "black_dice.exchange_decided"),
    )
    example = {"combatant": "tough", "unaware_of": ["kestrel", "vane", "lark", "brass_tom", "pryce"]}
    combatant: Who
    unaware_of: Several

    def says(self) -> str:
        return "{combatant} is unaware of {unaware_of}." if self.unaware_of else "{combatant} is aware of everyone."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].unaware_of = self.unaware_of


WHERE: Final = Vocabulary[Fight](
    "where each is", lambda view: {one.id: zones((one.zone,)) for one in view.state.people.values()}
)
THINGS: Final = Vocabulary[Fight]("objects", lambda view: tuple(view.state.things))
COVER: Final = record(
    {
        "kind": listed(*get_args(CoverKind), "none"),
        "against": several(PEOPLE, 0, MOST_COMBATANTS, bars=("combatant",)),
    },
    phrase="{kind}[ against {against}]",
)
THING_ONLY: Final[Fields] = {"combatant": among(THINGS), "prone": None, "close_to": None, "apart_from": None}


PLACED: Final = tuple([one.type for one in (Moved, CameClose, CameApart, ThingPlaced, CoverTaken, FellProne, StoodUp)])
"""What tells a change of place, so that nobody has stayed."""


class Place(Narrating):
    """Say where a combatant or an object is, and in what cover (BD-COVER-4)."""

    form = {
        "combatant": among(PEOPLE),
        "zone": among(A_ZONE, default=Lookup(WHERE, ("combatant",))),
        "cover": COVER,
        "prone": listed(True, False),
        "close_to": looked_up(PEOPLE_IN, "zone", many=Many(0, MOST_COMBATANTS, distinct=True), bars=("combatant",)),
        "apart_from": several(PEOPLE, 0, MOST_COMBATANTS, distinct=True, bars=("combatant", "close_to")),
    }
    variants = {
        "somebody": {},
        "object": {**THING_ONLY, "zone": among(A_ZONE, required=True)},
        "cover_of_object": {**THING_ONLY, "zone": None, "cover": COVER.but(required=True)},
    }
    says = ("The narrator places {combatant} {zone:at}.", "The narrator decides where {combatant} stands.")
    told = Told(brief=("{combatant} | stays {zone:at}",), unless=PLACED)
    example = {
        "combatant": "pryce",
        "zone": "deck",
        "cover": {"kind": "partial", "against": ["quill"]},
        "close_to": ["vane"],
    }
    ruling = True
    words = Words(
        "Place a combatant",
        "Place {combatant}[: {zone}][, close to {close_to}][, apart from {apart_from}][. {prone}][. {cover}]",
        group="scene",
        variants={
            "cover_of_object": Variant(
                "Put an object in cover", "For {combatant}: {cover}", help="Say what cover an object has."
            ),
            "object": Variant("Place an object", help="Say where an object is, and in what cover."),
            "somebody": Variant("Place a combatant", help="Say where a combatant is, and in what cover."),
        },
        fields={"prone": "On the ground"},
    )
    type: Literal["black_dice.place"] = "black_dice.place"
    combatant: CombatantId
    zone: Key | None = None
    cover: CoverSheet | None = None
    prone: bool | None = None
    close_to: Combatants = ()
    apart_from: Combatants = ()

    def decide(self, decision: Decision[Fight]) -> None:
        """Record what changes, the zone first."""
        fight = decision.state
        for number, name in enumerate((self.cover and self.cover.against) or ()):
            where = f"command.cover.against[{number}]"
            against = find_combatant(fight, name, where)
            if name == self.combatant:
                refuse(None, f"Name somebody other than {against.name}.", code="invalid", field=where)
        if self.combatant in fight.things:
            self._place_thing(decision)
            return
        person = find_combatant(fight, self.combatant, "command.combatant")
        self._check_neighbours(fight, person)
        go(decision, person, self.zone or person.zone, placed=True)
        if self.cover is not None and cover_of(self.cover) != person.cover:
            decision.record(CoverTaken(combatant=person.id, cover=cover_of(self.cover)))
        if self.prone is not None and self.prone != person.prone:
            decision.record(FellProne(combatant=person.id) if self.prone else StoodUp(combatant=person.id))
        for other in self.apart_from:
            if fight.are_close(person.id, other):
                decision.record(CameApart(combatant=person.id, other=other))
        for other in self.close_to:
            come_close(decision, person, fight.people[other], placed=True)

    def _check_neighbours(self, fight: Fight, person: Person) -> None:
        """Refuse to put a combatant close to itself, or to others than those of its new zone."""
        zone = self.zone or person.zone
        for field in ("close_to", "apart_from"):
            named: tuple[str, ...] = getattr(self, field)
            require_distinct(named, f"command.{field}")
            for number, name in enumerate(named):
                where = f"command.{field}[{number}]"
                other = find_combatant(fight, name, where)
                if other.id == person.id:
                    refuse(None, f"Name somebody other than {person.name}.", code="invalid", field=where)
                if field == "apart_from" and name in self.close_to:
                    both = f"{person.name} would be both close to {other.name} and apart from {other.name}."
                    refuse(None, both, code="invalid", field=where)
                if field == "close_to" and other.zone != zone:
                    detail = (
                        f"{other.name} is {at_zone(other.zone, {})}, but {person.name} would be {at_zone(zone, {})}."
                    )
                    refuse(None, detail, code="invalid", field=where)

    def _place_thing(self, decision: Decision[Fight]) -> None:
        """Put an object in a zone or in cover (BD-OBJ-2); its cover ends with its zone (BD-COVER-6)."""
        thing = decision.state.things[self.combatant]
        named = self.given_fields - {"combatant", "answers"}
        if not named or named - {"zone", "cover"}:
            refuse(None, f"{thing.name} is an object: name its zone or its cover, and nothing else.", code="invalid")
        leaves = self.zone not in (None, thing.zone)
        if self.zone is not None:
            decision.record(ThingPlaced(combatant=thing.id, zone=self.zone))
        if self.cover is not None:
            decision.record(CoverTaken(combatant=thing.id, cover=cover_of(self.cover)))
        elif leaves and thing.cover is not None:
            decision.record(CoverTaken(combatant=thing.id, cover=None))


def cover_of(sheet: CoverSheet) -> Cover | None:
    """The cover that the narrator names (BD-COVER-4)."""
    return None if sheet.kind == "none" else Cover(sheet.kind, sheet.against)


class Distance(Narrating):
    """Say how far two zones are from each other (BD-WHO-2)."""

    form = {"zones": several(A_ZONE, 2, 2, distinct=True)}
    says = ()
    example = {"zones": ["deck", "roof"], "feet": 60}
    words = Words("Set a distance", "Distance between {zones}: {feet:foot|feet}", group="scene")
    type: Literal["black_dice.distance"] = "black_dice.distance"
    zones: tuple[Key, Key]
    feet: int = Field(ge=0, le=10_000)

    def decide(self, decision: Decision[Fight]) -> None:
        one, other = self.zones
        if one == other:
            refuse(None, "Name two different zones.", code="invalid", field="command.zones")
        decision.record(DistanceSet(zones=self.zones, feet=self.feet))


NOT_ALONE: Final = everybody("who is not alone", lambda fight, person: len(fight.people) > 1)


class Awareness(Narrating):
    """Say of whom a combatant is unaware (BD-RNG-7). With nobody named, they are aware of everyone."""

    variants = {
        "unaware": {
            "combatant": among(NOT_ALONE),
            "unaware_of": several(PEOPLE, 1, MOST_COMBATANTS, distinct=True, bars=("combatant",), required=True),
        },
        "aware": {"combatant": among(PEOPLE), "unaware_of": None},
    }
    says = ()
    example = {"combatant": "pryce", "unaware_of": ["quill"]}
    ruling = True
    words = Words(
        "Set awareness",
        group="scene",
        variants={
            "unaware": Variant(
                "Make somebody unaware of others",
                "{combatant} is unaware of {unaware_of}",
                help="Say of whom a combatant is unaware.",
            ),
            "aware": Variant(
                "Make somebody aware of everyone",
                "{combatant} is aware of everyone",
                help="Say that a combatant is aware of everyone.",
            ),
        },
        fields={"unaware_of": "Unaware of"},
    )
    type: Literal["black_dice.awareness"] = "black_dice.awareness"
    combatant: CombatantId
    unaware_of: Combatants = ()

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require_distinct(self.unaware_of, "command.unaware_of")
        for number, other in enumerate(self.unaware_of):
            find_combatant(decision.state, other, f"command.unaware_of[{number}]")
        require(
            person.id not in self.unaware_of,
            "BD-RNG-7",
            f"Name somebody other than {person.name}.",
            field="command.unaware_of",
        )
        decision.record(AwarenessSet(combatant=person.id, unaware_of=self.unaware_of))


PLACING: Chapter[Fight] = Chapter(
    commands=(Place, Distance, Awareness),
    events=(CameApart, ThingPlaced, CoverTaken, FellProne, StoodUp, DistanceSet, AwarenessSet),
    labels={
        "feet": "Distance in feet",
        "zones": "Zones",
        "apart_from": "Apart from",
        "cover": "Cover",
        "against": "Against",
        "cover.kind": "Kind",
        "kind.slight": "Slight cover",
        "kind.partial": "Partial cover",
        "kind.near_total": "Near-total cover",
        "kind.total": "Total cover",
        "kind.none": "No cover",
        "prone.true": "On the ground",
        "prone.false": "On their feet",
    },
)
