"""Attacks (CE-HIT): what makes one legal, and its stages in order (CE-HIT-9)."""

from typing import Final

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide import hits, pairs, shots, terms
from domain.rulesets.century.decide.armament import Armament, choose_armament
from domain.rulesets.century.decide.attack_terms import with_terms
from domain.rulesets.century.decide.conditions import lift
from domain.rulesets.century.decide.defences import ask_defence
from domain.rulesets.century.decide.maneuvers import require_maneuver
from domain.rulesets.century.decide.pools import require_slot, require_step, spend
from domain.rulesets.century.decide.ranges import Goal, Range, range_of, require_facing
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.volleys import rounds_of
from domain.rulesets.century.events.attacks import AttackCalled, AttackEnded, AttackLaunched, TargetFaced
from domain.rulesets.century.state import Allotment, Attack, Fight, Person, Place
from domain.rulesets.century.tables import COSTS

PLAIN_ATTACK: Final = {"fire": "single", "called": None, "maneuver": "none"}
"""All that an area weapon does (CE-AREA-11)."""


def attack(decision: Decision[Fight], command: ask.Attack) -> None:
    """Stage 1: an attack is legal as a whole, or refused before anything is paid."""
    fight = decision.state
    attacker = find_combatant(fight, command.actor, "command.actor")
    called = checked_attack(fight, attacker, command, narrated=decision.speaker.is_narrator)
    secret = attacker.id in fight.secret_sheets
    event = AttackCalled(attack=replace(called, item=None), item=called.item) if secret else AttackCalled(attack=called)
    decision.cause = decision.record(event)
    asked = fight.options.attack_terms == "ask" and not decision.speaker.is_narrator
    decision.steps(*(((terms.ask_terms, NoData()), *STAGES) if asked else STAGES))


def checked_attack(fight: Fight, attacker: Person, command: ask.Attack, *, narrated: bool) -> Attack:
    """The attack that a command makes; refuses what the rules forbid (CE-HIT-10, CE-HIT-14, CE-STAG-7)."""
    turn = require_slot(fight, attacker)
    second = pairs.is_second(turn, command)
    arms = choose_armament(fight, attacker, command)
    if command.paired:
        pairs.require_pair(attacker, arms, turn, second)
    _require_one_goal(command, arms)
    rounds = rounds_of(fight.options, arms, command)
    _require_called(fight, command, arms)
    allotments, reach, point = _goals(fight, attacker, arms, command)
    made = Attack(
        f"attack-{fight.lineage_version + 2}",
        attacker.id,
        command.fire,
        target=None if command.spray else command.target,
        point=point,
        weapon=arms.weapon.id if arms.weapon is not None else None,
        item=arms.weapon,
        natural=arms.natural.name if arms.natural is not None else None,
        hand=arms.hand,
        one_handed=arms.one_handed,
        paired=command.paired,
        second=second,
        rounds=rounds,
        spray=allotments,
        maneuver=command.maneuver,
        disarm_item=command.disarm_item,
        called=command.called,
        band=reach.band,
        distance=reach.metres,
        cost=_cost(attacker, arms, command, second=second),
    )
    made = with_terms(fight, made, attacker, arms, command, "command")
    terms_come = fight.options.attack_terms == "ask" and not narrated
    require_maneuver(fight, made, arms, terms_come=terms_come)
    require_step(fight, attacker, made.cost)
    return made


def _require_one_goal(command: ask.Attack, arms: Armament) -> None:
    """A target, a point of an area weapon, or a spray (CE-HIT-10, CE-AREA-2)."""
    given = [command.target is not None, command.point is not None, bool(command.spray)]
    if given.count(True) != 1:
        refuse(None, "An attack has a target, a point or a spray: one of them.", code="invalid", field="command.target")
    if command.point is not None and not arms.area:
        said = f"Only area weapons are aimed at a point; {arms.name} needs a target."
        refuse("CE-AREA-2", said, field="command.point")
    said = "Only full auto is sprayed over several."
    require(not command.spray or command.fire == "full_auto", "CE-AUTO-7", said, field="command.spray")
    said = "An area weapon attacks plainly: no burst, double tap, called shot, backstab or disarm."
    for name, plain in PLAIN_ATTACK.items() if arms.area else ():
        require(getattr(command, name) == plain, "CE-AREA-11", said, field=f"command.{name}")


def _require_called(fight: Fight, command: ask.Attack, arms: Armament) -> None:
    """Called shots go with melee attacks, single shots and double taps (CE-CALLED-5), not with volleys (CE-AUTO-11)."""
    if command.called is None:
        return
    require(fight.options.called_shots, "CE-CALLED-1", "Called shots are not used here.", field="command.called")
    alone = command.fire in ("single", "double_tap") and command.maneuver != "disarm"
    said = "A called shot goes with a melee attack, a single shot or a double tap."
    require(alone, "CE-CALLED-5", said, field="command.called")


def _goals(
    fight: Fight, attacker: Person, arms: Armament, command: ask.Attack
) -> tuple[tuple[Allotment, ...], Range, Place | None]:
    """Whom or what is aimed at, and how far it is."""

    def reach_of(goal: Goal) -> Range:
        require_facing(fight.options, attacker, goal)
        return range_of(attacker, arms, goal, based=command.base is not None)

    if command.spray:
        parts = []
        for place, one in enumerate(command.spray):
            field = f"command.spray[{place}]"
            target = _target(fight, attacker, one.target, f"{field}.target")
            goal = Goal(target.place, one.range or command.range, f"{field}.target", f"{field}.range")
            parts.append(Allotment(target.id, one.rounds, *reach_of(goal)))
        return tuple(parts), Range(None), None
    if command.point is not None:
        point = Place(command.point.x, command.point.y, command.point.elevation)
        return (), reach_of(Goal(point, command.range, "command.point")), point
    target = _target(fight, attacker, command.target or "", "command.target")
    return (), reach_of(Goal(target.place, command.range, "command.target")), None


def _target(fight: Fight, attacker: Person, name: str, field: str) -> Person:
    """Anybody or anything with HP, but not oneself, the dead, the destroyed, the hidden (CE-HIT-10, CE-ACT-49)."""
    target = find_combatant(fight, name, field)
    require(target.id != attacker.id, "CE-HIT-10", "An attack needs someone else as its target.", field=field)
    if not terms.is_target(target):
        refuse("CE-HIT-10", f"{target.name} can no longer be attacked.", field=field)
    if "hidden" in target.conditions:
        refuse("CE-ACT-49", f"{target.name} is hidden.", field=field)
    return target


def _cost(attacker: Person, arms: Armament, command: ask.Attack, *, second: bool) -> int:
    """Some rows replace the weapon's cost, others are added to it (CE-ACT-50, CE-RUL-78)."""
    if second:
        cost = pairs.second_cost(attacker)
    elif command.maneuver != "none":
        cost = COSTS[command.maneuver]
    else:
        cost = arms.mp  # CE-ACT-22
    cost += COSTS["called_shot"] if command.called is not None else 0
    return cost + (COSTS["double_tap"] if command.fire == "double_tap" else 0)


# Stage 3 and what follows, target by target


@stages.stage("century.attacks.pay", NoData)
def pay(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 3: Move Points are paid, hit or miss (CE-HIT-8); whoever can attack no more has not attacked."""
    fight, made = decision.state, decision.state.attack
    if made is None:
        return
    off = terms.why_off(fight, made)
    if off is not None:
        terms.take_back(decision, made, off)
        return
    spend(decision, made.attacker, made.cost, "attack")
    decision.cause = decision.record(AttackLaunched(attack=made.id, combatant=made.attacker))
    face_target.run(decision, nothing)


@stages.stage("century.attacks.face", NoData)
def face_target(decision: Decision[Fight], nothing: NoData) -> None:
    """The target, or the next one of a spray, unless weapon or attacker failed at the one before (CE-AUTO-10)."""
    made = decision.state.attack
    if made is None:
        return
    if made.spray:
        if made.done == len(made.spray) or (made.done and shots.is_cut_short(decision.state, made)):
            decision.next(end, nothing)
            return
        part = made.spray[made.done]
        faced = TargetFaced(
            attack=made.id,
            combatant=made.attacker,
            target=part.target,
            rounds=part.rounds,
            band=part.band,
            distance=part.distance,
        )
        decision.cause = decision.record(faced)
    decision.steps(*AT_EACH_TARGET, (face_target if made.spray else end, nothing))


@stages.stage("century.attacks.end", NoData)
def end(decision: Decision[Fight], nothing: NoData) -> None:
    """The attack is over; whoever was hidden is so no more (CE-ACT-49)."""
    made = decision.state.attack
    if made is not None:
        decision.cause = decision.record(AttackEnded(attack=made.id, combatant=made.attacker))
        lift(decision, made.attacker, "hidden", "attacked")


STAGES = tuple([(stage, NoData()) for stage in (terms.ask_called_terms, terms.ask_confirmation, terms.ask_spray, pay)])
"""Stages 2 and 3 of CE-HIT-9; those of the narrator's terms come before them by option."""
AT_EACH_TARGET = tuple(
    [
        (stage, NoData())
        for stage in (
            ask_defence,
            shots.throw_shots,
            shots.let_ammunition_go,
            shots.roll_cover,
            shots.ask_forced_miss,
            *hits.STAGES,
        )
    ]
)
"""Stages 4 to 13 of CE-HIT-9, for the target or for each of a spray; the defender has the last word (CE-HIT-16)."""
