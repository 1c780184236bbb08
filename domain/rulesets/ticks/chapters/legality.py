"""What has to be true before a command counts: open prompts, the phase, the state of the actor.

Prompts of a stage come first (TK-RES-11), then the phase (TK-COMBAT), then the actor (TK-KO-2).
"""

from collections.abc import Iterable
from typing import Final

from domain.core.commands import CORE_COMMANDS, Acting, Answer, Command, Join
from domain.decision.decision import Decision
from domain.decision.preconditions import allowed_in_phase, legal_alternatives, require_phase
from domain.decision.prompts import GO_ON, answer_first
from domain.model.encounter import NARRATOR_ID, Prompt
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.model.speaker import Speaker
from domain.rulesets.ticks.parts import Continuing, Waking
from domain.rulesets.ticks.state import Fight, Person

UNHURRIED: Final = frozenset({"declare", "act"})
"""Prompts that are answered side by side, while other things happen; the narrator's about declarations are, too."""


def blocking(fight: Fight) -> Prompt | None:
    """The prompt whose answer has to come first, or None (TK-RES-11, TK-DECL-15)."""
    for prompt in fight.prompts:
        if not _waits(prompt):
            return prompt
    return None


def _waits(prompt: Prompt) -> bool:
    return prompt.kind in UNHURRIED or prompt.kind == "judge_condition" or prompt.about.get("for") == "trick"


def comes_first(fight: Fight, prompt: Prompt, speaker: Speaker) -> bool:
    """Whether a prompt may be answered now: those of the count wait while one of a stage is open (TK-RES-11)."""
    first = blocking(fight)
    return first is None or first.id == prompt.id


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what prompts, the phase and the actor's state forbid, before the command's own conditions."""
    fight = decision.state
    first = blocking(fight)
    if first is not None and not (passes(type(command)) and _is_for(fight, first, command)):
        refuse("TK-RES-11", answer_first(fight, decision.ruleset.prompts, first))
    require_phase(command.during, fight.phase)
    if fight.prompts and first is None and not (command.interrupts or type(command) in CORE_COMMANDS):
        refuse("TK-RES-11", answer_first(fight, decision.ruleset.prompts, fight.prompts[0]))
    if isinstance(command, Acting):
        _guard_actor(fight, command)


def passes(kind: type[Command]) -> bool:
    """Whether a command goes while a prompt of a stage is open: answers, and what belongs to no ruleset."""
    core = kind in CORE_COMMANDS and kind is not Join
    return core or kind.answers_to is not None or issubclass(kind, Continuing)


def _is_for(fight: Fight, first: Prompt, command: Command) -> bool:
    """Whether a command, if it answers, answers the prompt that comes first; those of the count wait (TK-RES-11)."""
    if isinstance(command, Answer):
        return fight.prompt(command.prompt) in (None, first)
    if isinstance(command, Continuing):
        return first.kind == GO_ON.name  # it continues a tick that has paused (TK-RES-13)
    return command.answers_to in (None, first.kind)


def _guard_actor(fight: Fight, command: Acting) -> None:
    """The dead do nothing (TK-DYING-7), the unconscious nothing but wake (TK-KO-2)."""
    actor = find_combatant(fight, command.actor, "command.actor")
    if actor.dead:
        refuse("TK-DYING-7", f"{actor.name} is dead, and does nothing any more.", field="command.actor")
    if actor.unconscious is not None and not isinstance(command, Waking):
        refuse("TK-KO-2", f"{actor.name} is unconscious, and does nothing before waking.", field="command.actor")


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Whether a command may be given now, as far as that depends on prompts and the phase."""
    first = blocking(fight)
    if issubclass(kind, Continuing) and first is not None:
        return first.kind == GO_ON.name
    if first is not None and not passes(kind):
        return False
    if fight.prompts and not (kind.interrupts or kind in CORE_COMMANDS):
        return False
    if issubclass(kind, Continuing) and any(prompt.to == NARRATOR_ID for prompt in fight.prompts):
        return False  # a declaration waits for the narrator's answer (TK-DECL-15)
    return allowed_in_phase(kind, fight.phase)


def legal_commands(
    fight: Fight, speaker: Speaker, command: Command, commands: Iterable[type[Command]]
) -> tuple[str, ...]:
    """The types of the commands that the state allows in place of a refused one, for whom it was given."""
    asked = any(speaker.speaks_for(prompt.to) for prompt in fight.prompts)
    kinds = (kind for kind in commands if kind.answers_to is None and in_place(fight, kind))
    return legal_alternatives(
        command, fight.people, speaker, kinds, lambda person, kind: _may(speaker, person, kind), asked=asked
    )


def _may(speaker: Speaker, person: Person, kind: type[Command]) -> bool:
    return speaker.speaks_for(person.id) and not person.dead and (person.conscious or issubclass(kind, Waking))
