"""Fire: catching it, burning, and putting it out (S3-FIRE)."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.refusal import refuse
from domain.rulesets.s3.commands import Extinguish
from domain.rulesets.s3.decide.actions import Whose, require_action, take_movement
from domain.rulesets.s3.decide.checks import skill_effort, throw_check
from domain.rulesets.s3.decide.damage import Harm, suffer
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.events.harm import FireOut, FireSmothered, FireTicked, Ignited
from domain.rulesets.s3.state import Fight, Fire, Person
from domain.rulesets.s3.words import Intent


def ignite(decision: Decision[Fight], target: Person, points: int, source: str | None, intent: Intent | None) -> None:
    """Set somebody on fire; a second fire makes the first no smaller (S3-FIRE-1, S3-FIRE-11)."""
    fire = Fire(points, points, source, intent)
    old = target.fire
    if old is not None:
        hotter = fire if points > old.intensity else old
        fire = Fire(max(points, old.intensity), max(points, old.flame), hotter.source, hotter.intent, old.ticked_round)
    decision.record(Ignited(combatant=target.id, fire=fire))


def extinguish(decision: Decision[Fight], command: Extinguish) -> None:
    """Stop, drop and roll: Evasion against the flame (S3-FIRE-7)."""
    fight = decision.state
    actor = fight.people[command.actor]
    fire = actor.fire
    if fire is None:
        refuse("S3-FIRE-7", f"{actor.name} is not on fire.")
    require_action(fight, "movement")
    effort = skill_effort(command, "evasion")
    check_stunt(fight, effort, "extinguish")

    declare_stunt(decision, effort, "extinguish")
    take_movement(decision, command)
    left = smothered(fight, fire, throw_check(decision, effort))
    if left is None:
        decision.record(FireOut(combatant=actor.id))
    elif left != fire:
        decision.record(FireSmothered(combatant=actor.id, intensity=left.intensity, flame=left.flame))


def smothered(fight: Fight, fire: Fire, successes: int) -> Fire | None:
    """What is left of a fire after so many successes; None when it is out (S3-FIRE-8, S3-FIRE-9, S3-FIRE-13)."""
    if fight.options.fire_smother == "intensity":
        left = fire.intensity - successes
        return replace(fire, intensity=left) if left > 0 else None
    left = fire.flame - successes
    if left <= 0:
        return None
    return replace(fire, intensity=left, flame=left) if successes else fire


@stages.stage("s3.effect.burn", Whose)
def burn(decision: Decision[Fight], whose: Whose) -> None:
    """A fire does its damage once a round: as many coins as its intensity (S3-FIRE-3, S3-FIRE-10).

    It goes the way of all damage (S3-FIRE-5), and a turn that was lost holds it not off (S3-FIRE-12).
    """
    fight = decision.state
    person = fight.people[whose.combatant]
    fire = person.fire
    if fire is None or not person.able or fire.ticked_round == fight.round_number:
        return
    harm = Harm(
        person.id,
        "burn",
        (("intensity", fire.intensity),),
        source=fire.source,
        intent=fire.intent,
        flat=fight.options.fire_tick == "flat",
        fire=True,
        then=burned.continuation(whose),
    )
    suffer.run(decision, harm)


@stages.reply("s3.effect.burned", Whose)
def burned(decision: Decision[Fight], whose: Whose, points: int) -> None:
    """The heads of the burn are the new flame (S3-FIRE-4, S3-FIRE-13); the disabled burn no more (S3-DIS-8)."""
    if decision.state.people[whose.combatant].fire is not None:
        decision.record(FireTicked(combatant=whose.combatant, flame=points, round=decision.state.round_number))


@stages.stage("s3.effect.burns_of_idle", NoData)
def burns_of_idle(decision: Decision[Fight], _: NoData) -> None:
    """Whoever burns and had no turn burns at the end of the round, by order of joining (S3-FIRE-10)."""
    round_ = decision.state.round
    had_turn = round_.had_turn if round_ is not None else ()
    idle = [p for p in decision.state.able() if p.fire is not None and p.id not in had_turn]
    decision.steps(*[(burn, Whose(person.id)) for person in idle])
