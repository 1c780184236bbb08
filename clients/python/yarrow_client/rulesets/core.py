"""The commands that every encounter has, and combatants that join."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Newcomer(Part, frozen=True, kw_only=True):
    """A combatant that joins at the start: the fields of `core.join`, of which `type` is optional."""

    answers: Sequence[SentAnswer] = ()
    """Answers to the prompts that this command will open, first come first."""
    id: str | None = None
    """Its permanent ID; by default that of the template, or one made from the name."""
    template: str | None = None
    """Key of a template of the ruleset."""
    sheet: Mapping[str, Any] = {}
    """Fields of the sheet; with a template, only those that differ from it."""
    secret: bool = False
    """Whether the sheet is visible only to the narrator and its players."""
    metadata: Mapping[str, str | int | bool] = {}
    """Data of clients, which the rules never read."""


class Join(Command, frozen=True, kw_only=True, tag="core.join"):
    """Add a combatant to the encounter.

    The ruleset defines the fields of `sheet`; `template` names a predefined sheet to start from. Speakers other
    than the narrator and its players see only what play reveals of a `secret` sheet.
    """

    id: str | None = None
    """Its permanent ID; by default that of the template, or one made from the name."""
    template: str | None = None
    """Key of a template of the ruleset."""
    sheet: Mapping[str, Any] = {}
    """Fields of the sheet; with a template, only those that differ from it."""
    secret: bool = False
    """Whether the sheet is visible only to the narrator and its players."""
    metadata: Mapping[str, str | int | bool] = {}
    """Data of clients, which the rules never read."""


class Answer(Command, frozen=True, kw_only=True, tag="core.answer"):
    """Answer an open prompt."""

    prompt: str
    """ID of the open prompt."""
    answer: Any
    """Answer, in the format of this kind of prompt."""


class SetPolicy(Command, frozen=True, kw_only=True, tag="core.set_policy"):
    """Answer questions of a kind at once, the same way each time."""

    of: str
    """ID of the combatant whose standing answer it is, or `narrator`."""
    kind: str
    """Kind of prompt that it answers."""
    answer: Any | UnsetType = UNSET
    """Standing answer; `ask` to be asked each time, null to remove it."""


class Note(Command, frozen=True, kw_only=True, tag="core.note"):
    """Write a note into the story, or a secret one that only the narrator can read."""

    text: str = ""
    """Note that everyone can read."""
    about: Sequence[str] = ()
    """IDs of the combatants that it is about."""
    secret: str = ""
    """Note that only the narrator can read."""


class Describe(Command, frozen=True, kw_only=True, tag="core.describe"):
    """Change metadata of a combatant or the encounter: a colour, a picture, a channel.

    The rules never read it. Keys that are not named keep their values; null removes a key.
    """

    of: str | None = None
    """The combatant; by default the encounter itself."""
    metadata: Mapping[str, str | int | bool | None]
    """Null removes a key."""


class Rule(Command, frozen=True, kw_only=True, tag="core.rule"):
    """Record a ruling of the narrator as text."""

    text: str
    """The ruling, in words."""
    about: Sequence[str] = ()
    """IDs of the combatants that it is about."""
    rule: str | None = None
    """ID of the rule that the ruling concerns."""


class Rewind(Command, frozen=True, kw_only=True, tag="core.rewind"):
    """Return to the state at the end of an earlier batch, which is given by its last version."""

    to: int
    """Version to return to, the last of a batch."""
    reason: str = ""
    """Why, in words."""


class Close(Command, frozen=True, kw_only=True, tag="core.close"):
    """Close the encounter permanently and reveal its seeds."""

    reason: str = ""
    """Why, in words."""


AnyCommand = Join | Answer | SetPolicy | Note | Describe | Rule | Rewind | Close
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found
