"""The memory of stunts: how a stunt is identified, and when it is new (S3-STUNT-17 to S3-STUNT-23)."""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.throws import Effort, StuntPlan
from domain.rulesets.s3.chapters.throws.weapons import wielded
from domain.rulesets.s3.state import Fight, Memory
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken


class StuntMemoryAdded(Event, frozen=True, kw_only=True):
    """The narrator added a stunt to a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_added"
    words = "Used stunt added"
    told = Told(brief=AS_SAID)
    says = "{combatant} now counts as having used {memory}."
    example = {
        "combatant": "doctor_hu",
        "memory": {"skills": ["melee", "sleight_of_hand"], "weapons": ["saber"], "task": "attack", "label": ""},
    }
    combatant: str
    memory: Annotated[Memory, Spoken(said.remembered)]

    def evolve(self, fight: Fight) -> None:
        fight.remember(self.combatant, self.memory)


class StuntMemoryRemoved(Event, frozen=True, kw_only=True):
    """The narrator took a stunt out of a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_removed"
    words = "Used stunt taken away"
    told = Told(brief=AS_SAID)
    says = "{combatant} no longer counts as having used {memory}."
    example = {
        "combatant": "doctor_hu",
        "memory": {"skills": ["melee", "sleight_of_hand"], "weapons": ["saber"], "task": "attack", "label": ""},
    }
    combatant: str
    memory: Annotated[Memory, Spoken(said.remembered)]

    def evolve(self, fight: Fight) -> None:
        kept = tuple(memory for memory in fight.memory.get(self.combatant, ()) if memory != self.memory)
        fight.memory = {**fight.memory, self.combatant: kept}


def label_of(tactic: str) -> str:
    """Return a label as it is compared: without case and outer blanks (S3-STUNT-18)."""
    return tactic.strip().lower()


def memory_of(fight: Fight, effort: Effort, task: str) -> Memory:
    """Return what identifies a stunt: skills, kinds of weapons, task and label (S3-STUNT-17 to S3-STUNT-19).

    One skill more or less makes another stunt (S3-STUNT-22).
    """
    stunt = effort.stunt or StuntPlan(())
    person = fight.people[effort.combatant]
    refs = [effort.weapon, *stunt.weapons.values()]
    kinds = {item.kind for ref in refs if (item := wielded(person, ref).item) is not None}
    skills = tuple(sorted({effort.skill, *stunt.secondaries}))
    return Memory(skills, tuple(sorted(kinds)) or ("unarmed",), task, stunt.label)


def repeats(fight: Fight, known: Memory, new: Memory) -> bool:
    """Return whether a stunt repeats another: all three equal, or with ``both`` weapons or tactic (S3-STUNT-20)."""
    if known.skills != new.skills:
        return False
    same_weapons = known.weapons == new.weapons
    same_tactic = (known.task, known.label) == (new.task, new.label)
    if fight.options.stunt_repeat == "both":
        return same_weapons or same_tactic
    return same_weapons and same_tactic


def is_remembered(fight: Fight, effort: Effort) -> bool:
    """Return False only for the two skills of a technique, if techniques may be repeated (S3-STUNT-23)."""
    stunt = effort.stunt or StuntPlan(())
    skills = {effort.skill, *stunt.secondaries}
    by_technique = any(set(technique.skills) == skills for technique in fight.people[effort.combatant].techniques)
    return not (by_technique and fight.options.technique_repeat)


def remember_instead(decision: Decision[Fight], effort: Effort, declared: str, task: str) -> None:
    """Remember a stunt under another task than the one that it was declared for."""
    fight = decision.state
    if effort.stunt is not None and is_remembered(fight, effort):
        decision.record(StuntMemoryRemoved(combatant=effort.combatant, memory=memory_of(fight, effort, declared)))
        decision.record(StuntMemoryAdded(combatant=effort.combatant, memory=memory_of(fight, effort, task)))


STUNT_MEMORY: Chapter[Fight] = Chapter(events=(StuntMemoryAdded, StuntMemoryRemoved))
