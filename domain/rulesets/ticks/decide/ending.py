"""What happens at the end of a round, in its order (TK-END), and of combat (TK-COMBAT-7)."""

from domain.decision.decision import Decision
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.harm import check_consciousness, check_deaths, check_dying
from domain.rulesets.ticks.events.harm import ArmourWornDown
from domain.rulesets.ticks.events.rounds import CombatEnded, RoundEnded, TimePassed
from domain.rulesets.ticks.state import Fight, Person


def end_round(decision: Decision[Fight]) -> None:
    """The clock, armour, unconsciousness, dying, deaths; then what lasts a round is over (TK-END-1 to TK-END-7)."""
    seconds = decision.state.options.round_seconds
    decision.record(TimePassed(seconds, decision.state.clock + seconds))
    settle_wounds(decision)
    check_deaths(decision)  # TK-END-5
    decision.record(RoundEnded(decision.state.round))


def settle_wounds(decision: Decision[Fight]) -> None:
    """Armour is worn, all fall unconscious, all begin to die, each in the order of joining (TK-END-2 to TK-END-4)."""
    everybody = tuple(decision.state.people.values())
    for person in everybody:
        wear_down(decision, person)  # TK-END-2
    for person in everybody:
        check_consciousness(decision, person)  # TK-END-3
    for person in everybody:
        check_dying(decision, person)  # TK-END-4


def wear_down(decision: Decision[Fight], person: Person) -> None:
    """Armour of whoever was hit this round, once however often (TK-ARM-4), or that stopped a hit (TK-OPT-5).

    The reading is that of TK-RUL-22.
    """
    armour, turn = person.armour, person.turn
    worn = turn.hit if decision.state.options.armour_wear == "any_hit" else turn.stopped
    if armour is not None and worn:
        decision.record(ArmourWornDown(person.id, armour.wear + 1))


def end_combat(decision: Decision[Fight], command: ask.EndCombat) -> None:
    """Before round 1 what an opening attack has done is settled first (TK-COMBAT-5)."""
    if decision.state.opening:
        settle_wounds(decision)
    decision.record(CombatEnded())
