"""The available rulesets by key: those built in, and those that installed packages provide.

A package provides a ruleset by an entry point of the group ``yarrow.rulesets`` that names its ``Ruleset`` object.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any, Final

from domain.core.commands import CORE_COMMANDS, Command, type_of
from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import UnfitScene
from domain.ruleset.staging import staged
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.century import CENTURY
from domain.rulesets.s3 import S3
from domain.rulesets.ticks import TICKS
from domain.rulesets.yin_yang import YIN_YANG

ENTRY_POINTS: Final = "yarrow.rulesets"
KEY: Final = re.compile("[a-z][a-z0-9_]{0,39}")
BUILT_IN: Final[tuple[Ruleset[Any], ...]] = (S3, BLACK_DICE, YIN_YANG, CENTURY, TICKS)


class InvalidRuleset(Exception):
    """A package provides an invalid ruleset. The message names the package and says what to do."""


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """Return all rulesets by key, built-in ones first. Raises InvalidRuleset."""
    return collect(BUILT_IN, entry_points(group=ENTRY_POINTS))


def collect(built_in: Iterable[Ruleset[Any]], installed: Iterable[EntryPoint]) -> Mapping[str, Ruleset[Any]]:
    """Return built-in and installed rulesets by key. Raises InvalidRuleset."""
    found = {ruleset.key: ruleset for ruleset in built_in}
    provided_by = dict.fromkeys(found, "Yarrow itself")
    for entry in installed:
        package = entry.dist.name if entry.dist is not None else entry.value
        ruleset = _load(entry, package)
        if ruleset.key in found:
            raise InvalidRuleset(
                f"The package {package} provides a ruleset with the key {ruleset.key!r}, and so does "
                f"{provided_by[ruleset.key]}: remove one of them."
            )
        found[ruleset.key], provided_by[ruleset.key] = ruleset, f"the package {package}"
    return MappingProxyType(found)


def _load(entry: EntryPoint, package: str) -> Ruleset[Any]:
    """Return the ruleset that a package provides. Raises InvalidRuleset if it is not complete."""
    try:
        ruleset = entry.load()
    except Exception as error:  # an import may raise anything; the message must name the package
        reason = f"{entry.value} cannot be loaded ({type(error).__name__}: {error})"
    else:
        if isinstance(ruleset, Ruleset):
            error_text = next(_errors(ruleset), None)
            if error_text is None:
                return ruleset
            reason = error_text
        else:
            reason = f"{entry.value} is not a Ruleset"
    raise InvalidRuleset(f"The package {package} provides an invalid ruleset: {reason}. Fix the package or remove it.")


def _errors(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Yield the reasons why a ruleset cannot be played, as clauses."""
    if not KEY.fullmatch(ruleset.key):
        yield f"its key is {ruleset.key!r}, which must be a word of 1 to 40 characters from a-z, 0-9 and _"
    commands = [(_name(command), command, "command", CORE_COMMANDS) for command in ruleset.commands]
    events = [(_name(event), event, "event", CORE_EVENTS) for event in ruleset.events]
    for name, word, kind, shared in (*commands, *events):
        if not isinstance(name, str):
            yield f"its {kind} {word.__name__} has no type"
        elif word not in shared and not name.startswith(f"{ruleset.key}."):
            yield f"its {kind} {name!r} must begin with '{ruleset.key}.'"
    for (name, kind), count in Counter((name, kind) for name, _, kind, _ in (*commands, *events)).items():
        if count > 1:
            yield f"two of its {kind}s have the type {name!r}"
    yield from (
        f"{type_of(lost)!r} has no method decide"
        for lost in ruleset.commands
        if lost not in ruleset.decide and lost.decide is Command.decide
    )
    yield from _scene_errors(ruleset)
    yield from (f"{lost.type!r} has no sentence (says)" for lost in ruleset.events if lost not in ruleset.sentences)


def _scene_errors(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Yield why scenes of a ruleset cannot be opened, and why its demonstration has none."""
    for scene in ruleset.scenes:
        try:
            staged(ruleset, scene)
        except UnfitScene as error:
            yield f"a scene does not fit: {error}".removesuffix(".")
    if ruleset.demo is not None and ruleset.demo.scene not in {scene.id for scene in ruleset.scenes}:
        yield f"its demonstration needs the scene {ruleset.demo.scene!r}, which it does not have"


def _name(word: type[Command] | type[Event]) -> Any:
    """Return the wire name of a command or an event, or another value if it has none."""
    return word.model_fields["type"].default if issubclass(word, Command) else getattr(word, "type", None)
