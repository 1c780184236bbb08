"""The names of things that sentences need: those in a state, and those that events bring; and how things join."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.core.events import CombatantJoined, Prompted
from domain.core.narrate import combatant_joined
from domain.model.event import Event
from domain.rulesets.century.chapters.items.hands import ItemPickedUp
from domain.rulesets.century.chapters.rolls.attempts import SET_TARGET
from domain.rulesets.century.chapters.rolls.open_rolls import KINDS, RollCalled
from domain.rulesets.century.items import Armour, Gear, Weapon
from domain.rulesets.century.said import HAZARDS, attempt_key, purpose_said, roll_key
from domain.rulesets.century.sheet import SIDE_OF_ROLE
from domain.rulesets.century.state import Fight
from domain.text.phrases import Names, named, thing_key


def things(fight: Fight) -> dict[str, str]:
    """The names of what the combatants have and of what lies on the ground, and what sentences say of open rolls."""
    names = {thing_key("", lying): one.weapon.name for lying, one in fight.ground.items()}
    for person in fight.people.values():
        kept: list[tuple[str, Weapon | Armour | Gear]] = [
            *person.weapons.items(),
            *person.armour.items(),
            *person.gear.items(),
        ]
        names |= {thing_key(person.id, key): one.name for key, one in kept}
    return names | dict(_open_rolls(fight))


def things_of_newcomer(event: CombatantJoined) -> dict[str, str]:
    """The names of what a newcomer has, as far as its sheet may be read."""
    kept = [event.sheet.get(kind, {}) for kind in ("weapons", "armour", "gear")]
    return {thing_key(event.combatant, key): str(one["name"]) for each in kept for key, one in each.items()}


def joined(event: CombatantJoined, names: Names) -> str:
    """Render who joins, and which vehicle or object is there, which is on no side."""
    if event.side == SIDE_OF_ROLE[None]:
        return f"{named(names, event.combatant)} is on the scene."
    return combatant_joined(event, names)


def _open_rolls(fight: Fight) -> Iterator[tuple[str, str]]:
    """What the open rolls are, and what is attempted that the narrator is asked about."""
    for roll in fight.rolls.values():
        if roll.kind == "to_hit":
            yield from _arms(roll.id, roll.weapon, roll.what)
        else:
            hazard = f" against {HAZARDS[roll.hazard]}" if roll.hazard is not None else ""
            what = purpose_said(roll.kind, roll.what)
            yield roll_key(roll.id, "purpose"), f" in {KINDS[roll.kind]}{f' {what}' if what else ''}{hazard}"
    for prompt in fight.prompts:
        yield from _attempt(prompt.kind, prompt.about)


def _arms(roll: str, weapon: str | None, what: str) -> Iterator[tuple[str, str]]:
    yield (roll_key(roll, "natural"), what) if weapon is None else (roll_key(roll, "weapon"), weapon)


def _attempt(kind: str, about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if kind == SET_TARGET.name and "what" in about:
        yield attempt_key(str(about["combatant"])), str(about["what"])


def _called(event: RollCalled) -> dict[str, str]:
    return dict(_arms(event.roll, event.weapon, event.what)) if event.kind == "to_hit" else {}


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: things_of_newcomer,
    RollCalled: _called,
    Prompted: lambda event: dict(_attempt(event.visible_kind, event.visible_about)),
    ItemPickedUp: lambda event: {thing_key(event.combatant, event.as_item): event.weapon.name},
}
"""The names of things that events bring."""
