"""Damage dice (CE-DMG-1): thrown for a hit, multiplied by bursts and volleys, doubled by a critical success."""

from domain.decision.decision import Decision
from domain.rulesets.century.events.harm import DamageThrown
from domain.rulesets.century.items import dice_of
from domain.rulesets.century.state import Fight


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
