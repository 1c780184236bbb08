"""Exchanges as tests write them: who meets whom with what, without the declarations that lead to it.

    duel("vane", "pryce", agenda(clash("vane cutlass", "pryce back truncheon")))
        .when(Resolve(), throws=[fell("vane swordplay", "11/4"), fell("pryce bludgeon", "6/2"), …])

``vane cutlass`` has declared to attack with the cutlass, ``pryce back truncheon`` answers with an attack,
``pryce dodge``, ``pryce full_dodge`` and ``pryce easy_target`` do not attack.
"""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.black_dice.events.rounds import AgendaSet
from domain.rulesets.black_dice.events.throws import DiceThrown, Terms
from domain.rulesets.black_dice.state import Exchange, Item, Part
from domain.rulesets.black_dice.words import PartKind
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, plain, round_of

DEFENCES: tuple[PartKind, ...] = ("dodge", "full_dodge", "easy_target")
SWORD = {"id": "sword", "skill": "swordplay", "mode": "melee", "damage": 0, "reach": 2}
GUN = {"id": "gun", "skill": "pistol", "mode": "ranged", "damage": 0}


def fighter(name: str, **sheet: Any) -> Join:
    """Somebody with sword and gun in hand whose armour takes off whatever a hit does: the exchange alone matters.

    DEX 3: with the sword 7 dice, with the gun 5, to dodge 8, with bare fists 4.
    """
    own: dict[str, Any] = {
        "stats": {"dex": 3},
        "skills": {"swordplay": 4, "pistol": 2, "dodge": 5, "brawl": 1},
        "weapons": [SWORD, GUN],
        "ready": ["sword", "gun"],
        "armour": 20,
    }
    return plain(name, **{**own, **sheet})


def part(text: str) -> Part:
    """One side of an exchange, from its short form."""
    who, *does = text.split()
    for defence in DEFENCES:
        if does == [defence]:
            return Part(who, defence)
    return Part(who, "attack", does[-1], declared=does[0] != "back")


def clash(first: str, second: str, *, at: str | None = None) -> Exchange:
    """An exchange; the parts stand in the order of the round, ``at`` is whose item it is if not the first to attack."""
    parts = (part(first), part(second))
    declared = next(one.combatant for one in parts if one.declared)
    return Exchange(f"{parts[0].combatant}-{parts[1].combatant}", at or declared, parts)


def agenda(
    *exchanges: Exchange, divided: dict[str, int] | None = None, dodges: dict[str, int] | None = None
) -> AgendaSet:
    """The agenda of these exchanges; by how much the attacks and the dodges of missiles of each are divided."""
    items = tuple(Item(exchange.at, "attack", exchange.id) for exchange in exchanges)
    return AgendaSet(exchanges, items, divided or {}, dodges or {})


def duel(one: str | Join, other: str | Join, *steps: Step, **options: Any) -> Specification:
    """Two in a round, the first one first, before these steps."""
    return brawl(one, other, steps=steps, **options)


def brawl(*who: str | Join, steps: tuple[Step, ...] = (), **options: Any) -> Specification:
    """Several in a round, in the order in which they are named; ``a`` to ``e`` are fighters, others of a template."""
    joins = [_join(one) for one in who]
    return given(fight(*joins, **options), *round_of(*(join.id or "" for join in joins)), *steps)


def _join(one: str | Join) -> Join:
    if isinstance(one, Join):
        return one
    return fighter(one) if one in "abcde" else newcomer(one)


def pool_of(spec: Specification, who: str) -> tuple[Terms, Terms]:
    """Where the white and the black dice of somebody's first throw of the last command come from."""
    throw = next(event for event in spec.events if isinstance(event, DiceThrown) and event.combatant == who)
    return throw.white_terms, throw.black_terms


def fell(who: str, white: str = "0/0", black: str = "0/0") -> str:
    """A throw by numbers: ``"11/4", "3/1"`` are 11 white dice with 4 successes and 3 black ones with 1."""
    return " ".join([who, *_dice("W", white), *_dice("B", black)])


def _dice(colour: str, numbers: str) -> list[str]:
    count, successes = map(int, numbers.split("/"))
    faces = ([1, 6] * successes)[:successes] + [3] * (count - successes)
    return [f"{colour}{count}[{','.join(map(str, faces))}]={successes}"] if count else []
