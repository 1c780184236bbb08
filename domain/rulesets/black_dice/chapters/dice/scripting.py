"""Scripting dice: what is spent on the story, a throw or a life, and the narrator's yes (BD-SCRIPT).

Who has one may spend it at any moment (BD-SCRIPT-3), with a player or without (BD-FATE-13).
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import Narrating, StrictModel, Text
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer
from domain.decision.stages import Continuation, reply
from domain.fields.field import among
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.vocabularies import actors
from domain.rulesets.black_dice.parts import (
    Said,
    SpendingFate,
)
from domain.rulesets.black_dice.said import (
    SCRIPTED,
    Quoted,
    Who,
    because,
    named,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING
from domain.story.told import Told
from domain.text.phrases import Names, names_in, quoted
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Words


class Approval(StrictModel):
    """An answer to `approve` (BD-SCRIPT-2)."""

    approve: bool
    reason: Text = ""


class StoryChanged(Event, frozen=True, kw_only=True):
    """Something of the story turns in a player's favour (BD-SCRIPT-9)."""

    type: ClassVar[str] = "black_dice.story_changed"
    words = "Story changed"
    told = Told(brief="{combatant} | changes the story: {description}")
    says = "The story changes for {combatant}: {description}."
    example = {"combatant": "brass_tom", "description": "a rope out of nowhere"}
    combatant: Who
    description: Quoted


ALLOWED: Final = ":scripting"
"""The key under which ``Names`` have what the narrator has said last of a scripting die."""


def allowed(event: Answered) -> Mapping[str, str]:
    """Return whether the narrator allows a scripting die, as a name: ``yes`` or nothing."""
    match event.kind, event.given:
        case "approve", {"approve": bool(approves)}:
            return {ALLOWED: "yes" if approves else ""}
    return {}


NONE_LEFT: Final = "no scripting die is left"


def refused_because(event: "ScriptingDenied", names: Names) -> str:
    """Render why there is nothing: the narrator's reason for a no, or that a yes comes too late."""
    if names.get(ALLOWED):
        return f" ({NONE_LEFT})"
    return f" ({quoted(event.reason, names)})" if event.reason else ""


def none_left(event: "ScriptingDenied", names: Names) -> str:
    """Render that a yes comes too late; the reason for a no is told with the answer."""
    return f": {NONE_LEFT}" if names.get(ALLOWED) else ""


class ScriptingSpent(Event, frozen=True, kw_only=True):
    """A scripting die, six pips, was spent (BD-SCRIPT-1): on what, and how it happens; ``throw`` is rerolled."""

    type: ClassVar[str] = "black_dice.scripting_spent"
    words = "Scripting die spent"
    example = {"combatant": "brass_tom", "use": "save_from_death", "description": "three owls", "beneficiary": "quill"}
    combatant: Who
    use: Annotated[str, Spoken(SCRIPTED)]
    description: Quoted
    beneficiary: Who | None = None
    throw: int | None = None

    def says(self) -> str:
        """What the die is spent on; how the story changes is told by its own event."""
        how = "" if self.use == "story" else "[: {description}]"
        return f"{{combatant}} spends a scripting die on {{use}}[ for {{beneficiary}}]{how}."

    def brief(self) -> str:
        """What the die is spent on, with how it happens where more may follow; a story tells itself."""
        use = "" if self.use == "story" else " on {use}[ for {beneficiary}][ ({description})]"
        return f"{{combatant}} | spends | a scripting die{use}"

    told = Told(brief=brief, target="beneficiary")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= PIPS_OF_SCRIPTING


class ScriptingDenied(Event, frozen=True, kw_only=True):
    """The narrator has not approved of a scripting die, or there is none left; it costs nothing (BD-SCRIPT-2)."""

    type: ClassVar[str] = "black_dice.scripting_denied"
    words = "Scripting die refused"
    example = {"combatant": "brass_tom", "use": "story", "reason": "a rope out of nowhere"}
    combatant: Who
    use: Annotated[str, Spoken(SCRIPTED)]
    reason: Annotated[str, SpokenOf(refused_because)] = ""

    @property
    def lacking(self) -> Annotated[str, SpokenOf(none_left)]:
        """The reason in the sentence, which does not repeat that of a no."""
        return self.reason

    told = Told(brief="{combatant} | does not get | {use}{reason}")
    says = "{combatant} does not get {use}{lacking}."


class Scripting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scripting die that a combatant wants to spend: on what, and how it happens; the reply learns whether it was."""

    combatant: str
    use: str
    description: str
    then: Continuation
    beneficiary: str | None = None
    throw: int | None = None


class ChangeStory(SpendingFate):
    """Spend a scripting die on a turn of the story in your favour (BD-SCRIPT-9)."""

    form = {"actor": among(actors("who has a scripting die", lambda fight, person: has_scripting_die(person)))}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"actor": "vane", "description": "The guard turns out to be his cousin."}
    words = Words(
        "Change the story",
        "Change the story: “{description}”",
        group="powers",
        costs="a scripting die (6 pips of fate)",
    )
    told = Told(
        brief=("{actor} | asks for a change of the story: “{description}”",),
        unless=("black_dice.scripting_spent", "black_dice.scripting_denied"),
    )
    type: Literal["black_dice.change_story"] = "black_dice.change_story"
    description: Said

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator has to approve (BD-SCRIPT-2, BD-SCRIPT-9)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        require(person.alive, "BD-FATE-12", f"{person.name} is dead and spends nothing.")
        require_scripting_die(person)
        turn = StoryTurn(person.id, self.description)
        approve(decision, Scripting(person.id, "story", self.description, story_told.continuation(turn)))


class StoryTurn(msgspec.Struct, frozen=True):
    """A turn of the story."""

    combatant: str
    description: str


@reply("black_dice.fate.story", StoryTurn)
def story_told(decision: Decision[Fight], turn: StoryTurn, approved: bool) -> None:
    """It is as the player says; what follows of it is the narrator's."""
    if approved:
        decision.record(StoryChanged(combatant=turn.combatant, description=turn.description))


def has_scripting_die(person: Person) -> bool:
    """Return whether a combatant that is alive has six pips (BD-SCRIPT-1, BD-FATE-12)."""
    return person.alive and person.scripting_dice > 0


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
        approved(decision, scripting, Approval(approve=True))
        return
    about = {"of": scripting.combatant, "use": scripting.use, "description": scripting.description}
    decision.ask(Question("approve", NARRATOR_ID, about), approve_answered, scripting)


def approved(decision: Decision[Fight], scripting: Scripting, answer: Approval) -> None:
    """A yes costs the six pips, a no costs nothing; the reply is entered either way (BD-SCRIPT-2)."""
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


@reply("black_dice.fate.approve", Scripting)
def approve_answered(decision: Decision[Fight], scripting: Scripting, answer: Approval) -> None:
    """The narrator has spoken."""
    approved(decision, scripting, answer)


class Approve(Narrating):
    """Allow or refuse the use of a scripting die (BD-SCRIPT-2). A refused one costs nothing.

    Answers `approve`: the prompt that is named, or else the oldest one.
    """

    form = {"prompt": among(Vocabulary("scripting dice to approve", lambda view: _waiting(view.state)), seldom=True)}
    interrupts: ClassVar[bool] = True
    answers_to = "approve"
    says = ()
    example = {"approve": True, "reason": "It was well told."}
    words = Words(
        "Decide whether the story changes",
        "{approve}[ ({prompt})][: “{reason}”]",
        group="rulings",
        prominence="main",
        fields={"prompt": "Which scripting die"},
    )
    type: Literal["black_dice.approve"] = "black_dice.approve"
    prompt: str | None = Field(default=None, max_length=64)
    approve: bool
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Answer the prompt that is named, or else the one that was opened first (BD-SCRIPT-2)."""
        asked = [prompt for prompt in decision.state.prompts if prompt.kind == "approve"]
        require(asked, "BD-SCRIPT-2", "No scripting die waits for the narrator's word.")
        named = next((prompt for prompt in asked if self.prompt in (None, prompt.id)), None)
        if named is None:
            known = ", ".join(prompt.id for prompt in asked)
            detail = f"No scripting die waits under “{self.prompt}”; there are {known}."
            refuse(None, detail, code="invalid", field="command.prompt")
        decision.answer(named, {"approve": self.approve, "reason": self.reason})


def _waiting(fight: Fight) -> Node:
    """The scripting dice that wait for the narrator's word, each by its prompt."""
    asked = [prompt for prompt in fight.prompts if prompt.kind == APPROVE.name]
    names = names_in(fight) if asked else {}
    return tuple([Labelled(one.id, f"{named(names, one.about['of'])}: {one.about['description']}") for one in asked])


def yes_or_no(fight: Fight, prompt: Prompt) -> tuple[Json, ...]:
    """Return the narrator's answers without a reason (BD-SCRIPT-2)."""
    return {"approve": True}, {"approve": False}


def asks_approve(event: Prompted, names: Names) -> str:
    """Who wants to spend a scripting die, on what, and how it happens."""
    about = event.visible_about
    whose, how = named(names, about["of"]), quoted(about["description"], names)
    if about["use"] == "story":
        return f"has to say whether the story changes as {whose} asks: {how}"
    return f"has to say whether the story changes as asked, and {whose} gets {SCRIPTED[about['use']]}: {how}"


def tells_approve(event: Answered, names: Names) -> str | None:
    """The narrator's word, and the reason."""
    match event.given:
        case {"approve": bool(approves), **more}:
            return f"says {'yes' if approves else 'no'}{because(str(more.get('reason', '')))}"
    return None


APPROVE: PromptKind[Fight] = PromptKind(
    "approve",
    TypeAdapter(Approval),
    any_answer,
    yes_or_no,
    narrator_only=True,
    question="whether to let the story change",
    words="Scripting die",
    asks=asks_approve,
    tells=tells_approve,
)


SCRIPTING: Chapter[Fight] = Chapter(
    commands=(ChangeStory, Approve),
    events=(StoryChanged, ScriptingSpent, ScriptingDenied),
    prompts=(APPROVE,),
    stages=(story_told, approve_answered),
    labels={
        "approve": "Whether the story changes as asked",
        "approve.true": "The story changes as asked",
        "approve.false": "The story does not change",
    },
)
