"""The narrator's word on where a combatant is and where it looks (CE-RANGE-11, CE-SHEET-17)."""

from typing import Annotated, ClassVar, Final, Literal

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, listed, record, span
from domain.fields.sets import Either, Labelled, Span
from domain.fields.vocabulary import EVERYBODY, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.parts import Degrees, PointSheet
from domain.rulesets.century.said import POINTS, heading_said, spot
from domain.rulesets.century.state import Fight, Person, Place
from domain.rulesets.century.vocabularies import FAR, POINT, ids
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words


class Placed(Event, frozen=True, kw_only=True):
    """The narrator says where a combatant is and where it looks (CE-RANGE-11)."""

    type: ClassVar[str] = "century.placed"
    words = "Placed"
    told = Told(brief=AS_SAID, goes_to="[{place}]")
    example = {"combatant": "eva", "place": {"x": 1, "y": 1}, "heading": 270}
    combatant: str
    place: Annotated[Place | None, Spoken(spot)] = None
    heading: Annotated[int | None, Spoken(heading_said)] = None

    def says(self) -> str:
        if self.place is not None:
            return "{combatant} is at {place}[, facing {heading}]."
        return "It is left open where {combatant} is." if self.heading is None else "{combatant} faces {heading}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.place, person.heading = self.place, self.heading
        for one in fight.aboard(person):
            one.place = self.place


def _is_somewhere(person: Person) -> bool:
    return person.place is not None or person.heading is not None


SOMEWHERE: Final[Vocabulary[Fight]] = Vocabulary(
    "whose place is known", lambda view: ids(one for one in view.state.people.values() if _is_somewhere(one))
)


HEADING: Final = among(
    Either(
        (
            tuple([Labelled(45 * place, Label(f"heading_{point}")) for place, point in enumerate(POINTS)]),
            Span(0, 359),
        )
    )
)
"""A heading, of which the points of the compass have names."""


class SetPosition(Narrating):
    """Say where a combatant is and which way they face (CE-RANGE-11). What is left out stays as it is.

    `nowhere` leaves both open.
    """

    form = {"combatant": among(EVERYBODY)}
    variants = {
        "position": {
            "position": record(
                {"x": span(*FAR), "y": span(*FAR), "elevation": span(*FAR, seldom=True)}, phrase=POINT, required=True
            ),
            "heading": HEADING,
            "nowhere": None,
        },
        "heading": {"heading": HEADING.but(required=True), **dict.fromkeys(("position", "nowhere"))},
        "nowhere": {
            "combatant": among(SOMEWHERE),
            "nowhere": listed(True, required=True),
            **dict.fromkeys(("position", "heading")),
        },
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "eva", "position": {"x": 0, "y": 7}, "heading": 180}
    words = Words(
        "Place a combatant",
        "Place {combatant}",
        group="scene",
        variants={
            "heading": Variant(
                "Turn a combatant",
                "Turn {combatant} to face {heading:degree|degrees}",
                help="Say which way a combatant faces. Where they are stays as it is.",
            ),
            "nowhere": Variant(
                "Leave a place open",
                "Leave open where {combatant} is",
                help="Leave open where a combatant is and which way they face.",
            ),
            "position": Variant(
                "Place a combatant", "Place {combatant} at {position}[, facing {heading:degree|degrees}]"
            ),
        },
        fields={"nowhere": "Leave the place open"},
    )
    type: Literal["century.set_position"] = "century.set_position"
    combatant: CombatantId
    position: PointSheet | None = None
    heading: Degrees | None = None
    nowhere: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        """Position, heading, or both; what is not named stays, ``nowhere`` leaves both open."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        says = self.position is not None or self.heading is not None
        if says == self.nowhere:
            said = "Give a position, a heading or both, or nowhere alone."
            refuse(None, said, code="invalid", field="command.nowhere" if says else "command.position")
        if self.nowhere:
            said = f"Nothing is known of where {person.name} is; leave it so."
            require(_is_somewhere(person), "CE-RANGE-11", said, field="command.combatant")
            decision.record(Placed(combatant=person.id))
            return
        point = self.position
        place = person.place if point is None else Place(point.x, point.y, point.elevation)
        decision.record(
            Placed(combatant=person.id, place=place, heading=person.heading if self.heading is None else self.heading)
        )


POSITIONS: Chapter[Fight] = Chapter(
    commands=(SetPosition,),
    events=(Placed,),
    labels={f"text.heading_{point}": f"{point}, {45 * place}" for place, point in enumerate(POINTS)},
)
