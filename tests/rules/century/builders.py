"""Builders of Century tests: attacks, rolls, rounds, steps, harm, and what came of them."""

from typing import Any, NamedTuple, TypeVar

from domain.chance.draws import Supplied
from domain.core.commands import Command, Join
from domain.model.event import Event, Recorded
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.initiative import RoundModifier
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.parts import CandidateSheet, ModifierSheet
from domain.rulesets.century.state import Fight, Part, Person, Place
from domain.rulesets.century.words import Ability
from tests.rules.century.specification import (
    Specification,
    Step,
    fight,
    given,
    in_action,
    newcomer,
    policy,
    stub,
    unasked,
)
from tests.rules.specification import SECRETS

E = TypeVar("E", bound=Event)
FATE = {"role": "major", "fp": 2}
"""Of a sheet: somebody with two Fate Points."""


def skirmish(
    *people: str | Join,
    asked: tuple[str, ...] = (),
    things: tuple[Join, ...] = (),
    after: tuple[Step, ...] = (),
    scores: dict[str, int] | None = None,
    pools: dict[str, int] | None = None,
    **options: Any,
) -> Specification:
    """Round 1 with the slot of the first of these people open; names alone are stubs with bare hands.

    ``asked`` are asked how they defend themselves, nobody is asked for anything else; ``after`` is what happens then.
    """
    joins = [stub(one) if isinstance(one, str) else one for one in people]
    names = [str(one.id) for one in joins]
    quiet = [*unasked(*names, but=asked), policy("narrator", "half_check_terms", "none")]
    return given(fight(*joins, *things, **options), *quiet, *in_action(*names, scores=scores, pools=pools), *after)


def found(spec: Specification, kind: type[E]) -> list[E]:
    """The events of the last command that are of this type, in order."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, kind)]


def targets(spec: Specification) -> list[int | None]:
    """The target numbers of the last command's rolls, in order."""
    return [event.target for event in found(spec, TargetFixed)]


def parts(spec: Specification) -> dict[str, int]:
    """The parts of the last target number by their keys, in order, apart from those that give nothing."""
    return {part.key: part.amount for part in last_parts(spec) if part.amount}


def last_parts(spec: Specification) -> tuple[Part, ...]:
    """All parts of the last target number."""
    return found(spec, TargetFixed)[-1].parts


def paid(spec: Specification) -> list[tuple[str, int]]:
    """Who has paid how many Move Points with the last command, in order."""
    return [(event.combatant, event.points) for event in found(spec, PointsSpent)]


def lost(spec: Specification) -> list[tuple[str, int]]:
    """Who has lost how many HP by the last command, in order."""
    return [(event.combatant, event.points) for event in found(spec, HpLost)]


def refused(spec: Specification, rule: str | None, field: str | None, code: str = "refused") -> Specification:
    """The last command is refused by this rule, for this field."""
    spec.refused(rule, code)
    assert spec.refusal is not None
    assert spec.refusal.field == field, spec.refusal
    return spec


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


def joined(newcomer: Join, *before: Join, **options: Any) -> Person:
    """Somebody as it is after joining, those before it first."""
    there = gathered(*before, newcomer, **options)
    return there.people[there.joined[-1]]


def gathered(*newcomers: Join, **options: Any) -> Fight:
    """A fight that these have joined, in this order."""
    spec = given(fight(*newcomers, **options))
    assert spec.refusal is None, spec.refusal
    return spec.fight


def refused_to_join(newcomer: Join, rule: str | None, field: str, *before: Join, **options: Any) -> str:
    """Whoever cannot join, by which rule and for which field; the sentence that says why."""
    spec: Specification = given(fight(*before, **options)).when(newcomer).refused(rule, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.sheet.{field}"
    return spec.refusal.detail


NOTHING: Any = ({"effect": "none"},)
"""What a failure brings where the test is not about it."""


class RollOutcome(NamedTuple):
    """The target number as it is in the end, success or failure, and the degree."""

    target: int | None
    success: bool | None
    degree: int


def way(base: int = 50, *abilities: Ability, skill: str | None = None, key: str = "main") -> CandidateSheet:
    """A candidate of a roll."""
    return CandidateSheet(key=key, base=base, skill=skill, abilities=abilities)


def modifier(key: str, amount: int | None = None, label: str | None = None, **fields: Any) -> ModifierSheet:
    """A modifier; one with a label is the narrator's own."""
    return ModifierSheet(key=key, amount=amount, label=label, **fields)


def custom(amount: int, label: str = "duress") -> ModifierSheet:
    """A modifier of the narrator's own."""
    return modifier("custom", amount, label)


def judged(spec: Specification) -> RollJudged:
    """What the last roll of the last command came to."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, RollJudged)][-1]


def result(spec: Specification) -> RollOutcome:
    """The same, in short."""
    event = judged(spec)
    return RollOutcome(event.target, event.success, event.degree)


def parts_of_roll(spec: Specification) -> dict[str, int]:
    """The parts of the target number of the last roll, by their keys, those with a label by both."""
    assert spec.refusal is None, spec.refusal
    fixed = [event for event in spec.events if isinstance(event, TargetFixed)][-1]
    return {f"{part.key} {part.label}" if part.key == "custom" else part.key: part.amount for part in fixed.parts}


def decided(spec: Specification, command: Command, *numbers: int) -> tuple[Recorded, ...]:
    """What is put on record, if the d100s of the command show these numbers."""
    chance = Supplied([[number] for number in numbers])
    made = decide(CENTURY, spec.fight, command, NARRATOR, chance, supplied=True, secrets=SECRETS)
    assert isinstance(made, Decided), made
    return tuple(made.events)


def audiences(spec: Specification, command: Command, kind: type[Event], *numbers: int) -> list[str]:
    """Who reads the private part of each fact of a type, if the d100s of the command show these numbers."""
    return [recorded.audience for recorded in decided(spec, command, *numbers) if isinstance(recorded.event, kind)]


def does(actor: str, mp: int = 2) -> OtherAction:
    """A step that costs so much and changes nothing else."""
    return OtherAction(actor=actor, what="works", mp=mp)


def ends(actor: str) -> EndAction:
    return EndAction(actor=actor)


def finishes(actor: str) -> FinishRound:
    return FinishRound(actor=actor)


def modified(combatant: str, value: int, reason: str = "because") -> RoundModifier:
    """A number of the narrator's for somebody's round."""
    return RoundModifier(combatant=combatant, value=value, reason=reason)


def opened(events: list[Event]) -> list[tuple[str, ...]]:
    """The members of the slots that opened, in order."""
    return [tuple(event.members) for event in events if isinstance(event, SlotOpened)]


def slots_of(spec: Specification, *commands: Command) -> list[tuple[str, ...]]:
    """Give these commands, which must be accepted, and say which slots opened by them."""
    members = []
    for command in commands:
        spec.when(command).then()
        members += opened(spec.events)
    return members


def of(spec: Specification, name: str) -> Person:
    """Somebody as the last command has left it."""
    return spec.fight.people[name]


def holders(spec: Specification) -> tuple[str, ...]:
    """Those whose part of the present slot is open."""
    return tuple([name for name in spec.fight.people if spec.fight.turn_of(name) is not None])


def played_out(spec: Specification) -> Specification:
    """Everybody forgoes what is left of the round."""
    while spec.fight.step == "actions":
        spec.when(finishes(holders(spec)[0])).then()
    return spec


RAPIER = "libretta_rapier"


def at_turn(
    *people: str | Join,
    things: tuple[Join, ...] = (),
    after: tuple[Step, ...] = (),
    scores: dict[str, int] | None = None,
    pools: dict[str, int] | None = None,
    **options: Any,
) -> Specification:
    """Round 1 with the slot of the first of these people open; names alone are stubs. ``after`` is what happens then.

    ``things`` join after the people: vehicles and objects, with pools only where ``pools`` gives them one.
    """
    joins = [stub(one) if isinstance(one, str) else one for one in people]
    names = [str(one.id) for one in joins]
    return given(fight(*joins, *things, **options), *in_action(*names, scores=scores, pools=pools), *after)


def at_the_wheel(*people: str | Join, heading: int | None = 0, **changes: Any) -> Specification:
    """``dan`` drives the Libretta Rapier: 15 MP, turn rate 1, Turn Class 90.

    ``sheet`` changes the Rapier's, ``driver`` is another joining of ``dan``; the rest goes to ``at_turn``.
    """
    sheet = {"driver": "dan", **({} if heading is None else {"heading": heading}), **changes.pop("sheet", {})}
    driver = changes.pop("driver", stub("dan"))
    pools = {RAPIER: 15, **changes.pop("pools", {})}
    return at_turn(driver, *people, things=(newcomer(RAPIER, **sheet),), pools=pools, **changes)


def drive(metres: int, **fields: Any) -> Move:
    """``dan`` drives so far along its heading."""
    return Move(actor="dan", mode="wheels", distance_m=metres, vehicle=RAPIER, **fields)


def steer(degrees: int) -> Turn:
    """``dan`` turns the Rapier."""
    return Turn(actor="dan", degrees=degrees, vehicle=RAPIER)


def end(actor: str = "dan") -> EndAction:
    """Somebody closes its slot."""
    return EndAction(actor=actor)


def cost(spec: Specification) -> int:
    """The Move Points that the last command cost."""
    assert spec.refusal is None, spec.refusal
    return sum(event.points for event in spec.events if isinstance(event, PointsSpent))


def where(spec: Specification, name: str) -> tuple[int, int] | None:
    """The coordinates of somebody, if they are known."""
    place: Place | None = person(spec, name).place
    return None if place is None else (place.x, place.y)
