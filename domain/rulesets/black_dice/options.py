"""The options of Black Dice: what a table decides before the fight, and which ruling each of them settles."""

from typing import Annotated, Literal

import msgspec
from pydantic import AfterValidator, Field

from domain.core_commands import Model


def _some_faces(faces: tuple[int, ...]) -> tuple[int, ...]:
    """At least one face of a die and not all of them, in order."""
    different = sorted(set(faces))
    if len(different) != len(faces) or not all(1 <= face <= 6 for face in faces) or not 1 <= len(faces) <= 5:
        raise ValueError("It has to be a list of 1 to 5 different faces from 1 to 6")
    return tuple(different)


class OptionSheet(Model):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    success_faces: Annotated[tuple[int, ...], AfterValidator(_some_faces)] = Field(
        (1, 6), description="faces that count as successes (BD-RUL-1)"
    )
    open_sixes: bool = Field(False, description="whether a white six gives one more white die (BD-RUL-2)")
    foul_counts: Literal["all", "dice"] = Field(
        "all", description="whether guaranteed and fate successes count against a foul failure (BD-RUL-3)"
    )
    foul_loses_ties: bool = Field(True, description="whether a foul failure loses a tie (BD-RUL-4)")
    automatic_successes: int = Field(2, ge=1, le=3, description="successes of a Very Easy roll (BD-RUL-5)")
    contest_tie: Literal["standoff", "reroll", "higher_stat"] = Field(
        "standoff", description="what settles a tied contest outside combat (BD-RUL-6)"
    )
    guaranteed_cancellable: bool = Field(True, description="whether black dice cancel guaranteed successes (BD-RUL-7)")
    guaranteed_scope: Literal["skill_rolls", "all_rolls"] = Field(
        "skill_rolls", description="which rolls may trade dice for successes (BD-RUL-8)"
    )
    untrained: Literal["stat_only", "common_only"] = Field(
        "stat_only", description="what may be rolled without the skill (BD-RUL-9)"
    )
    complementary_max: int = Field(1, ge=0, le=3, description="how many other skills may help a roll (BD-RUL-10)")
    free_assistants: int = Field(2, ge=0, le=10, description="how many assistants help before they crowd (BD-RUL-11)")
    rounding: Literal["down", "up"] = Field("down", description="how divided pools are rounded (BD-RUL-12)")
    fate_timing: Literal["before", "after"] = Field("before", description="when fate successes are bought (BD-RUL-13)")
    fate_cap: Literal["per_roll", "per_spender"] = Field(
        "per_roll", description="whether a throw or each spender is held to three fate successes (BD-RUL-14)"
    )
    fate_vs_perils: bool = Field(False, description="whether fate lowers the damage of perils (BD-RUL-15)")
    scripting_approval: Literal["narrator", "standing"] = Field(
        "narrator", description="whether each scripting die is approved by the narrator (BD-RUL-16)"
    )
    initiative: Literal["each_round", "once"] = Field(
        "each_round", description="whether initiative is thrown again each round (BD-RUL-18)"
    )
    declare_order: Literal["highest_first", "lowest_first"] = Field(
        "highest_first", description="who declares first (BD-RUL-19)"
    )
    fists_ready: Literal["martial_artists", "everyone", "nobody"] = Field(
        "martial_artists", description="whose bare hands are a readied weapon (BD-RUL-22)"
    )
    split: Literal["pool", "successes"] = Field(
        "pool", description="what is divided when attention is split (BD-RUL-24)"
    )
    full_dodge: Literal["bonus", "cost"] = Field(
        "bonus", description="what a full dodge is worth against each opponent (BD-RUL-27)"
    )
    zero_tie: Literal["initiative_winner", "nobody"] = Field(
        "initiative_winner", description="who wins when neither has a success (BD-RUL-28)"
    )
    damage_degree: Literal["margin", "winner", "table"] = Field(
        "margin", description="what the degrees of combat success are (BD-RUL-29)"
    )
    armour: Literal["points", "dice"] = Field(
        "points", description="whether armour takes off its points or what its dice throw (BD-RUL-30)"
    )
    negative_strength: Literal["none", "subtracts"] = Field(
        "none", description="what negative Strength does to damage (BD-RUL-31)"
    )
    resolution: Literal["sequential", "simultaneous"] = Field(
        "sequential", description="whether damage is marked at once or at the end of the agenda (BD-RUL-33)"
    )
    surprise: Literal["ranged", "any"] = Field("ranged", description="which attacks may surprise (BD-RUL-34)")
    health_pips: int = Field(2, ge=1, le=6, description="pips of a white health die (BD-RUL-38)")
    grey_pips: int = Field(2, ge=1, le=6, description="pips of a grey die (BD-RUL-38)")
    wound_penalty: Literal["dice", "black"] = Field(
        "dice", description="whether wounds take white dice or add black ones (BD-RUL-39)"
    )
    bruise_heal_factor: int = Field(2, ge=1, le=4, description="how many times faster bruises heal (BD-RUL-41)")
    bruise_injures: bool = Field(True, description="whether bruises may leave a permanent injury (BD-RUL-42)")
    dying_rounds: Literal["sum", "roll"] = Field("sum", description="how long the dying live (BD-RUL-44)")
    injury_for: Literal["all", "players"] = Field(
        "all", description="who may be left with a permanent injury (BD-RUL-46)"
    )
    injury_table: Literal["narrator", "d6"] = Field(
        "narrator", description="what decides a permanent injury (BD-RUL-47)"
    )
    heal_easy: Literal["no_black", "plus_five"] = Field(
        "no_black", description="what a kit makes of a treatment (BD-RUL-48)"
    )
    heal_attempts: Literal["once", "unlimited"] = Field(
        "once", description="how often a patient may be treated until hurt again (BD-RUL-49)"
    )
    automata_heal: bool = Field(False, description="whether automata heal by themselves (BD-RUL-50)")
    peril_partial: Literal["avoid", "half"] = Field(
        "avoid", description="what one success avoids of a peril (BD-RUL-51)"
    )
    fall_dice_per_yard: int = Field(2, ge=1, le=6, description="damage dice for each yard of a fall (BD-RUL-52)")
    breath_minimum: int = Field(
        1, ge=0, le=3, description="what Fortitude counts as at least when holding the breath (BD-RUL-53)"
    )
    asphyxia_dice: int = Field(3, ge=1, le=12, description="damage dice added for each round without air (BD-RUL-54)")
    sober_minutes: int = Field(
        60, ge=10, le=600, description="minutes without a drink that take one step back (BD-RUL-56)"
    )


class Options(msgspec.Struct, frozen=True):
    """The options of one encounter, as its state holds them."""

    success_faces: tuple[int, ...] = (1, 6)
    open_sixes: bool = False
    foul_counts: str = "all"
    foul_loses_ties: bool = True
    automatic_successes: int = 2
    contest_tie: str = "standoff"
    guaranteed_cancellable: bool = True
    guaranteed_scope: str = "skill_rolls"
    untrained: str = "stat_only"
    complementary_max: int = 1
    free_assistants: int = 2
    rounding: str = "down"
    fate_timing: str = "before"
    fate_cap: str = "per_roll"
    fate_vs_perils: bool = False
    scripting_approval: str = "narrator"
    initiative: str = "each_round"
    declare_order: str = "highest_first"
    fists_ready: str = "martial_artists"
    split: str = "pool"
    full_dodge: str = "bonus"
    zero_tie: str = "initiative_winner"
    damage_degree: str = "margin"
    armour: str = "points"
    negative_strength: str = "none"
    resolution: str = "sequential"
    surprise: str = "ranged"
    health_pips: int = 2
    grey_pips: int = 2
    wound_penalty: str = "dice"
    bruise_heal_factor: int = 2
    bruise_injures: bool = True
    dying_rounds: str = "sum"
    injury_for: str = "all"
    injury_table: str = "narrator"
    heal_easy: str = "no_black"
    heal_attempts: str = "once"
    automata_heal: bool = False
    peril_partial: str = "avoid"
    fall_dice_per_yard: int = 2
    breath_minimum: int = 1
    asphyxia_dice: int = 3
    sober_minutes: int = 60
