"""What has to be true before a command counts: open prompts, the phase, the state of the actor.

Prompts of a stage come first (TK-RES-11), then the phase (TK-COMBAT), then the actor (TK-KO-2).
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.core_commands import CORE_COMMANDS, Acting, Answer, Command, Join, type_of
from domain.encounter import Prompt
from domain.people import somebody
from domain.prompting import answer_first
from domain.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Phase
from domain.speaker import Speaker
from domain.table import Table


class When(NamedTuple):
    """The phases that a command is for, the rule that says so, and the sentence for the others."""

    phases: frozenset[Phase]
    rule: str
    sentence: str


CALM: Final[frozenset[Phase]] = frozenset({"calm"})
BETWEEN: Final[frozenset[Phase]] = frozenset({"between"})
AT_REST: Final[frozenset[Phase]] = CALM | BETWEEN
IN_ROUND: Final[frozenset[Phase]] = frozenset({"declaration", "resolution"})
RESOLUTION: Final[frozenset[Phase]] = frozenset({"resolution"})
PHASES: Final[Mapping[type[Command], When]] = {
    ask.CallCombat: When(CALM, "TK-COMBAT-1", "Combat is on already."),
    ask.DrawIn: When(BETWEEN | IN_ROUND, "TK-COMBAT-3", "No combat is on; call_combat begins one."),
    ask.StartRound: When(BETWEEN, "TK-COMBAT-6", "Rounds begin between rounds of a combat that is on."),
    ask.EndCombat: When(BETWEEN, "TK-COMBAT-7", "Combat ends between rounds."),
    ask.Count: When(IN_ROUND, "TK-RES-7", "No count is on; start_round begins one."),
    ask.Declare: When(frozenset({"declaration"}), "TK-DECL-2", "Declarations belong to the count up of a round."),
    ask.Hurry: When(IN_ROUND, "TK-LCOMB-4", "Quickness is bought within a round."),
    ask.MakePlan: When(IN_ROUND, "TK-PLAN-1", "Plans are for a round, from one's own declaration on."),
    ask.Act: When(RESOLUTION, "TK-RES-6", "One acts in the resolution of a round."),
    ask.Hold: When(RESOLUTION, "TK-RES-6", "One holds in the resolution of a round."),
    ask.Release: When(RESOLUTION, "TK-GRAP-5", "Holds last through the resolution of a round."),
    ask.Wake: When(AT_REST, "TK-KO-4", "One wakes between rounds or outside combat."),
    ask.FirstAid: When(AT_REST, "TK-AID-3", "In a round first aid is declared, as a deed of Other."),
    ask.PassTime: When(AT_REST, "TK-DYING-6", "In a round the clock goes by rounds."),
    ask.Recover: When(CALM, "TK-REC-1", "Nobody recovers while combat is on; end_combat ends it."),
    ask.Repair: When(AT_REST, "TK-ARM-6", "Armour is not mended during a round."),
    ask.Restock: When(AT_REST, "TK-OTHER-6", "Supplies come between rounds or outside combat."),
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
    return next((prompt for prompt in fight.prompts if not _waits(prompt)), None)


def _waits(prompt: Prompt) -> bool:
    of_declaration = prompt.kind == "judge_condition" or prompt.about.get("for") == "trick"
    return prompt.kind in UNHURRIED or of_declaration


def guard(table: Table[Fight], command: Command) -> None:
    """Refuse what prompts, the phase and the actor's state forbid, before the command's own conditions."""
    fight = table.state
    first = blocking(fight)
    if first is not None and not (passes(type(command)) and _is_for(fight, first, command)):
        refuse("TK-RES-11", answer_first(fight, first))
    when = PHASES.get(type(command))
    if when is not None:
        require(fight.phase in when.phases, when.rule, when.sentence)
    if fight.prompts and first is None and not (command.interrupts or type(command) in CORE_COMMANDS):
        refuse("TK-RES-11", answer_first(fight, fight.prompts[0]))
    if isinstance(command, Acting):
        _guard_actor(fight, command)


def passes(kind: type[Command]) -> bool:
    """Whether a command goes while a prompt of a stage is open: answers, and what belongs to no ruleset."""
    core = kind in CORE_COMMANDS and kind is not Join
    return core or kind in ANSWERED_BY


def _is_for(fight: Fight, first: Prompt, command: Command) -> bool:
    """Whether a command, if it answers, answers the prompt that comes first; those of the count wait (TK-RES-11)."""
    if isinstance(command, Answer):
        return fight.prompt(command.prompt) in (None, first)
    return ANSWERED_BY.get(type(command), first.kind) == first.kind


def _guard_actor(fight: Fight, command: Acting) -> None:
    """The dead do nothing (TK-DYING-7), the unconscious nothing but wake (TK-KO-2)."""
    actor = somebody(fight, command.actor, "command.actor")
    require(not actor.dead, "TK-DYING-7", f"{actor.name} is dead.", field="command.actor")
    awake = actor.conscious or isinstance(command, ask.Wake)
    require(awake, "TK-KO-2", f"{actor.name} is unconscious.", field="command.actor")


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Whether a command may be given now, as far as that depends on prompts and the phase."""
    if blocking(fight) is not None and not passes(kind):
        return False
    if fight.prompts and not (kind.interrupts or kind in CORE_COMMANDS):
        return False
    when = PHASES.get(kind)
    return when is None or fight.phase in when.phases


def legal_commands(fight: Fight, speaker: Speaker, command: Command) -> tuple[str, ...]:
    """The types of the commands that the state allows in place of a refused one, for whom it was given."""
    whose = command.speaks_as()
    person = fight.people.get(whose) if whose is not None else None
    asked = any(speaker.speaks_for(prompt.to) for prompt in fight.prompts)
    answer = (type_of(Answer),) if asked else ()
    kinds: Iterator[type[Command]] = (
        kind for kind in ask.TICKS_COMMANDS if kind not in ANSWERED_BY and in_place(fight, kind)
    )
    if person is None:
        allowed = [kind for kind in kinds if kind.narrators and speaker.is_narrator]
    else:
        allowed = [kind for kind in kinds if issubclass(kind, Acting) and _may(speaker, person, kind)]
    return (*answer, *map(type_of, allowed))


def _may(speaker: Speaker, person: Person, kind: type[Command]) -> bool:
    return speaker.speaks_for(person.id) and not person.dead and (person.conscious or kind is ask.Wake)
