"""Who may command what now: the checks that stand before every command.

A command says in which phases it is in place (``during``); one that does not may be given at any time.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from domain.core.commands import Acting, Command, type_of
from domain.decision.decision import Decision
from domain.decision.preconditions import allowed_in_phase, reject_narrator_fields
from domain.decision.prompts import answer_first
from domain.model.encounter import Prompt
from domain.model.people import find_combatant
from domain.model.refusal import at_field, refuse
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.dice.choices import check_limits
from domain.rulesets.black_dice.chapters.vocabularies import due
from domain.rulesets.black_dice.parts import (
    AtAgenda,
    CarryingOut,
    Choices,
    OpenToSome,
    RollChoices,
    SpendingFate,
    Staying,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.words import CARRIED_OUT

NARRATORS_TO_GIVE: Final[Mapping[str, str]] = {
    "difficulty": "BD-DIFF-8",
    "bonus": "BD-MOD-14",
    "penalty": "BD-MOD-14",
    "black": "BD-MOD-14",
    "reason": "BD-MOD-14",
    "complementary": "BD-COMP-5",
    "assistants": "BD-COMP-5",
    "free_assistants": "BD-COMP-3",
}
"""Fields of a combatant's command that only the narrator fills in, and the rule of each."""


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what open prompts, the phase and the actor's state forbid, before the command's own conditions."""
    fight = decision.state
    due = due_act(fight, command)
    if due is not None:
        decision.withdraw(due.id, CARRIED_OUT)
    elif fight.prompts and (not command.interrupts or isinstance(command, CarryingOut)):
        waiting = fight.prompts[0]
        refuse(None, answer_first(fight, decision.ruleset.prompts, waiting))
    when = command.during
    if when is not None and due is None and fight.phase not in when.phases:
        turn = fight.next_to_declare() if fight.phase == "declare" else None
        awaited = f" It is the turn of {turn.name} to declare." if turn is not None else ""
        refuse(when.rule, f"{when.sentence}{awaited}", first=when.first)
    if isinstance(command, Acting):
        guard_actor(decision, command)
    for field, choices in choices_of(command).items():
        with at_field("choices", field):
            check_limits(choices)


def choices_of(command: Command) -> dict[str, Choices | RollChoices | Staying]:
    """What the command names for throws in `choices`, whether it comes to them or not, each with its field."""
    given: Any = vars(command).get("choices")
    if isinstance(given, dict):
        return {f"command.choices.{who}": one for who, one in given.items()}
    return {} if given is None else {"command.choices": given}


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Return whether a command may be given now, as far as that depends on phase, agenda and open prompts."""
    if issubclass(kind, CarryingOut) and fight.prompts:
        return any(prompt.kind == "act" and prompt.about["act"] in kind.carries_out for prompt in fight.prompts)
    if issubclass(kind, AtAgenda) and kind.agenda_left != bool(fight.agenda):
        return False  # the round ends after the last item of the agenda (BD-ROUND-4, BD-ROUND-8)
    return (not fight.prompts or kind.interrupts) and allowed_in_phase(kind, fight.phase)


def legal_commands(
    fight: Fight, speaker: Speaker, command: Command, commands: Iterable[type[Command]]
) -> tuple[str, ...]:
    """The types of the commands that the state allows in place of a refused one, for whom it was given.

    Whether there is a target, a weapon or a purse for them is said by the options.
    """
    mine = [kind for kind in commands if speaker.is_narrator or not kind.narrator_only]
    if fight.prompts:
        asked = [prompt for prompt in fight.prompts if speaker.speaks_for(prompt.to)]
        fitting = [kind for kind in mine if issubclass(kind, CarryingOut) and in_place(fight, kind)]
        return ("core.answer", *map(type_of, fitting)) if asked else ()
    phased = [kind for kind in mine if kind.during is not None]
    whose = command.speaks_as()
    if whose is None:
        kinds = [kind for kind in phased if not issubclass(kind, Acting)]
    else:
        person = fight.people.get(whose)
        acts = person is not None and person.able and speaker.speaks_for(whose)
        kinds = [kind for kind in phased if acts and issubclass(kind, Acting)]
    allowed = [kind for kind in kinds if in_place(fight, kind)]
    return tuple(
        [
            type_of(kind)
            for kind in allowed
            if whose is None or not issubclass(kind, OpenToSome) or kind.is_open_to(fight, whose)
        ]
    )


def due_act(fight: Fight, command: Command) -> Prompt | None:
    """The prompt ``act`` that the command answers: its act has come due now (BD-ROUND-5)."""
    if not isinstance(command, CarryingOut):
        return None
    whose = command.carried_out_by()
    return next((prompt for prompt in due(fight, command.carries_out) if prompt.to == whose), None)


def guard_actor(decision: Decision[Fight], command: Acting) -> None:
    """The dead are out (BD-DYING-8); some fields of a player's command are the narrator's to fill in."""
    actor = find_combatant(decision.state, command.actor, "command.actor")
    if not (actor.alive or command.answers_to is not None or isinstance(command, SpendingFate)):
        refuse("BD-DYING-8", f"{actor.name} is dead and cannot act any more.")
    if not decision.speaker.is_narrator:
        reject_narrator_fields(command.given_fields, NARRATORS_TO_GIVE)
