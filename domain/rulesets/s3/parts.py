"""Parts of commands: names, weapons, coins, stunts, the modifier of the narrator, and the bases of commands."""

from typing import Annotated, ClassVar, Final

from pydantic import Field, StringConstraints

from domain.core import commands as core
from domain.core.commands import CombatantId, StrictModel, Text
from domain.rulesets.s3.state import Hold
from domain.rulesets.s3.words import Action, Hindrance, Skill

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Weapon = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9_]{1,40})?$"),
    Field(description="an item and its mode, as `sword_pistol/blade`; or `unarmed`"),
]
Coins = Annotated[int, Field(ge=0, le=60)]


class Modifier(StrictModel):
    """A situational modifier of the narrator, in coins, with its reason (S3-THROW-9)."""

    coins: int = Field(ge=-20, le=20)
    reason: Text = ""


class Stunt(StrictModel):
    """Skills thrown together with the primary one (S3-STUNT-1)."""

    with_: tuple[Skill, ...] = Field(alias="with", min_length=1, max_length=16, description="secondaries in order")
    tactic: Text = Field(default="", description="the player's label for the idea")
    weapons: dict[Skill, Weapon] = Field(default_factory=dict, description="weapons named for secondary skills")


HELD: Final[frozenset[Hindrance]] = frozenset({"pinned", "dragged", "choked"})


class Acting(core.Acting):
    """A command in the name of the combatant whose turn it is.

    Class variables: ``takes`` is the action of a turn that it uses up (S3-TURN-10, S3-TURN-11); a command without one
    is free, or names its action itself. ``barred_while`` are the states of the actor that forbid it (S3-LEGAL).
    ``steers`` marks what steers a vehicle, and ``needs_vehicle`` what cannot be done in a fight without vehicles.
    """

    takes: ClassVar[Action | None] = None
    barred_while: ClassVar[frozenset[Hindrance]] = HELD
    steers: ClassVar[bool] = False
    needs_vehicle: ClassVar[bool] = False

    def armed_with(self) -> tuple[str, ...]:
        """Return the weapons that it names and that take an arm."""
        return ()

    def keeps(self, hold: Hold) -> bool:
        """Return whether the holder keeps this hold in taking the attack action for it (S3-PIN-9, S3-STRAN-11)."""
        return False

    def is_free_check(self) -> bool:
        """Return whether it is a check that takes no action, so that it may need no turn (S3-NARR-9)."""
        return False


class Throwing(Acting):
    """An acting command that throws a skill."""

    stunt: Stunt | None = None
    modifier: Modifier | None = Field(default=None, description="the narrator's alone")

    def armed_with(self) -> tuple[str, ...]:
        """Return the weapons of its stunt."""
        return tuple(self.stunt.weapons.values()) if self.stunt is not None else ()


class Close(Throwing):
    """A close attack action; the step to the target is part of it unless `approach` is false (S3-RANGE-4)."""

    takes = "attack"
    target: CombatantId
    approach: bool = True
    parry: bool = Field(default=False, description="the narrator's alone: let a ranged attack be parried")


class Walking(Throwing):
    """A movement action on foot."""

    takes = "movement"
    barred_while = HELD | {"legless", "prone", "mounted"}
