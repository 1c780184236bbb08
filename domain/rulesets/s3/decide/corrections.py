"""Taking a combatant out of the fight, and correcting the memory of stunts (S3-NARR-8, S3-NARR-10)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.leaving import leave_fight
from domain.rulesets.s3.decide.stunt_memory import label_of
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.state import Fight, Memory


def remove(decision: Decision[Fight], command: ask.Remove) -> None:
    """Take somebody out of the fight; only ``place`` brings it back (S3-NARR-8)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require(person.out is None, "S3-NARR-8", f"{person.name} is out of the fight already.", field="command.combatant")
    leave_fight(decision, person, "removed")


def set_stunt_memory(decision: Decision[Fight], command: ask.SetStuntMemory) -> None:
    """Add a stunt to somebody's memory of this scene, or take one out of it (S3-NARR-10)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    one = (command.add is None) != (command.remove is None)
    require(one, "S3-NARR-10", "Name one stunt, to add or to remove.", field="command")
    known = decision.state.memory.get(person.id, ())
    if command.add is not None:
        memory = _memory(command.add)
        require(memory not in known, "S3-NARR-10", f"{person.name} remembers this stunt already.", field="command.add")
        decision.record(fact.StuntMemoryAdded(combatant=person.id, memory=memory))
    elif command.remove is not None:
        memory = _memory(command.remove)
        require(memory in known, "S3-NARR-10", f"{person.name} remembers no such stunt.", field="command.remove")
        decision.record(fact.StuntMemoryRemoved(combatant=person.id, memory=memory))


def _memory(entry: ask.MemoryEntry) -> Memory:
    """The entry as stunts are known by: sets in order, the label without case and outer blanks (S3-STUNT-18)."""
    skills, weapons = sorted(set(entry.skills)), sorted(set(entry.weapons))
    return Memory(tuple(skills), tuple(weapons), entry.task, label_of(entry.label))
