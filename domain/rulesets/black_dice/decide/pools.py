"""Pools: what the dice of a throw are made of (BD-SKILL-1, BD-SKILL-5 to BD-SKILL-11, BD-DIFF, BD-COMM, BD-GUAR).

A ``Plan`` is a throw before its dice fall. ``action_roll``, ``toll_roll`` and ``effect_throw`` make the three kinds; a
chapter gives them what is its own (a bonus, black dice of cover), and what touches every roll is added here: wounds,
drink, what the narrator has given. The order of the terms is the order of BD-SKILL-7.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from domain.refusal import at_field, require
from domain.rulesets.black_dice.commands import Choices, RollChoices, Staying
from domain.rulesets.black_dice.events.throws import Terms
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DICE_OF_TRADE, DIFFICULTIES, MOST_FATE
from domain.rulesets.black_dice.words import WORLD, Difficulty, RollKind

MOST_COMMON = 2
AWESOME_DICE = 3
HAMMERED, BLADDERED, LEGLESS, PLASTERED = 3, 4, 5, 6
INITIATIVE = "initiative"


class Avoiding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to do when damage asks for an injury roll: fate and trades for it, and whether to buy the injury off."""

    fate: int = 0
    trade: int = 0
    avoid: str = "ask"


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a combatant puts into its throws, for its main throw and for those that may follow (BD-FATE-14)."""

    fate: int = 0
    trade: int = 0
    common: int = 0
    fate_weapon: int = 0
    fate_strength: int = 0
    trade_weapon: int = 0
    trade_strength: int = 0
    injury: Avoiding = Avoiding()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A throw before its dice fall.

    ``white`` and ``black`` itemise its dice before any division; ``given`` says that its choices came with the command,
    so that nobody is asked for them; ``own`` is false for dice that fate and scripting dice never touch (BD-FATE-2).
    ``added`` successes are a full dodge's (BD-MOD-12); ``least`` is the net that it has at least (BD-DIFF-1);
    ``net_divisor`` and ``net_cost`` lower its net where the options say so (BD-WHO-4, BD-MOD-12).
    """

    combatant: str
    label: str
    kind: RollKind
    white: Terms
    black: Terms = ()
    divisor: int = 1
    common_skill: bool = False
    trades: bool = False
    own: bool = True
    chosen: Chosen = Chosen()
    given: bool = False
    added: int = 0
    least: int | None = None
    net_divisor: int = 1
    net_cost: int = 0
    weapon: str | None = None
    against: str | None = None

    @property
    def black_dice(self) -> int:
        """Never divided, never traded, without a maximum (BD-SKILL-9); common dice bring as many (BD-COMM-2)."""
        return sum([dice for _, dice in self.black]) + self.chosen.common

    @property
    def fateful(self) -> bool:
        """Whether fate successes may be bought for it by pledge: not on initiative, not on effects (BD-FATE-9)."""
        return self.kind != "effect" and self.label != INITIATIVE


def chosen_of(choices: Choices | RollChoices | None) -> Chosen:
    """The choices of a command, as plans carry them."""
    return Chosen() if choices is None else msgspec.convert(choices.model_dump(), Chosen)


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
        ("narrator", sum([given.black for given in person.one_throw])),
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
    return Plan(whose, label, "effect", some(((label, dice),)), own=own, against=against)


def check_limits(choices: Choices | RollChoices | Staying) -> None:
    """Refuse more than any throw holds: two common dice, three pips of fate (BD-COMM-1, BD-FATE-2)."""
    pips = {"fate": choices.fate}
    if isinstance(choices, Choices):
        few = f"One or two common dice may be added to a roll, not {choices.common}."
        require(choices.common <= MOST_COMMON, "BD-COMM-1", few, field="choices.common")
        pips |= {"fate_weapon": choices.fate_weapon, "fate_strength": choices.fate_strength}
        pips["injury.fate"] = choices.injury.fate
    for name, fate in pips.items():
        many = f"At most {MOST_FATE} pips buy successes on one throw, not {fate}."
        require(fate <= MOST_FATE, "BD-FATE-2", many, field=f"choices.{name}")


def with_choices(fight: Fight, plan: Plan, choices: Choices | RollChoices | None, field: str) -> Plan:
    """The plan with what its thrower puts into it; refuses what the roll or the purse does not admit (BD-FATE-14)."""
    if choices is None:
        return plan
    chosen = replace(plan, chosen=chosen_of(choices), given=True)
    with at_field("choices", field):
        check_choices(fight, chosen)
    return chosen


def check_choices(fight: Fight, plan: Plan) -> None:
    """Refuse choices for a main throw before any die falls: common dice, trades, fate (BD-FATE-14).

    Those for later throws are cut down when these come; here they are refused where they could never be meant.
    """
    chosen = plan.chosen
    if chosen.common:
        field = "choices.common"
        common = f"Common dice go with rolls of a common skill, and {plan.label} is none."
        require(plan.common_skill, "BD-COMM-1", common, field=field)
    if chosen.trade:
        field = "choices.trade"
        require(plan.trades, "BD-GUAR-4", f"No dice of {plan.label} may be traded.", field=field)
        most = pool_of(fight.options, plan) // DICE_OF_TRADE
        dear = f"Three dice buy one success: at most {most} here, and {chosen.trade} are named."
        require(chosen.trade <= most, "BD-GUAR-1", dear, field=field)
    check_fate(fight, plan, chosen.fate)
    _check_later(fight.options, chosen)


def cut_down(fight: Fight, plan: Plan, fate: int, trade: int = 0, *, given: bool = True) -> Plan:
    """A later throw with what the choices of a command name for it, as far as purse and pool allow (BD-FATE-14).

    With ``fate_timing=after`` its fate is bought when its faces are known.
    """
    early = fight.options.fate_timing == "before"
    purse = min(MOST_FATE, fight.people[plan.combatant].fate) if early else 0
    most = pool_of(fight.options, plan) // DICE_OF_TRADE if plan.trades else 0
    return replace(plan, chosen=replace(plan.chosen, fate=min(fate, purse), trade=min(trade, most)), given=given)


def check_fate(fight: Fight, plan: Plan, fate: int) -> None:
    """Refuse fate that is too much for the purse, or named too early (BD-FATE-1, -4)."""
    if fate:
        field = "choices.fate"
        _check_amount(fate, field, in_time=fight.options.fate_timing == "before" or plan.label == INITIATIVE)
        purse = fight.people[plan.combatant].fate
        poor = f"{fight.name_of(plan.combatant)} has {purse} pips of fate, not {fate}."
        require(fate <= purse, "BD-FATE-1", poor, field=field)


def _check_later(options: Options, chosen: Chosen) -> None:
    """Refuse what is named for later throws and could never be meant: fate too early; trades."""
    in_time = options.fate_timing == "before"
    _check_amount(chosen.fate_weapon, "choices.fate_weapon", in_time=in_time)
    _check_amount(chosen.fate_strength, "choices.fate_strength", in_time=in_time)
    _check_amount(chosen.injury.fate, "choices.injury.fate", in_time=in_time)
    if options.guaranteed_scope != "all_rolls":
        never = "No dice of weapon and Strength throws may be traded at this table."
        require(not chosen.trade_weapon, "BD-GUAR-4", never, field="choices.trade_weapon")
        require(not chosen.trade_strength, "BD-GUAR-4", never, field="choices.trade_strength")


def _check_amount(fate: int, field: str, *, in_time: bool) -> None:
    """Refuse fate before the dice where it comes after (BD-FATE-4)."""
    if fate:
        require(in_time, "BD-FATE-4", "Fate is spent once the faces are known; answer `choose` then.", field=field)


def check_training(fight: Fight, person: Person, skill: str | None, field: str | None = None) -> None:
    """Refuse a roll of a skill that somebody may not try (BD-SKILL-6)."""
    allowed = is_trained(fight, person, skill)
    said = f"{person.name} has no rank in {skill}; without one only common skills may be tried at this table."
    require(allowed, "BD-SKILL-6", said, field=field)


def is_trained(fight: Fight, person: Person, skill: str | None) -> bool:
    """With ``untrained=common_only`` a skill of rank 0 is rolled only if it is common (BD-SKILL-6)."""
    trained = skill is None or person.rank(skill) > 0 or person.is_common(skill)
    return trained or fight.options.untrained == "stat_only"


def pool_of(options: Options, plan: Plan) -> int:
    """The white dice before any trade (BD-SKILL-7): never below 0, divided once at the end."""
    total = max(0, sum([dice for _, dice in plan.white]) + plan.chosen.common)
    return divided(options, total, plan.divisor)


def divided(options: Options, number: int, divisor: int) -> int:
    """A number divided and rounded as the table wants it (BD-SKILL-10)."""
    return -(-number // divisor) if options.rounding == "up" else number // divisor


def drink_divisor(person: Person) -> int:
    """The legless roll half of each pool, the plastered a quarter (BD-DRINK-11, BD-DRINK-12)."""
    step = person.drunk.step
    return 4 if step >= PLASTERED else 2 if step >= LEGLESS else 1


def drink_dice(person: Person, stat: str) -> int:
    """Black dice of drink on physical and on mental actions (BD-DRINK-9, BD-DRINK-10)."""
    step = person.drunk.step
    from_step = HAMMERED if person.kind_of(stat) == "physical" else BLADDERED
    return step - 2 if step >= from_step else 0


def some(terms: Iterable[tuple[str, int]]) -> Terms:
    """The terms that are worth something."""
    return tuple([(source, dice) for source, dice in terms if dice])


def _skill_term(person: Person, skill: str | None) -> Terms:
    return () if skill is None else ((skill, person.rank(skill)),)


def _narrators_white(person: Person) -> Terms:
    """The narrator's dice for the next action roll; the awesome bonus counts once (BD-SKILL-12, BD-MOD-7)."""
    awesome = any(given.awesome for given in person.one_throw)
    return (
        ("awesome", AWESOME_DICE if awesome else 0),
        ("narrator", sum([given.bonus for given in person.one_throw])),
        ("narrator_penalty", -sum([given.penalty for given in person.one_throw])),
    )
