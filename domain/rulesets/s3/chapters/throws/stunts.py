"""Stunts: several skills for one task, paid in Breath (S3-STUNT)."""

from itertools import combinations
from typing import Annotated, ClassVar

import msgspec

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.stunt_memory import is_remembered, label_of, memory_of, repeats
from domain.rulesets.s3.chapters.throws.throws import (
    Effort,
    SkillThrow,
    StuntPlan,
    equipment_terms,
    throw_skill,
    toss,
    weapon_thrown,
)
from domain.rulesets.s3.chapters.throws.weapons import (
    Wielded,
    check_weapon,
    find_weapon,
    free_hands,
    grip_with_all,
    ready,
    take,
    use_up,
    wielded,
    working_hands,
)
from domain.rulesets.s3.parts import Stunt
from domain.rulesets.s3.state import Fight, Grip, Memory, Person
from domain.rulesets.s3.words import Hand
from domain.story.told import AS_SAID, Told
from domain.text.sentences import SpokenOf

NEVER = frozenset({"initiative", "fortitude"})
USED_UP = frozenset({"thrown", "consumed"})


class BreathSpent(Event, frozen=True, kw_only=True):
    """Breath was paid, for a stunt or for acting through a stun (S3-STUNT-4, S3-STUN-6)."""

    type: ClassVar[str] = "s3.breath_spent"
    words = "Breath spent"
    says = ""
    example = {"combatant": "one_eyed_ogre", "points": 1, "purpose": "act_stunned"}
    combatant: str
    points: int
    purpose: str

    def brief(self) -> str:
        """Tell what acting through a stun costs; a stunt is told with its price."""
        return "{combatant} | spends {points} Breath" if self.purpose == "act_stunned" else ""

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath -= self.points


class StuntDeclared(Event, frozen=True, kw_only=True):
    """A stunt was declared and is remembered for the scene (S3-STUNT-21), unless ``remembered`` is false.

    ``written`` is its label as the player wrote it, where the memory has it in other letters (S3-STUNT-18).
    """

    type: ClassVar[str] = "s3.stunt_declared"
    words = "Stunt"
    told = Told(brief=AS_SAID)
    example = {
        "combatant": "doctor_hu",
        "primary": "melee",
        "memory": {"skills": ["acrobatics", "melee"], "weapons": ["saber"], "task": "attack", "label": "off the wall"},
        "price": 1,
    }
    combatant: str
    primary: str
    memory: Annotated[Memory, SpokenOf(said.stunt_declared)]
    price: int
    remembered: bool = True
    written: str = ""

    def says(self) -> str:
        return f"{{combatant}} tries a stunt with {{memory}} {'for {price} Breath' if self.price else 'at no cost'}."

    def evolve(self, fight: Fight) -> None:
        if self.remembered:
            fight.remember(self.combatant, self.memory)


class SideResult(msgspec.Struct, frozen=True, gc=False):
    """The result of one side, the throw of each skill, and the version of the last throw."""

    result: int
    throws: tuple[SkillThrow, ...]
    version: int


def plan(stunt: Stunt | None) -> StuntPlan | None:
    """Return the stunt of a command or answer, as efforts carry it."""
    if stunt is None:
        return None
    label, written = label_of(stunt.tactic), stunt.tactic.strip()
    return StuntPlan(stunt.with_, label, dict(stunt.weapons.items()), "" if written == label else written)


def price(person: Person, skills: tuple[str, ...]) -> int:
    """Return the Breath for a stunt, primary skill first: one a secondary, less one a technique (S3-STUNT-4)."""
    saved = sum(set(technique.skills) <= set(skills) for technique in person.techniques)
    return max(0, len(skills) - 1 - saved)


def can_stunt(person: Person, primary: str) -> bool:
    """Return whether any stunt with this primary is affordable, by Breath or by techniques."""
    if primary in NEVER:
        return False
    if person.breath > 0:
        return True
    if not person.techniques:
        return False
    pairs = [set(technique.skills) for technique in person.techniques]
    chosen = (set[str]().union(*some) for size in range(1, len(pairs) + 1) for some in combinations(pairs, size))
    return any(price(person, (primary, *sorted(skills - {primary}))) == 0 for skills in chosen)


def check_stunt(fight: Fight, effort: Effort, task: str) -> None:
    """Refuse a stunt that is impossible, too expensive, or repeated in this scene."""
    stunt = effort.stunt
    if stunt is None:
        return
    person = fight.people[effort.combatant]
    skills = (effort.skill, *stunt.secondaries)
    require(not NEVER & set(skills), "S3-STUNT-2", "Initiative and Fortitude are never part of a stunt.")
    require(len(set(skills)) == len(skills), "S3-STUNT-3", "A skill can be used only once in a stunt; choose another.")
    _check_weapons(fight, person, effort, stunt, task)
    cost = price(person, skills)
    require(cost <= person.breath, "S3-STUNT-5", f"The stunt costs {cost} Breath; {person.name} has {person.breath}.")
    new = memory_of(fight, effort, task)
    for known in fight.memory.get(person.id, ()):
        require(not repeats(fight, known, new), "S3-STUNT-17", f"{person.name} has used this stunt in this scene.")


def _check_weapons(fight: Fight, person: Person, effort: Effort, stunt: StuntPlan, task: str) -> None:
    """Require weapons for secondaries to be carried, to fit the skill, and to have a hand free (S3-STUNT-28)."""
    weapons = [wielded(person, ref) for ref in stunt.weapons.values()]
    grip = grip_with_all(person, wielded(person, effort.weapon), weapons)
    for skill, ref in stunt.weapons.items():
        require(skill in stunt.secondaries, "S3-STUNT-28", f"{skill} is no secondary skill of this stunt.")
        weapon = find_weapon(person, ref, "S3-STUNT-28", "command.stunt.weapons")
        fits = weapon.mode.skill == skill
        require(fits, "S3-STUNT-28", f"{weapon.ref} is not used with {skill}.")
        check_weapon(fight, person, weapon, smoke=task == "hide")
        require(
            _is_in_hand(person, weapon, grip),
            "S3-STUNT-28",
            f"{person.name} has no hand free for {weapon.ref} as well.",
        )


def _is_in_hand(person: Person, weapon: Wielded, grip: Grip) -> bool:
    """Return whether a weapon has a hand in a grip, or is used without one while an arm is left."""
    if weapon.item is None:
        return True
    return bool(grip.hands_with(weapon.item.id) if weapon.mode.hands else working_hands(person))


def hands_left(person: Person, effort: Effort) -> tuple[Hand, ...]:
    """Return the working hands that stay free once every weapon of the effort is in hand (S3-PIN-1, S3-STRAN-2)."""
    primary, *others = [wielded(person, ref) for ref in weapon_refs(effort)]
    return free_hands(person, grip_with_all(person, primary, others))


def declare_stunt(decision: Decision[Fight], effort: Effort, task: str) -> None:
    """Pay for the stunt and remember it, before any throw (S3-STUNT-4, S3-STUNT-21)."""
    stunt = effort.stunt
    if stunt is None:
        return
    fight = decision.state
    person = fight.people[effort.combatant]
    skills = (effort.skill, *stunt.secondaries)
    cost = price(person, skills)
    memory = memory_of(fight, effort, task)
    declared = decision.record(
        StuntDeclared(
            combatant=person.id,
            primary=effort.skill,
            memory=memory,
            price=cost,
            remembered=is_remembered(fight, effort),
            written=stunt.written,
        )
    )
    if cost:
        decision.record(BreathSpent(combatant=person.id, points=cost, purpose="stunt"), cause=declared)


def throw_side(decision: Decision[Fight], effort: Effort) -> SideResult:
    """Make all throws of one side: primary, secondaries, then its equipment (S3-ORDER-2, S3-STUNT-6 to S3-STUNT-11)."""
    if effort.stunt is None:
        result, version = throw_skill(decision, effort)
        return SideResult(result, (SkillThrow(effort.skill, result, effort.weapon),), version)
    fight = decision.state
    person = fight.people[effort.combatant]
    apart = fight.options.stunt_equipment == "result"
    result, version = throw_skill(decision, effort, apart=apart)
    throws = [SkillThrow(effort.skill, result, effort.weapon)]
    for skill in effort.stunt.secondaries:
        secondary = secondary_effort(effort, skill)
        result, version = throw_skill(decision, secondary)
        throws.append(SkillThrow(skill, result, secondary.weapon))
    best = max(throw.result for throw in throws)
    equipment = equipment_terms(fight, person, effort, weapon_thrown(person, effort)) if apart else []
    terms = tuple(term for term in equipment if term[1])
    if terms and fight.options.equipment_bonus == "successes":
        added, version = toss(decision, person.id, "equipment", (), successes=sum(coins for _, coins in terms))
        best += added
    elif terms:
        heads, version = toss(decision, person.id, "equipment", terms)
        best += heads
    return SideResult(best, tuple(throws), version)


def secondary_effort(effort: Effort, skill: str) -> Effort:
    """Return the throw of a secondary skill; only a weapon named for it gives its bonus (S3-STUNT-10).

    Armour affects the skills it names (S3-STUNT-13), a pin every throw of a defence (S3-STUNT-14); talents and the
    narrator's modifier count for the primary alone (S3-STUNT-26, S3-STUNT-27).
    """
    stunt = effort.stunt or StuntPlan(())
    named = stunt.weapons.get(skill)
    return msgspec.structs.replace(
        effort,
        skill=skill,
        use=("attack" if effort.use in ("attack", "grapple") else "parry") if named is not None else "plain",
        weapon=named or effort.weapon,
        stunt=None,
        talent=0,
        modifier=0,
    )


def ready_all(decision: Decision[Fight], effort: Effort) -> None:
    """Take every weapon of the effort in hand, the primary's first (S3-ATK-9, S3-STUNT-28)."""
    person = decision.state.people[effort.combatant]
    primary, *others = [wielded(person, ref) for ref in weapon_refs(effort)]
    ready(decision, person, primary)
    if others:
        grip = grip_with_all(person, primary, others)
        for weapon in others:
            if weapon.item is not None:
                take(decision, person, weapon.item.id, grip.hands_with(weapon.item.id))


def use_up_all(decision: Decision[Fight], combatant: str, refs: tuple[str, ...], zone: str) -> None:
    """Use up those of these weapons that were consumed or thrown, each item once (S3-ATK-11, S3-STUNT-28)."""
    person = decision.state.people[combatant]
    spent = set()
    for ref in refs:
        weapon = wielded(person, ref)
        if weapon.item is not None and weapon.item.id not in spent and not USED_UP.isdisjoint(weapon.mode.flags):
            spent.add(weapon.item.id)
            use_up(decision, person, weapon, zone)


def spend_named(decision: Decision[Fight], effort: Effort) -> None:
    """Use up what a stunt's secondaries threw or consumed, in tasks other than attacks (S3-STUNT-28)."""
    if effort.stunt is not None:
        zone = decision.state.people[effort.combatant].zone
        use_up_all(decision, effort.combatant, tuple(effort.stunt.weapons.values()), zone)


def weapon_refs(effort: Effort) -> tuple[str, ...]:
    """Return the weapons of an effort: the primary's, then those named for secondaries."""
    return (effort.weapon,) if effort.stunt is None else (effort.weapon, *effort.stunt.weapons.values())


STUNTS: Chapter[Fight] = Chapter(events=(BreathSpent, StuntDeclared))
