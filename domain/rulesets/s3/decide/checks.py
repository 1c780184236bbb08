"""Checks: a skill against a need, against somebody, or just to see (S3-THROW-11, S3-NARR-9).

They may be stunts, also outside a round (S3-STUNT-16).
"""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import Against, Check, Throwing
from domain.rulesets.s3.decide.actions import require_action, take_attack, take_movement
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.legality import checks_freely
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import NEVER, check_stunt, declare_stunt, plan, ready_all, spend_named, throw_side
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.events.throws import CheckSettled
from domain.rulesets.s3.state import Fight, Person

TASK = "check"


class Told(msgspec.Struct, frozen=True, gc=False):
    """An outcome that nothing follows from."""


def check(decision: Decision[Fight], command: Check) -> None:
    """Throw a skill; by the narrator's word at any time, of one's own in a round with the action named (S3-NARR-9)."""
    fight = decision.state
    actor = fight.people[command.actor]
    require(
        command.need is None or command.against is None,
        "S3-THROW-11",
        "A check has a need or an opponent, not both.",
        field="command.against",
    )
    rival = _rival(fight, actor, command.against) if command.against is not None else None
    free = checks_freely(fight, command, decision.speaker)
    if not free:
        if command.action == "none":
            refuse("S3-NARR-9", "In a round a check takes the action it names: movement or attack.")
        require_action(fight, command.action)
    effort = skill_effort(command, command.skill)
    check_stunt(fight, effort, TASK)

    declare_stunt(decision, effort, TASK)
    if command.action == "movement":
        take_movement(decision, command)
    elif command.action == "attack":
        take_attack(decision, command)
    if rival is None:
        throw_check(decision, effort, command.need)
    else:
        oppose(decision, Contest(TASK, effort, (rival,), compared.continuation(Told())))


def _rival(fight: Fight, actor: Person, against: Against) -> Rival:
    """The opponent; Fortitude and Initiative oppose without a question, since no stunt is made of them (S3-OPP-2)."""
    field = "command.against.combatant"
    if against.combatant in fight.vehicles:
        refuse("S3-SHEET-10", f"{fight.name_of(against.combatant)} is a vehicle and throws nothing.", field=field)
    opponent = find_combatant(fight, against.combatant, field)
    require(opponent.id != actor.id, "S3-OPP-1", f"{actor.name} makes the check and cannot oppose it too.", field=field)
    if against.skill in NEVER:
        return Rival(opponent.id, effort=Effort(opponent.id, against.skill) if opponent.able else None)
    return Rival(opponent.id, (against.skill,))


@stages.reply("s3.check.compared", Told)
def compared(decision: Decision[Fight], _: Told, outcome: Outcome) -> None:
    """The comparison is all there is to tell."""


def skill_effort(command: Throwing, skill: str) -> Effort:
    """The plain skill of the actor with the command's stunt and modifier."""
    modifier = command.modifier.coins if command.modifier is not None else 0
    return Effort(command.actor, skill, stunt=plan(command.stunt), modifier=modifier)


def throw_check(decision: Decision[Fight], effort: Effort, need: int | None = None) -> int:
    """Throw an unopposed check and read it off: a result that reaches the need passes (S3-THROW-11)."""
    ready_all(decision, effort)
    side = throw_side(decision, effort)
    passed = None if need is None else side.result >= need
    settled = CheckSettled(combatant=effort.combatant, skill=effort.skill, result=side.result, need=need, passed=passed)
    decision.cause = decision.record(settled, cause=side.version)
    spend_named(decision, effort)
    return side.result
