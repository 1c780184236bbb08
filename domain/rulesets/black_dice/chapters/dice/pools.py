"""Pools: what the dice of a throw are made of (BD-SKILL-1, BD-SKILL-5 to BD-SKILL-11, BD-DIFF).

``action_roll``, ``toll_roll`` and ``effect_throw`` make the three kinds of plans; a chapter gives them what is its own
(a bonus, black dice of cover), and what touches every roll is added here: wounds, drink, what the narrator has given.
The order of the terms is the order of BD-SKILL-7.
"""

from domain.model.refusal import refuse
from domain.rulesets.black_dice.chapters.dice.choices import with_choices
from domain.rulesets.black_dice.chapters.dice.plans import INITIATIVE, Plan, Terms, some
from domain.rulesets.black_dice.parts import Choices, RollChoices
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES
from domain.rulesets.black_dice.words import WORLD, Difficulty

AWESOME_DICE = 3
HAMMERED, BLADDERED, LEGLESS, PLASTERED = 3, 4, 5, 6


def action_roll(
    fight: Fight,
    person: Person,
    label: str,
    stat: str,
    skill: str | None = None,
    *,
    helped: Terms = (),
    difficulty: Difficulty = "average",
    bonuses: Terms = (),
    penalties: Terms = (),
    black: Terms = (),
    divisor: int = 1,
    choices: Choices | None = None,
    field: str = "command.choices",
    skill_field: str | None = None,
) -> Plan:
    """A throw for something that a character does (BD-SKILL-1), with all that bears on action rolls.

    The grey dice do from the moment in which their pips are marked (BD-GREY-3, BD-GREY-4, BD-MOD-8).

    ``bonuses`` and ``black`` are positive, ``penalties`` negative numbers of dice. Refuses an untrained roll where the
    option forbids it (BD-SKILL-6), and choices that the roll does not admit; ``field`` is where the command has them,
    ``skill_field`` where it names the skill, if it does.
    """
    check_training(fight, person, skill, skill_field)
    easy, hard = DIFFICULTIES[difficulty]
    wounds = person.wound_penalty
    black_wounds = fight.options.wound_penalty == "black"
    white = (
        (stat, person.stats[stat]),
        *_skill_term(person, skill),
        *helped,
        ("easy", easy),
        *bonuses,
        *_narrators_white(person),
        *penalties,
        ("wounds", 0 if black_wounds else -wounds),
    )
    blacks = (
        ("difficulty", hard),
        *black,
        ("drink", drink_dice(person, stat)),
        ("wounds", wounds if black_wounds else 0),
        ("narrator", sum([given.black for given in person.one_throw]) if person.one_throw else 0),
    )
    plan = Plan(
        person.id,
        label,
        "action",
        some(white),
        some(blacks),
        divisor * drink_divisor(person),
        common_skill=skill is not None and person.is_common(skill),
        trades=True,
    )
    return with_choices(fight, plan, choices, field)


def toll_roll(
    fight: Fight,
    person: Person,
    label: str,
    white: Terms,
    black: Terms = (),
    *,
    choices: Choices | RollChoices | None = None,
    field: str = "command.choices",
) -> Plan:
    """A throw that the rules force on a character: neither wounds nor drink's black dice count (BD-SKILL-11)."""
    trades = label != INITIATIVE or fight.options.guaranteed_scope == "all_rolls"
    plan = Plan(person.id, label, "toll", some(white), some(black), drink_divisor(person), trades=trades)
    return with_choices(fight, plan, choices, field)


def effect_throw(label: str, dice: int, *, whose: str = WORLD, own: bool = False, against: str | None = None) -> Plan:
    """Dice of a weapon, of Strength, of a peril, of a structure: no black dice, no division (BD-FOUL-5, BD-DRINK-11).

    ``own`` says that they are the thrower's, who may spend fate on them (BD-FATE-2).
    """
    return Plan(whose, label, "effect", ((label, dice),) if dice else (), own=own, against=against)


def check_training(fight: Fight, person: Person, skill: str | None, field: str | None = None) -> None:
    """Refuse a roll of a skill that a combatant may not try (BD-SKILL-6)."""
    if not is_trained(fight, person, skill):
        said = f"{person.name} has no rank in {skill}; without one only common skills may be tried at this table."
        refuse("BD-SKILL-6", said, field=field)


def is_trained(fight: Fight, person: Person, skill: str | None) -> bool:
    """With ``untrained=common_only`` a skill of rank 0 is rolled only if it is common (BD-SKILL-6)."""
    trained = skill is None or person.rank(skill) > 0 or person.is_common(skill)
    return trained or fight.options.untrained == "stat_only"


def drink_divisor(person: Person) -> int:
    """The legless roll half of each pool, the plastered a quarter (BD-DRINK-11, BD-DRINK-12)."""
    step = person.drunk.step
    return 4 if step >= PLASTERED else 2 if step >= LEGLESS else 1


def drink_dice(person: Person, stat: str) -> int:
    """Black dice of drink on physical and on mental actions (BD-DRINK-9, BD-DRINK-10), in combat too (BD-MOD-13)."""
    step = person.drunk.step
    from_step = HAMMERED if person.kind_of(stat) == "physical" else BLADDERED
    return step - 2 if step >= from_step else 0


def _skill_term(person: Person, skill: str | None) -> Terms:
    return () if skill is None else ((skill, person.rank(skill)),)


def _narrators_white(person: Person) -> Terms:
    """The narrator's dice for the next action roll; the awesome bonus counts once (BD-SKILL-12, BD-MOD-7)."""
    if not person.one_throw:
        return ()
    awesome = any(given.awesome for given in person.one_throw)
    return (
        ("awesome", AWESOME_DICE if awesome else 0),
        ("narrator", sum([given.bonus for given in person.one_throw])),
        ("narrator_penalty", -sum([given.penalty for given in person.one_throw])),
    )
