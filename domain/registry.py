"""The rulesets that are at hand, by key: those built in, and those that other packages bring.

A package brings a ruleset by an entry point of the group ``yarrow.rulesets`` that names its ``Ruleset`` object.
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
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.century import CENTURY
from domain.rulesets.s3 import S3
from domain.rulesets.ticks import TICKS
from domain.rulesets.yin_yang import YIN_YANG

ENTRY_POINTS: Final = "yarrow.rulesets"
KEY: Final = re.compile("[a-z][a-z0-9_]{0,39}")
BUILT_IN: Final[tuple[Ruleset[Any], ...]] = (S3, BLACK_DICE, YIN_YANG, CENTURY, TICKS)


class UnfitRuleset(Exception):
    """A package brings what cannot be played; the message names the package, and says what to do."""


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """All rulesets by key, the built-in ones first. Raises UnfitRuleset."""
    return collect(BUILT_IN, entry_points(group=ENTRY_POINTS))


def collect(built_in: Iterable[Ruleset[Any]], brought: Iterable[EntryPoint]) -> Mapping[str, Ruleset[Any]]:
    """Put rulesets that are built in and rulesets that are brought under their keys."""
    found = {ruleset.key: ruleset for ruleset in built_in}
    brought_by = dict.fromkeys(found, "Yarrow itself")
    for entry in brought:
        package = entry.dist.name if entry.dist is not None else entry.value
        ruleset = _load(entry, package)
        if ruleset.key in found:
            raise UnfitRuleset(
                f"The package {package} brings a ruleset with the key {ruleset.key!r}, and so does "
                f"{brought_by[ruleset.key]}: remove one of them."
            )
        found[ruleset.key], brought_by[ruleset.key] = ruleset, f"the package {package}"
    return MappingProxyType(found)


def _load(entry: EntryPoint, package: str) -> Ruleset[Any]:
    """The ruleset that a package brings, if it is a whole one."""
    try:
        ruleset = entry.load()
    except Exception as error:  # whatever a package does when it is imported, the sentence names the package
        why = f"{entry.value} cannot be loaded ({type(error).__name__}: {error})"
    else:
        if isinstance(ruleset, Ruleset):
            missing = next(_lacks(ruleset), None)
            if missing is None:
                return ruleset
            why = missing
        else:
            why = f"{entry.value} is no Ruleset"
    raise UnfitRuleset(f"The package {package} brings no ruleset that can be played: {why}. Mend it or remove it.")


def _lacks(ruleset: Ruleset[Any]) -> Iterator[str]:
    """What a ruleset lacks before anybody can play by it, a phrase each."""
    if not KEY.fullmatch(ruleset.key):
        yield f"its key is {ruleset.key!r}, which has to be a word of a-z, 0-9 and _"
    commands = [(_name(command), command, "command", CORE_COMMANDS) for command in ruleset.commands]
    events = [(_name(event), event, "event", CORE_EVENTS) for event in ruleset.events]
    for name, word, kind, shared in (*commands, *events):
        if not isinstance(name, str):
            yield f"its {kind} {word.__name__} has no type"
        elif word not in shared and not name.startswith(f"{ruleset.key}."):
            yield f"its {kind} {name!r} has to begin with '{ruleset.key}.'"
    for (name, kind), count in Counter((name, kind) for name, _, kind, _ in (*commands, *events)).items():
        if count > 1:
            yield f"two of its {kind}s are called {name!r}"
    yield from (f"no handler decides {type_of(lost)!r}" for lost in ruleset.commands if lost not in ruleset.decide)
    yield from (f"no fold takes {lost.type!r}" for lost in ruleset.events if lost not in ruleset.evolve)
    yield from (f"no sentence tells {lost.type!r}" for lost in ruleset.events if lost not in ruleset.tell)


def _name(word: type[Command] | type[Event]) -> Any:
    """The wire name of a command or an event; something else where it has none."""
    return word.model_fields["type"].default if issubclass(word, Command) else getattr(word, "type", None)
