"""Staging a scene: its typed commands and its sides, found by playing it once without chance."""

from typing import Any, NamedTuple

import msgspec
from pydantic import ValidationError

from domain.core.commands import OPENING_COMMANDS, Close, Command, Open, Rewind, type_of
from domain.core.events import CombatantJoined
from domain.decision.strict_validation import strict_model
from domain.model.encounter import Encounter
from domain.model.refusal import Refused
from domain.model.speaker import NARRATOR
from domain.model.suggestions import instead
from domain.ruleset.decider import probe
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene
from domain.table.shapes import Named
from domain.text.validation import format_path, validation_messages
from domain.text.words import as_label

MAX_SCENE_EVENTS = 400
"""Maximum number of events of a scene, which are stored at once."""
NEVER_STAGED = OPENING_COMMANDS | {Rewind, Close}
"""Commands that are no part of a scene, because they begin or end an encounter."""


class SceneSide(msgspec.Struct, frozen=True):
    """A side of a scene, or those without one, whose ``id`` and ``name`` are null."""

    id: str | None
    name: str | None
    combatants: tuple[Named, ...]


class StagedScene(NamedTuple):
    """A scene that fits its ruleset: its commands, and the sides of those who join."""

    scene: Scene
    commands: tuple[Command, ...]
    sides: tuple[SceneSide, ...]


def staged(ruleset: Ruleset[Any], scene: Scene) -> StagedScene:
    """Return a scene that fits a ruleset: every command is accepted, and nothing is thrown. Raises UnfitScene."""
    if scene.content.ruleset != ruleset.key:
        scene.unfit("ruleset", f"The scene belongs to {ruleset.title}, whose key is {ruleset.key}.")
    commands = tuple([_typed(ruleset, scene, place, given) for place, given in enumerate(scene.content.commands)])
    state: Encounter = ruleset.state(id=scene.id)
    joined: list[CombatantJoined] = []
    events = 0
    places = ["", *[f"commands[{place}]" for place in range(len(commands))]]
    for place, command in zip(places, (opening_of(scene), *commands), strict=True):
        try:
            decision, drawn = probe(ruleset, state, command, NARRATOR)
        except Refused as refused:
            field = (refused.refusal.field or "").removeprefix("command").removeprefix("" if place else ".")
            scene.unfit(f"{place}{field}", refused.refusal.detail)
        if drawn is not None:
            scene.unfit(place, f"This throws something ({drawn.throw}); a scene ends before the first throw.")
        events += len(decision.recorded)
        joined += [one.event for one in decision.recorded if isinstance(one.event, CombatantJoined)]
        state = decision.state
    if events > MAX_SCENE_EVENTS:
        scene.unfit("", f"The scene causes {events} events; at most {MAX_SCENE_EVENTS} are stored at once.")
    return StagedScene(scene, commands, _sides(joined))


def opening_of(scene: Scene, **changes: Any) -> Open:
    """Return the command that opens a scene, with changes."""
    content = scene.content
    fields: dict[str, Any] = {
        "ruleset": content.ruleset,
        "name": content.name,
        "options": content.options,
        "chance": content.chance,
        "combatants": content.combatants,
    }
    return Open(**{**fields, **changes})


def _typed(ruleset: Ruleset[Any], scene: Scene, place: int, given: dict[str, Any]) -> Command:
    """Return a command of a scene as one of the ruleset. Raises UnfitScene."""
    field = f"commands[{place}]"
    kinds = {type_of(one): one for one in ruleset.commands if one not in NEVER_STAGED}
    kind = given.get("type")
    if not isinstance(kind, str):
        scene.unfit(f"{field}.type", "This field is required; it says which command is meant.")
    if kind not in kinds:
        scene.unfit(f"{field}.type", f"No scene has a command “{kind[:60]}” of {ruleset.title}; {instead(kind, kinds)}")
    try:
        return strict_model(kinds[kind], given)
    except ValidationError as error:
        first = validation_messages(error, given, kinds[kind]).shown[0]
        scene.unfit(format_path((field, *first.path)), first.message)


def _sides(joined: list[CombatantJoined]) -> tuple[SceneSide, ...]:
    """Return the sides in the order of joining; a side that is the ID of a combatant has the name of that one."""
    names = {one.combatant: one.name for one in joined}
    by_side: dict[str | None, list[Named]] = {}
    for one in joined:
        by_side.setdefault(one.side, []).append(Named(one.combatant, one.name))
    return tuple(
        [
            SceneSide(side, None if side is None else names.get(side) or as_label(side), tuple(combatants))
            for side, combatants in by_side.items()
        ]
    )
