"""The options of Ticks: what a table decides before the fight, and which ruling each of them settles."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic.dataclasses import dataclass

from domain.core.commands import OPTIONS
from domain.rulesets.ticks.words import MOST_DAYS, Action

StatisticName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


def _moving(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Attack and evade always move, and no action is named twice (TK-OPT-3)."""
    if not {"attack", "evade"} <= set(actions):
        raise ValueError("moving_actions has attack and evade in it; add them")
    if len(set(actions)) < len(actions):
        raise ValueError("moving_actions names an action twice; name each once")
    return actions


@dataclass(frozen=True, config=OPTIONS)
class Options:
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    fractions: Literal["down", "up"] = "down"
    """How halves and quarters are rounded (TK-OPT-1)."""
    evade_statistic: Literal["listed", "quickness"] = "listed"
    """Whether evade goes with a manoeuvre's own statistics, or with quickness alone (TK-OPT-2)."""
    moving_actions: Annotated[tuple[Action, ...], AfterValidator(_moving)] = ("attack", "evade", "other")
    """Which actions allow steps; attack and evade always (TK-OPT-3)."""
    control_damage: Literal["none", "on_success"] = "none"
    """Whether a successful trip or grapple also does ordinary damage (TK-OPT-4)."""
    armour_wear: Literal["any_hit", "stopped"] = "any_hit"
    """Whether every hit wears armour down, or only one that it had a rating against (TK-OPT-5)."""
    stand_up: Literal["free", "step"] = "free"
    """Whether who fell stands again when the round ends, or spends a step on it (TK-OPT-6)."""
    track_ammunition: bool = True
    """Whether ranged weapons run out (TK-OPT-7)."""
    round_seconds: Annotated[int, Field(ge=1, le=600)] = 10
    """What a round adds to the clock (TK-OPT-8)."""
    first_aid_statistic: StatisticName = "dexterity"
    """What goes with medicine in first aid (TK-OPT-9)."""
    slow_days_per_wound: Annotated[int, Field(ge=3, le=MOST_DAYS)] = 4
    """Recovery without the right care, unless the narrator says otherwise (TK-OPT-10)."""
    opening_attack: Literal["none", "free"] = "none"
    """Whether the violent act that begins combat is settled at once (TK-OPT-11)."""
    clock: Literal["auto", "called"] = "auto"
    """Whether a tick of the resolution closes by itself, or when the narrator counts on (TK-OPT-12)."""
