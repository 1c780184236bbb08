"""Surprise attacks: free, and met by no defence (BD-RNG-7)."""

from typing import ClassVar, Literal

from domain.core.commands import CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.exchanges import begin
from domain.rulesets.black_dice.chapters.attacks.may_attack import check_attack
from domain.rulesets.black_dice.chapters.attacks.shooting import finds_no_defence, is_unaware
from domain.rulesets.black_dice.chapters.objections import own_weapon, require_acting, target_of
from domain.rulesets.black_dice.parts import (
    Choices,
    Key,
    OpenToSome,
)
from domain.rulesets.black_dice.said import (
    Who,
)
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Exchange, Fight, Part


class Surprised(Event, frozen=True, kw_only=True):
    """A combatant makes its one surprise attack (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.surprised"
    says = "{attacker} attacks {target} by surprise."
    example = {"attacker": "kestrel", "target": "brass_tom"}
    attacker: Who
    target: Who

    def evolve(self, fight: Fight) -> None:
        fight.surprised = (*fight.surprised, self.attacker)
        fight.disturb(self.attacker)


class SurpriseAttack(OpenToSome):
    """Attack a combatant that is unaware of the attacker, at no cost (BD-RNG-7)."""

    during = PhaseRule(frozenset({"idle", "declare"}), "BD-RNG-7", "Surprise attacks come before all have declared.")
    says = ()
    example = {"actor": "quill", "target": "pryce", "weapon": "rifle", "choices": {"fate": 1}}
    type: Literal["black_dice.surprise_attack"] = "black_dice.surprise_attack"
    target: CombatantId
    weapon: Key
    choices: Choices | None = None

    @classmethod
    def is_open_to(cls, fight: Fight, combatant: str) -> bool:
        """Another is unaware of the combatant, which has had no surprise attack yet (BD-RNG-7)."""
        unaware = any(combatant in person.unaware_of for person in fight.people.values())
        return unaware and combatant not in fight.surprised

    def decide(self, decision: Decision[Fight]) -> None:
        """At most one until the round ends, without using an action (BD-RNG-7)."""
        fight = decision.state
        attacker = fight.people[self.actor]
        require_acting(attacker)
        require(
            attacker.id not in fight.surprised,
            "BD-RNG-7",
            f"{attacker.name} has had a surprise attack; there is another after the end of a round.",
        )
        target = find_combatant(fight, self.target, "command.target")
        target_of(fight, target.id, "command.target")
        require(
            is_unaware(fight, target, attacker.id),
            "BD-RNG-7",
            f"{target.name} is aware of {attacker.name}; attack in a round.",
            field="command.target",
        )
        weapon = own_weapon(attacker, self.weapon, "command.weapon")
        require(
            finds_no_defence(fight, target, attacker.id, weapon),
            "BD-RNG-7",
            f"Only a ranged weapon takes somebody by surprise; {weapon_named(weapon.id)} is none.",
            field="command.weapon",
        )
        check_attack(fight, attacker, weapon, target, "command.target")
        decision.cause = decision.record(Surprised(attacker=attacker.id, target=target.id))
        parts = (Part(attacker.id, "attack", weapon.id, declared=True), Part(target.id, "easy_target"))
        choices = {attacker.id: self.choices} if self.choices is not None else {}
        with at_field(f"command.choices.{attacker.id}", "command.choices"):
            begin(decision, Exchange(f"surprise-{decision.state.lineage_version}", attacker.id, parts), choices)


SURPRISE: Chapter[Fight] = Chapter(commands=(SurpriseAttack,), events=(Surprised,))
