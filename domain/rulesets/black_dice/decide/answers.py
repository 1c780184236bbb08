"""The typed answers: each goes to the open prompt of its kind that is put to the actor.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from typing import NoReturn

from domain.decision.decision import Decision
from domain.decision.typed_answers import give_answer, open_prompt
from domain.model.event import Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.fate import require_scripting_die
from domain.rulesets.black_dice.state import Fight


def respond(decision: Decision[Fight], command: ask.Respond) -> None:
    """How a target meets its attackers (BD-WHO-7)."""
    answer: Json = {"replies": [reply.model_dump(mode="json", exclude_none=True) for reply in command.replies]}
    give_answer(decision, "response", command.actor, answer)


def choose(decision: Decision[Fight], command: ask.Choose) -> None:
    """What goes into a throw, or fate once its faces are known (BD-SKILL-15, BD-FATE-4)."""
    answer = command.choices.model_dump(mode="json", exclude_defaults=True)
    give_answer(decision, "choose", command.actor, answer, field="command.choices")


def reroll(decision: Decision[Fight], command: ask.Reroll) -> None:
    """Throw again with a scripting die (BD-SCRIPT-4)."""
    if open_prompt(decision.state, "reroll", command.actor) is None:
        _refuse_reroll(decision.state, command)
    give_answer(decision, "reroll", command.actor, {"description": command.description})


def _refuse_reroll(fight: Fight, command: ask.Reroll) -> NoReturn:
    """The last throw has been made twice (BD-SCRIPT-7), there is no scripting die, or there is no throw."""
    person = find_combatant(fight, command.actor, "command.actor")
    once = f"{person.name}'s last throw has been made twice; a throw takes one scripting die."
    require(person.id not in fight.rerolled, "BD-SCRIPT-7", once)
    require_scripting_die(person)
    refuse(
        "BD-SCRIPT-4",
        f"{person.name} has no throw to make again now: that is asked before anything comes of a throw.",
    )


def keep(decision: Decision[Fight], command: ask.Keep) -> None:
    """Which of two throws stands (BD-SCRIPT-6)."""
    give_answer(decision, "keep", command.actor, command.keep, field="command.keep")


def reduce_damage(decision: Decision[Fight], command: ask.ReduceDamage) -> None:
    """Fate against damage (BD-FATE-5)."""
    give_answer(decision, "reduce_damage", command.actor, command.pips, field="command.pips")


def avoid_injury(decision: Decision[Fight], command: ask.AvoidInjury) -> None:
    """Fate against a permanent injury (BD-FATE-8)."""
    give_answer(decision, "avoid_injury", command.actor, _yes(command.avoid), field="command.avoid")


def ensure_success(decision: Decision[Fight], command: ask.EnsureSuccess) -> None:
    """Fate in place of a roll to stay conscious, to wake, to live (BD-FATE-6, BD-FATE-10)."""
    give_answer(decision, "ensure_success", command.actor, _yes(command.ensure), field="command.ensure")


def approve(decision: Decision[Fight], command: ask.Approve) -> None:
    """The narrator's word about a scripting die: about the one named, else about the one asked first (BD-SCRIPT-2)."""
    asked = [prompt for prompt in decision.state.prompts if prompt.kind == "approve"]
    require(asked, "BD-SCRIPT-2", "No scripting die waits for the narrator's word.")
    named = next((prompt for prompt in asked if command.prompt in (None, prompt.id)), None)
    if named is None:
        known = ", ".join(prompt.id for prompt in asked)
        detail = f"No scripting die waits under {command.prompt!r}; there are {known}."
        refuse(None, detail, code="invalid", field="command.prompt")
    decision.answer(named, {"approve": command.approve, "reason": command.reason})


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
