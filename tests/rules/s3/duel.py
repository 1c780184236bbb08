"""The plainest exchange there is: the ogre shoots at a bell, who can answer in one way only, and who is asked nothing.

``gunman`` changes the pistol, so that it burns, poisons, stuns or aims; ``shot`` writes the throws of a hit that made
so many successes against so many.
"""

from typing import Any

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.harm import CombatantDisabled, DamageSuffered, LimbLost, Stunned, Wounded
from tests.rules.s3.specification import Specification, given, newcomer, round_of
from tests.rules.s3.specification import fight as opening

SHOT = ask.Attack(actor="ogre", target="bell", weapon="pistol")
KILLING_SHOT = ask.Attack(actor="ogre", target="bell", weapon="pistol", intent="kill")
EFFECTS = (Stunned, LimbLost, CombatantDisabled)


def gunman(*, coating: str | None = None, quantity: int = 1, **mode: Any) -> Join:
    """The ogre with a pistol of two damage coins, changed where fields of its mode are given."""
    pistol: dict[str, Any] = {
        "kind": "pistol",
        "quantity": quantity,
        "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, **mode}],
    }
    if coating is not None:
        pistol["coating"] = {"poison": coating}
    return newcomer("ogre", items=[pistol], hands={"main": "pistol"})


def duel(*combatants: str | Join, order: ask.TurnOrder = "pc_first", **options: Any) -> Specification:
    """The ogre and a bell face each other in an open pairing, by these options; others only watch."""
    names = {one if isinstance(one, str) else one.id for one in combatants}
    present = [*(name for name in ("ogre", "bell") if name not in names), *combatants]
    return given(opening(*present, **options), *round_of("ogre", "bell", order))


def shot(result: int, defence: int, *rest: str) -> list[str]:
    """The throws of a shot: so many successes against so many, and what follows."""
    return [f"ogre sharpshooting 7c→{result}", f"bell evasion 5c→{defence}", *rest]


def effects(events: list[Event]) -> list[str]:
    """What the damage did besides wounding, in order: ``stunned``, ``disabled`` or a limb, with the combatant."""
    return [_effect(event) for event in events if isinstance(event, EFFECTS)]


def _effect(event: Event) -> str:
    if isinstance(event, LimbLost):
        return f"{event.combatant} {event.limb}"
    if isinstance(event, Stunned):
        return f"{event.combatant} stunned"
    assert isinstance(event, CombatantDisabled)
    return f"{event.combatant} disabled by {' and '.join(event.disabled.reasons)}"


def wounds(events: list[Event]) -> list[tuple[str, int, int]]:
    """The wounds taken, in order: who, points, coins that it costs."""
    return [
        (event.combatant, event.wound.points, event.wound.penalty) for event in events if isinstance(event, Wounded)
    ]


def suffered(events: list[Event]) -> list[tuple[str, str, int, int, int]]:
    """The damage suffered, in order: who, of what, points, what counts for stunning, what for wounding."""
    return [
        (event.combatant, event.label, event.points, event.stun_amount, event.wound_amount)
        for event in events
        if isinstance(event, DamageSuffered)
    ]
