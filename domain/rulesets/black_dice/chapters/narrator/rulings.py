"""The narrator's dice for a combatant's next action roll (BD-SKILL-12, BD-MOD-7, BD-MOD-14)."""

from typing import ClassVar, Final, Literal, Self

from pydantic import model_validator

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, span, text
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.vocabularies import PEOPLE
from domain.rulesets.black_dice.parts import (
    Said,
    Situation,
)
from domain.rulesets.black_dice.said import (
    Quoted,
    Who,
)
from domain.rulesets.black_dice.state import Fight, OneThrow
from domain.story.told import AS_SAID, Told
from domain.text.phrases import listed
from domain.text.words import Variant, Words


class ModifierGiven(Event, frozen=True, kw_only=True):
    """The narrator adds dice to a combatant's next action roll (BD-SKILL-12); ``awesome`` is the awesome bonus."""

    type: ClassVar[str] = "black_dice.modifier_given"
    words = "Extra dice given"
    told = Told(brief=AS_SAID, source=None, target="combatant")
    example = {"combatant": "brass_tom", "reason": "a rope out of nowhere", "awesome": True}
    combatant: Who
    reason: Quoted
    bonus: int = 0
    penalty: int = 0
    black: int = 0
    awesome: bool = False

    def says(self) -> str:
        kinds = [
            (self.awesome, "the awesome bonus"),
            (self.bonus, "{bonus:bonus die|bonus dice}"),
            (self.penalty, "{penalty:penalty die|penalty dice}"),
            (self.black, "{black:black die|black dice}"),
        ]
        dice = listed([slot for given, slot in kinds if given])
        return f"{{combatant}} gets {dice} on {{combatant:their}} next roll[: {{reason}}]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        given = OneThrow(self.reason, self.bonus, self.penalty, self.black, self.awesome)
        person.one_throw = (*person.one_throw, given)


SOME_DICE: Final = span(1, 20, required=True)


class Award(Narrating):
    """Reward a spectacular stunt: the combatant's next action roll has three more dice (BD-MOD-7)."""

    form = {"combatant": among(PEOPLE)}
    says = ()
    example = {"combatant": "vane", "reason": "swinging in on the chandelier"}
    ruling = True
    words = Words("Award the awesome bonus", "Award {combatant} the awesome bonus: “{reason}”", group="rulings")
    type: Literal["black_dice.award"] = "black_dice.award"
    combatant: CombatantId
    reason: Said

    def decide(self, decision: Decision[Fight]) -> None:
        """A throw has the awesome bonus at most once (BD-MOD-7)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        decision.record(ModifierGiven(combatant=person.id, reason=self.reason, awesome=True))


class Modify(Narrating, Situation):
    """Add bonus, penalty or black dice to a combatant's next action roll (BD-MOD-14, BD-SKILL-12)."""

    form = {
        "combatant": among(PEOPLE),
        "reason": text(500),
    }
    variants = {
        "bonus": {"bonus": SOME_DICE},
        "penalty": {"bonus": None, "penalty": SOME_DICE},
        "black": {**dict.fromkeys(("bonus", "penalty")), "black": SOME_DICE},
    }
    says = ()
    example = {"combatant": "vane", "penalty": 2, "reason": "wet planks"}
    ruling = True
    words = Words(
        "Modify the next roll",
        group="rulings",
        variants={
            "black": Variant(
                "Add black dice to a roll",
                "Add {black:black die|black dice} to the next roll of {combatant}[: “{reason}”]",
            ),
            "bonus": Variant(
                "Add bonus dice to a roll",
                "Add {bonus:bonus die|bonus dice}[, {penalty:penalty die|penalty dice}][, {black:black die|black"
                " dice}] to the next roll of {combatant}[: “{reason}”]",
            ),
            "penalty": Variant(
                "Add penalty dice to a roll",
                "Add {penalty:penalty die|penalty dice}[, {black:black die|black dice}] to the next roll of"
                " {combatant}[: “{reason}”]",
            ),
        },
    )
    type: Literal["black_dice.modify"] = "black_dice.modify"
    combatant: CombatantId

    @model_validator(mode="after")
    def some_dice(self) -> Self:
        if not (self.bonus or self.penalty or self.black):
            raise ValueError("Name some dice: bonus, penalty or black")
        return self

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        decision.record(
            ModifierGiven(
                combatant=person.id,
                reason=self.reason,
                bonus=self.bonus,
                penalty=self.penalty,
                black=self.black,
            )
        )


RULINGS: Chapter[Fight] = Chapter(commands=(Award, Modify), events=(ModifierGiven,))
