"""Rounds: who takes part, and what falls due at the end (BD-ROUND).

``END_OF_ROUND`` is the table of order of what the end of a round brings; a chapter that adds something adds a row.
"""

from domain.decision.decision import Decision
from domain.decision.stages import NoData, Stage
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.rulesets.black_dice.commands import BeginRound, EndRound
from domain.rulesets.black_dice.decide import aiming
from domain.rulesets.black_dice.decide.breath import lack_air, spend_breath
from domain.rulesets.black_dice.decide.dying import count_down
from domain.rulesets.black_dice.decide.ending import Ending, StayingChosen
from domain.rulesets.black_dice.decide.initiative import Opening, initiative_roll, initiative_thrown, set_order, throws
from domain.rulesets.black_dice.decide.responses import ask_responses
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.decide.waking import check_ending, stay_conscious
from domain.rulesets.black_dice.events.rounds import RoundBegun, RoundEnded
from domain.rulesets.black_dice.events.throws import ModifiersSettled, PledgesSettled
from domain.rulesets.black_dice.state import Fight, Person
from domain.text.phrases import counted

# The beginning


def begin_round(decision: Decision[Fight], command: BeginRound) -> None:
    """A round begins: who takes part throws initiative (BD-ROUND-2, BD-INIT-1), one-throw modifiers lapse."""
    fight = decision.state
    people = participants(fight, command.combatants)
    throwers = [person for person in people if throws(fight, person)]
    for name in command.choices:
        if name not in [person.id for person in throwers]:
            detail = f"{fight.name_of(name)} throws no initiative now."
            refuse(None, detail, code="invalid", field=f"command.choices.{name}")
    plans = [initiative_roll(fight, person, command.choices.get(person.id)) for person in throwers]
    names = tuple([person.id for person in people])
    decision.cause = decision.record(RoundBegun(number=fight.round_number + 1, participants=names))
    for person in fight.people.values():
        lapse_modifiers(decision, person)
    if plans:
        throw(decision, tuple(plans), initiative_thrown.continuation(Opening(names)))
    elif people:
        set_order(decision, people, {})


def participants(fight: Fight, named: tuple[str, ...] | None) -> list[Person]:
    """All who are able, or fewer if the narrator names them; in order of joining, and never objects (BD-ROUND-2)."""
    if named is None:
        return fight.able()
    require_distinct(named, "command.combatants")
    for number, name in enumerate(named):
        field = f"command.combatants[{number}]"
        said = f"{fight.name_of(name)} is an object and takes no part in a round."
        require(name not in fight.things, "BD-ROUND-2", said, field=field)
        person = find_combatant(fight, name, field)
        said = f"{person.name} is {person.condition}; only the able take part in a round."
        require(person.able, "BD-ROUND-2", said, field=field)
    return [person for person in fight.able() if person.id in named]


# The end


def end_round(decision: Decision[Fight], command: EndRound) -> None:
    """The round ends; what falls due falls in the order of the table (BD-ROUND-8)."""
    fight = decision.state
    if fight.agenda:
        refuse("BD-ROUND-8", f"{counted(len(fight.agenda), 'deed is', 'deeds are')} still to be resolved.")
    ending = Ending({name: StayingChosen(one.fate, one.trade, one.ensure) for name, one in command.choices.items()})
    check_ending(fight, ending)
    decision.steps(*[(step, ending) for step in END_OF_ROUND])


@stages.stage("black_dice.rounds.aims_lapse", Ending)
def aims_lapse(decision: Decision[Fight], ending: Ending) -> None:
    """Step 5: who has not aimed in this round keeps no aim (BD-MOD-6)."""
    for person in decision.state.in_order():
        if person.aim is not None:
            aiming.lapse(decision, person)


@stages.stage("black_dice.rounds.gifts_lapse", Ending)
def gifts_lapse(decision: Decision[Fight], ending: Ending) -> None:
    """Step 6: one-throw modifiers and pledges that nobody used lapse (BD-SKILL-12, BD-FATE-9)."""
    for person in decision.state.in_order():
        lapse_modifiers(decision, person)
        if person.pledges:
            decision.record(PledgesSettled(combatant=person.id, lapsed=True))


@stages.stage("black_dice.rounds.over", Ending)
def round_over(decision: Decision[Fight], ending: Ending) -> None:
    """Step 7: declarations and exchanges are forgotten; places, cover, prone and wounds stay."""
    decision.record(RoundEnded(number=decision.state.round_number))


def lapse_modifiers(decision: Decision[Fight], person: Person) -> None:
    """One-throw modifiers that are not used end with the round, or with the next one's beginning (BD-SKILL-12)."""
    if person.one_throw:
        decision.record(ModifiersSettled(combatant=person.id, lapsed=True))


END_OF_ROUND: tuple[Stage[Ending], ...] = (
    spend_breath,
    lack_air,
    stay_conscious,
    count_down,
    aims_lapse,
    gifts_lapse,
    round_over,
)


# What falls due by itself


def settle(decision: Decision[Fight]) -> None:
    """Once nobody is left to declare, those who are attacked respond (BD-ROUND-4, BD-INIT-7)."""
    if decision.state.phase == "declare" and decision.state.next_to_declare() is None:
        decision.next(ask_responses, NoData(), cause=decision.state.lineage_version)
