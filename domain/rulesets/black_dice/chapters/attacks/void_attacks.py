"""Attacks that come to nothing when their exchange comes up (BD-ATK-8, BD-ATK-9, BD-WHO-15, BD-COVER-7)."""

from typing import Annotated, ClassVar

from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.combat_pools import is_melee, weapon_of
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.attacks.may_attack import can_use
from domain.rulesets.black_dice.chapters.attacks.places import may_close_in
from domain.rulesets.black_dice.said import (
    BECAUSE,
    DEEDS,
    Who,
)
from domain.rulesets.black_dice.state import Exchange, Fight, Part, Person
from domain.rulesets.black_dice.words import Deed, PartKind
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken


class ItemLost(Event, frozen=True, kw_only=True):
    """A declared deed comes to nothing (BD-ROUND-6, BD-INIT-11), and why."""

    type: ClassVar[str] = "black_dice.item_lost"
    words = "Deed lost"
    told = Told(brief=AS_SAID)
    example = {"combatant": "lark", "deed": "attack", "reason": "target_destroyed"}
    combatant: Who
    deed: Annotated[Deed, Spoken(DEEDS)]
    reason: Annotated[str, Spoken(BECAUSE)]

    def says(self) -> str:
        reason = "{reason}" if self.reason in BECAUSE else "{combatant:they is} {reason}"
        return f"{{combatant}} does not get to {{deed}}: {reason}."


def void_attacks(fight: Fight, exchange: Exchange) -> dict[str, str]:
    """The attacks of an exchange that are void, by whose they are, and why."""
    attacks = [part for part in exchange.parts if part.does == "attack"]
    void = {
        part.combatant: reason
        for part in attacks
        if (reason := why_void(fight, part, fight.people[exchange.other(part.combatant).combatant]))
    }
    strikers = [part for part in attacks if part.combatant not in void and is_melee(fight, part)]
    if strikers and not in_reach(fight, exchange, strikers):
        void |= {part.combatant: "out_of_reach" for part in strikers}
    return void


def why_void(fight: Fight, attack: Part, target: Person) -> str | None:
    """Return why an attack comes to nothing, apart from distance, or None."""
    attacker = fight.people[attack.combatant]
    if not attacker.able:
        return "not_able"
    if not target.alive:
        return "target_dead"
    if is_shielded(target, attacker.id):
        return "total_cover"
    return None if can_use(fight, attacker, weapon_of(fight, attack)) else "cannot_use_weapon"


def in_reach(fight: Fight, exchange: Exchange, strikers: list[Part]) -> bool:
    """Return whether the two are close, or one of those who attack in melee can close in still (BD-WHO-15)."""
    return are_close(fight, exchange) or who_closes_in(fight, exchange, strikers) is not None


def are_close(fight: Fight, exchange: Exchange) -> bool:
    """Return whether the two are less than five feet apart, and so in one zone."""
    one, other = exchange.parts
    return fight.are_close(one.combatant, other.combatant)


def who_closes_in(fight: Fight, exchange: Exchange, strikers: list[Part]) -> Part | None:
    """Return the part that moves: first the one whose item it is; one that only answered does not (BD-ATK-8)."""
    declared = sorted([part for part in strikers if part.declared], key=lambda part: part.combatant != exchange.at)
    for part in declared:
        if may_close_in(fight, fight.people[part.combatant], fight.people[exchange.other(part.combatant).combatant]):
            return part
    return None


def left_to(fight: Fight, exchange: Exchange, combatant: str) -> PartKind:
    """Return the part of a combatant whose attack is void: it dodges a missile (BD-RNG-9) or is an easy target."""
    attack = exchange.other(combatant)
    missile = attack.does == "attack" and not is_melee(fight, attack)
    return "dodge" if missile and fight.people[combatant].able else "easy_target"


VOID_ATTACKS: Chapter[Fight] = Chapter(events=(ItemLost,))
