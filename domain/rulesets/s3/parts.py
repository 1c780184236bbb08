"""Parts of commands: names, weapons, coins, stunts, the modifier of the narrator, and the bases of commands."""

from typing import Annotated, ClassVar, Final

from pydantic import Field, StringConstraints

from domain.core import commands as core
from domain.core.commands import CombatantId, StrictModel, Text
from domain.fields.field import Fields, among, listed, record, span, text
from domain.fields.sets import Labelled
from domain.fields.vocabulary import YOURS
from domain.rulesets.s3.items import Item, Mode
from domain.rulesets.s3.state import Hold, Person
from domain.rulesets.s3.words import SKILLS, Action, Hindrance, Skill
from domain.text.phrases import as_words

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Weapon = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9_]{1,40})?$"),
    Field(description="Bare hands, or an item in a mode.", examples=["unarmed", "saber", "sword_pistol/blade"]),
]
Coins = Annotated[int, Field(ge=0, le=60)]


class Modifier(StrictModel):
    """A situational modifier of the narrator, in coins, with its reason (S3-THROW-9)."""

    coins: int = Field(ge=-20, le=20)
    reason: Text = ""


class Stunt(StrictModel):
    """Skills thrown together with the primary one (S3-STUNT-1)."""

    with_: tuple[Skill, ...] = Field(alias="with", min_length=1, max_length=16, description="Each costs a Breath.")
    tactic: Text = Field(default="", description="The idea in the player's words.")
    weapons: dict[Skill, Weapon] = Field(default_factory=dict, description="For secondary skills.")


HELD: Final[frozenset[Hindrance]] = frozenset({"pinned", "dragged", "choked"})
SECONDARIES: Final = tuple(skill for skill in SKILLS if skill != "initiative")
"""The skills that a stunt may add (S3-STUNT-2)."""


def may_pay(person: Person) -> bool:
    """Return whether a combatant has anything to pay a stunt with: Breath or a technique (S3-STUNT-4)."""
    return person.breath > 0 or bool(person.techniques)


def label_of_mode(item: Item, mode: Mode) -> Labelled:
    """Return a mode of an item as an option; the item alone means its first mode."""
    if not mode.key:
        return Labelled(item.id, item.name)
    also = (item.id,) if mode is item.modes[0] else ()
    return Labelled(f"{item.id}/{mode.key}", f"{item.name} ({as_words(mode.key)})", also)


MODIFIER: Final = record(
    {"coins": span(-20, 20), "reason": text()},
    phrase="{coins:more coin|more coins|coin fewer|coins fewer}[ (“{reason}”)]",
    seldom=True,
    narrators=True,
)


class Acting(core.Acting):
    """A command in the name of the combatant whose turn it is.

    Class variables: ``takes`` is the action of a turn that it uses up (S3-TURN-10, S3-TURN-11); a command without one
    is free, or names its action itself. ``barred_while`` are the states of the actor that forbid it (S3-LEGAL).
    ``steers`` marks what steers a vehicle, ``needs_vehicle`` what cannot be done in a fight without vehicles, and
    ``may_be_free`` what may need no turn.
    """

    form: ClassVar[Fields] = {"actor": among(YOURS)}
    takes: ClassVar[Action | None] = None
    barred_while: ClassVar[frozenset[Hindrance]] = HELD
    steers: ClassVar[bool] = False
    may_be_free: ClassVar[bool] = False
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

    form = {"modifier": MODIFIER}
    stunt: Stunt | None = None
    modifier: Modifier | None = Field(default=None, description="Coins that the narrator adds or takes away.")

    def armed_with(self) -> tuple[str, ...]:
        """Return the weapons of its stunt."""
        return tuple(self.stunt.weapons.values()) if self.stunt is not None else ()


class Close(Throwing):
    """A close attack action; the step to the target is part of it unless `approach` is false (S3-RANGE-4)."""

    form = {"parry": listed(True, False, seldom=True, narrators=True)}
    takes = "attack"
    target: CombatantId
    approach: bool = Field(default=True, description="Closes in first, with the movement action.")
    parry: bool = Field(default=False, description="Lets a ranged attack be parried; only the narrator may allow it.")


class Walking(Throwing):
    """A movement action on foot."""

    takes = "movement"
    barred_while = HELD | {"legless", "prone", "mounted"}
