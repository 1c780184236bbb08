"""Places of healing: which a zone holds, and how hard they make a treatment (BD-HEAL-6 to BD-HEAL-8, BD-HEAL-17)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, get_args

from pydantic import Field

from domain.core.commands import Narrating
from domain.decision.decision import Decision
from domain.fields.field import Few, Many, among, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.healing.healers import HEALED_BY
from domain.rulesets.black_dice.chapters.vocabularies import A_ZONE
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.parts import (
    Key,
)
from domain.rulesets.black_dice.said import (
    HEALED_IN,
    at_zone,
    healed_with,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import HEALING, KITS
from domain.rulesets.black_dice.words import (
    Being,
    Difficulty,
    HealingPlace,
)
from domain.story.told import AS_SAID, Told
from domain.text.phrases import listed
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

IMPROVISED: dict[Being, HealingPlace] = {"person": "improvised_bandages", "automaton": "improvised_tools"}


class ZoneEquipped(Event, frozen=True, kw_only=True):
    """The places of healing that a zone holds from now on (BD-HEAL-17)."""

    type: ClassVar[str] = "black_dice.zone_equipped"
    words = "Places of healing set"
    told = Told(brief=AS_SAID)
    example = {"zone": "deck", "places": ["medical_kit", "toolkit"]}
    zone: Annotated[str, Spoken(at_zone)]
    places: Annotated[tuple[HealingPlace, ...], Spoken(healed_with)]

    def says(self) -> str:
        if self.places:
            return "Wounds can now be treated {zone} with {places}."
        return "There is nothing {zone} to treat wounds with."

    def evolve(self, fight: Fight) -> None:
        fight.add_zone(self.zone)
        fight.equipped = {**fight.equipped, self.zone: self.places}


def place_in(fight: Fight, zone: str, kind: Being) -> HealingPlace:
    """Return the place of healing that a zone holds for persons, or for automata; without one it is improvised."""
    held = (place for place in fight.equipped.get(zone, ()) if HEALING[place].automata == (kind == "automaton"))
    return next(held, IMPROVISED[kind])


def difficulty_at(options: Options, place: HealingPlace) -> Difficulty:
    """How hard a place makes a treatment; a kit gives no bonus dice, unless the option says so (BD-HEAL-8)."""
    if place in KITS and options.heal_easy == "plus_five":
        return "easy"
    return HEALING[place].difficulty


def require_place(patient: Person, place: HealingPlace, *, shown: bool) -> None:
    """Refuse a place that is none for such a body (BD-HEAL-6), as ``require_skill`` does."""
    fitting = places_for(patient.kind)
    there = f"; there is {listed(HEALED_IN[key] for key in fitting)}" if shown else ""
    require(
        place in fitting,
        "BD-HEAL-6",
        f"{patient.name} cannot be treated with {HEALED_IN[place]}{there}.",
        field="command.place",
    )


def require_place_there(fight: Fight, patient: Person, place: HealingPlace) -> None:
    """Refuse a place that the narrator has not declared of the patient's zone (BD-HEAL-17)."""
    there = place_in(fight, patient.zone, patient.kind)
    meant = HEALED_IN[place]
    said = f"{patient.name} is treated with {HEALED_IN[there]}, unless the narrator says that there is {meant}."
    require(place == there, "BD-HEAL-17", said, field="command.place")


def places_for(kind: Being) -> tuple[HealingPlace, ...]:
    """Return the places of healing for persons, or for automata (BD-HEAL-6)."""
    return tuple([place for place, row in HEALING.items() if row.automata == (kind == "automaton")])


PLACES: Final[Mapping[Being, Node]] = {kind: places_for(kind) for kind in get_args(Being)}


def _places(view: View[Fight]) -> Node:
    """The places where each patient may be treated; a player names what is there (BD-HEAL-17).

    What is there depends on the kind of the patient: where its sheet is secret, on the kind that the skill heals.
    """
    found: dict[str, Node] = {}
    for patient in view.state.people.values():
        if view.speaker.is_narrator:
            found[patient.id] = PLACES[patient.kind]
        else:
            there = {kind: (place_in(view.state, patient.zone, kind),) for kind in IMPROVISED}
            by_skill: Node = {skill: there[kind] for skill, kind in HEALED_BY.items()}
            found[patient.id] = there[patient.kind] if view.shows(patient.id) else by_skill
    return found


PLACES_TO_HEAL: Final = looked_up(Vocabulary[Fight]("places of healing", _places), "patient", "skill", seldom=True)


class EquipZone(Narrating):
    """Say with what wounds can be treated in a zone (BD-HEAL-17).

    A zone holds no place of healing, or one for persons and one for automata at most.
    """

    form = {"zone": among(A_ZONE)}
    variants = {
        "some": {
            "places": among(
                tuple(HEALING),
                many=Many(1, 2),
                few=tuple([Few("places", places_for(kind), 1) for kind in PLACES]),
                required=True,
            )
        },
        "none": {"places": None},
    }
    says = ()
    example = {"zone": "deck", "places": ["medical_kit", "toolkit"]}
    words = Words(
        "Set places of healing",
        group="scene",
        variants={
            "some": Variant("Set places of healing", "Wounds can be treated in {zone}: {places}"),
            "none": Variant(
                "Leave no places of healing",
                "There is nothing in {zone} to treat wounds with",
                help="Say that a zone has nothing special to treat wounds with.",
            ),
        },
    )
    type: Literal["black_dice.equip_zone"] = "black_dice.equip_zone"
    zone: Key
    places: tuple[HealingPlace, ...] = Field(default=(), max_length=2)

    def decide(self, decision: Decision[Fight]) -> None:
        kinds = {HEALING[place].automata for place in self.places}
        said = "A zone holds at most one place of healing for persons and one for automata."
        require(len(kinds) == len(self.places), "BD-HEAL-17", said, field="command.places")
        decision.record(ZoneEquipped(zone=self.zone, places=self.places))


HEALING_PLACES: Chapter[Fight] = Chapter(
    commands=(EquipZone,),
    events=(ZoneEquipped,),
    labels={"places": "Places of healing"},
)
