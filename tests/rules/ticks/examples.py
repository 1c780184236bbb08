"""The worked examples of Ticks: what its steps expect besides what all do.

Nothing is thrown. A step is about the ticks that its commands let go by, and of each of them is checked what came to
pass, so that whatever is not written down has not been there:

``facts``
    by tick, in order: ``14: [iris to 1/0, iris strike lapses]``; ``up 12`` is a tick of the count up, ``end`` what
    follows the last tick of a round, ``calm`` what is outside rounds. How each is written is said in ``SAID``: a strike
    is ``iris strikes tor 8`` with its gross damage, what is taken off it ``tor soaks 8 - 3 shield - 1 luck = 4``
``steps``
    the steps of those whose ways are long, which are then not among the facts: so many ticks over the squares of a
    straight line, ``14 11 over 1/0 .. 2/0``

A step may also expect:

``armour``
    the ratings in force against shots and against blows, by combatant: ``2 / 0``
``squares``
    where somebody stands: ``6/0``

``opening`` begins combat if it is calm, between the first two and heard by all, and then a round: everybody declares on
its tick, up to the one that ``before`` names. What it says besides:

``who_acts``
    by combatant, the kinds of prompts that it answers itself in this combat; otherwise everybody opposes with its best
    pair, soaks nothing, and holds nothing back
``changes``
    what the narrator says before the first declares
``declares``, ``plans``
    by combatant, what it declares, which is ``other`` of the kind ``nothing`` where it is not said, and what it plans
    after that; the squares of a ``path`` are pairs
``rounds``
    how many rounds are played like this, one after another

and whatever a step may expect, which is of all this together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from domain.model.event import Event
from domain.rulesets.ticks.chapters.counting.count_down import TickCalled
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown, RoundEnded
from domain.rulesets.ticks.chapters.counting.steps import Lapsed, Stepped, StoodUp
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationVoided, ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurried
from domain.rulesets.ticks.chapters.declaring.rounds import RoundStarted
from domain.rulesets.ticks.chapters.deeds.care import Recovered, Stabilised, TimePassed
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone, Drew, PickedUp, Reloaded, Stowed
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.deeds.hands import AimBroken, Dropped
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died, FellUnconscious, Woke, Wounded
from domain.rulesets.ticks.chapters.narrator.calls import Awarded, LuckGranted
from domain.rulesets.ticks.chapters.narrator.rulings import Repaired
from domain.rulesets.ticks.chapters.narrator.trials import AwardUsed, ContestDecided, LuckSpent, Tested
from domain.rulesets.ticks.chapters.strikes.aiming import AimBegan
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from domain.rulesets.ticks.chapters.strikes.deferring import HeldBack
from domain.rulesets.ticks.chapters.strikes.effects import AmmunitionUsed, Fell, Grabbed
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck
from domain.rulesets.ticks.state import Fight, Person, Square
from tests.rules.examples import Example, Examples, Fields, Step
from tests.rules.ticks.specification import STANDING, TICKS_NOTATION

NOTHING: Final[Fields] = {"action": "other", "kind": "nothing"}
Place = int | str
"""Where in the count something happens: a tick of the count down, ``up`` and one of the count up, ``end``, ``calm``."""


class TicksStep(Step):
    """A step with what Ticks adds to it."""

    facts: dict[Place, list[str]] = {}
    steps: dict[str, str] = {}
    armour: dict[str, str] = {}
    squares: dict[str, str] = {}


def opening(fight: Fight, fields: Fields) -> Iterator[TicksStep]:
    """A round that begins, and what everybody declares and plans, taken as one."""
    rest = dict(fields)
    declares, plans, asked = (rest.pop(name, {}) for name in ("declares", "plans", "asked"))
    before, changes, rounds_alike = rest.pop("before", None), rest.pop("changes", []), rest.pop("rounds", 1)
    named = {*declares, *plans, *asked, *([before] if before else [])}
    assert named <= fight.people.keys(), f"nobody is called {named - fight.people.keys()}"
    commands = [{"type": "ticks.start_round"}, *changes]
    for person in sorted([one for one in fight.people.values() if one.conscious], key=_tick):
        if person.id == before:
            break
        commands.append({"type": "ticks.declare", "actor": person.id, **declares.get(person.id, NOTHING)})
        if person.id in plans:
            commands.append({"type": "ticks.plan", "actor": person.id, **_plan(plans[person.id])})
    yield TicksStep.model_validate({"commands": [*_combat(fight, asked), *commands * rounds_alike], **rest})


def _combat(fight: Fight, asked: Mapping[str, Sequence[str]]) -> Iterator[Fields]:
    """The standing answers of everybody, and the cry of combat."""
    if fight.phase == "calm":
        for name in fight.people:
            for kind, answer in STANDING.items():
                said = "ask" if kind in asked.get(name, ()) else answer
                yield {"type": "core.set_policy", "of": name, "kind": kind, "answer": said}
        one, other, *earshot = fight.people
        yield {"type": "ticks.call_combat", "actor": one, "against": other, "earshot": earshot}


def _tick(person: Person) -> int:
    """The tick of the count up on which somebody declares (TK-DECL-3)."""
    return min(20, max(5, person.quickness))


def _plan(fields: Fields) -> Fields:
    path = [{"x": x, "y": y} for x, y in fields.get("path", ())]
    return {**fields, "steps": "path", "path": path} if path else fields


def check(step: TicksStep, batch: Sequence[Event], fight: Fight, history: Sequence[Event]) -> None:
    """Every fact by its tick, and every step."""
    facts: dict[Place, list[str]] = {}
    steps: dict[str, list[tuple[Place, Square]]] = {name: [] for name in step.steps}
    place: Place = "calm"
    for number, event in enumerate(history):
        place = _place(place, event)
        if number < len(history) - len(batch):
            continue
        if isinstance(event, Stepped) and event.combatant in steps:
            steps[event.combatant].append((place, event.to))
        elif type(event) in SAID:
            facts.setdefault(place, []).append(SAID[type(event)](event))
    assert facts == step.facts, f"what came to pass: {facts}, expected {step.facts}"
    ways = {name: ", ".join(_ways(way)) for name, way in steps.items()}
    assert ways == step.steps, f"steps {ways}, expected {step.steps}"
    armour = {name: _armour(fight.people[name]) for name in step.armour}
    assert armour == step.armour, f"armour {armour}, expected {step.armour}"
    squares = {name: _square(fight.people[name].square) for name in step.squares}
    assert squares == step.squares, f"squares {squares}, expected {step.squares}"


def _place(place: Place, event: Event) -> Place:
    """Where in its count the fight is with an event; ``up`` and ``down`` are the counts before their first tick."""
    match event:
        case RoundStarted():
            return "up"
        case ResolutionStarted():
            return "down"
        case TickCalled() if str(place).startswith("up"):
            return f"up {event.tick}"
        case TickCalled():
            return event.tick
        case TimePassed() if place != "calm":
            return "end"
        case RoundEnded():
            return "calm"
        case _:
            return place


def _ways(way: Sequence[tuple[Place, Square]]) -> Iterator[str]:
    """Steps in straight lines: on which ticks, and from the first square to the last."""
    start = 0
    for end in range(1, len(way) + 1):
        straight = end < len(way) and (
            end - start < 2 or _apart(way[end - 1], way[end]) == _apart(way[start], way[start + 1])
        )
        if not straight:
            ticks = " ".join(str(tick) for tick, _ in way[start:end])
            last = f" .. {_square(way[end - 1][1])}" if end - start > 1 else ""
            yield f"{ticks} over {_square(way[start][1])}{last}"
            start = end


def _apart(one: tuple[Place, Square], other: tuple[Place, Square]) -> tuple[int, int]:
    return other[1].x - one[1].x, other[1].y - one[1].y


def _square(square: Square) -> str:
    return f"{square.x}/{square.y}"


def _armour(person: Person) -> str:
    assert person.armour is not None
    return f"{person.armour.against('ranged')} / {person.armour.against('melee')}"


def _tried(event: ManoeuvreTested) -> str:
    """The totals of both, the target's pair, and what it comes to."""
    pair = f" {event.statistic} x {event.skill}" if event.skill else ""
    totals = "" if event.total is None else f" {event.total}"
    against = "" if event.against is None else f" against {event.against}{pair}"
    outcome = "succeeds" if event.success else "fails"
    return f"{event.combatant} {event.manoeuvre}{totals}{against} {outcome}"


def _struck(event: Struck) -> str:
    aim = "" if event.waited is None else f" after {event.waited}"
    whom = event.target or event.trick
    return f"{event.combatant} strikes {whom} {event.gross}{aim}{' deferred' if event.deferred else ''}"


def _soaked(event: Soaked) -> str:
    """What is taken off, in its order; ``no hit`` by TK-DMG-3."""
    off = {"shield": event.shield, "defended": event.defended, "armour": event.armour, "luck": event.luck}
    taken = "".join(f" - {points} {name}" for name, points in off.items() if points)
    return f"{event.combatant} soaks {event.gross}{taken} = {event.wounds}{'' if event.hit else ' no hit'}"


def _luck(event: LuckSpent) -> str:
    return f"{event.combatant} spends {event.points} on {event.manoeuvre or event.use}"


def _tested(event: Tested) -> str:
    against = event.difficulty if event.hidden is None else f"hidden {event.hidden}"
    return f"{event.combatant} {event.total} against {against} {'succeeds' if event.success else 'fails'}"


def _decided(event: ContestDecided) -> str:
    totals = ", ".join(f"{name} {total}" for name, total in event.totals.items())
    return f"{event.winner} wins over {event.loser}: {totals}"


SAID: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    DeclarationVoided: lambda fact: f"{fact.combatant} void",
    Hurried: lambda fact: f"{fact.combatant} hurries by {fact.points}",
    Lapsed: lambda fact: f"{fact.combatant} {fact.what} lapses",
    Stepped: lambda fact: f"{fact.combatant} to {_square(fact.to)}",
    Drew: lambda fact: f"{fact.combatant} draws {fact.item}",
    Stowed: lambda fact: f"{fact.combatant} stows {fact.item}",
    PickedUp: lambda fact: f"{fact.combatant} picks up {fact.item}",
    Dropped: lambda fact: f"{fact.item} {fact.why} at {_square(fact.square)}",
    Reloaded: lambda fact: f"{fact.item} reloaded to {fact.loaded} with {fact.spare} spare",
    AmmunitionUsed: lambda fact: f"{fact.item} has {fact.loaded} left",
    DeedDone: lambda fact: " ".join([f"{fact.combatant} does {fact.kind}", *([fact.text] if fact.text else [])]),
    LuckSpent: _luck,
    ManoeuvreTested: _tried,
    Struck: _struck,
    Soaked: _soaked,
    AimBegan: lambda fact: f"{fact.combatant} aims since {fact.tick}",
    AimBroken: lambda fact: f"{fact.combatant} aim {'lost' if fact.lost else 'broken'}",
    ConditionMet: lambda fact: f"{fact.by} meets {fact.combatant} in {fact.stage}",
    HeldBack: lambda fact: f"{fact.combatant} spares {' '.join(fact.spared)}",
    Fell: lambda fact: f"{fact.combatant} falls",
    StoodUp: lambda fact: f"{fact.combatant} stands",
    Grabbed: lambda fact: f"{fact.combatant} held by {fact.by}",
    HoldEnded: lambda fact: f"{fact.combatant} free of {fact.by}",
    Wounded: lambda fact: f"{fact.combatant} {fact.wounds} wounds to {fact.total}",
    ArmourWornDown: lambda fact: f"{fact.combatant} armour worn {fact.wear}",
    Repaired: lambda fact: f"{fact.combatant} armour whole",
    FellUnconscious: lambda fact: f"{fact.combatant} unconscious {fact.cause}",
    Woke: lambda fact: f"{fact.combatant} wakes",
    BeganDying: lambda fact: f"{fact.combatant} dying since {fact.since}",
    Stabilised: lambda fact: f"{fact.combatant} stabilised by {fact.by}",
    Died: lambda fact: f"{fact.combatant} dies",
    Recovered: lambda fact: f"{fact.combatant} recovers to {fact.wounds} with {fact.care_days} days of {fact.care}",
    Tested: _tested,
    ContestDecided: _decided,
    Awarded: lambda fact: f"{fact.combatant} marked",
    AwardUsed: lambda fact: f"{fact.combatant} mark used",
    LuckGranted: lambda fact: f"{fact.combatant} gets {fact.points} luck",
}
"""How the facts are written."""


TICKS_EXAMPLES = Examples(
    notation=TICKS_NOTATION,
    folder=Path(__file__).with_name("examples"),
    prefix="TK-EX",
    count=58,
    example=Example[TicksStep],
    opening=opening,
    check=check,
)
