"""Attributes that are thrown before somebody joins (YY-ATTR-6), and those that the narrator changes (YY-DERIV-7)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.chance.draws import Draw
from domain.core.commands import ID_PATTERN, CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import AnyText, Without
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.chapters.vocabularies import LIVING
from domain.rulesets.yin_yang.parts import Timely
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import ATTRIBUTES, Attribute
from domain.story.throws import Face, Throw
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words


class AttributesGenerated(Event, frozen=True, kw_only=True):
    """Six four-sided dice were thrown for somebody's attributes (YY-ATTR-6)."""

    type: ClassVar[str] = "yin_yang.attributes_generated"
    words = "Attributes thrown"
    says = "The dice {dice} give {combatant} {scores}."
    example = {"combatant": "bill", "dice": {"faces": [2, 3, 2, 4, 4, 1], "sides": 4}, "scores": [3, 4, 3, 5, 5, 2]}
    combatant: Annotated[str, Spoken(said.newcomer)]
    dice: Annotated[Draw, Spoken(said.four_sided)]
    scores: Annotated[tuple[int, ...], Spoken(said.thrown_attributes)]

    def thrown(self) -> tuple[Throw, ...]:
        faces = tuple([Face(number) for number in self.dice.dice])
        return (Throw("dice", self.combatant, "the attributes", faces=faces, source=self.dice.source),)

    told = Told(brief=AS_SAID, throws=thrown)

    def evolve(self, fight: Fight) -> None:
        fight.generated = {**fight.generated, self.combatant: self.scores}


class AttributeSet(Event, frozen=True, kw_only=True):
    """The narrator changed an attribute (YY-DERIV-7); of a secret sheet it is for its players which, and to what."""

    type: ClassVar[str] = "yin_yang.attribute_set"
    words = "Attribute changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "ace", "attribute": "will", "score": 2, "reason": "first blood"}
    private: ClassVar[frozenset[str]] = frozenset({"attribute", "score", "reason"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    attribute: Annotated[Attribute | None, Spoken(said.attribute)] = None
    score: int = 0
    reason: Annotated[str, Spoken(said.because)] = ""

    def says(self) -> str:
        if self.attribute is None:
            return "one of {combatant's} attributes changes."
        return "{combatant's} {attribute} is now {score}{reason}."

    def evolve(self, fight: Fight) -> None:
        """What follows from an attribute is derived again; tracks are cut to lowered maxima (YY-DERIV-7)."""
        person = fight.people[self.combatant]
        if self.attribute is not None:
            person.attributes = {**person.attributes, self.attribute: self.score}
        derive(person)


SIDES_OF_DIE = 4


class GenerateAttributes(Narrating, Timely):
    """Throw dice for the attributes of a combatant who is about to join (YY-ATTR-6)."""

    form = {
        "combatant": among(
            Vocabulary[Fight]("new IDs", lambda view: Without(AnyText(32, 1, ID_PATTERN), tuple(view.state.people)))
        )
    }
    says = ()
    example = {"combatant": "stranger"}
    words = Words(
        "Throw attributes",
        "Throw attributes for the newcomer “{combatant}”",
        group="table",
        prominence="seldom",
        fields={"combatant": "ID of the newcomer"},
    )
    type: Literal["yin_yang.generate_attributes"] = "yin_yang.generate_attributes"
    combatant: CombatantId

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.attribute_method == "random"

    def decide(self, decision: Decision[Fight]) -> None:
        """Throw six four-sided dice in one draw, each attribute its die + 1 (YY-ATTR-6, YY-ATTR-5)."""
        fight, newcomer = decision.state, self.combatant
        detail = "Attributes are not thrown in this fight."
        require(self.is_timely(fight), "YY-ATTR-5", detail)
        joined = f"{fight.name_of(newcomer)} has joined already; attributes are thrown before."
        require(newcomer not in fight.people, "YY-ATTR-6", joined, field="command.combatant")
        dice = decision.roll(newcomer, "attributes", len(ATTRIBUTES), SIDES_OF_DIE)
        decision.record(
            AttributesGenerated(combatant=newcomer, dice=dice, scores=tuple([die + 1 for die in dice.dice]))
        )


class SetAttribute(Narrating):
    """Change an attribute of a combatant (YY-DERIV-7). All that follows from it is computed again."""

    form = {"combatant": among(LIVING)}
    rewrites: ClassVar[str | None] = "combatant"
    says = ()
    example = {"combatant": "gabrielle", "attribute": "endurance", "score": 2, "reason": "a long fever"}
    ruling = True
    words = Words(
        "Change an attribute",
        "Set {attribute} of {combatant} to {score}[ (“{reason}”)]",
        group="rulings",
        prominence="seldom",
    )
    type: Literal["yin_yang.set_attribute"] = "yin_yang.set_attribute"
    combatant: CombatantId
    attribute: Attribute
    score: int = Field(ge=1, le=100)
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator changes an attribute; all that follows from it is computed again (YY-DERIV-7)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require_alive(person, "command.combatant")
        decision.record(
            AttributeSet(combatant=person.id, attribute=self.attribute, score=self.score, reason=self.reason)
        )


ATTRIBUTES_CHAPTER: Chapter[Fight] = Chapter(
    commands=(GenerateAttributes, SetAttribute), events=(AttributesGenerated, AttributeSet)
)
