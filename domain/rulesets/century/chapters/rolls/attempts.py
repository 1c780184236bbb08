"""Attempts (CE-ROLL-9): a combatant tries something, and the narrator says what it takes."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import TypeAdapter

from domain.core.commands import CombatantId, PhaseRule
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent
from domain.decision.stages import Continuation, reply, stage
from domain.fields.field import Field, Lookup, among, listed, looked_up, record, text
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.outcomes.consequences import ends_of_consequences, limits_of
from domain.rulesets.century.chapters.rolls.calls import new_roll_id, roll_call
from domain.rulesets.century.chapters.rolls.fitting_answers import fitting
from domain.rulesets.century.chapters.rolls.judging import SUCCESS
from domain.rulesets.century.chapters.rolls.modifiers import gearing_of, names_to_leave_out
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled, require_free_to_roll
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.chapters.rolls.roll_terms import (
    ALL_KEYS,
    Terms,
    can_roll_skills,
    hazard_terms,
    hazards_for,
    is_free_to_roll,
    keys_of,
    ladders_of,
    phrase_of_terms,
    reaction_terms,
    skill_terms,
)
from domain.rulesets.century.parts import Deed, RollTerms, Said, SkillName
from domain.rulesets.century.said import attempted, purpose_said
from domain.rulesets.century.state import Fight, RollOutcome
from domain.rulesets.century.vocabularies import people
from domain.rulesets.century.words import STORY, RollKind
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken
from domain.text.words import Words


class AttemptMade(Event, frozen=True, kw_only=True):
    """A combatant tries something uncertain outside combat (CE-ROLL-9); the narrator says how."""

    type: ClassVar[str] = "century.attempt_made"
    words = "Attempt"
    told = Told(brief=AS_SAID, unless=("century.roll_called",))
    example = {"combatant": "eva", "what": "three owls", "skill": "Knitting", "target": "narna"}
    combatant: str
    what: Annotated[str, QUOTED]
    kind: RollKind = "skill"
    skill: Annotated[str | None, AS_WRITTEN] = None
    target: str | None = None

    def says(self) -> str:
        on = "{combatant:themselves}" if self.target == self.combatant else "{target}"
        return f"{{combatant}} tries something[ on {on}]: {{what}}[, with {{skill}}]."


class AttemptJudged(Event, frozen=True, kw_only=True):
    """The narrator lets an attempt succeed or fail without a throw (CE-ROLL-9)."""

    type: ClassVar[str] = "century.attempt_judged"
    words = "Attempt decided"
    told = Told(brief="{attempt} | {succeeds} without a roll")
    says = "{combatant} {succeeds} without a roll."
    example = {"combatant": "rat", "succeeds": True}
    combatant: str
    succeeds: Annotated[bool, Spoken(SUCCESS)]

    @property
    def attempt(self) -> Annotated[str, Spoken(attempted)]:
        """Whose attempt it is."""
        return self.combatant


class Setting(msgspec.Struct, frozen=True, gc=False):
    """An attempt that waits for the narrator's word; ``then`` receives what comes of it."""

    combatant: str
    what: str
    kind: RollKind = "skill"
    skill: str | None = None
    target: str | None = None
    then: Continuation | None = None


def _kinds_to_try(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    """Return what each may try: the downed ask for Reaction Checks alone (CE-ROLL-17, CE-REACT-8)."""
    fight = view.state
    rolling = {roll.combatant for roll in fight.rolls.values()}
    free = [person for person in people(view) if person.throws and person.present and person.id not in rolling]
    return {
        person.id: ("skill", "reaction") if person.up else ("reaction",)
        for person in free
        if person.up or not person.dead
    }


KINDS_TO_TRY: Final[Vocabulary[Fight]] = Vocabulary("kinds of rolls to try", _kinds_to_try)
TRYING: Final[Vocabulary[Fight]] = Vocabulary("who can try something", lambda view: tuple(view[KINDS_TO_TRY]))


class Attempt(Deed):
    """Try something uncertain outside combat; the narrator says how it is decided (CE-ROLL-9)."""

    form = {
        "actor": among(TRYING),
        "what": text(500, 1),
        "kind": looked_up(KINDS_TO_TRY, "actor", required=True),
    }
    during = PhaseRule(
        STORY,
        "CE-SHEET-31",
        "Combat is being fought; “Do something else” tries something in one's slot.",
        ("century.other_action",),
    )
    rule_when_down = "CE-ROLL-17"
    beside_rolls = True
    says = ()
    example = {"actor": "mulan", "what": "climb the wall", "skill": "Climbing"}
    words = Words(
        "Try something",
        "Try this with a {kind}: “{what}”[, with {skill}][, on {target}]",
        group="tests",
        fields={"skill": "Skill"},
    )
    type: Literal["century.attempt"] = "century.attempt"
    what: Said
    kind: Literal["skill", "reaction"] = "skill"
    skill: SkillName | None = None
    target: CombatantId | None = None

    def may_be_given_when_down(self, *, narrated: bool) -> bool:
        """A Reaction Check may be asked for (CE-REACT-8)."""
        return self.kind == "reaction"

    def decide(self, decision: Decision[Fight]) -> None:
        """Try something, again perhaps (CE-ROLL-18); the narrator says what it takes (CE-ROLL-9)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        require_free_to_roll(fight, actor, "command.actor")
        if self.target is not None:
            find_combatant(fight, self.target, "command.target")
        made = AttemptMade(combatant=actor.id, what=self.what, kind=self.kind, skill=self.skill, target=self.target)
        decision.cause = decision.record(made)
        decision.next(set_target, Setting(actor.id, self.what, self.kind, self.skill, self.target))


@stage("century.calls.set_target", Setting)
def set_target(decision: Decision[Fight], setting: Setting) -> None:
    """The narrator lets it succeed or fail, or sets the roll."""
    about = {
        "combatant": setting.combatant,
        "what": setting.what,
        "kind": setting.kind,
        "skill": setting.skill,
        "target": setting.target,
    }
    decision.ask(Question("set_target", NARRATOR_ID, {**about}), target_set, setting)


@reply("century.calls.target_set", Setting)
def target_set(decision: Decision[Fight], setting: Setting, answer: "str | RollTerms | None") -> None:
    """It succeeds or fails without a throw (CE-ROLL-9), or it is rolled for as the narrator says.

    Terms are left out that no longer fit, and rolls of combatants that cannot roll, or roll already (CE-ROLL-13).
    """
    fight = decision.state
    roller = fight.people[setting.combatant]
    if answer is None:
        _tell(decision, setting, RollOutcome("", void=True))
    elif isinstance(answer, str):
        succeeds = answer == "succeeds"
        decision.cause = decision.record(AttemptJudged(combatant=roller.id, succeeds=succeeds))
        _tell(decision, setting, RollOutcome("", succeeds))
    else:
        roll = new_roll_id(fight, None)
        terms = of_kind(answer, setting.kind)

        def read(fitted: RollTerms) -> RollCalled:
            require_free_to_roll(fight, roller, "answer")
            return roll_call(fight, fitted, roller, roll, "answer", own=True, what=setting.what)

        call = fitting(terms, read, "modifiers", "on_failure")
        if call is None:
            _tell(decision, setting, RollOutcome("", void=True))
        else:
            open_roll(decision, call, ladder=terms.ladder or (), then=setting.then)


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: the actor has left, or is dead (CE-END-8, CE-ROLL-17)."""
    actor = fight.people[str(prompt.about["combatant"])]
    return None if actor.present and not actor.dead else f"{actor.name} does nothing any more"


def of_kind(terms: RollTerms, tried: RollKind) -> RollTerms:
    """Return the terms, for the kind of roll that was tried if they name none (CE-ROLL-9)."""
    return terms if "kind" in terms.model_fields_set else terms.model_copy(update={"kind": tried})


def _tell(decision: Decision[Fight], setting: Setting, outcome: RollOutcome) -> None:
    if setting.then is not None:
        decision.enter(setting.then, outcome)


def check_terms(fight: Fight, prompt: Prompt, answer: "str | RollTerms") -> None:
    """Terms of a roll hold together as those of a call do; a step in combat takes a Skill Roll (CE-ACT-48)."""
    if isinstance(answer, str):
        return
    terms = of_kind(answer, prompt.about["kind"])
    said = "An action takes a Skill Roll; a Reaction Check is for what happens to a combatant."
    require(terms.kind == "skill" or not fight.in_combat, "CE-REACT-1", said, field="answer.kind")
    roller = fight.people[str(prompt.about["combatant"])]
    require_free_to_roll(fight, roller, "answer")
    roll_call(fight, terms, roller, "", "answer")


def answers(fight: Fight, prompt: Prompt) -> Iterator[Field]:
    """Yield success and failure without a throw, and the terms of the rolls that the roller can make now."""
    yield listed("succeeds", "fails")
    roller, tried = fight.people[str(prompt.about["combatant"])], prompt.about["kind"]
    if not is_free_to_roll(fight, roller):
        return
    keys = keys_of(fight, roller)
    terms = Terms(
        Lookup(keys, ("without",)) if isinstance(keys, dict) else keys,
        gearing_of(roller),
        (),
        ladders_of(fight),
        limits_of(ends_of_consequences(fight)),
        names_to_leave_out(fight),
    )
    if can_roll_skills(roller):
        yield _shape(skill_terms(terms), "skill", tried)
    if not fight.in_combat and not roller.dead:
        every = terms._replace(keys=ALL_KEYS)
        yield _shape(reaction_terms(every), "reaction", tried)
        yield _shape(hazard_terms(every, hazards_for(roller)), "reaction", tried)


def _shape(terms: Mapping[str, Field | None], kind: RollKind, tried: RollKind) -> Field:
    """Return the terms as an answer; without a kind they are for the kind of roll that was tried."""
    of_kind = {"kind": listed(kind, default=kind) if kind == tried else listed(kind, required=True)}
    phrase = phrase_of_terms("{kind}", against_hazard=terms["candidates"] is None)
    return record({name: field for name, field in {**terms, **of_kind}.items() if field is not None}, phrase=phrase)


def asks_target(event: Prompted, names: Names) -> str:
    """Who tries what."""
    about = event.visible_about
    who, what = named(names, about["combatant"]), purpose_said(about["kind"], about["what"])
    return (
        f"has to say what it takes for {who} {what}"
        if what.startswith("to ")
        else f"has to say what {who} needs {what}"
    )


def tells_target(event: Answered, names: Names) -> str:
    """Whether it takes a roll."""
    return {"succeeds": "lets it succeed", "fails": "lets it fail"}.get(str(event.given), "asks for a roll")


SET_TARGET: PromptKind[Fight] = PromptKind(
    "set_target",
    TypeAdapter(Literal["succeeds", "fails"] | RollTerms),
    check_terms,
    moot=is_over,
    sealed=True,
    narrator_only=True,
    question="what it takes: nothing, a roll, or no chance",
    words="Terms of a roll",
    asks=asks_target,
    tells=tells_target,
    silent=always_silent,
    fields=answers,
)


ATTEMPTS: Chapter[Fight] = Chapter(
    commands=(Attempt,),
    events=(AttemptMade, AttemptJudged),
    prompts=(SET_TARGET,),
    stages=(set_target, target_set),
    labels={
        "answer.succeeds": "It succeeds",
        "answer.fails": "It fails",
        "answer.hidden": "Hidden roll",
        "answer.ladder": "What each degree reveals",
    },
)
