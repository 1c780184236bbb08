"""Ash and Birch, whose numbers are all different, so that every sum shows what it was made of.

Ash (quickness 15) has strength 22 and dexterity 27, a quarter of which is 5 and 6 (up: 6 and 7), and strikes with a
sword: base 4, melee 3. Birch (quickness 9, strength 13, dexterity 11) stands at distance 1, with a knife. Both have
luck for anything, and bear what they take.
"""

from collections.abc import Sequence
from typing import Any

from domain.core.commands import Join
from domain.rulesets.ticks import commands as ask
from tests.rules.ticks.playing import STRIKING, Declared, Play, attack
from tests.rules.ticks.specification import newcomer

ASH = {"STR": 22, "DEX": 27, "QUI": 15, "WIL": 30, "RES": 29, "luck": 20}
BIRCH = {"STR": 13, "DEX": 11, "QUI": 9, "WIL": 28, "RES": 26, "luck": 20, "at": (1, 0)}
SKILLS_OF_ASH = {"melee": 3, "unarmed": 2, "handgun": 5, "thrown": 4, "evade": 1}
SKILLS_OF_BIRCH = {"melee": 2, "unarmed": 1, "handgun": 3, "evade": 4}
STAFF = {"key": "staff", "kind": "melee", "base": 3, "skill": "staff", "hands": 2}
"""A melee weapon that no quick draw is for."""
Things = Sequence[str | dict[str, Any]]


def things_of(things: Things) -> list[dict[str, Any]]:
    return [{"key": thing} if isinstance(thing, str) else thing for thing in things]


def carried(key: str, **fields: Any) -> dict[str, Any]:
    """A thing on the body."""
    return {"key": key, "place": "carried", **fields}


def ash(*things: str | dict[str, Any], skills: dict[str, int] | None = None, **changes: Any) -> Join:
    """Ash, with a sword or these things, and other levels of these skills."""
    fields: dict[str, Any] = {**ASH, **changes}
    return newcomer("ash", skills={**SKILLS_OF_ASH, **(skills or {})}, things=things_of(things or ("sword",)), **fields)


def birch(*things: str | dict[str, Any], skills: dict[str, int] | None = None, **changes: Any) -> Join:
    """Birch, with a knife or these things, and other levels of these skills."""
    fields: dict[str, Any] = {"things": things_of(things or ("knife",)), **BIRCH, **changes}
    return newcomer("birch", skills={**SKILLS_OF_BIRCH, **(skills or {})}, **fields)


def to_declare(*joins: Join, tick: int = 15, **options: Any) -> Play:
    """The first round, on the tick on which Ash declares."""
    return Play(*joins, **options).send(ask.StartRound()).declare_on(tick)


def opposed(play: Play, statistic: str, skill: str, luck: int = 0) -> Play:
    """Birch opposes with this pair."""
    return play.answer("birch", "oppose", {"statistic": statistic, "skill": skill, "luck": luck})


def answered(play: Play, *successes: bool) -> Play:
    """Birch lets these manoeuvres succeed or fail, one after the other: without luck, or with just enough of it."""
    for success in successes:
        about, birch = play.asked("oppose"), play["birch"]
        first = about["pairs"][0]
        enough = -(-about["total"] // birch.statistics[first["statistic"]]) - birch.level(first["skill"])
        opposed(play, first["statistic"], first["skill"], 0 if success else enough)
    return play


def struck(
    one: Join, other: Join, declared: Declared, *successes: bool, plan: dict[str, Any] | None = None, **options: Any
) -> Play:
    """A round in which Ash strikes as soon as it can, and its manoeuvres succeed or fail as said."""
    asks = {"birch": ("oppose",)} if successes else {}
    play = Play(one, other, asks=asks, **options)
    return answered(play.round({"ash": {**STRIKING, **(plan or {})}}, ash=declared), *successes)


def on_birch(weapon: str, *manoeuvres: str, **fields: Any) -> Declared:
    """An attack of Ash on Birch, with the luck for further manoeuvres paid for unless it is said otherwise."""
    extra = max(0, len(manoeuvres) - 1)
    return attack("birch", weapon, *manoeuvres, **{"extra": extra, **fields})
