"""What tests of harm in Century share: people in the first slot of a round, blows at them, what is left of them."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.century.commands import InflictDamage, SetCover
from domain.rulesets.century.commands.narrating import CoveringSheet
from domain.rulesets.century.events.harm import DamageThrown, HpLost
from domain.rulesets.century.state import Fight, Person
from tests.rules.century.specification import Specification, fight, given, in_action, newcomer, policy, unasked

FLAK: dict[str, Any] = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}
"""A Flak Jacket on somebody: Damage Resistance 5, 15 HP."""


def at(x: int, y: int, elevation: int = 0) -> dict[str, int]:
    """A position for a sheet."""
    return {"x": x, "y": y, "elevation": elevation}


def in_slot(*people: str | Join, asked: tuple[str, ...] = (), **options: Any) -> Specification:
    """Round 1, the slot of the first; nobody but those ``asked`` defends or forces a miss, criticals are standard.

    Things and vehicles are there without a place in the order.
    """
    joins = [one if isinstance(one, Join) else newcomer(one) for one in people]
    names = [join.id or "" for join in joins]
    opened = given(fight(*joins, **options))
    living = [name for name in names if opened.fight.people[name].throws]
    plain = [policy("narrator", "choose_critical", "standard"), policy("narrator", "half_check_terms", "none")]
    return opened.given(*plain, *unasked(*living, but=asked), *in_action(*living))


def hurt(name: str, amount: int, *, armor: bool = False, **more: Any) -> InflictDamage:
    """The narrator hurts somebody by so many HP."""
    return InflictDamage(combatant=name, amount=amount, armor=armor, **more)


def behind(name: str, *things: tuple[str, int] | str, against: tuple[str, ...] | None = None) -> SetCover:
    """The narrator puts somebody behind things, in this order, each with a percentage or that of its sheet."""
    sheets = [
        CoveringSheet(object=one) if isinstance(one, str) else CoveringSheet(object=one[0], percent=one[1])
        for one in things
    ]
    return SetCover(combatant=name, objects=tuple(sheets), against=against)


def person(spec: Specification, name: str) -> Person:
    """Somebody as it is now."""
    return spec.fight.people[name]


def hp(spec: Specification, name: str) -> int:
    """The HP of somebody or something."""
    return spec.fight.people[name].hp


def conditions(fight: Fight, name: str) -> set[str]:
    """The names of somebody's conditions."""
    return {one.name for one in fight.people[name].conditions.values()}


def losses(spec: Specification) -> list[tuple[str, int, int | None]]:
    """Who has lost how many HP by the last command, and has how many left, in this order."""
    return [(event.combatant, event.points, event.hp) for event in spec.events if isinstance(event, HpLost)]


def damage(spec: Specification) -> list[DamageThrown]:
    """The damage that the last command has thrown."""
    return [event for event in spec.events if isinstance(event, DamageThrown)]
