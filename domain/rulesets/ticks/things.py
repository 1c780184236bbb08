"""The names of things that sentences need: those in a state, and those that a new combatant brings."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.core.events import Answered, CombatantJoined
from domain.model.event import Event, Json
from domain.rulesets.ticks.chapters.counting.count_down import TickCalled
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed
from domain.rulesets.ticks.chapters.strikes.deferring import HOLD_BACK, lacks
from domain.rulesets.ticks.said import OPEN_TICK, SKILLS_KEY, deed_key, lacking_key, thing_names
from domain.rulesets.ticks.state import Declaration, Fight


def things(fight: Fight) -> Mapping[str, str]:
    """All that is carried or lies on the ground."""
    carried = {item: thing.name for person in fight.people.values() for item, thing in person.things.items()}
    names = thing_names({**carried, **{item: lying.thing.name for item, lying in fight.ground.items()}})
    known = {SKILLS_KEY: " ".join(_skills(fight)), OPEN_TICK: str(fight.tick)}
    return {**names, **dict(_deeds(fight)), **dict(_lacking(fight)), **known}


def _skills(fight: Fight) -> set[str]:
    """The skills and statistics of everybody."""
    return {key for person in fight.people.values() for key in (*person.skills, *person.statistics)}


def _lacking(fight: Fight) -> Iterator[tuple[str, str]]:
    """Why conditions that were met give no chance to attack, as far as the sheets of both are open."""
    asked = {prompt.to for prompt in fight.prompts if prompt.kind == HOLD_BACK.name}
    for person in fight.people.values():
        turn = person.turn
        if not turn.triggers or turn.declared is None or turn.attack_used or person.id in asked:
            continue
        for by in dict.fromkeys([trigger.by for trigger in turn.triggers]):
            if by not in turn.held_back and not {person.id, by} & {*fight.secret_sheets}:
                yield lacking_key(person.id, by), lacks(fight, person, by)


def _deeds(fight: Fight) -> Iterator[tuple[str, str]]:
    """The things that deeds are about, as far as they are revealed or answered."""
    for person in fight.people.values():
        if person.turn.revealed and person.turn.declared is not None:
            yield from _declared(person.id, person.turn.declared)
    for prompt in fight.prompts:
        yield from _answered(prompt.to, fight.answers.get(prompt.id))


def _declared(combatant: str, declaration: Declaration) -> Iterator[tuple[str, str]]:
    if declaration.action == "other" and declaration.item is not None:
        yield deed_key(combatant), declaration.item


def _answered(combatant: str, answer: Json) -> Iterator[tuple[str, str]]:
    match answer:
        case {"deed": {"item": str(thing)}}:
            yield deed_key(combatant), thing


def things_joined(event: CombatantJoined) -> Mapping[str, str]:
    """What a combatant who joins carries, as far as its sheet may be read."""
    return thing_names({item: str(thing["name"]) for item, thing in event.sheet.get("things", {}).items()})


def deeds_revealed(event: DeclarationsRevealed) -> Mapping[str, str]:
    """The things of the deeds that are revealed."""
    return dict(one for who, what in event.declarations.items() for one in _declared(who, what))


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: things_joined,
    DeclarationsRevealed: deeds_revealed,
    Answered: lambda event: dict(_answered(event.to, event.given)),
    TickCalled: lambda event: {OPEN_TICK: str(event.tick)},
}
"""The names of things that events bring."""
