"""Attacks (CE-HIT), and their stages in order (CE-HIT-9)."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.people import find_combatant
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide import called_shots, hits, shots, terms
from domain.rulesets.century.decide.attack_checks import checked_attack
from domain.rulesets.century.decide.conditions import lift
from domain.rulesets.century.decide.defences import ask_defence
from domain.rulesets.century.decide.pools import spend
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.attacks import AttackCalled, AttackEnded, AttackLaunched, TargetFaced
from domain.rulesets.century.state import Fight


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


STAGES = tuple(
    [
        (stage, NoData())
        for stage in (called_shots.ask_called_terms, called_shots.ask_confirmation, called_shots.ask_spray, pay)
    ]
)
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
