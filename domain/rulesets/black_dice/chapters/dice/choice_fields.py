"""Choices for throws as fields of forms: what a purse and a pool admit of fate, trades and common dice (BD-FATE-14)."""

from functools import cache
from typing import Final, get_args

from domain.fields.field import Field, among, listed, looked_up, record, span
from domain.fields.sets import Node, Set, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.black_dice.chapters.dice.choices import MOST_COMMON
from domain.rulesets.black_dice.chapters.dice.plans import Plan, divided
from domain.rulesets.black_dice.chapters.vocabularies import NOT_THERE, own
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.parts import InjuryChoices
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DICE_OF_TRADE, MOST_FATE

MOST_TRADED: Final = 30
PIPS: Final = Span(0, MOST_FATE)
TRADES: Final = Span(0, MOST_TRADED)
DICE: Final = Span(0, MOST_COMMON)
CHOICES_SAID: Final = (
    "[ with {fate:pip|pips} of fate][, {common:common die|common dice}]"
    "[, trading dice for {trade:guaranteed success|guaranteed successes}]"
    "[, {fate_weapon:pip|pips} of fate on weapon damage]"
    "[, {fate_strength:pip|pips} of fate on Strength damage]"
    "[, {trade_weapon:guaranteed success|guaranteed successes} on weapon damage]"
    "[, {trade_strength:guaranteed success|guaranteed successes} on Strength damage]"
    "[; if an injury threatens: {injury}]"
)
"""What is chosen for a throw, after a word for the throw."""
WAYS_TO_AVOID: Final = get_args(InjuryChoices.model_fields["avoid"].annotation)


def pips_of(fight: Fight, person: Person) -> Span | None:
    """Return the fate that a purse has for one throw, where it is named before the dice fall (BD-FATE-1, BD-FATE-4)."""
    return purse_of(person) if fight.options.fate_timing == "before" else None


def purse_of(person: Person) -> Span | None:
    """Return the fate that a purse has for one throw (BD-FATE-1, BD-FATE-2)."""
    return Span(0, min(MOST_FATE, person.fate)) if person.fate else None


def trades_of(options: Options, plan: Plan) -> Node | None:
    """Return the successes for which dice of a throw may be traded, by its common dice (BD-GUAR-1); None without."""
    white = sum([dice for _, dice in plan.white])
    return trades(options.rounding, white, plan.divisor, common=plan.common_skill) if plan.trades else None


@cache
def trades(rounding: str, white: int, divisor: int, *, common: bool) -> Node | None:
    """Return what so many white dice may be traded for, by the common dice that are added to them."""
    options = Options(rounding="up" if rounding == "up" else "down")
    most = [divided(options, max(0, white + more), divisor) // DICE_OF_TRADE for more in range(MOST_COMMON + 1)]
    if not common:
        return Span(0, most[0]) if most[0] else None
    return {str(more): Span(0, count) for more, count in enumerate(most) if count} or None


FATE: Final = Vocabulary[Fight](
    "fate for a throw",
    lambda view: {one.id: pips for one in own(view) if (pips := pips_of(view.state, one)) is not None},
)
LATER_FATE: Final = Vocabulary[Fight](
    "fate for later throws", lambda view: PIPS if view.state.options.fate_timing == "before" else NOT_THERE
)
LATER_TRADES: Final = Vocabulary[Fight](
    "trades in later throws", lambda view: TRADES if view.state.options.guaranteed_scope == "all_rolls" else NOT_THERE
)


def choices(
    fate: Field,
    common: Field,
    trade: Field,
    later_fate: Field,
    later_trade: Field,
    injury_trade: Field | None = None,
    avoid: Field | None = None,
) -> Field:
    """Return the field of choices: for the main throw, and for those that may follow from it.

    Of an injury any dice may be traded, and any way to avoid it named, unless fields say otherwise.
    """
    later_fate, later_trade = (one.but(default=0, required=False, seldom=True) for one in (later_fate, later_trade))
    avoiding = {
        "fate": later_fate,
        "trade": (injury_trade or among(TRADES)).but(default=0, required=False),
        "avoid": (avoid or listed(*WAYS_TO_AVOID)).but(default="ask", required=False),
    }
    return record(
        {
            "fate": fate.but(default=0, required=False),
            "common": common.but(default=0, required=False),
            "trade": trade.but(default=0, required=False),
            "fate_weapon": later_fate,
            "fate_strength": later_fate,
            "trade_weapon": later_trade,
            "trade_strength": later_trade,
            "injury": record(
                avoiding,
                phrase="{avoid}[, {fate:pip|pips} of fate][, {trade:guaranteed success|guaranteed successes}]",
                seldom=True,
                default=InjuryChoices().model_dump(),
                required=False,
            ),
        },
        seldom=True,
    )


def for_action(whose: str, common: Field, trade: Field) -> Field:
    """Return the field of a combatant's choices for an action roll and what may follow from it."""
    return choices(looked_up(FATE, whose), common, trade, looked_up(LATER_FATE), looked_up(LATER_TRADES))


def for_toll(whose: str, trade: Field) -> Field:
    """Return the field of a combatant's choices for a roll that is forced on it."""
    return record({"fate": looked_up(FATE, whose), "trade": trade}, seldom=True)


ANY_CHOICES: Final = choices(among(PIPS), among(DICE), among(TRADES), among(PIPS), among(TRADES))
"""Choices that nothing limits, because nothing is thrown."""
CHECKED_TRADE: Final = span(0, MOST_TRADED, mark="check")
"""A trade of dice that depends on all that goes into a pool."""


def inline(values: Set | None) -> Field:
    """Return a field with these values, or with none but its default."""
    return among(() if values is None else values)


def by_plan(name: str, plans: Vocabulary[Fight]) -> tuple[Vocabulary[Fight], ...]:
    """Return what planned throws admit, by combatant: fate, common dice, and trades by the common dice.

    ``plans`` has the plans by combatant; no form refers to it.
    """

    def fate(view: View[Fight]) -> Node:
        people = view.state.people
        found = ((who, pips_of(view.state, people[who])) for who in view[plans])
        return {who: pips for who, pips in found if pips is not None}

    def common(view: View[Fight]) -> Node:
        return {who: DICE for who, plan in view[plans].items() if plan.common_skill}

    def trade(view: View[Fight]) -> Node:
        found = ((who, trades_of(view.state.options, plan)) for who, plan in view[plans].items())
        return {who: node for who, node in found if node is not None}

    return (
        Vocabulary(f"fate for {name}", fate),
        Vocabulary(f"common dice for {name}", common),
        Vocabulary(f"trades in {name}", trade),
    )
