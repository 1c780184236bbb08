"""What the narrator changes: places, sight, areas, triggers, at once or on a later tick (TK-POS-6, TK-SIGHT-2)."""

from collections.abc import Mapping
from typing import Any, Final

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.commands.narrating import Meeting, Placing, Seeing
from domain.rulesets.ticks.decide.aiming import refresh_aims
from domain.rulesets.ticks.decide.conditions import before, counts, note_changes
from domain.rulesets.ticks.decide.dropping_out import holds_out_of_reach
from domain.rulesets.ticks.events.places import AreaDefined, Placed, SightSet
from domain.rulesets.ticks.events.rounds import ChangeScheduled
from domain.rulesets.ticks.events.strikes import ConditionMet
from domain.rulesets.ticks.state import Condition, Fight, Person, Square

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
    if waits and not known and _may_meet(_in_words(deferrer), deferrer, by):
        decision.record(ConditionMet(combatant=deferrer.id, by=by.id, tick=fight.tick, stage="opening"))


def require_trigger(fight: Fight, command: Meeting) -> None:
    """A deferred attack waits for words, and whoever meets them counts (TK-DEFER-2, TK-DEFER-3)."""
    deferrer = find_combatant(fight, command.deferrer, "command.deferrer")
    by = find_combatant(fight, command.by, "command.by")
    condition = _in_words(deferrer)
    said = f"{deferrer.name} waits for no condition in words; name somebody who does."
    require(condition is not None, "TK-DEFER-2", said, field="command.deferrer")
    said = f"{deferrer.name} has no deferred attack left in this round; nothing is waited for."
    require(not deferrer.turn.attack_used, "TK-DEFER-13", said, field="command.deferrer")
    said = f"{by.name} is not among those whom {deferrer.name} waits for; name one of these."
    require(_may_meet(condition, deferrer, by), "TK-DEFER-3", said, field="command.by")


def _in_words(deferrer: Person) -> Condition | None:
    """The condition in words that somebody waits for, if it does."""
    declared = deferrer.turn.declared
    condition = declared.condition if declared is not None else None
    return condition if condition is not None and condition.event == "narrated" else None


def _may_meet(condition: Condition | None, deferrer: Person, by: Person) -> bool:
    """Whether somebody is among those who can meet it (TK-DEFER-3)."""
    return condition is not None and by is not deferrer and by.since is not None and counts(condition, by.id)


def define_area(decision: Decision[Fight], command: ask.DefineArea) -> None:
    """Some squares have a name; nobody enters by that (TK-DEFER-6)."""
    squares = tuple(dict.fromkeys(Square(one.x, one.y) for one in command.squares))
    decision.record(AreaDefined(name=command.name, squares=squares))
