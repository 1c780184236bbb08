"""Attempts (CE-ROLL-9): a combatant tries something, and the narrator says what it takes."""

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import Continuation
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.calls import new_roll_id, roll_call
from domain.rulesets.century.decide.fitting import fitting
from domain.rulesets.century.decide.rolling import require_free_to_roll
from domain.rulesets.century.decide.rolls import open_roll
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.rolls import AttemptJudged, AttemptMade, RollCalled
from domain.rulesets.century.state import Fight, RollOutcome
from domain.rulesets.century.words import RollKind


class Setting(msgspec.Struct, frozen=True, gc=False):
    """An attempt that waits for the narrator's word; ``then`` receives what comes of it."""

    combatant: str
    what: str
    kind: RollKind = "skill"
    skill: str | None = None
    target: str | None = None
    then: Continuation | None = None


def attempt(decision: Decision[Fight], command: ask.Attempt) -> None:
    """Somebody tries something, anew perhaps (CE-ROLL-18); the narrator says what it takes (CE-ROLL-9)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    require_free_to_roll(fight, actor, "command.actor")
    if command.target is not None:
        find_combatant(fight, command.target, "command.target")
    made = AttemptMade(
        combatant=actor.id, what=command.what, kind=command.kind, skill=command.skill, target=command.target
    )
    decision.cause = decision.record(made)
    decision.next(set_target, Setting(actor.id, command.what, command.kind, command.skill, command.target))


@stages.stage("century.calls.set_target", Setting)
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


@stages.reply("century.calls.target_set", Setting)
def target_set(decision: Decision[Fight], setting: Setting, answer: "str | ask.RollTerms | None") -> None:
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

        def read(fitted: ask.RollTerms) -> RollCalled:
            require_free_to_roll(fight, roller, "answer")
            return roll_call(fight, fitted, roller, roll, "answer", own=True, what=setting.what)

        call = fitting(terms, read, "modifiers", "on_failure")
        if call is None:
            _tell(decision, setting, RollOutcome("", void=True))
        else:
            open_roll(decision, call, ladder=terms.ladder or (), then=setting.then)


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Whoever has left, or is dead, tries nothing any more (CE-END-8, CE-ROLL-17)."""
    actor = fight.people[str(prompt.about["combatant"])]
    return None if actor.present and not actor.dead else f"{actor.name} does nothing any more"


def of_kind(terms: ask.RollTerms, tried: RollKind) -> ask.RollTerms:
    """Terms that do not say another kind of roll are for the one that was tried (CE-ROLL-9)."""
    return terms if "kind" in terms.model_fields_set else terms.model_copy(update={"kind": tried})


def _tell(decision: Decision[Fight], setting: Setting, outcome: RollOutcome) -> None:
    if setting.then is not None:
        decision.enter(setting.then, outcome)


def check_terms(fight: Fight, prompt: Prompt, answer: "str | ask.RollTerms") -> None:
    """Terms of a roll hold together as those of a call do; a step in combat takes a Skill Roll (CE-ACT-48)."""
    if isinstance(answer, str):
        return
    terms = of_kind(answer, prompt.about["kind"])
    said = "An action takes a Skill Roll; a Reaction Check is for what happens to a combatant."
    require(terms.kind == "skill" or not fight.in_combat, "CE-REACT-1", said, field="answer.kind")
    roller = fight.people[str(prompt.about["combatant"])]
    require_free_to_roll(fight, roller, "answer")
    roll_call(fight, terms, roller, "", "answer")
