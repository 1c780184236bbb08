"""What has to be true before a command counts: open prompts, the phase, the state of the actor.

Prompts of a stage come first (TK-RES-11), then the phase (TK-COMBAT), then the actor (TK-KO-2).
"""

from collections.abc import Mapping
from typing import Final

from domain.core.commands import CORE_COMMANDS, Acting, Answer, Command, Join
from domain.decision.decision import Decision
from domain.decision.preconditions import PhaseRule, Phases, allowed_in_phase, legal_alternatives, require_phase
from domain.decision.prompts import GO_ON, answer_first
from domain.model.encounter import NARRATOR_ID, Prompt
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.model.speaker import Speaker
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Phase

CALM: Final[frozenset[Phase]] = frozenset({"calm"})
BETWEEN: Final[frozenset[Phase]] = frozenset({"between"})
AT_REST: Final[frozenset[Phase]] = CALM | BETWEEN
IN_ROUND: Final[frozenset[Phase]] = frozenset({"declaration", "resolution"})
RESOLUTION: Final[frozenset[Phase]] = frozenset({"resolution"})
PHASES: Final[Phases] = {
    ask.CallCombat: PhaseRule(CALM, "TK-COMBAT-1", "Combat is on already; it ends between rounds."),
    ask.DrawIn: PhaseRule(BETWEEN | IN_ROUND, "TK-COMBAT-3", "No combat is on; somebody's violent act begins one."),
    ask.StartRound: PhaseRule(BETWEEN, "TK-COMBAT-6", "A round begins once combat is on and no other round is."),
    ask.EndCombat: PhaseRule(BETWEEN, "TK-COMBAT-7", "Combat can be ended only between two of its rounds."),
    ask.Count: PhaseRule(IN_ROUND, "TK-RES-7", "No count is on; the next round begins one."),
    ask.Declare: PhaseRule(
        frozenset({"declaration"}), "TK-DECL-2", "One declares while the count goes up, at the beginning of a round."
    ),
    ask.Hurry: PhaseRule(IN_ROUND, "TK-LCOMB-4", "Quickness is bought within a round, after one's declaration."),
    ask.MakePlan: PhaseRule(IN_ROUND, "TK-PLAN-1", "Plans are for a round, from one's own declaration on."),
    ask.Act: PhaseRule(RESOLUTION, "TK-RES-6", "One acts while the count goes down, when all have declared."),
    ask.Hold: PhaseRule(RESOLUTION, "TK-RES-6", "One holds while the count goes down, when all have declared."),
    ask.Release: PhaseRule(RESOLUTION, "TK-GRAP-5", "Nobody is held now; holds last while the count goes down."),
    ask.Wake: PhaseRule(
        AT_REST, "TK-KO-4", "One wakes between rounds or outside combat; wait for the end of the round."
    ),
    ask.FirstAid: PhaseRule(AT_REST, "TK-AID-3", "In a round first aid is a deed; declare it as the action Other."),
    ask.PassTime: PhaseRule(
        AT_REST, "TK-DYING-6", "In a round the clock stands still; it goes on when the round ends."
    ),
    ask.Recover: PhaseRule(CALM, "TK-REC-1", "Nobody recovers while combat is on; end it first."),
    ask.Repair: PhaseRule(AT_REST, "TK-ARM-6", "Armour is not mended during a round; wait for its end."),
    ask.Restock: PhaseRule(
        AT_REST, "TK-OTHER-6", "Supplies come between rounds or outside combat; wait for the end of the round."
    ),
}
"""Commands that do not go in every phase."""
ANSWERED_BY: Final[Mapping[type[Command], str]] = {
    ask.Declare: "declare",
    ask.Act: "act",
    ask.Hold: "act",
    ask.Oppose: "oppose",
    ask.Soak: "soak",
    ask.HoldBack: "hold_back",
    ask.Commit: "commit",
    ask.SetDifficulty: "set_difficulty",
    ask.JudgeCondition: "judge_condition",
}
"""The kind of prompt that each typed answer is for."""
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


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what prompts, the phase and the actor's state forbid, before the command's own conditions."""
    fight = decision.state
    first = blocking(fight)
    if first is not None and not (passes(type(command)) and _is_for(fight, first, command)):
        refuse("TK-RES-11", answer_first(fight, decision.ruleset.prompts, first))
    require_phase(PHASES, command, fight.phase)
    if fight.prompts and first is None and not (command.interrupts or type(command) in CORE_COMMANDS):
        refuse("TK-RES-11", answer_first(fight, decision.ruleset.prompts, fight.prompts[0]))
    if isinstance(command, Acting):
        _guard_actor(fight, command)


def passes(kind: type[Command]) -> bool:
    """Whether a command goes while a prompt of a stage is open: answers, and what belongs to no ruleset."""
    core = kind in CORE_COMMANDS and kind is not Join
    return core or kind in ANSWERED_BY or kind is ask.Count


def _is_for(fight: Fight, first: Prompt, command: Command) -> bool:
    """Whether a command, if it answers, answers the prompt that comes first; those of the count wait (TK-RES-11)."""
    if isinstance(command, Answer):
        return fight.prompt(command.prompt) in (None, first)
    if isinstance(command, ask.Count):
        return first.kind == GO_ON.name  # it continues a tick that has paused (TK-RES-13)
    return ANSWERED_BY.get(type(command), first.kind) == first.kind


def _guard_actor(fight: Fight, command: Acting) -> None:
    """The dead do nothing (TK-DYING-7), the unconscious nothing but wake (TK-KO-2)."""
    actor = find_combatant(fight, command.actor, "command.actor")
    if actor.dead:
        refuse("TK-DYING-7", f"{actor.name} is dead, and does nothing any more.", field="command.actor")
    if actor.unconscious is not None and not isinstance(command, ask.Wake):
        refuse("TK-KO-2", f"{actor.name} is unconscious, and does nothing before waking.", field="command.actor")


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Whether a command may be given now, as far as that depends on prompts and the phase."""
    first = blocking(fight)
    if kind is ask.Count and first is not None:
        return first.kind == GO_ON.name
    if first is not None and not passes(kind):
        return False
    if fight.prompts and not (kind.interrupts or kind in CORE_COMMANDS):
        return False
    if kind is ask.Count and any(prompt.to == NARRATOR_ID for prompt in fight.prompts):
        return False  # a declaration waits for the narrator's answer (TK-DECL-15)
    return allowed_in_phase(PHASES, kind, fight.phase)


def legal_commands(fight: Fight, speaker: Speaker, command: Command) -> tuple[str, ...]:
    """The types of the commands that the state allows in place of a refused one, for whom it was given."""
    asked = any(speaker.speaks_for(prompt.to) for prompt in fight.prompts)
    kinds = (kind for kind in ask.TICKS_COMMANDS if kind not in ANSWERED_BY and in_place(fight, kind))
    return legal_alternatives(
        command, fight.people, speaker, kinds, lambda person, kind: _may(speaker, person, kind), asked=asked
    )


def _may(speaker: Speaker, person: Person, kind: type[Command]) -> bool:
    return speaker.speaks_for(person.id) and not person.dead and (person.conscious or kind is ask.Wake)
