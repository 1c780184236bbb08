"""Choices for throws: what a roll and a purse admit of fate, trades and common dice (BD-FATE-14, BD-COMM, BD-GUAR)."""

from msgspec.structs import replace

from domain.model.refusal import at_field, refuse, require
from domain.rulesets.black_dice.chapters.dice.plans import INITIATIVE, Chosen, Plan, chosen_of, pool_of
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.parts import Choices, RollChoices, Staying
from domain.rulesets.black_dice.said import roll
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DICE_OF_TRADE, MOST_FATE

MOST_COMMON = 2
MAIN_CHOICES = ("fate", "trade", "common")
"""The fields of choices that are for the main throw; all others are for throws that may follow."""


def check_limits(choices: Choices | RollChoices | Staying) -> None:
    """Refuse more than any throw holds: two common dice, three pips of fate (BD-COMM-1, BD-FATE-2)."""
    pips = {"fate": choices.fate}
    if isinstance(choices, Choices):
        few = f"One or two common dice may be added to a roll, not {choices.common}."
        require(choices.common <= MOST_COMMON, "BD-COMM-1", few, field="choices.common")
        pips |= {"fate_weapon": choices.fate_weapon, "fate_strength": choices.fate_strength}
        pips["injury.fate"] = choices.injury.fate
    for name, fate in pips.items():
        if fate > MOST_FATE:
            many = f"At most {MOST_FATE} pips buy successes on one roll, not {fate}."
            refuse("BD-FATE-2", many, field=f"choices.{name}")


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
        common = f"Common dice go with rolls of a common skill, and {roll(plan.label)} is none."
        require(plan.common_skill, "BD-COMM-1", common, field=field)
    if chosen.trade:
        field = "choices.trade"
        require(plan.trades, "BD-GUAR-4", f"No dice of {roll(plan.label)} may be traded.", field=field)
        most = pool_of(fight.options, plan) // DICE_OF_TRADE
        dear = f"Three dice buy one success: at most {most} here, and {chosen.trade} are named."
        require(chosen.trade <= most, "BD-GUAR-1", dear, field=field)
    check_fate(fight, plan, chosen.fate)
    _check_later(fight.options, chosen)


def check_aside(fight: Fight, person: Person, choices: Choices) -> None:
    """Refuse what a combatant names for a main throw that it does not make; a later one may come (BD-FATE-14)."""
    for name in MAIN_CHOICES:
        said = f"{person.name} makes no roll here that {name} could go into; leave it out."
        require(not getattr(choices, name), "BD-FATE-14", said, field=f"choices.{name}")
    _check_later(fight.options, chosen_of(choices))


def cut_down(fight: Fight, plan: Plan, fate: int, trade: int = 0, *, given: bool = True) -> Plan:
    """A later throw with what the choices of a command name for it, as far as purse and pool allow (BD-FATE-14).

    With ``fate_timing=after`` its fate is bought when its faces are known.
    """
    early = fight.options.fate_timing == "before"
    purse = min(MOST_FATE, fight.people[plan.combatant].fate) if early else 0
    most = pool_of(fight.options, plan) // DICE_OF_TRADE if trade and plan.trades else 0
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
        never = "No dice of weapon and Strength rolls may be traded at this table."
        require(not chosen.trade_weapon, "BD-GUAR-4", never, field="choices.trade_weapon")
        require(not chosen.trade_strength, "BD-GUAR-4", never, field="choices.trade_strength")


def _check_amount(fate: int, field: str, *, in_time: bool) -> None:
    """Refuse fate before the dice where it comes after (BD-FATE-4)."""
    if fate:
        require(in_time, "BD-FATE-4", "At this table fate is spent once the faces are known.", field=field)
