"""Parts of commands: names, weapons, coins, stunts, the modifier of the narrator."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.core.commands import StrictModel, Text
from domain.rulesets.s3.words import Skill

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Weapon = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9_]{1,40})?$"),
    Field(description="an item and its mode, as `sword_pistol/blade`; or `unarmed`"),
]
TripOutcome = Annotated[
    str,
    StringConstraints(pattern=r"^(ground|dismount|(zone|hazard):[a-z0-9][a-z0-9_-]{0,39})$"),
    Field(description="`ground`, `dismount`, `zone:<key>` or `hazard:<key>`"),
]
Coins = Annotated[int, Field(ge=0, le=60)]
Round = Annotated[int, Field(ge=0, le=100_000)]
TurnOrder = Literal["thrown", "pc_first", "npc_first"]


class Modifier(StrictModel):
    """A situational modifier of the narrator, in coins, with its reason (S3-THROW-9)."""

    coins: int = Field(ge=-20, le=20)
    reason: Text = ""


class Stunt(StrictModel):
    """Skills thrown together with the primary one (S3-STUNT-1)."""

    with_: tuple[Skill, ...] = Field(alias="with", min_length=1, max_length=16, description="secondaries in order")
    tactic: Text = Field(default="", description="the player's label for the idea")
    weapons: dict[Skill, Weapon] = Field(default_factory=dict, description="weapons named for secondary skills")
