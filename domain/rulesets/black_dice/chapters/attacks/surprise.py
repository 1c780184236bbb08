"""Surprise attacks: free, and met by no defence (BD-RNG-7)."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

from domain.core.commands import CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.combat_pools import (
    attacking_choices,
    common_weapons,
    trades_in_attacks,
)
from domain.rulesets.black_dice.chapters.attacks.exchanges import begin
from domain.rulesets.black_dice.chapters.attacks.may_attack import check_attack
from domain.rulesets.black_dice.chapters.attacks.shooting import finds_no_defence, is_unaware
from domain.rulesets.black_dice.chapters.attacks.targets import Armed, Strikable, at_each, strikable
from domain.rulesets.black_dice.chapters.objections import own_weapon, require_acting, target_of
from domain.rulesets.black_dice.chapters.vocabularies import own
from domain.rulesets.black_dice.parts import (
    Choices,
    Key,
    OpenToSome,
)
from domain.rulesets.black_dice.said import (
    Who,
)
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Exchange, Fight, Part, Person, Weapon
from domain.rulesets.black_dice.words import TO_END
from domain.story.told import Told
from domain.text.words import Words


class Surprised(Event, frozen=True, kw_only=True):
    """A combatant makes its one surprise attack (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.surprised"
    words = "Surprise attack"
    told = Told(lends="{attacker} | in a surprise attack", unless=("black_dice.exchange_decided",))
    says = "{attacker} attacks {target} by surprise."
    example = {"attacker": "kestrel", "target": "brass_tom"}
    attacker: Who
    target: Who

    def evolve(self, fight: Fight) -> None:
        fight.surprised = (*fight.surprised, self.attacker)
        fight.disturb(self.attacker)


def _victims(view: View[Fight]) -> dict[str, Strikable]:
    """Whom each may take by surprise, with the weapons for it (BD-RNG-7)."""
    fight = view.state
    unaware: dict[str, list[Person]] = {}
    for target in fight.people.values():
        for attacker in target.unaware_of if target.alive else ():
            if attacker not in fight.surprised and is_unaware(fight, target, attacker):
                unaware.setdefault(attacker, []).append(target)
    found: dict[str, Strikable] = {}
    for person in own(view):
        if person.able and person.id in unaware:
            armed = Armed(view, person, missiles=fight.options.surprise == "ranged")
            if weapons := strikable(armed, unaware[person.id]):
                found[person.id] = weapons
    return found


def _of_attackers(name: str, values: Callable[[Fight, Person, list[Weapon]], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup of what the weapons of each attacker bring."""

    def of(view: View[Fight]) -> Node:
        attackers = [view.state.people[one] for one in view[VICTIMS]]
        found = ((one.id, values(view.state, one, Armed(view, one).usable)) for one in attackers)
        return {who: node for who, node in found if node is not None}

    return Vocabulary(name, of)


VICTIMS: Final = Vocabulary[Fight]("weapons to take each by surprise", _victims)
WEAPONS: Final = Vocabulary[Fight](
    "weapons to surprise with", lambda view: {who: at_each(weapons) for who, weapons in view[VICTIMS].items()}
)
UNAWARE: Final = Vocabulary[Fight](
    "whom to take by surprise", lambda view: {who: tuple(targets) for who, targets in view[VICTIMS].items()}
)
TRADE: Final = _of_attackers("trades in surprise attacks", trades_in_attacks)
COMMON: Final = _of_attackers("common dice for surprise attacks", common_weapons)


class SurpriseAttack(OpenToSome):
    """Attack a combatant who is unaware of you, without using your action (BD-RNG-7)."""

    form = {
        "actor": among(keys_of("who may attack by surprise", VICTIMS)),
        "target": looked_up(UNAWARE, "actor"),
        "weapon": looked_up(WEAPONS, "actor", "target"),
        "choices": attacking_choices(TRADE, COMMON, "target"),
    }
    during = PhaseRule(
        frozenset({"idle", "declare"}), "BD-RNG-7", "Surprise attacks come before all have declared.", TO_END
    )
    says = ()
    example = {"actor": "quill", "target": "pryce", "weapon": "rifle", "choices": {"fate": 1}}
    words = Words(
        "Attack by surprise",
        "Attack {target} by surprise with {weapon}",
        group="attack",
        costs="the one surprise attack of a round",
    )
    told = Told(
        brief=("{actor} | attacks {target} by surprise with {weapon}",), unless=("black_dice.exchange_decided",)
    )
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
