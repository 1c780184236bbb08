"""Highlights: how a story shows events by type, as each ruleset says in its ``highlights.toml``.

The file is read without the ruleset, whose import would take longer than the command itself.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

CORE_KINDS: Final = {"commanded": "command", "policy_set": "books", "prompted": "books", "resumed": "books"}
"""The kinds of the events that every encounter has."""


class Highlights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event names of a ruleset, without its key, by how they are shown.

    ``turns``, ``hurts``, ``falls`` and ``decided`` stand out: events that turn a fight, hurt or disable a combatant, or
    end the fight. ``books`` recede: events that only keep the books.
    """

    turns: tuple[str, ...] = ()
    hurts: tuple[str, ...] = ()
    falls: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    books: tuple[str, ...] = ()


def highlight_of(event_type: str) -> str | None:
    """Return the kind of highlight of an event type: ``command``, a field of ``Highlights``, or None if it is plain."""
    key, _, name = event_type.partition(".")
    return (CORE_KINDS if key == "core" else _kinds(key)).get(name)


@cache
def _kinds(key: str) -> Mapping[str, str]:
    """Return the kind of each highlighted event of a ruleset; none for a ruleset without a file here."""
    # The key comes from a service: one that is not an identifier could be a path.
    file = files("domain.rulesets") / key / "highlights.toml"
    if not (key.isidentifier() and file.is_file()):
        return {}
    found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Highlights)
    return {name: kind for kind, names in msgspec.structs.asdict(found).items() for name in names}
