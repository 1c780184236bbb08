"""What the narrator changes: places, sight, areas, triggers, at once or on a later tick (TK-POS-6, TK-SIGHT-2)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import Narrating
from domain.decision.decision import Decision
from domain.fields.field import Many
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.dropping_out import holds_out_of_reach
from domain.rulesets.ticks.chapters.strikes.aiming import refresh_aims
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet, before, counts, note_changes
from domain.rulesets.ticks.chapters.vocabularies import squares
from domain.rulesets.ticks.parts import (
    Key,
    Meeting,
    Placing,
    Seeing,
    SquareSheet,
)
from domain.rulesets.ticks.said import (
    Keyword,
    Spot,
    change_said,
    squares_said,
)
from domain.rulesets.ticks.state import Condition, Fight, Person, Scheduled, Square
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words


class ChangeScheduled(Event, frozen=True, kw_only=True):
    """The narrator has a change in store for a tick of the round (TK-POS-6, TK-SIGHT-2); what it is, is a secret."""

    type: ClassVar[str] = "ticks.change_scheduled"
    words = "Change scheduled"
    says = "The narrator has something in store[ for tick {tick}: {change}]."
    example = {
        "tick": 5,
        "change": {"observer": "lena", "target": "bruno", "visible": False, "both": False, "type": "ticks.set_sight"},
    }
    private: ClassVar[frozenset[str]] = frozenset({"tick", "change"})
    tick: int = 0
    change: Annotated[dict[str, Any], Spoken(change_said)] = {}

    def evolve(self, fight: Fight) -> None:
        fight.scheduled = (*fight.scheduled, Scheduled(self.tick, self.change))


class AreaDefined(Event, frozen=True, kw_only=True):
    """Some squares have a name (TK-DEFER-2)."""

    type: ClassVar[str] = "ticks.area_defined"
    words = "Area named"
    told = Told(brief=AS_SAID)
    says = "The area “{name}” covers {squares}."
    example = {"name": "door", "squares": [{"x": 2, "y": -1}, {"x": -1, "y": 1}, {"x": 6, "y": 5}, {"x": -1, "y": -1}]}
    name: Keyword
    squares: Annotated[tuple[Square, ...], Spoken(squares_said)]

    def evolve(self, fight: Fight) -> None:
        fight.areas = {**fight.areas, self.name: self.squares}


class SightSet(Event, frozen=True, kw_only=True):
    """Whether somebody sees somebody; with ``both`` also the other way round (TK-SIGHT-2)."""

    type: ClassVar[str] = "ticks.sight_set"
    words = "Sight changed"
    told = Told(brief=AS_SAID, source="observer")
    example = {"observer": "lena", "target": "bruno", "visible": False, "both": False}
    observer: str
    target: str
    visible: bool
    both: bool = True

    def says(self) -> str:
        if self.both:
            return f"{{observer}} and {{target}} {'see' if self.visible else 'do not see'} each other."
        return f"{{observer}} {'sees' if self.visible else 'does not see'} {{target}}."

    def evolve(self, fight: Fight) -> None:
        pairs = [f"{self.observer}>{self.target}", *([f"{self.target}>{self.observer}"] if self.both else [])]
        others = [pair for pair in fight.blind if pair not in pairs]
        fight.blind = tuple(others if self.visible else [*others, *pairs])


class Placed(Event, frozen=True, kw_only=True):
    """The narrator puts somebody on a square (TK-POS-6)."""

    type: ClassVar[str] = "ticks.placed"
    words = "Placed"
    told = Told(brief=AS_SAID, goes_to="{to}")
    says = "The narrator places {combatant} on {to}."
    example = {"combatant": "hanna", "to": {}}
    combatant: str
    to: Spot

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].square = self.to


Change = Placing | Seeing | Meeting
CHANGES: Final[Mapping[str, type[Change]]] = {
    "ticks.place": Placing,
    "ticks.set_sight": Seeing,
    "ticks.trigger": Meeting,
}
"""What each command changes, by its type."""


def scheduled(decision: Decision[Fight], change: Change) -> bool:
    """Whether a change waits for a tick; it is written down then (TK-POS-6)."""
    if change.at is None:
        return False
    fight = decision.state
    rule = "TK-SIGHT-2" if isinstance(change, Seeing) else "TK-POS-6"
    said = "Only in a round does a change wait for a tick; name none, and it happens at once."
    require(fight.in_round, rule, said, field="command.at")
    said = f"Tick {fight.tick} is open; name a lower one, or none."
    require(fight.phase == "declaration" or change.at < fight.tick, rule, said, field="command.at")
    body = change.model_dump(mode="json", exclude_defaults=True, exclude={"at", "answers"})
    decision.record(ChangeScheduled(tick=change.at, change={**body, "type": change.type}), audience="narrator")
    return True


def apply_change(decision: Decision[Fight], body: dict[str, Any]) -> None:
    """A change whose tick has come (TK-TICK-1)."""
    change = CHANGES[body["type"]].model_validate(body)
    if isinstance(change, Placing):
        put(decision, change)
    elif isinstance(change, Seeing):
        see(decision, change)
    else:
        meet(decision, change)


def put(decision: Decision[Fight], change: Placing) -> None:
    """Somebody is on another square, without a step (TK-DEFER-6)."""
    was = before(decision.state)
    decision.cause = decision.record(Placed(combatant=change.combatant, to=Square(change.to.x, change.to.y)))
    for ended in holds_out_of_reach(decision.state):
        decision.record(ended)
    note_changes(decision, "opening", was)


def see(decision: Decision[Fight], change: Seeing) -> None:
    """Somebody sees somebody, or does not (TK-SIGHT-4)."""
    was = before(decision.state)
    decision.cause = decision.record(
        SightSet(observer=change.observer, target=change.target, visible=change.visible, both=change.both)
    )
    refresh_aims(decision)
    note_changes(decision, "opening", was)


def meet(decision: Decision[Fight], change: Meeting) -> None:
    """Somebody has met a condition in words, if it is still waited for."""
    fight = decision.state
    deferrer, by = fight.people[change.deferrer], fight.people[change.by]
    known = any(trigger.by == by.id for trigger in deferrer.turn.triggers)
    waits = fight.phase == "resolution" and not deferrer.turn.attack_used
    if waits and not known and may_meet(in_words(deferrer), deferrer, by):
        decision.record(ConditionMet(combatant=deferrer.id, by=by.id, tick=fight.tick, stage="opening"))


def require_trigger(fight: Fight, command: Meeting) -> None:
    """A deferred attack waits for words, and those who meet them count (TK-DEFER-2, TK-DEFER-3)."""
    deferrer = find_combatant(fight, command.deferrer, "command.deferrer")
    by = find_combatant(fight, command.by, "command.by")
    condition = in_words(deferrer)
    said = f"{deferrer.name} waits for no condition in words; name someone who does."
    require(condition is not None, "TK-DEFER-2", said, field="command.deferrer")
    said = f"{deferrer.name} has no deferred attack left in this round; nothing is waited for."
    require(not deferrer.turn.attack_used, "TK-DEFER-13", said, field="command.deferrer")
    said = f"{by.name} is not among those whom {deferrer.name} waits for; name one of these."
    require(may_meet(condition, deferrer, by), "TK-DEFER-3", said, field="command.by")


def in_words(deferrer: Person) -> Condition | None:
    """The condition in words that somebody waits for, if it does."""
    declared = deferrer.turn.declared
    condition = declared.condition if declared is not None else None
    return condition if condition is not None and condition.event == "narrated" else None


def may_meet(condition: Condition | None, deferrer: Person, by: Person) -> bool:
    """Whether somebody is among those who can meet it (TK-DEFER-3)."""
    return condition is not None and by is not deferrer and by.since is not None and counts(condition, by.id)


class DefineArea(Narrating):
    """Give some squares a name (TK-DEFER-2)."""

    form = {"squares": squares(many=Many(1, 400))}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"name": "door", "squares": [{"x": 6, "y": 0}, {"x": 6, "y": 1}]}
    words = Words("Name an area", "Name an area “{name}”: {squares}", group="scene", prominence="seldom")
    type: Literal["ticks.define_area"] = "ticks.define_area"
    name: Key
    squares: Annotated[tuple[SquareSheet, ...], Field(min_length=1, max_length=400)]

    def decide(self, decision: Decision[Fight]) -> None:
        """Some squares have a name; nobody enters by that (TK-DEFER-6)."""
        different = tuple(dict.fromkeys(Square(one.x, one.y) for one in self.squares))
        decision.record(AreaDefined(name=self.name, squares=different))


CHANGES_CHAPTER: Chapter[Fight] = Chapter(
    commands=(DefineArea,), events=(ChangeScheduled, AreaDefined, SightSet, Placed)
)
