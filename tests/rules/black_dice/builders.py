"""Builders of Black Dice tests: commands in few words, clashes, declarations, harm, and what came of them."""

from collections.abc import Iterable
from typing import Any

from domain.core.commands import Command, Join
from domain.model.event import Event, Json
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.fate import PledgeFate
from domain.rulesets.black_dice.chapters.dice.plans import Terms
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.contests import Contender, Contest
from domain.rulesets.black_dice.chapters.narrator.placing import Place
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, StrikeSheet
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.state import Exchange, Item, Part
from domain.rulesets.black_dice.tables import INTENSITIES
from domain.rulesets.black_dice.words import Mark, PartKind
from tests.rules.black_dice.specification import (
    BLACK_DICE_NOTATION,
    Specification,
    Step,
    fight,
    given,
    newcomer,
    plain,
    round_of,
)


def player(*combatants: str) -> Speaker:
    """The player of these combatants."""
    return Speaker("player", combatants)


def choosing(**choices: Any) -> Choices:
    """What goes into the throws of a command."""
    return Choices.model_validate(choices)


def check(who: str, roll: str, choices: Choices | None = None, **fields: Any) -> Check:
    """A check; ``roll`` is written ``wits perception``, or ``wits`` for the stat alone."""
    stat, _, skill = roll.partition(" ")
    if choices is not None:
        fields["choices"] = choices
    return Check.model_validate({"combatant": who, "stat": stat, "skill": skill or None, **fields})


def contender(text: str, **fields: Any) -> Contender:
    """One side of a contest, written ``quill dex sneak``."""
    who, stat, *skill = text.split()
    return Contender.model_validate({"combatant": who, "stat": stat, "skill": skill[0] if skill else None, **fields})


def contest(active: Contender | str, passive: Contender | str) -> Contest:
    """A contest between two, each written ``quill dex sneak``."""
    one, other = (contender(side) if isinstance(side, str) else side for side in (active, passive))
    return Contest(active=one, passive=other)


def peril(*victims: str, **fields: Any) -> Peril:
    """A peril for these victims."""
    return Peril.model_validate({"victims": victims, **fields})


def pledge(helper: str, beneficiary: str, successes: int) -> PledgeFate:
    """Successes promised to somebody's next roll."""
    return PledgeFate(actor=helper, beneficiary=beneficiary, successes=successes, description="a word of comfort")


def thrown(events: Iterable[Event], label: str) -> DiceThrown:
    """The first throw with this label."""
    return next(event for event in events if isinstance(event, DiceThrown) and event.label == label)


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
    return AgendaSet(exchanges=exchanges, agenda=items, divisors=divided or {}, dodge_divisors=dodges or {})


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


def armed(name: str, dex: int = 2, **sheet: Any) -> Join:
    """Somebody with a sword and a gun in hand, who may attack one more than its DEX."""
    own = {"stats": {"dex": dex}, "weapons": [SWORD, GUN], "ready": ["sword", "gun"], **sheet}
    return plain(name, **own)


def scene(*declared: Step, close: bool = False, dex: int = 2, **options: Any) -> Specification:
    """a, b, c in this order of the round, close to one another or not, after these declarations."""
    people = [armed(name, dex) for name in "abc"]
    places = [Place(combatant="a", close_to=("b", "c")), Place(combatant="b", close_to=("c",))] if close else []
    return given(fight(*people, **options), *places, *round_of("a", "b", "c"), *declared)


def reply(attacker: str, does: Any, weapon: str | None = None) -> dict[str, Json]:
    return {"attacker": attacker, "does": does, **({"weapon": weapon} if weapon else {})}


def replies(*given_replies: dict[str, Json]) -> Json:
    return {"replies": list(given_replies)}


def strikes(actor: str, *blows: str, **more: Any) -> Declare:
    """Attacks, each as ``target weapon``."""
    sheets = []
    for blow in blows:
        target, weapon = blow.split()
        sheets.append(StrikeSheet(target=target, weapon=weapon))
    return Declare(actor=actor, attack=tuple(sheets), **more)


def waits(actor: str) -> Declare:
    """Nothing for this round."""
    return Declare(actor=actor, wait=True)


def answering(command: Command, *answers: str) -> Command:
    """A command of the given steps with answers sent along."""
    return command.model_copy(update={"answers": BLACK_DICE_NOTATION.sent(*answers)})


def meetings(spec: Specification) -> list[str]:
    """The agenda of the round: exchanges as ``vane cutlass, pryce dodge``, other items by their deed."""
    told = []
    for item in spec.fight.agenda:
        if item.exchange is None:
            strike = item.strike
            told.append(f"{item.combatant} {item.deed}" + (f" {strike.target} {strike.weapon}" if strike else ""))
            continue
        parts = spec.fight.exchanges[item.exchange].parts
        told.append(", ".join(f"{part.combatant} {part.weapon or part.does}" for part in parts))
    return told


RESOLVE = Resolve()
END = EndRound()


def struck(
    one: str | Join = "vane", other: str | Join = "pryce", *steps: Step, weapon: str = "cutlass", **options: Any
) -> Specification:
    """One is about to hit the other, an easy target whom nothing injures for good unless it is a player's."""
    names = [join.id if isinstance(join, Join) else join for join in (one, other)]
    return duel(
        one,
        other,
        agenda(clash(f"{names[0]} {weapon}", f"{names[1]} easy_target")),
        *steps,
        **{"injury_for": "players", **options},
    )


def sure_peril(victim: str, dice: int, **changes: Any) -> Peril:
    """A peril of so many dice that cannot be avoided."""
    intensity = next(key for key, row in INTENSITIES.items() if dice <= row.most)
    return Peril(victims=(victim,), intensity=intensity, dice=dice, avoidance="none", **changes)


def hurts(points: int, dice: int | None = None) -> str:
    """The throw of a peril that does so many points."""
    return fell("world", f"{dice or points}/{points}")


def at_end(*joins: str | Join, steps: Iterable[Step] = (), number: int = 1, **options: Any) -> Specification:
    """A round in which everybody takes part, with nothing left to resolve, before these steps."""
    names = [join.id or "" if isinstance(join, Join) else join for join in joins]
    return given(fight(*joins, **options), *round_of(*names, number=number), AgendaSet(exchanges=(), agenda=()), *steps)


def knocked_out(name: str) -> Event:
    """Somebody lies unconscious by wounds."""
    return FellUnconscious(combatant=name, reason="wounds")


def dying(name: str, rounds: int, *, track: int) -> tuple[Event, ...]:
    """Somebody is dying, with so many rounds left."""
    lost = HealthLost(combatant=name, points=track, mark="normal", normal=track, bruise=0, health=-8)
    return lost, FellUnconscious(combatant=name, reason="wounds"), BeganDying(combatant=name, rounds=rounds)


def counted(spec: Specification, combatant: str | None = None) -> list[tuple[Terms, int, Mark]]:
    """What the damage of the last command comes to: its terms, points and mark."""
    return [
        (event.terms, event.points, event.mark)
        for event in spec.events
        if isinstance(event, DamageCounted) and combatant in (None, event.combatant)
    ]


def labels(spec: Specification) -> list[str]:
    """What was thrown for by the last command, in this order."""
    return [event.label for event in spec.events if isinstance(event, DiceThrown)]
