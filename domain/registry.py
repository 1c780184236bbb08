"""The rulesets that are at hand, by key: those built in, and those that other packages bring.

A package brings a ruleset by an entry point of the group ``yarrow.rulesets`` that names its ``Ruleset`` object.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any, Final

from domain.ruleset import Ruleset
from domain.rulesets.s3 import S3

ENTRY_POINTS: Final = "yarrow.rulesets"
BUILT_IN: Final[tuple[Ruleset[Any], ...]] = (S3,)


class RulesetClash(ValueError):
    """Two rulesets have the same key, so that nobody could say which one a fight was played by."""


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """All rulesets by key, the built-in ones first. Raises RulesetClash, and TypeError for what is no ruleset."""
    return collect(BUILT_IN, entry_points(group=ENTRY_POINTS))


def collect(built_in: Iterable[Ruleset[Any]], brought: Iterable[EntryPoint]) -> Mapping[str, Ruleset[Any]]:
    """Put rulesets that are built in and rulesets that are brought under their keys."""
    found: dict[str, Ruleset[Any]] = {}
    for ruleset in (*built_in, *map(_load, brought)):
        if ruleset.key in found:
            raise RulesetClash(f"Two rulesets have the key {ruleset.key!r}: remove one of their packages.")
        found[ruleset.key] = ruleset
    return MappingProxyType(found)


def _load(entry: EntryPoint) -> Ruleset[Any]:
    ruleset = entry.load()
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"The entry point {entry.name} ({entry.value}) is no ruleset.")
    return ruleset
