"""Damage dice (CE-DMG-1): thrown for a hit, multiplied by bursts and volleys, doubled by a critical success."""

from typing import Annotated, ClassVar, Final

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.throws import fallen
from domain.rulesets.century.items import dice_of
from domain.rulesets.century.said import OF_RULES, damage_source, drawn
from domain.rulesets.century.state import Fight
from domain.story.throws import Throw, ThrowPart
from domain.story.told import Told
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

UNNAMED: Final = frozenset({"the narrator's word", "consequence", *OF_RULES})
"""What hurts by the rules or by the narrator's word, and has no name of its own."""


class DamageThrown(Event, frozen=True, kw_only=True):
    """Damage dice (CE-DMG-1): whose, what they come to; ``factor`` multiplied the dice (CE-BURST-2, CE-AUTO-3).

    ``doubled`` says that the total is doubled by a critical success (CE-CRIT-12); ``total`` has it in it and is at
    least 0. Damage without dice has no ``dice``.
    """

    type: ClassVar[str] = "century.damage_thrown"
    words = "Damage dice"
    example = {
        "combatant": "mulan",
        "source": "kick",
        "expression": "1d2",
        "total": 2,
        "dice": {"faces": [1], "sides": 2},
        "doubled": True,
        "target": "narna",
    }
    combatant: str | None
    source: Annotated[str, SpokenOf(lambda event, names: damage_source(event.source, event.combatant, names))]
    expression: Annotated[str, AS_WRITTEN]
    total: int
    dice: Annotated[Draw | None, Spoken(drawn)] = None
    factor: int = 1
    doubled: bool = False
    target: str | None = None

    def says(self) -> str:
        """Damage without dice is a number already."""
        times = " ×{factor}" if self.factor > 1 else ""
        doubled = ", doubled" if self.doubled else ""
        rolled = f" ({{expression}}{times}[: {{dice}}]{doubled})" if self.expression != str(self.total) else ""
        points = "{total:point} of damage" if self.total else "no damage"
        if self.combatant is None:
            cause = "" if self.source in UNNAMED else "[ from {source}]"
            return f"{{target}} takes {points}{cause}{rolled}."
        whom = "to {combatant:themselves}" if self.combatant == self.target else "against {target}"
        return f"{{source}} does {points}[ {whom}]{rolled}."

    def brief(self) -> str:
        """Tell damage without an attacker or without one target, and none at all; hit and wounds tell the rest."""
        points = "{total:point} of damage" if self.total else "no damage"
        if self.combatant is not None:
            return f"{{source}} | does {points}" if self.target is None or not self.total else ""
        return f"{{target}} | takes {points} from {{source}}" if self.source not in UNNAMED and self.source else ""

    def throws(self) -> tuple[Throw, ...]:
        plus = dice_of(self.expression).plus * self.factor
        return fallen(
            self.dice,
            self.combatant or self.target or "",
            "damage",
            result=self.total,
            parts=(ThrowPart("fixed damage", plus, "CE-DMG-1"),) if plus else (),
            counted="doubled" if self.doubled else "",
        )

    told = Told(brief=brief, throws=throws)


def throw_damage(
    decision: Decision[Fight],
    combatant: str | None,
    expression: str,
    source: str,
    *,
    factor: int = 1,
    doubled: bool = False,
    target: str | None = None,
) -> int:
    """Throw damage, and give its total, at least 0 (CE-DMG-2).

    ``factor`` multiplies dice and flat part before they fall (CE-BURST-2), ``doubled`` the total (CE-CRIT-12). No
    Strength and no degree adds to it (CE-DMG-4). The readings are those of CE-RUL-4 and CE-RUL-83.
    """
    dice = dice_of(expression)
    number = dice.dice * factor
    thrown = decision.roll(combatant or target or "narrator", "damage", number, dice.sides) if number else None
    total = (sum(thrown.dice) if thrown is not None else 0) + dice.plus * factor
    total = max(0, total * 2 if doubled else total)
    event = DamageThrown(
        combatant=combatant,
        source=source,
        expression=expression,
        total=total,
        dice=thrown,
        factor=factor,
        doubled=doubled,
        target=target,
    )
    decision.cause = decision.record(event)
    return total


DAMAGE_DICE: Chapter[Fight] = Chapter(events=(DamageThrown,))
