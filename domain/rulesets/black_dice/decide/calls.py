"""The checks that the narrator calls: of a stat and a skill, or of two stats to stay alive (BD-RUL-44)."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.checks import (
    attempt,
    help_of,
    label_of,
    record_help,
    require_skill,
    require_stat,
)
from domain.rulesets.black_dice.decide.choosing import check_choices
from domain.rulesets.black_dice.decide.ending import StayingChosen
from domain.rulesets.black_dice.decide.objections import require_acting
from domain.rulesets.black_dice.decide.plans import Chosen
from domain.rulesets.black_dice.decide.pools import action_roll
from domain.rulesets.black_dice.decide.waking import Call, Struggle, roll_of, struggle
from domain.rulesets.black_dice.state import Fight

LIFE = {"fortitude", "resolve"}


def check(decision: Decision[Fight], command: ask.Check) -> None:
    """An action roll of a stat and a skill, or the roll to stay alive."""
    if command.with_stat is None:
        roll_skill(decision, command)
    else:
        survive(decision, command)


def roll_skill(decision: Decision[Fight], command: ask.Check) -> None:
    """A skill roll that the narrator asks for (BD-SKILL-2)."""
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    require_acting(person, "command.combatant")
    require_stat(person, command.stat, "command.stat")
    require_skill(fight, command.skill, "command.skill")
    helped, crowd = help_of(fight, person, command.skill, command)
    plan = action_roll(
        fight,
        person,
        label_of(command.stat, command.skill),
        command.stat,
        command.skill,
        helped=helped,
        difficulty=command.difficulty,
        bonuses=(("narrator", command.bonus),),
        penalties=(("narrator", -command.penalty),),
        black=(("crowd", crowd), ("narrator", command.black)),
        choices=command.choices,
        skill_field="command.skill",
    )
    record_help(decision, person, command)
    attempt(decision, plan, command.difficulty, command.needed, anyway=command.throw_anyway)


def survive(decision: Decision[Fight], command: ask.Check) -> None:
    """Fortitude + Resolve to stay alive, which fate makes sure like a roll to stay conscious (BD-FATE-6, BD-RUL-44).

    It is a toll roll that also the unconscious and the dying make; what it decides is the narrator's.
    """
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    require(person.alive, "BD-DYING-8", f"{person.name} is dead.", field="command.combatant")
    alone = command.skill is None and not command.complementary and not command.assistants
    said = "Two stats are rolled together only to stay alive: fortitude with resolve, without skill or help."
    require({command.stat, command.with_stat} == LIFE and alone, "BD-RUL-44", said, field="command.with_stat")
    call = Call(command.difficulty, command.bonus, command.penalty, command.black, command.needed)
    struggling = Struggle(person.id, call=call)
    if command.choices is not None:
        named = Chosen(command.choices.fate, command.choices.trade, command.choices.common)
        with at_field("choices", "command.choices"):
            check_choices(fight, replace(roll_of(fight, person, struggling), chosen=named))
        struggling = replace(struggling, staying=StayingChosen(named.fate, named.trade))
    decision.next(struggle, struggling)
