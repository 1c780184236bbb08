"""Parts of commands: names, numbers of dice, choices for throws, what the narrator adds; and what rules ask of them."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, StringConstraints

from domain.core.commands import Acting, CombatantId, Command, StrictModel, Text
from domain.fields.field import Field as FormField
from domain.fields.field import span, text
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.words import Act

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Said = Annotated[Text, StringConstraints(min_length=1)]
Dice20 = Annotated[int, Field(ge=0, le=20)]
Fate3 = Annotated[int, Field(ge=0, description="pips for as many automatic successes, at most 3", le=60)]
Traded = Annotated[int, Field(ge=0, le=30, description="guaranteed successes, each for 3 dice of the pool")]
Pips = Annotated[int, Field(ge=1, le=60)]
MOST_COMBATANTS: Final = 200
Combatants = Annotated[tuple[CombatantId, ...], Field(max_length=MOST_COMBATANTS)]


class InjuryChoices(StrictModel):
    """Choices for an injury roll that damage may ask for (BD-INJ-1), and whether to avoid the injury."""

    fate: Fate3 = 0
    trade: Traded = 0
    avoid: Literal["ask", "yes", "no"] = "ask"


class Choices(StrictModel):
    """Choices of one combatant for the throws of a command (BD-FATE-14).

    ``fate``, ``trade`` and ``common`` are for its main throw, the others for throws that may follow. A command without
    any leaves it to those who want to be asked; empty ones put in nothing, and no one is asked (BD-SKILL-14).
    """

    fate: Fate3 = 0
    trade: Traded = 0
    common: int = Field(default=0, ge=0, le=20, description="white dice to add, with as many black ones (BD-COMM-1)")
    fate_weapon: Fate3 = 0
    fate_strength: Fate3 = 0
    trade_weapon: Traded = 0
    trade_strength: Traded = 0
    injury: InjuryChoices = InjuryChoices()


class RollChoices(StrictModel):
    """Fate and trades for a roll that is forced on a combatant."""

    fate: Fate3 = 0
    trade: Traded = 0


class Staying(StrictModel):
    """Choices for the roll to stay conscious or to wake (BD-GREY-5), or who makes it sure (BD-FATE-6)."""

    fate: Fate3 = 0
    trade: Traded = 0
    ensure: CombatantId | None = Field(
        default=None, description="who pays to make the roll succeed: oneself or a helper"
    )


def _dice() -> FormField:
    return span(0, 20, seldom=True, narrators=True)


SITUATION: Final[Mapping[str, FormField]] = {
    "bonus": _dice(),
    "penalty": _dice(),
    "black": _dice(),
    "reason": text(500, seldom=True, narrators=True),
}
"""The dice that the narrator adds to a throw."""
WITH_SITUATION: Final = (
    "[, {bonus:bonus die|bonus dice}][, {penalty:penalty die|penalty dice}][, {black:black die|black dice}]"
    "[ (“{reason}”)]"
)
"""The end of a phrase that says them."""


class Helped(StrictModel):
    """Help that the narrator allows a roll: other skills and assistants (BD-COMP-1 to BD-COMP-3)."""

    complementary: tuple[Key, ...] = Field(default=(), max_length=8)
    assistants: tuple[CombatantId, ...] = Field(default=(), max_length=20)
    free_assistants: int | None = Field(
        default=None, ge=0, le=20, description="how many assistants help for nothing; by default as the options say"
    )


class Situation(StrictModel):
    """Dice that the narrator adds to a throw."""

    bonus: Dice20 = 0
    penalty: Dice20 = 0
    black: Dice20 = 0
    reason: Text = ""


class CarryingOut(Command):
    """A command that carries out a declared act when it comes due (BD-ROUND-5).

    ``carries_out`` are the acts that it may carry out. While one of them is due, the command answers the prompt.
    """

    interrupts: ClassVar[bool] = True
    carries_out: ClassVar[frozenset[Act]]

    def carried_out_by(self) -> str | None:
        """Return the combatant whose act it is."""
        return self.speaks_as()


class AtAgenda(Command):
    """A command that depends on the agenda: with ``agenda_left`` on something being left there, else on nothing."""

    agenda_left: ClassVar[bool]


class OpenToSome(Acting):
    """A command that only some combatants may use, though the phase allows it."""

    @classmethod
    def is_open_to(cls, fight: Fight, combatant: str) -> bool:
        """Return whether a combatant may use it now."""
        raise NotImplementedError


class SpendingFate(Acting):
    """A command that spends fate. It says itself what the dead may spend (BD-FATE-12)."""
