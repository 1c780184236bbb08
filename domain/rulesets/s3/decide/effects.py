"""What falls when a turn or a round ends: burns, doses, drags, those left behind, chokes that lapse (S3-ORDER-3 to -5).

``END_OF_TURN`` and ``END_OF_ROUND`` are the two tables of order. A chapter that adds an effect adds a row: its stage,
and whether it may fall. Where none may, which is most often, none is put on the agenda.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import NoData, Stage
from domain.rulesets.s3.decide.consequences import end_hold, leave_fight
from domain.rulesets.s3.decide.damage import Harm, suffer
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.events.harm import DoseStruck, FireTicked, LimbRestored
from domain.rulesets.s3.events.places import DistractionEnded
from domain.rulesets.s3.state import Dose, Fight, Person


class Whose(msgspec.Struct, frozen=True, gc=False):
    """Whose turn's effect it is."""

    combatant: str


class Portion(msgspec.Struct, frozen=True, gc=False):
    """A dose of somebody."""

    combatant: str
    dose: str


class TurnEffect(NamedTuple):
    """A row of ``END_OF_TURN``: the effect, and whether it may fall on the person whose turn ends."""

    stage: Stage[Whose]
    may_fall: Callable[[Fight, Person], bool]


class RoundEffect(NamedTuple):
    """A row of ``END_OF_ROUND``: the effect, and whether it may fall on anybody."""

    stage: Stage[NoData]
    may_fall: Callable[[Fight], bool]


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


@stages.stage("s3.effect.doses", Whose)
def doses_at_turn_end(decision: Decision[Fight], whose: Whose) -> None:
    """Doses of an earlier round strike at the end of the first turn in a later one (S3-POIS-2)."""
    fight = decision.state
    person = fight.people[whose.combatant]
    turn = fight.turn
    if turn is not None:
        due = [d for d in person.doses if not d.waits_for_narrator and d.given_round < fight.round_number]
        strike_doses(decision, person, due)


def strike_doses(decision: Decision[Fight], person: Person, due: list[Dose]) -> None:
    """Let doses strike one after the other, oldest first (S3-POIS-10)."""
    if due:
        oldest_first = sorted(due, key=lambda dose: dose.given_round)
        decision.steps(*[(dose_strikes, Portion(person.id, dose.id)) for dose in oldest_first])


@stages.stage("s3.effect.dose", Portion)
def dose_strikes(decision: Decision[Fight], portion: Portion) -> None:
    """A dose throws its coins as damage; armour does not help (S3-POIS-4, S3-POIS-7)."""
    person = decision.state.people[portion.combatant]
    dose = next((dose for dose in person.doses if dose.id == portion.dose), None)
    if dose is None or not person.able:
        return
    decision.cause = decision.record(DoseStruck(combatant=person.id, dose=dose.id))
    suffer.run(decision, poison_harm(decision.state, person, dose))


def poison_harm(fight: Fight, person: Person, dose: Dose) -> Harm:
    """The damage of a dose."""
    return Harm(
        person.id,
        "poison",
        (("poison", dose.coins),),
        source=dose.source,
        intent=dose.intent,
        flat=fight.options.damage_throw == "flat",
        armour=False,
        aim=dose.effect,
        lasts=dose.lasts,
    )


@stages.stage("s3.effect.drag", Whose)
def drag_hurts(decision: Decision[Fight], whose: Whose) -> None:
    """Dragging hurts again at the end of each later turn of the dragger (S3-MOUNT-16)."""
    fight = decision.state
    turn = fight.turn
    for drag in fight.drags:
        if drag.dragger == whose.combatant and turn is not None and drag.since < turn.since:
            harm = Harm(
                drag.dragged,
                "drag",
                (("drag", drag.coins),),
                source=drag.dragger,
                intent=drag.intent,
                flat=fight.options.damage_throw == "flat",
            )
            decision.next(suffer, harm)


@stages.stage("s3.effect.left_behind", Whose)
def left_behind(decision: Decision[Fight], whose: Whose) -> None:
    """Whoever is still on a halting vehicle after a turn that began later is out (S3-MOUNT-22)."""
    fight = decision.state
    person = fight.people[whose.combatant]
    vehicle = fight.vehicles.get(person.vehicle or "")
    turn = fight.turn
    if not person.able or turn is None or vehicle is None or vehicle.status != "halting":
        return
    if turn.since > vehicle.halting_since:
        leave_fight(decision, person, "left_behind")


@stages.stage("s3.effect.choke_lapses", Whose)
def choke_lapses(decision: Decision[Fight], whose: Whose) -> None:
    """A choke that could have been finished in this turn and was not is over (S3-STRAN-12)."""
    turn = decision.state.turn
    if turn is not None and decision.state.people[whose.combatant].able:
        for hold in decision.state.holds:
            if hold.id in turn.finishable:
                end_hold(decision, hold, "not_finished")


END_OF_TURN: Final = (
    TurnEffect(burn, lambda fight, person: person.fire is not None),
    TurnEffect(doses_at_turn_end, lambda fight, person: bool(person.doses)),
    TurnEffect(drag_hurts, lambda fight, person: bool(fight.drags)),
    TurnEffect(left_behind, lambda fight, person: bool(person.vehicle)),
    TurnEffect(choke_lapses, lambda fight, person: bool(fight.holds)),
)
_TURN_STAGES: Final = tuple([effect.stage for effect in END_OF_TURN])


def effects_of_turn(fight: Fight, actor: str) -> tuple[Stage[Whose], ...]:
    """Return what falls at the end of a turn, in order: all rows, for one may lead to another, or none."""
    person = fight.people[actor]
    return _TURN_STAGES if any(effect.may_fall(fight, person) for effect in END_OF_TURN) else ()


@stages.stage("s3.effect.burns_of_idle", NoData)
def burns_of_idle(decision: Decision[Fight], _: NoData) -> None:
    """Whoever burns and had no turn burns at the end of the round, by order of joining (S3-FIRE-10)."""
    round_ = decision.state.round
    had_turn = round_.had_turn if round_ is not None else ()
    idle = [p for p in decision.state.able() if p.fire is not None and p.id not in had_turn]
    decision.steps(*[(burn, Whose(person.id)) for person in idle])


@stages.stage("s3.effect.late_doses", NoData)
def late_doses(decision: Decision[Fight], _: NoData) -> None:
    """Doses strike at the latest at the end of the round after the one they were given in (S3-POIS-2)."""
    for person in reversed(decision.state.able()):
        due = [d for d in person.doses if not d.waits_for_narrator and d.given_round < decision.state.round_number]
        strike_doses(decision, person, due)


@stages.stage("s3.effect.idle_riders", NoData)
def idle_riders(decision: Decision[Fight], _: NoData) -> None:
    """Riders of halting vehicles who got no turn are left behind at the end of the round after (S3-MOUNT-22)."""
    fight = decision.state
    for person in fight.able():
        vehicle = fight.vehicles.get(person.vehicle or "")
        if vehicle is not None and vehicle.status == "halting" and vehicle.halting_round < fight.round_number:
            leave_fight(decision, person, "left_behind")


@stages.stage("s3.effect.timers", NoData)
def timers(decision: Decision[Fight], _: NoData) -> None:
    """Timed limbs and distractions run out (S3-CALL-14, S3-HIDE-2); on the disabled nothing is counted (S3-DIS-8)."""
    fight = decision.state
    for person in [person for person in fight.people.values() if person.disabled is None]:
        for limb, loss in person.limbs.items():
            if loss.until_round is not None and loss.until_round <= fight.round_number:
                decision.record(LimbRestored(combatant=person.id, limb=limb))
    over = {d.zone for d in fight.distractions if d.until_round is not None and d.until_round <= fight.round_number}
    for zone in sorted(over):
        decision.record(DistractionEnded(zone=zone))


END_OF_ROUND: Final = (
    RoundEffect(burns_of_idle, lambda fight: any(person.fire is not None for person in fight.people.values())),
    RoundEffect(late_doses, lambda fight: any(person.doses for person in fight.people.values())),
    RoundEffect(idle_riders, lambda fight: bool(fight.vehicles)),
    RoundEffect(timers, lambda fight: bool(fight.distractions) or any(p.limbs for p in fight.people.values())),
)
_ROUND_STAGES: Final = tuple([effect.stage for effect in END_OF_ROUND])


def effects_of_round(fight: Fight) -> tuple[Stage[NoData], ...]:
    """Return what falls at the end of a round, in order: all rows, for one may lead to another, or none."""
    return _ROUND_STAGES if any(effect.may_fall(fight) for effect in END_OF_ROUND) else ()
