"""What deferred attacks wait for: who has met the condition, by comparing before and after (TK-DEFER-6, TK-RUL-27)."""

from collections.abc import Callable, Collection, Iterable
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.said import LACKING, lacking_key
from domain.rulesets.ticks.state import Condition, Fight, Person, Square, Trigger
from domain.rulesets.ticks.words import Mode, TickStage
from domain.story.told import Told
from domain.text.phrases import Names, named
from domain.text.sentences import SpokenOf


def lacking(event: "ConditionMet", names: Names) -> str:
    """Return why a condition that is met gives no chance to attack: ``, but Hanna may not act yet``."""
    template = LACKING.get(names.get(lacking_key(event.combatant, event.by), ""), "")
    return template.format(by=named(names, event.by), combatant=named(names, event.combatant))


class ConditionMet(Event, frozen=True, kw_only=True):
    """Somebody has met the condition of a deferred attack (TK-DEFER-6)."""

    type: ClassVar[str] = "ticks.condition_met"
    words = "Condition met"
    told = Told(brief="{by} | does | what {combatant} is waiting for{lacks}", source="by", target="combatant")
    says = "{by} does what {combatant} has been waiting for{lacks}."
    example = {"combatant": "hanna", "by": "bruno", "tick": 10, "stage": "first_steps"}
    combatant: str
    by: str
    tick: int
    stage: TickStage

    @property
    def lacks(self) -> Annotated[str, SpokenOf(lacking)]:
        """Why it gives no chance to attack, if it gives none."""
        return ""

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        trigger = Trigger(self.by, self.tick, self.stage)
        person.turn = replace(person.turn, triggers=(*person.turn.triggers, trigger))


class Before(NamedTuple):
    """Where everybody stood and who saw whom before something changed."""

    squares: dict[str, Square]
    blind: tuple[str, ...]


class Made(NamedTuple):
    """A strike that was made: whose, at whom, and how."""

    attacker: str
    target: str | None
    mode: Mode


class HaveMet(msgspec.Struct, frozen=True):
    """Conditions that were met in a stage: the deferrer of each, and who has met it."""

    stage: TickStage
    met: tuple[tuple[str, str], ...]


def before(fight: Fight) -> Before:
    """How things stand now."""
    return Before({name: person.square for name, person in fight.people.items()}, fight.blind)


Meets = Callable[[Person, Condition, Person], bool]
"""Whether somebody, the last, has met the condition of a deferrer, the first."""


def note(decision: Decision[Fight], stage: TickStage, meets: Meets) -> None:
    """Record for every deferred attack who has met its condition now, in the order of joining (TK-DEFER-6, -7)."""
    fight = decision.state
    if fight.phase != "resolution":
        return
    met: list[tuple[str, str]] = []
    for deferrer in fight.people.values():
        declared = deferrer.turn.declared
        if declared is None or declared.condition is None or deferrer.turn.attack_used or not deferrer.turn.revealed:
            continue
        known = {trigger.by for trigger in deferrer.turn.triggers}
        for other in fight.participants:
            if other is deferrer or other.id in known or not counts(declared.condition, other.id):
                continue
            if meets(deferrer, declared.condition, other):
                met.append((deferrer.id, other.id))
    if met:
        record_met.run(decision, HaveMet(stage, tuple(met)))


@stage("ticks.conditions.met", HaveMet, pausable=True)
def record_met(decision: Decision[Fight], have: HaveMet) -> None:
    """The last act of a stage: among many there may be more than a batch holds."""
    for place, (deferrer, by) in enumerate(have.met):
        if decision.full:
            decision.next(record_met, HaveMet(have.stage, have.met[place:]))
            return
        decision.record(ConditionMet(combatant=deferrer, by=by, tick=decision.state.tick, stage=have.stage))


def counts(condition: Condition, by: str) -> bool:
    """Whether somebody is among those who may meet a condition (TK-DEFER-3, TK-DEFER-4)."""
    if condition.who == "anyone":
        return True
    return (by in condition.listed) != (condition.who == "newcomers")


def note_changes(decision: Decision[Fight], stage: TickStage, was: Before, stepped: Collection[str] = ()) -> None:
    """Who has come into reach, sight or an area, whoever of the two has moved, and who has stepped."""
    fight = decision.state

    def meets(deferrer: Person, condition: Condition, other: Person) -> bool:
        if condition.event == "steps":
            return other.id in stepped
        return is_in(fight, deferrer, condition, other) and not was_in(fight, deferrer, condition, other, was)

    note(decision, stage, meets)


def note_newcomer(decision: Decision[Fight], name: str) -> None:
    """Somebody who is drawn in where it stands has come into reach, sight and area (TK-DEFER-6)."""
    fight = decision.state
    note(
        decision,
        "opening",
        lambda deferrer, condition, other: other.id == name and is_in(fight, deferrer, condition, other),
    )


def note_strikes(decision: Decision[Fight], stage: TickStage, made: Iterable[Made]) -> None:
    """Who has struck at whom, deferred strikes and tricks too (TK-DEFER-2)."""
    strikes = tuple(made)

    def meets(deferrer: Person, condition: Condition, other: Person) -> bool:
        own = [one for one in strikes if one.attacker == other.id]
        if condition.event == "attacks":
            return any(condition.victims is None or one.target in condition.victims for one in own)
        return condition.event == "fires" and any(one.mode != "melee" for one in own)

    note(decision, stage, meets)


def note_draws(decision: Decision[Fight], stage: TickStage, drew: Collection[str]) -> None:
    """Who has a weapon in hand that it had not."""
    note(decision, stage, lambda deferrer, condition, other: condition.event == "draws" and other.id in drew)


def is_in(fight: Fight, deferrer: Person, condition: Condition, other: Person) -> bool:
    """Whether somebody is in reach, in sight or in the area now."""
    return _inside(fight, deferrer, condition, other, deferrer.square, other.square, fight.blind)


def was_in(fight: Fight, deferrer: Person, condition: Condition, other: Person, was: Before) -> bool:
    """The same as it was before."""
    squares = was.squares
    return _inside(fight, deferrer, condition, other, squares[deferrer.id], squares[other.id], was.blind)


def _inside(
    fight: Fight,
    deferrer: Person,
    condition: Condition,
    other: Person,
    own: Square,
    place: Square,
    blind: tuple[str, ...],
) -> bool:
    declared = deferrer.turn.declared
    match condition.event:
        case "enters_reach":
            weapon = deferrer.owned(declared.weapon) if declared is not None else None
            return weapon is not None and own.distance(place) <= weapon.reach
        case "enters_sight":
            return f"{deferrer.id}>{other.id}" not in blind
        case "enters_area":
            return place in fight.areas.get(condition.area, ())
    return False


CONDITIONS: Chapter[Fight] = Chapter(events=(ConditionMet,), stages=(record_met,))
