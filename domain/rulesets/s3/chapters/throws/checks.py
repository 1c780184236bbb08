"""Checks: a skill against a need, against an opponent, or for its result alone (S3-THROW-11, S3-NARR-9).

They may be stunts, also outside a round (S3-STUNT-16).
"""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, StrictModel
from domain.decision.decision import Decision
from domain.decision.stages import NoData, reply
from domain.fields.field import Lookup, among, listed, record, span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.legality import actors, checks_freely, may_check_freely
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import (
    BESIDE_BARE_HANDS,
    JOINING,
    TECHNIQUES,
    Primary,
    bare_handed,
    stunt_in,
)
from domain.rulesets.s3.chapters.throws.stunts import (
    NEVER,
    check_stunt,
    declare_stunt,
    plan,
    ready_all,
    spend_named,
    throw_side,
)
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.turns.actions import require_action, take_attack, take_movement
from domain.rulesets.s3.chapters.vocabularies import PEOPLE
from domain.rulesets.s3.parts import Throwing
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import SKILLS, Skill
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

PASSED: Final = {True: "passes", False: "fails", None: "fails"}
TASK = "check"


class Against(StrictModel):
    """The opponent of a check and the skill it opposes with."""

    combatant: CombatantId
    skill: Skill | Literal["fortitude"]


class CheckSettled(Event, frozen=True, kw_only=True):
    """An unopposed check was thrown (S3-THROW-11); without a need only its result counts."""

    type: ClassVar[str] = "s3.check_settled"
    words = "Check"
    example = {"combatant": "doctor_hu", "skill": "sleight_of_hand", "result": 3, "need": 2, "passed": True}
    combatant: str
    skill: Annotated[str, said.AS_WORDS]
    result: int
    need: int | None = None
    passed: Annotated[bool | None, Spoken(PASSED)] = None

    def says(self) -> str:
        """Render whether the need was reached; the throw and what follows from it tell the result."""
        return "" if self.need is None else "{combatant} {passed} the {skill} check."

    def brief(self) -> str:
        if self.need is None:
            return "{combatant} | gets {result:head}"
        return "{combatant} | {passed} with {result:head}" + (" ({need} needed)" if self.need else "")

    told = Told(brief=brief, unless=("s3.climbed", "s3.fell", "s3.fire_smothered", "s3.fire_out"), last=True)


def _checking_freely(view: View[Fight]) -> tuple[str, ...]:
    fight = view.state
    if not may_check_freely(fight, view.speaker):
        return ()
    return tuple([one for one in view.whose if one in fight.people and fight.people[one].able])


def _actions_left(view: View[Fight]) -> tuple[str, ...]:
    turn = view.state.turn
    return () if turn is None else ("movement",) * turn.movement + ("attack",) * turn.attack


SKILLS_TO_CHECK: Final = (*SKILLS, "fortitude")


class Check(Throwing):
    """Throw a skill for enough heads, against an opponent, or for the result (S3-THROW-11, S3-NARR-9)."""

    form = {
        "skill": listed(*SKILLS_TO_CHECK),
        "against": record(
            {
                "combatant": among(PEOPLE, bars=("actor",), required=True),
                "skill": listed(*SKILLS_TO_CHECK, required=True),
            },
            phrase="{combatant} ({skill})",
        ),
        "need": span(0, 60, when={"against": (None,)}),
        "stunt": stunt_in(
            Primary(JOINING, Lookup(TECHNIQUES, ("actor", "skill", "with"))),
            BESIDE_BARE_HANDS,
            bare_handed(TASK, "skill"),
            bars=("skill",),
            when={"skill": tuple([skill for skill in SKILLS if skill not in NEVER])},
        ),
    }
    variants = {
        "free": {"actor": among(Vocabulary("checking freely", _checking_freely)), "action": listed("none")},
        "action": {
            "actor": among(actors("checking", lambda: Check)),
            "action": among(Vocabulary("actions left", _actions_left), required=True),
        },
    }
    may_be_free = True
    says = (
        "{actor} tries {skill} against {against}.",
        "{actor} tries {skill} and needs {need}.",
        "{actor} tries {skill}.",
    )
    example = {"actor": "ogre", "skill": "sleight_of_hand", "need": 2}
    words = Words(
        "Make a check",
        "Check {skill}[ for {need:head|heads}{need?}][ against {against}][, stunt: {stunt}][, {modifier}]",
        group="tests",
        variants={
            "action": Variant(
                "Make a check as an action",
                "Check {skill}[ for {need:head|heads}{need?}][ against {against}], taking: {action}"
                "[, stunt: {stunt}][, {modifier}]",
                costs="an action",
            ),
            "free": Variant("Make a check"),
        },
    )
    told = Told(
        brief=(
            "{actor} | tries {skill} against {against}",
            "{actor} | tries {skill}",
        ),
        unless=("s3.stunt_declared",),
        lends="{actor} | against {against}",
        lends_to=("s3.stunt_declared",),
    )
    type: Literal["s3.check"] = "s3.check"
    action: Literal["movement", "attack", "none"] = "none"
    skill: Skill | Literal["fortitude"]
    need: int | None = Field(default=None, ge=0, le=60)
    against: Against | None = None

    def is_free_check(self) -> bool:
        """Return whether it names no action."""
        return self.action == "none"

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator may ask for it at any time; in a round, a player names the action (S3-NARR-9)."""
        fight = decision.state
        actor = fight.people[self.actor]
        require(
            self.need is None or self.against is None,
            "S3-THROW-11",
            "A check has a need or an opponent, not both.",
            field="command.against",
        )
        rival = _rival(fight, actor, self.against) if self.against is not None else None
        free = checks_freely(fight, self, decision.speaker)
        if not free:
            if self.action == "none":
                refuse("S3-NARR-9", "In a round a check takes the action it names: movement or attack.")
            require_action(fight, self.action)
        effort = skill_effort(self, self.skill)
        check_stunt(fight, effort, TASK)

        declare_stunt(decision, effort, TASK)
        if self.action == "movement":
            take_movement(decision, self)
        elif self.action == "attack":
            take_attack(decision, self)
        if rival is None:
            throw_check(decision, effort, self.need)
        else:
            oppose(decision, Contest(TASK, effort, (rival,), compared.continuation(NoData())))


def _rival(fight: Fight, actor: Person, against: Against) -> Rival:
    """Return the opponent; Fortitude and Initiative oppose without a question, as they allow no stunt (S3-OPP-2)."""
    field = "command.against.combatant"
    if against.combatant in fight.vehicles:
        refuse("S3-SHEET-10", f"{fight.name_of(against.combatant)} is a vehicle and throws nothing.", field=field)
    opponent = find_combatant(fight, against.combatant, field)
    require(opponent.id != actor.id, "S3-OPP-1", f"{actor.name} makes the check and cannot oppose it too.", field=field)
    if against.skill in NEVER:
        return Rival(opponent.id, effort=Effort(opponent.id, against.skill) if opponent.able else None)
    return Rival(opponent.id, (against.skill,))


@reply("s3.check.compared", NoData)
def compared(decision: Decision[Fight], _: NoData, outcome: Outcome) -> None:
    """Do nothing: the comparison is recorded."""


def skill_effort(command: Throwing, skill: str) -> Effort:
    """Return the plain skill of the actor with the command's stunt and modifier."""
    modifier = command.modifier.coins if command.modifier is not None else 0
    return Effort(command.actor, skill, stunt=plan(command.stunt), modifier=modifier)


def throw_check(decision: Decision[Fight], effort: Effort, need: int | None = None) -> int:
    """Throw an unopposed check and return its result; one that reaches the need passes (S3-THROW-11)."""
    ready_all(decision, effort)
    side = throw_side(decision, effort)
    passed = None if need is None else side.result >= need
    settled = CheckSettled(combatant=effort.combatant, skill=effort.skill, result=side.result, need=need, passed=passed)
    decision.cause = decision.record(settled, cause=side.version)
    spend_named(decision, effort)
    return side.result


CHECKS: Chapter[Fight] = Chapter(commands=(Check,), events=(CheckSettled,), stages=(compared,))
