"""Corrections: taking a combatant out of the fight, and the memory of stunts (S3-NARR-8, S3-NARR-10)."""

from typing import ClassVar, Final, Literal

from pydantic import Field

from domain.core import commands as core
from domain.core.commands import CombatantId, StrictModel, Text
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import AnyJson
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.movement.leaving import leave_fight
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded, StuntMemoryRemoved, label_of
from domain.rulesets.s3.chapters.vocabularies import IN_THE_FIGHT, PEOPLE
from domain.rulesets.s3.parts import Key
from domain.rulesets.s3.state import Fight, Memory
from domain.rulesets.s3.words import Skill
from domain.story.told import AS_SAID, Told
from domain.text.words import Variant, Words


class MemoryEntry(StrictModel):
    """A stunt as the memory stores it (S3-STUNT-17): skills, weapon kinds, tactic (task and label)."""

    skills: tuple[Skill, ...] = Field(min_length=2, max_length=17)
    weapons: tuple[Key, ...] = Field(default=("unarmed",), max_length=17)
    task: str = Field(max_length=80, examples=["attack", "trip/ground", "defend"])
    label: Text = ""


class Remove(core.Narrating):
    """Take a combatant out of the fight (S3-NARR-8)."""

    form = {"combatant": among(IN_THE_FIGHT)}
    interrupts: ClassVar[bool] = True
    says = (
        "The narrator takes {combatant} out of the fight: “{reason}”.",
        "The narrator takes {combatant} out of the fight.",
    )
    example = {"combatant": "bell", "reason": "over the rail"}
    ruling = True
    words = Words(
        "Take out of the fight", "Take {combatant} out of the fight[: “{reason}”]", group="rulings", prominence="seldom"
    )
    told = Told(brief=AS_SAID)
    type: Literal["s3.remove"] = "s3.remove"
    combatant: CombatantId
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Only ``place`` brings it back (S3-NARR-8)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(
            person.out is None, "S3-NARR-8", f"{person.name} is out of the fight already.", field="command.combatant"
        )
        leave_fight(decision, person, "removed")


def _remembering(view: View[Fight]) -> tuple[str, ...]:
    return tuple([one for one, stunts in view.state.memory.items() if stunts])


ENTRY: Final = among(AnyJson("MemoryEntry"), required=True, mark="check")


class SetStuntMemory(core.Narrating):
    """Add a stunt to those that a combatant has used in this scene, or take one away (S3-NARR-10)."""

    variants = {
        "add": {"combatant": among(PEOPLE), "add": ENTRY, "remove": None},
        "remove": {"combatant": among(Vocabulary("remembering", _remembering)), "remove": ENTRY, "add": None},
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {
        "combatant": "ogre",
        "remove": {"skills": ["melee", "sleight_of_hand"], "weapons": ["saber"], "task": "attack"},
    }
    ruling = True
    words = Words(
        "Correct used stunts",
        group="rulings",
        prominence="seldom",
        variants={
            "add": Variant("Add a used stunt", "Add a stunt to those that {combatant} has used"),
            "remove": Variant("Take a used stunt away", "Take a stunt from those that {combatant} has used"),
        },
    )
    type: Literal["s3.set_stunt_memory"] = "s3.set_stunt_memory"
    combatant: CombatantId
    add: MemoryEntry | None = None
    remove: MemoryEntry | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Name one stunt of this scene (S3-NARR-10)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        one = (self.add is None) != (self.remove is None)
        require(one, "S3-NARR-10", "Name one stunt, to add or to remove.", field="command")
        known = decision.state.memory.get(person.id, ())
        if self.add is not None:
            memory = _memory(self.add)
            require(
                memory not in known, "S3-NARR-10", f"{person.name} remembers this stunt already.", field="command.add"
            )
            decision.record(StuntMemoryAdded(combatant=person.id, memory=memory))
        elif self.remove is not None:
            memory = _memory(self.remove)
            require(memory in known, "S3-NARR-10", f"{person.name} remembers no such stunt.", field="command.remove")
            decision.record(StuntMemoryRemoved(combatant=person.id, memory=memory))


def _memory(entry: MemoryEntry) -> Memory:
    """Return the entry as stunts are compared: sets in order, the label without case and outer blanks (S3-STUNT-18)."""
    skills, weapons = sorted(set(entry.skills)), sorted(set(entry.weapons))
    return Memory(tuple(skills), tuple(weapons), entry.task, label_of(entry.label))


CORRECTIONS: Chapter[Fight] = Chapter(commands=(Remove, SetStuntMemory))
