"""Plans: throws before their dice fall, and how many dice they come to (BD-SKILL-7, BD-SKILL-10)."""

from collections.abc import Iterable

import msgspec

from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.parts import Choices, RollChoices
from domain.rulesets.black_dice.tables import DICE_OF_TRADE
from domain.rulesets.black_dice.words import RollKind

INITIATIVE = "initiative"
Terms = tuple[tuple[str, int], ...]
"""Where dice come from, and how many; below 0 what is taken off."""


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
    so that they are not asked for; ``own`` is false for dice that fate and scripting dice never touch (BD-FATE-2).
    ``added`` successes are a full dodge's (BD-MOD-12); ``least`` is the net that it has at least (BD-DIFF-1);
    ``net_divisor`` and ``net_cost`` lower its net where the options say so (BD-WHO-4, BD-MOD-12). ``asked`` says that
    its player is asked for choices where no policy answers (BD-ROUND-11).
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
    asked: bool = False

    @property
    def black_dice(self) -> int:
        """Never divided, never traded, without a maximum (BD-SKILL-9, BD-GUAR-2); common dice bring them (BD-COMM-2).

        Circumstances add theirs to those of the difficulty (BD-DIFF-7).
        """
        common = self.chosen.common
        return sum([dice for _, dice in self.black]) + common if self.black else common

    @property
    def fateful(self) -> bool:
        """Return whether pledges may buy successes for it: not for initiative, not for effects (BD-FATE-9)."""
        return self.kind != "effect" and self.label != INITIATIVE


def chosen_of(choices: Choices | RollChoices | None) -> Chosen:
    """The choices of a command, as plans carry them."""
    if isinstance(choices, RollChoices):
        return Chosen(choices.fate, choices.trade)
    if choices is None:
        return Chosen()
    injury = choices.injury
    return Chosen(
        choices.fate,
        choices.trade,
        choices.common,
        choices.fate_weapon,
        choices.fate_strength,
        choices.trade_weapon,
        choices.trade_strength,
        Avoiding(injury.fate, injury.trade, injury.avoid),
    )


def pool_of(options: Options, plan: Plan) -> int:
    """The white dice before any trade (BD-SKILL-7): never below 0, divided once at the end."""
    total = max(0, sum([dice for _, dice in plan.white]) + plan.chosen.common)
    return divided(options, total, plan.divisor)


def may_trade(options: Options, plan: Plan) -> bool:
    """Check that a throw has dice enough to trade for a success (BD-GUAR-1)."""
    return plan.trades and pool_of(options, plan) >= DICE_OF_TRADE


def divided(options: Options, number: int, divisor: int) -> int:
    """A number divided and rounded as the table wants it (BD-SKILL-10)."""
    if divisor == 1:
        return number
    return -(-number // divisor) if options.rounding == "up" else number // divisor


def some(terms: Iterable[tuple[str, int]]) -> Terms:
    """The terms that are worth something."""
    return tuple([(source, dice) for source, dice in terms if dice])
