"""Permanent injuries: the roll that heavy damage asks for, and what it leaves behind (BD-INJ, BD-FATE-8)."""

import msgspec

from domain.decision.decision import Decision
from domain.decision.typed_answers import give_answer
from domain.model.encounter import Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.checks import attempt
from domain.rulesets.black_dice.decide.choosing import cut_down
from domain.rulesets.black_dice.decide.fate import spend
from domain.rulesets.black_dice.decide.plans import Avoiding
from domain.rulesets.black_dice.decide.pools import toll_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.harm import Injured, InjuryAvoided
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES, INJURIES
from domain.rulesets.black_dice.words import Mark

PIPS_OF_INJURY = 3
INJURY = "injury"


class Suffered(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage that somebody has suffered in one go (BD-INJ-2), and what was named for the roll that it may ask for."""

    combatant: str
    points: int
    mark: Mark
    chosen: Avoiding = Avoiding()
    given: bool = False


@stages.stage("black_dice.injuries.ask_for_roll", Suffered)
def ask_for_roll(decision: Decision[Fight], suffered: Suffered) -> None:
    """Damage above Fortitude asks for Fortitude + Resolve, Easy, with black dice for the excess (BD-INJ-1).

    It is a toll roll, made by the unconscious and the dying too, but not by the dead (BD-INJ-3).
    """
    fight = decision.state
    person = fight.people[suffered.combatant]
    excess = suffered.points - person.stats["fortitude"]
    if excess <= 0 or not person.alive or not _counts(fight, person, suffered.mark):
        return
    if suffered.chosen.avoid == "yes" and person.fate >= PIPS_OF_INJURY:
        _avoid(decision, person)
        return
    white = (
        ("fortitude", person.stats["fortitude"]),
        ("resolve", person.stats["resolve"]),
        ("easy", DIFFICULTIES["easy"].white),
    )
    named = suffered.chosen
    plan = toll_roll(fight, person, INJURY, white, (("excess", excess),))
    plan = cut_down(fight, plan, named.fate, named.trade, given=suffered.given)
    attempt(decision, plan, "easy", then=rolled.continuation(suffered))


def _counts(fight: Fight, person: Person, mark: Mark) -> bool:
    """Whether such marks may injure this one for good (BD-BRUISE-5, BD-INJ-6)."""
    injures = mark == "normal" or fight.options.bruise_injures
    return injures and (person.player or fight.options.injury_for == "all")


@stages.reply("black_dice.injuries.rolled", Suffered)
def rolled(decision: Decision[Fight], suffered: Suffered, net: int) -> None:
    """A failed roll leaves an injury, unless three pips of fate avoid it (BD-INJ-4)."""
    person = decision.state.people[suffered.combatant]
    if net > 0:
        return
    if suffered.chosen.avoid == "ask" and person.fate >= PIPS_OF_INJURY:
        about = {"points": suffered.points, "pips": PIPS_OF_INJURY}
        decision.ask(Question("avoid_injury", person.id, about), answered, suffered)
    else:
        _injure(decision, person)


@stages.reply("black_dice.injuries.answered", Suffered)
def answered(decision: Decision[Fight], suffered: Suffered, answer: str | None) -> None:
    """Fate has avoided it, or it is there."""
    person = decision.state.people[suffered.combatant]
    if answer == "yes":
        _avoid(decision, person)
    else:
        _injure(decision, person)


def _avoid(decision: Decision[Fight], person: Person) -> None:
    """Three pips avoid a permanent injury altogether (BD-FATE-8)."""
    spend(decision, person, PIPS_OF_INJURY, INJURY)
    decision.record(InjuryAvoided(combatant=person.id))


def _injure(decision: Decision[Fight], person: Person) -> None:
    """An injury is on record: what the table shows (BD-INJ-5), or undetermined until the narrator says (BD-INJ-4)."""
    if decision.state.options.injury_table == "narrator":
        decision.record(Injured(combatant=person.id, injury=_next_id(person)))
        return
    face = decision.roll(person.id, "injury_table", 1)
    row = INJURIES[face.dice[0] - 1]
    changes = {} if row.lowers is None else {row.lowers: -1}
    if row.lowers == "move":
        changes = {"move": person.move // 2 - person.move}
    decision.record(
        Injured(combatant=person.id, injury=_next_id(person), description=row.description, changes=changes, face=face)
    )


def _next_id(person: Person) -> str:
    return f"injury-{len(person.injuries) + 1}"


def injure(decision: Decision[Fight], command: ask.Injure) -> None:
    """The narrator says what an injury is: the one named, the oldest undetermined one, or a new one (BD-INJ-4)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    undetermined = [injury.id for injury in person.injuries if not injury.description]
    if command.injury is not None and command.injury not in undetermined:
        there = ", ".join(undetermined) or "none"
        refuse(
            None,
            f"{person.name} has no undetermined injury {command.injury!r}; there is {there}.",
            code="invalid",
            field="command.injury",
        )
    known = (*person.stats, "move", *decision.state.skills())
    for name in command.changes:
        if name not in known:
            detail = f"{person.name} has no {name!r} to change; there are {', '.join(known)}."
            refuse(None, detail, code="invalid", field=f"command.changes.{name}")
    which = command.injury or next(iter(undetermined), _next_id(person))
    decision.record(
        Injured(combatant=person.id, injury=which, description=command.description, changes=command.changes)
    )


def avoid_injury(decision: Decision[Fight], command: ask.AvoidInjury) -> None:
    """Fate against a permanent injury (BD-FATE-8)."""
    give_answer(decision, "avoid_injury", command.actor, "yes" if command.avoid else "no", field="command.avoid")
