"""Stunts: several skills for one task, paid in Breath and remembered for the scene (S3-STUNT)."""

import msgspec

from domain.refusal import require
from domain.rulesets.s3.commands import Stunt
from domain.rulesets.s3.decide.throws import Effort, SkillThrow, StuntPlan, equipment_terms, throw_skill, toss
from domain.rulesets.s3.decide.weapons import SMOKE_BOMB, find_weapon, ready, require_hand, use_up, wielded
from domain.rulesets.s3.events.harm import BreathSpent, StuntDeclared
from domain.rulesets.s3.state import Fight, Memory, Person
from domain.table import Table

NEVER = frozenset({"initiative", "fortitude"})
WEAPON_SKILLS = frozenset({"melee", "hand_to_hand", "sharpshooting", "explosives"})


class SideResult(msgspec.Struct, frozen=True):
    """What one side reached: its result, each skill's throw, and the version of its last throw."""

    result: int
    throws: tuple[SkillThrow, ...]
    version: int


def plan(stunt: Stunt | None) -> StuntPlan | None:
    """The stunt of a command or answer, as efforts carry it."""
    if stunt is None:
        return None
    return StuntPlan(stunt.with_, label_of(stunt.tactic), dict(stunt.weapons))


def label_of(tactic: str) -> str:
    """A label as it is compared: without case and outer blanks (S3-STUNT-18)."""
    return tactic.strip().casefold()


def price(person: Person, skills: tuple[str, ...]) -> int:
    """Breath for a stunt of these skills, primary first: one a secondary, less one a technique (S3-STUNT-4)."""
    saved = sum(set(technique.skills) <= set(skills) for technique in person.techniques)
    return max(0, len(skills) - 1 - saved)


def can_stunt(person: Person, primary: str) -> bool:
    """Whether any stunt with this primary is within reach, by Breath or by technique."""
    if primary in NEVER:
        return False
    return person.breath > 0 or any(primary in technique.skills for technique in person.techniques)


def check_stunt(fight: Fight, effort: Effort, task: str) -> None:
    """Refuse a stunt that is impossible, too dear, or known in this scene."""
    stunt = effort.stunt
    if stunt is None:
        return
    person = fight.people[effort.combatant]
    skills = (effort.skill, *stunt.secondaries)
    require(not NEVER & set(skills), "S3-STUNT-2", "Initiative and Fortitude are never part of a stunt.")
    require(len(set(skills)) == len(skills), "S3-STUNT-3", "Every skill stands in a stunt at most once.")
    for skill, ref in stunt.weapons.items():
        require(skill in stunt.secondaries, "S3-STUNT-28", f"{skill} is no secondary skill of this stunt.")
        weapon = find_weapon(person, ref, "S3-STUNT-28")
        fits = weapon.mode.skill == skill
        require(fits, "S3-STUNT-28", f"{weapon.ref} is not used with {skill}.")
        if weapon.item is not None:
            serves = weapon.kind != SMOKE_BOMB or task == "hide"
            require(serves, "S3-EQUIP-16", "A smoke bomb serves smoke and hide only.")
            require(weapon.item.quantity > 0, "S3-ATK-11", f"No {weapon.item.name} is left.")
        if ref.partition("/")[0] != effort.weapon.partition("/")[0]:
            require_hand(person, weapon)
    cost = price(person, skills)
    require(cost <= person.breath, "S3-STUNT-5", f"The stunt costs {cost} Breath; {person.name} has {person.breath}.")
    new = memory_of(fight, effort, task)
    for known in fight.memory.get(person.id, ()):
        require(not _repeats(fight, known, new), "S3-STUNT-17", f"{person.name} has used this stunt in this scene.")


def memory_of(fight: Fight, effort: Effort, task: str) -> Memory:
    """What a stunt is known by: its skills, the kinds of its weapons, its task and label (S3-STUNT-17 to S3-STUNT-19)."""
    stunt = effort.stunt or StuntPlan(())
    person = fight.people[effort.combatant]
    refs = [effort.weapon, *stunt.weapons.values()]
    kinds = {item.kind for ref in refs if (item := wielded(person, ref).item) is not None}
    skills = tuple(sorted({effort.skill, *stunt.secondaries}))
    return Memory(skills, tuple(sorted(kinds)) or ("unarmed",), task, stunt.label)


def _repeats(fight: Fight, known: Memory, new: Memory) -> bool:
    """S3-STUNT-20: with ``triple`` all three must be the same, with ``both`` one of weapons and tactic is enough."""
    if known.skills != new.skills:
        return False
    same_weapons = known.weapons == new.weapons
    same_tactic = (known.task, known.label) == (new.task, new.label)
    if fight.options.stunt_repeat == "both":
        return same_weapons or same_tactic
    return same_weapons and same_tactic


def declare_stunt(table: Table[Fight], effort: Effort, task: str) -> None:
    """Pay for the stunt and remember it, before any coin (S3-STUNT-4, S3-STUNT-21)."""
    stunt = effort.stunt
    if stunt is None:
        return
    fight = table.state
    person = fight.people[effort.combatant]
    skills = (effort.skill, *stunt.secondaries)
    cost = price(person, skills)
    by_technique = any(set(technique.skills) == set(skills) for technique in person.techniques)
    remembered = not (by_technique and fight.options.technique_repeat)
    declared = table.record(
        StuntDeclared(person.id, effort.skill, memory_of(fight, effort, task), cost, remembered)
    )
    if cost:
        table.record(BreathSpent(person.id, cost, "stunt"), cause=declared)


def throw_side(table: Table[Fight], effort: Effort) -> SideResult:
    """All throws of one side (S3-ORDER-2): primary, secondaries, the primary's equipment (S3-STUNT-6 to S3-STUNT-11)."""
    if effort.stunt is None:
        result, version = throw_skill(table, effort)
        return SideResult(result, (SkillThrow(effort.skill, result, effort.weapon),), version)
    fight = table.state
    person = fight.people[effort.combatant]
    apart = fight.options.stunt_equipment == "result"
    result, version = throw_skill(table, effort, apart=apart)
    throws = [SkillThrow(effort.skill, result, effort.weapon)]
    for skill in effort.stunt.secondaries:
        secondary = secondary_effort(effort, skill)
        result, version = throw_skill(table, secondary)
        throws.append(SkillThrow(skill, result, secondary.weapon))
    best = max(throw.result for throw in throws)
    bonus = sum(coins for _, coins in equipment_terms(fight, person, effort)) if apart else 0
    if bonus and fight.options.equipment_bonus == "successes":
        best += bonus
    elif bonus:
        heads, version = toss(table, person.id, "equipment", (("equipment", bonus),))
        best += heads
    return SideResult(best, tuple(throws), version)


def secondary_effort(effort: Effort, skill: str) -> Effort:
    """A secondary skill's own throw: the weapon named for it gives its bonus, else none does (S3-STUNT-10)."""
    stunt = effort.stunt or StuntPlan(())
    named = stunt.weapons.get(skill)
    return msgspec.structs.replace(
        effort,
        skill=skill,
        use=("attack" if effort.use == "attack" else "parry") if named is not None else "plain",
        weapon=named or effort.weapon,
        stunt=None,
        talent=0,
        modifier=0,
    )


def ready_all(table: Table[Fight], effort: Effort) -> None:
    """Take every weapon of the effort in hand (S3-ATK-9, S3-STUNT-28)."""
    person = table.state.people[effort.combatant]
    for ref in _weapon_refs(effort):
        ready(table, person, wielded(person, ref))


def use_up_all(table: Table[Fight], effort: Effort, zone: str) -> None:
    """Use up what the effort consumed or threw, of every weapon in it (S3-ATK-11, S3-STUNT-28)."""
    person = table.state.people[effort.combatant]
    for ref in _weapon_refs(effort):
        use_up(table, person, wielded(person, ref), zone)


def _weapon_refs(effort: Effort) -> list[str]:
    refs = [effort.weapon, *(effort.stunt.weapons.values() if effort.stunt else ())]
    items = [ref.partition("/")[0] for ref in refs]
    return [ref for place, ref in enumerate(refs) if items[place] not in items[:place]]
