"""The table of a ruleset that declares none: people with their numbers and flags, and anybody may act."""

from collections.abc import Hashable
from functools import cache
from typing import Any, Final, NamedTuple, get_type_hints

from domain.table.look import Look
from domain.table.shapes import Combatant, Condition, Legend, Meter, ToAct

ANYBODY: Final = "anybody"
"""Listed instead of combatants if the turn is no one's."""
MOST: Final = "_max"
"""How the name of a number ends that limits the number named before."""


class Members(NamedTuple):
    """The members of a combatant's class that are drawn: numbers with their limits, and flags."""

    meters: tuple[tuple[str, str | None], ...]
    flags: tuple[str, ...]


def anybody(look: Look[Any]) -> ToAct:
    """Return that anybody may act while no prompt is open."""
    return ToAct(now=look.settled and not look.whole.prompts, who=(ANYBODY,), has=look.said("may_act"))


def plain_card(look: Look[Any], combatant: str) -> Combatant:
    """Return the card of a combatant with its whole numbers as meters, and the flags that are set as conditions."""
    person = getattr(look.state, "people", {}).get(combatant)
    entrant = look.whole.entrants.get(combatant)
    members = NO_MEMBERS if person is None else members_of(person.__class__)
    known = look.names.get(combatant, combatant)
    return Combatant(
        name=known if known != combatant or entrant is None else entrant.name,
        kind="person",
        state="able",
        side=(entrant and entrant.side) or "",
        meters={
            name: Meter(getattr(person, name), None if most is None else getattr(person, most))
            for name, most in members.meters
        },
        conditions={
            name: Condition(look.label(name, "sheet")) for name in members.flags if getattr(person, name) is True
        },
    )


def plain_legend(look: Look[Any], key: str) -> Legend:
    """Return a legend with the label of a sheet's field."""
    return Legend(look.label(key, "sheet"), "resource")


NO_MEMBERS: Final = Members((), ())


@cache
def members_of(kind: Hashable) -> Members:
    """Return the members of a class of combatants that are numbers or flags."""
    types = get_type_hints(kind) if isinstance(kind, type) else {}
    numbers = [name for name, type_ in types.items() if type_ is int]
    limits = {base: name for name in numbers if (base := name.removesuffix(MOST)) != name and base in numbers}
    return Members(
        tuple((name, limits.get(name)) for name in numbers if name not in limits.values()),
        tuple(name for name, type_ in types.items() if type_ is bool),
    )
