"""Harm: fate against damage, marks on the track, the grey, the bottom (BD-DMG-6 to BD-DMG-9)."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.decision.typed_answers import give_answer
from domain.model.encounter import Prompt, Question
from domain.model.event import Json, as_stored
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide import dying, injuries
from domain.rulesets.black_dice.decide.aiming import lose_aim
from domain.rulesets.black_dice.decide.consciousness import fall_unconscious
from domain.rulesets.black_dice.decide.fate import spend
from domain.rulesets.black_dice.decide.plans import Chosen
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.harm import (
    DamageReduced,
    EnteredGrey,
    HealthLost,
    MarksDue,
    MarksOwed,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import Mark

LEAST_LEFT = 1


class Harm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counted damage on its way to somebody's track.

    ``attack``: fate may lower it (BD-FATE-5). ``chosen`` is what the one who suffers it puts into the throws that may
    follow, ``given`` says that it came with the command.
    """

    combatant: str
    points: int
    mark: Mark
    source: str | None = None
    attack: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def inflict(decision: Decision[Fight], harm: Harm) -> None:
    """Put the harm on the agenda: fate against it, marks now or owed, what comes of them (BD-DMG-9).

    Damage of 0 marks nothing and asks for no roll (BD-DMG-6).
    """
    if harm.points > 0:
        decision.next(reduce, harm)


# Fate against damage


@stages.stage("black_dice.harm.reduce", Harm)
def reduce(decision: Decision[Fight], harm: Harm) -> None:
    """Whoever has fate may lower the damage of an attack, to 1 at least (BD-FATE-5); that of perils by option."""
    fight = decision.state
    person = fight.people[harm.combatant]
    most = min(harm.points - LEAST_LEFT, person.fate)
    if most > 0 and feels(person, harm.mark) and (harm.attack or fight.options.fate_vs_perils):
        about = {"points": harm.points, "most": most}
        decision.ask(Question("reduce_damage", harm.combatant, about), reduced, harm)
    else:
        suffer(decision, harm)


def check_reduction(fight: Fight, prompt: Prompt, pips: int) -> None:
    """At least one point of the damage remains (BD-FATE-5), and the pips have to be there (BD-FATE-1)."""
    person, most = fight.people[prompt.to], prompt.about["points"] - LEAST_LEFT
    require(pips <= most, "BD-FATE-5", f"Fate lowers this damage by at most {most}.", field="answer")
    require(
        pips <= person.fate, "BD-FATE-1", f"{person.name} has {person.fate} pips of fate, not {pips}.", field="answer"
    )


def reductions(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Every number of pips that lowers the damage and is there."""
    return range(prompt.about["most"] + 1)


@stages.reply("black_dice.harm.reduced", Harm)
def reduced(decision: Decision[Fight], harm: Harm, pips: int | None) -> None:
    """One pip a point; what is left is suffered. Where the purse has shrunk meanwhile it is asked again."""
    if pips is None:
        decision.next(reduce, harm)
        return
    if pips:
        person = decision.state.people[harm.combatant]
        spend(decision, person, pips, "damage")
        harm = replace(harm, points=harm.points - pips)
        decision.cause = decision.record(DamageReduced(combatant=person.id, by=pips, points=harm.points))
    suffer(decision, harm)


# Marks now, or owed


def waits(fight: Fight) -> bool:
    """Whether the damage of attacks is marked only after the last item of the agenda (BD-ROUND-7)."""
    return fight.options.resolution == "simultaneous" and fight.phase == "resolve"


def suffer(decision: Decision[Fight], harm: Harm) -> None:
    """The damage is marked now, or owed until everybody has had its turn (BD-ROUND-7)."""
    if harm.attack and waits(decision.state):
        decision.record(MarksOwed(combatant=harm.combatant, points=harm.points, harm=as_stored(harm)))
    else:
        mark.run(decision, harm)


@stages.stage("black_dice.harm.mark_owed", NoData)
def mark_owed(decision: Decision[Fight], nothing: NoData) -> None:
    """Mark what simultaneous resolution owes, in the order in which it was counted (BD-ROUND-7)."""
    owed = decision.state.owed
    if owed:
        decision.cause = decision.record(MarksDue(combatant=owed[0].combatant))
        decision.steps((mark, msgspec.convert(owed[0].harm, Harm)), (mark_owed, nothing))


@stages.stage("black_dice.harm.mark", Harm)
def mark(decision: Decision[Fight], harm: Harm) -> None:
    """Mark a pip for each point (BD-DMG-7), then go on with what comes of it (BD-DMG-9)."""
    person = decision.state.people[harm.combatant]
    if not feels(person, harm.mark):
        return
    penalty = person.wound_penalty
    normal, bruise = marks_after(person, harm.mark, harm.points)
    health = person.white_health - normal - bruise
    decision.cause = decision.record(
        HealthLost(combatant=person.id, points=harm.points, mark=harm.mark, normal=normal, bruise=bruise, health=health)
    )
    lose_aim(decision, person, "damage")
    suffered = injuries.Suffered(person.id, harm.points, harm.mark, harm.chosen.injury, harm.given)
    if person.condition == "dying":
        decision.steps((dying.lose_rounds, dying.Loss(person.id, harm.points)), (injuries.ask_for_roll, suffered))
        return
    if person.at_bottom:
        fall_unconscious(decision, person, "wounds")
    elif person.wound_penalty > penalty:
        decision.record(EnteredGrey(combatant=person.id, penalty=person.wound_penalty))
    if person.normal >= person.track:
        decision.steps((dying.begin, dying.Dying(person.id)), (injuries.ask_for_roll, suffered))
    else:
        decision.next(injuries.ask_for_roll, suffered)


def feels(person: Person, mark: Mark) -> bool:
    """The dead feel nothing, and bruises do nothing to the dying and stabilised (BD-DYING-6)."""
    return person.alive and not (person.condition in ("dying", "stabilised") and mark == "bruise")


def marks_after(person: Person, mark: Mark, points: int) -> tuple[int, int]:
    """Normal marks and bruises after so many points (BD-DMG-8); bruises weigh like others (BD-BRUISE-1).

    What goes beyond the bottom is lost; normal damage on a full track turns bruises into normal marks.
    """
    if mark == "bruise":
        return person.normal, min(person.track - person.normal, person.bruise + points)
    normal = min(person.track, person.normal + points)
    return normal, min(person.bruise, person.track - normal)


def reduce_damage(decision: Decision[Fight], command: ask.ReduceDamage) -> None:
    """Fate against damage (BD-FATE-5)."""
    give_answer(decision, "reduce_damage", command.actor, command.pips, field="command.pips")
