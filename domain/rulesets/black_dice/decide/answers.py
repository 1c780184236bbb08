"""The typed answers: each goes to the open prompt of its kind that is put to the actor.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from collections.abc import Mapping
from typing import NoReturn

from domain.encounter import Prompt
from domain.event import Json
from domain.people import somebody
from domain.refusal import at_field, refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.fate import require_scripting_die
from domain.rulesets.black_dice.state import Fight
from domain.table import Table

WHEN_ASKED: Mapping[str, str] = {
    "response": "when all have declared, of whoever is attacked",
    "choose": "before a throw, or with fate after it, where the policy asks",
    "keep": "after a second throw that is worse, where the policy asks",
    "reduce_damage": "when an attack does more than 1 point to somebody with fate",
    "avoid_injury": "after a failed injury roll, of somebody with 3 pips of fate",
    "ensure_success": "before a roll to stay conscious or to wake",
}
"""When there is something to answer, by the kind of the prompt; a second throw has refusals of its own."""


def respond(table: Table[Fight], command: ask.Respond) -> None:
    """How a target meets its attackers (BD-WHO-7)."""
    answer: Json = {"replies": [reply.model_dump(mode="json", exclude_none=True) for reply in command.replies]}
    _give(table, command, "response", answer, "BD-WHO-7", "command")


def choose(table: Table[Fight], command: ask.Choose) -> None:
    """What goes into a throw, or fate once its faces are known (BD-SKILL-15, BD-FATE-4)."""
    answer = command.choices.model_dump(mode="json", exclude_defaults=True)
    _give(table, command, "choose", answer, "BD-SKILL-15", "command.choices")


def reroll(table: Table[Fight], command: ask.Reroll) -> None:
    """Throw again with a scripting die (BD-SCRIPT-4)."""
    if _open(table.state, "reroll", command.actor) is None:
        _refuse_reroll(table.state, command)
    _give(table, command, "reroll", {"description": command.description}, "BD-SCRIPT-4", "command")


def _refuse_reroll(fight: Fight, command: ask.Reroll) -> NoReturn:
    """The last throw has been made twice (BD-SCRIPT-7), there is no scripting die, or there is no throw."""
    person = somebody(fight, command.actor, "command.actor")
    once = f"{person.name}'s last throw has been made twice; a throw takes one scripting die."
    require(person.id not in fight.rerolled, "BD-SCRIPT-7", once)
    require_scripting_die(person)
    refuse(
        "BD-SCRIPT-4",
        f"No throw of {person.name} waits: action rolls and effect throws of one's own are made again before anything "
        "comes of them, where the policy asks.",
    )


def keep(table: Table[Fight], command: ask.Keep) -> None:
    """Which of two throws stands (BD-SCRIPT-6)."""
    _give(table, command, "keep", command.keep, "BD-SCRIPT-6", "command.keep")


def reduce_damage(table: Table[Fight], command: ask.ReduceDamage) -> None:
    """Fate against damage (BD-FATE-5)."""
    _give(table, command, "reduce_damage", command.pips, "BD-FATE-5", "command.pips")


def avoid_injury(table: Table[Fight], command: ask.AvoidInjury) -> None:
    """Fate against a permanent injury (BD-FATE-8)."""
    _give(table, command, "avoid_injury", _yes(command.avoid), "BD-FATE-8", "command.avoid")


def ensure_success(table: Table[Fight], command: ask.EnsureSuccess) -> None:
    """Fate in place of a roll to stay conscious, to wake, to live (BD-FATE-6, BD-FATE-10)."""
    _give(table, command, "ensure_success", _yes(command.ensure), "BD-FATE-6", "command.ensure")


def approve(table: Table[Fight], command: ask.Approve) -> None:
    """The narrator's word about a scripting die: about the one named, else about the one asked first (BD-SCRIPT-2)."""
    asked = [prompt for prompt in table.state.prompts if prompt.kind == "approve"]
    require(asked, "BD-SCRIPT-2", "No scripting die waits for the narrator's word.")
    named = next((prompt for prompt in asked if command.prompt in (None, prompt.id)), None)
    if named is None:
        known = ", ".join(prompt.id for prompt in asked)
        detail = f"No scripting die waits under {command.prompt!r}; there are {known}."
        refuse(None, detail, code="invalid", field="command.prompt")
    table.answer(named, {"approve": command.approve, "reason": command.reason})


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _open(fight: Fight, kind: str, combatant: str) -> Prompt | None:
    return next((prompt for prompt in fight.prompts if (prompt.kind, prompt.to) == (kind, combatant)), None)


def _give(table: Table[Fight], command: ask.Answering, kind: str, answer: Json, rule: str, field: str) -> None:
    """Answer the open prompt; faults of the answer are shown at ``field``, where the command has it."""
    prompt = _open(table.state, kind, command.actor)
    if prompt is None:
        name = table.state.name_of(command.actor)
        refuse(rule, f"{name} is not asked for {kind} now; that is asked {WHEN_ASKED[kind]}.")
    with at_field("command.answer", field):
        table.answer(prompt, answer)
