"""The memory of stunts: what a stunt is known by, and when it counts as new (S3-STUNT-17 to S3-STUNT-23)."""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.throws import Effort, StuntPlan
from domain.rulesets.s3.chapters.throws.weapons import wielded
from domain.rulesets.s3.state import Fight, Memory
from domain.text.sentences import Spoken


class StuntMemoryAdded(Event, frozen=True, kw_only=True):
    """The narrator added a stunt to a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_added"
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
    """A label as it is compared: without case and outer blanks (S3-STUNT-18)."""
    return tactic.strip().casefold()


def memory_of(fight: Fight, effort: Effort, task: str) -> Memory:
    """What a stunt is known by: skills, kinds of weapons, task and label (S3-STUNT-17 to S3-STUNT-19).

    With a skill more or less it is another stunt (S3-STUNT-22).
    """
    stunt = effort.stunt or StuntPlan(())
    person = fight.people[effort.combatant]
    refs = [effort.weapon, *stunt.weapons.values()]
    kinds = {item.kind for ref in refs if (item := wielded(person, ref).item) is not None}
    skills = tuple(sorted({effort.skill, *stunt.secondaries}))
    return Memory(skills, tuple(sorted(kinds)) or ("unarmed",), task, stunt.label)


def repeats(fight: Fight, known: Memory, new: Memory) -> bool:
    """S3-STUNT-20: with ``triple`` all three must be the same, with ``both`` one of weapons and tactic is enough."""
    if known.skills != new.skills:
        return False
    same_weapons = known.weapons == new.weapons
    same_tactic = (known.task, known.label) == (new.task, new.label)
    if fight.options.stunt_repeat == "both":
        return same_weapons or same_tactic
    return same_weapons and same_tactic


def is_remembered(fight: Fight, effort: Effort) -> bool:
    """All stunts are, but exactly the two skills of a technique where techniques may be repeated (S3-STUNT-23)."""
    stunt = effort.stunt or StuntPlan(())
    skills = {effort.skill, *stunt.secondaries}
    by_technique = any(set(technique.skills) == skills for technique in fight.people[effort.combatant].techniques)
    return not (by_technique and fight.options.technique_repeat)


def remember_instead(decision: Decision[Fight], effort: Effort, declared: str, task: str) -> None:
    """A stunt turned out to serve another task than the one it was declared for: that one is remembered."""
    fight = decision.state
    if effort.stunt is not None and is_remembered(fight, effort):
        decision.record(StuntMemoryRemoved(combatant=effort.combatant, memory=memory_of(fight, effort, declared)))
        decision.record(StuntMemoryAdded(combatant=effort.combatant, memory=memory_of(fight, effort, task)))


STUNT_MEMORY: Chapter[Fight] = Chapter(events=(StuntMemoryAdded, StuntMemoryRemoved))
