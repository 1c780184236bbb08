"""Cover (CE-COVER): what hides a target, and what a shot strikes instead of it."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Lookup, Many, among, record
from domain.fields.sets import ANY_KEY, Either, Span
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.parts import Combatants
from domain.rulesets.century.said import cover_said
from domain.rulesets.century.state import Attack, Cover, Covered, Fight, Person
from domain.rulesets.century.vocabularies import SOME, YES, ids
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

USUAL_PERCENTS: Final = (10, 25, 50)
"""What the narrator is offered to say of an object, besides any other percentage."""


class CoveringSheet(StrictModel):
    """An object or a combatant that hides another, and the percentage of the view that it blocks."""

    object: CombatantId
    percent: int | None = Field(
        default=None,
        ge=1,
        le=100,
        description="how much of the combatant it hides; by default what the object usually does",
    )


class CoverSet(Event, frozen=True, kw_only=True):
    """What a combatant stands behind from now on (CE-COVER-1)."""

    type: ClassVar[str] = "century.cover_set"
    words = "Cover set"
    told = Told(brief=AS_SAID)
    says = "{combatant} {cover}."
    example = {"combatant": "eva", "cover": {}}
    combatant: str
    cover: Annotated[Cover, Spoken(cover_said)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cover = self.cover


def cover_of(fight: Fight, target: str, attacker: str) -> tuple[Covered, ...]:
    """Return what hides a target from an attacker, in order (CE-COVER-1, CE-COVER-10); no attacker is in its own way.

    The reading is that of CE-RUL-89.
    """
    cover = fight.people[target].cover
    counts = cover.against is None or attacker in cover.against
    return tuple([one for one in cover.objects if one.object != attacker]) if cover.objects and counts else ()


def cover_penalty(fight: Fight, attack: Attack) -> int:
    """Return what cover takes off the To-Hit Roll, by option (CE-COVER-3, CE-RUL-69)."""
    if fight.options.cover_mode == "location" or attack.target is None:
        return 0
    ignored = attack.called_terms is not None and attack.called_terms.ignores_cover
    return 0 if ignored else sum(one.percent for one in cover_of(fight, attack.target, attack.attacker))


def struck_by(covers: tuple[Covered, ...], number: int) -> str | None:
    """Return the object that a cover roll strikes, by consecutive intervals from 1 (CE-COVER-4), or None (CE-COVER-5).

    None is the target itself; with 100 percent it is always an object (CE-COVER-11).
    """
    end = 0
    for one in covers:
        end += one.percent
        if number <= end:
            return one.object
    return None


def can_hide(thing: Person) -> bool:
    """Return whether somebody can stand behind a combatant or an object at all."""
    return not thing.destroyed and thing.present


def _covered(view: View[Fight]) -> tuple[str, ...]:
    """Return those whom something else can hide."""
    return tuple([one for one in view[EVERYBODY] if any(thing != one for thing in view[COVERING])])


COVERING: Final[Vocabulary[Fight]] = Vocabulary(
    "what can hide somebody", lambda view: ids(thing for thing in view.state.people.values() if can_hide(thing))
)
COVERED: Final[Vocabulary[Fight]] = Vocabulary("who can be hidden", _covered)
HIDES: Final[Vocabulary[Fight]] = Vocabulary(
    "what objects hide",
    lambda view: {thing.id: (thing.hides,) for thing in view.state.people.values() if thing.hides},
)
UNSAID: Final[Vocabulary[Fight]] = Vocabulary(
    "what hides as much as is said", lambda view: {**dict.fromkeys(view[HIDES], ()), ANY_KEY: YES}
)


BEHIND_SOMETHING: Final[Vocabulary[Fight]] = Vocabulary(
    "who has cover", lambda view: ids(one for one in view.state.people.values() if one.cover.objects)
)


class SetCover(Narrating):
    """Say what a combatant stands behind, in order (CE-COVER-1); without objects there is no cover."""

    variants = {
        "set": {
            "combatant": among(COVERED),
            "objects": record(
                {
                    "object": among(COVERING, bars=("combatant",), required=True),
                    "percent": among(
                        Either((USUAL_PERCENTS, Span(1, 100))),
                        shared=True,
                        default=Lookup(HIDES, ("object",)),
                        required=Lookup(UNSAID, ("object",)),
                    ),
                },
                phrase="{object}[ ({percent} percent)]",
                many=Many(1, 20),
                differ=("object",),
                required=True,
            ),
            "against": SOME.but(seldom=True),
        },
        "remove": {"combatant": among(BEHIND_SOMETHING), **dict.fromkeys(("objects", "against"))},
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {
        "combatant": "steinbrenner",
        "objects": [{"object": "desk", "percent": 50}, {"object": "computer", "percent": 5}],
    }
    words = Words(
        "Set cover",
        group="scene",
        variants={
            "set": Variant("Set cover", "Set the cover of {combatant}: {objects}[, against attacks by {against}]"),
            "remove": Variant(
                "Remove cover",
                "Remove the cover of {combatant}",
                help="Say that a combatant stands behind nothing any more.",
            ),
        },
        fields={"objects": "Stands behind", "against": "Against attacks by"},
    )
    type: Literal["century.set_cover"] = "century.set_cover"
    combatant: CombatantId
    objects: tuple[CoveringSheet, ...] = Field(default=(), max_length=20)
    against: Combatants | None = Field(default=None, description="the attackers against whom it helps; by default all")

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        objects: list[Covered] = []
        for place, sheet in enumerate(self.objects):
            field = f"command.objects[{place}]"
            thing = find_combatant(fight, sheet.object, f"{field}.object")
            said = f"{thing.name} is named twice; once is enough."
            require(all(one.object != thing.id for one in objects), "CE-COVER-1", said, field=f"{field}.object")
            percent = sheet.percent if sheet.percent is not None else thing.hides
            require(percent, "CE-COVER-1", f"Say how much {thing.name} hides.", field=f"{field}.percent")
            there = thing.id != person.id and can_hide(thing)
            require(there, "CE-COVER-1", f"{thing.name} gives no cover there.", field=f"{field}.object")
            objects.append(Covered(thing.id, percent))
        if not objects:
            said = f"{person.name} has no cover that could be removed."
            require(person.cover.objects, "CE-COVER-1", said, field="command.combatant")
            said = "Cover is removed against all attacks; leave the attackers out."
            require(self.against is None, "CE-COVER-1", said, field="command.against")
        total = sum(one.percent for one in objects)
        require(total <= 100, "CE-COVER-1", f"Together they hide {total} percent; 100 is all.", field="command.objects")
        for place, name in enumerate(self.against or ()):
            find_combatant(fight, name, f"command.against[{place}]")
        decision.record(CoverSet(combatant=person.id, cover=Cover(tuple(objects), self.against)))


COVER: Chapter[Fight] = Chapter(
    commands=(SetCover,),
    events=(CoverSet,),
    labels={"objects.object": "Object", "objects.percent": "Percent hidden"},
)
