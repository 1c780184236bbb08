"""Scripting dice: what is spent on the story, a throw or a life, and the narrator's yes (BD-SCRIPT).

Who has one may spend it at any moment (BD-SCRIPT-3), with a player or without (BD-FATE-13).
"""

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import Continuation
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.perils import StoryChanged
from domain.rulesets.black_dice.events.throws import ScriptingDenied, ScriptingSpent
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING


class Scripting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scripting die that somebody wants to spend: on what, and how it happens; the reply learns whether it was."""

    combatant: str
    use: str
    description: str
    then: Continuation
    beneficiary: str | None = None
    throw: int | None = None


def change_story(decision: Decision[Fight], command: ask.ChangeStory) -> None:
    """A scripting die turns something of the story (BD-SCRIPT-9), if the narrator says yes."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    require(person.alive, "BD-FATE-12", f"{person.name} is dead and spends nothing.")
    require_scripting_die(person)
    told = Told(person.id, command.description)
    approve(decision, Scripting(person.id, "story", command.description, story_told.continuation(told)))


class Told(msgspec.Struct, frozen=True):
    """A turn of the story."""

    combatant: str
    description: str


@stages.reply("black_dice.fate.story", Told)
def story_told(decision: Decision[Fight], told: Told, approved: bool) -> None:
    """It is as the player says; what follows of it is the narrator's."""
    if approved:
        decision.record(StoryChanged(combatant=told.combatant, description=told.description))


def require_scripting_die(person: Person) -> None:
    """Refuse where six pips are not there (BD-SCRIPT-1)."""
    require(
        person.scripting_dice,
        "BD-SCRIPT-1",
        f"A scripting die is {PIPS_OF_SCRIPTING} pips of fate; {person.name} has {person.fate}.",
    )


def approve(decision: Decision[Fight], scripting: Scripting) -> None:
    """Ask the narrator for the yes, unless it is given once and for all (BD-SCRIPT-2); the last act of a stage."""
    if decision.state.options.scripting_approval == "standing":
        approved(decision, scripting, ask.Approval(approve=True))
        return
    about = {"of": scripting.combatant, "use": scripting.use, "description": scripting.description}
    decision.ask(Question("approve", NARRATOR_ID, about), approve_answered, scripting)


def approved(decision: Decision[Fight], scripting: Scripting, answer: ask.Approval) -> None:
    """A yes costs the six pips, a no costs nothing; the game goes on either way (BD-SCRIPT-2)."""
    person = decision.state.people[scripting.combatant]
    said_yes = answer.approve and person.scripting_dice > 0
    if said_yes:
        decision.record(
            ScriptingSpent(
                combatant=person.id,
                use=scripting.use,
                description=scripting.description,
                beneficiary=scripting.beneficiary,
                throw=scripting.throw,
            )
        )
    else:
        decision.record(ScriptingDenied(combatant=person.id, use=scripting.use, reason=answer.reason))
    decision.enter(scripting.then, said_yes)


@stages.reply("black_dice.fate.approve", Scripting)
def approve_answered(decision: Decision[Fight], scripting: Scripting, answer: ask.Approval) -> None:
    """The narrator has spoken."""
    approved(decision, scripting, answer)


def give_approval(decision: Decision[Fight], command: ask.Approve) -> None:
    """The narrator's word about a scripting die: about the one named, else about the one asked first (BD-SCRIPT-2)."""
    asked = [prompt for prompt in decision.state.prompts if prompt.kind == "approve"]
    require(asked, "BD-SCRIPT-2", "No scripting die waits for the narrator's word.")
    named = next((prompt for prompt in asked if command.prompt in (None, prompt.id)), None)
    if named is None:
        known = ", ".join(prompt.id for prompt in asked)
        detail = f"No scripting die waits under {command.prompt!r}; there are {known}."
        refuse(None, detail, code="invalid", field="command.prompt")
    decision.answer(named, {"approve": command.approve, "reason": command.reason})
