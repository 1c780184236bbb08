"""First aid, recovery, and what else the days bring (TK-AID, TK-REC)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.harm import check_death, check_waking
from domain.rulesets.ticks.decide.objections import require_luck, require_statistic
from domain.rulesets.ticks.decide.trials import Trial, bring
from domain.rulesets.ticks.events.harm import Recovered, Stabilised
from domain.rulesets.ticks.events.rounds import TimePassed
from domain.rulesets.ticks.events.trials import Tested
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import MEDICINE, Care

REACH = 1
"""How near the patient has to be (TK-AID-2)."""
DIFFICULTY_PER_WOUND = 10
SKILLED = 3
"""The medicine of a carer who is skilled (TK-REC-2)."""
RIGHT_CARE_DAYS = 2
"""Days for a wound with appropriate care (TK-REC-1)."""


def why_no_aid(fight: Fight, helper: Person, patient: Person) -> str | None:
    """Why first aid cannot be given, as the end of a sentence, or None (TK-AID-2).

    How somebody fares is seen by whoever is near.
    """
    if patient is helper:
        return "nobody can treat themselves"
    if helper.square.distance(patient.square) > REACH:
        return f"{patient.name} is more than a step away"
    if patient.dead:
        return f"{patient.name} is dead"
    if patient.dying is None:
        return f"{patient.name} is not dying"
    return None


def first_aid(decision: Decision[Fight], command: ask.FirstAid) -> None:
    """Between rounds or in calm it is a command of its own (TK-AID-3)."""
    fight = decision.state
    helper = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    reason = why_no_aid(fight, helper, patient)
    near = helper.square.distance(patient.square) <= REACH
    rule = "TK-DYING-7" if patient.dead and near else "TK-AID-2"
    require(reason is None, rule, f"{helper.name} cannot give first aid: {reason}.", field="command.patient")
    require_luck(helper, command.luck, "command.luck")
    require_able(fight, helper, "command.actor")
    if command.helpers and not decision.speaker.is_narrator:
        refuse("TK-HELP-5", "Helpers are the narrator's to name; leave them out.", field="command.helpers")
    require_helpers(fight, helper.id, command.helpers, "command.helpers")
    treat(decision, helper.id, patient.id, command.luck, command.helpers)


def require_able(fight: Fight, helper: Person, field: str) -> None:
    """Whoever gives first aid has the statistic that goes with medicine (TK-OPT-9, TK-RUL-46)."""
    statistic = fight.options.first_aid_statistic
    require_statistic(helper, statistic, "TK-OPT-9", field)


def require_helpers(fight: Fight, tester: str, helpers: tuple[str, ...], field: str) -> None:
    """Each once, conscious, not the tester, and in a round with the action for it (TK-HELP-5, TK-HELP-7)."""
    require(len(set(helpers)) == len(helpers), "TK-HELP-5", "Name each helper once.", field=field)
    for place, name in enumerate(helpers):
        helper = find_combatant(fight, name, f"{field}[{place}]")
        require(
            name != tester,
            "TK-HELP-5",
            f"{helper.name} makes the test and cannot help with it; leave them out.",
            field=f"{field}[{place}]",
        )
        said = f"{helper.name} is not conscious, and cannot help; leave them out."
        require(helper.conscious, "TK-HELP-7", said, field=f"{field}[{place}]")
        said = f"{helper.name} has not declared to help {fight.name_of(tester)}; leave them out."
        declared = not fight.in_round or name in helpers_in_round(fight, tester)
        require(declared, "TK-HELP-7", said, field=f"{field}[{place}]")


def helpers_in_round(fight: Fight, tester: str) -> tuple[str, ...]:
    """All who have declared to help somebody (TK-OTHER-8, TK-AID-4)."""
    helping = []
    for person in fight.participants:
        declared = person.turn.declared
        helps = declared is not None and (declared.kind, declared.whom) == ("help", tester)
        if helps and person.conscious:
            helping.append(person.id)
    return tuple(helping)


def treat(decision: Decision[Fight], helper: str, patient: str, luck: int, helpers: tuple[str, ...]) -> None:
    """Medicine against ten times the wounds beyond resilience (TK-AID-1).

    Success stabilises (TK-AID-5), failure changes nothing (TK-AID-6).
    """
    treated = decision.state.people[patient]
    difficulty = DIFFICULTY_PER_WOUND * (treated.wounds - treated.statistics["resilience"])
    statistic = decision.state.options.first_aid_statistic
    reached = bring(decision, Trial(helper, statistic, MEDICINE, helpers=helpers), luck)
    success = reached >= difficulty
    decision.cause = decision.record(
        Tested(combatant=helper, what="first aid", total=reached, success=success, difficulty=difficulty)
    )
    if success:
        decision.record(Stabilised(combatant=patient, by=helper))


def pass_time(decision: Decision[Fight], command: ask.PassTime) -> None:
    """The clock goes on, and who has been dying too long dies (TK-DYING-3, TK-DYING-6)."""
    decision.record(TimePassed(seconds=command.seconds, clock=decision.state.clock + command.seconds))
    for person in decision.state.people.values():
        check_death(decision, person)


def recover(decision: Decision[Fight], command: ask.Recover) -> None:
    """Day by day (TK-REC-1), at the rate that the wounds and the care allow (TK-REC-4, TK-RUL-49)."""
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    dead = person.dead or person.dying is not None
    said = f"{person.name} is {'dead, and' if person.dead else 'dying, and without first aid'} cannot recover."
    require(not dead, "TK-REC-6", said, field="command.combatant")
    care = _care(fight, person, command)
    slow = command.days_per_wound or fight.options.slow_days_per_wound
    wounds, begun = person.wounds, person.care_days if person.care == care else 0
    for _ in range(command.days if wounds else 0):
        begun += 1
        beyond = wounds > person.statistics["resilience"]
        right = care == "skilled" or (care == "basic" and not beyond)
        if begun >= (RIGHT_CARE_DAYS if right else slow):
            wounds, begun = wounds - 1, 0
        if not wounds:
            break
    decision.record(Recovered(combatant=person.id, days=command.days, wounds=wounds, care=care, care_days=begun))
    check_waking(decision, person)


def _care(fight: Fight, person: Person, command: ask.Recover) -> Care:
    """As it is said, or that of a carer who is alive and somebody else (TK-REC-2)."""
    said = "Say what care it is, or name a carer; one of the two."
    require((command.care is None) != (command.carer is None), "TK-REC-2", said, field="command.care")
    if command.carer is None:
        return command.care or "none"
    carer = find_combatant(fight, command.carer, "command.carer")
    fit = not carer.dead and carer is not person
    said = f"{carer.name} is {'dead' if carer.dead else 'the patient'}, and no carer; name somebody else who is alive."
    require(fit, "TK-REC-2", said, field="command.carer")
    return "skilled" if carer.level(MEDICINE) >= SKILLED else "basic"
