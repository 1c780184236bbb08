"""The options of Black Dice: what a table decides before the fight, and which ruling each of them settles."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass

from domain.core.commands import OPTIONS


def _some_faces(faces: tuple[int, ...]) -> tuple[int, ...]:
    """At least one face of a die and not all of them, in order."""
    different = sorted(set(faces))
    if len(different) != len(faces) or not all(1 <= face <= 6 for face in faces) or not 1 <= len(faces) <= 5:
        raise ValueError("It has to be a list of 1 to 5 different faces from 1 to 6")
    return tuple(different)


@dataclass(frozen=True, config=OPTIONS)
class Options:
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    success_faces: Annotated[tuple[int, ...], AfterValidator(_some_faces)] = (1, 6)
    """Faces that count as successes (BD-RUL-1)."""
    open_sixes: bool = False
    """Whether a white six gives one more white die (BD-RUL-2)."""
    foul_counts: Literal["all", "dice"] = "all"
    """Whether guaranteed and fate successes count against a foul failure (BD-RUL-3)."""
    foul_loses_ties: bool = True
    """Whether a foul failure loses a tie (BD-RUL-4)."""
    automatic_successes: Annotated[int, Field(ge=1, le=3)] = 2
    """Successes of a Very Easy roll (BD-RUL-5)."""
    contest_tie: Literal["standoff", "reroll", "higher_stat"] = "standoff"
    """What settles a tied contest outside combat (BD-RUL-6)."""
    guaranteed_cancellable: bool = True
    """Whether black dice cancel guaranteed successes (BD-RUL-7)."""
    guaranteed_scope: Literal["skill_rolls", "all_rolls"] = "skill_rolls"
    """Which rolls may trade dice for successes (BD-RUL-8)."""
    untrained: Literal["stat_only", "common_only"] = "stat_only"
    """What may be rolled without the skill (BD-RUL-9)."""
    complementary_max: Annotated[int, Field(ge=0, le=3)] = 1
    """How many other skills may help a roll (BD-RUL-10)."""
    free_assistants: Annotated[int, Field(ge=0, le=10)] = 2
    """How many assistants help before they crowd (BD-RUL-11)."""
    rounding: Literal["down", "up"] = "down"
    """How divided pools are rounded (BD-RUL-12)."""
    fate_timing: Literal["before", "after"] = "before"
    """When fate successes are bought (BD-RUL-13)."""
    fate_cap: Literal["per_roll", "per_spender"] = "per_roll"
    """Whether a throw or each spender is held to three fate successes (BD-RUL-14)."""
    fate_vs_perils: bool = False
    """Whether fate lowers the damage of perils (BD-RUL-15)."""
    scripting_approval: Literal["narrator", "standing"] = "narrator"
    """Whether each scripting die is approved by the narrator (BD-RUL-16)."""
    scripting_offers: Literal["policy", "ask"] = "policy"
    """Whether rerolls are offered as policies say, or to anyone with a scripting die left (BD-RUL-68)."""
    initiative: Literal["each_round", "once"] = "each_round"
    """Whether initiative is thrown again each round (BD-RUL-18)."""
    declare_order: Literal["highest_first", "lowest_first"] = "highest_first"
    """Who declares first (BD-RUL-19)."""
    fists_ready: Literal["martial_artists", "everyone", "nobody"] = "martial_artists"
    """Whose bare hands are a readied weapon (BD-RUL-22)."""
    split: Literal["pool", "successes"] = "pool"
    """What is divided when attention is split (BD-RUL-24)."""
    full_dodge: Literal["bonus", "cost"] = "bonus"
    """What a full dodge is worth against each opponent (BD-RUL-27)."""
    zero_tie: Literal["initiative_winner", "nobody"] = "initiative_winner"
    """Who wins when neither has a success (BD-RUL-28)."""
    damage_degree: Literal["margin", "winner", "table"] = "margin"
    """What the degrees of combat success are (BD-RUL-29)."""
    armour: Literal["points", "dice"] = "points"
    """Whether armour takes off its points or what its dice throw (BD-RUL-30)."""
    negative_strength: Literal["none", "subtracts"] = "none"
    """What negative Strength does to damage (BD-RUL-31)."""
    resolution: Literal["sequential", "simultaneous"] = "sequential"
    """Whether damage is marked at once or at the end of the agenda (BD-RUL-33)."""
    surprise: Literal["ranged", "any"] = "ranged"
    """Which attacks may surprise (BD-RUL-34)."""
    health_pips: Annotated[int, Field(ge=1, le=6)] = 2
    """Pips of a white health die (BD-RUL-38)."""
    grey_pips: Annotated[int, Field(ge=1, le=6)] = 2
    """Pips of a grey die (BD-RUL-38)."""
    wound_penalty: Literal["dice", "black"] = "dice"
    """Whether wounds take white dice or add black ones (BD-RUL-39)."""
    bruise_heal_factor: Annotated[int, Field(ge=1, le=4)] = 2
    """How many times faster bruises heal (BD-RUL-41)."""
    bruise_injures: bool = True
    """Whether bruises may leave a permanent injury (BD-RUL-42)."""
    dying_rounds: Literal["sum", "roll"] = "sum"
    """How long the dying live (BD-RUL-44)."""
    injury_for: Literal["all", "players"] = "all"
    """Who may be left with a permanent injury (BD-RUL-46)."""
    injury_table: Literal["narrator", "d6"] = "narrator"
    """What decides a permanent injury (BD-RUL-47)."""
    heal_easy: Literal["no_black", "plus_five"] = "no_black"
    """What a kit makes of a treatment (BD-RUL-48)."""
    heal_attempts: Literal["once", "unlimited"] = "once"
    """How often a patient may be treated until hurt again (BD-RUL-49)."""
    automata_heal: bool = False
    """Whether automata heal by themselves (BD-RUL-50)."""
    peril_partial: Literal["avoid", "half"] = "avoid"
    """What one success avoids of a peril (BD-RUL-51)."""
    fall_dice_per_yard: Annotated[int, Field(ge=1, le=6)] = 2
    """Damage dice for each yard of a fall (BD-RUL-52)."""
    breath_minimum: Annotated[int, Field(ge=0, le=3)] = 1
    """What Fortitude counts as at least when holding the breath (BD-RUL-53)."""
    asphyxia_dice: Annotated[int, Field(ge=1, le=12)] = 3
    """Damage dice added for each round without air (BD-RUL-54)."""
    sober_minutes: Annotated[int, Field(ge=10, le=600)] = 60
    """Minutes without a drink that take one step back (BD-RUL-56)."""
