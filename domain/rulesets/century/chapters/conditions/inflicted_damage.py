"""Damage by the narrator's word (CE-DMG-9): falls, fire, crashes and the like."""

from typing import ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import Either, Labelled, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.conditions.wounds import land
from domain.rulesets.century.parts import DiceText
from domain.rulesets.century.state import Fight, Person, Wound
from domain.rulesets.century.vocabularies import DICE, ids
from domain.story.told import Told
from domain.text.words import Label, Words


def can_be_hurt(person: Person) -> bool:
    """Return whether harm still means something to a combatant."""
    return person.present and not person.dead and not person.destroyed


TO_HURT: Final[Vocabulary[Fight]] = Vocabulary(
    "whom harm can reach", lambda view: ids(person for person in view.state.people.values() if can_be_hurt(person))
)


class InflictDamage(Narrating):
    """Hurt a combatant by a fall, fire or the like (CE-DMG-9). Cover gives no protection.

    Exactly one of `dice` and `amount`.
    """

    form = {
        "combatant": among(TO_HURT),
        "dice": among(DICE, seldom=True),
        "amount": among(
            Either(((Labelled(0, Label("no_damage")),), Span(1, 999))), when={"dice": (None,)}, required=True
        ),
    }
    interrupts: ClassVar[bool] = True
    says = (
        "The narrator deals {amount} to {combatant}: {reason}.",
        "The narrator deals {amount} to {combatant}.",
        "The narrator deals damage to {combatant}: {reason}.",
        "The narrator deals damage to {combatant}.",
    )
    example = {"combatant": "sam", "dice": "2d6", "armor": False, "reason": "a fall from the roof"}
    ruling = True
    words = Words(
        "Deal damage",
        "Deal[ {dice}][ {amount}] damage to {combatant}: {armor}[ (“{reason}”)]",
        group="rulings",
        fields={"amount": "Points of damage", "armor": "Armour counts"},
    )
    told = Told(
        brief=("{combatant} | takes {amount} from {reason}", "{combatant} | takes damage from {reason}"),
        unless=("century.damage_thrown",),
    )
    type: Literal["century.inflict_damage"] = "century.inflict_damage"
    combatant: CombatantId
    dice: DiceText | None = None
    amount: int | None = Field(default=None, ge=0, le=999)
    armor: bool = True
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant is hurt; armour may count, cover never does (CE-DMG-9)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(can_be_hurt(person), "CE-HIT-10", f"{person.name} is past all harm.", field="command.combatant")
        if (self.dice is None) == (self.amount is None):
            refuse("CE-DMG-9", "Give dice or an amount, one of both.", code="invalid", field="command.dice")
        source = self.reason or "the narrator's word"
        thrown = None if self.dice is None else throw_damage(decision, None, self.dice, source, target=person.id)
        total = thrown if thrown is not None else self.amount or 0
        land(decision, Wound(person.id, total, source, armor=self.armor))


INFLICTED_DAMAGE: Chapter[Fight] = Chapter(
    commands=(InflictDamage,),
    labels={"armor.true": "Armour counts", "armor.false": "Armour does not count", "text.no_damage": "no"},
)
