"""Throws: the terms of their coins, and their results (S3-THROW, S3-SKILL, S3-EQUIP).

Skills and Fortitude are thrown by ``throw_skill`` (S3-THROW-6, S3-SKILL-2); damage and flips by ``toss`` alone, so that
no penalty affects them (S3-THROW-7). Coins are counted from the state at the moment of the throw (S3-THROW-8).

The order of the terms is that of S3-THROW-2. A chapter that adds or removes coins adds a row to ``_terms``.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Annotated, ClassVar, Literal

import msgspec

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.weapons import Wielded, one_handed, wielded
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.tables import DRAG_COST, LIMB_COST, LIMB_SKILLS, ONE_HANDED_COST
from domain.rulesets.s3.words import LIMBS, UNARMED, Skill
from domain.story.throws import Throw, ThrowPart, faces_of
from domain.story.told import Told
from domain.text.phrases import as_words
from domain.text.sentences import Spoken

Use = Literal["attack", "parry", "grapple", "plain"]
HANDLING: dict[str, Skill] = {"machine": "piloting", "animal": "animal_handling", "cart": "animal_handling"}
coins_of = itemgetter(1)
"""The coins of a term; terms without any are left out of a throw."""


class CoinsThrown(Event, frozen=True, kw_only=True):
    """A throw (S3-THROW-10): of whom, for what, the terms of its coins, the faces, the result.

    ``successes`` are heads that are added without a throw (``equipment_bonus=successes``).
    """

    type: ClassVar[str] = "s3.coins_thrown"
    words = "Throw"
    example = {
        "combatant": "iron_claw",
        "label": "evasion",
        "terms": [["points", 8], ["pin", -5]],
        "draw": {"faces": "HTT"},
        "result": 1,
        "thrower": "narrator",
    }
    combatant: Annotated[str, Spoken(said.thrower)]
    label: Annotated[str, Spoken(said.THROWN_FOR)]
    terms: Annotated[tuple[tuple[str, int], ...], Spoken(said.terms_of)]
    draw: Annotated[Draw, Spoken(said.fallen)]
    result: int
    thrower: str
    successes: int = 0

    def says(self) -> str:
        if self.successes and not self.terms:
            return "{combatant} gets {successes:head} for equipment."
        if not self.draw.coins:
            more = ", but {successes:head} for equipment" if self.successes else ""
            return f"{{combatant}} has no coins to throw for {{label}}{{terms}}{more}."
        more = " and {successes} more for equipment" if self.successes else ""
        return f"{{combatant}} throws for {{label}}: {{draw.faces:coin}}{{terms}}{{draw}}{more}."

    def thrown(self) -> tuple[Throw, ...]:
        return (
            Throw(
                kind="coins",
                who=self.combatant,
                purpose=said.THROWN_FOR.get(self.label) or as_words(self.label),
                parts=tuple(self._parts()),
                faces=tuple(faces_of(self.draw)),
                counted="heads",
                result=self.result,
                source=self.draw.source,
            ),
        )

    def _parts(self) -> Iterator[ThrowPart]:
        for name, coins in self.terms:
            rule = said.rule_of_term(self.label, name, coins)
            yield ThrowPart(said.TERMS.get(name) or as_words(name), coins, rule)

    told = Told(explains=True, throws=thrown)


class StuntPlan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The secondaries of a stunt, in order, the player's label, and the weapons named for secondaries.

    ``written`` is the label as the player wrote it, where it is compared in other letters.
    """

    secondaries: tuple[Skill, ...]
    label: str = ""
    weapons: dict[str, str] = {}
    written: str = ""


class Effort(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one side throws for a task: a skill, its use, a weapon, a stunt.

    ``defence`` marks throws that oppose attack actions (S3-PIN-6), ``armour`` throws of Fortitude that armour helps;
    ``talent`` and ``modifier`` are coins.
    """

    combatant: str
    skill: str
    use: Use = "plain"
    weapon: str = UNARMED
    defence: bool = False
    stunt: StuntPlan | None = None
    talent: int = 0
    modifier: int = 0
    armour: int = 0


class SkillThrow(msgspec.Struct, frozen=True, gc=False):
    """One skill's throw within the task of a side: its result and its weapon."""

    skill: str
    result: int
    weapon: str


Terms = tuple[tuple[str, int], ...]
"""Where the coins of a throw come from, and how many; below 0 what is taken off."""


def handling_skill(fight: Fight, vehicle: str) -> Skill:
    """Return the skill that handles a vehicle: Piloting for machines, else Animal Handling (S3-MOUNT-1)."""
    return HANDLING[fight.vehicles[vehicle].kind]


def toss(
    decision: Decision[Fight],
    combatant: str,
    label: str,
    terms: tuple[tuple[str, int], ...],
    *,
    successes: int = 0,
    cause: int | None = None,
) -> tuple[int, int]:
    """Throw the coins of the terms, at least none (S3-THROW-2); return the result and the version.

    The event records everything that S3-THROW-10 asks for; a throw of no coins is a throw too (S3-THROW-4).
    """
    count = 0
    for _, coins in terms:
        count += coins
    person = decision.state.people.get(combatant)
    draw = decision.toss(combatant, label, max(0, count))
    result = draw.faces.count("H") + successes  # S3-THROW-1: the heads, and S3-THROW-3: nothing else is compared
    thrower = "player" if person is not None and person.pc else "narrator"  # S3-THROW-5
    version = decision.record(
        CoinsThrown(
            combatant=combatant,
            label=label,
            terms=terms,
            draw=draw,
            result=result,
            thrower=thrower,
            successes=successes,
        ),
        cause=cause,
    )
    return result, version


def throw_skill(decision: Decision[Fight], effort: Effort, *, apart: bool = False) -> tuple[int, int]:
    """Throw one skill; with ``apart`` the bonus of the primary's equipment is left out (S3-STUNT-9)."""
    terms, added = terms_of(decision.state, effort, apart=apart)
    return toss(decision, effort.combatant, effort.skill, terms, successes=added)


def terms_of(fight: Fight, effort: Effort, *, apart: bool = False) -> tuple[Terms, int]:
    """Return the terms of a throw, and the successes that the equipment adds to it by option (S3-EQUIP-8)."""
    person = fight.people[effort.combatant]
    weapon = weapon_thrown(person, effort)
    equipment = [] if apart else equipment_terms(fight, person, effort, weapon)
    added = 0
    if fight.options.equipment_bonus == "successes":
        added = sum(coins for _, coins in equipment)
        equipment = []
    return tuple(filter(coins_of, _terms(fight, person, effort, weapon, equipment))), added


def weapon_thrown(person: Person, effort: Effort) -> Wielded | None:
    """Return the weapon of a throw, or None if the skill is thrown without one."""
    return None if effort.use == "plain" else wielded(person, effort.weapon)


def equipment_terms(fight: Fight, person: Person, effort: Effort, weapon: Wielded | None) -> list[tuple[str, int]]:
    """Return the coins of equipment: finesse, offense, gear, Speed (S3-EQUIP-1, -2, -5, -6, S3-SKILL-6)."""
    terms = []
    if weapon is not None:
        terms.append(("finesse", weapon.mode.finesse))
        if effort.use == "attack":
            terms.append(("offense", weapon.mode.offense))
    gear = 0
    for item in person.items.values():
        for one in item.gear:
            if one.skill == effort.skill:
                gear = max(gear, one.bonus)
    if gear:
        terms.append(("gear", gear))
    if person.seat == "driver" and person.vehicle is not None and effort.skill == handling_skill(fight, person.vehicle):
        terms.append(("speed", fight.vehicles[person.vehicle].speed))
    return terms


def _terms(
    fight: Fight, person: Person, effort: Effort, weapon: Wielded | None, equipment: list[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Return every term that applies, in the order of S3-THROW-2.

    An unknown skill has no points (S3-SKILL-3), all wounds count (S3-WOUND-5), and all pins (S3-PIN-7).
    """
    fortitude = effort.skill == "fortitude"
    points = person.fortitude if fortitude else person.skills.get(effort.skill, 0)  # type: ignore[call-overload]
    terms = [("points", points), *equipment, ("armour", effort.armour), ("talents", effort.talent)]
    if fortitude:
        terms.append(("fortitude_bonus", person.fortitude_bonus))
    if effort.use == "grapple":
        terms.append(("grapple_bonus", person.grapple_bonus))
    terms.append(("narrator", effort.modifier))
    if person.wounds and (not fortitude or fight.options.wounds_on_fortitude):
        terms.append(("wounds", -person.wound_penalty))
    if fortitude:
        return terms
    if person.limbs:
        terms += _limb_terms(person, effort.skill)
    if weapon is not None and effort.use != "grapple" and one_handed(person, weapon):
        terms.append(("one_handed", -ONE_HANDED_COST))
    worn = person.items[person.armour].armour if person.armour is not None else None
    if worn is not None and effort.skill in worn.penalised:
        terms.append(("armour_penalty", -worn.penalty))
    if effort.defence and fight.holds:
        terms += [("pin", -hold.successes) for hold in fight.holds if hold.kind == "pin" and hold.held == person.id]
    if fight.drags and effort.skill in HANDLING.values() and any(drag.dragger == person.id for drag in fight.drags):
        terms.append(("drag", -DRAG_COST))
    return terms


def _limb_terms(person: Person, skill: str) -> Iterator[tuple[str, int]]:
    """Yield the cost of lost limbs for the skills of their lists (S3-CALL-5, -8, -9), as ruled (S3-CALL-10, -11)."""
    for limb in LIMBS:
        if limb in person.limbs:
            ruled = next((r.applies for r in person.limb_rulings if (r.limb, r.skill) == (limb, skill)), None)
            applies = skill in LIMB_SKILLS[limb] if ruled is None else ruled
            if applies:
                yield limb, -LIMB_COST[limb]


THROWS: Chapter[Fight] = Chapter(events=(CoinsThrown,))
