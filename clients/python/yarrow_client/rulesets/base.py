"""The base classes of commands and of their parts."""

from collections.abc import Sequence
from typing import Any

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a request. A field that has its default is not sent."""


class SentAnswer(Part, frozen=True, kw_only=True):
    """An answer to a prompt that a command may open; ``sent`` of each ruleset makes one whose answer is typed.

    Without ``to``, a combatant's ID or ``narrator``, it answers the first prompt of its kind.
    """

    kind: str
    answer: Any
    to: str | None = None


class Command(Part, frozen=True, kw_only=True, tag_field="type"):
    """A command, for ``Encounter.give``. ``answers`` are to the prompts that it will open, first come first."""

    answers: Sequence[SentAnswer] = ()
